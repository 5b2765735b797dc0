"""Models in plain sentences: every rule has one, and a family's has its parameters filled in."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from support.random_rules import RANDOM_RULES, RandomDraw

from nqsat import Board, Factor, Placement, Tour
from nqsat.errors import InvalidModel
from nqsat.models.covering import polyominoes
from nqsat.reporting import in_words, sentences, statement_of
from nqsat.rules import RULES, Among, Domination, Objective, Pieces, Regions, Rule
from nqsat.sources import catalogue, find_family

SENTENCE = re.compile(r"[A-Z][^=]*\.")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_a_sentence(rule: type[Rule]) -> None:
    # Random rules of the sort: which differ say different things, and all have a sentence.
    said: dict[str, Rule] = {}
    for seed in range(40):
        draw = RandomDraw(Random(seed), Board(3, 3), ("white:Q", "black:N"))
        with suppress(InvalidModel):
            one = RANDOM_RULES[rule](draw)
            text = one.sentence
            assert SENTENCE.fullmatch(text), text
            if rule is not Regions:  # the map is drawn
                assert said.setdefault(text, one) == one
    assert said or rule is Regions


def test_every_statement_of_the_catalogue_is_filled_in() -> None:
    for family in catalogue():
        case = next(iter(family.cases()), None)
        if case is None:
            continue
        said = statement_of(family, case)
        assert SENTENCE.fullmatch(said), said
        numbers = [
            name for name, value in case.items() if isinstance(value, int) and len(name) == 1
        ]
        left = [name for name in numbers if re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", said)]
        assert left == [], said


@pytest.mark.parametrize(
    ("model", "first"),
    [
        (Placement("8x8", {"Q": 8}), "Place 8 queens on an 8 × 8 board."),
        (Placement("5x5", {"white:N": "2..", "black:F": "1"}),
         "Place at least 2 white knights and 1 black fers on a 5 × 5 board."),
        (Placement("4x4", {"K": "1..", "W": "..1"}),
         "Place at least 1 king and at most 1 wazir on a 4 × 4 board."),
        (Placement("3x3", {"fW": "any"}), "Place any number of pieces (fW) on a 3 × 3 board."),
        (Tour("6x6", "N"),
         "Visit every square of a 6 × 6 board with a knight, and return to the first."),
        (Factor("4x4", "W", "1"), "Choose moves of a wazir on a 4 × 4 board: 1 at every square."),
    ],
)  # fmt: skip
def test_what_is_placed(model: Placement | Tour | Factor, first: str) -> None:
    assert sentences(model)[0] == first


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (Placement("8x8", {"Q": 8}), "Place 8 queens on an 8 × 8 board so that none attacks another."),
        (Placement("4x4", {"W": "any"}, presets=["W@a1"]),
         "Place any number of wazirs on a 4 × 4 board so that none attacks another. Given: W@a1."),
        (Placement("5x5", {"Q": "any"}, rules=["domination=total"]),
         "Place any number of queens on a 5 × 5 board. Every square is attacked."),
        (Placement("4x4", {"Q": "any"}, rules=["non-attacking"], objective=Objective("maximise", Pieces())),
         "Place any number of queens on a 4 × 4 board, with the most pieces that are possible. "
         "No piece attacks another."),
        (Tour("3x10", "NC"),
         "Visit every square of a 3 × 10 board with a piece NC, and return to the first."),
        (Tour("6x6", "A"), "Visit every square of a 6 × 6 board with an alfil, and return to the first."),
    ],
)  # fmt: skip
def test_a_model_in_one_short_text(model: Placement | Tour, text: str) -> None:
    assert in_words(model) == text


@pytest.mark.parametrize(
    ("literals", "number", "text"),
    [
        ("a1-a2,b1-b2", "2", "Of a1-a2, b1-b2, 2 are drawn."),
        ("a1,b1", "1..", "Of a1, b1, at least 1 is visited."),
        ("~a1-a2,a2-a3", "1..", "If a1-a2 is drawn, then a2-a3 is drawn."),
        ("~a1-a2,a2-,~-", "2", "Here a1-a2 is not drawn."),  # two moves are off the board
        ("x:W@a1", "0", "Here a1 is not x:W."),
        ("x:W@a1,x:W@b1", "0", "Of a1, b1, none are x:W."),
        ("~x:W@a1,~y:W@b1", "1..", "Here a1 is not x:W or b1 is not y:W."),
        ("Q@a1,Q@b1,~Q@c1", "1..2", "Of these, 1 to 2 hold: a1 has Q; b1 has Q; c1 has no Q."),
        ("2*Q@a1,Q@b1", "2", "Of 2*Q@a1, Q@b1, each counted by its weight, there are 2."),
    ],
)
def test_literals_are_said_as_on_paper(literals: str, number: str, text: str) -> None:
    assert Among.parse(f"{literals},number={number}").sentence == text


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (Domination(), "is occupied or attacked."),
        (Domination(times="1..2"), "is covered (occupied or attacked) 1 to 2 times."),
        (Domination("total", times="2..2"), "is attacked exactly 2 times."),
    ],
)
def test_a_piece_covers_its_own_square_once(rule: Domination, text: str) -> None:
    # Not "occupied or attacked twice": an occupied square that one piece attacks is covered twice.
    assert rule.sentence == f"Every square {text}"


def test_what_is_long_is_cut_after_a_sentence() -> None:
    rules = "non-attacking domination=independent maximal connected irredundant permutation=..1"
    said = in_words(Placement("8x8", {"white:N": "2..", "black:F": "..9"}, rules=rules.split()))
    assert said.endswith("board so that none attacks another. The rules below also hold.")
    assert len(said) < 240


@pytest.mark.parametrize(
    ("name", "n", "said"),
    [
        ("queens", 8, "Place 8 queens on an 8 × 8 board so that none attacks another."),
        ("queens", 5, "Place 5 queens on a 5 × 5 board so that none attacks another."),
        ("latin-squares", 3, "Place 9 rooks in a 3 × 3 × 3 cube so that none attacks another."),
    ],
)
def test_numbers_take_the_place_of_parameters(name: str, n: int, said: str) -> None:
    assert statement_of(find_family(name), {"n": n}) == said


@pytest.mark.parametrize(
    ("model", "last"),
    [
        (Tour("5x6", "N", closed=False, start="a1", numbers={"c5": 3}), "Required: from a1, c5 = 3."),
        (Factor("4x4", "W", "1", avoiding=["a1-a2"], fixed_by="rot180"),
            "Required: avoiding a2-a1, fixed by rot180."),
    ],
)  # fmt: skip
def test_a_model_of_moves_says_what_is_required_besides(model: Tour | Factor, last: str) -> None:
    assert sentences(model)[-1] == last


def test_the_letter_of_a_tile_follows_the_word() -> None:
    first, *said = sentences(polyominoes("3x5", "L5,P5,V5"))
    assert first.startswith("Place any number of pieces l, any number of pieces p and ")
    assert "The pieces l form the shape L5, which may be turned and mirrored." in said
    assert (
        sentences(Placement("4x4", {"white:Q": 2}))[0] == "Place 2 white queens on a 4 × 4 board."
    )
