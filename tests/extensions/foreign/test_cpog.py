"""CPOG proofs: random formulas against brute force, and mutants of proofs; how they are asked for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from conftest import Run
from support.formulas import formula_of, meaning
from support.json_fuzz import garbled
from support.oracle.brute_force import DEEP
from support.oracle.cpog import Refused, models

from nqsat import InvalidModel, Placement, certify
from nqsat.compiling import Formula
from nqsat.counting import count
from nqsat.engines.frontier.clauses import UniqueCnf, cnf_of_problem
from nqsat.errors import Disagreement, UnsupportedByEngine
from nqsat.extensions.foreign import cpog
from nqsat.extensions.foreign.cpog import Cpog
from nqsat.extensions.foreign.proofs import write_cpog, write_foreign
from nqsat.extensions.foreign.unique_cnf import unique_cnf_of
from nqsat.formulas import CnfProblem, Weights, linear_sum
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Exactly


def formula(rng: random.Random, *, clauses: bool) -> Formula:
    """Few variables, some of them in no constraint; literals that are repeated, and empty clauses."""
    size = rng.randint(0, 7)
    found: list[Constraint] = []
    for _ in range(rng.randint(0, 3 * size) if clauses else rng.randint(1, 3)):
        chosen = rng.sample(range(1, size + 1), rng.randint(min(1, size), size))
        some = chosen[: 1 + rng.randrange(4)] if clauses else chosen
        literals = [rng.choice((-1, 1)) * x for x in some]
        literals += rng.sample(literals, rng.randrange(2) * min(1, len(literals)))
        bound = rng.randint(0, len(literals))
        kind = rng.choice((AtMost, AtLeast, Exactly))
        found.append(Clause(tuple(literals)) if clauses else kind(bound, tuple(literals)))
    return formula_of(size, *found)


@pytest.mark.parametrize("clauses", [True, False])
def test_random_formulas(clauses: bool) -> None:
    rng = random.Random(clauses)
    numbers = set()
    for _ in range(300 if DEEP else 75):
        given = formula(rng, clauses=clauses)
        made = unique_cnf_of(given)
        proof = Cpog(made)
        number = models(made.variables, made.clauses, proof.lines)
        assert number == proof.models == len(meaning(given.variables, given.constraints)), given
        numbers.add(number)
    assert {0, 1, 2} < numbers


def test_any_clauses_in_any_order() -> None:
    rng = random.Random(3)
    for _ in range(200 if DEEP else 40):
        given = formula(rng, clauses=True)
        clauses = [
            (*one.literals, *rng.sample((-1, 1, 2), given.variables > 1))
            for one in given.constraints
        ]
        problem = CnfProblem(given.variables, tuple(clauses), given.projection)
        made = cnf_of_problem(problem)
        assert Cpog(made).models == count(problem).value
        order = rng.sample(made.order, len(made.order))
        proof = Cpog(UniqueCnf(made.variables, made.clauses, order))
        assert models(made.variables, made.clauses, proof.lines) == proof.models


def test_other_constraints_are_proved_as_clauses(tmp_path: Path) -> None:
    rng = random.Random(7)
    for number in range(60 if DEEP else 12):
        literals = [rng.choice((-1, 1)) * x for x in rng.sample(range(1, 7), 5)]
        terms = [(rng.choice((1, rng.randint(1, 9))), x) for x in literals]
        some = linear_sum(terms, rng.randint(0, 8), rng.choice((None, rng.randint(6, 20))))
        sums = () if some is None else (some,)
        problem = CnfProblem(6, ((1, 2),), (1, 2, 3, 4, 5, 6), sums, (tuple(literals),))
        proved = write_cpog(problem, tmp_path / str(number))
        assert proved == count(problem, engine="sat").value
        lines = (tmp_path / str(number) / "count.cpog").read_text().splitlines()
        header, *rows = (tmp_path / str(number) / "count.cnf").read_text().splitlines()
        clauses = [tuple(map(int, row.split()[:-1])) for row in rows]
        assert models(int(header.split()[2]), clauses, lines) == proved
    with pytest.raises(InvalidModel, match="no proof covers weights"):
        write_cpog(CnfProblem(1, (), (1,), weights=Weights(())), tmp_path / "weighed")


def test_no_mutant_proves_a_wrong_number() -> None:
    rng = random.Random(5)
    accepted = refused = 0
    while accepted + refused < (2_000 if DEEP else 300):
        made = unique_cnf_of(formula(rng, clauses=rng.random() < 0.7))
        proof = Cpog(made)
        for _ in range(4):
            lines = garbled([*proof.lines], rng)
            try:
                number = models(made.variables, made.clauses, lines)
            except Refused:
                refused += 1
                continue
            accepted += 1
            assert number == proof.models, lines
    assert 0 < accepted < refused


def test_what_is_proved_is_what_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(Placement("4x4", {"K": "any"}), tmp_path / "it", proof="recount")
    head = tmp_path / "it" / "certificate.json"
    head.write_text(head.read_text().replace('"count": "', '"count": "1'))
    with pytest.raises(Disagreement, match="are claimed, and the clauses have"):
        write_foreign(tmp_path / "it", tmp_path / "others")
    monkeypatch.setattr(cpog, "MOST_STATES", 10)
    with pytest.raises(UnsupportedByEngine, match="has more than 10 states"):
        write_foreign(tmp_path / "it", tmp_path / "others")
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


def test_a_cnf_has_a_proof_and_no_certificate(nqsat: Run, tmp_path: Path) -> None:
    (tmp_path / "it.cnf").write_text("p cnf 3 3\n1 2 0\n-2 3 3 0\n2 -2 0\n")
    done = nqsat("certify", "--dimacs", "it.cnf", "-o", "out", cwd=tmp_path)
    said = "out: count.cnf has clauses, count.cpog the proof of how many models they have\n"
    assert (done.stdout, done.stderr) == (
        f"4 assignments\n{said}",
        "read: 3 variables, 3 clauses\n",
    )
    assert (tmp_path / "out" / "count.cnf").read_text() == "p cnf 3 2\n1 2 0\n-2 3 0\n"
    again = nqsat("certify", "--dimacs", "it.cnf", "-o", "out", cwd=tmp_path)
    check = nqsat("check", "out", cwd=tmp_path)
    assert check.returncode == 2
    assert "'out' holds a CPOG proof for other checkers (cpog-check)" in check.stderr
    assert again.stderr == "nqsat: --output: out is there and not an empty folder; choose another\n"
    (tmp_path / "some.cnf").write_text("c p show 1 0\np cnf 2 1\n1 2 0\n")
    done = nqsat("certify", "--dimacs", "some.cnf", "-o", "some", cwd=tmp_path)
    assert done.stderr.startswith("nqsat: --dimacs: some variables are not shown")
    done = nqsat("certify", "--dimacs", "it.cnf", "-o", "x", "--proof", "list", cwd=tmp_path)
    assert done.stderr.startswith("nqsat: --proof: is for models")
