"""Ranking and unranking: the k-th solution, the rank of a solution, random solutions."""
