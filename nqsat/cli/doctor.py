"""The command about the machine: doctor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli import FAILED
from nqsat.cli.commands import Quiet, command, option
from nqsat.cli.options import AsJson
from nqsat.files import print_drawn

if TYPE_CHECKING:
    from nqsat.engines.health import Fact, Health, Kernels


@command("nqsat doctor", "nqsat doctor --warm", "nqsat doctor --json")
def doctor_command(
    *,
    warm: bool = option(
        "Compile all kernels now, so that later counts need not wait.", "--warm", default=False
    ),
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Show versions, solvers tried, compiled kernels and memory.

    The exit code is 4 if a part that nqsat needs is broken.
    """
    from nqsat.engines.health import examine

    seconds = _compile_seconds(quiet=quiet or json) if warm else {}
    health = examine()
    if json:
        print(nqsat.reporting.json_line({**health.to_json(), "seconds_to_compile": seconds}))
    else:
        _print(health, seconds)
    return 0 if health.sound else FAILED


def _compile_seconds(*, quiet: bool) -> dict[str, float]:
    """The seconds that each engine's kernels took to compile, or to load."""
    from nqsat.engines.health import compile_kernels

    found: dict[str, float] = {}
    if not quiet:
        print("compiling the kernels: about a minute, once a machine", file=sys.stderr)
    try:
        for engine, seconds in compile_kernels():
            found[engine] = round(seconds, 2)
    except Exception as error:  # what is broken, ``examine`` says more about
        print(f"nqsat: cannot compile: {type(error).__name__}: {error}", file=sys.stderr)
    return found


def _print(health: Health, seconds: dict[str, float]) -> None:
    screen, table = nqsat.reporting.screen(), nqsat.reporting.table
    for columns, facts in (
        (("package", "state", "version"), health.packages),
        (("solver", "state", "tried"), health.solvers),
    ):
        rows = [(fact.name, _verdict(fact), fact.words) for fact in facts]
        print_drawn(table(None, columns, rows, **screen) + "\n")
    heads = ("kernels of", "compiled", "size", "kept in", *(["seconds"] if seconds else []))
    print_drawn(table(None, heads, [_row(one, seconds) for one in health.kernels], **screen))
    machine = health.machine
    memory = "" if machine.memory is None else f"{machine.memory / 1e9:.1f} GB of memory, "
    cores = nqsat.modelling.plural(machine.cores, "cores")
    print(
        f"\n{machine.system}, {machine.usable} of {machine.cores} {cores}, {memory}"
        f"of which a count may take {machine.allowed / 1e9:.1f} GB"
    )
    print(_summary(health))


def _verdict(fact: Fact) -> str:
    return fact.state if fact.needed or fact.state != "missing" else "optional"


def _row(one: Kernels, seconds: dict[str, float]) -> tuple[str, ...]:
    kept = (
        " ".join(one.folders)
        or "nowhere: no folder of your own can be written, every run compiles again"
    )
    return (
        one.engine,
        f"{one.compiled} of {one.number}",
        f"{one.size / 1e6:.1f} MB",
        f"broken: {one.words}" if one.words else kept,
        *([f"{seconds[one.engine]:.1f}" if one.engine in seconds else "–"] if seconds else []),
    )


def _summary(health: Health) -> str:
    """One line to end with."""
    if not health.sound:
        facts = (*health.packages, *health.solvers)
        wrong = [fact.name for fact in facts if fact.needed and fact.state != "ok"]
        wrong += [f"kernels of {one.engine}" for one in health.kernels if one.words]
        return f"needed and not working: {', '.join(wrong)}"
    left = sum(one.number - one.compiled for one in health.kernels if one.folders)
    later = "; the other kernels are compiled at their first use, or now by nqsat doctor --warm"
    return "all that is needed works" + (later if left else "")
