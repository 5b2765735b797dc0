"""The direction of imports: an arrow never points left, and heavy packages stay in their adapters.

The rooms, their order and the adapters stand in pyproject.toml, for import-linter and ruff. They are run
here, without network; what they cannot say is looked at besides.
"""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import grimp
import networkx
import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]

TOOLS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
LAYERS, *_, ADAPTERS = TOOLS["importlinter"]["contracts"]

#: The arrows that point left, for type checkers alone: what a model's methods return.
IGNORED = [arrow.split() for arrow in LAYERS["ignore_imports"]]


@pytest.fixture(scope="module")
def graph() -> Any:
    return grimp.build_graph("nqsat", include_external_packages=True, cache_dir=None)


def test_no_arrow_points_left(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_there_is_no_circle_of_imports(graph: Any) -> None:
    """Imports within functions count, and those for the type checker, but for what a model answers."""
    followed = networkx.DiGraph()
    for path in (ROOT / "nqsat").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        followed.add_edges_from((name, other) for other in file_imports(path, graph.modules))
    answers = [(one, other) for one, _, other in IGNORED]
    followed.remove_edges_from(answers)
    found = networkx.strongly_connected_components(followed)
    assert [sorted(circle) for circle in found if len(circle) > 1] == []


def file_imports(path: Path, modules: Collection[str]) -> Iterator[str]:
    """The files of nqsat that a file imports, wherever; a package for names of its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in modules)
        elif isinstance(node, ast.ImportFrom) and (node.module or "") in modules:
            names = (f"{node.module}.{one.name}" for one in node.names)
            yield from (name if name in modules else str(node.module) for name in names)


def test_what_is_heavy_is_imported_where_it_is_needed_and_no_check_is_an_assert() -> None:
    """Verdicts must not change with ``python -O``; nor may an arrow be hidden in a text."""
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID,S101"]
    command = [*ruff, "nqsat", "models"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_package_from_elsewhere_has_its_adapters(graph: Any) -> None:
    imported = {
        other
        for name in graph.modules
        if name.startswith("nqsat") and not name.startswith("nqsat.extensions.")
        for other in graph.find_modules_directly_imported_by(name)
    }
    others = {name for name in imported if graph.is_module_squashed(name)}
    for_type_checkers = {"typing_extensions"}
    mine = {*sys.stdlib_module_names, *for_type_checkers}
    assert others - mine == {*ADAPTERS["forbidden_modules"]}


def test_all_but_the_shell_name_the_room(graph: Any) -> None:
    # Of the package itself everything comes: the shell uses all of it, and so do models.
    whole = graph.find_modules_that_directly_import("nqsat")
    assert {name.split(".")[1] for name in whole} - {"extensions"} == {"cli", "models"}


def test_models_and_examples_use_the_public_names(graph: Any) -> None:
    for name in graph.find_descendants("nqsat.models"):
        for other in graph.find_modules_directly_imported_by(name):
            mine = other.startswith("nqsat.models") or other in sys.stdlib_module_names
            assert mine or (other.startswith("nqsat") and other.count(".") < 2), (name, other)
    # An example may also say which room it shows, what other solvers make of a model, and bring a graph.
    for path in (ROOT / "examples").rglob("*.py"):
        for other in imported(path):
            others = {"networkx", "ortools", "pysat"}
            assert other in {"nqsat", *others, *sys.stdlib_module_names}, (path, other)


def test_extensions_and_families_use_the_names_that_rooms_declare() -> None:
    """So each can be a package or a file of somebody else: what it lacks, the public surface lacks."""
    wrong, extensions = [], ROOT / "nqsat/extensions"
    for path in [*extensions.glob("*/**/*.py"), *(ROOT / "models").glob("*.py")]:
        own = "nqsat.models"
        if path.is_relative_to(extensions):
            own = f"nqsat.extensions.{path.relative_to(extensions).parts[0]}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wrong += [alias.name for alias in node.names if alias.name.startswith("nqsat.")]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nqsat"):
                room = str(node.module)
                if room == "nqsat.extensions" or f"{room}.".startswith(f"{own}."):
                    continue
                known = declared(room)
                wrong += [
                    f"{path.name}: {room}.{x.name}" for x in node.names if x.name not in known
                ]
    assert wrong == []


def declared(room: str) -> set[str]:
    """The names that a room shows; none if it is a room within a room."""
    if room.count(".") > 1:
        return set()
    base = ROOT.joinpath(*room.split("."))
    lists = (base / "__init__.pyi", base / "__init__.py", base.with_suffix(".py"))
    text = next(path for path in lists if path.exists()).read_text(encoding="utf-8")
    names: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            names |= {str(one.asname) for one in node.names}
        elif isinstance(
            node, ast.If
        ):  # for type checkers: modules that are loaded when they are needed
            some = (one for one in node.body if isinstance(one, ast.ImportFrom))
            names |= {str(one.asname) for imports in some for one in imports.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {ast.unparse(target) for target in targets}
            if "__all__" in names and isinstance(node.value, ast.List):
                names |= {*ast.literal_eval(node.value)}
    if room == "nqsat.rules":
        names |= {*import_module(room).__all__}
    return {name for name in names if not name.startswith("_")}


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, wherever."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_the_docstring_of_the_package_shows_the_same_order() -> None:
    text = (ROOT / "nqsat/__init__.py").read_text(encoding="utf-8")
    beside = ("arguments", "files", "errors", "renderer", "extension_points")
    assert " -> ".join(room for room in reversed(LAYERS["layers"]) if room not in beside) in text
