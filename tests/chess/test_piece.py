"""Betza notation: exactly what is understood, and refused with its column otherwise."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat import Piece
from nqsat.chess import Ride
from nqsat.chess.piece import _OTHER_PIECES, COMMON_NAMES
from nqsat.errors import InvalidNotation


def refused(text: str) -> InvalidNotation:
    with pytest.raises(InvalidNotation) as error:
        Piece.parse(text)
    assert error.value.field == "piece"
    return error.value


# A modifier dropped in silence is a wrong count: every one of Betza's that is not supported.
@pytest.mark.parametrize("modifier", list("mcpgnijozqea"))
def test_unsupported_modifiers(modifier: str) -> None:
    assert refused(f"{modifier}N").column == 1
    assert refused(f"f{modifier}N").column == 2
    assert refused(f"WfF{modifier}R").column == 4
    assert modifier in refused(f"{modifier}N").reason


#: By the column of the first character that cannot be read (one past the end where something lacks): an
#: atom has to stand there, goes nowhere, or has no such direction; a digit is not ours.
REFUSED: dict[int, tuple[str, ...]] = {
    1: ("", "X", "3", "3N", "1,4", ")", "(0,0)", "Ñ", "hW", "hrF", "hrW", "hN", "vsN", "svN"),
    2: ("NX", "N-N", "N N", "f", "(", "(,4)", "(-1,4)", "N)", "N(0,0)", "f(0,0)", "Nn", "N\n", "N\0",
        "WhN", "N\u0664"),
    3: ("ff", "Nf", "W2 ", "N(", "(1)", "(1;4)", "NNN", "WWWW"),
    4: ("(1,", "QNNN"),
    5: ("W1234", "(1,4", "(1,4,2)"),
}  # fmt: skip


@pytest.mark.parametrize("column", REFUSED)
def test_refused_with_its_column(column: int) -> None:
    assert {text: refused(text).column for text in REFUSED[column]} == dict.fromkeys(
        REFUSED[column], column
    )


@pytest.mark.parametrize("text", ["", "f", "Nf", "N(", "Q("])
def test_an_atom_that_is_missing_is_said_to_be(text: str) -> None:
    said = r"\(m,n\) is missing|letters of pieces are capitals"
    assert re.search(said, str(refused(text)))
    assert not re.search(said, str(refused(f"{text}?")))


def test_long_texts_are_refused() -> None:
    refused("N" * 201)
    refused("(" * 100_000)


@given(st.text(max_size=12) | st.text(alphabet="fblrvshWFNQRBKD(),0123mx ", max_size=10))
def test_random_text_is_read_or_refused(text: str) -> None:
    try:
        piece = Piece.parse(text)
    except InvalidNotation as error:
        if error.column is not None:
            assert 1 <= error.column <= len(text) + 1  # noqa: PT017
        return
    assert Piece.parse(piece.notation) == piece  # what it shows can be read again
    assert all(step != (0, 0) and reach >= 0 for step, reach in piece.rides)


#: Of two rides along one step the longer counts; a doubled atom keeps its directions, and after a direction
#: a second N is a sum and no rider. The rest are names.
SAME = (
    "L=C J=Z WF=K WW=R W0=R FF=B KK=Q RB=Q BR=Q R1=W QK=Q KQ=Q W2W5=W5 N0=NN (1,2)=N (2,1)=N (0,1)=W"
    " (1,1)0=B (1,2)(1,2)=NN fWbWsW=W flrbW=W fNbN=vN fhNbhN=N hrNhlN=N lfNrfN=fN fNN=fN0 NfN=N ffN=fN"
    " bsW=bWsW queen=Q knight=N amazon=QN empress=RN princess=BN nightrider=NN night-rider=NN camel=C"
    " zebra=Z giraffe=(1,4) wazir=W fers=F dragon-king=RF dragonking=RF dragon-horse=BW squirrel=NAD"
)


@pytest.mark.parametrize("pair", SAME.split())
def test_same_piece(pair: str) -> None:
    one, other = pair.split("=")
    assert Piece.parse(one) == Piece.parse(other)
    assert hash(Piece.parse(one)) == hash(Piece.parse(other))


def test_every_name_can_be_read() -> None:
    for name, notation in COMMON_NAMES.items():
        plural = name + ("es" if name.endswith(("s", "z")) else "s")
        for word in (name, name.title(), name.replace("-", " "), plural, plural.upper()):
            assert Piece.parse(word) == Piece.parse(notation)
            assert Piece.parse(word).notation == notation
        refused(f"{plural}s")
    assert Piece.parse("blockers") == Piece.parse("blocker")


def test_symbols() -> None:
    for colour in ("♔♕♖♗♘", "♚♛♜♝♞"):
        for symbol, notation in zip(colour, "KQRBN", strict=True):
            for end in ("", "\ufe0e", "\ufe0f"):
                assert Piece.parse(symbol + end) == Piece.parse(notation)
        refused(colour[:2])
    for pawn in "♙♟":
        refused(pawn)


@pytest.mark.parametrize("name", _OTHER_PIECES)
def test_pieces_of_other_games_are_known_and_not_supported(name: str) -> None:
    for word in (name, name.title(), f"{name}s", name.replace("-", "_")):
        with pytest.raises(InvalidNotation, match="is not supported: it "):
            Piece.parse(word)


def test_blocker_and_repr() -> None:
    assert Piece.parse("blocker").rides == frozenset()
    for text in ("QN", "blocker", "fhN", "queen"):
        piece = Piece.parse(text)
        assert eval(repr(piece), {"Piece": Piece}) == piece
    assert Piece.parse("fW").rides == {Ride((-1, 0), 1)}  # forward is up: towards row 0
