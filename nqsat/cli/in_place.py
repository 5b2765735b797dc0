"""Models in place of a MODEL: --board with --piece, --tour or --factor, and families of these."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli.model_words import OF_MEN, TEMPLATES, TOURING, ModelWords

if TYPE_CHECKING:
    from nqsat.modelling import Family, Model


def family_in_place(words: ModelWords) -> Family | None:
    """The family that words with ``{n}`` in them make; None if there are none."""
    typed = {option: words.given(option) for option in TEMPLATES}
    names = nqsat.modelling.names_in(word for given in typed.values() for word in given)
    if not names:
        return None
    title = " ".join(f"{option} {x}" for option, given in typed.items() for x in given)
    title += " --open" if words.open else ""
    make = with_parameters(lambda **values: in_place(words.filled(values))[0], names)
    return nqsat.modelling.Family(title, make)


def in_place(words: ModelWords) -> tuple[Model, dict[str, int | str]]:
    """The model that words in place of a MODEL make, and what is said of it.

    Raises:
        InvalidModel: options that do not go together, or one that cannot be read.
    """
    board = words.board or ""
    if words.factor is not None:
        return _factor(words, board, words.factor)
    words.refuse("goes with --factor", "--degree", "--maximal")
    if words.tour is None:
        words.refuse("goes with --tour", "--open", *TOURING)
        model = nqsat.modelling.in_place(
            board,
            words.piece or (),
            words.rule or (),
            words.preset or (),
            maximise=words.maximise,
            minimise=words.minimise,
        )
        return model, {"board": board, "pieces": " ".join(words.piece or ())}
    words.refuse("does not go with --tour, which names the piece", "--piece")
    words.refuse("does not go with --tour", *OF_MEN)
    tour = nqsat.Tour(board, words.tour, closed=not words.open)
    more = nqsat.modelling.refined(tour, rules=words.rule or (), **words.tour_arguments)
    return more, {"board": board, "tour": words.tour}


def _factor(words: ModelWords, board: str, piece: str) -> tuple[Model, dict[str, int | str]]:
    words.refuse("does not go with --factor, which names the piece", "--piece", "--tour")
    words.refuse("does not go with --factor", "--open", *OF_MEN)
    degree = "2" if words.degree is None else words.degree
    model = nqsat.Factor(board, piece, degree, maximal=words.maximal)
    more = nqsat.modelling.refined(model, rules=words.rule or (), **words.tour_arguments)
    return more, {"board": board, "factor": piece, "degree": degree}


def with_parameters(make: Callable[..., Model], names: Iterable[str]) -> Callable[..., Model]:
    """A function as a ``Family`` takes it, of integers with these names."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, kind, annotation=int) for name in names]
    make.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return make
