"""Squares, boards, pieces, attack relations and symmetries.

Nothing here depends on models, formulas or solvers.
"""

import lazy_loader

# A name is loaded when it is first used: most boards are not graphs.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
