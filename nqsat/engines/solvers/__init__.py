"""Solvers of others that nqsat asks: SAT, CP-SAT, a model counter."""
