"""What count, enumerate and solve do with ``--dimacs``: the same questions about the clauses of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nqsat.cli.commands import kept
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from nqsat.cli.options import Output, Search
    from nqsat.cli.source import Source
    from nqsat.compiling import Assignment, CnfProblem
    from nqsat.counting import Count
    from nqsat.counting.question import Ask


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
    source: Source,
    search: Search,
    limit: int | None,
    output: Output,
    whole: Callable[[Iterable[Assignment]], Iterator[Assignment]],
    **others: object,
) -> tuple[str, bool]:
    """Print the assignments of a file.

    Returns:
        a note of how many there were, and whether they are all, or as many as were asked for.
    """
    from nqsat.counting import assignments
    from nqsat.modelling import plural
    from nqsat.reporting import json_line, progress

    text = _is_text(output)
    problem = _read(source, search, **others)
    with progress(not search.quiet and not output.on_screen) as watch:
        listing = assignments(
            problem, engine=search.make(), limit=limit, time_limit=search.time_limit, watch=watch
        )
        with output.writer(one=False) as put:
            try:
                for found in whole(listing):
                    put(str(found) if text else json_line({"literals": found.literals}))
            except KeyboardInterrupt:
                listing.close()  # it may have come between two solutions
    least = "" if listing.complete else "at least "
    reason = "" if listing.complete else f" ({listing.reason})"
    unit = plural(listing.found, problem.unit)
    return f"{least}{listing.found} {unit}{reason}, {listing.seconds:.2f} s", (
        listing.complete or listing.reason == "limit"
    )


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

    text = _is_text(output)
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
        output.put([str(found) if text else json_line({"literals": found.literals})])
    else:
        unsatisfiable = verdict is Verdict.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
    return f"{verdict.value}, {title}, {seconds:.2f} s", verdict is not Verdict.UNKNOWN


def _is_text(output: Output) -> bool:
    """Whether assignments are written for people; otherwise as JSON lines."""
    if output.form not in ("text", "jsonl"):
        raise InvalidModel(
            "format", f"{output.form!r} is not for --dimacs; choose from text, jsonl"
        )
    return output.form == "text"


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
