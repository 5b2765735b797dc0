"""Engines as data: a name and all options, so that every runner makes the same engine.

An option that data cannot express is refused, never omitted. A custom engine is named by its file and
class; to resume its job, pass the engine again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any, cast

from nqsat.engines import AutoEngine, Engine, is_user_defined, make_engine
from nqsat.engines.contract import options_of
from nqsat.engines.machine import memory_limit
from nqsat.errors import InvalidModel, UnsupportedByEngine, blaming
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model, Placement, Solution
from nqsat.modelling.rules import BoardLiteral

#: The value of an engine's option; a bool is a float as well, for the type checker.
Option = str | float

#: The value of an option that an engine has no attribute for.
_UNKNOWN = object()

#: Options as a manifest has them.
Options = tuple[tuple[str, Option], ...]


def asked_engine(engine: object) -> str | Engine:
    """Return the engine asked for: a name or an engine unchanged, of a class the default; None is auto."""
    if engine is None:
        return AutoEngine.name
    if isinstance(engine, type) and issubclass(engine, Engine):
        try:
            return engine()
        except TypeError:
            reason = f"write {engine.__name__}(…), with what it needs"
            raise InvalidModel("engine", reason) from None
    if isinstance(engine, str | Engine):
        return engine
    raise InvalidModel(
        "engine", f"{engine!r} is not an engine; write 'sat', or SatEngine() with options"
    )


def name_of(engine: Engine) -> str:
    """Return the engine's title; for a custom engine ``file:class``, as on the command line."""
    if not is_user_defined(engine):
        return engine.title
    kind = type(engine)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return f"{Path(file).resolve() if file else kind.__module__}:{kind.__qualname__}"


def explicit_options(engine: Engine) -> tuple[Engine, Options]:
    """Return the engine with every option set, and these options, from which it can be made again."""
    if is_user_defined(engine):
        return engine, tuple(_options(engine))
    if engine.plans_by_memory:
        # Its plan depends on the limit, by default the free memory of this machine now.
        given: Any = engine
        engine = cast("Engine", replace(given, memory=memory_limit(given.memory)))
    kept: dict[str, Any] = dict(_options(engine))
    again = make_engine(engine.title, **kept)
    if type(again) is not type(engine) or (is_dataclass(again) and again != engine):
        raise InvalidModel("engine", f"a job's head cannot have all options of {engine.title}")
    return engine, tuple(kept.items())


def check_same(wanted: Engine, there: Engine) -> None:
    """Refuse an engine that differs from the job's engine, or has other options.

    ``auto`` accepts every engine, and an option with its default value was not asked for.
    """
    if wanted.name not in (AutoEngine.name, there.name):
        raise InvalidModel("engine", f"the job is counted by {there.title}, not by {wanted.title}")
    usual = options_of(type(wanted))
    for key in usual.keys() & options_of(type(there)).keys():
        value, has = getattr(wanted, key), getattr(there, key)
        if value not in (usual[key], has):
            raise InvalidModel(key, f"is {has!r} in the job, and not {value!r}")


def with_hint(
    engine: Engine, model: Model | CnfProblem, hint: Solution | Iterable[BoardLiteral | str]
) -> Engine:
    """Return the engine with a hint; see ``nqsat.solve``."""
    if "hint" not in options_of(type(engine)):
        raise UnsupportedByEngine(engine.name, "cannot use a hint", ("sat", "cpsat"))
    if isinstance(model, CnfProblem):
        raise InvalidModel("hint", "is for models, not for a formula; leave it out")
    if isinstance(hint, Solution):
        true = {*model.atoms_of(hint)}
        words = ["~" * (atom not in true) + atom.text_on(model.board) for atom in model.atoms]
    elif isinstance(hint, Iterable):
        words = [str(item) for item in ([hint] if isinstance(hint, str) else hint)]
    else:
        raise InvalidModel("hint", f"expected literals or a solution, got {hint!r}")
    if isinstance(model, Placement):
        with blaming("hint"):
            words = [str(model.literal(word)) for word in words]
    else:
        moves = {atom.text_on(model.board) for atom in model.atoms}
        # The model may write a move ``a1-b3`` as ``a1>b3``.
        arrows = [word.replace("-", ">") for word in words]
        pairs = zip(words, arrows, strict=True)
        words = [arrow if arrow.removeprefix("~") in moves else word for word, arrow in pairs]
    if both := sorted({*words} & {f"~{word}" for word in words}):
        raise InvalidModel("hint", f"{both[0][1:]} and {both[0]} contradict each other; keep one")
    given: Any = engine
    return cast("Engine", replace(given, hint=tuple(words)))


def _options(engine: Engine) -> Iterator[tuple[str, Option]]:
    """Yield the options of an engine; a default value that data cannot express is omitted."""
    for name, usual in options_of(type(engine)).items():
        value: Any = getattr(engine, name, _UNKNOWN)
        if type(value) in (str, int, float) or (type(value) is bool and value is not usual):
            yield name, value
        elif value is not usual and value != usual:
            has = "does not show it" if value is _UNKNOWN else f"has {repr(value)[:40]}"
            reason = f"engine {engine.title} {has}: a job's head has texts, numbers, true and false"
            raise InvalidModel(name, reason)
