"""Families: functions that make a model from parameters, with what people need to know of them.

The catalogue ``nqsat.models`` is made of these; a user's own function is one as well.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, cast, get_args, get_origin

from nqsat.chess import Board
from nqsat.errors import InvalidModel, NqsatError, error_text, in_user_code, integer
from nqsat.modelling.model import Model
from nqsat.modelling.rules import Clues, Regions
from nqsat.modelling.rules.base import ClueMark
from nqsat.modelling.rules.fields import read_map
from nqsat.modelling.text_helpers import SIZE, clue_cells, clue_rows, clue_text, plural, text_of

Parameters = Mapping[str, int | str]

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})", re.ASCII)

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, as in Python 3.13

    M_co = TypeVar("M_co", bound=Model, default=Model, covariant=True)
else:
    from typing import TypeVar

    M_co = TypeVar("M_co", covariant=True)

#: Parameters with the grid of a puzzle.
GRIDS = frozenset({"clues", "numbers", "regions", "rooms"})

_MOST = 10_000


@dataclass(frozen=True)
class Family(Generic[M_co]):
    """A problem family: call it with its parameters to get a model.

    Args:
        name: as on the command line.
        build: the function; its parameters are annotated ``int`` or ``str``.
        oeis: the sequences that its counts are in; may be empty.
        verify: the parameters that ``nqsat verify`` tries by default: ``"n=1..10"``, ``"n=4..6 k=2"``.
        examples: some parameters, each with the count: ``("n=8", 92)``.
        title: what it is, in a few words; by default the ``summary``.
        clues: of a puzzle whose last parameter is a text of clues: what may be written in the place of what
            ends a cell: ``{".": "0123"}``. Then ``nqsat puzzle`` makes puzzles of the family.
        path_clues: of a puzzle of paths whose last parameter is a text of clues: these are the ``ends`` of
            paths, or squares in their ``order``. Then ``nqsat puzzle`` makes puzzles of a size.
        drawn: of a puzzle whose last parameter is a text of clues: what pictures show for a letter of a
            clue, ``{"r": "→"}``; ``○`` and ``●`` are discs. Its models have the rule ``Clues``.
    """

    name: str
    build: Callable[..., M_co]
    oeis: tuple[str, ...] = ()
    verify: tuple[str, ...] = ()
    examples: tuple[tuple[str, int], ...] = ()
    title: str = ""
    clues: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    path_clues: Literal["", "ends", "order"] = ""
    drawn: Mapping[str, str] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.summary)
        object.__setattr__(self, "__doc__", self.documentation)  # for help(queens)

    @classmethod
    def of(cls, function: Callable[..., M_co]) -> Family[M_co]:
        """A family from a plain function, or the family itself if it is one already."""
        if isinstance(function, Family):
            return function
        name = getattr(function, "__name__", type(function).__name__)
        return cls(name.replace("_", "-"), function)

    @property
    def documentation(self) -> str:
        """The function's docstring, with what can be said of it without: convention, parameters, links."""
        text, _, references = (inspect.getdoc(self.build) or "").partition("\n\nReferences:\n")
        stated = "Examples, as the file says, not compared" if ":" in self.name else "Examples"
        links = "\n".join(f"    https://oeis.org/{number}" for number in self.oeis)
        sections = [
            text,
            getattr(self._annotations().get("return"), "counted", ""),
            _section("Parameters", (f"{name}: {words}" for name, words in self._meanings())),
            _section(stated, (f"{case} gives {count}" for case, count in self.examples)),
            _section("References", filter(None, [*references.splitlines(), links]), indent=""),
        ]
        return "\n\n".join(filter(None, sections))

    @property
    def task(self) -> tuple[str, ...]:
        """The function's docstring as sentences for a printed puzzle."""
        text = (inspect.getdoc(self.build) or "").partition("\n\nReferences:\n")[0]
        return tuple(part.replace("\n", " ").replace("``", "") for part in text.split("\n\n"))

    @property
    def called(self) -> str:
        """The title in print: ``Zip`` of the title ``Zip: a path …``, else the words of its name."""
        head, colon, _ = self.title.partition(": ")
        named = colon and self.title != self.summary
        return head if named else self.name.rpartition(":")[2].replace("-", " ").capitalize()

    @property
    def summary(self) -> str:
        """The first line of the function's docstring."""
        return (inspect.getdoc(self.build) or "").partition("\n")[0]

    def _annotations(self) -> Mapping[str, Any]:
        """The annotations of parameters and result; nothing where they are unknown."""
        with suppress(Exception):
            return inspect.get_annotations(self.build, eval_str=True)
        return {}

    def _meanings(self) -> Iterator[tuple[str, str]]:
        """The parameters that are annotated with what they mean: ``Annotated[int, "the side"]``."""
        for name, annotation in self._annotations().items():
            if get_origin(annotation) is Annotated:
                yield name, str(annotation.__metadata__[0])

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Its parameters, with types and defaults; one without a type has that of its default.

        Raises:
            InvalidModel: the function does not show them.
        """
        try:
            signature = inspect.signature(self.build, eval_str=True)
        except (ValueError, TypeError, NameError) as error:
            raise InvalidModel(self.name, f"its parameters are unknown: {error}") from None
        found = {}
        for name, parameter in signature.parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise InvalidModel(name, f"{self.name} must name its parameters one by one")
            kind = parameter.annotation
            plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
            if plain is parameter.empty is not parameter.default:
                plain = type(parameter.default)
            found[name] = parameter.replace(annotation=plain)
        return found

    def __call__(self, *args: int | str, **parameters: int | str) -> M_co:
        """The model for these parameters, given as values of their types or as text.

        Raises:
            InvalidModel: as ``bare``.
        """
        model, given = self._built(*args, **parameters)
        marks = tuple(self._clue_marks(model, given))
        return model.with_rules(Clues(marks)) if marks else model

    def bare(self, **parameters: int | str) -> M_co:
        """The same without what is printed on its board, the rule ``Clues``.

        Raises:
            InvalidModel: a parameter is unknown, missing or of the wrong type, or the model cannot be.
        """
        return self._built(**parameters)[0]

    def _built(self, *args: int | str, **parameters: int | str) -> tuple[M_co, Parameters]:
        """The model as the function returns it, and its parameters as values of their types."""
        known = self.parameters
        if len(args) > len(known):
            takes = f"takes {len(known)} {plural(len(known), 'parameters')}"
            raise InvalidModel(self.name, f"{takes}, {len(args)} given")
        for name in list(known)[: len(args)]:
            if name in parameters:
                raise InvalidModel(name, "is given twice")
        given = self.typed({**dict(zip(known, args, strict=False)), **parameters})
        for name in self.missing(given):
            raise InvalidModel(name, f"is missing; {self.how_to_give(name)}")
        name, words = self.clue_parameter if self.clues else "", dict(given)
        if SIZE.fullmatch(str(given.get(name, ""))):  # a function of clues reads no size
            words[name] = clue_text(self.clue_rows(given)).replace(".", next(iter(self.clues)))
        try:
            model = self.build(**words)
        except InvalidModel as error:
            if error.field in known:
                raise
            # The caller knows the family's parameters, not the fields of the model inside.
            own = [name for name, value in given.items() if error.reason.startswith(f"{value!r} ")]
            if own:
                raise InvalidModel(" or ".join(own), error.reason) from error
            asked = text_of(given)
            raise InvalidModel(f"{self.name} {asked}", str(error)) from error
        except NqsatError:
            raise
        except (Exception, SystemExit) as error:
            raise InvalidModel(self.name, error_text(error)) from in_user_code(error)
        if not isinstance(model, Model):
            cure = "ask for the rest by options, as --show"
            raise InvalidModel(self.name, f"returned {type(model).__name__}, not a model; {cure}")
        return model, given

    def typed(self, parameters: Parameters) -> dict[str, int | str]:
        """The parameters as values of their types.

        Raises:
            InvalidModel: a parameter is unknown or of the wrong type.
        """
        known = self.parameters
        for name in parameters:
            if name not in known:
                names = ", ".join(known) or "none"
                raise InvalidModel(name, f"{self.name} has no such parameter; it has {names}")
        return {name: _convert(known[name], value) for name, value in parameters.items()}

    @property
    def clue_parameter(self) -> str:
        """The parameter that has the clues: its last."""
        return list(self.parameters)[-1]

    def clue_rows(self, parameters: Parameters) -> list[list[str]]:
        """The cells of the text of clues; see ``nqsat.modelling.clue_rows``."""
        if (name := self.clue_parameter) not in parameters:
            raise InvalidModel(
                name, f"is missing; write {name}=A=.,B=. for a puzzle with rooms A, B"
            )
        text = str(self.typed(parameters)[name])
        if "=" in text:  # a list, also of one
            return [text.split(",")]
        marks = [mark for marks in self.clues.values() for mark in marks]
        # Numbers that no puzzle is made with may be in a text: 2r is one cell, and so is 9r.
        digits = (f"{n}{mark[1:]}" for mark in marks if mark[:1].isdigit() for n in range(10))
        return clue_rows(text, (*marks, *digits))

    @property
    def is_puzzle(self) -> bool:
        """Whether it is a puzzle: a parameter is a grid of cells with clues, or of regions."""
        return not GRIDS.isdisjoint(self.parameters)

    def _clue_marks(self, model: Model, parameters: Parameters) -> Iterator[ClueMark]:
        """The clues of one of its models as pictures show them.

        The text of clues lies over the middle of the board: where the board has a row and a column more,
        the clues are between squares. A clue ``A=2`` is on the first square of region A.
        """
        if self.drawn is None or self.clue_parameter not in parameters:
            return
        rows = self.clue_rows(parameters)
        drawn = {ord(letter): text for letter, text in self.drawn.items()}
        shift = (model.board.rows - len(rows)) / 2
        regions = next((rule.map for rule in model.rules if isinstance(rule, Regions)), ())
        named = {name: (r, c) for r, c, name in reversed([*clue_cells(regions)])}
        for r, c, cell in clue_cells(rows):
            name, equals, mark = cell.rpartition("=")
            place = named.get(name) if equals else (r + shift, c + shift)
            if place is not None and mark not in (".", *self.clues):
                yield place, mark.translate(drawn)

    def stated(self, sizes: Iterable[int | str], parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return these parameters by their names; the sizes are the first, in the family's order."""
        return {**dict(zip(self.parameters, sizes, strict=False)), **parameters}

    def missing(self, given: Parameters) -> list[str]:
        """The parameters that it needs besides those given."""
        known = self.parameters.items()
        return [name for name, x in known if name not in given and x.default is x.empty]

    def how_to_give(self, name: str, option: str = "") -> str:
        """How to write a parameter: as in the first example that has it, or its name alone."""
        words = (word for line, _ in self.examples for word in line.split())
        size = "a size, 6x6, or " if name in GRIDS else ""
        for example in filter(lambda word: word.startswith(f"{name}="), words):
            return f"{size}for example {option}{example}"
        return f"{self.name} needs {option}{name}=…"

    def cases(self) -> Iterator[dict[str, int | str]]:
        """The parameters that verify tries by default, one after the other."""
        for line in self.verify:
            for case in expand(dict(part.split("=", 1) for part in line.split())):
                yield self.typed(case)


def family(
    *oeis: str,
    verify: tuple[str, ...] | str = (),
    examples: Mapping[str, int] | None = None,
    title: str = "",
    clues: Mapping[str, Sequence[str]] | None = None,
    drawn: Mapping[str, str] | None = None,
    path_clues: Literal["", "ends", "order"] = "",
) -> Callable[[Callable[..., M_co]], Family[M_co]]:
    """Make a family of the function below; its name is the function's, with hyphens.

    Arguments are as for ``Family``; ``oeis`` are the sequences, ``verify`` may be a single text.
    """
    if oeis and callable(oeis[0]):  # @family, without parentheses
        return cast("Callable[..., Any]", family()(oeis[0]))

    def decorate(function: Callable[..., M_co]) -> Family[M_co]:
        ranges = (verify,) if isinstance(verify, str) else verify
        known = tuple((examples or {}).items())
        name = function.__name__.replace("_", "-")
        marks = (clues or {}, {} if clues and drawn is None else drawn)
        return Family(name, function, oeis, ranges, known, title, marks[0], path_clues, marks[1])

    return decorate


def _section(heading: str, lines: Iterable[str], indent: str = "    ") -> str:
    body = "\n".join(f"{indent}{line}" for line in lines)
    return f"{heading}:\n{body}" if body else ""


def is_range(value: int | str) -> bool:
    """Whether a value of a parameter is a range, as ``4..6`` is; other words with dots are not."""
    return isinstance(value, str) and _RANGE.fullmatch(value) is not None


def expand(parameters: Parameters) -> Iterator[Parameters]:
    """Every combination of the values of parameters that are ranges: ``{"n": "4..6", "k": 2}``.

    Raises:
        InvalidModel: a range is empty, or there are more than 10,000 combinations.
    """
    axes: list[list[tuple[str, int | str]]] = []
    size = 1
    for name, value in parameters.items():
        match = _RANGE.fullmatch(value) if isinstance(value, str) else None
        values: list[int | str] | range = [value]
        if match:
            values = range(int(match[1]), int(match[2]) + 1)
            if not values:
                raise InvalidModel(name, f"{value} is empty; write the smaller number first")
        size *= len(values)
        if size > _MOST:
            raise InvalidModel(name, f"more than {_MOST:,} combinations; choose a smaller range")
        axes.append([(name, item) for item in values])
    return (dict(combination) for combination in product(*axes))


def _convert(parameter: inspect.Parameter, value: Any) -> int | str:
    if parameter.annotation is str:
        try:
            if isinstance(value, Path):
                return f"file:{value}"
            line = isinstance(value, int | Board)  # and a map of regions is none
            if line or (isinstance(value, str) and "\n" not in value and value[:1] != "["):
                return str(value)
            return "/".join(read_map(value))
        except InvalidModel as error:
            error.place((parameter.name,))
            raise
        except ValueError as error:
            raise InvalidModel(parameter.name, str(error)) from None
    if parameter.annotation is not int:
        reason = f"its type in the function must be int or str: write {parameter.name}: int"
        raise InvalidModel(parameter.name, reason)
    if isinstance(value, str):
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 18:
            return int(value)
    elif (number := integer(value)) is not None:
        return number
    reason = f"{value!r} is not an integer; write digits, as in 8, or a range, 4..8"
    if is_range(value) if isinstance(value, str) else isinstance(value, Iterable):
        reason = f"{value!r} is several numbers; ask for one after the other"
    raise InvalidModel(parameter.name, reason)
