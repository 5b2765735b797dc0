"""Streams from another thread, and signals held back: a Ctrl-C may come at any instruction."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from types import FrameType
from typing import Any

import pytest
from support.timeouts import HANG, until

from nqsat import Placement
from nqsat.compiling import lower
from nqsat.engines import OutOfTime, block_signals, call_in_thread, iterate_in_thread, stream
from nqsat.engines.solvers.cpsat import _SolverThread
from nqsat.engines.stream import merge_streams

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="masks of signals as on Linux")


def held() -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def all_gone() -> bool:
    """As after every test: see ``conftest.py``."""
    return until(lambda: all(one.name != "nqsat-stream" for one in threading.enumerate()))


@contextmanager
def interrupted_at(step: int) -> Iterator[None]:
    """Raise KeyboardInterrupt at the n-th instruction of this thread, unless signals are held back.

    Only instructions of the stream and of what it is made of are counted; Python may call the handler
    of a signal at fewer places than these.
    """
    left = step
    files = {stream.__file__, threading.__file__, sys.modules["queue"].__file__}

    def trace(frame: FrameType, event: str, _argument: object) -> Callable[..., Any] | None:
        nonlocal left
        if frame.f_code.co_filename not in files:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and signal.SIGINT not in held():
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def few(put: Callable[[int], bool]) -> None:
    for item in range(3):
        time.sleep(0.002 * (item == 2))
        put(item)


def test_an_interrupt_at_every_instruction(monkeypatch: pytest.MonkeyPatch) -> None:
    # With locks that are taken in Python, one of these ends in "release unlocked lock", or the
    # thread waits for ever for a lock that nobody holds.
    monkeypatch.setattr(stream, "TICK", 0.0005)
    interrupted, whole = 0, 0
    for step in count(1):
        try:
            with interrupted_at(step), closing(merge_streams([few])) as items:
                found = [item for item in items if item is not None]
            assert found == [0, 1, 2]
            whole += 1
        except KeyboardInterrupt:
            interrupted += 1
            whole = 0
        assert held() == set(), f"instruction {step} leaves signals blocked"
        assert all_gone(), f"instruction {step} leaves a thread"
        if whole == 50:  # as the threads run, a stream takes a few instructions more or less
            break
    assert interrupted > 100  # the test is not blind


def test_a_producer_waits_for_its_consumer(monkeypatch: pytest.MonkeyPatch) -> None:
    # It is not to fill the memory with what nobody has asked for yet.
    monkeypatch.setattr(stream, "_AHEAD", 5)
    made: list[int] = []

    def endless(put: Callable[[int], bool]) -> None:
        while put(len(made)):
            made.append(len(made))

    with closing(merge_streams([endless])) as items:
        for wanted in range(50):
            item = next(items)
            while item is None:
                item = next(items)
            assert item == wanted
            assert len(made) <= wanted + 7


def test_an_error_of_the_producer_is_raised_here() -> None:
    def broken(put: Callable[[int], bool]) -> None:
        put(1)
        raise ZeroDivisionError

    items = merge_streams([broken])
    with pytest.raises(ZeroDivisionError):
        list(items)


# -- holding back ----------------------------------------------------------------------------


def test_a_signal_waits_until_the_block_is_left() -> None:
    order = []
    try:
        with block_signals():
            signal.raise_signal(signal.SIGINT)
            order.append("held")
        order.append("never")
    except KeyboardInterrupt:
        order.append("raised")
    assert order == ["held", "raised"]
    assert held() == set()


def test_a_signal_that_came_just_before_is_kept_and_the_next_ones_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As the C function does it: it blocks, and then it calls the handlers of signals that have come
    # before. That must not leave Ctrl-C blocked for the rest of the program and of its children.
    real = signal.pthread_sigmask

    def blocking(how: int, mask: Any) -> set[Any]:
        before = real(how, mask)
        if how == signal.SIG_BLOCK and signal.SIGINT in mask:
            raise KeyboardInterrupt
        return before

    monkeypatch.setattr(signal, "pthread_sigmask", blocking)
    with pytest.raises(KeyboardInterrupt), block_signals():
        pass
    monkeypatch.undo()
    left = held()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, left)  # whatever the verdict: other tests follow
    assert left == set()


def test_nested_blocks() -> None:
    with block_signals():
        with block_signals():
            pass
        assert {signal.SIGINT, signal.SIGTERM} <= held()
    assert held() == set()


# -- aside -----------------------------------------------------------------------------------


def test_what_is_made_aside_comes_in_order_and_its_errors_too() -> None:
    def three() -> Iterator[int | None]:
        assert threading.current_thread() is not threading.main_thread()
        yield from (1, None, 2)
        raise ZeroDivisionError

    found: list[int] = []
    with pytest.raises(ZeroDivisionError):
        found.extend(item for item in iterate_in_thread(three) if item)
    assert found == [1, 2]


def test_who_leaves_closes_what_was_made_aside() -> None:
    closed = threading.Event()

    def endless() -> Iterator[int]:
        try:
            yield from count()
        finally:
            closed.set()

    with closing(iterate_in_thread(endless)) as items:
        assert next(items) == 0
    assert closed.wait(HANG)


def test_waiting_has_a_limit() -> None:
    over = threading.Event()
    with pytest.raises(OutOfTime):
        call_in_thread(over.wait, 0.1)
    over.set()
    assert call_in_thread(lambda: None) is None
    assert call_in_thread(lambda: 5, 1000) == 5


def test_cp_sat_sees_a_stop_that_comes_before_it_begins() -> None:
    work = _SolverThread(lower(Placement("torus:20x20", {"Q": 20})), 0)
    work.stop()
    work.run(lambda _found: True)


def test_a_producer_that_is_deaf_at_first_is_told_again() -> None:
    told: list[None] = []

    def deaf(put: Callable[[int], bool]) -> None:
        put(0)
        assert until(lambda: len(told) > 1)

    with closing(merge_streams([deaf], lambda: told.append(None))) as items:
        assert next(items) == 0


def test_nobody_works_for_a_consumer_that_has_stopped_asking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "_IDLE", 0.05)
    made: list[int] = []

    def endless(put: Callable[[int], bool]) -> None:
        while put(len(made)):
            made.append(0)
            time.sleep(0.001)

    with closing(merge_streams([endless])) as items:
        assert next(items) == 0
        time.sleep(0.1)
        before = len(made)
        time.sleep(0.1)
        assert len(made) == before < 100
        assert [next(items) for _ in range(before)] == [*range(1, before + 1)]
        assert until(lambda: len(made) > before)
    assert all_gone()
