"""For people: solutions as text, SVG and JSON lines; tables, progress, notebooks.

What is shown was found elsewhere: nothing here searches, counts or knows an engine.
"""

from nqsat.reporting import plots
from nqsat.reporting.formats import FORMATS, lines
from nqsat.reporting.notebook import gallery
from nqsat.reporting.progress import live, progress, screen
from nqsat.reporting.sheets import PAPER, PrintedPuzzle, given_text, save_sheets, sheets
from nqsat.reporting.svg import svg
from nqsat.reporting.tables import comma_separated, json_line, markdown, table
from nqsat.reporting.text import draw

__all__ = [
    "FORMATS",
    "PAPER",
    "PrintedPuzzle",
    "comma_separated",
    "draw",
    "gallery",
    "given_text",
    "json_line",
    "lines",
    "live",
    "markdown",
    "plots",
    "progress",
    "save_sheets",
    "screen",
    "sheets",
    "svg",
    "table",
]
