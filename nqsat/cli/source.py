"""Which model is meant: named, or given in place."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import nqsat
from nqsat.cli.in_place import family_in_place, in_place, with_parameters
from nqsat.cli.model_words import IN_PLACE, OTHERS, PLACING, TOURING, ModelWords
from nqsat.errors import InvalidModel, in_file
from nqsat.files import read_text

if TYPE_CHECKING:
    from nqsat.compiling import CnfProblem
    from nqsat.counting.question import Ask, Question
    from nqsat.modelling import Family, Model
    from nqsat.modelling.sources import Sequence

#: A board in the place of a model.
_BOARD = re.compile(r"([a-z]+:)?[0-9]+x[0-9]+(x[0-9]+)*", re.ASCII)

#: The same, or one of another form, in the place of a parameter.
_A_BOARD = re.compile(rf"{_BOARD.pattern}|(hex:[0-9]|file:|graph:|asp:).*", re.ASCII)

#: The parameters of families whose texts are boards, or may be numbers.
_OF_BOARDS, _OF_NUMBERS = ("board", "regions"), ("k",)

A = TypeVar("A")


@dataclass(frozen=True)
class Source(ModelWords):
    """Which model: named, or given in place; and the model itself."""

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters as given, ranges not expanded."""
        found: dict[str, str] = {}
        for name, value in sorted(
            map(self._pair, self.parameter or ()), key=lambda one: not one[0]
        ):
            key = name or self._parameter_for(value, found)
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

    def _parameter_for(self, value: str, named: Mapping[str, str]) -> str:
        """The parameter that a word without a name is for: the first that is left and that it fits."""
        family = self.family
        known = family.parameters if family else {}
        if value in known:
            raise InvalidModel("-p", f"{value!r}: write NAME=VALUE, as in -p {value}=8")
        left = [name for name in known if name not in named]
        if not left:
            takes = nqsat.modelling.text_of(named) or "no parameters"
            raise InvalidModel(
                "model", f"unexpected {value!r}; {family.name if family else 'it'} takes {takes}"
            )
        fitting = [name for name in left if _fits(value, known[name])]
        return (fitting or left)[0]

    @property
    def ranges(self) -> list[str]:
        """The parameters that are given several values."""
        is_range = nqsat.modelling.is_range
        return [name for name, value in self.parameters.items() if is_range(value)]

    @property
    def family(self) -> Family | None:
        """The family that MODEL names, or that words with ``{n}`` make; None for one model in place."""
        self.refuse_clauses()
        self.refuse("goes with a file in JSON that asks a question", "--model")
        if self.model is None:
            if self.board is None:
                self.refuse("needs --board", *IN_PLACE)
                self.refuse("needs a MODEL or --board", *PLACING, *TOURING)
                self.refuse("needs a MODEL", "-p")
                raise InvalidModel(
                    "model", "say which: a name (`nqsat list`), or --board and --piece"
                )
            if (family := family_in_place(self)) is not None:
                return family
            for word in self.parameter or ():
                raise InvalidModel(
                    "-p", f"{word} goes with a MODEL, or with {{n}} in words of --board"
                )
            return None
        if _BOARD.fullmatch(self.model):
            raise InvalidModel("model", f"{self.model} is a board; write --board {self.model}")
        self.refuse(f"goes with --board, not with MODEL {self.model}", *IN_PLACE)
        if self.board is not None:
            raise InvalidModel("--board", f"stands in place of a MODEL; leave out {self.model}")
        if (sequence := self.sequence) is not None:
            return nqsat.modelling.Family(
                self.model,
                with_parameters(
                    lambda **own: sequence.family(**sequence.of(own)), sequence.parameters
                ),
            )
        return nqsat.modelling.find_family(self.model)

    @property
    def sequence(self) -> Sequence | None:
        """What MODEL asks, if it is a number of OEIS."""
        number = self.model is not None and nqsat.modelling.sources.OEIS.fullmatch(self.model)
        return nqsat.modelling.find_sequence(self.model) if self.model and number else None

    def problems(self) -> Iterator[tuple[str, dict[str, int | str], Model | CnfProblem]]:
        """Each model asked for, or the clauses of a file: its name, what is said of it, and itself."""
        if self.dimacs is None:
            yield from self._models()
            return
        if self.model is not None:
            raise InvalidModel("--dimacs", f"stands in place of a MODEL; leave out {self.model}")
        others = (x for x in OTHERS if x != "--dimacs")
        self.refuse(f"does not go with the clauses of {self.dimacs}", "-p", "--model", *others)
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
            raise InvalidModel("model", self.sequence_hint)
        return self._models()

    @property
    def sequence_hint(self) -> str:
        """That the number of OEIS asks more of a model than a command does, or something else."""
        sequence = nqsat.modelling.find_sequence(str(self.model))
        name, asked = sequence.family.name, dict(sequence.asked)
        verb, what = "count", " ".join(f"--{x.replace('_', '-')} {asked[x]}" for x in asked)
        said = f"{self.model} is {name} with {what}"
        if "ask" in asked:
            verb, said = "solve", f"{self.model} is the best value that solutions of {name} have"
        return f"{said}; name that model, or nqsat {verb} {self.model}"

    def _models(self) -> Iterator[tuple[str, dict[str, int | str], Model]]:
        """The same of any."""
        family, sequence = self.family, self.sequence
        if family is None:
            model, words = in_place(self)
            yield "in place", words, self._with_unit(model)
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
            return self._with_unit(model)  # in place: what they say is in it
        more = nqsat.modelling.refined(
            model,
            rules=self.rule or (),
            presets=self.preset or (),
            maximise=self.maximise,
            minimise=self.minimise,
            **self.tour_arguments,
        )
        return self._with_unit(more)

    def _with_unit(self, model: Model) -> Model:
        """The model with the unit asked for."""
        return model if self.unit is None else model.with_unit(self.unit)

    def name(self, family: Family) -> str:
        """The family's name, with what is asked besides: then published counts are not about it."""
        besides = (
            self.requirement_words
            if self.model
            else [f"--unit {word}" for word in self.given("--unit")]
        )
        return " ".join([family.name, *besides])

    @property
    def _json_text(self) -> str | None:
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
        text = self._json_text
        if text is None:
            return None
        with in_file(self.model):
            found = nqsat.counting.Question.loads(text, self.own, engine)
        if found is None:
            return None
        if found.ask != ask:
            raise InvalidModel("model", f"asks another question: nqsat {found.ask} {self.model}")
        reason = f"is for models; {self.model} is a question of its own"
        self.refuse(reason, "-p", *OTHERS)
        return found

    def words_and_digests(self, parameters: Mapping[str, object]) -> dict[str, object]:
        """The words that make a model, and the digests of the files that these name."""
        from nqsat.counting.question import words_of

        if self.board is not None and self.family is not None:
            return self.filled(parameters).words_and_digests({})
        sequence = self.sequence
        words = [sequence.family.name if sequence else self.model] if self.model else []
        given = parameters.items() if self.model else ()
        words += [word for pair in given for word in ("-p", "{}={}".format(*pair))]
        if self.own is not None:  # the file in JSON has the parameters
            words = [self.own, *words_of(self._json_text or "")[1:]]
        for name in OTHERS:
            for value in self.given(name):
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
        if model.of_attacks or model.largest < 2:
            return None
        if not model.rules:
            return "there is no rule: pieces stand on any squares, and may attack one another"
        return "pieces may attack one another: add --rule non-attacking to forbid it"

    def only_model(self) -> tuple[str, dict[str, int | str], Model]:
        """The model asked for, where a range makes no sense."""
        return only_one(self.models())


def _fits(value: str, parameter: inspect.Parameter) -> bool:
    """Whether a word may be the value of a parameter, as far as its form tells."""
    if value.removeprefix("-").isdecimal() or nqsat.modelling.is_range(value):
        return parameter.annotation is int or parameter.name in _OF_NUMBERS
    if _A_BOARD.fullmatch(value):
        return parameter.name in _OF_BOARDS
    return parameter.annotation is str and parameter.name != "board"


def only_one(several: Iterator[A]) -> A:
    """The only one; refused if there are others."""
    first, *others = several
    if others:
        raise InvalidModel("-p", "a range makes no sense here; give one value")
    return first
