"""Certificates that claim what is not so: by mistakes that all engines share, and by forgery.

A forgery is a certificate that was right: its files are altered and sealed again, so that all digests fit.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count as numbers
from pathlib import Path
from typing import Any

from faults.fault import Case, Fault, Look, by_guard, fault, placement
from faults.planting import Plant
from nqsat import Board, Placement, Square, Tour, count
from nqsat.evidence import check, checker
from nqsat.evidence.certificate import certify
from nqsat.evidence.certificate.folder import HEAD, seal, write_lines
from nqsat.modelling import loads
from nqsat.rules import Degrees, Men, NonAttacking, Objective

__all__ = ["CERTIFICATES"]

Facts = dict[str, Any]

REJECTED = "CertificateRejected"

#: The proof cannot be made: the list lacks what the checker's facts allow.
UNPROVED = "EngineFailure"

#: Without symmetry: a solution that is lost is no image of another.
QUEENS = placement("5x5", {"Q": "4"}, presets=["Q@b1"])
KING_TOURS = Case(lambda: Tour(Board.from_map("x...\n....\n...."), "K"))
KINGS = placement("3x4", {"K": "2..3"})
WALLED = Case(lambda: Placement(Board.from_map("..#.\n...."), {"R": 2}))
HOLED = Case(lambda: Placement(Board.from_map("..x.\n...."), {"R": 2}))
SOME_BOUND = placement("3x3", {"R": "2", "N": "1"}, rules=[NonAttacking(frozenset({("R", "R")}))])
SEEN = placement("1x4", {"R": "any", "pawn:blocker": "any"}, rules=[Degrees("..1", blocking=True)])
BEST = placement("3x4", {"K": "any"}, objective=Objective("maximise", Men()))
FARTHER = placement("3x4", {"K2": "2"})


@cache
def _scratch() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="nqsat-faults-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


_NAMES = numbers()


def _new_place() -> Path:
    return _scratch() / f"{next(_NAMES)}"


# -- mistakes that all engines share --------------------------------------------------------


def _by_certificate(asked: Case, **question: Any) -> Look:
    return by_guard(lambda: certify(asked.model, _new_place(), **question))


def shared(
    name: str,
    plant: Plant,
    asked: Case,
    *,
    by: str = REJECTED,
    silent: bool = False,
    **question: Any,
) -> Fault:
    """A fault that shows in a certificate, which nqsat makes and the checker refuses.

    ``verify`` makes one too, of placements and tours that are counted without regard to symmetry.
    """
    catchers = (by,) if question else (by, "verify: certificate")
    made = fault(name, plant, asked, *catchers, **question)
    looks = made.looks if "verify: certificate" in catchers else ()
    return replace(made, looks=(_by_certificate(asked, **question), *looks), silent=silent)


def _through_walls(right: Any) -> Any:
    def walk(board: Board, start: Square, ride: Any) -> Iterator[Square]:
        open_board = replace(board, walls=frozenset())
        return (square for square in right(open_board, start, ride) if square in board)

    return walk


def _stopped_by_holes(right: Any) -> Any:
    def walk(board: Board, start: Square, ride: Any) -> Any:
        walled = replace(board, walls=board.walls | board.holes, holes=frozenset())
        return right(walled, start, ride)

    return walk


def _all(right: Any) -> Any:
    return lambda *given: True


def _one_step_fewer(right: Any) -> Any:
    def walk(board: Board, start: Square, ride: Any) -> Any:
        return right(board, start, ride._replace(reach=max(ride.reach - 1, 1)))

    return walk


def _half_of_them(right: Any) -> Any:
    return lambda board: right(board)[: len(right(board)) // 2]


def _without_presets(right: Any) -> Any:
    return lambda model: right(Placement(model.board, model.kinds, model.rules))


def _off_by_one(right: Any) -> Any:
    return lambda self, terms, least: right(self, terms, least - 1)


SHARED = (
    shared(
        "the clauses of a certificate want one less than the facts",
        Plant("evidence.checker:Formula.reach", _off_by_one),
        KINGS,
        by=UNPROVED,
        silent=True,
    ),
    shared(
        "presets are lost when a model is written",
        Plant("evidence.certificate.writing:dumps", _without_presets),
        QUEENS,
        by=UNPROVED,
        silent=True,
    ),
    shared(
        "walls do not stop riders",
        Plant("chess.attacks:walk", _through_walls),
        WALLED,
        by=UNPROVED,
    ),
    shared(
        "holes stop riders",
        Plant("chess.attacks:walk", _stopped_by_holes),
        HOLED,
    ),
    shared(
        "short rides end one step too soon",
        Plant("chess.attacks:walk", _one_step_fewer),
        FARTHER,
    ),
    shared(
        "a rule that binds some kinds is taken to bind all",
        Plant("modelling.rules.nonattacking:NonAttacking.binds", _all),
        SOME_BOUND,
        by=UNPROVED,
    ),
    shared(
        "half of the board's symmetries are missed",
        Plant("chess.symmetry:symmetries", _half_of_them),
        KINGS,
        modulo="symmetry",
    ),
)


# -- mistakes of the recount ----------------------------------------------------------------


def recounted(name: str, plant: Plant, asked: Case, says: str = "count should be") -> Fault:
    """A fault of the checker, or of who writes for it: it contradicts a number that is right."""
    look = by_guard(lambda: certify(asked.model, _new_place(), proof="recount"))
    answer = lambda: count(asked.model)  # noqa: E731
    return Fault(name, (plant,), answer, (look,), (REJECTED,), says=says, silent=True)


def _without_lows(right: Any) -> Any:
    def left(self: Any, bound: Any, value: int) -> Any:
        terms, _, high = bound
        return right(self, (terms, -99, high), value)

    return left


def _only_sizes(right: Any) -> Any:
    """Bounds of as many variables are the same one: states are merged that are none."""
    return lambda self, bound: right(self, (bound[0][:1], *bound[1:]))


def _rings_at_once(right: Any) -> Any:
    def moved(state: bytes, v: int, later: list[int]) -> Iterator[bytes]:
        ring = bytes(state[:v] + bytes([len(state)]) * (len(state) - v))
        yield from right(state, v, later)
        if later and state[v] == later[-1]:
            yield ring

    return moved


def _no_gates(right: Any) -> Any:
    return lambda self, literals: right(self, [*literals][:1])


def _half_of_it(right: Any) -> Any:
    def half(*given: Any, **question: Any) -> Any:
        found = right(*given, **question)
        return replace(found, value=found.value // 2)

    return half


def _but_the_last(right: Any) -> Any:
    return lambda model: right(model)[:-1]


RECOUNTS = (
    recounted(
        "lower limits are lost", Plant("evidence.checker:Residuals.left", _without_lows), KINGS
    ),
    recounted(
        "residuals are told apart by little",
        Plant("evidence.checker:Residuals.named", _only_sizes),
        KINGS,
    ),
    recounted(
        "rings are closed too early", Plant("evidence.checker:moved", _rings_at_once), KING_TOURS
    ),
    recounted("gates have one input", Plant("evidence.checker:Model.gate", _no_gates), SEEN),
    recounted(
        "half of what was counted is claimed",
        Plant("evidence.certificate.recounted:count", _half_of_it),
        KINGS,
    ),
    recounted(
        "the order forgets a man",
        Plant("evidence.certificate.recounted:order_of", _but_the_last),
        KINGS,
        "is missing",
    ),
)


# -- forgeries ------------------------------------------------------------------------------


@dataclass(eq=False)
class Forgery:
    """What is altered in a certificate.

    Args:
        target: the file, or what of it.
        made: the certificate that is right.
        alter: changes the files in a folder, and the facts of certificate.json.
    """

    target: str
    made: Callable[[], Path]
    alter: Callable[[Path, Facts], None]
    active: bool = False

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The certificate is forged inside."""
        self.active = True
        try:
            yield
        finally:
            self.active = False

    def folder(self) -> Path:
        """The certificate, forged or not."""
        if not self.active:
            return self.made()
        copy = shutil.copytree(self.made(), _new_place())
        facts = json.loads((copy / HEAD).read_text())
        (copy / HEAD).unlink()
        del facts["nqsat-certificate"], facts["files"]
        self.alter(copy, facts)
        seal(copy, facts)
        return copy

    def claim(self) -> object:
        """What the certificate says."""
        folder = self.folder()
        facts = json.loads((folder / HEAD).read_text())
        board = loads((folder / "model.json").read_text()).board
        symmetric = " up to symmetry" if facts["modulo"] == "symmetry" else ""
        return f"{facts['count']} {facts['unit']}{symmetric} on {board.title}"


def forged(
    name: str,
    target: str,
    alter: Callable[[Path, Facts], None],
    made: Callable[[], Path],
    says: str,
    *,
    silent: bool = False,
) -> Fault:
    """A forgery as a fault; the checker has to find just this."""
    forgery = Forgery(target, made, alter)
    looks = (by_guard(lambda: check(forgery.folder())),)
    return Fault(name, (forgery,), forgery.claim, looks, (REJECTED,), says=says, silent=silent)


@cache
def queens() -> Path:
    """Queens, one proof."""
    return _certified(QUEENS)


@cache
def queens_in_cubes() -> Path:
    """The same in cubes."""
    always = Plant("evidence.certificate.splitting:CONFLICTS", lambda right: 0)
    return _certified(QUEENS, always, Plant("evidence.certificate.splitting:MOST", lambda right: 8))


@cache
def orbits() -> Path:
    """Kings up to symmetry."""
    return _certified(KINGS, modulo="symmetry")


@cache
def tours() -> Path:
    """Tours, with cuts."""
    return _certified(KING_TOURS)


@cache
def unlisted() -> Path:
    """Kings up to symmetry, recounted."""
    return _certified(KINGS, modulo="symmetry", proof="recount")


@cache
def layers() -> Path:
    """Tours, with their states square by square."""
    return _certified(KING_TOURS, proof="layers")


@cache
def best() -> Path:
    """As many kings as can be."""
    return _certified(BEST)


def _certified(asked: Case, *plants: Plant, **question: Any) -> Path:
    place = _new_place()
    with ExitStack() as stack:
        for plant in plants:
            stack.enter_context(plant.planted())
        certify(asked.model, place, **question)
    return place


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def _claim(facts: Facts, less: int) -> None:
    for name in ("count", "labelled"):
        facts[name] = str(int(facts[name]) - less)


def _lose(folder: Path, facts: Facts, place: int = -1) -> str:
    """Take a solution out, and say that there is one fewer."""
    lines = _lines(folder / "solutions.txt")
    lost = lines.pop(place)
    write_lines(folder / "solutions.txt", lines)
    _claim(facts, 1)
    return lost


def _add(folder: Path, facts: Facts, line: str) -> None:
    lines = [*_lines(folder / "solutions.txt"), line]
    lines.sort(key=lambda text: [*map(int, text.split())])
    write_lines(folder / "solutions.txt", lines)
    _claim(facts, -1)


def _lost(folder: Path, facts: Facts) -> None:
    _lose(folder, facts)


def _forbidden_by_a_clause(folder: Path, facts: Facts) -> None:
    """A clause that forbids a solution comes with the certificate, which has none."""
    lost = _lose(folder, facts, place=0)
    write_lines(
        folder / "formula.cnf", ["p cnf 25 1", " ".join(f"-{x}" for x in lost.split()) + " 0"]
    )


def _forbidden_by_a_cut(folder: Path, facts: Facts) -> None:
    """No tour leaves all squares."""
    _lose(folder, facts)
    board = checker.read_model((folder / "model.json").read_text()).board
    write_lines(folder / "cuts.txt", [" ".join(board.names)])


def _by_a_rat_hint(folder: Path, facts: Facts) -> None:
    """One step, the empty clause, with a hint as steps have that are not by unit propagation alone."""
    _lose(folder, facts)
    write_lines(folder / "proofs/0001.lrat", ["99999 0 -1 0"])


def _invented(folder: Path, facts: Facts) -> None:
    _add(folder, facts, "1 7 13 19")


def _twice(folder: Path, facts: Facts) -> None:
    _add(folder, facts, _lines(folder / "solutions.txt")[0])


def _moved(folder: Path, facts: Facts) -> None:
    _lose(folder, facts)
    _invented(folder, facts)


def _another_board(folder: Path, facts: Facts) -> None:
    text = (folder / "model.json").read_text()
    (folder / "model.json").write_text(text.replace('"flat"', '"torus"'))


def _only_said(folder: Path, facts: Facts) -> None:
    _claim(facts, -1)


def _one_bit(folder: Path, facts: Facts) -> None:
    """The sign of the first literal of a step."""
    lines = _lines(folder / "proofs/0001.lrat")
    number, literal, rest = lines[0].split(" ", 2)
    write_lines(folder / "proofs/0001.lrat", [f"{number} {-int(literal)} {rest}", *lines[1:]])


def _cut_short(folder: Path, facts: Facts) -> None:
    write_lines(folder / "proofs/0001.lrat", _lines(folder / "proofs/0001.lrat")[:-1])


def _without_its_cube(folder: Path, facts: Facts) -> None:
    """Take out a solution together with the cube that it is in, and let all other cubes' proofs fit."""
    true = {*_lose(folder, facts).split()}
    clauses = len(checker.Formula(checker.read_model((folder / "model.json").read_text())).clauses)
    lost = clauses + int(facts["count"]) + 1  # the number of the clause that forbade it
    cubes = _lines(folder / "cubes.txt")
    place = next(i for i, cube in enumerate(cubes) if _is_in(true, cube))
    proofs = sorted((folder / "proofs").glob("0*.lrat"))
    for proof in proofs:
        write_lines(proof, [_renumbered(line, lost) for line in _lines(proof)])
    for here, there in zip(proofs[place:], proofs[place + 1 :], strict=False):
        shutil.copy(there, here)
    proofs[-1].unlink()
    del cubes[place]
    write_lines(folder / "cubes.txt", cubes)
    facts["cubes"] = len(cubes)


def _renumbered(step: str, lost: int) -> str:
    """A step of a proof from whose clauses one is gone."""
    number, rest = step.split(" ", 1)
    literals, hints = f" {rest}".split(" 0 ", 1)
    ids = [str(int(x) - (int(x) > lost)) for x in (number, *hints.split())]
    return f"{ids[0]}{literals} 0 {' '.join(ids[1:])}"


def _is_in(true: set[str], cube: str) -> bool:
    return all((x[1:] not in true) if x[0] == "-" else x in true for x in cube.split()[:-1])


def _without_the_cover(folder: Path, facts: Facts) -> None:
    _without_its_cube(folder, facts)
    (folder / "proofs/cover.lrat").unlink()


def _an_image_too(folder: Path, facts: Facts) -> None:
    """A mirror image of a representative becomes one of its own."""
    first = [*map(int, _lines(folder / "solutions.txt")[0].split())]
    mirrored = sorted(4 * ((x - 1) // 4) + 4 - (x - 1) % 4 for x in first)
    _add(folder, facts, " ".join(map(str, mirrored)))


def _without_a_man(folder: Path, facts: Facts) -> None:
    write_lines(folder / "order.txt", _lines(folder / "order.txt")[1:])


def _twice_a_man(folder: Path, facts: Facts) -> None:
    write_lines(folder / "order.txt", [*_lines(folder / "order.txt"), "K@a1"])


def _worse(folder: Path, facts: Facts) -> None:
    facts["best"] -= 1


def _one_state_fewer(folder: Path, facts: Facts) -> None:
    """The fifth layer of tours, with what is said of it."""
    lines = _lines(folder / "layers/0005.txt")[1:]
    write_lines(folder / "layers/0005.txt", lines)
    ways = sum(int(line.split()[1]) for line in lines)
    facts["layers"][4] = f"{len(lines)} {ways}"


FOLLOWS = "does not follow by unit propagation along its hints"

FORGED = (
    forged("a solution is left out", "solutions.txt", _lost, queens, FOLLOWS),
    forged(
        "a solution is added that is none", "solutions.txt", _invented, queens, "is no solution"
    ),
    forged("a solution is listed twice", "solutions.txt", _twice, queens, "no ascending list"),
    forged("a solution is altered", "solutions.txt", _moved, queens, "is no solution", silent=True),
    forged("another number is claimed", "certificate.json", _only_said, queens, "count should be"),
    forged("the model is altered", "model.json", _another_board, queens, "is no solution"),
    forged(
        "a solution is forbidden by a clause of one's own",
        "formula.cnf",
        _forbidden_by_a_clause,
        queens,
        "should not be there",
    ),
    forged(
        "a tour has to leave the whole board",
        "cuts.txt",
        _forbidden_by_a_cut,
        tours,
        "is no part of the board of a tour",
    ),
    forged(
        "a bit of a proof is flipped", "proofs/0001.lrat", _one_bit, queens, FOLLOWS, silent=True
    ),
    forged(
        "a proof ends too early",
        "proofs/0001.lrat",
        _cut_short,
        queens,
        "does not end in the empty clause",
        silent=True,
    ),
    forged("a step with a RAT hint", "proofs/0001.lrat", _by_a_rat_hint, queens, FOLLOWS),
    forged(
        "a cube is left out with its solution",
        "cubes.txt",
        _without_its_cube,
        queens_in_cubes,
        "proofs/cover.lrat",
    ),
    forged(
        "the cover proof is missing",
        "proofs/cover.lrat",
        _without_the_cover,
        queens_in_cubes,
        "is missing",
    ),
    forged("an orbit is listed twice", "solutions.txt", _an_image_too, orbits, "is an image of"),
    forged("an orbit more is claimed", "certificate.json", _only_said, unlisted, "count should be"),
    forged(
        "an order lacks a man", "order.txt", _without_a_man, unlisted, "is missing", silent=True
    ),
    forged(
        "an order has a man twice", "order.txt", _twice_a_man, unlisted, "comes twice", silent=True
    ),
    forged(
        "a layer of tours lacks a state",
        "layers/0005.txt",
        _one_state_fewer,
        layers,
        "layer 5 should have",
        silent=True,
    ),
    forged("a worse value is the best", "best", _worse, best, "there is a better one", silent=True),
)

CERTIFICATES: tuple[Fault, ...] = (*SHARED, *RECOUNTS, *FORGED)
