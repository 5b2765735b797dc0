"""JSON on one line."""

from __future__ import annotations

import json

import pytest

from nqsat.reporting import json_line

LINES = "\x85\u2028\u2029"
SURROGATE = "\udce9"


def test_json_line_is_one_line_and_readable() -> None:
    data = {"unit": "Plätze", "text": "a\nb", "value": "92"}
    line = json_line(data)
    assert line == '{"unit": "Plätze", "text": "a\\nb", "value": "92"}'
    assert json.loads(line) == data


def test_json_line_is_one_line_for_every_reader_and_can_be_encoded() -> None:
    # str.splitlines also splits at U+0085, U+2028 and U+2029; a file name may hold a surrogate.
    line = json_line({"text": LINES, "file": SURROGATE})
    assert line.splitlines() == [line]
    assert line.encode().decode() == line
    assert json.loads(line) == {"text": LINES, "file": SURROGATE}


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_json_line_refuses_what_json_has_not(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_line({"seconds": value})
