"""The command view: a file, notes of what is left out, and one line for what was wrong."""

from pathlib import Path

from conftest import Run, answered, refused

from nqsat.viewing import view as made


def test_a_page_is_written(here: Run, tmp_path: Path) -> None:
    words = "view queens -p n=5 --limit 4 --events 0 --engine backtrack -o"
    done = here(*words.split(), "page.html")
    assert answered(done) == ""
    assert "of 10 solutions 4 are here; --limit says how many" in done.stderr
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<title>queens n=5</title>" in text
    answered(here(*words.split(), "again.html"))
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == text


def test_evidence_is_told(here: Run, tmp_path: Path) -> None:
    answered(here("certify", "queens", "-p", "n=4", "-o", "c", "-q"))
    page = made("queens", n=4, certificate=tmp_path / "c").html
    assert "accepted: exactly 2 placements, modulo none" in page
    words = "view queens -p n=5 --certificate c -o x.html"
    assert "is about another model" in refused(here(*words.split()))
    assert "independent agreement" in made("queens", n=4, verify=True, events=0).html
