"""Options that several commands share, as groups, and how a command takes a group.

A group is a frozen dataclass whose fields are Typer options. ``command`` registers a function that has
groups among its parameters: Typer sees their fields, the function gets the groups.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar, cast, get_type_hints

import typer

from nqsat.cli.app import Stopped, handled_by, interrupt
from nqsat.cli.names import completed, of_model
from nqsat.errors import Interrupted, InvalidModel, NqsatError

if TYPE_CHECKING:
    from nqsat.counting import Modulo
    from nqsat.counting.question import Ask, Question
    from nqsat.engines import Engine
    from nqsat.modelling import Family, Model, Solution
    from nqsat.modelling.tour import Direction

A = TypeVar("A")
P = ParamSpec("P")

app = typer.Typer(
    name="nqsat",
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Count, list and check placements of pieces on boards: SAT, CP-SAT and an independent reference.",
    epilog="Exit codes: 0 answered; 1 verify found a disagreement; 2 the request was wrong; "
    "3 incomplete (a limit or an interrupt); 4 an engine failed, or the unexpected (a full disk).",
)


def _version(asked: bool) -> None:  # noqa: FBT001 (as Typer calls it)
    from nqsat.engines.versions import version_of

    if asked:
        print(f"nqsat {version_of('nqsat')}")
        raise typer.Exit


@app.callback()
def _program(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Which this is.")
    ] = False,
) -> None:
    """Options before the command."""


Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No progress and no notes.")]

#: Options that make a model, and those that require more of it, wherever it is from.
_IN_PLACE = ("--piece", "--tour", "--open")
_PLACING = ("--rule", "--preset", "--maximise", "--minimise")
_TOURING = ("--from", "--to", "--through", "--avoiding", "--number")
#: All options that say which model is meant, but -p.
_OTHERS = ("--dimacs", "--board", *_IN_PLACE, *_PLACING, *_TOURING, "--unit")
_FIELDS = {"-p": "parameter", "--from": "start", "--to": "end"}

Named = Annotated[
    str | None,
    typer.Argument(
        metavar="MODEL",
        help="A catalogue name (nqsat list), file.py:function or model.json.",
        autocompletion=completed("models"),
    ),
]


@dataclass(frozen=True)
class Source:
    """Which model: named, or given in place."""

    model: Named = None
    more: Annotated[list[str] | None, typer.Argument(metavar="-p NAME=VALUE", hidden=True)] = None
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            metavar="NAME=VALUE",
            help="A parameter of MODEL; n=4..8 for a range.",
            autocompletion=of_model,
        ),
    ] = None
    dimacs: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The clauses of a DIMACS file, instead of MODEL (count, enumerate, solve).",
        ),
    ] = None
    board: Annotated[
        str | None,
        typer.Option(
            help="8x8, torus:7x7, cylinder:5x6, 4x4x4, file:map.txt or asp:facts.lp, instead of MODEL."
        ),
    ] = None
    piece: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PIECE=NUMBER",
            help="Q=8, N=any, 'BN=3..5', white:Q=2; repeatable (nqsat list pieces).",
            autocompletion=completed("pieces", "="),
        ),
    ] = None
    rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=VALUE]",
            autocompletion=completed("rules"),
            help="Besides MODEL's; with --board these hold, non-attacking if none is given. Repeatable "
            "(nqsat list rules).",
        ),
    ] = None
    preset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PIECE@SQUARE",
            help="Q@a1, -@b2 for nobody there, or men as in fen:8/8/3Q4/8/8/8/8/8; repeatable.",
        ),
    ] = None
    maximise: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE", help="Only the best: men, men=white:Q or unattacked; or --minimise."
        ),
    ] = None
    minimise: Annotated[str | None, typer.Option(metavar="MEASURE", help="As --maximise.")] = None

    tour: Annotated[
        str | None,
        typer.Option(
            metavar="PIECE",
            help="A closed tour of --board by PIECE, as in N.",
            autocompletion=completed("pieces"),
        ),
    ] = None
    open: Annotated[bool, typer.Option("--open", help="The tour need not close.")] = False
    start: Annotated[
        str | None, typer.Option("--from", metavar="SQUARE", help="Where the tour begins.")
    ] = None
    end: Annotated[
        str | None, typer.Option("--to", metavar="SQUARE", help="Where an open tour ends.")
    ] = None
    through: Annotated[
        list[str] | None,
        typer.Option(metavar="MOVE", help="A move of the tour: a1-b3; repeatable."),
    ] = None
    avoiding: Annotated[
        list[str] | None, typer.Option(metavar="MOVE", help="No move of the tour; repeatable.")
    ] = None
    number: Annotated[
        list[str] | None,
        typer.Option(metavar="SQUARE=NUMBER", help="A square's number on the tour; repeatable."),
    ] = None
    unit: Annotated[
        str | None, typer.Option(help="undirected or directed: how tours are counted.")
    ] = None

    def __post_init__(self) -> None:
        if self.more:
            raise InvalidModel("model", f"unexpected {self.more[0]!r}{self._hint(self.more[0])}")

    def _hint(self, word: str) -> str:
        """What may have been meant by a word behind MODEL."""
        from nqsat.modelling import find_family

        name, equals, value = word.partition("=")
        names = list(find_family(self.model).parameters) if self.model else []
        if not equals and names:
            name, value = names[0], word
        return f"; write -p {name}={value}" if name in names else "; write -p NAME=VALUE"

    @property
    def nothing(self) -> bool:
        """Whether no model is asked for at all."""
        return not any(getattr(self, field.name) for field in fields(self))

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters as given, ranges not expanded."""
        found: dict[str, str] = {}
        for word in self.parameter or ():
            name, equals, value = word.partition("=")
            if not equals or not name or not value:
                raise InvalidModel("-p", f"{word!r}: write NAME=VALUE, as in -p n=8")
            if name in found:
                raise InvalidModel(name, "is given twice")
            found[name] = value
        return found

    @property
    def family(self) -> Family | None:
        """The family that MODEL names; None where the model is given in place."""
        from nqsat.modelling import find_family

        self._refuse("is for count, enumerate and solve", "--dimacs")
        if self.model is None:
            if self.board is None:
                self._refuse("needs --board", *_IN_PLACE)
                self._refuse("needs a MODEL or --board", *_PLACING, *_TOURING)
                self._refuse("needs a MODEL", "-p")
                raise InvalidModel(
                    "model", "say which: a name (`nqsat list`), or --board and --piece"
                )
            self._refuse("goes with a MODEL, not with --board", "-p")
            return None
        self._refuse(f"goes with --board, not with MODEL {self.model}", *_IN_PLACE)
        if self.board is not None:
            raise InvalidModel("--board", f"stands in place of a MODEL; leave out {self.model}")
        return find_family(self.model)

    def models(self) -> Iterator[tuple[str, dict[str, int | str], Model]]:
        """Each model asked for: the family's name, the parameters, the model."""
        from nqsat.modelling import expand

        family = self.family
        if family is None:
            model, words = self._in_place()
            yield "in place", words, self._counted(model)
            return
        for parameters in expand(self.parameters):
            model = self.refined(family(**parameters))
            yield self.name(family), family.typed(parameters), model

    def refined(self, model: Model) -> Model:
        """A model of a family with what the other options require besides, and the unit asked for."""
        from nqsat.modelling import refined

        more = refined(
            model,
            rules=self.rule or (),
            presets=self.preset or (),
            maximise=self.maximise,
            minimise=self.minimise,
            start=self.start,
            end=self.end,
            through=self.through or (),
            avoiding=self.avoiding or (),
            numbers=self.number or (),
        )
        return self._counted(more)

    def name(self, family: Family) -> str:
        """The family's name, with what is asked besides: then published counts are not about it."""
        options = (*_PLACING, *_TOURING, "--unit")
        given = [(option, self._given(option)) for option in options]
        words = [f"{option} {word}" for option, words in given for word in words]
        return " ".join([family.name, *words])

    def _given(self, option: str) -> list[str]:
        """The values of an option, as they were given."""
        value = getattr(self, _FIELDS.get(option, option.removeprefix("--")))
        if isinstance(value, list):
            return value
        return [value] if isinstance(value, str) else [""] if value else []

    def _in_place(self) -> tuple[Model, dict[str, int | str]]:
        from nqsat.modelling import in_place, tour_in_place

        board = self.board or ""
        if self.tour is None:
            self._refuse("goes with --tour", "--open", *_TOURING)
            model = in_place(
                board,
                self.piece or (),
                self.rule or (),
                self.preset or (),
                maximise=self.maximise,
                minimise=self.minimise,
            )
            return model, {"board": board, "pieces": " ".join(self.piece or ())}
        self._refuse("does not go with --tour", "--piece", *_PLACING)
        tour = tour_in_place(
            board,
            self.tour,
            closed=not self.open,
            start=self.start,
            end=self.end,
            through=self.through or (),
            avoiding=self.avoiding or (),
            numbers=self.number or (),
        )
        return tour, {"board": board, "tour": self.tour}

    def _counted(self, model: Model) -> Model:
        """The model with the unit asked for."""
        from nqsat.modelling import Tour

        if self.unit is None:
            return model
        if self.unit not in ("undirected", "directed") or not isinstance(model, Tour):
            raise InvalidModel("unit", f"{self.unit!r}: undirected or directed, and for tours only")
        return model.with_unit(cast("Direction", self.unit))

    def _refuse(self, reason: str, *options: str) -> None:
        """Complain about the first of these options that is given."""
        for option in options:
            if self._given(option):
                raise InvalidModel(option, reason)

    def dimacs_alone(self) -> str:
        """The DIMACS file, where nothing else says which model is meant."""
        if self.model is not None:
            raise InvalidModel("--dimacs", f"stands in place of a MODEL; leave out {self.model}")
        self._refuse("does not go with --dimacs", "-p", *(x for x in _OTHERS if x != "--dimacs"))
        return self.dimacs or ""

    def question(self, ask: Ask) -> Question | None:
        """The question that MODEL holds, if it is a file with one; None for a model.

        Raises:
            InvalidModel: it asks something else, or another model is named besides.
        """
        from nqsat.counting import Question
        from nqsat.files import read_text
        from nqsat.modelling.schema import LONGEST

        if self.model is None or not self.model.endswith(".json"):
            return None
        found = Question.loads(read_text("model", Path(self.model), LONGEST))
        if found is None:
            return None
        if found.ask != ask:
            raise InvalidModel("model", f"asks another question: nqsat {found.ask} {self.model}")
        reason = f"is for models; {self.model} is a question of its own"
        self._refuse(reason, "-p", *_OTHERS)
        return found

    def told(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """The words that make a model, and the digests of the files that these name."""
        words = [self.model] if self.model else []
        given = parameters.items() if self.model else ()
        words += [word for pair in given for word in ("-p", "{}={}".format(*pair))]
        for option in _OTHERS:
            for value in self._given(option):
                words += [option, value] if value else [option]
        pattern = r"[^\s=]+\.py(?=:)|(?<=file:)[^\s,]+|(?<=asp:)\S+"
        named = [*re.findall(pattern, "\n".join(words)), self.dimacs or ""]
        paths = [path for path in map(Path, named) if path.is_file()]
        digests = {str(path): sha256(path.read_bytes()).hexdigest() for path in paths}
        return {"arguments": words, "sha256": digests}

    def asked(
        self, model: Model, parameters: Mapping[str, object], modulo: Modulo = "none"
    ) -> dict[str, object]:
        """How many there are, as the whole question that stands in the JSON answers of all commands."""
        from nqsat.counting import Question

        return Question("count", model, modulo=modulo).to_json(self.told(parameters))

    def note(self, model: Model) -> str | None:
        """What has to be said of rules that were given instead of the default."""
        from nqsat.modelling import Tour

        stated = self.rule if self.model is None else self.model.endswith(".json")
        if not stated or isinstance(model, Tour) or not model.rules:
            return None
        if model.of_attacks or model.largest < 2:
            return None
        return "men may attack one another: add --rule non-attacking to forbid it"

    def one(self) -> tuple[str, dict[str, int | str], Model]:
        """The model asked for, where a range makes no sense."""
        several = list(self.models())
        if len(several) > 1:
            raise InvalidModel("-p", "a range makes no sense here; give one value")
        return several[0]


@dataclass(frozen=True)
class Search:
    """Who searches, and for how long."""

    engine: Annotated[
        str | None,
        typer.Option(
            help="auto, sat, cpsat or backtrack; to count also bitboard, frontier, mates and sharpsat; "
            "to find one tour also construct and warnsdorff (nqsat list engines).",
            show_default="by question",
            autocompletion=completed("engines"),
        ),
    ] = None
    solver: Annotated[
        str | None,
        typer.Option(
            help="A solver of PySAT, for --engine sat (nqsat list solvers).",
            show_default="by model",
            autocompletion=completed("solvers"),
        ),
    ] = None
    circuit: Annotated[
        str | None,
        typer.Option(
            help="How a tour becomes clauses, for --engine sat (nqsat list circuits).",
            show_default="lazy",
            autocompletion=completed("circuits"),
        ),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            help="How cardinalities become clauses, for --engine sat (nqsat list encodings).",
            show_default="auto",
            autocompletion=completed("encodings"),
        ),
    ] = None
    mode: Annotated[str | None, typer.Option(help="enumerate or resolve, for --engine cpsat.")] = (
        None
    )
    seed: Annotated[
        int | None, typer.Option(help="Random seed, for --engine cpsat, sharpsat or warnsdorff.")
    ] = None
    fixed_by: Annotated[
        str | None,
        typer.Option(
            metavar="SYMMETRY",
            help="Only solutions that it leaves alone, as in rot180.",
            autocompletion=completed("symmetries"),
        ),
    ] = None
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop then, and keep what was found.")
    ] = None
    quiet: Quiet = False

    def asked(self) -> dict[str, Any]:
        """What of a ``Question`` is asked for here; the engine with its options."""
        names = ("solver", "encoding", "circuit", "mode", "seed")
        values = {name: getattr(self, name) for name in names}
        options = tuple((name, value) for name, value in values.items() if value is not None)
        of_sat = self.solver or self.encoding or self.circuit
        asked: dict[str, Any] = {"fixed_by": self.fixed_by, "time_limit": self.time_limit}
        if self.engine or options:
            asked["engine"] = self.engine or ("sat" if of_sat else "auto")
            asked["options"] = options
        return asked

    def make(self) -> Engine:
        """The engine; of ``auto``, or in a process of its own, see ``make_engine``."""
        asked = self.asked()
        return isolated(asked.get("engine", "auto"), asked.get("options", ()))


def isolated(engine: str, options: Iterable[tuple[str, str | int]]) -> Engine:
    """An engine whose solver runs in a process of its own, so that Ctrl-C and limits bite."""
    from nqsat.engines import make_engine

    return make_engine(engine, isolated=True, **dict(options))


@dataclass(frozen=True)
class Output:
    """In which format solutions are shown, and where."""

    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="text, jsonl, csv, fen or svg.",
            autocompletion=completed("formats"),
        ),
    ] = "text"
    place: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write there, not to stdout; pictures that are several into a folder.",
        ),
    ] = None

    @property
    def on_screen(self) -> bool:
        """Whether solutions appear on the terminal."""
        return self.place is None and sys.stdout.isatty()

    def texts(self, solutions: Iterable[Solution]) -> Iterator[str]:
        """The solutions in this format, as they come."""
        from nqsat.reporting import lines, screen

        return lines(solutions, self.form, **screen(self.place))

    def drawn(self, solutions: Iterable[Solution]) -> list[str]:
        """The same of one or two, without numbers on top."""
        from nqsat.reporting import draw, screen

        if self.form != "text":
            return list(self.texts(solutions))
        return [draw(one.board, one, **screen(self.place)) for one in solutions]

    def writer(self, *, one: bool) -> AbstractContextManager[Callable[[str], object]]:
        """What takes one text after the other.

        Args:
            one: whether there will be one solution at most.

        Raises:
            InvalidModel: there is no such format, or the place cannot be written to.
        """
        from nqsat.files import writer

        if (
            self.form == "svg"
            and self.place is not None
            and self.place.suffix == ".svg"
            and not one
        ):
            reason = f"{self.place} would have several pictures: name a folder, or give --limit 1"
            raise InvalidModel("output", reason)
        return writer(self.place, pictures=self.form == "svg" and not one)

    def put(self, texts: Iterable[str], *, one: bool = True) -> None:
        """Write texts, one after the other."""
        with self.writer(one=one) as put:
            for text in texts:
                put(text)


def kept(question: Callable[P, A], *given: P.args, **asked: P.kwargs) -> A:
    """The answer to a question; after Ctrl-C what was known by then, which says so."""
    try:
        return question(*given, **asked)
    except Interrupted as stopped:
        return cast("A", stopped.answer)


def command(*examples: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function as a command of ``app``; its groups become the options of the command.

    Every command takes ``-q``, also one that has nothing to be quiet about.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
        flat = list(_flatten(function, hints, groups))
        silent = all(parameter.name != "quiet" for parameter in flat)
        if silent:
            keyword = inspect.Parameter.KEYWORD_ONLY
            flat.append(inspect.Parameter("quiet", keyword, default=False, annotation=Quiet))

        @wraps(function)
        def run(**given: Any) -> None:
            if silent:
                del given["quiet"]
            for name, group in groups.items():
                mine = {field.name: given.pop(field.name) for field in fields(group)}
                given[name] = group(**mine)
            try:
                with handled_by(interrupt):
                    function(**given)
                    sys.stdout.flush()
            except (typer.Exit, NqsatError):
                raise
            except BaseException as error:
                raise Stopped from error  # Typer has its own ideas of several

        run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in flat}
        text = "\n".join(f"  {example}" for example in examples)
        name = function.__name__.removesuffix("_command")
        app.command(name, epilog=f"\b\nExamples:\n{text}" if examples else None)(run)
        return run

    return register


def _flatten(
    function: Callable[..., None], hints: dict[str, Any], groups: dict[str, Any]
) -> Iterator[inspect.Parameter]:
    """The parameters of a function, those that are groups replaced by the fields of the group."""
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in groups:
            yield parameter.replace(annotation=hints[name], kind=parameter.KEYWORD_ONLY)
            continue
        inner = get_type_hints(groups[name], include_extras=True)
        for field in fields(groups[name]):
            yield _parameter(field, inner[field.name])


def _parameter(field: Field[Any], annotation: Any) -> inspect.Parameter:
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
