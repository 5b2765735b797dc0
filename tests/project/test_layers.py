"""The direction of imports: an arrow never points left, and heavy packages stay in their adapters.

The imports are read from the source, so that those inside functions and under TYPE_CHECKING count too.
"""

import ast
import sys
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]

#: From left to right; every room may import itself and what stands before it.
ROOMS = (
    "errors", "files", "chess", "modelling", "compiling", "engines", "counting", "evidence",
    "bench", "puzzles", "reporting", "viewing", "cli",
)  # fmt: skip

#: Narrower than the order asks for: the independence that comparisons rest on.
NARROWER = {
    "nqsat/engines/backtrack": {"errors", "chess", "modelling", "engines"},
    "nqsat/reporting": {"errors", "files", "chess", "modelling", "reporting"},
}

#: The files of the shell that are made with Typer.
COMMANDS = ("options", "commands", "job")

#: Which file adapts which package; pyproject.toml has the same files under TID251.
ADAPTERS = {
    "clingo": {"nqsat/bench/peers/listing.py"},
    "cpmpy": {"nqsat/bench/peers/listing.py"},
    "dd": {"nqsat/bench/peers/counting.py"},
    "distributed": {"nqsat/counting/parallel/executor_pool.py"},
    "exact_cover": {"nqsat/bench/peers/listing.py"},
    "graphillion": {"nqsat/bench/peers/counting.py"},
    "lazy_loader": {"nqsat/__init__.py"},
    "cairosvg": {"nqsat/reporting/rendering.py"},
    "matplotlib": {"nqsat/reporting/plots.py"},
    "numba": {"nqsat/engines/compiled/jit.py"},
    "numpy": {"nqsat/engines/compiled/arrays.py"},
    "ortools": {
        "nqsat/compiling/cpmodel.py",
        "nqsat/engines/solvers/cpsat.py",
        "nqsat/bench/peers/listing.py",
    },
    "oxidd": {"nqsat/bench/peers/counting.py"},
    "pyganak": {"nqsat/engines/solvers/sharpsat.py", "nqsat/bench/peers/counting.py"},
    "pysat": {
        "nqsat/compiling/cnf.py",
        "nqsat/engines/solvers/lrat.py",
        "nqsat/engines/solvers/sat.py",
        "nqsat/bench/peers/listing.py",
    },
    "pysdd": {"nqsat/bench/peers/counting.py"},
    "rich": {f"nqsat/reporting/{name}.py" for name in ("progress", "tables", "text")},
    "typer": {f"nqsat/cli/{name}.py" for name in COMMANDS},
}

#: Files made of compiled kernels and arrays: they need numba and numpy, which they have from the adapters,
#: throughout, and so nobody but one of them may import one of them before it is needed.
KERNELS = (
    "nqsat/engines/compiled/arrays.py", "nqsat/engines/bitboard/cover_kernel.py",
    "nqsat/engines/bitboard/cover_search.py", "nqsat/engines/bitboard/level_kernel.py",
    "nqsat/engines/bitboard/level_search.py", "nqsat/engines/frontier/prediction.py",
    "nqsat/engines/frontier/kernel.py", "nqsat/engines/frontier/run.py",
    "nqsat/engines/compiled/jit.py", "nqsat/engines/listing/batch_check.py",
    "nqsat/engines/layered/checkpoints.py",
    "nqsat/engines/layered/links.py", "nqsat/engines/layered/run.py",
    "nqsat/engines/layered/table_kernel.py", "nqsat/engines/mates/forward.py",
    "nqsat/engines/mates/forward_kernel.py",
    "nqsat/engines/mates/middle.py", "nqsat/engines/mates/middle_kernel.py",
)  # fmt: skip

#: Imports by name at run time: the catalogue stands on top of nqsat and is looked up by it. A benchmark
#: imports what a contestant needs before it starts the clock. The program loads its commands when it
#: hears signals. An engine names its kernels, which need numba to be imported. NumPy comes by a thread.
BY_NAME = {
    "nqsat/cli/app.py": {"f'nqsat.cli.{name}"},
    "nqsat/bench/worker.py": {"module"},
    "nqsat/engines/compiled/arrays.py": {"numpy"},
    "nqsat/engines/health.py": {"name"},
    "nqsat/engines/contract.py": {"module"},
    "nqsat/modelling/sources.py": {"nqsat.models"},
}


#: Values show themselves: what draws them is imported when a picture is asked for.
LEFTWARD = {"nqsat/chess/display.py": "reporting"}


class Import(NamedTuple):
    """One import statement: the file, the line, the module, and whether it runs with the file."""

    file: str
    line: int
    module: str
    at_once: bool


class Source(NamedTuple):
    """What is looked at of a file, whose tree is walked once."""

    imports: tuple[Import, ...]
    by_name: frozenset[str]
    asserts: tuple[int, ...]  # and whatever else is not done by python -O


@cache
def read(path: Path) -> Source:
    """A file; its imports as absolute names: ``from a import b`` gives ``a.b`` too."""
    file = path.relative_to(ROOT).as_posix()
    package = ".".join(path.relative_to(ROOT).parent.parts)
    imports: list[Import] = []
    by_name: set[str] = set()
    asserts: list[int] = []
    left: list[tuple[Any, bool]] = [(ast.parse(path.read_text(encoding="utf-8")), True)]
    while left:
        node, at_once = left.pop()
        if isinstance(node, ast.Import):
            imports += [Import(file, node.lineno, one.name, at_once) for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, f"{file}:{node.lineno}: write where it comes from in full"
            base = ".".join(filter(None, [package if node.level else "", node.module]))
            names = [f"nqsat.{one.name}" for one in node.names] if base == "nqsat" else []
            imports += [Import(file, node.lineno, one, at_once) for one in (base, *names)]
        elif isinstance(node, ast.Assert) or name_of(node) == "__debug__":
            asserts.append(node.lineno)
        elif isinstance(node, ast.Call) and name_of(node.func) in ("import_module", "__import__"):
            by_name.add(ast.unparse(node.args[0]).strip("'"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and name_of(node.test) == "TYPE_CHECKING"
        ):
            at_once = False
        left += [(inner, at_once) for inner in ast.iter_child_nodes(node)]
    return Source(tuple(imports), frozenset(by_name), tuple(asserts))


def name_of(node: Any) -> str:
    """The last word of a name; of anything else none."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def sources(folder: str = "nqsat") -> dict[str, Source]:
    """All files of a folder."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): read(path) for path in paths}


OUTSIDE = ("nqsat/__init__.py", "nqsat/__main__.py", "nqsat/rules.py")


def imports(folder: str = "nqsat") -> list[Import]:
    return [found for source in sources(folder).values() for found in source.imports]


def inside() -> list[Import]:
    """Those that stand in a room."""
    return [found for found in imports() if found.file not in OUTSIDE]


def room(file: str) -> str:
    return file.split("/")[1].removesuffix(".py")


def complaint(found: Import, why: str) -> str:
    return f"{found.file}:{found.line}: import of {found.module}: {why}"


def test_every_file_stands_in_a_room() -> None:
    assert {room(file) for file in sources().keys() - set(OUTSIDE)} == set(ROOMS)


def test_the_docstring_of_the_package_shows_the_same_order() -> None:
    text = (ROOT / "nqsat/__init__.py").read_text(encoding="utf-8")
    beside = ("bench", "puzzles")  # evidence
    rooms = [room for room in ROOMS[2:] if room not in beside]
    assert " -> ".join(rooms) in text


def test_no_arrow_points_left() -> None:
    wrong = []
    for found in inside():
        package, _, rest = found.module.partition(".")
        if package != "nqsat":
            continue
        target = rest.partition(".")[0]
        if found.module == "nqsat" and room(found.file) == ROOMS[-1]:
            continue  # the shell uses all of it, and loads each room when it needs it
        if target not in ROOMS:
            wrong.append(complaint(found, "name the room it comes from, not the whole package"))
        elif LEFTWARD.get(found.file) == target and not found.at_once:
            continue
        elif ROOMS.index(target) > ROOMS.index(room(found.file)):
            wrong.append(complaint(found, f"{target} stands to the right of {room(found.file)}"))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", NARROWER)
def test_what_has_to_be_independent_is(place: str) -> None:
    assert any(found.file.startswith(place) for found in inside()), "it has moved"
    wrong = [
        complaint(found, f"{place} may import {', '.join(sorted(NARROWER[place]))}")
        for found in inside()
        if found.file.startswith(place)
        and found.module.startswith("nqsat.")
        and found.module.split(".")[1] not in NARROWER[place]
    ]
    assert not wrong, "\n".join(wrong)


def test_heavy_packages_stay_in_their_adapters() -> None:
    found: dict[str, set[str]] = {}
    for one in imports():
        package = one.module.partition(".")[0]
        if package != "nqsat" and package not in sys.stdlib_module_names:
            found.setdefault(package, set()).add(one.file)
    assert found == ADAPTERS


def test_the_linter_knows_the_same_adapters() -> None:
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    banned = ruff["lint"]["flake8-tidy-imports"]["banned-api"]
    assert set(ADAPTERS) <= set(banned)
    patterns = {
        pattern
        for pattern, ignored in ruff["lint"]["per-file-ignores"].items()
        if "TID251" in ignored and not pattern.startswith("tests/")
    }
    files = {file for adapting in ADAPTERS.values() for file in adapting}
    assert {file for file in files if not any(fnmatch(file, p) for p in patterns)} == set()
    assert {p for p in patterns if not any(fnmatch(file, p) for file in files)} == set()


def test_heavy_packages_are_imported_when_they_are_needed() -> None:
    # Typer is what the command line is made of, and nothing else imports cli; lazy_loader is light.
    wrong = [
        complaint(found, "import it inside the function that needs it")
        for found in imports()
        if found.at_once
        and found.file not in KERNELS
        and (
            found.module.partition(".")[0] in ADAPTERS.keys() - {"lazy_loader", "typer"}
            or found.module.replace(".", "/") + ".py" in KERNELS
        )
    ]
    assert not wrong, "\n".join(wrong)


def test_kernels_need_what_they_are_excused_for() -> None:
    adapters = ("nqsat.engines.compiled.arrays", "nqsat.engines.compiled.jit")
    using = {one.file for one in inside() if one.module in adapters and one.at_once}
    assert set(KERNELS) == ADAPTERS["numba"] | ADAPTERS["numpy"] | using


def test_imports_by_name_are_listed_here() -> None:
    # import_module() would let an arrow point left unseen.
    found = {file: set(source.by_name) for file, source in sources().items() if source.by_name}
    assert found == BY_NAME


@pytest.mark.parametrize("folder", ["models", "examples"])
def test_models_and_examples_use_the_public_names(folder: str) -> None:
    # A model needs the public names only; an example may also say which room it shows.
    allowed = {"models": {"nqsat", "models"}, "examples": {"nqsat"}}[folder]
    wrong = []
    for found in imports(folder):
        package = found.module.partition(".")[0]
        if package not in allowed and package not in sys.stdlib_module_names:
            wrong.append(complaint(found, "only nqsat and the standard library"))
        if folder == "models" and found.module.count(".") > 1:
            wrong.append(complaint(found, "only the public names of nqsat"))
    assert not wrong, "\n".join(wrong)


def test_no_check_is_an_assert() -> None:
    # python -O drops assert; a verdict must not change with it.
    every = sources() | sources("models")
    found = [f"{file}:{line}" for file, source in every.items() for line in source.asserts]
    assert not found, found
