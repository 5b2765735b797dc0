"""So many stars in every row, column and region, none touching another: a pencil puzzle."""

from nqsat import Board, NonAttacking, Permutation, Placement, Regions, family

__all__ = ["star_battle"]


@family(
    verify=(
        "regions=AABB/AABB/CCDD/CCDD stars=0..2",
        "regions=ABBBB/AABBC/DDBCC/DDECC/DEEEC stars=1",
    )
)
def star_battle(regions: str, stars: int) -> Placement:
    """Place so many stars in every row, column and region of a map so that no two touch.

    Counted are labelled boards. Stars on squares that share a side or a corner touch, so they are kings
    here. With one star it is the puzzle of ``queens-puzzle``. Regions need not be connected; a square
    that belongs to none may have a star.

    Args:
        regions: the map, rows from the top between slashes: a letter or a digit names a region, ``.``
            belongs to none. Or ``file:map.txt``, a file with a line for each row.
        stars: how many stars in each row, column and region.

    Raises:
        InvalidModel: stars is negative, the map cannot be read, or its rows have different lengths.

    Example:
        >>> import nqsat
        >>> nqsat.count(star_battle("AABB/AABB/CCDD/CCDD", 1), engine="backtrack").value
        2

    References:
        No published sequence.
        https://en.wikipedia.org/wiki/Star_Battle
    """
    rows = Regions.parse(regions).map
    rules = [Permutation(stars), Regions(rows, stars), NonAttacking()]
    return Placement(Board(len(rows), len(rows[0])), {"K": stars * len(rows)}, rules)
