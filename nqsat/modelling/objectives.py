"""How the objective of a model is read, and that it has one only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast, get_args

from nqsat.errors import InvalidModel, blaming
from nqsat.modelling.json_values import read_objective
from nqsat.modelling.kinds import usual_name
from nqsat.modelling.model import Model
from nqsat.modelling.rules import Objective
from nqsat.modelling.rules.literals import Linear
from nqsat.modelling.rules.measures import Sense


def read_wish(
    value: Objective | Mapping[str, Any] | str | None, about: str, kinds: Collection[str] = ()
) -> Objective | None:
    """Return an objective of a kind of model: itself, of its JSON data, or of ``minimise pieces``.

    Raises:
        InvalidModel: it is none, or one of another kind of model.
    """
    if isinstance(value, str):
        sense, _, measure = value.strip().partition(" ")
        sense = british(sense)
        if sense not in get_args(Sense) or not measure:
            example = "moves" if about == "factor" else "pieces"
            reason = f"{value!r}: write 'minimise {example}', or maximise"
            raise InvalidModel("objective", reason)
        with blaming(sense):
            found = Objective.parse(cast("Sense", sense), measure.strip(), about)
        value = replace(found, measure=found.measure.rename_kinds(partial(usual_name, kinds)))
    if isinstance(value, Mapping):
        with blaming("objective"):
            value = read_objective(value, about)
    if not isinstance(value, Objective | None):
        raise InvalidModel("objective", f'{value!r}: write Objective("minimise", Pieces())')
    if value is not None and value.measure.about != about:
        reason = f"{value.measure.name} is of a {value.measure.about}"
        raise InvalidModel("objective", f"{reason}; this is a {about}")
    return value


def british(word: str) -> str:
    """Return ``maximise`` of ``maximize``, and ``minimise`` of ``minimize``."""
    return word.replace("imize", "imise")


def only_wish(
    objective: Objective | str | None,
    maximise: Linear | int | str | None,
    minimise: Linear | int | str | None,
) -> Objective | str | None:
    """Return the only one of three ways to say an objective; None if there is none."""
    given: dict[Sense, Any] = {"maximise": maximise, "minimise": minimise}
    wanted = [
        f"{sense} {x}" if isinstance(x, str) else Objective(sense, x)
        for sense, x in given.items()
        if x is not None
    ]
    if len(wanted) + (objective is not None) > 1:
        raise InvalidModel("objective", "one only: leave out maximise or minimise")
    return wanted[0] if wanted else objective


def check_no_objective(model: Model, maximise: object) -> None:
    """Refuse another objective for a model that has one."""
    if model.objective is not None:
        reason = f"the model has one: {model.objective.sense} {model.objective.measure.name}"
        raise InvalidModel("minimise" if maximise is None else "maximise", reason)
