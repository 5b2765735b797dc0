"""Files as people bring them: what is read of them is said, and what cannot be meant so is refused.

Each case is a file, what is typed of it, and words of what comes: on stdout, and on stderr.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, refused

from nqsat import Board, Factor, InvalidModel, Placement, Tour, count, solve, unique
from nqsat.formulas import read_dimacs
from nqsat.rules import Regions

BOXED = (
    "+---+---+---+\n| 1 |   |   |\n+---+---+---+\n|   |   |   |\n"
    "+---+---+---+\n|   | 5 |   |\n+---+---+---+\n"
)
QUEENS = "+-+-+-+-+\n| |Q| | |\n+-+-+-+-+\n" + "| | | | |\n+-+-+-+-+\n" * 3
ROUTE = "0 0 0 2\n0 0 0 0\n1 3 0 0\n"
ZIP = "1 3 . . .\n. . . . .\n. . . . .\n. 5 2 . 4\n. . . . .\n"
FREE = "1 1 0\n1 1 1\n1 1 1\n"
OBSTACLE = "0 0 0\n0 1 0\n0 0 0\n"
MAP = "A B B B B\nA A B B C\nD D B C C\nD D E C C\nD E E E C\n"
SOLUTION = "\nQ . . . .\n. . . Q .\n. Q . . .\n. . . . Q\n. . Q . .\n"
SEVEN = (
    '[["bl","a","a","a","t","t"],["bl","bl","a","gr","gr","t"],["bl","or","or","or","gr","t"],'
    '["bl","dg","dg","or","pk","pk"],["bl","dg","dg","dg","pk","pk"],["bl","bl","dg","dg","dg","pk"]]'
)
UNICODE = (
    "┏━━━┯━━━┯━━━┓\n┃ 1 │   │   ┃\n┠───┼───┼───┨\n┃   │   │   ┃\n"
    "┠───┼───┼───┨\n┃   │   │ 9 ┃\n┗━━━┷━━━┷━━━┛\n"
)
X = "x Q x x\nx x x Q\nx x x x\nx x x x\n"
RING = "read: 4 nodes, 4 edges, undirected"

ANSWERED = {
    "a box": (BOXED, "file: --tour K --open", "24", "read: 3x3 squares, 2 steps of the tour, no walls"),
    "a box of queens": (QUEENS, "file: --piece Q=4", "1", "read: 4x4 squares, piece Q, no walls"),
    "bars": ("| |Q| | |\n" + "| | | | |\n" * 3, "file: --piece Q=4", "1", "4x4 squares"),
    "tabs": ("\tQ\t\t\n" + "\t\t\t\n" * 3, "file: --piece Q=4", "1", "4x4 squares"),
    "dashes": ("| - | Q | - | - |\n" + "| - | - | - | - |\n" * 3, "file: --piece Q=4", "1", "4x4"),
    "Unicode": (UNICODE, "file: --tour W --open", "2", "3x3 squares, 2 steps"),
    "CSV in quotes": ('"","Q","",""\n' + '"","","",""\n' * 3, "file: --piece Q=4", "1", "4x4"),
    "free, wall, start, end": (
        ROUTE, "file: --tour W --open --as walls",
        "2", "2 ends of the tour, 1 wall (or --as steps | order)",
    ),
    "Zip": (
        ZIP, "file: --tour W --open --as order",
        "1", "5 checkpoints in order, no walls (or --as steps)",
    ),
    "allowed": (FREE, "file: --piece R=3 --as allowed", "4", "3x3 squares, no walls, 1 hole"),
    "a number": (OBSTACLE, "file: --tour W", "0", "step 1 of the tour, no walls (or --as walls | allowed)"),
    "an obstacle": (OBSTACLE, "file: --tour W --as walls", "1", "1 wall (or --as steps | allowed)"),
    "an obstacle, open": (OBSTACLE, "file: --tour W --open --as walls", "16", "1 wall"),
    "an obstacle, kings": (OBSTACLE, "file: --piece K=any --as walls", "34", "1 wall"),
    "a piece": (OBSTACLE, "file: --piece K=any", "1", "piece 1, no walls (or --as walls | allowed)"),
    "holes": (X, "file: --piece Q=4", "0", "14 holes; x is not a square; for an empty one write ."),
    "regions": (MAP, "regions=file:", "6", "read: 5x5 squares, 5 regions"),
    "a size above": (
        "3 3\n-1 -1 9\n-1 5 -1\n1 -1 -1\n", "file: --tour W --open",
        "2", "3x3 squares, 3 steps",
    ),
    "titles": ("Source Target\n1 2\n2 3\n3 4\n4 1\n", "graph: --piece W=any", "7", RING),
    "titles, a tour": ("Source Target\n1 2\n2 3\n3 4\n4 1\n", "graph: --tour W", "1", RING),
    "two sizes": ("4\n4\n0 1\n1 2\n2 3\n3 0\n", "graph: --tour W", "1", RING),
    "a size and a matrix": ("4\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n", "graph: --tour W", "1", RING),
    "CSV": ("from,to\na,b\nb,c\nc,d\nd,a\n", "graph: --tour W", "1", RING),
    "DOT": ("graph G {\n a -- b;\n b -- c -- d [color=red];\n d -- a;\n}\n", "graph: --tour W", "1", RING),
    "GML": (
        "graph [\n" + "".join(f" node [ id {n} ]\n" for n in range(1, 5))
        + "".join(f" edge [ source {n} target {n % 4 + 1} ]\n" for n in range(1, 5)) + "]\n",
        "graph: --tour W", "1", RING,
    ),
    "node-link": (
        '{"directed": false, "nodes": [{"id": 1},{"id": 2},{"id": 3},{"id": 4}], "links": [{"source":1,'
        '"target":2},{"source":2,"target":3},{"source":3,"target":4},{"source":4,"target":1}]}',
        "graph: --tour W", "1", RING,
    ),
    "pairs": ("[(1, 2), (2, 3), (3, 4), (4, 1)]", "graph: --tour W", "1", RING),
    "probabilities": (
        "p cnf 2 1\n1 2 0\nc p weight 1 0.3 0\nc p weight 2 0.4 0\n", "--dimacs",
        "29/50", "4 weights (2 not given, taken as 1 minus the other)",
    ),
    "weights": (
        "p cnf 2 1\n1 2 0\nc p weight 1 3 0\nc p weight 2 1/2 0\n", "--dimacs",
        "5", "4 weights (2 not given, taken as 1)",
    ),
    "a formula": (
        "p cnf 3 1\nc p show 1 2 0\n1 2 0\n", "--dimacs",
        "3", "read: 3 variables, 1 clause, 2 shown",
    ),
}  # fmt: skip

REFUSED = {
    "steps or walls": (
        ROUTE, "file: --tour W --open",
        "d3 cannot be step 2, 1 move after a1; try --as walls | order",
    ),
    "steps or order": (
        ZIP, "file: --tour W --open",
        "c2 cannot be step 2, 1 move after a5; try --as order",
    ),
    "pieces or squares": (
        FREE, "file: --piece R=3",
        "8 R are given, and R=3 is asked for; try --as walls | allowed",
    ),
    "1 twice": (
        "0 1 0\n1 0 0\n", "file: --tour W --open",
        "a tour has one step 1; try --as walls | allowed",
    ),
    "seven regions": (SEVEN, "regions=file:", "regions: 7 regions with 1 each, and 6 pieces in all on 6x6"),
    "a map and its solution": (
        MAP + SOLUTION, "regions=file:",
        "an empty line between rows; leave it out, or one of two",
    ),
    "a gap": (
        ". Q . .\n. . . Q\n\nQ . . .\n. . Q .\n", "file: --piece Q=4",
        "line 3: an empty line between rows",
    ),
    "numbers from 0": (
        "[[0, 3], [1, 2]]", "file: --tour W --open",
        "'[0, 3]', line 1: numbers from 0: add 1",
    ),
    "-1 and 0": ("-1 0\n1 2\n", "file: --tour W --open", "-1 and 0: write . for an empty square"),
    "no such variant": (
        "", "3x3 --piece R=any --rule irredundant=maximal",
        "the model has no 'maximal'; it has R; irredundant has no variants, and maximal is a rule",
    ),
    "no such meaning": (ZIP, "file: --tour W --as ways", "'ways' is unknown; choose from steps"),
    "meant for others": (ZIP, "file: --piece Q=any --as steps", "steps do not go with a placement"),
    "too many presets": ("", "4x4 --piece Q=1 --preset Q@a1 --preset Q@b3", "2 Q are given, and Q=1"),
    "no grid": ("", "4x4 --piece Q=1 --as walls", "says what the cells of a grid mean"),
}  # fmt: skip


def words(typed: str, path: Path) -> list[str]:
    first, *rest = typed.split()
    if first == "--dimacs":
        return ["count", first, str(path)]
    if first.startswith("regions"):
        return ["count", "queens-puzzle", "-p", f"{first}{path}", *rest]
    return ["count", "--board", f"{first}{path}" if first.endswith(":") else first, *rest]


@pytest.mark.parametrize("case", ANSWERED)
def test_what_is_read_is_said(case: str, nqsat: Run, tmp_path: Path) -> None:
    text, typed, number, said = ANSWERED[case]
    path = tmp_path / "it"
    path.write_text(text, encoding="utf-8")
    done = nqsat(*words(typed, path))
    assert answered(done).split()[0] == number
    assert said in done.stderr
    assert done.stderr.count("read: ") == 1
    assert "read: " not in nqsat(*words(typed, path), "-q").stderr


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_meant_is_refused(case: str, nqsat: Run, tmp_path: Path) -> None:
    text, typed, said = REFUSED[case]
    path = tmp_path / "it"
    path.write_text(text, encoding="utf-8")
    assert said in refused(nqsat(*words(typed, path)))


def test_python_refuses_what_a_grid_contradicts_and_notes_what_was_typed(tmp_path: Path) -> None:
    for make, said in (
        (
            lambda: Placement(FREE, {"R": 3}),
            r"8 R are given, and R=3 is asked for; try --as walls | allowed (read_as=",
        ),
        (
            lambda: Tour(ZIP, "W", closed=False),
            "c2 cannot be step 2, 1 move after a5; try --as order",
        ),
    ):
        with pytest.raises(InvalidModel) as caught:
            make()
        assert said in str(caught.value)
    insisted = Tour(ZIP, "W", closed=False, read_as="steps")
    given = Placement("4x4", {"Q": 1}, presets=["Q@a1", "Q@b3"])
    regions = Placement("2x2", {"Q": 1}, [Regions(("AB", "AB"))])
    for model, note in (
        (insisted, "c2 cannot be step 2, 1 move after a5"),
        (given, "2 Q are given, and Q=1 is asked for"),
        (regions, "2 regions with 1 each, and 1 pieces in all on 2x2"),
    ):
        assert model.contradiction == note
        counted = count(model)
        assert counted.value == 0
        assert note in str(counted.note)
        assert note in str(solve(model).note)
        assert note in str(unique(model).note)
    part = given.changed(presets=["Q@a1"])  # of which no part is refused
    assert part.changed(presets=["Q@a1", "Q@b3"]) == given
    assert part.contradiction is None
    assert count(part).note is None


def test_in_python_it_is_a_property(tmp_path: Path) -> None:
    assert str(Tour("1 . .\n. . .\n. . 9", "W", closed=False).board.read) == (
        "3x3 squares, 2 steps of the tour, no walls"
    )
    tour = Tour(ZIP, "W", closed=False, read_as="order")
    assert [tour.board.name(x) for x in tour.checkpoints] == ["a5", "c2", "b5", "e2", "b2"]
    assert (tour.start, tour.end) == (tour.checkpoints[0], tour.checkpoints[-1])
    assert tour.board.read is not None
    assert tour.board.read.others == ("steps",)
    closed = Tour(ZIP, "W", read_as="order")
    assert (closed.start, closed.end) == (None, None)
    route = Tour(ROUTE, "W", closed=False, read_as="walls")
    assert [route.board.name(x) for x in (route.start, route.end) if x] == ["d3", "b1"]
    allowed = Placement(FREE, {"R": 3}, read_as="allowed")
    assert (len(allowed.board.squares), allowed.presets) == (8, ())
    assert Factor(OBSTACLE, "W", read_as="walls").board == Board.from_map("...\n.#.\n...")
    assert Board(3, 3).read is None
    assert str(Regions(("AAB", "ABB")).read) == "2x3 squares, 2 regions"
    path = tmp_path / "it"
    path.write_text("p cnf 2 1\n1 2 0\n")
    assert str(read_dimacs(path).read) == "2 variables, 1 clause"
    path.write_text("1 2\n2 3\n")
    assert str(Board.parse(f"graph:{path}").read) == "3 nodes, 2 edges, undirected"
    with pytest.raises(InvalidModel, match="here 2 is the start"):
        Tour("0 2 4\n1 0 0", "W", closed=False, read_as="walls")


# -- clues of puzzles --------------------------------------------------------------------------


LONG = "numbers=1,.,./.,.,./.,.,./.,.,12"


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("slitherlink", "more=2 clues=.2./1../..3\n", "clues=.2./1../..3"),
        ("slitherlink", ".2./1../..3\n", "clues=.2./1../..3"),
        ("slitherlink", ".2.\n1..\n..3\n", "clues=.2./1../..3"),
        ("masyu", "3 . . ○\n2 . . .\n1 ○ . .\n  a b c\nclues=..W/.../W..\n", "clues=..W/.../W.."),
        (
            "hidato",
            "1 .. ..|.. .. ..|.. .. ..|.. .. 12".replace("..", " .").replace("|", "\n"),
            LONG,
        ),
        ("hidato", "2 1 . 6\n1 . . .\n  a b c\n", "numbers=1.6/..."),
        ("heyawake", "rooms=AAB/ACC numbers=A=1\n", "rooms=AAB/ACC numbers=A=1"),  # no numbers
    ],
)
def test_a_file_is_read_as_its_clues(
    here: Run, tmp_path: Path, name: str, text: str, read: str
) -> None:
    (tmp_path / "it.txt").write_text(text)
    done = here("show", name, "file:it.txt")
    assert f"read: {read}\n" in done.stderr or f"read: {name} {read}\n" in done.stderr
    assert answered(done) == answered(here("show", name, *read.split()))


def test_a_puzzle_that_was_printed_is_read_again(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    (tmp_path / "loop.txt").write_text(
        answered(here("puzzle", "masyu", "5x5", "--seed", "1", "-q"))
    )
    assert answered(here("count", "masyu", "file:loop.txt", "-q")) == "1 undirected cycle\n"


def test_a_file_without_clues_is_refused(here: Run, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("")
    assert "none.txt: has no rows" in refused(here("count", "masyu", "file:none.txt"))
    assert "no-such.txt" in refused(here("count", "masyu", "file:no-such.txt"))
