"""Engines by their names and options."""

from __future__ import annotations

from typing import Any

from nqsat.engines.auto import AutoEngine
from nqsat.engines.contract import Engine, options_of
from nqsat.errors import InvalidModel, choose, close_to, error_text
from nqsat.sources import user_class


def find_engine(name: str) -> type[Engine]:
    """Return the engine of this name, or the user's class that ``file.py:Class`` refers to."""
    if kind := user_class("engine", name, Engine):
        found: type[Engine] = kind
        return found
    if name == AutoEngine.name:
        return AutoEngine  # the usual one needs no list of all
    engines: dict[str, type[Engine]] = {kind.name: kind for kind in _all_engines()}
    # A solver or an encoding is an option of an engine; people know solvers without their versions.
    for kind in engines.values() if name and name not in engines else ():
        for option, values in kind.choices.items():
            if meant := next((x for x in values if x.startswith(name)), None):
                what = f"{'an' if option[0] in 'aeiou' else 'a'} {option} of {kind.name}"
                reason = f"{name!r} is {what}: write {kind.name}/{meant}"
                raise InvalidModel("engine", reason)
    return choose("engine", name, engines.values())


def is_user_defined(engine: Engine) -> bool:
    """Whether an engine is user-defined, and not one of nqsat's."""
    if type(engine) is AutoEngine or type(engine) in _all_engines():
        return False
    from nqsat.engines.frontier.clauses import ClausesEngine

    return type(engine) is not ClausesEngine


def make_engine(text: str, *, isolated: bool = False, **options: str | float | None) -> Engine:
    """Make the engine of this name with options; an option that is None keeps its default.

    The text may be a whole title as in answers: ``sat/cadical195/totalizer``. ``isolated`` is passed to an
    engine that has this option. InvalidModel: there is no such engine or option, or the value is not
    allowed.
    """
    name, kind, given = _read_title(text)
    for option, value in options.items():
        if value is not None and given.setdefault(option, value) != value:
            raise InvalidModel(option, f"is {given[option]} in {text!r}; leave out {value}")
    for option in given:
        if option not in options_of(kind):
            having = [engine.name for engine in _all_engines() if option in options_of(engine)]
            reason = f"engine {name} has no such option"
            if having:
                most, last = ", ".join(having[:-1]), having[-1]
                reason += (
                    f"; only {f'{most} and ' * bool(most)}{last} {'have' if most else 'has'} it"
                )
                if option == "seed":  # as people ask for another solution
                    reason += "; sample draws solutions at random"
            else:
                own = ", ".join(options_of(kind))
                reason += f"; it has {own}" if own else "; it has none"
            raise InvalidModel(option, reason)
    if isolated and "isolated" in options_of(kind):
        given["isolated"] = True
    try:
        return kind(**given)
    except TypeError as error:
        if kind in _all_engines():
            raise
        raise InvalidModel("engine", error_text(error)) from error


def _read_title(text: str) -> tuple[str, type[Engine], dict[str, Any]]:
    """Parse a title: the engine's name, its class, and the options after slashes."""
    if kind := user_class("engine", text, Engine):
        return text, kind, {}
    name, *words = text.split("/")
    kind = find_engine(name)
    given: dict[str, Any] = {}
    for word in words:
        option, value = kind.option(word) or ("", None)
        if option in given or not option:
            raise InvalidModel("engine", _unknown_choice(kind, word))
        given[option] = value
    return name, kind, given


def _unknown_choice(kind: type[Engine], word: str) -> str:
    """The error about a word after an engine's name; short, so that all solvers fit on the line."""
    known = [value for values in kind.choices.values() for value in values]
    if word in known:
        option = next(name for name, values in kind.choices.items() if word in values)
        return f"{word!r} is a second {option}; leave one out"
    if not known:
        return f"{word!r} is unknown; write {kind.name} alone"
    near = close_to(word, known)[:2]
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    option, values = next(iter(kind.choices.items()))
    return f"{word!r} is unknown{meant}; {option}s: {', '.join(values)}"


def _all_engines() -> tuple[type[Engine], ...]:
    from nqsat.engines.every import all_engines

    return all_engines()
