"""Translate a model into a formula, and a formula into CNF, a CP-SAT model or a file.

All functions are pure; nothing here searches.
"""

from nqsat.compiling.blocking import Blocking, blocking
from nqsat.compiling.circuits import CIRCUITS, find_circuit
from nqsat.compiling.clausal import Assignment, CnfProblem
from nqsat.compiling.cnf import ENCODINGS, Cnf, find_encoding, to_cnf
from nqsat.compiling.cpmodel import to_cp_model, to_cp_model_with_variables, to_cp_text
from nqsat.compiling.cuts import Cuts, cuts
from nqsat.compiling.dimacs import dimacs_lines, parse_dimacs, read_dimacs
from nqsat.compiling.formula import ConstraintGroup, Formula, Goal, check_size
from nqsat.compiling.lowering import lower
from nqsat.compiling.numbered import check_numbers, lower_numbers
from nqsat.compiling.opb import opb_lines

__all__ = [
    "CIRCUITS",
    "ENCODINGS",
    "Assignment",
    "Blocking",
    "Cnf",
    "CnfProblem",
    "ConstraintGroup",
    "Cuts",
    "Formula",
    "Goal",
    "blocking",
    "check_numbers",
    "check_size",
    "cuts",
    "dimacs_lines",
    "find_circuit",
    "find_encoding",
    "lower",
    "lower_numbers",
    "opb_lines",
    "parse_dimacs",
    "read_dimacs",
    "to_cnf",
    "to_cp_model",
    "to_cp_model_with_variables",
    "to_cp_text",
]
