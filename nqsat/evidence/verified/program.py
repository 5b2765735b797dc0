"""The verified program: built once, run on the checker's bounds; and Coq files that prove one count.

The program is kept as compiled kernels are: in a folder of the user's own, where nobody else may write,
named after what it was made of, and with its checksum. Where nothing can be kept it is built anew.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from nqsat.errors import EngineFailure, InvalidModel, Undecided
from nqsat.evidence import checker
from nqsat.evidence.verified.problem import Problem, coq_problem, listed, naturals, problem_of
from nqsat.files import is_own

HERE = Path(__file__).parent

#: Every file of Coq, each after those that it needs; the last one writes the program.
PROOFS = ("Bounds.v", "Recount.v", "Problem.v", "Facts.v", "Extract.v")

_TOO_LARGE = 3  # the exit code of driver.ml

_SOURCES = ("verified.mli", "verified.ml", "numbers.ml", "driver.ml")


class Question(NamedTuple):
    """How many assignments to variables 0, 1, 2, … keep all bounds?"""

    variables: int
    bounds: tuple[checker.Bound, ...]

    @classmethod
    def of(
        cls,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> Question:
        """What the checker counts in a recount: its facts about a model, in an order."""
        noted = _Noted()
        noted.solutions(model, order, more, image)
        return noted.asked[0]

    @classmethod
    def of_opened(cls, opened: dict[int, list[checker.Bound]]) -> Question:
        """The same, of bounds that are given at their first variables."""
        place = {x: number for number, x in enumerate(opened)}
        numbered = (
            (tuple((place[x], weight) for x, weight in terms), low, high)
            for bounds in opened.values()
            for terms, low, high in bounds
        )
        return cls(len(opened), tuple(numbered))

    @property
    def size(self) -> str:
        """For people."""
        return f"{len(self.bounds)} bounds on {self.variables} variables"

    @property
    def line(self) -> str:
        """For the program."""
        bounds = tuple((low, high, *terms) for terms, low, high in self.bounds)
        return listed((self.variables, bounds))


#: What is asked where a fact without any variable is broken: the checker notes none then.
NOTHING = Question(0, (((), 1, 1),))


class _Noted(checker.Recount):
    """A recount that only notes what is to be counted."""

    def __init__(self) -> None:
        super().__init__(sys.maxsize)
        self.asked = list[Question]()

    def solutions(
        self,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> int:
        """As the method that it extends."""
        if isinstance(model, checker.Tour):
            reason = "the verified program counts placements and factors, not tours"
            raise InvalidModel("verified", reason)
        if model.graphs:
            reason = "the verified program counts by bounds, and that men are connected is none"
            raise InvalidModel("verified", reason)
        known = len(self.asked)
        found = super().solutions(model, order, more, image)
        if len(self.asked) > known:
            return found
        self.asked.append(NOTHING)
        return self.number(NOTHING)

    def assignments(
        self, opened: dict[int, list[checker.Bound]], labels: checker.Labels | None = None
    ) -> int:
        """As the method that it replaces."""
        self.asked.append(Question.of_opened(opened))
        return self.number(self.asked[-1])

    def number(self, asked: Question) -> int:
        """Not counted here."""
        return len(asked.bounds)


# -- the program -------------------------------------------------------------------------


class _Counted(_Noted):
    """The checker's recount, but that the verified program counts: by boards and pieces where it can."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.from_ = text, list[Question | Problem]()

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

    def number(self, asked: Question) -> int:
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


def is_there() -> bool:
    """Whether the verified program can be run here: it was built, or can be."""
    return shutil.which("ocamlopt") is not None or _is_whole(_kept())


def counted(asked: Question | Problem, seconds: float | None = None) -> int:
    """What the verified program says.

    Raises:
        InvalidModel: there is none here, and no compiler to build it.
        Undecided: it takes more memory than it may, or more seconds.
        EngineFailure: it broke.
    """
    return int(_run([str(_program())], input=f"{asked.line}\n", timeout=seconds))


def _run(command: list[str], **how: Any) -> str:
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **how)
    except subprocess.TimeoutExpired:
        raise Undecided("the verified program takes longer") from None
    except OSError as error:
        raise EngineFailure(f"{command[0]} does not run: {error.strerror}") from None
    if done.returncode == _TOO_LARGE:
        raise Undecided("the verified program takes more memory than it may; nothing is decided")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise EngineFailure(f"{Path(command[0]).name} failed: {last}")
    return str(done.stdout)


def _kept() -> Path:
    """Where the program is, or would be."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "nqsat")
    own = f"verified-{os.geteuid()}" if hasattr(os, "geteuid") else "verified"
    made_of = sha256(b"".join((HERE / name).read_bytes() for name in _SOURCES)).hexdigest()[:16]
    return root / own / f"recount-{made_of}"


@cache
def _program() -> Path:
    """The program, built unless it is there.

    Raises:
        InvalidModel: it is not there, and OCaml is not either.
        EngineFailure: the compiler failed.
    """
    path = _kept()
    if _is_whole(path):
        return path
    compiler = shutil.which("ocamlopt")
    if compiler is None:
        raise InvalidModel("verified", "needs ocamlopt to build: apt-get install ocaml-nox")
    making = TemporaryDirectory(prefix="nqsat-verified-")
    _building.append(making)  # for as long as this process lives
    folder = Path(making.name)
    for name in _SOURCES:
        shutil.copy(HERE / name, folder)
    options = ["-unsafe", "-inline", "100", "-w", "-a"]
    _run([compiler, *options, *_SOURCES, "-o", "recount"], cwd=folder)
    built = folder / "recount"
    return path if _keep(built, path) else built


_building: list[TemporaryDirectory[str]] = []


def _keep(built: Path, path: Path) -> bool:
    """Put the program where it is kept; whether that can be done. Others may do the same at this moment."""
    folder, digest = path.parent, path.with_suffix(".sha256")
    making, noting = (one.with_suffix(f".{os.getpid()}.new{one.suffix}") for one in (path, digest))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not is_own(folder.lstat()):
            return False
        shutil.copy(built, making)
        making.chmod(0o700)
        noting.write_text(sha256(built.read_bytes()).hexdigest(), encoding="ascii")
        making.replace(path)
        noting.replace(digest)
    except OSError:
        return False
    return _is_whole(path)


def _is_whole(path: Path) -> bool:
    """Whether the program is the user's own, and as it was written."""
    digest = path.with_suffix(".sha256")
    try:
        own = all(is_own(one.lstat()) for one in (path.parent, path, digest))
        plain = not any(one.is_symlink() for one in (path, digest))
        return own and plain and sha256(path.read_bytes()).hexdigest() == digest.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return False


# -- Coq files ---------------------------------------------------------------------------


class Claim(NamedTuple):
    """A theorem: its name, what is counted, how many there are; of an objective which value is best."""

    name: str
    asked: Question | Problem
    number: int
    best: int | None = None


def coq_file(claims: Sequence[Claim]) -> Iterator[str]:
    """A Coq file that stands alone, line by line: definitions, proofs, and each count as a theorem."""
    texts = {name: (HERE / name).read_text("ascii").splitlines() for name in PROOFS[:-1]}
    required = {line for text in texts.values() for line in text if line.startswith("From Coq ")}
    yield from sorted(required)
    for name, text in texts.items():
        module = name.removesuffix(".v")
        body = [line for line in text if not line.startswith("From ")]
        yield from ("", f"Module {module}.", *body, f"End {module}.", f"Import {module}.")
    yield from ("Import ListNotations.", "Open Scope Z_scope.")
    for claim in claims:
        yield ""
        yield from _of(claim)
        yield f"Print Assumptions {claim.name}."


def _of(claim: Claim) -> Iterator[str]:
    name, asked, number, _ = claim
    if isinstance(asked, Problem):
        yield from _of_problem(claim, asked)
        return
    yield f"Definition bounds_of_{name} : list bound := ["
    last = len(asked.bounds) - 1
    for place, (terms, low, high) in enumerate(asked.bounds):
        some = "; ".join(f"({x}%nat, {weight})" for x, weight in terms)
        yield f"  Bound [{some}] ({low}) ({high}){';' * (place < last)}"
    yield "]."
    what = f"{asked.variables} bounds_of_{name}"
    says = f"so_many (solves {what}) {number}%N"
    yield from _proved(claim, f"count {what}", says, "count_correct _ _ _")


def _of_problem(claim: Claim, asked: Problem) -> Iterator[str]:
    name, _, number, best = claim
    yield from coq_problem(asked, name)
    problem, order = f"problem_{name}", f"order_{name}"
    says = f"so_many (solution {problem}) {number}%N"
    computed, proof = f"solve {problem} {order}", "solve_correct _ _ _"
    if best is not None and asked.objective is not None:
        maximise, kinds = asked.objective
        sense, men = str(maximise).lower(), f"one_of {problem} a {naturals(kinds)}"
        limit = f"n <= {best}" if maximise else f"{best} <= n"
        says = (
            f"(forall a n, solution {problem} a -> so_many ({men}) n -> ({limit})%N) /\\\n"
            f"  so_many (fun a => solution {problem} a /\\ so_many ({men}) {best}%N) {number}%N"
        )
        computed = f"best {problem} {order} {sense} {naturals(kinds)} {best}%N"
        proof = f"best_correct _ _ {sense} _ _ _"
    yield from _proved(claim, computed, says, proof)


def _proved(claim: Claim, computed: str, says: str, proof: str) -> Iterator[str]:
    name, number = claim.name, claim.number
    yield f"Lemma computed_{name} : {computed} = Some {number}%N."
    yield f"Proof. vm_cast_no_check (eq_refl (Some {number}%N)). Qed."
    yield f"Theorem {name} : {says}."
    yield f"Proof. exact ({proof} computed_{name}). Qed."
