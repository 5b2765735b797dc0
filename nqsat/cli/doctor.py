"""The command about the installation: doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.cli import FAILED
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json, print_table
from nqsat.extension_points import extensions

if TYPE_CHECKING:
    from nqsat.cli.health import Package


@command("nqsat doctor", "nqsat doctor --json")
def doctor_command(options: Options) -> int:
    """Show packages and extensions, and whether the C kernels are built.

    The exit code is 4 if a required package or the C kernels are missing.
    """
    from nqsat.cli import health
    from nqsat.engines.stream import IN_LINE

    packages, library = list(health.packages()), health.library()
    wrong = [package.name for package in packages if package.needed and package.version is None]
    wrong += ["the C kernels"] if library.words and not IN_LINE else []
    if options.json:
        found = {
            "sound": not wrong,
            "packages": [package._asdict() for package in packages],
            "extensions": [
                {"name": name, "source": extension.source, "summary": extension.summary}
                for name, extension in extensions().items()
            ],
            "kernels": library._asdict(),
        }
        print_json(found)
    else:
        _print(packages)
        rows = [(name, one.source, one.summary) for name, one in extensions().items()]
        print_table(("extension", "from", "what it adds"), rows)
        print()
        print(f"kernels: {library.words or f'{library.path}, for {library.platform}'}")
        well = "everything needed is installed"
        print("needed and not working: " + ", ".join(wrong) if wrong else well)
    return FAILED if wrong else 0


def _print(packages: list[Package]) -> None:
    rows = [
        (x.name, x.version or ("missing" if x.needed else "optional"), x.install) for x in packages
    ]
    print_table(("package", "version", "how to install it"), rows)
    print()
