"""The commands that ask: count, enumerate, solve."""

from __future__ import annotations

import sys
from json import loads
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from nqsat.cli.options import INCOMPLETE, Search, Source, command

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nqsat.counting import Count, Method, Modulo
    from nqsat.modelling import Solution

__all__ = ["count_command", "enumerate_command", "solve_command"]

S = TypeVar("S")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on one line.")]
ModuloOption = Annotated[
    str, typer.Option("--modulo", help="none, or symmetry to take each orbit once.")
]
LimitOption = Annotated[int | None, typer.Option(help="Stop after so many solutions.")]


@command(
    "nqsat count queens -p n=8",
    "nqsat count queens -p n=4..10 --json",
    "nqsat count --board 8x8 --piece Q=8 --modulo symmetry",
    "nqsat count --board torus:5x5 --piece BN=any --engine backtrack",
    "nqsat count --board 6x6 --tour N",
    "nqsat count --board 5x5 --tour N --open --from a1",
)
def count_command(
    source: Source,
    search: Search,
    *,
    modulo: ModuloOption = "none",
    method: Annotated[
        str, typer.Option(help="How orbits are counted: canonical, blocking or burnside.")
    ] = "canonical",
    break_symmetry: Annotated[
        bool, typer.Option("--break-symmetry", help="Search leaders of orbits; same count, sooner.")
    ] = False,
    limit: LimitOption = None,
    json: AsJson = False,
) -> None:
    """How many solutions a model has."""
    from nqsat.counting import count
    from nqsat.reporting import json_line, progress

    complete = True
    for name, parameters, model in source.models():
        with progress(not search.quiet) as watch:
            answer = count(
                model,
                engine=search.make(),
                modulo=cast("Modulo", modulo),
                method=cast("Method", method),
                fixed_by=search.fixed_by,
                break_symmetry=break_symmetry,
                limit=limit,
                time_limit=search.time_limit,
                watch=watch,
            )
        if json:
            print(json_line(_as_json(name, parameters, answer)), flush=True)
        else:
            label = _label(parameters) if ".." in "".join(source.parameter or ()) else ""
            print(f"{label}{answer}", flush=True)
            because = f": {answer.note}" if answer.note else ""
            _note(search, f"{answer.engine}, {answer.method}, {answer.seconds:.2f} s{because}")
        complete &= answer.complete
        if answer.reason == "interrupted":
            break
    raise typer.Exit(0 if complete else INCOMPLETE)


@command(
    "nqsat enumerate queens -p n=6",
    "nqsat enumerate queens -p n=8 --modulo symmetry --format fen",
    "nqsat enumerate --board 4x4 --piece N=any --limit 10 --format jsonl",
)
def enumerate_command(
    source: Source,
    search: Search,
    *,
    modulo: ModuloOption = "none",
    limit: LimitOption = None,
    form: Annotated[str, typer.Option("--format", help="text, jsonl, csv, fen or svg.")] = "text",
) -> None:
    """Which solutions a model has, as they are found."""
    from nqsat.counting import solutions
    from nqsat.reporting import lines, progress

    _, _, model = source.one()
    with progress(not search.quiet and not sys.stdout.isatty()) as watch:
        listing = solutions(
            model,
            engine=search.make(),
            modulo=cast("Modulo", modulo),
            fixed_by=search.fixed_by,
            limit=limit,
            time_limit=search.time_limit,
            watch=watch,
        )
        try:
            for line in lines(_whole(listing), form, colour=sys.stdout.isatty()):
                print(line)
        except KeyboardInterrupt:
            listing.close()  # it may have come between two solutions
    least = "" if listing.complete else "at least "
    reason = "" if listing.complete else f" ({listing.reason})"
    unit = model.unit[:-1] if listing.found == 1 else model.unit
    orbits = " up to symmetry" if modulo == "symmetry" else ""
    _note(search, f"{least}{listing.found} {unit}{orbits}{reason}, {listing.seconds:.2f} s")
    raise typer.Exit(0 if listing.complete else INCOMPLETE)


@command(
    "nqsat solve queens -p n=20",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5",
    "nqsat solve --board 50x50 --tour N",
)
def solve_command(source: Source, search: Search, *, json: AsJson = False) -> None:
    """One solution of a model, or that it has none."""
    from nqsat.counting import solve
    from nqsat.engines import Verdict, best_finder
    from nqsat.reporting import draw, json_line

    name, parameters, model = source.one()
    best = best_finder(model) if search.fixed_by is None else "sat"
    if search.solver or search.encoding or search.circuit:
        best = "sat"
    outcome = solve(
        model,
        engine=search.make(best),
        fixed_by=search.fixed_by,
        time_limit=search.time_limit,
    )
    found = outcome.solution
    if json:
        data = {
            "model": name,
            "params": parameters,
            "verdict": outcome.verdict.value,
            "solution": None if found is None else _json_of(found),
            "engine": outcome.engine,
            "seconds": round(outcome.seconds, 3),
        }
        print(json_line(data))
    elif found is not None:
        print(draw(model.board, found, colour=sys.stdout.isatty()))
    else:
        unsatisfiable = outcome.verdict is Verdict.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
    because = f": {outcome.note}" if outcome.note else ""
    _note(search, f"{outcome.verdict.value}, {outcome.engine}, {outcome.seconds:.2f} s{because}")
    raise typer.Exit(INCOMPLETE if outcome.verdict is Verdict.UNKNOWN else 0)


def _as_json(name: str, parameters: dict[str, Any], answer: Count) -> dict[str, object]:
    return {
        "model": name,
        "params": parameters,
        "value": answer.digits,
        "complete": answer.complete,
        "unit": answer.unit,
        "modulo": answer.modulo,
        "fixed_by": answer.fixed_by,
        "engine": answer.engine,
        "method": answer.method,
        "reason": answer.reason,
        "note": answer.note,
        "seconds": round(answer.seconds, 3),
    }


def _json_of(solution: Solution) -> object:
    """A solution as the object that ``enumerate --format jsonl`` prints."""
    from nqsat.reporting import lines

    return loads("".join(lines([solution], "jsonl")))


def _whole(listing: Iterable[S]) -> Iterator[S]:
    """The solutions; Ctrl-C waits while one is being printed, so that none is printed by halves."""
    from nqsat.engines import signals_held_back

    for solution in listing:
        with signals_held_back():
            yield solution


def _label(parameters: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items()) + ": "


def _note(search: Search, text: str) -> None:
    if not search.quiet:
        print(text, file=sys.stderr)
