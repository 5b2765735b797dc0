"""What a page says of its position for a shell and for Python: both run, and count what the page counts."""

import shlex
from pathlib import Path

import pytest
from conftest import Run, answered
from support.browser import Browser
from support.random_models import random_model

import nqsat as library
from nqsat.viewing.python_line import call_of, expression_of


@pytest.mark.parametrize(
    ("words", "state", "left", "python"),
    [
        (
            "queens 6",
            "m=0b1",
            1,
            'nqsat.count(nqsat.models.queens(n=6).refined(presets=["Q@b1"])).value',
        ),
        ("queens 6", "", 4, 'nqsat.count("queens", n=6).value'),
        # Optimal solutions with a queen in the corner, and none with two there.
        ("queens-domination 5", "m=0a1", 26, None),
        ("--board 4x4 --piece Q=any --maximise pieces", "m=0b1.0a1", 0, None),
        ("queens 8 --rule invariant=rot180", "m=0d1", None, None),
        ("--board 3x3 --piece (1,2)=any --piece white:K=1", "m=0a1", None, None),
        ("--board 3x4 --tour N --open", "t=a1.c2", None, None),
        ("--board 3x4 --tour N --open --unit undirected", "t=a1.c2", None, None),
        ("--board 3x4 --tour N --unit directed", "t=a1", None, None),
        ("--board 4x4 --tour K --unit directed", "t=a1.b2", None, None),
        ("--board 4x4 --tour K", "t=a1.b2", None, None),
        ("--board 3x4 --tour N --open --to c3", "t=a1.b3.d2", None, None),
        ("knights-tours-from rows=3 columns=4 start=a1", "t=a1.c2", None, None),
    ],
)
def test_both_count_what_the_page_counts(
    window: Browser,
    tmp_path: Path,
    nqsat: Run,
    words: str,
    state: str,
    left: int | None,
    python: str | None,
) -> None:
    place = tmp_path / "page.html"
    answered(nqsat("view", *words.split(), "-o", str(place), "-q"))
    window.show(place, state)
    said = window.text(".asked .python")
    assert python in (None, said)
    counted = eval(said, {"nqsat": library})
    program, *command = shlex.split(window.text(".asked .command"))
    assert program == "nqsat"
    assert answered(nqsat(*command, "-q")).split()[0] == str(counted)
    shown = window.text(".status").replace(",", "")
    assert left in (None, counted)
    assert shown.startswith(f"{counted} of ") or (not counted and shown.startswith("No "))


def test_expressions_mean_the_model() -> None:
    told = 0
    for index in range(200):
        model = random_model(5, index)
        text = expression_of(model)
        if text is not None and "'net'" not in text:  # a piece without a move has no notation
            assert eval(text, {"nqsat": library, "frozenset": frozenset}) == model, text
            assert "\\n" not in text
            told += 1
    assert told > 150
    # The name of a family is that of a function.
    for family in library.sources.catalogue():
        text = call_of(family, {})
        assert text is not None
        assert eval(text.removesuffix("()"), {"nqsat": library}) is family
