"""What is shown of a placement as a model of its own, whose solutions the page lists and does not judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from nqsat.compiling import ProjectedSolution, Projection
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Placement
from nqsat.modelling.kinds import Number, usual_name


def model_of_shown(projection: Projection) -> Placement:
    """The kinds that are shown, any number of each, without rules; a page has all squares of a kind.

    Raises:
        InvalidModel: something else than kinds is shown.
    """
    model = projection.of
    kinds = {kind.name: kind for kind in model.kinds} if isinstance(model, Placement) else {}
    names = dict.fromkeys(usual_name([*kinds], word) for word in projection.show)
    if not isinstance(model, Placement) or not names.keys() <= kinds.keys():
        reason = (
            "a page shows kinds of pieces, as in --show white:Q; enumerate lists other projections"
        )
        raise InvalidModel("show", reason)
    pieces = [replace(kinds[name], number=Number.parse("any")) for name in names]
    return Placement(model.board, pieces, [])


def arrangement_of_shown(solution: ProjectedSolution, model: Placement) -> Arrangement:
    """The pieces that are shown of a solution, as a solution of ``model_of_shown``."""
    kinds = {kind.name for kind in model.kinds}
    pieces = cast("Arrangement", solution.completion).pieces
    return Arrangement(model.setting, tuple(piece for piece in pieces if piece.kind in kinds))


def words_of_shown(
    projection: Projection, title: str, words: Mapping[str, str | None]
) -> tuple[str, dict[str, str | None]]:
    """The title of the page and what it says of the model, when it also says what is shown of it."""
    said = projection.note[0].upper() + projection.note[1:]
    shows = f".project({', '.join(map(repr, projection.show))})"
    more = {"statement": f"{words['statement']} {said}.", "shows": shows}
    return f"{title}, told apart by {' and '.join(projection.show)}", {**words, **more}
