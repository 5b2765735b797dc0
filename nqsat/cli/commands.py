"""How a function becomes a command of the program.

Its first parameter is an ``Options`` with what ``definition.COMMANDS`` says that it takes; further ones are
arguments, as Typer reads them.
"""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from nqsat.cli import Unforeseen, completion, handled_by, interrupt, typed
from nqsat.cli.definition import (
    ADDED,
    COMMANDS,
    DEFAULTS,
    GROUPS,
    OPTIONS,
    OTHER_WORDS,
    CommandEntry,
    Options,
    flag_of,
    flags_of,
    headings,
)  # fmt: skip
from nqsat.errors import Interrupted, InvalidModel, NqsatError, unknown
from nqsat.extension_points import Argument, load

A = TypeVar("A")
P = ParamSpec("P")

#: The function of a command; it returns the exit code.
Body = Callable[..., int | None]

#: The types of all options.
_TYPES = get_type_hints(Options) | {name: option.type for name, option in ADDED.items()}

#: How a value is read, by what help calls it; integers are all read in one way.
_READERS: Mapping[str | None, Callable[[str], object]] = {
    "SECONDS": typed.seconds,
    "GIB": typed.gibibytes,
}
_INTEGERS = dict.fromkeys((int, int | None), typed.number)

#: An argument that names a model, where a command was expected.
_MODEL = re.compile(r"A[0-9]{6,7}|.+\.py:\w+|.+\.(json|cnf|opb)", re.ASCII)


class Commands(TyperGroup):
    """Commands; a word of others, or a model, in the place of one gets advice."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in groups, each with the first line of what it says of itself."""
        width = max(map(len, self.commands))
        sections = {"Commands": [*self.commands]} if self.name == "job" else headings()
        for heading, names in sections.items():
            if known := [name for name in names if name in self.commands]:
                with formatter.section(heading):
                    rows = (f"  {name:{width}}  {_summary(self.commands[name])}" for name in known)
                    formatter.write("".join(f"{row}\n" for row in rows))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; see ``click.Group``."""
        name = args[0]
        if name not in self.commands:
            from nqsat.sources import catalogue

            said = [*args] if _MODEL.fullmatch(name) else typed.spelled(args, catalogue())
            if said is not None:
                words = shlex.join(said)
                raise InvalidModel(
                    "command", f"did you mean nqsat count {words}, or solve, view …?"
                )
            title = f"job {name}" if self.name == "job" else name
            if title in OTHER_WORDS:
                raise InvalidModel("command", f"did you mean nqsat {OTHER_WORDS[title]}?")
            raise InvalidModel("command", unknown(name, self.commands))
        return super().resolve_command(ctx, args)


class GroupedCommand(TyperCommand):
    """A command whose options are shown in groups; its own come first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse a second value of an option that has one; see ``click.Command``."""
        *_, params = self.make_parser(ctx).parse_args([*args])
        for param in params:
            several = param.multiple or getattr(param, "is_flag", True)  # an argument has its place
            if params.count(param) > 1 and not several:
                raise InvalidModel(param.opts[0], "is given twice; give one value")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        arguments, records = [], {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record and param.param_type_name == "argument":
                arguments.append(record)
            elif record:
                records[param.name] = record
        shared = {
            heading: [records.pop(name) for name in names if name in records]
            for heading, names in GROUPS.items()
        }
        own = {"Arguments": arguments, "Options": [*records.values()]}
        for heading, rows in (own | shared).items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows, col_max=24)


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
    help="Count, list and verify arrangements of pieces on boards, and tours across them.",
    epilog="Exit codes: 0 answered; 1 verify found a disagreement; 2 the request was wrong; "
    "3 incomplete (a limit or an interrupt); 4 an engine failed, or an unexpected error (a full disk).",
)

jobs = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Inspect and merge long counts.\n\nnqsat count MODEL --job FILE begins and resumes one.",
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


def until_interrupted(question: Callable[P, A], *given: P.args, **asked: P.kwargs) -> A:
    """The answer to a question; after Ctrl-C a partial one, marked as such."""
    try:
        return question(*given, **asked)
    except Interrupted as stopped:
        return cast("A", stopped.answer)


def command(
    *examples: str, of: str = "", called: str = "", takes: Sequence[str] | None = None
) -> Callable[[Body], Body]:
    """Register a function as a command.

    Every command takes ``-q``; help shows it where there is something to be quiet about.

    Args:
        examples: of how it is used.
        of: the command whose own it is.
        called: its name; by default that of the function.
        takes: its options; by default what the table says.
    """

    def register(function: Body) -> Body:
        name = called or function.__name__.removesuffix("_command")
        title = f"{of} {name}".strip()
        entry = COMMANDS.get(title, CommandEntry("", ""))
        taken, more = entry.takes if takes is None else takes, entry.more
        parameters = {parameter.name: parameter for parameter in _parameters([*taken, "quiet"])}
        _, *arguments = inspect.signature(function, eval_str=True).parameters.values()
        own = [_argument(argument) for argument in arguments if argument.name != "source"]

        @wraps(function)
        def run(**given: Any) -> int | None:
            values = {name: given.pop(name) for name in parameters}
            added = {name: values.pop(name) for name in ADDED if name in values}
            options = Options(**values, added=added)
            typed = options
            try:
                with handled_by(interrupt):
                    if options.model is not None or options.board is not None:
                        from nqsat.cli.question import read_words

                        options = read_words(options, title)
                    if options.more and "number_of" not in added:
                        reason = "nqsat puzzle prints several on a sheet, nqsat audit checks them"
                        raise InvalidModel("model", f"{options.more[0]}: one at a time; {reason}")
                    options.check(title, taken)
                    if len(own) < len(arguments):
                        from nqsat.cli.source import Source

                        given["source"] = Source(options)
                    code = function(options, **given)
                    sys.stdout.flush()
            except InvalidModel as error:
                _name_option(error, typed)
                raise
            except (NqsatError, Unforeseen):  # help calls another command
                raise
            except BaseException as error:
                raise Unforeseen from error  # Typer has its own ideas of several
            return code

        all_parameters = [*own, *parameters.values()]
        run.__signature__ = inspect.Signature(all_parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in all_parameters}
        shown = [*examples, *(example for command in more for example in command.examples)]
        text = "\n".join(f"  {example}" for example in shown)
        epilog = f"\b\nExamples:\n{text}" if shown else None
        about = [
            inspect.cleandoc(function.__doc__ or ""),
            *(command.says for command in more if command.says),
        ]
        run.__doc__ = "\n\n".join(about)
        (jobs if of else app).command(name, cls=GroupedCommand, epilog=epilog)(run)
        return run

    return register


@cache
def add_command(name: str) -> Body:
    """Register the command of this name that an extension has."""
    (entry, *_) = COMMANDS[name].more
    return command(called=name)(load(entry.run))


def _argument(parameter: inspect.Parameter) -> inspect.Parameter:
    kind, *notes = get_args(parameter.annotation) or (parameter.annotation,)
    about = next((note for note in notes if isinstance(note, Argument)), None)
    if about is None:
        return parameter
    complete = completion.completed(about.names) if about.names else None
    info = typer.Argument(metavar=about.metavar, help=about.words, autocompletion=complete)
    return parameter.replace(annotation=Annotated[kind, info])


def _parameters(taken: Sequence[str]) -> Iterator[inspect.Parameter]:
    """Options, and the words that name a model, as Typer reads them."""
    for name in dict.fromkeys(taken):
        if name in OPTIONS:
            option = OPTIONS[name]
            info: Any = typer.Option(
                DEFAULTS[name],
                *flags_of(name),
                help=option.words,
                metavar=option.metavar,
                parser=_parser(_READERS.get(option.metavar, _INTEGERS.get(_TYPES[name]))),
                show_default=True if option.shown is None else option.shown,
                autocompletion=completion.completed(option.names) if option.names else None,
                hidden=name == "quiet" and name not in taken[:-1],
            )
        elif name == "more":
            info = typer.Argument(None, metavar="-p NAME=VALUE", hidden=True)
        else:
            info = typer.Argument(
                None,
                metavar="MODEL",
                help="A name in the catalogue (nqsat list), file.py:function, model.json, formula.cnf, "
                "formula.opb, or a puzzle: FILE.pzprv3 or its address on puzz.link. Parameters may follow: "
                "queens 8, kings n=4 k=3.",
                autocompletion=completion.completed("models"),
            )
        yield inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=info, annotation=_TYPES[name]
        )


def _parser(read: Callable[[str], object] | None) -> Callable[[Any], object] | None:
    """The parser of the typed value, or of the default; None: Typer's own."""
    if read is None:
        return None

    def parse(value: Any) -> object:
        try:
            return read(value) if isinstance(value, str) else value
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


def _name_option(error: InvalidModel, typed: Options) -> None:
    """Call the field at fault as it was typed: ``fixed_by`` is ``--fixed-by``."""
    if re.fullmatch("rule .+", str(error.path[0])) and typed.given("--rule"):
        error.place(f"--{error.field}")
    if typed.model and not typed.dimacs and error.path in (("--dimacs",), ("dimacs",)):
        error.place(typed.model if error.path == ("--dimacs",) else "model")
    several = len(error.path) > 1 and isinstance(error.path[1], int)  # presets[0].square
    path = error.path[:1] if several else error.path
    for name in OPTIONS:
        spelled = ((name,), (f"{name}s",), (name.removesuffix("s"),))
        if path in spelled and typed.given(flag_of(name)):
            error.place(flag_of(name))
            return
