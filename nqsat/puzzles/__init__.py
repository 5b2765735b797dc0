"""Puzzles with exactly one solution, in which every given is necessary."""

from nqsat.puzzles.difficulty import GRADES, Difficulty, Steps, difficulty, steps
from nqsat.puzzles.puzzle import Puzzle, puzzle
from nqsat.puzzles.repair import Repair, repair

__all__ = [
    "GRADES",
    "Difficulty",
    "Puzzle",
    "Repair",
    "Steps",
    "difficulty",
    "puzzle",
    "repair",
    "steps",
]
