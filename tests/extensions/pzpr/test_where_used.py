"""Puzzles of pzpr where they are used: in the place of a model, and by other extensions."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, refused

import nqsat
from nqsat import InvalidModel
from nqsat.cli.definition import Options
from nqsat.cli.source import Source
from nqsat.extensions.pzpr import genres
from nqsat.sources import find_family

#: Slitherlink, Numberlink, a simple loop.
SLITHER = "https://puzz.link/p?slither/5/5/cbcbcddad"
NUMBERLINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
LOOP = "https://puzz.link/p?simpleloop/5/5/sg020"

#: What Slitherlink is in the catalogue.
CLUES = "slitherlink clues=2..1./.2..1/..2../3..3./.0..3"


def test_the_command_line_says_what_was_read(here: Run) -> None:
    done = here("count", SLITHER)
    assert answered(done) == "1 undirected cycle\n"
    wanted = f"read: {CLUES}\n"
    assert done.stderr.startswith(wanted)
    line = refused(here("count", "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7Vd"))
    assert line.endswith("addresses of penpa-edit are not read; those of puzz.link are")
    done = here("solve", NUMBERLINK, "--unique")
    assert "the only solution" in answered(done)
    assert "\nread: 5x5 squares, 6 ends of paths, no walls\n" in done.stderr
    done = here("count", LOOP)
    assert answered(done) == "1 undirected closed tour\n"
    assert "\nread: 5x5 squares, no walls, 5 holes\n" in done.stderr


def test_the_page_of_an_address_says_its_task(here: Run, tmp_path: Path) -> None:
    answered(here("view", SLITHER, "-o", "it.html", "-q"))
    page = (tmp_path / "it.html").read_text()
    assert "Draw one loop along the sides of cells" in page
    assert "partial(" not in page
    assert "Https" not in page
    assert find_family(SLITHER).summary == find_family("slitherlink").summary


def test_a_puzzle_that_is_rated_shows_its_clues(here: Run) -> None:
    """Of Hitori and Nurikabe, too, whose clues are not chosen."""
    pytest.importorskip("nqsat.extensions.puzzles")
    done = here("puzzle", "https://puzz.link/p?hitori/3/3/113132233", "--quiet")
    assert answered(done).startswith("3 1 1 3\n2 1 3 2\n1 2 3 3\n")
    done = here("puzzle", "https://puzz.link/p?nurikabe/3/2/2k", "--quiet")
    assert answered(done).startswith("2 2 . .\n1 . . .\n")


def test_a_command_reads_an_address_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(word: str) -> genres.Named | None:
        read.append(word)
        return read_address(word)

    read_address = genres.read_address
    monkeypatch.setattr(genres, "read_address", counted)
    source = Source(Options(model=SLITHER))
    ((_, values, model),) = source.models()
    assert source.words(values) == [SLITHER]
    assert source.family is not None
    assert source.name(source.family) == SLITHER
    assert model == find_family("slitherlink")(clues=CLUES.partition("=")[2])
    assert read == [SLITHER]


def test_a_name_before_an_address_is_not_needed(here: Run) -> None:
    done = here("count", "slitherlink", SLITHER)
    assert done.stdout == here("count", SLITHER).stdout
    assert f"read: {SLITHER}" in done.stderr


def test_a_file_stands_for_a_model(here: Run, tmp_path: Path) -> None:
    text = "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /. . . . /"
    for name in ("battle.pzprv3", "battle.PZPR", "battle.txt", "battle"):  # by ending or content
        (tmp_path / name).write_text(text)
        done = here("count", name)
        assert answered(done) == "2 placements\n"
        assert done.stderr.startswith("read: star-battle regions=aabb/aabb/ccdd/ccdd stars=1\n")
    assert nqsat.count(str(tmp_path / "battle.pzprv3")).value == 2
    # Clues that look like a range are none.
    (tmp_path / "row.pzprv3").write_text("pzprv3/slither/1/4/2 . . 2 /")
    assert here("count", "row.pzprv3").stderr.startswith("read: slitherlink clues=2..2\n")
    assert "none.pzprv3 cannot be read" in refused(here("count", "none.pzprv3"))


def test_files_for_other_programs(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    words = ("puzzle", "star-battle", "regions=5x5", "stars=1", "--seed", "4", "-q")
    shown = answered(here(*words, "--format", "pzprv3"))
    answered(here(*words, "-o", "stars.pzprv3"))
    assert (tmp_path / "stars.pzprv3").read_text("utf-8") == shown
    answered(here("solve", "stars.pzprv3", "--unique", "-q"))
    for text, said in (
        ("9 . ", "slitherlink clues=9.: has no solution"),
        ("9 ", "bad: line 5: exp"),
    ):
        (tmp_path / "bad").write_text(f"pzprv3/slither/1/2/{text}")
        assert said in refused(here("puzzle", "stars.pzprv3", "bad", "-o", "both.svg"))
    links = answered(here(*words, "--format", "puzzlink", "--number-of", "2"))
    answered(here(*words, "--format", "puzzlink", "--number-of", "2", "-o", "links.txt"))
    assert (tmp_path / "links.txt").read_text("utf-8") == links
    assert len(links.splitlines()) == 2
    # A file has one puzzle, and of several each has its own.
    answered(here(*words, "--number-of", "2", "-o", "two.pzprv3"))
    for number in (1, 2):
        answered(here("solve", f"two-{number}.pzprv3", "--unique", "-q"))


def test_an_audit_reads_addresses_and_files(tmp_path: Path) -> None:
    pytest.importorskip("nqsat.extensions.audit")
    from nqsat.extensions.audit.boards import boards

    several, battle, pearls = (tmp_path / name for name in ("several.txt", "b.pzprv3", "p.txt"))
    several.write_text(f"{SLITHER}\n{SLITHER[:-1]}\nb?.pzprv3\n")
    battle.write_text("pzprv3/starbattle/2/2/1/1/0 0/0 0")
    pearls.write_text("pzprv3/mashu/1/2/1 2")
    one, damaged, file, *others = boards([str(several), str(battle), str(pearls)])
    assert one[1]().model == find_family("slitherlink")(clues=CLUES.partition("=")[2])
    with pytest.raises(InvalidModel, match="address: says what"):
        damaged[1]()
    with pytest.raises(InvalidModel, match="is neither an address"):
        file[1]()
    assert [name for name, _ in others] == [str(battle), str(pearls)]
    assert [read().model for _, read in others] == [
        find_family("star-battle")(regions="aa/aa", stars=1),
        find_family("masyu")(clues="WB"),
    ]
