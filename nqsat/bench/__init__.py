"""Benchmarks: nqsat's engines and other programs on the same questions, and whether their counts are right.

questions  ->  contestants  ->  measuring, worker  ->  rounds   ->  report
what           who              one process            in turns     rows, and who is wrong
"""

from nqsat.bench.contestants import PEERS, Contestant, chosen, engine
from nqsat.bench.measuring import Limits, Run, Setting, setting
from nqsat.bench.questions import SETS, Question, QuestionSet, find_set, question
from nqsat.bench.report import COLUMNS, SUMMARY, Measured, Record, settle
from nqsat.bench.rounds import Answer, rounds

__all__ = [
    "COLUMNS",
    "PEERS",
    "SETS",
    "SUMMARY",
    "Answer",
    "Contestant",
    "Limits",
    "Measured",
    "Question",
    "QuestionSet",
    "Record",
    "Run",
    "Setting",
    "chosen",
    "engine",
    "find_set",
    "question",
    "rounds",
    "setting",
    "settle",
]
