"""Which tests should see the mutants of which sources: quick ones, and those of the same room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Case(NamedTuple):
    """Sources, and the tests that should see their mutants."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


def _case(sources: dict[str, str], tests: dict[str, str]) -> Case:
    """Names of sources by their folder in ``nqsat``, and of tests by theirs."""
    return Case(
        tuple(
            f"nqsat/{room}/{name}" + ".py" * ("." not in name)
            for room, some in sources.items()
            for name in some.split()
        ),
        tuple(f"tests/{room}/test_{x}.py" for room, some in tests.items() for x in some.split()),
    )


def _extensions() -> Iterator[Case]:
    """Those of extensions that have mistakes of their own."""
    tree = Path(__file__).parents[2]
    for path in sorted(tree.glob("tests/extensions/*/mistakes_in_*.py")):
        sources, tests = tree / "nqsat/extensions" / path.parent.name, path.parent
        files = [*sources.glob("[!_]*.py")], [*tests.glob("test_*.py")]
        yield Case(*(tuple(sorted(x.relative_to(tree).as_posix() for x in some)) for some in files))


STANDARD = (
    _case(
        {"chess": "attack_tables board geometry graph piece surfaces symmetry"},
        {
            "chess": "attacks board graph_pieces piece solid surfaces symmetry",
            "modelling": "placement",
        },
    ),
    _case(
        {
            "modelling/rules": "armies domination geometry literals measures nonattacking attack_encoding"
        },
        {
            "modelling/rules": "known_rules law literals rules attack_encoding",
            "modelling": "recolouring",
        },
    ),
    _case(
        {"modelling": "arrangement path placement preserving tour"},
        {"modelling": "user_rules path placement recolouring tour", "engines": "quotients"},
    ),
    _case(
        {
            "compiling": "atoms circuits cnf components lazy_cuts formula pigeonhole positions sums",
            "modelling": "kinds moves_model vocabulary",
            "modelling/rules": "tours",
        },
        {
            "compiling": "cardinalities circuits components folding formula literal_budget "
            "tour_formulas",
            "modelling": "placement tour",
        },
    ),
    _case(
        {
            "engines": "checked contract listing proof subprocess_worker",
            "engines/solvers": "cpsat sat session",
            "compiling": "blocking_clauses cpmodel",
            "engines/backtrack": "placements tours",
        },
        {
            "engines": "contract interrupts listing proof tours",
            "engines/solvers": "sat",
            "counting": "assignments optimum",
            "compiling": "formula",
        },
    ),
    _case(
        {
            "engines/bitboard": "level_search levels lines reading set_search",
            "engines/kernels": "sets.c",
        },
        {"engines": "bitboard bitboard_lines bitboard_sets level_kernels random_models"},
    ),
    _case(
        {
            "engines/frontier": "order program residuals run",
            "engines/layered": "program plan run states",
            "engines/kernels": "frontier.c layers.h",
        },
        {"engines": "frontier_kernels layered mates"},
    ),
    _case(
        {
            "engines/kernels": "tours.c middle.c",
            "engines/mates": "forward graph middle strategy",
            "engines/plans": "cubes partition_check plan turns",
        },
        {
            "engines": "mates mates_kernels tours",
            "engines/plans": "plans turns",
            "counting/ranking": "numbering",
            "counting": "limits",
        },
    ),
    _case(
        {
            "counting": "orbits planning run",
            "counting/ranking": "numbering ordinals",
            "engines/layered": "links",
            "engines/mates": "quotient",
        },
        {
            "counting": "answers assignments counts limits",
            "counting/ranking": "marginals numbering",
            "engines": "quotients",
            "modelling": "recolouring",
        },
    ),
    _case({"counting": "encoding"}, {"counting": "own_encodings"}),
    _case({"counting": "ledger coordinator job"}, {"counting": "ledger run jobs"}),
    _case(
        {"evidence/certificate": "facts listed lrat partial splitting writing"},
        {"evidence": "certify recount"},
    ),
    _case({"evidence": "checker"}, {"evidence": "checker checker_facts forgeries recount"}),
    _case({"evidence": "known"}, {"models": "known"}),
    _case({"cli": "check"}, {"cli": "check_command"}),
    *_extensions(),
)
