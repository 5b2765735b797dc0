"""The rules, and the names for writing your own: those of ``nqsat.modelling.rules``.

>>> from nqsat import Placement
>>> from nqsat.rules import Permutation, clause
>>> Placement("4x4", {"R": 4}, [Permutation(1), clause("R@a1", "R@b1")])
<Placement 4x4 R=4 permutation=1 among=R@a1,R@b1,number=1..>
"""

from nqsat.modelling.rules import *
from nqsat.modelling.rules import __all__
