"""Deduction: the steps of reasoning that lead to a puzzle's solution, and their words."""
