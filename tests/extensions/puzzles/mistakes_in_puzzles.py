"""Mistakes in ``puzzles``, as ``benchmarks/planted.py`` has those of the rest."""

# fmt: off
TEXTS = {
    "nqsat/extensions/puzzles/making.py": (
        ("a puzzle may have several solutions",
         "if (found := solutions_of(model, clock)) != (solution,):",
         "if (found := solutions_of(model, clock)) is None:"),
    ),
    "nqsat/extensions/puzzles/drawn_clues.py": (
        ("a puzzle that nobody had the time to confirm is a disagreement",
         'if answer.verdict == "unknown":', "if False:"),
    ),
    "nqsat/extensions/puzzles/minimal.py": (
        ("pieces are left out before empty squares, and what says much before what says little",
         "return sorted(range(len(self._clues)), key=late)",
         "return sorted(range(len(self._clues)), key=late)[::-1]"),
    ),
}
# fmt: on
