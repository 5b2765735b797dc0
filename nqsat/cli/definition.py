"""What can be typed: every option once, with what it goes with; and which command takes which.

All of it is data. ``commands.py`` makes commands of it, which refuse what does not go together; the shared
part of the page about the command line is written from it, too.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from nqsat.errors import InvalidModel
from nqsat.extensions import Command, Option, added

Word = str | None
Words = list[str] | None

#: Where a field has its option.
OPTION = "option"


def option(words: str, metavar: str | None, *flags: str, default: Any = None, **more: Any) -> Any:
    """A field of ``Options``, with its option."""
    made = Option(words, flags, metavar, default=default, **more)
    return field(default=default, metadata={OPTION: made})


def switch(words: str, *flags: str, **more: Any) -> Any:
    """An option without a value, which is off by default."""
    return option(words, None, *flags, default=False, **more)


#: What options of models need, and of moves; and what has moves only.
OF_MODELS, MOVES_ONLY = ("MODEL", "--board"), ("--tour", "--factor")
OF_MOVES = ("MODEL", *MOVES_ONLY)


@dataclass(frozen=True, eq=False, repr=False)
class Options:
    """Every option that there is, as it was given; what a command does not take has its default."""

    # -- the model; these two are words behind the command
    model: Word = None
    more: Words = None
    parameter: Words = option(
        "A parameter of MODEL; n=4..8 is a range.",
        "NAME=VALUE", "-p", names="parameters", needs=OF_MODELS,
    )  # fmt: skip
    board: Word = option(
        "A board instead of MODEL: 8x8, torus:7x7, cylinder:5x6, klein:4x4 (a Klein bottle), "
        "projective:5x5, 4x4x4, hex:6, file:map.txt (the "
        "pieces or numbers in it are given), graph:FILE (W moves along its edges); "
        "'{n}x{n+1}' with -p n=3..8 is a family.", "BOARD", without=("MODEL",),
    )  # fmt: skip
    reading: Word = option(
        "What cells of a grid mean: numbers are steps of a tour, or checkpoints in their order; marks are "
        "pieces; 1 is a wall (walls; in a tour 2 is the start, 3 the end), or the only square (allowed).",
        "WORD", "--as", names="meanings", needs=("--board",),
    )  # fmt: skip
    piece: Words = option(
        "A piece and how many: Q=8, N=any, BN=3..5, white:Q=2; FILE.py:attacks=8, a function attacks(a, b) "
        "of two squares; repeatable (nqsat list pieces).",
        "PIECE=NUMBER", names="pieces=", needs=("--board",),
        without=MOVES_ONLY, because=", which names the piece",
    )  # fmt: skip
    rule: Words = option(
        "A further rule of MODEL; a rule of --board, where the default is non-attacking. "
        "Repeatable (nqsat list rules).", "NAME[=VALUE]", names="rules", needs=OF_MODELS,
    )  # fmt: skip
    preset: Words = option(
        "Q@a1 (a piece there), -@b2 (none there), fen:8/8/3Q4/8/8/8/8/8, perm:3142 (for each file "
        "its rank) or file:matrix.txt; repeatable.",
        "PIECE@SQUARE", needs=OF_MODELS, without=MOVES_ONLY,
    )  # fmt: skip
    tour: Word = option(
        "Closed tours of --board by PIECE, as in N; 'W visit some', 'W visit 4..8 visiting b2': cycles "
        "through some of its squares.",
        "PIECE", names="pieces", needs=("--board",), without=("--factor",),
    )  # fmt: skip
    open: bool = switch(
        "Open tours: the last square need not lead to the first.", needs=("--tour",),
    )  # fmt: skip
    factor: Word = option(
        "Sets of PIECE's moves on --board, with the same number at every square; 'W ends a1-c3 ends "
        "b1-b2', or the same letter on both: disjoint paths between these.",
        "PIECE", names="pieces", needs=("--board",),
    )  # fmt: skip
    degree: Word = option(
        "Moves at every square of a factor: 2 (the default), 1 (perfect matchings), ..1.",
        "NUMBER", needs=("--factor",),
    )  # fmt: skip
    maximal: bool = switch("Only factors to which no move can be added.", needs=("--factor",))
    # -- what is required of it
    maximise: Word = option(
        "Only solutions with the most pieces, white queens (pieces=white:Q) or unattacked squares, or the "
        "greatest sum=3*Q@a1,~Q@b3; factors with the most moves.", "MEASURE",
        needs=OF_MODELS, without=("--tour",),
    )  # fmt: skip
    minimise: Word = option(
        "Only solutions with the fewest; as --maximise.", "MEASURE", needs=OF_MODELS, without=("--tour",),
    )  # fmt: skip
    start: Word = option("The first square of an open tour.", "SQUARE", "--from", needs=OF_MOVES)
    end: Word = option("The last square of an open tour.", "SQUARE", "--to", needs=OF_MOVES)
    through: Words = option(
        "A move that the tour makes: a1-b3; repeatable.", "MOVE", needs=OF_MOVES,
    )  # fmt: skip
    avoiding: Words = option(
        "A move that the tour does not make; repeatable.", "MOVE", needs=OF_MOVES,
    )  # fmt: skip
    number: Words = option(
        "The step at which the tour visits a square: c3=13; repeatable.", "SQUARE=NUMBER", needs=OF_MOVES,
    )  # fmt: skip
    unit: Word = option("Count tours as undirected or directed.", "UNIT")
    # -- files
    dimacs: Word = option(
        "A formula in DIMACS or OPB instead of MODEL; - is standard input.", "FILE"
    )
    own: Word = option(
        "Your file from which a question, an answer or a job takes its model; it must be "
        "unchanged.", "FILE.py:f", "--model",
    )  # fmt: skip
    job: list[Path] | None = option(
        "Keep in FILE what is found: killed, the count goes on from there. verify compares such "
        "counts of the model, certify takes them as its own; both take several.", "FILE",
    )  # fmt: skip
    # -- the question
    modulo: str = option(
        "none, symmetry (count each orbit once), rotations or translations (these alone), colours "
        "(exchange colours too); of table several with commas.", "GROUP", default="none", names="modulo",
    )  # fmt: skip
    method: Word = option(
        "How orbits are counted: canonical, blocking or burnside.", "WAY", shown="by engine",
    )  # fmt: skip
    by: Word = option(
        "size: the count for each number of pieces, all at once. square: in how many solutions "
        "each square is occupied, or each move made.", "WHAT",
    )  # fmt: skip
    fixed_by: Word = option(
        "Only solutions invariant under SYMMETRY, as in rot180.", "SYMMETRY", names="symmetries",
    )  # fmt: skip
    show: Words = option(
        "Look at this alone: a kind (white:Q), a literal (Q@a1, a1-b3), a square (a1: is it in use?) or "
        "all squares. Solutions that agree on it count once. Repeatable.",
        "WHAT", names="shown", without=("--dimacs",),
    )  # fmt: skip
    labelled: bool = switch(
        "Tell pieces of one kind apart: k of them, a fixed number, count k! times.",
        without=("--modulo", "--fixed-by", "--by", "--limit", "--job", "--dask"),
    )  # fmt: skip
    at: Word = option(
        "Only solution number K (from 1), or K..L.",
        "K", without=("--modulo", "--limit", "--watch", "--workers"),
    )  # fmt: skip
    limit: int | None = option("Stop after this many solutions.", "NUMBER")
    time_limit: float | None = option(
        "Stop then; keep what was found. A page counts for 10 s, with inf to the end.", "SECONDS",
    )  # fmt: skip
    # -- the engine
    engine: Word = option(
        "auto, sat, cpsat, backtrack or bitboard; for counts also frontier, mates, sharpsat; for one "
        "solution also construct, warnsdorff, shuffle (nqsat list engines); or your own, FILE.py:Class.",
        "NAME", shown="by question", names="engines",
    )  # fmt: skip
    solver: Word = option(
        "The PySAT solver for --engine sat (nqsat list solvers).",
        "NAME", shown="by model", names="solvers",
    )  # fmt: skip
    encoding: Word = option(
        "How cardinalities become clauses (nqsat list encodings).",
        "NAME", shown="auto", names="encodings",
    )  # fmt: skip
    circuit: Word = option(
        "How a tour becomes clauses (nqsat list circuits).",
        "NAME", shown="lazy; in files one-hot", names="circuits",
    )  # fmt: skip
    seed: int | None = option(
        "Which puzzle, sample or, of solve, random tour: it is printed. Else the random seed of cpsat, "
        "sharpsat, warnsdorff or shuffle.", "NUMBER",
    )  # fmt: skip
    memory: float | None = option(
        "Memory that a count may use, all workers together; 32 MiB of Python in each are free.",
        "GIB", shown="of states 6, or three quarters of what is free",
    )  # fmt: skip
    workers: int | None = option(
        "Count this many parts at a time.", "NUMBER", shown="all cores where it is worth it",
    )  # fmt: skip
    # -- the output
    output: Path | None = option(
        "Write to this file; table and certify, and several pictures, to this folder.",
        "PLACE", "-o", "--output",
    )  # fmt: skip
    form: str = option(
        "text, jsonl, csv, fen, svg, png or pdf; matrix, pairs (file, rank), permutation (for each file "
        "its rank), permutation=ranks (for each rank its file); of export dimacs, opb, cpsat or json; of "
        "puzzle puzzlink or pzprv3.",
        "NAME", "--format", default="", shown="as PLACE is named", names="formats", without=("--json",),
    )  # fmt: skip
    json: bool = switch("One JSON object on a line.")
    watch: bool = switch(
        "Show a live board on stderr: the latest or the best solution.", without=("--quiet",),
    )  # fmt: skip
    plot: Path | None = option(
        "Plot the counts: .svg, .png or .pdf (needs matplotlib).", "FILE", needs=("--by",),
    )  # fmt: skip
    verbose: bool = switch("Print what each engine would cost, or says.", "-v", "--verbose")
    quiet: bool = switch("Print no progress and no notes.", "-q", "--quiet")
    # -- pictures
    size: int | None = option("The side of a square.", "PIXELS", shown="45")
    colours: Word = option(
        "A palette (nqsat list palettes), parts (light=#eee,path=#a00), or both.",
        "NAMES", shown="wood", names="palettes",
    )  # fmt: skip
    coordinates: bool | None = option(
        "Whether ranks and files are named.", None, "--coordinates/--no-coordinates", shown="they are",
    )  # fmt: skip
    orientation: Word = option(
        "Turned by rot90, rot180, rot270, flip-rows …", "SYMMETRY", names="symmetries",
    )  # fmt: skip
    title: Word = option("A title above the board, or of the page.", "TEXT")
    mark: Words = option("Mark a square: d4, d4=cross, d4=dot, d4=star, d4=tint.", "SQUARE")
    arrow: Words = option("An arrow: a1-b3.", "MOVE")
    attacks: Word = option("Show which squares each piece attacks from here.", "SQUARE")
    # -- of one command
    unique: bool = switch("Print the only solution, or two that differ.")
    why: bool = switch(
        "Reason step by step; if there is no solution, name a minimal set of requirements that "
        "contradict each other.",
        without=("--unique",),
    )  # fmt: skip
    plan: bool = switch(
        "Print the plan and its estimate, then exit.", without=("--job", "--dask", "--plot"),
    )  # fmt: skip
    parts: Word = option(
        "Split into about N parts; or with --job count only parts A..B.",
        "N|A..B", needs=("--job", "--dask"),
    )  # fmt: skip
    dask: Word = option("A Dask scheduler whose workers count (needs distributed).", "ADDRESS")
    draws: int = option("How many.", "NUMBER", "-n", "--draws", default=1)
    diverse: int | None = option(
        "So many that differ as much as can be found.", "NUMBER", without=("-n",)
    )
    agree: int = option(
        "Print a term only when this many engines agree on it.", "NUMBER", default=1,
    )  # fmt: skip
    keep: Path | None = option("Keep what is found there, and go on from it.", "DIR")
    proof: Word = option("list, recount or layers.", "WAY", shown="depends on the count")
    force: bool = switch("Replace an existing certificate.")
    no_check: bool = switch("Skip the independent check.")
    max_states: int | None = option("The most states that a recount may have.", "N")
    step: int | None = option("Check one step of a recount in layers only.", "K")
    verified: bool = switch("The program that is proved in Coq counts in a recount.")
    zarith: bool = switch("Zarith adds the numbers of that program: faster if they are long.")
    givens: int | None = option(
        "Give exactly this many clues.", "NUMBER", shown="as many as are needed",
    )  # fmt: skip
    symmetric: Word = option(
        "Place the clues symmetrically, as under rot180.", "SYMMETRY", names="symmetries",
    )  # fmt: skip
    difficulty: Word = option(
        "As hard as this: easy, medium, hard or very-hard; easy..hard is a range.", "GRADE",
    )  # fmt: skip
    number_of: int = option(
        "Make this many puzzles, with consecutive seeds; the easiest comes first.",
        "NUMBER",
        default=1,
    )
    answer: bool = switch("Print the solution too.", without=("--json", "--format"))
    browser: bool = switch("Open the page in a browser.")
    verify: bool = switch(
        "Compare engines, and show the result on the page.", without=("--certificate",),
    )  # fmt: skip
    certificate: Path | None = option(
        "Check the certificate, and show the result on the page.", "DIR",
    )  # fmt: skip
    audit: str = option(
        "Count this share of the parts again by another engine.", "SHARE", default="0%",
    )  # fmt: skip

    #: What was given of the options of extensions.
    added: Mapping[str, Any] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """The value of an option, also of one that an extension adds."""
        return self.added[name] if name in self.added else getattr(self, name, DEFAULTS[name])

    def given(self, flag: str) -> bool:
        """Whether an option is given, or ``MODEL``; not one of an extension that is not there."""
        name = NAMES.get(flag)
        return name is not None and self.value(name) not in (DEFAULTS[name], [])

    def words(self, flag: str) -> list[str]:
        """The values of an option of the model, as they were given; one empty word for a switch."""
        value = self.value(NAMES[flag])
        if isinstance(value, list):
            return value
        return [value] if isinstance(value, str) else [""] if value else []

    def refuse(self, reason: str, *flags: str) -> None:
        """Complain about the first of these options that is given."""
        for flag in flags:
            if self.given(flag):
                raise InvalidModel(flag, reason)

    def check(self, command: str, taken: Collection[str]) -> None:
        """Refuse what does not go together, of the options that a command takes."""
        if self.dimacs is not None and "dimacs" not in taken:
            *most, last = [title for title, entry in COMMANDS.items() if "dimacs" in entry.takes]
            raise InvalidModel("--dimacs", f"clauses are for {', '.join(most)} and {last}")
        if self.dimacs is not None and self.model is not None:
            raise InvalidModel("--dimacs", f"stands in place of a MODEL; leave out {self.model}")
        for name, option in OPTIONS.items():
            flag = flag_of(name)
            if name not in taken or not self.given(flag):
                continue
            if self.dimacs is not None and name not in CLAUSAL:
                raise InvalidModel(flag, f"is for models; it does not go with {self.dimacs}")
            needs = [other for other in option.needs if NAMES.get(other) in taken]
            if needs and not any(map(self.given, needs)):
                *most, last = needs
                reason = f"goes with {', '.join(most)}{' or ' * bool(most)}{last}"
                if self.model and {*needs} <= {"--board", "--tour", "--factor"}:
                    reason += f", not with MODEL {self.model}"
                hint = OTHER_WORDS.get(f"{command} {flag}")
                raise InvalidModel(flag, f"{reason}; {hint}" if hint else reason)
            for other in filter(self.given, option.without):
                named = f"MODEL {self.model}" if other == "MODEL" else other
                raise InvalidModel(flag, f"does not go with {named}{option.because}")

    def note(self, text: str, because: str | None = None) -> None:
        """Say something on stderr, unless quiet."""
        if not self.quiet:
            say_what_was_read()
            print(f"{text}: {because}" if because else text, file=sys.stderr)

    def note_read(self, read: object) -> None:
        """Note once what was read of a file; said before other notes, and not beside a refusal."""
        if not (read is None or self.quiet or f"read: {read}" in _READ):
            _READ.append(f"read: {read}")


#: What was read of files in this call and is still to be said: a refusal is one line.
_READ: list[str] = []


def say_what_was_read(*, refused: bool = False) -> None:
    """Say on stderr what was read; nothing if the request is refused."""
    for text in [] if refused else _READ:
        print(text, file=sys.stderr)
    _READ.clear()


_OWN: Mapping[str, Option] = {x.name: x.metadata[OPTION] for x in fields(Options) if x.metadata}

#: The options of extensions, and all by their names; their defaults; and what they are called, which
#: ``MODEL`` is, too.
ADDED: Mapping[str, Option] = dict(added("options", {x.name for x in fields(Options)}))
OPTIONS: Mapping[str, Option] = {**_OWN, **ADDED}
DEFAULTS: Mapping[str, Any] = {
    **{declared.name: declared.default for declared in fields(Options)},
    **{name: option.default for name, option in ADDED.items()},
}


def flags_of(name: str) -> tuple[str, ...]:
    """How an option is typed."""
    return OPTIONS[name].flags or (f"--{name.replace('_', '-')}",)


def flag_of(name: str) -> str:
    """How an option is called: by the last of its flags."""
    return flags_of(name)[-1].partition("/")[0]


NAMES: Mapping[str, str] = {"MODEL": "model"} | {
    part: name for name in OPTIONS for flag in flags_of(name) for part in flag.split("/")
}

# -- which command takes which -----------------------------------------------------------

MODEL = ("model", "more", "parameter", "board", "reading", "piece", "rule", "preset")
MOVES = ("tour", "open", "factor", "degree", "maximal")
BEST = ("maximise", "minimise")
REQUIRED = (*BEST, "start", "end", "through", "avoiding", "number", "unit")
EVERY_MODEL = (*MODEL, *MOVES, *REQUIRED)
FILES = ("dimacs", "own")
SEARCH = ("engine", "solver", "encoding", "circuit", "seed")
LIMITS = ("fixed_by", "time_limit")
LOOK = ("size", "colours", "coordinates", "orientation")
PICTURES = (*LOOK, "title", "mark", "arrow")
USER_FILES = ("own", "engine")

#: What goes with the clauses of a file.
CLAUSAL = {
    "dimacs", "engine", "solver", "seed", "memory", "workers", "limit", "job", "parts", "time_limit",
    "at", "draws", "output", "form", "json", "quiet",
}  # fmt: skip

#: The headings under which help shows options, in the order in which one needs them. Options that only one
#: command has come after the arguments.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "The model": MODEL[2:],
    "A tour or a factor": MOVES,
    "More of the model": REQUIRED,
    "The question": (
        *FILES, "show", "modulo", "method", "by", "at", *LIMITS, "limit", "job",
    ),
    "The engine": (*SEARCH, "memory", "workers"),
    "The output": ("output", "form", "json", "verbose", "quiet", "watch", "plot"),
    "Pictures": PICTURES,
}  # fmt: skip


class CommandEntry(NamedTuple):
    """Where a command stands in the help of the program, the module that has it, and its options.

    Args:
        more: what extensions add.
    """

    heading: str
    module: str
    takes: tuple[str, ...] = ()
    more: tuple[Command, ...] = ()


#: The commands in the order in which one needs them.
_OWN_COMMANDS: Mapping[str, CommandEntry] = {
    "help": CommandEntry("Begin", "cheat_sheet"),
    "list": CommandEntry("Begin", "show", ("json",)),
    "show": CommandEntry("Begin", "show", (*EVERY_MODEL, "attacks", "output", "form", *PICTURES)),
    "solve": CommandEntry("Ask", "solve", (
        *EVERY_MODEL, *FILES, "show", "unique", "why", *SEARCH, *LIMITS, "output", "form", "json", "watch",
        *LOOK, "title", "quiet")),
    "count": CommandEntry("Ask", "count", (
        *EVERY_MODEL, *FILES, "show", "modulo", "method", "by", "labelled", "limit", "job", "parts", "dask",
        "plan", *SEARCH,
        "memory", "workers", *LIMITS, "output", "json", "verbose", "plot", "quiet")),
    "enumerate": CommandEntry("Ask", "count", (
        *EVERY_MODEL, *FILES, "show", "modulo", "at", "limit", *SEARCH, *LIMITS, "output",
        "form", "watch", *LOOK, "quiet")),
    "sample": CommandEntry("Ask", "ranking", (
        *MODEL, "tour", "open", "dimacs", "show", "draws", "diverse", "seed", "engine", "time_limit",
        "output", "form")),
    "table": CommandEntry("Ask", "table", (
        *MODEL, *MOVES, *BEST, "modulo", "agree", "keep", "engine",
        "workers", *LIMITS, "output", "json", "plot", "quiet")),
    "view": CommandEntry("Pictures and puzzles", "view", (
        *MODEL, *MOVES, *BEST, "start", "end", "number", "unit", "browser",
        "verify", "certificate", "limit", "engine", "time_limit", "output", "title", "quiet")),
    "puzzle": CommandEntry("Pictures and puzzles", "puzzle", (
        *MODEL, "tour", "open", "seed", "givens", "symmetric", "difficulty", "number_of",
        "answer", "time_limit", "output", "form", "json", "colours", "title", "quiet")),
    "verify": CommandEntry("Evidence", "verify", (
        *MODEL, *MOVES, "unit", "job", "time_limit", "json", "verbose", "quiet")),
    "certify": CommandEntry("Evidence", "certify", (
        *MODEL, *MOVES, "modulo", "job", "proof", "force", "no_check",
        "time_limit", "output", "json", "quiet")),
    "check": CommandEntry("Evidence", "certify", (
        *USER_FILES, "max_states", "step", "verified", "zarith", "json")),
    "job status": CommandEntry("Long counts", "job", USER_FILES),
    "job verify": CommandEntry("Long counts", "job", (*USER_FILES, "audit")),
    "job result": CommandEntry("Long counts", "job", (*USER_FILES, "json")),
    "job merge": CommandEntry("Long counts", "job"),
    "export": CommandEntry("Other programs and this machine", "show", (
        *EVERY_MODEL, "encoding", "circuit", "output", "form")),
    "doctor": CommandEntry("Other programs and this machine", "doctor", ("json",)),
}  # fmt: skip


def _with_extensions() -> Iterator[tuple[str, CommandEntry]]:
    """The commands with what extensions add to them, then those of extensions."""
    more: dict[str, tuple[Command, ...]] = {}
    for name, command in added("commands"):
        more[name] = (*more.get(name, ()), command)
    for name in dict.fromkeys((*_OWN_COMMANDS, *more)):
        others = more.get(name, ())
        entry = _OWN_COMMANDS.get(name) or CommandEntry(others[0].heading, "")
        takes = (*entry.takes, *(option for command in others for option in command.takes))
        yield name, entry._replace(takes=takes, more=others)


#: The commands, also of extensions.
COMMANDS: Mapping[str, CommandEntry] = dict(_with_extensions())

#: Commands of older versions, and what took their place.
GONE: Mapping[str, str] = {
    "draw": "nqsat show MODEL -o FILE draws a picture",
    "heat": "nqsat count MODEL --by square",
    "rank": "nqsat enumerate MODEL --at K shows solution K; nqsat.rank in Python",
    "bench": "nqsat verify MODEL compares engines, with times",
    "job new": "nqsat count MODEL --job FILE begins a job",
    "job run": "nqsat count MODEL --job FILE goes on with a job",
}


#: What people type who know other programs, or older versions, and what nqsat has for it; with the command
#: in front, of that alone.
OTHER_WORDS: Mapping[str, str] = {
    "--closed": "tours are closed unless --open is given",
    "--hint": "solve --why reasons step by step; the page of nqsat view gives hints",
    "-t": "--time-limit takes the seconds",
    "--n": "a parameter is given as -p n=8",
    "-n": "a parameter is given as -p n=8",
    "--symmetry": "--modulo symmetry counts each orbit once",
    "--format": "what this prints has one form; enumerate, solve and show have --format",
    "--all": "nqsat enumerate lists all solutions",
    "--timeout": "--time-limit takes the seconds",
    "--threads": "--workers takes the number of processes",
    "-j": "--workers takes the number of processes",
    "puzzle --from": "the address of a puzzle is MODEL",
    "sample --number": "how many are drawn is -n",
    "enumerate --workers": "a list is made by one worker, in one order; count has --workers",
    "table --job": "--keep DIR keeps the terms",
    "view --open": "--browser opens the page",
    "verify --details": "--json has every comparison",
    "view --count": "--time-limit inf counts to the end",
    "--break-symmetry": "examples/break_symmetry.py does it with a rule of its own",
}


def headings() -> dict[str, list[str]]:
    """The commands of the program by their headings; those of jobs are one."""
    found: dict[str, list[str]] = {}
    for name, entry in COMMANDS.items():
        names = found.setdefault(entry.heading, [])
        if (word := name.partition(" ")[0]) not in names:
            names.append(word)
    return found


def instead_of(command: str, flag: str) -> str:
    """What there is in place of an option that a command has not; empty if nothing is known."""
    if known := OTHER_WORDS.get(f"{command} {flag}", OTHER_WORDS.get(flag)):
        return known
    name = NAMES.get(flag, "")
    others = [f"nqsat {other}" for other, entry in COMMANDS.items() if name in entry.takes]
    if name in REQUIRED and name not in COMMANDS.get(command, COMMANDS["help"]).takes:
        return "make a file of the model: nqsat export … -o model.json, which MODEL can be"
    return f"it belongs to {', '.join(others)}" if 0 < len(others) <= 5 else ""
