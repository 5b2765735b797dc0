"""What a command is asked: a question about a model, and what is said of both in its answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import nqsat
from nqsat.cli.definition import Options
from nqsat.cli.notes import note_on
from nqsat.cli.source import Source, only_one
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.counting import Question
    from nqsat.counting.question import Ask
    from nqsat.engines import Engine

#: What is asked of a best solution besides its value.
_MORE = {"unique", "why", "fixed_by"}


class AskedQuestion(NamedTuple):
    """A question of the command line, or of a file with what is asked besides.

    Args:
        name, parameters: how the model is called.
        question: about it.
        source: where it is from.
    """

    name: str
    parameters: Mapping[str, Any]
    question: Question
    source: Source

    @property
    def model(self) -> Any:
        """The model; of ``--dimacs`` its clauses, of ``--show`` its projection."""
        return self.question.model

    @property
    def is_formula(self) -> bool:
        """Whether there are clauses to be asked, and no board: solutions are assignments."""
        return isinstance(self.model, nqsat.formulas.CnfProblem)

    @property
    def engine(self) -> Engine:
        """The engine, made as the options say."""
        return isolated(self.question.title, self.question.options)

    @property
    def ready(self) -> Question:
        """The question with its engine made, so that Ctrl-C and limits bite."""
        return self.by(self.engine)

    def by(self, engine: Engine) -> Question:
        """The question to an engine."""
        return replace(self.question, engine=engine, options=())

    def note(self, *, none: bool = False) -> str | None:
        """What has to be said of the model; ``none``: it has no solution."""
        return note_on(self.source.options, self.model, none=none)

    def json_fields(self) -> dict[str, object]:
        """The fields with which JSON answers begin."""
        arguments = self.source.words_and_digests(self.parameters)
        data = {"model": self.name, "params": dict(self.parameters)}
        return {**data, "question": self.question.to_json(arguments)}


def isolated(engine: str, options: Iterable[tuple[str, str | float]]) -> Engine:
    """An engine whose solver runs in a process of its own, so that Ctrl-C and limits bite."""
    return nqsat.engines.make_engine(engine, isolated=True, **dict(options))


def search_of(options: Options) -> dict[str, Any]:
    """What of a ``Question`` is asked about the search; the engine with its options."""
    values = {name: getattr(options, name) for name in ("solver", "encoding", "circuit", "seed")}
    if options.memory is not None:
        if not 0 < options.memory < math.inf:
            wanted = "expected a number of GiB greater than 0, as in --memory 4"
            raise InvalidModel("--memory", f"{options.memory:g}: {wanted}")
        values["memory"] = max(1, int(options.memory * 2**30))
    given = tuple((name, value) for name, value in values.items() if value is not None)
    of_sat = options.solver or options.encoding or options.circuit
    asked: dict[str, Any] = {"fixed_by": options.fixed_by, "time_limit": options.time_limit}
    if options.engine or given:
        asked |= {"engine": options.engine or ("sat" if of_sat else "auto"), "options": given}
    return asked


def asked_questions(source: Source, ask: Ask, **asked: object) -> Iterator[AskedQuestion]:
    """What is asked of each model, or the question of a file with what is asked besides."""
    given: Any = {  # a limit of 0 is asked for, and refused
        name: value
        for name, value in {**search_of(source.options), **asked}.items()
        if not (value is None or value is False or value == "none")
    }
    if given.get("why"):
        given["unique"] = False  # as a file of a puzzle asks
    sequence = None if source.options.dimacs is not None else source.sequence
    best = sequence is not None and "ask" in sequence.asked
    if best and (ask != "solve" or not _MORE.isdisjoint(given)):
        raise InvalidModel("model", source.sequence_hint)
    for name, value in sequence.asked.items() if sequence and not best else ():
        if ask == "solve" or given.setdefault(name, value) != value:
            option = f"--{name.replace('_', '-')} {value}"
            reason = f"{source.options.model} asks for {option}; name the model instead"
            raise InvalidModel("model", reason)
    saved = source.question(ask, given.get("engine"))
    if saved is not None:
        seen = _projected(saved.model, source.options)
        yield AskedQuestion(
            str(source.options.model), {}, replace(saved, model=seen, **given), source
        )
        return
    for name, parameters, model in source.problems():
        question = nqsat.counting.Question(ask, _projected(model, source.options), **given)
        yield AskedQuestion(name, parameters, question, source)


def _projected(model: Any, options: Options) -> Any:
    """The model, or what ``--show`` looks at of it."""
    return model.project(*options.show) if options.show else model


def asked_question(source: Source, ask: Ask, **asked: object) -> AskedQuestion:
    """What is asked, where a range makes no sense."""
    return only_one(asked_questions(source, ask, **asked))
