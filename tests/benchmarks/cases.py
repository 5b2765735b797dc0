"""Which tests should see the mutants of which sources: quick ones, and those of the same room."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """Sources, and the tests that should see their mutants."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


def _case(sources: dict[str, str], tests: dict[str, str]) -> Case:
    """Names of sources by their folder in ``nqsat``, and of tests by theirs."""
    return Case(
        tuple(f"nqsat/{room}/{name}.py" for room, some in sources.items() for name in some.split()),
        tuple(f"tests/{room}/test_{x}.py" for room, some in tests.items() for x in some.split()),
    )


STANDARD = (
    _case(
        {"chess": "attacks board graph layout piece symmetry"},
        {
            "chess": "attacks board facts graph_pieces piece solid symmetry",
            "modelling": "placement",
        },
    ),
    _case(
        {"modelling/rules": "armies domination geometry literals measures nonattacking sight"},
        {
            "modelling/rules": "invariance known_rules law literals measures rules sight single_rules"
        },
    ),
    _case(
        {"modelling": "arrangement path preserving tour"},
        {"modelling": "own_rules path placement recolouring tour", "engines": "quotients"},
    ),
    _case(
        {
            "compiling": "circuits cnf cuts pigeonhole placements sums tours",
            "modelling": "kinds",
            "modelling/rules": "tours",
        },
        {
            "compiling": "cardinalities circuits encoding folding formula room tour_formulas",
            "modelling": "placement tour",
        },
    ),
    _case(
        {
            "engines": "contract cpsat isolated listing loop proof sat",
            "compiling": "blocking cpmodel",
            "engines/backtrack": "placements tours",
        },
        {
            "engines": "contract interrupts isolated listing proof tours",
            "counting": "assignments optimum",
            "compiling": "formula",
        },
    ),
    _case(
        {"engines/bitboard": "cover_kernel cover_search level_kernel level_search levels reading"},
        {"engines": "bitboard cover_kernels level_kernels random_models"},
    ),
    _case(
        {
            "engines/frontier": "kernel order plan program residuals run",
            "engines/layered": "checkpoints plan run table_kernel",
        },
        {"engines": "frontier_kernels frontier_stages layered mates_plans"},
    ),
    _case(
        {
            "engines/mates": "ends forward forward_kernel graph middle middle_kernel way",
            "engines": "covers cubes plan",
        },
        {"engines": "cubes mates mates_kernels mates_plans plans", "counting": "numbering"},
    ),
    _case(
        {
            "counting": "exactly layered leader numbering ordinals orbits planning tally",
            "engines/layered": "links",
            "engines/mates": "quotient",
        },
        {
            "counting": "assignments counts exactly limits numbering sizes",
            "engines": "quotients",
            "modelling": "recolouring",
        },
    ),
    _case({"counting": "encoding"}, {"counting": "own_encodings"}),
    _case({"counting/job": "ledger result standing"}, {"counting/job": "audit jobs ledger"}),
    _case(
        {
            "evidence/certificate": "cpog determined foreign listed proving recounted"
            " splitting work writing"
        },
        {"evidence": "certify cpog recount"},
    ),
    _case({"evidence": "checker"}, {"evidence": "checker checker_facts forgeries recount"}),
    _case({"evidence": "known"}, {"evidence": "terms"}),
    _case({"puzzles": "minimal puzzle"}, {"puzzles": "givens"}),
    _case({"bench": "report rounds"}, {"bench": "bench"}),
    _case({"cli": "certify table"}, {"cli": "check_command table_command"}),
)
