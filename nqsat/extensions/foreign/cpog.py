"""A count as a CPOG proof, from the layers of ``frontier`` for clauses, for checkers without boards.

The file contains a decision diagram whose models can be counted in one pass, and a proof that its models
are those of the clauses. Its nodes are sums of two mutually exclusive nodes, and products of nodes without
common variables.

* The undecided literals of a clause, when those decided are false, are a *residual*. A product node says
  that it is violated: all of its literals are false.
* A state of the layers is a set of residuals. Its node is the sum of (x and the successor for x true) and
  (not x and the successor for x false), as far as these exist.
* Its lemma says: the node is true, or some residual is violated. Let x be true. If the node is false, so is
  its successor. If no residual of the state is violated, none of the successor is: each of these is one of
  the state, or the rest of one, or of a clause that begins with x. This contradicts the successor's lemma.
  The case that x is false is similar. Each takes one step of unit propagation, over the clauses of x.

The first state has no residual, so its lemma is its node. That the models of the node satisfy the clauses
needs no proof: if the literals of a clause are false, the diagram evaluates to false.

Source: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule, Certified knowledge compilation with
application to verified model counting, SAT 2023. The file is in the format of its successor, which needs no
proof of the last point: ``cpog-check`` and, verified in HOL4, ``cake_scpog``, github.com/rebryant/scpog.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nqsat.engines import ClauseStates, Residual, UniqueCnf
from nqsat.errors import UnsupportedByEngine

#: With more states the file would be too large to check: each takes some hundred bytes.
MOST_STATES = 1_000_000


class Node(NamedTuple):
    """A sum or product node: its variable, and the number of the first of its defining clauses."""

    name: int
    clause: int


class StateFacts(NamedTuple):
    """The node of a state, if it has solutions; and its lemma, unless that is a tautology."""

    node: Node | None
    lemma: int | None


class Restriction(NamedTuple):
    """The effect of a value on a residual or a clause; a hint proves that the rest is not violated.

    Args:
        before: the bit of the residual in a state; 0 for a clause.
        there: the bit of the rest, if states may already have it as a residual; else 0.
        hint: the number of the clause used as a hint.
    """

    before: int
    there: int
    hint: int


class Decision(NamedTuple):
    """Data about the decision of a variable that all states of a layer share.

    Args:
        variable: the variable.
        violated: for each bit, the node that says that its residual is violated.
        touched: for each value, the restricted residuals and clauses.
        closed: for each value, the clause that forbids it in every state; 0 if there is none.
    """

    variable: int
    violated: Mapping[int, int]
    touched: tuple[Sequence[Restriction], Sequence[Restriction]]
    closed: Sequence[int]


class ProofLines:
    """The lines of a proof; new variables and clauses get consecutive numbers."""

    def __init__(self, formula: UniqueCnf) -> None:
        self.text: list[str] = []
        self._name, self._clause = formula.variables, len(formula.clauses)

    def product(self, factors: Sequence[int]) -> Node:
        """Add a product (AND). Its clauses: true factors imply it, and it implies each factor."""
        node = self._new_node(1 + len(factors))
        self.text.append(f"{node.clause} p {node.name} {_join_numbers(factors)}0")
        return node

    def sum(self, one: Node, other: Node) -> Node:
        """Add a sum (OR) of two products whose first factors exclude each other."""
        node = self._new_node(3)
        hints = f"{one.clause + 1} {other.clause + 1}"
        self.text.append(f"{node.clause} s {node.name} {one.name} {other.name} {hints} 0")
        return node

    def lemma(self, literals: Iterable[int], hints: Iterable[int]) -> int:
        """Add a clause that follows by unit propagation; return its number."""
        self._clause += 1
        self.text.append(f"{self._clause} a {_join_numbers(literals)}0 {_join_numbers(hints)}0")
        return self._clause

    def _new_node(self, clauses: int) -> Node:
        node = Node(self._name + 1, self._clause + 1)
        self._name, self._clause = node.name, self._clause + clauses
        return node


class Clauses:
    """The clauses of a formula, and their residuals after each decision.

    Args:
        formula: the formula with its clauses.
        states: the states by which they are counted.
        lines: receives products and lemmas when they are first used.
    """

    def __init__(self, formula: UniqueCnf, states: ClauseStates, lines: ProofLines) -> None:
        self._lines, self._states = lines, states
        self._residuals = states.residuals
        self._products: dict[int, Node] = {}
        place = {x: index for index, x in enumerate(formula.order)}
        self._numbers = {
            tuple(sorted(clause, key=lambda x: place[abs(x)])): number
            for number, clause in enumerate(formula.clauses, start=1)
        }

    def decisions(self) -> Iterator[Decision]:
        """Yield the data of each decision, in order."""
        tails = self._residuals.tails
        for layer, places in self._states.decisions():
            x = layer.variable
            bits = {residual: 1 << place for residual, place in places.items()}
            touched: tuple[list[Restriction], list[Restriction]] = ([], [])
            closed = [0, 0]
            begun = self._residuals.from_start.get(x, ())
            here = (old for old in bits if self._residuals.variable(old) == x)
            for old in (*here, *begun):
                literal, _, after, _, _ = tails[old.tail]
                value, left = int(literal < 0), Residual(1, after)
                if not after:
                    closed[value] = 0 if old in bits else self._lemma(old.tail)
                elif self._residuals.excess(left) > 0:
                    hint = self._product(old.tail).clause if old in bits else self._lemma(old.tail)
                    touched[value].append(Restriction(bits.get(old, 0), bits.get(left, 0), hint))
            violated = {bit: self._violation_node(residual.tail) for residual, bit in bits.items()}
            yield Decision(x, violated, touched, closed)

    def _violation_node(self, tail: int) -> int:
        """Return the node that says that all literals of a tail are false."""
        literal, _, after, _, _ = self._residuals.tails[tail]
        return self._product(tail).name if after else -literal

    def _product(self, tail: int) -> Node:
        if tail not in self._products:
            literal, _, after, _, _ = self._residuals.tails[tail]
            self._products[tail] = self._lines.product((-literal, self._violation_node(after)))
        return self._products[tail]

    def _lemma(self, tail: int) -> int:
        """Add the lemma that the first literal of a clause is true or its rest is not violated."""
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
        if not hints:  # a clause of one or two literals is this lemma itself
            return number
        return self._lines.lemma((first, -self._violation_node(left)), (*hints, number))


class Cpog:
    """A decision diagram of the models of a formula, with its proof.

    Args:
        formula: the clauses.

    Attributes:
        models: the number of models.
        root: the variable of the whole diagram; 0 if there is no model.

    Raises:
        UnsupportedByEngine: there are more than ``MOST_STATES`` states, or more than fit into memory.
    """

    def __init__(self, formula: UniqueCnf) -> None:
        self._lines = ProofLines(formula)
        found = ClauseStates(formula)
        turns = list(Clauses(formula, found, self._lines).decisions())
        counted = found.layers(MOST_STATES)
        if counted is None:
            reason = f"has more than {MOST_STATES:,} states, too many to check"
            raise UnsupportedByEngine("CPOG proof", reason)
        states, layers, self.models = counted
        true = self._lines.product(())
        following = [StateFacts(true, true.clause)] * min(1, self.models)
        for turn, bits, successors in zip(
            reversed(turns), reversed(states), reversed(layers), strict=True
        ):
            known = [*following, None]
            last = len(following)
            no, yes = ([known[min(s, last)] for s in row] for row in successors.tolist())
            following = [self._state(turn, *row) for row in zip(bits, no, yes, strict=True)]
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
        """Write the node and the lemma of a state, given its successors for false and true."""
        touched = [
            [step.hint for step in steps if step.before & ~bits == 0 == step.there & bits]
            for steps in turn.touched
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
        """Return a state's node, and for each value the clauses by which the successor implies it."""
        if no is yes:
            return (None if no is None else no.node), ((), ())
        arms = [
            None
            if child is None or child.node is None
            else self._lines.product((x, child.node.name))
            for x, child in ((-x, no), (x, yes))
        ]
        if arms[0] is not None and arms[1] is not None:
            both = self._lines.sum(arms[0], arms[1])
            return both, [(both.clause + 1 + i, arm.clause) for i, arm in enumerate(arms) if arm]
        return arms[0] or arms[1], [() if arm is None else (arm.clause,) for arm in arms]


def _join_numbers(numbers: Iterable[int]) -> str:
    return "".join(f"{x} " for x in numbers)
