"""Benchmarks: nqsat's engines and other programs on the same questions, and whether their counts are right.

cases  ->  contestants  ->  measuring, worker  ->  rounds   ->  report
what       who              one process            in turns     rows, and who is wrong
"""

from nqsat.bench.cases import SETS, Case, CaseSet, case, find_set
from nqsat.bench.contestants import PEERS, Contestant, chosen, engine
from nqsat.bench.measuring import Limits, Occasion, Run, occasion
from nqsat.bench.report import COLUMNS, SUMMARY, Judged, Measured, Record
from nqsat.bench.rounds import Answer, rounds

__all__ = [
    "COLUMNS",
    "PEERS",
    "SETS",
    "SUMMARY",
    "Answer",
    "Case",
    "CaseSet",
    "Contestant",
    "Judged",
    "Limits",
    "Measured",
    "Occasion",
    "Record",
    "Run",
    "case",
    "chosen",
    "engine",
    "find_set",
    "occasion",
    "rounds",
]
