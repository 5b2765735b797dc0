"""What holds of a model because nobody said otherwise, for notes beside an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import nqsat
from nqsat.errors import folded

if TYPE_CHECKING:
    from nqsat.cli.definition import Options
    from nqsat.formulas import CnfProblem
    from nqsat.modelling import Model


def note_on(options: Options, model: Model | CnfProblem, *, none: bool = False) -> str | None:
    """What holds because nobody said otherwise, where others would read the command in another way.

    Args:
        options: the options, as typed.
        model: the model.
        none: it has no solution; in another reading it may have some.
    """
    if isinstance(model, nqsat.formulas.CnfProblem):
        return None
    notes = [_note_of_default(options, model, none=none), _note_of_rules(options, model)]
    tour = _note_of_tour(options, model) if none else None
    return "; ".join(filter(None, [*notes, *_notes_of_options(options, model), tour])) or None


def _note_of_default(options: Options, model: Model, *, none: bool) -> str | None:
    """That pieces do not attack one another where nobody said so, and the answer depends on it.

    Nothing is said of one kind without an objective: everybody means it so.
    """
    kinds = model.kinds
    if options.piece is None or options.rule or model.largest < 2 or not model.is_placement:
        return None
    best = model.objective is not None and options.maximise not in ("pieces", "men")
    if not (best or none or len(kinds) > 1):
        return None
    colours, lifted = {kind.label for kind in kinds} - {""}, "--rule none lifts that"
    words = ["pieces do not attack one another"]
    if len(colours) > 1:
        words.append("not those of one colour either")
        lifted = "--rule armies is about colours alone"
    elif len(kinds) > 1 and _ride(model):
        words.append("not over pieces in between either")
    if best and "unattacked" in (options.maximise, options.minimise):
        lifted += "; unattacked are squares without a piece"
    return f"{', '.join(words)}, since no --rule is given: {lifted}"


def _note_of_tour(options: Options, model: Model) -> str | None:
    """What a tour or a factor is where nobody said so."""
    if options.factor is not None and options.degree is None and not getattr(model, "ends", ()):
        return "each square has 2 moves, since no --degree is given"
    closed, every = getattr(model, "closed", False), getattr(model, "visit", None) is None
    if options.model is not None and closed and every:
        words = f"--board {model.text.split()[0]} --tour {model.piece} --open"  # type: ignore[attr-defined]
        return f"the tour is closed: {words} asks for others"
    if options.tour is None or not (closed or every):
        return None
    what = " and ".join(["is closed"] * closed + ["visits every square"] * every)
    others = ["--open"] * closed + ['"visit some" behind the piece'] * every
    return f"the tour {what}: {' or '.join(others)} asks for others"


def _notes_of_options(options: Options, model: Model) -> Iterator[str]:
    """What rules ask where an option of theirs is not written, though others mean something else."""
    for text in options.rule or ():
        name, _, value = text.partition("=")
        written = {word.partition("=")[0] for word in value.split(",")}
        for rule in model.rules:
            same = folded(rule.name) == folded(name)
            for option, note in rule.unsaid.items() if same else ():
                stated = option in written or (option == "symmetries" and value)
                if not stated and (option != "blocking" or _ride(model)):
                    yield note


def _note_of_rules(options: Options, model: Model) -> str | None:
    named = options.model
    stated = options.rule if named is None else named.endswith(".json")
    if not stated or not model.is_placement or model.largest < 2:
        return None
    if not any(kind.piece.rides or kind.piece.graph for kind in model.kinds):
        return None  # blockers attack nothing
    if not model.rules:
        return "there is no rule: pieces stand on any squares, and may attack one another"
    if any(rule.of_attacks and type(rule) is not nqsat.rules.Maximal for rule in model.rules):
        return None
    return "pieces may attack one another: add --rule non-attacking to forbid it"


def _ride(model: Model) -> bool:
    """Whether a piece moves on beyond a step, so that others may be in its way."""
    return any(ride.reach != 1 for kind in model.kinds for ride in kind.piece.rides)
