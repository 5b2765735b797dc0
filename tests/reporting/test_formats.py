"""Streams of arrangements, read back by the readers of each format."""

from __future__ import annotations

import csv
import json
from itertools import islice
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

from nqsat import Arrangement, InvalidModel, Placement, Square
from nqsat.reporting import FORMATS, lines
from nqsat.rules import Man

if TYPE_CHECKING:
    from collections.abc import Iterator

MODEL = Placement("2x3", {"white:N": "1", "black:K": "any"})
FIRST = Arrangement(
    MODEL.setting,
    (Man(Square(1, 0), "white:N"), Man(Square(0, 2), "black:K"), Man(Square(1, 2), "black:K")),
)
SECOND = Arrangement(MODEL.setting, (Man(Square(0, 1), "white:N"),))

TEXT = """\
1. white:N@a1 black:K@c1 black:K@c2
2 . . k
1 N . k
  a b c
N = white:N, k = black:K

2. white:N@b2
2 . N .
1 . . .
  a b c
N = white:N, k = black:K"""


def test_the_formats_and_their_order() -> None:
    assert FORMATS == ("text", "jsonl", "csv", "fen", "svg")


def test_text_numbers_the_boards_and_parts_them_by_a_blank_line() -> None:
    assert "\n".join(lines([FIRST, SECOND], "text")) == TEXT


def test_jsonl() -> None:
    first, second = map(json.loads, lines([FIRST, SECOND], "jsonl"))
    assert first == {"squares": {"white:N": ["a1"], "black:K": ["c1", "c2"]}, "fen": "2k/N1k"}
    assert second == {"squares": {"white:N": ["b2"], "black:K": []}, "fen": "1N1/3"}


def test_csv() -> None:
    rows = list(csv.reader(lines([FIRST, SECOND], "csv")))
    assert rows == [
        ["white:N", "black:K", "fen"],
        ["a1", "c1 c2", "2k/N1k"],
        ["b2", "", "1N1/3"],
    ]


def test_fen_is_the_fen_of_the_arrangement() -> None:
    assert list(lines([FIRST, SECOND], "fen")) == [FIRST.fen, SECOND.fen]


def test_svg_is_one_document_a_line() -> None:
    pictures = [fromstring(line) for line in lines([FIRST, SECOND], "svg")]
    assert [picture[0].text for picture in pictures] == [
        "white:N@a1 black:K@c1 black:K@c2 on 2x3",
        "white:N@b2 on 2x3",
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_no_arrangement_at_all(name: str) -> None:
    # A csv without a header cannot be read as one; the kinds are unknown without an arrangement.
    assert list(lines([], name)) == (["fen"] if name == "csv" else [])


@pytest.mark.parametrize("name", FORMATS)
def test_the_empty_arrangement_of_no_squares(name: str) -> None:
    # It is the one solution for n = 0, so it must be written and be one record.
    model = Placement("0x0", {"Q": 0})
    written = list(lines([Arrangement(model.setting, ())], name))
    assert len(written) == {"text": 2, "csv": 2}.get(name, 1)


@pytest.mark.parametrize("name", FORMATS)
def test_writers_stream(name: str) -> None:
    # An enumeration may be endless for all that a writer knows: it takes one at a time.
    taken = 0

    def endless() -> Iterator[Arrangement]:
        nonlocal taken
        while True:
            taken += 1
            yield FIRST

    assert len(list(islice(lines(endless(), name), 12))) == 12
    assert taken <= 12


@pytest.mark.parametrize("name", FORMATS)
def test_no_line_holds_a_newline(name: str) -> None:
    assert all("\n" not in line for line in lines([FIRST, SECOND], name, colour=True))


def test_colour_is_for_boards_only() -> None:
    for name in FORMATS:
        coloured = "\x1b" in "".join(lines([FIRST], name, colour=True))
        assert coloured == (name == "text")


def test_an_unknown_format_is_refused_before_the_first_line() -> None:
    with pytest.raises(InvalidModel, match="choose from text, jsonl, csv, fen, svg"):
        lines([], "xml")
