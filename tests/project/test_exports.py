"""What is public: every module says so in ``__all__``, and every public name is documented."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nqsat

ROOT = Path(__file__).parents[2]


def modules() -> Iterator[str]:
    for path in sorted((ROOT / "nqsat").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not any(part.startswith("_") and part != "__init__" for part in parts):
            yield ".".join(part for part in parts if part != "__init__")


every_module = pytest.mark.parametrize("name", list(modules()))


def order(name: str) -> tuple[int, str]:
    """The order of ruff's RUF022: CONSTANTS, then Classes, then the rest."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def test_the_public_names_are_sorted_and_unique() -> None:
    assert nqsat.__all__ == sorted(set(nqsat.__all__), key=order)


def test_a_star_import_gives_the_public_names() -> None:
    space: dict[str, object] = {}
    exec("from nqsat import *", space)  # the one place where a star import is what is tested
    assert set(space) - {"__builtins__"} == set(nqsat.__all__)


@every_module
def test_a_module_has_a_docstring_and_lists_names_that_exist(name: str) -> None:
    module = import_module(name)
    assert (module.__doc__ or "").strip()
    if _defines(module):
        listed = module.__all__
        assert [one for one in listed if not hasattr(module, one)] == []
        assert len(set(listed)) == len(listed)
        assert [one for one in listed if one.startswith("_")] == []


def _defines(module: ModuleType) -> bool:
    """Whether a module has anything of its own but the names of its submodules."""
    return any(
        not name.startswith("__") and not isinstance(value, ModuleType)
        for name, value in vars(module).items()
    )


@every_module
def test_public_classes_and_functions_are_documented(name: str) -> None:
    module = import_module(name)
    bare = []
    for public in getattr(module, "__all__", ()):
        value = getattr(module, public)
        if not inspect.isclass(value) and not inspect.isfunction(value):
            continue
        if not _documented(value):
            bare.append(public)
        if inspect.isclass(value) and value.__module__.startswith("nqsat."):
            bare += [f"{public}.{method}" for method in _undocumented(value)]
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
