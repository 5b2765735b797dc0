"""Gates: auxiliary variables that stand for an *and* or an *or* of literals, and are determined by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.modelling.vocabulary import Clause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nqsat.modelling.vocabulary import Variables

__all__ = ["conjunction", "disjunction"]


def conjunction(variables: Variables, literals: Sequence[int]) -> tuple[int, list[Clause]]:
    """A literal that is true exactly if all of ``literals`` are, and the clauses that say so."""
    if len(literals) == 1:
        return literals[0], []
    gate = variables.fresh()
    forth = [Clause((-gate, literal)) for literal in literals]
    return gate, [*forth, Clause((gate, *(-literal for literal in literals)))]


def disjunction(variables: Variables, literals: Sequence[int]) -> tuple[int, list[Clause]]:
    """A literal that is true exactly if one of ``literals`` is, and the clauses that say so."""
    gate, clauses = conjunction(variables, [-literal for literal in literals])
    return -gate, clauses
