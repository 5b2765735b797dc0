"""Checking the certificate of a recount, where the verified program counts in place of the checker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nqsat.evidence import checker
from nqsat.evidence.verified.bound_system import BoundSystem, NotedRecount
from nqsat.evidence.verified.problem import Problem, problem_of
from nqsat.evidence.verified.program import counted


class _Counted(NotedRecount):
    """The checker's recount, but that the verified program counts: by boards and pieces where it can."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.from_ = text, list[BoundSystem | Problem]()

    def solutions(
        self,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> int:
        """As the method that it extends."""
        asked = None if image else problem_of(self.text, model, order)
        if asked is None:
            return super().solutions(model, order, more, image)
        for bound in more:
            asked = asked.limited(bound)
        self.from_.append(asked)
        return counted(asked)

    def number(self, asked: BoundSystem) -> int:
        """By the program."""
        self.from_.append(asked)
        return counted(asked)


def check_verified(path: Path | str) -> checker.Accepted:
    """Check a certificate of a recount as ``checker.check`` does, but that the verified program counts.

    Raises:
        checker.Rejected: it does not prove what it claims.
        InvalidModel, Undecided, EngineFailure: as ``counted``; or it is one of tours.
    """
    try:
        folder = checker.Folder(Path(path))
        text = folder.read("model.json")
        model = checker.read_model(text)
        found = checker.recounted(folder, model, recount := _Counted(text))
    except OSError as error:
        raise checker.Rejected(f"certificate: cannot be read: {error.strerror}") from None
    asked = recount.from_[-1]
    counted_by = f"counted once more, by the program that is proved in Coq, from {asked.size}"
    proved = (*found.established[:-1], counted_by)
    meant = all(isinstance(one, Problem) for one in recount.from_)
    what = _OF_PROBLEMS if meant else _OF_BOUNDS
    return found._replace(established=proved, trusted=(*found.trusted, what))


_OF_BOUNDS = (
    "for how many keep the bounds: what Bounds.v says, Coq and its extraction, ocamlopt, driver.ml"
)
_OF_PROBLEMS = (
    "for how many there are: what Problem.v says of boards and pieces, problem.py, which reads model.json"
    " for it, Coq and its extraction, ocamlopt, driver.ml"
)
