"""For people: solutions as text, SVG and JSON lines; tables, progress, notebooks.

What is shown was found elsewhere: nothing here searches, counts or knows an engine.
"""

from nqsat.reporting import plots as plots
from nqsat.reporting.formats import FORMATS as FORMATS
from nqsat.reporting.formats import lines as lines
from nqsat.reporting.notebook import gallery as gallery
from nqsat.reporting.progress import live as live
from nqsat.reporting.progress import progress as progress
from nqsat.reporting.progress import screen as screen
from nqsat.reporting.sheets import PAPER as PAPER
from nqsat.reporting.sheets import PrintedPuzzle as PrintedPuzzle
from nqsat.reporting.sheets import given_text as given_text
from nqsat.reporting.sheets import save_sheets as save_sheets
from nqsat.reporting.sheets import sheets as sheets
from nqsat.reporting.svg import svg as svg
from nqsat.reporting.tables import comma_separated as comma_separated
from nqsat.reporting.tables import json_line as json_line
from nqsat.reporting.tables import markdown as markdown
from nqsat.reporting.tables import table as table
from nqsat.reporting.text import draw as draw
