"""Whether a change preserves a placement: the groups behind *modulo symmetry* and *colours*.

A change preserves a placement if it takes the board to itself, each kind to one of the same piece, number
and squares, and the presets, the rules and the objective to themselves; the rules all together: two of them
may change places. Products and inverses of such changes are such changes, so they are a group. Rules that
say the same in other words, unless they know it of one another, only make the group smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations

from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Kind
from nqsat.modelling.rules import Amount, Armies, Measure, Pieces, Rule
from nqsat.modelling.rules.armies import armies_of

#: Of more colours not all permutations are tried.
MOST_COLOURS = 7


def colours_of(kinds: Iterable[Kind]) -> list[str]:
    """The colours that may be exchanged: the labels of the kinds.

    Raises:
        InvalidModel: there are fewer than two colours, or very many.
    """
    colours = sorted(armies_of(kinds))
    if len(colours) < 2:
        raise InvalidModel("modulo", "needs pieces of two colours, as in white:Q; use symmetry")
    if len(colours) > MOST_COLOURS:
        reason = f"at most {MOST_COLOURS} colours can be exchanged; use symmetry"
        raise InvalidModel("modulo", reason)
    return colours


def renamings(kinds: Iterable[Kind]) -> Iterator[Mapping[str, str]]:
    """The image of each kind, for every permutation of the colours that preserves the kinds."""
    known = {kind.name: (kind.piece, kind.number) for kind in kinds}
    colours = colours_of(kinds)
    for images in permutations(colours):
        other = dict(zip(colours, images, strict=True))
        naming = {}
        for name in known:
            label, colon, notation = name.rpartition(":")
            naming[name] = f"{other.get(label, label)}{colon}{notation}"
        if all(known.get(image) == known[name] for name, image in naming.items()):
            yield naming


def canonical_rules(kinds: Iterable[Kind], rules: Iterable[Rule]) -> Counter[Rule]:
    """The rules with canonical measures, each as often as it is given."""
    every = tuple(rules)
    found = Counter(rule for rule in every if not isinstance(rule, Amount))
    amounts = (rule for rule in every if isinstance(rule, Amount))
    found.update(replace(x, measure=canonical_measure(kinds, every, x.measure)) for x in amounts)
    return found


def canonical_measure(kinds: Iterable[Kind], rules: Iterable[Rule], measure: Measure) -> Measure:
    """The measure; where all armies are of one size, the pieces of one for those of any other."""
    if not isinstance(measure, Pieces) or measure.kinds is None:
        return measure
    armies = {label: {kind.name for kind in army} for label, army in armies_of(kinds).items()}
    equal = any(isinstance(rule, Armies) and rule.equal for rule in rules)
    if equal and set(measure.kinds) in armies.values():
        return Pieces(tuple(armies[min(armies)]))
    return measure
