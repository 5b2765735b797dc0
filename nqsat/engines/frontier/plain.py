"""A dynamic program with few states, run in plain Python: a small count needs no compiled kernel.

A layer is a dictionary from states to counts, both as Python integers of any size. A state is a set of
bits, see ``program``. Its count packs one number for each number of pieces into bit fields that cannot
overflow, so that adding a piece is a shift. Labels of components are only supported by kernels.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from nqsat.engines.frontier.components import WORD
from nqsat.engines.frontier.program import FrontierProgram, Layer
from nqsat.engines.plans.plan import Progress, Weight

#: States processed between checks of limits and Ctrl-C, some hundredths of a second.
SLICE = 20_000

#: Bytes per state in a dictionary, without the bits of its key and its count.
ENTRY = 200

#: Two layers are in memory at a time.
LAYERS = 2


def run_program(program: FrontierProgram, *, by_size: bool = True) -> Iterator[Progress]:
    """Run a program to its end. The last item has the numbers of solutions, as in ``layered.run``."""
    room = field_bits(program) if by_size else 0
    states = {} if program.hopeless else {0: 1}
    for place, layer in enumerate(program.layers, start=1):
        found: dict[int, int] = {}
        items = iter(states.items())
        while some := list(islice(items, SLICE)):
            _advance(layer, some, room * layer.pieces, found)
            yield Progress()
        states = found
        words = f"layer {place:,} of {len(program.layers):,}, {len(states):,} states"
        yield Progress(visited=len(states), words=words)
    yield Progress(tuple(enumerate(_split_fields(sum(states.values()), room))))


class Small(NamedTuple):
    """The answer of a program with few states, and the states of its widest layer and of all layers."""

    numbers: tuple[tuple[int, Weight], ...]
    widest: int
    states: int


def count_if_small(
    program: FrontierProgram, most: float, widest: float, *, by_size: bool
) -> Generator[Progress, None, Small | None]:
    """Run a program; return None if it exceeds the limits on the states of one layer or of all.

    Yields now and then, while it is at work.
    """
    if program.labels is not None:
        return None
    wide = every = int(not program.hopeless)
    numbers: tuple[tuple[int, Weight], ...] = ()
    for piece in run_program(program, by_size=by_size):
        yield Progress()
        wide, every, numbers = max(wide, piece.visited), every + piece.visited, piece.numbers
        if every > most or wide > widest:
            return None
    return Small(numbers, wide, every)


def field_bits(program: FrontierProgram) -> int:
    """Bits of a field: enough for any number of assignments of the variables, one per layer."""
    return len(program.layers) + 1


def state_bytes(program: FrontierProgram, *, by_size: bool) -> tuple[int, int]:
    """Approximate maximum bytes of a state, and bits of its count."""
    fields = 1 + sum(layer.pieces for layer in program.layers) * by_size
    bits = fields * field_bits(program)
    return LAYERS * (ENTRY + (WORD * program.bit_words + bits) // 8), bits


def _advance(
    layer: Layer, states: Iterable[tuple[int, int]], shift: int, found: dict[int, int]
) -> None:
    """Add the successors of some states for both values of the variable; see ``Transition``."""
    known = found.get
    for value, change in enumerate(layer.changes):
        if change is None:
            continue
        dead, clear, add, moves, jumps = change
        kept, more = ~clear, value * shift
        for state, number in states:
            if state & dead:
                continue
            after = state & kept | add
            for mask, by in moves:
                if bits := state & mask:
                    after |= bits << by if by > 0 else bits >> -by
            for place, targets in jumps:
                if state >> place & 1:
                    after |= targets
            found[after] = known(after, 0) + (number << more)


def _split_fields(number: int, bits: int) -> list[int]:
    """Split a count into its fields; with zero bits per field there is one field."""
    if not bits:
        return [number]
    fields = range(max(1, -(-number.bit_length() // bits)))
    return [number >> bits * place & (1 << bits) - 1 for place in fields]
