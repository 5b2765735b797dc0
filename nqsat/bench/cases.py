"""What is asked: a model, and what has been published of it; and the sets of questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nqsat.counting import Question
from nqsat.errors import choose
from nqsat.evidence.known import PublishedCount, known_counts
from nqsat.modelling import Model, catalogue, text_of


@dataclass(frozen=True, slots=True)
class Case:
    """How many solutions has a model?

    Args:
        series: what grows: the family, or the words in place.
        params: of this one.
        model: the model.
        published: counts from the literature, to compare with.
        seconds: a limit of its own, where that of the others will not do.
        told: where the model is from, for one that JSON cannot carry.
    """

    series: str
    params: Mapping[str, int | str]
    model: Model
    published: tuple[PublishedCount, ...] = ()
    seconds: float | None = None
    told: Mapping[str, object] | None = None

    @property
    def name(self) -> str:
        """The series with the parameters: ``queens n=8``."""
        return f"{self.series} {text_of(self.params)}".rstrip()

    @property
    def n(self) -> int | None:
        """The side of the board, if it is a square one: the abscissa of the growth plot."""
        board = self.model.board
        return board.rows if board.geometry.sizes == (board.rows, board.rows) else None

    @property
    def unit(self) -> str:
        """What is counted."""
        return self.model.unit

    def to_json(self) -> dict[str, object]:
        """Its name, and the whole question as ``nqsat count`` reads it."""
        asked = Question("count", self.model)
        return {
            "name": self.name,
            "question": asked.to_json(self.told or {"arguments": [self.name]}),
        }


def case(
    series: str,
    params: Mapping[str, int | str],
    model: Model,
    seconds: float | None = None,
    told: Mapping[str, object] | None = None,
) -> Case:
    """A question about a model, with what is published of it if it is as its family has it."""
    families = (family for family in catalogue() if family.name == series)
    plain = any(family(**params) == model for family in families)
    known = known_counts(series, params) if plain else ()
    published = tuple(one for one in known if not one.question)
    return Case(series, params, model, published, seconds, told)


# -- sets ------------------------------------------------------------------------------------


#: A family of the catalogue, its parameters, and a limit of its own where that is given.
Asked = tuple[str, Mapping[str, int | str], float | None]


@dataclass(frozen=True, slots=True)
class CaseSet:
    """Questions that are asked together.

    Args:
        name: for ``--set``.
        about: what they show, and how long they take.
        engines: the engines of nqsat that take part, as in ``contestants.engine``.
        asked: the questions; sizes of a series ascend, as a contestant that fails at one is not asked on.
        repeat: how often each is asked.
        seconds: CPU seconds for one run.
    """

    name: str
    about: str
    engines: tuple[str, ...]
    asked: tuple[Asked, ...]
    repeat: int
    seconds: float

    def cases(self) -> list[Case]:
        """The questions with their models."""
        families = {family.name: family for family in catalogue()}
        return [
            case(name, params, families[name](**params), seconds)
            for name, params, seconds in self.asked
        ]


def _sides(family: str, *sides: int) -> tuple[Asked, ...]:
    return tuple((family, {"n": n}, None) for n in sides)


def _board(family: str, rows: int, columns: int, seconds: float | None = None) -> Asked:
    return family, {"rows": rows, "columns": columns}, seconds


#: The first is the default.
SETS: tuple[CaseSet, ...] = (
    CaseSet(
        "short",
        "a little of everything, in under a minute",
        ("bitboard", "frontier", "mates", "sat"),
        (*_sides("queens", 6, 9), *_sides("kings-any", 8), _board("knights-tours", 6, 6)),
        repeat=1,
        seconds=2,
    ),
    CaseSet(
        "counting",
        "where lists end, in about a quarter of an hour",
        ("bitboard", "frontier", "mates/middle", "mates/forward"),  # each other's witness
        (
            *_sides("queens", 8, 10, 12, 13, 16),
            *_sides("costas", 9, 10, 12),
            *_sides("no-three-in-line", 8, 9),
            *_sides("queens-any", 8, 10, 12),
            *_sides("kings-any", 8, 12, 20),
            *_sides("knights-any", 8, 10),
            _board("knights-tours", 6, 6),
            _board("knights-tours", 6, 8),
            _board("knights-tours", 5, 12),
            _board("knights-tours", 7, 8, 120),
            _board("knights-tours", 3, 40),
            _board("knights-tours", 8, 8, 200),
            _board("open-knights-tours", 6, 6),
            _board("kings-tours", 6, 6),
        ),
        repeat=3,
        seconds=8,
    ),
    CaseSet(
        "listing",
        "every solution is handed out, in about five minutes",
        ("sat", "cpsat", "backtrack", "bitboard"),
        (
            *_sides("queens", 10, 12),
            _board("knights-tours", 6, 6),
            _board("knights-tours", 5, 8, 60),
        ),
        repeat=3,
        seconds=30,
    ),
)


def find_set(name: str) -> CaseSet:
    """The set of this name.

    Raises:
        InvalidModel: there is none.
    """
    return choose("set", name, SETS)
