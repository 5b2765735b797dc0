"""Planting: exchange a part of nqsat for a wrong one, everywhere it is used, and put it back."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import nqsat

__all__ = ["Plant", "interpreted"]


@dataclass(frozen=True)
class Plant:
    """One part of nqsat, and what stands in for it.

    Args:
        target: ``module:name`` or ``module:class.name``, the module without ``nqsat.``.
        wrong: makes the wrong part from the right one.
    """

    target: str
    wrong: Callable[[Any], Any]

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The part is wrong inside, and right again afterwards."""
        module, _, path = self.target.partition(":")
        owner_name, _, name = path.rpartition(".")
        home = importlib.import_module(f"nqsat.{module}")
        if owner_name:
            owner = getattr(home, owner_name)
            exchange: list[tuple[Any, str]] = [(owner, name)]
            right = vars(owner)[name]
        else:
            right = getattr(home, name)
            exchange = [(user, name) for user in _modules() if vars(user).get(name) is right]
        wrong = self.wrong(right)
        _forget()
        try:
            for owner, name in exchange:
                setattr(owner, name, wrong)
            yield
        finally:
            for owner, name in exchange:
                setattr(owner, name, right)
            _forget()


@contextmanager
def interpreted() -> Iterator[None]:
    """Compiled kernels run as plain Python, so that a part of one can be exchanged."""
    with ExitStack() as stack, np.errstate(over="ignore"):
        for module in _modules():
            for name, value in list(vars(module).items()):
                if hasattr(value, "py_func"):
                    stack.callback(setattr, module, name, value)
                    setattr(module, name, value.py_func)
        yield


@cache
def _modules() -> tuple[Any, ...]:
    """All of nqsat, imported: what is imported later must not keep a part that was wrong at the time."""
    for found in pkgutil.walk_packages(nqsat.__path__, "nqsat."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    return tuple(m for name, m in list(sys.modules.items()) if name.partition(".")[0] == "nqsat")


def _forget() -> None:
    """Empty the caches of nqsat: they remember what was right, or wrong."""
    for module in _modules():
        for value in list(vars(module).values()):
            if isinstance(value, type(_modules)):
                value.cache_clear()
