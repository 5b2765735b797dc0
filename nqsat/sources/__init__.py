"""Where models come from: families and their catalogue, a user's file, a text, an address, JSON."""

from nqsat.sources.families import GRIDS as GRIDS
from nqsat.sources.families import Family as Family
from nqsat.sources.families import expand as expand
from nqsat.sources.families import family as family
from nqsat.sources.families import is_range as is_range
from nqsat.sources.lookup import OEIS as OEIS
from nqsat.sources.lookup import catalogue as catalogue
from nqsat.sources.lookup import find_family as find_family
from nqsat.sources.lookup import find_sequence as find_sequence
from nqsat.sources.lookup import is_puzzle as is_puzzle
from nqsat.sources.lookup import is_pzpr_file as is_pzpr_file
from nqsat.sources.lookup import model_of as model_of
from nqsat.sources.lookup import name_in as name_in
from nqsat.sources.lookup import puzzle_of as puzzle_of
from nqsat.sources.lookup import rebuild_model as rebuild_model
from nqsat.sources.model_text import in_place as in_place
from nqsat.sources.model_text import of_words as of_words
from nqsat.sources.model_text import parse as parse
from nqsat.sources.model_text import refined as refined
from nqsat.sources.model_text import whole_text as whole_text
from nqsat.sources.templates import filled as filled
from nqsat.sources.templates import names_in as names_in
from nqsat.sources.user_files import check_named as check_named
from nqsat.sources.user_files import names_a_file as names_a_file
from nqsat.sources.user_files import user_class as user_class
