"""Count, list and verify arrangements of chess pieces, and tours, with several independent engines.

    chess -> modelling -> sources -> formulas -> compiling -> engines -> counting -> evidence -> reporting -> viewing -> cli
    facts    problems     names, files           formula      search     the answer  why trust it  for people   pages      shell

Rules are in ``nqsat.rules``.

>>> import nqsat
>>> model = nqsat.Placement("6x6", {"Q": 6})
>>> print(nqsat.count(model).value)
4
>>> print(next(nqsat.solutions(model, engine="backtrack")))
a3 b6 c2 d5 e1 f4
"""  # noqa: E501

# Nothing more is imported here: the program passes through this file before it can hear a signal.
from nqsat import renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.3.0"


#: Words of other libraries, and nqsat's own.
_OTHERS = {
    "Model": "Placement, Tour or Factor: nqsat.Placement(8, {'Q': 8})",
    "Solver": "nqsat.solve(model), nqsat.count(model), nqsat.solutions(model)",
    "solveAll": "nqsat.solutions(model)",
    "enumerate": "nqsat.solutions(model)",
    "AllDifferent": "nqsat.rules.Permutation(), or non-attacking rooks",
    "export": "nqsat.dump(model, 'model.json'), then nqsat export model.json",
    "table": "[nqsat.count('queens', n=n).value for n in range(1, 9)]",
    **dict.fromkeys(("draw", "show", "plot"), "print(solution.draw()), or solution.svg()"),
    **dict.fromkeys(("list", "families"), "nqsat.models.FAMILIES"),
    **dict.fromkeys(("minimise", "minimize"), "nqsat.solve(model, minimise=…)"),
    **dict.fromkeys(("maximise", "maximize"), "nqsat.solve(model, maximise=…)"),
}


def __getattr__(name: str) -> "Any":
    """A public name, from ``__init__.pyi``; each is loaded when it is first used."""
    return getattr(_attached(), name)


#: Subpackages, and names that are rarely typed: they work, and ``dir`` leaves them out.
_RARE = (
    "CertificateRejected", "Disagreement", "EngineFailure", "Interrupted", "Kind", "Moves", "Symmetry",
    "UnsupportedByEngine", "chess", "compiling", "counting", "engines", "evidence", "formulas", "implies",
    "modelling", "models", "records", "renderer", "reporting", "sources", "xor",
)  # fmt: skip

#: Names of extensions, each with its folder, which may be deleted.
_OF_EXTENSIONS = {"puzzle": "puzzles"}


def __dir__() -> "list[str]":
    return dir(_attached())


def _attached() -> "Any":
    """This module with ``__getattr__``, ``__dir__`` and ``__all__`` as the stub has them."""
    import sys
    from pathlib import Path

    import lazy_loader

    module: Any = sys.modules[__name__]
    find, names, every = lazy_loader.attach_stub(__name__, __file__)
    here = Path(__file__).parent / "extensions"
    gone = {name for name, folder in _OF_EXTENSIONS.items() if not (here / folder).is_dir()}

    def found(name: str) -> object:
        if name in gone:
            raise AttributeError(
                f"nqsat has no {name}: {_OF_EXTENSIONS[name]}, an extension, was deleted"
            )
        if name in _OTHERS:
            raise AttributeError(f"nqsat has no {name}; write {_OTHERS[name]}")
        try:
            return find(name)
        except AttributeError:
            if name.startswith("_"):
                raise
            raise AttributeError(f"nqsat has no {name}{_hint(name, every)}") from None

    module.__all__ = [name for name in every if name not in gone]
    module.__getattr__ = found
    module.__dir__ = lambda: [name for name in names() if name not in {*_RARE, *gone}]
    return module


def _hint(name: str, known: "list[str]") -> str:
    """Similar names, for an error about a missing one."""
    from nqsat import models, rules
    from nqsat.errors import close_to

    if name in rules.__all__:
        return f"; write nqsat.rules.{name}"
    if name.replace("_", "-") in {family.name for family in models.FAMILIES}:
        return f"; write nqsat.models.{name}(…)"
    near = close_to(name, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _room(name: str) -> "Any":
    import sys

    return getattr(sys.modules[__name__], name)


renderer.room = _room


def load_ipython_extension(shell: "Any") -> None:
    """After ``%load_ext nqsat`` a list of solutions shows itself in a notebook as a gallery."""
    from nqsat.reporting.notebook import gallery_of

    shell.display_formatter.formatters["text/html"].for_type(list, gallery_of)
