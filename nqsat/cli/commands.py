"""How a function becomes a command of the program.

Its parameters are options, and groups of them: frozen dataclasses whose fields are options. Typer sees
their fields, the function gets the groups.
"""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, field, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import OptionInfo

from nqsat.cli import Stopped, handled_by, interrupt
from nqsat.errors import Interrupted, InvalidModel, NqsatError

A = TypeVar("A")
P = ParamSpec("P")

#: What a command does; what it returns is the exit code.
Body = Callable[..., int | None]

#: Where a field has its option.
OPTION = "option"


#: The commands in the order in which one needs them.
GROUPS: Mapping[str, Sequence[str]] = {
    "Begin": ("help", "list", "show"),
    "Ask": ("solve", "count", "enumerate", "view"),
    "Pictures and puzzles": ("draw", "puzzle"),
    "More about the solutions": ("table", "sample", "rank", "heat"),
    "Evidence": ("verify", "certify", "check"),
    "Long counts": ("job",),
    "Other programs and this machine": ("export", "doctor"),
}

#: The options that several commands have, in the order in which one needs them. The options that only one
#: command has come after the first group.
OPTION_GROUPS: Mapping[str, Sequence[str]] = {
    "Most used": ("-p", "--board", "--piece", "--rule", "--tour"),
    "The model": (
        "--graph", "--preset", "--maximise", "--minimise", "--fixed-by", "--dimacs", "--model",
    ),
    "A tour or a factor": (
        "--open", "--from", "--to", "--through", "--avoiding", "--number", "--unit", "--factor", "--degree",
        "--maximal",
    ),
    "The answer": ("--modulo", "--method", "--by", "--limit", "--time-limit", "--job", "--plan"),
    "Engines": (
        "--engine", "--solver", "--encoding", "--circuit", "--seed", "--memory", "--workers",
    ),
    "Output": (
        "-o", "--format", "--json", "-v", "-q", "--watch", "--plot", "--size", "--colours", "--coordinates",
        "--orientation", "--title", "--mark", "--arrow", "-h",
    ),
}  # fmt: skip

_GROUPED = {flag for flags in OPTION_GROUPS.values() for flag in flags}

#: What an argument is that names a model, where a command was expected.
_MODEL = re.compile(r"A[0-9]{6,7}|.+\.py:\w+|.+\.(json|cnf)", re.ASCII)


class Commands(TyperGroup):
    """The commands; a model in the place of a command is told how it is asked about."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in groups, each with the first line of what it says of itself."""
        width = max(map(len, self.commands))
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                rows = (f"  {name:{width}}  {_summary(self.commands[name])}" for name in names)
                formatter.write("".join(f"{row}\n" for row in rows))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; see ``click.Group``."""
        name = args[0]
        if name not in self.commands:
            from nqsat.modelling import catalogue

            wanted = name.replace("_", "-")
            if _MODEL.fullmatch(name) or any(wanted == one.name for one in catalogue()):
                words = shlex.join(args)
                reason = f"did you mean nqsat count {words}, or solve, enumerate, view, show …?"
                raise InvalidModel("command", f"{name} is a model; {reason}")
        return super().resolve_command(ctx, args)


class Command(TyperCommand):
    """A command whose options are shown in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options; those that no group has are the command's own."""
        arguments = []
        left: dict[str, tuple[str, str]] = {}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record and one.param_type_name == "argument":
                arguments.append(record)
            elif record:
                flag = next((x for x in one.opts if x in _GROUPED), one.opts[-1])
                left[flag] = record
        found = {
            heading: [left.pop(flag) for flag in flags if flag in left]
            for heading, flags in OPTION_GROUPS.items()
        }
        most, *others = found.items()
        for heading, records in (
            ("Arguments", arguments),
            most,
            ("Options", [*left.values()]),
            *others,
        ):
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records, col_max=24)


def _summary(one: Any) -> str:
    """The first line of a command's help, without its full stop."""
    return str(one.help).strip().partition("\n")[0].removesuffix(".")


app = typer.Typer(
    name="nqsat",
    cls=Commands,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="How many ways, and which? Pieces placed on boards, and tours across them.",
    epilog="Exit codes: 0 answered; 1 verify found a disagreement; 2 the request was wrong; "
    "3 incomplete (a limit or an interrupt); 4 an engine failed, or the unexpected (a full disk).",
)


def _version(asked: bool) -> None:  # noqa: FBT001 (as Typer calls it)
    if asked:
        from nqsat.engines.machine import version_of  # Typer calls this for every command

        print(f"nqsat {version_of('nqsat')}")
        raise typer.Exit


@app.callback()
def _program(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options before the command."""


Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Print no progress and no notes.")]


def option(text: str, *flags: str, default: Any = None, **more: Any) -> Any:
    """A parameter, or a field of a group, that is an option; ``text`` is its help."""
    made = typer.Option(default, *flags, help=text, **more)
    return field(default=default, metadata={OPTION: made})


def argument(text: str, metavar: str, default: Any = ..., **more: Any) -> Any:
    """A parameter that is no option."""
    made = typer.Argument(default, metavar=metavar, help=text, **more)
    return field(default=default, metadata={OPTION: made})


def until_interrupted(question: Callable[P, A], *given: P.args, **asked: P.kwargs) -> A:
    """The answer to a question; after Ctrl-C what was known by then, which says so."""
    try:
        return question(*given, **asked)
    except Interrupted as stopped:
        return cast("A", stopped.answer)


def command(*examples: str, within: typer.Typer = app) -> Callable[[Body], Body]:
    """Register a function as a command; its groups become the options of the command.

    Every command takes ``-q``, also one that has nothing to be quiet about.

    Args:
        examples: of how it is used.
        within: whose command it is: of the program, or of a command that has its own.
    """

    def register(function: Body) -> Body:
        hints = get_type_hints(function, include_extras=True)
        groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
        flat = list(_flatten(function, hints, groups))
        silent = all(parameter.name != "quiet" for parameter in flat)
        if silent:
            flat.append(_parameter("quiet", default=False, annotation=Quiet))

        @wraps(function)
        def run(**given: Any) -> int | None:
            typed = dict(given)
            if silent:
                del given["quiet"]
            for name, group in groups.items():
                mine = {one.name: given.pop(one.name) for one in fields(group)}
                given[name] = group(**mine)
            try:
                with handled_by(interrupt):
                    code = function(**given)
                    sys.stdout.flush()
            except InvalidModel as error:
                _name_option(error, [x for x in flat if typed[x.name] not in (None, "")])
                if typed.get("model") and typed.get("dimacs") is None:
                    _name_model(error, typed["model"])
                raise
            except NqsatError:
                raise
            except BaseException as error:
                raise Stopped from error  # Typer has its own ideas of several
            return code

        run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in flat}
        text = "\n".join(f"  {example}" for example in examples)
        name = function.__name__.removesuffix("_command")
        within.command(name, cls=Command, epilog=f"\b\nExamples:\n{text}" if examples else None)(
            run
        )
        return run

    return register


def commands_with_option(flag: str) -> list[str]:
    """The commands of the program that have an option, of those that are loaded."""
    every: Any = typer.main.get_command(app)
    return [name for name, one in every.commands.items() if any(flag in x.opts for x in one.params)]


def _name_option(error: InvalidModel, options: Sequence[inspect.Parameter]) -> None:
    """Call the field at fault as the option is called: ``fixed_by`` is ``--fixed-by``."""
    if re.fullmatch("rule .+", str(error.path[0])) and any(one.name == "rule" for one in options):
        error.place(f"--{error.field}")
    for one in options:
        every = (one.default, *getattr(one.annotation, "__metadata__", ()))
        info = next((each for each in every if isinstance(each, OptionInfo)), None)
        if info is not None and error.path in ((one.name,), (f"{one.name}s",)):
            flags = info.param_decls or (f"--{one.name.replace('_', '-')}",)
            error.place(next((flag for flag in flags if flag.startswith("--")), flags[0]))
            return


def _name_model(error: InvalidModel, model: str) -> None:
    """Call clauses that are at fault as they were typed: as MODEL."""
    if error.path in (("--dimacs",), ("dimacs",)):
        error.place(model if error.path == ("--dimacs",) else "model")


def _flatten(
    function: Body, hints: dict[str, Any], groups: dict[str, Any]
) -> Iterator[inspect.Parameter]:
    """The parameters of a function, those that are groups replaced by the fields of the group."""
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in groups:
            yield _parameter(name, parameter.default, hints[name])
            continue
        inner = get_type_hints(groups[name], include_extras=True)
        for one in fields(groups[name]):
            yield _parameter(one.name, one, inner[one.name])


def _parameter(name: str, default: Any, annotation: Any) -> inspect.Parameter:
    """A parameter as Typer reads it."""
    if isinstance(default, Field):
        default = default.metadata.get(OPTION, default.default)
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
