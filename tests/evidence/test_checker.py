"""The checker as a program, what it refuses, and what it makes of rubbish."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.day_subset import some
from support.error_asserts import raised
from support.small_certificates import (
    LISTS,
    RECOUNTS,
    certificate,
    certificate_of,
    refusal,
    sealed,
    write,
)

import nqsat
from nqsat import Placement
from nqsat.errors import CertificateRejected, InvalidModel
from nqsat.evidence import checker

SOURCE = Path(checker.__file__)

#: How long the checker may be: somebody has to read it in one sitting.
MOST_LINES = 2100  # of them 100 for shapes, projections and attacks


def run(program: Path, folder: Path) -> tuple[int, str, str]:
    command = [sys.executable, "-I", "-O", str(program), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


# -- the program -----------------------------------------------------------------------------------


def test_it_is_one_short_file_of_the_standard_library() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    modules = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or ".")
        # So optimisation changes nothing: a verdict is an exception.
        assert not isinstance(node, ast.Assert)
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names
    words = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    assert not words & {"eval", "exec", "compile", "__import__", "__debug__"}


def test_a_copy_of_it_works_alone(tmp_path: Path) -> None:
    copy = Path(shutil.copy(SOURCE, tmp_path / "alone.py"))
    folder = write(certificate("orbits"), tmp_path / "certificate")
    code, said, errors = run(copy, folder)
    assert (code, errors) == (0, "")
    first, *rest = said.splitlines()
    assert first == "accepted: exactly 1 placement, modulo symmetry"
    assert "  trusted: Q steps (0, 1) repeatedly and (1, 1) repeatedly, in every direction" in rest
    (folder / "cubes.txt").write_text("1 0\n")
    fault = "rejected: cubes.txt: does not have the SHA-256 in certificate.json\n"
    assert run(copy, folder) == (1, "", fault)


PLACES = ["/nowhere", "/", "/dev/null", "a" * 300, "a\0", "a\nb"]
OPTIONS = [("--max-states",), ("--max-states", "-1"), ("20",), ("--max", "2"), ("--step", "x")]


def test_a_wrong_call(tmp_path: Path) -> None:
    # So is a folder without a certificate: nothing was claimed, and nothing is rejected.
    folder = str(write(certificate("PLAIN"), tmp_path))
    for arguments in ((), ("",), ("a", "b"), *((folder, *option) for option in OPTIONS)):
        code, said = checker.verdict([*arguments])
        assert (code, said.startswith("usage: ")) == (2, True), arguments
    for place in PLACES:
        code, said = checker.verdict([place])
        missing = "no certificate: there is no certificate.json in "
        assert (code, said.startswith(missing), "\n" in said) == (2, True, False), place


CLOSED = ["", ">&-", ">/dev/full", "2>&-", ">&- 2>&- <&-", "2>/dev/full"]


@pytest.mark.parametrize("closed", some(CLOSED, 2))
def test_the_exit_code_is_the_verdict(closed: str, tmp_path: Path) -> None:
    """Where the verdict cannot be written the code says so; a rejection stays one."""
    good = write(certificate("queens"), tmp_path / "good")
    bad = write({**certificate("queens"), "cubes.txt": "1 0\n"}, tmp_path / "bad")
    codes, said = [], []
    for folder in (good, bad, tmp_path):
        call = f"{sys.executable} -I -O {SOURCE} {folder} {closed}"
        done = subprocess.run(call, shell=True, capture_output=True, text=True, check=False)
        codes.append(done.returncode)
        said.append((done.stdout[:9], done.stderr[:9]))
    lost = closed.startswith(">")
    assert codes == [4 if lost else 0, 1, 2]
    silent = "2>" in closed
    assert said[0] == ("" if lost else "accepted:", "")
    assert said[1:] == [("", "" if silent else "rejected:"), ("", "" if silent else "no certif")]


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt("oh"), 3, "interrupted: neither accepted nor rejected"),
        (
            ZeroDivisionError("oh"),
            4,
            "failed: neither accepted nor rejected: ZeroDivisionError('oh')",
        ),
        (TypeError("oh"), 4, "failed: neither accepted nor rejected: TypeError('oh')"),
        (OSError(5, "oh"), 1, "rejected: certificate: cannot be read: oh"),
    ],
)
def test_what_breaks_is_no_verdict_unless_it_cannot_be_read(
    error: BaseException, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise error

    folder = write(certificate("none"), tmp_path)
    monkeypatch.setattr(checker, "Folder", broken)
    assert checker.verdict([str(folder)]) == (code, said)


@pytest.mark.parametrize("name", [*LISTS, *RECOUNTS])
def test_good_certificates_are_accepted(name: str, tmp_path: Path) -> None:
    accepted = nqsat.check(write(certificate(name), tmp_path))
    claim = json.loads(certificate(name)["certificate.json"])
    assert (str(accepted.value), str(accepted.labelled)) == (claim["count"], claim["labelled"])
    assert accepted.unit == claim["unit"]
    if name in RECOUNTS:
        return
    steps = sum(text.count("\n") for file, text in certificate(name).items() if "proofs/" in file)
    assert accepted.established[2].startswith(
        f"steps of proof: {steps} (cubes: {claim['cubes']}); "
    )
    assert accepted.established[0].startswith("orbits listed: ") == (claim["modulo"] == "symmetry")


@pytest.mark.parametrize(
    "model",
    [
        Placement("3x4", {"K": 4}),  # at most four of twelve, and at least four
        Placement("3x5", {"F": "5.."}),
        Placement("3x3", {"Q": 10}),  # ten of nine, which nothing allows
    ],
    ids=repr,
)
def test_a_formula_with_auxiliaries_is_accepted(
    model: Placement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "MANY", 3)
    nqsat.certify(model, tmp_path, check=False, proof="list")
    assert nqsat.check(tmp_path).value == nqsat.count(model, engine="backtrack").value


def test_the_library_names_what_is_wrong(tmp_path: Path) -> None:
    write({**certificate("queens"), "solutions.txt": ""}, tmp_path)
    with pytest.raises(CertificateRejected, match=r"solutions\.txt: does not have the SHA-256"):
        nqsat.check(tmp_path)
    with pytest.raises(InvalidModel, match=r"certificate: .* is not a folder"):
        nqsat.check(tmp_path / "nowhere")


# -- what is refused ---------------------------------------------------------------------------------


FOLLOWS = "does not follow by unit propagation along its hints"


def test_the_work_is_bounded_by_what_was_read_and_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long clause named as a hint again and again, each time with a single literal left."""
    files = certificate_of(Placement("4x16", {"blocker": 1}), symmetric=False, splits=())
    squares = " ".join(map(str, range(1, 64)))
    monkeypatch.setattr(checker, "MOST_EFFORT", 10)
    last = 64 * 63 // 2 + 1  # after the pairs: that one of all is true
    for hints, said in ((1_000, FOLLOWS), (100_000, "takes too much work for what was read")):
        step = f"9999 {squares} 0{f' {last}' * hints} 0\n"
        text = refusal(sealed({**files, "proofs/0001.lrat": step}), tmp_path)
        assert text == f"proofs/0001.lrat line 1: {said}"


def test_a_proof_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    """What holds in a cube holds in no other: the clauses of its proof are gone."""
    files = certificate("cubes")
    steps = files["proofs/0001.lrat"].splitlines()
    last = steps[-1].partition(" ")[0]
    empty = f"{int(last) + 1} 0 {last} 0\n"
    assert refusal(sealed({**files, "proofs/0002.lrat": empty}), tmp_path).startswith("proofs/0002")


def test_other_files_are_refused(tmp_path: Path) -> None:
    folder = write(certificate("queens"), tmp_path)
    for name in ("more.txt", "proofs/0002.lrat"):
        (folder / name).write_text("")
        raised(checker.Rejected, lambda: checker.check(folder), "is missing or should not be there")
        (folder / name).unlink()
    checker.check(folder)
    moved = folder.rename(tmp_path.with_name("moved")) / "proofs/0001.lrat"
    moved.unlink()
    with pytest.raises(checker.Rejected, match=r"'proofs/0001\.lrat' is missing"):
        checker.check(moved.parents[1])
    folder = write(certificate("queens"), tmp_path)
    (folder / "cubes.txt").unlink()
    os.mkfifo(folder / "cubes.txt")
    raised(checker.Rejected, lambda: checker.check(folder), "cubes.txt: is not a plain file")


@pytest.mark.parametrize("name", ["proofs", "layers", "more", "proofs/x"])
def test_only_folders_of_a_certificate_are_folders(name: str, tmp_path: Path) -> None:
    """A list has its proofs in one, tours their layers; a file of that name is one too many."""
    for number, kind in enumerate(("queens", "PLAIN", "CLOSED")):
        folder = write(certificate(kind), tmp_path / str(number))
        place = folder / name
        if place.exists() or not place.parent.exists():
            continue
        for put in (Path.touch, lambda path: path.symlink_to("nowhere")):
            put(place)
            with pytest.raises(checker.Rejected, match="is missing or should not be there"):
                checker.check(folder)
            place.unlink()
        checker.check(folder)


ODD = "\x1b[31m\x00\r\n\x9b\u202e\ud800"


@pytest.mark.parametrize("kind", ["queens", "orbits", "best", "tour", "ORBITS", "OPEN", "BEST"])
def test_nothing_of_a_file_reaches_the_terminal_as_it_is(kind: str, tmp_path: Path) -> None:
    """Control characters for each text, or name, of the JSON in it; and for a word of every line."""
    files = certificate(kind)
    for name, text in files.items():
        words = sorted({*re.findall(r'"[^"]*"', text)} if ".json" in name else {*text.split()})
        for word in words[:: 1 if ".json" in name else 1 + len(words) // 5]:
            plain = word.strip('"')
            odd = (
                json.dumps(plain + ODD) if ".json" in name else (plain + ODD[:4]).replace("\n", "")
            )
            write(sealed({**files, name: text.replace(word, odd, 1)}), tmp_path)
            code, said = checker.verdict([str(tmp_path)])
            assert code in (0, 1)
            assert said.isascii()
            assert said.replace("\n", "").isprintable()
            assert code == 0 or "\n" not in said


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        ("LARGEST", 3200, "certificate.json: has more than 200 bytes"),
        ("LONGEST", 20, "proofs/0001.lrat line 1: is longer than 20 characters"),
        ("MOST_NAMES", 24, "model.json: board: has more than 24 cells"),
        ("MOST_VARIABLES", 24, "model.json: is too large for this checker"),
        ("MOST_WORK", 100, "model.json: is too large for this checker"),
        ("MOST_LITERALS", 100, "solutions.txt line 8: is more than this checker takes"),
    ],
)
def test_limits(
    limit: str, most: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(certificate("queens"), tmp_path)
    monkeypatch.setattr(checker, limit, most)
    with pytest.raises(checker.TooLarge, match=f"^{said}$"):
        checker.check(folder)
