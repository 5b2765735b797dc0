"""The command that explains a model, and draws its board: show."""

from __future__ import annotations

import inspect
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.completion import KINDS, family_lines
from nqsat.cli.definition import Options
from nqsat.cli.output import check_pictured, picture_converter, print_table, style
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, blaming
from nqsat.extension_points import hooked
from nqsat.files import format_of, print_drawn, wrapped, writer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nqsat.chess import Square
    from nqsat.modelling import Kind, Model
    from nqsat.sources import Family

    Parameters = Mapping[str, int | str] | Mapping[str, str]

#: Lines of docstrings that are longer continue in the next line.
_FULL = 75


@command(
    "nqsat show queens",
    "nqsat show A000170",
    "nqsat show queens 8",
    "nqsat show --board cylinder:5x6 --piece NN=any",
    "nqsat show --board 8x8 --piece Q=8 --preset Q@a7 -o givens.svg",
    "nqsat show star-battle regions=AAB/ACB/CCB stars=1 -o puzzle.svg",
    "nqsat show --board 5x5 --tour N --open --from a1 --number c3=13 -o tour.svg",
    "nqsat show --board 8x8 --piece Q=1 --preset Q@d4 --arrow d4-d8 -o queen.svg",
    "nqsat show --board 8x8 --piece NN=1 --attacks d4",
)
def show_command(options: Options) -> None:
    """Explain a model: statement, parameters, published counts.

    With parameters it also shows the board and the size of the formula. An OEIS number names the model
    that it counts. With -o or --format it draws the board with its givens, regions and marks. --attacks
    prints text or, with -o, draws a picture with a dot on each attacked square of the empty board.
    """
    if options.place is not None or options.form:
        _draw(options)
        return
    check_pictured(options, "")
    if options.attacks is not None:
        _print_attacks(Source(_with_any_number(options)).only_model()[2], options.attacks)
        return
    source = Source(options).named
    options = source.options
    model = options.model
    if options.parameter and (sequence := source.sequence) is not None:
        own = source.family.typed(source.parameters) if source.family else {}
        parameters = [f"{name}={value}" for name, value in sequence.of(own).items()]
        source = Source(replace(options, model=sequence.family.name, parameter=parameters))
    elif model is not None and nqsat.sources.OEIS.fullmatch(model):
        having = [family for family in nqsat.sources.catalogue() if model in family.oeis]
        if not having:
            nqsat.sources.find_sequence(model)  # raises with the reason
        if len(having) > 1:
            source.refuse_more("is about one model; name one of these", "-p")
            print(*family_lines(having), sep="\n")
            return
        source = Source(replace(options, model=having[0].name))
    elif model is not None and (rows := _matching_kinds(model)):
        source.refuse_more(f"{model} is not a model; leave it out", "-p")
        for kind, sentence in rows:
            print(f"{kind.removesuffix('s')}: {model}")
            if kind == "rules":
                _print_rule(model)
            else:
                print(wrapped(f"    {sentence}", indented=False))
        return
    family = source.family
    if family is not None and family.missing(source.parameters) and not source.parameters:
        source.refuse_more("needs one model: give its parameters, as in -p n=8")
        _print_family(family)
    else:
        _print_model(source)


def _draw(options: Options) -> None:
    from nqsat.reporting.canvas import svg_text
    from nqsat.reporting.model_svg import drawn_given

    known = nqsat.reporting.endings(*nqsat.reporting.PICTURES)
    form = format_of(options.place, known, given=options.form, default="svg")
    asked = options if options.attacks is None else _with_any_number(options)
    _, _, model = Source(asked).named.only_model()
    look = style(options, model)
    if options.attacks is not None:
        here, attacked = _attacks(model, options.attacks)
        name = model.board.name
        marks = [f"{name(square)}=dot" for square in sorted(set().union(*attacked.values()))]
        if isinstance(model, nqsat.Placement) and len(model.kinds) == 1:
            model = nqsat.sources.refined(model, presets=[f"{model.kinds[0].name}@{name(here)}"])
        else:
            marks.append(f"{name(here)}=star")
        look = replace(look, marks=(*look.marks, *marks))
    with writer(options.place, made=picture_converter(form, options.place)) as put:
        put(svg_text(drawn_given(model, look)))


def _attacks(model: Model, name: str) -> tuple[Square, dict[Kind, frozenset[Square]]]:
    board = model.board
    with blaming("attacks"):
        here = board.parse_square(name)
    return here, {kind: nqsat.chess.attacks(kind.piece, board)[here] for kind in model.kinds}


def _with_any_number(options: Options) -> Options:
    """The options with any number of each piece: attacks do not depend on it."""
    given = [text if "=" in text else f"{text}=any" for text in options.piece or ()]
    return replace(options, piece=given or None)


def _print_attacks(model: Model, name: str) -> None:
    from nqsat.reporting.text import grid

    board, (here, attacked) = model.board, _attacks(model, name)
    for kind, squares in attacked.items():
        marks = {**dict.fromkeys(squares, "x"), here: kind.symbol}
        print(grid(board, marks))
        piece = kind.called if model.is_placement else kind.piece.called
        number = f"{len(squares)} {nqsat.modelling.plural(len(squares), 'squares')}"
        names = ": " * bool(squares) + " ".join(map(board.name, sorted(squares)))
        free = len(board.squares) - len({*squares, here})
        left = f"; {free} {'stays' if free == 1 else 'stay'} free"
        print(wrapped(f"{piece} on {board.name(here)} attacks {number}{names}{left}"))


def _matching_kinds(name: str) -> list[tuple[str, str]]:
    """The kinds, as in KINDS, that list something of this name, with its line; none for a model."""
    if nqsat.sources.names_a_file(name) or name in dict(KINDS["models"]()):
        return []
    return [
        (kind, sentence)
        for kind, rows in KINDS.items()
        for word, sentence in rows()
        if word == name
    ]


def _print_rule(name: str) -> None:
    rule = nqsat.modelling.rules.find_rule(name)
    print(f"for example: --rule {rule.example}\n")
    print(_description((inspect.getdoc(rule) or "").partition("\n\nRaises:")[0]))


def _print_family(family: Family) -> None:
    print(" ".join([family.name, *family.parameters]))
    if family.oeis:
        print(" ".join(family.oeis))
    print("\n" + _description(family.documentation))
    _print_known(family.name)
    for case in [*family.cases()][-1:]:
        words = [f"-p {shlex.quote(f'{name}={value}')}" for name, value in case.items()]
        print("\nfor example:", "nqsat count", family.name, *words)
    if (advice := hooked("family shown", family)) is not None:
        print(advice)


def _description(documentation: str) -> str:
    """A docstring in lines of a terminal, without the marks around code."""
    lines = list[str]()
    for line in documentation.replace("``", "").splitlines():
        if lines and _continues(lines[-1], line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(wrapped(line, indented=line[:1].isspace()) for line in lines)


def _continues(line: str, after: str) -> bool:
    """Whether the line of a docstring after one belongs to it, which is as long as lines there are."""
    indented = line[:1].isspace()
    entry = indented and (line.endswith(".") or re.match(r"\s+(\w+: |http)", after))
    return len(line) > _FULL and bool(after) and indented == after[:1].isspace() and not entry


def _print_model(source: Source) -> None:
    plural = nqsat.modelling.plural
    name, parameters, model = source.only_model()
    formula = nqsat.compiling.lower(model)  # refuses what is too large before anything is printed
    print(wrapped(model.text))
    if source.family is not None and source.family.documentation:
        print("\n" + _description(source.family.documentation))
    look, given = style(source.options, model), nqsat.reporting.given_on(model)
    screen = nqsat.reporting.screen()
    drawn = nqsat.reporting.drawing(model.board, None, look, marks=given, **screen)
    print_drawn(f"\n{drawn}\n")
    cnf = nqsat.compiling.to_cnf(formula)
    sizes = formula.statistics()
    parts = [(sizes[part], part) for part in ("cardinalities", "circuits", "clauses")]
    native = ", ".join(f"{size} {plural(size, part)}" for size, part in parts)
    written = f"{len(cnf.clauses)} {plural(len(cnf.clauses), 'clauses')}"
    rows = [
        ("formula (native in CP-SAT)", str(sizes["variables"]), native),
        (f"CNF, encoding {cnf.encoding}", str(cnf.variables), written),
    ]
    print_table(("form", "variables", "constraints"), rows)
    print(f"symmetries that preserve the model: {_group_size(model)}")
    _print_known(name, parameters)


def _print_known(name: str, parameters: Parameters | None = None) -> None:
    text_of = nqsat.modelling.text_of
    known = nqsat.evidence.known_counts(name, parameters)
    if not known:
        return
    rows = [
        (text_of(x.params), str(x.value), text_of(x.question), x.oeis, x.convention) for x in known
    ]
    columns = ("parameters", "count", "asked", "OEIS", "what")[: 4 if parameters is None else 5]
    print("\nsome published counts (never used to answer):")
    print_table(columns, [row[: len(columns)] for row in rows])


def _group_size(model: Model) -> str:
    try:
        return str(len(model.symmetries()))
    except InvalidModel as error:  # a custom rule does not say
        return f"unknown ({error})"
