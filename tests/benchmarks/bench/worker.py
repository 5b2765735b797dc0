"""The process in which one contestant answers one question: ``worker.main()``.

The model is JSON on stdin; each answer is a line of JSON on stdout. The contestant's modules are imported
before the clock starts. If an answer includes loading kernels and is quick, it is computed twice: the first
run gives the time of the process, the second that of the engine. In between, nqsat's caches are cleared, so
that only code stays loaded.
"""

from __future__ import annotations

import gc
import json
import math
import resource
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from bench.contestants import Contestant, find_contestant
from bench.measuring import cpu, resident
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import loads

#: With kernels, an answer that took fewer seconds is computed a second time.
QUICK = 2.0


def answer(contestant: Contestant, model: str, seconds: float) -> None:
    """Print the answer for a model in JSON, within this many CPU seconds."""
    limit = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    for module in contestant.modules:
        import_module(module)
    try:
        job = contestant.job(loads(model))
        if _once(job) < QUICK and contestant.kernels:
            _forget()
            _once(job)
    except UnsupportedByEngine as error:
        _say(unable=str(error))
    except (MemoryError, RuntimeError) as error:
        _say(failure=f"failed: {error or 'out of memory'}")


#: The type of a function decorated with ``functools.lru_cache``.
_Cached = type(lru_cache(lambda: None))


def _forget() -> None:
    """Clear the caches of nqsat's functions."""
    for thing in gc.get_objects():
        # a dead proxy has no class to ask for
        if type(thing) is _Cached and str(thing.__module__).startswith("nqsat."):
            thing.cache_clear()


def _once(job: Callable[[], int]) -> float:
    """Compute and print the answer once; return the seconds that it took."""
    before, clock = cpu(), time.perf_counter()
    value = job()
    seconds, spent = time.perf_counter() - clock, cpu()
    _say(
        value=hex(value),  # Python refuses to print very long numbers in decimal
        seconds=seconds,
        cpu=spent - before,
        process_cpu=spent,
        answered=time.monotonic(),
        peak=max(resident()[1], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
    )
    return seconds


def _say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


def main() -> None:
    """Answer for the contestant named on the command line."""
    name, seconds = sys.argv[1:]
    answer(find_contestant(name), sys.stdin.read(), float(seconds))


if __name__ == "__main__":
    main()
