"""The names of the package, for type checkers and for lazy_loader."""

from .binary import clauses_of as clauses_of
from .clausal import Assignment as Assignment
from .clausal import CnfProblem as CnfProblem
from .clausal import LinearSum as LinearSum
from .clausal import Weights as Weights
from .clausal import linear_sum as linear_sum
from .clausal import names_clauses as names_clauses
from .dimacs import parse_dimacs as parse_dimacs
from .reading import read_dimacs as read_dimacs
