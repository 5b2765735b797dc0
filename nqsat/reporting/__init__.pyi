"""The names of the room, for type checkers and for lazy_loader."""

from . import plots as plots
from .formats import FORMATS as FORMATS
from .formats import PICTURES as PICTURES
from .formats import TABLE as TABLE
from .formats import endings as endings
from .formats import lines as lines
from .notebook import gallery as gallery
from .progress import live as live
from .progress import progress as progress
from .progress import screen as screen
from .sheets import PAPER as PAPER
from .sheets import PrintedPuzzle as PrintedPuzzle
from .sheets import given_text as given_text
from .sheets import save_sheets as save_sheets
from .sheets import sheets as sheets
from .svg import svg as svg
from .tables import comma_separated as comma_separated
from .tables import json_line as json_line
from .tables import markdown as markdown
from .tables import table as table
from .text import draw as draw
