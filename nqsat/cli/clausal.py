"""What count, enumerate and solve do with ``--dimacs``: the same questions about the clauses of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nqsat.cli.commands import kept
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from nqsat.cli.options import Output, Search
    from nqsat.cli.source import Source
    from nqsat.compiling import Assignment, CnfProblem
    from nqsat.counting import Count
    from nqsat.counting.question import Ask
    from nqsat.engines import Listing


def count_clauses(
    source: Source, search: Search, limit: int | None, **others: object
) -> tuple[dict[str, object], Count]:
    """What is said of the file, and how many assignments it has; ``others`` are options for models only."""
    from nqsat.counting import count_assignments
    from nqsat.reporting import progress

    problem = _read(source, search, **others)
    with progress(not search.quiet) as watch:
        answer = kept(
            count_assignments,
            problem,
            engine=search.make(),
            limit=limit,
            time_limit=search.time_limit,
            watch=watch,
        )
    return _about(source, search, problem, "count", limit=limit), answer


def enumerate_clauses(
    source: Source, search: Search, limit: int | None, output: Output, **others: object
) -> tuple[Listing[Assignment], str]:
    """Print the assignments of a file: the list, which is at its end, and a note of how many these were."""
    from nqsat.counting import assignments
    from nqsat.reporting import progress

    write = _writer(output)
    problem = _read(source, search, **others)
    with progress(not search.quiet and not output.on_screen) as watch:
        listing = assignments(
            problem, engine=search.make(), limit=limit, time_limit=search.time_limit, watch=watch
        )
        return listing, output.stream(listing, lambda found: map(write, found), problem.unit)


def solve_clauses(
    source: Source, search: Search, output: Output, *, json: bool, **others: object
) -> tuple[str, bool]:
    """Print one assignment of a file.

    Returns:
        a note, and whether the question was answered.
    """
    from nqsat.counting import assignments, first_of
    from nqsat.engines import Verdict
    from nqsat.reporting import json_line

    write = _writer(output)
    problem = _read(source, search, **others)
    listing = assignments(problem, engine=search.make(), time_limit=search.time_limit)
    verdict, found = first_of(listing)
    title, seconds = listing.engine.title, listing.seconds
    if json:
        data = {
            "model": source.dimacs,
            **_about(source, search, problem, "solve"),
            "verdict": verdict.value,
            "solution": None if found is None else {"literals": found.literals},
            "engine": title,
            "seconds": round(seconds, 3),
        }
        output.put([json_line(data)])
    elif found is not None:
        output.put([write(found)])
    else:
        unsatisfiable = verdict is Verdict.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
    return f"{verdict.value}, {title}, {seconds:.2f} s", verdict is not Verdict.UNKNOWN


def _writer(output: Output) -> Callable[[Assignment], str]:
    """How an assignment is written: for people, or as a JSON line."""
    from nqsat.reporting import json_line

    if output.form not in ("text", "jsonl"):
        raise InvalidModel(
            "format", f"{output.form!r} is not for --dimacs; choose from text, jsonl"
        )
    return str if output.form == "text" else lambda one: json_line({"literals": one.literals})


def _read(source: Source, search: Search, **others: object) -> CnfProblem:
    """The file's clauses, if no option is given that makes sense for models only."""
    from nqsat.compiling import read_dimacs

    path = source.dimacs_alone()
    others |= {name: getattr(search, name) for name in ("encoding", "circuit", "fixed_by")}
    for name, value in others.items():
        if value:
            option = "--" + name.replace("_", "-")
            raise InvalidModel(option, "is for models; it does not go with --dimacs")
    return read_dimacs(path)


def _about(
    source: Source, search: Search, problem: CnfProblem, ask: Ask, **asked: object
) -> dict[str, object]:
    """The sizes of the file, and the whole question."""
    from nqsat.counting import Question

    sizes = {
        "variables": problem.variables,
        "clauses": len(problem.clauses),
        "shown": len(problem.projection),
    }
    given: Any = {**search.asked(), **asked}
    question = Question(ask, problem, **given)
    return {"params": sizes, "question": question.to_json(source.told({}))}
