"""The command about the installation: doctor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli import FAILED
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json
from nqsat.files import print_drawn

if TYPE_CHECKING:
    from nqsat.engines.health import Kernels, Package


@command("nqsat doctor", "nqsat doctor --warm", "nqsat doctor --json")
def doctor_command(options: Options) -> int:
    """Show the versions of packages, and which kernels are compiled.

    The exit code is 4 if a package that nqsat needs is missing, or kernels cannot be compiled.
    """
    from nqsat.engines import health
    from nqsat.engines.listing.stream import IN_LINE

    seconds = _compile_seconds(quiet=options.quiet or options.json) if options.warm else {}
    packages, kernels = list(health.packages()), list(health.kernels())
    wrong = [package.name for package in packages if package.needed and package.version is None]
    built = health.library()
    wrong += ["the library of kernels"] if built.words and not IN_LINE else []
    wrong += [f"kernels of {kernel.engine}" for kernel in kernels if kernel.words]
    if options.json:
        found = {
            "sound": not wrong,
            "packages": [package._asdict() for package in packages],
            "library": built._asdict(),
            "kernels": [kernel._asdict() for kernel in kernels],
            "seconds_to_compile": seconds,
        }
        print_json(found)
    else:
        _print(packages, kernels, seconds)
        print(f"kernels: {built.words or f'{built.path}, for {built.platform}'}")
        print("needed and not working: " + ", ".join(wrong) if wrong else _all_well(kernels))
    return FAILED if wrong else 0


def _compile_seconds(*, quiet: bool) -> dict[str, float]:
    """The seconds that each engine's kernels took to compile, or to load."""
    from nqsat.engines.health import compile_kernels

    found: dict[str, float] = {}
    if not quiet:
        print("compiling the kernels: about a minute, once a machine", file=sys.stderr)
    try:
        for engine, seconds in compile_kernels():
            found[engine] = round(seconds, 2)
    except Exception as error:  # what is broken, ``kernels`` says more about
        print(f"nqsat: cannot compile: {type(error).__name__}: {error}", file=sys.stderr)
    return found


def _print(packages: list[Package], kernels: list[Kernels], seconds: dict[str, float]) -> None:
    screen, table = nqsat.reporting.screen(), nqsat.reporting.table
    rows = [
        (x.name, x.version or ("missing" if x.needed else "optional"), x.install) for x in packages
    ]
    print_drawn(table(None, ("package", "version", "how to install it"), rows, **screen) + "\n")
    if not kernels:  # on a platform without them
        return
    heads = ("kernels of", "compiled", "size", "kept in", *(["seconds"] if seconds else []))
    print_drawn(table(None, heads, [_row(kernel, seconds) for kernel in kernels], **screen) + "\n")


def _row(kernel: Kernels, seconds: dict[str, float]) -> tuple[str, ...]:
    nowhere = "nowhere: no folder of your own can be written, every run compiles again"
    kept = " ".join(kernel.folders) or nowhere
    spent = f"{seconds[kernel.engine]:.1f}" if kernel.engine in seconds else "–"
    return (
        kernel.engine,
        f"{kernel.compiled} of {kernel.number}",
        f"{kernel.size / 1e6:.1f} MB",
        f"broken: {kernel.words}" if kernel.words else kept,
        *([spent] if seconds else []),
    )


def _all_well(kernels: list[Kernels]) -> str:
    left = any(kernel.number > kernel.compiled for kernel in kernels if kernel.folders)
    later = "; the other kernels are compiled at their first use, or now by nqsat doctor --warm"
    return "all that is needed is installed" + (later if left else "")
