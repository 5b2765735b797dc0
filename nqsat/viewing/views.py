"""A model as one page that answers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any, cast

from nqsat.compiling import Projection
from nqsat.counting import Optimum, Run, count, has_givens, optimise
from nqsat.counting.run import unseen
from nqsat.engines import AutoEngine, Engine
from nqsat.engines.machine import one_core, version_of
from nqsat.errors import InvalidModel, integer
from nqsat.evidence import check
from nqsat.evidence import verify as compare
from nqsat.evidence.certificate.facts import text_for_checker
from nqsat.evidence.checker import summary
from nqsat.files import write
from nqsat.modelling import Model, Placement
from nqsat.modelling.rules import Amount
from nqsat.reporting import in_words
from nqsat.reporting.canvas import svg_text
from nqsat.reporting.model_svg import drawn_model, look_with
from nqsat.reporting.page import page, shown
from nqsat.reporting.pictures import drawn_solution
from nqsat.reporting.statements import star_battle, statements_of
from nqsat.reporting.style import PictureStyle
from nqsat.reporting.text import heading
from nqsat.sources import find_family, model_of, names_a_file
from nqsat.viewing.answers import PageAnswers, page_answers
from nqsat.viewing.document import drawn_parts, model_data
from nqsat.viewing.panels import panel_options, panel_sections
from nqsat.viewing.projections import model_of_shown, words_of_shown
from nqsat.viewing.puzzles import as_puzzle
from nqsat.viewing.python_line import call_of, expression_of
from nqsat.viewing.titles import title_of
from nqsat.viewing.verification import verification_panel

#: No page has more bytes.
LARGEST = 20_000_000

#: Seconds of the count, by default: a page is to be there soon.
SECONDS = 10.0

#: Solutions that are drawn, and that are written.
DRAWN, WRITTEN = 1, 1000

#: Cells of the largest board that can be played on.
MOST_CELLS = 4096


@dataclass(frozen=True, slots=True)
class View:
    """A page about a model: one file of HTML that loads nothing.

    Args:
        title: what it is about.
        left: what it leaves out, and which option changes that.
        html: the file.
    """

    title: str
    left: tuple[str, ...]
    html: str = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all."""
        write(Path(path), self.html)

    def _repr_html_(self) -> str:
        """The page inside a notebook, from which it is kept apart."""
        frame = 'sandbox="allow-scripts" style="width:100%;height:52rem;border:0"'
        return (
            f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html)}" {frame}></iframe>'
        )


def view(
    model: Model | Projection | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    limit: int | None = None,
    time_limit: float | None = SECONDS,
    title: str | None = None,
    statement: str | Sequence[str] | None = None,
    command: str | None = None,
    python: str | None = None,
    verify: bool = False,
    certificate: str | Path | None = None,
    panels: Collection[str] | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Callable[[str], None] | None = None,
    **parameters: int | str,
) -> View:
    """Build an interactive page that shows, for each square, how many solutions remain with a piece there.

    Args:
        model: the model, or a name and ``parameters``; or what ``model.project`` shows of one, unless
            moves are shown.
        engine: the engine that counts and lists.
        limit: the greatest number of solutions in the page; None for all if there are at most
            100,000, else for 500 examples.
        time_limit: seconds for the count, which then uses one core, and for the hints of a puzzle; None to
            finish both, on all cores.
        title: of the page.
        command: the words of a shell that count the model; the page adds the position to them.
        python: an expression that makes the model after ``import nqsat``; by default made of its parts.
        statement: the problem in a sentence, or in several, which are the rules on the page of a grid
            puzzle; by default those of the family or of the model's parts.
        verify: compare engines as ``nqsat.verify`` does, and show the result.
        certificate: the folder of a certificate of the model, which is checked; the page shows the result.
        panels: those of extensions that are shown, by their names; None for all that there are.
        watch: called with the number found so far at every sign of life.
        stage: called with a text about the progress of the count and of the page.
        sizes: the parameters of a named model in their order: ``"queens", 8``.
        parameters: as for ``count``, and what panels take: ``events`` is the greatest number of steps
            of each search that can be watched, 0 for no searches.

    Raises:
        InvalidModel: the certificate is about another model, the board is too large to be played on, or the
            page would have more than 20 MB.
        UnsupportedByEngine, EngineFailure: as for ``count``.
    """
    extra = {name: parameters.pop(name) for name in panel_options() if name in parameters}
    projection = model if isinstance(model, Projection) else None
    about = model_of(projection.of if projection else cast("Any", model), parameters, sizes)
    asked = model_of_shown(projection) if projection else about
    if limit is not None and ((whole := integer(limit)) is None or whole < 1):
        raise InvalidModel("limit", f"{limit!r} is not an integer above 0")
    board = asked.board
    if board.rows * board.columns > MOST_CELLS:
        raise InvalidModel("board", f"{board.title} has more than {MOST_CELLS:,} cells for a page")
    told, kept = None, ""
    if certificate is not None:
        told = _certificate_section(projection or asked, certificate)
    elif verify:
        kept = verification_panel(compare(projection or asked))
    best: Optimum | None = None
    settled: str | None = None
    how = Run(watch=watch or unseen, stage=stage or unseen)
    if asked.objective is not None:
        best, settled = _optimum_of(asked, engine, time_limit, how)
        asked, python = asked.with_optimum(cast("int", best.value)), None
    sections, left = panel_sections(asked, extra, () if projection else panels)
    with nullcontext() if time_limit is None else one_core():
        number = count(
            cast("Model", projection or asked), engine=engine, time_limit=time_limit, run=how
        )
    how.stage("the solutions are listed")
    how.watch(number.value)
    answers = page_answers(asked, engine, number, limit=limit, known=best, projection=projection)
    answers = replace(answers, left=(*answers.left, *left))
    name, said = title_of(about), (statement,) if isinstance(statement, str) else statement
    if isinstance(model, str) and not names_a_file(model):
        family = find_family(model)
        parameters = family.stated(sizes, parameters)
        name = title_of(asked, family.name, parameters)
        said = statements_of(family, parameters) if said is None else said
        python = call_of(family, parameters) if best is None else None
    if star_battle(about) is not None:
        said = None  # its own words say how many stars
    words = {
        "statement": said[0] if said else in_words(about),
        "command": command,
        "settled": settled,
        "python": python or expression_of(about),
    }
    if projection:
        name, words = words_of_shown(projection, cast("Placement", asked), name, words)
    sections |= {"evidence": told, **words}
    data, answers, puzzle = _model_section(asked, projection, answers, time_limit)
    sections |= puzzle
    data |= {"statement": said} if said and data["paper"] else {}
    return _build_page(asked, data, answers, sections, title or name, kept)


def _model_section(
    model: Model, projection: Projection | None, answers: PageAnswers, time_limit: float | None
) -> tuple[dict[str, Any], PageAnswers, dict[str, Any]]:
    """The model as data, with its answers; and what the page of a puzzle has besides."""
    number = answers.count
    unique = number.complete and number.value == 1 and len(answers.shown) == 1
    if projection or not unique or not has_givens(model):
        return model_data(model, projection), answers, {}
    data, solutions, steps = as_puzzle(model, answers.shown[0], time_limit)
    packed = replace(answers, data=answers.data | {"solutions": solutions})
    return data, packed, {"puzzle": True, "steps": steps}


def _optimum_of(
    model: Model, engine: str | Engine, time_limit: float | None, run: Run
) -> tuple[Optimum, str]:
    """The best value, and what makes a command count all solutions that have it."""
    if not model.is_placement:
        reason = "a page needs a fixed number of moves: --factor 'K moves 12', Factor(…, moves=12)"
        raise InvalidModel("objective", reason)
    best = optimise(model, engine=engine, time_limit=time_limit, run=run)
    if best.value is None or not best.proved:
        reason = f"{best}: the page needs the best value; allow more time (--time-limit)"
        raise InvalidModel("objective", reason)
    measure = cast("Any", model.objective).measure
    return best, shlex.join(["--rule", Amount(measure, best.value).text])


def _certificate_section(model: Model | Projection, folder: str | Path) -> dict[str, Any]:
    """The certificate in a folder, checked now; refused if it is about another model."""
    accepted = check(folder)
    text = (Path(folder) / "model.json").read_text("utf-8")  # the checker has read it
    if text != text_for_checker(model):
        raise InvalidModel("certificate", f"{folder} is about another model")
    return {"heading": "A certificate, checked for this page", "lines": summary(accepted)}


def _build_page(
    model: Model,
    data: dict[str, Any],
    found: PageAnswers,
    sections: dict[str, Any],
    title: str,
    kept: str,
) -> View:
    left = list(found.left)
    if "symmetries" not in data:
        left.append("orbits are left out: the symmetries of this board would be most of the page")
    document: dict[str, Any] = {
        "nqsat": version_of("nqsat"),
        "title": title,
        "model": data,
        "answers": found.data,
        "left": left,
        **sections,
    }
    puzzle = "puzzle" in sections
    plain = _plain_html(
        model, found, title, sections["statement"], data["statement"], puzzle=puzzle
    )
    html = page(document, title=title, plain=plain, kept=kept, drawn=drawn_parts(model))
    if len(html.encode()) > LARGEST:
        reason = f"the page would have {len(html.encode()):,} bytes, more than {LARGEST:,}"
        raise InvalidModel("limit", f"{reason}; give a lower --limit than {len(found.shown):,}")
    return View(title, tuple(left), html)


def _plain_html(
    model: Model, found: PageAnswers, title: str, statement: str, told: list[str], *, puzzle: bool
) -> str:
    """The page without scripts; text stays text."""
    orbits, why = found.data.get("orbits"), found.data["why"]
    parts = [
        f"<h1>{shown(title)}</h1>",
        f"<p>{shown(statement)}</p>",
        f'<p class="total">{shown(str(found.count))}</p>',
        f"<p>{orbits} up to symmetry</p>" if orbits else "",
        f"<p>{shown(why)}</p>" if why else "",
        f"<p>{shown(' '.join(told))}</p>",
        f"<p>counted by {shown(found.data['by'])}</p>",
        f"<figure>{drawn_model(model, size=32)}</figure>",
    ]
    look = look_with(model, PictureStyle(size=32))
    answer = [
        f"<figure>{svg_text(drawn_solution(model.board, solution, look))}</figure>"
        for solution in found.shown[:DRAWN]
    ]
    lines = "\n".join(
        f"{n}. {heading(solution)}" for n, solution in enumerate(found.shown[:WRITTEN], 1)
    )
    more = found.count.value - min(len(found.shown), WRITTEN)
    if found.shown:
        unit = "Projections" if found.count.unit == Projection.unit else "Solutions"
        answer.append(f"<h2>{unit}</h2><pre>{shown(lines)}</pre>")
    if more and found.shown:
        answer.append(f"<p>and {more:,} more</p>")
    if puzzle:
        answer = ["<details><summary>The answer</summary>", *answer, "</details>"]
    return "".join([*parts, *answer])
