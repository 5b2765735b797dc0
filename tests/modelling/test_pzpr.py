"""Addresses of puzz.link: what decoders make of a body that is encoded here, and the models of genres."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest
from conftest import Run, answered
from support.error_asserts import refused

from nqsat import Factor, Tour, count, unique
from nqsat.modelling.pzpr import (
    DIGITS,
    Address,
    Mark,
    decode_bits,
    decode_borders,
    decode_number16,
    parse_address,
    read_address,
)

NUMBERLINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
LOOP = "https://puzz.link/p?simpleloop/5/5/sg020"
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def skips(cells: int) -> str:
    """Empty cells: at most 20 a letter, from g on."""
    return "z" * (cells // 20) + (LETTERS[15 + cells % 20] if cells % 20 else "")


def number(mark: Mark) -> str:
    """A number as it stands in an address."""
    if isinstance(mark, str) or mark is None:
        return "."
    for most, sign, digits, less in (
        (16, "", 1, 0), (256, "-", 2, 0), (4096, "+", 3, 0), (8192, "=", 3, 4096),
        (12240, "%", 3, 8192), (77776, "*", 4, 12240),
    ):  # fmt: skip
        if mark < most:
            return f"{sign}{mark - less:0{digits}x}"
    return f"${mark - 77776:05x}"


def encoded16(marks: list[Mark]) -> str:
    parts = groupby(marks, key=lambda mark: mark is None)
    return "".join(
        skips(len([*some])) if empty else "".join(map(number, some)) for empty, some in parts
    )


def encoded_bits(bits: list[bool]) -> str:
    rows = ([*bits[i : i + 5], *[False] * 5][:5] for i in range(0, len(bits), 5))
    return "".join(DIGITS[sum(bit << 4 - i for i, bit in enumerate(row))] for row in rows)


@pytest.mark.parametrize("seed", range(40))
def test_decoders_undo_encoders(seed: int) -> None:
    chance = Random(seed)
    cells, emptiness = chance.randint(1, 90), chance.random()

    def marks(*values: Mark) -> list[Mark]:
        return [
            None if chance.random() < emptiness else chance.choice(values) for _ in range(cells)
        ]

    ends = [limit + more for limit in (0, 16, 256, 4096, 8192, 12240, 77776) for more in (-1, 0, 1)]
    several = marks("?", *(one for one in ends if one >= 0), chance.randint(0, 999_999))
    assert decode_number16(encoded16(several) + "x/1", cells) == (several, "x/1")
    bits = [chance.random() < emptiness for _ in range(cells)]
    assert decode_bits(encoded_bits(bits) + "x", cells) == (bits, "x")
    rows, columns = chance.randint(1, 9), chance.randint(1, 9)
    across = [chance.random() < 0.5 for _ in range(rows * (columns - 1))]
    down = [chance.random() < 0.5 for _ in range((rows - 1) * columns)]
    body = encoded_bits(across) + encoded_bits(down)
    assert decode_borders(body + "x", rows, columns) == ((across, down), "x")


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
    assert read_address(NUMBERLINK) == Factor(grid, "W", "..2")
    assert [count(NUMBERLINK, engine=x).value for x in ("frontier", "backtrack", "sat")] == [1] * 3
    assert unique(NUMBERLINK).verdict == "unique"
    # Numbers of any size, 0 too; squares may be left out.
    assert read_address("?numlin/3/2/0g0+123g+123") == Factor("a . a\nb . b", "W", "..2")
    assert count("?numlin/3/2/0g0i").value == count(Factor("a.a\n...", "W", "..2")).value == 4


def test_a_simple_loop_goes_round_shaded_squares() -> None:
    assert read_address(LOOP) == Tour("xxx..\nx....\n.....\n...x.\n.....", "W")
    assert [count(LOOP, engine=x).value for x in ("mates", "backtrack", "sat")] == [1] * 3
    assert read_address("?simpleloop/4/4/") == Tour("4x4", "W")  # nothing is shaded


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://puzz.link/p?slither/5/5/sg020", "genre 'slither' is unknown; choose from numlin"),
        ("?simpleloop/5/5/sg02", "has 4 digits where 25 cells need 5"),
        ("?simpleloop/4/4/0001", "has more than 16 bits"),
        ("?simpleloop/5/5/sg0201", "goes on with '1', behind the last cell"),
        ("?simpleloop/5/5/sg0x0", "has 'x', which is no digit here"),
        ("?simpleloop/0/5/", "has 0×5 cells"),
        ("?numlin/5/5/1j2h3m1h2j", "says what 24 cells hold, there are 25"),
        ("?numlin/5/5/1j2h3m1h2j33", "goes on with '3', behind the last cell"),
        ("?numlin/5/5/z1z", "says what 41 cells hold, there are 25"),
        ("?numlin/2/2/1-1g1", "has '1g' where 2 digits stand"),
        ("?numlin/2/2/1.1g", "has a ? for a number"),
        ("?numlin/e/2/2/1g1g", "has the flag 'e'"),
        ("?starbattle/2/2/", "has no number of stars"),
    ],
)  # fmt: skip
def test_damaged_addresses_are_refused(text: str, said: str) -> None:
    refused(lambda: read_address(text), "address", said)


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


def test_the_command_line_says_what_was_read(nqsat: Run) -> None:
    done = nqsat("solve", NUMBERLINK, "--unique")
    assert "the only solution" in answered(done)
    assert done.stderr.startswith("read: 5x5 squares, 6 ends of paths, no walls\n")
    done = nqsat("count", LOOP)
    assert answered(done) == "1 undirected closed tour\n"
    assert done.stderr.startswith("read: 5x5 squares, no walls, 5 holes\n")
