"""Certificates that were right, altered and sealed again: each is refused for what it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.extensions import verified_checker
from support.small_certificates import (
    ARMIES_3X3,
    HEAD,
    Written,
    certificate,
    refusal,
    sealed,
    write,
)

import nqsat
from nqsat.errors import CertificateRejected, Undecided
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import facts_of
from nqsat.evidence.certificate.listed import true_variables

#: Recounts that the verified program counts, too.
VERIFIABLE = ("PLAIN", "BEST", "NONE", "ORBITS", "FACTOR")

Change = Callable[[Written], Written]


def claims(**more: object) -> Change:
    """Other facts in certificate.json; "gone" takes one away."""

    def change(files: Written) -> Written:
        facts = {**json.loads(files[HEAD]), **more}
        facts = {key: value for key, value in facts.items() if value != "gone"}
        return {**files, HEAD: json.dumps(facts)}

    return change


def text(name: str, old: str, new: str) -> Change:
    def change(files: Written) -> Written:
        assert old in files[name]
        return {**files, name: files[name].replace(old, new, 1)}

    return change


def rule(name: str) -> Change:
    return text(MODEL, '"non-attacking"', f'"{name}"')


def board(it: str) -> Change:
    return made(MODEL, lambda old: re.sub(r'"board": {[^}]*}', f'"board": {it}', old))


def factor(name: str, value: object) -> Change:
    def by(old: str) -> str:
        data = json.loads(old)
        data["factor"][name] = value
        return json.dumps(data) + "\n"

    return made(MODEL, by)


def made(name: str, by: Callable[[str], str]) -> Change:
    """What is made of the text of a file, which may be missing."""
    return lambda files: {**files, name: by(files.get(name, ""))}


def added(name: str, line: str) -> Change:
    return made(name, lambda old: f"{old}{line}\n")


def shows(change: Callable[[Any], object]) -> Change:
    """Something else is shown."""

    def by(old: str) -> str:
        data = json.loads(old)
        return json.dumps({**data, "show": change(data["show"])}) + "\n"

    return made(MODEL, by)


def _with_a_twin(lines: str) -> str:
    """The list with a second solution that shows the same as the first of some."""
    facts = facts_of(ARMIES_3X3)
    listed = [tuple(map(int, line.split())) for line in lines.splitlines()]
    every = true_variables(facts, [*nqsat.solutions(ARMIES_3X3)])
    white = {x for x, name in enumerate(facts.names, start=1) if name.startswith("white")}
    shown = [white & {*true} for true in listed]
    twin = next(true for true in every if true not in listed and white & {*true} in shown)
    return "".join(" ".join(map(str, true)) + "\n" for true in sorted([*listed, twin]))


def _first_gone(lines: str) -> str:
    return lines.partition("\n")[2]


def _fewer(files: Written) -> dict[str, object]:
    """What certificate.json would say if there were a solution less."""
    claim = json.loads(files[HEAD])
    return {name: str(int(claim[name]) - 1) for name in ("count", "labelled")}


MODEL, ORDER = "model.json", "order.txt"
LIST, CUBES, CUTS = "solutions.txt", "cubes.txt", "cuts.txt"
PROOF, SECOND, COVER = "proofs/0001.lrat", "proofs/0002.lrat", "proofs/cover.lrat"
FOLLOWS = "does not follow by unit propagation along its hints"
ASCENDS = "is not an ascending list of variables after the line before"
ONE_CUBE = ": does not have one cube for each proof, or has one with literals"
UNLISTED = ": such tours: only a recount is known to this checker"

#: What is altered, how, and what is said.
FORGERIES: list[tuple[str, Change, str]] = [
    # -- lists
    ("queens", rule("stabiliser"), MODEL + ": rule 'stabiliser': is not known to this checker"),
    ("queens", text(MODEL, '"non-attacking"', '"non-attacking", "x": 1'),
     MODEL + ": rule 'non-attacking': the field 'x' is not known to this checker"),
    ("queens", text(MODEL, '"presets"', '"x": [], "presets"'), MODEL + ": placement: the field 'x' is"),
    ("queens", text(MODEL, '"presets"', '"objective": {"minimise": "pieces"}, "presets"'),
     HEAD + ": best is for an objective only"),
    ("queens", text(MODEL, '"presets"', '"presets": [], "presets"'), MODEL + ": has a key twice in"),
    ("queens", text(MODEL, '"name": "Q"', '"name": "R"'), PROOF + " line 1: does not follow"),
    ("queens", text(MODEL, '"rows": 5', '"rows": 6'), LIST + ": lacks images of (3, 6, 14, 17, 25)"),
    ("queens", text(MODEL, '"rows": 5,', '"shape": [2, 2, 2],'), MODEL + ": board: the field 'shape' is"),
    ("queens", text(MODEL, '"low": 5', '"low": 4'), PROOF + " line "),
    ("queens", text(MODEL, '"nqsat": 1', '"nqsat": 2'), MODEL + ": is not of version 1"),
    ("queens", text(MODEL, '"nqsat": 1', '"nqsat": true'), MODEL + ": is not of version 1"),
    ("cubes", text(MODEL, '"flat"', '"torus"'), LIST + " line 1: is not a solution: Q@b4 and Q@c1 ex"),
    ("queens", claims(**{"nqsat-certificate": 2}), HEAD + ": is not of format 2"),
    ("queens", claims(count="11"), HEAD + ": count should be 10"),
    ("queens", claims(count=10), HEAD + ": count should be 10"),
    ("queens", claims(unit="queens"), HEAD + ": unit should be placements"),
    ("queens", claims(modulo="nothing"), HEAD + ": modulo is neither none nor symmetry"),
    ("queens", claims(modulo="symmetry"), LIST + " line 2: is an image of solutions.txt line 1"),
    ("orbits", claims(modulo="none"), LIST + ": lacks images of (2, 8, 9, 15)"),
    ("queens", text(LIST, "1", "\u00b9"), LIST + ": is not ASCII text in lines"),
    ("queens", made(LIST, _first_gone), LIST + ": lacks images of (1, 8, 15, 17"),
    ("queens", made(LIST, lambda old: "1 2 3 4 5\n" + old),
     LIST + " line 1: is not a solution: Q@a5 and Q@b5 exclude each other"),
    ("given", lambda files: claims(**_fewer(files))(made(LIST, _first_gone)(files)),
     PROOF + " line 1: " + FOLLOWS),
    ("any", made(LIST, lambda old: old[:-1]), LIST + ": is not ASCII text in lines"),
    ("any", text(LIST, "\n1\n", "\n1\n1\n"), LIST + " line 3: " + ASCENDS),
    ("any", made(LIST, lambda old: "".join(sorted(old.splitlines(True))[::-1])),
     LIST + " line 2: " + ASCENDS),
    ("any", added(LIST, "99"), LIST + " line 12: " + ASCENDS),
    ("tour", text(MODEL, "true", "false"), MODEL + UNLISTED),
    ("tour", text(MODEL, '"undirected"', '"directed"'), MODEL + UNLISTED),
    ("tour", added(CUTS, ""), CUTS + " line 5: '' is not a square of the board"),
    ("tour", added(CUTS, "a1 z9"), CUTS + " line 5: 'z9' is not a square of the board"),
    ("tour", added(CUTS, "a1 a2 a3 b1 b2 b3 c1 c2 c3"), CUTS + " line 5: is not a part of the board"),
    ("tour", made(CUTS, lambda _: ""), PROOF + " line 2: does not follow by unit propagation"),
    ("cubes", made(CUBES, lambda _: "0 0\n0 0\n"), CUBES + " line 1: has a literal of no variable"),
    ("cubes", text(CUBES, " 0", ""), CUBES + " line 1: does not end in 0"),
    ("cubes", text(CUBES, "1 0", "17 0"), CUBES + " line 1: has a literal of no variable"),
    ("cubes", text(CUBES, "-1 0", "1 0"), SECOND + " line 4: " + FOLLOWS),
    ("queens", made(CUBES, lambda _: "1 0\n"), CUBES + ONE_CUBE),
    ("queens", made(CUBES, lambda _: ""), CUBES + ONE_CUBE),
    ("queens", made(PROOF, lambda _: ""), PROOF + ": does not end in the empty clause"),
    ("queens", made(PROOF, lambda old: old[: old.rindex("\n", 0, -1) + 1]),
     PROOF + " line 26: does not end in the empty clause"),
    # A step more: no hints; hints by RAT; more than one literal left; a hint of no clause; an old number,
    # or none; hints that do not end; an empty line; more digits than Python reads.
    *(("queens", added(PROOF, step), f"{PROOF} line 28: {FOLLOWS}") for step in
      ("9999 0 0", "9999 0 -1 2 0", "9999 0 1 0", "9999 0 99999 0", "3 0 1 0", "0x9999 0 1 0",
       "9999 0 1 10", "", "9" * 5_000 + " 0 1 0")),
    *(("queens", added(PROOF, step), f"{PROOF} line 28: has a literal of no variable") for step in
      ("9999 99 0 1 0", "9999 0", "9999 d 1 0")),
    *(("queens", added(PROOF, step), f"{PROOF} line 28: has a variable twice") for step in
      ("9999 1 -1 0 1 0", "9999 1 1 0 1 0")),
    ("cubes", made(COVER, lambda _: ""), COVER + ": does not end in the empty clause"),
    *(("best", claims(best=n), LIST + " line 1: is not a solution: it does not have the best") for n in
      (3, 5, None)),
    # -- recounts
    *(("PLAIN", claims(count=str(n), labelled=str(n)), HEAD + ": count should be 35") for n in
      (0, 1, 34, 36, 70, -35, 2**64 + 35)),
    *(("PLAIN", claims(count=value), HEAD + ": count should be 35") for value in
      (35, None, 35.0, "35.", "035", " 35", "35\n", [35], True)),
    ("PLAIN", claims(labelled="36"), HEAD + ": labelled should be 35"),
    ("PLAIN", claims(unit="tours"), HEAD + ": unit should be placements"),
    ("PLAIN", claims(best=3), HEAD + ": best is for an objective only"),
    ("PLAIN", claims(best=None), HEAD + ": best is for an objective only"),
    ("PLAIN", claims(modulo="symmetry"), HEAD + ": count should be 11"),
    *(("PLAIN", claims(modulo=mode), HEAD + ": modulo is neither") for mode in ("colour", "", "None", "1")),
    *(("PLAIN", claims(proof=p), HEAD + ": proof is not known here") for p in ("list", None, "", 1)),
    ("PLAIN", claims(proof="gone"), HEAD + ": the field 'engine' is not known"),
    ("PLAIN", claims(engine="gone"), HEAD + ": engine is missing"),
    ("PLAIN", claims(cubes=1), HEAD + ": the field 'cubes' is not known"),
    ("PLAIN", claims(more=1), HEAD + ": the field 'more' is not known"),
    *(("PLAIN", claims(**{"nqsat-certificate": n}), HEAD + ": is not of format 2") for n in
      (2, True, "1", None)),
    ("PLAIN", text(ORDER, "K@b2\n", ""), "order.txt: 'K@b2' is missing"),
    ("PLAIN", text(ORDER, "K@b2", "K@b1"), "order.txt line 8: 'K@b1' comes twice"),
    ("PLAIN", text(ORDER, "K@a3\n", "K@a3\nK@a3\n"), "order.txt line 2: 'K@a3' comes twice"),
    *(("PLAIN", text(ORDER, "K@b2", name), f"order.txt line 5: {name!r} is not of the model") for name in
      ("K@d4", "Q@b2", "", "5", "k@b2", "K@b2 ", "~K@b2", "b2")),
    ("PLAIN", text(ORDER, "K@c1\n", "K@c1"), "order.txt: is not ASCII text in lines"),
    ("PLAIN", made(ORDER, lambda _: ""), "order.txt: 'K@a3' is missing"),
    ("PLAIN", added(CUBES, "0"), HEAD + ": 'cubes.txt' is missing or"),
    ("PLAIN", made(PROOF, lambda _: ""), HEAD + ": 'proofs/0001.lrat' is missing"),
    ("PLAIN", lambda f: {k: f[k] for k in f if k != "order.txt"}, HEAD + ": 'order.txt' is missing"),
    ("PLAIN", text(MODEL, '"flat"', '"torus"'), HEAD + ": count should be 10"),
    ("PLAIN", made(MODEL, lambda _: "3\n"), MODEL + ": is not an object"),
    *(("PLAIN", board(it), MODEL + ": board: is not an object") for it in ("null", "[]", '"map"', "3")),
    ("PLAIN", text(MODEL, '"K"', '"N"'), "order.txt line 1: 'K@a3' is not of the model"),
    ("PLAIN", text(MODEL, '"high": null', '"high": 3'), HEAD + ": count should be 34"),
    ("PLAIN", text(MODEL, '"low": 0', '"low": 1'), HEAD + ": count should be 34"),
    ("PLAIN", text(MODEL, '"presets": []', '"presets": ["K@b2"]'), HEAD + ": count should be 1"),
    ("PLAIN", rule("armies"), MODEL + ": rule 'armies': is of one colour"),
    ("PLAIN", rule("degrees"), MODEL + ": rule 'degrees': is not a number"),
    ("PLAIN", rule("amount"), MODEL + ": rule 'amount': has a measure that is"),
    ("PLAIN", rule("stabiliser"), MODEL + ": rule 'stabiliser': is not known"),
    ("PLAIN", rule("no-three-in-line"), HEAD + ": count should be"),
    *(("BEST", claims(best=n), HEAD + ": best: there is a better one") for n in (0, 1, 3)),
    ("BEST", claims(best=5), HEAD + ": best: no solution has it"),
    ("BEST", claims(best=5, count="0", labelled="0"), HEAD + ": best: no solution has it"),
    ("BEST", claims(best=None), HEAD + ": best: no solution has it"),
    ("BEST", claims(best="gone"), HEAD + ": best is for an objective only"),
    *(("BEST", claims(best=n), HEAD + ": best: is not a number from 0 to") for n in (-4, "4", 4.0, True)),
    ("BEST", claims(count="2", labelled="2"), HEAD + ": count should be 1"),
    ("BEST", text(MODEL, '"maximise"', '"minimise"'), HEAD + ": best: there is a better one"),
    ("BEST", text(MODEL, '"maximise"', '"largest"'), MODEL + ": placement: objective: the field"),
    ("BEST", text(MODEL, 'maximise": "pieces"', 'maximise": "queens"'),
     MODEL + ": placement: has a measure that is not known"),
    ("BEST", text(MODEL, '"maximise": "pieces"', ""), MODEL + ": placement: the objective is neither"),
    *(("NONE", claims(best=n), HEAD + ": best: no solution has it") for n in (0, 9)),
    ("ORBITS", claims(count="10"), HEAD + ": count should be 11"),
    ("ORBITS", claims(count="12"), HEAD + ": count should be 11"),
    ("ORBITS", claims(labelled="36"), HEAD + ": labelled should be 35"),
    ("ORBITS", claims(modulo="none"), HEAD + ": count should be 35"),
    ("ORBITS", text(MODEL, '"presets": []', '"presets": ["-@a1"]'), HEAD + ": count should be"),
    *(("CLOSED", claims(count=n, labelled=n), HEAD + ": count should be") for n in
      ("0", "119", "121", "240", "60")),
    ("CLOSED", claims(modulo="symmetry"), HEAD + ": modulo: tours are recounted without symmetry"),
    ("CLOSED", claims(unit="directed closed tours"), HEAD + ": unit should be undirected closed tours"),
    ("CLOSED", claims(best=1), HEAD + ": best is for an objective only"),
    ("CLOSED", text(ORDER, "b2\n", ""), "order.txt: 'b2' is missing"),
    ("CLOSED", text(ORDER, "b2", "a1"), "order.txt line 9: 'a1' comes twice"),
    ("CLOSED", text(ORDER, "b2", "a1-b2"), "order.txt line 6: 'a1-b2' is not of the model"),
    ("CLOSED", text(MODEL, '"closed": true', '"closed": false'), HEAD + ": count should be"),
    ("CLOSED", text(MODEL, '"closed": true', '"closed": 1'), MODEL + ": tour: closed is neither"),
    ("CLOSED", text(MODEL, '"undirected"', '"directed"'), HEAD + ": count should be"),
    ("CLOSED", text(MODEL, '"undirected"', '"both"'), MODEL + ": tour: is of an unknown unit"),
    ("OPEN", claims(count="1", labelled="1"), HEAD + ": count should be"),
    ("OPEN", text(MODEL, '"a1"', '"e9"'), MODEL + ": 'e9' is not a square of the board"),
    ("OPEN", text(MODEL, '"start": "a1"', '"start": "a1", "end": "a1"'), MODEL + ": tour: has ends"),
    ("OPEN", text(MODEL, '"directed"', '"undirected"'), MODEL + ": tour: has ends that it cannot"),
    ("OPEN", text(MODEL, '"closed": false', '"closed": true'), MODEL + ": tour: has ends that it"),
    ("OPEN", text(MODEL, '"start"', '"numbers"'), MODEL + ": tour: the field 'numbers' is not known"),
    ("CLOSED", text(MODEL, '"closed"', '"through": ["a1-b2"], "closed"'), HEAD + ": count should be"),
    ("CLOSED", text(MODEL, '"closed"', '"avoiding": ["a1-b2"], "closed"'), HEAD + ": count should be"),
    ("CLOSED", text(MODEL, '"closed"', '"through": ["a1-c3"], "closed"'), MODEL + ": tour: through: has"),
    ("CLOSED", text(MODEL, '"closed"', '"through": ["a1"], "closed"'), MODEL + ": tour: through: has"),
    ("CLOSED", text(MODEL, '"closed"', '"avoiding": ["a1-c3"], "closed"'), MODEL + ": tour: avoiding: has"),
    ("CLOSED", text(MODEL, '"closed"', '"avoiding": ["a1-z9"], "closed"'), MODEL + ": 'z9' is not a"),
    *(("FACTOR", factor(name, value), said) for name, value, said in (
      ("degree", 2, HEAD + ": count should be 18"),
      ("degree", "1..", HEAD + ": count should be 2180738"),
      ("degree", True, MODEL + ": factor: is not a number from 0 to"),
      ("avoiding", ["a1-b1"], HEAD + ": count should be 18"),
      ("piece", "K", "order.txt: 'a4-b3' is missing"),
      ("through", ["a1-c1"], MODEL + ": factor: through: has a wrong move"),
      ("more", 1, MODEL + ": factor: the field 'more' is not known"))),
    *(("TILES", text(MODEL, "XXXX/X", cells), HEAD + ": count should be") for cells in
      ("XXXX/.X", "XXX/.XX")),
    *(("TILES", text(MODEL, '"XXXX/X"', cells), MODEL + ": rule 'shape': has cells that are no rows of X")
      for cells in ('"XXXX/Y"', '""', '"L5"', "7")),
    ("TILES", text(MODEL, '"shape"', '"shape", "turned": false'),
     MODEL + ": rule 'shape': the field 'turned' is not known"),
    # -- what is shown of solutions, in a list and in a recount
    ("shown", made(LIST, _first_gone), PROOF + " line 1: " + FOLLOWS),
    ("shown", made(LIST, _with_a_twin), LIST + " line 4: shows the same as solutions.txt line 2"),
    ("shown", shows(lambda _: []), MODEL + ": show is empty"),
    ("shown", shows(lambda _: [["Q@a1"]]), MODEL + ": show: has a literal of no variable"),
    ("shown", shows(lambda _: [[["a"]]]), MODEL + ": show: has a literal of no variable"),
    ("shown", shows(lambda some: [[*some[0], *some[0]]]), MODEL + ": show: has a variable twice"),
    ("shown", shows(lambda _: ["white:Q@a1"]), MODEL + ": show is not a list of list"),
    ("shown", shows(lambda some: [*some, ["black:Q@a1"]]), PROOF + " line 1: " + FOLLOWS),
    ("shown", claims(modulo="symmetry"), HEAD + ": modulo: not of projections"),
    ("shown", claims(unit="placements"), HEAD + ": unit should be projections"),
    ("SHOWN", shows(lambda some: some[1:]), HEAD + ": count should be 14"),
    ("SHOWN", shows(lambda _: [["white:Q@a1"]]), HEAD + ": count should be 2"),
    ("SHOWN", claims(modulo="symmetry"), MODEL + ": show: no recount of tours of all squares, or modulo"),
    ("SHOWN", claims(count="7"), HEAD + ": count should be 16"),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(FORGERIES)))
def test_a_forgery_is_refused_for_what_it_is(place: int, tmp_path: Path) -> None:
    name, change, said = FORGERIES[place]
    files = change(certificate(name))
    assert files != certificate(name)
    assert refusal(sealed(files), tmp_path).startswith(said)


@pytest.mark.skipif(verified_checker() is None, reason="needs the extension verified and ocamlopt")
def test_the_verified_program_refuses_the_same(tmp_path: Path) -> None:
    for name, change, said in FORGERIES:
        files = sealed(change(certificate(name)))
        if name in VERIFIABLE and ORDER in files:
            write(files, tmp_path)
            with pytest.raises(CertificateRejected, match="^rejected: " + re.escape(said)):
                nqsat.evidence.check(tmp_path, by=verified_checker())


def test_more_states_than_allowed_are_no_verdict(tmp_path: Path) -> None:
    """Right or wrong: nothing is said about it, and the exit code is that of what is not finished."""
    plain = certificate("PLAIN")
    for files in (plain, claims(count="7")(plain), certificate("CLOSED")):
        folder = write(sealed(files), tmp_path)
        with pytest.raises(Undecided, match=r"takes more than 20 states: .* neither accepted nor"):
            nqsat.check(folder, max_states=20)
        code, said = checker.verdict([str(folder), "--max-states", "20"])
        assert code == 3
        assert said.startswith("too large: order.txt: takes more than 20 states")
    assert checker.verdict([str(tmp_path), "--max-states", "10000"])[0] == 0
