"""The catalogue: problem families by subject, written only with nqsat's public names.

A family is a function from parameters to a model. Its docstring has what is particular to it; what
holds of all of them ``Family.documentation`` adds: the convention, the parameters, the links to its
sequences. Symmetry is never broken here: it is an option of the question. ``known.json`` holds known
counts, one object a line, each with its convention, its source and how it was recomputed.

A new family is one function in the file of its subject, and nothing else: all that these files define
is in ``FAMILIES``, in the order in which people see them.

>>> from nqsat.models import queens
>>> queens(8)
Placement('8x8', {'Q': '8'}, [NonAttacking()])
"""

from nqsat.modelling import Family

from . import connection, covering, general, leapers, mixed, puzzles, riders, touring
from .connection import *
from .covering import *
from .general import *
from .leapers import *
from .mixed import *
from .puzzles import *
from .riders import *
from .sequences import SEQUENCES as SEQUENCES
from .touring import *

FAMILIES: tuple[Family, ...] = tuple(
    value
    for subject in (riders, leapers, mixed, puzzles, covering, connection, general, touring)
    for value in vars(subject).values()
    if isinstance(value, Family)
)
