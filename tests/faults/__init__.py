"""Planted faults: one mistake each, where a real one would be made, and who has to catch it.

A fault is a value: what is broken, a small model on which it shows, and the checks that must object.
``tests/evidence/test_faults.py`` plants each of them and prints the table.
"""

from faults.certificates import CERTIFICATES
from faults.chess import CHESS
from faults.compiling import COMPILING
from faults.counting import COUNTING
from faults.engines import ENGINES
from faults.fault import Fault, Found, Look, guards_lifted
from faults.modelling import MODELLING
from faults.numbers import NUMBERS

__all__ = ["FAULTS", "Fault", "Found", "Look", "guards_lifted"]

#: In the direction of the code: from the chess facts to the certificate.
FAULTS: tuple[Fault, ...] = (
    *CHESS,
    *MODELLING,
    *COMPILING,
    *ENGINES,
    *COUNTING,
    *NUMBERS,
    *CERTIFICATES,
)
