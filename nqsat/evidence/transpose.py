"""The model with ranks and files exchanged: a change of view that must not change the solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nqsat.modelling import Arrangement, Change, Model, Path, Placement, Preset, Rule, Setting, Tour
from nqsat.modelling.preserving import images_of
from nqsat.modelling.rules.invariance import conjugate


def transposed(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """The transposed model, and the way back for its solutions; an objective has to be settled before.

    None where the model cannot be transposed: a cylinder wraps one way only, the axes of a solid board
    are not those of the drawing, and a rule of the caller's own may not say what it is there.
    """
    setting = Setting(model.board, ()) if isinstance(model, Tour) else model.setting
    change = Change.transposing(setting)
    if change is None:
        return None
    return _tour(model, change) if isinstance(model, Tour) else _placement(model, change)


def _placement(
    model: Placement, change: Change
) -> tuple[Placement, Callable[[Arrangement], Arrangement]] | None:
    if any(type(rule).image is Rule.image for rule in model.rules):
        return None  # it does not say
    rules = images_of(model, change)
    if rules is None:
        return None
    presets = [Preset(change(preset.square), preset.kind) for preset in model.presets]
    turned = Placement(change.target.board, change.target.kinds, rules, presets)
    back = Change.transposing(change.target)
    return turned, lambda arrangement: arrangement.image(back)


def _tour(tour: Tour, change: Change) -> tuple[Tour, Callable[[Path], Path]]:
    there = Tour(
        change.target.board,
        tour.piece.transposed,
        closed=tour.closed,
        start=None if tour.start is None else change(tour.start),
        end=None if tour.end is None else change(tour.end),
        unit=tour.direction,
        through=[(change(a), change(b)) for a, b in tour.through],
        avoiding=[(change(a), change(b)) for a, b in tour.avoiding],
        numbers=[(change(square), number) for square, number in tour.numbers],
        fixed_by=[conjugate(name, change) for name in tour.fixing],
    )
    back = {image: square for square, image in change.mapping.items()}
    return there, lambda path: tour.path(back[square] for square in path.squares)
