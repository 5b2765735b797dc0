"""Counting layer by layer: states, and in how many ways each is reached.

What ``frontier`` and ``mates`` share. An engine compiles a model to a ``LayeredProgram``, whose kernels
say what follows on a state. Here are the table of states (``table_kernel``), the run through the layers
(``run``), states in files that parts go on from (``checkpoints``), the plan (``plan``), and all layers
kept, by which solutions are numbered, drawn and weighed (``links``).
"""
