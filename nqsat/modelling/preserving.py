"""Which changes preserve a model: the groups behind *modulo symmetry* and *modulo colours*.

A change preserves a placement if it takes the board to itself, each kind to one of the same piece, number
and squares, and the presets, the rules and the objective to themselves; the rules all together: two of them
may change places. Products and inverses of such changes are such changes, so they are a group. Rules that
say the same in other words, unless they know it of one another, only make the group smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from nqsat.errors import InvalidModel
from nqsat.modelling.rules import Amount, Armies, Men
from nqsat.modelling.rules.armies import armies_of

if TYPE_CHECKING:
    from nqsat.chess import Symmetry
    from nqsat.modelling.model import Model
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules import Measure, Rule
    from nqsat.modelling.setting import Change

#: Of more colours not all permutations are tried.
MOST_COLOURS = 7


def preserves(change: Change, model: Placement) -> bool:
    """Whether a change of the model's setting leaves the model as it is; see above.

    Raises:
        InvalidModel: a rule does not say what becomes of it.
    """
    if change.target != model.setting:
        return False
    image = model.image(change)
    return (
        image is not None
        and image.presets == model.presets
        and _rule_counts(image) == _rule_counts(model)
        and _objective_measure(image) == _objective_measure(model)
    )


def known_symmetries(model: Model) -> tuple[Symmetry, ...]:
    """The symmetries of a model, the identity first.

    None where they cannot be told: the board is too large for that, or a rule does not say.
    """
    try:
        return model.symmetries()
    except InvalidModel:
        return ()


def colours_of(model: Placement) -> list[str]:
    """The colours that may be exchanged: the labels of the kinds.

    Raises:
        InvalidModel: the model has fewer than two colours, or very many.
    """
    colours = sorted(armies_of(model.kinds))
    if len(colours) < 2:
        raise InvalidModel("modulo", "needs pieces of two colours, as in white:Q; take symmetry")
    if len(colours) > MOST_COLOURS:
        reason = f"at most {MOST_COLOURS} colours can be exchanged; take symmetry"
        raise InvalidModel("modulo", reason)
    return colours


def renamings(model: Placement) -> Iterator[Mapping[str, str]]:
    """What each kind becomes, for every permutation of the colours after which the kinds are the same."""
    colours = colours_of(model)
    kinds = {kind.name: (kind.piece, kind.number) for kind in model.kinds}
    for images in permutations(colours):
        other = dict(zip(colours, images, strict=True))
        naming = {}
        for name in kinds:
            label, colon, notation = name.rpartition(":")
            naming[name] = f"{other.get(label, label)}{colon}{notation}"
        if all(kinds.get(image) == kinds[name] for name, image in naming.items()):
            yield naming


def _rule_counts(model: Placement) -> Counter[Rule]:
    """The rules, each as often as it stands there."""
    return Counter(
        replace(rule, measure=_canonical_measure(model, rule.measure))
        if isinstance(rule, Amount)
        else rule
        for rule in model.rules
    )


def _objective_measure(model: Placement) -> Measure | None:
    """What is to be large or small."""
    return None if model.objective is None else _canonical_measure(model, model.objective.measure)


def _canonical_measure(model: Placement, measure: Measure) -> Measure:
    """The measure; where all armies are of one size, the pieces of one for those of any other."""
    if not isinstance(measure, Men) or measure.kinds is None:
        return measure
    grouped = armies_of(model.kinds)
    armies = {label: {kind.name for kind in army} for label, army in grouped.items()}
    equal = any(isinstance(rule, Armies) and rule.equal for rule in model.rules)
    if equal and set(measure.kinds) in armies.values():
        return Men(tuple(armies[min(armies)]))
    return measure
