"""Count solutions whose stabiliser is exactly a given group of symmetries, by inclusion and exclusion.

Let fix(K) be the number of solutions that every symmetry of the group K fixes, and own(K) the number of
solutions whose stabiliser is K. Every solution has one stabiliser, so fix(H) is the sum of own(K) over the
groups K that contain H. By Möbius inversion own(H) is the sum of μ(H, K) · fix(K), where μ(H, H) = 1 and
the μ(H, L) with H ≤ L ≤ K add up to 0. Each fix(K) is a separate count, on a quotient if there is one.

Sources: W. Burnside, Theory of Groups of Finite Order, 2nd edition, 1911, §180 (the table of marks);
G.-C. Rota, On the foundations of combinatorial theory I, 1964.
"""

from __future__ import annotations

from collections.abc import Iterable

from nqsat.chess import Board, Square, Symmetry, check_symmetry, subgroup, symmetries
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling import Model, known_symmetries
from nqsat.modelling.rules.fields import COMMA

#: The prefix of ``fixed_by`` for an exact stabiliser; names or ``identity`` follow.
ONLY = "only:"

#: The maximum number of groups: each takes a count.
MOST_GROUPS = 100

#: A group of symmetries, each as the images of the squares.
Group = frozenset[tuple[Square, ...]]


def groups_above(board: Board, names: tuple[str, ...]) -> dict[Group, tuple[str, ...]]:
    """Return the groups of board symmetries that contain the named ones, each with generators by name.

    Groups are in ascending order of size, so each comes after all groups that it contains.

    Raises:
        InvalidModel: there are more than ``MOST_GROUPS``, or the board has no symmetry of a name.
    """
    with blaming("fixed_by"):
        for name in names:
            check_symmetry(board, name)
    every = symmetries(board)
    found = {_group(board, names): names}
    todo = [*found]
    for group in todo:  # the list grows in the loop
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
    """Return models whose weighted counts add up to the number of solutions with exactly some symmetries.

    Args:
        model: the model.
        wanted: ``ONLY`` and names.

    Returns:
        for each class of conjugate groups, which fix equally many solutions: a name, the weight, the model.

    Raises:
        InvalidModel: as ``groups_above``.
    """
    groups = groups_above(model.board, tuple(COMMA.split(wanted.removeprefix(ONLY))))
    alone: dict[Group, int] = {}
    weights: dict[Group, int] = {}
    for group in groups:
        # The Möbius function: 1 for the smallest group; any other makes the sum over its subgroups 0.
        alone[group] = -sum(alone[less] for less in alone if less < group) if alone else 1
        first = next((one for one in _conjugates(model, group) if one in weights), group)
        weights[first] = weights.get(first, 0) + alone[group]
    return tuple(
        ("+".join(groups[group]), weight, _restrict(model, groups[group]))
        for group, weight in weights.items()
        if weight
    )


def _group(board: Board, names: tuple[str, ...]) -> Group:
    return frozenset(one.images for one in subgroup(board, names))


def _restrict(model: Model, names: Iterable[str]) -> Model:
    """Return the model restricted to solutions that all of these symmetries fix."""
    for name in names:
        if name != "identity":
            model = model.fixed(name)
    return model


def symmetries_for(model: Model) -> tuple[Symmetry, ...]:
    """Return the symmetries of a model; only the identity if a rule cannot tell its own (fewer is safe)."""
    return known_symmetries(model) or symmetries(model.board)[:1]


def _conjugates(model: Model, group: Group) -> Iterable[Group]:
    """Yield the conjugates of a group under the model's symmetries; they fix equally many solutions."""
    squares = model.board.squares
    for one in symmetries_for(model):
        back = {image: square for square, image in one.mapping.items()}
        moves = (dict(zip(squares, images, strict=True)) for images in group)
        yield frozenset(tuple(one(move[back[x]]) for x in squares) for move in moves)
