"""Certificates of random models: of every rule, objective and group, lists and recounts, whole or in parts.

Each claims what brute force over the meaning finds, and the checker accepts it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.oracle.brute_force import DEEP, best_of, brute_force
from support.random_rules import RANDOM_RULES, RandomDraw, draw_distinct
from support.small_certificates import recount_of, refusal

import nqsat
from nqsat import Board, InvalidModel, Kind, Piece, Placement, certify
from nqsat.evidence import checker
from nqsat.evidence.certificate import splitting
from nqsat.evidence.certificate.facts import facts_of
from nqsat.modelling import Number, Preset
from nqsat.rules import RULES, Amount, Rule

#: How many models of each rule.
MANY = 300 if DEEP else 16

SIZES = [(1, 4), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (3, 3)]
PIECES = ["Q", "R", "B", "K", "N", "W", "F", "W2", "R3", "WD", "(0,3)", "blocker"]
NUMBERS = ["any", "any", "any", "..2", "1..", "2..", "1..2", "1", "2", "3"]
LABELS = [[""], [""], ["white:", "black:"], ["white:", ""]]
KNOWN = [rule for rule in RULES if rule.name in checker.RULES]


def drawn(chance: Random, rule: type[Rule]) -> Placement:
    """A model with this rule; now and then with another one, walls, presets, an objective."""
    labels = ["white:", "black:"] if rule.name == "armies" else chance.choice(LABELS)
    rows, columns = chance.choice([(a, b) for a, b in SIZES if a * b <= (9, 6)[len(labels) - 1]])
    lines = ["".join(chance.choices("........#x", k=columns)) for _ in range(rows)]
    board = Board.from_map(
        "\n".join(lines), chance.choice(["flat", "cylinder", "torus", "klein", "projective"])
    )
    if rule.name == "no-three-in-line":
        board = Board(board.rows, board.columns, "flat", board.walls, board.holes)
    kinds = list[Kind]()
    for label in labels:
        piece, number = Piece.parse(chance.choice(PIECES)), Number.parse(chance.choice(NUMBERS))
        own = (
            frozenset(draw_distinct(chance, board.squares, 1, 9)) if chance.random() < 0.2 else None
        )
        kinds.append(Kind(label + piece.notation, piece, number, own))
    draw = RandomDraw(chance, board, tuple(kind.name for kind in kinds))
    rules = [RANDOM_RULES[one](draw) for one in [rule, *draw_distinct(chance, KNOWN, 0, 1)]]
    if draw.flag():  # exactly one of what is no piece, too
        rules = [replace(x, number="1") if isinstance(x, Amount) else x for x in rules]
    given = draw_distinct(chance, board.squares, 0, 1) if chance.random() < 0.2 else []
    presets = [Preset(square, chance.choice([None, *draw.names])) for square in given]
    wanted = draw.objective() if chance.random() < 0.4 else None
    return Placement(board, kinds, rules, presets, wanted)


def models(rule: type[Rule]) -> list[Placement]:
    chance, found = Random(rule.name), list[Placement]()
    while len(found) < MANY:
        try:
            model = drawn(chance, rule)
            facts_of(model)
        except InvalidModel:  # it does not go together, or the checker knows no such field
            continue
        found.append(model)
    return found


@pytest.mark.parametrize("rule", KNOWN, ids=lambda rule: rule.name)
def test_what_brute_force_finds_is_certified(
    rule: type[Rule], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splitting, "MOST", 12)
    chance, found = Random(1), list[tuple[object, ...]]()
    for number, model in enumerate(models(rule)):
        right = brute_force(model) if model.objective is None else best_of(model)[1]
        group = model.symmetries()
        orbits = len({solution.canonical(group) for solution in right})
        modulo: Any = chance.choice(["none", "symmetry"])
        proof: Any = chance.choice(["list", "list", "recount"])
        proof = "recount" if facts_of(model).unlisted else proof
        monkeypatch.setattr(splitting, "CONFLICTS", chance.choice([0, 4_000]))  # in parts or whole
        place, value = tmp_path / str(number), orbits if modulo == "symmetry" else len(right)
        made = certify(model, place, modulo=modulo, proof=proof, check=False)
        told = nqsat.check(place)
        said = made.count.value, made.solutions, told.value, told.labelled, told.modulo
        assert said == (value, len(right), value, len(right), modulo), (model, proof)
        if model.objective is None:  # in any order of the pieces, and with no other number
            facts = facts_of(model)
            names = chance.sample(facts.names, len(facts.names))
            other = recount_of(model, value + 1, len(right), modulo, names=names)
            assert refusal(other, tmp_path / "other").endswith(f"count should be {value}")
        found.append((modulo, proof, made.cubes > 1, model.objective is None, value > 1))
    # All of this occurs, with every rule; but connected pieces are recounted only.
    occurs = [2, 1, 1, 2, 2] if rule.name == "connected" else [2] * 5
    assert [len({*column}) for column in zip(*found, strict=True)] == occurs
