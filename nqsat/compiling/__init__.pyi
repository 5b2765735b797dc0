"""The names of the room, for type checkers and for lazy_loader."""

from .blocking import Blocking as Blocking
from .blocking import blocking as blocking
from .circuits import CIRCUITS as CIRCUITS
from .circuits import find_circuit as find_circuit
from .cnf import ENCODINGS as ENCODINGS
from .cnf import Cnf as Cnf
from .cnf import encoded as encoded
from .cnf import find_encoding as find_encoding
from .cnf import to_cnf as to_cnf
from .cnf import to_pysat as to_pysat
from .cpmodel import problem_to_cp_model as problem_to_cp_model
from .cpmodel import to_cp_model as to_cp_model
from .cpmodel import to_cp_model_with_variables as to_cp_model_with_variables
from .cpmodel import to_cp_text as to_cp_text
from .cuts import Cuts as Cuts
from .cuts import cuts as cuts
from .dimacs import dimacs_lines as dimacs_lines
from .formula import ConstraintGroup as ConstraintGroup
from .formula import Formula as Formula
from .formula import Goal as Goal
from .formula import check_size as check_size
from .lowering import lower as lower
from .numbered import check_numbers as check_numbers
from .numbered import lower_numbers as lower_numbers
from .opb import opb_lines as opb_lines
from .program import program_lines as program_lines
