"""Benchmark cases: a model with its published counts; and sets of cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nqsat.counting import Question
from nqsat.errors import choose
from nqsat.evidence.known import PublishedCount, known_counts
from nqsat.modelling import Model, catalogue, text_of


@dataclass(frozen=True, slots=True)
class Case:
    """A benchmark question: how many solutions does a model have?

    Args:
        series: the name of the series of growing sizes: the family, or other text.
        params: the parameters of this size.
        model: the model.
        published: counts from the literature, to compare with.
        seconds: a time limit for this case, if the common one does not suit.
        source: the source of the model, if JSON cannot represent it.
    """

    series: str
    params: Mapping[str, int | str]
    model: Model
    published: tuple[PublishedCount, ...] = ()
    seconds: float | None = None
    source: Mapping[str, object] | None = None

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
        """The unit of the count."""
        return self.model.unit

    def to_json(self) -> dict[str, object]:
        """Return the name, and the question as ``nqsat count`` reads it."""
        asked = Question("count", self.model)
        return {
            "name": self.name,
            "question": asked.to_json(self.source or {"arguments": [self.name]}),
        }


def case(
    series: str,
    params: Mapping[str, int | str],
    model: Model,
    seconds: float | None = None,
    source: Mapping[str, object] | None = None,
) -> Case:
    """Return a case; it has the published counts if the model is the unchanged one of its family."""
    families = (family for family in catalogue() if family.name == series)
    plain = any(family(**params) == model for family in families)
    known = known_counts(series, params) if plain else ()
    published = tuple(one for one in known if not one.question)
    return Case(series, params, model, published, seconds, source)


# -- sets ------------------------------------------------------------------------------------


#: A family of the catalogue, its parameters, and a time limit for this case or None.
Asked = tuple[str, Mapping[str, int | str], float | None]


@dataclass(frozen=True, slots=True)
class CaseSet:
    """A set of cases.

    Args:
        name: the name for ``--set``.
        about: what the cases show, and how long they take.
        engines: the engines of nqsat that take part, as in ``contestants.engine``.
        asked: the cases; sizes of a series ascend, because a contestant that fails skips larger ones.
        repeat: how often each case is run.
        seconds: the limit of CPU seconds for one run.
    """

    name: str
    about: str
    engines: tuple[str, ...]
    asked: tuple[Asked, ...]
    repeat: int
    seconds: float

    def cases(self) -> list[Case]:
        """Return the cases with their models."""
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
    """Return the set of this name.

    Raises:
        InvalidModel: there is none.
    """
    return choose("set", name, SETS)
