"""Layered dynamic programming: the states of each layer, and the number of ways to reach each of them.

Code that ``frontier`` and ``mates`` share. An engine compiles a model to a ``Program``, whose kernels
compute the transitions (``program``). This package has the hash table of states (``table_kernel``), the run
through the layers (``run``), the plan, whose stages store their states (``plan``), and the stored layers
from which solutions are ranked, unranked, sampled and weighed (``links``).
"""
