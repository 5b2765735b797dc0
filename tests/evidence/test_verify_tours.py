"""Verify on tours: it agrees on what is right, and sees an engine that loses or invents a tour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

from nqsat import Board, Disagreement, Symmetry, Tour
from nqsat.engines import BacktrackEngine, Engine, SatEngine
from nqsat.evidence import verify
from nqsat.evidence.checks import Result
from nqsat.modelling import Model, Solution


@dataclass(frozen=True, slots=True)
class Losing(Engine):
    """Leaves out the third tour."""

    name: ClassVar[str] = "losing"

    @property
    def title(self) -> str:
        return self.name

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        found = SatEngine().search(model, orbit)
        return (one for index, one in enumerate(found) if index != 2)


@dataclass(frozen=True, slots=True)
class Inventing(Engine):
    """Lists the tours of the board without what else is asked."""

    name: ClassVar[str] = "inventing"

    @property
    def title(self) -> str:
        return self.name

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return SatEngine().search(Tour(model.board, "K"), orbit)


AGREEING = [
    Tour("2x3", "K"),
    Tour("2x3", "K", unit="directed"),
    Tour("3x4", "N", closed=False),
    Tour("3x4", "N", closed=False, unit="undirected"),
    Tour("2x3", "K", start="a1", numbers={"c2": 4}),
    Tour("4x4", "W", fixed_by="rot180"),
    Tour("torus:3x3", "rfW"),
    Tour("2x3", "K", through=["a1-b2"]),
    Tour(Board.from_map("...\n.#.\n..."), "N"),
    Tour("1x1", "N", closed=False),
]


@pytest.mark.parametrize("tour", AGREEING, ids=repr)
def test_agrees(tour: Tour) -> None:
    # Every check either agrees or says why it was not made.
    report = verify(tour)
    assert report.result is Result.AGREE, [str(check) for check in report.checks]
    assert not [check for check in report.checks if check.result is Result.DIFFER]
    assert len(set(report.counts.values())) == 1
    names = {check.name for check in report.checks}
    assert {"engines", "encodings", "closed under symmetry", "orbits", "directions"} <= names
    assert sum(check.name == "encodings" for check in report.checks) == 4
    report.require()


def test_published() -> None:
    report = verify(Tour("5x6", "N"), family="knights-tours", params={"rows": 5, "columns": 6})
    assert report.result is Result.AGREE
    assert set(report.counts.values()) == {8}


def test_a_lost_tour_is_seen() -> None:
    report = verify(Tour("3x3", "K"), witnesses=(BacktrackEngine(), Losing()))
    assert report.result is Result.DIFFER
    with pytest.raises(Disagreement) as caught:
        report.require()
    assert caught.value.witness is not None


def test_an_invented_tour_is_seen() -> None:
    tour = Tour("3x3", "K", avoiding=["a1-b1"])
    for witnesses in ((BacktrackEngine(), Inventing()), (Inventing(), SatEngine())):
        assert verify(tour, witnesses=witnesses).result is Result.DIFFER


def test_no_moves_at_all() -> None:
    # Nothing to find: verify still compares all engines and does not fall over.
    report = verify(Tour("2x2", "N"))
    assert report.result is Result.AGREE


def test_no_tour() -> None:
    assert verify(Tour("3x3", "W")).result is Result.AGREE
    assert verify(Tour("4x4", "N")).result is Result.AGREE
