"""Translate a model into a formula, and a formula into CNF, a CP-SAT model or a file.

All functions are pure; nothing here searches.
"""

import lazy_loader

# A name is loaded when it is first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
