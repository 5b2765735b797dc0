"""From tours to formulas and back: the two forms, what the variables are called, what is refused."""

from __future__ import annotations

import pytest
from oracle_cnf import projected_models, raw_count

from nqsat import (
    CIRCUITS,
    Board,
    InvalidModel,
    Listing,
    Path,
    SatEngine,
    Tour,
    lower,
    to_cnf,
    to_cp_model,
)
from nqsat.modelling import Circuit, Cycle

NAMES = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]

SMALL = [
    Tour("2x2", "K"),
    Tour("2x3", "K"),
    Tour("2x3", "K", unit="directed"),
    Tour("2x3", "K", closed=False, start="a1"),
    Tour("2x3", "K", closed=False, start="a1", end="c2"),
    Tour("2x3", "K", closed=False, end="b2", numbers={"a1": 3}),
    Tour("2x3", "K", closed=False, unit="undirected", fixed_by="rot180"),
    Tour("2x3", "K", start="a1", numbers={"c2": 4}),
    Tour("2x3", "K", through=["a1-b2"], avoiding=["c1-c2"]),
    Tour("2x2", "N"),
    Tour("1x1", "N", closed=False),
    Tour("0x0", "N", closed=False),
    Tour("1x2", "W"),
    Tour("3x3", "fsWbF"),
    Tour(Board.from_map("...\n.#.\n..."), "N"),
]


@pytest.mark.parametrize("name", NAMES)
def test_one_model_for_each_tour(name: str) -> None:
    # What the documentation claims of the encodings, on whole models: exact projected and raw counts.
    for tour in SMALL:
        number = sum(1 for _ in Listing(tour, SatEngine()))
        lowered = lower(tour)
        cnf = to_cnf(lowered, circuit=name)
        models = projected_models(cnf)
        assert len(models) == number == raw_count(cnf), (name, tour)
        paths = {lowered.reader.decode(sorted(true)) for true in models}
        assert len(paths) == number
        assert all(isinstance(path, Path) and tour.holds(path) for path in paths)


def test_the_two_forms() -> None:
    # Edges for tours without direction and where an end gives it; arcs for the rest.
    edges = [
        Tour("3x3", "K"),
        Tour("3x3", "K", closed=False, unit="undirected"),
        Tour("3x3", "K", closed=False, start="a1"),
        Tour("3x3", "K", closed=False, end="a1"),
    ]
    arcs = [
        Tour("3x3", "K", unit="directed"),
        Tour("3x3", "K", closed=False),
        Tour("3x3", "fsWbF"),
        Tour("3x3", "K", closed=False, start="a1", numbers={"b2": 2}),
    ]
    for tours, form in ((edges, Cycle), (arcs, Circuit)):
        for tour in tours:
            (found,) = [c for c in lower(tour).constraints if isinstance(c, Cycle | Circuit)]
            assert isinstance(found, form), tour
            assert found.nodes == 9 + (not tour.closed)


def test_names() -> None:
    lowered = lower(Tour("1x3", "W", closed=False, unit="undirected"))
    names = {lowered.reader.name(x) for x in lowered.projection}
    assert names == {"a1-b1", "b1-c1", "a1-hub", "b1-hub", "c1-hub"}
    lowered = lower(Tour("1x3", "rW", closed=False, start="a1"))
    names = {lowered.reader.name(x) for x in lowered.projection}
    assert names == {"a1>b1", "b1>c1", "hub>a1", "a1>hub", "b1>hub", "c1>hub"}


def test_many_ways_to_one_square_are_one_link() -> None:
    # On a torus a wazir reaches his neighbour both ways round: one edge.
    lowered = lower(Tour("torus:1x2", "W", closed=False, unit="undirected"))
    assert sorted(lowered.reader.name(x) for x in lowered.projection) == [
        "a1-b1",
        "a1-hub",
        "b1-hub",
    ]


def test_unknown_circuit() -> None:
    with pytest.raises(InvalidModel, match=r"^circuit: "):
        to_cnf(lower(Tour("3x3", "K")), circuit="ring")
    with pytest.raises(InvalidModel, match=r"^circuit: "):
        SatEngine(circuit="ring")


def test_a_cp_model_without_moves() -> None:
    # What ``nqsat export --format cpsat`` writes for a man who cannot move.
    to_cp_model(lower(Tour("2x2", "N")))
