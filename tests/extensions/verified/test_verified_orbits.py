"""The verified recount by brute force: solutions and orbits, certificates, and what is refused."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from support.oracle.brute_force import DEEP, brute_force
from support.small_certificates import MORE

import nqsat
from nqsat import Placement, certify
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import facts_of
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.coq_text import Claim, certificate_in_coq, coq_file
from nqsat.extensions.verified.problem import problem_of
from nqsat.extensions.verified.program import count_orbits_with_program, count_with_program
from nqsat.extensions.verified.recounting import check_with_program
from nqsat.modelling import Model
from nqsat.rules import (
    Amount,
    Degrees,
    Domination,
    Irredundant,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Objective,
    Pieces,
    Regions,
    Unattacked,
)

ocaml = pytest.mark.skipif(
    shutil.which("ocamlopt") is None, reason="no ocamlopt: apt-get install ocaml-nox"
)
Map = tuple[int, ...]
KINGS = Placement("3x3", {"K": "any"}, [NonAttacking()])


def asked_of(model: Model) -> Any:
    """Orbits by boards and pieces; by bounds where there are no words; None where these are not enough."""
    facts = facts_of(model)
    order = [*range(len(facts.decided))]
    asked = problem_of(facts, order)
    return asked._replace(modulo=True) if asked else BoundSystem.modulo_symmetry(facts, order)


# -- always ------------------------------------------------------------------------------------


def test_the_orbits_of_a_certificate_are_a_theorem(tmp_path: Path) -> None:
    certify(KINGS, tmp_path / "it", modulo="symmetry", proof="recount")
    text = "\n".join(certificate_in_coq(tmp_path / "it"))
    assert "computed_number : solve_orbits problem_number order_number = Some (35, 11)%N." in text
    aided = Placement("2x2", {"R": 1}, [Irredundant()])
    certify(aided, tmp_path / "aided", modulo="symmetry", proof="recount")
    text = "\n".join(certificate_in_coq(tmp_path / "aided"))
    assert "Theorem labelled : so_many (solves " in text
    assert "so_many_classes" not in text


def test_a_coq_file_has_what_only_orbits_need() -> None:
    problem = asked_of(KINGS)
    text = "\n".join(coq_file([Claim("number", problem, 35, orbits=11)]))
    assert "Module Orbits." in text
    assert text.endswith(
        "Lemma computed_number : solve_orbits problem_number order_number = Some (35, 11)%N.\n"
        "Proof. vm_cast_no_check (eq_refl (Some (35, 11)%N)). Qed.\n"
        "Theorem number : so_many (solution problem_number) 35%N /\\\n"
        "  so_many_classes (solution problem_number) (symmetric problem_number) 11%N.\n"
        "Proof. exact (solve_orbits_correct _ _ _ _ computed_number). Qed.\n"
        "Print Assumptions number."
    )
    assert "Module Orbits." not in "\n".join(coq_file([Claim("number", problem, 35)]))


def test_the_symmetries_are_permutations_that_keep_the_bounds() -> None:
    asked = asked_of(Placement("3x3", {"R": 3}, [NoThreeInLine()]))
    assert len({*asked.maps}) == 8
    assert asked.maps[0] == tuple(range(9))
    assert all(sorted(image) == [*range(9)] for image in asked.maps)
    text = "\n".join(coq_file([Claim("number", asked, 0, orbits=0)]))
    assert text.count("]%nat;\n") == 7
    assert "so_many_classes (solves 9 bounds_of_number) (same_by symmetries_of_number) 0%N" in text


def test_where_the_checker_has_to_fold() -> None:
    rows = Placement(
        "hex:2", {"R": 3}, [NonAttacking()]
    )  # one in each row, which turns do not keep
    assert asked_of(rows) is None
    assert asked_of(Placement("3x3", {"R": 2}, [Irredundant()])) is None  # auxiliary variables


def test_a_recount_of_a_projection_is_refused(tmp_path: Path) -> None:
    model = Placement("3x3", {"white:Q": 1, "black:Q": 1}, ["armies"])
    certify(model.project("white:Q"), tmp_path / "shown", proof="recount")
    with pytest.raises(InvalidModel, match="is for solutions, not for what is shown of them"):
        check_with_program(tmp_path / "shown")


# -- with OCaml --------------------------------------------------------------------------------


def classes(things: Iterable[Any], image: Any, maps: Iterable[Any]) -> int:
    """How many orbits, by putting each thing together with all its images."""
    every, group = {*things}, [*maps]
    orbits = {frozenset(image(one, thing) for one in group) for thing in every}
    assert sum(map(len, orbits)) == len(every)
    return len(orbits)


def closed(generators: Iterable[Map], variables: int) -> list[Map]:
    """The group that they generate, the identity first."""
    found = [tuple(range(variables))]
    for one in found:
        for other in generators:
            product = tuple(one[x] for x in other)
            if product not in found:
                found.append(product)
    return found


def random_group(rng: random.Random, variables: int) -> list[Map]:
    some = [tuple(rng.sample(range(variables), variables)) for _ in range(rng.randint(0, 2))]
    return closed(some, variables)


@ocaml
def test_random_bounds_and_groups() -> None:
    rng = random.Random(3)
    for _ in range(200 if DEEP else 30):
        variables = rng.randint(1, 5)
        maps = random_group(rng, variables)
        bounds = set()
        for _ in range(rng.randint(0, 2)):
            terms = [(x, rng.choice((1, 1, -1, 2))) for x in range(variables) if rng.random() < 0.7]
            low = rng.randint(-2, 1)
            high = low + rng.randint(0, 3)
            bounds |= {
                (tuple(sorted((image[x], weight) for x, weight in terms)), low, high)
                for image in maps
            }
        asked = BoundSystem(variables, tuple(sorted(bounds)), tuple(maps))
        found = {
            true
            for true in (tuple(n >> x & 1 for x in range(variables)) for n in range(2**variables))
            if all(low <= sum(w * true[x] for x, w in terms) <= high for terms, low, high in bounds)
        }
        orbits = classes(found, lambda image, true: tuple(true[x] for x in image), maps)
        assert count_orbits_with_program(asked) == (orbits, len(found)), asked


@ocaml
@pytest.mark.parametrize(
    "maps",
    [
        ((0, 1, 2), (1, 2, 0)),  # not all products
        ((1, 0, 2), (0, 1, 2)),  # the identity is not the first
        ((0, 1, 2), (0, 0, 2)),  # no permutation
        ((0, 1, 2), (0, 1)),
        ((0, 1, 2), (0, 2, 1)),  # the bound is of the first two
        ((0, 1, 2), (0, 1, 2)),  # one twice
    ],
)
def test_what_is_no_group_of_symmetries_is_refused(maps: tuple[Map, ...]) -> None:
    bound = (((0, 1), (1, 1)), 1, 1)
    assert count_orbits_with_program(BoundSystem(3, (bound,), ((0, 1, 2), (1, 0, 2)))) == (2, 4)
    with pytest.raises(EngineFailure, match="what is no symmetry"):
        count_orbits_with_program(BoundSystem(3, (bound,), maps))


@ocaml
def test_random_boards_by_their_words() -> None:
    """Wraps, walls, holes, riders that come back, moves to one square; all solutions and their orbits."""
    rng, seen = random.Random(4), set()
    for _ in range(250 if DEEP else 50):
        rows, columns = rng.choice([(1, 5), (2, 4), (3, 3), (4, 2), (2, 3), (2, 2), (3, 2)])
        cells = ["".join(rng.choices(".x#", (10, 1, 1), k=columns)) for _ in range(rows)]
        wrap: Any = rng.choice(["flat", "cylinder", "torus"])
        board = nqsat.Board.from_map("\n".join(cells), wrap)
        blocking = rng.random() < 0.5
        number: Any = rng.choice(["any", "any", rows, columns])
        terms = ["R", "B", "N", "W", "Q", "F3", "R2", "(0,3)", "(1,2)0", "DD"]
        pieces = rng.sample(terms, 1 if number != "any" else rng.choice([1, 2]))
        rule: Any = rng.choice(
            [NonAttacking(blocking=blocking), Domination(), Domination("total"), Maximal(),
             Degrees("..1"), Amount(Unattacked(blocking=blocking), "1..3")]
        )  # fmt: skip
        given = {s: rng.choice([*pieces, "-"]) for s in board.squares if rng.random() < 0.08}
        presets = [f"{name}@{board.name(square)}" for square, name in given.items()]
        try:  # one in each row, it may follow
            model = Placement(board, dict.fromkeys(pieces, number), [rule], presets=presets)
        except InvalidModel:
            continue
        found, group = brute_force(model), model.symmetries()
        seen.add((wrap, len(group), number == "any"))
        orbits, asked = len({one.canonical(group) for one in found}), asked_of(model)
        assert count_orbits_with_program(asked) == (orbits, len(found)), model
        assert count_with_program(asked._replace(modulo=False)) == len(found), model
    assert len(seen) > 10


@ocaml
def test_each_rule_by_its_words() -> None:
    known = 0
    for model in MORE:
        facts = facts_of(model)
        order = [*range(len(facts.decided))]
        if (asked := problem_of(facts, order)) is not None:
            known += 1
            orbits, labelled = checker.Recount(10**6).orbits(facts, order, ())
            assert count_with_program(asked) == labelled, model
            assert count_orbits_with_program(asked._replace(modulo=True)) == (orbits, labelled)
            mixed = problem_of(facts, random.Random(known).sample(order, len(order)))
            assert mixed is not None
            assert count_with_program(mixed) == labelled, model
    assert known > 28


@ocaml
@pytest.mark.parametrize(
    ("model", "trusted"),
    [
        (KINGS, "for how many there are, and how many orbits: what Problem.v and Symmetry.v say of"),
        (Placement("3x3", {"R": 3}, [NoThreeInLine()]),
         "for how many satisfy the bounds, and how many orbits: what Bounds.v and Symmetry.v say, this"),
        (Placement("3x3", {"R": 2}, [Irredundant()]), "for the orbits: this checker, which folds"),
        (Placement("hex:2", {"R": 3}, [NonAttacking()]), "for the orbits: this checker, which folds"),
        (Placement("4x4", {"Q": "any"}, [Domination()], objective=Objective("minimise", Pieces())),
         "for how many there are, and how many orbits: "),
        (Placement("3x3", {"K": "any"}, objective=Objective("maximise", Unattacked())),
         "for how many there are, and how many orbits: "),
        (Placement("4x4", {"Q": "any"}, [Regions(("AABB", "AABB", "CCDD", "CCDD")), NonAttacking()]),
         "for how many there are, and how many orbits: "),
        (Placement("2x2", {"K": 3}, [Amount(Pieces(), 4)]), "for how many there are, and how many orbits"),
    ],
    ids=str,
)  # fmt: skip
def test_a_certificate_modulo_symmetry(model: Placement, trusted: str, tmp_path: Path) -> None:
    certify(model, tmp_path / "it", modulo="symmetry", proof="recount")
    found, own = (
        nqsat.evidence.check(tmp_path / "it", by=check_with_program),
        nqsat.check(tmp_path / "it"),
    )
    assert found[:4] == own[:4]
    assert found.trusted[-1].startswith(trusted)
