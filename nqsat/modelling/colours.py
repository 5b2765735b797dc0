"""Which recolourings preserve a model: the group behind *modulo colours*.

A pair (g, π) of a symmetry of the board and a permutation of the colours takes each man to the square
where g takes his, in the colour that π gives him. It is counted if

* π takes every kind to a kind of the same piece and number, standing where g takes the first one's squares;
* the presets are their own image;
* g preserves every rule, and so does π: with the kinds renamed they are the same rules.

Each of these is true of a product or an inverse of such pairs if it is of the pairs: they are a group.
A rule that says the same in other words only makes the group smaller.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from nqsat.chess import symmetries
from nqsat.errors import InvalidModel
from nqsat.modelling.recolouring import Recolouring
from nqsat.modelling.rules import Among, Amount, Armies, Men
from nqsat.modelling.rules.own import ask

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from nqsat.chess import Symmetry
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules import Measure, Rule

__all__ = ["colours_of", "recolourings"]

#: Of more colours not all permutations are tried.
MOST_COLOURS = 7


def recolourings(model: Placement) -> tuple[Recolouring, ...]:
    """The group, the identity first; see the module.

    Raises:
        InvalidModel: as ``colours_of``, or a rule does not say what preserves it.
    """
    colours = colours_of(model)
    moves = [g for g in symmetries(model.board) if model.rules_preserved_by(g)]
    return tuple(
        Recolouring.of(symmetry, naming)
        for naming in _renamings(model, colours)
        for symmetry in moves
        if _keeps_squares(model, symmetry, naming)
    )


def colours_of(model: Placement) -> list[str]:
    """The colours that may be exchanged: the labels of the kinds.

    Raises:
        InvalidModel: the model has fewer than two colours, or very many.
    """
    colours = sorted({kind.label for kind in model.kinds if kind.label})
    if len(colours) < 2:
        raise InvalidModel("modulo", "colours need men of two, as in white:Q; take symmetry")
    if len(colours) > MOST_COLOURS:
        raise InvalidModel(
            "modulo", f"at most {MOST_COLOURS} colours can be exchanged; take symmetry"
        )
    return colours


def _renamings(model: Placement, colours: list[str]) -> Iterator[Mapping[str, str]]:
    """What each kind becomes, for every permutation of the colours that the model does not notice."""
    for images in permutations(colours):
        other = dict(zip(colours, images, strict=True))
        naming = {}
        for kind in model.kinds:
            label, colon, notation = kind.name.rpartition(":")
            naming[kind.name] = f"{other.get(label, label)}{colon}{notation}"
        if _same_kinds(model, naming) and _same_rules(model, naming):
            yield naming


def _same_kinds(model: Placement, naming: Mapping[str, str]) -> bool:
    kinds = {kind.name: (kind.piece, kind.number) for kind in model.kinds}
    return all(kinds.get(image) == kinds[name] for name, image in naming.items())


def _same_rules(model: Placement, naming: Mapping[str, str]) -> bool:
    if all(name == image for name, image in naming.items()):
        return True
    rules = [ask(rule, rule.recoloured, naming) for rule in model.rules]
    if _meanings(model, rules) != _meanings(model, model.rules):
        return False
    if model.objective is None:
        return True
    measure = model.objective.measure
    return _measured(model, measure.recoloured(naming)) == _measured(model, measure)


def _keeps_squares(model: Placement, symmetry: Symmetry, naming: Mapping[str, str]) -> bool:
    content = {preset.square: preset.kind for preset in model.presets}
    moved = {
        symmetry(square): None if kind is None else naming[kind] for square, kind in content.items()
    }
    places = {kind.name: kind.squares for kind in model.kinds}
    return moved == content and all(
        places[image] == (None if squares is None else {*map(symmetry, squares)})
        for name, image in naming.items()
        for squares in (places[name],)
    )


# -- the same in other words -------------------------------------------------------------------


def _meanings(model: Placement, rules: Iterable[Rule]) -> Counter[Hashable]:
    return Counter(_meaning(model, rule) for rule in rules)


def _meaning(model: Placement, rule: Rule) -> Hashable:
    """The rule, or something that says the same without regard to order."""
    if isinstance(rule, Among):
        return Among, frozenset(rule.literals), rule.number
    if isinstance(rule, Amount):
        return Amount, _measured(model, rule.measure), rule.bounds
    return rule


def _measured(model: Placement, measure: Measure) -> Hashable:
    """The measure, or whose men it counts: of all armies together, where it is one of equal armies."""
    if not isinstance(measure, Men) or measure.kinds is None:
        return measure
    armies: dict[str, set[str]] = {}
    for kind in model.kinds:
        armies.setdefault(kind.label, set()).add(kind.name)
    of = set(measure.kinds)
    equal = any(isinstance(rule, Armies) and rule.equal for rule in model.rules)
    one_army = any(label and army == of for label, army in armies.items())
    return (Men, "an army") if equal and one_army else (Men, frozenset(of))
