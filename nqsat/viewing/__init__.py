"""Views: what the page shows of a model is gathered here, from whoever knows it.

The page's document, section by section; what is left out for its size says so in ``left``:

    {"nqsat": version, "title": …, "model": …document.py, "answers": …answers.py,
     "evidence": {"heading", "lines"} or null, "left": ["what, why, and which option changes it"]}
"""

from nqsat.viewing.view import View, view

__all__ = ["View", "view"]
