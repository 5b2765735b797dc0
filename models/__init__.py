"""The catalogue: problem families by subject, written only with nqsat's public names.

A family is a function from parameters to a model. Its docstring describes the problem;
``Family.documentation`` adds the counting convention, the parameters and the links to its sequences. No
family breaks symmetry: that is an option of the question. ``known.json`` has known counts, one object per
line, each with its convention, its source and how it was recomputed.

To add a family, write one function in the file of its subject, and nothing else: ``FAMILIES`` has all
families of these files, in the order in which they are listed.

>>> from nqsat.models import queens
>>> queens(8)
<Placement 8x8 Q=8 non-attacking>
"""

from nqsat.sources import Family

from . import connection, covering, general, grid, leapers, mixed, puzzles, riders, touring
from .connection import *
from .covering import *
from .general import *
from .grid import *
from .leapers import *
from .mixed import *
from .puzzles import *
from .riders import *
from .sequences import SEQUENCES as SEQUENCES
from .touring import *

FAMILIES: tuple[Family, ...] = tuple(
    value
    for subject in (riders, leapers, mixed, puzzles, covering, connection, general, touring, grid)
    for value in vars(subject).values()
    if isinstance(value, Family)
)
