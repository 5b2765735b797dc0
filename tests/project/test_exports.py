"""What is public: packages say so in ``__all__``, and every public name is documented."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nqsat
from nqsat.chess.display import Displayable, Inner
from nqsat.extensions import added

ROOT = Path(__file__).parents[2]


@cache
def modules() -> list[ModuleType]:
    names = []
    for path in sorted((ROOT / "nqsat").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not any(part.startswith("_") and part != "__init__" for part in parts):
            names.append(".".join(part for part in parts if part != "__init__"))
    return list(map(import_module, names))


def test_the_public_names_are_few() -> None:
    # Rooms are for the rest; a name more needs a reason.
    names = [one for one in nqsat.__all__ if not isinstance(getattr(nqsat, one), ModuleType)]
    assert len(names) <= 43
    assert len([name for name in dir(nqsat) if not name.startswith("_")]) <= 34
    assert nqsat.__all__ == sorted(set(nqsat.__all__))


def test_the_version_is_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", nqsat.__version__)


def test_a_star_import_gives_the_public_names() -> None:
    space: dict[str, object] = {}
    exec("from nqsat import *", space)  # the one place where a star import is what is tested
    assert set(space) - {"__builtins__"} == set(nqsat.__all__)


def public(module: ModuleType) -> list[str]:
    """What a package exports, and what another module has of its own."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    own = vars(module).items()
    return [
        name
        for name, value in own
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def test_a_module_has_a_docstring_and_a_package_exports_names_that_exist() -> None:
    for module in modules():
        assert (module.__doc__ or "").strip(), module
        names = public(module)
        assert [name for name in names if not hasattr(module, name)] == [], module
        assert len(set(names)) == len(names), module
        assert [name for name in names if name.startswith("_")] == [], module


def test_no_class_name_stands_twice() -> None:
    # The checker of certificates shares nothing with the rest, and has words of its own.
    found: dict[str, set[str]] = {}
    for module in modules():
        own = {} if module.__name__ == "nqsat.evidence.checker" else vars(module)
        for value in own.values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                found.setdefault(value.__name__, set()).add(value.__module__)
    public = {name: where for name, where in found.items() if not name.startswith("_")}
    assert {name: where for name, where in public.items() if len(where) > 1} == {}


def test_public_classes_and_functions_are_documented() -> None:
    bare = []
    for module in modules():
        for one in public(module):
            value, place = getattr(module, one), f"{module.__name__}.{one}"
            if not inspect.isclass(value) and not inspect.isfunction(value):
                continue
            if not _documented(value):
                bare.append(place)
            if inspect.isclass(value) and value.__module__.startswith("nqsat."):
                bare += [f"{place}.{method}" for method in _undocumented(value)]
    assert bare == []


def _documented(value: object) -> bool:
    text = getattr(value, "__doc__", None) or ""
    # A dataclass or a NamedTuple without a docstring is given its signature instead.
    name = getattr(value, "__name__", "")
    return bool(text.strip()) and not text.startswith(f"{name}(")


def _undocumented(value: type) -> Iterator[str]:
    """The public methods of a class with no docstring, neither here nor where they were promised."""
    for name, member in vars(value).items():
        callable_or_property = inspect.isroutine(member) or isinstance(member, property)
        if not name.startswith("_") and callable_or_property:
            bound = inspect.getattr_static(value, name)
            function = getattr(bound, "__func__", bound)
            inherited = any(
                getattr(getattr(base, name, None), "__doc__", None) for base in value.__mro__
            )
            protocol = getattr(value, "_is_protocol", False)
            if not (getattr(function, "__doc__", None) or inherited or protocol):
                yield name


def test_lines_of_the_page_are_not_wide() -> None:
    panels = [file for _, panel in added("panels") for file in panel.modules]
    for path in [*(ROOT / "nqsat/reporting/page").glob("*.js"), *panels]:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if len(line) > 120] == [], path.name


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('next(nqsat.solutions("queens", n=4)).', {"pieces", "squares", "svg", "draw"}),
        ('nqsat.count("queens", n=4).', {"value", "complete", "unit"}),
        ('nqsat.solve("queens", n=4).', {"solution", "complete"}),
    ],
)
def test_an_editor_completes_what_a_question_gives(line: str, wanted: set[str]) -> None:
    jedi = pytest.importorskip("jedi")
    script = jedi.Script(f"import nqsat\n{line}", project=jedi.Project(ROOT))
    assert wanted <= {one.name for one in script.complete(2, len(line))}


def test_the_reference_is_made_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("pdoc")
    words = [sys.executable, "-m", "pdoc", "nqsat", "-o", str(tmp_path)]
    made = subprocess.run(words, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "Warn" not in made.stderr
    assert (tmp_path / "nqsat" / "modelling.html").exists()


def test_dir_lists_what_users_need() -> None:
    model = nqsat.Placement("4x4", {"Q": 4})
    for value in (model, nqsat.Tour("3x4", "N", closed=False), nqsat.Factor("2x2", "W", 1)):
        names = [one for one in dir(value) if not one.startswith("_")]
        assert {"board", "changed", "holds", "refined", "rules", "svg", "symmetries"} <= {*names}
        assert not {"atoms", "declare", "cube", "own_words"} & {*names}
        assert len(names) <= 42
        assert value.atoms  # it is there all the same
    solution = next(nqsat.solutions(model))
    names = [one for one in dir(solution) if not one.startswith("_")]
    assert "draw" in names
    assert "fingerprint" not in names


def test_dir_leaves_out_what_a_base_class_for_other_rooms_declares() -> None:
    class Parts(Inner):
        key: str

        def of_rooms(self) -> None: ...

    class Shown(Displayable, Parts):
        key = "own"

        def of_rooms(self) -> None: ...
        def of_users(self) -> None: ...

    assert "of_users" in dir(Shown())
    assert not {"key", "of_rooms"} & {*dir(Shown())}


def test_no_module_is_hidden_by_a_function_of_its_name() -> None:
    """``nqsat.chess.attacks`` is one thing: a module is called by a noun, a function by a verb."""
    hidden = []
    for module in modules():
        room, _, name = module.__name__.rpartition(".")
        if room and getattr(sys.modules[room], name, module) is not module:
            hidden.append(module.__name__)
    assert hidden == []
