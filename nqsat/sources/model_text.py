"""The text of a model, ``8x8 Q=8 non-attacking``: parsed, completed, and checked whether it says all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

from nqsat.arguments import ARGUMENTS, arguments_of
from nqsat.chess.cells import Meaning
from nqsat.errors import InvalidModel, blaming, error_text, folded
from nqsat.modelling.argument_types import TYPES
from nqsat.modelling.factor import Factor
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import RULES, NonAttacking, Rule, find_rule
from nqsat.modelling.rules import rule as rule_of
from nqsat.modelling.schema import MODELS
from nqsat.modelling.text_helpers import dotted
from nqsat.modelling.tour import Tour
from nqsat.sources.user_files import names_a_file, user_class

#: A number of pieces and the piece, the wrong way round: ``8Q``.
_NUMBER_FIRST = re.compile(r"([0-9]{1,9})[x*\s]?([A-Za-z][\w:-]*)", re.ASCII)

#: A number after a colon, as in other programs.
_COLON = re.compile(r"([A-Za-z][\w:-]*?):([0-9]{1,9})", re.ASCII)

#: A number of pieces that is an objective.
_WISHED = {
    **dict.fromkeys(("max", "maximum", "most"), "maximise"),
    **dict.fromkeys(("min", "minimum", "fewest", "least"), "minimise"),
}

#: The separator of pieces with their numbers; the comma in (1,4) does not.
_SEVERAL = re.compile(r"[,;\s]+(?=[^,;\s()=]+=|\()")


def in_place(
    board: str,
    pieces: Iterable[str],
    rules: Iterable[str] = (),
    presets: Iterable[str | Path] = (),
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    read_as: Meaning | None = None,
) -> Model:
    """The placement that command-line words describe.

    Args:
        board: ``8x8``, ``torus:7x7``, ``cylinder:5x6``, ``file:map.txt``.
        pieces: ``Q=8``, ``white:Q=any``, ``N=3..5``; ``own.py:attacks=8`` runs a file, see ``Placement``.
        rules: ``NAME`` or ``NAME=VALUE``; non-attacking where none is given.
        presets: ``Q@a1``, ``-@b2``, or files of boards.
        maximise: a measure: ``pieces``, ``pieces=white:Q``, ``unattacked``, ``sum=3*Q@a1,~Q@b3``.
        minimise: the same; one of the two at most.
        read_as: what the cells of a grid mean, see ``nqsat.chess.cells``.

    Raises:
        InvalidModel: a word cannot be read; a piece without a number is refused with that hint.
    """
    numbers: dict[Any, str] = {}
    for word in pieces:
        name, equals, number = word.rpartition("=")
        if "=" in name:
            several = " ".join(f"--piece {piece}" for piece in _SEVERAL.split(word))
            raise InvalidModel("piece", f"{word!r} is several; write {several}")
        if not equals and (turned := _NUMBER_FIRST.fullmatch(word)):
            reason = f"{word!r}: the piece comes first; write {turned[2]}={turned[1]}"
            raise InvalidModel("piece", reason)
        if not equals and (split := _COLON.fullmatch(word)):
            reason = f"{word!r}: the number comes after =; write {split[1]}={split[2]}"
            raise InvalidModel("piece", reason)
        if not equals or not name or not number:
            some = "Q" if not word or set(word) & set("= @~") else word
            with blaming("piece"):
                Kind.parse(some, 1)  # or the advice is refused next
            raise InvalidModel("piece", f"{word!r} has no number: write {some}=8 or {some}=any")
        if wish := _WISHED.get(number.lower()):
            reason = f"{word!r}: write --piece {name}=any --{wish} pieces={name}"
            raise InvalidModel("piece", reason)
        piece = user_class("piece", name, Callable, values=True) or name  # type: ignore[arg-type]
        if piece in numbers:
            raise InvalidModel("piece", f"{name!r} is given twice; give one number for both")
        with blaming("piece"):
            Number.parse(number := dotted(number))
        numbers[piece] = number
    if not numbers:
        Placement(board, {})  # which may also be at fault
        raise InvalidModel("piece", "none is given: add --piece Q=8")
    stated = tuple(rules)
    usual = () if stated else (NonAttacking(),)
    if "none" in stated and len(stated) > 1:
        reason = "none means no rule; leave out none, or the other rules"
        raise InvalidModel("rule", reason)
    if stated == ("none",):
        stated = ()
    model = Placement(board, numbers, usual, read_as=read_as)
    return refined(model, rules=stated, presets=presets, maximise=maximise, minimise=minimise)


#: How a text says an objective.
_WISHES = ("maximise", "minimise")

#: Words that a text may have several times, besides arguments.
_SEVERAL_TIMES = {"pieces", "rules", "presets"}


def _words_before() -> dict[str, str]:
    """The words of a text that the next word belongs to, and what that is of the model."""
    found = {"tour": "tour", "factor": "factor"}
    for name, row in ARGUMENTS.items():
        if row.type == "objective":
            found |= {wish: wish for wish in _WISHES}
        elif row.type != "flag":
            found[row.word] = name
    return {**found, "preset": "presets"}


def _values(given: Mapping[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    """The words of each name as a model takes them; what a text says once is one value."""
    for name, words in given.items():
        row = ARGUMENTS.get(name)
        several = name in _SEVERAL_TIMES if row is None else row.several
        if len(words) > 1 and not several:
            raise InvalidModel(name, f"is given twice: {', '.join(words)}")
        value = words if several else words[0]
        yield name, value if row is None else TYPES[row.type].parse(value)


def whole_text(model: Model) -> str | None:
    """Return the text of a model, if it says all: ``parse`` makes an equal model of it; else None."""
    try:
        text = model.text
        return text if parse(text) == model else None
    except InvalidModel:
        return None


def parse(text: str) -> Model:
    """The model of a text, the inverse of ``model.text``: ``8x8 Q=8 non-attacking preset Q@a1``.

    The board comes first; then pieces with their numbers and rules (non-attacking where none is given), or
    ``tour`` or ``factor`` with a piece. Other words are ``preset``, ``maximise``, ``minimise``, ``open``,
    ``unit``, ``degree``, ``maximal``, ``visit``, ``from``, ``to``, ``through``, ``avoiding``, ``ends``,
    ``visiting``, ``order``, ``number`` and ``fixed-by``, with what they say behind them.

    Raises:
        InvalidModel: a word cannot be read, or says nothing of such a model.
    """
    board, *words = text.split() or [""]
    return of_words(board, words)


def of_words(board: str, words: Iterable[str], read_as: Meaning | None = None) -> Model:
    """The model of a board and the words behind it; see ``parse``, and ``in_place`` for ``read_as``."""
    rest, before = iter(words), _words_before()
    rules = {"none", *(folded(rule.name) for rule in RULES)}
    flags = {row.word: name for name, row in ARGUMENTS.items() if row.type == "flag"}
    given: dict[str, Any] = {}
    for word in rest:
        is_rule = folded(word.partition("=")[0]) in rules
        if word in before:
            value = next(rest, "")
            if value in before and word not in _WISHES:  # moves are also a measure
                raise InvalidModel(word, f"has no value; {value} follows it")
            given.setdefault(before[word], []).append(value)
        elif word in flags and (not is_rule or {*ARGUMENTS[flags[word]].of} & given.keys()):
            given[flags[word]] = [not ARGUMENTS[flags[word]].usual]
        else:
            if names_a_file(word):
                raise InvalidModel("model", f"{word!r}: a text runs no file; give --piece {word}")
            given.setdefault("rules" if is_rule else "pieces", []).append(word)
    given = dict(_values(given))
    made: Callable[..., Model] = in_place
    allowed, given["pieces"] = {*Placement.options(), "pieces"}, given.get("pieces", [])
    for kind in (Tour, Factor):
        if kind.key in given:
            made, allowed = kind, {*arguments_of(kind.key), *kind.options()}
            given["piece"], allowed = given.pop(kind.key), {*allowed, "piece"}
            given = {name: value for name, value in given.items() if value != []}
    if others := [name for name in given if name not in allowed]:
        said = ", ".join(given["pieces"]) if others[0] == "pieces" else others[0]
        known = ", ".join(word for word, name in before.items() if name in allowed)
        key = getattr(made, "key", Placement.key)
        raise InvalidModel("model", f"{said} does not belong to a {key}; choose from {known}")
    moves = () if made is in_place else (*_WISHES, "rules")
    more = {name: given.pop(name) for name in moves if name in given}
    return refined(made(board, **given, read_as=read_as), **more)


def refined(model: Model, **more: Any) -> Model:
    """A model of which more is required, in words as for ``in_place``; numbers of a tour are ``a1=1``.

    Args:
        model: which.
        more: of a placement ``rules``, ``presets``, ``maximise`` and ``minimise``, of a tour ``rules``,
            ``start``, ``end``, ``through``, ``avoiding``, ``order`` and ``numbers``.

    Raises:
        InvalidModel: a word cannot be read, is not for this kind of model, or contradicts the model.
    """
    given = {name: value for name, value in more.items() if value}
    if not given:
        return model
    for name in given:
        if name not in model.options():
            kind = next(kind for kind in MODELS if name in kind.options())
            option = ARGUMENTS[name].word if name in ARGUMENTS else name.removesuffix("s")
            raise InvalidModel(f"--{option}", f"is only for {kind.key}s")
    if "rules" in given:
        given["rules"] = [_parse_rule(word, model) for word in given["rules"]]
    with _name_added_rule(given.get("rules", []), model):
        more_required: Model = model.refined(**given)
        return more_required


@contextmanager
def _name_added_rule(rules: list[Rule], model: Model) -> Iterator[None]:
    """Name a rule that does not fit the model it is added to, not its place there."""
    try:
        yield
    except InvalidModel as error:
        before = len(model.added)
        match error.path:
            case ("rules", int(place), *inner) if place >= before:
                error.reason = ": ".join([*map(str, inner), error.reason])
                error.place(f"rule {rules[place - before].name}")
        raise


def _parse_rule(word: str, model: Model) -> Rule:
    name, equals, value = word.partition("=")
    if name == "none":
        reason = "none is for --board with --piece; the rules of a MODEL stay"
        raise InvalidModel("rule", reason)
    if name.endswith(".py"):
        raise InvalidModel("rule", f"{name}: say which rule it is: {name}:NAME")
    if not (model.is_placement or names_a_file(name)) and name not in {rule.name for rule in RULES}:
        own = "rules of your own, FILE.py:NAME"
        reason = f"{name!r} is unknown; of a {model.key} there are among=a1-b3,number=1, and {own}"
        raise InvalidModel("rule", reason)
    kind = user_class("rule", name, (Rule, FunctionType), values=True) or find_rule(name)
    if isinstance(kind, FunctionType):
        kind = rule_of(kind)
    if isinstance(kind, Rule):  # made of a function
        if equals:
            raise InvalidModel(f"rule {name}", f"takes no value; leave out ={value}")
        return kind
    try:
        rule: Rule = kind.parse(value if equals else None)
    except TypeError as error:  # of a class of the user's own that has to be told something
        raise InvalidModel(f"rule {name}", error_text(error)) from error
    return rule
