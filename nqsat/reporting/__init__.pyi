"""The names of the room, for type checkers and for lazy_loader."""

from . import canvas as canvas
from . import plots as plots
from . import rendering as rendering
from .formats import FORMATS as FORMATS
from .formats import PICTURES as PICTURES
from .formats import TABLE as TABLE
from .formats import endings as endings
from .formats import lines as lines
from .givens import given_on as given_on
from .givens import given_text as given_text
from .givens import starred as starred
from .model_svg import drawn_given as drawn_given
from .model_svg import look_with as look_with
from .notebook import gallery as gallery
from .pictures import drawn_solution as drawn_solution
from .pictures import svg as svg
from .progress_display import live as live
from .progress_display import progress as progress
from .progress_display import screen as screen
from .style import PAPER as PAPER
from .style import PictureStyle as PictureStyle
from .style import look_of as look_of
from .tables import comma_separated as comma_separated
from .tables import json_line as json_line
from .tables import table as table
from .text import draw as draw
