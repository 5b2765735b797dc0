"""A model in plain sentences: what stands on which board, and what each rule says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from nqsat.chess import Board, Piece
from nqsat.chess.piece import COMMON_NAMES
from nqsat.modelling.factor import Factor
from nqsat.modelling.family import Family
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model
from nqsat.modelling.placement import Placement
from nqsat.modelling.requirements import TOUR_ARGUMENTS, Requirement, text_of_rule
from nqsat.modelling.rules import (
    Among,
    Amount,
    Armies,
    Connected,
    Degrees,
    DistinctDifferences,
    Domination,
    Invariant,
    Irredundant,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Permutation,
    Regions,
    Rule,
    Stabiliser,
    Unattacked,
)
from nqsat.modelling.tour import Tour

#: The names of pieces by their notation, as far as they have one.
_NAMES = {notation: name for name, notation in reversed(COMMON_NAMES.items())} | {
    "blocker": "piece"
}

#: Characters of a text that is to be read at one glance.
LONGEST = 240

#: A parameter in the words of a family: ``n``, ``2n``, ``n²``.
_PARAMETER = r"(?<![A-Za-z])([0-9]*)({})(²?)(?![A-Za-z])"


def sentences(model: Model) -> tuple[str, ...]:
    """What a model asks for, in sentences; the first says what is placed, or which tour is made."""
    first = _FIRST[type(model)](model) if type(model) in _FIRST else f"Solve {model!r}."
    rules = [one.value for one in model.requirements() if one.what == "rule"]
    battle, said = star_battle(model), [*map(sentence_of_rule, rules)]
    if battle is not None:
        first, *said = battle.task
    given = [one.text for one in model.requirements() if one.what == "preset"]
    required = [one.text for one in model.requirements() if one.what in TOUR_ARGUMENTS]
    last = [f"Given: {', '.join(given)}."] if given else []
    if required:
        last.append(f"Required: {', '.join(required)}.")
    return (first, *said, *last)


def in_words(model: Model) -> str:
    """What a model asks for as one short text: all of its sentences, or the first if they are long."""
    first, *more = sentences(model)
    plain = sentence_of_rule(NonAttacking())
    if plain in more and isinstance(model, Placement) and model.objective is None:
        first = f"{first.removesuffix('.')} so that none attacks another."
        more.remove(plain)
    text = " ".join([first, *more])
    return text if len(text) <= LONGEST else f"{first} The rules below also hold."


def statement_of(family: Family, parameters: Mapping[str, Any]) -> str:
    """The first sentence of a family, with numbers in place of its parameters."""
    text = family.summary

    def value(found: re.Match[str]) -> str:
        number = parameters[found[2]]
        if not isinstance(number, int):
            return str(number) if not (found[1] or found[3]) else found[0]
        return str(int(found[1] or 1) * number ** (2 if found[3] else 1))

    for name in parameters:
        if len(name) == 1:
            text = re.sub(_PARAMETER.format(name), value, text)
    return _with_articles(text)


def _with_articles(text: str) -> str:
    """The text with ``a`` for ``an`` before numbers that are not said with a vowel first."""
    return re.sub(r"\ban (?=[0-9])(?!8|11\b|18\b)", "a ", text)


def sentence_of_rule(rule: Rule) -> str:
    """What a rule says, in one sentence; of a user's rule its name."""
    say = _RULES.get(type(rule))
    return f"{text_of_rule(rule)}." if say is None else say(rule)


def sentence_of(requirement: Requirement, model: Model) -> str:
    """What one requirement of a model says, in one sentence."""
    what, value = requirement.what, requirement.value
    if what == "rule":
        return sentence_of_rule(value)
    if what == model.key:
        return sentences(model)[0]
    if what == "number":
        kind = next(one for one in model.kinds if one.name == value)
        return f"Place {_number_and_name(kind)}."
    return f"{requirement.text} is given." if what == "preset" else f"{requirement.text}."


# -- models ------------------------------------------------------------------------------


def called(kind: Kind, *, several: bool = True) -> str:
    """A kind in words: ``queens``, ``white knights``, ``pieces (fW)``."""
    name = _NAMES.get(kind.piece.notation, "")
    ending = "" if not several else "es" if name[-1:] in ("s", "z") else "s"
    words = f"{name}{ending}" if name else f"piece{'s' * several} ({kind.piece.notation})"
    return f"{kind.label} {words}".strip()


def one_of(kind: Kind) -> str:
    """One man of a kind in words: ``a queen``, ``an amazon``."""
    return _with_article(called(kind, several=False))


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _kinds(names: Iterable[str] | None) -> str:
    """Some kinds by their names, as in messages; ``piece`` for all."""
    return "piece" if names is None else " or ".join(names)


def the_board(board: Board) -> str:
    """A board in words: ``an 8 × 8 board``, ``a 5 × 5 torus with 2 holes``."""
    match = re.fullmatch(r"(?:(torus|cylinder):)?([0-9]+(?:x[0-9]+)+)( with .*)?", board.title)
    if match is None:
        side = f"a hexagonal board of side {board.hexagon}"
        return side if board.hexagon else f"the board {board.title}"
    size = match[2].replace("x", " × ")
    return _with_articles(f"an {size} {match[1] or 'board'}{match[3] or ''}")


def amount_of(number: Number) -> str:
    """A number in words: ``8``, ``at least 2``, ``2 to 4``, ``any number of``."""
    if number.low == number.high:
        return str(number.low)
    if number.high is None:
        return f"at least {number.low}" if number.low else "any number of"
    return f"{number.low} to {number.high}" if number.low else f"at most {number.high}"


def placed(model: Placement) -> str:
    """What a model places: ``8 queens``, ``any number of kings and 2 rooks``."""
    several = [_number_and_name(kind) for kind in model.kinds]
    words = [", ".join(several[:-1]), several[-1]] if len(several) > 1 else several
    return " and ".join(words) or "nothing"


def _number_and_name(kind: Kind) -> str:
    said = kind.number.low if kind.number.high is None else kind.number.high
    return f"{amount_of(kind.number)} {called(kind, several=said != 1)}"


class StarBattle(NamedTuple):
    """A map of regions, a line for each row, and how many stars each row, column and region has."""

    regions: tuple[str, ...]
    stars: int

    @property
    def task(self) -> tuple[str, str]:
        """The rules as puzzles print them."""
        stars = "one star" if self.stars == 1 else f"{self.stars} stars"
        return (
            f"Place {stars} in every row, column and region.",
            "Stars do not touch, not even diagonally.",
        )


def star_battle(model: Model) -> StarBattle | None:
    """What a model is as a star battle, whose stars are kings; None if it is another puzzle."""
    rules = {type(rule): rule for rule in model.rules}
    regions, lines = rules.get(Regions), rules.get(Permutation)
    if (
        isinstance(regions, Regions)
        and isinstance(lines, Permutation)
        and len(model.rules) == len(rules) == 3
        and NonAttacking() in model.rules
        and regions.bounds == lines.bounds
        and lines.bounds.low == lines.bounds.high
        and [kind.piece for kind in model.kinds] == [Piece.parse("K")]
    ):
        return StarBattle(regions.map, lines.bounds.low)
    return None


def _placement(model: Placement) -> str:
    wanted = ""
    if model.objective is not None:
        most = "most" if model.objective.sense == "maximise" else "fewest"
        what = "unattacked squares" if isinstance(model.objective.measure, Unattacked) else "pieces"
        wanted = f", with the {most} {what} that are possible"
    return f"Place {placed(model)} on {the_board(model.board)}{wanted}."


def name_of(piece: Piece) -> str:
    """What people call a piece: ``knight``, ``piece (1,4)``."""
    return _NAMES.get(piece.notation, f"piece {piece.notation}")


def _tour(model: Tour) -> str:
    back = "and return to the first" if model.closed else "each once"
    piece = _with_article(name_of(model.piece))
    return f"Visit every square of {the_board(model.board)} with {piece}, {back}."


def _factor(model: Factor) -> str:
    number = amount_of(Number.parse(model.degree))
    maximal = "; no other move can be added" if model.maximal else ""
    of = f"moves of {_with_article(name_of(model.piece))} on {the_board(model.board)}"
    return f"Choose {of}: {number} at every square{maximal}."


_FIRST: Mapping[type, Callable[[Any], str]] = {Placement: _placement, Tour: _tour, Factor: _factor}


# -- rules -------------------------------------------------------------------------------


def _pairs(rule: NonAttacking | Maximal) -> str:
    if rule.between is None:
        return ""
    return f" ({', '.join('-'.join(pair) for pair in sorted(rule.between))} only)"


def _blocking_clause(rule: Any) -> str:
    return "; a piece in between blocks an attack" if rule.blocking else ""


def _domination(rule: Domination) -> str:
    by = "" if rule.kinds is None else f" by a {_kinds(rule.kinds)}"
    what = "is attacked" if rule.variant == "total" else "is occupied or attacked"
    if rule.variant == "efficient":
        what = "is covered (occupied or attacked) exactly once"
    elif rule.times is not None:
        what += f" at least {amount_of(Number(rule.times, rule.times))} times"
    peace = ", and no piece attacks another" if rule.variant == "independent" else ""
    minimal = ", and each piece is needed for that" if rule.minimal else ""
    return f"Every square {what}{by}{peace}{minimal}{_blocking_clause(rule)}."


def _degrees(rule: Degrees) -> str:
    voice = "attacks" if rule.direction == "attacks" else "is attacked by"
    others = "others" if rule.others is None else " or ".join(rule.others)
    number = amount_of(rule.bounds)
    return f"Each {_kinds(rule.of)} {voice} {number} {others}{_blocking_clause(rule)}."


def _connected(rule: Connected) -> str:
    of = "" if rule.kinds is None else f" ({_kinds(rule.kinds)})"
    what = f"pieces{of}" if rule.of == "occupied" else f"squares without a piece{of}"
    by = "their attacks" if rule.by is None else f"the moves of {rule.by}"
    form = "a tree" if rule.acyclic else "one group"
    return f"The {what} form {form}, joined by {by}."


def _armies(rule: Armies) -> str:
    equal = ", and all colours have as many pieces" if rule.equal else ""
    return f"Pieces of different colours do not attack one another{equal}{_blocking_clause(rule)}."


def _amount(rule: Amount) -> str:
    measure: Any = rule.measure
    of = "" if measure.kinds is None else f" ({_kinds(measure.kinds)})"
    number = amount_of(rule.bounds)
    if isinstance(measure, Unattacked):
        squares = f"squares that are neither occupied nor attacked{of}"
        return f"There are {number} {squares}{_blocking_clause(measure)}."
    return f"There are {number} pieces{of}."


def _bounded(place: str) -> Callable[[Any], str]:
    def say(rule: Permutation | Regions) -> str:
        one = rule.bounds == Number(1, 1)
        what = f"{_kinds(rule.kinds)}{'' if one or rule.kinds else 's'}"
        return f"Every {place} has {amount_of(rule.bounds)} {what}."

    return say


_RULES: Mapping[type, Callable[[Any], str]] = {
    NonAttacking: lambda rule: f"No piece attacks another{_pairs(rule)}{_blocking_clause(rule)}.",
    Maximal: lambda rule: (
        f"No piece can be added without an attack{_pairs(rule)}{_blocking_clause(rule)}."
    ),
    Domination: _domination,
    Irredundant: lambda rule: (
        f"Each {_kinds(rule.kinds)} covers a square, which may be its own, that no other covers."
    ),
    Degrees: _degrees,
    Connected: _connected,
    Armies: _armies,
    Amount: _amount,
    Permutation: _bounded("rank and file"),
    Regions: _bounded("region"),
    NoThreeInLine: lambda _: "No three pieces stand on a straight line.",
    DistinctDifferences: lambda _: "No two pairs of pieces are apart by the same vector.",
    Invariant: lambda rule: f"The board looks the same after {', '.join(rule.names)}.",
    Stabiliser: lambda rule: (
        f"The board has exactly these symmetries: {', '.join(rule.names) or 'none'}."
    ),
    Among: lambda rule: (
        f"Of {', '.join(map(str, rule.literals))} there are {amount_of(Number.parse(rule.number))}."
    ),
}
