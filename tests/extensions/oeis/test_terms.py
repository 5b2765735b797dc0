"""Terms of a sequence: stated when they are complete and agreed on, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.error_asserts import raised, refused

from nqsat import Placement, count
from nqsat.counting import Modulo, Question
from nqsat.counting.ledger import Ledger
from nqsat.engines import BacktrackEngine, make_engine
from nqsat.errors import Disagreement, InvalidModel
from nqsat.evidence import known_counts
from nqsat.extensions.oeis.terms import SUFFIX, Terms

QUEENS = [({"n": n}, Placement(f"{n}x{n}", {"Q": n})) for n in range(1, 7)]


def asked(
    models: Any = QUEENS, *modulos: Modulo, engine: str = "auto", **more: Any
) -> Iterator[Any]:
    for given, model in models:
        for modulo in modulos or ("none",):
            yield given, Question("count", model, make_engine(engine), modulo=modulo, **more)


def values(terms: Terms, models: Any = QUEENS, **more: Any) -> list[int | None]:
    return [term.value for term in terms.of(asked(models, **more))]


def test_terms_stand_beside_what_is_published() -> None:
    terms = Terms("queens", known=known_counts("queens"))
    found = list(terms.of(asked(QUEENS, "none", "symmetry")))
    assert [term.value for term in found if term.modulo == "none"] == [1, 0, 0, 2, 10, 4]
    assert [term.value for term in found if term.modulo == "symmetry"] == [1, 0, 0, 1, 2, 1]
    assert {term.agrees for term in found} <= {True, None}
    assert any(term.agrees for term in found)


def test_two_engines_on_different_grounds_have_to_agree() -> None:
    for term in Terms("queens", agree=2).of(asked()):
        one, other = term.engines
        assert one.partition("/")[0] != other.partition("/")[0]
        assert "backtrack" in (one, other)


def test_what_few_engines_can_count_is_not_stated() -> None:
    terms = Terms("queens", agree=9)
    (term,) = terms.of(asked(QUEENS[3:4]))
    assert term.value is None
    assert term.reason
    assert len(term.engines) >= 3


def test_what_is_not_complete_is_not_stated() -> None:
    queens = [({"n": 12}, Placement("12x12", {"Q": 12}))]
    (term,) = Terms("queens").of(asked(queens, engine="backtrack", time_limit=0.01))
    assert term.value is None
    assert "time limit" in str(term.reason)


def test_engines_that_differ_are_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = BacktrackEngine.batches
    monkeypatch.setattr(BacktrackEngine, "batches", lambda *given: list(batches(*given))[:-1])
    raised(Disagreement, lambda: values(Terms("queens", agree=2), QUEENS[3:4], engine="sat"), "n=4")


def test_a_folder_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "terms"
    assert values(Terms("queens", folder=folder), QUEENS[:4]) == [1, 0, 0, 2]
    counted: list[Any] = []
    count = Terms._count_term

    def noted(self: Terms, asked: Any, question: Any) -> Any:
        counted.append(asked.parameters)
        return count(self, asked, question)

    monkeypatch.setattr(Terms, "_count_term", noted)
    assert values(Terms("queens", folder=folder)) == [1, 0, 0, 2, 10, 4]
    assert counted == [{"n": 5}, {"n": 6}]
    # A number that is to be agreed on by more engines than have counted it is counted again.
    values(Terms("queens", agree=2, folder=folder), QUEENS[3:4])
    assert counted[2:] == [{"n": 4}]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("value", x) for x in ("-2", "2_2", "٢", " 2", "2.5", "", 2, None)),
        ("engines", [5]),
        ("engines", None),
        ("seconds", "soon"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(field: str, value: Any, tmp_path: Path) -> None:
    terms = Terms("queens", folder=tmp_path)
    row = {"value": "7", "engines": ["sat"], "seconds": 0.5}
    ledger = Ledger(tmp_path / f"terms{SUFFIX}", {"terms": "queens"})
    ledger.write("terms", {'[{"n": 4}, "none"]': row})
    assert values(terms, QUEENS[3:4]) == [7]  # a seal makes it fit
    ledger.write("terms", {'[{"n": 5}, "none"]': {**row, field: value}})
    refused(lambda: values(terms, QUEENS[3:5]), said="the row of a term has a wrong form")


def test_the_folder_of_another_family_is_refused(tmp_path: Path) -> None:
    values(Terms("queens", folder=tmp_path), QUEENS[:2])
    refused(lambda: values(Terms("kings", folder=tmp_path), QUEENS[:2]), said="another family")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(InvalidModel, match="which is not a file of terms"):
        values(Terms("queens", folder=tmp_path), QUEENS[:2])


def test_a_long_term_is_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqsat.extensions.oeis.terms.LONG", 0.0)
    eight = [({"n": 8}, Placement("8x8", {"Q": 8}))]
    terms = Terms("queens", workers=1, folder=tmp_path)
    assert values(terms, eight) == [92]
    assert (tmp_path / f"n=8{SUFFIX}").exists()


@pytest.mark.parametrize("fixed_by", ["rot180", "rot90", "flip-rows"])
def test_terms_of_what_a_symmetry_leaves_alone(fixed_by: str, tmp_path: Path) -> None:
    # The same numbers as of each count, a ledger that tells them apart, and nothing published of others.
    terms = Terms("queens", folder=tmp_path, known=known_counts("queens"))
    wanted = [count(model, fixed_by=fixed_by, engine="sat").value for _, model in QUEENS]
    for _ in range(2):
        assert values(terms, fixed_by=fixed_by, engine="backtrack") == wanted
        assert values(terms, engine="backtrack") == [1, 0, 0, 2, 10, 4]
    for term in terms.of(asked(fixed_by=fixed_by, engine="backtrack")):
        assert term.to_json()["fixed_by"] == fixed_by
        assert term.known is None or term.known.question == {"fixed_by": fixed_by}
