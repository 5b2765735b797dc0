"""What a rule is: one requirement of a model, as a meaning and as an encoding; how it is written and read.

A rule names its fields once, ``fields = {"variant": Choice(...), "blocking": FLAG}``, and can then be
read and written both ways: as a JSON object, and after ``=`` in ``--rule NAME=VALUE``. There VALUE is
a list separated by commas: a flag's name sets it, ``field=value`` sets a field, and what is left over
belongs to the first field: ``domination=total,blocking``.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Self

from nqsat.chess import Symmetry
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Man
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.fields import COMMA, FLAG, TEXT, WHOLE, RuleField
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint

#: Whether something holds of a solution, or of a part of one.
Meaning = Callable[[Any], bool]


class Serialisable(ABC):
    """A frozen dataclass with a name that can be read and written: a rule, a measure."""

    __slots__ = ()

    #: What it is, for messages.
    what: ClassVar[str]

    #: The name in JSON and on the command line.
    name: ClassVar[str]

    #: Its fields, as JSON and the command line have them.
    fields: ClassVar[Mapping[str, RuleField]] = MappingProxyType({})

    def __post_init__(self) -> None:
        # What exists is valid, however it was made: every field is read when the value is.
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name in self.fields and not (value is None and field.default is None):
                with _field(field.name):
                    value = self.fields[field.name].kept(value)
                object.__setattr__(self, field.name, value)

    def check(self, setting: Any) -> None:
        """Called once, when a model is constructed; by default it refuses kinds that the model has not.

        Raises:
            InvalidModel: the value makes no sense for this model.
        """
        known = [kind.name for kind in setting.kinds]
        for name, value in self._given.items():
            for kind in sorted(self.fields[name].kinds(value)):
                if kind not in known:
                    reason = f"the model has no {kind!r}; it has {', '.join(known)}"
                    raise InvalidModel(name, reason)

    def to_json(self) -> dict[str, object]:
        """The fields as JSON data, None and False left out (the name is added by the schema)."""
        given = self._given.items()
        return {name: self.fields[name].write(value) for name, value in given if value is not False}

    @property
    def _given(self) -> dict[str, Any]:
        """Its fields that are not None."""
        given = {name: getattr(self, name) for name in self.fields}
        return {name: value for name, value in given.items() if value is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The value from its fields; the inverse of ``to_json``.

        Raises:
            InvalidModel: an unknown field or a wrong value, or one is missing.
        """
        found = {}
        for name, value in data.items():
            if name not in cls.fields:
                raise InvalidModel(name, f"unknown field; {_known(cls.fields)}")
            with _field(name):
                found[name] = cls.fields[name].read(value)
        return cls._of(found)

    def called(self, call: Callable[[str], str]) -> Self:
        """The same with every kind that it names called otherwise."""
        return self._each(lambda field, value: field.called(value, call))

    def moved(self, change: Change) -> Self:
        """The same with every field changed: what becomes of a value that is no more than its fields."""
        return self._each(lambda field, value: field.image(value, change))

    def _each(self, made: Callable[[RuleField, Any], Any]) -> Self:
        found = {name: made(self.fields[name], value) for name, value in self._given.items()}
        return dataclasses.replace(self, **found) if found else self  # type: ignore[type-var]

    @classmethod
    def parse(cls, value: str | None) -> Self:
        """The value from the command line: what stands after ``=`` in NAME=VALUE.

        Raises:
            InvalidModel: as ``from_json``.
        """
        try:
            fields = cls.fields or _declared(cls)
            return cls._of(_from_words(fields, value) if value else {})
        except InvalidModel as error:
            raise InvalidModel(f"{cls.what} {cls.name}", str(error)) from None

    @classmethod
    def _of(cls, values: Mapping[str, Any]) -> Self:
        for field in _own(cls):
            if field.default is dataclasses.MISSING and field.name not in values:
                reason = f"is missing; on the command line {cls.name}={field.name.upper()}"
                raise InvalidModel(field.name, reason)
        return cls(**values)


class Rule(Serialisable):
    """One requirement of a model. A frozen value.

    ``holds`` is the meaning: written from the facts of the board alone, it never looks at a
    formula, and it is the judge of every solution that any engine finds. ``lower`` is the
    encoding: it must allow exactly the solutions for which ``holds`` is true.

    A rule of your own is a subclass with a ``name``, ``holds`` and ``lower``, and a frozen dataclass if it
    has fields. With ``image`` it can be counted modulo symmetry and colours. ``nqsat verify`` compares its
    meaning with its encoding, and with ``image`` the model with the model turned.

    Of a placement it judges an ``Arrangement``, and is lowered with a ``Setting`` and ``Variables``; of a
    tour, where it says ``about = "tour"``, a ``Path``, with a ``TourSetting`` and ``Links``.
    """

    __slots__ = ()
    what: ClassVar[str] = "rule"

    #: The kind of model that it is for, as JSON calls it.
    about: ClassVar[str] = "placement"

    #: Words for ``--rule`` that show what it takes; empty for a rule of your own.
    example: ClassVar[str] = ""

    #: Whether its meaning is derived from its encoding: then their agreement is no evidence for it.
    derived: ClassVar[bool] = False

    # A rule with fields is a frozen dataclass, which has all of these of its own.

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @property
    def of_attacks(self) -> bool:
        """Whether it says of men if they may attack one another."""
        return False

    @abstractmethod
    def holds(self, solution: Any) -> bool:
        """Whether a solution meets this requirement."""

    @abstractmethod
    def lower(self, setting: Any, variables: Any) -> Iterable[Constraint]:
        """Constraints on the model's variables that say the same as ``holds``."""

    def image(self, change: Change) -> Rule | None:
        """What becomes of it: it holds of a solution exactly if its image holds of the changed one.

        Whatever the rule names is changed: squares, kinds, regions, symmetries. Rules that say the same are
        to be equal, so that a rule which a change leaves alone is seen to be its own image.

        Returns:
            None if no rule of its sort says it there. Rules of attack look at the pieces alone: half a turn
            takes ``fW`` to ``bW``, whether or not the solutions show it, and no rule says that of ``fW``.

        Raises:
            InvalidModel: the rule does not say; it cannot be counted modulo symmetry.
        """
        reason = "does not say what becomes of it; give it an image method"
        raise InvalidModel(("rules", self.name), reason)

    def folding(self, setting: Setting) -> Iterable[Symmetry]:
        """Symmetries and changes that leave every arrangement which the rule allows as it is; mostly none.

        Men that these map to one another share one variable, so that there is much less to search.
        """
        return ()

    def weaker(self, setting: Setting) -> Meaning | None:
        """A weaker meaning: of every arrangement that the rule and the numbers allow, and of any fewer men.

        The reference backtracker asks it of parts of an arrangement, to leave hopeless branches early. A
        rule that has none is enforced by ``holds`` alone.
        """
        return None

    def apart(self, setting: Setting) -> Mapping[Man, Iterable[Man]] | None:
        """For every man those that cannot stand with him, if the rule says only that; None if it says more.

        The rule then holds of an arrangement exactly if no two of its men exclude each other, and many
        arrangements are judged together. A subclass that means something else has a ``holds`` of its own;
        then this method is not asked.
        """
        return None

    def cost(self, setting: Setting) -> int:
        """An estimate, made without building anything, of the literals of a large lowering.

        0, unless it grows faster than the attacks of the model's men do.
        """
        return 0


class Bounded(Rule):
    """A rule whose field ``number`` says how many: ``2``, ``"1..3"``, ``"1.."``, read when it is made."""

    __slots__ = ()
    number: Number | int | str

    @property
    def bounds(self) -> Number:
        """How many, read."""
        return Number.parse(self.number)

    def without_low(self) -> Meaning | None:
        """What the rule says without its lower bound; None if no bound is left."""
        high = self.bounds.high
        if high is None:
            return None
        return replace(self, number=Number(0, high)).holds  # type: ignore[type-var]


def _own(kind: type) -> tuple[dataclasses.Field[Any], ...]:
    """The fields of a dataclass; a rule of a user's own may be another class."""
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()


def _declared(kind: type) -> Mapping[str, RuleField]:
    """What the command line knows of a user's own fields: whole numbers, texts, flags."""
    known: dict[str, RuleField] = {"int": WHOLE, "str": TEXT, "bool": FLAG}
    types = {x.name: x.type if isinstance(x.type, str) else x.type.__name__ for x in _own(kind)}
    return {name: known[declared] for name, declared in types.items() if declared in known}


@contextmanager
def _field(name: str) -> Iterator[None]:
    """A ValueError in here is a mistake in the field of this name."""
    try:
        yield
    except ValueError as error:
        raise InvalidModel(name, str(error)) from None


def _from_words(fields: Mapping[str, RuleField], text: str) -> dict[str, Any]:
    """The values of the fields from the words of a command line; a word may belong to none."""
    words: dict[str, list[str]] = {}
    for word in COMMA.split(text):
        name, equals, value = word.partition("=")
        if equals and name in fields:
            words.setdefault(name, []).append(value)
        elif fields.get(word) is FLAG:
            words.setdefault(word, []).append("true")
        elif fields and next(iter(fields.values())) is not FLAG:
            words.setdefault(next(iter(fields)), []).append(word)
        else:
            raise InvalidModel("value", f"{word!r} is unknown; {_known(fields)}")
    found = {}
    for name, given in words.items():
        with _field(name):
            found[name] = fields[name].parse(",".join(given))
    return found


def _known(fields: Mapping[str, RuleField]) -> str:
    return f"it has {', '.join(fields)}" if fields else "it has none"
