"""A count as a CPOG proof: the layers of ``frontier`` for clauses, for checkers that know no boards.

The file has a decision diagram whose models can be counted by going over it once, made of sums of two that
exclude each other and products of what has no variable in common, and a proof that its models are those
of the clauses.

* What is left of a clause when some of its variables are decided is a *residual*; it has a product that
  says that it is violated: all of its literals are false.
* A state of the layers is a set of residuals. Its node is the sum of (x and the node that follows if x is
  true) and (not x and the node that follows if x is false), as far as these are there.
* Its lemma says: the node, or some residual is violated. Let x be true. If the node is false, so is the one
  that follows; and if no residual of the state is violated, none of those that follow is, for each of them
  is one of the state, or what x leaves of one, or of a clause that begins with x. That contradicts the
  lemma of what follows. So does x false: two steps of unit propagation, of as many clauses as x touches.

The first state has no residual, so its lemma is its node. That the models of the node keep the clauses is
seen without a proof: with the literals of a clause false the diagram is.

Source: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule, Certified knowledge compilation with
application to verified model counting, SAT 2023. The file is as its successor reads it, which needs no
proof of the last: ``cpog-check`` and, verified in HOL4, ``cake_scpog``, github.com/rebryant/scpog.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nqsat.engines.frontier.program import compile_program, traced
from nqsat.engines.frontier.residuals import Residual, Residuals, demands_of
from nqsat.engines.machine import allowed
from nqsat.errors import UnsupportedByEngine
from nqsat.evidence.certificate.unique_cnf import UniqueCnf

if TYPE_CHECKING:
    from nqsat.engines.frontier.run import Successors

#: More states than these make a file that is too large to check: each takes some hundred bytes of it.
MOST_STATES = 1_000_000


class Node(NamedTuple):
    """A sum or a product, and the first of the clauses that define it, which has it in it."""

    name: int
    clause: int


class StateFacts(NamedTuple):
    """What is known of a state: its node, if it has solutions; its lemma, unless that is a tautology."""

    node: Node | None
    lemma: int | None


class Restriction(NamedTuple):
    """What a value leaves of a residual, or of a clause: that it is not violated follows by a hint.

    Args:
        before: the bit of the residual in a state; 0 for a clause.
        there: the bit of what is left, where the state has that anyway; 0 if it never has.
        hint: the clause.
    """

    before: int
    there: int
    hint: int


class Decision(NamedTuple):
    """What the states before a decision have in common.

    Args:
        variable: which is decided.
        violated: for each bit, the node that says that its residual is violated.
        touched: by each value.
        closed: for each value, the clause that forbids it whatever the state; 0 if there is none.
    """

    variable: int
    violated: Mapping[int, int]
    touched: tuple[Sequence[Restriction], Sequence[Restriction]]
    closed: Sequence[int]


class ProofLines:
    """The lines of a proof; variables and clauses have the next number each."""

    def __init__(self, formula: UniqueCnf) -> None:
        self.text: list[str] = []
        self._name, self._clause = formula.variables, len(formula.clauses)

    def product(self, factors: Sequence[int]) -> Node:
        """All of these are true. Its clauses: that it is if they are, and for each that it is if it is."""
        node = self._next(1 + len(factors))
        self.text.append(f"{node.clause} p {node.name} {_joined(factors)}0")
        return node

    def sum(self, one: Node, other: Node) -> Node:
        """Of two products, of which the first factors exclude each other, one is true."""
        node = self._next(3)
        hints = f"{one.clause + 1} {other.clause + 1}"
        self.text.append(f"{node.clause} s {node.name} {one.name} {other.name} {hints} 0")
        return node

    def lemma(self, literals: Iterable[int], hints: Iterable[int]) -> int:
        """A clause that follows by unit propagation; its number."""
        self._clause += 1
        self.text.append(f"{self._clause} a {_joined(literals)}0 {_joined(hints)}0")
        return self._clause

    def _next(self, clauses: int) -> Node:
        node = Node(self._name + 1, self._clause + 1)
        self._name, self._clause = node.name, self._clause + clauses
        return node


class Clauses:
    """The clauses of a formula, and their residuals after each decision.

    Args:
        formula: the formula with its clauses.
        lines: the lines to which products and lemmas are written when they are first asked for.
    """

    def __init__(self, formula: UniqueCnf, lines: ProofLines) -> None:
        self._lines = lines
        self._residuals = Residuals(demands_of(formula.sums, formula.order))
        self._order = formula.order
        self._products: dict[int, Node] = {}
        place = {x: index for index, x in enumerate(formula.order)}
        self._numbers = {
            tuple(sorted(clause, key=lambda x: place[abs(x)])): number
            for number, clause in enumerate(formula.clauses, start=1)
        }

    def turns(self) -> Iterator[Decision]:
        """Decision by decision."""
        tails = self._residuals.tails
        for layer, places in traced(self._residuals, self._order):
            x = layer.variable
            bits = {one: 1 << place for one, place in places.items()}
            touched: tuple[list[Restriction], list[Restriction]] = ([], [])
            closed = [0, 0]
            begun = self._residuals.from_start.get(x, ())
            for one in [*(one for one in bits if self._residuals.variable(one) == x), *begun]:
                literal, _, after, _, _ = tails[one.tail]
                value, left = int(literal < 0), Residual(1, after)
                if not after:
                    closed[value] = 0 if one in bits else self._lemma(one.tail)
                elif self._residuals.excess(left) > 0:
                    hint = self._product(one.tail).clause if one in bits else self._lemma(one.tail)
                    touched[value].append(Restriction(bits.get(one, 0), bits.get(left, 0), hint))
            violated = {bit: self._violated(one.tail) for one, bit in bits.items()}
            yield Decision(x, violated, touched, closed)

    def _violated(self, tail: int) -> int:
        """The node that says that all literals of a tail are false."""
        literal, _, after, _, _ = self._residuals.tails[tail]
        return self._product(tail).name if after else -literal

    def _product(self, tail: int) -> Node:
        if tail not in self._products:
            literal, _, after, _, _ = self._residuals.tails[tail]
            self._products[tail] = self._lines.product((-literal, self._violated(after)))
        return self._products[tail]

    def _lemma(self, tail: int) -> int:
        """That the first literal of a clause is true, or what is left of it not violated."""
        literals: list[int] = []
        hints: list[int] = []
        first, _, left, _, _ = self._residuals.tails[tail]
        while tail:
            literal, _, after, _, _ = self._residuals.tails[tail]
            if literals and after:
                hints += [self._product(tail).clause + 1, self._product(tail).clause + 2]
            literals.append(literal)
            tail = after
        number = self._numbers[tuple(literals)]
        if not hints:  # with two literals or one the clause says it itself
            return number
        return self._lines.lemma((first, -self._violated(left)), (*hints, number))


class Cpog:
    """A formula, what its models are, and the proof of it.

    Args:
        formula: the clauses.

    Attributes:
        models: how many there are.
        root: the variable of the whole diagram; 0 if there is no model.

    Raises:
        UnsupportedByEngine: there are more than ``MOST_STATES`` states, or more than fit into memory.
    """

    def __init__(self, formula: UniqueCnf) -> None:
        self._lines = ProofLines(formula)
        turns = list(Clauses(formula, self._lines).turns())
        states, layers, self.models = _layers(formula)
        true = self._lines.product(())
        following = [StateFacts(true, true.clause)] * min(1, self.models)
        for turn, bits, successors in zip(
            reversed(turns), reversed(states), reversed(layers), strict=True
        ):
            known = [*following, None]
            last = len(following)
            no, yes = ([known[min(s, last)] for s in row] for row in successors.tolist())
            following = [self._state(turn, *one) for one in zip(bits, no, yes, strict=True)]
        first = following[0].node
        self.root = 0 if first is None else first.name

    @property
    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        yield f"r {self.root}"
        yield from self._lines.text

    def _state(
        self, turn: Decision, bits: int, no: StateFacts | None, yes: StateFacts | None
    ) -> StateFacts:
        """Write what there is to say of a state, given what follows if the variable is false, or true."""
        touched = [
            [one.hint for one in every if one.before & ~bits == 0 == one.there & bits]
            for every in turn.touched
        ]
        if no is not None and no is yes and not any(touched):
            return no
        node, falling = self._node(turn.variable, no, yes)
        violated = [literal for bit, literal in turn.violated.items() if bits & bit]
        if not {*violated}.isdisjoint(-literal for literal in violated):
            return StateFacts(node, None)
        said = violated if node is None else [node.name, *violated]
        hints: list[int] = []
        for value, known in enumerate((no, yes)):
            if known is None:
                hints[:0] = [turn.closed[value]] * (turn.closed[value] > 0)
                continue
            contradiction = [*falling[value], *touched[value]]
            if known.lemma is not None:
                contradiction.append(known.lemma)
            if value == 0 and yes is not None:
                contradiction = [self._lines.lemma([*said, turn.variable], contradiction)]
            hints += contradiction
        return StateFacts(node, self._lines.lemma(said, hints))

    def _node(
        self, x: int, no: StateFacts | None, yes: StateFacts | None
    ) -> tuple[Node | None, Sequence[Sequence[int]]]:
        """The node of a state; and for each value of x by what a node that follows is false if that is."""
        if no is yes:
            return (None if no is None else no.node), ((), ())
        arms = [
            None if one is None or one.node is None else self._lines.product((x, one.node.name))
            for x, one in ((-x, no), (x, yes))
        ]
        if arms[0] is not None and arms[1] is not None:
            both = self._lines.sum(arms[0], arms[1])
            return both, [(both.clause + 1 + i, arm.clause) for i, arm in enumerate(arms) if arm]
        return arms[0] or arms[1], [() if arm is None else (arm.clause,) for arm in arms]


def _layers(formula: UniqueCnf) -> tuple[list[list[int]], list[Successors], int]:
    """The states before each decision, as sets of bits, what follows on them, and the number of models."""
    from nqsat.engines.frontier.run import FrontierProgram, successors_of
    from nqsat.engines.layered.links import LayerChoices, LinkedLayers
    from nqsat.engines.layered.run import TooWide, linked

    program = FrontierProgram(compile_program(formula.sums, formula.order))
    states, turns, number = list[list[int]](), list[LayerChoices](), 0
    try:
        for rows, turn in linked(program, allowed(None)):
            number += len(rows)
            if number > MOST_STATES:
                raise TooWide
            text, width = rows.tobytes(), rows.shape[1] * rows.itemsize
            each = range(0, len(text), width)
            states.append([int.from_bytes(text[i : i + width], "little") for i in each])
            turns.append(turn)
    except TooWide:
        reason = f"a proof of more than {MOST_STATES:,} states, too many to check"
        raise UnsupportedByEngine("certify", reason) from None
    return states, [*map(successors_of, turns)], LinkedLayers(formula.order, turns).total


def _joined(numbers: Iterable[int]) -> str:
    return "".join(f"{x} " for x in numbers)
