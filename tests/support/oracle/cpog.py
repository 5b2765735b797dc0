"""A small checker of CPOG proofs, like the external ones, without code of nqsat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

Clause = tuple[int, ...]


class Refused(Exception):
    """A step does not follow."""


class Node(NamedTuple):
    """A product or a sum; its variables, and the fraction of all assignments that satisfy it."""

    product: bool
    children: Clause
    variables: frozenset[int]
    share: Fraction


class Check:
    """The state of the check: nodes and clauses so far."""

    def __init__(self, variables: int, clauses: Sequence[Clause]) -> None:
        self.variables, self.given, self.root = variables, clauses, -1
        self.nodes: dict[int, Node] = {}
        self.clauses = dict(enumerate(clauses, start=1))
        self.defining: set[int] = set()

    def step(self, line: str) -> None:
        first, *words = line.split()
        if first == "r":
            need(self.root < 0 and len(words) == 1, "one root")
            self.root = int(words[0])
            return
        kind, *rest = words
        number, numbers = int(first), [int(word) for word in rest]
        need(numbers.pop() == 0 and number > max(self.clauses, default=0), line)
        if kind == "a":
            end = numbers.index(0)
            need(all(self.known(abs(x)) for x in numbers[:end]), line)
            self.propagate(numbers[:end], numbers[end + 1 :], self.clauses.keys())
            self.clauses[number] = tuple(numbers[:end])
        elif kind == "p":
            self.define(number, numbers[0], numbers[1:], product=True)
        else:
            need(kind == "s" and len(numbers) > 2, line)
            self.propagate([-x for x in numbers[1:3]], numbers[3:], self.defining)
            self.define(number, numbers[0], numbers[1:3], product=False)

    def known(self, x: int) -> bool:
        return x in self.nodes or 0 < x <= self.variables

    def define(self, number: int, name: int, children: Sequence[int], *, product: bool) -> None:
        need(name > self.variables and name not in self.nodes, f"{name} is taken")
        need(all(x in self.nodes or 0 < abs(x) <= self.variables for x in children), "children")
        parts = [self.nodes[x].variables if x in self.nodes else {abs(x)} for x in children]
        shares = [self.nodes[x].share if x in self.nodes else Fraction(1, 2) for x in children]
        whole: frozenset[int] = frozenset().union(*parts)
        need(not product or len(whole) == sum(map(len, parts)), f"{name} is not decomposable")
        share = Fraction(1)
        for one in shares:
            share *= one
        self.nodes[name] = Node(
            product, tuple(children), whole, share if product else sum(shares, Fraction(0))
        )
        sign = 1 if product else -1
        made = [(sign * name, *(-sign * x for x in children))]
        made += [(-sign * name, sign * x) for x in children]
        self.clauses.update(enumerate(made, start=number))
        self.defining.update(range(number, number + len(made)))

    def propagate(
        self, literals: Iterable[int], hints: Iterable[int], allowed: Iterable[int]
    ) -> None:
        """Propagate along the hints: each is a unit clause, up to one that is a conflict."""
        false = {*literals}
        for hint in hints:
            need(hint in allowed, f"{hint} is no clause here")
            rest = {x for x in self.clauses[hint] if x not in false}
            if not rest:
                return
            need(len(rest) == 1 and false.isdisjoint(-x for x in rest), f"{hint} is no unit")
            false |= {-x for x in rest}
        raise Refused("no conflict")

    def number(self) -> int:
        """Return the number of models of the clauses."""
        if self.root == 0:
            need(() in self.clauses.values(), "no empty clause")
            return 0
        need((self.root,) in self.clauses.values() and self.root in self.nodes, "the root is open")
        for clause in self.given:
            false = {*clause}
            for name, (product, children, _, _) in self.nodes.items():
                if (any if product else all)(x in false for x in children):
                    false.add(name)
            need(self.root in false, f"{clause} may be violated")
        number = self.nodes[self.root].share * 2**self.variables
        return int(number)


def need(truth: bool, what: str) -> None:
    if not truth:
        raise Refused(what)


def models(variables: int, clauses: Sequence[Clause], lines: Iterable[str]) -> int:
    """Return the number of models of clauses, by checking a proof of it.

    Raises:
        Refused: the proof is not valid.
    """
    check = Check(variables, clauses)
    try:
        for line in lines:
            check.step(line)
    except (ValueError, IndexError) as error:
        raise Refused(f"{line}: {error}") from None
    return check.number()
