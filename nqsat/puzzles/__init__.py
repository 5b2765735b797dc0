"""Puzzles with exactly one solution, in which every given is necessary."""

from nqsat.puzzles.difficulty import GRADES, Difficulty, Steps, difficulty, steps
from nqsat.puzzles.hints import Hint, hint, reasoning
from nqsat.puzzles.puzzle import Puzzle, puzzle
from nqsat.puzzles.repair import Repair, repair

__all__ = [
    "GRADES",
    "Difficulty",
    "Hint",
    "Puzzle",
    "Repair",
    "Steps",
    "difficulty",
    "hint",
    "puzzle",
    "reasoning",
    "repair",
    "steps",
]
