"""Count models, and check certificates of recounts, with the verified program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import Any

from nqsat.errors import InvalidModel, Undecided
from nqsat.evidence import checker, ordered_facts
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.problem import Problem, problem_of
from nqsat.extensions.verified.program import count_orbits_with_program, count_with_program
from nqsat.modelling import Model


def recount_of(model: Model, seconds: float | None) -> int:
    """Return the number of solutions of a model; ``nqsat.evidence.verify`` asks for it."""
    return count_with_program(problem_or_bounds(model), seconds)


def problem_or_bounds(model: Model) -> BoundSystem | Problem:
    """Return the input of the verified program: the rules if it supports all of them, else the bounds."""
    try:
        facts, order = ordered_facts(model)
        return problem_of(facts, order) or BoundSystem.of(facts, order)
    except checker.TooLarge as refused:
        raise Undecided(f"{refused}: more than the checker takes") from None


def asked_checker(options: Any) -> Callable[[Path], checker.Accepted] | None:
    """Return the checker that ``nqsat check`` was asked for; None if it was not this one."""
    if not options.value("verified"):
        options.refuse("is for the program that is proved in Coq; add --verified", "--zarith")
        return None
    reason = "is for the checker's own recount; leave out --verified"
    options.refuse(reason, "--max-states", "--step")
    return partial(check_with_program, zarith=options.value("zarith"))


class _VerifiedRecount(checker.Recount):
    """The checker's recount, done by the verified program, from boards and pieces if possible."""

    def __init__(self, *, zarith: bool) -> None:
        super().__init__(sys.maxsize)
        self.zarith = zarith
        self.asked = list[BoundSystem | Problem]()
        self.burnside = False  # whether the checker applies Burnside's lemma, not the program

    def solutions(
        self,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> int:
        asked = None if image else _limited_problem(model, order, more)
        self.asked.append(asked or BoundSystem.of(model, order, more, image))
        return count_with_program(self.asked[-1], zarith=self.zarith)

    def orbits(
        self, model: checker.Model, order: list[int], more: Sequence[checker.Bound]
    ) -> tuple[int, int]:
        problem = _limited_problem(model, order, more)
        in_squares = problem and problem._replace(modulo=True)
        asked = in_squares or BoundSystem.modulo_symmetry(model, order, more)
        if asked is None:
            self.burnside = True
            return super().orbits(model, order, more)
        self.asked.append(asked)
        return count_orbits_with_program(asked, zarith=self.zarith)


def _limited_problem(
    model: checker.Model, order: list[int], more: Sequence[checker.Bound]
) -> Problem | None:
    """Return the problem in terms of boards and pieces; None if it is not supported."""
    asked = problem_of(model, order)
    return asked and reduce(Problem.limited, more, asked)


def check_with_program(path: Path | str, *, zarith: bool = False) -> checker.Accepted:
    """Check a certificate of a recount as ``checker.check`` does, but let the verified program count.

    ``nqsat.evidence.check(folder, by=check_with_program)`` raises the errors of nqsat.

    Args:
        path: the folder.
        zarith: whether the library Zarith does the arithmetic: this is faster for long numbers, and you
            must also trust Zarith.

    Raises:
        checker.Rejected: it does not prove its claim.
        InvalidModel: OCaml or Zarith is missing; or it is about tours or projections, or a list.
        Undecided, EngineFailure: as ``count_with_program``.
    """
    if not Path(path, "order.txt").exists():
        raise InvalidModel("verified", f"is for recounts; {str(path)!r} has a list with proofs")
    try:
        folder, recount = checker.Folder(Path(path)), _VerifiedRecount(zarith=zarith)
        model = checker.read_model(folder.read("model.json"))
        if model.shown:
            raise InvalidModel("verified", "is for solutions, not for what is shown of them")
        accepted = checker.check_recount(folder, model, recount)
    except OSError as error:
        raise checker.Rejected(f"certificate: cannot be read: {error.strerror}") from None
    size = recount.asked[-1].size
    counted_by = f"counted once more, by the program that is proved in Coq, from {size}"
    proved = (*accepted.established[:-1], counted_by)
    trusted = (*accepted.trusted, *_trusted_base(accepted, recount))
    return accepted._replace(established=proved, trusted=trusted)


def _trusted_base(found: checker.Accepted, recount: _VerifiedRecount) -> Iterator[str]:
    """Yield what has to be trusted besides the verified program."""
    orbits = found.modulo == "symmetry" and not recount.burnside
    program = _PROGRAM + ", and Zarith, which adds and divides" * recount.zarith
    what, also = (", and how many orbits", " and Symmetry.v say") if orbits else ("", " says")
    if all(isinstance(asked, Problem) for asked in recount.asked):
        reads = f"what Problem.v{also} of boards and pieces"
        reads += ", this checker and problem.py, which write model.json so"
        yield f"for how many there are{what}: {reads}, {program}"
    else:
        reads = f"what Bounds.v{also}" + ", this checker's symmetries" * orbits
        yield f"for how many satisfy the bounds{what}: {reads}, {program}"
    if recount.burnside:
        yield "for the orbits: this checker, which folds the bounds, and takes the mean (Burnside)"


_PROGRAM = "Coq and its extraction, ocamlopt, driver.ml"
