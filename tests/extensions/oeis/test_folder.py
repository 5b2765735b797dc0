"""Evidence for a sequence: a folder that its own check.py accepts, and rejects after any change."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nqsat.evidence
from nqsat import Placement, Run, count
from nqsat.counting.job import open_job
from nqsat.engines import BacktrackEngine
from nqsat.errors import CertificateRejected, Disagreement, Interrupted, InvalidModel
from nqsat.evidence import known_counts
from nqsat.extensions.oeis import folder, folder_checker
from nqsat.extensions.oeis.draft import statement
from nqsat.extensions.oeis.folder import Evidence, SequenceQuestion
from nqsat.extensions.oeis.folder_checker import listed
from nqsat.files import write
from nqsat.modelling import Model


def queens(n: int) -> Model:
    return Placement(f"{n}x{n}", {"Q": n})


def asked(first: int, last: int, make: Callable[[int], Model] = queens, **more: Any) -> Any:
    models = {n: ({"n": n}, make(n)) for n in range(first, last + 1)}
    return SequenceQuestion(
        **{
            "name": "queens",
            "about": statement(make, last, "n"),
            "index": "n",
            "models": models,
            "modulo": "none",
            "command": "a command",
            "program": "a program",
            "title": "queens",
            "known": known_counts("queens"),
            **more,
        }
    )


#: By an engine that is not the one that happens to be fast.
write_evidence = partial(folder.write_evidence, engine="sat/minisat22")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("evidence") / "queens"
    found = write_evidence(asked(4, 6), place)
    assert found.left is None
    assert [term.value for term in found.terms] == [2, 10, 4]
    return place


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "copy")


def sign(place: Path) -> None:
    """Write SHA256SUMS anew, as one would who wants to be believed."""
    files = sorted(x for x in place.rglob("*") if x.is_file() and x.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(x.read_bytes()).hexdigest()}  {x.relative_to(place)}" for x in files)
    (place / "SHA256SUMS").write_text("".join(f"{line}\n" for line in lines))


def forge(place: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Change what evidence.json says, and write anew all that follows from it."""
    claim = json.loads((place / "evidence.json").read_text())
    edit(claim)
    (place / "evidence.json").write_text(folder_checker.dumps(claim))
    terms = [folder_checker.read_term(term) for term in claim["terms"]]
    for name, text in folder_checker.texts_of(claim, terms).items():
        (place / name).write_text(text)
    sign(place)


def change(place: Path, name: str, old: str, new: str) -> None:
    text = (place / name).read_text()
    assert old in text
    (place / name).write_text(text.replace(old, new))


def refusal(place: Path) -> str:
    with pytest.raises(folder_checker.End) as refused:
        folder_checker.check(place)
    assert refused.value.code == 1
    return str(refused.value)


def test_a_folder_is_accepted_by_the_standard_library_alone(copy: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(copy / "check.py")]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env={}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: 3 terms, 3 of them proved; ")
    assert "a(5) = 10: proved; counted by sat/minisat22, backtrack" in done.stdout
    assert not [*copy.rglob("__pycache__")]


def test_a_changed_byte_anywhere_is_rejected(copy: Path) -> None:
    for path in [path for path in copy.rglob("*") if path.is_file()]:
        data = path.read_bytes()
        for place in {0, len(data) // 2, len(data) - 1}:
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            assert refusal(copy)
        path.write_bytes(data)
    folder_checker.check(copy)


def test_a_number_that_is_changed_everywhere_is_rejected_by_its_certificate(copy: Path) -> None:
    for name in ("b000170.txt", "draft.txt", "README.md", "evidence.json"):
        change(copy, name, "10", "11")
    sign(copy)
    assert "certificates/n=5: is of another number: accepted: exactly 10 placements" in refusal(
        copy
    )


def test_a_certificate_of_another_term_is_rejected(copy: Path) -> None:
    shutil.rmtree(copy / "certificates/n=5")
    shutil.copytree(copy / "certificates/n=6", copy / "certificates/n=5")
    sign(copy)
    assert "n=5: is not the one that evidence.json names" in refusal(copy)
    digest = folder_checker.digest_of(copy / "certificates/n=6/certificate.json")
    forge(copy, lambda claim: claim["terms"][1].update(sha256=digest))
    assert "n=5: is of another model than evidence.json says" in refusal(copy)
    forge(copy, lambda claim: claim["terms"][1].update(model=claim["terms"][2]["model"]))
    assert "is of another number" in refusal(copy)


def test_a_term_without_two_grounds_is_rejected(copy: Path) -> None:
    def alone(claim: dict[str, Any]) -> None:
        term = claim["terms"][1]
        none = {"certificate": None, "sha256": None, "uncertified": "there is none today"}
        term |= {**none, "witnesses": term["witnesses"][:1] * 2}

    shutil.rmtree(copy / "certificates/n=5")
    forge(copy, alone)
    assert "n = 5 has fewer than two grounds" in refusal(copy)


def test_a_file_too_many_is_rejected_and_so_is_one_too_few(copy: Path) -> None:
    (copy / "more.txt").write_text("more")
    assert "'more.txt' is missing or should not be there" in refusal(copy)
    sign(copy)
    assert "more.txt" in refusal(copy)
    (copy / "more.txt").unlink()
    (copy / "draft.txt").unlink()
    sign(copy)
    assert "draft.txt" in refusal(copy)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"nqsat-evidence": "1", "terms": [[]]}', "[" * 9999]
)
def test_a_damaged_head_is_rejected(copy: Path, text: str) -> None:
    (copy / "evidence.json").write_text(text)
    sign(copy)
    assert "evidence.json" in refusal(copy)


def test_the_page_is_for_an_editor(made: Path) -> None:
    page = (made / "README.md").read_text()
    first, *_ = page.splitlines()
    assert (
        first
        == "# Number of ways to place n queens on an n X n board so that none attacks another."
    )
    assert "published ones (A000170), they are the same for n = 4..6." in page
    assert (
        "| 6 | 4 | sat/minisat22 (formula), backtrack (meaning), checker of a list (checker) |"
        in page
    )
    assert re.search(r"versions: Python 3\.[0-9.]+, nqsat [0-9.]+, ", page)


def test_terms_are_added_and_those_before_stay(copy: Path) -> None:
    before = (copy / "certificates/n=6/certificate.json").stat().st_mtime_ns
    found = write_evidence(asked(4, 7), copy)
    assert [term.n for term in found.terms] == [4, 5, 6, 7]
    assert (copy / "certificates/n=6/certificate.json").stat().st_mtime_ns == before
    assert len(folder_checker.check(copy)) == 6


def test_a_folder_of_something_else_is_refused(copy: Path, tmp_path: Path) -> None:
    for question in (asked(4, 7, name="ladies"), asked(4, 7, modulo="symmetry"), asked(5, 7)):
        with pytest.raises(InvalidModel, match="choose another folder"):
            write_evidence(question, copy)
    change(copy, "certificates/n=6/certificate.json", '"4"', '"5"')
    with pytest.raises(InvalidModel, match="n = 6 has changed"):
        write_evidence(asked(4, 7), copy)
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").touch()
    with pytest.raises(InvalidModel, match=r"letter\.txt"):
        write_evidence(asked(4, 7), other)


def test_an_interrupt_leaves_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certify = nqsat.evidence.certify

    def interrupted(model: Model, place: Path, **how: Any) -> Any:
        if place.name == "n=6":
            (place.parent / ".n=6.new").mkdir()  # as a killed process leaves one
            raise KeyboardInterrupt
        return certify(model, place, **how)

    monkeypatch.setattr(folder, "certify", interrupted)
    with pytest.raises(Interrupted) as stopped:
        write_evidence(asked(4, 7), tmp_path / "it")
    answer: Evidence = stopped.value.answer
    assert [term.n for term in answer.terms] == [4, 5]
    assert answer.left == "interrupted"
    assert folder_checker.check(tmp_path / "it")[0].startswith("accepted: 2 terms")
    with pytest.raises(Interrupted):
        write_evidence(asked(6, 7), tmp_path / "other")
    assert not (tmp_path / "other").exists()
    monkeypatch.undo()
    assert len(write_evidence(asked(4, 7), tmp_path / "it").terms) == 4


class Killed(BaseException):
    """The process ends here, and nothing is tidied up."""


def test_a_killed_writer_leaves_terms_or_says_unfinished(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = list[int]()
    for last in (0, 6):
        place = copy.with_name(f"killed{last}")
        shutil.copytree(copy, place)
        left = iter(range(last))

        def written(path: Path, text: str, left: Any = left) -> None:
            if next(left, None) is None:
                (path.parent / f".0{path.suffix}.new{path.suffix}").write_text("half of it")
                raise Killed
            write(path, text)

        monkeypatch.setattr(folder, "write", written)
        with pytest.raises(Killed):
            write_evidence(asked(3, 6), place)
        verdicts.append(folder_checker.main([str(place)]))
        assert "unfinished" in "".join(capsys.readouterr())
        monkeypatch.undo()
        write_evidence(asked(3, 6), place)
        assert folder_checker.check(place)[0].startswith("accepted: 4 terms")
    assert {*verdicts} == {3}

    def dies(model: Model, place: Path, **how: Any) -> Any:
        (place.parent / ".n=3.new").mkdir()
        raise Killed

    monkeypatch.setattr(folder, "certify", dies)
    with pytest.raises(Killed):
        write_evidence(asked(3, 6), copy)
    verdict, *_ = folder_checker.check(copy)
    assert verdict.startswith("accepted: 3 terms, 3 of them proved; ")
    assert "unfinished/ is ignored" in verdict
    with pytest.raises(Killed):
        write_evidence(asked(3, 3), copy.with_name("first"))
    assert folder_checker.main([str(copy.with_name("first"))]) == 3
    monkeypatch.undo()
    assert len(write_evidence(asked(3, 3), copy.with_name("first")).terms) == 1


def test_after_a_limit_terms_are_left_out_and_that_is_said(tmp_path: Path) -> None:
    found = write_evidence(asked(11, 12), tmp_path / "it", time_limit=1e-3)
    assert found.terms == ()
    assert str(found).startswith("no term: n = 11 and what follows: ")
    assert not (tmp_path / "it").exists()


def test_one_ground_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise InvalidModel("certificate", "there is none today")

    monkeypatch.setattr(folder, "certify", refused)
    found = write_evidence(asked(5, 5), tmp_path / "two")
    (term,) = found.terms
    assert {ground for witness in term.witnesses for ground in witness.grounds} == {
        "formula",
        "meaning",
    }
    assert (
        "not proved here: counted by sat/minisat22, backtrack"
        in folder_checker.check(tmp_path / "two")[1]
    )
    assert "| none: certificate: there is none today |" in (tmp_path / "two/README.md").read_text()
    monkeypatch.setattr(folder, "other_engines", lambda *_: [])
    alone = write_evidence(asked(5, 5), tmp_path / "one")
    assert "n = 5 and what follows: only sat/minisat22 (formula)" in str(alone.left)


def test_engines_that_differ_are_a_disagreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = BacktrackEngine.batches
    monkeypatch.setattr(BacktrackEngine, "batches", lambda *given: list(batches(*given))[:-1])
    with pytest.raises(Disagreement, match=r"n = 4: .*minisat22 counts 2, backtrack 1"):
        write_evidence(asked(4, 4), tmp_path / "it")


def test_another_published_number_is_said(tmp_path: Path) -> None:
    (right,) = (row for row in known_counts("queens", {"n": 4}) if not row.question)
    wrong = [replace(right, value=3)]
    found = write_evidence(asked(4, 4, known=wrong), tmp_path / "it")
    assert found.differing == (4,)
    assert "**and others for n = 4**" in (tmp_path / "it/README.md").read_text()


def test_a_b_file_may_get_its_number_later(tmp_path: Path) -> None:
    known = tuple(one for one in known_counts("queens") if one.params == {"n": 4})
    write_evidence(asked(1, 3, known=known), tmp_path / "it")  # one placement, in the singular
    write_evidence(asked(1, 4, known=known), tmp_path / "it")
    assert folder_checker.check(tmp_path / "it")[0].startswith("accepted: 4 terms")
    assert [path.name for path in (tmp_path / "it").glob("b*.txt")] == ["b000170.txt"]


def test_a_finished_job_counts_and_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "q5.db"
    count(queens(5), engine="bitboard", run=Run(job=place))
    found = write_evidence(asked(4, 5, jobs={5: open_job(place)}), tmp_path / "it")
    assert found.terms[1].witnesses[0].by == "bitboard"
    assert (tmp_path / "it/jobs/n=5.db").read_bytes() == place.read_bytes()
    assert "counted by bitboard, backtrack" in folder_checker.check(tmp_path / "it")[2]


def test_numbers_are_listed_as_ranges() -> None:
    assert listed([1, 2, 3, 5, 7, 8]) == "1..3, 5, 7..8"


# -- lines that a stranger has changed ----------------------------------------------------


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one queen, whose number is 1: its unit has no plural."""
    place = tmp_path_factory.mktemp("evidence") / "one"
    write_evidence(asked(1, 1), place)
    return place


def forgeries(lines: list[str], number: int) -> Iterator[list[str]]:
    """Yield the lines with one of them changed, doubled, below a forged copy, at the end, and removed."""
    before, line, after = lines[:number], lines[number], lines[number + 1 :]
    other = re.sub("[0-9]", lambda digit: str((int(digit[0]) + 1) % 10), line)
    wide = line.replace(" ", "  ", 1)
    changed = {other, wide, f"{line}x", f" {line}"} - {line}
    yield from ([*before, one, *after] for one in changed)
    yield from ([*before, one, line, *after] for one in {line, *changed})
    yield [*lines, line]
    yield [*before, *after]


@pytest.mark.parametrize("name", ["README.md", "draft.txt", "b000170.txt", "evidence.json"])
def test_every_line_is_known_or_refused(single: Path, tmp_path: Path, name: str) -> None:
    copy = shutil.copytree(single, tmp_path / "copy")
    lines = (copy / name).read_text().splitlines()
    for number in range(len(lines)):
        for forged in forgeries(lines, number):
            (copy / name).write_text("".join(f"{line}\n" for line in forged))
            sign(copy)
            assert refusal(copy), forged
    (copy / name).write_text("".join(f"{line}\n" for line in lines))
    sign(copy)
    folder_checker.check(copy)


def test_a_refusal_names_the_line_and_what_it_should_be(copy: Path) -> None:
    change(copy, "README.md", "| 5 | 10 |", "| 05 | 10 |\n| 5 | 10 |")
    sign(copy)
    assert "README.md' line 9: should be '| 5 | 10 | " in refusal(copy)


def test_names_with_line_feeds_write_no_verdict(copy: Path) -> None:
    (copy / "a\naccepted: all").touch()
    assert "\n" not in refusal(copy)
    (copy / "a\naccepted: all").unlink()

    def edit(claim: dict[str, Any]) -> None:
        claim["terms"][1]["witnesses"][0]["by"] = "sat\naccepted: 3 terms, 9 of them proved"

    forge(copy, edit)
    said = refusal(copy)
    assert "has a text of several lines: 'sat" in said
    assert "\n" not in said


def test_the_checker_of_a_stranger_is_not_run(copy: Path) -> None:
    ran = copy.with_name("ran")
    forged = f"open({str(ran)!r}, 'w')\nprint('accepted: exactly 2 placements')\n"
    for name in ("checker.py", "check.py"):
        before = (copy / name).read_text()
        (copy / name).write_text(forged)
        sign(copy)
        assert f"{name}: is not the file" in refusal(copy)
        assert not ran.exists()
        (copy / name).write_text(before)


def test_what_is_beside_a_term_is_what_its_certificate_asks(copy: Path) -> None:
    lines = folder_checker.check(copy)
    model = 'placement; 5x5; pieces Q=5; rules [{"rule":"non-attacking"}]; offset 4'
    assert lines[2] == f"  a(5) = 10: proved; counted by sat/minisat22, backtrack; {model}"
    assert f"| certificates/n=5 | {model} |" in (copy / "README.md").read_text()


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        ({"name": "white:K", "low": 2, "high": 3, "symbol": "K"}, "white:K=2..3"),
        ({"name": "N", "low": 0, "high": None, "symbol": "N"}, "N=0.."),
        ({"name": "Q", "low": 1, "high": 1, "symbol": "D"}, "Q=1 drawn D"),
        ({"name": "Q", "group": 2}, '{"name":"Q","group":2}'),
    ],
)
def test_pieces_are_described(piece: dict[str, Any], text: str) -> None:
    assert folder_checker.described_piece(piece) == text


def test_a_folder_without_evidence_is_no_wrong_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        assert folder_checker.main([str(place)]) == 2
        assert capsys.readouterr().err.startswith("no evidence: there is no evidence.json in ")
    assert folder_checker.main([str(tmp_path), "more"]) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_a_missing_certificate_is_rejected_and_made_again(copy: Path) -> None:
    shutil.rmtree(copy / "certificates/n=5")
    sign(copy)
    assert "certificates/n=5: has no certificate.json" in refusal(copy)
    write_evidence(asked(4, 6), copy)
    assert folder_checker.check(copy)[0].startswith("accepted: 3 terms, 3 of them proved")


def test_a_gap_that_a_limit_leaves_loses_no_term(copy: Path) -> None:
    shutil.rmtree(copy / "certificates/n=5")
    found = write_evidence(asked(4, 6), copy, time_limit=1e-9)
    assert str(found.left).startswith("n = 5")
    assert folder_checker.main([str(copy)]) == 3
    assert (copy / "certificates/n=6").is_dir()
    assert len(write_evidence(asked(4, 6), copy).terms) == 3


def test_a_writer_does_not_end_well_with_a_folder_that_is_refused(copy: Path) -> None:
    change(copy, "certificates/n=5/solutions.txt", "1 8 ", "1 9 ")
    with pytest.raises(CertificateRejected, match="certificates/n=5: rejected: solutions"):
        write_evidence(asked(4, 6), copy)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize(
    "name", ["SHA256SUMS", "README.md", "checker.py", "certificates/n=5/model.json", "more"]
)
def test_a_pipe_is_refused_at_once(copy: Path, name: str) -> None:
    (copy / name).unlink(missing_ok=True)
    os.mkfifo(copy / name)
    command = [sys.executable, "-I", folder_checker.__file__, str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (1, f"rejected: '{name}': is not a plain file\n")


# -- processes ----------------------------------------------------------------------------


def command_of(place: Path, last: int = 6) -> list[str]:
    words = ["certify", "queens", "-p", f"n=4..{last}", "--evidence", str(place), "-q"]
    return [sys.executable, "-m", "nqsat", *words]


def verdict(place: Path) -> tuple[int, str]:
    code, text = folder_checker.judged(place)
    return code, text.partition(";")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_of_two_processes_one_writes(tmp_path: Path) -> None:
    for number in range(4):
        place = tmp_path / str(number)
        both = [
            subprocess.Popen(command_of(place), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            for _ in range(2)
        ]
        said = [(one.communicate()[1].decode(), one.returncode) for one in both]
        refused = (
            f"nqsat: --evidence: another process is writing {place}; wait until it has ended\n"
        )
        assert {*said} <= {("", 0), (refused, 2)}
        assert ("", 0) in said
        assert verdict(place) == (0, "accepted: 3 terms, 3 of them proved")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_writer_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    place, random, codes = tmp_path / "it", Random(5), list[int]()
    for _ in range(5):
        began = place.exists()
        with subprocess.Popen(command_of(place, 8), stderr=subprocess.DEVNULL) as writer:
            while not began and not place.exists() and writer.poll() is None:
                time.sleep(0.001)
            with suppress(subprocess.TimeoutExpired):
                writer.wait(random.uniform(0, 0.8))
            writer.kill()
        codes.append(folder_checker.judged(place)[0])
    assert {*codes} <= {0, 3}
    subprocess.run(command_of(place, 8), check=True, stdout=subprocess.DEVNULL)
    assert verdict(place) == (0, "accepted: 5 terms, 5 of them proved")
