"""Write Coq files that prove counts: the problem as Coq definitions, and each number as a theorem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nqsat.evidence import checker
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.problem import Place, Problem, Words, problem_of

#: The Coq files, each after those that it needs; the last one extracts the program.
PROOFS = (
    "Bounds.v", "Recount.v", "Total.v", "Problem.v", "Facts.v", "Solve.v", "SolveTotal.v",
    "Symmetry.v", "Burnside.v", "Orbits.v", "Extract.v",
)  # fmt: skip
#: The files that a theorem about a count needs, and further ones for orbits.
_OF_COUNTS = ("Bounds.v", "Recount.v", "Problem.v", "Facts.v", "Solve.v")
_OF_ORBITS = ("Symmetry.v", "Burnside.v", "Orbits.v")

_HERE = Path(__file__).parent
_CELLS = {".": "Square", "x": "Hole", "#": "Wall"}


class Claim(NamedTuple):
    """A theorem: its name, the problem and the number; the best value, if there is an objective.

    Modulo symmetry it has the number of orbits as well.
    """

    name: str
    asked: BoundSystem | Problem
    number: int
    best: int | None = None
    orbits: int | None = None

    @property
    def result_text(self) -> str:
        """The computed result, as Coq text."""
        numbers = f"{self.number}%N" if self.orbits is None else f"({self.number}, {self.orbits})%N"
        return f"Some {numbers}"


def certificate_in_coq(folder: Path) -> Iterator[str]:
    """Return the lines of a Coq file that states the number of a recount's certificate as a theorem."""
    return coq_file([*_claims(folder)])


def _claims(folder: Path) -> Iterator[Claim]:
    """Yield the claims of a recount: its number (with the orbits), and that no value is better."""
    place = checker.Folder(folder)
    model = checker.read_model(place.read("model.json"))
    order, best, number = place.order(model), place.best(model), int(place.claim["count"])
    orbits = None
    if place.claim["modulo"] == "symmetry":
        number, orbits = int(place.claim["labelled"]), number
    if (problem := problem_of(model, order)) is not None:
        yield Claim("number", problem, number, best, orbits)
        return
    more = list[checker.Bound]()
    if best is not None:
        terms, value, most = model.objective_bound(best)
        yield Claim("nothing_better", BoundSystem.of(model, order, [(terms, value + 1, most)]), 0)
        more.append((terms, value, value))
    symmetric = None if orbits is None else BoundSystem.modulo_symmetry(model, order, more)
    if symmetric is not None and symmetric.maps:
        yield Claim("number", symmetric, number, orbits=orbits)
    else:
        name = "number" if orbits is None else "labelled"
        yield Claim(name, BoundSystem.of(model, order, more), number)


def coq_file(claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the lines of a self-contained Coq file: definitions, proofs, and each count as a theorem."""
    whole = any(claim.orbits is not None for claim in claims)
    names = (*_OF_COUNTS, *_OF_ORBITS) if whole else _OF_COUNTS
    texts = {name: (_HERE / name).read_text("ascii").splitlines() for name in names}
    required = {line for text in texts.values() for line in text if line.startswith("From Coq ")}
    yield from sorted(required)
    for name, text in texts.items():
        module = name.removesuffix(".v")
        body = [line for line in text if not line.startswith("From ")]
        yield from ("", f"Module {module}.", *body, f"End {module}.", f"Import {module}.")
    yield from ("Import ListNotations.", "Open Scope Z_scope.")
    for claim in claims:
        yield ""
        yield from _claim_lines(claim)
        yield f"Print Assumptions {claim.name}."


def _claim_lines(claim: Claim) -> Iterator[str]:
    name, asked = claim.name, claim.asked
    if isinstance(asked, Problem):
        yield from _problem_claim_lines(claim, asked)
        return
    yield f"Definition bounds_of_{name} : list bound := ["
    last = len(asked.bounds) - 1
    for place, (terms, low, high) in enumerate(asked.bounds):
        some = "; ".join(f"({x}%nat, {weight})" for x, weight in terms)
        yield f"  Bound [{some}] ({low}) ({high}){';' * (place < last)}"
    yield "]."
    what = f"{asked.variables} bounds_of_{name}"
    if claim.orbits is None:
        says = _count_statement(claim, f"(solves {what})")
        yield from _theorem_lines(claim, f"count {what}", says, "count_correct _ _ _")
        return
    yield f"Definition symmetries_of_{name} : list (list nat) := ["
    yield ";\n".join(f"  {_naturals_text(image)}" for image in asked.maps)
    yield "]."
    says = _count_statement(claim, f"(solves {what})", f"(same_by symmetries_of_{name})")
    what = f"{what} symmetries_of_{name}"
    yield from _theorem_lines(claim, f"orbits {what}", says, "orbits_correct _ _ _ _ _")


def _count_statement(claim: Claim, things: str, same: str = "") -> str:
    """Return the statement of the number of things and, if claimed, of their orbits."""
    says = f"so_many {things} {claim.number}%N"
    orbits = f"so_many_classes {things} {same} {claim.orbits}%N"
    return says if claim.orbits is None else f"{says} /\\\n  {orbits}"


def _problem_claim_lines(claim: Claim, asked: Problem) -> Iterator[str]:
    name, best = claim.name, claim.best
    yield from _problem_definitions(asked, name)
    problem, order = f"problem_{name}", f"order_{name}"
    of, more = ("_orbits", " _") if claim.orbits is not None else ("", "")
    if best is None or asked.objective is None:
        says = _count_statement(claim, f"(solution {problem})", f"(symmetric {problem})")
        computed, proof = f"solve{of} {problem} {order}", f"solve{of}_correct _ _ _{more}"
        yield from _theorem_lines(claim, computed, says, proof)
        return
    maximise, measure = asked.objective[0], f"({_constructor_text(asked.objective[1])})"
    sense, counted = str(maximise).lower(), f"measured {problem} a {measure}"
    limit = f"n <= {best}" if maximise else f"{best} <= n"
    having = f"(fun a => solution {problem} a /\\ so_many ({counted}) {best}%N)"
    says = (
        f"(forall a n, solution {problem} a -> so_many ({counted}) n -> ({limit})%N) /\\\n"
        f"  {_count_statement(claim, having, f'(symmetric {problem})')}"
    )
    computed = f"best{of} {problem} {order} {sense} {measure} {best}%N"
    yield from _theorem_lines(claim, computed, says, f"best{of}_correct _ _ {sense} _ _ _{more}")


def _theorem_lines(claim: Claim, computed: str, says: str, proof: str) -> Iterator[str]:
    name, stated = claim.name, claim.result_text
    yield f"Lemma computed_{name} : {computed} = {stated}."
    yield f"Proof. vm_cast_no_check (eq_refl ({stated})). Qed."
    yield f"Theorem {name} : {says}."
    yield f"Proof. exact ({proof} computed_{name}). Qed."


def _problem_definitions(asked: Problem, name: str) -> Iterator[str]:
    """Yield the Coq definitions of ``problem_NAME`` and of the order of its pieces."""
    rows = (f"[{'; '.join(_CELLS[cell] for cell in row)}]" for row in asked.cells)
    cells = f"[{'; '.join(rows)}]"
    if {*"".join(asked.cells)} <= {"."}:
        width = len(asked.cells[0]) if asked.cells else 0
        cells = f"(repeat (repeat Square {width}) {len(asked.cells)})"
    board = f"Board {cells} {asked.wrap.capitalize()}"
    yield f"Definition problem_{name} : problem := Problem ({board})"
    kinds = (
        f"Kind [{'; '.join(f'Ride {m} {n} {reach}' for m, n, reach in kind.rides)}]"
        f" {kind.least} {kind.most} {_places_text(kind.never)}"
        for kind in asked.kinds
    )
    yield f"  [{'; '.join(kinds)}]"
    yield f"  [{'; '.join(map(_constructor_text, asked.rules))}]."
    yield f"Definition order_{name} : order := ["
    last = len(asked.order) - 1
    for place, (kind, row, column) in enumerate(asked.order):
        yield f"  ({kind}%nat, ({row}, {column})){';' * (place < last)}"
    yield "]."


def _places_text(places: Sequence[Place]) -> str:
    return f"[{'; '.join(map(_field_text, places))}]"


def _naturals_text(numbers: Sequence[Any]) -> str:
    return f"[{'; '.join(map(str, numbers))}]%nat"


def _constructor_text(words: Words) -> str:
    name, *fields = words
    return " ".join((name, *map(_field_text, fields)))


def _field_text(field: Any) -> str:
    if isinstance(field, Place):
        return f"({field.row}, {field.column})"
    if not isinstance(field, tuple):
        return str(field).lower()
    if field and isinstance(field[0], str):
        return f"({_constructor_text(field)})"
    if field and isinstance(field[0], tuple) and isinstance(field[0][0], Place):
        return f"[{'; '.join(map(_places_text, field))}]"
    return _naturals_text(field)
