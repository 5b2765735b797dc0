"""Evidence for the terms of a sequence, in a folder that a stranger can judge without nqsat.

    README.md          for an editor: what each term rests on, what is to be trusted, how it was made
    b….txt, draft.txt  the b-file, and a draft of an OEIS entry
    certificates/n=8   the certificate of a(8)
    jobs/n=18.db       the job that counted a(18)
    check.py           accepts the folder or rejects it, with checker.py, in the standard library alone
    evidence.json      what README.md says, as data
    SHA256SUMS         of all other files

A term is in it if two grounds support it: an engine, and a certificate that the checker accepts, or a
second engine on another ground. All files are written anew after each term: what is finished stands when a
limit or Ctrl-C ends the work, and the same call goes on from it. A term is made in a folder "unfinished",
moved from there, and SHA256SUMS is written last: a folder whose writer was killed is accepted for the terms
that it has, or check.py says that it is unfinished.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from nqsat.counting import Count, Modulo, Question, answer, decimal, up_to
from nqsat.counting.job import Job, verify
from nqsat.engines import Deadline, Engine, block_signals
from nqsat.engines.machine import cores, version_of
from nqsat.engines.proof import ProofEngine
from nqsat.errors import Disagreement, Interrupted, InvalidModel, UnsupportedByEngine, no_truth
from nqsat.evidence import check_folder, checker
from nqsat.evidence.certificate.writing import Certificate, certify
from nqsat.evidence.checks import Ground, Unfinished, require_complete
from nqsat.evidence.draft import Statement, draft, name_of
from nqsat.evidence.known import PublishedCount
from nqsat.evidence.term_table import b_files
from nqsat.evidence.terms import Term, grounds_of, other_engines, published_count
from nqsat.files import make_folder, read_text, write
from nqsat.modelling import Model, plural
from nqsat.modelling.text_helpers import runs_of

#: A second engine counts a term that has a certificate, too, if that takes this many seconds at most.
SHORT = 10.0

#: The packages whose versions are told.
_PACKAGES = ("nqsat", "numpy", "ortools", "python-sat")

_DRAFT = "draft.txt"


@dataclass(frozen=True)
class SequenceQuestion:
    """What is asked of a sequence.

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
        """What is counted."""
        return next(model.unit for _, model in self.models.values())


@dataclass(frozen=True, slots=True)
class Witness:
    """One that found a number.

    Args:
        by: the engine; or ``"checker"``, with the kind of the certificate.
        grounds: what must be right for the number to be right.
        seconds: the time that it took.
    """

    by: str
    grounds: tuple[str, ...]
    seconds: float

    @classmethod
    def of(cls, count: Count) -> Witness:
        """Return the engine of a count."""
        grounds = tuple(sorted(ground.value for ground in grounds_of(count)))
        by = f"{count.engine}: {count.note}" if count.engine == ProofEngine.name else count.engine
        return cls(by, grounds, round(count.seconds, 3))

    def __str__(self) -> str:
        return f"{self.by} ({', '.join(self.grounds)})"


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
        return check_folder.is_supported(witness.grounds for witness in self.witnesses)

    def to_json(self) -> dict[str, Any]:
        """Return the term as JSON data, the number as text."""
        data = {**asdict(self), "value": decimal(self.value), "certificate": self.place}
        return {**data, "sha256": self.certificate}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SupportedTerm:
        """Return the term that ``to_json`` wrote."""
        witnesses = tuple(
            Witness(one["by"], tuple(one["grounds"]), one["seconds"]) for one in data["witnesses"]
        )
        value = int(Decimal(data["value"]))
        return cls(data["n"], value, witnesses, data["sha256"], data["uncertified"])


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a folder of evidence has, and what was left out.

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
        InvalidModel: the folder has something else in it.
        Disagreement: two engines differ, or an engine and a certificate.
        CertificateRejected: the checker rejects a certificate: a mistake in nqsat.
        Interrupted: Ctrl-C; its ``answer`` is the evidence for the terms before.
    """
    work = _Work(question, Path(folder), Deadline(time_limit), engine, watch or (lambda _: None))
    try:
        for n in question.models:
            if n not in work.terms:
                work.add_term(n)
                work.write_files()
        work.write_files()
    except Unfinished as stopped:
        work.left = str(stopped)
    except KeyboardInterrupt:
        work.left = "interrupted"
        raise Interrupted(work.finish()) from None
    return work.finish()


@dataclass
class _Work:
    """Evidence in the making."""

    question: SequenceQuestion
    folder: Path
    clock: Deadline
    engine: Engine | str
    watch: Callable[[str], None]
    terms: dict[int, SupportedTerm] = field(init=False)
    left: str | None = None

    def __post_init__(self) -> None:
        make_folder("evidence", self.folder)
        self.terms = {term.n: term for term in self._terms_before()}

    def finish(self) -> Evidence:
        """Return what there is."""
        if self.terms:
            self.write_files()
        else:
            for name in (*check_folder.FOLDERS, check_folder.UNFINISHED):
                shutil.rmtree(self.folder / name, ignore_errors=True)
            if not any(self.folder.iterdir()):
                self.folder.rmdir()
        terms = tuple(self.terms[n] for n in sorted(self.terms))
        rows = zip(sorted(self.terms), self._rows(), strict=True)
        differing = tuple(n for n, term in rows if term.agrees is False)
        return Evidence(self.folder, terms, differing, self.left)

    def _terms_before(self) -> list[SupportedTerm]:
        """Return the terms of an earlier call."""
        place = self.folder / check_folder.HEAD
        if not place.exists():
            names = {x.name for x in self.folder.iterdir()} - {check_folder.CERTIFICATES}
            if names and check_folder.UNFINISHED not in names:
                reason = f"{self.folder} holds {min(names)}, which is no evidence"
                raise InvalidModel("evidence", f"{reason}; choose another folder")
            return []
        try:
            data = json.loads(read_text("evidence", place, check_folder.LARGEST))
            terms = [SupportedTerm.from_json(one) for one in data["terms"]]
            before = {name: data[name] for name in self._about()}
        except (ValueError, KeyError, TypeError, ArithmeticError):
            raise InvalidModel("evidence", f"{place} is damaged; choose another folder") from None
        for name, value in self._about().items():
            if before[name] != value:
                reason = f"{self.folder} is of another {name}: {before[name]}, not {value}"
                raise InvalidModel("evidence", f"{reason}; choose another folder")
        for term in terms:
            if term.n not in self.question.models:
                reason = f" has n = {term.n}, too: ask for that, or choose another folder"
                raise InvalidModel("evidence", f"{self.folder}{reason}")
            if term.certificate != _digest(self.folder, term.n):
                reason = f": the certificate of n = {term.n} has changed; delete the folder"
                raise InvalidModel("evidence", f"{self.folder}{reason}")
        return terms

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
        place = self.folder / check_folder.UNFINISHED / name
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
        witnesses = [Witness.of(counts[0])]
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
        witnesses[1:1] = map(Witness.of, counts[1:])
        reason = made if isinstance(made, str) else None
        digest = _digest(self.folder / check_folder.UNFINISHED, n)
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
        found, wrong = verify(job)
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
        """Return the terms as those of a table, beside the published ones."""
        rows = []
        for n, found in sorted(self.terms.items()):
            parameters, _ = self.question.models[n]
            term = Term(parameters, self.question.modulo, found.value)
            rows.append(replace(term, known=published_count(term, self.question.known)))
        return rows

    def write_files(self) -> None:
        """Write all files but the certificates, and delete what belongs to no term."""
        unfinished = self.folder / check_folder.UNFINISHED
        with block_signals():
            unfinished.mkdir(exist_ok=True)
            for name in (part(n) for n in self.terms for part in (_certificate_name, _job_name)):
                if (unfinished / name).exists():
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                    (self.folder / name).parent.mkdir(exist_ok=True)
                    (unfinished / name).replace(self.folder / name)
            texts = self._texts()
            kept = {*texts, *filter(None, (term.place for term in self.terms.values()))}
            kept |= {*map(_job_name, self.terms), *check_folder.FOLDERS}
            for path in (*self.folder.glob(".*.new*"), *self.folder.glob("b*.txt")):
                path.unlink()  # what a killed writer left; a b-file may get another name
            for path in (*self.folder.iterdir(), *self.folder.glob("*/*")):
                name = path.relative_to(self.folder).as_posix()
                if name in kept or name.partition("/")[0] not in kept:
                    continue
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            for name, text in texts.items():
                write(self.folder / name, text)
            sums = self.folder / check_folder.SUMS
            every = {*self.folder.rglob("*")} - {*unfinished.rglob("*"), sums}
            files = sorted(path for path in every if path.is_file())
            names = [path.relative_to(self.folder).as_posix() for path in files]
            digests = zip(map(check_folder.digest_of, files), names, strict=True)
            lines = (f"{digest}  {name}\n" for digest, name in digests)
            write(sums, "".join(lines))
            shutil.rmtree(unfinished)

    def _texts(self) -> dict[str, str]:
        """Return the files of the folder."""
        question, rows = self.question, self._rows()
        terms = [self.terms[n] for n in sorted(self.terms)]
        files = b_files(rows, question.title, question.index).items()
        ((table, numbers),) = ((name, text) for name, text in files if text)
        models = [question.models[term.n][1] for term in terms]
        lines = draft(rows, models, question.index, about=question.about, command=question.program)
        data = {
            "nqsat-evidence": check_folder.FORMAT,
            **self._about(),
            "what": question.about.words,
            "command": question.command,
            "b-file": table,
            "draft": _DRAFT,
            "terms": [term.to_json() for term in terms],
            "left": self.left,
        }
        own = {"check.py": check_folder.__file__, "checker.py": checker.__file__}
        return {
            check_folder.HEAD: json.dumps(data, indent=1) + "\n",
            check_folder.PAGE: _page(self, data, terms, rows),
            table: numbers,
            _DRAFT: "\n".join(lines) + "\n",
            **{name: Path(place).read_text(encoding="utf-8") for name, place in own.items()},
        }


def _certificate_name(n: int) -> str:
    """Where the certificate of a term is in the folder."""
    return f"{check_folder.CERTIFICATES}/n={n}"


def _digest(folder: Path, n: int) -> str | None:
    """Return the SHA-256 of the head of a certificate; None if there is no certificate."""
    head = folder / _certificate_name(n) / checker.HEAD
    return check_folder.digest_of(head) if head.is_file() else None


def _job_name(n: int) -> str:
    """Where the job of a term is in the folder, if there is one."""
    return f"{check_folder.JOBS}/n={n}.db"


def _page(
    work: _Work, data: Mapping[str, Any], terms: Sequence[SupportedTerm], rows: Sequence[Term]
) -> str:
    """Return README.md."""
    question = work.question
    rows_of_table = [
        f"| {term.n} | {decimal(term.value)} | {', '.join(map(str, term.witnesses))} |"
        f" {term.place or f'none: {term.uncertified}'} |"
        for term in terms
    ]
    bare = [term.n for term in terms if term.certificate is None]
    jobs = [term.n for term in terms if (work.folder / _job_name(term.n)).exists()]
    grounds = {ground for term in terms for witness in term.witnesses for ground in witness.grounds}
    versions = ", ".join(f"{name} {number}" for name, number in data["versions"].items() if number)
    notation = f": `{question.about.notation}`" if question.about.notation else ""
    lines = [
        f"# {name_of(question.about.words, question.unit, up_to(question.modulo))}",
        "",
        f"Terms for n = {listed([term.n for term in terms])}. Each was found in two ways or more without a",
        f"common ground. {_published_words(rows, question.index)}",
        *(["", f"Left out: {work.left}."] if work.left else []),
        "",
        "| n | a(n) | found by (on which ground) | certificate |",
        "|--:|--:|---|---|",
        *rows_of_table,
        "",
        "The grounds are:",
        "",
        *(f"- {ground.value}: {ground.words}" for ground in Ground if ground.value in grounds),
        "",
        "## Check it",
        "",
        "    python3 check.py",
        "",
        "This needs Python 3.11 or newer and nothing else: no network, no package. It compares every file",
        f"with {check_folder.SUMS}, and the numbers above with the other files. For every certificate it",
        "runs checker.py, which reads the rules from model.json and shares no code with the programs that",
        "counted: it makes the clauses itself and checks a proof that the list of solutions is complete;",
        "or it counts once more. Both files say at their heads what they do and why it is right.",
        *(["", f"Without a certificate: n = {listed(bare)}."] if bare else []),
        *([""] if jobs else []),
        *(
            f"{_job_name(n)} has the parts of a long count: nqsat job verify checks it."
            for n in jobs
        ),
        "",
        "What has to be trusted are Python, check.py and checker.py, and that the model.json of each",
        f"certificate asks what the first line says, in nqsat's notation{notation}.",
        "",
        "## Repeat it",
        "",
        f"    {question.command}",
        "",
        "nqsat is a program for constraint programming and SAT on boards. The seconds of each count are in",
        f"{check_folder.HEAD}.",
        "",
        f"- versions: {versions}",
        f"- machine: {data['machine']}",
        "",
        "## For the entry",
        "",
        f"{data['b-file']} is the b-file. {data['draft']} is a draft in the internal format of OEIS. Its",
        "author completes the name, the cross-references and the A line.",
    ]
    return "\n".join(lines) + "\n"


def _published_words(rows: Sequence[Term], index: str) -> str:
    """Return how the terms compare with the published ones."""
    known = [row for row in rows if row.known is not None]
    sources = ", ".join(sorted({row.known.oeis or row.known.source for row in known if row.known}))
    if not known:
        return "nqsat knows of no published numbers to compare them with."
    wrong = [int(row.parameters[index]) for row in known if row.agrees is False]
    same = [int(row.parameters[index]) for row in known if row.agrees]
    words = f"As far as nqsat knows the published ones ({sources}), "
    words += f"they are the same for n = {listed(same)}" if same else "none is the same"
    return f"{words}, **and others for n = {listed(wrong)}**." if wrong else f"{words}."


def listed(numbers: Sequence[int]) -> str:
    """Return numbers as text, consecutive ones as a range: ``1, 3..5``."""
    return ", ".join(str(a) if a == b else f"{a}..{b}" for a, b in runs_of(numbers))
