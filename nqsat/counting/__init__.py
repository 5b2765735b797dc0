"""Questions about a model, and answers that say their unit, engine, and whether they are complete."""

import lazy_loader

# A name is loaded when it is first used: a plain count needs neither conflicts nor ranks.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
