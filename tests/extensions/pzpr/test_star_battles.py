"""Star battles as addresses of puzz.link and as files of pzpr."""

from __future__ import annotations

from random import Random

import pytest

import nqsat
from nqsat import Placement
from nqsat.extensions.pzpr import genres
from nqsat.modelling import Model, Solution
from nqsat.reporting import star_battle
from nqsat.sources import find_family


def model(regions: str, stars: int) -> Placement:
    made = find_family("star-battle")(regions=regions, stars=stars)
    assert isinstance(made, Placement)
    return made


def read_address(text: str) -> tuple[str, int] | None:
    found = genres.read_address(text)
    return found and (str(found[1]["regions"]), int(found[1]["stars"]))


def read_pzprv3(text: str) -> tuple[str, int]:
    name, found = genres.read_pzprv3(text)
    assert name == "star-battle"
    return str(found["regions"]), int(found["stars"])


def written(model: Model) -> genres.Named:
    battle = star_battle(model)
    assert battle is not None
    return "star-battle", {"regions": "/".join(battle.regions), "stars": battle.stars}


def address(model: Model) -> str:
    return genres.address(*written(model))


def pzprv3(model: Model, solution: Solution | None = None) -> str:
    return genres.pzprv3(*written(model), solution)


@pytest.mark.parametrize("seed", range(20))
def test_maps_come_back(seed: int) -> None:
    # Connected regions of all shapes, grown at random on boards of other sizes.
    chance = Random(seed)
    rows, columns = chance.randint(1, 7), chance.randint(1, 7)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    begun = chance.sample(cells, min(6, len(cells)))
    names = {cell: name for name, cell in zip("abcdef", begun, strict=False)}
    while len(names) < len(cells):
        row, column = chance.choice(sorted(names))
        step = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        near = (row + step[0], column + step[1])
        if near in cells and near not in names:
            names[near] = names[row, column]
    regions = "/".join(
        "".join(names[row, column] for column in range(columns)) for row in range(rows)
    )
    if rows == 1:
        regions = f"{regions}/{regions}"
    found = read_address(address(model(regions, 1)))
    assert found is not None
    assert read_pzprv3(pzprv3(model(regions, 1))) == found
    letters = dict(zip(found[0], regions, strict=True))
    assert "".join(letters[x] for x in found[0]) == regions
    assert len(set(letters.values())) == len(letters)


def test_a_file_has_regions_and_stars() -> None:
    battle = model("AABB/AABB/CCDD/CCDD", 1)
    solution = next(iter(nqsat.solutions(battle)))
    lines = pzprv3(battle, solution).splitlines()
    assert lines[:6] == ["pzprv3", "starbattle", "4", "4", "1", "4"]
    assert lines[6] == "0 0 1 1 "
    assert sum(line.count("#") for line in lines[10:]) == 4
    assert "#" not in pzprv3(battle)
