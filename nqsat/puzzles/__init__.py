"""Puzzles with one solution: so much is given that there is one, and no more than that needs."""

from nqsat.puzzles.puzzle import Puzzle, puzzle
from nqsat.puzzles.steps import GRADES, Difficulty, Steps, difficulty, steps

__all__ = ["GRADES", "Difficulty", "Puzzle", "Steps", "difficulty", "puzzle", "steps"]
