"""Addresses of puzz.link: what decoders make of a body that is encoded here, and the models of genres."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support.error_asserts import refused

from nqsat import Arrangement, Factor, Path, Tour, count, solve, unique
from nqsat.extensions.pzpr import codes
from nqsat.extensions.pzpr.codes import Mark, decode_borders, encode_borders
from nqsat.extensions.pzpr.genres import (
    Address,
    address,
    parse_address,
    pzprv3,
    read_address,
    read_pzprv3,
)
from nqsat.modelling import Model, text_of
from nqsat.sources import find_family

NUMBERLINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
LOOP = "https://puzz.link/p?simpleloop/5/5/sg020"


def model_at(text: str) -> Model | None:
    found = read_address(text)
    return found and find_family(found[0])(**found[1])


@pytest.mark.parametrize("seed", range(40))
def test_decoders_undo_encoders(seed: int) -> None:
    chance = Random(seed)
    cells, emptiness = chance.randint(1, 90), chance.random()

    def marks(*values: Mark) -> list[Mark]:
        return [
            None if chance.random() < emptiness else chance.choice(values) for _ in range(cells)
        ]

    several = marks("?", *NUMBERS, chance.randint(0, 999_999))
    assert codes.NUMBER16.decode(codes.NUMBER16.encode(several) + "x/1", cells) == (several, "x/1")
    few = marks("?", 0, 1, 2, 3, 4)
    assert codes.FOUR_CELL.decode(codes.FOUR_CELL.encode(few) + "/1", cells) == (few, "/1")
    arrows = ["." if one is None else chance.choice(("x", *ARROWS)) for one in marks("?")]
    assert codes.ARROWS.decode(codes.ARROWS.encode(arrows) + "/1", cells) == (arrows, "/1")
    circles = [int(one or 0) for one in marks(1, 2)]
    assert codes.CIRCLES.decode(codes.CIRCLES.encode(circles) + "x", cells) == (circles, "x")
    bits = [chance.random() < emptiness for _ in range(cells)]
    assert codes.BITS.decode(codes.BITS.encode(bits) + "x", cells) == (bits, "x")
    rows, columns = chance.randint(1, 9), chance.randint(1, 9)
    across = [chance.random() < 0.5 for _ in range(rows * (columns - 1))]
    down = [chance.random() < 0.5 for _ in range((rows - 1) * columns)]
    body = codes.BITS.encode(across) + codes.BITS.encode(down)
    chessboard = ["".join("ab"[(r + c) % 2] for c in range(columns)) for r in range(rows)]
    every = codes.BITS.encode([True] * len(across)) + codes.BITS.encode([True] * len(down))
    assert encode_borders(chessboard) == every
    assert decode_borders(body + "x", rows, columns) == ((across, down), "x")
    digits = [chance.choice((".", "1", "35", "36", "1295")) for _ in range(cells)]
    assert codes.HITORI.decode(codes.HITORI.encode(digits), cells) == (digits, "")


#: The least and the greatest numbers of each length, as they stand in addresses.
NUMBERS = {
    0: "0", 15: "f", 16: "-10", 255: "-ff", 256: "+100", 4095: "+fff", 4096: "=000", 8191: "=fff",
    8192: "%000", 12239: "%fcf", 12240: "*0000", 77775: "*ffff", 77776: "$00000", 999_999: "$e126f",
}  # fmt: skip
ARROWS = {"0u": "10", "9d": "29", "15l": "3f", "16r": "910", "255u": "6ff", "256d": "-2100"}


def test_what_addresses_have_letter_by_letter() -> None:
    """Decoders and encoders could be wrong in the same way."""
    for number, text in NUMBERS.items():
        assert codes.NUMBER16.encode([number]) == text
    for arrow, text in ARROWS.items():
        assert codes.ARROWS.encode([arrow]) == text
    assert codes.NUMBER16.encode([None] * 23 + ["?"]) == "zi."  # 20 empty cells, and three
    assert codes.ARROWS.encode(["."] * 28 + ["x"]) == "zb0."  # 26, and two
    assert codes.ARROWS.decode("2.", 1) == (["x"], "")
    assert codes.FOUR_CELL.encode([0, None, 1, None, None, 2, 3, "?"]) == "5b23."
    assert codes.CIRCLES.encode([1, 2, 0, 2]) == "fi"
    assert codes.BITS.encode([True, False, False, False, False, True]) == "gg"


@pytest.mark.parametrize("seed", range(20))
def test_maps_come_back(seed: int) -> None:
    """Connected regions of all shapes, grown at random on boards of other sizes."""
    chance = Random(seed)
    rows, columns = chance.randint(1, 7), chance.randint(1, 7)
    cells = [*product(range(rows), range(columns))]
    names = dict(zip(chance.sample(cells, min(6, len(cells))), "abcdef", strict=False))
    while len(names) < len(cells):
        (r, c), name = chance.choice(sorted(names.items()))
        a, b = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if (r + a, c + b) in cells:
            names.setdefault((r + a, c + b), name)
    lines = ["".join(names[r, c] for c in range(columns)) for r in range(rows)]
    regions = "/".join(lines if rows > 1 else lines * 2)
    found = read_address(address("star-battle", {"regions": regions, "stars": 1}))
    assert found is not None
    assert read_pzprv3(pzprv3("star-battle", {"regions": regions, "stars": 1})) == found
    pairs = {*zip(str(found[1]["regions"]), regions, strict=True)}
    assert len(pairs) == len({*regions}) == len({x for x, _ in pairs})


def test_a_file_has_regions_and_stars() -> None:
    battle: dict[str, int | str] = {"regions": "AABB/AABB/CCDD/CCDD", "stars": 1}
    solution = solve("star-battle", str(battle["regions"]), 1).solution
    lines = pzprv3("star-battle", battle, solution).splitlines()
    assert lines[:7] == ["pzprv3", "starbattle", "4", "4", "1", "4", "0 0 1 1 "]
    assert sum(line.count("#") for line in lines[10:]) == 4
    assert "#" not in pzprv3("star-battle", battle)


#: Puzzles of every genre, most of them of pzpr's own tests.
WRITTEN = [
    "numlin/5/5/1j2h3m1h2j3",
    "simpleloop/5/5/sg020",
    "starbattle/6/6/1/2u9gn9c9jpmk",
    "slither/5/5/cbcbcddad",
    "mashu/6/6/1063000i3000",
    "yajilin/5/5/m32j10",
    "nurikabe/5/5/g5k2o1k3g",
    "nurikabe/5/5/-10zj",
    "hitori/4/4/1114142333214213",
    "hitori/2/2/-10z%1",
    "lightup/6/6/nekcakbl",
    "heyawake/6/6/lll155007rs12222j",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_read_is_written_again(text: str) -> None:
    """As an address, letter by letter, and as a file; both have the same model."""
    found = read_address(f"?{text}")
    assert found is not None
    assert address(*found) == f"https://puzz.link/p?{text}"
    for file in (pzprv3(*found), pzprv3(*found).replace("\n", "/"), pzprv3(*found) + "0 0 1 \n"):
        assert read_pzprv3(file) == found
    assert find_family(found[0])(**found[1]) == find_family(f"?{text}")()


def test_files_of_players_have_their_clues_read() -> None:
    """What is drawn in the cells, or below them, is no clue: shaded cells, lamps, marks, lines."""
    for text, wanted in (
        ("pzprv3/nurikabe/2/3/. 2 # /+ . # /", "nurikabe clues=.2./..."),
        ("pzprv3/lightup/2/3/# + - /. 1 . /", "akari clues=..x/.1."),
        ("pzprv3.1/slither/1/3/3 - . /. . . /0 1 0 1 /", "slitherlink clues=3.."),
        ("pzprv3/yajilin/1/3/. 4,2 0,- /", "yajilin clues=.2rx"),
        ("pzprv3/mashu/1/3/1 2 . /0 1 /", "masyu clues=WB."),
        ("pzprv3/hitori/1/3/1 35 36 /", "hitori numbers=1,35,36"),
        ("pzprv3/heyawake/2/2/2/0 1 /0 1 /. 2 /. . /", "heyawake rooms=ab/ab numbers=b=2"),
        ("pzprv3/numlin/1/3/1 0 1 /", "numberlink clues=1,zero,1"),
    ):
        name, parameters = read_pzprv3(text)
        assert f"{name} {text_of(parameters)}" == wanted
        assert read_pzprv3(pzprv3(name, parameters)) == (name, parameters)
    assert address("numberlink", {"clues": "A.B/A.B"}) == address(
        "numberlink", {"clues": "1.2/1.2"}
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pzprv3/slither/1/2/3 x /", "line 5: '3 x' has no valid clue here"),
        ("pzprv3/slither/2/2/3 . /", "line 6: expected 2 cells"),
        ("pzprv3/yajilin/1/2/0,1 . /", "line 5: '0,1 .' has no valid clue here"),
        ("pzprv3/nurikabe/1/2/- . /", "line 5: '- .' has no valid clue here"),
        ("pzprv3/heyawake/1/2/1/0 0 /x . /", "line 7: expected 2 numbers of rooms"),
        ("pzprv3/slither/1/1/3 //pzprv3/slither/1/1/2 /", "line 7: here another puzzle begins"),
        ("queens", "is not a puzzle of pzpr"),
        ("pzprv3/sudoku/9/9/", "line 2: genre 'sudoku' is unknown"),
        (
            "pzprv3/starbattle/2/two/1/2/0 0 /1 1 /. . /. . /",
            "line 4: expected a number, not 'two'",
        ),
        ("pzprv3/starbattle/2/2/1/2/0 0 /1 ", "line 8: expected 2 numbers of regions below 2"),
        ("pzprv3/starbattle/2/2/1/2/0 0 /1 5 /", "line 8: expected 2 numbers of regions below 2"),
        ("pzprv3/starbattle/0/2/1/2/", "line 3: there are no rows"),
        ("pzprv3/starbattle/2/2/1/99/", "line 6: 99 regions"),
    ],
)
def test_damaged_files_are_refused(text: str, said: str) -> None:
    refused(lambda: read_pzprv3(text), "file", said)


def test_what_no_address_can_hold_is_refused() -> None:
    refused(
        lambda: address("queens", {"n": 8}),
        "format",
        "queens cannot be written in this form; these can:",
    )
    refused(lambda: address("slitherlink", {"clues": "7."}), "clues", "7 is not from 0 to 4")


@pytest.mark.parametrize(
    "text",
    [
        NUMBERLINK, "http://pzv.jp/p.html?numlin/5/5/1j2h3m1h2j3", "puzz.link/p?numlin/5/5/1j2h3m1h2j3/",
        "https://puzz.link/p?type=player&numlin_edit/5/5/1j2h3m1h2j3",
    ],
)  # fmt: skip
def test_the_parts_of_an_address(text: str) -> None:
    assert parse_address(text) == Address("numlin", "", 5, 5, "1j2h3m1h2j3")


def test_numberlink_is_a_factor_with_ends() -> None:
    grid = "1 . . . .\n2 . . 3 .\n. . . . .\n. 1 . . 2\n. . . . 3"
    assert model_at(NUMBERLINK) == Factor(grid, "W", "..2")
    assert [count(NUMBERLINK, engine=x).value for x in ("frontier", "backtrack", "sat")] == [1] * 3
    assert unique(NUMBERLINK).verdict == "unique"
    # Numbers of any size, 0 too; squares may be left out.
    assert model_at("?numlin/3/2/0g0+123g+123") == Factor("a . a\nb . b", "W", "..2")
    assert count("?numlin/3/2/0g0i").value == count(Factor("a.a\n...", "W", "..2")).value == 4


def test_a_simple_loop_goes_round_shaded_squares() -> None:
    assert model_at(LOOP) == Tour("xxx..\nx....\n.....\n...x.\n.....", "W")
    assert [count(LOOP, engine=x).value for x in ("mates", "backtrack", "sat")] == [1] * 3
    assert model_at("?simpleloop/4/4/") == Tour("4x4", "W")  # nothing is shaded


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://puzz.link/p?sudoku/5/5/sg020", "genre 'sudoku' is unknown; choose from numlin"),
        ("?simpleloop/5/5/sg02", "has 4 digits where 25 cells need 5"),
        ("?simpleloop/4/4/0001", "has more than 16 bits"),
        ("?simpleloop/5/5/sg0201", "has '1' after the last cell"),
        ("?simpleloop/5/5/sg0x0", "has 'x', which is not a digit here"),
        ("?simpleloop/0/5/", "has 0×5 cells"),
        ("?numlin/5/5/1j2h3m1h2j", "says what 24 cells hold, there are 25"),
        ("?numlin/5/5/1j2h3m1h2j33", "has '3' after the last cell"),
        ("?numlin/5/5/z1z", "says what 41 cells hold, there are 25"),
        ("?numlin/2/2/1-1g1", "has '1g' where 2 digits stand"),
        ("?numlin/2/2/1.1g", "has a ? for a number"),
        ("?numlin/e/2/2/1g1g", "has the flag 'e'"),
        ("?starbattle/2/2/", "has no number of stars"),
        ("?starbattle/6/6/1/2u9", "have borders of 12 digits, not 3"),
        ("?starbattle/2/2/1/ooo", "has 'o' after the last cell"),
        ("?slither/1/1/f", "has 'f', which is not a digit"),
        ("?slither/f/2/3/l", "has the flag 'f'"),
        ("?mashu/v:/10/10/000000060i23601000000001i200f90000", "has the flag 'v:'"),
        ("?akari/3/1/00", "says what 2 cells hold, there are 3"),
        ("?masyu/3/3/00", "has 2 digits where 9 cells need 3"),
        ("?masyu/2/1/1", "has more than 2 cells"),
        ("?masyu/3/1/r", "has 'r', which is not a digit"),
        ("?yajilin/o/2/2/d", "has the flag 'o'"),
        ("?yajilin/2/2/03c", "has the number 3 without an arrow"),
        ("?yajilin/2/2/518c", "has the number 24 without an arrow"),
        ("?yajilin/2/2/1gc", "has '1gc', which is not a clue here"),
        ("?yajilin/2/2/11", "says what 1 cells hold, there are 4"),
        ("?nurikabe/2/2/.1h", "has a ? for a number of nurikabe"),
        ("?nurikabe/1/2/-101", "has one column and long numbers"),
        ("?hitori/2/2/11-2", "in which something is not a number"),
        ("?hitori/2/2/112", "says what 3 cells hold, there are 4"),
        ("?heyawake/2/2/0", "2×2 cells have borders of 2 digits, not 1"),
        ("?heyawake/2/2/00", "says what 0 cells hold, there are 1"),
    ],
)  # fmt: skip
def test_damaged_addresses_are_refused(text: str, said: str) -> None:
    refused(lambda: read_address(text), "address", said)


def loop(sides: str, downs: str) -> frozenset[object]:
    """The moves of a loop that is given as pzpr writes it: a 1 for each side, and each way down."""
    found = set()
    for text, (a, b) in ((sides, (0, 1)), (downs, (1, 0))):
        for r, row in enumerate(text.split("/")):
            found |= {frozenset({(r, c), (r + a, c + b)}) for c, x in enumerate(row) if x == "1"}
    return frozenset(found)


def cells(figure: str) -> frozenset[object]:
    """The shaded cells, or the lamps, of a drawing."""
    rows = enumerate(figure.split("/"))
    return frozenset((r, c) for r, row in rows for c, x in enumerate(row) if x == "#")


#: Examples of pzpr's own tests: what each means, and its solution, cells or the moves of a loop.
PUBLISHED: dict[str, tuple[str, frozenset[object]]] = {
    "?nurikabe/5/5/g5k2o1k3g": (
        "nurikabe clues=.5.../..2../...../..1../...3.",
        cells("..###/.#..#/.####/.#.#./###.."),
    ),
    "?hitori/4/4/1114142333214213": (
        "hitori numbers=1114/1423/3321/4213",
        cells("#.#./..../#.#./...#"),
    ),
    "?lightup/6/6/nekcakbl": (
        "akari clues=....../..4.../....2./.0..../...1../......",
        cells("..#.../.#.#../..#..#/....#./#...../...#.."),
    ),
    "?heyawake/6/6/lll155007rs12222j": (
        "heyawake rooms=abbccd/abbccd/abbccd/eeeeed/fffggd/fffggh numbers=a=2,b=2,c=2,d=2",
        cells("#.#..#/...#../#.#.#./....../.#.#.#/..#..."),
    ),
    "?slither/5/5/cbcbcddad": (
        "slitherlink clues=2..1./.2..1/..2../3..3./.0..3",
        loop("11111/01100/00100/00010/10100/00001", "100001/110101/111001/111111/000011"),
    ),
    "?mashu/6/6/1063000i3000": (
        "masyu clues=..W.../.B..W./....../...B../.W..../......",
        loop("11101/01100/00110/01011/11000/00100", "100111/110011/111001/100100/001100"),
    ),
    "?yajilin/5/5/m32j10": (
        "yajilin clues=...../...../...2l./...../....0u",
        loop("1101/1010/0000/1011/1100", "10111/01001/01001/10100"),
    ),
}


def named(address: str) -> str:
    found = read_address(address)
    assert found is not None
    return f"{found[0]} {text_of(found[1])}"


@pytest.mark.parametrize("address", PUBLISHED)
def test_published_puzzles_have_their_solution(address: str) -> None:
    words, wanted = PUBLISHED[address]
    assert named(address) == words
    answer = unique(address)
    assert answer.verdict == "unique"
    (found,) = answer.found
    if isinstance(found, Path):
        assert {frozenset({tuple(a), tuple(b)}) for a, b in found.moves} == wanted
    else:
        assert isinstance(found, Arrangement)
        pieces = (x for x in found.pieces if not x.kind.startswith("island"))
        assert {tuple(piece.square) for piece in pieces} == wanted


def test_what_a_genre_means_besides() -> None:
    # Clues without a number, and what has several names.
    assert named("?akari/3/1/.g0") == "akari clues=x.0"
    assert named("?slitherlink/3/1/.g3") == "slitherlink clues=..3"
    assert named("?pearl/3/1/f") == "masyu clues=WB."
    assert named("?yajirin/b/2/2/0.+a2f") == "yajilin clues=xx/.15d"
    assert named("?heyawake/2/2/o0.0") == "heyawake rooms=ab/ab numbers=b=0"
    assert named("?heyawake/2/1/gh") == "heyawake rooms=ab numbers=none"
    assert named("?nurikabe/2/2/-10i") == "nurikabe clues=16,./.,."
    assert named("?hitori/2/2/-101z%") == "hitori numbers=36,1/35,."
    # A cell without a number is as none other.
    assert count("?hitori/2/2/....").value == count("?hitori/2/2/1..2").value == 5


def test_other_texts_are_no_addresses() -> None:
    for text in (
        "queens",
        "own.py:f",
        "https://puzz.link/p?numlin",
        "?NUMLIN/5/5/",
        "numlin/5/5/a",
    ):
        assert read_address(text) is None
    refused(
        lambda: count("https://puzz.link/p?numlin"), "model", "expected the address of a puzzle"
    )
