"""The numbers that a page gives to atoms, and their constraints: the model's, as lowered.

    {"parts": [{"text", "sums": [[low, high or null, literals], …], "graphs": […], "attacks"}, …],
     "implied": [sum, …]}

A literal is the number of an atom, from 1, or of an auxiliary variable after these; negative for "not".
Each part says which rule it comes from, and of which pairs of kinds that forbids attacks. The page judges
solutions and explains dead squares by the parts alone; implied sums only let it see more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from nqsat.compiling import Formula
from nqsat.compiling.atoms import formula_of_atoms
from nqsat.compiling.paths import spelled_out
from nqsat.compiling.pigeonhole import implied_sums
from nqsat.errors import NqsatError
from nqsat.modelling import Circuit, Constraint, Model, OneComponent, PlacedPiece, Placement, Sum
from nqsat.modelling.rules import Armies, NonAttacking, Rule
from nqsat.modelling.rules.tours import TourArgument
from nqsat.reporting.statements import called, star_battle

#: Characters that the constraints may take of a page.
ROOM = 50_000

#: Constraints of a model with more literals than this, by a rough estimate, are not made.
LITERALS = 4 * ROOM

#: Texts of parts that come from no rule.
_TEXTS = {
    "presets": "what is given",
    "tour": "every square is visited once",
    "degrees": "the number of moves at every square",
    "maximal": "no other move can be added",
    "paths": "a path between each pair of ends, and nothing else",
}


def atom_numbers(model: Model) -> dict[Any, int]:
    """The number that the page gives to each piece, square by square, or to each move."""
    if not model.is_placement:
        return {move: number for number, move in enumerate(model.atoms)}
    pieces = [
        PlacedPiece(square, kind.name) for square in model.board.squares for kind in model.kinds
    ]
    return {piece: number for number, piece in enumerate(pieces)}


def constraint_data(model: Model) -> dict[str, Any] | None:
    """The lowered constraints as data; None if they are too many for a page, or a user's rule has none."""
    if model.size > LITERALS:
        return None
    try:
        formula = formula_of_atoms(model)
    except NqsatError:  # the engine that counted may have asked for no encoding
        return None
    numbers = atom_numbers(model)
    variables = [0, *(numbers[atom] + 1 for atom in model.atoms)]
    variables += range(len(numbers) + 1, len(numbers) + 1 + formula.variables - len(model.atoms))

    def literal(x: int) -> int:
        return variables[x] if x > 0 else -variables[-x]

    texts = dict(_part_texts(model))
    parts = [
        _part_data(texts.get(origin, origin), constraints, literal)
        | {
            "attacks": [
                pair for rule in model.rules if rule.name == origin for pair in _apart(rule, model)
            ]
        }
        for origin, constraints in _self_contained(formula)
    ]
    data = {
        "parts": [*parts, *_squares_data(model, numbers)],
        "implied": [_sum_data(implied, literal) for implied in implied_sums(formula)],
    }
    return data if len(json.dumps(data, separators=(",", ":"))) <= ROOM else None


def _apart(rule: Rule, model: Model) -> list[tuple[int, int]]:
    """The pairs of kinds, by their numbers, the first of which must not attack the second by a rule."""
    if not rule.of_attacks:
        return []
    peace = rule.no_mutual_attacks(model.setting) if isinstance(rule, Armies) else rule
    pairs = product(enumerate(kind.name for kind in model.kinds), repeat=2)
    binds = peace.binds if isinstance(peace, NonAttacking) else lambda *_: True
    return [(i, j) for (i, a), (j, b) in pairs if binds(a, b)]


def _self_contained(formula: Formula) -> Iterator[tuple[str, list[Constraint]]]:
    """The constraints by their origin, with what defines the variables in them that several share."""
    shared = formula.by_origin.get("visited", ())
    atoms = len(formula.projection)
    for origin, constraints in formula.by_origin.items():
        if origin != "visited":
            used = {x for constraint in constraints for x in _auxiliary(constraint, atoms)}
            yield (
                origin,
                [
                    *constraints,
                    *(definition for definition in shared if used & _auxiliary(definition, atoms)),
                ],
            )


def _auxiliary(constraint: Constraint, atoms: int) -> set[int]:
    return {abs(x) for x in constraint.literals if abs(x) > atoms}


def _part_texts(model: Model) -> Iterator[tuple[str, str]]:
    """The text of each origin; two rules of one name share one."""
    yield from _TEXTS.items()
    battle = star_battle(model) if isinstance(model, Placement) else None
    for kind in model.kinds if model.is_placement else ():
        several = str(kind.number) != "1"
        words = called(kind, several=several) if battle is None else f"{battle.star}{'s' * several}"
        yield f"number of {kind.name}", f"{kind.number.words} {words}"
    said: dict[str, list[str]] = {}
    for rule in model.rules:
        said.setdefault(rule.name, []).extend(_rule_texts(rule, model))
    for name, sentences in said.items():
        if any(sentences):
            yield name, "; ".join(text[:1].lower() + text[1:] for text in dict.fromkeys(sentences))


def _rule_texts(rule: Rule, model: Model) -> list[str]:
    if isinstance(rule, TourArgument):
        return [item.text for item in model.requirements() if item.what in rule.arguments]
    return [rule.sentence.removesuffix(".")]


def _squares_data(model: Model, numbers: dict[Any, int]) -> Iterator[dict[str, Any]]:
    """That the pieces of a kind stand only where they may: the page has a number for every square."""
    for kind in model.kinds if isinstance(model, Placement) else ():
        places = [PlacedPiece(x, kind.name) for x in model.board.squares if not kind.may_stand(x)]
        if places:
            none = [0, 0, [numbers[piece] + 1 for piece in places]]
            yield {"text": f"the squares of {kind.name}", "sums": [none], "graphs": []}


def _part_data(
    text: str, constraints: Iterable[Constraint], literal: Callable[[int], int]
) -> dict[str, Any]:
    sums, graphs = [], []
    for constraint in spelled_out(constraints):
        if isinstance(constraint, Sum):
            sums.append(_sum_data(constraint, literal))
        else:
            graphs.append(_graph_data(constraint, literal))
    return {"text": text, "sums": sums, "graphs": graphs}


def _sum_data(one: Sum, literal: Callable[[int], int]) -> list[object]:
    return [one.low, one.high, [*map(literal, one.literals)]]


def _graph_data(one: Circuit | OneComponent, literal: Callable[[int], int]) -> dict[str, Any]:
    if isinstance(one, OneComponent):
        nodes = [*map(literal, one.literals)]
        return {"kind": "component", "nodes": nodes, "edges": one.edges, "acyclic": one.acyclic}
    taken = [(a, b, literal(x)) for a, b, x in one.links]
    data = {"kind": "cycle", "nodes": one.nodes, "edges": taken}
    places = {"kind": "circuit", "positions": one.positions, "origin": one.origin or 0}
    return {**data, **places} if one.directed else data
