"""Star battles as addresses of puzz.link and as files of pzpr."""

from __future__ import annotations

from random import Random

import pytest
from support.error_asserts import refused as refuses

import nqsat
from nqsat import Placement
from nqsat.extensions.pzpr import genres
from nqsat.modelling import Model, Solution
from nqsat.reporting import star_battle
from nqsat.sources import find_family

#: As puzz.link has it.
GIVEN = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"


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


def test_an_address_is_read_and_written_again() -> None:
    found = read_address(GIVEN)
    assert found is not None
    regions, stars = found
    assert stars == 1
    assert len(set(regions) - {"/"}) == 6
    assert address(model(regions, stars)) == GIVEN
    assert nqsat.count(model(regions, stars)).value == 1


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://puzz.link/p?starbattle/6/6/1/2u9", "have borders of 12 digits, not 3"),
        ("https://puzz.link/p?starbattle/0/6/1/", "has 0×6 cells"),
    ],
)
def test_wrong_addresses_are_refused(text: str, said: str) -> None:
    refuses(lambda: read_address(text), "address", said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("queens", "is not a puzzle of pzpr"),
        ("pzprv3/sudoku/9/9/", "line 2: genre 'sudoku' is unknown"),
        (
            "pzprv3/starbattle/2/two/1/2/0 0 /1 1 /. . /. . /",
            "line 4: expected a number, not 'two'",
        ),
        ("pzprv3/starbattle/2/2/1/2/0 0 /1 ", "line 8: expected 2 numbers of regions below 2"),
        ("pzprv3/starbattle/2/2/1/2/0 0 /1 5 /", "line 8: expected 2 numbers of regions below 2"),
        ("pzprv3/starbattle/0/2/1/2/", "line 3: there are no rows"),
        ("pzprv3/starbattle/2/2/1/99/", "line 6: 99 regions"),
    ],
)
def test_wrong_files_are_refused(text: str, said: str) -> None:
    refuses(lambda: read_pzprv3(text), "file", said)


def test_other_texts_are_no_addresses() -> None:
    assert read_address("queens") is None
    refuses(lambda: read_address("https://puzz.link/p?sudoku/9/9/1"), "address", "genre 'sudoku'")
    assert star_battle(Placement("4x4", {"Q": 4})) is None
