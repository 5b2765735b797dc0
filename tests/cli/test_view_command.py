"""The command view: a file, notes of what is left out, and one line for what was wrong."""

import re
from pathlib import Path

import pytest
from conftest import Run, answered, refused

from nqsat import Placement, Tour, count, dump
from nqsat.viewing import view as made


def test_a_page_is_written(here: Run, tmp_path: Path) -> None:
    words = "view queens -p n=5 --limit 4 --engine backtrack -o"
    done = here(*words.split(), "page.html")
    assert answered(done) == ""
    assert "4 solutions are here, of 10; --limit says how many" in done.stderr
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<title>Five queens</title>" in text
    answered(here(*words.split(), "again.html"))
    again = (tmp_path / "again.html").read_text(encoding="utf-8")
    seconds = re.compile(r'(?<="seconds":)[\d.]+')  # that searches took while they were watched
    assert seconds.sub("", again) == seconds.sub("", text)


def test_evidence_is_told(here: Run, tmp_path: Path) -> None:
    answered(here("certify", "queens", "-p", "n=4", "-o", "c", "-q"))
    page = made("queens", n=4, certificate=tmp_path / "c").html
    assert "accepted: exactly 2 placements" in page
    words = "view queens -p n=5 --certificate c -o x.html"
    assert "is about another model" in refused(here(*words.split()))
    assert "independent agreement" in made("queens", n=4, verify=True, panels=()).html


def test_the_page_says_what_is_added_to_a_named_model(here: Run, tmp_path: Path) -> None:
    answered(here("view", "queens", "6", "--preset", "Q@b1", "-o", "x.html"))
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    whole = "Place 6 queens on a 6 × 6 board so that none attacks another."
    assert f'"statement":"{whole} Given: Q@b1."' in page
    answered(here("view", "queens", "6", "-o", "x.html"))
    assert f'"statement":"{whole}"' in (tmp_path / "x.html").read_text(encoding="utf-8")
    dump(Placement("5x5", {"Q": 5}, presets=["Q@b1"]), tmp_path / "hw.json")
    answered(here("view", "hw.json", "-o", "x.html"))
    assert "<title>Five queens</title>" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_the_rules_of_a_grid_puzzle_are_sentences(here: Run, tmp_path: Path) -> None:
    answered(here("view", "slitherlink", "..../10../3.31/..2.", "-o", "x.html"))
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert '"statement":["Draw one loop along the sides of cells;' in page
    assert "there are 3." not in page  # its literals, one by one


def test_orbits_are_counted_from_the_solutions_shown() -> None:
    for model in (
        Placement("4x4", {"W": "any"}),
        Placement("torus:4x4", {"K": 2}),
        Tour("5x6", "N"),
    ):
        orbits = count(model, modulo="symmetry").digits
        assert f'"orbits":"{orbits}"' in made(model, panels=()).html


def test_a_page_is_opened_in_a_browser(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def browse(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", browse)
    words = "view queens 4 --engine backtrack"
    assert answered(here(*words.split())) == "queens-4.html\n"
    assert (tmp_path / "queens-4.html").is_file()
    assert opened == []
    assert answered(here(*words.split(), "--browser")) == "queens-4.html\n"
    assert opened == [(tmp_path / "queens-4.html").as_uri()]
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    assert "no browser was found here" in here(*words.split(), "--browser").stderr
