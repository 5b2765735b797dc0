"""A model in plain sentences: pieces, board and rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nqsat.arguments import ARGUMENTS
from nqsat.chess import Board, Piece
from nqsat.chess.piece import COMMON_NAMES
from nqsat.modelling.factor import Factor
from nqsat.modelling.kinds import Kind, Number, short_names
from nqsat.modelling.model import Model, Requirement
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import NonAttacking, Permutation, Regions, Unattacked
from nqsat.modelling.tour import Tour
from nqsat.sources.families import Family

#: The names of pieces by their notation, as far as they have one.
_NAMES = {notation: name for name, notation in reversed(COMMON_NAMES.items())}
_NAMES["blocker"] = "piece"

#: Characters of a text that is to be read at one glance.
LONGEST = 240

#: A parameter in the words of a family: ``n``, ``2n``, ``n²``.
_PARAMETER = r"(?<![A-Za-z])([0-9]*)({})(²?)(?![A-Za-z])"


def sentences(model: Model) -> tuple[str, ...]:
    """A model in sentences; the first states the pieces or the tour."""
    first = _FIRST[type(model)](model) if type(model) in _FIRST else f"Solve {model!r}."
    rules = [item.value for item in model.requirements() if item.what == "rule"]
    battle, said = star_battle(model), [rule.sentence for rule in rules]
    if battle is not None:
        first, *said = battle.task
    given = [item.text for item in model.requirements() if item.what == "preset"]
    required = [item.text for item in model.requirements() if item.what in ARGUMENTS]
    last = [f"Given: {', '.join(given)}."] if given else []
    if required:
        last.append(f"Required: {', '.join(required)}.")
    return (first, *said, *last)


def in_words(model: Model, *, longest: int | None = LONGEST) -> str:
    """A model as one text: all of its sentences; only the first if they are longer."""
    first, *more = sentences(model)
    plain = NonAttacking().sentence
    if plain in more and isinstance(model, Placement) and model.objective is None:
        first = f"{first.removesuffix('.')} so that none attacks another."
        more.remove(plain)
    text = " ".join([first, *more])
    short = longest is None or len(text) <= longest
    return text if short else f"{first} The rules below also hold."


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


def statements_of(family: Family, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """A family in sentences, the first with numbers in place of its parameters."""
    return statement_of(family, parameters), *family.task[1:]


def _with_articles(text: str) -> str:
    """The text with ``a`` for ``an`` before numbers that are not said with a vowel first."""
    return re.sub(r"\ban (?=[0-9])(?!8|11\b|18\b)", "a ", text)


def sentence_of(requirement: Requirement, model: Model) -> str:
    """One requirement of a model, in one sentence."""
    what, value = requirement.what, requirement.value
    if what == model.key:
        return sentences(model)[0]
    names = short_names(model.kinds)
    text = f"{requirement.text} is given." if what == "preset" else f"{requirement.text}."
    if what == "rule":
        text = value.sentence
    elif what == "number":
        kind = next(kind for kind in model.kinds if kind.name == value)
        short = names[value] != value
        text = f"Place {f'{kind.number.words} of {value}' if short else _number_and_name(kind)}."
    elif what == "preset" and names.get(value.kind, value.kind) != value.kind:
        text = f"Given: {model.board.name(value.square)} is {value.kind}."
    return re.sub(r"\w+:\w+", lambda found: names.get(found[0], found[0]), text)


# -- models ------------------------------------------------------------------------------


def called(kind: Kind, *, several: bool = True) -> str:
    """A kind in words: ``queens``, ``white knights``, ``pieces (fW)``, and of tiles ``pieces l``."""
    name = kind.piece.name or _NAMES.get(kind.piece.notation, "")
    ending = "" if not several else "es" if name[-1:] in ("s", "z") else "s"
    words = f"{name}{ending}" if name else f"piece{'s' * several} ({kind.piece.notation})"
    order = (words, kind.label) if len(kind.label) == 1 else (kind.label, words)
    return " ".join(filter(None, order))


def one_of(kind: Kind) -> str:
    """One piece of a kind in words: ``a queen``, ``an amazon``."""
    return _with_article(called(kind, several=False))


def _with_article(name: str) -> str:
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def the_board(board: Board) -> str:
    """A board in words: ``an 8 × 8 board``, ``a 5 × 5 torus with 2 holes``."""
    words = board.geometry.words
    return _with_articles(f"{'an' if words[0].isdigit() else 'a'} {words}{board.cells_left_out}")


def placed(model: Placement) -> str:
    """The pieces of a model: ``8 queens``, ``any number of kings and 2 rooks``."""
    several = [_number_and_name(kind) for kind in model.kinds]
    words = [", ".join(several[:-1]), several[-1]] if len(several) > 1 else several
    return " and ".join(words) or "nothing"


def _number_and_name(kind: Kind) -> str:
    said = kind.number.low if kind.number.high is None else kind.number.high
    return f"{kind.number.words} {called(kind, several=said != 1)}"


class StarBattle(NamedTuple):
    """A map of regions, a line for each row; how many stars, or queens, each row, column and region has."""

    regions: tuple[str, ...]
    stars: int
    queens: bool = False

    @property
    def star(self) -> str:
        """The piece: a star or a queen."""
        return "queen" if self.queens else "star"

    @property
    def task(self) -> tuple[str, str]:
        """The rules as puzzles print them."""
        number = f"one {self.star}" if self.stars == 1 else f"{self.stars} {self.star}s"
        return (
            f"Place {number} in every row, column and region.",
            f"{self.star.capitalize()}s do not touch, not even diagonally.",
        )


def star_battle(model: Model) -> StarBattle | None:
    """The model as a star battle; None if it is another puzzle.

    Stars are kings, as are the queens of the puzzle called Queens, whose letter is Q.
    """
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
        return StarBattle(regions.map, lines.bounds.low, model.kinds[0].symbol == "Q")
    return None


def _placement(model: Placement) -> str:
    wanted = ""
    if model.objective is not None:
        most = "most" if model.objective.sense == "maximise" else "fewest"
        measure = model.objective.measure
        what = "unattacked squares" if isinstance(measure, Unattacked) else measure.words
        wanted = f", with the {most} {what} that are possible"
    return f"Place {placed(model)} on {the_board(model.board)}{wanted}."


def name_of(piece: Piece) -> str:
    """The usual name of a piece: ``knight``, ``piece (1,4)``."""
    return piece.name or _NAMES.get(piece.notation, f"piece {piece.notation}")


def _tour(model: Tour) -> str:
    back = "and return to the first" if model.closed else "each once"
    piece = _with_article(name_of(model.piece))
    if model.visit is not None:
        what = "cycle" if model.closed else "path"
        many = "some" if model.visit == Number() else model.visit.words
        squares = f"{many} squares of {the_board(model.board)}, each once"
        return f"Make a {what} of {piece} through {squares}."
    return f"Visit every square of {the_board(model.board)} with {piece}, {back}."


def _factor(model: Factor) -> str:
    if model.ends:
        pairs = " and ".join(pair.text_on(model.board) for pair in model.ends)
        path = f"Join the ends of {pairs} by paths of {_with_article(name_of(model.piece))}"
        every = "; they visit every square" if model.degree.low else ""
        return f"{path} on {the_board(model.board)}, no two of which share a square{every}."
    number = Number.parse(model.degree).words
    maximal = "; no other move can be added" if model.maximal else ""
    if (wish := model.objective) is not None:
        most = "most" if wish.sense == "maximise" else "fewest"
        maximal += f"; of all such sets, one with the {most} {wish.measure.words}"
    of = f"moves of {_with_article(name_of(model.piece))} on {the_board(model.board)}"
    return f"Choose {of}: {number} at every square{maximal}."


_FIRST: Mapping[type, Callable[[Any], str]] = {Placement: _placement, Tour: _tour, Factor: _factor}
