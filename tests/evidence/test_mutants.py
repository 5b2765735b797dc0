"""Certificates that were tampered with: none that claims a wrong count is accepted.

What was changed is sealed again, so that the hashes in certificate.json fit: nothing rests on them. A
mutant may be accepted if what it claims is still true; then the reference engine counts anew.
"""

from __future__ import annotations

import json
import random
import tempfile
from functools import lru_cache
from pathlib import Path

import pytest
from support.json_fuzz import garbled, twisted
from support.oracle.brute_force import DEEP
from support.small_certificates import (
    LISTS,
    RECOUNTS,
    Written,
    certificate,
    files_of,
    refusal,
    sealed,
)

from nqsat import Placement, Tour, certify, count
from nqsat.counting import Modulo
from nqsat.evidence import checker
from nqsat.modelling import Model, loads
from nqsat.rules import Domination, NonAttacking, Permutation

#: How many mutants are made.
MUTANTS = 10_000 if DEEP else 200


@lru_cache(maxsize=1)
def certificates() -> list[Written]:
    """Those of the second writer, and some of the first: with counters, cuts, lines and families."""
    found = [certificate(name) for name in (*LISTS, *RECOUNTS)]
    written: list[tuple[Model, Modulo]] = [
        (Placement("5x5", {"Q": 3}, [Domination()]), "none"),
        (Placement("5x5", {"K": "any"}, [NonAttacking(), Permutation("..1")]), "symmetry"),
        (Placement("6x6", {"Q": 6}), "none"),
        (Tour("3x4", "K"), "symmetry"),
    ]
    with tempfile.TemporaryDirectory() as name:
        for number, (model, modulo) in enumerate(written):
            folder = Path(name) / str(number)
            certify(model, folder, modulo=modulo, check=False)
            found.append(files_of(folder))
    return found


# -- mutations -----------------------------------------------------------------------------------

BOMBS = (
    "", "\n" * 10_000, "9" * 5_000, "[" * 100_000, '{"a":' * 50_000, "\x00\xff\xfe", "1 " * 600_000,
    "-" * 5_000, "NaN", "1e999", '"\\ud800"', "c atmost 1 : " + " ".join(map(str, range(1, 5_000))),
    "p cnf 999999999999 999999999999", "p cnf 200000 99999999", "9" * 4_000 + " 0 1 0",
    '{"nqsat": 1, "placement": {"board": {"rows": 1' + "0" * 4_000 + ', "columns": 1}}}',
)  # fmt: skip

BAD_MODELS = (
    '{"board": {"rows": 4096, "columns": 4096}, "pieces": [], "rules": [], "presets": []}',
    '{"board": {"rows": 64, "columns": 64, "wrap": "torus"}, "pieces": [{"name": "Q", "low": 1, '
    '"high": 1}], "rules": [{"rule": "non-attacking", "blocking": true}], "presets": []}',
    '{"board": {"rows": 1, "columns": 4096, "wrap": "torus"}, "pieces": [{"name": "R", "low": 0, '
    '"high": null}], "rules": [{"rule": "non-attacking", "blocking": true}], "presets": []}',
    '{"board": {"map": ["..", "."]}, "pieces": [], "rules": [], "presets": []}',
    '{"board": {"rows": 2, "columns": 2}, "pieces": [{"name": "(999,999)", "low": 999999999, '
    '"high": 0}], "rules": [{"rule": []}], "presets": ["@", "-@z9"]}',
    '{"board": null, "pieces": {}, "rules": 3, "presets": "x"}',
)


def _lines(rng: random.Random, text: str) -> str:
    return "".join(line + "\n" for line in garbled(text.splitlines(), rng))


def _byte(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text)) if text else 0
    return text[:place] + chr(rng.randrange(256)) + text[place + 1 :]


def _rubbish(rng: random.Random, text: str) -> str:
    how, place = rng.random(), rng.randrange(len(text) + 1)
    if how < 0.2:
        return rng.choice(BOMBS) + rng.choice(["", "\n"])
    if how < 0.4:
        most = rng.choice([128, 256])
        return "".join(chr(rng.randrange(most)) for _ in range(rng.randrange(300)))
    some = rng.choice([rng.choice(BOMBS), "0", "-", " ", "\n", "c ", "|", "\t", "1 0"])
    return text[:place] + some + text[place + rng.randrange(4) :]


def _json(rng: random.Random, text: str) -> str:
    if rng.random() < 0.1:
        return f'{{"nqsat": 1, "placement": {rng.choice(BAD_MODELS)}}}\n'
    try:
        return json.dumps(twisted(json.loads(text), rng)) + "\n"
    except (ValueError, RecursionError):
        return text


def mutant(rng: random.Random, files: Written) -> Written:
    for _ in range(rng.choice([1, 1, 1, 2])):
        name, how = rng.choice(sorted(files)), rng.random()
        change = _lines if how < 0.3 else _byte if how < 0.4 else _rubbish
        change = _json if name.endswith(".json") and how > 0.5 else change
        files = {**files, name: change(rng, files[name])}
    return sealed(files)


# -- judging ---------------------------------------------------------------------------------------


def true_counts(model_text: str, modulo: Modulo) -> tuple[str, int, int]:
    """What the accepted certificate should have said: unit, value, and with images."""
    data = json.loads(model_text)
    for kind in data.get("placement", {}).get("pieces", []):
        kind.pop("symbol", None)  # how pieces are drawn is no matter of counting
    model = loads(json.dumps(data))
    labelled = count(model, engine="backtrack").value
    value = count(model, engine="backtrack", modulo=modulo).value
    return model.unit, value, labelled


def test_no_mutant_with_a_wrong_count_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the files contain: a true count, or one line why not; nothing else, and it ends."""
    if not DEEP:
        monkeypatch.setattr(checker, "MOST_WORK", 100_000)
    rng, accepted, counted = random.Random(1), 0, dict[tuple[str, Modulo], tuple[str, int, int]]()
    for number in range(MUTANTS):
        files = mutant(rng, rng.choice(certificates()))
        if refusal(files, tmp_path):
            continue
        accepted += 1
        found = checker.check(tmp_path)
        modulo: Modulo = "symmetry" if found.modulo == "symmetry" else "none"
        question = files["model.json"], modulo
        if question not in counted:
            counted[question] = true_counts(*question)
        assert counted[question] == (found.unit, found.value, found.labelled), number
    assert 0 < accepted < MUTANTS / 2  # some changes are harmless, most are not
