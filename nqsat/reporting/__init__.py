"""For people: solutions as text, SVG and JSON lines; tables, progress, notebooks.

What is shown was found elsewhere: nothing here searches, counts or knows an engine.
"""

from nqsat.reporting.formats import FORMATS, lines
from nqsat.reporting.jsontext import json_line
from nqsat.reporting.notebook import install
from nqsat.reporting.progress import progress
from nqsat.reporting.svg import svg
from nqsat.reporting.tables import table
from nqsat.reporting.text import draw

__all__ = [
    "FORMATS",
    "draw",
    "install",
    "json_line",
    "lines",
    "progress",
    "svg",
    "table",
]
