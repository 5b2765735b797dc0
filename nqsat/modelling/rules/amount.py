"""A measure of the arrangement lies between two bounds: low ≤ value ≤ high.

Encoding: cardinalities over the literals that the measure counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Number, within
from nqsat.modelling.rules.base import Bounded
from nqsat.modelling.rules.fields import COMMA, NUMBER
from nqsat.modelling.rules.measures import Measure, find_measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nqsat.chess import Board, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Amount"]


@dataclass(frozen=True, slots=True)
class Amount(Bounded):
    """So much of a measure, no more and no less: five men in all, at least three squares unattacked.

    Args:
        measure: what is measured.
        number: how much: ``5``, ``"3.."``, ``"3..5"``.
    """

    name: ClassVar[str] = "amount"
    measure: Measure
    number: Number | int | str

    def __post_init__(self) -> None:
        if not isinstance(self.measure, Measure):
            raise InvalidModel("measure", f"{self.measure!r} is no measure; write Men()")
        object.__setattr__(self, "number", Number.parse(self.number))

    def check(self, model: Placement) -> None:
        self.measure.check(model)

    def holds(self, arrangement: Arrangement) -> bool:
        return self.measure.value(arrangement) in self.bounds

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        high = self.bounds.high
        return high is not None and self.measure.too_many(high, arrangement)

    def least_men(self, model: Placement) -> int:
        return self.measure.least_men(self.bounds.low)

    def transposed(self, board: Board) -> Self | None:
        measure = self.measure.transposed(board)
        return None if measure is None else type(self)(measure, self.number)

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return self.measure.preserved_by(symmetry, model)

    def size(self, model: Placement) -> int:
        return self.measure.size(model)

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        literals, definitions = self.measure.literals(model, variables)
        yield from definitions
        yield from within(self.bounds, literals)

    def called(self, call: Callable[[str], str]) -> Self:
        return replace(self, measure=self.measure.called(call))

    # The measure's own fields stand beside the number: {"measure": "men", "number": "3..", "kinds": ["Q"]}.

    def to_json(self) -> dict[str, object]:
        number = NUMBER.write(self.bounds)
        return {"measure": self.measure.name, "number": number, **self.measure.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        rest = dict(data)
        name, number = rest.pop("measure", None), rest.pop("number", None)
        if not isinstance(name, str):
            raise InvalidModel("measure", "is missing")
        if type(number) not in (int, str):
            raise InvalidModel("number", "expected a number: 3, or '3..5', '3..', '..5'")
        return cls(find_measure(name).from_json(rest), Number.parse(number))  # type: ignore[arg-type]

    @classmethod
    def parse(cls, value: str | None) -> Self:
        words = COMMA.split(value or "")
        number = [word for word in words if word.startswith("number=")]
        if len(number) != 1:
            raise InvalidModel(f"rule {cls.name}", "expected MEASURE,number=N: men,number=3..5")
        words.remove(number[0])
        kind, _, rest = ",".join(words).partition(",")
        return cls(find_measure(kind).parse(rest or None), number[0].removeprefix("number="))
