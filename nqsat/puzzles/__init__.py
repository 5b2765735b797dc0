"""Puzzles with exactly one solution, in which every given is necessary."""

from nqsat.puzzles import clues as clues
from nqsat.puzzles import minimal as minimal
from nqsat.puzzles import region_search as region_search
from nqsat.puzzles import regions as regions
from nqsat.puzzles.difficulty import GRADES as GRADES
from nqsat.puzzles.difficulty import Difficulty as Difficulty
from nqsat.puzzles.difficulty import Steps as Steps
from nqsat.puzzles.difficulty import difficulty as difficulty
from nqsat.puzzles.difficulty import steps as steps
from nqsat.puzzles.hints import Hint as Hint
from nqsat.puzzles.hints import hint as hint
from nqsat.puzzles.hints import reasoning as reasoning
from nqsat.puzzles.hints import steps_to as steps_to
from nqsat.puzzles.puzzle import Puzzle as Puzzle
from nqsat.puzzles.puzzle import confirm as confirm
from nqsat.puzzles.puzzle import puzzle as puzzle
from nqsat.puzzles.puzzlink import read_pzprv3 as read_pzprv3
