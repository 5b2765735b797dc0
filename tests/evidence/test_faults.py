"""Every planted fault is caught by who is said to catch it; the table of faults and catchers.

    pytest tests/evidence/test_faults.py::test_the_table -s

A catcher that is always red catches nothing, and a fault that changes no answer is none: so each check is
made without the fault too, and the answer that the faulty program would give must be a wrong one.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
from faults import FAULTS, Fault, Found, Look, guards_lifted

#: So many at least.
FEWEST = 30


class Outcome(NamedTuple):
    """What came of a fault.

    Args:
        right, wrong: the answer without the fault, and with it if nobody objects.
        calm, found: who objects without the fault, and with it.
    """

    right: str
    wrong: str
    calm: Found
    found: Found


@cache
def quiet(look: Look, _under: object) -> Found:
    """Who objects to what is right; many faults have one look, that is taken once."""
    return look()


@cache
def outcome(fault: Fault) -> Outcome:
    """Ask without the fault, plant it, ask again."""
    with fault.under():
        right = str(fault.answer())
        calm = {who: said for look in fault.looks for who, said in quiet(look, fault.under).items()}
        with fault.planted():
            found = {who: said for look in fault.looks for who, said in look().items()}
            with guards_lifted():
                wrong = str(fault.answer())
    return Outcome(right, wrong, calm, found)


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_caught(fault: Fault) -> None:
    right, wrong, calm, found = outcome(fault)
    assert calm == {}, "a catcher objects to what is right"
    assert (wrong == right) is fault.silent, "a fault that changes no answer is none"
    assert fault.catchers, "somebody has to catch it"
    assert set(fault.catchers) <= set(found), f"not caught by all of them, but by {dict(found)}"
    assert fault.says in found[fault.catchers[0]]


@pytest.mark.deep
def test_the_table() -> None:
    rows = [("fault", "where", "right", "with the fault", "caught by")]
    caught = 0
    for fault in FAULTS:
        right, wrong, _, found = outcome(fault)
        catchers = ", ".join(fault.catchers) + (f": {fault.says}" if fault.says else "")
        rows.append((fault.name, fault.where, right, wrong, catchers))
        caught += set(fault.catchers) <= set(found)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print()
    for row in rows:
        print(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        )
    print(f"{len(FAULTS)} faults planted, {caught} caught")
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) == caught >= FEWEST
