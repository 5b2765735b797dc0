"""Evidence for the terms of a sequence, in a folder that a stranger can judge without nqsat.

    evidence.json      the terms, and what each rests on
    README.md          for an editor: the same in words, what is to be trusted, how it was made
    b….txt, draft.txt  the b-file, and a draft of an OEIS entry
    certificates/n=8   the certificate of a(8)
    jobs/n=18.db       the job that counted a(18)
    check.py           accepts the folder or rejects it, with checker.py, in the standard library alone
    SHA256SUMS         of all other files

A term is in it if two grounds support it: an engine, and a certificate that the checker accepts, or a
second engine on another ground. ``folder_checker`` is check.py: it says what follows from evidence.json,
and this file writes that. All files are written again after each term: what is finished stands when a limit
or Ctrl-C ends the work, and the same call resumes it. One process at a time writes: it holds a lock. A
term is made in a folder "unfinished", moved from there, and SHA256SUMS is written last: a folder whose
writer was killed is accepted for the terms that it has, or check.py says that it is unfinished. A folder in
which nothing is left out is checked as a stranger checks it.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from nqsat.counting import Count, Job, Modulo, Question, answer, decimal, up_to
from nqsat.counting import job as jobs
from nqsat.engines import Deadline, Engine, ProofEngine, block_signals, cores, version_of
from nqsat.errors import (
    CertificateRejected,
    Disagreement,
    Interrupted,
    InvalidModel,
    Undecided,
    UnsupportedByEngine,
    no_truth,
)
from nqsat.evidence import (
    Certificate,
    Ground,
    PublishedCount,
    Unfinished,
    certify,
    checker,
    require_complete,
)
from nqsat.extensions.oeis import folder_checker, term_table
from nqsat.extensions.oeis.draft import Statement, example, name_of, oeis_number
from nqsat.extensions.oeis.folder_checker import Witness, listed
from nqsat.extensions.oeis.terms import Term, grounds_of, other_engines, published_count
from nqsat.files import locked_folder, read_text, unique_name, write
from nqsat.modelling import Model, dumps, plural

#: A second engine counts a term that has a certificate as well, if that takes this many seconds at most.
SHORT = 10.0

#: The packages whose versions are told.
_PACKAGES = ("nqsat", "numpy", "ortools", "python-sat")


@dataclass(frozen=True)
class SequenceQuestion:
    """The question about a sequence.

    Args:
        name: the name of the family.
        about: what is counted.
        index: the parameter.
        models: for each n the parameters and the model, for consecutive n.
        modulo: the group whose orbits are counted; ``"none"`` for solutions.
        command: the command that makes the evidence.
        program: the command that counts the terms.
        title: the name of the b-file.
        known: the published counts of the family.
        jobs: finished jobs that count some of the terms.
    """

    name: str
    about: Statement
    index: str
    models: Mapping[int, tuple[Mapping[str, int | str], Model]]
    modulo: Modulo
    command: str
    program: str
    title: str
    known: Sequence[PublishedCount] = ()
    jobs: Mapping[int, Job] = field(default_factory=dict)

    @property
    def unit(self) -> str:
        """The unit of the counts."""
        return next(model.unit for _, model in self.models.values())


def _witness(count: Count) -> Witness:
    grounds = tuple(sorted(ground.value for ground in grounds_of(count)))
    by = f"{count.engine}: {count.note}" if count.engine == ProofEngine.name else count.engine
    return Witness(by, grounds, round(count.seconds, 3))


@dataclass(frozen=True, slots=True)
class SupportedTerm:
    """A number, and what it rests on.

    Args:
        n: the value of the parameter.
        value: the number.
        witnesses: what found it.
        certificate: the SHA-256 of its certificate's head, which has those of its other files; or None.
        uncertified: why there is no certificate.
    """

    n: int
    value: int
    witnesses: tuple[Witness, ...]
    certificate: str | None = None
    uncertified: str | None = None

    @property
    def place(self) -> str | None:
        """Where the certificate is in the folder."""
        return None if self.certificate is None else _certificate_name(self.n)

    @property
    def is_supported(self) -> bool:
        """Whether two witnesses have no ground in common."""
        return folder_checker.is_supported(witness.grounds for witness in self.witnesses)

    @property
    def is_consistent(self) -> bool:
        """Whether it has a certificate exactly if the checker is a witness."""
        return (self.certificate is not None) == folder_checker.is_certified(self.witnesses)

    def to_json(self) -> dict[str, Any]:
        """Return the term as JSON data, the number as text."""
        return {
            "n": self.n,
            "value": decimal(self.value),
            "witnesses": [
                {**witness._asdict(), "grounds": [*witness.grounds]} for witness in self.witnesses
            ],
            "certificate": self.place,
            "sha256": self.certificate,
            "uncertified": self.uncertified,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SupportedTerm:
        """Return the term that ``to_json`` wrote."""
        witnesses = tuple(
            Witness(row["by"], tuple(row["grounds"]), row["seconds"]) for row in data["witnesses"]
        )
        value = int(Decimal(data["value"]))
        return cls(data["n"], value, witnesses, data["sha256"], data["uncertified"])


@dataclass(frozen=True, slots=True)
class Evidence:
    """The contents of a folder of evidence, and what was left out.

    Args:
        folder: the folder.
        terms: the numbers, with what they rest on.
        differing: the n whose published counts are other numbers.
        left: why the terms from the first missing one on are missing; None if none is.
    """

    folder: Path
    terms: tuple[SupportedTerm, ...]
    differing: tuple[int, ...]
    left: str | None

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".left is None")

    def to_json(self) -> dict[str, Any]:
        """Return the evidence as JSON data, numbers as text."""
        terms = [term.to_json() for term in self.terms]
        return {"evidence": str(self.folder), "terms": terms, "left": self.left}

    def __str__(self) -> str:
        number = len(self.terms)
        if not number:
            return f"no term: {self.left}"
        proved = sum(term.certificate is not None for term in self.terms)
        lines = [f"{self.folder}: {number} {plural(number, 'terms')}, {proved} with a certificate"]
        if self.differing:
            lines.append(f"other numbers are published for n = {listed(self.differing)}")
        return "\n".join([*lines, *([f"left out: {self.left}"] if self.left else [])])


def write_evidence(
    question: SequenceQuestion,
    folder: Path | str,
    *,
    engine: Engine | str = "auto",
    time_limit: float | None = None,
    watch: Callable[[str], None] | None = None,
) -> Evidence:
    """Write the evidence for the terms of a sequence, up to the first that has not two grounds.

    Args:
        question: the sequence.
        folder: the folder; if it has evidence for this sequence, the terms in it stay and others follow.
        engine: the engine that counts first.
        time_limit: the maximum number of seconds; checks of certificates may take longer.
        watch: called with what is done, as text.

    Raises:
        InvalidModel: the folder has something else in it, or another process writes it.
        Disagreement: two engines differ, or an engine and a certificate.
        CertificateRejected: the checker rejects a certificate, or check.py the whole folder: a bug in
            nqsat, or files that were changed.
        Undecided: check.py allows less work than the folder needs.
        Interrupted: Ctrl-C; its ``answer`` is the evidence for the terms before.
    """
    clock, place = Deadline(time_limit), Path(folder)
    with locked_folder("evidence", place):
        work = _Work(question, place, clock, engine, watch or (lambda _: None))
        try:
            for n in question.models:
                if n not in work.terms:
                    work.add_term(n)
                    work.write_files()
            work.write_files()
            work.check()
        except Unfinished as stopped:
            work.left = str(stopped)
        except KeyboardInterrupt:
            work.left = "interrupted"
            raise Interrupted(work.finish()) from None
        return work.finish()


@dataclass
class _Work:
    question: SequenceQuestion
    folder: Path
    clock: Deadline
    engine: Engine | str
    watch: Callable[[str], None]
    terms: dict[int, SupportedTerm] = field(init=False)
    left: str | None = None

    def __post_init__(self) -> None:
        self.terms = {term.n: term for term in self._terms_before()}
        if self._unfinished.is_dir():  # the folder stays: it says that a writer was killed
            for path in self._unfinished.iterdir():
                _delete(path)

    @property
    def _unfinished(self) -> Path:
        return self.folder / folder_checker.UNFINISHED

    def finish(self) -> Evidence:
        if self.terms:
            self.write_files()
        else:
            for name in (*folder_checker.FOLDERS, folder_checker.UNFINISHED):
                shutil.rmtree(self.folder / name, ignore_errors=True)
            if not any(self.folder.iterdir()):
                self.folder.rmdir()
        terms = tuple(self.terms[n] for n in sorted(self.terms))
        rows = zip(sorted(self.terms), self._rows(), strict=True)
        differing = tuple(n for n, term in rows if term.agrees is False)
        return Evidence(self.folder, terms, differing, self.left)

    def check(self) -> None:
        """Check the folder as check.py does."""
        self.watch("checking the folder")
        code, text = folder_checker.judged(self.folder)
        if code == 3:
            raise Undecided(f"{self.folder}: {text}")
        if code:
            advice = "delete what it names, and the same command makes it again"
            raise CertificateRejected(f"{self.folder}: {text}; {advice}")

    def _terms_before(self) -> list[SupportedTerm]:
        place = self.folder / folder_checker.HEAD
        if not place.exists():
            names = {x.name for x in self.folder.iterdir()} - {folder_checker.CERTIFICATES}
            if names and folder_checker.UNFINISHED not in names:
                reason = f"{self.folder} holds {min(names)}, which is not evidence"
                raise InvalidModel("evidence", f"{reason}; choose another folder")
            return []
        try:
            data = json.loads(read_text("evidence", place, folder_checker.LARGEST))
            if data["nqsat-evidence"] != folder_checker.FORMAT:
                reason = f"{self.folder} is of another version of nqsat; choose another folder"
                raise InvalidModel("evidence", reason)
            terms = [SupportedTerm.from_json(row) for row in data["terms"]]
            before = {name: data[name] for name in self._about()}
        except (ValueError, KeyError, TypeError, ArithmeticError):
            raise InvalidModel("evidence", f"{place} is damaged; choose another folder") from None
        for name, value in self._about().items():
            if before[name] != value:
                reason = f"{self.folder} is of another {name}: {before[name]}, not {value}"
                raise InvalidModel("evidence", f"{reason}; choose another folder")
        for term in terms:
            if term.n not in self.question.models:
                reason = f" also has n = {term.n}: ask for that, or choose another folder"
                raise InvalidModel("evidence", f"{self.folder}{reason}")
            if term.certificate != (_digest(self.folder, term.n) or term.certificate):
                reason = f"the certificate of n = {term.n} has changed; delete {term.place}"
                raise InvalidModel("evidence", f"{self.folder}: {reason}")
        # One without its certificate is made again.
        sound = (term for term in terms if term.is_consistent)
        return [term for term in sound if term.certificate == _digest(self.folder, term.n)]

    def _about(self) -> dict[str, Any]:
        """Return what all calls that write this folder have in common."""
        question = self.question
        packages = {name: version_of(name) for name in _PACKAGES}
        return {
            "model": question.name,
            "index": question.index,
            "unit": question.unit,
            "modulo": question.modulo,
            "machine": f"{platform.platform()}, {cores()} cores",
            "versions": {"Python": platform.python_version(), **packages},
        }

    def _place(self, name: str) -> Path:
        """Return where a part of a term is made, before it is moved into the folder."""
        place = self._unfinished / name
        place.parent.mkdir(parents=True, exist_ok=True)
        return place

    # -- a term --------------------------------------------------------------------------

    def add_term(self, n: int) -> None:
        """Find what supports a term.

        Raises:
            Unfinished: it has not two grounds.
        """
        _, model = self.question.models[n]
        self.watch(f"n = {n}: counting")
        asked = Question("count", model, self.engine, modulo=self.question.modulo)
        job = self.question.jobs.get(n)
        counts = [self._count(n, asked) if job is None else self._read(n, job)]
        self.watch(f"n = {n}: {decimal(counts[0].value)}; making a certificate")
        made = self._certify(n, model, counts[0])
        witnesses = [_witness(counts[0])]
        if isinstance(made, Certificate):
            by = f"checker of a {'list' if made.cubes else 'recount'}"
            seconds = round(made.checked or 0, 3)
            witnesses.append(Witness(by, (Ground.CHECKER.value,), seconds))
        for other in other_engines(asked, counts):
            if other.independent and (other.seconds <= SHORT or isinstance(made, str)):
                self.watch(f"n = {n}: counting again by {other.engine.name}")
                again = replace(asked, engine=other.engine)
                counts += self._count_again(n, again, counts[0])
                break
        witnesses[1:1] = map(_witness, counts[1:])
        reason = made if isinstance(made, str) else None
        digest = _digest(self._unfinished, n) if isinstance(made, Certificate) else None
        term = SupportedTerm(n, counts[0].value, tuple(witnesses), digest, reason)
        if not term.is_supported:
            only = ", ".join(map(str, witnesses))
            raise Unfinished(f"n = {n} and what follows: only {only}; no certificate: {made}")
        self.terms[n] = term

    def _count(self, n: int, asked: Question) -> Count:
        if self.clock.expired:
            raise Unfinished(f"n = {n} and what follows: time limit")
        try:
            found: Count = answer(replace(asked, time_limit=self.clock.remaining))
            require_complete(found)
        except (Unfinished, UnsupportedByEngine) as stopped:
            raise Unfinished(f"n = {n} and what follows: {stopped}") from None
        return found

    def _read(self, n: int, job: Job) -> Count:
        """Return the count of a finished job in which nothing is wrong, and keep its file."""
        found, wrong = jobs.verify(job)
        if found is None or wrong:
            raise Disagreement(f"{job.path}: {'; '.join(wrong)}")
        if not found.count.complete:
            reason = f"{job.path} is not finished: {found.done} of {found.parts} parts"
            raise InvalidModel("job", reason)
        shutil.copyfile(job.path, self._place(_job_name(n)))
        return found.count

    def _count_again(self, n: int, asked: Question, first: Count) -> list[Count]:
        """Return the count of another engine, if it finishes."""
        try:
            found = self._count(n, asked)
        except Unfinished:
            return []
        if found.value != first.value:
            numbers = f"{first.engine} counts {first.digits}, {found.engine} {found.digits}"
            raise Disagreement(f"{self.question.name} n = {n}: {numbers}")
        return [found]

    def _certify(self, n: int, model: Model, counted: Count) -> Certificate | str:
        """Write a certificate; return why there is none if that is not possible."""
        try:
            made = certify(
                model, self._place(_certificate_name(n)), modulo=self.question.modulo,
                counted=counted, force=True, time_limit=self.clock.remaining,
            )  # fmt: skip
        except (InvalidModel, UnsupportedByEngine) as error:
            return str(error)
        if made.folder is None:
            return str(made.count.reason)
        if made.count.value != counted.value:
            numbers = f"{counted.engine} counts {counted.digits}, its list has {made.count.digits}"
            raise Disagreement(f"{self.question.name} n = {n}: {numbers}")
        return made

    # -- the files -----------------------------------------------------------------------

    def _rows(self) -> list[Term]:
        rows = []
        for n, counted in sorted(self.terms.items()):
            parameters, _ = self.question.models[n]
            term = Term(parameters, self.question.modulo, counted.value)
            rows.append(replace(term, known=published_count(term, self.question.known)))
        return rows

    def write_files(self) -> None:
        """Write all files but the certificates, and delete what belongs to no term.

        While terms are missing between others the folder says that it is unfinished, and keeps them all.
        """
        with block_signals():
            self._unfinished.mkdir(exist_ok=True)
            if self.terms and len(self.terms) <= max(self.terms) - min(self.terms):
                return  # terms are missing between others, until they are made again
            for name in (part(n) for n in self.terms for part in (_certificate_name, _job_name)):
                if (self._unfinished / name).exists():
                    self._move(name)
            texts = self._texts()
            for name, text in texts.items():
                write(self.folder / name, text)
            self._delete_others({*texts, folder_checker.SUMS})
            names = sorted(folder_checker.files_of(self.folder).keys() - {folder_checker.SUMS})
            digests = (folder_checker.digest_of(self.folder / name) for name in names)
            lines = (f"{digest}  {name}\n" for digest, name in zip(digests, names, strict=True))
            write(self.folder / folder_checker.SUMS, "".join(lines))
            shutil.rmtree(self._unfinished)

    def _move(self, name: str) -> None:
        """Move a part of a term into the folder; what is in its place is deleted afterwards."""
        place = self.folder / name
        place.parent.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            place.replace(self._unfinished / unique_name())
        (self._unfinished / name).replace(place)

    def _delete_others(self, kept: set[str]) -> None:
        """Delete what is in the folder besides the terms and these files, but leave what is unknown."""
        terms = {name for term in self.terms.values() for name in (term.place, _job_name(term.n))}
        for path in (*self.folder.glob(".*.new*"), *self.folder.glob("b*.txt")):
            if path.name not in kept:  # what a killed writer left; a b-file may get another name
                path.unlink()
        for folder in folder_checker.FOLDERS:
            for path in self.folder.glob(f"{folder}/*"):
                if f"{folder}/{path.name}" not in terms:
                    _delete(path)

    def _texts(self) -> dict[str, str]:
        question, rows = self.question, self._rows()
        models = [question.models[n][1] for n in sorted(self.terms)]
        terms = [
            self.terms[int(row.parameters[question.index])].to_json() | self._besides(row, model)
            for row, model in zip(rows, models, strict=True)
        ]
        files = term_table.b_files(rows, question.title, question.index).items()
        besides, notation = up_to(question.modulo), question.about.notation
        found = {
            name for term in terms for witness in term["witnesses"] for name in witness["grounds"]
        }
        claim = {
            "nqsat-evidence": folder_checker.FORMAT,
            **self._about(),
            "title": name_of(question.about.words, question.unit, besides),
            "notation": None if notation is None else f"{notation}{besides}",
            "command": question.command,
            "program": question.program,
            "number": oeis_number(rows),
            "b-file": next(name for name, text in files if text),
            "example": example(rows, models, question.index),
            "grounds": {ground.value: ground.words for ground in Ground if ground.value in found},
            "left": self.left,
            "terms": terms,
        }
        own = {
            folder_checker.CHECK: folder_checker.__file__,
            folder_checker.CHECKER: checker.__file__,
        }
        return {
            folder_checker.HEAD: folder_checker.dumps(claim),
            **folder_checker.texts_of(claim, [folder_checker.read_term(term) for term in terms]),
            **{name: Path(place).read_text(encoding="utf-8") for name, place in own.items()},
        }

    def _besides(self, row: Term, model: Model) -> dict[str, Any]:
        """Return what evidence.json says of a term besides what was found: model, job, publication."""
        job, known = _job_name(int(row.parameters[self.question.index])), row.known
        published = known and {"value": decimal(known.value), "source": known.oeis or known.source}
        return {
            "model": json.loads(dumps(model)),
            "job": job if (self.folder / job).exists() else None,
            "published": published,
        }


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _certificate_name(n: int) -> str:
    return f"{folder_checker.CERTIFICATES}/n={n}"


def _digest(folder: Path, n: int) -> str | None:
    """Return the SHA-256 of the head of a certificate; None if there is no certificate."""
    head = folder / _certificate_name(n) / checker.HEAD
    return folder_checker.digest_of(head) if head.is_file() else None


def _job_name(n: int) -> str:
    return f"{folder_checker.JOBS}/n={n}.db"
