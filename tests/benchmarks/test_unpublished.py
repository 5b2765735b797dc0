"""The numbers that we claim to be new: the page is made of the data, and small ones come out again."""

from __future__ import annotations

import json
import shlex

import pytest
from conftest import Run, answered
from unpublished import DATA, PAGE, SEQUENCES, page

ROWS = json.loads(DATA.read_text("utf-8"))

#: So many solutions are listed by another engine.
FEW = 1_500


def test_the_page_is_made_of_the_data() -> None:
    assert PAGE.read_text("utf-8") == page(ROWS)
    assert {row["title"] for row in ROWS} == {sequence.title for sequence in SEQUENCES}


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda one: one.title.replace(" ", "-"))
def test_small_numbers_come_out_of_a_list(sequence: object, here: Run) -> None:
    rows = [row for row in ROWS if row["title"] == getattr(sequence, "title", "")]
    few = [row for row in rows if int(row["value"]) <= FEW]
    for row in few[-1:]:
        words = shlex.split(row["command"].replace("--engine frontier", "--engine sat"))[1:]
        assert answered(here(*words, "-q")).split()[0] == row["value"]
    assert few or "knight graph" in rows[0]["title"]
