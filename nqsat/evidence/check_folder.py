"""Check a folder of evidence for the terms of a sequence: ``python check.py``. Standard library.

It stands in the folder with checker.py, and accepts if all of this is true:

1. SHA256SUMS names exactly the files of the folder, and each has the SHA-256 that it says.
2. The numbers of evidence.json are those of the b-file, of the draft and of README.md.
3. Every term is found in two ways without a common ground. checker.py accepts its certificate, if it has
   one, with this number, unit and group; it trusts nothing of what made the certificate.

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
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "1"  # of evidence.json
SUMS, HEAD, PAGE = "SHA256SUMS", "evidence.json", "README.md"
CERTIFICATES, JOBS = FOLDERS = "certificates", "jobs"
UNFINISHED = "unfinished"
OWN = {SUMS, HEAD, PAGE, "check.py", "checker.py"}
LARGEST = 2**24  # bytes of a file that is read here as a whole
ENDS = {1: "rejected", 2: "usage", 3: "undecided", 4: "failed"}


class End(Exception):
    """There is no verdict *accepted*; the code says which one, the text is one line that says why."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{ENDS[code]}: {text}")
        self.code = code


def need(condition: object, where: str, reason: str) -> None:
    """Reject the folder unless the condition is true."""
    if not condition:
        raise End(1, f"{where}: {reason}")


def read(folder: Path, name: str) -> str:
    """Return a file as text."""
    need((folder / name).stat().st_size <= LARGEST, name, f"has more than {LARGEST} bytes")
    try:
        return (folder / name).read_bytes().decode()
    except UnicodeDecodeError:
        raise End(1, f"{name}: is no UTF-8 text") from None


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_supported(grounds: Iterable[Iterable[str]]) -> bool:
    """Whether two of those who found a number have no ground in common."""
    pairs = combinations([{*some} for some in grounds], 2)
    return any(one and other and one.isdisjoint(other) for one, other in pairs)


def check_sums(folder: Path) -> int:
    """Compare the files with SHA256SUMS; return their number."""
    sums = dict[str, str]()
    *lines, rest = read(folder, SUMS).split("\n")
    need(not rest, SUMS, "does not end with a line")
    for line in lines:
        match = re.fullmatch("([0-9a-f]{64})  ([!-~]+)", line)
        need(match, SUMS, f"has a line that is none: {ascii(line)[:80]}")
        if match:
            need(match[2] not in sums, SUMS, f"has {match[2]} twice")
            sums[match[2]] = match[1]
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    files = {name: path for name, path in files.items() if name.split("/")[0] != UNFINISHED}
    strange = [name for name, path in files.items() if path.is_symlink()]
    need(not strange, ascii(strange[:1]), "is a link")
    found = {name for name, path in files.items() if not path.is_dir()} - {SUMS}
    wrong = min(found ^ {*sums}, default="")
    need(not wrong, SUMS, f"{wrong!a} is missing or should not be there")
    for name, said in sums.items():
        need(digest_of(files[name]) == said, name, f"has not the SHA-256 that {SUMS} says")
    return len(sums)


class ClaimedWitness(NamedTuple):
    """A program that found the number, and its grounds: what must be right for it to be right."""

    by: str
    grounds: list[str]


class ClaimedTerm(NamedTuple):
    """A number of the sequence, what it rests on, and the folder of its certificate."""

    n: int
    value: str
    witnesses: list[ClaimedWitness]
    certificate: str | None

    @property
    def is_certified(self) -> bool:
        """Whether checker.py is one that found the number."""
        return ["checker"] in [witness.grounds for witness in self.witnesses]


def read_term(data: Any) -> ClaimedTerm:
    """Return a term of evidence.json."""
    need(isinstance(data, dict), HEAD, "has a term that is no object")
    n, value, certificate = (data.get(name) for name in ("n", "value", "certificate"))
    need(type(n) is int, HEAD, "has a term without n")
    need(type(value) is str and re.fullmatch("[0-9]+", value), HEAD, f"n = {n}: no value")
    place = f"{CERTIFICATES}/n={n}"
    need(certificate in (None, place), HEAD, f"n = {n}: its certificate is not {place}")
    witnesses = [ClaimedWitness(str(x["by"]), [*map(str, x["grounds"])]) for x in data["witnesses"]]
    return ClaimedTerm(n, value, witnesses, certificate)


def read_claim(folder: Path) -> tuple[dict[str, Any], list[ClaimedTerm]]:
    """Return evidence.json, and its terms."""
    try:
        claim = json.loads(read(folder, HEAD))
        need(claim["nqsat-evidence"] == FORMAT, HEAD, f"is not of format {FORMAT}")
        terms = [read_term(data) for data in claim["terms"]]
        texts = all(type(claim[name]) is str for name in ("unit", "modulo", "b-file", "draft"))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise End(1, f"{HEAD}: is not JSON, or not of format {FORMAT}") from None
    need(texts and terms, HEAD, "has no terms, or a field that is no text")
    follow = all(b.n == a.n + 1 for a, b in pairwise(terms))
    need(follow, HEAD, "its terms do not follow one another")
    return claim, terms


def check_numbers(folder: Path, claim: dict[str, Any], terms: list[ClaimedTerm]) -> None:
    """Compare the b-file, the draft and the page with the terms."""
    table = "".join(f"{term.n} {term.value}\n" for term in terms)
    need(read(folder, claim["b-file"]) == table, claim["b-file"], f"is not that of {HEAD}")
    lines = dict(re.findall("^(%[A-Za-z]) A[0-9]+ (.*)$", read(folder, claim["draft"]), re.M))
    data = ", ".join(term.value for term in terms)
    shown = lines.get("%S", "")
    begins = shown and f"{data}, ".startswith(f"{shown}, ")
    need(begins, claim["draft"], f"the terms are not those of {HEAD}")
    first = lines.get("%O", "").partition(",")[0]
    need(first == str(terms[0].n), claim["draft"], f"the offset is not {terms[0].n}")
    rows = dict(re.findall(r"^\| (-?[0-9]+) \| ([0-9]+) \|", read(folder, PAGE), re.M))
    right = rows == {str(term.n): term.value for term in terms}
    need(right, PAGE, f"the numbers are not those of {HEAD}")


def check_term(folder: Path, claim: dict[str, Any], term: ClaimedTerm) -> str:
    """Check what a term rests on; return it as text."""
    supported = is_supported(x.grounds for x in term.witnesses)
    need(supported, HEAD, f"n = {term.n} has fewer than two grounds")
    engines = ", ".join(x.by for x in term.witnesses if x.grounds != ["checker"])
    proved = term.certificate is not None
    need(proved == term.is_certified, HEAD, f"n = {term.n}: is it certified or not?")
    if term.certificate is None:
        return f"not proved here: counted by {engines}"
    command = [sys.executable, "-I", "checker.py", term.certificate]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        code = done.returncode if done.returncode in ENDS else 4
        raise End(code, f"{term.certificate}: {(done.stderr.splitlines() or ['no verdict'])[0]}")
    said = f"accepted: exactly {term.value} {claim['unit']}, modulo {claim['modulo']}"
    found = done.stdout.splitlines()[0]
    need(found == said, term.certificate, f"is of another number: {found}")
    return f"proved; counted by {engines}"


def check(folder: Path) -> list[str]:
    """Check a folder; return the verdict as lines.

    Raises:
        End: it is not accepted.
    """
    number = check_sums(folder)
    claim, terms = read_claim(folder)
    names = {path.name for path in folder.iterdir()} - {*FOLDERS, UNFINISHED}
    strange = min(names ^ {*OWN, claim["b-file"], claim["draft"]}, default="")
    need(not strange, ascii(strange), "is missing or should not be there")
    check_numbers(folder, claim, terms)
    lines = [f"  a({term.n}) = {term.value}: {check_term(folder, claim, term)}" for term in terms]
    proved = sum(term.certificate is not None for term in terms)
    some = f"{len(terms)} term{'s' * (len(terms) > 1)}"
    first = f"accepted: {some}, {proved} of them proved; {number} files are as written"
    if (folder / UNFINISHED).exists():
        first += f"; {UNFINISHED}/ is passed over: run the command of {PAGE} again"
    trusted = "Python, this file, checker.py; that each model.json asks what README.md says"
    return [first, *lines, f"  trusted: {trusted}"]


def main(arguments: list[str]) -> int:
    """Print the verdict; return the exit code."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    try:
        if len(arguments) > 1 or not any((folder / name).exists() for name in (HEAD, UNFINISHED)):
            raise End(2, "python check.py [DIR], a folder of evidence")
        need((folder / HEAD).is_file(), HEAD, "is missing")
        print(*check(folder), sep="\n")
    except End as end:
        if end.code == 1 and (folder / UNFINISHED).exists():
            end = End(3, f"unfinished: run the command that wrote it again ({end})")
        print(end, file=sys.stderr)
        return end.code
    except OSError as error:
        print(f"rejected: cannot be read: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: neither accepted nor rejected", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
