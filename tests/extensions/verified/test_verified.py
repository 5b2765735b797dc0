"""The verified recount: what it is given, what it says, and what Coq says of it.

Without OCaml and Coq only the first part is run; the rest is skipped, and says what to install.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, answered, refused
from support.oracle.brute_force import DEEP
from support.small_certificates import KINGS, MODELS, RECOUNTS, certificate, write

import nqsat
from nqsat import Placement
from nqsat.errors import InvalidModel
from nqsat.evidence import Effort, checker, verify
from nqsat.evidence.certificate.facts import facts_of
from nqsat.evidence.grounds import Ground, Result
from nqsat.extensions.verified import bound_system, coq_text, program
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.coq_text import Claim, coq_file
from nqsat.extensions.verified.problem import Problem, problem_of
from nqsat.extensions.verified.program import count_with_program
from nqsat.extensions.verified.recounting import check_with_program
from nqsat.modelling import Model, Tour
from nqsat.rules import Amount, Connected, Degrees, Irredundant, NonAttacking, NoThreeInLine

PROOFS = sorted(program.HERE.glob("*.v"))
ocaml = pytest.mark.skipif(
    shutil.which("ocamlopt") is None, reason="no ocamlopt: apt-get install ocaml-nox"
)
coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="no coqc: apt-get install coq")


def right(asked: BoundSystem) -> int:
    return sum(
        all(
            low <= sum(weight * true[x] for x, weight in terms) <= high
            for terms, low, high in asked.bounds
        )
        for true in product((0, 1), repeat=asked.variables)
    )


def bounds(model: Model) -> BoundSystem:
    facts = facts_of(model)
    return BoundSystem.of(facts, [*range(len(facts.decided))])


def problem(model: Model) -> Problem | None:
    facts = facts_of(model)
    return problem_of(facts, [*range(len(facts.decided))])


# -- always ------------------------------------------------------------------------------------


def test_nothing_is_assumed() -> None:
    assert {path.name for path in PROOFS} == {*coq_text.PROOFS}
    for path in PROOFS:
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text("ascii"), flags=re.DOTALL)
        words = "Admitted|admit|Axioms?|Parameters?|Hypothes[ie]s|Variables?|Conjectures?|Declare"
        assert not re.search(rf"\b({words})\b", text), path
        assert "Unset " not in text


@pytest.mark.parametrize("model", [one for one in MODELS if not isinstance(one, Tour)], ids=repr)
def test_the_bounds_are_the_facts_of_the_checker(model: Model) -> None:
    facts, asked = facts_of(model), bounds(model)
    if any(not terms for terms, _, _ in facts.facts()):  # a count of nothing
        assert asked == bound_system.NOTHING
        return
    place = {x: x for x in range(1, 1 + len(facts.names))}  # and then what these define
    place |= {x: max(map(abs, some), default=0) for x, some in facts.inputs.items()}
    names = {x: number for number, x in enumerate(sorted(place, key=lambda x: (place[x], x)))}
    assert asked.variables == len(names)
    assert sorted((sorted(terms), low, high) for terms, low, high in asked.bounds) == sorted(
        (sorted((names[x], weight) for x, weight in terms if weight), low, high)
        for terms, low, high in facts.facts()
    )


def test_a_coq_file_has_the_bounds_that_were_asked() -> None:
    asked = bounds(KINGS)
    text = "\n".join(coq_file([Claim("number", asked, 35)]))
    read = [
        (
            tuple((int(x), int(w)) for x, w in re.findall(r"\((\d+)%nat, (-?\d+)\)", terms)),
            int(low),
            int(high),
        )
        for terms, low, high in re.findall(
            r"^  Bound \[(.*)\] \((-?\d+)\) \((-?\d+)\);?$", text, re.M
        )
    ]
    assert tuple(read) == asked.bounds
    assert text.endswith("Print Assumptions number.")
    assert "From nqsat" not in text


def test_a_problem_reads_as_in_coq_and_for_the_program() -> None:
    board = nqsat.Board.from_map(".#\nx.")
    rules = [NonAttacking(blocking=True), Amount(nqsat.rules.Pieces(), "..2")]
    pieces: dict[str, Any] = {"Q": "1..", "N2": 1}
    asked = problem(Placement(board, pieces, rules, presets=["Q@a2", "-@b1"]))
    assert asked is not None
    text = "\n".join(coq_file([Claim("number", asked, 0)]))
    assert text[text.index("Definition problem_number") :].startswith(
        "Definition problem_number : problem := Problem (Board [[Square; Wall]; [Hole; Square]] Flat)\n"
        "  [Kind [Ride 0 1 0; Ride 1 1 0] 1 4 []; Kind [Ride 1 2 2] 1 1 []]\n"
        "  [Given 0 (0, 0); Bare (1, 1); NonAttacking [(0, 0); (0, 1); (1, 0); (1, 1)]%nat true;"
        " Amount (Pieces [0; 1]%nat) 0 2].\n"
        "Definition order_number : order := [\n"
        "  (0%nat, (0, 0));\n  (1%nat, (0, 0));\n  (0%nat, (1, 1));\n  (1%nat, (1, 1))\n].\n"
        "Lemma computed_number : solve problem_number order_number = Some 0%N.\n"
    )
    assert asked.line.startswith(
        "( ( 0 ( .# x. ) ) ( ( ( ( 0 1 0 ) ( 1 1 0 ) ) 1 4 ( ) ) ( ( ( 1 2 2 ) ) 1 1 ( ) ) ) "
    )


def test_what_there_are_no_words_for_is_counted_by_bounds() -> None:
    squares: dict[str, Any] = {"R": "any"}
    for model in (
        Placement("3x3", squares, [NoThreeInLine()]),
        Placement("3x3", squares, [Irredundant()]),
        Placement("3x3", squares, [Connected()]),
        Placement("3x3", squares, [Degrees(1, blocking=True)]),
        Placement("hex:2", squares),
        nqsat.Factor("2x2", "W", 1),
    ):
        assert problem(model) is None, model


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    program._program_path.cache_clear()
    yield tmp_path
    program._program_path.cache_clear()


def test_without_a_compiler_it_says_what_to_install(nothing_here: Path, here: Run) -> None:
    write(certificate("PLAIN"), nothing_here / "kings")
    said = refused(here("check", "kings", "--verified"))
    assert said == "nqsat: --verified: needs ocamlopt to build: apt-get install ocaml-nox"
    report = verify(Placement("2x2", {"K": "any"}), effort=Effort(verified=True))
    (check,) = (check for check in report.checks if check.name == "verified recount")
    assert "apt-get install ocaml-nox" in check.detail
    assert Ground.VERIFIED not in report.grounds


@pytest.mark.parametrize("number", [35, 36])
def test_check_and_verify_ask_the_program(nothing_here: Path, here: Run, number: int) -> None:
    """What it says is believed, whatever it is: here a program that knows one number."""
    built = nothing_here / "built"
    built.write_text(f"#!/bin/sh\necho {number}\n")
    assert program._store_in_cache(built, program._cached_path())
    write(certificate("PLAIN"), nothing_here / "kings")
    done = here("check", "kings", "--verified")
    report = verify(KINGS, effort=Effort(verified=True))
    (check,) = (check for check in report.checks if check.name == "verified recount")
    if number == 35:
        assert Ground.VERIFIED in report.grounds
        assert "counted once more, by the program that is proved in Coq" in answered(done)
        assert check.result is Result.AGREE
    else:
        assert done.returncode == 1
        assert "rejected" in done.stderr
        assert check.result is Result.DIFFER


def test_what_others_may_have_written_is_not_run(nothing_here: Path) -> None:
    built = nothing_here / "built"
    built.write_text("#!/bin/sh\necho 35\n")
    kept = program._cached_path()
    assert program._store_in_cache(built, kept)
    assert program._is_intact(kept)
    assert count_with_program(bounds(KINGS)) == 35
    other = kept.with_name("recount-of-another-version")  # which may run at this moment
    other.touch()
    assert program._store_in_cache(built, kept)
    assert sorted(kept.parent.iterdir()) == sorted((kept, kept.with_suffix(".sha256"), other))
    kept.write_text("#!/bin/sh\necho 36\n")
    assert not program._is_intact(kept)
    assert program._store_in_cache(built, kept)
    kept.parent.chmod(0o777)
    assert not program._is_intact(kept)
    assert not program._store_in_cache(built, kept)


def test_a_step_is_for_the_checker_itself(tmp_path: Path) -> None:
    write(certificate("PLAIN"), tmp_path / "PLAIN")
    with pytest.raises(InvalidModel, match=r"^step: is for the checker's own"):
        nqsat.evidence.check(tmp_path / "PLAIN", step=1, by=check_with_program)


# -- with OCaml --------------------------------------------------------------------------------


@ocaml
@pytest.mark.parametrize("name", [name for name in RECOUNTS if name not in ("CLOSED", "OPEN")])
def test_a_certificate_is_accepted(name: str, tmp_path: Path) -> None:
    folder = write(certificate(name), tmp_path / name)
    found, own = nqsat.evidence.check(folder, by=check_with_program), nqsat.check(folder)
    assert found[:4] == own[:4]
    assert found.trusted[:-1] == own.trusted
    assert found.trusted[-1].startswith(("for how many there", "for how many satisfy"))


@ocaml
def test_with_zarith_the_numbers_are_the_same_and_it_is_named(tmp_path: Path) -> None:
    folder = write(certificate("ORBITS"), tmp_path / "it")
    try:
        found = nqsat.evidence.check(folder, by=partial(check_with_program, zarith=True))
    except InvalidModel as missing:
        pytest.skip(str(missing))  # it says what to install
    own = nqsat.evidence.check(folder, by=check_with_program)
    assert found[:4] == own[:4]
    assert found.trusted == (
        *own.trusted[:-1],
        f"{own.trusted[-1]}, and Zarith, which adds and divides",
    )
    assert program._cached_path(zarith=True) != program._cached_path()
    long = Placement("20x7", {"K": "any"})
    assert count_with_program(bounds(long), zarith=True) == count_with_program(bounds(long)) > 2**64


@ocaml
def test_a_tour_is_refused(tmp_path: Path) -> None:
    write(certificate("CLOSED"), tmp_path)
    with pytest.raises(InvalidModel, match="placements and factors, not tours"):
        nqsat.evidence.check(tmp_path, by=check_with_program)


@ocaml
def test_known_counts() -> None:
    for model, number in (
        (Placement("8x8", {"K": "any"}), 1_355_115_601),
        (Placement("8x8", {"N": 32}), 2),
        (Placement("6x6", {"Q": "any"}), 2_635),
        (nqsat.Factor("8x8", "W", 1), 12_988_816),
    ):
        assert count_with_program(bounds(model)) == number


@ocaml
def test_random_bounds() -> None:
    rng = random.Random(1)
    for _ in range(300 if DEEP else 60):
        variables = rng.randint(0, 8)
        some = []
        for _ in range(rng.randint(0, 6)):
            xs = rng.sample(range(variables), rng.randint(0, variables))
            weights = rng.choice([(1,), (1, -1), (1, 1, 2, -3, 5, 0)])
            low = rng.randint(-6, 3)
            high = rng.choice([low + rng.randint(-1, 9), checker.ANY])
            some.append((tuple((x, rng.choice(weights)) for x in xs), low, high))
        asked = BoundSystem(variables, tuple(some))
        assert count_with_program(asked) == right(asked), asked


# -- with Coq ----------------------------------------------------------------------------------


def coqc(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["coqc", *words], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("coq")
    for name in coq_text.PROOFS:
        shutil.copy(program.HERE / name, folder)
        done = coqc(folder, "-Q", ".", "nqsat", name)
        assert (done.returncode, done.stderr) == (0, ""), name
    return folder


def theorems() -> list[tuple[str, str]]:
    text = (program.HERE / "README.md").read_text("utf-8")
    found = re.findall(r"^\| `(\w+)` \| `(\w+)\.v` \|", text, re.M)
    assert found
    return found


@coq
def test_the_theorems_rest_on_nothing(compiled: Path) -> None:
    lines = [f"From nqsat Require {file}." for _, file in theorems()]
    every = ", ".join(f"@{file}.{name}" for name, file in theorems())
    lines += [f"Definition every := ({every}).", "Print Assumptions every."]  # looked through once
    (compiled / "all.v").write_text("\n".join(lines) + "\n")
    done = coqc(compiled, "-Q", ".", "nqsat", "all.v")
    assert done.stdout == "Closed under the global context\n", done.stderr


@coq
def test_the_program_is_what_coq_writes(compiled: Path) -> None:
    for name in ("verified.ml", "verified.mli"):
        assert (compiled / name).read_text() == (program.HERE / name).read_text(), name


@pytest.fixture
def count_v(tmp_path: Path) -> Path:
    asked = problem(KINGS)
    assert asked is not None
    path = tmp_path / "count.v"
    path.write_text("".join(f"{line}\n" for line in coq_file([Claim("number", asked, 35)])))
    return path


@coq
@pytest.mark.deep
def test_the_file_of_a_count_stands_alone(count_v: Path) -> None:
    done = coqc(count_v.parent, "count.v")
    assert (done.returncode, done.stdout) == (0, "Closed under the global context\n")


@coq
def test_a_number_is_a_theorem_and_another_is_none(compiled: Path, count_v: Path) -> None:
    text = count_v.read_text()
    assert text.count("35%N") == 3
    assert "Theorem number : so_many (solution problem_number) 35%N." in text
    # In the files that are compiled already: alone it takes the time of all proofs.
    needed = "From nqsat Require Import Bounds Problem Facts Solve.\nFrom Coq Require Import List ZArith."
    claimed = needed + text[text.rindex("\nImport ListNotations.") :]
    for name, said, code in (("right", claimed, 0), ("wrong", claimed.replace("35%N", "36%N"), 1)):
        (compiled / f"{name}.v").write_text(said)
        assert coqc(compiled, "-Q", ".", "nqsat", f"{name}.v").returncode == code, name


@coq
@pytest.mark.deep
def test_so_many_orbits_are_a_theorem_and_others_are_none(compiled: Path) -> None:
    needed = "From nqsat Require Import Bounds Problem Facts Solve Symmetry Orbits."
    needed += "\nFrom Coq Require Import List ZArith."
    asked = problem(KINGS)
    assert asked is not None
    few = BoundSystem(2, ((((0, 1), (1, 1)), 1, 2),), ((0, 1), (1, 0)))
    claims = [
        Claim("kings", asked._replace(modulo=True), 35, orbits=11),
        Claim("few", few, 3, orbits=2),
    ]
    text = "\n".join(coq_file(claims))
    claimed = needed + text[text.rindex("\nImport ListNotations.") :]
    for name, was, said, code in (
        ("orbits", "11", "11", 0),
        ("other", "11", "12", 1),
        ("less", "(3, 2)", "(3, 1)", 1),
    ):
        (compiled / f"{name}.v").write_text(claimed.replace(was, said))
        assert coqc(compiled, "-Q", ".", "nqsat", f"{name}.v").returncode == code, name


@coq
@pytest.mark.deep
def test_coqchk_says_the_same(compiled: Path) -> None:
    modules = [f"nqsat.{name.removesuffix('.v')}" for name in coq_text.PROOFS]
    done = subprocess.run(
        ["coqchk", "-o", "-Q", ".", "nqsat", *modules],
        cwd=compiled, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "* Axioms: <none>" in re.sub(r"\s+", " ", done.stdout + done.stderr)


#: Mistakes in the program, of which each makes a proof fail.
MISTAKES = (
    ("Recount.v", "if (m <? lo) || (hi <? l) then None", "if (m <=? lo) || (hi <? l) then None"),
    (
        "Recount.v",
        "        | _ => match norm fuel rest (lo - s) (hi - s) with",
        "        | _ => match norm fuel rest lo (hi - s) with",
    ),
    ("Recount.v", "D <? Z.abs w)", "D <=? Z.abs w)"),
    ("Recount.v", "| Ends k => Ends (plus n k)", "| Ends k => Ends n"),
    ("Recount.v", "merge (move b0 a0 t) (move b1 a1 t)", "merge (move b0 a0 t) (move b0 a1 t)"),
    ("Recount.v", "| None => Some zero", "| None => Some one"),
    ("Recount.v", "norm 9 ws (lo - d) (hi - d)", "norm 9 ws (lo - d) hi"),
    ("Facts.v", "b s step) (seq 1 (j - 1))).", "b s step) (seq 1 j))."),
    ("Facts.v", "(own && same (snd m) t || hits m t)", "(own || hits m t)"),
    ("Facts.v", "[((m, - low) ::", "[((m, low) ::"),
    ("Solve.v", "distinct vs && forallb (fun x", "forallb (fun x"),
    ("Solve.v", "((x, - (n + 1)) ::", "((x, - n) ::"),
    ("Solve.v", "(fun w => if blocking then Sees m (snd w) else Stands m)", "(fun _ => Stands m)"),
    ("Solve.v", "map Stands (at_ p t) ++ threats ks blocking t", "threats ks blocking t"),
    ("Facts.v", "(length xs) <=? fewest then", "(length xs) <=? fewest + 1 then"),
    (
        "Facts.v",
        "if forallb (excludes hit m) g then lonely g",
        "if existsb (excludes hit m) g then lonely g",
    ),
    ("Orbits.v", "(map (renamed cycle m) bs)", "bs"),
    ("Orbits.v", "equal (picks g cycle) cycle && ", ""),
    ("Orbits.v", "is_group n gs && forallb (keeps_bounds n bs) gs", "is_group n gs"),
    ("Orbits.v", "member naturals_dec (picks g h) gs) gs) gs.", "true) gs) gs."),
    ("Orbits.v", "plus zero (k :: ks)) (length gs))", "plus zero ks) (length gs))"),
    ("Orbits.v", "(filter (keptb p) (motions (on p)))", "(motions (on p))"),
    ("Orbits.v", "cells_kept && kinds_kept && forallb", "cells_kept && forallb"),
)


def test_a_mistake_is_in_the_text() -> None:
    for name, text, *_ in (*MISTAKES, *OMISSIONS):
        assert (program.HERE / name).read_text().count(text) == 1, text


def fails_in_a_proof(folder: Path, name: str) -> None:
    """Coq refuses a file, and what it refuses stands after ``Proof.`` and before ``Qed.``."""
    done = coqc(folder, "-Q", ".", "nqsat", name)
    assert done.returncode == 1
    found = re.search(r'File "[^"]*", line (\d+), characters (\d+)-\d+:\nError', done.stderr)
    assert found, done.stderr
    lines = (folder / name).read_text().splitlines(keepends=True)
    before = "".join(lines[: int(found[1]) - 1]) + lines[int(found[1]) - 1][: int(found[2])]
    assert before.rfind("Proof.") > max(before.rfind("Qed."), before.rfind("Defined.")), done.stderr


@coq
@pytest.mark.deep
@pytest.mark.parametrize(("name", "text", "wrong"), MISTAKES)
def test_with_a_mistake_the_proof_fails(
    name: str, text: str, wrong: str, compiled: Path, tmp_path: Path
) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    path = tmp_path / name
    path.write_text(path.read_text().replace(text, wrong))
    fails_in_a_proof(tmp_path, name)


#: Mistakes that leave the program right, but of fewer counts; the proof that it always answers fails.
OMISSIONS = (
    ("Recount.v", "some (left false r) ++ some (left true r)", "some (left true r)", "Total.v"),
    ("Solve.v", "ready O ++ flat_map (fun nx", "flat_map (fun nx", "SolveTotal.v"),
)


@coq
@pytest.mark.deep
@pytest.mark.parametrize(("name", "text", "wrong", "fails"), OMISSIONS)
def test_with_an_omission_the_count_is_not_total(
    name: str, text: str, wrong: str, fails: str, compiled: Path, tmp_path: Path
) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    path = tmp_path / name
    path.write_text(path.read_text().replace(text, wrong))
    done = coqc(tmp_path, "-Q", ".", "nqsat", name)
    assert (done.returncode, done.stderr) == (0, "")
    fails_in_a_proof(tmp_path, fails)
