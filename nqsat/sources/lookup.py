"""Find a model by its name: in the catalogue, by a number of OEIS, in a file, as a text, by an address."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from nqsat.chess import Board
from nqsat.errors import InvalidModel, NqsatError, close_to
from nqsat.extension_points import hooked
from nqsat.modelling.json_values import british
from nqsat.modelling.model import Model, Subject
from nqsat.modelling.rules.literals import Linear
from nqsat.modelling.rules.measures import Sense
from nqsat.modelling.schema import from_json, load, read_json
from nqsat.modelling.text_helpers import text_of
from nqsat.sources.families import Family, Parameters
from nqsat.sources.model_text import parse
from nqsat.sources.templates import filled, names_in
from nqsat.sources.user_files import PYTHON, check_named, load_file

#: A text that can only be the name of a file: it has a slash, or an ending.
_FILE = re.compile(r"[^?]*(/|\w\.[a-z]\w{1,7}$)[^?]*", re.IGNORECASE)

#: Addresses and files of pzpr, which an extension reads.
_PZPR = re.compile(r"(puzz\.link|pzv\.jp)/", re.IGNORECASE)
_PZPR_FILES = (".pzprv3", ".pzpr")


def catalogue() -> tuple[Family, ...]:
    """The families that come with nqsat, in the catalogue's order."""
    families: tuple[Family, ...] = importlib.import_module("nqsat.models").FAMILIES
    return families


def find_family(source: str, digest: str | None = None) -> Family:
    """The family of a text: ``queens``, ``file.py:function``, ``model.json``, a puzzle of an extension.

    Args:
        source: the text.
        digest: the SHA-256 that a Python file must have, or it is not run.

    Raises:
        InvalidModel: there is none of that name, or the file cannot be used.
        InvalidNotation: the JSON cannot be read.
    """
    if match := PYTHON.fullmatch(source):
        return _from_python(Path(match["path"]), match["name"], digest)
    if source.endswith(".json"):
        return _alone(Path(source).name, load(source))
    if source.endswith(".py"):
        raise InvalidModel("model", f"{source}: say which function makes it: {source}:FUNCTION")
    wanted = source.replace("_", "-")
    names = {family.name: family for family in catalogue()}
    papers = {family.called.lower(): family for family in names.values()}
    if found := names.get(wanted) or papers.get(source.lower()):
        return found
    if (puzzle := puzzle_of(source)) is not None:
        name, parameters = puzzle
        return _alone(source, names[name](**parameters), names[name].build.__doc__)
    if len(source.split()) > 1 and Board.begins(source):
        return _alone(source, parse(source))
    if len(source) < 256 and Path(source).is_file():
        reason = f"--board {source} reads a map, graph:FILE a graph, --dimacs a formula"
        raise InvalidModel("model", f"{source} is not a model; {reason}")
    raise InvalidModel("model", f"{source[:60]!r} {_why_unknown(source, names)}")


def _why_unknown(source: str, names: Mapping[str, Family]) -> str:
    """Why a text is not a model, with the names that it may mean; a file that is not there, or a folder."""
    if len(source) < 256 and Path(source).is_dir():
        return "is a folder; name a file in it"
    if (own := re.fullmatch(r"([^\s:]+)[:.](\w+)", source)) and Path(f"{own[1]}.py").is_file():
        return f"is not in the catalogue; write {own[1]}.py:{own[2]}"
    if _FILE.fullmatch(source):
        return "is not in the catalogue, and no file has this name"
    wanted = source.replace("_", "-")
    first, *rest = sorted(source.split(), key=lambda word: word not in names) or [""]
    near = [name for name in names if wanted in name.split("-")][:3] or close_to(wanted, names)
    hint = f"did you mean {' or '.join(near)}?" if near else "`nqsat list` shows all models"
    if rest and first in names:
        hint = f"parameters follow the name: {', '.join(map(repr, [first, *rest]))}"
    elif Board.begins(source):
        hint = f"of a board make a model: Placement({source!r}, {{'Q': 8}})"
    return f"is not in the catalogue; {hint}"


def is_puzzle(word: str) -> bool:
    """Whether a word names a file that may hold a puzzle, or its address."""
    return word.endswith(".json") or _PZPR.search(word) is not None or is_pzpr_file(word)


def is_pzpr_file(word: str) -> bool:
    """Whether a word names a file of pzpr, by its ending or by how the file begins."""
    if word.lower().endswith(_PZPR_FILES):
        return True
    with suppress(OSError, ValueError):  # no file has such a name
        if Path(word).is_file():
            with Path(word).open("rb") as file:
                return file.read(6) == b"pzprv3"
    return False


def puzzle_of(word: str) -> tuple[str, dict[str, int | str]] | None:
    """The model of the catalogue, and its parameters, that a puzzle of another program means, or None.

    Extensions read its address or its file. ``InvalidModel``: it is damaged, or nothing reads it.
    """
    found: tuple[str, dict[str, int | str]] | None = hooked("model", word)
    if found is None and (_PZPR.search(word) or is_pzpr_file(word)):
        raise InvalidModel(
            "model", f"{word[:60]!r} is read by the extension pzpr, which is not installed"
        )
    return found


def name_in(text: str) -> tuple[str, dict[str, int | str]] | None:
    """The model of the catalogue, and its parameters, that a saved puzzle states, if these make its model.

    Args:
        text: of a file in JSON.
    """
    stated: Any = read_json(text)
    if not (isinstance(stated, dict) and "question" in stated):
        return None
    name, parameters = stated.get("model"), stated.get("params")
    family = next((family for family in catalogue() if family.name == name), None)
    if family is None or not isinstance(parameters, dict):
        return None
    with suppress(NqsatError):  # not every parameter, or of another version
        if family(**parameters) == from_json(stated):
            return family.name, parameters
    return None


def _alone(name: str, model: Model, task: str | None = None) -> Family:
    build = partial(_same, model)
    build.__doc__ = task  # else it is that of ``partial``
    return Family(name, build)


def _same(model: Model, /) -> Model:
    return model


#: A number of OEIS.
OEIS = re.compile(r"A[0-9]{6,7}", re.ASCII)


class Sequence(NamedTuple):
    """The question of an OEIS number, see ``nqsat.models.sequences``.

    Args:
        family: which counts it.
        fixed: parameters of the family that the number says, with the sequence's own in braces.
        asked: what of a ``Question`` it asks besides: ``{"modulo": "symmetry"}``; or for the best value:
            ``{"ask": "optimum"}``.
    """

    family: Family
    fixed: Mapping[str, str]
    asked: Mapping[str, str]

    @property
    def parameters(self) -> list[str]:
        """The sequence's own parameters."""
        rest = [name for name in self.family.parameters if name not in self.fixed]
        return list(dict.fromkeys([*names_in(self.fixed.values()), *rest]))

    def of(self, own: Mapping[str, Any]) -> dict[str, int | str]:
        """The parameters of the family for some of the sequence's own."""
        fixed = {name: filled(text, own) for name, text in self.fixed.items()}
        rest = {name: own[name] for name in self.family.parameters if name not in fixed}
        return self.family.typed({**rest, **fixed})

    def model(self, own: Mapping[str, Any]) -> Model:
        """The model of a term. ``InvalidModel``: there is none, as before the first."""
        words = self.of(own)
        try:
            return self.family(**words)
        except InvalidModel as error:
            asked = f"{text_of(own)} asks for {self.family.name} {text_of(words)}"
            raise InvalidModel(error.field, f"{error.reason}; {asked}") from None


def find_sequence(number: str) -> Sequence:
    """The question of an OEIS number.

    Raises:
        InvalidModel: nothing in the catalogue counts it, or it names only a part of a question.
    """
    words = importlib.import_module("nqsat.models").SEQUENCES.get(number)
    if words is None:
        found = [family for family in catalogue() if number in family.oeis]
        if not found:
            raise InvalidModel("model", f"no model of nqsat list counts {number}")
        names = " or ".join(" ".join([family.name, *family.parameters]) for family in found)
        raise InvalidModel("model", f"{number} cannot be asked by its number; write {names}")
    name, *rest = words.split()
    fixed = dict(word.split("=", 1) for word in rest)
    asked = {key: fixed.pop(key) for key in ("modulo", "fixed_by", "ask") if key in fixed}
    return Sequence(find_family(name), fixed, asked)


def rebuild_model(head: Mapping[str, Any], named: str | None) -> Model:
    """The model that data have by the words it was made of; see ``check_named``.

    Args:
        head: ``{"arguments": ["own.py:f", "-p", "n=5"], "sha256": {"own.py": "…"}}``.
        named: the ``file.py:function`` that the call names, if any.

    Raises:
        InvalidModel: these are other words, or the file is not named, or another one.
    """
    words, digests = head["arguments"], head.get("sha256")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InvalidModel("model", "its arguments are not a list of texts")
    made = [word.partition("=") for word in words[2::2]]
    flags = words[1::2] == ["-p"] * len(made) and all(value for _, _, value in made)
    if not words or len(words) % 2 == 0 or not flags or not PYTHON.fullmatch(words[0]):
        raise InvalidModel("model", f"is not in the file; its arguments are {' '.join(words)}")
    path = words[0].rpartition(":")[0]
    digest = digests.get(path) if isinstance(digests, dict) else None
    family = find_family(*check_named("model", words[0], digest, named))
    return family(**{name: value for name, _, value in made})


#: Arguments of questions besides a model.
_OPTIONS = {"assumptions", "engine", "fixed_by", "labelled", "limit", "modulo", "time_limit"}

#: Names in other libraries, and nqsat's own.
_OTHER_WORDS: Mapping[str, str] = {
    "assumptions": "what is given is a preset: model.changed(presets=['Q@a1', '-@b2'])",
    "hint": "solve has it: solve(model, hint=['Q@a1'])",
    "memory": "write engine=nqsat.engines.FrontierEngine(memory=8)",
    "unit": "it belongs to the model: model.with_unit('directed')",
    **dict.fromkeys(
        ("maximise", "minimise", "maximize", "minimize"),
        "an objective belongs to the model: solve(model.with_objective(maximise=3 * a + b))",
    ),
    "timeout": "time_limit is the limit in seconds",
    "solution_limit": "limit is the number of solutions",
    **dict.fromkeys(
        ("workers", "num_workers", "processes", "threads", "parallel", "n_jobs"),
        "count and solve have run=nqsat.Run(workers=2)",
    ),
    **{
        name: f"count and solve have run=nqsat.Run({name}=…)"
        for name in ("watch", "stage", "job", "executor", "parts", "method")
    },
    "run": "count, solve, optimise, unique and why_not have it",
    "solver": "write engine='sat/glucose4'",
    "encoding": "write engine='sat/cadical195/seqcounter'",
    **dict.fromkeys(("rule", "rules"), "rules belong to the model: model + rule"),
    "symmetry": "modulo='symmetry' counts each orbit once",
}


def model_of(
    given: Model | str,
    parameters: Mapping[str, int | str | Linear],
    sizes: Iterable[int | str] = (),
) -> Model:
    """The model that a question is about: what is given, or that of a name and its parameters.

    Args:
        given: a model, a puzzle or a family, or a text or path as for ``find_family``.
        parameters: of the family that the text names; or what a model is to maximise or minimise.
        sizes: the first of its parameters, in its order.

    Raises:
        InvalidModel: it is neither, or there are parameters with a model; otherwise as ``find_family``.
    """
    if not isinstance(given, Subject):  # a projection has a model too, and is not it
        given = getattr(given, "model", given)  # of a puzzle
    named = isinstance(given, str | Path)
    family = find_family(str(given)) if named else given if isinstance(given, Family) else None
    if isinstance(given, Model):
        wishes = {british(x): parameters[x] for x in parameters if british(x) in get_args(Sense)}
        if wishes:
            given = cast("Any", given).with_objective(**wishes)
            parameters = {x: y for x, y in parameters.items() if british(x) not in wishes}
    for name in parameters:
        if name in _OTHER_WORDS and not (family and name in family.parameters):
            raise InvalidModel(name, f"is not an option here; {_OTHER_WORDS[name]}")
    if family is not None:
        return family(*sizes, **cast("Parameters", parameters))
    for name in parameters:
        near = " or ".join(close_to(name, _OPTIONS - {name}))
        cure = f"did you mean {near}?" if near else "parameters follow a name: ('queens', n=8)"
        raise InvalidModel(name, f"is not an option here; {cure}")
    for size in sizes:
        reason = f"what is {size!r} for? Parameters follow a name: ('queens', 8)"
        raise InvalidModel("model", reason)
    if not isinstance(given, Model):
        reason = f"expected a Placement, a Tour, a Factor or a name, got {given!r:.60}"
        raise InvalidModel("model", reason)
    return given


def _from_python(path: Path, name: str, digest: str | None) -> Family:
    module = load_file("model", path, digest)
    function = getattr(module, name, None)
    if isinstance(function, Model):
        return _alone(f"{path.name}:{name}", function)
    if not callable(function):
        found = [key for key, value in vars(module).items() if isinstance(value, Family | Model)]
        hint = f"; it has {', '.join(found)}" if found else ""
        raise InvalidModel("model", f"{path} has no function {name}{hint}")
    # Its name says where it is from, so that it is not taken for one of the catalogue.
    return replace(Family.of(function), name=f"{path.name}:{name}")
