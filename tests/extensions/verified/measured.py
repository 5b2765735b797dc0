"""The table in extensions/verified/README.md: CPU seconds of the verified program and of the checker.

    python tests/extensions/verified/measured.py [--repeat N] [--write]

Each count is a process of its own, with its start: the checker's, and the program's from boards and pieces,
from the checker's bounds, and from boards and pieces with Zarith. They take turns; medians and the
ratios to the checker are shown. The programs are built before. A count that differs ends the script.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from nqsat import Placement
from nqsat.evidence import checker, ordered_facts
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.program import HERE, count_with_program
from nqsat.extensions.verified.recounting import problem_or_bounds
from nqsat.modelling.schema import dumps

README = HERE / "README.md"
HEAD = (
    "| question | solutions | checker | from boards and pieces | ratio | from bounds | ratio"
    " | with Zarith | ratio |\n"
)

#: The questions of the trial; the last one has long numbers.
CASES = (
    ("kings, any number, 12 × 12", Placement("12x12", {"K": "any"})),
    ("9 queens", Placement("9x9", {"Q": 9})),
    ("10 queens", Placement("10x10", {"Q": 10})),
    ("knights, any number, 10 × 10", Placement("10x10", {"N": "any"})),
    ("32 knights on 8 × 8", Placement("8x8", {"N": 32})),
    ("kings, any number, 20 × 20", Placement("20x20", {"K": "any"})),
)

#: The checker's recount, by its file alone: its folder, a model and an order.
BY_CHECKER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import checker
model = checker.read_model(Path(sys.argv[2], "model.json").read_text())
order = [*map(int, Path(sys.argv[2], "order").read_text().split())]
print(checker.Recount(sys.maxsize).solutions(model, order))
"""


def by_checker(model: Placement, folder: Path) -> Callable[[], int]:
    (folder / "model.json").write_text(dumps(model), "utf-8")
    (folder / "order").write_text(" ".join(map(str, ordered_facts(model)[1])), "ascii")
    places = [str(Path(checker.__file__).parent), str(folder)]
    command = [sys.executable, "-I", "-c", BY_CHECKER, *places]
    return lambda: int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def timed(count: Callable[[], int]) -> tuple[float, int]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    number = count()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, number


def row(what: str, model: Placement, repeat: int, folder: Path) -> str:
    """A line of the table.

    Raises:
        SystemExit: the counts differ.
    """
    asked, bounds = problem_or_bounds(model), BoundSystem.of(*ordered_facts(model))
    ways = (
        by_checker(model, folder),
        lambda: count_with_program(asked),
        lambda: count_with_program(bounds),
        lambda: count_with_program(asked, zarith=True),
    )
    rounds = [[timed(count) for count in ways] for _ in range(repeat)]
    (number, *others) = {number for one in rounds for _, number in one}
    if others:
        sys.exit(f"{what}: {number}, or {others}")
    its, *theirs = (median(seconds for seconds, _ in one) for one in zip(*rounds, strict=True))
    cells = "".join(f" {seconds:.2f} | {seconds / its:.2f} |" for seconds in theirs)
    return f"| {what} | {number:,} | {its:.2f} |{cells}\n"


def table(repeat: int) -> Iterator[str]:
    yield HEAD
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    for what, model in CASES:
        with tempfile.TemporaryDirectory() as folder:
            yield row(what, model, repeat, Path(folder))


def main() -> None:
    """Print the table; with --write put it into README.md in place of the one there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5, help="how often each is counted")
    parser.add_argument("--write", action="store_true", help="replace the table of README.md")
    given = parser.parse_args()
    for zarith in (False, True):
        count_with_program(
            problem_or_bounds(Placement("2x2", {"K": "any"})), zarith=zarith
        )  # so that it is built
    lines = list[str]()
    for line in table(given.repeat):
        print(line, end="", flush=True)
        lines.append(line)
    if given.write:
        text = README.read_text("utf-8")
        before, _, rest = text.partition(HEAD)
        after = rest.partition("\n\n")[2]
        README.write_text(f"{before}{''.join(lines)}\n{after}", "utf-8")


if __name__ == "__main__":
    main()
