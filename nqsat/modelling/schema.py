"""Models as JSON and back: data only, strict, versioned.

    {"nqsat": 1,
     "placement": {
       "board": {"rows": 8, "columns": 8, "wrap": "flat"}          or {"map": ["..#", "..."], "wrap": …}
                                                                   or {"shape": [3, 3, 3]},
       "pieces": [{"name": "Q", "low": 8, "high": 8,               high null: any number above low
                   "squares": ["a1", …], "symbol": "Q",            optional, as is "piece": "Q" or
                  "piece": {"notation": "Q", "rides": [[0, 1, 0], …],     rows down, columns right, reach
                            "graph": [["a1", "b3"], …]}}],                optional: attacks from, to
       "rules": [{"rule": "non-attacking", …the rule's own fields}],
       "presets": ["Q@a1", "-@b2"],
       "objective": {"minimise": "pieces", …the measure's own fields}}}         optional

    {"nqsat": 1,
     "tour": {
       "board": …, "piece": "N", "closed": true, "unit": "undirected",
       "start": "a1", "end": "b3",                                 optional, as is all that follows
       "through": ["a1-b3"], "avoiding": [], "numbers": {"c2": 2}, "fixed_by": "rot180",
       "order": ["a1", "c3"],                                       without visit
       "visit": "some", "visiting": ["b2"]}}                          or 8, "4..8"; without numbers

    {"nqsat": 1,
     "factor": {
       "board": …, "piece": "W", "degree": 2,                       or "..1"
       "through": ["a1-b3"], "avoiding": [], "fixed_by": "rot180",      optional, as is
       "ends": ["a1-c3", "b1-b2"]}}                                 degree 2 or "..2", not maximal

Anything else in the text is refused with the path of the field: unknown or duplicate keys, NaN,
numbers that are booleans, nesting deeper than 16, texts longer than 20 MB.
"""

from __future__ import annotations

import json
from itertools import accumulate
from pathlib import Path
from typing import NoReturn

from nqsat.errors import InvalidModel, InvalidNotation, in_file, inside
from nqsat.files import read_text, write
from nqsat.modelling.factor import Factor
from nqsat.modelling.json_values import fields_of
from nqsat.modelling.model import Model
from nqsat.modelling.placement import Placement
from nqsat.modelling.tour import Tour

#: The kinds of models; data that name none are taken for the first.
MODELS: tuple[type[Model], ...] = (Placement, Tour, Factor)

VERSION = 1
_DEEPEST = 16
#: Characters of a text, bytes of a user's file.
LONGEST = 20_000_000


# -- writing -----------------------------------------------------------------------------


def dump(model: Model, path: str | Path) -> None:
    """Write the model into a JSON file; ``nqsat count FILE`` reads it too.

    Raises:
        InvalidModel: JSON cannot hold it (a rule of your own), or the file cannot be written.
        OSError: the disk is full, or the like; the file is then unchanged.
    """
    if not isinstance(model, MODELS):
        raise InvalidModel("model", f"is a {type(model).__name__}; dump the model that it is of")
    if Path(path).suffix in (".cnf", ".opb", ".mps", ".lp"):
        cure = f"nqsat.dump(model, 'model.json'), then nqsat export model.json -o {path}"
        raise InvalidModel("output", f"{path}: dump writes JSON; write {cure}")
    write(Path(path), dumps(model))


def dumps(model: Model) -> str:
    """The model as JSON text, the same text for equal models.

    Raises:
        InvalidModel: a rule is a user's own, which JSON cannot carry.
    """
    return json.dumps(to_json(model), indent=1) + "\n"


def to_json(model: Model) -> dict[str, object]:
    """The model as JSON data; see ``dumps``."""
    return {"nqsat": VERSION, model.key: model.to_json()}


# -- reading -----------------------------------------------------------------------------


def load(path: str | Path) -> Model:
    """The model in a JSON file.

    Raises:
        InvalidModel: the file cannot be read; otherwise as ``loads``.
        InvalidNotation: as ``loads``.
    """
    if str(path).isidentifier() and not Path(path).exists():  # perhaps a name of the catalogue
        reason = f"there is no file {path}; load reads what dump wrote, and nqsat.models has the catalogue"
        raise InvalidModel("model", reason)
    text = read_text("model", path, LONGEST)
    with in_file(path):
        return loads(text)


def loads(text: str) -> Model:
    """The model that a JSON text describes.

    Raises:
        InvalidNotation: the text is not JSON, is too long or too deep, or has a key twice.
        InvalidModel: a field is missing, unknown or wrong; its path is named.
    """
    return from_json(read_json(text))


def from_json(data: object) -> Model:
    """The model that JSON data describe, or the one that a question in them is about; see ``loads``."""
    for key, inner in (("question", "question"), ("ask", "model")):
        if isinstance(data, dict) and key in data:
            data = data.get(inner)
    if not isinstance(data, dict):
        wanted = "an object, as `nqsat export MODEL --format json` prints"
        raise InvalidModel("model", f"expected {wanted}, not {type(data).__name__}")
    keys = data.keys()
    kind = next((kind for kind in MODELS if kind.key in keys), MODELS[0])
    with inside("model"):
        fields = fields_of(data, {"nqsat", kind.key})
        if type(fields["nqsat"]) is not int or fields["nqsat"] != VERSION:
            raise InvalidModel("nqsat", f"version {fields['nqsat']!r} is not {VERSION}")
        with inside(kind.key):
            return kind.from_json(fields[kind.key])


def read_json(text: str) -> object:
    """JSON data from an untrusted text; errors are as of ``loads``."""
    if len(text) > LONGEST:
        raise InvalidNotation("model", text, f"longer than {LONGEST:,} characters")
    if _depth(text) > _DEEPEST:
        raise InvalidNotation("model", text, f"nested deeper than {_DEEPEST}")
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise InvalidNotation(
            "model", text, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None


def _depth(text: str) -> int:
    """How deep brackets nest, counted without recursion; those inside strings count too."""
    steps = ((x in "[{") - (x in "]}") for x in text if x in "[]{}")
    return max(accumulate(steps), default=0)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidModel("model", f"the key {key[:40]!r} occurs twice in one object")
        found[key] = value
    return found


def _refuse_constant(constant: str) -> NoReturn:
    raise InvalidModel("model", f"expected a number, got {constant}")


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise InvalidModel("model", f"the number {digits[:18]}… is too large")
    return int(digits)
