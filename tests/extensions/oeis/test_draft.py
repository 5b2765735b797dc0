"""Drafts of entries: sentences about a(n) are made from those about some terms, or from none."""

from __future__ import annotations

import pytest

from nqsat import Placement
from nqsat.errors import InvalidModel
from nqsat.extensions.oeis.draft import general_text, name_of, statement
from nqsat.modelling import Model


@pytest.mark.parametrize(
    ("texts", "general"),
    [
        (("an 8 × 8 board", "a 9 × 9 board", "a 10 × 10 board"), "an n × n board"),
        (("1 on an 8 × 5 board", "1 on a 9 × 6 board", "1 on a 10 × 7 board"), "1 on an n × (n-3) board"),
        (("16 of 64", "18 of 81", "20 of 100"), "2*n of n^2"),
        (("1 queen", "2 queens", "3 queens"), None),
        (("8 of 1", "9 of 2", "10 of 4"), None),
        (("8 of 8", "9 of 9"), None),
    ],
)  # fmt: skip
def test_numbers_in_a_text_are_functions_of_n_or_there_is_no_text(
    texts: tuple[str, ...], general: str | None
) -> None:
    assert general_text(dict(enumerate(texts, 8))) == general


def queens(n: int) -> Model:
    return Placement(f"{n}x{n}", {"Q": n})


def test_a_statement_is_about_n() -> None:
    about = statement(queens, 1, "size")
    assert about.words == "Place n queens on an n × n board so that none attacks another."
    assert about.notation == "{n}x{n} Q={n} non-attacking"


def test_a_sentence_of_the_catalogue_is_taken_if_it_says_n() -> None:
    assert statement(queens, 4, "n", "Place n ladies.").words == "Place n ladies."
    assert "board" in statement(queens, 4, "n", "Place some ladies.").words


def test_a_statement_of_which_nothing_follows_says_for_which_term_it_is() -> None:
    def only_four(n: int) -> Model:
        if n != 4:
            raise InvalidModel("n", "is not 4")
        return queens(n)

    about = statement(only_four, 4, "n")
    assert about.words.endswith("4 × 4 board so that none attacks another. (That is for n = 4.)")
    assert about.notation is None


def test_what_is_counted_up_to_is_said_in_the_sentence_that_names_it() -> None:
    named = name_of("Place n² rooks. None attacks.", "placements", " up to symmetry")
    assert named == "Number of ways to place n^2 rooks, up to symmetry. None attacks."
    assert name_of("Two kings.", "placements", "") == "Number of placements: two kings."
    assert name_of("Visit all.", "open tours", "") == "Number of open tours: visit all."
