"""Check a folder of evidence for the terms of a sequence: ``python check.py [DIR]``. Standard library.

It is next to checker.py, in the folder or wherever you keep your own two, and accepts if all is true:

1. SHA256SUMS names exactly the files of the folder, and each has the SHA-256 that it says. check.py and
   checker.py in the folder are the same as this file and the one beside it. Only the latter is run.
2. evidence.json is as it is written, field by field, and has every n once, in order. The b-file, the draft
   and README.md follow from it: they are made again from it here, and compared line by line.
3. Every term is found in two ways without a common ground. checker.py accepts its certificate, if it has
   one, with this number, unit and group; it trusts nothing of what made the certificate. The board and the
   pieces beside the term are those of the certificate's model.json, and the offset is the first n.

Exit code 0: accepted; the verdict is on stdout. Otherwise one line is on stderr. 1: rejected, where and
why. 2: a wrong call. 3: neither accepted nor rejected: interrupted, unfinished, or more work than
checker.py allows. 4: checker.py failed.

A folder "unfinished" has a term in the making; it is passed over. If it is there and the rest does not
agree, the program that writes the folder was killed or is still at work.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "2"  # of evidence.json
SUMS, HEAD, PAGE, DRAFT = "SHA256SUMS", "evidence.json", "README.md", "draft.txt"
CHECK, CHECKER = "check.py", "checker.py"
CERTIFICATES, JOBS = FOLDERS = "certificates", "jobs"
CERTIFICATE, MODEL = "certificate.json", "model.json"
UNFINISHED = "unfinished"
LARGEST = 2**24  # bytes of a file that is read here as a whole
DATA = 260  # characters of the terms in the draft
ENDS = {1: "rejected", 2: "usage", 3: "undecided", 4: "failed"}

#: The fields of evidence.json, those of them that are text, and the fields of a term.
TEXTS = ["model", "index", "unit", "modulo", "machine", "title", "command", "program", "number"]
TEXTS += ["b-file", "example"]
FIELDS = {"nqsat-evidence", *TEXTS, "notation", "versions", "grounds", "left", "terms"}
TERM = {"n", "value", "model", "witnesses", "certificate", "sha256", "uncertified"}
TERM |= {"job", "published"}


class End(Exception):
    """There is no verdict *accepted*; the code says which one, the text is one line that says why."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{ENDS[code]}: {text}")
        self.code = code


def need(condition: object, where: str, reason: str) -> None:
    """Reject the folder unless the condition is true."""
    if not condition:
        raise End(1, f"{where}: {reason}")


def show(value: object) -> str:
    """Return a value of the folder for a message: ASCII, on one line, short."""
    text = ascii(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def read(folder: Path, name: str) -> str:
    """Return a plain file as text."""
    need((folder / name).is_file(), name, "is missing, or not a plain file")
    need((folder / name).stat().st_size <= LARGEST, name, f"has more than {LARGEST} bytes")
    try:
        return (folder / name).read_bytes().decode()
    except UnicodeDecodeError:
        raise End(1, f"{name}: is not a UTF-8 text") from None


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# == The files and their sums ============================================================


def files_of(folder: Path) -> dict[str, Path]:
    """Return the files of the folder by name, without those that are in the making."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    paths = {name: path for name, path in paths.items() if name.split("/")[0] != UNFINISHED}
    for name, path in paths.items():
        plain = (path.is_file() or path.is_dir()) and not path.is_symlink()
        need(plain, show(name), "is not a plain file")  # a pipe would never end
    return {name: path for name, path in paths.items() if not path.is_dir()}


def _checker() -> Path:
    """The checker: beside this file or, as long as this is no copy, where nqsat has it."""
    beside = Path(__file__).with_name(CHECKER)
    return beside if beside.exists() else beside.parent.parent.parent / "evidence" / CHECKER


def check_sums(folder: Path) -> set[str]:
    """Compare the files with SHA256SUMS, and the programs with this one; return the files' names."""
    sums = dict[str, str]()
    files = files_of(folder)
    *lines, rest = read(folder, SUMS).split("\n")
    need(not rest, SUMS, "does not end with a line")
    for line in lines:
        match = re.fullmatch("([0-9a-f]{64})  ([!-~]+)", line)
        need(match, SUMS, f"has a line that cannot be read: {show(line)}")
        if match:
            need(match[2] not in sums, SUMS, f"has {match[2]} twice")
            sums[match[2]] = match[1]
    wrong = min((files.keys() - {SUMS}) ^ {*sums}, default="")
    need(not wrong, SUMS, f"{show(wrong)} is missing or should not be there")
    for name, said in sums.items():
        need(digest_of(files[name]) == said, name, f"does not have the SHA-256 in {SUMS}")
    for name, own in ((CHECK, Path(__file__)), (CHECKER, _checker())):
        need(name in sums, name, "is missing")
        reason = f"is not the file {own.name} that is at work here; are they of one version?"
        need(digest_of(own) == sums[name], name, reason)
    return {*files}


# == What evidence.json says =============================================================


class Witness(NamedTuple):
    """A program that found a number.

    Args:
        by: the engine; or ``"checker"``, with the kind of the certificate.
        grounds: what must be right for the number to be right.
        seconds: the time that it took.
    """

    by: str
    grounds: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        return f"{self.by} ({', '.join(self.grounds)})"


class ClaimedTerm(NamedTuple):
    """A number of the sequence, and what it rests on; the fields are those of evidence.json."""

    n: int
    value: str
    model: dict[str, Any]
    witnesses: tuple[Witness, ...]
    certificate: str | None
    sha256: str | None
    uncertified: str | None
    job: str | None
    published: dict[str, str] | None

    @property
    def agrees(self) -> bool | None:
        """Whether the published number is the same; None if there is none."""
        return None if self.published is None else self.published["value"] == self.value


def is_supported(grounds: Iterable[Iterable[str]]) -> bool:
    """Whether two of those who found a number have no ground in common."""
    pairs = combinations([{*some} for some in grounds], 2)
    return any(first and second and first.isdisjoint(second) for first, second in pairs)


def is_certified(witnesses: Iterable[Witness]) -> bool:
    """Whether checker.py is one of those who found a number."""
    return ("checker",) in [witness.grounds for witness in witnesses]


def texts_in(data: Any) -> Iterator[str]:
    """Yield the texts in JSON data."""
    if isinstance(data, str):
        yield data
    for entry in (
        [*data, *data.values()] if isinstance(data, dict) else data if type(data) is list else []
    ):
        yield from texts_in(entry)


def read_term(data: dict[str, Any]) -> ClaimedTerm:
    """Return a term of evidence.json; raise TypeError or KeyError if a field has not its type."""
    n, value = data["n"], data["value"]
    need(type(n) is int, HEAD, "has a term without n")
    need(re.fullmatch("0|[1-9][0-9]*", value), HEAD, f"n = {n}: no value")
    need({*data} == TERM, HEAD, f"n = {n}: fields are missing, or not known here")
    for name, place in (("certificate", f"{CERTIFICATES}/n={n}"), ("job", f"{JOBS}/n={n}.db")):
        need(data[name] in (None, place), HEAD, f"n = {n}: its {name} is not {place}")
    one = data["certificate"] is None
    fits = (data["sha256"] is None, type(data["uncertified"]) is str) == (one, one)
    need(fits, HEAD, f"n = {n}: has a certificate or a reason why not")
    known = data["published"]
    need(known is None or {*known} == {"value", "source"}, HEAD, f"n = {n}: what is published?")
    witnesses = list[Witness]()
    for some in data["witnesses"]:
        need({*some} == {*Witness._fields}, HEAD, f"n = {n}: a witness has other fields")
        fits = type(some["by"]) is str and type(some["seconds"]) in (int, float)
        need(fits and some["seconds"] >= 0, HEAD, f"n = {n}: a witness has no name, or no seconds")
        witnesses.append(Witness(some["by"], tuple(some["grounds"]), some["seconds"]))
    return ClaimedTerm(**{**data, "witnesses": tuple(witnesses)})


def read_claim(folder: Path) -> tuple[dict[str, Any], list[ClaimedTerm]]:
    """Return evidence.json, and its terms."""
    text = read(folder, HEAD)
    try:
        claim = json.loads(text)
        need(claim["nqsat-evidence"] == FORMAT, HEAD, f"is not of format {FORMAT}")
        need({*claim} == FIELDS, HEAD, "fields are missing, or not known here")
        need(dumps(claim) == text, HEAD, "is not written as evidence.json is")
        strange = next((text for text in texts_in(claim) if not text.isprintable()), "")
        need(not strange, HEAD, f"has a text of several lines: {show(strange)}")
        terms = [read_term(data) for data in claim["terms"]]
        need(terms and all(type(claim[name]) is str for name in TEXTS), HEAD, "has no terms")
        texts_of(claim, terms)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise End(1, f"{HEAD}: is not JSON, or not of format {FORMAT}") from None
    follow = all(term.n == n for n, term in enumerate(terms, terms[0].n))
    need(follow, HEAD, "its terms do not follow one another")
    grounds = {ground for term in terms for witness in term.witnesses for ground in witness.grounds}
    need(grounds == {*claim["grounds"]}, HEAD, "its grounds are not those of its terms")
    return claim, terms


# == The files that follow from it =======================================================


def dumps(claim: Mapping[str, Any]) -> str:
    """Return evidence.json."""
    return json.dumps(claim, indent=1) + "\n"


def texts_of(claim: Mapping[str, Any], terms: Sequence[ClaimedTerm]) -> dict[str, str]:
    """Return the files that follow from evidence.json."""
    table = "".join(f"{term.n} {term.value}\n" for term in terms)
    notation = claim["notation"]
    lines = draft_lines(
        claim["number"], {term.n: term.value for term in terms}, claim["title"],
        [] if notation is None else [f"In nqsat's notation: {notation}."],
        claim["example"], claim["program"],
    )  # fmt: skip
    return {
        claim["b-file"]: table,
        DRAFT: "\n".join(lines) + "\n",
        PAGE: "\n".join(page_lines(claim, terms)) + "\n",
    }


def draft_lines(
    number: str,
    values: Mapping[int, str],
    title: str,
    comments: Sequence[str],
    example: str,
    program: str,
) -> list[str]:
    """Return the lines of an entry in the internal format of OEIS, the author's left blank."""
    numbers, data = [*values], ""
    for value in values.values():
        more = f"{data}, {value}".removeprefix(", ")
        if len(more) > DATA:
            break
        data = more
    large = (place for place, value in enumerate(values.values(), 1) if value not in ("0", "1"))
    table, file = (
        f"Table of n, a(n) for n = {numbers[0]}..{numbers[-1]}",
        f"/{number}/b{number[1:]}.txt",
    )
    lines = [
        ("S", data),
        ("N", title),
        *(("C", comment) for comment in comments),
        ("H", f'<a href="{file}">{table}</a>'),
        ("O", f"{numbers[0]},{next(large, 1)}"),
        ("e", example),
        ("o", f"(nqsat) {program}"),
        ("K", "nonn,more"),
    ]
    return [f"%I {number}", *(f"%{name} {number} {text}" for name, text in lines), f"%A {number}"]


def described(model: Mapping[str, Any]) -> str:
    """Return the board, the pieces and what else is asked of them, as model.json says it."""
    ((kind, asked),) = ((name, part) for name, part in model.items() if name != "nqsat")
    parts, board = [kind], asked["board"]
    if {*board} == {"rows", "columns", "wrap"}:
        flat = board["wrap"] == "flat"
        size = f"{plain(board['rows'])}x{plain(board['columns'])}"
        parts.append(size if flat else f"{size} {plain(board['wrap'])}")
    elif "rays" in board:
        parts.append(f"board of {len(board['names'])} squares, given by the rays of its pieces")
    else:
        parts.append(f"board {plain(board)}")
    for name, value in asked.items():
        if name == "pieces":
            parts.append("pieces " + ", ".join(map(described_piece, value)))
        elif name != "board" and value != []:
            parts.append(f"{name} {plain(value)}")
    return "; ".join(parts)


def beside(term: ClaimedTerm, terms: Sequence[ClaimedTerm]) -> str:
    """Return what is printed next to a term: what it counts, and the offset of the sequence."""
    return f"{described(term.model)}; offset {terms[0].n}"


def described_piece(piece: Mapping[str, Any]) -> str:
    """Return a kind of piece and how many of it there are: ``Q=8``, ``K=2..3``, ``N=0..``."""
    if {*piece} != {"name", "low", "high", "symbol"} or piece["low"] is None:
        return plain(piece)
    name, low, high, symbol = (piece[field] for field in ("name", "low", "high", "symbol"))
    number = low if low == high else f"{low}..{'' if high is None else high}"
    usual = symbol == name.rpartition(":")[2][:1]
    return f"{name}={number}" if usual else f"{name}={number} drawn {symbol}"


def plain(data: Any) -> str:
    """Return JSON data on one line; a text without marks."""
    return data if type(data) is str else json.dumps(data, separators=(",", ":"))


def listed(numbers: Sequence[int]) -> str:
    """Return numbers as text, consecutive ones as a range: ``1, 3..5``."""
    runs = list[str]()
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        part = [number for _, number in run]
        runs.append(str(part[0]) if len(part) == 1 else f"{part[0]}..{part[-1]}")
    return ", ".join(runs)


def page_lines(claim: Mapping[str, Any], terms: Sequence[ClaimedTerm]) -> list[str]:
    """Return the lines of README.md."""
    rows_of_table = [
        f"| {term.n} | {term.value} | {', '.join(map(str, term.witnesses))} |"
        f" {term.certificate or f'none: {term.uncertified}'} | {beside(term, terms)} |"
        for term in terms
    ]
    bare = [term.n for term in terms if term.certificate is None]
    jobs = [term.job for term in terms if term.job]
    notation = "" if claim["notation"] is None else f": `{claim['notation']}`"
    versions = (f"{name} {number}" for name, number in claim["versions"].items() if number)
    return [
        f"# {claim['title']}",
        "",
        f"Terms for n = {listed([term.n for term in terms])}, the first is the offset. Each was found",
        f"in two ways or more without a common ground. {published_words(terms)}",
        *([] if claim["left"] is None else ["", f"Left out: {claim['left']}."]),
        "",
        "| n | a(n) | found by (on which ground) | certificate | board, pieces, rules, offset |",
        "|--:|--:|---|---|---|",
        *rows_of_table,
        "",
        "The grounds are:",
        "",
        *(f"- {name}: {words}" for name, words in claim["grounds"].items()),
        "",
        "## Check it",
        "",
        f"    python3 {CHECK}",
        "",
        "This needs Python 3.11 or newer and nothing else: no network, no package. It compares every file",
        f"with {SUMS}, and every line of this page, of the draft and of the b-file with {HEAD}.",
        f"For every certificate it runs {CHECKER}, which reads the rules from model.json and shares no",
        "code with the programs that counted: it makes the clauses itself and checks a proof that the list",
        "of solutions is complete; or it counts once more. Both files say at their heads what they do and",
        "why it is right.",
        *(["", f"Without a certificate: n = {listed(bare)}."] if bare else []),
        *([""] if jobs else []),
        *(f"{job} has the parts of a long count: nqsat job verify checks it." for job in jobs),
        "",
        f"What has to be trusted are Python, {CHECK} and {CHECKER}, and that the board, the pieces and the",
        f"rules beside each term are what the first line says, in nqsat's notation{notation}.",
        "",
        "## Repeat it",
        "",
        f"    {claim['command']}",
        "",
        "nqsat is a program for constraint programming and SAT on boards.",
        "",
        f"- counted: {claim['unit']} of {claim['model']}, modulo {claim['modulo']}; n is {claim['index']}",
        f"- versions: {', '.join(versions)}",
        f"- machine: {claim['machine']}",
        *(f"- seconds for n = {term.n}: {seconds_of(term)}" for term in terms),
        "",
        "## For the entry",
        "",
        f"{claim['b-file']} is the b-file. {DRAFT} is a draft in the internal format of OEIS. Its",
        "author completes the name, the cross-references and the A line.",
    ]


def seconds_of(term: ClaimedTerm) -> str:
    """Return how long those who found a number took."""
    return ", ".join(f"{plain(witness.seconds)} by {witness.by}" for witness in term.witnesses)


def published_words(terms: Sequence[ClaimedTerm]) -> str:
    """Return how the terms compare with the published ones."""
    known = {term.n: (term.agrees, term.published) for term in terms if term.published}
    if not known:
        return "nqsat knows of no published numbers to compare them with."
    sources = ", ".join(sorted({published["source"] for _, published in known.values()}))
    same = [n for n, (agrees, _) in known.items() if agrees]
    words = f"As far as nqsat knows the published ones ({sources}), "
    words += f"they are the same for n = {listed(same)}" if same else "none is the same"
    wrong = {n: published["value"] for n, (agrees, published) in known.items() if not agrees}
    if not wrong:
        return f"{words}."
    numbers = ", ".join(f"a({n}) = {value}" for n, value in wrong.items())
    return f"{words}, **and others for n = {listed([*wrong])}**: {numbers}."


# == The verdict =========================================================================


def check_texts(folder: Path, claim: Mapping[str, Any], terms: Sequence[ClaimedTerm]) -> None:
    """Compare the b-file, the draft and the page, line by line, with what follows from evidence.json."""
    for name, text in texts_of(claim, terms).items():
        lines = zip_longest(read(folder, name).split("\n"), text.split("\n"))
        for number, (line, right) in enumerate(lines, 1):
            reason = "should not be there" if right is None else f"should be {show(right)}"
            need(line == right, f"{show(name)} line {number}", f"{reason}, by {HEAD}")


def check_names(claim: Mapping[str, Any], terms: Sequence[ClaimedTerm], names: set[str]) -> None:
    """Reject files that belong to nothing that evidence.json names."""
    own = {SUMS, HEAD, PAGE, DRAFT, CHECK, CHECKER, claim["b-file"]}
    own |= {term.job for term in terms if term.job}
    folders = {f"{term.certificate}/" for term in terms if term.certificate}
    others = {name for name in names if not any(map(name.startswith, folders))}
    strange = min(others ^ own, default="")
    need(not strange, show(strange), "is missing or should not be there")


def check_term(folder: Path, claim: Mapping[str, Any], term: ClaimedTerm) -> str:
    """Check what a term rests on; return it as text."""
    supported = is_supported(x.grounds for x in term.witnesses)
    need(supported, HEAD, f"n = {term.n} has fewer than two grounds")
    engines = ", ".join(x.by for x in term.witnesses if x.grounds != ("checker",))
    proved = term.certificate is not None
    need(proved == is_certified(term.witnesses), HEAD, f"n = {term.n}: is it certified or not?")
    if term.certificate is None:
        return f"not proved here: counted by {engines}"
    head = folder / term.certificate / CERTIFICATE
    need(head.is_file(), term.certificate, f"has no {CERTIFICATE}")
    need(digest_of(head) == term.sha256, term.certificate, f"is not the one that {HEAD} names")
    try:
        model = json.loads(read(folder, f"{term.certificate}/{MODEL}"))
    except (ValueError, RecursionError):
        raise End(1, f"{term.certificate}: {MODEL} is not JSON") from None
    need(model == term.model, term.certificate, f"is of another model than {HEAD} says")
    command = [sys.executable, "-I", str(_checker().resolve())]
    done = subprocess.run(
        [*command, term.certificate],
        cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        code = done.returncode if done.returncode in (1, 3) else 4
        raise End(code, f"{term.certificate}: {(done.stderr.splitlines() or ['no verdict'])[0]}")
    unit = claim["unit"][: -1 if term.value == "1" else None]
    said = f"accepted: exactly {term.value} {unit}, modulo {claim['modulo']}"
    found = done.stdout.splitlines()[0]
    need(found == said, term.certificate, f"is of another number: {found}")
    return f"proved; counted by {engines}"


def check(folder: Path) -> list[str]:
    """Check a folder; return the verdict as lines.

    Raises:
        End: it is not accepted.
    """
    names = check_sums(folder)
    claim, terms = read_claim(folder)
    check_names(claim, terms, names)
    check_texts(folder, claim, terms)
    lines = [
        f"  a({term.n}) = {term.value}: {check_term(folder, claim, term)}; {beside(term, terms)}"
        for term in terms
    ]
    proved = sum(term.certificate is not None for term in terms)
    some = f"{len(terms)} term{'s' * (len(terms) > 1)}"
    first = f"accepted: {some}, {proved} of them proved; {len(names) - 1} files are as written"
    if (folder / UNFINISHED).exists():
        first += f"; {UNFINISHED}/ is ignored: run the command of {PAGE} again"
    trusted = (
        f"Python, this file, {CHECKER}; that each line above asks what {PAGE} says at its head"
    )
    return [first, *lines, f"  trusted: {trusted}"]


def judged(folder: Path) -> tuple[int, str]:
    """Return the exit code, and the text to print."""
    try:
        need((folder / HEAD).is_file(), HEAD, "is missing")
        return 0, "\n".join(check(folder))
    except End as end:
        code, text = end.code, str(end)
    except OSError as error:
        code, text = 1, f"rejected: cannot be read: {error.strerror}"
    if code == 1 and (folder / UNFINISHED).exists():
        return 3, f"unfinished: run the command that wrote it again ({text})"
    return code, text


def main(arguments: list[str]) -> int:
    """Print the verdict; return the exit code."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    try:
        if len(arguments) > 1:
            code, text = 2, f"usage: python {CHECK} [DIR], a folder of evidence"
        elif any((folder / name).exists() for name in (HEAD, UNFINISHED)):
            code, text = judged(folder)
        else:
            code, text = 2, f"no evidence: there is no {HEAD} in {show(str(folder))}"
    except KeyboardInterrupt:
        code, text = 3, "interrupted: neither accepted nor rejected"
    encoding = (sys.stderr if code else sys.stdout).encoding or "ascii"
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
