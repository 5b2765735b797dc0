"""How a decision diagram is built, whoever's library it is: one conjunction for every square."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nqsat.bench.graphs import Men


def diagram(asked: Men, on: Sequence[Any], true: Any, false: Any) -> Any:
    """The function that is true of the placements asked for.

    Args:
        asked: the question.
        on: the variables, one for each square.
        true: the constant.
        false: the other constant.
    """
    found = true if asked.free or asked.ones else _amount(asked, on, true, false)
    for square, others in reversed(list(enumerate(asked.beside))):
        later = [on[other] for other in others if other > square]
        if later:
            found &= ~(on[square] & reduce(or_, later))
    return reduce(and_, (reduce(or_, (on[x] for x in line)) for line in asked.ones), found)


def _amount(asked: Men, on: Sequence[Any], true: Any, false: Any) -> Any:
    """So many of the variables are true."""
    most = min(asked.most, asked.size)
    exactly = [true, *[false] * most]  # of the variables so far
    for variable in reversed(on):
        before = [false, *exactly[:-1]]
        exactly = [
            (~variable & none) | (variable & one) for none, one in zip(exactly, before, strict=True)
        ]
    return reduce(or_, exactly[asked.low :], false)
