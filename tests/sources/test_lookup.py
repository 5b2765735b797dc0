"""Where models come from: names, a user's Python file, a JSON file, words on a command line."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import pytest
from support.error_asserts import refused

from nqsat import InvalidModel, Kind, Piece, Placement, Rule
from nqsat.engines import Engine
from nqsat.modelling import dumps
from nqsat.rules import (
    Amount,
    Degrees,
    Domination,
    Maximal,
    NonAttacking,
    Objective,
    Permutation,
    Pieces,
    Regions,
    Stabiliser,
    Unattacked,
    clause,
)
from nqsat.sources import catalogue, find_family
from nqsat.sources.model_text import in_place, refined
from nqsat.sources.user_files import user_class

Write = Callable[..., str]

OWN = """
from __future__ import annotations
from nqsat import Rule
from nqsat.rules import Clause

NAME = "Corner"

class Other:
    pass

class Corner(Rule):
    name = "corner"

    def holds(self, arrangement):
        return all(tuple(piece.square) != (0, 0) for piece in arrangement.pieces)

    def lower(self, model, variables):
        return [Clause((-x,)) for kind in model.kinds for x in variables.group(kind.name, [(0, 0)])]
"""

VALUED = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Near(Corner):
    most: int
    to: str = "K"
    far: bool = False

class Needy(Corner):
    def __init__(self, what):
        pass
"""

HEAD = "from nqsat import Board, Placement, family\n"
PLAIN = HEAD + "def hexes(n: int):\n    return Placement(Board(n, n), {'K': n})\n"


def refusal(source: str) -> str:
    return str(refused(lambda: find_family(source)))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def made(text: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return made


# -- names ----------------------------------------------------------------------------------


def test_names_of_the_catalogue() -> None:
    for family in catalogue():
        assert find_family(family.name) is family
    assert find_family("queens_any") is find_family("queens-any")  # as the function is written


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("quens", "queens"), ("queen", "queens"), ("toroidal-queen", "toroidal-queens"),
     ("knight", "knights"), ("rook-k", "rooks-k"), ("zipp", "zip-path"), ("maximal", "queens-maximal")],
)  # fmt: skip
def test_near_misses_are_guessed(wrong: str, near: str) -> None:
    # A typing mistake is answered with the right name.
    message = refusal(wrong)
    assert "did you mean" in message
    assert near in message


@pytest.mark.parametrize(
    "wrong",
    ["", "xyzzy", "8", "QUEENS!", "queens ", "mine.py", "mine.py:", "mine.py:a b", ":f", "a/b",
     "x" * 10_000, "two\nlines", "\x1b[31m"],
    ids=ascii,
)  # fmt: skip
def test_what_is_no_name(wrong: str) -> None:
    message = refusal(wrong)
    assert len(message) < 400
    assert "\x1b" not in message


# -- a user's Python file -------------------------------------------------------------------


@pytest.mark.parametrize("word", ["https://puzz.link/p?slither/1/1/0", "it.pzprv3", "it.PZPR"])
def test_without_the_extension_that_reads_a_puzzle_it_is_named(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqsat.sources.lookup.hooked", lambda *_: None)
    refused(
        lambda: find_family(word), "model", "is read by the extension pzpr, which is not installed"
    )


def test_a_function_of_a_file(write: Write) -> None:
    # No decorator, no registration: `nqsat count mymodels.py:hexes -p n=5`.
    family = find_family(write(PLAIN) + ":hexes")
    assert family.name == "mine.py:hexes"
    assert family(n="3") == Placement("3x3", {"K": 3})


def test_a_family_of_a_file(write: Write) -> None:
    text = HEAD + (
        "@family('A000001', verify='n=1..2')\n"
        "def my_kings(n: int):\n    'Kings.'\n    return Placement(Board(n, n), {'K': n})\n"
    )
    family = find_family(write(text) + ":my_kings")
    assert (family.name, family.summary) == ("mine.py:my_kings", "Kings.")
    assert family.oeis == ("A000001",)
    assert list(family.cases()) == [{"n": 1}, {"n": 2}]


def test_a_file_that_is_named_like_a_module(write: Write) -> None:
    # A user's random.py must not replace Python's own for the rest of the program.
    import random

    find_family(write(PLAIN, "random.py") + ":hexes")
    assert sys.modules["random"] is random


def test_a_file_imports_its_neighbours(tmp_path: Path) -> None:
    # As a script does; two folders may have neighbours of one name, and none replaces Python's own.
    for folder, pieces in (("a", 1), ("b", 2)):
        (tmp_path / folder / "parts").mkdir(parents=True)
        (tmp_path / folder / "nearby.py").write_text(f"MEN = {pieces}\n")
        (tmp_path / folder / "parts" / "__init__.py").write_text(f"MEN = {pieces}\n")
        (tmp_path / folder / "random.py").write_text("raise RuntimeError\n")
        text = (
            HEAD + "import random\nfrom nearby import MEN\n"
            "def f():\n    import parts\n    return Placement('3x3', {'K': MEN, 'Q': parts.MEN})\n"
        )
        (tmp_path / folder / "mine.py").write_text(text)
    for folder, pieces in (("a", 1), ("b", 2), ("a", 1)):
        family = find_family(str(tmp_path / folder / "mine.py") + ":f")
        assert family() == Placement("3x3", {"K": pieces, "Q": pieces})


def test_nothing_is_written_beside_a_users_file(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nor beside what it imports, at once or when its function is called, however deep.
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for folder in ("packed/inner", "space"):
        (tmp_path / folder).mkdir(parents=True)
    names = ("beside.py", "packed/__init__.py", "packed/inner/__init__.py", "packed/inner/deep.py")
    for name in (*names, "space/far.py", "later.py"):
        write("size = 2\n", name)
    text = PLAIN.replace("    return", "    import later, space.far\n    return")
    path = write("import beside, packed.inner.deep\n" + text)
    before = sorted(tmp_path.rglob("*"))
    assert find_family(path + ":hexes")(n=2) == Placement("2x2", {"K": 2})
    user_class("rule", write(OWN, "rules.py") + ":Corner", Rule)
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "rules.py"])


def test_nothing_but_its_text_is_run(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Compiled code beside it is not looked at, even where it says that it is good for whatever is there.
    path = Path(write(PLAIN))
    other = compile("raise SystemExit", str(path), "exec")
    monkeypatch.setattr(sys, "pycache_prefix", None)
    place = Path(cache_from_source(str(path)))
    place.parent.mkdir()
    place.write_bytes(MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8) + marshal.dumps(other))
    digest = sha256(path.read_bytes()).hexdigest()
    assert find_family(f"{path}:hexes", digest)(n=2) == Placement("2x2", {"K": 2})
    said = str(refused(lambda: find_family(f"{path}:hexes", digest[::-1])))
    assert "has changed" in said


def test_a_class_of_a_file(write: Write) -> None:
    path = write(OWN)
    kind = user_class("rule", path + ":Corner", Rule)
    assert kind.name == "corner"
    assert user_class("rule", "corner", Rule) is None
    for name in ("Nothing", "NAME", "Other"):
        said = f"has no rule {name!r}"
        refused(partial(user_class, "rule", f"{path}:{name}", Rule), "rule", said)
    refused(lambda: user_class("engine", path + "x.py:Corner", Engine), "engine", "No such file")
    assert in_place("2x2", ["K=1"], [path + ":Corner"]).rules == (kind(),)


def test_values_of_a_rule_of_a_file(write: Write) -> None:
    # Its fields as it declares them: a whole number, a text, a flag.
    path = write(OWN + VALUED)
    near = user_class("rule", path + ":Near", Rule)
    for word, value in (
        ("=3", near(3)),
        ("=-2,far", near(-2, far=True)),
        ("=most=1,to=Q,far=false", near(1, "Q")),
    ):
        assert in_place("2x2", ["K=1"], [path + ":Near" + word]).rules == (value,)
    for word, said in (
        (":Near", "most: is missing"),
        (":Near=x", "most: expected a whole number"),
        (":Near=1,2", "most: expected a whole number"),
        (":Corner=1", "value: '1' is unknown; it has none"),
        (":Needy", "TypeError"),
    ):
        refused(partial(in_place, "2x2", ["K=1"], [path + word]), said=said)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD + "def f(:\n", 2, "SyntaxError"),
        (HEAD + "\n1 // 0\n", 3, "ZeroDivisionError"),
        (HEAD + "import nothing_of_this_name\n", 2, "nothing_of_this_name"),
        (HEAD + "\n\nPlacement('x', {})\n", 4, "InvalidNotation"),  # raised inside nqsat
        (HEAD + "import json\njson.loads('\\n\\n\\n\\n\\n\\n{')\n", 3, "JSONDecodeError"),
        (HEAD + "def g():\n    raise ValueError('a\\nb')\ng()\n", 3, "ValueError: a"),
    ],
    ids=["syntax", "division", "import", "inside nqsat", "inside json", "inside itself"],
)
def test_a_file_that_fails_says_where(write: Write, text: str, line: int, said: str) -> None:
    # The line is one of the user's file: that of a library's file would send him to the wrong place.
    path = write(text)
    message = refusal(path + ":f")
    assert said in message
    assert f"{path}, line {line}:" in message


def test_a_function_that_is_not_there(write: Write) -> None:
    text = (
        PLAIN + "@family\ndef rings(n: int):\n    return Placement(Board(n, n), {'K': 1})\nX = 3\n"
    )
    path = write(text)
    assert "has no function f; it has rings" in refusal(path + ":f")
    assert "has no function X" in refusal(path + ":X")


def test_a_model_of_a_file_needs_no_function(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(write(PLAIN + "ONE = Placement('3x3', {'K': 1})\n"))
    assert find_family(f"{path}:ONE")() == Placement("3x3", {"K": 1})
    assert "has no function f; it has ONE" in refusal(f"{path}:f")
    assert find_family(f"{path}:ONE").summary == ""  # and not what it says of ``partial``
    monkeypatch.chdir(path.parent)
    for words in (f"{path.stem}:ONE", f"{path.stem}.ONE"):
        assert refusal(words).endswith(f"write {path.name}:ONE")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "No such file" in refusal(str(tmp_path / "none.py") + ":f")
    assert "No such file" in refusal(str(tmp_path / "none.json"))
    assert "not a plain file" in refusal(str(tmp_path / "folder.py") + ":f")
    assert "not a plain file" in refusal(str(tmp_path / "folder.json"))
    assert "UTF-8" in refusal(str(tmp_path / "bytes.py") + ":f")
    assert "UTF-8" in refusal(str(tmp_path / "bytes.json"))


@pytest.mark.parametrize("source", ["a\0b.json", "a\0b.py:f", "d" * 5000 + ".json"], ids=ascii)
def test_paths_that_no_system_has(source: str) -> None:
    refusal(source)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (HEAD + "f = int\n", "f"),  # callable, but it has no signature
        (HEAD + "import functools\nf = functools.partial(Placement, '2x2', {'K': 1})\n", "f"),
        (
            "from __future__ import annotations\n" + HEAD + "def f(n: Unknown):\n    return None\n",
            "f",
        ),
        (HEAD + "def f(*sizes: int):\n    return Placement('2x2', {'K': 1})\n", "f"),
    ],
    ids=["builtin", "partial", "unknown annotation", "starred"],
)
def test_callables_that_are_odd(write: Write, text: str, name: str) -> None:
    # A model or an InvalidModel; a TypeError or a NameError of our reading it would be a traceback on
    # the command line.
    said = "a model"
    try:
        family = find_family(f"{write(text)}:{name}")
        family.typed({})
        model = family(**dict.fromkeys(list(family.parameters)[:1], 0))
        assert model == Placement("2x2", {"K": 1})
    except InvalidModel as error:
        said = str(error)
    assert len(said.splitlines()) == 1


# -- a JSON file ----------------------------------------------------------------------------


def test_a_model_in_a_file(write: Write) -> None:
    model = Placement("torus:4x4", {"N": "any"}, presets=["-@a1"])
    family = find_family(write(dumps(model), "my model.json"))
    assert family.name == "my model.json"
    assert family() == model
    refused(lambda: family(n=3), "n", "none")  # a file has no parameters


# -- words in place -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "rule", "wanted"),
    [
        (["(1,4)=1"], "permutation=..1,kinds=(1,4)", Permutation("..1", ("(1,4)",))),
        (["queen=1"], "permutation=..1,kinds=queen", Permutation("..1", ("Q",))),
        (["Q=1"], "degrees=0,of=queen", Degrees(0, of=("Q",))),
        (["Q=1", "(1,4)=1"], "degrees=0,others=(1,4),of=Q", Degrees(0, of=("Q",), others=("(1,4)",))),
        (["white:queen=1", "black:Q=1"], "non-attacking=white:queen-black:queen",
         NonAttacking(frozenset([("white:Q", "black:Q")]))),
        (["(1,4)=1", "Q=1"], "non-attacking=(1,4)-Q,Q-Q",
         NonAttacking(frozenset([("(1,4)", "Q"), ("Q", "Q")]))),
        (["dragon-king=1", "Q=1"], "non-attacking=dragon-king-Q", NonAttacking(frozenset([("RF", "Q")]))),
        (["dragon-king=1"], "maximal=dragon-king-dragon-king", Maximal(frozenset([("RF", "RF")]))),
        (["(1,4)=1"], "among=~(1,4)@a1,giraffe@b2", clause("~(1,4)@a1", "(1,4)@b2")),
        (["(1,4)=1"], "amount=pieces,kinds=(1,4),number=1", Amount(Pieces(("(1,4)",)), 1)),
        (["queen=1"], "amount=unattacked,kinds=queen,number=1..", Amount(Unattacked(("Q",)), "1..")),
        (["queen=1"], "domination=plain,kinds=queen", Domination(kinds=("Q",))),
        (["queen=1"], "stabiliser=rot90", Stabiliser(("rot90",))),
    ],
    ids=lambda given: given if isinstance(given, str) else None,  # a set has no order of words
)  # fmt: skip
def test_kinds_are_named_as_they_were_given(pieces: list[str], rule: str, wanted: Rule) -> None:
    assert in_place("4x4", pieces, [rule]).rules == (wanted,)
    refined_ = refined(in_place("4x4", pieces), rules=[rule])
    assert isinstance(refined_, Placement)
    assert refined_.rules == (NonAttacking(), wanted)


def test_measures_name_kinds_as_they_were_given() -> None:
    for word in ("pieces=queen", "pieces=Q", "pieces=kinds=queen"):
        model = in_place("4x4", ["queen=any"], maximise=word)
        assert model.objective == Objective("maximise", Pieces(("Q",)))
    fewest = Objective("minimise", Unattacked(("(1,4)",)))
    assert in_place("4x4", ["(1,4)=any"], minimise="unattacked=(1,4)").objective == fewest


def test_a_kind_that_has_the_name_of_a_piece() -> None:
    # A piece of one's own called knight is meant by that name, not Betza's N.
    knight = Piece.of_graph("knight", [((0, 0), (1, 1))])
    model = Placement("2x2", [Kind.of(knight, 1)])
    found = refined(model, rules=["permutation=..1,kinds=knight"])
    assert found == model.with_rules(Permutation("..1", ("knight",)))


def test_a_map_of_regions(write: Write) -> None:
    path = write("AAB\nABB\n", "map.txt")
    wanted = Regions(("AAB", "ABB"))
    for word in (f"regions=file:{path}", "regions=AAB/ABB"):
        assert in_place("2x3", ["K=2"], [word]).rules == (wanted,)
        assert find_family("star-battle")(regions=word.partition("=")[2], stars=1) == Placement(
            "2x3", {"K": 2}, [Permutation(1), Regions(wanted.map, 1), NonAttacking()]
        )
    assert Regions.parse("2x3,number=2") == Regions(("...", "..."), 2)
    empty = write("", "empty.txt")
    for family in ("star-battle", "queens-puzzle"):
        for text, said in (
            ("map.txt", "looks like a file: write file:map.txt"),
            ("maps/map.txt", "looks like a file: write file:maps/map.txt"),
            (path, "looks like a file"),
            (f"file:{empty}", "is empty"),
            (f"file:{path}x", "cannot be read"),
            ("99999x99999", "99999x99999 is larger than"),
        ):
            more = {"stars": 1} if family == "star-battle" else {}
            refused(partial(find_family(family), regions=text, **more), said=said)
