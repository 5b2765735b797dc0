"""Check the certificate of a recount with the verified program instead of the checker's own recount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from nqsat.evidence import checker
from nqsat.evidence.verified.bound_system import BoundSystem, NotedRecount
from nqsat.evidence.verified.problem import Problem, problem_of
from nqsat.evidence.verified.program import count_orbits_with_program, count_with_program


class _VerifiedRecount(NotedRecount):
    """The checker's recount, done by the verified program, from boards and pieces if possible."""

    def __init__(self, text: str, *, zarith: bool) -> None:
        super().__init__()
        self.zarith = zarith
        self.text, self.from_ = text, list[BoundSystem | Problem]()
        self.burnside = False  # whether the checker applies Burnside's lemma, not the program

    def solutions(
        self,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> int:
        """As the method that it extends."""
        asked = None if image else self.problem(model, order, more)
        if asked is None:
            return super().solutions(model, order, more, image)
        return self.number(asked)

    def orbits(
        self, model: checker.Model, order: list[int], more: Sequence[checker.Bound]
    ) -> tuple[int, int]:
        """As the method that it extends."""
        asked: BoundSystem | Problem | None = self.problem(model, order, more)
        if isinstance(asked, Problem):
            asked = asked._replace(modulo=True)
        else:
            asked = BoundSystem.modulo_symmetry(model, order, more)
        if asked is None:
            self.burnside = True
            return super().orbits(model, order, more)
        self.from_.append(asked)
        return count_orbits_with_program(asked, zarith=self.zarith)

    def problem(
        self, model: checker.Model, order: list[int], more: Sequence[checker.Bound]
    ) -> Problem | None:
        """Return the problem in terms of boards and pieces; None if it is not supported."""
        asked = problem_of(self.text, model, order)
        if asked is not None:
            for bound in more:
                asked = asked.limited(bound)
        return asked

    def number(self, asked: BoundSystem | Problem) -> int:
        """Return the program's number."""
        self.from_.append(asked)
        return count_with_program(asked, zarith=self.zarith)


def check_verified(path: Path | str, *, zarith: bool = False) -> checker.Accepted:
    """Check a certificate of a recount as ``checker.check`` does, but let the verified program count.

    Args:
        path: the folder.
        zarith: as for ``counted``.

    Raises:
        checker.Rejected: it does not prove its claim.
        InvalidModel, Undecided, EngineFailure: as ``counted``; or it is about tours.
    """
    try:
        folder = checker.Folder(Path(path))
        text = folder.read("model.json")
        model = checker.read_model(text)
        found = checker.check_recount(
            folder, model, recount := _VerifiedRecount(text, zarith=zarith)
        )
    except OSError as error:
        raise checker.Rejected(f"certificate: cannot be read: {error.strerror}") from None
    asked = recount.from_[-1]
    counted_by = f"counted once more, by the program that is proved in Coq, from {asked.size}"
    proved = (*found.established[:-1], counted_by)
    return found._replace(
        established=proved, trusted=(*found.trusted, *_trusted_base(found, recount))
    )


def _trusted_base(found: checker.Accepted, recount: _VerifiedRecount) -> Iterator[str]:
    """Yield what has to be trusted beside the verified program."""
    orbits = found.modulo == "symmetry" and not recount.burnside
    program = _PROGRAM + ", and Zarith, which adds and divides" * recount.zarith
    what, also = (", and how many orbits", " and Symmetry.v say") if orbits else ("", " says")
    if all(isinstance(one, Problem) for one in recount.from_):
        reads = (
            f"what Problem.v{also} of boards and pieces, problem.py, which reads model.json for it"
        )
        yield f"for how many there are{what}: {reads}, {program}"
    else:
        reads = f"what Bounds.v{also}" + ", this checker's symmetries" * orbits
        yield f"for how many keep the bounds{what}: {reads}, {program}"
    if recount.burnside:
        yield "for the orbits: this checker, which folds the bounds, and takes the mean (Burnside)"


_PROGRAM = "Coq and its extraction, ocamlopt, driver.ml"
