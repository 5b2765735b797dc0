"""Objects as JSON on one line, for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

# Read as ends of lines by some (str.splitlines), or not writable as UTF-8 (lone surrogates).
_UNSAFE = re.compile("[\x85\u2028\u2029\ud800-\udfff]")


def json_line(data: Mapping[str, object]) -> str:
    """One object as one line of JSON, readable beyond ASCII.

    Counts belong into it as decimal strings (``Count.digits``): other readers lose digits of large numbers.

    Raises:
        ValueError: NaN or an infinity, which JSON does not have.
        TypeError: a value that JSON cannot express.
    """
    text = json.dumps(dict(data), ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
