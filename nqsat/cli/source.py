"""The options that say which model is meant: named, or given in place."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import nqsat
from nqsat.cli.commands import argument, option
from nqsat.cli.completion import completed, of_model
from nqsat.cli.options import OwnModelOption
from nqsat.errors import InvalidModel
from nqsat.files import read_text

if TYPE_CHECKING:
    from nqsat.compiling import CnfProblem
    from nqsat.counting.question import Ask, Question
    from nqsat.modelling import Family, Model
    from nqsat.modelling.sources import Sequence

#: A number of OEIS.
OEIS = re.compile(r"A[0-9]{6,7}", re.ASCII)

#: Options that make a model, and those that require more of it, wherever it is from.
_IN_PLACE = ("--piece", "--tour", "--open", "--factor", "--degree", "--maximal")
_OF_MEN = ("--preset", "--maximise", "--minimise")
_PLACING = ("--rule", *_OF_MEN)
_TOURING = ("--from", "--to", "--through", "--avoiding", "--number")
#: All options that say which model is meant, but -p.
_OTHERS = ("--dimacs", "--board", *_IN_PLACE, *_PLACING, *_TOURING, "--unit")
#: Those whose words may have parameters in braces, where they stand in place of a MODEL.
_TEMPLATES = ("--board", "--piece", "--tour", *_PLACING, *_TOURING)
_FIELDS = {"-p": "parameter", "--from": "start", "--to": "end", "--model": "own"}

A = TypeVar("A")
Word = str | None
Words = list[str] | None


@dataclass(frozen=True)
class Source:
    """Which model: named, or given in place."""

    model: Word = argument(
        "A catalogue name (nqsat list), file.py:function, model.json, clauses.cnf, or a star battle: "
        "its address on puzz.link or FILE.pzprv3; parameters may follow: queens 8, kings n=4 k=3.",
        "MODEL",
        default=None,
        autocompletion=completed("models"),
    )
    more: Words = argument("", "-p NAME=VALUE", default=None, hidden=True)
    own: OwnModelOption = None
    parameter: Words = option(
        "A parameter of MODEL; n=4..8 is a range.",
        "-p",
        metavar="NAME=VALUE",
        autocompletion=of_model,
    )
    dimacs: Word = option(
        "A DIMACS file instead of MODEL (count, enumerate, solve).", metavar="FILE"
    )
    board: Word = option(
        "A board instead of MODEL: 8x8, torus:7x7, cylinder:5x6, 4x4x4, hex:6, file:map.txt, "
        "asp:facts.lp; '{n}x{n+1}' with -p n=3..8 is a family."
    )
    graph: Word = option(
        "A graph as --board, on which W moves along the edges: DIMACS .col, graph6 .g6, or a list "
        "of edges.",
        metavar="FILE",
    )
    piece: Words = option(
        "A piece and how many: Q=8, N=any, BN=3..5, white:Q=2; repeatable (nqsat list pieces).",
        metavar="PIECE=NUMBER",
        autocompletion=completed("pieces", "="),
    )
    rule: Words = option(
        "A further rule of MODEL; a rule of --board, where the default is non-attacking. Repeatable "
        "(nqsat list rules).",
        metavar="NAME[=VALUE]",
        autocompletion=completed("rules"),
    )
    preset: Words = option(
        "Q@a1 (a piece there), -@b2 (none there) or fen:8/8/3Q4/8/8/8/8/8; repeatable.",
        metavar="PIECE@SQUARE",
    )
    maximise: Word = option(
        "Only solutions with the most men, men=white:Q or unattacked squares.", metavar="MEASURE"
    )
    minimise: Word = option("Only solutions with the fewest; as --maximise.", metavar="MEASURE")

    tour: Word = option(
        "Closed tours of --board by PIECE, as in N.",
        metavar="PIECE",
        autocompletion=completed("pieces"),
    )
    factor: Word = option(
        "Sets of PIECE's moves on --board, with the same number at every square.",
        metavar="PIECE",
        autocompletion=completed("pieces"),
    )
    degree: Word = option(
        "Moves at every square of a factor: 2 (the default), 1 (perfect matchings), ..1.",
        metavar="NUMBER",
    )
    maximal: bool = option(
        "Only factors to which no move can be added.", "--maximal", default=False
    )
    open: bool = option(
        "Open tours: the last square need not lead to the first. (In view without --tour: open the page.)",
        "--open",
        default=False,
    )
    start: Word = option("The first square of an open tour.", "--from", metavar="SQUARE")
    end: Word = option("The last square of an open tour.", "--to", metavar="SQUARE")
    through: Words = option("A move that the tour makes: a1-b3; repeatable.", metavar="MOVE")
    avoiding: Words = option("A move that the tour does not make; repeatable.", metavar="MOVE")
    number: Words = option(
        "The step at which the tour visits a square: c3=13; repeatable.", metavar="SQUARE=NUMBER"
    )
    unit: Word = option("Count tours as undirected or directed.")

    def __post_init__(self) -> None:
        """Read words behind MODEL as parameters, a graph as a board, clauses by the name of their file."""
        if self.graph is not None:
            if self.board is not None:
                raise InvalidModel("--graph", "stands in place of --board; leave one out")
            object.__setattr__(self, "board", f"graph:{self.graph}")
            object.__setattr__(self, "graph", None)
        if self.more:
            object.__setattr__(self, "parameter", [*(self.parameter or ()), *self.more])
            object.__setattr__(self, "more", None)
        if self.model is not None and (found := _star_battle(self.model)) is not None:
            given = [f"regions={found[0]}", f"stars={found[1]}"]
            object.__setattr__(self, "parameter", [*given, *(self.parameter or ())])
            object.__setattr__(self, "model", "star-battle")
        if self.model is not None and self.model.lower().endswith(".cnf"):
            if self.dimacs is not None:
                raise InvalidModel("--dimacs", f"stands in place of {self.model}; give one file")
            object.__setattr__(self, "dimacs", self.model)
            object.__setattr__(self, "model", None)

    @property
    def nothing(self) -> bool:
        """Whether no model is asked for at all."""
        return not any(getattr(self, field.name) for field in fields(self))

    @property
    def only_a_board(self) -> bool:
        """Whether a board is given, and nothing that stands on it or is required."""
        return {field.name for field in fields(self) if getattr(self, field.name)} == {"board"}

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters as given, ranges not expanded."""
        found: dict[str, str] = {}
        for name, value in sorted(
            map(self._pair, self.parameter or ()), key=lambda one: not one[0]
        ):
            key = name or self._unnamed(value, found)
            if key in found:
                raise InvalidModel(key, "is given twice")
            found[key] = value
        return found

    @staticmethod
    def _pair(word: str) -> tuple[str, str]:
        """``n=8`` as name and value; the name is empty where the word has none."""
        name, equals, value = word.partition("=") if "=" in word else ("", "", word)
        if not value or (equals and not name):
            raise InvalidModel("-p", f"{word!r}: write NAME=VALUE, as in -p n=8")
        return name, value

    def _unnamed(self, value: str, named: Mapping[str, str]) -> str:
        """The parameter that a value without a name is for: the only one that is left."""
        family = self.family
        known = list(family.parameters) if family else []
        left: list[str] = (family.missing(named) if family else []) or [
            x for x in known if x not in named
        ]
        if value in known:
            raise InvalidModel("-p", f"{value!r}: write NAME=VALUE, as in -p {value}=8")
        if len(left) == 1:
            return left[0]
        if not left:
            takes = ", ".join(known) or "no parameters"
            raise InvalidModel(
                "model", f"unexpected {value!r}; {family.name if family else 'it'} takes {takes}"
            )
        example = " ".join([f"{left[0]}={value}", *(f"{name}=…" for name in left[1:])])
        raise InvalidModel("-p", f"{value!r} may be {' or '.join(left)}; write {example}")

    @property
    def ranges(self) -> list[str]:
        """The parameters that are given several values."""
        is_range = nqsat.modelling.is_range
        return [name for name, value in self.parameters.items() if is_range(value)]

    @property
    def family(self) -> Family | None:
        """The family that MODEL names, or that words with ``{n}`` make; None for one model in place."""
        self.refuse_clauses()
        self._refuse("goes with a file in JSON that asks a question", "--model")
        if self.model is None:
            if self.board is None:
                self._refuse("needs --board", *_IN_PLACE)
                self._refuse("needs a MODEL or --board", *_PLACING, *_TOURING)
                self._refuse("needs a MODEL", "-p")
                raise InvalidModel(
                    "model", "say which: a name (`nqsat list`), or --board and --piece"
                )
            words = {option: self._given(option) for option in _TEMPLATES}
            names = nqsat.modelling.names_in(word for given in words.values() for word in given)
            if names:
                title = " ".join(f"{option} {x}" for option, given in words.items() for x in given)
                title += " --open" if self.open else ""
                make = _taking(lambda **values: self._filled(values)._in_place()[0], names)
                return nqsat.modelling.Family(title, make)
            self._refuse("goes with a MODEL, or with {n} in the words of --board", "-p")
            return None
        self._refuse(f"goes with --board, not with MODEL {self.model}", *_IN_PLACE)
        if self.board is not None:
            raise InvalidModel("--board", f"stands in place of a MODEL; leave out {self.model}")
        if (sequence := self.sequence) is not None:
            return nqsat.modelling.Family(
                self.model,
                _taking(lambda **own: sequence.family(**sequence.of(own)), sequence.parameters),
            )
        return nqsat.modelling.find_family(self.model)

    @property
    def sequence(self) -> Sequence | None:
        """What MODEL asks, if it is a number of OEIS."""
        number = self.model is not None and OEIS.fullmatch(self.model)
        return nqsat.modelling.find_sequence(self.model) if self.model and number else None

    def _filled(self, values: Mapping[str, Any]) -> Source:
        """The source with these values in its braces."""
        words: dict[str, Any] = {}
        for flag in _TEMPLATES:
            given = [nqsat.modelling.filled(word, values) for word in self._given(flag)]
            name = _FIELDS.get(flag, flag.removeprefix("--"))
            if given:
                words[name] = given if isinstance(getattr(self, name), list) else given[0]
        return replace(self, parameter=None, **words)

    def problems(self) -> Iterator[tuple[str, dict[str, int | str], Model | CnfProblem]]:
        """Each model asked for, or the clauses of a file: its name, what is said of it, and itself."""
        if self.dimacs is None:
            yield from self._models()
            return
        if self.model is not None:
            raise InvalidModel("--dimacs", f"stands in place of a MODEL; leave out {self.model}")
        others = (x for x in _OTHERS if x != "--dimacs")
        self._refuse("does not go with --dimacs", "-p", "--model", *others)
        problem = nqsat.compiling.read_dimacs(self.dimacs)
        sizes: dict[str, int | str] = {
            "variables": problem.variables,
            "clauses": len(problem.clauses),
            "shown": len(problem.projection),
        }
        yield self.dimacs, sizes, problem

    def models(self) -> Iterator[tuple[str, dict[str, int | str], Model]]:
        """Each model asked for: the family's name, the parameters, the model.

        Raises:
            InvalidModel: MODEL asks more of a model than this command would.
        """
        sequence = self.sequence
        if sequence is not None and sequence.asked:
            more = " ".join(f"--{name.replace('_', '-')} {x}" for name, x in sequence.asked.items())
            reason = f"{self.model} is {sequence.family.name} with {more}; name that model"
            raise InvalidModel("model", f"{reason}, or nqsat count {self.model}")
        return self._models()

    def _models(self) -> Iterator[tuple[str, dict[str, int | str], Model]]:
        """The same of any."""
        family, sequence = self.family, self.sequence
        if family is None:
            model, words = self._in_place()
            yield "in place", words, self._counted(model)
            return
        for parameters in nqsat.modelling.expand(self.parameters):
            for name in family.missing(family.typed(parameters)):
                raise InvalidModel(name, f"is missing; {family.name} needs -p {name}=…")
            model = self.refined(family(**parameters))
            typed = family.typed(parameters)
            # The answer says what was counted.
            named = (sequence.family, sequence.of(typed)) if sequence else (family, typed)
            yield self.name(named[0]), named[1], model

    def refined(self, model: Model) -> Model:
        """A model of a family with what the other options require besides, and the unit asked for."""
        if self.model is None:
            return self._counted(model)  # in place: what they say is in it
        more = nqsat.modelling.refined(
            model,
            rules=self.rule or (),
            presets=self.preset or (),
            maximise=self.maximise,
            minimise=self.minimise,
            **self._touring,
        )
        return self._counted(more)

    def name(self, family: Family) -> str:
        """The family's name, with what is asked besides: then published counts are not about it."""
        besides = (
            self.besides if self.model else [f"--unit {word}" for word in self._given("--unit")]
        )
        return " ".join([family.name, *besides])

    @property
    def besides(self) -> list[str]:
        """What is required of a model besides what it is."""
        options = ("--open", *_PLACING, *_TOURING, "--unit")
        given = [(option, self._given(option)) for option in options]
        return [f"{option} {word}".strip() for option, words in given for word in words]

    def _given(self, option: str) -> list[str]:
        """The values of an option, as they were given."""
        value = getattr(self, _FIELDS.get(option, option.removeprefix("--")))
        if isinstance(value, list):
            return value
        return [value] if isinstance(value, str) else [""] if value else []

    def _in_place(self) -> tuple[Model, dict[str, int | str]]:
        board = self.board or ""
        if self.factor is not None:
            return self._factor(board, self.factor)
        self._refuse("goes with --factor", "--degree", "--maximal")
        if self.tour is None:
            self._refuse("goes with --tour", "--open", *_TOURING)
            model = nqsat.modelling.in_place(
                board,
                self.piece or (),
                self.rule or (),
                self.preset or (),
                maximise=self.maximise,
                minimise=self.minimise,
            )
            return model, {"board": board, "pieces": " ".join(self.piece or ())}
        self._refuse("does not go with --tour", "--piece", *_OF_MEN)
        tour = nqsat.Tour(board, self.tour, closed=not self.open)
        more = nqsat.modelling.refined(tour, rules=self.rule or (), **self._touring)
        return more, {"board": board, "tour": self.tour}

    def _factor(self, board: str, piece: str) -> tuple[Model, dict[str, int | str]]:
        self._refuse("does not go with --factor", "--piece", "--tour", "--open", *_OF_MEN)
        degree = "2" if self.degree is None else self.degree
        model = nqsat.Factor(board, piece, degree, maximal=self.maximal)
        more = nqsat.modelling.refined(model, rules=self.rule or (), **self._touring)
        return more, {"board": board, "factor": piece, "degree": degree}

    @property
    def _touring(self) -> dict[str, Any]:
        """What is required of a tour."""
        return {
            "start": self.start,
            "end": self.end,
            "through": self.through or (),
            "avoiding": self.avoiding or (),
            "numbers": self.number or (),
        }

    def _counted(self, model: Model) -> Model:
        """The model with the unit asked for."""
        return model if self.unit is None else model.with_unit(self.unit)

    def _refuse(self, reason: str, *options: str) -> None:
        """Complain about the first of these options that is given."""
        for name in options:
            if self._given(name):
                raise InvalidModel(name, reason)

    def refuse_more(self, reason: str, *options: str) -> None:
        """Complain of whatever says more of a model than its name; and of these options."""
        self._refuse(reason, *options, *_OTHERS)

    def refuse_clauses(self) -> None:
        """Complain of clauses where a model is needed."""
        self._refuse("is for count, enumerate and solve", "--dimacs")

    @property
    def _text(self) -> str | None:
        """What stands in MODEL, if it is a file in JSON."""
        from nqsat.modelling.schema import LONGEST

        if self.model is None or not self.model.endswith(".json"):
            return None
        return read_text("model", Path(self.model), LONGEST)

    def question(self, ask: Ask, engine: str | None = None) -> Question | None:
        """The question that MODEL holds, if it is a file with one of this sort; None for a model.

        Args:
            ask: the sort.
            engine: the engine, if that is said here.
        """
        text = self._text
        if text is None:
            return None
        found = nqsat.counting.Question.loads(text, self.own, engine)
        if found is None:
            return None
        if found.ask != ask:
            raise InvalidModel("model", f"asks another question: nqsat {found.ask} {self.model}")
        reason = f"is for models; {self.model} is a question of its own"
        self._refuse(reason, "-p", *_OTHERS)
        return found

    def told(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """The words that make a model, and the digests of the files that these name."""
        from nqsat.counting.question import words_of

        if self.board is not None and self.family is not None:
            return self._filled(parameters).told({})
        sequence = self.sequence
        words = [sequence.family.name if sequence else self.model] if self.model else []
        given = parameters.items() if self.model else ()
        words += [word for pair in given for word in ("-p", "{}={}".format(*pair))]
        if self.own is not None:  # the file in JSON has the parameters
            words = [self.own, *words_of(self._text or "")[1:]]
        for name in _OTHERS:
            for value in self._given(name):
                words += [name, value] if value else [name]
        pattern = r"[^\s=]+\.py(?=:)|(?<=file:)[^\s,]+|(?<=asp:)\S+|(?<=graph:)\S+"
        named = [*re.findall(pattern, "\n".join(words)), self.dimacs or ""]
        named += [words[0].rpartition(":")[0]] if words and self.board is None else []
        paths = [path for path in map(Path, named) if path.is_file()]
        digests = {str(path): sha256(path.read_bytes()).hexdigest() for path in paths}
        return {"arguments": words, "sha256": digests}

    def note(self, model: Model | CnfProblem) -> str | None:
        """What has to be said of rules that were given instead of the default."""
        stated = self.rule if self.model is None else self.model.endswith(".json")
        if not stated or isinstance(model, nqsat.compiling.CnfProblem) or not model.of_men:
            return None
        if not model.rules or model.of_attacks or model.largest < 2:
            return None
        return "men may attack one another: add --rule non-attacking to forbid it"

    def one(self) -> tuple[str, dict[str, int | str], Model]:
        """The model asked for, where a range makes no sense."""
        return alone(self.models())


def _taking(make: Callable[..., Model], names: Iterable[str]) -> Callable[..., Model]:
    """A function as a ``Family`` takes it, of integers with these names."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, kind, annotation=int) for name in names]
    make.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return make


def alone(several: Iterator[A]) -> A:
    """The only one; refused if there are others."""
    first, *others = several
    if others:
        raise InvalidModel("-p", "a range makes no sense here; give one value")
    return first


def _star_battle(word: str) -> tuple[str, int] | None:
    """The regions and stars of a star battle: of an address of puzz.link, or of a file of pzpr."""
    address, file = "?starbattle/" in word, word.lower().endswith((".pzprv3", ".pzpr"))
    if not (address or file):
        return None
    from nqsat.puzzles.puzzlink import read_address, read_pzprv3

    if address:
        return read_address(word)
    return read_pzprv3(read_text("model", Path(word), 100_000))
