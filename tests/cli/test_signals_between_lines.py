"""A signal between two steps of Python: what is counted is printed, and no signal is lost."""

from __future__ import annotations

import _thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

import nqsat.cli.app
import nqsat.cli.output
import nqsat.engines
from nqsat import Placement, solutions
from nqsat.engines.listing import Listing

LIVE: Any = SimpleNamespace(show=lambda _batch: None)


class Struck(Listing[Any]):
    """A list to which a signal comes at once when it has counted a number of solutions."""

    at = 0
    _counted = 0

    @property
    def found(self) -> int:
        return self._counted

    @found.setter
    def found(self, number: int) -> None:
        self._counted = number
        if self.at and number >= self.at:
            self.at = 0
            raise KeyboardInterrupt


def printed(listing: Listing[Any]) -> list[Any]:
    """What is printed of a list until a signal ends it."""
    lines = list[Any]()
    with suppress(KeyboardInterrupt):
        lines.extend(nqsat.cli.output._whole_batches(listing, LIVE))  # keeps what came before
    return lines


@pytest.mark.parametrize("at", [1, 2, 5])
def test_what_is_counted_is_printed_though_a_signal_comes_between(at: int) -> None:
    listing = Struck(Placement("6x6", {"Q": 2}), nqsat.engines.make_engine("backtrack"))
    listing.at = at
    lines = printed(listing)
    assert len(lines) == listing.found >= at
    assert len({*map(str, lines)}) == len(lines)


@pytest.mark.parametrize("before", [True, False])
def test_so_it_is_where_a_signal_comes_when_others_are_held_back(
    before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[int]()

    @contextmanager
    def struck() -> Iterator[None]:
        calls.append(1)
        if before and len(calls) == 3:
            raise KeyboardInterrupt
        yield
        if len(calls) == 3:
            raise KeyboardInterrupt

    listing = solutions(Placement("6x6", {"Q": 2}), engine="backtrack")
    monkeypatch.setattr(nqsat.engines, "block_signals", struck)
    lines = printed(listing)
    assert len(lines) == listing.found
    assert len({*map(str, lines)}) == len(lines)


def test_a_second_signal_loses_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[object]()

    def start(work: object, _arguments: object) -> None:
        started.append(work)
        if len(started) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(_thread, "start_new_thread", start)
    stopped: Any = SimpleNamespace(exc_value=KeyboardInterrupt())
    nqsat.cli.app._unraisable_hook(stopped)
    assert len(started) == 2
