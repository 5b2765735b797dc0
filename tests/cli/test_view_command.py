"""The command view: a file, notes of what is left out, and one line for what was wrong."""

from pathlib import Path

from conftest import Run

from nqsat.viewing import view as made


def test_a_page_is_written(nqsat: Run, tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    asked = ("queens", "-p", "n=5", "--limit", "4", "--events", "0", "--engine", "sat")
    done = nqsat("view", *asked, "-o", str(place))
    assert (done.returncode, done.stdout) == (0, "")
    assert "of 10 solutions 4 are here; --limit says how many" in done.stderr
    text = place.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<title>queens n=5</title>" in text
    again = tmp_path / "again.html"
    assert nqsat("view", *asked, "-o", str(again)).returncode == 0
    assert again.read_text(encoding="utf-8") == text


def test_evidence_is_told(nqsat: Run, tmp_path: Path) -> None:
    assert nqsat("certify", "queens", "-p", "n=4", "-o", str(tmp_path / "c"), "-q").returncode == 0
    page = made("queens", n=4, certificate=tmp_path / "c").html
    assert "accepted: exactly 2 placements, modulo none" in page
    place = str(tmp_path / "x.html")
    other = nqsat("view", "queens", "-p", "n=5", "--certificate", str(tmp_path / "c"), "-o", place)
    assert other.returncode == 2
    assert "is about another model" in other.stderr
    assert "independent agreement" in made("queens", n=4, verify=True, events=0).html
