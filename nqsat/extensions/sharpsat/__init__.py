"""The engine ``sharpsat``: an exact model counter of others, on the clauses of a model."""

from nqsat.extensions import Extension

EXTENSION = Extension(
    "the engine sharpsat: ganak counts the clauses of a model (pip install pyganak)",
    engines=("nqsat.extensions.sharpsat.engine:SharpSatEngine",),
)
