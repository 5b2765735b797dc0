"""The engines: one file each, one interface, an explicit list in ``every``."""

import lazy_loader

# A name is loaded when it is first used: most questions need a few engines.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
