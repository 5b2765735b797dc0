"""Formulas of others: clauses, linear constraints and weights, as a file of DIMACS or OPB has them.

Nothing here knows a board or a model; nothing searches. ``nqsat.compiling`` makes such formulas of models.
"""

import lazy_loader

# A name is loaded when it is first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
