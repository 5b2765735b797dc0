"""Third-party solvers: SAT, CP-SAT, a model counter."""
