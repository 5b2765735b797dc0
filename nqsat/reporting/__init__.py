"""For people: solutions as text, SVG and JSON lines; tables, progress, notebooks.

What is shown was found elsewhere: nothing here searches, counts or knows an engine.
"""

import lazy_loader

# A name is loaded when it is first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
