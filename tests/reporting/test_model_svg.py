"""Models as pictures: what is given is there, where it is, and nothing else."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from support.pictures import named, read

from nqsat import Placement, Tour
from nqsat.modelling import Model
from nqsat.reporting.model_svg import drawn_model
from nqsat.rules import Maximal, NonAttacking, NoThreeInLine, Permutation, Regions


def picture(model: Model) -> Element:
    return read(drawn_model(model))


def words(root: Element) -> list[str]:
    return [node.text or "" for group in named(root, "wanted") for node in group]


def test_men_and_empty_squares() -> None:
    model = Placement("8x8", {"Q": 8}, presets=["Q@a7", "-@d4", "-@e4"])
    root = picture(model)
    assert len(named(root, "man queen black")) == 1
    (crosses,) = named(root, "excluded")
    assert crosses.get("d", "").count("M") == 2 * 2
    assert words(root) == ["Q: 8; non attacking"]


def test_regions_are_tinted_and_parted() -> None:
    root = picture(Placement("2x3", {"K": 2}, [Regions(("AAB", "A.B")), NonAttacking()]))
    (group,) = named(root, "regions")
    *cells, borders = group
    assert len(cells) == 5
    assert len({cell.get("fill") for cell in cells}) == 2
    # The frame of ten sides; between A and B, A and none, none and B, A above none.
    assert borders.get("d", "").count("M") == 10 + 4


def test_tours() -> None:
    tour = Tour(
        "5x5", "N", closed=False, start="a1", end="c3", numbers={"e5": 7},
        through=["a1-b3"], avoiding=["c1-d3"],
    )  # fmt: skip
    root = picture(tour)
    assert [len(named(root, name)) for name in ("start", "end", "through", "avoiding")] == [1] * 4
    assert [node.text for group in named(root, "numbers") for node in group] == ["7"]
    assert words(root) == ["open tour, N"]


def test_many_words_are_folded_and_have_room() -> None:
    rules = [NonAttacking(), Maximal(), Permutation(1), NoThreeInLine()]
    short = picture(Placement("2x2", {"K": 1}))
    long = picture(Placement("2x2", dict.fromkeys("KQRBN", 1), rules))
    assert len(words(long)) > len(words(short))
    entries = [node.text for group in named(long, "entries") for node in group]
    assert entries == ["K: 1", "Q: 1", "R: 1", "B: 1", "N: 1"]
    assert float(long.get("height", "0")) > float(short.get("height", "0"))
