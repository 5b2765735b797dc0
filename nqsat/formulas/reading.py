"""Read a file of clauses, in DIMACS or OPB."""

from __future__ import annotations

from pathlib import Path

from nqsat.files import read_bytes
from nqsat.formulas import dimacs
from nqsat.formulas.clausal import CnfProblem
from nqsat.formulas.dimacs import parse_dimacs
from nqsat.formulas.opb import is_opb, parse_opb


def read_dimacs(path: str | Path) -> CnfProblem:
    """Read a file in DIMACS or OPB: what it begins with says which.

    Raises:
        InvalidModel: it cannot be read, or is too large.
        InvalidNotation: it is not a valid file; with the line.
    """
    data = read_bytes("dimacs", path, dimacs.MAX_BYTES)
    return parse_opb(data) if is_opb(data) else parse_dimacs(data)
