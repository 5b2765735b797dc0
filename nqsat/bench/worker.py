"""The process in which one contestant answers one question: ``python -m nqsat.bench.worker NAME``.

The model comes as JSON on stdin; each answer is a line of JSON on stdout. What the contestant imports is
imported before the clock starts. Where kernels are loaded by the way, a quick answer is given twice: the
first tells the time of the process, the second that of the engine. In between, what nqsat remembers is
forgotten, so that nothing but code stays loaded.
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

from nqsat.bench.contestants import Contestant, find_contestant
from nqsat.bench.measuring import cpu, resident
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import loads

#: An answer that took fewer seconds than this is given again, where there are kernels.
QUICK = 2.0


def answer(contestant: Contestant, model: str, seconds: float) -> None:
    """Answer on stdout, within a CPU limit in seconds; the model is JSON."""
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


#: What ``functools.lru_cache`` makes of a function.
_Cached = type(lru_cache(lambda: None))


def _forget() -> None:
    """Empty the caches of nqsat's functions."""
    for thing in gc.get_objects():
        if isinstance(thing, _Cached) and str(thing.__module__).startswith("nqsat."):
            thing.cache_clear()


def _once(job: Callable[[], int]) -> float:
    """Answer once; the seconds that it took."""
    before, clock = cpu(), time.perf_counter()
    value = job()
    seconds, spent = time.perf_counter() - clock, cpu()
    _say(
        value=hex(value),  # in decimal, Python would refuse the longest
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
