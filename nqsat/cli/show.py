"""The commands that show: list, show, export."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.completion import KINDS, found, found_lines
from nqsat.cli.definition import Options
from nqsat.cli.output import check_pictured, picture_converter, print_json, style
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, blaming, unknown
from nqsat.extensions import Argument
from nqsat.files import format_of, print_drawn, writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nqsat.chess import Square
    from nqsat.modelling import Family, Kind, Model

    Parameters = Mapping[str, int | str] | Mapping[str, str]

#: The formats of models, and how the names of such files end.
EXPORTS = {
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "cpsat": (".pbtxt", ".txtpb"),
    "python": (".py",),
    "json": (".json",),
}

#: The formats of a file in which cardinalities, or tours, become clauses in one of several ways.
CLAUSAL = {"encoding": ("dimacs",), "circuit": ("dimacs", "opb")}


@command("nqsat list", "nqsat list engines", "nqsat list knight", "nqsat list --json")
def list_command(
    options: Options,
    words: Annotated[
        list[str] | None,
        Argument(f"{', '.join(KINDS)}; or words to search for.", "[WHAT]...", "kinds"),
    ] = None,
) -> None:
    """List the models, rules, engines, pieces …, or search them."""
    what = " ".join(words or ["models"])
    if what not in KINDS:
        _print_found(what, as_json=options.json)
        return
    families = nqsat.modelling.catalogue()
    if not options.json and what == "models":
        _print_families(families)
    elif not options.json and what == "rules":
        _print_rules()
    elif not options.json:
        _print_table((what, ""), KINDS[what]())
    elif what == "models":
        for family in families:
            data = {"params": list(family.parameters), "oeis": list(family.oeis)}
            print_json({"model": family.name, **data, "summary": family.summary})
    else:
        for name, line in KINDS[what]():
            print_json({"name": name, "what": line})


def _print_found(words: str, *, as_json: bool) -> None:
    """The models, rules and pieces that have these words."""
    having = found(words)
    if not having:
        raise InvalidModel("list", unknown(words, KINDS))
    if not as_json:
        print(*found_lines(having), sep="\n")
        return
    for kind, rows in having.items():
        for name, line in rows:
            print_json({"kind": kind, "name": name, "what": line})


def _print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print_drawn(nqsat.reporting.table(None, columns, rows, **nqsat.reporting.screen()))


def _print_rules() -> None:
    """For each rule an example, as it is typed, and below it what the rule asks."""
    for rule, (_, what) in zip(nqsat.modelling.rules.RULES, KINDS["rules"](), strict=True):
        print(f"--rule {rule.example}\n    {what}")


def _print_families(families: Iterable[Family]) -> None:
    """A line for each family, of at most 80 columns; `nqsat show` has the rest."""
    for family in families:
        name = " ".join([family.name, *family.parameters])
        print(f"{name + ' ':32} {family.title}")


@command(
    "nqsat show queens",
    "nqsat show A000170",
    "nqsat show queens -p n=8",
    "nqsat show --board cylinder:5x6 --piece NN=any",
    "nqsat show --board 8x8 --piece Q=8 --preset Q@a7 -o givens.svg",
    "nqsat show star-battle -p regions=AAB/ACB/CCB -p stars=1 -o puzzle.svg",
    "nqsat show --board 5x5 --tour N --open --from a1 --number c3=13 -o tour.svg",
    "nqsat show --board 8x8 --piece Q=1 --preset Q@d4 --arrow d4-d8 -o queen.svg",
    "nqsat show --board 8x8 --piece NN=1 --attacks d4",
)
def show_command(options: Options) -> None:
    """Explain a model: statement, parameters, published counts.

    With -p it also shows the board and the size of the formula. An OEIS number names the model that it
    counts. nqsat shows published counts, and never answers with them. With -o or --format it draws the
    board with its givens, regions and marks. With --attacks it shows what a piece attacks on the empty
    board, as text, or as a picture with a dot on each square.
    """
    if options.output is not None or options.form:
        _draw(options)
        return
    check_pictured(options, "")
    if options.attacks is not None:
        _print_attacks(Source(options).only_model()[2], options.attacks)
        return
    source, model = Source(options), options.model
    if options.parameter and (sequence := source.sequence) is not None:
        own = source.family.typed(source.parameters) if source.family else {}
        given = [f"{name}={value}" for name, value in sequence.of(own).items()]
        source = Source(replace(options, model=sequence.family.name, parameter=given))
    elif model is not None and nqsat.modelling.OEIS.fullmatch(model):
        having = [family for family in nqsat.modelling.catalogue() if model in family.oeis]
        if not having:
            nqsat.modelling.find_sequence(model)  # raises with the reason
        if len(having) > 1:
            source.refuse_more("asks of one model; name one of these", "-p")
            _print_families(having)
            return
        source = Source(replace(options, model=having[0].name))
    elif model is not None and (rows := _matching_kinds(model)):
        source.refuse_more("asks of a model", "-p")
        for kind, what in rows:
            print(f"{kind.removesuffix('s')}: {model}\n    {what}")
        return
    family = source.family
    if family is not None and family.missing(source.parameters) and not source.parameters:
        source.refuse_more("asks of a model, not of a family; give -p too")
        _print_family(family)
    else:
        _print_model(source)


def _draw(options: Options) -> None:
    """The board as a picture, with givens, regions and marks."""
    from nqsat.reporting.canvas import svg_text
    from nqsat.reporting.model_svg import drawn_given

    known = nqsat.reporting.endings(*nqsat.reporting.PICTURES)
    form = format_of(options.output, known, given=options.form, default="svg")
    _, _, model = (source := Source(options)).only_model()
    look = style(options, model, clues=source.clue_marks(model))
    if options.attacks is not None:
        here, attacked = _attacks(model, options.attacks)
        dots = sorted(set().union(*attacked.values()))
        marks = [f"{model.board.name(square)}=dot" for square in dots]
        look = replace(look, marks=(*look.marks, f"{model.board.name(here)}=star", *marks))
    with writer(options.output, made=picture_converter(form, options.output)) as put:
        put(svg_text(drawn_given(model, look)))


def _attacks(model: Model, name: str) -> tuple[Square, dict[Kind, frozenset[Square]]]:
    """The square of this name, and what each piece attacks from there on the empty board."""
    board = model.board
    with blaming("attacks"):
        here = board.parse_square(name)
    return here, {kind: nqsat.chess.attacks(kind.piece, board)[here] for kind in model.kinds}


def _print_attacks(model: Model, name: str) -> None:
    """For each piece the board with an x on each square that it attacks, and their names."""
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
        print(f"{piece} on {board.name(here)} attacks {number}{left}{names}")


def _matching_kinds(name: str) -> list[tuple[str, str]]:
    """The kinds, as in KINDS, that list something of this name, with its line; none for a model."""
    if nqsat.modelling.names_a_file(name) or name in dict(KINDS["models"]()):
        return []
    return [(kind, what) for kind, rows in KINDS.items() for word, what in rows() if word == name]


def _print_family(family: Family) -> None:
    """A problem for any parameters: statement, parameters, known counts, an example."""
    print(" ".join([family.name, *family.parameters]))
    if family.oeis:
        print(" ".join(family.oeis))
    print("\n" + _description(family))
    _print_known(family.name)
    for case in [*family.cases()][-1:]:
        words = [f"-p {shlex.quote(f'{name}={value}')}" for name, value in case.items()]
        print("\nfor example:", "nqsat count", family.name, *words)


def _description(family: Family) -> str:
    """What the family says of itself, without the marks that its docstring has around code."""
    return family.documentation.replace("``", "")


def _print_model(source: Source) -> None:
    """A model: declaration, board, formula sizes."""
    plural = nqsat.modelling.plural
    name, parameters, model = source.only_model()
    formula = nqsat.compiling.lower(model)  # refuses what is too large before anything is printed
    print(model.text)
    if source.family is not None and source.family.documentation:
        print("\n" + _description(source.family))
    drawn = nqsat.reporting.draw(model.board, marks=_given(model), **nqsat.reporting.screen())
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
    _print_table(("form", "variables", "constraints"), rows)
    print(f"symmetries that preserve the model: {_group_size(model)}")
    _print_known(name, parameters)


def _given(model: Model) -> dict[Square, str]:
    """What is given on squares: pieces, numbers of a tour, the letters of paths at their ends."""
    if isinstance(model, nqsat.modelling.Placement):
        symbols = {kind.name: kind.symbol for kind in model.kinds}
        return {piece.square: symbols[piece.kind] for piece in model.given}
    if isinstance(model, nqsat.modelling.Tour):
        checkpoints = {square: str(number) for number, square in enumerate(model.checkpoints, 1)}
        return checkpoints | {square: str(number) for square, number in model.numbers}
    return model.letters if isinstance(model, nqsat.modelling.Factor) else {}


def _print_known(name: str, parameters: Parameters | None = None) -> None:
    """The published counts of a family, all or for some parameters, if there are any."""
    text_of = nqsat.modelling.text_of
    known = nqsat.evidence.known_counts(name, parameters)
    if not known:
        return
    rows = [
        (text_of(x.params), str(x.value), text_of(x.question), x.oeis, x.convention) for x in known
    ]
    columns = ("parameters", "count", "asked", "OEIS", "what")[: 4 if parameters is None else 5]
    print("\nsome published counts (never used to answer):")
    _print_table(columns, [row[: len(columns)] for row in rows])


def _group_size(model: Model) -> str:
    try:
        return str(len(model.symmetries()))
    except InvalidModel as error:  # a rule of the user's own does not say
        return f"unknown ({error})"


@command(
    "nqsat export queens -p n=8 --format dimacs > queens8.cnf",
    "nqsat export queens -p n=8 --format cpsat -o queens8.pbtxt",
    "nqsat export --board 8x8 --piece N=any --maximise pieces -o knights8.opb",
    "nqsat export --board 6x6 --tour N --circuit binary -o tours6.cnf",
)
def export_command(options: Options) -> None:
    """Write a model as DIMACS, OPB, CP-SAT text, Python or JSON.

    DIMACS includes the projection (c p show) and a table of variables, so model counters such as Ganak, d4
    and ApproxMC can read it. OPB (pseudo-Boolean) has both as comments. OPB, CP-SAT and JSON keep
    cardinalities and the objective. The Python program needs only OR-Tools, and prints all solutions.
    """
    form = format_of(options.output, EXPORTS, given=options.form, default="dimacs")
    for name, forms in CLAUSAL.items():
        if form not in forms:
            reason = f"is for {' and '.join(forms)}; {form} has no such clauses"
            options.refuse(reason, f"--{name}")
    encoding, circuit = options.encoding or "auto", options.circuit or "one-hot"
    if circuit == "lazy":
        raise InvalidModel("circuit", "lazy is not a complete formula; choose another for a file")
    nqsat.compiling.find_encoding(encoding)
    nqsat.compiling.find_circuit(circuit)
    _, _, model = Source(options).only_model()
    with writer(options.output) as put:
        put(_export_text(model, form, encoding, circuit).rstrip("\n"))
    if options.output is None and sys.stdout.isatty():
        options.note(f"this is {form}: -o model{EXPORTS[form][0]} writes it to a file")


def _export_text(model: Model, form: str, encoding: str, circuit: str) -> str:
    """The text of the file."""
    compiling = nqsat.compiling
    if form == "json":
        return nqsat.modelling.dumps(model)
    formula = compiling.lower(model)
    if form == "cpsat":
        return compiling.to_cp_text(formula)
    if form == "python":
        lines = compiling.program_lines(formula, " ".join(model.text.split()))
    elif form == "opb":
        lines = compiling.opb_lines(formula, circuit)
    elif formula.goal is not None:
        raise InvalidModel("objective", "DIMACS has none; choose opb, cpsat or json")
    else:
        lines = compiling.dimacs_lines(formula, compiling.to_cnf(formula, encoding, circuit))
    return "\n".join(lines)
