"""The modules of the page, without a page: run by node."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from nqsat.reporting.page import joined
from support.timeouts import HANG


def in_node(body: str, data: list[Any]) -> list[Any]:
    """Return what a function, written with the names of the modules, returns of each of the data."""
    if shutil.which("node") is None:
        pytest.skip("no node")
    script = joined(begin=False)
    call = f"console.log(JSON.stringify({json.dumps(data)}.map({body})));"
    words = ["node", "--input-type=module", "-"]
    done = subprocess.run(
        words, input=script + call, capture_output=True, text=True, timeout=HANG, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found
