"""A second writer of certificates, for small models: slow and simple, sharing no code with the first one.

Solutions are found by brute force; the refutation of the checker's formula is a decision tree with unit
propagation at its leaves.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from nqsat import Arrangement, Board, Factor, Placement, Square, solutions
from nqsat.compiling import lower
from nqsat.evidence import certify, checker
from nqsat.evidence.certificate.facts import text_for_checker
from nqsat.modelling import Kind, Model, Path, Solution, Tour
from nqsat.models import polyominoes
from nqsat.rules import (
    Amount,
    Armies,
    Attacks,
    Degrees,
    Domination,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Objective,
    Permutation,
    Pieces,
    Regions,
    Shape,
    Unattacked,
)

HEAD = "certificate.json"
Literals = tuple[int, ...]
Written = dict[str, str]


class _Open(Exception):
    """A leaf of the decision tree is no conflict: all variables are assigned, and these are true."""

    def __init__(self, true: Literals) -> None:
        super().__init__()
        self.true = true


def small_certificate(
    model: Model,
    solutions: Sequence[Literals],
    images: Sequence[Sequence[int]] = (),
    splits: Sequence[int] = (),
) -> Written:
    """Return the files of a certificate, by name.

    Args:
        model: the model.
        solutions: its solutions, each as its true projected variables; with ``images``, one of each orbit.
        images: the image of each variable under each symmetry (index 0 has 0), to count orbits.
        splits: the variables that the cubes fix.
    """
    facts, solutions = checker.read_model(text_for_checker(model)), sorted(solutions)
    orbits = [
        sorted({tuple(sorted(image[x] for x in true)) for image in images or [range(10_000)]})
        for true in solutions
    ]
    best = facts.value(solutions[0]) if facts.wanted else None
    own = [*checker.Formula(facts, () if best is None else [facts.objective_bound(best)]).clauses]
    forbidden = [checker.blocking_clause(true, facts) for orbit in orbits for true in orbit]
    cubes: list[Literals] = [()]
    for x in splits:
        cubes = [(*cube, y) for cube in cubes for y in (x, -x)]
    cuts = list[list[str]]()
    while True:
        base = [tuple(clause) for clause in (*own, *forbidden)]
        try:
            proofs = [_refute([*base, *((x,) for x in cube)]) for cube in cubes]
            break
        except _Open as leaf:
            cuts.append(_ring(facts, leaf.true))
            own.append(checker.cut_clause(cuts[-1], facts, ""))
    files = {
        "model.json": text_for_checker(model),
        "solutions.txt": "".join(" ".join(map(str, true)) + "\n" for true in solutions),
        "cubes.txt": "".join(" ".join(map(str, (*cube, 0))) + "\n" for cube in cubes),
    }
    if isinstance(model, Tour):
        files["cuts.txt"] = "".join(" ".join(part) + "\n" for part in cuts)
    for number, proof in enumerate(proofs, start=1):
        files[f"proofs/{number:04d}.lrat"] = proof
    if splits:
        files["proofs/cover.lrat"] = _refute([*base, *(tuple(-x for x in cube) for cube in cubes)])
    claim = {
        "nqsat-certificate": checker.FORMAT, "count": str(len(solutions)), "unit": model.unit,
        "modulo": "symmetry" if images else "none", "labelled": str(sum(map(len, orbits))),
        "cubes": len(cubes), "solver": "a tree of decisions", "nqsat": "0",
        **({"best": best} if facts.wanted else {}),
    }  # fmt: skip
    return sealed({**files, "certificate.json": json.dumps({**claim, "files": {}})})


def recount_of(
    model: Model,
    value: int,
    labelled: int | None = None,
    modulo: str = "none",
    *,
    names: Sequence[str] = (),
    **more: object,
) -> Written:
    """Return the files of a recount certificate; the order is that of the names."""
    board = model.board
    squares = [square.name(board.rows) for square in board.squares]
    pieces = (
        []
        if isinstance(model, Tour)
        else [lower(model).reader.name(x) for x in lower(model).projection]
    )
    order = names or (squares if isinstance(model, Tour) else pieces)
    labelled = value if labelled is None else labelled
    claim = {
        "nqsat-certificate": checker.FORMAT, "count": str(value), "unit": model.unit, "modulo": modulo,
        "labelled": str(labelled), "proof": "recount", "engine": "somebody", "nqsat": "0", **more,
    }  # fmt: skip
    files = {
        "model.json": text_for_checker(model),
        "order.txt": "".join(name + "\n" for name in order),
    }
    return sealed({**files, "certificate.json": json.dumps({**claim, "files": {}})})


def sealed(files: Written) -> Written:
    """Return the files with correct hashes in certificate.json; unchanged if it is not an object."""
    try:
        claim = json.loads(files["certificate.json"])
        claim["files"] = {
            name: hashlib.sha256(text.encode("latin-1")).hexdigest()
            for name, text in files.items()
            if name != "certificate.json"
        }
    except (ValueError, TypeError, KeyError, RecursionError):
        return files
    return {**files, "certificate.json": json.dumps(claim, indent=1) + "\n"}


def files_of(folder: pathlib.Path) -> Written:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("ascii") for path in files}


def refused_steps(folder: pathlib.Path) -> dict[int, str]:
    """Return why steps of a certificate with layers are rejected; 0 is the whole."""
    found = dict[int, str]()
    for step in range(len(json.loads((folder / HEAD).read_text())["layers"]) + 1):
        try:
            checker.check(folder, step=step or None)
        except checker.Rejected as rejected:
            found[step] = str(rejected)
    return found


def write(files: Written, folder: pathlib.Path) -> pathlib.Path:
    """Write the files into a folder, and delete other files of a certificate there."""
    folder.mkdir(exist_ok=True)
    for old in [path for path in folder.rglob("*") if path.is_file()]:
        if str(old.relative_to(folder)) not in files:
            old.unlink()
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text.encode("latin-1"))
    return folder


def _ring(facts: checker.Model, true: Literals) -> list[str]:
    """Return the squares of a shortest cycle of moves that form several cycles."""
    rings = list[set[str]]()
    for x in true:
        ends = set(facts.names[x - 1].split("-")) if x <= len(facts.names) else set[str]()
        near = [ring for ring in rings if ring & ends]
        rings = [ring for ring in rings if not ring & ends] + [ends.union(*near)] * bool(ends)
    if len(rings) < 2:
        raise ValueError(f"{true} is a solution that was not given")
    return min(map(sorted, rings), key=lambda ring: (len(ring), ring))


# -- the refutation ----------------------------------------------------------------------------


def _refute(base: Sequence[Literals]) -> str:
    """Return an LRAT proof of the empty clause, one step on each line."""
    clauses = dict(enumerate(base, start=1))
    variables = sorted({abs(x) for clause in base for x in clause})
    first = len(base)
    lines: list[str] = []

    def prove(decided: Literals) -> int:
        """Derive the clause that not all of these are true; return its number."""
        trail, conflict = _propagate(clauses, decided)
        if conflict is None:
            true = {*decided, *(x for x, _ in trail)}
            free = [x for x in variables if x not in true and -x not in true]
            if not free:
                raise _Open(tuple(sorted(x for x in true if x > 0)))
            hints = [prove((*decided, free[0])), prove((*decided, -free[0]))]
        else:
            hints = [*(number for _, number in trail), conflict]
        number = first + len(lines) + 1
        clauses[number] = tuple(-x for x in decided)
        lines.append(" ".join(map(str, (number, *clauses[number], 0, *hints, 0))))
        return number

    prove(())
    return "".join(line + "\n" for line in lines)


def _propagate(
    clauses: dict[int, Literals], decided: Literals
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the propagated literals, each with its clause, and the conflict clause, if any."""
    true = set(decided)
    trail: list[tuple[int, int]] = []
    moved = True
    while moved:
        moved = False
        for number, clause in clauses.items():
            if not true.isdisjoint(clause):
                continue
            left = {x for x in clause if -x not in true}
            if not left:
                return trail, number
            if len(left) == 1:
                true |= left
                trail += ((x, number) for x in left)
                moved = True
    return trail, None


# -- solutions ---------------------------------------------------------------------------------


def true_variables(model: Model, found: Iterable[Solution]) -> list[Literals]:
    """Return the true variables of solutions, ascending, by the names of the formula's variables."""
    formula = lower(model)
    variable = {formula.reader.name(x): x for x in formula.projection}
    rows = model.board.rows
    every = []
    for solution in found:
        if isinstance(solution, Path):
            moves = (sorted(move) for move in solution.moves)
            names = ["-".join(square.name(rows) for square in move) for move in moves]
        else:
            assert isinstance(solution, Arrangement)
            names = [f"{piece.kind}@{piece.square.name(rows)}" for piece in solution.pieces]
        every.append(tuple(sorted(variable[name] for name in names)))
    return sorted(every)


def certificate_of(model: Model, *, symmetric: bool, splits: tuple[int, ...]) -> Written:
    asked: Any = model
    true = true_variables(model, solutions(asked, engine="backtrack"))
    reader = lower(model).reader
    images = [reader.permutation(g) for g in model.symmetries()] if symmetric else []
    orbits = {min(tuple(sorted(g[x] for x in one)) for g in images) for one in true if images}
    return small_certificate(model, sorted(orbits) if symmetric else true, images, splits)


# -- models with every feature that the checker supports -----------------------------------------

#: Squares of a 3×5 board with lines of several slopes, two of them parallel.
SLOPES = frozenset(
    Square(*place)
    for place in [(0, 0), (1, 2), (2, 4), (0, 4), (2, 0), (0, 2), (0, 1), (1, 3), (1, 0), (2, 1)]
)
PAWNS = [NonAttacking(between=frozenset({("R", "R")}), blocking=True)]
ALL_BLOCKED = [NonAttacking(blocking=True)]
CORNERS = [Kind.parse("R", "1..2", frozenset({Square(0, 0), Square(1, 1), Square(1, 2)}))]
MODELS: tuple[Model, ...] = (
    Placement("3x3", {"Q": "any"}),
    Placement("3x3", {"K": 2}),
    Placement("2x3", {"R": "1..2", "W": "..1"}, ALL_BLOCKED),
    Placement("1x5", {"R": "2", "pawn:blocker": "1.."}, PAWNS),
    Placement("torus:3x3", {"W": "2.."}),
    Placement("cylinder:3x3", {"B": "any"}, ALL_BLOCKED),
    Placement(Board.from_map("..#\n.x.\n..."), {"R": "any"}),
    Placement(Board.from_map("..x.\n....\n#..."), {"R": "any"}, ALL_BLOCKED),
    Placement("3x3", {"N": "any"}, [Domination()]),
    Placement("3x3", {"K": "any"}, [Domination("independent")]),
    Placement("2x3", {"W": "any", "N": "any"}, [Domination("total", kinds=("W",))]),
    Placement("2x3", {"W": "any", "F": "any"}, [Domination("independent", kinds=("W",))]),
    Placement("3x3", {"K": "any"}, [NonAttacking(), Maximal()]),
    Placement("2x3", {"W": "any", "F": "any"}, [Maximal(between=frozenset({("W", "F")}))]),
    Placement("3x3", {"F": "any"}, [Regions(("AAB", "A.B", "CCC"), "1..2")]),
    Placement("2x3", {"F": "any", "W": "any"}, [Regions(("AAB", "ACC"), 1, kinds=("F",))]),
    Placement(Board.from_map("..#\n#x#\n..."), {"W": "any"}, [Permutation("..1")]),
    Placement(Board.from_map("#."), {"W": "any"}, [Regions(("A.",), 1)]),
    Placement("2x3", {"F": "any", "W": "any"}, [], presets=["F@a1", "-@b2"]),
    Placement("2x3", [*CORNERS, Kind.parse("W", "..1")], [Permutation("..1", kinds=("R",))]),
    Placement("1x4", {"W": "any", "F": "..1", "D": "1"}, []),
    Placement("2x3", {"K": "3", "blocker": "..1"}),
    Placement("2x3", {"F": "any"}, [Permutation("1..")]),
    Placement("0x3", {"Q": "any"}),
    Placement("1x1", {"Q": 2}),
    Tour("2x3", "K"),
    Tour("3x4", "W"),
    Tour("0x3", "W"),
    Tour("1x2", "W"),
    Tour("1x3", "R"),
    Tour(Board.from_map("...\n.#.\n..."), "W"),
)


MORE: tuple[Model, ...] = (
    *MODELS,
    Placement("3x3", {"R": 3}, [NonAttacking(), Amount(Pieces(), "..2")]),
    Tour("2x3", "K", through=["a1-b2"], avoiding=["b1-c1", "a2-b2"]),
    Placement("3x3", {"K": "any"}, [Degrees("1..2", blocking=True)]),
    *(
        Placement("2x3", {"R": "any", "N": "any"}, [Degrees("1..2", way, of=("R",), others=("N",))])
        for way in ("attacks", "attacked")
    ),
    *(
        Placement("2x3", {"white:R": "any", "black:N": "any"}, [Armies(equal=equal)])
        for equal in (False, True)
    ),
    Placement("3x5", [Kind.parse("blocker", "any", SLOPES)], [NoThreeInLine()]),
    Placement("2x4", {"blocker": "any", "W": "..1"}, [Shape("XX/.X")]),
    Placement("3x3", {"R": "..4"}, [Amount(Unattacked(blocking=True), "1..3")]),
    *(
        Placement("3x3", {"R": "..4"}, [Amount(Attacks(blocking), "1..2")])
        for blocking in (False, True)
    ),
)


# -- valid certificates --------------------------------------------------------------------------

KINGS = Placement("3x3", {"K": "any"})
ARMIES_3X3 = Placement("3x3", {"white:Q": "1..2", "black:Q": "1..2"}, ["armies"])


@cache
def certificate(name: str) -> Written:
    """Return a valid certificate: lower-case names have a list, upper-case names a recount."""
    if name in LISTS:
        model, symmetric, splits = LISTS[name]
        return certificate_of(model, symmetric=symmetric, splits=splits)
    if name in SHOWN:
        with tempfile.TemporaryDirectory() as folder:
            certify(ARMIES_3X3.project("white:Q"), pathlib.Path(folder, "it"), proof=SHOWN[name])
            return files_of(pathlib.Path(folder, "it"))
    return RECOUNTS[name]()


LISTS: dict[str, tuple[Model, bool, tuple[int, ...]]] = {
    "queens": (Placement("5x5", {"Q": 5}), False, ()),
    "cubes": (Placement("4x4", {"Q": 4}), False, (1,)),
    "orbits": (Placement("4x4", {"Q": 4}), True, ()),
    "given": (
        Placement("5x5", {"Q": 4}, presets=["Q@b1"]),
        False,
        (),
    ),  # none is an image of another
    "any": (Placement("2x3", {"K": "any"}, [NonAttacking()]), False, ()),
    "none": (Placement("3x3", {"Q": 3}), False, ()),
    "tour": (Tour("3x3", "K"), False, ()),
    "best": (KINGS.with_objective(Objective("maximise", Pieces())), False, ()),
    "pawns": (Placement("3x3", {"R": 2, "pawn:blocker": 1}, PAWNS), True, (5,)),
    "torus": (Placement("torus:3x3", {"N": "1..2"}), True, ()),
    "dominating": (Placement("3x3", {"K": 2}, [Domination()]), False, (4,)),
    "turned": (Tour("3x3", "K"), True, (1,)),
}
DEGREES = Placement("2x3", {"N": "1..", "K": "any"}, [Degrees("..1", blocking=True)])
ARMIES = Placement("2x3", {"white:R": "any", "black:N": "any"}, [Armies(equal=True)])
RECOUNTS: dict[str, Callable[[], Written]] = {
    "PLAIN": lambda: recount_of(KINGS, 35),
    "BEST": lambda: recount_of(KINGS.with_objective(Objective("maximise", Pieces())), 1, best=4),
    "NONE": lambda: recount_of(
        Placement("2x2", {"Q": 9}, objective=Objective("minimise", Pieces())), 0, best=None
    ),
    "ORBITS": lambda: recount_of(KINGS, 11, 35, "symmetry"),
    "FACTOR": lambda: recount_of(Factor("4x4", "W", 1), 36),
    "DEGREES": lambda: recount_of(DEGREES, 163),
    "ARMIES": lambda: recount_of(ARMIES, 3, 9, "symmetry"),
    "CLOSED": lambda: recount_of(Tour("3x4", "K"), 120),
    "OPEN": lambda: recount_of(Tour("3x4", "N", closed=False, start="a1"), 2),
    "TILES": lambda: recount_of(polyominoes("3x5", "L5,P5,V5"), 4),
}
#: What is shown of solutions, by the first writer: a list and a recount.
SHOWN: dict[str, Any] = {"shown": "list", "SHOWN": "recount"}


def refusal(files: Written, folder: pathlib.Path) -> str:
    """Return why the checker rejects the files, in one line; "" if it accepts them."""
    try:
        checker.check(write(files, folder))
    except checker.Rejected as rejected:
        text = str(rejected)
        assert text.isprintable()
        assert len(text) < 400
        return text
    return ""
