"""Linear recurrences of sequences of counts: find the shortest one, check it, and prove it if possible.

    a(n) = c1 a(n-1) + c2 a(n-2) + … + cd a(n-d)    for all n from some index on

The Berlekamp–Massey algorithm finds the shortest one modulo a large prime. Its coefficients, as integers
of least absolute value, are then checked over the integers: a recurrence that 2L terms determine is
reported only if at least L further terms satisfy it. That is evidence, no proof, and is called *found*.

It is *proved* if a transfer matrix gives the same counts: a matrix with S states generates, from some
length on, a sequence that satisfies a recurrence of order S. The residuals of the terms in the shorter
recurrence satisfy it as well; so if S consecutive residuals are 0, all later ones are.

References: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE Trans. Inf. Theory 15, 1969;
R. P. Stanley, Enumerative Combinatorics 1, 2nd ed., section 4.7 (transfer matrices) and exercise 4.2 (the
coefficients of integer sequences are integers).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nqsat.chess import Board, Surface, rides_on
from nqsat.counting import count, decimal
from nqsat.modelling import Factor, Model, Number, Placement
from nqsat.rules import NonAttacking

#: A Mersenne prime, larger than twice any coefficient that is expected.
PRIME = 2**2203 - 1

#: Transfer matrices with more states prove nothing: too many terms would be needed.
MOST_STATES = 5_000


class Transfer(NamedTuple):
    """A transfer matrix that generates the counts on boards of growing length.

    Args:
        states: the number of its states.
        length: the shortest board that it is valid for.
    """

    states: int
    length: int


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A linear recurrence with constant coefficients that the known terms of a sequence satisfy.

    Args:
        first: the parameter of the first term.
        coefficients: those of a(n-1), a(n-2), …; the last is not 0.
        start: the terms satisfy it from this parameter on.
        numerator: the numerator of the generating function: coefficients of x^0, x^1, …, where x^0 belongs
            to the first term.
        confirmed: how many terms satisfy it beyond those that determine it.
        transfer: the transfer matrix that proves it; None if it is not proved.
    """

    first: int
    coefficients: tuple[int, ...]
    start: int
    numerator: tuple[int, ...]
    confirmed: int
    transfer: Transfer | None = None

    @property
    def order(self) -> int:
        """The order of the recurrence."""
        return len(self.coefficients)

    @property
    def equation(self) -> str:
        """The recurrence in one line: ``a(n) = 2 a(n-1) + 3 a(n-2)``."""
        terms = [(c, f"a(n-{i})") for i, c in enumerate(self.coefficients, 1)]
        return f"a(n) = {_sum(terms) or '0'} for n ≥ {self.start}"

    @property
    def generating_function(self) -> str:
        """The generating function, the sum of a(n) x^n, as a quotient of polynomials."""
        shift = "" if self.first == 0 else f"x^{self.first} " if self.first != 1 else "x "
        below = (1, *(-c for c in self.coefficients))
        return f"{shift}({_polynomial(self.numerator)}) / ({_polynomial(below)})"

    @property
    def proof_status(self) -> str:
        """Whether it is proved, and the evidence for it."""
        if self.transfer is None:
            return f"found, not proved: {self.confirmed} terms beyond those that determine it satisfy it"
        return (
            f"proved: a transfer matrix of {self.transfer.states:,} states makes these counts, "
            "and that many terms in a row satisfy the recurrence"
        )

    def to_json(self) -> dict[str, object]:
        """Return the recurrence as JSON data, numbers as text."""
        return {
            "order": self.order,
            "first": self.first,
            "start": self.start,
            "coefficients": [decimal(c) for c in self.coefficients],
            "numerator": [decimal(c) for c in self.numerator],
            "confirmed": self.confirmed,
            "proved": self.transfer is not None,
            "states": None if self.transfer is None else self.transfer.states,
        }


def recurrence_of(first: int, terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence of terms whose parameters are ``first``, ``first + 1``, …

    None if there is none that 2L terms determine and at least L others satisfy.
    """
    connection, length = _shortest(terms)
    if 3 * length > len(terms):
        return None
    coefficients = tuple(-c if 2 * c < PRIME else PRIME - c for c in connection[1:])
    while coefficients and not coefficients[-1]:
        coefficients = coefficients[:-1]
    below = (1, *(-c for c in coefficients))
    left = [sum(c * terms[n - i] for i, c in enumerate(below) if i <= n) for n in range(len(terms))]
    if any(left[length:]):  # a recurrence modulo the prime, but not over the integers
        return None
    start = max((n + 1 for n, difference in enumerate(left) if difference), default=0)
    holds_from, numerator = first + max(start, len(coefficients)), tuple(left[:start]) or (0,)
    return Recurrence(first, coefficients, holds_from, numerator, len(terms) - 2 * length)


def _shortest(terms: Sequence[int]) -> tuple[list[int], int]:
    """Return the connection polynomial modulo the prime and the register length, by Berlekamp–Massey."""
    now, before = [1], [1]
    length, shift, last = 0, 1, 1
    for n, term in enumerate(terms):
        differs = (
            term + sum(now[i] * terms[n - i] for i in range(1, min(length, len(now) - 1) + 1))
        ) % PRIME
        if not differs:
            shift += 1
            continue
        factor = differs * pow(last, -1, PRIME) % PRIME
        after = now + [0] * (len(before) + shift - len(now))
        for i, c in enumerate(before):
            after[i + shift] = (after[i + shift] - factor * c) % PRIME
        if 2 * length <= n:
            length, before, last, shift = n + 1 - length, now, differs, 1
        else:
            shift += 1
        now = after
    return now + [0] * (length + 1 - len(now)), length


# -- a proof -----------------------------------------------------------------------------


def prove_recurrence(
    found: Recurrence, terms: Sequence[int], models: Sequence[Model], *, seconds: float = 10.0
) -> Recurrence:
    """Return the recurrence with a transfer matrix that proves it, if a small enough one is known.

    Args:
        found: a recurrence of the terms.
        terms: the plain counts of the models, in order, without symmetry.
        models: the models; one side of their boards grows by 1 from each to the next.
        seconds: the time limit for counting the states.
    """
    axis = _growing_axis([model.board for model in models])
    if axis is None:
        return found
    sides = [(model.board.rows, model.board.columns)[axis] for model in models]
    transfer = _transfer(models[-1], axis, seconds)
    if transfer is None or transfer.length not in sides:
        return found
    # The recurrence has to hold for as many terms as states, where the matrix generates all its terms.
    start = max(sides.index(transfer.length) + found.order, found.start - found.first)
    if len(terms) - start < transfer.states:
        return found
    return replace(found, transfer=transfer)


def _growing_axis(boards: Sequence[Board]) -> int | None:
    """Return which side of rectangles grows by 1 from each to the next: 0 rows, 1 columns; else None."""
    if any(
        board.walls or board.holes or not isinstance(board.geometry, Surface) for board in boards
    ):
        return None
    if any(board.geometry.is_twisted for board in boards):
        return None  # the last line is next to the first one
    glued = {seam.axis for board in boards for seam in board.geometry.seams}
    sizes = [(board.rows, board.columns) for board in boards]
    for axis in (1, 0):
        grow = [size[axis] for size in sizes]
        fixed = {size[1 - axis] for size in sizes}
        if axis not in glued and len(fixed) == 1 and grow == [*range(grow[0], grow[0] + len(grow))]:
            return axis
    return None


def _transfer(model: Model, axis: int, seconds: float) -> Transfer | None:
    """Return the transfer matrix of a model whose moves cross few lines (see ``_states``), or None."""
    reach = _reach(model, axis)
    if reach is None:
        return None
    states = _states(model, axis, reach, seconds)
    return None if states is None or states > MOST_STATES else Transfer(states, reach)


# Let w be the maximum number of lines that a move crosses. For any number of non-attacking pieces, a state
# is the content of the last w lines: there are as many states as solutions on w lines. For sets of moves a
# state is the number of moves at each square of the last w lines: (high + 1) ^ (number of squares).
def _states(model: Model, axis: int, reach: int, seconds: float) -> int | None:
    """Return an upper bound on the number of states between two lines of a board; None if unknown."""
    if isinstance(model, Factor):
        return _factor_states(model, axis, reach)
    return _placement_states(model, axis, reach, seconds) if isinstance(model, Placement) else None


def _factor_states(model: Factor, axis: int, reach: int) -> int | None:
    high = model.degree.high
    free = not (model.maximal or model.through or model.avoiding or model.fixing or model.added)
    if high is None or not free:
        return None
    fixed: int = (model.board.rows, model.board.columns)[1 - axis]
    states: int = (high + 1) ** (fixed * reach)
    return states


def _placement_states(model: Placement, axis: int, reach: int, seconds: float) -> int | None:
    plain = model.rules in ((), (NonAttacking(),)) and not (model.presets or model.objective)
    if not plain or any(k.number != Number() or k.squares is not None for k in model.kinds):
        return None
    rows, columns = [(reach, model.board.columns), (model.board.rows, reach)][axis]
    board = Board(geometry=model.board.geometry.resized(rows, columns))
    some = count(model.changed(board=board), time_limit=seconds)
    return some.value if some.complete else None


def _reach(model: Model, axis: int) -> int | None:
    """Return the maximum number of lines that a move crosses, at least 1; None if it is unbounded."""
    longest = 1
    for kind in model.kinds:
        if kind.piece.graph:
            return None
        for step, most in rides_on(kind.piece, model.board):
            if step[axis] and not most:
                return None
            longest = max(longest, abs(step[axis]) * most)
    return longest


# -- text --------------------------------------------------------------------------------


def _polynomial(coefficients: Sequence[int]) -> str:
    names = ("", "x", *(f"x^{i}" for i in range(2, len(coefficients))))
    return _sum([*zip(coefficients, names, strict=False)]) or "0"


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    words: list[str] = []
    for c, name in terms:
        if not c:
            continue
        size = "" if abs(c) == 1 and name else decimal(abs(c))
        sign = ("- " if c < 0 else "+ ") if words else "-" * (c < 0)
        words.append(sign + " ".join(filter(None, (size, name))))
    return " ".join(words)
