"""Answers: the base class of all, a count of solutions (by size too), an optimum, a contradiction."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Number
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, Protocol, get_args

from nqsat.chess.display import Description, Displayable
from nqsat.engines import Reason, Verdict
from nqsat.errors import Interrupted, InvalidModel, no_truth
from nqsat.formulas.clausal import WEIGHTED
from nqsat.modelling import Requirement, Solution, Subject, plural
from nqsat.modelling.rules import Objective

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, as in Python 3.13

    from nqsat.engines.backtrack.probing import Estimated

    V_co = TypeVar("V_co", bound="int | Fraction", default=int, covariant=True)
else:
    from typing import TypeVar

    V_co = TypeVar("V_co", covariant=True)

#: How orbits are counted.
Method = Literal["canonical", "blocking", "burnside"]

#: The ways to count modulo symmetry; the first is the default.
METHODS: tuple[Method, ...] = get_args(Method)

Modulo = Literal["none", "symmetry", "rotations", "translations", "colours"]


def decimal(value: int | Fraction) -> str:
    """Return the exact decimal text of an int of any size; of a fraction two, with a slash.

    Python's ``str`` refuses an int of more than 4300 digits. That guard against hostile input is a setting
    of the whole process, so it is left alone: a ``Decimal`` is made exactly, and is written out.
    """
    if isinstance(value, Fraction):
        below = "" if value.denominator == 1 else f"/{decimal(value.denominator)}"
        return f"{decimal(value.numerator)}{below}"
    return str(Decimal(value))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Answer(Displayable):
    """An answer to a question, complete or with the reason why not. It has no truth value.

    Args:
        engine: the engine that searched, with the options that matter: ``"sat/cadical195"``.
        seconds: wall-clock seconds of the search.
        reason: why it is not complete: ``"limit"``, ``"time limit"``, ``"memory limit"``,
            ``"interrupted"``, or of a job ``"parts left"``; None if it is.
        note: further remarks: why there is no solution, if an argument shows it without a search; which
            engine found the optimum, if it was another one.
    """

    #: The attribute that the error for ``bool(answer)`` recommends.
    ask: ClassVar[str]

    engine: str = field(compare=False)  # answers are equal that say the same, by whatever engine
    seconds: float = field(compare=False, default=0.0)
    reason: Reason | None
    note: str | None = field(compare=False, default=None)

    @property
    def complete(self) -> bool:
        """Whether the search finished."""
        return self.reason is None

    @property
    def settled(self) -> bool:
        """Whether everything that was asked is known."""
        return self.complete

    @property
    def denies(self) -> bool:
        """Whether it says that there is no solution."""
        return False

    @property
    def by(self) -> str:
        """The engine and the seconds, as text."""
        return f"{self.engine}, {self.seconds:.2f} s"

    @abstractmethod
    def _describe_(self) -> Description: ...

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The answer as JSON data, numbers as texts."""

    def __bool__(self) -> NoReturn:
        raise no_truth(self, self.ask)

    def _no_number(self, *_: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is not a number; take its .value to compare or add")

    def __eq__(self, other: object) -> bool:
        """Whether another answer says the same. A number is none, and those with a value say so."""
        if isinstance(other, Number) and hasattr(self, "value"):
            self._no_number()
        names = [field.name for field in fields(self) if field.compare]
        same = type(other) is type(self)
        return same and all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        return hash((getattr(self, "value", None), self.reason))


A = TypeVar("A", bound=Answer)


def append_notes(answer: A, *notes: str | None) -> A:
    """Return the answer with these notes appended."""
    return replace(answer, note="; ".join(filter(None, (answer.note, *notes))) or None)


def annotated(answer: A, model: Subject) -> A:
    """Return the answer with notes on the model: a contradiction that is seen at once, derived meanings."""
    none = answer.denies or getattr(answer, "value", None) == 0
    why = model.obstacle if none else None
    filters = ", ".join(rule.name for rule in model.rules if rule.filters)
    tried = f"{filters} has no formula: of what the other rules allow, each was tried"
    names = ", ".join(rule.name for rule in model.rules if rule.derived)
    derived = f"meaning of {names} derived from the encoding: agreement is not evidence for it"
    return append_notes(answer, why, tried if filters else None, derived if names else None)


def raise_if_interrupted(answer: A) -> A:
    """Return a public function's answer; raise it as ``Interrupted`` if Ctrl-C cut it short.

    Internally, an interrupted call returns what is known with the reason ``"interrupted"``, so that callers
    can add it to their own partial results. Only here does it become an exception again.
    """
    if answer.reason == "interrupted":
        raise Interrupted(answer)
    return answer


# -- which is the best -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Optimum(Answer):
    """The best value of an objective.

    Args:
        objective: the objective.
        value: the best value found; None if no solution was found.
        proved: whether no better value exists (if ``value`` is None: whether there is no solution).
        bound: no solution has a better value than this; None if no bound is known.
        solution: an arrangement with that value.
    """

    ask: ClassVar[str] = ".value is not None, and .proved"

    objective: Objective
    value: int | None = None
    proved: bool = False
    bound: int | None = None
    solution: Solution | None = None

    def _describe_(self) -> Description:
        found = () if self.solution is None else (self.solution,)
        return Description(str(self), self.by, drawn=found)

    @property
    def status(self) -> str:
        """``optimal``, ``best found``, ``no solution`` or ``unknown``."""
        if self.value is None:
            return "no solution" if self.proved else "unknown"
        return "optimal" if self.proved else "best found"

    def __str__(self) -> str:
        """Return the result as text: ``5 pieces, the minimum``; ``at least 9 pieces (time limit; …)``."""
        if self.value is None:
            return self.status if self.proved else f"nothing found ({self.reason})"
        largest = self.objective.sense == "maximise"
        words, *limit = self._known
        if self.proved:
            return f"{words}, the {'maximum' if largest else 'minimum'}"
        why = "; ".join(filter(None, (self.reason, *limit)))
        return f"at {'least' if largest else 'most'} {words}" + f" ({why})" * bool(why)

    @property
    def standing(self) -> str:
        """Describe the state of an unfinished search: ``9 pieces, no more than 12``."""
        return ", ".join(self._known)

    @property
    def _known(self) -> list[str]:
        limit = "more" if self.objective.sense == "maximise" else "fewer"
        found = [] if self.value is None else [self.objective.measure.counted(self.value)]
        return found if self.bound is None else [*found, f"no {limit} than {self.bound}"]

    def to_json(self) -> dict[str, Any]:
        value, bound = (None if x is None else decimal(x) for x in (self.value, self.bound))
        return {
            "objective": str(self.objective),
            "optimum": value,
            "bound": bound,
            "status": self.status,
        }


# -- how many ----------------------------------------------------------------------------


def up_to(modulo: str) -> str:
    """Return the group whose orbits are counted, as text: `` up to symmetry``; "" for plain solutions."""
    if modulo == "none":
        return ""
    return f" up to {'symmetry and colours' if modulo == 'colours' else modulo}"


def left_alone_by(fixed_by: str | None) -> str:
    """Return the symmetry that fixes the solutions, as text: `` fixed by rot180``; "" if there is none."""
    return f" fixed by {fixed_by}" if fixed_by else ""


def besides(fixed_by: str | None, modulo: str, optimum: Optimum | None) -> str:
    """Return what is true of all that were counted: `` fixed by rot180 with 3 pieces, the minimum``."""
    best = optimum is not None and optimum.value is not None and optimum.proved
    return left_alone_by(fixed_by) + up_to(modulo) + f" with {optimum}" * best


class Weighing(Protocol[V_co]):
    """A model, or a formula, whose solutions may have weights."""

    def weight(self, solution: Any, /) -> V_co:
        """Return what a solution adds to the count."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Count(Answer, Generic[V_co]):
    """The number of solutions of a model; ``complete`` says if it is exact. ``Count`` is ``Count[int]``.

    Args:
        value: the number; a lower bound if the count is not complete. Of a formula with weights it is the
            sum of the weights, a fraction; if the count is not complete, of the solutions found.
        unit: what is counted: ``"placements"``.
        modulo: ``"none"`` for solutions; else orbits under this group, see ``nqsat.count``.
        method: how they were counted: ``"listing"``, or for orbits one of ``METHODS``.
        fixed_by: only solutions invariant under this symmetry are counted.
        optimum: the best value, if the model has an objective; solutions with this value are counted only
            if it is proved.
        numbers: if sizes were asked for: pairs (number of pieces, number of solutions), ascending; the
            latter are lower bounds if the count is not complete.
        labelled: whether pieces of one kind are distinguished.
        estimate: if a limit stopped the count, an estimate of the whole number, from random descents;
            None if that is unknown.
    """

    ask: ClassVar[str] = ".value, and .complete"

    value: V_co
    unit: str
    modulo: Modulo
    method: str
    fixed_by: str | None = None
    optimum: Optimum | None = None
    numbers: tuple[tuple[int, int], ...] | None = None
    labelled: bool = False
    estimate: Estimated | None = None

    def _describe_(self) -> Description:
        return Description(str(self), self.by, self.note, numbers=self.numbers or ())

    @property
    def denies(self) -> bool:
        return self.complete and self.value == 0

    @property
    def sizes(self) -> Counter[int]:
        """The number of solutions for each number of pieces, all kinds together; 0 for others."""
        if self.numbers is None:
            raise InvalidModel("by", 'sizes were not asked for; write count(…, by="size")')
        return Counter(dict(self.numbers))

    @property
    def by(self) -> str:
        """The engine, the method and the seconds, as text."""
        return f"{self.engine}, {self.method}, {self.seconds:.2f} s"

    @property
    def digits(self) -> str:
        """The value in decimal, of any length: Python's ``str`` refuses more than 4300 digits."""
        return decimal(self.value)

    def __int__(self) -> int:
        """Return the value of a complete count; for a lower bound or a fraction read ``value``."""
        if not self.complete:
            raise ValueError(f"{self}: not a number but a lower bound; ask .value")
        if self.value.denominator != 1:
            raise ValueError(f"{self}: not a whole number; ask .value")
        return int(self.value)

    def __format__(self, form: str) -> str:
        try:
            return format(str(self), form)
        except ValueError:
            reason = f"Count is not a number; format its .value: {{count.value:{form}}}"
            raise TypeError(reason) from None

    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = Answer._no_number

    def __str__(self) -> str:
        """Return the count as text: ``92 placements``, ``at least 5 placements (limit)``."""
        if self.unit == WEIGHTED:  # and weights may be negative
            so_far = "" if self.complete else f" so far ({self.reason})"
            return f"{self.digits} {self.unit}{so_far}"
        labelled = " of labelled pieces" * self.labelled
        unit = plural(int(self.value), self.unit) + labelled
        unit += besides(self.fixed_by, self.modulo, self.optimum)
        if self.complete:
            return f"{self.digits} {unit}"
        whole = f"; {self.estimate.words}" if self.estimate else ""
        return f"at least {self.digits} {unit} ({self.reason}){whole}"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row of a table, or one for each number of pieces if sizes were asked for."""
        names = ("unit", "modulo", "fixed_by", "complete", "engine", "method", "seconds")
        row = {name: getattr(self, name) for name in names}
        if self.numbers is None:
            yield {"value": self.value, **row, **({"labelled": True} if self.labelled else {})}
        for pieces, value in self.numbers or ():
            yield {"pieces": pieces, "value": value, **row}

    def to_json(self) -> dict[str, Any]:
        sizes = {str(pieces): decimal(number) for pieces, number in self.numbers or ()}
        return {
            "value": self.digits,
            "complete": self.complete,
            "unit": self.unit,
            "modulo": self.modulo,
            "fixed_by": self.fixed_by,
            "engine": self.engine,
            "method": self.method,
            "reason": self.reason,
            "note": self.note,
            "seconds": round(self.seconds, 3),
            **({} if self.optimum is None else self.optimum.to_json()),
            **({} if self.numbers is None else {"sizes": sizes}),
            **({"labelled": True} if self.labelled else {}),
            **({} if self.estimate is None else {"estimate": self.estimate.to_json()}),
        }


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Conflict(Answer):
    """Requirements of a model that contradict each other.

    Args:
        verdict: of the model; there are requirements only if it is UNSATISFIABLE.
        requirements: requirements that have no solution together, in the model's order.
        minimal: whether the model has a solution without any one of them (except the tour itself, which is
            always among those of a tour); False if a limit or an interrupt came before this was known.
    """

    ask: ClassVar[str] = ".verdict"

    verdict: Verdict
    requirements: tuple[Requirement, ...]
    minimal: bool

    def _describe_(self) -> Description:
        heading = "these contradict each other" if self.requirements else self.verdict.value
        return Description(heading, self.by, items=tuple(map(str, self.requirements)))

    def to_json(self) -> dict[str, Any]:
        return {"why": list(map(str, self.requirements)), "minimal": self.minimal}

    def __str__(self) -> str:
        if self.verdict is Verdict.UNSATISFIABLE:
            return " + ".join(map(str, self.requirements))
        found = self.verdict is Verdict.SATISFIABLE
        return "no contradiction: there is a solution" if found else "not known before the limit"
