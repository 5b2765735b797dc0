"""The page's knowledge of the solutions: all of them, or the layers of a count, or where pieces stand.

* ``listed``: up to ``limit`` solutions: all travel, and the page counts those that a position leaves.
* ``layers``: the states of ``frontier`` travel, if they are few; the page counts with them, exactly.
* ``start``: neither: for each square in how many solutions a piece stands there, before any is placed.
* ``none``: the number is not known.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, cast

from nqsat.chess import Symmetry
from nqsat.compiling import Projection
from nqsat.counting import Count, Numbering, numbered, solutions, why_not
from nqsat.counting.answers import decimal
from nqsat.counting.ranking.numbering import FrontierNumbering, ListNumbering
from nqsat.engines import Engine, FrontierEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement, Solution, Tour
from nqsat.reporting import sentence_of
from nqsat.viewing.atoms import atom_numbers
from nqsat.viewing.projections import arrangement_of_shown, symmetries_of

#: Default limit of solutions in a page; beyond it, the number of examples shown.
LIMIT, EXAMPLES = 100_000, 500

#: Characters that the solutions may take of a page.
ROOM = 14_000_000

#: States of all layers together that travel: each takes 8 bytes, a third more as text.
STATES = 400_000

#: Bytes that a count may take whose layers are tried.
MEMORY = 10**9

#: Seconds of a count, of solutions that are listed or stored in layers to count them by square.
BRIEF = 2.0

#: Seconds for the reason why there is no solution, or for examples of too many.
LONG = 20.0

#: Orbits are counted here, for readers without scripts, where the page itself would have no trouble.
FEW = 5_000


@dataclass(frozen=True, slots=True)
class PageAnswers:
    """The answers of a model.

    Args:
        count: how many solutions there are.
        shown: the solutions that travel: all, or some examples.
        data: for the page.
        left: what is left out, and which option changes that.
    """

    count: Count
    shown: tuple[Solution, ...]
    data: dict[str, Any]
    left: tuple[str, ...]


def page_answers(
    model: Model,
    engine: str | Engine,
    number: Count,
    *,
    limit: int | None,
    known: Any,
    projection: Projection | None = None,
) -> PageAnswers:
    """The data about the solutions for the page.

    Args:
        model: without an objective.
        engine: the engine that numbers solutions.
        number: how many solutions the model has, as far as they were counted.
        limit: the greatest number of solutions in the page; None for all if at most ``LIMIT``, else
            some examples.
        known: the optimum, of a model that had an objective.
        projection: what the model shows, if its solutions are those of ``model_of_shown``.
    """
    about = model if projection is None else projection.of
    room = ROOM // text_size(model)
    whole = number.complete and number.value <= min(limit or LIMIT, room)
    most = number.value if whole else min(limit or EXAMPLES, room)
    if whole:
        listed = ListNumbering(model, number.engine, _find_solutions(model, most, None, projection))
        shown = _first_solutions(listed, most)
        orbits = _orbit_data(symmetries_of(model, projection), shown)
        more, left = {"way": "listed", "order": listed.order, **orbits}, list[str]()
    elif projection is not None or not number.complete:
        shown = tuple(_find_solutions(model, most, projection=projection))
        number = replace(number, value=max(number.value, len(shown)))
        more, left = {"way": "none"}, [_left_of_solutions(len(shown), number)]
    else:
        shown, more, left = _partial_answers(model, number, engine, most)
    data: dict[str, Any] = {
        "total": number.digits,
        "complete": number.complete,
        "text": str(number) if known is None else f"{number} with {known}",
        "by": f"{number.engine}, {number.method}",
        "note": number.note,
        "order": None,
        "why": _why_unsatisfiable(about) if number.complete and not number.value else None,
        "solutions": pack_solutions(model, shown),
        "sent": len(shown),
        **more,
    }
    return PageAnswers(number, shown, data, tuple(left))


def _why_unsatisfiable(model: Model) -> str:
    requirements = why_not(model, time_limit=LONG).requirements
    sentences = [sentence_of(requirement, model).removesuffix(".") for requirement in requirements]
    why = f", since this cannot all hold: {'; '.join(sentences)}" if sentences else ""
    return f"There is no solution{why}."


def _find_solutions(
    model: Model, number: int, seconds: float | None = LONG, projection: Projection | None = None
) -> list[Solution]:
    """The given number of solutions in any order, or those found in this many seconds."""
    asked: Any = model if projection is None else projection
    some = islice(solutions(asked, limit=max(1, number), time_limit=seconds), number)
    if projection is None:
        return list(some)
    of = partial(arrangement_of_shown, projection=projection, model=cast("Placement", model))
    return [of(cast("Any", solution)) for solution in some]


def _left_of_solutions(sent: int, number: Count) -> str:
    """That the page has some of the solutions, and which option changes that."""
    of = number.digits if number.complete else f"at least {number.digits} ({number.reason})"
    more_of = "--limit says how many" if number.complete else "--time-limit inf counts to the end"
    called = Projection.called if number.unit == Projection.unit else "solutions"
    return f"{sent:,} {called} are here, of {of}; {more_of}"


def _first_solutions(every: Numbering, number: int) -> tuple[Solution, ...]:
    return tuple(map(every.at, range(min(number, every.total))))


def _orbit_data(group: Sequence[Symmetry], every: tuple[Solution, ...]) -> dict[str, Any]:
    """The number of orbits of all solutions, if these are few and there are symmetries."""
    if not 0 < len(every) <= FEW or len(group) < 2:
        return {}
    number, met = 0, set[Solution]()
    for solution in every:  # images of one of each orbit: a torus has hundreds of symmetries
        if solution not in met:
            number += 1
            met.update(solution.orbit(group))
    return {"orbits": str(number)}


def _partial_answers(
    model: Model, number: Count, engine: str | Engine, wanted: int
) -> tuple[tuple[Solution, ...], dict[str, Any], list[str]]:
    """Some solutions, what is known without all, and what is left out: layers, or the start, or nothing."""
    numbering = _layered_numbering(model)
    if numbering is not None:
        some = _first_solutions(numbering, wanted)
        layers = {"way": "layers", "layers": layers_data(numbering), "order": numbering.order}
        return some, layers, [_left_of_solutions(len(some), number)]
    some = tuple(_find_solutions(model, wanted))
    left = [_left_of_solutions(len(some), number)]
    left.append(f"positions are not counted: the page would need all {number.digits} solutions")
    if isinstance(model, Tour) and (model.directed or not model.closed):
        return some, {"way": "none"}, left  # what is counted of moves has no direction and no ends
    if number.seconds > BRIEF:  # to list the solutions, or to store layers, takes longer
        left.append("the squares are not counted either: that takes longer than the count")
        return some, {"way": "none"}, left
    try:
        start = start_data(model, numbered(model, engine=engine))
    except UnsupportedByEngine as error:
        left.append(f"the squares are not counted either: {error.reason}")
        return some, {"way": "none"}, left
    return some, {"way": "start", "start": start}, left


def _layered_numbering(model: Model) -> FrontierNumbering | None:
    """The solutions by the layers of ``frontier``; None if these are too many, or there are none."""
    try:
        numbering = FrontierNumbering(model, FrontierEngine(memory=MEMORY))
    except UnsupportedByEngine:
        return None
    return numbering if sum(map(len, numbering.layers.ways)) <= STATES else None


def layers_data(every: FrontierNumbering) -> dict[str, Any]:
    """The layers as data: the pieces or moves decided in each, its number of states, and their successors.

    For each layer: the successor of each state without the pieces (or moves), then with them, each of 32
    bits.
    """
    from nqsat.engines.frontier.run import successors_of

    number, layers = atom_numbers(every.model), every.layers
    pieces = [sorted(number[atom] for atom in every.atoms.get(x, ())) for x in layers.order]
    numbers = b"".join(successors_of(turn).astype("<u4").tobytes() for turn in layers.turns)
    *widths, _ = map(len, layers.ways)
    return {
        "pieces": pieces,
        "widths": [*widths, min(1, layers.total)],
        "successors": base64.b64encode(numbers).decode(),
    }


def start_data(model: Model, every: Numbering) -> list[list[object]]:
    """For each piece, or each move, in how many solutions it is."""
    numbers = {atom[:2]: number for atom, number in atom_numbers(model).items()}  # links as moves
    holding = cast("Any", every.holding())
    return [[numbers[tuple(atom)[:2]], decimal(x)] for atom, x in sorted(holding.items())]


def text_size(model: Model) -> int:
    """About how many characters a solution takes."""
    return len(atom_numbers(model)) // 6 + 2


def pack_solutions(model: Model, solutions: Iterable[Solution]) -> str:
    """The solutions one after the other, in base64: a bit for each atom, the first of them the highest."""
    numbers = atom_numbers(model)
    long = (len(numbers) + 7) // 8
    bits = {atom: 1 << (8 * long - 1 - number) for atom, number in numbers.items()}
    packed = (sum(bits[atom] for atom in model.atoms_of(solution)) for solution in solutions)
    return base64.b64encode(b"".join(x.to_bytes(long, "big") for x in packed)).decode()
