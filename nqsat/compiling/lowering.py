"""From a model to its formula: variables, numbers, presets, rules, then one strengthening pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.compiling.formula import Formula, Part, Reader
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import AtLeast, AtMost, Clause, Exactly, Man

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nqsat.chess import Square
    from nqsat.modelling import Constraint, Kind, Placement

__all__ = ["MAX_SIZE", "lower"]

#: Formulas estimated larger than this many literals are refused before anything is built.
MAX_SIZE = 4_000_000


def lower(model: Placement) -> Formula:
    """The formula of a model: its projected solutions are exactly the model's.

    Raises:
        UnsupportedByEngine: the estimate of its size is beyond ``MAX_SIZE`` literals.
    """
    if model.size > MAX_SIZE:
        raise UnsupportedByEngine(
            "formula",
            f"board {model.board.title} needs about {model.size:,} literals, the limit is "
            f"{MAX_SIZE:,}; choose a smaller board",
        )
    table = _Table(model)
    parts = [
        Part("one man on a square", tuple(_one_each(model, table))),
        *(Part(f"number of {kind.name}", tuple(_number(kind, table))) for kind in model.kinds),
        Part("presets", tuple(_presets(model, table))),
        *(Part(rule.name, tuple(rule.lower(model, table))) for rule in model.rules),
    ]
    reader = Reader(model.board, model.kinds, tuple(table.men))
    projection = tuple(range(1, len(table.men) + 1))
    return pigeonhole(
        Formula(table.count, projection, tuple(part for part in parts if part.constraints), reader)
    )


class _Table:
    """Variables for the men that may stand, square by square; then auxiliaries on request."""

    def __init__(self, model: Placement) -> None:
        self.men = [
            Man(square, kind.name)
            for square in model.board.squares
            for kind in model.kinds
            if kind.may_stand(square)
        ]
        self._variable = {man: index for index, man in enumerate(self.men, start=1)}
        self.count = len(self.men)

    def at(self, kind: str, square: Square) -> int | None:
        return self._variable.get(Man(square, kind))

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        return tuple(x for square in squares if (x := self.at(kind, square)))

    def fresh(self) -> int:
        self.count += 1
        return self.count


def _one_each(model: Placement, table: _Table) -> Iterator[Constraint]:
    for square in model.board.squares if len(model.kinds) > 1 else ():
        here = tuple(x for kind in model.kinds if (x := table.at(kind.name, square)))
        if len(here) > 1:
            yield AtMost(1, here)


def _number(kind: Kind, table: _Table) -> Iterator[Constraint]:
    literals = tuple(x for x, man in enumerate(table.men, start=1) if man.kind == kind.name)
    low, high = kind.number.low, kind.number.high
    if low == high:
        yield Exactly(low, literals)
        return
    if low > 0:
        yield AtLeast(low, literals)
    if high is not None and high < len(literals):
        yield AtMost(high, literals)


def _presets(model: Placement, table: _Table) -> Iterator[Constraint]:
    for preset in model.presets:
        for kind in model.kinds:
            here = table.at(kind.name, preset.square)
            if kind.name == preset.kind:
                # A man on a square that his kind is kept from: no solution.
                yield Clause((here,)) if here else Clause(())
            elif here:
                yield Clause((-here,))
