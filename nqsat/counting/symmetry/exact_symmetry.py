"""Solutions with exactly some symmetry, and no other of the board: by inclusion and exclusion.

Let fix(K) be how many solutions a group K of symmetries leaves as they are, and own(K) how many of these
no other symmetry does. Every solution has one stabiliser, so fix(H) is the sum of own(K) over the groups K
that contain H. By Möbius inversion own(H) is the sum of μ(H, K) · fix(K), where μ(H, H) = 1 and the μ(H, L)
with H ≤ L ≤ K add up to 0. Each fix is a count of its own, on a quotient where there is one.

Sources: W. Burnside, Theory of Groups of Finite Order, 2nd edition, 1911, §180 (the table of marks);
G.-C. Rota, On the foundations of combinatorial theory I, 1964.
"""

from __future__ import annotations

from collections.abc import Iterable

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


def terms_of(model: Model, wanted: str) -> tuple[tuple[str, int, Model], ...]:
    """Models whose weighted numbers of solutions add up to that with exactly some symmetries.

    Args:
        model: whose solutions.
        wanted: ``ONLY`` and names.

    Returns:
        for each class of groups that fix as many solutions, a name, the weight and the model.

    Raises:
        InvalidModel: as ``groups_above``.
    """
    groups = groups_above(model.board, tuple(COMMA.split(wanted.removeprefix(ONLY))))
    alone: dict[Group, int] = {}
    weights: dict[Group, int] = {}
    for group in groups:
        # 1 for the smallest; for each other group what makes it and all that it contains add up to 0.
        alone[group] = -sum(alone[less] for less in alone if less < group) if alone else 1
        first = next((one for one in _conjugates(model, group) if one in weights), group)
        weights[first] = weights.get(first, 0) + alone[group]
    return tuple(
        ("+".join(groups[group]), weight, _fixed(model, groups[group]))
        for group, weight in weights.items()
        if weight
    )


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
