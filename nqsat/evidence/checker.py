"""Check a certificate of a count: ``python checker.py DIR [--max-states N] [--step K]``. Standard library.

A certificate claims that a model has exactly N solutions. Part 1 reads its files. Part 2 translates the
rules in model.json, by walking over the board, into facts: bounds  low ≤ Σ weight · variable ≤ high. A
variable says that a piece stands on a square, or that a tour makes a move; every other variable is
auxiliary, and one bound defines it. A solution satisfies all bounds. To judge a list read parts 1, 2, 3
and 5; to judge a recount read parts 1, 2, 4 and 5.

A *list* (part 3) is accepted if two statements are checked:

1. Every line of solutions.txt is a solution. The lines ascend, so no two are equal. Modulo symmetry, the
   checker finds the symmetries itself, judges every image too, and lets no two orbits share a member.
2. There is no other solution. The checker makes all clauses itself: from the facts, clauses that every
   solution satisfies (see ``Formula``); for a tour, that some move leaves each part of the board in
   cuts.txt; for each listed solution, the clause that forbids it and nothing else. proofs/*.lrat refute
   all of them together. If that was split into cubes, each cube is refuted, and proofs/cover.lrat refutes
   that an assignment lies outside all cubes. Clauses are numbered from 1, in this order, those of the cube
   last. A proof step is accepted only if unit propagation along its hints ends in a conflict (RUP).

A *recount* (part 4) lists nothing. The certificate has the model, an order of the variables and the
number, and the checker counts all solutions again, by dynamic programming. It assigns the variables in
this order, each both ways. Which extensions of a partial assignment are solutions depends only on its
*residual*: each bound, with the assigned terms subtracted from its limits. So assignments with equal
residuals form one state, which stores their number. To merge more of them, a bound that every extension
satisfies is dropped, limits are tightened to what the sum can reach, and a value that a bound forces on a
variable becomes a bound of its own. A state with a bound that no extension satisfies is dropped. None of
this changes which extensions are solutions. An assignment extends exactly one assignment of the layer
before, so by induction each partial assignment that some solution extends is counted once, in one state.
At the end no bound is left, and the numbers add up to the number of solutions.

Modulo symmetry, the number of orbits is the mean, over the symmetries, of the number of solutions that
one fixes (Burnside's lemma). These are constant on its orbits of variables, so a recount with one variable
for each orbit, the weights added up, counts them. The best value of an objective is one more bound: no
other solution than those listed is as good or better; a recount counts 0 solutions that are better.

Of a projection only what is shown of solutions is counted. It is decided first. From then on each state
remembers which states lead to it, not how many ways. Back from the end, they tell which assignments of what
is shown extend to a solution.

For pieces that must be connected, labels are part of a state (see ``Labels``): which assigned nodes that
may still gain a neighbour are in one component, and whether a component is complete. No more is needed.

A tour is recounted square by square. Each square takes the moves that it lacks, to later squares. What
can follow depends only on which squares have both moves, and on the two ends of each path: that is the
state. A cycle is closed only through all squares, and a state in which a square cannot get two moves is
dropped. Each tour is counted once, as the set of its moves. An open tour is a cycle through one extra
place, next to all squares, or to the given ends. If this takes too long, the certificate also has the
states after each square, with their numbers of ways. With --step K only certificate.json and one claim are
checked: the states after K - 1 squares lead to those after K. If all steps are right, so is the count.

A tour that may leave squares out is recounted as a set of moves whose facts are bounds: every square has
two of them or none, where an end of a path counts as one; and the moves, of which those that share a
square are neighbours, are connected. So they are one cycle, or one path between the two ends.

Paths between given pairs of ends are recounted likewise: an end has one move, so the moves form cycles
and one path for each pair. Take one end of each pair, and let their moves also be neighbours in a row. The
moves are then a tree exactly if there is no cycle and each path has one end that was taken. This must be so
for the first ends of all pairs; and for each bit of the pairs' numbers, if of a pair with 0 there the first
end is taken, and of one with 1 the second. So a path joins a first end to a second, of pairs with equal
bits: the ends of one pair.

Exit code 0: accepted; the verdict is on stdout. Otherwise one line is on stderr. 1: rejected, where and
why. 2: a wrong call. 3: neither accepted nor rejected: interrupted, or more work than this checker or
--max-states allows. 4: the checker failed, or could not write the verdict.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, combinations, islice, pairwise, product
from operator import or_
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple

__all__ = ["Accepted", "NoStep", "Rejected", "TooLarge", "check", "read_model", "summary"]

FORMAT = "2"  # of a certificate
HEAD = "certificate.json"
LARGEST = 64 * 2**20  # bytes of a file; a sixteenth of it for JSON
LONGEST = 1_000_000  # characters of a line
MOST_NAMES = 4096  # cells of a board; variables that name a solution
MOST_VARIABLES = 200_000  # with auxiliaries
MOST_WORK = 2_000_000  # steps over the board, literals of facts, comparisons with facts
MOST_LITERALS = 10_000_000  # in the formula; in the clauses that forbid solutions
MOST_STATES = 20_000_000  # of a recount, in all layers; each 512 bits of a state cost one more
LOOKS = 64  # visits to terms and residuals that cost as much as one state
MOST_EFFORT = 20  # literals of hints for each character read; a solver's proof has about one
MANY = 100  # if a fact has more open cases, equal cases are merged by a new variable
ANY = 10**9  # no upper limit

ATOMS = {"W": "01", "F": "11", "D": "02", "N": "12", "A": "22", "H": "03", "C": "13", "L": "13"}
ATOMS |= {"Z": "23", "J": "23", "G": "33", "R": "01", "B": "11", "Q": "01 11", "K": "01 11"}
TERM = re.compile(r"([A-Z]|\(([0-9]{1,3}),([0-9]{1,3})\))(\1|[0-9]{1,3})?")
NAME = re.compile(r"(?=[A-Za-z(].{0,79}$)(?:([a-z][a-z0-9_]{0,20}):)?([!-9;-?A-Z\\-z|}]*)")
LITERAL = re.compile(r"(?:([1-9][0-9]{0,5})\*)?(~?)([^~@\s]+)@([^@\s]+)", re.ASCII)
OF_MOVES = re.compile(r"(?:([1-9][0-9]{0,5})\*)?(~?)([^~@*\s]*)", re.ASCII)
SENSES = "maximise minimise kinds blocking terms"
RANGE = re.compile(r"(?!\.\.$)([0-9]{1,9})?\.\.([0-9]{1,9})?")
FILES = ("".join(letters) for n in (1, 2, 3) for letters in product(ascii_lowercase, repeat=n))
FILE_NAMES = list(islice(FILES, MOST_NAMES))
OPTIONS = {"--max-states": "most_states", "--step": "step"}

Literals = tuple[int, ...]
Clause = frozenset[int]
Words = tuple[Any, ...]  # a constructor of verified/Problem.v and its fields, kinds by name
Bound = tuple[tuple[tuple[int, int], ...], int, int]  # variables with weights; low; high
Graph = tuple[list[int], list[tuple[int, int]], bool]  # literals of nodes; edges by index; acyclic
States = dict[bytes, int]  # of a tour: the other end of each path; the number of ways


class Rejected(Exception):
    """The certificate is not accepted; the text is one line that says where and why."""


class TooLarge(Rejected):
    """The certificate exceeds a limit of this checker; that says nothing about its claim."""


class NoStep(Exception):
    """The certificate has no such step; the text says so."""


def need(condition: object, where: str, reason: str, error: type[Rejected] = Rejected) -> None:
    """Raise the error unless the condition is true."""
    if not condition:
        raise error(f"{where}: {reason}")


def show(value: object) -> str:
    """Return a value of the certificate for a message: ASCII, on one line, short."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


# == 1. Reading: for every reader ========================================================


def read_json(text: str, where: str) -> Any:
    def unique(items: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(items)) == len(items), where, "has a key twice in one object")
        return dict(items)

    try:
        return json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        raise Rejected(f"{where}: is not JSON, or too deep, or has too large a number") from None


class Object(dict[str, Any]):
    """A JSON object with these fields; an unknown field is an error, for it may change the meaning."""

    def __init__(self, value: Any, where: str, fields: str, optional: str = "") -> None:
        need(isinstance(value, dict), where, "is not an object")
        super().__init__(value)
        self.where = where
        for name in value:
            known = name in f"{fields} {optional}".split()
            self.need(known, f"the field {show(name)} is not known to this checker")
        for name in fields.split():
            self.need(name in value, f"{name} is missing")

    def need(self, condition: object, reason: str) -> None:
        need(condition, self.where, reason)

    def list_of(self, name: str, kind: type, default: Any = None) -> list[Any]:
        value = self.get(name, default)
        fits = isinstance(value, list) and all(isinstance(item, kind) for item in value)
        self.need(fits, f"{name} is not a list of {kind.__name__}")
        return [*value]

    def number(self, value: Any, most: int = ANY, name: str = "") -> int:
        fits = type(value) is int and 0 <= value <= most
        self.need(fits, f"{name}is not a number from 0 to {most}")
        return int(value)

    def limits(self, name: str, default: Any = None) -> tuple[int, int]:
        """Return (low, high) of a number or a range: 2, "2..3", "2..", "..3", "any"."""
        value = self.get(name, default)
        match = RANGE.fullmatch("0.." if value == "any" else value) if type(value) is str else None
        if match is None:
            return self.number(value), self.number(value)
        high = int(match[2] or ANY)
        return self.number(int(match[1] or 0), high), high

    def flag(self, name: str) -> bool:
        value = self.get(name, False)
        self.need(type(value) is bool, f"{name} is neither true nor false")
        return bool(value)


class Folder:
    """The files of a certificate: ASCII text in lines; exactly the files of certificate.json."""

    def __init__(self, path: Path) -> None:
        self.path, self.files = path, dict[str, str]()
        self.size = self.effort = 0  # characters read; literals of hints visited
        claim = read_json(self.read(HEAD), HEAD)
        self.recount = isinstance(claim, dict) and "proof" in claim
        fields = "nqsat-certificate count unit modulo labelled nqsat files "
        fields += "proof engine" if self.recount else "cubes solver"
        self.claim = claim = Object(claim, HEAD, fields, "best" + " layers" * self.recount)
        claim.need(claim["nqsat-certificate"] == FORMAT, f"is not of format {FORMAT}")
        claim.need(claim["modulo"] in ("none", "symmetry"), "modulo is neither none nor symmetry")
        claim.need(claim.get("proof", "recount") == "recount", "proof is not known here")
        claim.need(isinstance(claim["files"], dict), "files is not an object")
        self.files, self.layers = claim["files"], claim.list_of("layers", str, [])
        fits = all(re.fullmatch("[0-9]{1,999} [0-9]{1,999}", text) for text in self.layers)
        claim.need(fits, "layers are no numbers of states and ways")
        cubes = 0 if self.recount else claim.number(claim["cubes"], 30_000, "cubes: ")
        self.proofs = [f"proofs/{i:04d}.lrat" for i in range(1, cubes + 1)]
        self.proofs += ["proofs/cover.lrat"] if cubes > 1 else []
        names = {"model.json", "solutions.txt", "cubes.txt", *self.proofs}
        names |= {"cuts.txt"} & set(self.files)
        names = {"model.json", "order.txt"} if self.recount else names
        layers = {layer_name(number + 1) for number in range(len(self.layers))}  # may be absent
        inner = {folder for folder in (path / "proofs", path / "layers") if folder.is_dir()}
        files = {*path.iterdir(), *chain(*(folder.iterdir() for folder in inner))} - inner
        found = {file.relative_to(path).as_posix() for file in files}
        wrong = found - layers ^ {HEAD, *names}
        wrong |= (names | layers) ^ set(self.files)
        need(not wrong, HEAD, f"{show(min(wrong, default=''))} is missing or should not be there")
        for name in found & layers:
            need((path / name).is_file(), name, "is not a plain file")

    def read(self, name: str) -> str:
        path = self.path / name
        largest = LARGEST // 16 if name.endswith(".json") else LARGEST
        need(path.is_file(), name, "is not a plain file")
        with path.open("rb") as file:
            data = file.read(largest + 1)
        need(len(data) <= largest, name, f"has more than {largest} bytes", TooLarge)
        self.size += len(data)
        need(data.isascii() and data[-1:] in (b"", b"\n"), name, "is not ASCII text in lines")
        same = name == HEAD or self.files[name] == hashlib.sha256(data).hexdigest()
        need(same, name, "does not have the SHA-256 in certificate.json")
        return data.decode()

    def lines(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield (position for messages, line) for each line of a file."""
        for number, line in enumerate(io.StringIO(self.read(name), newline="\n"), start=1):
            if len(line) > LONGEST:
                raise TooLarge(f"{name} line {number}: is longer than {LONGEST} characters")
            yield f"{name} line {number}", line[:-1]

    def order(self, model: Model) -> list[int]:
        """Return the order of order.txt, as indices into ``model.decided``."""
        whole, claim = isinstance(model, Tour), self.claim
        claim.need(whole or "layers" not in claim, "layers are of tours of all squares")
        known = claim["modulo"] == "none" or not isinstance(model, Tour | Route)
        claim.need(known, "modulo: tours are recounted without symmetry")
        known = not (model.shown and (whole or claim["modulo"] != "none"))
        need(known, "model.json", "show: no recount of tours of all squares, or modulo symmetry")
        left = {name: number for number, name in enumerate(model.decided)}
        found = dict[str, int]()
        for where, line in self.lines("order.txt"):
            need(line not in found, where, f"{show(line)} comes twice")
            need(line in left, where, f"{show(line)} is not of the model")
            found[line] = left.pop(line)
        need(not left, "order.txt", f"{show(next(iter(left), ''))} is missing")
        return [*found.values()]

    def best(self, model: Model) -> int | None:
        """Return the claimed best value; None if there is no solution, or no objective."""
        best = self.claim.get("best")
        need(("best" in self.claim) == bool(model.wanted), HEAD, "best is for an objective only")
        return None if best is None else self.claim.number(best, name="best: ")


# == 2. The model, as facts about its solutions: for every reader ========================
# -- the board, and how pieces move over it ----------------------------------------------


class Board:
    """A board: its squares are numbered 0, 1, 2, … row by row from the top, without walls and holes."""

    fields, optional = "rows columns", "wrap"
    known = ""  # the name of a kind of board without ranks and files, where pieces have other steps

    def __init__(self, data: Any) -> None:
        mapped = "map" in data
        data = Object(data, "model.json: board", "map" if mapped else self.fields, self.optional)
        cells, self.work = data.list_of("map", str) if mapped else self.cell_rows(data), 0
        data.need(not mapped or all(cells or [""]), "has an empty map, or an empty line in it")
        self.cells, self.wrap = cells, data.get("wrap", "flat")
        self.rows, self.columns = len(cells), max(map(len, cells), default=0)
        data.need(self.wrap in ("flat", "cylinder", "torus"), "has a wrap that is unknown here")
        data.need(len({*map(len, cells)}) < 2, "has lines of several lengths")
        fits = self.rows * self.columns <= MOST_NAMES
        need(fits, data.where, f"has more than {MOST_NAMES} cells", TooLarge)
        data.need(set("".join(cells)) <= set(".#x"), "has cells other than . # x")
        self.places = list(product(range(self.rows), range(self.columns)))
        self.squares = [(row, column) for row, column in self.places if cells[row][column] == "."]
        self.number = {place: square for square, place in enumerate(self.squares)}
        self.names = [self.name(row, column) for row, column in self.squares]
        self.named = {name: square for square, name in enumerate(self.names)}

    def cell_rows(self, data: Object) -> list[str]:
        """Return one string of cells for each row."""
        width = data.number(data["columns"], MOST_NAMES)
        return ["." * width] * data.number(data["rows"], MOST_NAMES)

    def name(self, row: int, column: int) -> str:
        return f"{FILE_NAMES[column]}{self.rows - row}"

    def point(self, square: int) -> tuple[int, int]:
        """Return the square's coordinates in the plane; they preserve straight lines."""
        return self.squares[square]

    def spend(self, work: int) -> None:
        """Add to the work done for this model, and raise ``TooLarge`` beyond the limit."""
        self.work += work
        need(self.work <= MOST_WORK, "model.json", "is too large for this checker", TooLarge)

    def square(self, name: Any, where: str = "model.json") -> int:
        known = isinstance(name, str) and name in self.named
        need(known, where, f"{show(name)} is not a square of the board")
        return self.named[name]

    def lines(self, down: int, right: int) -> list[list[int]]:
        """Return the squares of each line: with one value of down · row + right · column, around edges."""
        periods = {"cylinder": self.columns, "torus": math.gcd(self.rows, self.columns)}
        period = periods.get(self.wrap, 0) if down and right else 0
        found: dict[int, list[int]] = {}
        for square, (row, column) in enumerate(self.squares):
            place = down * row + right * column
            found.setdefault(place % period if period else place, []).append(square)
        return [*found.values()]

    def rays(self, start: int, rides: dict[tuple[int, int], int]) -> list[list[int]]:
        """Return, for each step with its most repetitions (0: no limit), the squares reached, in order.

        A ride ends at an edge, before a wall, and before its start; it passes over holes.
        """
        found = []
        for step, reach in self.steps_of(rides).items():
            (row, column), met, steps = self.squares[start], list[int](), 0
            while not reach or steps < reach:
                (row, column), steps = self.step_from(row, column, step), steps + 1
                if not (0 <= row < self.rows and 0 <= column < self.columns):
                    break
                if self.cells[row][column] == "#" or (row, column) == self.squares[start]:
                    break
                if self.cells[row][column] == ".":
                    met.append(self.number[row, column])
            self.spend(steps)
            found.append(met)
        return found

    def steps_of(self, rides: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Return the steps of a piece on this kind of board."""
        return rides

    def step_from(self, row: int, column: int, step: tuple[int, int]) -> tuple[int, int]:
        """Return where a step leads, perhaps off the board; cylinders wrap sideways, tori both ways."""
        row, column = row + step[0], column + step[1]
        row = row % self.rows if self.wrap == "torus" else row
        return row, column % self.columns if self.wrap != "flat" else column

    def symmetries(self, kept: list[set[Clause]]) -> Iterator[list[int]]:
        """Yield the permutations of squares that preserve walls, holes and each set of sets in ``kept``."""
        for image in self.images():
            self.spend(len(self.places))
            if all(self.cells[r][c] == self.cells[x][y] for (r, c), (x, y) in image.items()):
                g = [self.number[image[place]] for place in self.squares]
                if all({frozenset(g[s] for s in part) for part in p} == p for p in kept):
                    yield g

    def images(self) -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
        """Yield maps of cells: rotations, reflections, and translations if the board wraps."""
        turns = (0, 1) if self.rows == self.columns and self.wrap != "cylinder" else (0,)
        down = range(max(1, self.rows)) if self.wrap == "torus" else range(1)
        right = range(max(1, self.columns)) if self.wrap != "flat" else range(1)
        for turn, flip, mirror, dr, dc in product(turns, (0, 1), (0, 1), down, right):
            image = {}
            for row, column in self.places:
                r = self.rows - 1 - row if flip else row
                c = self.columns - 1 - column if mirror else column
                r, c = (c, r) if turn else (r, c)
                image[row, column] = (r + dr) % self.rows, (c + dc) % self.columns
            yield image


class Hexagon(Board):
    """A hexagon of hexagonal cells; every column ends in the last row, half a cell off its neighbours.

    A cell is also a point (a, b) of the plane. Its six neighbours are one step away, in this order around
    it: (1, 0) below, (1, -1), (0, -1), (-1, 0) above, (-1, 1), (0, 1).
    """

    fields, optional, known = "hexagon", "", "a hexagonal board"
    sides = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

    def cell_rows(self, data: Object) -> list[str]:
        self.side = data.number(data["hexagon"], 60)
        data.need(self.side, "has no side")
        high = [abs(column - self.side + 1) for column in range(2 * self.side - 1)]
        return ["".join(".#"[row < top] for top in high) for row in range(2 * self.side - 1)]

    def name(self, row: int, column: int) -> str:
        files = [name for name in FILE_NAMES[: 2 * self.columns] if "j" not in name]
        return f"{files[column]}{self.rows - row}"

    def point(self, square: int) -> tuple[int, int]:
        row, column = self.squares[square]
        return row - max(0, column - self.side + 1), column

    def steps_of(self, rides: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Return the steps: through a side, a corner between two sides, or (knight) both in turn."""
        turned = self.sides[1:] + self.sides[:1]
        beyond = (*((a + c, b + d) for (a, b), (c, d) in zip(self.sides, turned, strict=True)),)
        ways = [*zip(self.sides, beyond, strict=True), *zip(turned, beyond, strict=True)]
        leaps = (*((a + c, b + d) for (a, b), (c, d) in ways),)
        known = {"RW": self.sides, "BF": beyond, "QK": self.sides + beyond, "N": leaps}
        for names, steps in known.items():
            for name in names:
                if rides == read_piece(name):
                    return dict.fromkeys(steps, 0 if name in "RBQ" else 1)
        need(not rides, "model.json", "has a piece that is not known here on a hexagonal board")
        return {}

    def step_from(self, row: int, column: int, step: tuple[int, int]) -> tuple[int, int]:
        bent = [max(0, x - self.side + 1) for x in (column, column + step[1])]
        return row + step[0] - bent[0] + bent[1], column + step[1]

    def images(self) -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
        """Yield six rotations, each alone and after the reflection that swaps the coordinates."""
        middle = self.side - 1
        placed = {self.point(square): place for square, place in enumerate(self.squares)}
        for turn, flip in product(range(6), (0, 1)):
            image = {}
            for point, place in placed.items():
                a, b = (x - middle for x in (point[::-1] if flip else point))
                for _ in range(turn):
                    a, b = a + b, -a
                image[place] = placed[a + middle, b + middle]
            yield image


class Given(Board):
    """Squares with names and, for each piece, rays from each: squares in order, nearest first."""

    fields, optional, known = "squares names rays", "symmetries", "a board that is given by rays"

    def cell_rows(self, data: Object) -> list[str]:
        cells, self.titles = data.list_of("squares", str), data.list_of("names", str)
        data.need(isinstance(data["rays"], dict), "rays are no object")
        size, rays = len(self.titles), Object(data["rays"], data.where, "", " ".join(data["rays"]))
        number = {name: square for square, name in enumerate(self.titles)}
        fits = len(number) == size == "".join(cells).count(".")
        data.need(fits, "has two squares of one name, or squares without a name")
        self.tables = [(read_piece(name), rays.list_of(name, list)) for name in rays]
        for _, table in self.tables:
            fits = len(table) == size and all(type(ray) is list for ray in chain(*table))
            rays.need(fits, "are not lists of rays, one for each square")
            for square, ray in ((square, ray) for square, some in enumerate(table) for ray in some):
                known = all(type(x) is int and 0 <= x < size for x in ray)
                rays.need(
                    known and len({*ray, square}) > len(ray), "lead to no square, or to one twice"
                )
        self.read_symmetries(data, number)
        return cells

    def read_symmetries(self, data: Object, number: dict[str, int]) -> None:
        """Read permutations of the squares, each as the names of all images in order."""
        self.given = data.list_of("symmetries", list, [])
        for g in self.given:
            fits = all(type(x) is str for x in g) and sorted(g) == sorted(number)
            data.need(fits, "has a symmetry that is not a permutation")
            g[:] = map(number.__getitem__, g)

    @property
    def two_way(self) -> bool:
        """Whether every move can be reversed."""
        reached = ([{*chain(*some)} for some in table] for _, table in self.tables)
        return all(v in some[w] for some in reached for v, steps in enumerate(some) for w in steps)

    def name(self, row: int, column: int) -> str:
        return str(self.titles[self.number[row, column]])

    def rays(self, start: int, rides: dict[tuple[int, int], int]) -> list[list[int]]:
        found: list[list[list[int]]] = [
            table[start] for piece, table in self.tables if piece == rides
        ]
        need(
            found or not rides, "model.json", f"has a piece that is not known here on {self.known}"
        )
        self.spend(sum(map(len, found[0] if rides else ())))
        return found[0] if rides else []

    def images(self) -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
        """Yield the products of the given symmetries, each of which is tested to preserve the rays."""
        for g, (_, table) in product(self.given, self.tables):
            self.spend(sum(map(len, chain(*table))))
            for v, some in enumerate(table):
                kept = {tuple(g[w] for w in ray) for ray in some} == {*map(tuple, table[g[v]])}
                need(kept, "model.json: board", "has a symmetry that breaks a move")
        new = known = {(*range(len(self.squares)),)}
        while new:
            self.spend(len(new) * len(self.squares) * len(self.given))
            at = self.squares.__getitem__
            yield from (dict(zip(self.squares, map(at, p), strict=True)) for p in sorted(new))
            new = {tuple(g[v] for v in p) for g, p in product(self.given, new)} - known
            known = known | new


class Network(Given):
    """The nodes of a graph, in one column; the piece W steps along edges, no other piece is known."""

    fields, optional, known = "graph", "", "a graph"

    def cell_rows(self, data: Object) -> list[str]:
        fields = "nodes edges", "directed places symmetries"
        graph = Object(data["graph"], f"{data.where}: graph", *fields)
        self.titles, directed = graph.list_of("nodes", str), graph.flag("directed")
        number = {name: row for row, name in enumerate(self.titles)}
        graph.need(len(number) == len(self.titles), "has two nodes of one name")
        named = all(re.fullmatch("[A-Za-z0-9_.]{1,40}", name) for name in self.titles)
        graph.need(named, "has a node with a wrong name")
        beside: list[set[int]] = [set() for _ in self.titles]
        for edge in graph.list_of("edges", list):
            known = len(edge) == 2 and all(type(x) is str and x in number for x in edge)
            graph.need(known and edge[0] != edge[1], f"the edge {show(edge)} joins no two nodes")
            here, there = map(number.__getitem__, edge)
            for v, w in ((here, there), (there, here))[: 2 - directed]:
                beside[v].add(w)
        self.tables = [(read_piece("W"), [[[w] for w in sorted(some)] for some in beside])]
        self.read_symmetries(graph, number)
        return ["."] * len(self.titles)


def read_board(data: Any) -> Board:
    kinds = {"hexagon": Hexagon, "graph": Network, "rays": Given}
    need(isinstance(data, dict), "model.json: board", "is not an object")
    return next((kinds[name] for name in kinds if name in data), Board)(data)


def read_piece(notation: Any) -> dict[tuple[int, int], int]:
    """Return the steps of a piece, each with how often it may be repeated (0: without limit).

    The notation is Betza's, without directions: a sum of atoms and leaps. Each may have a range; written
    twice it is a rider. A step goes in all directions, so every symmetry of a board preserves the moves.
    """
    fault = f"the piece {show(notation)} is not known to this checker"
    need(isinstance(notation, str) and 0 < len(notation) <= 200, "model.json", fault)
    rides: dict[tuple[int, int], int] = {}
    place, seen = 0, set()
    while notation != "blocker" and place < len(notation):
        term = TERM.match(notation, place)
        if term is None or not (term[2] or term[1] in ATOMS):
            raise Rejected(f"model.json: {fault}")
        pairs = [(term[2], term[3])] if term[2] else [(x[0], x[1]) for x in ATOMS[term[1]].split()]
        leaps = [(min(int(m), int(n)), max(int(m), int(n))) for m, n in pairs]
        atom = str(leaps) if term[2] else term[1]
        need(leaps != [(0, 0)] and atom not in seen, "model.json", fault)
        suffix = 0 if term[4] == term[1] or (not term[4] and atom in "RBQ") else term[4]
        reach = 1 if suffix is None else int(suffix)
        for (m, n), a, b in product(leaps, (1, -1), (1, -1)):
            for step in ((a * m, b * n), (b * n, a * m)):
                known = rides.get(step, reach)
                rides[step] = max(reach, known) if reach and known else 0
        place = term.end()
        seen.add(atom)
    return rides


def describe_piece(notation: str, board: Board) -> str:
    """Describe a piece for a reader; one step stands for all steps of the same lengths."""
    if board.known:
        return f"how {notation} moves on {board.known}"
    rides = {step: n for step, n in sorted(read_piece(notation).items()) if 0 <= step[0] <= step[1]}
    often = {0: "repeatedly", 1: "once"}
    steps = [f"{step} {often.get(n, f'up to {n} times')}" for step, n in rides.items()]
    return f"{notation} steps {' and '.join(steps) or 'nowhere'}, in every direction"


# -- facts -------------------------------------------------------------------------------


class Model:
    """The facts that define the solutions: a solution is an assignment that violates none of them.

    Variables are numbered from 1. Each is a piece on a square, or a move; it is true in solutions with it.
    """

    notations: list[Any]  # of the pieces
    unlisted = ""  # why this checker takes no list of such a model; empty if it does
    places, links = 0, list[tuple[int, int]]()  # of a tour: its squares; the ends of each move
    readings = 1  # how many solutions an assignment stands for: a tour may have two directions
    wanted, measure = 0, list[tuple[int, int]]()  # few (-1) or many (1) of these, by weight; 0: any

    def __init__(self, board: Board, names: list[str], unit: str) -> None:
        fits = len(names) <= MOST_NAMES
        need(fits, "model.json", f"has more than {MOST_NAMES} variables", TooLarge)
        self.board, self.names, self.unit = board, names, unit
        self.decided = names  # what a recount decides, one after another
        self.fixed = True  # whether all solutions have equally many true variables
        self.maps = dict[Literals, None]()  # the symmetries: the image of each variable, by index
        self.pairs = set[tuple[int, int]]()  # of two such variables, ascending, at most one is true
        self.counts = dict[Bound, None]()  # bounds on how many of some literals are true
        self.sums = list[Bound]()  # further bounds; these use auxiliary variables too
        self.inputs = dict[int, list[int]]()  # auxiliary variable: the literals whose AND it is
        self.graphs = list[Graph]()  # the true nodes of each are connected; a tree if acyclic
        self.shown = Literals()  # if any: solutions that agree on these are one

    def exclude(self, some: Iterable[int]) -> None:
        """Add the fact that at most one of these is true, as pairs."""
        every = sorted({*some})
        self.board.spend(len(every) ** 2 // 8)
        self.pairs.update(combinations(every, 2))

    def bound(self, terms: Iterable[tuple[int, int]], low: int, high: int = ANY) -> Bound:
        """Return low ≤ Σ weight · literal ≤ high as a bound on variables; -x counts as 1 - x."""
        weights = dict[int, int]()
        for x, weight in terms:
            self.board.spend(1)
            weights[abs(x)] = weights.get(abs(x), 0) + (weight if x > 0 else -weight)
            low, high = (low, high) if x > 0 else (low - weight, high - weight)
        return tuple(sorted(weights.items())), low, high

    def count(self, literals: Iterable[int], low: int, high: int = ANY) -> None:
        """Add the fact that low to high of these are true; if at most one may be, its pairs too."""
        some = {*literals}
        self.counts[self.bound(((x, 1) for x in some), low, high)] = None
        if high <= 1:
            self.exclude(some)

    def each(self, groups: Iterable[Iterable[int]], low: int, high: int = ANY) -> None:
        """Add the fact that low to high of each group are true."""
        for group in groups:
            self.count(group, low, high)

    def gate(self, literals: Iterable[int]) -> int:
        """Return a new variable for the AND of the literals:  0 ≤ 1 + Σ literal - (n + 1) · new ≤ n."""
        literals, new = sorted({*literals}), len(self.names) + len(self.inputs) + 1
        n = len(literals)
        self.sums.append(self.bound([*((x, 1) for x in literals), (new, -n - 1)], -1, n - 1))
        self.inputs[new] = literals
        return new

    def either(self, some: Sequence[int]) -> int:
        """Return a literal that is true if at least one of these is."""
        return some[0] if len(some) == 1 else -self.gate(-x for x in some)

    def project(self, groups: list[list[str]]) -> None:
        """Tell solutions apart only by whether they have one of each group of named variables."""
        literal = {name: x for x, name in enumerate(self.names, start=1)}
        need(groups and not self.wanted, "model.json", "show is empty, or given with an objective")
        for group in groups:
            some = read_literals([*map(str, group)], literal, "model.json: show")
            self.shown += (self.either(some),)
        self.unit = "projections"

    def seen(self, some: Iterable[int]) -> Literals:
        """Return what is shown of the solution with these variables; of a model without, all of them."""
        true = self.with_auxiliaries(some) if self.shown else set[int]()
        return tuple([x if (x > 0) == (abs(x) in true) else -x for x in self.shown]) or tuple(some)

    def weigh(self, data: Object, terms: list[tuple[int, int]], sure: int) -> None:
        """Add that the sum of the weights of the true literals is in limits, and none of ``but``.

        For each of these, the sets of literals with that sum are forbidden. ``sure`` is always added.
        """
        low, high = data.limits("number", "1..")
        self.sums.append(self.bound(terms, low - sure, high - sure))
        for number in data.list_of("but", int, []):
            found = [(set[int](), number - sure)]  # sets of literals, and what they lack of the sum
            for x, weight in terms:
                self.board.spend(len(found) * len(terms))
                found += [({*some, x}, left - weight) for some, left in found if left >= weight]
            for chosen in (some for some, left in found if left == 0):
                self.count([-x if x in chosen else x for x, _ in terms], 1)

    def facts(self) -> Iterator[Bound]:
        """Yield all bounds, in the order of their clauses; that a tour is a single cycle is no bound."""
        yield from ((((x, 1), (y, 1)), 0, 1) for x, y in sorted(self.pairs))
        for terms, low, high in self.counts:
            yield terms, low, ANY if high == 1 else high  # the pairs imply "at most one"
        yield from self.sums

    def objective_bound(self, best: int) -> Bound:
        """Return the bound that the objective is at least as good as ``best``."""
        terms = [(x, self.wanted * weight) for x, weight in self.measure]
        return self.bound(terms, self.wanted * best)

    def with_auxiliaries(self, some: Iterable[int]) -> set[int]:
        """Return these variables, with the auxiliary variables that are true if exactly these are."""
        true = set(some)
        for new, literals in self.inputs.items():
            if all((x > 0) == (abs(x) in true) for x in literals):
                true.add(new)
        return true

    def value(self, some: Iterable[int]) -> int:
        """Return the objective's value if exactly these variables are true."""
        true = self.with_auxiliaries(some)
        return sum(weight for x, weight in self.measure if (x > 0) == (abs(x) in true))

    def violation(self, some: Sequence[int]) -> str:
        """Describe a fact that is violated if exactly these (ascending) are true; "" if there is none."""
        met = combinations(some, 2) if self.pairs else ()
        for x, y in filter(self.pairs.__contains__, met):
            return f"{self.names[x - 1]} and {self.names[y - 1]} exclude each other"
        true = self.with_auxiliaries(some)
        for terms, low, high in chain(self.counts, self.sums):
            found = sum([weight for x, weight in terms if x in true])
            if not low <= found <= high:
                return f"a sum is {found}, and not within its limits"
        return ""


# -- what follows from facts -------------------------------------------------------------


def lower_bound(model: Model, some: set[int]) -> int:
    """Return a lower bound on how many of these are true: from one count, or from disjoint counts."""
    best, total, counted = 0, 0, set[int]()
    for terms, low, _ in model.counts:
        inside = {x for x, _ in terms}
        if low > 0 and inside <= some:
            best = max(best, low)
            if inside.isdisjoint(counted):
                total, counted = total + low, counted | inside
    return max(best, total)


def tighten(model: Model, groups: list[list[int]]) -> None:
    """Add that exactly one of each group is true, if at most one is, and as many as there are groups.

    The lower bound on how many are true then follows from the new facts, and is removed.
    """
    every = sorted(chain(*groups))
    pairs = chain(*(combinations(sorted(group), 2) for group in groups))
    number = lower_bound(model, {*every})
    if number >= len(groups) and model.pairs.issuperset(pairs):
        follows = tuple((x, 1) for x in every), number
        model.counts = dict.fromkeys(fact for fact in model.counts if fact[:2] != follows)
        if number > len(groups):
            model.count([], 1)
        model.each(groups, 1, 1)


# -- placements --------------------------------------------------------------------------


class Placement(Model):
    """Pieces on squares. An unknown rule is refused, because nothing here would check it."""

    def __init__(self, asked: Any) -> None:
        data = Object(asked, "model.json: placement", "board pieces rules presets", "objective")
        board, self.numbers = read_board(data["board"]), list[tuple[int, int]]()
        self.every, self.notations = range(len(board.squares)), []
        self.kinds = dict[str, set[int]]()  # the name of a kind: the squares where it may stand
        # For a program that is proved in Coq: the presets and rules in the words of Problem.v, whether that
        # has no words for one of them, and what the objective measures.
        self.statements, self.unstated, self.objective = list[Words](), False, Words()
        for item in data.list_of("pieces", dict):
            kind = Object(item, data.where, "name low high", "symbol squares piece")
            name, symbol = kind["name"], kind.get("symbol", "x")
            named = NAME.fullmatch(name) if type(name) is str and len(self.kinds) < 26 else None
            if named is None or name in self.kinds:
                raise Rejected(f"{kind.where}: {show(name)} is not a kind, or one too many")
            letter = isinstance(symbol, str) and re.fullmatch("[A-Za-z]", symbol)
            kind.need(letter, f"{show(symbol)} is not a letter")
            self.notations.append(kind.get("piece", named[2]))
            self.kinds[name] = {*map(board.square, kind.list_of("squares", str, board.names))}
            high = ANY if kind["high"] is None else kind.number(kind["high"])
            self.numbers.append((kind.number(kind["low"], high), high))
        pieces = zip(self.kinds, map(read_piece, self.notations), strict=True)
        self.rays = {name: [board.rays(x, piece) for x in self.every] for name, piece in pieces}
        every = product(self.every, self.kinds)
        self.pieces = [(kind, square) for square, kind in every if square in self.kinds[kind]]
        self.variable = {placed: x for x, placed in enumerate(self.pieces, start=1)}
        names = [f"{kind}@{board.names[square]}" for kind, square in self.pieces]
        super().__init__(board, names, "placements")
        self.fixed = all(low == high for low, high in self.numbers)
        self.kept = [{frozenset(squares)} for squares in self.kinds.values()]  # fixed by symmetries
        for square in self.every:
            self.exclude(self.placed([square]))
        for name, (low, high) in zip(self.kinds, self.numbers, strict=True):
            self.count(self.placed(self.every, [name]), low, high)
        self.add_presets(data.list_of("presets", str))
        for rule in data.list_of("rules", dict):
            self.add_rule(rule)
        if "objective" in data:
            wanted = Object(data["objective"], f"{data.where}: objective", "", SENSES)
            sense = [word for word in ("maximise", "minimise") if word in wanted]
            data.need(len(sense) == 1, "the objective is neither maximise nor minimise")
            wanted["measure"], wanted.where = wanted[sense[0]], data.where
            self.wanted = 1 if sense == ["maximise"] else -1
            self.measure, self.objective = self.measured(wanted)
            self.unstated |= not self.objective
        for step, some in product(((1, 0), (0, 1)), [None, *([kind] for kind in self.kinds)]):
            tighten(self, [self.placed(line, some) for line in board.lines(*step)])
        for g in board.symmetries(self.kept):
            self.maps[0, *(self.variable[kind, g[square]] for kind, square in self.pieces)] = None

    def placed(self, squares: Iterable[int], kinds: Iterable[str] | None = None) -> list[int]:
        """Return the variables of the pieces (of these kinds) that may stand on these squares."""
        pieces = product(self.kinds if kinds is None else kinds, squares)
        return [self.variable[piece] for piece in pieces if piece in self.variable]

    def known_kinds(self, names: list[Any], where: str) -> list[str]:
        """Return these kinds in the order of the model."""
        for name in names:
            need(name in [*self.kinds], where, f"{show(name)} is not a kind of the model")
        return [kind for kind in self.kinds if kind in names]

    def add_presets(self, texts: list[str]) -> None:
        """Add presets. ``Q@a1``: a queen stands there, and no other piece; ``-@a1``: no piece at all."""
        where, names = "model.json: presets", dict[int, str]()
        for text in texts:
            name, _, square_name = text.rpartition("@")
            square = self.board.square(square_name)
            need(names.setdefault(square, name) == name, where, "contradict")
            kinds = self.known_kinds([name] * (name != "-"), where)
            wanted, place = self.placed([square], kinds), self.board.squares[square]
            self.statements.append(("Given", name, place) if kinds else ("Bare", place))
            if kinds:
                self.count(wanted, 1)  # empty if it may not stand there: then there is no solution
            for x in set(self.placed([square])).difference(wanted):
                self.count([-x], 1)
        for name in {*names.values()}:
            self.kept.append({frozenset(square for square in names if names[square] == name)})

    def rays_of(self, kinds: set[str], blocking: object) -> Iterator[tuple[int, int, list[int]]]:
        """Yield (piece of these kinds, attacked square, pieces that may block it), along each ray."""
        for (kind, square), x in self.variable.items():
            for ray in self.rays[kind][square] if kind in kinds else ():
                self.board.spend(len(ray) * len(self.kinds))
                for place, target in enumerate(ray):
                    yield x, target, self.placed(ray[:place]) if blocking else []

    def attacks(self, bound: set[tuple[str, str]], blocking: object) -> Iterator[list[int]]:
        """Yield [piece, attacked piece, *pieces that may block it] for the pairs of kinds in ``bound``."""
        for x, target, pieces in self.rays_of({kind for kind, _ in bound}, blocking):
            for y in self.placed([target]):
                if (self.pieces[x - 1][0], self.pieces[y - 1][0]) in bound:
                    yield [x, y, *pieces]

    def no_attacks(self, bound: set[tuple[str, str]], blocking: object) -> None:
        """Forbid attacks between pairs of kinds in ``bound``; with blocking, if no piece is in between."""
        self.statements.append(("NonAttacking", bound, bool(blocking)))
        for x, y, *pieces in self.attacks(bound, blocking):
            if pieces:
                self.count([-x, -y, *pieces], 1)
            else:
                self.exclude((x, y))

    def ranges(self, kinds: Sequence[str], blocking: object) -> Iterator[tuple[int, int, int]]:
        """Yield (piece, square in its range, literal that says whether it attacks the square; 0: always).

        With blocking, the literal is true if no piece stands in between on at least one of the rays.
        """
        ways: dict[tuple[int, int], list[list[int]]] = {}
        for x, target, between in self.rays_of({*kinds}, blocking):
            ways.setdefault((x, target), []).append(between)
        for (x, target), pieces in ways.items():
            free = [self.gate(-y for y in some) for some in pieces] if all(pieces) else []
            yield x, target, -self.gate(-y for y in free) if len(free) > 1 else sum(free)

    def kinds_of(self, data: Object, name: str = "kinds") -> list[str]:
        """Return the kinds that a field names; all kinds if it is missing."""
        names = data.list_of(name, str, [*self.kinds])
        data.need(names or name not in data, "names no kinds")
        return self.known_kinds(names, data.where)

    def bound_pairs(self, data: Object) -> set[tuple[str, str]]:
        """Return the pairs of kinds of ``between``, each in both orders; all pairs if it is missing."""
        pairs = data.list_of("between", list, [*map(list, product(self.kinds, repeat=2))])
        data.need(all(len(pair) == 2 for pair in pairs), "between is not a list of pairs")
        self.known_kinds([*chain(*pairs)], data.where)
        return {pair for a, b in pairs for pair in ((a, b), (b, a))}

    def measured(self, data: Object) -> tuple[list[tuple[int, int]], Words]:
        """Return the literals that a measure counts, with weights: pieces, unattacked squares, or any."""
        if data.get("measure") == "sum" and "kinds" not in data and "blocking" not in data:
            terms, sure = self.weighed(data, "terms")
            return [*terms, *([(self.gate([]), sure)] if sure else [])], ()
        kinds = self.kinds_of(data)
        data.need("terms" not in data, "has terms and is not a sum")
        if data.get("measure") in ("pieces", "men") and "blocking" not in data:
            return [(x, 1) for x in self.placed(self.every, kinds)], ("Pieces", kinds)
        if data.get("measure") == "attacks" and "kinds" not in data:
            ways, pairs = (
                dict[Clause, list[int]](),
                {(a, b) for a in self.kinds for b in self.kinds},
            )
            for x, y, *pieces in self.attacks(pairs, data.flag("blocking")):
                ways.setdefault(frozenset((x, y)), []).append(
                    self.gate([x, y, *(-z for z in pieces)])
                )
            return [(-self.gate(-x for x in some), 1) for some in ways.values()], ()
        data.need(data.get("measure") == "unattacked", "has a measure that is not known here")
        near = [[-x for x in self.placed([square])] for square in self.every]
        for x, target, free in self.ranges(kinds, blocking := data.flag("blocking")):
            near[target].append(-self.gate([x, free]) if free else -x)
        return [(self.gate(literals), 1) for literals in near], ("Unattacked", kinds, blocking)

    def weighed(self, data: Object, name: str) -> tuple[list[tuple[int, int]], int]:
        """Return literals with their weights, and the weight of those that are always true."""
        weights, classes = dict[int, int](), dict[str, set[int]]()
        for text in data.list_of(name, str):
            match = LITERAL.fullmatch(text)
            if match is None:
                raise Rejected(f"{data.where}: {show(text)} is not a literal")
            weight, square = int(match[1] or 1), self.board.square(match[4])
            some = self.placed([square], self.known_kinds([match[3]], data.where))
            x = -sum(some) if match[2] else sum(some)  # 0 if no such piece ever stands there
            weights[x] = weights.get(x, 0) + weight * bool(x or match[2])
            classes.setdefault(text[: text.rindex("@")], set()).add(square)
        self.kept += [{frozenset(squares)} for squares in classes.values()]
        sure = weights.pop(0, 0)
        return [*weights.items()], sure

    # Rules

    def add_rule(self, asked: dict[str, Any]) -> None:
        """Add the facts of a rule, by its method in ``RULES``."""
        name = asked.get("rule")
        where = f"model.json: rule {show(name)}"
        if not isinstance(name, str) or name not in RULES:
            raise Rejected(f"{where}: is not known to this checker, only {', '.join(RULES)}")
        (fields, method), known = RULES[name], len(self.statements)
        method(self, Object(asked, where, "rule", fields))
        self.unstated |= len(self.statements) == known

    def non_attacking(self, data: Object) -> None:
        self.no_attacks(self.bound_pairs(data), data.flag("blocking"))

    def maximal(self, data: Object) -> None:
        """No piece can be added: on an empty square it would attack a piece or be attacked."""
        pairs = self.bound_pairs(data)
        self.statements.append(("Maximal", pairs))
        meeting = {x: self.placed([square]) for (_, square), x in self.variable.items()}
        for x, y in self.attacks(pairs, blocking=False):
            meeting[x].append(y)
            meeting[y].append(x)
        self.each(meeting.values(), 1)

    def domination(self, data: Object) -> None:
        """``times`` pieces of the kinds attack each square; one on it counts too, if not total."""
        kinds, mode, times = self.kinds_of(data), data.get("variant", "plain"), data.get("times", 1)
        low, most = (times, ANY) if type(times) is int else data.limits("times", "1..")
        known = mode in ("plain", "independent", "total", "efficient")
        data.need(known, "is of an unknown variant")
        data.need(type(times) is str or low > 0, "has times that are no number from 1 on")
        own = () if mode == "total" else kinds
        covering = [self.placed([square], own) for square in self.every]
        for x, target, _ in self.rays_of({*kinds}, blocking=False):
            covering[target].append(x)
        most = 1 if mode == "efficient" else most
        self.statements.append(("Domination", kinds, mode != "total", low, most))
        self.each(covering, low, most)
        if mode == "independent":
            self.no_attacks({*product(kinds, kinds)}, blocking=False)

    def irredundant(self, data: Object) -> None:
        """Each piece of the kinds is the only one to cover some square: to stand on it or attack it."""
        kinds = self.kinds_of(data)
        covering = [{*self.placed([square], kinds)} for square in self.every]
        for x, target, _ in self.rays_of({*kinds}, blocking=False):
            covering[target].add(x)
        for x in self.placed(self.every, kinds):
            alone = (self.gate([x, *(-y for y in some - {x})]) for some in covering if x in some)
            self.count([-x, *alone], 1)

    def connected(self, data: Object) -> None:
        """The pieces, or the squares without them, are connected; an edge is an attack.

        By the piece ``by``; else by the piece that stands there, or for squares by a piece of any kind.
        """
        kinds, of = self.kinds_of(data), data.get("of", "occupied")
        data.need(of in ("occupied", "empty"), "is of an unknown word")
        piece = read_piece(data.get("by", "blocker"))
        by = [self.board.rays(square, piece) for square in self.every]
        if of == "empty":
            nodes = [-self.either(self.placed([square], kinds)) for square in self.every]
            ends = [(square, kinds) for square in self.every]
        else:
            nodes = self.placed(self.every, kinds)
            ends = [(square, [kind]) for kind, square in (self.pieces[x - 1] for x in nodes)]
        here = dict[int, list[int]]()  # the nodes of each square
        for node, (square, _) in enumerate(ends):
            here.setdefault(square, []).append(node)
        edges = set[tuple[int, int]]()
        for node, (square, some) in enumerate(ends):
            rays = [by] if "by" in data else [self.rays[kind] for kind in some]
            for target in chain(*chain(*(table[square] for table in rays))):
                edges.update((min(node, x), max(node, x)) for x in here.get(target, ()))
        self.graphs.append((nodes, sorted(edges), data.flag("acyclic")))
        self.unlisted = "connected pieces or squares"

    def regions(self, data: Object) -> None:
        """Each region of the map has ``number`` pieces: the squares of one character other than ``.``."""
        rows, board = data.list_of("map", str), self.board
        fits = [*map(len, rows)] == [board.columns] * board.rows
        data.need(fits, "has a map of another size than the board")
        marks = "".join(rows).replace(".", "")
        plain = not marks or (marks.isascii() and marks.isalnum())
        data.need(plain, "has a mark in its map that is not a letter, digit or .")
        found: dict[str, list[int]] = {mark: [] for mark in (*marks, ".")}
        for square, (row, column) in enumerate(board.squares):
            found[rows[row][column]].append(square)
        del found["."]
        self.parts(data, [squares for squares in found.values() if squares], 1)

    def parallel(self, data: Object) -> None:
        """Each line of one direction has ``number`` pieces."""
        data.need(not self.board.known, "is of a board that has no ranks")
        self.parts(data, self.board.lines(*NORMALS[data["rule"]]))

    def parts(self, data: Object, parts: list[list[int]], *usual: int) -> None:
        """Each of these parts of the board has ``number`` pieces."""
        kinds, limits = self.kinds_of(data), data.limits("number", *usual)
        self.kept.append({*map(frozenset, parts)})
        places = [[self.board.squares[square] for square in part] for part in parts]
        self.statements.append(("Regions", kinds, places, *limits))
        self.each((self.placed(part, kinds) for part in parts), *limits)

    def permutation(self, data: Object) -> None:
        """Each row and column has ``number`` pieces."""
        data.need(not self.board.known, "is of a board that has no ranks")
        kinds, lines = self.kinds_of(data), chain(self.board.lines(1, 0), self.board.lines(0, 1))
        limits = data.limits("number", 1)
        self.statements.append(("Permutation", kinds, *limits))
        self.each((self.placed(line, kinds) for line in lines), *limits)

    def armies(self, data: Object) -> None:
        """Pieces of one colour, the text before the colon of a kind's name, attack none of another."""
        armies: dict[str, list[str]] = {}
        for name in self.kinds:
            armies.setdefault(name.rpartition(":")[0], []).append(name)
        armies.pop("", None)
        data.need(len(armies) > 1, "is of one colour, or of none")
        for one, two in combinations(armies.values(), 2):
            self.no_attacks({*product(one, two), *product(two, one)}, data.flag("blocking"))
            if data.flag("equal"):
                self.statements.append(("Equal", one, two))
                terms = [(x, 1) for x in self.placed(self.every, one)]
                terms += [(x, -1) for x in self.placed(self.every, two)]
                self.sums.append(self.bound(terms, 0, 0))

    def degrees(self, data: Object) -> None:
        """Each piece x of some kinds attacks, or is attacked by, ``number`` others.

        If d is the sum of their n literals:  low · x ≤ d,  and  d ≤ high if x is true, else d ≤ n.
        """
        low, high = data.limits("number")
        out, blocking = data.get("direction", "attacks"), data.flag("blocking")
        data.need(out in ("attacks", "attacked"), "has an unknown direction")
        of, others = self.kinds_of(data, "of"), self.kinds_of(data, "others")
        if not blocking:
            self.statements.append(("Degrees", of, others, out == "attacked", low, high))
        met: dict[int, list[int]] = {x: [] for x in self.placed(self.every, of)}
        for x, target, free in self.ranges(of if out == "attacks" else others, blocking):
            for y in self.placed([target], others if out == "attacks" else of):
                piece, other = (x, y) if out == "attacks" else (y, x)
                met[piece].append(self.gate([other, free]) if free else other)
        for x, pieces in met.items():
            n, terms = len(pieces), [(y, 1) for y in pieces]
            self.sums += (self.bound([*terms, (x, w)], 0, n) for w in (-low, n - min(n, high)))

    def no_three_in_line(self, data: Object) -> None:
        """Each straight line, of any slope, has at most two pieces."""
        flat = self.board.wrap == "flat" and not isinstance(self.board, Given)
        data.need(flat, "is of a board that is not a part of the plane")
        lines: dict[tuple[int, int, int], set[int]] = {}
        self.board.spend(len(self.every) ** 2 // 2)
        for (a, s), (b, t) in combinations(enumerate(map(self.board.point, self.every)), 2):
            down, right = t[0] - s[0], t[1] - s[1]
            step = math.gcd(down, right)
            slope = down // step, right // step
            lines.setdefault((*slope, s[0] * slope[1] - s[1] * slope[0]), set()).update((a, b))
        self.each((self.placed(line) for line in lines.values() if len(line) > 2), 0, 2)

    def shape(self, data: Object) -> None:
        """The squares of the pieces are an image of a shape: turned, mirrored, in any place.

        A variable says of each image that there is a piece on all its squares. Exactly one is true, and no
        piece stands outside it.
        """
        rows, kinds, board = data["cells"], self.kinds_of(data), self.board
        fits = isinstance(rows, str) and "X" in rows and re.fullmatch("[X./]*", rows)
        data.need(fits, "has cells that are no rows of X and .")
        data.need(not board.known, "is of a board that has no ranks")
        lines = enumerate(rows.split("/"))
        cells = [(r, c) for r, row in lines for c, mark in enumerate(row) if mark == "X"]
        images, covering = set[Clause](), dict[int, list[int]]()
        board.spend(8 * len(cells) * len(board.squares))
        ways = product((cells, [(c, r) for r, c in cells]), (1, -1), (1, -1), board.squares)
        for some, down, right, (row, column) in ways:
            steps = [(down * (r - some[0][0]), right * (c - some[0][1])) for r, c in some]
            places = {board.step_from(row, column, step) for step in steps}
            if len(places) == len(cells) and places <= board.number.keys():
                images.add(frozenset(board.number[place] for place in places))
        here = {square: self.either(self.placed([square], kinds)) for square in self.every}
        for image in sorted(map(sorted, images)):
            x = self.gate(here[square] for square in image)
            for square in image:
                covering.setdefault(square, []).append(x)
        chosen = {*chain(*covering.values())}
        self.sums.append(self.bound(((x, 1) for x in chosen), 1, 1))
        for square in self.every:
            self.count([-here[square], *covering.get(square, [])], 1)

    def amount(self, data: Object) -> None:
        (terms, words), limits = self.measured(data), data.limits("number")
        if words:
            self.statements.append(("Amount", words, *limits))
            self.count((x for x, _ in terms), *limits)
        else:
            self.sums.append(self.bound(terms, *limits))

    def among(self, data: Object) -> None:
        self.weigh(data, *self.weighed(data, "literals"))


#: The lines of each direction have one value of  down · row + right · column.
NORMALS = {"files": (0, 1), "ranks": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}

#: Each known rule: its fields, and the method that adds its facts.
RULES: dict[str, tuple[str, Callable[[Placement, Object], None]]] = {
    "non-attacking": ("between blocking", Placement.non_attacking),
    "maximal": ("between", Placement.maximal),
    "domination": ("variant kinds times", Placement.domination),
    "irredundant": ("kinds", Placement.irredundant),
    "connected": ("of kinds by acyclic", Placement.connected),
    "regions": ("map number kinds", Placement.regions),
    **dict.fromkeys(NORMALS, ("number kinds", Placement.parallel)),
    "permutation": ("number kinds", Placement.permutation),
    "armies": ("equal blocking", Placement.armies),
    "degrees": ("number direction of others blocking", Placement.degrees),
    "no-three-in-line": ("", Placement.no_three_in_line),
    "shape": ("cells kinds", Placement.shape),
    "amount": ("measure number kinds blocking terms", Placement.amount),
    "among": ("literals number but", Placement.among),
}


# -- tours -------------------------------------------------------------------------------


class MoveSet(Model):
    """Sets of moves of a piece, all reversible: a variable for each pair of squares that a move joins."""

    every = False  # whether a move begins or ends on each square

    def __init__(self, data: Object, unit: str) -> None:
        board, piece = read_board(data["board"]), read_piece(data["piece"])
        data.need(
            not isinstance(board, Given) or board.two_way,
            "is of a board on which moves go one way only",
        )
        every = range(len(board.squares))
        pairs = ((a, b) for a in every for b in chain(*board.rays(a, piece)))
        links = sorted({(min(pair), max(pair)) for pair in pairs})
        super().__init__(board, [f"{board.names[a]}-{board.names[b]}" for a, b in links], unit)
        self.notations, self.links = [data["piece"]], links
        self.variable = {frozenset(link): x for x, link in enumerate(links, start=1)}
        moves = self.variable.items()
        self.at = [[x for link, x in moves if square in link] for square in every]

    def fix_moves(self, data: Object) -> list[list[int]]:
        """Require some moves, forbid others, find the symmetries that keep both; return their variables."""
        fixed, kept = list[list[int]](), list[set[Clause]]()
        for sign, name in (1, "through"), (-1, "avoiding"), (0, "ends"):
            texts = data.list_of(name, str, [])
            kept.append({frozenset(map(self.board.square, text.split("-", 1))) for text in texts})
            if not sign:
                continue
            need(kept[-1] <= {*self.variable}, f"{data.where}: {name}", "has a wrong move")
            fixed.append([self.variable[link] for link in kept[-1]])
            self.each(([sign * x] for x in fixed[-1]), 1)
        for asked in data.list_of("rules", dict, []):
            rule = Object(asked, f"{data.where}: rules", "rule literals", "number but")
            rule.need(
                rule["rule"] == "among", "has a rule that this checker does not know of moves"
            )
            kept += self.add_among(rule)
        for g in self.board.symmetries(kept):
            self.maps[0, *(self.variable[frozenset((g[a], g[b]))] for a, b in self.links)] = None
        return fixed

    def add_among(self, data: Object) -> Iterable[set[frozenset[int]]]:
        """Add the facts of a rule about moves and visited squares; return what a symmetry has to keep."""
        weights, classes = dict[int, int](), dict[str, set[frozenset[int]]]()
        for text in data.list_of("literals", str):
            match = OF_MOVES.fullmatch(text)
            data.need(match is not None and match[3], f"has {show(text)}, which is not a literal")
            weight, negated, names = match.groups() if match else ("", "", "")
            squares = frozenset(map(self.board.square, filter(None, names.split("-", 1))))
            classes.setdefault(text.removesuffix(names) + "-" * ("-" in names), set()).add(squares)
            if "-" in names:
                x = self.variable.get(squares, 0)  # 0: no move joins them, or it leaves the board
            elif self.every:
                x, negated = 0, "" if negated else "~"
            else:
                x = -self.gate([-move for move in self.at[min(squares)]])
            x = -x if negated else x
            weights[x] = weights.get(x, 0) + int(weight or 1) * bool(x or negated)
        sure = weights.pop(0, 0)
        self.weigh(data, [*weights.items()], sure)
        return classes.values()


class Tour(MoveSet):
    """Tours through all squares by reversible moves of a piece; the bounds are those of closed tours."""

    def __init__(self, asked: Any) -> None:
        fields = "board piece closed unit", "start end through avoiding"
        data = Object(asked, "model.json: tour", *fields)
        self.closed, directed = data.flag("closed"), data["unit"] == "directed"
        data.need(directed or data["unit"] == "undirected", "is of an unknown unit")
        words = "directed" if directed else "undirected", "closed" if self.closed else "open"
        super().__init__(data, f"{' '.join(words)} tours")
        self.ends = [self.board.square(data[name]) for name in ("start", "end") if name in data]
        fits = len({*self.ends}) == len(self.ends) and (directed or not self.ends)
        data.need(fits and not (self.ends and self.closed), "has ends that it cannot have")
        self.unlisted = "" if words == ("undirected", "closed") else "such tours"
        self.decided, self.places = self.board.names, len(self.board.names)
        self.readings = 1 + (directed and not self.ends and self.places > 1)  # with its reversal
        if self.places < 3:
            self.count([], 1)
        self.each(self.at, 2, 2)
        self.given = self.fix_moves(data)
        both = {*self.given[0]} & {*self.given[1]}
        self.few = self.places < 2 + self.closed or bool(both)  # for a cycle

    def violation(self, some: Sequence[int]) -> str:
        """Describe a violated fact, or that the moves, two at each square, form several cycles."""
        state, fault = [*range(self.places)], super().violation(some)
        links = () if fault else (self.links[x - 1] for x in some)
        rings = sum([join(state, v, w) for v, w in links])
        return "the moves close before all squares are reached" if rings > 1 else fault

    def paths(self, order: list[int]) -> tuple[list[list[int]], bytes]:
        """Return the neighbours of each square, as places in the order, and the state of required moves."""
        fits = self.places < 255
        need(fits, "model.json", "has too many squares for a recount of tours", TooLarge)
        place = {square: number for number, square in enumerate(order)}
        links = [[place[a], place[b]] for a, b in self.links]
        near: list[list[int]] = [[] for _ in order]
        for x, (v, w) in enumerate(links, start=1):
            if x not in chain(*self.given):
                near[v].append(w)
                near[w].append(v)
        ends = [place[square] for square in self.ends]
        if not self.closed and len(ends) < 2:  # an extra place joins the two ends to a cycle
            ends += [len(near)] * len(ends)
            near = [[*some, len(near)] for some in near] + [[*range(len(near))]]
        state, done = bytearray(range(len(near))), len(near)
        for v, w in [ends] * bool(ends) + [links[x - 1] for x in self.given[0]]:
            if done in (state[v], state[w]) or (join(state, v, w) and state.count(done) < done):
                return [[] for _ in near], bytes(range(done))  # no tour has all required moves
        return near, bytes(state)


class Route(MoveSet):
    """Cycles or paths that may leave squares out: ``visit`` says through how many squares they go."""

    def __init__(self, asked: Any) -> None:
        fields = "board piece closed unit", "visit order start end through avoiding visiting rules"
        data = Object(asked, "model.json: tour", *fields)
        closed, directed = data.flag("closed"), data["unit"] == "directed"
        data.need(directed or data["unit"] == "undirected", "is of an unknown unit")
        words = ("closed tours", "open tours") if "visit" not in data else ("cycles", "paths")
        super().__init__(data, f"{data['unit']} {words[not closed]}")
        self.unlisted, at = "such tours", self.at
        ends = [self.board.square(data[name]) for name in ("start", "end") if name in data]
        data.need(directed or not ends, "has ends that it cannot have")
        data.need(len({*ends}) == len(ends), "has one square as both ends")
        data.need(not closed or "end" not in data, "has an end that it cannot have")
        self.readings = 1 + (directed and (closed or not ends))  # with its reversal
        order = [self.board.square(name) for name in data.list_of("order", str, [])]
        data.need(len({*order}) == len(order), "has a square twice in its order")
        moves = [*self.variable.values()]
        pairs = {pair for some in at for pair in combinations(sorted(some), 2)}
        if not closed:
            for square in ends if len(ends) == 2 else range(len(at)):  # where a path may end
                self.names.append(f"end {self.board.names[square]}")
                at[square].append(len(self.names))
            self.count(range(len(moves) + 1, len(self.names) + 1), 2, 2)
        self.every = every = "visit" not in data
        self.each(at, 2 if every else 0, 2)
        self.each(([-x, *{*some} - {x}] for some in at for x in some), 1)
        wanted = {self.board.square(name) for name in data.list_of("visiting", str, [])}
        self.each((at[square] for square in wanted | ({*ends} if closed else set())), 1)
        if not closed:
            self.each(([at[square][-1]] for square in ends), 1)
        low, high = (0, ANY) if every or data["visit"] == "some" else data.limits("visit")
        less = int(not closed)  # a path has a move less than squares
        self.count(moves, max(low - less, 1), ANY if high == ANY else high - less)
        self.graphs.append((moves, sorted((x - 1, y - 1) for x, y in pairs), False))
        self.fix_moves(data)
        if order:
            data.need(every and directed, "has an order, and does not visit all in a direction")
            given = [self.board.square(data[x]) if x in data else -1 for x in ("start", "end")]
            self.keep_order(order, self.arcs(*given, closed=closed), closed=closed)

    def arcs(self, start: int, end: int, *, closed: bool) -> dict[tuple[int, int], int]:
        """Give moves a direction; return the variables of arcs. -1 is outside, or no end that is given."""
        self.maps, self.readings = dict.fromkeys([*self.maps][:1]), 1  # only the identity
        found, every = dict[tuple[int, int], int](), range(-1 + closed, len(self.at))
        moves = self.variable.values()
        used = [(a, b, x) for (a, b), x in zip(self.links, moves, strict=True)]
        if not closed:  # the last variable at a square says that a path ends there
            ways = [
                s for s in range(len(self.at)) if self.names[self.at[s][-1] - 1].startswith("end ")
            ]
            used += [(-1, s, self.at[s][-1]) for s in ways]
        for a, b, x in used:
            for way in (a, b), (b, a):
                self.names.append(">".join("" if s < 0 else self.board.names[s] for s in way))
                found[way] = len(self.names)
            u, v = found[a, b], found[b, a]
            self.each(([-x, u, v], [x, -u], [x, -v], [-u, -v]), 1)
        for side in 0, 1:
            self.each(([x for way, x in found.items() if way[side] == s] for s in every), 1, 1)
        wanted = [(-1, start)] * (start >= 0 and not closed) + [(end, -1)] * (end >= 0)
        self.each(([found[way]] if way in found else [] for way in wanted), 1)
        return found

    def keep_order(
        self, order: list[int], arcs: dict[tuple[int, int], int], *, closed: bool
    ) -> None:
        """Require that the arcs pass these squares in this order.

        A variable says that another square comes after one of them. Squares that an arc joins come after
        the same; on the way to a square of the order those before it were passed, and on the
        way from it also the square itself. So a tour has one assignment.
        """
        after = dict[tuple[int, int], int]()
        for s, i in product(range(len(self.at)), range(len(order))):
            if s not in order:
                self.names.append(f"{self.board.names[order[i]]} before {self.board.names[s]}")
                after[s, i] = len(self.names)

        def passed(s: int, i: int, *, leaving: bool) -> int:
            """The variable, or 0 and ANY for never and always."""
            if (s, i) in after:
                return after[s, i]
            if s < 0 or (closed and s == order[0] and not leaving):
                return 0 if leaving else ANY  # a path begins with none passed, and ends with all
            return ANY if i < order.index(s) + leaving else 0

        for (a, b), x in arcs.items():
            for i in range(len(order)):
                u, v = passed(a, i, leaving=True), passed(b, i, leaving=False)
                for y, z in (u, v), (v, u):  # if x and y, then z
                    if y and z != ANY:
                        self.count([-x, *[-y] * (y != ANY), *[z] * (z != 0)], 1)


# -- factors -----------------------------------------------------------------------------


class Factor(MoveSet):
    """Sets of moves of a piece, all reversible: ``degree`` of them at every square."""

    def __init__(self, asked: Any) -> None:
        fields = "board piece degree", "maximal through avoiding ends moves rules"
        data = Object(asked, "model.json: factor", *fields)
        (low, high), maximal = data.limits("degree"), data.flag("maximal")
        data.need(high == 1 or not maximal, "maximal is known to this checker of degree ..1 only")
        named = {(1, 1): "perfect matchings", (0, 1): "matchings"}
        many = named.get((low, high), f"{low}-factors" if low == high else "factors")
        super().__init__(data, "maximal " * maximal + many)
        self.fixed, links = low == high, self.variable
        if "moves" in data:
            self.count([*links.values()], *data.limits("moves"))
        if "ends" in data:
            self.link(data, low, high)
        else:
            self.each(self.at, low, high)
        if maximal:  # each move is in the set, or another move at one of its squares is
            self.each(([links[other] for other in links if other & link] for link in links), 1)
        self.fix_moves(data)

    def link(self, data: Object, low: int, high: int) -> None:
        """Require paths between the pairs of ends; see above, and ``number`` is that of a pair."""
        self.unit, self.unlisted = "path systems", "path systems"
        fits = high == 2 and low != 1 and not data.flag("maximal")
        data.need(fits, "has ends, and is maximal, or not of degree 2 or ..2")
        texts = [text.split("-", 1) for text in data.list_of("ends", str)]
        pairs = [[*map(self.board.square, pair)] for pair in texts]
        ends = [*chain(*pairs)]
        fits = 0 < len(ends) == 2 * len(pairs) == len({*ends})
        data.need(fits, "has ends that are not pairs of different squares")
        edges, numbers = list[tuple[int, int]](), range(len(pairs))
        for square, some in enumerate(self.at):
            self.count(some, *((1, 1) if square in ends else (low, 2)))
            edges += combinations(some, 2)
            if square not in ends and not low:
                self.each(([-x, *{*some} - {x}] for x in some), 1)
        codes = [[0] * len(pairs), *([n >> bit & 1 for n in numbers] for bit in numbers)]
        for code in dict.fromkeys(map(tuple, codes)):
            row = [self.at[pair[bit]] for pair, bit in zip(pairs, code, strict=True)]
            joins = chain(*(product(*two) for two in pairwise(row)))
            near = {(min(x, y) - 1, max(x, y) - 1) for x, y in chain(edges, joins) if x != y}
            self.graphs.append(([*self.variable.values()], sorted(near), True))


#: Each known kind of model: the class that makes the facts from its field in model.json. A kind that bounds
#: define completely is listed and recounted as placements are; only tours need more, in both parts.
MODELS = {"tour": Tour, "factor": Factor, "placement": Placement}


def read_model(text: str) -> Model:
    """Return the model of the text of model.json."""
    data = read_json(text, "model.json")
    kind = next((kind for kind in MODELS if isinstance(data, dict) and kind in data), "placement")
    asked = Object(data, "model.json", f"nqsat {kind}", "show")
    need(repr(data["nqsat"]) == "1", "model.json", "is not of version 1")
    some = (
        kind == "tour"
        and isinstance(data[kind], dict)
        and {"visit", "order", "rules"} & {*data[kind]}
    )
    model = Route(data[kind]) if some else MODELS[kind](data[kind])
    if "show" in asked:
        model.project(asked.list_of("show", list))
    return model


# == 3. A list, and the proofs that there is no other solution: for its reader ===========


class Formula:
    """The facts as clauses, numbered in the order of ``Model.facts``.

    A fact  low ≤ Σ weight · variable ≤ high  becomes two: a sum of literals reaches a target. Its literals
    are decided by descending weight: a true one lowers the target by its weight. If the remaining ones
    cannot reach it, the false literals of this case are a clause. If many cases are open, those with the
    same target are merged: a new variable, true if all literals of one of them are false, means "the rest
    reaches the target". So every solution satisfies all clauses, with some values of the new variables.
    """

    def __init__(self, model: Model, more: Iterable[Bound] = ()) -> None:
        self.clauses, self.size = list[Clause](), 0  # literals of all
        self.top = len(model.names) + len(model.inputs)  # the greatest variable
        for terms, low, high in chain(model.facts(), more):
            self.add_at_least(terms, low)
            self.add_at_least([(x, -weight) for x, weight in terms], -high)

    def add_at_least(self, terms: Iterable[tuple[int, int]], least: int) -> None:
        """Add clauses for  Σ weight · variable ≥ least; a negative weight moves to the negated variable."""
        literals = [(x, w) if w > 0 else (-x, -w) for x, w in terms if w]
        literals.sort(key=lambda term: (-term[1], abs(term[0])))
        least += sum(w for x, w in literals if x < 0)
        left = sum(w for _, w in literals)
        self.add_clauses([()] if 0 < least > left else [])
        wanted: dict[int, list[Literals]] = {least: [()]} if 0 < least <= left else {}
        for x, weight in literals:
            left, layer, wanted = left - weight, wanted, {}
            many = sum(map(len, layer.values())) > MANY
            for number, ways in layer.items():
                here = ways
                if many and (len(ways) > 1 or len(ways[0]) > 1):
                    self.top += 1
                    self.add_clauses([(*way, self.top) for way in ways])
                    here = [(-self.top,)]
                for rest, some in ((number - weight, here), (number, [(*way, x) for way in here])):
                    if rest > left:
                        self.add_clauses(some)
                    elif rest > 0:
                        wanted.setdefault(rest, []).extend(some)

    def add_clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        self.clauses += map(frozenset, clauses)
        self.size += sum(map(len, clauses))
        fits = self.size <= MOST_LITERALS and self.top <= MOST_VARIABLES
        need(fits, "model.json", "is too large for this checker", TooLarge)


def cut_clause(squares: Sequence[str], model: Model, where: str) -> Clause:
    """Return a clause that every tour satisfies: a move leaves this part of the board."""
    inside = {model.board.square(name, where) for name in squares}
    need(0 < len(inside) < model.places, where, "is not a part of the board of a tour")
    ends = enumerate(model.links, start=1)
    return frozenset(x for x, (a, b) in ends if (a in inside) != (b in inside))


def read_literals(words: Sequence[str], literal: dict[str, int], where: str) -> list[int]:
    """Return literals, at most one of each variable, so that no clause is a tautology."""
    found: list[Any] = [*map(literal.get, words)]
    need(all(found), where, "has a literal of no variable")
    need(len({*map(abs, found)}) == len(found), where, "has a variable twice")
    return found


def orbit(true: Literals, model: Model) -> list[Literals]:
    """Return all images of a solution, ascending."""
    return sorted({tuple(sorted([image[x] for x in true])) for image in model.maps})


def blocking_clause(true: Literals, model: Model) -> Clause:
    """Return the clause that is false in this solution and true in all others.

    If solutions have equally many true variables, others lack one. All literals of what is shown are given.
    """
    every = () if model.fixed or model.shown else range(1, len(model.names) + 1)
    return frozenset([*set(every).difference(true), *(-x for x in true)])


class List:
    """A list of solutions, and the clauses that its proofs have to refute."""

    def __init__(self, folder: Folder, model: Model) -> None:
        reason = f"{model.unlisted}: only a recount is known to this checker"
        need(not model.unlisted, "model.json", reason)
        best = folder.best(model)
        self.value, self.solutions = 0, dict[Literals, str]()  # lines; modulo symmetry, with images
        self.read_solutions(folder, model, best)
        self.formula = Formula(model, () if best is None else [model.objective_bound(best)])
        lines = folder.lines("cuts.txt") if "cuts.txt" in folder.files else ()
        cuts = [cut_clause(line.split(" "), model, where) for where, line in lines]
        forbidden = (blocking_clause(true, model) for true in self.solutions)
        self.clauses = [*self.formula.clauses, *cuts, *forbidden]
        self.known = {str(x): x for x in range(-self.formula.top, self.formula.top + 1) if x}
        cubes = list[list[int]]()
        for where, line in folder.lines("cubes.txt"):
            *words, zero = line.split(" ")
            need(zero == "0", where, "does not end in 0")
            cubes.append(read_literals(words, self.known, where))
        more = [[frozenset([x]) for x in cube] for cube in cubes]
        more += [[frozenset(-x for x in cube) for cube in cubes]] if len(cubes) > 1 else []
        fits = len(more) == len(folder.proofs) > 0 and (len(more) > 1 or not cubes[0])
        need(fits, "cubes.txt", "does not have one cube for each proof, or has one with literals")
        self.parts = [*zip(folder.proofs, more, strict=True)]  # each proof with its own clauses

    def read_solutions(self, folder: Folder, model: Model, best: int | None) -> None:
        """Judge each line of solutions.txt, and modulo symmetry all its images."""
        symmetric, size = folder.claim["modulo"] == "symmetry", 0
        folder.claim.need(not (symmetric and model.shown), "modulo: not of projections")
        variable = {str(x): x for x in range(1, len(model.names) + 1)}
        found, last = self.solutions, None
        for where, line in folder.lines("solutions.txt"):
            true = tuple([variable.get(word, 0) for word in line.split(" ")] if line else ())
            ascends = list(true) == sorted({0, *true})[1:] and (last is None or last < true)
            need(ascends, where, "is not an ascending list of variables after the line before")
            self.value, last = self.value + 1, true
            images = orbit(true, model) if symmetric else [true]
            most = len(model.shown) or len(true) if model.fixed else len(model.names)
            size += len(images) * (8 + most)
            need(size <= MOST_LITERALS, where, "is more than this checker takes", TooLarge)
            for image, seen in zip(images, map(model.seen, images), strict=True):
                if seen in found:
                    how = "shows the same as" if model.shown else "is an image of"
                    raise Rejected(f"{where}: {how} {found[seen]}")
                fault = model.violation(image)
                if not fault and model.wanted and model.value(image) != best:
                    fault = "it does not have the best value"
                if fault:
                    which = " in an image" if image != true else ""
                    raise Rejected(f"{where}: is not a solution{which}: {fault}")
                found[seen] = where
        # If the question is not modulo symmetry, this is a cheap extra test: orbits are complete.
        left = set() if symmetric or model.shown else {*found}
        while left:
            images = orbit(left.pop(), model)
            left.difference_update(images)
            fits = all(image in found for image in images)
            need(fits, "solutions.txt", f"lacks images of {images[0]}")


UNKNOWN = frozenset((0, ANY))  # for a hint that names no clause: neither literal ever becomes false


def refute(
    folder: Folder, proof: str, base: dict[str, Clause], more: list[Clause], known: dict[str, int]
) -> int:
    """Check that a proof derives the empty clause from these clauses; return its number of steps."""
    clauses, given, steps, empty, where = base, len(base), 0, False, proof
    for clause in more:
        clauses[str(len(clauses) + 1)] = clause
    last = len(clauses)
    for where, line in folder.lines(proof):
        head, _, hints = line.partition(" 0 ")
        words = head.split(" ")
        number = int(words[0]) if words[0].isdigit() and len(words[0]) < 12 else 0
        clause = frozenset(read_literals(words[1:], known, where))
        *names, end = hints.split(" ")
        named = [clauses.get(name, UNKNOWN) for name in names]
        folder.effort += sum(map(len, named))
        fits = folder.effort <= folder.size * MOST_EFFORT
        need(fits, where, "takes too much work for what was read", TooLarge)
        false, rest = {*clause}, UNKNOWN  # assume that all literals of the clause are false …
        for premise in named:
            rest = premise - false
            if len(rest) != 1:
                break  # … and propagate until a clause has no literal left: the conflict
            (unit,) = rest
            false.add(-unit)
        fits = number > last and end == "0" and not rest
        need(fits, where, "does not follow by unit propagation along its hints")
        clauses[str(number)] = clause
        last, steps, empty = number, steps + 1, not clause
    need(empty, where, "does not end in the empty clause")
    while len(clauses) > given:
        clauses.popitem()  # the next proof may use none of these
    return steps


def check_list(folder: Folder, model: Model) -> Accepted:
    """Check a list, and the proofs that there is no other solution."""
    found = List(folder, model)
    value, labelled = found.value, len(found.solutions)
    folder.size += found.formula.size  # the limit on effort grows with the clauses made here too
    base = {str(number): clause for number, clause in enumerate(found.clauses, start=1)}
    steps = sum(refute(folder, proof, base, more, found.known) for proof, more in found.parts)
    group, cubes = f"the symmetries of the model ({len(model.maps)})", folder.claim["cubes"]
    listed = f"solutions listed: {value}, all different, with all images under {group}"
    if folder.claim["modulo"] == "symmetry":
        listed = f"orbits listed: {value}, under {group}, of this many solutions: {labelled}"
    if model.shown:
        listed = f"solutions listed: {value}, no two of which agree on all that is shown"
    best = f", and has the best value, {folder.claim['best']}" if model.wanted and labelled else ""
    said = [f"{listed}; each obeys all rules of model.json{best}"]
    clauses = len(found.formula.clauses)
    said.append(f"clauses made from these rules: {clauses}, none of which a solution breaks")
    said.append(f"steps of proof: {steps} (cubes: {cubes}); there is no other {model.unit[:-1]}")
    return accept(folder, model, value, labelled, *said)


# == 4. A recount: for its reader ========================================================


class Recount:
    """A count layer by layer, with at most ``most`` states; the top of this file says why it is right."""

    def __init__(self, most: int) -> None:
        self.most, self.spent, self.states, self.layers, self.widest = most, 0, 0, 0, 0
        self.note: Callable[[int, States], None] | None = None  # called with each layer of a tour

    def record_layer(self, states: int, size: int) -> None:
        """Record a layer of ``states`` states, each of ``size`` bits."""
        self.states, self.layers = self.states + states, self.layers + 1
        self.widest = max(self.widest, states)
        self.spend(LOOKS * states, size)

    def spend(self, looks: int, size: int = 0) -> None:
        """Add visits to values of ``size`` bits; raise ``TooLarge`` beyond the limit."""
        self.spent += looks * (1 + size // 512)
        if self.spent > LOOKS * self.most:
            seen = f"takes more than {self.most} states: {self.layers} layers have {self.states}"
            raise TooLarge(f"order.txt: {seen}")

    def solutions(
        self, model: Model, order: list[int], more: Sequence[Bound] = (), image: Literals = ()
    ) -> int:
        """Return how many solutions satisfy ``more`` too and, if ``image`` is given, are fixed by it."""
        if isinstance(model, Tour):
            return self.tours(model, order)
        found, shown = open_bounds(model, order, more, image), len({*map(abs, model.shown)})
        if found is None:
            return 0
        if shown:
            return self.assignments(*found, shown)
        return model.readings * self.assignments(*found)

    def orbits(self, model: Model, order: list[int], more: Sequence[Bound]) -> tuple[int, int]:
        """Return the numbers of orbits and of solutions that satisfy ``more`` too."""
        numbers = [self.solutions(model, order, more, image) for image in model.maps]
        return sum(numbers) // len(numbers), numbers[0]

    def assignments(
        self, opened: dict[int, list[Bound]], labels: Labels | None = None, shown: int = -1
    ) -> int:
        """Return how many assignments satisfy all bounds; ``opened`` lists these by their first variable.

        A state is a bit mask of residuals, with labels; states with equal labels are processed together.
        With ``shown``, those of this many variables are counted that such an assignment extends.
        """
        labels, heads, led_to = labels or Labels([], [*opened]), list[int](), list[Any]()
        residuals, states = Residuals(self.spend), {labels.start: {0: 1}}
        for place, (x, bounds) in enumerate(opened.items()):
            if place == shown:  # from now on a state is found in ``led_to`` by its number
                heads, states = numbered(states)
            begun = residuals.decide(x, bounds)
            size, touched = residuals.used.bit_length(), residuals.ended
            memo, layers = dict[int, tuple[int, int]](), dict[Literals, dict[int, Any]]()
            for label, some in states.items():
                led = [labels.successor(label, x, value) for value in (0, 1)]
                layer = [{} if to is None else layers.setdefault(to, {}) for to in led]
                for state, number in some.items():
                    mine = state & touched
                    if mine not in memo:
                        self.spend(mine.bit_count(), size)
                        (no, yes), rest = begun[0], mine
                        while rest:
                            bit = rest & -rest
                            no, yes, rest = no | begun[bit][0], yes | begun[bit][1], rest ^ bit
                        memo[mine] = no, yes
                    others = state ^ mine
                    for after, reached in zip(memo[mine], layer, strict=True):
                        if after >= 0:  # the residuals that replace ``mine``; -1 if violated
                            new = others | after
                            if heads:
                                reached.setdefault(new, []).append(number)
                            else:
                                reached[new] = reached.get(new, 0) + number
            states = layers
            labels.update_open(x)
            self.record_layer(sum(map(len, states.values())), size)
            if heads:
                before, states = numbered(states)
                led_to.append(before)
        left, _ = numbered(states)
        for before in reversed(led_to):
            left = [*{*chain(*(before[number] for number in left))}]
        return sum(heads[number] for number in left) if heads else sum(left)

    def tours(self, model: Tour, order: list[int]) -> int:
        """Return the number of tours, by counting cycles through all places, place by place."""
        if model.few:
            return int(model.places == 1 and not model.closed)
        near, state = model.paths(order)
        states = {state: 1}
        for v in range(len(near)):
            states = self.step(states, v, near)
            if self.note:
                self.note(v + 1, states)
        return model.readings * sum(states.values())

    def step(self, states: States, v: int, near: list[list[int]]) -> States:
        """Return the states after place ``v`` took its moves."""
        done, layer = len(near), dict[bytes, int]()
        later = [w for w in near[v] if w > v]
        others = [(w, [u for u in near[w] if u > v]) for w in later]
        for state, number in states.items():
            if len(layer) > self.most:
                break  # it is refused below
            for new in successors(state, v, later):
                for w, some in others:  # w lost the neighbour v: are enough neighbours left?
                    if new[w] != done:
                        lacks = 2 if new[w] == w else 1
                        for u in some:
                            lacks -= new[u] != done
                        if lacks > 0:
                            break
                else:
                    layer[new] = layer.get(new, 0) + number
        self.record_layer(len(layer), 8 * done)
        return layer


def numbered(states: dict[Literals, dict[int, Any]]) -> tuple[list[Any], dict[Any, Any]]:
    """Return the values of states, and the states with their places in this list as values."""
    values = [*chain(*(some.values() for some in states.values()))]
    places = iter(range(len(values)))
    return values, {label: dict(zip(some, places)) for label, some in states.items()}  # noqa: B905


def join(state: bytearray | list[int], v: int, w: int) -> bool:
    """Join two places by a move, in place; return whether that closes a cycle."""
    a, b = state[v], state[w]  # the other ends of their paths; themselves if they have no move
    state[a], state[b] = b, a
    state[v] = state[v] if a == v else len(state)
    state[w] = state[w] if b == w else len(state)
    return a == w


def successors(state: bytes, v: int, later: list[int]) -> Iterator[bytes]:
    """Yield the state after each way to give place v the moves that it lacks, to places in ``later``."""
    done = len(state)
    free = [w for w in later if state[w] != done]
    for some in combinations(free, (state[v] != done) + (state[v] == v)):
        new, ring = bytearray(state), False
        for w in some:
            ring = join(new, v, w)
        if not ring or new.count(done) == done:
            yield bytes(new)


class Residuals:
    """The bounds on undecided variables that states have; each has its own bit until none has it."""

    def __init__(self, spend: Callable[..., None]) -> None:
        self.spend, self.bits = spend, dict[int, dict[Bound, int]]()  # by the first variable
        self.used = self.ended = 0  # masks: all bits in use; those that this layer frees

    def decide(self, x: int, bounds: Iterable[Bound]) -> dict[int, list[int]]:
        """Return what x = 0 and x = 1 leave of each residual (by its bit) and of the bounds (by 0)."""
        begun = self.bits.pop(x, {})
        self.used, self.ended = self.used ^ self.ended, sum(begun.values())
        new = [reduce(or_, (self.residuals(b, value) for b in bounds), 0) for value in (0, 1)]
        old = {bit: [self.residuals(b, value) for value in (0, 1)] for b, bit in begun.items()}
        return {0: new, **old}

    def residuals(self, bound: Bound, value: int) -> int:
        """Return the residuals of a bound, given its first variable, as bits; -1: nothing satisfies it."""
        ((_, weight), *terms), low, high = bound
        low, high, found = low - weight * value, high - weight * value, 0
        while True:
            self.spend(len(terms))
            least, most = (sum(w for _, w in terms if sign * w > 0) for sign in (-1, 1))
            if low > most or high < least:
                return -1
            if low <= least and high >= most:
                return found
            # A value is forced if with the other one the sum cannot come within the limits.
            forced = {x: int(w < 0) for x, w in terms if least + abs(w) > high}
            forced |= {x: int(w > 0) for x, w in terms if most - abs(w) < low}
            if not forced:
                return found | self.bit_of((tuple(terms), max(low, least), min(high, most)))
            for x, w in terms:
                if x in forced:
                    found |= self.bit_of((((x, 1),), forced[x], forced[x]))
                    low, high = low - w * forced[x], high - w * forced[x]
            terms = [term for term in terms if term[0] not in forced]

    def bit_of(self, bound: Bound) -> int:
        """Return the bit of a residual; a new one gets the lowest free bit."""
        known = self.bits.setdefault(bound[0][0][0], {})
        if bound not in known:
            self.spend(LOOKS, self.used.bit_length())
            known[bound] = ~self.used & (self.used + 1)  # the lowest bit not in use
            self.used |= known[bound]
        return known[bound]


class Labels:
    """For each decided node that may still gain a neighbour: a label, the same for a whole component.

    An absent node has label 0. Before these labels comes one flag for each graph: whether a component is
    closed, which means that none of its nodes can gain a neighbour; then every later node must be absent.
    """

    def __init__(self, graphs: list[Graph], order: list[int]) -> None:
        turn = {x: place for place, x in enumerate(order)}
        self.graphs, self.open = graphs, list[Any]()
        self.new: dict[int, list[Any]] = {x: [] for x in order}  # the nodes of each variable
        self.near, self.last = dict[Any, list[Any]](), dict[Any, int]()  # neighbours; the last one
        self.start = (0,) * len(graphs)
        for number, (literals, edges, _) in enumerate(graphs):
            for node, x in enumerate(literals):
                self.new[abs(x)].append((number, node))
                self.near[number, node], self.last[number, node] = [], abs(x)
            for a, b in chain(edges, ((b, a) for a, b in edges)):
                self.near[number, a].append((number, b))
                last = self.last[number, a], abs(literals[b])
                self.last[number, a] = max(last, key=turn.__getitem__)

    def successor(self, labels: Literals, x: int, value: int) -> Literals | None:
        """Return the labels after x has this value; None if the graph cannot be connected (or acyclic)."""
        if not self.graphs:
            return labels
        closed, labels = [*labels[: len(self.graphs)]], labels[len(self.graphs) :]
        names = dict(zip(self.open, labels, strict=True))
        for number, node in self.new[x]:
            present = (self.graphs[number][0][node] > 0) == value
            if present and closed[number]:
                return None
            names[number, node] = -len(names) - 1 if present else 0
        here = [v for v in self.new[x] if names[v]]
        met = {frozenset((v, w)) for v in here for w in self.near[v] if names.get(w)}
        for v, w in met:
            a, b = names[v], names[w]
            if a == b and self.graphs[v[0]][2]:
                return None
            if a != b:
                names = {u: a if name == b else name for u, name in names.items()}
        kept = {v: name for v, name in names.items() if self.last[v] != x}
        for number in range(len(closed)):
            every = ({x for v, x in some.items() if v[0] == number and x} for some in (names, kept))
            there, left = every
            if there != left and (left or len(there) > 1):
                return None
            closed[number] |= there != left
        number = {0: 0}
        return (*closed, *(number.setdefault(name, len(number)) for name in kept.values()))

    def update_open(self, x: int) -> None:
        """Add the nodes of x to the open ones, and remove those that can gain no neighbour after x."""
        self.open = [v for v in [*self.open, *self.new[x]] if self.last[v] != x]


def open_bounds(
    model: Model, order: list[int], more: Sequence[Bound] = (), image: Literals = ()
) -> tuple[dict[int, list[Bound]], Labels] | None:
    """Return all bounds by their first variables, and the labels; None if a bound is violated at once.

    Variables are in the order of decisions, what is shown first. With ``image``, one variable stands for
    each of its orbits.
    """
    shown = {*map(abs, model.shown)}
    place = {x + 1: number for number, x in enumerate(order)}
    for x, inputs in model.inputs.items():  # right after the last literal that defines it
        place[x] = max((place[abs(y)] for y in inputs), default=-1)
    first: dict[int, int] = {}  # each variable: the first one of its orbit
    for x in sorted(place, key=lambda x: (x not in shown, place[x], x)):
        y = x
        while y not in first:
            first[y], y = x, image[y] if y < len(image) else y
    opened: dict[int, list[Bound]] = {x: [] for x in first if first[x] == x}
    place = {x: number for number, x in enumerate(opened)}
    for terms, low, high in chain(model.facts(), more):
        folded, _, _ = model.bound(((first[x], weight) for x, weight in terms), low)
        some = sorted((term for term in folded if term[1]), key=lambda term: place[term[0]])
        if some:
            opened[some[0][0]].append((tuple(some), low, high))
        elif not low <= 0 <= high:
            return None
    signed = {**first, **{-x: -y for x, y in first.items()}}
    graphs = [([signed[x] for x in some], edges, tree) for some, edges, tree in model.graphs]
    return opened, Labels(graphs, [*opened])


def check_recount(folder: Folder, model: Model, recount: Recount) -> Accepted:
    """Check a recount: count the solutions of the model again."""
    order, best = folder.order(model), folder.best(model)
    if "layers" in folder.claim:
        recount.note = partial(check_layer, folder)
    more, proved = list[Bound](), list[str]()
    if best is not None:
        terms, value, _ = model.objective_bound(best)
        better = recount.solutions(model, order, [(terms, value + 1, ANY)])
        need(not better, HEAD, "best: there is a better one")
        more.append((terms, value, value))
        proved.append(f"the best value is {best}: with a better one there is no solution")
    if folder.claim["modulo"] == "symmetry":
        value, labelled = recount.orbits(model, order, more)
        group = f"the symmetries of the model ({len(model.maps)})"
        proved.append(f"orbits under {group}, by Burnside: {value}")
    else:
        value = labelled = recount.solutions(model, order, more)
    if recount.note:
        proved.append("the layers are those of the certificate")
    size = f"states: {recount.states}, in layers: {recount.layers}, of up to {recount.widest}"
    what = "values of what is shown are those of solutions that" if model.shown else "solutions"
    proved.insert(0, f"this many {what} obey all rules of model.json, and no others: {labelled}")
    proved.append(f"counted once more, by {size}, in the order of order.txt")
    found = accept(folder, model, value, labelled, *proved)
    whole = not recount.note or recount.layers == len(folder.layers)
    need(whole, HEAD, f"layers should be {recount.layers}")
    return found


# -- layers of tours -----------------------------------------------------------------------


def layer_name(number: int) -> str:
    return f"layers/{number:04d}.txt"


def layer_lines(states: States) -> Iterator[bytes]:
    """Yield the lines of a layer's file: the states in hexadecimal, ascending, each with its number."""
    return (f"{state.hex()} {number}\n".encode() for state, number in sorted(states.items()))


def check_layer(folder: Folder, number: int, states: States) -> None:
    """Compare a layer with the claimed numbers of states and ways, and with the hash of its file."""
    found, digest = f"{len(states)} {sum(states.values())}", hashlib.sha256()
    right = folder.layers[number - 1 : number] == [found]
    need(right, HEAD, f"layer {number} should have {found} states and ways")
    for line in layer_lines(states):
        digest.update(line)
    fits = digest.hexdigest() == folder.files[layer_name(number)]
    need(fits, layer_name(number), "does not have the states in certificate.json")


def read_layer(folder: Folder, number: int, places: int, most: int) -> States:
    """Return the states of a layer from its file."""
    where, states = layer_name(number), dict[bytes, int]()
    with (folder.path / where).open("rb") as file:
        for line in iter(partial(file.readline, LONGEST), b""):
            match = re.fullmatch(rb"([0-9a-f]{%d}) ([0-9]{1,999})\n" % (2 * places), line)
            state = bytes.fromhex(match[1].decode()) if match else b""
            mates = (m == places or (m < places and state[m] == v) for v, m in enumerate(state))
            need(match and all(mates), where, f"line {len(states) + 1} is not a state")
            states[state] = int(match[2]) if match else 0
            need(len(states) <= most, where, f"has more than {most} states", TooLarge)
    check_layer(folder, number, states)
    return states


def check_step(folder: Folder, model: Model, number: int, most: int) -> Accepted:
    """Check that one layer follows from the layer before it, which is trusted."""
    recount, last = Recount(most), len(folder.layers)
    if not isinstance(model, Tour) or model.few or not 0 < number <= last:
        raise NoStep(f"there is no step {number}: the certificate has {last} layers")
    near, state = model.paths(folder.order(model))
    folder.best(model)  # rejects a best value: a tour has no objective
    need(len(near) == last, HEAD, f"layers should be {len(near)}")
    value = model.readings * int(folder.layers[-1].partition(" ")[2])  # if each step is right
    trusted = accept(folder, model, value, value).trusted
    before = {state: 1} if number == 1 else read_layer(folder, number - 1, last, most)
    after = recount.step(before, number - 1, near)
    check_layer(folder, number, after)
    led = f"the {len(after)} states of layer {number} are what the {len(before)} before lead to"
    others = [f"layer {number - 1}, which step {number - 1} is about"] * (number > 1)
    total, what = sum(after.values()), f"step {number} of {last} is right"
    proved = led, "as many tours are claimed as the last layer has ways"
    return Accepted(total, "ways", "none", total, proved, (*others, *trusted), what)


# == 5. The verdict: for every reader ====================================================


class Accepted(NamedTuple):
    """What an accepted certificate establishes, and what remains to be trusted."""

    value: int
    unit: str
    modulo: str
    labelled: int
    established: tuple[str, ...]
    trusted: tuple[str, ...]
    what: str = "accepted"


def check(path: Path | str, most_states: int = MOST_STATES, step: int | None = None) -> Accepted:
    """Check the certificate in a folder, or one step of it; a recount may have ``most_states`` states.

    Raises:
        TooLarge: it exceeds a limit; that says nothing about its claim.
        Rejected: it does not prove its claim, or not in a way that is known here.
        NoStep: it has no such step.
    """
    try:
        folder = Folder(Path(path))
        model, count = read_model(folder.read("model.json")), Recount(most_states)
        if step is not None:
            return check_step(folder, model, step, most_states)
        return check_recount(folder, model, count) if folder.recount else check_list(folder, model)
    except OSError as error:
        raise Rejected(f"certificate: cannot be read: {error.strerror}") from None
    except (MemoryError, RecursionError):
        raise TooLarge("certificate: is too large, or too deep") from None


def accept(folder: Folder, model: Model, value: int, labelled: int, *proved: str) -> Accepted:
    """Return the verdict, after checking that certificate.json claims the result found here."""
    claim, modulo = folder.claim, folder.claim["modulo"]
    right = not model.wanted or (claim.get("best") is not None) == bool(labelled)
    claim.need(right, "best: no solution has it")
    for name, computed in {"count": value, "labelled": labelled, "unit": model.unit}.items():
        claim.need(claim[name] == str(computed), f"{name} should be {computed}")
    pieces = [describe_piece(name, model.board) for name in dict.fromkeys(model.notations)]
    trusted = "Python, and the checker", "that model.json states your question", *pieces
    return Accepted(value, model.unit, modulo, labelled, proved, trusted)


def summary(found: Accepted) -> list[str]:
    """Return the result as lines of text."""
    unit = found.unit[: -1 if found.value == 1 else None]
    group = f", modulo {found.modulo}" * (found.modulo != "none")
    first = f"{found.what}: exactly {found.value} {unit}{group}"
    return [first, *(f"  {x}: {y}" for x in ("established", "trusted") for y in getattr(found, x))]


def verdict(arguments: list[str]) -> tuple[int, str]:
    """Return the exit code, and the text to print."""
    path, *words = arguments or [""]
    names, numbers = words[::2], words[1::2]
    fits = len(names) == len(numbers) == len({*names}) and {*names} <= {*OPTIONS}
    fits = fits and all(re.fullmatch("[0-9]{1,18}", number) for number in numbers)
    if not (fits and path):
        return 2, "usage: python checker.py DIR [--max-states N] [--step K], a certificate's folder"
    if not os.path.exists(f"{path}/{HEAD}"):  # noqa: PTH110 - false, however long
        return 2, f"no certificate: there is no {HEAD} in {show(path)}"
    options = {OPTIONS[name]: int(number) for name, number in zip(names, numbers, strict=True)}
    try:
        return 0, "\n".join(summary(check(path, **options)))
    except TooLarge as refused:
        return 3, f"too large: {refused}; neither accepted nor rejected"
    except Rejected as rejected:
        return 1, f"rejected: {rejected}"
    except NoStep as wrong:
        return 2, f"usage: {wrong}"
    except KeyboardInterrupt:
        return 3, "interrupted: neither accepted nor rejected"
    except Exception as error:  # a bug in this file is no verdict
        return 4, f"failed: neither accepted nor rejected: {show(error)}"


def main(arguments: list[str]) -> int:
    code, text = verdict(arguments)
    try:
        with os.fdopen(2 if code else 1, "w", encoding="ascii", closefd=False) as stream:
            stream.write(text + "\n")
    except OSError:
        return code or 4
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
