"""The command line as data: every option once, with its partners, and the options of each command.

All of it is data. ``commands.py`` makes commands of it, which refuse what does not go together; the shared
part of the page about the command line is also written from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.arguments import ARGUMENTS, ArgumentRow
from nqsat.errors import InvalidModel
from nqsat.extension_points import MODEL, Command, Option, added
from nqsat.files import print_note

if TYPE_CHECKING:
    from nqsat.counting.job import Job

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


#: The flags that name a model; those that name moves only.
OF_MODELS, MOVES_ONLY = ("MODEL", "--board"), ("--tour", "--factor")
OF_MOVES = ("MODEL", *MOVES_ONLY)


@dataclass(frozen=True, eq=False, repr=False)
class Options:
    """Every option that there is, as it was given; what a command does not take has its default."""

    # -- the model; these two are words behind the command
    model: Word = None
    more: Words = None
    parameter: Words = option(
        "Set a parameter of MODEL: n=8, or the range n=4..8.",
        "NAME=VALUE", "-p", names="parameters", needs=OF_MODELS,
    )  # fmt: skip
    board: Word = option(
        "Use this board instead of MODEL: 8x8, torus:7x7, hex:6, graph:FILE … (`nqsat list boards`). "
        "Pieces and numbers in file:map.txt are given. '{n}x{n+1}' with -p n=3..8 makes a family.",
        "BOARD", names="boards",
    )  # fmt: skip
    reading: Word = option(
        "Say what the cells of a grid mean: steps (of a tour), order (of its checkpoints), pieces, ends "
        "(of paths), walls or allowed. With walls, 1 is a wall; in a tour 2 is the start and 3 is the end. "
        "With allowed, 1 is a square.",
        "WORD", "--as", names="meanings", needs=("--board",),
    )  # fmt: skip
    piece: Words = option(
        "Place a number of pieces: Q=8, N=any, BN=3..5, white:Q=2 (nqsat list pieces). "
        "FILE.py:attacks=8 uses your function attacks(a, b) of two squares. Repeatable.",
        "PIECE=NUMBER", names="pieces=", needs=("--board",),
        without=MOVES_ONLY, because=", which names the piece",
    )  # fmt: skip
    rule: Words = option(
        "Add a rule (nqsat list rules). With --board it replaces the default rule, non-attacking. "
        "Repeatable.", "NAME[=VALUE]", names="rules", needs=OF_MODELS,
    )  # fmt: skip
    preset: Words = option(
        "Put a piece on a square (Q@a1) or keep it empty (-@b2); or give a whole position: "
        "fen:8/8/3Q4/8/8/8/8/8, perm:3142 (for each file its rank) or file:matrix.txt. Repeatable.",
        "PIECE@SQUARE", needs=OF_MODELS, without=MOVES_ONLY,
    )  # fmt: skip
    tour: Word = option(
        "Ask for closed tours of --board by PIECE, as in N. 'W visit some' or 'W visit 4..8 visiting b2' "
        "asks for cycles through some of the squares.",
        "PIECE", names="pieces", needs=("--board",), without=("--factor",),
    )  # fmt: skip
    factor: Word = option(
        "Ask for sets of PIECE's moves on --board, with the same number at every square. 'W ends a1-c3 "
        "ends b1-b2', or a letter on two squares, asks for disjoint paths between these.",
        "PIECE", names="pieces", needs=("--board",),
    )  # fmt: skip
    # -- what is required of it
    maximise: Word = option(
        "Keep only solutions with the most pieces, pieces=white:Q, unattacked (squares), attacks (pairs), "
        "moves (of a factor) or sum=3*Q@a1,~Q@b3.", "MEASURE",
        needs=OF_MODELS, without=("--tour",),
    )  # fmt: skip
    minimise: Word = option(
        "Keep only solutions with the fewest; MEASURE as for --maximise.", "MEASURE",
        needs=OF_MODELS, without=("--tour",),
    )  # fmt: skip
    # -- files
    dimacs: Word = option(
        "Use a formula in DIMACS or OPB, also with weights, instead of MODEL; - is standard input.",
        "FILE",
    )
    own: Word = option(
        "Name the Python file that a saved question, answer or job needs. It must be unchanged.",
        "FILE.py:f", "--model",
    )  # fmt: skip
    job: list[Path] | None = option(
        "Save progress in FILE, and resume from it. verify compares finished jobs, certify uses them "
        "instead of counting; both accept several.", "FILE",
    )  # fmt: skip
    # -- the question
    modulo: str = option(
        "Count solutions that are equal up to GROUP (an orbit) once: symmetry (fundamental solutions), "
        "rotations, translations, or colours (symmetry and exchanges of colours). table accepts several, "
        "with commas.",
        "GROUP", default="none", names="modulo",
    )  # fmt: skip
    method: Word = option(
        "Choose how --modulo counts: canonical, blocking or burnside.",
        "WAY", shown="depends on the engine",
    )  # fmt: skip
    by: Word = option(
        "size: count for each number of pieces. square: count the solutions that occupy each square, or "
        "that make each move.", "WHAT",
    )  # fmt: skip
    fixed_by: Word = option(
        "Keep only solutions that SYMMETRY leaves unchanged, as in rot180.", "SYMMETRY", names="symmetries",
    )  # fmt: skip
    show: Words = option(
        "Show only this: a kind (white:Q), a literal (Q@a1, a1-b3), a square (a1: is it in use?) or "
        "all squares. Solutions that agree on it count once. Commas join several. Repeatable.",
        "WHAT", names="shown", without=("--dimacs",),
    )  # fmt: skip
    labelled: bool = switch(
        "Tell pieces of one kind apart: if their number k is fixed, a placement counts k! times.",
        without=("--modulo", "--fixed-by", "--by", "--limit", "--job", "--dask"),
    )  # fmt: skip
    at: Word = option(
        "Print only solution number K, counted from 1, or K..L.",
        "K", without=("--modulo", "--limit", "--watch", "--workers"),
    )  # fmt: skip
    limit: int | None = option("Stop after this many solutions.", "NUMBER")
    time_limit: float | None = option(
        "Stop after this many seconds, and report what was found. view: 10 by default, inf for no limit.",
        "SECONDS",
    )  # fmt: skip
    # -- the engine
    engine: Word = option(
        "Choose auto, sat, cpsat, backtrack or bitboard; for counts also frontier, mates or sharpsat; for "
        "one solution also construct, warnsdorff or shuffle; or your own, FILE.py:Class (nqsat list "
        "engines).",
        "NAME", shown="depends on the question", names="engines",
    )  # fmt: skip
    solver: Word = option(
        "Choose the PySAT solver for --engine sat (nqsat list solvers).",
        "NAME", shown="depends on the model", names="solvers",
    )  # fmt: skip
    encoding: Word = option(
        "Choose how cardinalities become clauses (nqsat list encodings).",
        "NAME", shown="auto", names="encodings",
    )  # fmt: skip
    circuit: Word = option(
        "Choose how a tour becomes clauses (nqsat list circuits).",
        "NAME", shown="lazy; in files one-hot", names="circuits",
    )  # fmt: skip
    seed: int | None = option(
        "Set the random seed. The same seed gives the same puzzle, sample or random tour; the seed used is "
        "printed. It also seeds the engines cpsat, sharpsat and warnsdorff.", "NUMBER",
    )  # fmt: skip
    memory: float | None = option(
        "Limit the memory of a count, all workers together; 32 MiB of Python in each are not counted.",
        "GIB", shown="6 for states, or three quarters of the free memory",
    )  # fmt: skip
    workers: int | None = option(
        "Use this many parallel processes.", "NUMBER", shown="all cores if the count is long",
    )  # fmt: skip
    # -- the output
    output: Word = option(
        "Write to this file. For table, certify and several pictures it is a folder.",
        "PLACE", "-o", "--output",
    )  # fmt: skip
    form: str = option(
        "Write text, jsonl, csv, fen, svg, png, pdf, matrix, pairs (file, rank), permutation (for each "
        "file its rank) or permutation=ranks. For export: dimacs, opb, mps, cpsat, python or json. For "
        "puzzle: puzzlink or pzprv3.",
        "NAME", "--format", default="", shown="by the ending of PLACE", names="formats",
        without=("--json",),
    )  # fmt: skip
    json: bool = switch("Print one JSON object per line.")
    watch: bool = switch(
        "Show a live board on stderr: the latest or the best solution.", without=("--quiet",),
    )  # fmt: skip
    verbose: bool = switch(
        "Show each engine's estimate and messages; with verify, every comparison.", "-v", "--verbose",
    )  # fmt: skip
    quiet: bool = switch("Print no progress and no notes.", "-q", "--quiet")
    # -- pictures
    size: int | None = option("Set the side of a square.", "PIXELS", shown="45")
    colours: Word = option(
        "Choose a palette (nqsat list palettes), colours of parts (light=#eee,path=#a00), or both.",
        "NAMES", shown="wood", names="palettes",
    )  # fmt: skip
    coordinates: bool | None = option(
        "Name ranks and files, or not.", None, "--coordinates/--no-coordinates", shown="named",
    )  # fmt: skip
    orientation: Word = option(
        "Turn or reflect the board: rot90, rot180, rot270, flip-rows …", "SYMMETRY", names="symmetries",
    )  # fmt: skip
    title: Word = option("Set the title above the board, or of the page.", "TEXT")
    mark: Words = option("Mark a square: d4, d4=cross, d4=dot, d4=star, d4=tint.", "SQUARE")
    arrow: Words = option("Draw an arrow: a1-b3.", "MOVE")
    attacks: Word = option("Show which squares each piece attacks from this square.", "SQUARE")
    # -- of one command
    unique: bool = switch("Print the only solution, or two that differ.")
    why: bool = switch(
        "Explain step by step, one rank, file or region at a time, how to reach the solution. If there is "
        "none, name a minimal set of contradictory requirements.",
        without=("--unique",),
    )  # fmt: skip
    plan: bool = switch(
        "Print the plan and its estimate, then exit.", without=("--job", "--dask"),
    )  # fmt: skip
    parts: Word = option(
        "Split the count into about N parts; or, with --job, count only parts A..B.",
        "N|A..B", needs=("--job", "--dask"),
    )  # fmt: skip
    dask: Word = option(
        "Count on the cluster of this Dask scheduler (needs distributed).", "ADDRESS"
    )
    draws: int = option("Draw this many.", "NUMBER", "-n", "--draws", default=1)
    diverse: int | None = option(
        "Choose this many solutions that differ as much as possible.", "NUMBER", without=("-n",)
    )
    proof: Word = option(
        "Choose the proof: list, recount or layers.", "WAY", shown="depends on the count"
    )
    force: bool = switch("Replace an existing certificate.")
    no_check: bool = switch("Do not check the certificate.")
    max_states: int | None = option("Stop a recount that needs more states.", "N")
    step: int | None = option("Check only step K of a recount in layers.", "K")
    browser: bool = switch("Open the page in a browser.")
    verify: bool = switch(
        "Compare engines, and show the result on the page.", without=("--certificate",),
    )  # fmt: skip
    certificate: Path | None = option(
        "Check this certificate, and show the result on the page.", "DIR",
    )  # fmt: skip
    audit: str = option(
        "Count this share of the parts again with another engine.", "SHARE", default="0%",
    )  # fmt: skip

    #: The given options of arguments and of extensions.
    added: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> Path | None:
        """Where the output goes; None for standard output."""
        return None if self.output in (None, "-") else Path(self.output)

    def value(self, name: str) -> Any:
        """The value of an option, also of one that an extension adds."""
        return self.added[name] if name in self.added else getattr(self, name, DEFAULTS[name])

    def changed(self, **values: Any) -> Options:
        """The same with other values of some options."""
        added = {name: values.pop(name) for name in ADDED if name in values}
        return replace(self, added={**self.added, **added}, **values)

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

    def open_job(self, place: Path) -> Job:
        """The job in a file; files that it names are run only if the user names them as well."""
        from nqsat.counting.job import open_job

        self.check_named([place])
        return open_job(place, model=self.own, engine=self.engine)

    def check_named(self, jobs: Iterable[Path]) -> None:
        """Refuse a file of the user's that none of these jobs names."""
        from nqsat.counting.job import named_in

        there = [named_in(place) for place in jobs]
        for name in ("model", "engine"):
            if not any(named[name] for named in there):
                self.refuse(f"leave it out: no job has its {name} from a file", f"--{name}")

    def check(self, command: str, taken: Collection[str]) -> None:
        """Refuse what does not go together, of the options that a command takes."""
        if self.dimacs is not None and "dimacs" not in taken:
            *most, last = [title for title, entry in COMMANDS.items() if "dimacs" in entry.takes]
            raise InvalidModel("--dimacs", f"a formula goes only with {', '.join(most)} and {last}")
        if self.dimacs is not None and self.model is not None:
            raise InvalidModel("--dimacs", f"replaces the MODEL; leave out {self.model}")
        for name, option in OPTIONS.items():
            flag = flag_of(name)
            if name not in taken or not self.given(flag):
                continue
            if self.dimacs is not None and name not in CLAUSAL:
                raise InvalidModel(flag, f"is for models; it does not go with {self.dimacs}")
            needs = [other for other in option.needs if NAMES.get(other) in taken]
            if needs and not any(map(self.given, needs)):
                *most, last = needs
                reason = f"needs {', '.join(most)}{' or ' * bool(most)}{last}"
                if self.model and {*needs} <= {"--board", "--tour", "--factor"}:
                    reason += f", not MODEL {self.model}"
                hint = OTHER_WORDS.get(f"{command} {flag}")
                raise InvalidModel(flag, f"{reason}; {hint}" if hint else reason)
            for other in filter(self.given, option.without):
                named = f"MODEL {self.model}" if other == "MODEL" else other
                raise InvalidModel(flag, f"does not go with {named}{option.because}")
        folder = (self.output or "").endswith("/") and not self.form
        if folder and command not in ("table", "certify"):
            several = "at" in taken or "draws" in taken
            more = "; --format svg fills a folder with pictures" * several
            raise InvalidModel("--output", f"{self.output} is a folder; name a file{more}")

    def note(self, text: str, because: str | None = None) -> None:
        """Say something on stderr, unless quiet."""
        if not self.quiet:
            say_what_was_read()
            print_note(f"{text}: {because}" if because else text)

    def note_read(self, read: object) -> None:
        """Note once what was read of a file; before other notes, and never with a refusal."""
        if not (read is None or self.quiet or f"read: {read}" in _READ):
            _READ.append(f"read: {read}")


#: Notes about files that were read in this call, not yet printed: a refusal is one line.
_READ: list[str] = []


def say_what_was_read(*, refused: bool = False) -> None:
    """Say on stderr what was read; nothing if the request is refused."""
    for text in [] if refused else _READ:
        print_note(text)
    _READ.clear()


_OWN: Mapping[str, Option] = {x.name: x.metadata[OPTION] for x in fields(Options) if x.metadata}


def _option_of(row: ArgumentRow) -> Option:
    needs = OF_MOVES if row.added else tuple(f"--{kind}" for kind in row.of)
    found = Option(row.help, (f"--{row.word}",), row.metavar, needs=needs)
    if row.metavar is None:
        return found
    words = row.help + " Repeatable." * row.several
    return replace(found, words=words, type=Words if row.several else Word, default=None)


OF_ARGUMENTS = {name: _option_of(row) for name, row in ARGUMENTS.items() if row.help}

#: The options of arguments and of extensions, and all by their names; their defaults; and what they are
#: called, also ``MODEL``.
ADDED: Mapping[str, Option] = OF_ARGUMENTS | dict(
    added("options", {x.name for x in fields(Options)})
)
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

MOVES = ("tour", "factor", *(x for x in OF_ARGUMENTS if not ARGUMENTS[x].added))
BEST = ("maximise", "minimise")
REQUIRED = (*BEST, *(x for x in OF_ARGUMENTS if ARGUMENTS[x].added))
EVERY_MODEL = (*MODEL, *MOVES, *REQUIRED)
FILES = ("dimacs", "own")
SEARCH = ("engine", "solver", "encoding", "circuit", "seed")
LIMITS = ("fixed_by", "time_limit")
LOOK = ("size", "colours", "coordinates", "orientation")
PICTURES = (*LOOK, "title", "mark", "arrow")
USER_FILES = ("own", "engine")

#: Options that go with the clauses of a file.
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
    "The output": ("output", "form", "json", "verbose", "quiet", "watch"),
    "Pictures": PICTURES,
}  # fmt: skip


class CommandEntry(NamedTuple):
    """A command's heading in the help of the program, its module, and its options."""

    heading: str
    module: str
    takes: tuple[str, ...] = ()
    more: tuple[Command, ...] = ()


#: The commands in the order in which one needs them.
_OWN_COMMANDS: Mapping[str, CommandEntry] = {
    "help": CommandEntry("Begin", "cheat_sheet"),
    "list": CommandEntry("Begin", "list", ("json",)),
    "show": CommandEntry("Begin", "show", (*EVERY_MODEL, "attacks", "output", "form", *PICTURES)),
    "solve": CommandEntry("Ask", "solve", (
        *EVERY_MODEL, *FILES, "show", "unique", "why", *SEARCH, *LIMITS, "output", "form", "json", "watch",
        *LOOK, "title", "quiet")),
    "count": CommandEntry("Ask", "count", (
        *EVERY_MODEL, *FILES, "show", "modulo", "method", "by", "labelled", "limit", "job", "parts", "dask",
        "plan", *SEARCH,
        "memory", "workers", *LIMITS, "output", "json", "verbose", "quiet")),
    "enumerate": CommandEntry("Ask", "count", (
        *EVERY_MODEL, *FILES, "show", "modulo", "at", "limit", *SEARCH, *LIMITS, "output",
        "form", "watch", *LOOK, "quiet")),
    "sample": CommandEntry("Ask", "ranking", (
        *MODEL, "tour", "closed", "dimacs", "show", "draws", "diverse", "seed", "engine", "time_limit",
        "output", "form")),
    "view": CommandEntry("Pictures and puzzles", "view", (
        *MODEL, *MOVES, *BEST, "start", "end", "numbers", "unit", "show", "browser",
        "verify", "certificate", "limit", "engine", "time_limit", "output", "title", "quiet")),
    "verify": CommandEntry("Evidence", "verify", (
        *MODEL, *MOVES, "unit", "show", "job", "time_limit", "json", "verbose", "quiet")),
    "certify": CommandEntry("Evidence", "certify", (
        *MODEL, *MOVES, "show", "modulo", "job", "proof", "force", "no_check",
        "time_limit", "output", "json", "quiet")),
    "check": CommandEntry("Evidence", "check", (
        *USER_FILES, "max_states", "step", "json")),
    "job status": CommandEntry("Long counts", "job", USER_FILES),
    "job verify": CommandEntry("Long counts", "job", (*USER_FILES, "audit")),
    "job result": CommandEntry("Long counts", "job", (*USER_FILES, "json")),
    "job merge": CommandEntry("Long counts", "job"),
    "doctor": CommandEntry("Other programs and this machine", "doctor", ("json",)),
}  # fmt: skip


def _with_extensions() -> Iterator[tuple[str, CommandEntry]]:
    """The commands with what extensions add to them, then those of extensions; first what runs one."""
    more: dict[str, tuple[Command, ...]] = {}
    for name, command in sorted(added("commands"), key=lambda pair: not pair[1].run):
        more[name] = (*more.get(name, ()), command)
    for name in dict.fromkeys((*_OWN_COMMANDS, *more)):
        extended = more.get(name, ())
        if name not in _OWN_COMMANDS and not extended[0].run:
            continue  # the extension that has it is not there
        entry = _OWN_COMMANDS.get(name) or CommandEntry(extended[0].heading, "")
        takes = (*entry.takes, *(option for command in extended for option in command.takes))
        yield name, entry._replace(takes=takes, more=extended)


#: The commands, also of extensions.
COMMANDS: Mapping[str, CommandEntry] = dict(_with_extensions())

#: Words of other programs and older versions, and nqsat's own; with the command in front, of that
#: alone. The last are commands.
OTHER_WORDS: Mapping[str, str] = {
    "--minimize": "write --minimise",
    "--maximize": "write --maximise",
    "--closed": "tours are closed unless --open is given",
    "--start": "--from a1 says where a tour begins",
    "--end": "--to a1 says where a tour ends",
    "--count": "nqsat count counts all solutions",
    "--random": "nqsat sample draws solutions at random",
    "count --unique": "--modulo symmetry counts each orbit once; solve --unique",
    **dict.fromkeys(("puzzle --number", "puzzle --count"), "--number-of is how many puzzles to make"),
    "table --format": "-o DIR writes the terms as b-file, CSV, JSON and text",
    **dict.fromkeys(("--given", "--givens"), "--preset Q@a1 puts a piece on a square"),
    **dict.fromkeys(("--formula", "--clauses", "--cnf"), "nqsat export writes the clauses"),
    **dict.fromkeys(("--orbits", "--orbit", "--fundamental"), "--modulo symmetry counts each orbit once"),
    "--hint": "puzzle FILE has a hint, solve --why all steps",
    "--graph": "write --board graph:FILE",
    **dict.fromkeys(("-n", "--n"), "write the parameter as -p n=8"),
    "--symmetry": "--modulo symmetry counts each orbit once",
    "--format": "enumerate, solve and show have --format",
    "--all": "nqsat enumerate lists all solutions",
    **dict.fromkeys(("-t", "--timeout"), "--time-limit is the limit in seconds"),
    **dict.fromkeys(("-j", "--threads"), "--workers is the number of processes"),
    "puzzle --from": "write the address of a puzzle as MODEL",
    **dict.fromkeys(("puzzle --maximise", "puzzle --minimise"), "a puzzle has no objective"),
    **dict.fromkeys(("sample --maximise", "sample --minimise"), "nqsat enumerate lists the best"),
    **dict.fromkeys(("sample --json", "enumerate --json"), "write --format jsonl"),
    "sample --number": "-n is the number of solutions to draw",
    "enumerate --workers": "one worker makes a list, in one order; count has --workers",
    "table --job": "--keep DIR saves the terms",
    "view --open": "--browser opens the page",
    "verify --details": "--json has every comparison",
    "view --count": "--time-limit inf counts to the end",
    "--break-symmetry": "see examples/break_symmetry.py",
    **dict.fromkeys(("hint", "make", "generate"), "puzzle"),
    **dict.fromkeys(("play", "page"), "view"),
    "random": "sample", "find": "solve", "all": "enumerate", "search": "list", "prove": "certify",
    **dict.fromkeys(("compare", "bench"), "verify"), "optimise": "solve --maximise",
    "number": "count", "info": "show", "version": "--version",
    "heat": "count MODEL --by square", "rank": "enumerate MODEL --at K",
    **dict.fromkeys(("draw", "picture"), "show MODEL -o FILE.svg"),
    **dict.fromkeys(("resume", "job resume", "job new", "job run"), "count MODEL --job FILE"),
}  # fmt: skip


def headings() -> dict[str, list[str]]:
    """The commands of the program by their headings; those of jobs are one."""
    commands: dict[str, list[str]] = {}
    for name, entry in COMMANDS.items():
        names = commands.setdefault(entry.heading, [])
        if (word := name.partition(" ")[0]) not in names:
            names.append(word)
    return commands


def instead_of(command: str, flag: str) -> str:
    """The replacement of an option that a command lacks; empty if none is known."""
    if known := OTHER_WORDS.get(f"{command} {flag}", OTHER_WORDS.get(flag)):
        return known
    if command == "help":
        return f"write nqsat help {flag.lstrip('-')}"
    name = NAMES.get(flag, "")
    others = [other for other, entry in COMMANDS.items() if name in entry.takes]
    lacks = name not in COMMANDS.get(command, COMMANDS["help"]).takes
    if lacks and name in REQUIRED and "export" in COMMANDS:
        return "nqsat export … -o model.json makes a MODEL with it"
    return f"it belongs to nqsat {', '.join(others)}" if 0 < len(others) <= 5 else ""
