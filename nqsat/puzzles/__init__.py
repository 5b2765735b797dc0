"""Puzzles with one solution: so much is given that there is one, and no more than that needs."""

from nqsat.puzzles.difficulty import GRADES, Difficulty, Steps, difficulty, steps
from nqsat.puzzles.puzzle import Puzzle, puzzle

__all__ = ["GRADES", "Difficulty", "Puzzle", "Steps", "difficulty", "puzzle", "steps"]
