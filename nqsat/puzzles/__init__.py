"""Puzzles with exactly one solution, in which every given is necessary."""

from nqsat.modelling.pzpr import read_pzprv3 as read_pzprv3
from nqsat.puzzles import clues as clues
from nqsat.puzzles import minimal as minimal
from nqsat.puzzles import region_search as region_search
from nqsat.puzzles import regions as regions
from nqsat.puzzles.grading import GRADES as GRADES
from nqsat.puzzles.grading import Difficulty as Difficulty
from nqsat.puzzles.grading import Steps as Steps
from nqsat.puzzles.grading import difficulty as difficulty
from nqsat.puzzles.grading import steps as steps
from nqsat.puzzles.hints import Hint as Hint
from nqsat.puzzles.hints import hint as hint
from nqsat.puzzles.hints import reasoning as reasoning
from nqsat.puzzles.hints import steps_to as steps_to
from nqsat.puzzles.making import Puzzle as Puzzle
from nqsat.puzzles.making import confirm as confirm
from nqsat.puzzles.making import puzzle as puzzle
