"""``nqsat table``: the terms that it states, the files that it writes, its forecast and its exit codes."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

from nqsat.errors import UnsupportedByEngine
from nqsat.evidence import known_counts
from nqsat.extensions.oeis.term_table import extrapolate_seconds
from nqsat.extensions.oeis.terms import Term, Terms

#: Counts that nobody's kernel or process is needed for.
QUEENS = ("table", "queens", "--engine", "backtrack", "-p")

#: The published ones, as OEIS has them.
A000170 = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4}


def stated(monkeypatch: pytest.MonkeyPatch, **changes: dict[int, Any]) -> None:
    """What becomes of terms by their n: another value, or something else published."""
    of = Terms.of

    def changed(self: Terms, *given: Any) -> Any:
        for term in of(self, *given):
            n = int(term.parameters["n"])
            yield replace(term, **{name: by[n] for name, by in changes.items() if n in by})

    monkeypatch.setattr(Terms, "of", changed)


@pytest.mark.parametrize(
    ("missing", "b_file"),
    [((), "4 2\n5 10\n6 4\n"), ((6,), "4 2\n5 10\n"), ((5,), "4 2\n"), ((4,), None)],
)
def test_a_b_file_ends_where_a_term_is_missing(
    missing: tuple[int, ...],
    b_file: str | None,
    here: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stated(monkeypatch, value=dict.fromkeys(missing), reason=dict.fromkeys(missing, "time limit"))
    done = here(*QUEENS, "n=4..6", "-q", "-o", "out")
    assert done.returncode == (3 if missing else 0)
    heading, *lines = done.stdout.splitlines()
    assert heading.split() == ["term", "placements", "growth", "known"]
    said = dict(line.split()[:2] for line in lines)
    assert said == {f"n={n}": "?" if n in missing else str(A000170[n]) for n in (4, 5, 6)}
    written = tmp_path / "out" / "b000170.txt"
    assert (written.read_text() if written.exists() else None) == b_file
    table = list(csv.DictReader((tmp_path / "out" / "table.csv").open()))
    assert [row["count"] for row in table if "?" in row["count"]] == ["? (time limit)"] * len(
        missing
    )


@pytest.mark.parametrize(
    ("missing", "differing", "code"),
    [((), (), 0), ((5,), (), 3), ((), (6,), 1), ((5,), (6,), 1), ((5,), (5,), 3)],
)
def test_exit_codes(
    missing: tuple[int, ...],
    differing: tuple[int, ...],
    code: int,
    here: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published = next(one for one in known_counts("queens") if one.oeis == "A000170")
    wrong = replace(published, value=9)
    stated(monkeypatch, value=dict.fromkeys(missing), known=dict.fromkeys(differing, wrong))
    done = here(*QUEENS, "n=4..6", "-q")
    assert done.returncode == code
    assert done.stdout.count("A000170 says 9") == len(differing)


def test_terms_that_grow_foretell_the_next(here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*seconds: float, value: int | None = 1) -> list[Term]:
        return [Term({"n": n}, "none", value=value, seconds=one) for n, one in enumerate(seconds)]

    stated(monkeypatch, seconds={3: 9.0, 4: 0.5, 5: 1.0, 6: 2.0})
    said = here(*QUEENS, "n=3..6").stderr
    assert said == "next: n=7, estimate: about 4 s by the terms before, backtrack\n"
    assert extrapolate_seconds(taken(1.0, 0.9, 4.0)) == pytest.approx(8.0)  # odd and even in turn
    assert extrapolate_seconds(taken(1.0, 2.0)) is None
    assert extrapolate_seconds(taken(0.001, 0.002, 0.004)) is None
    assert extrapolate_seconds(taken(2.0, 1.0, 0.5)) is None
    assert extrapolate_seconds(taken(0.5, 1.0, 2.0, value=None)) is None


def test_a_next_term_that_nobody_can_count_is_said(
    here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise UnsupportedByEngine("backtrack", "it is too large")

    monkeypatch.setattr(Terms, "estimate", refuses)
    done = here(*QUEENS, "n=4..5")
    assert done.returncode == 0
    assert "next: n=6 cannot be counted" in done.stderr
    assert "too large" in done.stderr
