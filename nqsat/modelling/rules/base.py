"""The base classes of rules: one requirement of a model, with its meaning, its encoding and its text form.

A rule declares its fields once, ``fields = {"variant": Choice(...), "blocking": FLAG}``. It can then be
read and written as a JSON object, and read after ``=`` in ``--rule NAME=VALUE``. There VALUE is a list
separated by commas: a flag's name sets the flag, ``field=value`` sets a field, and every other item
belongs to the first field: ``domination=total,blocking``.
"""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar, cast

from nqsat.chess import Symmetry
from nqsat.errors import InvalidModel, check_free, close_to, no_and
from nqsat.modelling.arrangement import PlacedPiece
from nqsat.modelling.kinds import Bounds, Number
from nqsat.modelling.rules.fields import COMMA, FLAG, TEXT, WHOLE, Field, Rename, items_of
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint

#: The name before ``=`` where a field is set.
_FIELD = re.compile(r"[a-z_]+", re.ASCII)

#: A place, row and column, and what stands there.
ClueMark = tuple[tuple[float, float], str]

#: A predicate of solutions, or of subsets of them.
Meaning = Callable[[Any], bool]


class Serialisable(ABC):
    """A named frozen dataclass that can be read from and written to JSON: a rule or a measure."""

    __slots__ = ()

    #: ``rule`` or ``measure``, for messages.
    what: ClassVar[str]

    #: The name in JSON and on the command line.
    name: ClassVar[str]

    #: Its fields, as JSON and the command line name them.
    fields: ClassVar[Mapping[str, Field]] = MappingProxyType({})

    def __post_init__(self) -> None:
        # Every constructed value is valid: its fields are read here, however it was made.
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name in self.fields and not (value is None and field.default is None):
                with naming_field(field.name):
                    value = self.fields[field.name].read(value)
                object.__setattr__(self, field.name, value)

    def check(self, setting: Any) -> None:
        """Check the value when a model is constructed; by default refuse kinds that the model lacks."""
        known = [kind.name for kind in setting.kinds]
        for name, value in self._given_fields.items():
            for kind in sorted(self.fields[name].kinds(value)):
                if kind not in known:
                    reason = f"the model has no {kind!r}; it has {', '.join(known)}"
                    raise InvalidModel(name, reason + self._other_words(name, kind))

    def _other_words(self, field: str, word: str) -> str:
        """Other meanings of a word without a name that is taken for a kind and is none."""
        if field != next(iter(self.fields)):
            return ""
        others = [x for x in self.fields if self.fields[x] is FLAG]
        others += [option for x in self.fields.values() for option in x.options]
        variants = f"the variants of {self.name} are {', '.join(others)}"
        reason = variants if others else f"{self.name} has no variants"
        is_rule = f", and {word} is a rule of its own" if word in {x.name for x in RULES} else ""
        return f"; {reason}{is_rule}"

    def to_json(self) -> dict[str, object]:
        """Return the fields as JSON data, without None and False (the schema adds the name)."""
        given = self._given_fields.items()
        return {name: self.fields[name].write(value) for name, value in given if value is not False}

    @property
    def text(self) -> str:
        """The value as on the command line: ``domination=total,blocking``."""
        return f"{self.name}={','.join(self.option_words)}" if self.option_words else self.name

    @property
    def option_words(self) -> list[str]:
        """The fields as on the command line; a word without a name belongs to the first of them."""
        words: list[str] = []
        for name, value in self._given_fields.items():
            if isinstance(value, bool):
                words += [name] * value
            else:
                before = "" if name == next(iter(self.fields)) else f"{name}="
                words += [f"{before}{item}" for item in self.fields[name].items(value)]
        return words

    @property
    def _given_fields(self) -> dict[str, Any]:
        given = {name: getattr(self, name) for name in self.fields}
        return {name: value for name, value in given.items() if value is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Construct the value from its fields; the inverse of ``to_json``."""
        for name, value in data.items():
            if name not in cls.fields:
                raise InvalidModel(name, f"unknown field; {_fields_text(cls.fields)}")
            if value is None:
                reason = "expected a value; leave the field out where there is none"
                raise InvalidModel(name, reason)
        return cls._from_values(data)

    def rename_kinds(self, call: Rename) -> Self:
        """Return a copy with every kind renamed by ``call``."""
        given = self._given_fields.items()
        found = {name: self.fields[name].rename(value, call) for name, value in given}
        return dataclasses.replace(self, **found) if found else self  # type: ignore[type-var]

    def moved(self, change: Change) -> Self:
        """Return a copy with the kinds as a change renames them: the image, if no field has squares."""
        return self.rename_kinds(change.kinds.__getitem__)

    def moved_with_attacks(
        self, change: Change, kinds: Iterable[str] | None, *, blocking: bool
    ) -> Self | None:
        """As ``moved``; None if the change does not preserve the attacks of these kinds, None for all."""
        kept = change.preserves_attacks(kinds, blocking=blocking)
        return self.moved(change) if kept else None

    @classmethod
    def parse(cls, value: str | None) -> Self:
        """Construct the value from the text after ``=`` in NAME=VALUE on the command line."""
        try:
            fields = cls.fields or _declared(cls)
            return cls._from_values(_from_words(fields, value) if value else {})
        except InvalidModel as error:
            raise InvalidModel(f"{cls.what} {cls.name}", str(error)) from None

    @classmethod
    def _from_values(cls, values: Mapping[str, Any]) -> Self:
        for field in _dataclass_fields(cls):
            if field.default is dataclasses.MISSING and field.name not in values:
                reason = f"is missing; on the command line {cls.name}={field.name.upper()}"
                raise InvalidModel(field.name, reason)
        return cls(**values)


#: Every rule that models in JSON and on the command line may name; the default first, then by name.
RULES: list[type[Rule]] = []

R = TypeVar("R", bound="type[Rule]")


def listed(rule: R) -> R:
    """Register a rule: models in JSON and on the command line may name it, and help shows it.

    Raises:
        InvalidModel: another rule has this name.
    """
    known = next((known for known in RULES if known.name == rule.name), None)
    check_free("rule", rule.name, known, rule)
    RULES[:] = [other for other in RULES if other is not known]
    rule.example = rule.example or rule.name
    RULES.append(rule)
    RULES.sort(key=lambda known: (known.name != "non-attacking", known.name))
    return rule


def named(kinds: Iterable[str] | None) -> str:
    """Some kinds by their names, as in messages; ``piece`` for all."""
    return "piece" if kinds is None else " or ".join(kinds)


def blocking_text(rule: Any) -> str:
    """The words about a rule or a measure if pieces block attacks."""
    return "; a piece in between blocks an attack" if rule.blocking else ""


class Rule(Serialisable):
    """One requirement of a model. A frozen value.

    ``holds`` is the meaning: it is defined by the board alone, never reads a formula, and checks
    every solution that an engine finds. ``lower`` is the encoding: it must allow exactly the
    solutions for which ``holds`` is true.

    A rule of your own is a subclass with a ``name``, ``holds`` and ``lower``, and a frozen dataclass if it
    has fields. Without ``lower`` it filters: of what the other rules allow, each is tried. With ``image``
    it can be counted modulo symmetry and colours. ``nqsat verify`` compares its meaning with its encoding,
    and with ``image`` the model with its images under symmetry.

    For a placement, ``holds`` takes an ``Arrangement``, and ``lower`` a ``Setting`` and ``Variables``.
    For a tour (``about = "tour"``), these are a ``Path``, a ``TourSetting`` and ``Links``; for a factor
    (``about = "factor"``) ``Moves``, a ``MovesSetting`` and ``Links``.
    """

    __slots__ = ()
    what: ClassVar[str] = "rule"

    #: The kind of model that it applies to, as JSON names it; ``"model"`` for every kind.
    about: ClassVar[str] = "placement"

    #: Words for ``--rule`` that show what it takes; by default the name.
    example: ClassVar[str] = ""

    #: Whether its meaning is derived from its encoding; their agreement is then no evidence.
    derived: ClassVar[bool] = False

    def misfit(self, about: str) -> str | None:
        """Return why the rule does not fit this kind of model; None if it does."""
        fits = self.about in (about, "model")
        return None if fits else f"is a rule of {self.about}s, and this is a {about}"

    __and__ = no_and

    # A rule with fields is a frozen dataclass, which defines its own versions of these methods.

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @property
    def text(self) -> str:
        """The rule as on the command line; a rule of your own by its name and ``repr``."""
        if type(self) in RULES:
            return super().text
        return self.name if repr(self).endswith("()") else f"{self.name}: {self!r}"

    @property
    def sentence(self) -> str:
        """The rule in one sentence; by default its ``text``."""
        return f"{self.text}."

    @property
    def of_attacks(self) -> bool:
        """Whether the rule restricts which pieces attack one another."""
        return False

    @property
    def unsaid(self) -> Mapping[str, str]:
        """The default of an option that is left out, where others may expect another; how to write that.

        By the names of the options. The command line notes it for those that are not written.
        """
        return {}

    @property
    def clues(self) -> tuple[ClueMark, ...]:
        """The rule's texts on the board in pictures; see ``Clues``."""
        return ()

    @property
    def shares(self) -> str:
        """The code that meaning and encoding share, except the facts of board, pieces and symmetries.

        If they share anything, an error there is in both, and ``verify`` does not take their agreement for
        evidence. A test finds the functions that both call.
        """
        return ""

    @abstractmethod
    def holds(self, solution: Any) -> bool:
        """Whether a solution satisfies this rule."""

    @property
    def filters(self) -> bool:
        """Whether the rule has no method ``lower``: then ``backtrack`` tries all that other rules allow."""
        return type(self).lower is Rule.lower

    def lower(self, setting: Any, variables: Any) -> Iterable[Constraint]:
        """Yield constraints on the model's variables that are equivalent to ``holds``.

        Raises:
            InvalidModel: the rule has no such method.
        """
        reason = "has no method lower, so there is no formula; engine backtrack asks holds alone"
        raise InvalidModel(("rules", self.name), reason)

    def image(self, change: Change) -> Rule | None:
        """Return the rule that holds of a changed solution exactly if this rule holds of the original.

        The change maps everything that the rule names: squares, kinds, regions, symmetries. Rules with the
        same meaning must compare equal, so that an invariant rule is recognised as its own image.

        Returns:
            None if no rule of this class expresses the image. Rules about attacks compare pieces only:
            a half turn maps ``fW`` to ``bW``, even if no solution shows the difference, so no image exists.

        Raises:
            InvalidModel: the rule has no ``image`` method; it cannot be counted modulo symmetry.
        """
        reason = "does not say what becomes of it; give it an image method"
        raise InvalidModel(("rules", self.name), reason)

    def merged_by(self, setting: Setting) -> Iterable[Symmetry]:
        """Return symmetries that fix every arrangement which the rule allows; by default none.

        Pieces that these symmetries map to one another share one variable, which shrinks the search space.
        """
        return ()

    def relaxation(self, setting: Setting) -> Meaning | None:
        """Return a weaker, hereditary meaning, or None.

        It holds of every arrangement that the rule and the numbers of pieces allow, and of every subset of
        its pieces. The reference backtracker tests it on partial arrangements, to prune branches early. A
        rule that returns None is enforced by ``holds`` alone.
        """
        return None

    def exclusions(self, setting: Setting) -> Mapping[PlacedPiece, Iterable[PlacedPiece]] | None:
        """Map every piece to the pieces that it excludes, if the rule only excludes pairs; None otherwise.

        The rule then holds of an arrangement exactly if no two of its pieces exclude each other, and many
        arrangements can be checked together. This method is not called on a subclass that overrides
        ``holds``.
        """
        return None

    def cost(self, setting: Setting) -> int:
        """Estimate the number of literals of the encoding, without building it.

        0, unless that number grows faster than the number of attacks between pieces.
        """
        return 0


def exclusions_of(
    rule: Rule, setting: Setting
) -> Mapping[PlacedPiece, Iterable[PlacedPiece]] | None:
    """Return ``rule.exclusions(setting)``; None if its class defines another ``holds`` than that of it."""
    kinds = type(rule).__mro__
    first = next(kind for kind in kinds if {"holds", "exclusions"} & set(vars(kind)))
    told = first is next(kind for kind in kinds if "exclusions" in vars(kind))
    return rule.exclusions(setting) if told else None


class Bounded(Rule):
    """A rule with bounds in its field ``number``: ``2``, ``"1..3"``, ``"1.."``; read on construction."""

    __slots__ = ()
    number: Bounds

    @property
    def bounds(self) -> Number:
        """The bounds as they were read, for the encoding; the meaning has ``allows``."""
        return cast("Number", self.number)

    def allows(self, value: int) -> bool:
        """Whether a number is within the bounds."""
        return value in cast("Number", self.number)

    def without_low(self) -> Meaning | None:
        """Return the meaning of the rule without its lower bound; None if no bound remains."""
        high = cast("Number", self.number).high
        if high is None:
            return None
        return replace(self, number=Number(0, high)).holds  # type: ignore[type-var]


# -- what is printed ---------------------------------------------------------------------

#: A text, and its place: the row and the column, from 0 at the top left.
_MARK = re.compile(r"([^,@\s]{1,12})@(-?[0-9]{1,6}(?:\.5)?):(-?[0-9]{1,6}(?:\.5)?)", re.ASCII)


def _read_mark(value: Any) -> ClueMark:
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple):
        value = _written(value)
    found = _MARK.fullmatch(value) if isinstance(value, str) else None
    if found is None or not found[1].isprintable():
        raise ValueError(f"{value!r}: expected a text at a row and a column, as in 3@0:1.5")
    return (float(found[2]), float(found[3])), found[1]


def _written(mark: ClueMark) -> str:
    (row, column), text = mark
    return f"{text}@{row:g}:{column:g}"


_MARKS = Field(
    lambda value: tuple(sorted(map(_read_mark, items_of(value)))),
    write=lambda marks: [*map(_written, marks)],
    parse=COMMA.split,
    items=lambda marks: map(_written, marks),
)


@listed
@dataclass(frozen=True, slots=True)
class Clues(Rule):
    """The texts on the board of a puzzle; all solutions obey the rule.

    It forbids nothing, so all values of the rule are equal; an image of it has no texts.

    Args:
        marks: places, each a row and a column from 0 at the top left, halves being between squares, with
            what stands there: up to twelve letters, ``○`` and ``●`` for discs. As text ``"3@0:1.5"``.
    """

    marks: tuple[ClueMark, ...] = dataclass_field(default=(), compare=False)

    name: ClassVar[str] = "clues"
    about: ClassVar[str] = "model"
    example: ClassVar[str] = "clues=3@0:1"
    fields: ClassVar[Mapping[str, Field]] = {"marks": _MARKS}

    @property
    def clues(self) -> tuple[ClueMark, ...]:
        return self.marks

    @property
    def sentence(self) -> str:
        return "Clues are printed on the board."

    def check(self, setting: Any) -> None:
        rows, columns = setting.board.rows, setting.board.columns
        for (row, column), text in self.marks:
            if not (-1 < row < rows and -1 < column < columns):
                raise InvalidModel("marks", f"{text}@{row:g}:{column:g} is not on the board")

    def holds(self, solution: Any) -> bool:
        return True

    def lower(self, setting: Any, variables: Any) -> Iterator[Constraint]:
        return iter(())

    def image(self, change: Change) -> Clues:
        return Clues(())

    def relaxation(self, setting: Setting) -> Meaning:
        return self.holds


def _dataclass_fields(kind: type) -> tuple[dataclasses.Field[Any], ...]:
    """Return the fields of a dataclass; none for another class, which a user's rule may be."""
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()


def _declared(kind: type) -> Mapping[str, Field]:
    """Return the fields of a user's rule that the command line can read: integers, texts, flags."""
    known: dict[str, Field] = {"int": WHOLE, "str": TEXT, "bool": FLAG}
    types = {
        x.name: x.type if isinstance(x.type, str) else x.type.__name__
        for x in _dataclass_fields(kind)
    }
    return {name: known[declared] for name, declared in types.items() if declared in known}


@contextmanager
def naming_field(name: str) -> Iterator[None]:
    """Convert a ValueError raised in the block into an ``InvalidModel`` of this field."""
    try:
        yield
    except ValueError as error:
        raise InvalidModel(name, str(error)) from None


def _from_words(fields: Mapping[str, Field], text: str) -> dict[str, Any]:
    """Parse the field values from the text after ``=`` on the command line."""
    words: dict[str, list[str]] = {}
    for word in COMMA.split(text):
        name, equals, value = word.partition("=")
        if equals and name in fields:
            words.setdefault(name, []).append(value)
        elif word in fields and fields[word].parse is FLAG.parse:
            words.setdefault(word, []).append("true")
        elif equals and _FIELD.fullmatch(name) and TEXT not in fields.values():
            near = close_to(name, fields)
            hint = f" (did you mean {' or '.join(near)}?)" if near else ""
            raise InvalidModel(name, f"unknown field{hint}; {_fields_text(fields)}")
        elif fields and next(iter(fields.values())) is not FLAG:
            words.setdefault(next(iter(fields)), []).append(word)
        else:
            raise InvalidModel("value", f"{word!r} is unknown; {_fields_text(fields)}")
    found = {}
    for name, texts in words.items():
        with naming_field(name):
            found[name] = fields[name].read(fields[name].parse(",".join(texts)))
    return found


def _fields_text(fields: Mapping[str, Field]) -> str:
    return f"it has {', '.join(fields)}" if fields else "it has none"
