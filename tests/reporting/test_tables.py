"""Tables, against pictures drawn by hand; JSON on one line; counts and solutions as rows."""

from __future__ import annotations

import json

import pytest

import nqsat
from nqsat import Factor, Placement, Tour
from nqsat.reporting import comma_separated, json_line, table

COUNTS = """\
Known counts
model     n     count
─────────────────────
queens    8        92
torus    10   ≥ 1,000"""


def test_numbers_stand_at_the_right() -> None:
    rows = [("queens", "8", "92"), ("torus", "10", "≥ 1,000")]
    assert table("Known counts", ["model", "n", "count"], rows) == COUNTS


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (["A000170", "7", ""], ["A000170", "7", ""]),  # not all numbers
        (["92", "-"], ["   92", "    -"]),  # one is missing
    ],
)
def test_a_column_of_numbers_stands_at_the_right(cells: list[str], shown: list[str]) -> None:
    assert table(None, ["count"], [[cell] for cell in cells]).split("\n")[2:] == shown


def test_nothing_is_cut_off_where_no_window_limits_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert "9" * 5000 in table(None, ["value"], [["9" * 5000]])


def test_a_narrow_table_folds_and_loses_nothing() -> None:
    lines = table(None, ["value"], [["abcdefghij" * 5]], width=20).split("\n")
    assert max(map(len, lines)) == 20
    assert "".join(lines[2:]) == "abcdefghij" * 5
    names = ["model", "parameters", *["reference"] * 3, "sat", "cpsat", "checks", "result"]
    row = ["knights-tours", "rows=5 columns=6", *"888888", "agree"]
    assert table(None, names, [row], width=80).split("\n")[0].endswith("  result")


def test_cells_are_text_and_not_markup() -> None:
    text = table("[red]title", ["[b]x[/b]"], [["[red]1[/red] :smile:"]])
    assert text.startswith("[red]title\n[b]x[/b]\n")
    assert text.endswith("[red]1[/red] :smile:")


def test_colour_is_the_callers_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    # The command line has read NO_COLOR already; a library that reads it again decides twice.
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1m" in table("t", ["n"], [["1"]], colour=True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in table("t", ["n"], [["1"]])


def test_without_rows() -> None:
    assert table(None, ["a", "b"], []) == "a   b\n─────"


def test_a_ragged_row_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        table(None, ["a", "b"], [["1"]])


def test_commas_and_quotes_are_quoted_and_none_is_empty() -> None:
    assert comma_separated(["a", "b"], [['1,"2"', None]]) == 'a,b\n"1,""2""",\n'


def test_json_line_is_one_line_for_every_reader_and_can_be_encoded() -> None:
    data = {"unit": "Plätze", "text": "a\nb", "value": "92"}
    assert json_line(data) == '{"unit": "Plätze", "text": "a\\nb", "value": "92"}'
    # str.splitlines also splits at U+0085, U+2028 and U+2029; a file name may hold a surrogate.
    for hard in (data, {"text": "\x85\u2028\u2029", "file": "\udce9"}):
        line = json_line(hard)
        assert line.splitlines() == [line]
        assert line.encode().decode() == line
        assert json.loads(line) == hard


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_json_line_refuses_what_json_has_not(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_line({"seconds": value})


# -- rows for tables of others -----------------------------------------------------------------


def test_a_count_is_a_row() -> None:
    (row,) = nqsat.records(nqsat.count("queens", n=4, engine="sat"))
    assert (row["value"], row["unit"], row["complete"]) == (2, "placements", True)
    assert next(iter(row)) == "value"
    kings = nqsat.count(Placement("2x2", {"K": "any"}), by="size")
    assert [(one["pieces"], one["value"]) for one in nqsat.records(kings)] == [(0, 1), (1, 4)]
    both = nqsat.records([nqsat.count("queens", n=4), nqsat.count("queens", n=5)])
    assert [one["value"] for one in both] == [2, 10]


def test_solutions_are_rows_of_men_squares_and_moves() -> None:
    pieces = nqsat.records(nqsat.solutions("queens", n=4))
    assert len(pieces) == 8
    assert {one["solution"] for one in pieces} == {1, 2}
    for one in pieces:
        assert one["square"] == f"{'abcd'[one['column']]}{4 - one['row']}"
    tour = nqsat.solve(Tour("3x3", "K", closed=False, start="a1")).solution
    assert tour is not None
    assert [one["step"] for one in nqsat.records(tour)] == [*range(1, 10)]
    assert nqsat.records(tour)[0]["square"] == "a1"
    dominoes = nqsat.records(nqsat.solutions(Factor("2x2", "W", "1"), limit=1))
    assert sorted(x for one in dominoes for x in (one["from"], one["to"])) == [
        "a1",
        "a2",
        "b1",
        "b2",
    ]


def test_what_has_no_rows_is_refused() -> None:
    with pytest.raises(TypeError, match="give counts and solutions"):
        nqsat.records([3])
