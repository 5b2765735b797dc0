"""Which model is meant: named, or given in place by --board with --piece, --tour or --factor."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import nqsat
from nqsat.arguments import ARGUMENTS
from nqsat.cli import typed
from nqsat.cli.definition import MOVES, NAMES, REQUIRED, Options, flag_of
from nqsat.errors import InvalidModel, in_file
from nqsat.files import read_text

if TYPE_CHECKING:
    from nqsat.counting.question import Ask, Question
    from nqsat.formulas import CnfProblem
    from nqsat.modelling import Model
    from nqsat.sources import Family
    from nqsat.sources.lookup import Sequence

    Words = dict[str, int | str]

#: The parameters of families whose texts may be numbers.
_OF_NUMBERS = ("k",)

#: The words of a model's requirements.
_OF_MOVES = [flag_of(name) for name in MOVES if name not in ("tour", "factor", "degree")]
_REQUIRED = (*_OF_MOVES, "--rule", "--preset", *map(flag_of, REQUIRED))
#: All options that say which model is meant, but -p; their words may have parameters in braces. The name of
#: a family says some of them last: so it is called where its numbers are kept.
_OTHERS = ("--board", "--as", "--piece", "--tour", "--factor", "--degree", *_REQUIRED)
_LAST = ("--factor", "--degree", *_OF_MOVES, "--unit")

A = TypeVar("A")


@dataclass(frozen=True)
class Source:
    """Which model: named, or given in place; and the model itself."""

    options: Options

    @property
    def is_empty(self) -> bool:
        """Whether no model is asked for at all."""
        return not any(map(self.options.given, ("MODEL", "-p", *_OTHERS)))

    @property
    def only_a_board(self) -> bool:
        """Whether a board is given, and nothing that stands on it or is required."""
        return [x for x in ("MODEL", "-p", *_OTHERS) if self.options.given(x)] == ["--board"]

    @property
    def requirement_words(self) -> list[str]:
        """The options and words of a model's requirements."""
        given = [(flag, self.options.words(flag)) for flag in _REQUIRED]
        return [f"{flag} {word}".strip() for flag, words in given for word in words]

    def refuse_more(self, reason: str, *flags: str) -> None:
        """Complain of whatever says more of a model than its name; and of these options."""
        self.options.refuse(reason, *flags, *_OTHERS)

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The parameters as given, ranges not expanded."""
        found: dict[str, str] = {}
        beside: dict[str, str] = {}  # what is read in files
        pairs = map(typed.pair, self.options.parameter or ())
        for name, value in sorted(pairs, key=lambda pair: not pair[0]):
            word = typed.file_word(value)
            key = name or self._parameter_for(typed.plain_number(word), found)
            if key in self._known and self._known[key].annotation is str:
                value = word  # noqa: PLW2901 - map.txt is file:map.txt
            if key in found:
                raise InvalidModel(key, "is given twice")
            if not name and key in nqsat.sources.GRIDS and value.isdecimal():
                value = f"{value}x{value}"  # noqa: PLW2901 - no grid has one cell
                self.options.note_read(f"{key}={value}")
            kind = self._known[key].annotation if key in self._known else None
            number = kind is int or (kind is not None and key in _OF_NUMBERS)  # or a range of them
            found[key] = typed.plain_number(value) if number else value
            if key in nqsat.sources.GRIDS and key != "regions":  # a map of regions reads its file
                beside |= typed.clues(key, value, self._known)
                found[key] = beside.get(key, value)
        if beside:
            self.options.note_read(nqsat.modelling.text_of({**beside, **found}))
        return {**beside, **found}

    @property
    def _known(self) -> Mapping[str, inspect.Parameter]:
        return {} if self.family is None else self.family.parameters

    def _parameter_for(self, value: str, named: Mapping[str, str]) -> str:
        """The parameter that a word without a name is for: the first that is left and that it fits."""
        known = self._known
        if value in known:
            raise InvalidModel("-p", f"{value!r}: write NAME=VALUE, as in -p {value}=8")
        left = [name for name in known if name not in named]
        if not left:
            from nqsat.cli.advice import of_unexpected

            raise InvalidModel("model", of_unexpected(value, self.family, named))
        fitting = [name for name in left if typed.fits(value, known[name], _OF_NUMBERS)]
        # star-battle 8: a map comes first where no word is one
        bare = [word for word in self.options.parameter or () if "=" not in word]
        maps = [
            name for name in left if name in nqsat.sources.GRIDS and all(map(str.isdecimal, bare))
        ]
        return (maps or fitting or left)[0]

    @property
    def ranges(self) -> list[str]:
        """The parameters that are given several values."""
        is_range = nqsat.sources.is_range
        return [name for name, value in self.parameters.items() if is_range(value)]

    @cached_property
    def family(self) -> Family | None:
        """The family that MODEL names, or that words with ``{n}`` make; None for one model in place."""
        options = self.options
        options.refuse("needs a file in JSON that asks a question", "--model")
        if options.board is not None:
            return self._family_in_place()
        if options.model is None:
            raise InvalidModel("model", "say which: a name (`nqsat list`), or --board and --piece")
        if (sequence := self.sequence) is not None:
            make = _with_parameters(lambda **own: sequence.model(own), sequence.parameters)
            return nqsat.sources.Family(options.model, make)
        return nqsat.sources.find_family(options.model)

    def _family_in_place(self) -> Family | None:
        """The family that words with ``{n}`` in them make; None if there are none."""
        options = self.options
        words = {flag: options.words(flag) for flag in sorted(_OTHERS, key=_LAST.__contains__)}
        names = nqsat.sources.names_in(word for texts in words.values() for word in texts)
        if not names:
            for word in options.parameter or ():
                reason = f"{word} needs a MODEL, or {{n}} in an option such as --board"
                raise InvalidModel("-p", reason)
            return None
        title = " ".join(f"{flag} {x}".rstrip() for flag, texts in words.items() for x in texts)
        make = _with_parameters(lambda **values: self._filled(values)._in_place()[0], names)
        return nqsat.sources.Family(title, make)

    def _filled(self, values: Mapping[str, Any]) -> Source:
        """The same with these values in its braces."""
        words: dict[str, Any] = {"parameter": None}
        for name in (NAMES[flag] for flag in _OTHERS):
            value = self.options.value(name)
            if isinstance(value, list):
                words[name] = [nqsat.sources.filled(word, values) for word in value]
            elif isinstance(value, str):
                words[name] = nqsat.sources.filled(value, values)
        return Source(self.options.changed(**words))

    def _in_place(self) -> tuple[Model, Words]:
        """The model that words in place of a MODEL make, and its description."""
        options, board = self.options, self.options.board or ""
        read_as: Any = options.reading  # the model judges the word
        for kind, more in (("factor", {"degree": options.value("degree") or "2"}), ("tour", {})):
            if (piece := options.value(kind)) is not None:
                stated = [kind, *(piece.split() or [""]), *self._stated]
                model = nqsat.sources.of_words(board, stated, read_as)
                words = {"board": board, kind: piece, **more}
                return nqsat.sources.refined(model, **self._required), words
        pieces, rules, wishes = options.piece or (), options.rule or (), self._wishes
        model = nqsat.sources.in_place(
            board, pieces, rules, self._presets, read_as=read_as, **wishes
        )
        return model, {"board": board, "pieces": " ".join(pieces)}

    @property
    def _stated(self) -> Iterator[str]:
        """The other arguments in the text of a tour or a factor."""
        for name in MOVES[2:]:
            for word in self.options.words(flag_of(name)):
                yield from filter(None, (ARGUMENTS[name].word, word))

    @property
    def _required(self) -> dict[str, Any]:
        """A model's requirements, as ``refined`` takes them."""
        moves = {name: self.options.value(name) for name in REQUIRED if name in ARGUMENTS}
        return {"rules": self.options.rule or (), "presets": self._presets, **self._wishes, **moves}

    @property
    def _wishes(self) -> dict[str, Any]:
        return {"maximise": self.options.maximise, "minimise": self.options.minimise}

    @property
    def _presets(self) -> list[str | Path]:
        """The presets, and the files that have some."""
        from nqsat.chess.grid import file_named

        return [file_named(word) or word for word in self.options.preset or ()]

    @property
    def file_words(self) -> str:
        """The name of a b-file: a number of OEIS, the model's name, or the words in its place."""
        options, family = self.options, self.family
        if self.sequence is not None:
            return str(options.model)
        if family is None:
            return " ".join([options.board or "", *options.words("--piece")])
        return self.name(family)

    def with_parameter(self, name: str, value: int) -> Source:
        """The same with one parameter changed."""
        parameters = {**self.parameters, name: value}
        words = [f"{key}={word}" for key, word in parameters.items()]
        return Source(replace(self.options, parameter=words))

    @cached_property
    def sequence(self) -> Sequence | None:
        """The sequence, if MODEL is a number of OEIS."""
        model = self.options.model
        if model is None or not nqsat.sources.OEIS.fullmatch(model):
            return None
        return nqsat.sources.find_sequence(model)

    def problems(self) -> Iterator[tuple[str, Words, Model | CnfProblem]]:
        """Each model asked for, or the clauses of a file: its name, its description, and itself."""
        if self.options.dimacs is None:
            for name, parameters, model in self.models():
                for rule in model.rules:
                    if isinstance(rule, nqsat.rules.Regions) and not "".join(rule.map).strip("."):
                        self.options.note("no regions: the map is empty, and nqsat puzzle draws it")
                yield name, parameters, model
            return
        problem = nqsat.formulas.read_dimacs(self.options.dimacs)
        sizes: Words = {
            "variables": problem.variables,
            "clauses": len(problem.clauses),
            "shown": len(problem.projection),
        }
        others = {
            "linear": len(problem.sums),
            "parities": len(problem.parities),
            "weights": len(problem.weights.literals) if problem.weights else 0,
        }
        sizes |= {name: number for name, number in others.items() if number}
        self.options.note_read(problem.read)
        yield self.options.dimacs, sizes, problem

    def models(self) -> Iterator[tuple[str, Words, Model]]:
        """Each model asked for: the family's name, the parameters, the model."""
        family, sequence = self.family, self.sequence
        if family is None:
            model, words = self._in_place()
            self.options.note_read(model.board.read)
            yield "in place", words, self.refined(model)
            return
        for parameters in nqsat.sources.expand(self.parameters):
            for name in family.missing(family.typed(parameters)):
                from nqsat.cli.advice import of_squares

                reason = f"is missing; {family.how_to_give(name, '-p ')}"
                raise InvalidModel(name, reason + of_squares(self, family, name))
            model = self.refined(family(**parameters))
            if not any(map(_SIZE.fullmatch, self.parameters.values())):  # which says it already
                self.options.note_read(model.board.read)
            if any("file:" in word for word in self.parameters.values()):
                for rule in (x for x in model.rules if isinstance(x, nqsat.rules.Regions)):
                    self.options.note_read(rule.read)
            values = family.typed(parameters)
            # The answer says what was counted.
            named = (sequence.family, sequence.of(values)) if sequence else (family, values)
            if named[1] != values and not self.ranges:  # a(6) may be about a board of side 12
                self.options.note_read(f"{named[0].name} {nqsat.modelling.text_of(named[1])}")
            yield self.name(named[0]), named[1], model

    def refined(self, model: Model) -> Model:
        """A model of a family with what the other options require besides."""
        if self.options.model is not None:  # in place, what they say is in it
            model = nqsat.sources.refined(model, **self._required)
        if (
            model.is_placement
        ):  # steps of a tour are judged where they are read, if not typed one by one
            nqsat.modelling.refuse_contradiction(model)
        return model

    def name(self, family: Family) -> str:
        """The family's name, with what is asked besides: then published counts are not about it."""
        besides = self.requirement_words if self.options.model else []
        return " ".join([family.name, *besides])

    @cached_property
    def _json_text(self) -> str | None:
        from nqsat.modelling.schema import LONGEST

        if self.options.model is None or not self.options.model.endswith(".json"):
            return None
        return read_text("model", Path(self.options.model), LONGEST)

    @property
    def saved(self) -> Words:
        """What a question in a file asks of its model: the group of its orbits, a symmetry."""
        from nqsat.modelling.schema import read_json

        text = self._json_text or "{}"
        with in_file(self.options.model):
            data = read_json(text)
        asked = data.get("question") if isinstance(data, dict) else None
        values = asked if isinstance(asked, dict) else {}
        named = {name: values.get(name) for name in ("modulo", "fixed_by")}
        return {x: text for x, text in named.items() if isinstance(text, str) and text != "none"}

    def question(self, ask: Ask, engine: str | None = None) -> Question | None:
        """The question that MODEL holds, if it is a file with one of this sort; None for a model."""
        text = self._json_text
        if text is None:
            return None
        with in_file(self.options.model):
            question = nqsat.counting.Question.loads(text, self.options.own, engine)
        if question is None or question.ask != ask:
            return None
        self.refuse_more(f"is for models; {self.options.model} is a question of its own", "-p")
        return question

    @property
    def named(self) -> Source:
        """The same by the name and the parameters that a saved puzzle states, if these make its model."""
        found = nqsat.sources.name_in(self._json_text or "{}")
        if found is None:
            return self
        name, values = found
        if more := self.options.parameter:
            reason = f"{more[0]}: a saved puzzle has its parameters; others are files or addresses"
            raise InvalidModel("model", reason)
        given = [f"{key}={value}" for key, value in values.items()]
        return Source(replace(self.options, model=name, parameter=given))

    def words(self, parameters: Mapping[str, object]) -> list[str]:
        """The words that make a model."""
        if self.options.board is None:
            return self.typed_words(parameters)
        return (self if self.family is None else self._filled(parameters)).typed_words({})

    def typed_words(self, parameters: Mapping[str, object]) -> list[str]:
        """The words that make a model, or several: with those in braces."""
        from nqsat.counting.question import words_of

        options, words = self.options, list[str]()
        values = [word for pair in parameters.items() for word in ("-p", "{}={}".format(*pair))]
        if options.own is not None:  # the file in JSON has the parameters
            words = [options.own, *words_of(self._json_text or "")[1:]]
        elif options.model is not None:
            words = [self.sequence.family.name if self.sequence else options.model]
            words += values
        for flag in ("--dimacs", *_OTHERS):
            for word in options.words(flag):
                words += [flag, word] if word else [flag]
        return words if options.board is None else [*words, *values]

    def words_and_digests(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """The words that make a model, and the digests of the files that these name."""
        words = self.words(parameters)
        pattern = r"[^\s=]+\.py(?=:)|(?<=file:)[^\s,]+|(?<=graph:)\S+"
        named = [*re.findall(pattern, "\n".join(words)), self.options.dimacs or ""]
        named += [words[0].rpartition(":")[0]] if words and self.options.board is None else []
        paths = [path for path in map(Path, named) if path.is_file()]
        from hashlib import sha256

        digests = {str(path): sha256(path.read_bytes()).hexdigest() for path in paths}
        return {"arguments": words, "sha256": digests}

    def only_model(self) -> tuple[str, Words, Model]:
        """The model asked for, where a range makes no sense."""
        return only_one(self.models())


#: A board that is nothing but its size.
_SIZE = re.compile(r"[0-9]+x[0-9]+", re.ASCII)


def _with_parameters(make: Callable[..., Model], names: Iterable[str]) -> Callable[..., Model]:
    """A function as a ``Family`` takes it, of integers with these names."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, kind, annotation=int) for name in names]
    make.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return make


def only_one(several: Iterator[A]) -> A:
    """The only one; refused if there are others."""
    first, *others = several
    if others:
        raise InvalidModel("-p", "a range makes no sense here; give one value")
    return first
