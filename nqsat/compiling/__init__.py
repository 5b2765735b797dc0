"""Translate a model into a formula, and a formula into CNF, a CP-SAT model or a file.

All functions are pure; nothing here searches.
"""

from nqsat.compiling.binary import clauses_of as clauses_of
from nqsat.compiling.blocking import Blocking as Blocking
from nqsat.compiling.blocking import blocking as blocking
from nqsat.compiling.circuits import CIRCUITS as CIRCUITS
from nqsat.compiling.circuits import find_circuit as find_circuit
from nqsat.compiling.clausal import Assignment as Assignment
from nqsat.compiling.clausal import CnfProblem as CnfProblem
from nqsat.compiling.clausal import LinearSum as LinearSum
from nqsat.compiling.clausal import Weights as Weights
from nqsat.compiling.clausal import linear_sum as linear_sum
from nqsat.compiling.cnf import ENCODINGS as ENCODINGS
from nqsat.compiling.cnf import Cnf as Cnf
from nqsat.compiling.cnf import encoded as encoded
from nqsat.compiling.cnf import find_encoding as find_encoding
from nqsat.compiling.cnf import to_cnf as to_cnf
from nqsat.compiling.cnf import to_pysat as to_pysat
from nqsat.compiling.cpmodel import problem_to_cp_model as problem_to_cp_model
from nqsat.compiling.cpmodel import to_cp_model as to_cp_model
from nqsat.compiling.cpmodel import to_cp_model_with_variables as to_cp_model_with_variables
from nqsat.compiling.cpmodel import to_cp_text as to_cp_text
from nqsat.compiling.cuts import Cuts as Cuts
from nqsat.compiling.cuts import cuts as cuts
from nqsat.compiling.dimacs import dimacs_lines as dimacs_lines
from nqsat.compiling.dimacs import parse_dimacs as parse_dimacs
from nqsat.compiling.dimacs import read_dimacs as read_dimacs
from nqsat.compiling.formula import ConstraintGroup as ConstraintGroup
from nqsat.compiling.formula import Formula as Formula
from nqsat.compiling.formula import Goal as Goal
from nqsat.compiling.formula import check_size as check_size
from nqsat.compiling.lowering import lower as lower
from nqsat.compiling.numbered import check_numbers as check_numbers
from nqsat.compiling.numbered import lower_numbers as lower_numbers
from nqsat.compiling.opb import opb_lines as opb_lines
from nqsat.compiling.program import program_lines as program_lines
