"""What a command is asked: a question about a model, and what is said of both in its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import nqsat
from nqsat.cli.completion import completed
from nqsat.cli.options import Search, isolated
from nqsat.cli.source import Source, alone
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.counting import Count, Optimum, Question
    from nqsat.counting.question import Ask
    from nqsat.engines import Engine

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on one line.")]
ModuloOption = Annotated[
    str,
    typer.Option(
        "--modulo",
        help="none; symmetry to take each orbit once; rotations or translations for these alone; "
        "colours to exchange these too.",
        autocompletion=completed("modulo"),
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(help="How many parts at a time.", show_default="all cores where it is worth it"),
]
PlotOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw it there, .svg, .png or .pdf (nqsat[plot])."),
]
WatchOption = Annotated[
    bool, typer.Option("--watch", help="A live board on stderr: the last solution, or the best.")
]
LimitOption = Annotated[int | None, typer.Option(help="Stop after so many solutions.")]

#: What of a count stands in the JSON of every command that counts, beside its value.
COUNTED = ("complete", "unit", "modulo", "fixed_by", "engine", "method")

#: What goes with the clauses of a file.
_CLAUSAL = ("engine", "options", "limit", "time_limit", "solver", "mode", "seed", "memory")


class Asked(NamedTuple):
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
        """The model; of ``--dimacs`` its clauses."""
        return self.question.model

    @property
    def restricted(self) -> Any:
        """The model with what it is to be fixed by."""
        from nqsat.counting.count_and_list import restricted

        return restricted(self.model, self.question.fixed_by)

    @property
    def engine(self) -> Engine:
        """Who is asked."""
        return isolated(self.question.engine, self.question.options)

    @property
    def note(self) -> str | None:
        """What has to be said of the model."""
        return self.source.note(self.model)

    def given(self, *names: str) -> dict[str, Any]:
        """What of the question those take who answer it: all take these three, some take more."""
        every = {name: getattr(self.question, name) for name in ("fixed_by", "time_limit", *names)}
        return {"engine": self.engine, **every}

    def about(self) -> dict[str, object]:
        """What JSON answers begin with."""
        told = self.source.told(self.parameters)
        data = {"model": self.name, "params": dict(self.parameters)}
        return {**data, "question": self.question.to_json(told)}


def every(source: Source, search: Search, ask: Ask, **asked: object) -> Iterator[Asked]:
    """What is asked of each model, or the question of a file with what is asked besides."""
    given: Any = {  # a limit of 0 is asked for, and refused
        name: value
        for name, value in {**search.asked(), **asked}.items()
        if not (value is None or value is False or value == "none")
    }
    if source.dimacs is not None:
        _check_clausal({**dict(given.get("options", ())), **given})
    saved = source.question(ask, given.get("engine"))
    if saved is not None:
        yield Asked(str(source.model), {}, replace(saved, **given), source)
        return
    for name, parameters, model in source.problems():
        question = nqsat.counting.Question(ask, model, **given)
        yield Asked(name, parameters, question, source)


def one(source: Source, search: Search, ask: Ask, **asked: object) -> Asked:
    """What is asked, where a range makes no sense."""
    return alone(every(source, search, ask, **asked))


def _check_clausal(given: Mapping[str, object]) -> None:
    """Refuse what makes sense for models only; what no engine takes, the engine refuses."""
    for name in given:
        if name not in _CLAUSAL:
            option = "--" + name.replace("_", "-")
            raise InvalidModel(option, "is for models; it does not go with --dimacs")


# -- answers as JSON ---------------------------------------------------------------------


def digits(value: int | None) -> str | None:
    """A number as a text, as JSON has it."""
    return None if value is None else str(value)


def count_json(count: Count, *names: str) -> dict[str, Any]:
    """A count: its value and these of its fields."""
    return {"value": count.digits, **{name: getattr(count, name) for name in names}}


def sizes_json(numbers: Mapping[int, int]) -> dict[str, dict[str, str]]:
    """The numbers by size, all of them as texts."""
    decimal = nqsat.counting.decimal
    return {"sizes": {str(men): decimal(number) for men, number in numbers.items()}}


def optimum_json(optimum: Optimum | None) -> dict[str, object]:
    """What is known of the best value, where the model has an objective; numbers as texts."""
    if optimum is None:
        return {}
    return {
        "objective": f"{optimum.objective.sense} {optimum.objective.measure.name}",
        "optimum": digits(optimum.value),
        "bound": digits(optimum.bound),
        "status": optimum.status,
    }
