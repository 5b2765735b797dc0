"""Where models come from: the catalogue, a user's Python file, a JSON file, or words on a command line."""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast, get_args

from nqsat.chess import Board
from nqsat.chess.cells import Meaning
from nqsat.errors import InvalidModel, blaming, close_to, folded
from nqsat.files import as_text, read_bytes
from nqsat.modelling.factor import Factor
from nqsat.modelling.families import Family
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.model import Model
from nqsat.modelling.moves_model import parse_numbers
from nqsat.modelling.objectives import british
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import RULES, NonAttacking, Rule, find_rule
from nqsat.modelling.rules.measures import Sense
from nqsat.modelling.rules.tours import ARGUMENT_FIELDS, TourArgument
from nqsat.modelling.schema import LONGEST, MODELS, load
from nqsat.modelling.templates import filled, names_in
from nqsat.modelling.text_helpers import dotted, error_text
from nqsat.modelling.tour import Tour

#: How the modules of users' files are called, before the file's name.
_NAMED = "_nqsat_user_"

_PYTHON = re.compile(r"(?P<path>.+\.py):(?P<name>[A-Za-z_][A-Za-z0-9_]*)")

#: A number of pieces and the piece, the wrong way round: ``8Q``.
_NUMBER_FIRST = re.compile(r"([0-9]{1,9})[x*\s]?([A-Za-z][\w:-]*)", re.ASCII)

#: A number of pieces that is an objective.
_WISHED = {
    **dict.fromkeys(("max", "maximum", "most"), "maximise"),
    **dict.fromkeys(("min", "minimum", "fewest", "least"), "minimise"),
}

#: What stands between pieces with their numbers; the comma in (1,4) does not.
_SEVERAL = re.compile(r"[,;\s]+(?=[^,;\s()=]+=|\()")


def catalogue() -> tuple[Family, ...]:
    """The families that come with nqsat, in the catalogue's order."""
    families: tuple[Family, ...] = importlib.import_module("nqsat.models").FAMILIES
    return families


def names_a_file(text: str) -> bool:
    """Whether a text, or a part of it, may name something in a Python file: ``file.py:function``.

    Names that come from data are tested by this before anything imports such a file.
    """
    return ".py:" in text


def find_family(source: str, digest: str | None = None) -> Family:
    """The family of a text: ``queens``, ``file.py:function``, ``model.json``, an address of puzz.link.

    Args:
        source: the text.
        digest: the SHA-256 that a Python file must have, or it is not run.

    Raises:
        InvalidModel: there is none of that name, or the file cannot be used.
        InvalidNotation: the JSON cannot be read.
    """
    if match := _PYTHON.fullmatch(source):
        return _from_python(Path(match["path"]), match["name"], digest)
    if source.endswith(".json"):
        return Family(Path(source).name, partial(_same, load(source)))
    if source.endswith(".py"):
        raise InvalidModel("model", f"{source}: say which function makes it: {source}:FUNCTION")
    if (puzzle := _puzzle_at(source)) is not None:
        return Family(source, partial(_same, puzzle))
    wanted = source.replace("_", "-")
    names = {family.name: family for family in catalogue()}
    if wanted in names:
        return names[wanted]
    if len(source.split()) > 1 and Board.begins(source):
        return Family(source, partial(_same, parse(source)))
    if len(source) < 256 and Path(source).is_file():
        reason = f"--dimacs reads a CNF or OPB, --board graph:{source} a graph, --board file:{source} a map"
        raise InvalidModel("model", f"{source} is a file of no known ending; {reason}")
    near = close_to(wanted, names)
    hint = f"did you mean {' or '.join(near)}?" if near else "`nqsat list` has their names"
    reason = f"{source[:60]!r} is not in the catalogue; {hint} (or file.py:function, model.json)"
    raise InvalidModel("model", reason)


def _puzzle_at(address: str) -> Model | None:
    """The puzzle of an address; None if it is none. Raises ``InvalidModel`` if it is meant to be one."""
    if "penpa-edit" in address:
        reason = "addresses of penpa-edit are not read; those of puzz.link are"
        raise InvalidModel("model", f"{address[:40]!r}: {reason}")
    meant = "puzz.link/" in address or "pzv.jp/" in address
    if not meant and "?" not in address:
        return None
    from nqsat.modelling.pzpr import EXAMPLE, read_address

    puzzle = read_address(address)
    if puzzle is None and meant:
        reason = f"expected the address of a puzzle, as in {EXAMPLE}"
        raise InvalidModel("model", f"{address[:60]!r}: {reason}")
    return puzzle


def _same(model: Model, /) -> Model:
    return model


#: A number of OEIS.
OEIS = re.compile(r"A[0-9]{6,7}", re.ASCII)


class Sequence(NamedTuple):
    """What a number of OEIS asks, see ``nqsat.models.sequences``.

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


def find_sequence(number: str) -> Sequence:
    """What a number of OEIS asks.

    Raises:
        InvalidModel: nothing in the catalogue counts it, or it names only a part of a question.
    """
    words = importlib.import_module("nqsat.models").SEQUENCES.get(number)
    if words is None:
        found = [family for family in catalogue() if number in family.oeis]
        if not found:
            reason = f"no model of the catalogue counts {number}; `nqsat list` has its models"
            raise InvalidModel("model", f"{reason}, --board and --piece make others")
        names = " or ".join(" ".join([family.name, *family.parameters]) for family in found)
        reason = f"{number} names only a part of a question; name the model: {names}"
        raise InvalidModel("model", f"{reason} (`nqsat show {found[0].name}`)")
    name, *rest = words.split()
    fixed = dict(word.split("=", 1) for word in rest)
    asked = {key: fixed.pop(key) for key in ("modulo", "fixed_by", "ask") if key in fixed}
    return Sequence(find_family(name), fixed, asked)


def user_class(
    field: str, text: str, kind: type, digest: str | None = None, *, values: bool = False
) -> Any:
    """The class of a user's own that ``file.py:Class`` names; None for a text of another form.

    Args:
        field: what is being named, for messages.
        text: the text.
        kind: what it has to be a subclass of.
        digest: as for ``find_family``.
        values: whether it may be a value of such a class, too.

    Raises:
        InvalidModel: the file cannot be used, or has no such class.
    """
    match = _PYTHON.fullmatch(text)
    if match is None:
        return None
    found = getattr(_load(field, Path(match["path"]), digest), match["name"], None)
    if values and isinstance(found, kind):
        return found
    if not isinstance(found, type) or not issubclass(found, kind):
        reason = f"{match['path']} has no {kind.__name__.lower()} {match['name']!r}"
        raise InvalidModel(field, reason)
    return found


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
    if not words or len(words) % 2 == 0 or not flags or not _PYTHON.fullmatch(words[0]):
        raise InvalidModel("model", f"is not in the file; its arguments are {' '.join(words)}")
    path = words[0].rpartition(":")[0]
    digest = digests.get(path) if isinstance(digests, dict) else None
    family = find_family(*check_named("model", words[0], digest, named))
    return family(**{name: value for name, _, value in made})


def check_named(field: str, text: str, digest: object, named: str | None) -> tuple[str, str]:
    """See that a call names the file of a user's own that data name: data alone run nothing.

    Args:
        field: what the file has: ``"model"`` or ``"engine"``, which an option is called, too.
        text: what the data say: ``file.py:name``.
        digest: of the file, in the data.
        named: what the call names, if anything.

    Returns:
        what is to be loaded, and the digest that its file must have.

    Raises:
        InvalidModel: the call names nothing, or something else, or the data have no digest.
    """
    if named is None:
        reason = f"data import nothing; name its file in this call: --{field} {text}"
        raise InvalidModel(field, reason)
    if not _PYTHON.fullmatch(named) or named.rpartition(":")[2] != text.rpartition(":")[2]:
        raise InvalidModel(field, f"{named} is not what the data name: {text}")
    if not isinstance(digest, str):
        reason = f"the data have no digest of {text}, so no file is known to be it"
        raise InvalidModel(field, reason)
    return named, digest


#: What other libraries call it, and what nqsat has instead.
_OTHER_WORDS: Mapping[str, str] = {
    "assumptions": "what is given is a preset: model.changed(presets=['Q@a1', '-@b2'])",
    "hint": "solve takes one: solve(model, hint=['Q@a1'])",
    "hints": "solve takes hint=['Q@a1']",
    **dict.fromkeys(
        ("maximise", "minimise", "maximize", "minimize"),
        "the model has it: solve(model.with_objective(maximise=3 * a + b))",
    ),
    "timeout": "time_limit takes the seconds",
    "solution_limit": "limit takes the number of solutions",
    "num_workers": "workers takes the number of processes",
    "symmetry": "modulo='symmetry' counts each orbit once",
}


def model_of(
    given: Model | str, parameters: Mapping[str, int | str], sizes: Iterable[int | str] = ()
) -> Model:
    """The model that a question is about: what is given, or that of a name and its parameters.

    Args:
        given: a model, or a text as for ``find_family``.
        parameters: of the family that the text names.
        sizes: the first of its parameters, in its order.

    Raises:
        InvalidModel: it is neither, or there are parameters beside a model; otherwise as ``find_family``.
    """
    family = find_family(given) if isinstance(given, str) else None
    if isinstance(given, Model):
        wishes = {british(x): parameters[x] for x in parameters if british(x) in get_args(Sense)}
        if wishes and "maximise" not in given.options:
            raise InvalidModel(next(iter(wishes)), f"a {given.key} has no objective")
        if wishes:
            given = cast("Any", given).with_objective(**wishes)
            parameters = {x: y for x, y in parameters.items() if british(x) not in wishes}
    for name in parameters:
        if name in _OTHER_WORDS and not (family and name in family.parameters):
            raise InvalidModel(name, f"is not an option here; {_OTHER_WORDS[name]}")
    if family is not None:
        return family(*sizes, **parameters)
    for name in parameters:
        raise InvalidModel(name, "is not an option here; parameters follow a name: ('queens', n=8)")
    for size in sizes:
        reason = f"what is {size!r} for? Parameters follow a name: ('queens', 8)"
        raise InvalidModel("model", reason)
    if not isinstance(given, Model):
        reason = f"expected a Placement, a Tour, a Factor or a name, got {given!r:.60}"
        raise InvalidModel("model", reason)
    return given


def in_place(
    board: str,
    pieces: Iterable[str],
    rules: Iterable[str] = (),
    presets: Iterable[str | Path] = (),
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    read_as: Meaning | None = None,
) -> Model:
    """The placement that command-line words describe.

    Args:
        board: ``8x8``, ``torus:7x7``, ``cylinder:5x6``, ``file:map.txt``.
        pieces: ``Q=8``, ``white:Q=any``, ``N=3..5``; ``own.py:attacks=8`` runs a file, see ``Placement``.
        rules: ``NAME`` or ``NAME=VALUE``; non-attacking where none is given.
        presets: ``Q@a1``, ``-@b2``, or files of boards.
        maximise: a measure: ``pieces``, ``pieces=white:Q``, ``unattacked``, ``sum=3*Q@a1,~Q@b3``.
        minimise: the same; one of the two at most.
        read_as: what the cells of a grid mean, see ``nqsat.chess.cells``.

    Raises:
        InvalidModel: a word cannot be read; a piece without a number is refused with that hint.
    """
    numbers: dict[Any, str] = {}
    for word in pieces:
        name, equals, number = word.rpartition("=")
        if "=" in name:
            several = " ".join(f"--piece {piece}" for piece in _SEVERAL.split(word))
            raise InvalidModel("piece", f"{word!r} is several; write {several}")
        if not equals and (turned := _NUMBER_FIRST.fullmatch(word)):
            reason = f"{word!r}: the piece comes first; write {turned[2]}={turned[1]}"
            raise InvalidModel("piece", reason)
        if not equals or not name or not number:
            some = "Q" if not word or set(word) & set("= @~") else word
            with blaming("piece"):
                Kind.parse(some, 1)  # or the advice is refused next
            raise InvalidModel("piece", f"{word!r} has no number: write {some}=8 or {some}=any")
        if wish := _WISHED.get(number.lower()):
            reason = f"{word!r}: write --piece {name}=any --{wish} pieces={name}"
            raise InvalidModel("piece", reason)
        piece = user_class("piece", name, Callable, values=True) or name  # type: ignore[arg-type]
        if piece in numbers:
            raise InvalidModel("piece", f"{name!r} is given twice; give one number for both")
        with blaming("piece"):
            Number.parse(number := dotted(number))
        numbers[piece] = number
    if not numbers:
        Placement(board, {})  # which may be at fault, too
        raise InvalidModel("piece", "none is given: add --piece Q=8")
    stated = tuple(rules)
    usual = () if stated else (NonAttacking(),)
    if "none" in stated and len(stated) > 1:
        reason = "none says that there is no rule; leave it or the others out"
        raise InvalidModel("rule", reason)
    if stated == ("none",):
        stated = ()
    model = Placement(board, numbers, usual, read_as=read_as)
    return refined(model, rules=stated, presets=presets, maximise=maximise, minimise=minimise)


#: How a text says an objective.
_WISHES = ("maximise", "minimise")

#: What a text may say once, as it may the ends of a tour.
_ONCE = ("tour", "factor", "degree", "unit", "visit", "maximise", "minimise")

#: The words of a text that the next word belongs to, and what that is of the model.
_BEFORE = {
    **dict(zip(_ONCE, _ONCE, strict=True)),
    **{field.word: name for name, field in ARGUMENT_FIELDS.items()},
    "preset": "presets",
}


def whole_text(model: Model) -> str | None:
    """Return the text of a model, if it says all: ``parse`` makes an equal model of it; else None."""
    try:
        text = model.text
        return text if parse(text) == model else None
    except InvalidModel:
        return None


def parse(text: str) -> Model:
    """The model of a text, the inverse of ``model.text``: ``8x8 Q=8 non-attacking preset Q@a1``.

    The board comes first; then pieces with their numbers and rules (non-attacking where none is given), or
    ``tour`` or ``factor`` with a piece. Other words are ``preset``, ``maximise``, ``minimise``, ``open``,
    ``unit``, ``degree``, ``maximal``, ``visit``, ``from``, ``to``, ``through``, ``avoiding``, ``ends``,
    ``visiting``, ``order``, ``number`` and ``fixed-by``, with what they say behind them.

    Raises:
        InvalidModel: a word cannot be read, or says nothing of such a model.
    """
    board, *words = text.split() or [""]
    return of_words(board, words)


def of_words(board: str, words: Iterable[str], read_as: Meaning | None = None) -> Model:
    """The model of a board and the words behind it; see ``parse``, and ``in_place`` for ``read_as``."""
    rest = iter(words)
    given: dict[str, Any] = {}
    for word in rest:
        if word in _BEFORE:
            value = next(rest, "")
            if value in _BEFORE and word not in _WISHES:  # moves are a measure, too
                raise InvalidModel(word, f"says nothing; behind it stands {value}")
            given.setdefault(_BEFORE[word], []).append(value)
        elif word == "open" or (word == "maximal" and "factor" in given):
            given |= {"closed": False} if word == "open" else {"maximal": True}
        else:
            if names_a_file(word):
                raise InvalidModel("model", f"{word!r}: a text runs no file; give --piece {word}")
            name = folded(word.partition("=")[0])
            is_rule = name in {"none", *(folded(rule.name) for rule in RULES)}
            given.setdefault("rules" if is_rule else "pieces", []).append(word)
    for name in [name for name in given if name in (*_ONCE, "start", "end", "moves")]:
        value, *more = given[name]
        if more:
            raise InvalidModel(name, f"is given twice: {', '.join(given[name])}")
        given[name] = value
    if "numbers" in given:
        given["numbers"] = dict(parse_numbers(given["numbers"]))
    made: Callable[..., Model] = in_place
    allowed, given["pieces"] = {*Placement.options, "pieces"}, given.get("pieces", [])
    for kind in (Tour, Factor):
        if kind.key in given:
            made = kind
            allowed = {*kind.needed_names, *kind.optional_names, *kind.required_names}
            allowed |= {*_WISHES, "rules"} & {*kind.options}
            given["piece"], allowed = given.pop(kind.key), {*allowed, "piece"}
            given = {name: value for name, value in given.items() if value != []}
    if others := [name for name in given if name not in allowed]:
        said = ", ".join(given["pieces"]) if others[0] == "pieces" else others[0]
        known = ", ".join(word for word, name in _BEFORE.items() if name in allowed)
        raise InvalidModel("model", f"{said} is of another kind of model; here stand {known}")
    moves = () if made is in_place else (*_WISHES, "rules")
    more = {name: given.pop(name) for name in moves if name in given}
    return refined(made(board, **given, read_as=read_as), **more)


def refined(model: Model, **more: Any) -> Model:
    """A model of which more is required, in words as for ``in_place``; numbers of a tour are ``a1=1``.

    Args:
        model: which.
        more: of a placement ``rules``, ``presets``, ``maximise`` and ``minimise``, of a tour ``rules``,
            ``start``, ``end``, ``through``, ``avoiding``, ``order`` and ``numbers``.

    Raises:
        InvalidModel: a word cannot be read, is not for this kind of model, or contradicts the model.
    """
    given = {name: value for name, value in more.items() if value}
    for name in given:
        if name not in model.options:
            kind = next(kind for kind in MODELS if name in kind.options)
            option = {"start": "from", "end": "to"}.get(name, name.removesuffix("s"))
            raise InvalidModel(f"--{option}", f"is for models of {kind.key}s")
    if "rules" in given:
        given["rules"] = [_parse_rule(word, model) for word in given["rules"]]
    with _name_added_rule(given.get("rules", []), model):
        more_required: Model = model.refined(**given)
        return more_required


@contextmanager
def _name_added_rule(rules: list[Rule], model: Model) -> Iterator[None]:
    """Name a rule that does not fit the model it is added to, not its place there."""
    try:
        yield
    except InvalidModel as error:
        before = sum(not isinstance(rule, TourArgument) for rule in model.rules)
        match error.path:
            case ("rules", int(place), *inner) if place >= before:
                error.reason = ": ".join([*map(str, inner), error.reason])
                error.place(f"rule {rules[place - before].name}")
        raise


def _parse_rule(word: str, model: Model) -> Rule:
    name, equals, value = word.partition("=")
    if name == "none":
        reason = "none goes with --board and --piece; a MODEL keeps its rules"
        raise InvalidModel("rule", reason)
    if not (model.is_placement or names_a_file(name)) and name not in {rule.name for rule in RULES}:
        own = "rules of your own, FILE.py:NAME"
        reason = f"{name!r} is unknown; of a {model.key} there are among=a1-b3,number=1, and {own}"
        raise InvalidModel("rule", reason)
    kind = user_class("rule", name, Rule, values=True) or find_rule(name)
    if isinstance(kind, Rule):  # made of a function
        if equals:
            raise InvalidModel(f"rule {name}", f"takes no value; leave out ={value}")
        return kind
    try:
        rule: Rule = kind.parse(value if equals else None)
    except TypeError as error:  # of a class of the user's own that has to be told something
        raise InvalidModel(f"rule {name}", error_text(kind, error)) from error
    return rule


def _from_python(path: Path, name: str, digest: str | None) -> Family:
    module = _load("model", path, digest)
    function = getattr(module, name, None)
    if not callable(function):
        found = [key for key, value in vars(module).items() if isinstance(value, Family)]
        hint = f"; it has {', '.join(found)}" if found else ""
        raise InvalidModel("model", f"{path} has no function {name}{hint}")
    # Its name says where it is from, so that it is not taken for one of the catalogue.
    return replace(Family.of(function), name=f"{path.name}:{name}")


#: Users' files that have been run, with their text: a class named twice is one class.
_MODULES: dict[Path, tuple[str, ModuleType]] = {}

#: The folders of users' files, which stand last on Python's path, the latest first.
_FOLDERS: list[str] = []


def _let_import(folder: Path) -> None:
    """Let a user's file import those beside it, behind all else, and none beside another user's file."""
    here = str(folder)
    others = [other for other in _FOLDERS if other != here]
    names = {place.stem for place in folder.iterdir()} if others else set()
    for name, module in list(sys.modules.items()):
        parents = map(str, Path(getattr(module, "__file__", None) or "").parents)
        if name.partition(".")[0] in names and not set(others).isdisjoint(parents):
            del sys.modules[name]
    sys.path[:] = [*(place for place in sys.path if place not in _FOLDERS), here, *others]
    _FOLDERS[:] = [here, *others]
    importlib.invalidate_caches()
    sys.dont_write_bytecode = True  # nothing is written beside them, now or when they import more


def _load(field: str, path: Path, digest: str | None = None) -> ModuleType:
    """A user's file as a module of its own, run once. It is the user's program: it may do anything."""
    data = read_bytes(field, path, LONGEST)  # this is run, whatever becomes of the file meanwhile
    from hashlib import sha256

    if digest is not None and sha256(data).hexdigest() != digest:
        raise InvalidModel(field, f"{path} is not what it was: its SHA-256 is not that of the data")
    text = as_text(field, path, data)
    _let_import(path.resolve().parent)
    known = _MODULES.get(path.resolve())
    if known is not None and known[0] == text:
        return known[1]
    module = ModuleType(_NAMED + path.stem)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == str(path):
                line = frame.lineno
        text = str(error).partition("\n")[0]
        reason = f"{path}, line {line}: {type(error).__name__}: {text}"
        raise InvalidModel(field, reason) from error
    _MODULES[path.resolve()] = text, module
    return module
