"""``nqsat audit``: what words and files name, what is said of each board, and the exit code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Run, answered, objects

from nqsat import Disagreement, Interrupted, InvalidModel, Placement, count, unique
from nqsat.extensions.audit import judging
from nqsat.extensions.audit.boards import boards
from nqsat.extensions.audit.judging import judged
from nqsat.sources import find_family

SLITHER = "slitherlink clues=2..1./.2..1/..2../3..3./.0..3"


def lines(path: Path, *texts: str) -> str:
    path.write_text("".join(f"{text}\n" for text in texts))
    return str(path)


def test_the_boards_of_words_and_files(tmp_path: Path) -> None:
    several = lines(tmp_path / "several.txt", "# one", SLITHER, "", "  queens n=4 ")
    found = [(name, read()) for name, read in boards(["kings 2 1", str(tmp_path)])]
    names = ["kings 2 1", f"{several}:2", f"{several}:4"]
    assert [name for name, _ in found] == names
    wanted = [
        find_family("kings")(n=2, k=1),
        find_family("slitherlink")(clues="2..1./.2..1/..2../3..3./.0..3"),
        find_family("queens")(n=4),
    ]
    assert [board.model for _, board in found] == wanted


@pytest.mark.parametrize(
    ("grids", "rows", "stated"),
    [
        ("slitherlink", "3.\n.2", "slitherlink clues=3./.2"),
        ("nurikabe", "1 .\n. 12", "nurikabe clues=1,./.,12"),
        ("nurikabe", "1;.\n.;2", "nurikabe clues=1./.2"),
        ("yajilin", ". 2r .\n. . .\n. . .", "yajilin clues=.,2r,./.,.,./.,.,."),
        ("star-battle stars=1", "| A | B |\n| A | B |", "star-battle regions=AB/AB stars=1"),
        ("heyawake numbers=A=1", "AB\nAB", "heyawake rooms=AB/AB numbers=A=1"),
    ],
)
def test_a_grid_is_the_first_parameter_that_is_not_stated(
    grids: str, rows: str, stated: str, tmp_path: Path
) -> None:
    ((_, read),) = boards([lines(tmp_path / "grid.txt", rows)], grids)
    if stated.startswith("nurikabe clues=1,./"):  # an island larger than the board
        with pytest.raises(InvalidModel):
            read()
        return
    board = read()
    name, *given = stated.split()
    assert (board.stated, board.model) == (
        stated,
        find_family(name)(**dict(word.split("=", 1) for word in given)),
    )


@pytest.mark.parametrize(
    ("text", "grids", "said"),
    [
        ("", None, "has no boards"),
        ("AB\nAB", None, "'AB' is neither an address nor a catalogue model"),
        *(
            (x, None, "is neither an address")
            for x in ("own.py:f", "own?/own.py:f", "own.py:f ?", "model.json")
        ),
        ("star-battle regions=file:/etc/passwd stars=1", None, "is neither an address"),
        ("queens", None, "n: is missing"),
        ("Zip", None, "numbers: is missing"),  # what papers call it
        ("queens 8 9", None, "takes 1 parameter"),
        ("some?.pzprv3", None, "is neither an address"),
        ("", "slitherlink", "has no rows"),
        ("|10|\n|12|", "numbrix", "one column of long numbers"),
        ("12", "slitherlink clues=..", "has no parameter that a grid could be"),
        ("12\n1", "slitherlink", "1 cells where the first row has 2"),
        ("12", "slitherlnk", "did you mean slitherlink"),
        ("AB|AB", "star-battle 1", "'1' has no name; write NAME=1"),
    ],
)
def test_what_cannot_be_read(text: str, grids: str | None, said: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("raise SystemExit('it ran')")
    for name, read in boards([lines(tmp_path / "file.txt", text)], grids):
        assert name.startswith(str(tmp_path / "file.txt"))
        with pytest.raises(InvalidModel, match=said):
            read()


def test_a_puzzle_that_nqsat_made_is_judged_from_its_file(tmp_path: Path, nqsat: Run) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    words = ("puzzle", "star-battle", "5x5", "--seed", "1", "-q", "-o", "made.json")
    answered(nqsat(*words, cwd=tmp_path))
    assert answered(nqsat("audit", "made.json", cwd=tmp_path)) == "made.json: unique\n"


def test_a_file_that_is_no_text_is_refused_and_the_others_go_on(tmp_path: Path, nqsat: Run) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    lines(tmp_path / "some.txt", SLITHER, "sudoku 9", "queens 4")
    done = nqsat("audit", "bytes.txt", "some.txt", "no-such.txt", cwd=tmp_path)
    said = answered(done, 2).splitlines()
    assert said[0] == "bytes.txt: refused: file: bytes.txt is not a UTF-8 text file"
    assert said[1] == "some.txt:1: unique"
    assert said[2].startswith("some.txt:2: refused: line: 'sudoku 9' is neither")
    assert said[3] == "some.txt:3: 2 solutions"
    assert said[4].startswith("no-such.txt: refused: model: 'no-such.txt' is not in the catalogue")
    assert done.stderr == "5 boards: 3 refused, 1 unique, 1 several\n"
    rows = objects(answered(nqsat("audit", "some.txt", "--json", cwd=tmp_path), 2))
    assert [row["verdict"] for row in rows] == ["unique", "refused", "several"]
    assert (rows[2]["board"], rows[2]["model"]) == ("some.txt:3", "queens 4")
    assert (rows[2]["solutions"], rows[2]["complete"]) == ("2", True)


def board(name: str = "queens", n: int = 6) -> Placement:
    model = find_family(name)(n=n)
    assert isinstance(model, Placement)
    return model


def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch, here: Run) -> None:
    assert str(judged(board(), 60)) == "4 solutions"
    monkeypatch.setattr(judging, "count", lambda model, **_: count(model, limit=2))
    known = judged(board(), 60)
    assert (str(known), known.to_json()["complete"]) == ("at least 2 solutions (limit)", False)
    answer = unique(board(), time_limit=1e-9)
    assert answer.verdict == "unknown"
    monkeypatch.setattr(judging, "unique", lambda *_, **__: answer)
    assert str(judged(board(), 60)) == "unknown (time limit)"
    done = here("audit", "queens 6", "queens 8", "-q")
    assert answered(done, 3) == "".join(f"queens {n}: unknown (time limit)\n" for n in (6, 8))


def test_a_count_that_has_fewer_than_were_found_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "count", lambda *_, **__: count("queens", 1))
    with pytest.raises(Disagreement, match="two solutions were found, "):
        judged(board(), 60)


def test_an_interrupt_ends_it_with_what_is_known(
    monkeypatch: pytest.MonkeyPatch, here: Run
) -> None:
    def stopped(model: Placement, **_: float) -> None:
        raise Interrupted(replace(count(model, limit=2), reason="interrupted"))

    monkeypatch.setattr(judging, "count", stopped)
    done = here("audit", "queens 6", "queens 8")
    assert answered(done, 3) == "queens 6: at least 2 solutions (interrupted)\n"
