"""What all tests need of the process they run in."""

from __future__ import annotations

import signal

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Ctrl-C means Ctrl-C, in this process and in those that a test starts, whatever was before.

    A shell starts what runs in its background with SIGINT ignored, and a CP-SAT solver that was not told
    to leave it alone ends with SIGINT as the system has it: both would be inherited.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
