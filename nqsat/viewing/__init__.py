"""Views: gathers what the page shows of a model.

The page's document, section by section; what is left out for its size says so in ``left``:

    {"nqsat": version, "title": …, "statement": one sentence, "command": words or null,
     "settled": words that keep the optimum, or null, "python": an expression that makes the model, or null,
     "shows": what follows it if the page is of a projection; its unit is then ``projections``,
     "model": …document.py, "answers": …answers.py,
     "layers": as in the answers, or null where these have them already,
     "puzzle": true where the answer is shown only when it is asked for, "steps": those to it,
     "evidence": {"heading", "lines"} or null, "left": ["what, why, and which option changes it"]}

A panel of an extension has a section of its name, as ``watch``. A section that is missing is not shown.
The document of a board editor has ``editor`` (editor.py), no model.
"""

from nqsat.viewing.titles import title_of
from nqsat.viewing.views import View, view

__all__ = ["View", "title_of", "view"]
