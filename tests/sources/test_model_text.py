"""A model on one line: what is written is read, and what makes no sense is refused; integers in braces."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import graph_of
from support.error_asserts import refused
from support.random_models import random_model

from nqsat import Factor, Placement, Tour
from nqsat.modelling import Model
from nqsat.rules import NonAttacking, Objective, Pieces, Regions
from nqsat.sources import filled, model_of, names_in, parse

TEXTS: dict[str, Model] = {
    "8x8 Q=8 non-attacking": Placement("8x8", {"Q": 8}),
    "torus:3x4 Q=any white:N=2.. none preset -@b2 preset Q@a1": Placement(
        "torus:3x4", {"Q": "any", "white:N": "2.."}, [], ["Q@a1", "-@b2"]
    ),
    "2x2 K=1..2 regions=AB/.B,number=0..1 maximal minimise pieces=K": Placement(
        "2x2",
        {"K": "1..2"},
        [Regions(("AB", ".B"), "..1"), "maximal"],
        objective=Objective("minimise", Pieces(("K",))),
    ),
    "6x6 tour N": Tour("6x6", "N"),
    "3x3 tour K open from a1 to c3 number b2=4": Tour(
        "3x3", "K", closed=False, start="a1", end="c3", numbers={"b2": 4}
    ),
    "torus:4x4 tour W unit directed through a2-a1 avoiding b1-c1 fixed-by identity": Tour(
        "torus:4x4",
        "W",
        unit="directed",
        through=["a2-a1"],
        avoiding=["b1-c1"],
        fixed_by="identity",
    ),
    "4x4 factor W degree 0..1 maximal through a1-b1 fixed-by rot180 fixed-by transpose": Factor(
        "4x4", "W", "..1", maximal=True, through=["a1-b1"], fixed_by=("rot180", "transpose")
    ),
}


@pytest.mark.parametrize("text", TEXTS)
def test_by_hand(text: str) -> None:
    model = TEXTS[text]
    assert (model.text, parse(text), model_of(text, {})) == (text, model, model)
    assert repr(model) == f"<{type(model).__name__} {model.text}>"


def test_random_models() -> None:
    """Those whose board, pieces and squares have a text."""
    found = 0
    for index in range(300):
        model = random_model(5, index)
        board, kinds = model.board, model.kinds
        # A map of regions without lines is no text.
        plain = board.rows and not (board.walls or board.holes or graph_of(board))
        if plain and not any(kind.squares is not None or kind.piece.graph for kind in kinds):
            assert parse(model.text) == model
            found += 1
    assert found > 100


def test_what_is_taken_for_granted() -> None:
    assert parse(" 8x8  queen=8 preset Q@a1") == Placement("8x8", {"Q": 8}, presets=["Q@a1"])
    assert parse("3x3 (1,4)=..2 Q=1 non-attacking=Q-Q") == Placement(
        "3x3", {"(1,4)": "..2", "Q": "1"}, [NonAttacking(frozenset({("Q", "Q")}))]
    )
    assert parse("4x4 factor W") == Factor("4x4", "W")


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ("", "board", "expected 8x8, torus:7x7"),
        ("8x8", "piece", "--piece"),
        ("8x8 Q=1 Q=2", "piece", "twice"),
        ("moebius:8x8 Q=1", "board", "torus"),
        ("8x8 Q=1 dominating", "piece", "dominating"),
        ("8x8 Q=1 invariant", "rule invariant", "invariant=SYMMETRY"),
        ("8x8 Q=1 invariant=rot45", "rule invariant", "rot180"),
        ("8x8 Q=1 non-attacking=Q", "rule non-attacking", "Q-Q"),
        ("8x8 Q=1 non-attacking=Q-R", "rule non-attacking", "'R'"),
        ("8x8 Q=8 preset", "presets[0].preset", "PIECE@SQUARE"),
        ("8x8 Q=8 tour N", "model", "Q=8 does not belong to a tour"),
        ("8x8 tour N degree 2", "model", "degree does not belong to a tour"),
        ("8x8 Q=8 open", "model", "closed does not belong to a placement"),
        ("8x8 tour N from a1 from a2", "start", "given twice: a1, a2"),
        ("8x8 Q=8 maximise pieces minimise pieces", "objective", "leave out maximise or minimise"),
        ("8x8 tour N number a1", "number", "SQUARE=NUMBER"),
        ("8x8 factor W ends degree 2", "ends", "has no value; degree follows it"),
    ],
)
def test_refused(text: str, field: str, said: str) -> None:
    refused(partial(parse, text), field, said)


# -- integers in braces: what Python says of an expression, and nothing else ----------------------


EXPRESSIONS = st.recursive(
    st.sampled_from(["n", "k", "0", "1", "7"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//"]), inner),
        st.builds("-{}".format, inner),
    ),
    max_leaves=5,
)


@given(EXPRESSIONS, st.integers(-9, 9), st.integers(-9, 9))
def test_arithmetic_is_that_of_integers(text: str, n: int, k: int) -> None:
    try:
        wanted = str(eval(text, {"n": n, "k": k}))
    except ZeroDivisionError:
        refused(lambda: filled(f"{{{text}}}", {"n": n, "k": k}), said="divides by zero")
    else:
        assert filled(f"a{{{text}}}b{{{text}}}", {"n": n, "k": k}) == f"a{wanted}b{wanted}"


def test_names_and_places() -> None:
    assert names_in(["{n}x{2*n + m}", "Q={k}", "{n}", "plain"]) == ["n", "m", "k"]
    assert names_in(["8x8", "a{b", "a}b"]) == []
    assert filled("{n}x{ 2*n }:{(n-1)*(n+1)//2}", {"n": 5}) == "5x10:12"


@pytest.mark.parametrize(
    "inner",
    ["", "2n", "n**2", "n/2", "n%2", "n.real", "n[0]", "f(n)", "n if n else 1", "n<2", "~n", "+n", "n,n",
     "lambda: n", "__import__('os')", "n:=1", "1.5*n", "True+n", "n and n", "ñ", "(" * 50 + "n", "n" * 61,
     "n\n+1", "n+" * 40 + "n"],
)  # fmt: skip
def test_what_is_no_arithmetic_is_refused(inner: str) -> None:
    assert refused(lambda: filled(f"{{{inner}}}", {"n": 2})).field == "braces"


def test_refused_with_the_cure() -> None:
    refused(lambda: filled("{n*n*n}", {"n": 10**5}), said="is larger than 1,000,000,000,000")
