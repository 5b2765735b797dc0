"""User-defined rules: check their form, call their methods, and report their errors in one line.

An exception in one of nqsat's own rules is a bug of nqsat and propagates unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_args

from nqsat.errors import InvalidModel, NqsatError, error_text, in_user_code, inside, integer
from nqsat.modelling.rules.base import Rule, Serialisable
from nqsat.modelling.rules.literals import Among, Linear, no_rule, required
from nqsat.modelling.setting import Setting
from nqsat.modelling.vocabulary import Circuit, Constraint, OneComponent, Sum

T = TypeVar("T")


def check_form(rule: object, about: str) -> Rule:
    """Return a rule unchanged if it is a named, immutable value for models of this kind.

    Raises:
        InvalidModel: it is not a rule, has no name, is mutable, cannot be compared or hashed, or is for
            another kind of model.
    """
    if isinstance(rule, type) and issubclass(rule, Rule):
        raise InvalidModel("rules", f"{rule.__name__} is a class; write {rule.__name__}()")
    if isinstance(rule, bool):
        raise InvalidModel("rules", no_rule(rule))
    if not isinstance(rule, Rule):
        cure = "compare it with a number" if isinstance(rule, Linear) else "write NonAttacking()"
        raise InvalidModel("rules", f"{rule!r} is not a Rule; {cure}")
    kind = type(rule).__name__
    name = getattr(rule, "name", None)
    if not isinstance(name, str) or not name or not name.isprintable():
        raise InvalidModel("rules", f'{kind} has no printable name; write name = "…" in the class')
    field = "rules", rule.name
    made = getattr(type(rule), "__dataclass_params__", None)
    if made is None and getattr(rule, "__dict__", None):
        raise InvalidModel(field, f"write @dataclass(frozen=True) above class {kind}")
    compared = made is None or made.eq or "__eq__" in vars(type(rule))
    if made is not None and not (made.frozen and compared):
        raise InvalidModel(field, f"{kind} can change; write @dataclass(frozen=True) above it")
    try:
        hash(rule)
    except TypeError as error:
        raise InvalidModel(field, f"{error}; make the fields tuples or frozensets") from None
    if misfit := rule.misfit(about):
        raise InvalidModel(field, misfit)
    return rule


def is_user_rule(value: Serialisable) -> bool:
    """Whether a rule, or a measure in one of its fields, is defined by the user and not by nqsat."""
    if type(value).__module__.partition(".")[0] != "nqsat":
        return True
    names: list[str] = [field.name for field in fields(value)] if is_dataclass(value) else []
    held = [getattr(value, name) for name in names]
    return any(is_user_rule(part) for part in held if isinstance(part, Serialisable))


def call_rule(rule: Rule, method: Callable[..., T], *arguments: object) -> T:
    """Call one of a rule's methods, or something on its behalf.

    Raises:
        InvalidModel: a user-defined rule raised an exception; the text has the line.
    """
    try:
        return method(*arguments)
    except (Exception, SystemExit) as error:
        if isinstance(error, NqsatError) or not is_user_rule(rule):
            raise
        raise InvalidModel(("rules", rule.name), error_text(error)) from in_user_code(error)


def rule_holds(rule: Rule, solution: object) -> bool:
    """Whether a solution satisfies a rule. ``InvalidModel``: as ``call_rule``; ``holds`` returned None."""
    answer: Any = call_rule(rule, rule.holds, solution)
    if answer is None:
        raise InvalidModel(("rules", rule.name), "holds returned None; return True or False")
    return answer if type(answer) is bool else call_rule(rule, bool, answer)


def lower_rule(
    rule: Rule,
    setting: Setting,
    variables: object,
    collect: Callable[[Iterable[Any]], tuple[Any, ...]] = tuple,
) -> tuple[Constraint, ...]:
    """Return the constraints of a rule; ``collect`` takes what ``lower`` yields, and may refuse it."""
    with inside("rules", rule.name):
        found: object = call_rule(rule, rule.lower, setting, variables)
        if isinstance(found, get_args(Constraint)):
            raise InvalidModel((), f"lower returned {found!r}; yield it")
        if not isinstance(found, Iterable):
            raise InvalidModel((), f"lower returned {found!r}; yield constraints")
        every = call_rule(rule, collect, _flat(found, setting, variables))
        return tuple(map(_constraint, every))


def _flat(found: Iterable[Any], setting: Setting, variables: object) -> Iterator[Any]:
    """The constraints that a rule yields, also those of literals and sums."""
    for constraint in map(required, found):
        if isinstance(constraint, Among):
            yield from constraint.lower(setting, variables)
        else:
            yield constraint


def _constraint(constraint: object) -> Constraint:
    if isinstance(constraint, Circuit | OneComponent):
        return constraint
    if isinstance(constraint, bool):
        reason = f"lower gave {constraint}: literals are numbers, and == compares these"
        raise InvalidModel((), f"{reason}; for sum(literals) == 1 write Exactly(1, literals)")
    if not isinstance(constraint, get_args(Constraint)):
        reason = f"lower gave {constraint!r}; yield constraints such as Clause((x, -y))"
        raise InvalidModel((), reason)
    literals: object = constraint.literals
    if not isinstance(literals, Iterable):
        raise InvalidModel((), f"{constraint!r}: the literals are a tuple, as in Clause((x, -y))")
    if not (type(literals) is tuple and {*map(type, literals)} <= {int} and 0 not in literals):
        literals = tuple(map(_literal, literals))
    low, high = integer(constraint.low), integer(constraint.high)
    if low is None or (high is None and constraint.high is not None):
        reason = f"{constraint!r}: a bound is a whole number, as in AtMost(1, literals)"
        raise InvalidModel((), reason)
    return Sum(low, high, literals)


def _literal(literal: object) -> int:
    if literal is None:
        reason = "lower gave the literal None: variables.at returns it where the model allows no such piece"
        raise InvalidModel((), reason)
    number = integer(literal)
    if not number:
        raise InvalidModel((), f"lower gave {literal!r}; expected a literal: not x is -x")
    return number
