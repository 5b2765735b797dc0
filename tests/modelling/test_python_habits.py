"""What people of Python try at first: pickling, both spellings, a board with blanks, a name for a file."""

import copy
import pickle
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Board, InvalidModel, Placement, Tour
from nqsat.errors import InvalidNotation
from nqsat.rules import MoveLiterals, Places, Yields, rule


@rule
def cornered(model: Places) -> Iterator[Yields]:
    """No queen in a corner."""
    yield sum(model.at("Q", square) for square in ("a1", "a4", "d1", "d4")) == 0


@rule
def broken(model: Places) -> Iterator[Yields]:
    yield model.at("Q", "a1")
    yield model.at("Q")  # type: ignore[call-arg]


def test_a_model_with_a_rule_of_ones_own_is_pickled() -> None:
    model = Placement("4x4", {"Q": 4}, ["non-attacking", cornered])
    there = pickle.loads(pickle.dumps(model))
    assert there == model == copy.deepcopy(model)
    assert there.rules[1] is cornered
    assert cornered.sentence == "No queen in a corner."
    assert nqsat.count(there).value == 2


def test_an_error_names_the_line_of_ones_own_file() -> None:
    with pytest.raises(InvalidModel) as error:
        Placement("4x4", {"Q": 4}, [broken])
    lines = Path(__file__).read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if 'model.at("Q")' in text)
    assert f"TypeError, line {line}:" in str(error.value)


@pytest.mark.parametrize("sense", ["maximise", "maximize"])
def test_both_spellings_say_the_same(sense: str) -> None:
    plain = Placement("3x3", {"K": "any"})
    wish: Any = {sense: "pieces"}
    best = plain.with_objective("maximise pieces")
    assert Placement("3x3", {"K": "any"}, **wish) == best
    assert plain.with_objective(**wish) == best
    assert nqsat.optimise(plain, **wish).value == 4
    refused(lambda: Placement("3x3", {"K": "any"}, K=2), said="K: is not an option here; there are")


@pytest.mark.parametrize("text", ["8 x 8", "8x 8", "8*8", "8 × 8", "8X 8", "8"])
def test_a_size_is_read_as_the_command_line_reads_it(text: str) -> None:
    assert Board(text) == Board(8, 8) == Placement(text, {"Q": 8}).board == Tour(text, "N").board


def test_other_sizes_with_blanks() -> None:
    assert Board("torus:5 x 6") == Board("torus:5x6")
    assert Board("3 x 3 x 3") == Board("3x3x3")
    for wrong in ("8 8", "8 x", "x 8", "8 x 8 y", "8\nx8"):
        with pytest.raises(InvalidNotation, match="expected 8x8"):
            Board(wrong)


def test_rules_and_kinds_are_given_as_they_come() -> None:
    plain = Placement("4x4", {"Q": 4}, "none")
    assert plain == Placement("4x4", {"Q": 4}, [])
    assert plain.with_rules([cornered, "non-attacking"]).count().value == 2
    assert plain.at(plain.kinds[0], "a1") == plain.at("Q", "a1")


def test_an_empty_square_says_so() -> None:
    solution = nqsat.solve(Placement("4x4", {"Q": 4})).solution
    assert solution is not None
    assert "a1" not in solution
    with pytest.raises(KeyError, match="a1 is empty; record has every square"):
        solution["a1"]


def test_a_name_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidModel, match=r"no file queens; .* nqsat\.models has the catalogue"):
        nqsat.load("queens")
    nqsat.dump(Placement("4x4", {"Q": 4}), "queens")
    assert nqsat.load("queens") == Placement("4x4", {"Q": 4})


def test_dump_writes_models_as_json_alone(tmp_path: Path) -> None:
    model = Placement("4x4", {"Q": 4})
    with pytest.raises(InvalidModel, match=r"m\.cnf: dump writes JSON; write .* export model"):
        nqsat.dump(model, tmp_path / "m.cnf")
    with pytest.raises(InvalidModel, match="is a Projection; dump the model that it is of"):
        nqsat.dump(model.project("squares"), tmp_path / "m.json")
    assert not [*tmp_path.iterdir()]


def test_a_file_of_pysat_says_what_its_variables_are(tmp_path: Path) -> None:
    model = Placement("5x5", {"N": 7}) + cornered_knights
    cnf, names = model.to_cnf(encoding="totalizer")
    assert cnf.nv > len(names)
    cnf.to_file(str(tmp_path / "m.cnf"))
    there = nqsat.formulas.read_dimacs(tmp_path / "m.cnf")
    assert nqsat.count(there).value == nqsat.count(model, engine="backtrack").value


@rule
def cornered_knights(model: Places) -> Iterator[Yields]:
    yield model.at("N", "a1") + model.at("N", "e5") == 2


def test_answers_that_say_the_same_are_equal() -> None:
    model = Placement("5x5", {"Q": 5})
    one, other = (nqsat.count(model, engine=engine) for engine in ("sat", "backtrack"))
    assert (one.engine, one) != (other.engine, other)
    assert one == other
    assert hash(one) == hash(other)
    assert one != nqsat.count(model, limit=3)
    assert one != nqsat.count(model, modulo="symmetry")


def test_a_projected_solution_has_names_for_columns() -> None:
    shown = Placement("4x4", {"Q": 4}).project("Q@b1", "a2")
    found = sorted(nqsat.solutions(shown), key=str)
    assert [x.record for x in found] == [{"Q@b1": True, "a2": False}, {"Q@b1": False, "a2": True}]
    assert [*map(repr, found)] == ["<ProjectedSolution: Q@b1>", "<ProjectedSolution: a2>"]


def test_functions_of_models_are_named() -> None:
    model: Any = Placement("4x4", {"Q": 4})
    for name in ("verify", "sample", "certify"):
        with pytest.raises(AttributeError, match=rf"it is called nqsat\.{name}\(model\)"):
            getattr(model, name)
    with pytest.raises(AttributeError, match=r"nqsat has no export; write nqsat\.dump\(model"):
        _ = nqsat.export  # type: ignore[attr-defined]


def test_a_tour_has_slices() -> None:
    tour = nqsat.solve(Tour("5x6", "N")).solution
    assert tour is not None
    assert tour[1:3] == tuple(tour)[1:3] == (tour[1], tour[2])


@rule
def not_there(tour: MoveLiterals) -> Iterator[Yields]:
    yield ~tour.at("b1", "b2")


def test_verify_names_the_rule_that_the_checker_does_not_know() -> None:
    summary = nqsat.verify(Tour("3x4", "W", rules=[not_there])).summary
    assert summary.endswith("the checker does not know not-there")


def test_what_a_model_does_not_draw_is_not_offered() -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'show'; svg\(\) is a picture"):
        Placement("4x4", {"Q": 4}).show()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"draw\(\) is its text, and svg\(\)"):
        next(nqsat.solutions("queens", 4)).show()


def test_sizes_follow_a_name_in_their_order_wherever_parameters_do(tmp_path: Path) -> None:
    assert nqsat.nth("queens", 2, 6) == nqsat.nth("queens", 2, n=6)
    assert nqsat.rank("queens", "a3 b6 c2 d5 e1 f4", 6) == 1
    assert nqsat.marginals("queens", 6) == nqsat.marginals("queens", n=6)
    assert nqsat.verify("queens", 4).params == {"n": 4}
    assert nqsat.certify("queens", tmp_path / "four", 4).count.value == 2
    assert nqsat.view("queens", 4).title == "Four queens"
    shown: Any = Placement("4x4", {"Q": 4}).project("Q")
    for function in (nqsat.verify, nqsat.view, nqsat.count):
        refused(partial(function, shown, 4), said="Parameters follow a name")
