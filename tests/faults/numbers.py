"""Solutions that a symmetry leaves alone, solutions by their number, and proofs of what nobody lists."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from oracle_cpog import Refused, models

from faults.fault import Case, Fault, Found, Look, by_guard, fault, placement, tour
from faults.planting import Plant
from nqsat import certify, solutions
from nqsat.compiling import lower
from nqsat.counting.numbering import Counted, Numbered, numbered, places
from nqsat.engines import BacktrackEngine, FrontierEngine, MatesEngine
from nqsat.evidence import write_foreign
from nqsat.evidence.certificate.cpog import Cpog
from nqsat.evidence.certificate.determined import determined
from nqsat.evidence.effort import Effort
from nqsat.rules import Domination, Invariant, NonAttacking

__all__ = ["NUMBERS"]

FEW = Effort(encodings=0, resolving=0, invariants=0)

ROTATED = tour("3x4", "K", fixed_by="rot180")
REFLECTED = tour("3x4", "K", fixed_by="flip-columns")
TURNED = placement("4x4", {"K": "any"}, rules=[NonAttacking(), Invariant("rot180")])
KINGS = placement("3x3", {"K": "any"})
GIVEN = placement("3x3", {"K": "any"}, presets=["K@a1"])
KING_TOURS = tour("3x4", "K")
SOME = placement("3x4", {"N": "2..4"}, rules=[Domination()])


# -- quotients -----------------------------------------------------------------------------


def _of_any_voltage(right: Any) -> Any:
    return lambda *given, **more: right(*given, **{**more, "odd": False})


def _to_everywhere(right: Any) -> Any:
    def crossings(self: Any, voltage: int) -> Any:
        some = {link.ends: link for link in right(self, voltage)}
        link = next(iter(some.values()))
        return [link._replace(ends=(x, self._hub), required=False) for x in range(self._hub)]

    return crossings


def _once_each(right: Any) -> Any:
    def summed(constraint: Any, renamed: Any) -> Any:
        made = right(constraint, renamed)
        return made._replace(terms=tuple((x, 1) for x, _ in made.terms))

    return summed


# -- numbers -------------------------------------------------------------------------------


def _by_numbers(every: Callable[[], Numbered]) -> Look:
    """Whether the solutions that have a number are all, each once, found by it, and what they hold."""

    def look() -> Found:
        by = every()
        wanted: set[Any] = {*solutions(by.model, engine="backtrack")}
        try:
            found = [by.at(number) for number in range(by.total)]
            ranks = [by.before(one) for one in found]
        except (IndexError, ValueError, StopIteration) as error:
            return {"numbers": repr(error)}
        objections = {}
        if set(found) != wanted or ranks != [*range(len(wanted))]:
            objections["numbers"] = "not all, each once, found by its number"
        if by.holding() != Counter(place for one in wanted for place in places(one)):
            objections["marginals"] = "not as often as they are there"
        return objections

    return look


def _number(name: str, plant: Plant, every: Callable[[], Numbered], catcher: str) -> Fault:
    def told() -> object:
        by = every()
        middle = by.at(by.total // 2)
        return by.before(middle), sorted(by.holding().values())

    return Fault(name, (plant,), told, (_by_numbers(every),), (catcher,))


def _counted() -> Numbered:
    return Counted(GIVEN.model, BacktrackEngine(), 12, few=2)


def _one_at_most(right: Any) -> Any:
    return lambda ways, state: min(right(ways, state), 1)


def _nobody(right: Any) -> Any:
    return lambda model: ()


def _the_other_value(right: Any) -> Any:
    return lambda self, ways: (int(ways[0].sum()) - number for number in right(self, ways))


def _once_passed_over(right: Any) -> Any:
    return lambda self, ways, edges: right(self, [one.clip(max=1) for one in ways], edges)


# -- proofs --------------------------------------------------------------------------------


def _proved(asked: Case) -> str:
    """What the clauses of a recount are proved to have."""
    formula = determined(lower(asked.model))
    return str(Cpog(formula).models)


def _written(asked: Case) -> None:
    with tempfile.TemporaryDirectory() as name:
        certify(asked.model, Path(name, "it"), proof="recount")
        write_foreign(Path(name, "it"), Path(name, "others"))


def _checked(asked: Case) -> Found:
    formula = determined(lower(asked.model))
    try:
        models(formula.variables, formula.clauses, Cpog(formula).lines)
    except Refused as refused:
        return {"the checker of proofs": str(refused)}
    return {}


def _one_way(right: Any) -> Any:
    def counted(self: Any, bounds: Any) -> Any:
        top = self.top
        return (one for one in right(self, bounds) if not (len(one) > 1 and -one[0] > top))

    return counted


def _forgotten(right: Any) -> Any:
    def turns(self: Any) -> Iterator[Any]:
        for turn in right(self):
            yield turn._replace(touched=([], turn.touched[1]))

    return turns


def _proof(
    name: str, plant: Plant, asked: Case, look: Look, catcher: str, *, silent: bool
) -> Fault:
    return Fault(name, (plant,), lambda: _proved(asked), (look,), (catcher,), silent=silent)


NUMBERS = (
    fault(
        "a cycle of any voltage is taken for one tour",
        Plant("engines.mates.quotient:_Quotient._graph", _of_any_voltage),
        ROTATED,
        "verify: counting",
        engine=MatesEngine(),
        effort=FEW,
    ),
    fault(
        "half of a reflected tour may end anywhere",
        Plant("engines.mates.quotient:_Quotient._crossings", _to_everywhere),
        REFLECTED,
        "verify: counting",
        engine=MatesEngine(),
        effort=FEW,
    ),
    fault(
        "men who attack their own image may stand",
        Plant("compiling.sums:_sum", _once_each),
        TURNED,
        "verify: engines",
    ),
    _number(
        "of what is passed over only one is left out",
        Plant("counting.layered:_of", _one_at_most),
        lambda: numbered(KINGS.model, engine=FrontierEngine()),
        "numbers",
    ),
    _number(
        "where a man stands is counted where he does not",
        Plant("engines.frontier.layers:Layers.true", _the_other_value),
        lambda: numbered(KINGS.model, engine=FrontierEngine()),
        "marginals",
    ),
    _number(
        "men who are given are not among those who stand",
        Plant("counting.numbering:_given", _nobody),
        _counted,
        "marginals",
    ),
    _number(
        "of what a tour passes over only one is left out",
        Plant("engines.mates.links:Links.before", _once_passed_over),
        lambda: numbered(KING_TOURS.model, engine=MatesEngine()),
        "numbers",
    ),
    _proof(
        "counters go one way",
        Plant("evidence.certificate.determined:_Counters._counted", _one_way),
        SOME,
        by_guard(lambda: _written(SOME)),
        "Disagreement",
        silent=False,
    ),
    _proof(
        "what an empty square leaves of a clause has no hint",
        Plant("evidence.certificate.cpog:Clauses.turns", _forgotten),
        SOME,
        lambda: _checked(SOME),
        "the checker of proofs",
        silent=True,
    ),
)
