"""Benchmarks: run nqsat's engines and other programs on the same questions, and judge their counts.

cases  ->  contestants  ->  measuring, worker  ->  rounds   ->  report
questions  programs         one process            in turns     rows, and wrong answers
"""

from bench.cases import SETS, Case, CaseSet, case, find_set
from bench.contestants import PEERS, Contestant, chosen, engine
from bench.measuring import Run, RunContext, RunLimits, occasion
from bench.report import COLUMNS, SUMMARY, BenchResults, QuestionResults, Record
from bench.rounds import Trial, rounds

__all__ = [
    "COLUMNS",
    "PEERS",
    "SETS",
    "SUMMARY",
    "BenchResults",
    "Case",
    "CaseSet",
    "Contestant",
    "QuestionResults",
    "Record",
    "Run",
    "RunContext",
    "RunLimits",
    "Trial",
    "case",
    "chosen",
    "engine",
    "find_set",
    "occasion",
    "rounds",
]
