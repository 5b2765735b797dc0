"""Layered dynamic programming: the states of each layer, and the number of ways to reach each of them.

Code that ``frontier`` and ``mates`` share. An engine compiles a model to a ``Program``, whose kernels
compute the transitions; its plan has stages that store their states (``program``). The run through the
layers keeps them in a hash table (``run``); from stored layers solutions are ranked, unranked, sampled and
weighed (``links``).
"""
