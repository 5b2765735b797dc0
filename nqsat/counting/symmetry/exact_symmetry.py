"""Solutions with exactly some symmetry, and no other of the board: by inclusion and exclusion.

Let fix(K) be how many solutions a group K of symmetries leaves as they are, and own(K) how many of these
no other symmetry does. Every solution has one stabiliser, so fix(H) is the sum of own(K) over the groups K
that contain H; from the largest group down that gives own. Each fix is a count of its own, on a
quotient where there is one; groups that contain one which fixes nothing fix nothing.

Source: W. Burnside, Theory of Groups of Finite Order, 2nd edition, 1911, §180 (the table of marks).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nqsat.chess import Board, Square, Symmetry, check_symmetry, subgroup, symmetries
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling import Model, known_symmetries
from nqsat.modelling.rules.fields import COMMA

#: What the name of a symmetry begins with where no other is wanted; then names, or ``identity``.
ONLY = "only:"

#: A board with more groups of symmetries is refused: each takes a count.
MOST_GROUPS = 100

#: What each symmetry of a group makes of the squares.
Group = frozenset[tuple[Square, ...]]


def groups_above(board: Board, names: tuple[str, ...]) -> dict[Group, tuple[str, ...]]:
    """The groups of symmetries of a board that contain some, each with names that generate it.

    The smallest comes first, and each after all that it contains.

    Raises:
        InvalidModel: there are more than ``MOST_GROUPS``, or the board has no symmetry of a name.
    """
    with blaming("fixed_by"):
        for name in names:
            check_symmetry(board, name)
    every = symmetries(board)
    found = {_group(board, names): names}
    todo = [*found]
    for group in todo:  # which grows
        for one in every:
            if one.images not in group:
                more = (*found[group], one.name)
                larger = _group(board, more)
                if larger not in found:
                    found[larger] = more
                    todo.append(larger)
            if len(found) > MOST_GROUPS:
                reason = (
                    f"{board.title} has more than {MOST_GROUPS} groups of symmetries above these"
                )
                raise InvalidModel("fixed_by", reason)
    return dict(sorted(found.items(), key=lambda item: len(item[0])))


def with_exactly(model: Model, wanted: str, fixed: Callable[[Model], int | None]) -> int | None:
    """How many solutions have exactly the symmetries that are wanted: ``ONLY`` and names.

    ``fixed`` says how many solutions a model has, None if that took too long; then this is None too.

    Raises:
        InvalidModel: as ``groups_above``.
    """
    names = tuple(COMMA.split(wanted.removeprefix(ONLY)))
    groups = groups_above(model.board, names)
    fix: dict[Group, int] = {}
    for group, some in groups.items():
        conjugates = _conjugates(model, group)
        known = next((fix[one] for one in conjugates if one in fix), None)
        if known is None and any(smaller < group and not fix[smaller] for smaller in fix):
            known = 0
        if known is None:
            known = fixed(_fixed(model, some))
        if known is None:
            return None
        fix[group] = known
    own: dict[Group, int] = {}
    for group in reversed(groups):
        own[group] = fix[group] - sum(number for larger, number in own.items() if group < larger)
    return own[group]


def _group(board: Board, names: tuple[str, ...]) -> Group:
    return frozenset(one.images for one in subgroup(board, names))


def _fixed(model: Model, names: Iterable[str]) -> Model:
    """The model, of which only what all of these symmetries leave as it is is a solution."""
    for name in names:
        if name != "identity":
            model = model.fixed(name)
    return model


def symmetries_for(model: Model) -> tuple[Symmetry, ...]:
    """The symmetries of a model; the identity alone, which is enough, where a rule does not say."""
    return known_symmetries(model) or symmetries(model.board)[:1]


def _conjugates(model: Model, group: Group) -> Iterable[Group]:
    """Groups that fix as many solutions, since symmetries of the model make one of the other."""
    squares = model.board.squares
    for one in symmetries_for(model):
        back = {image: square for square, image in one.mapping.items()}
        moves = (dict(zip(squares, images, strict=True)) for images in group)
        yield frozenset(tuple(one(move[back[x]]) for x in squares) for move in moves)
