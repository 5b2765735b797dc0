"""The proofs of a certificate for other people's checkers: a DIMACS file and a proof for each cube.

Each pair stands alone: the clauses of the formula, those that forbid the solutions, and the cube's; and a
refutation of them, as LRAT (with hints) and as DRUP (without). For NAME = 0001, 0002, …, cover:

    python -m drup.cli NAME.cnf NAME.drup    pip install drup: verified in Why3
    drat-trim NAME.cnf NAME.drup             github.com/marijnheule/drat-trim
    lrat-check NAME.cnf NAME.lrat            the same repository
    cake_lpr NAME.cnf NAME.lrat              verified in HOL4: github.com/tanyongkiam/cake_lpr

What they cannot know: that the clauses say what the rules say, and that the solutions are solutions. That
is for ``nqsat check``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nqsat.errors import InvalidModel
from nqsat.evidence.certificate.folder import new_folder, write_lines
from nqsat.evidence.certificate.solutions import orbits
from nqsat.evidence.checker import LARGEST
from nqsat.files import lines_of, read_text
from nqsat.modelling import loads

if TYPE_CHECKING:
    from nqsat.evidence.certificate.clauses import Literals


class Foreign(NamedTuple):
    """One refutation that stands alone.

    Args:
        name: of the files: ``0001``, or ``cover``.
        variables: all variables are 1 … ``variables``.
        clauses: what is refuted.
        lrat: the lines of the proof.
    """

    name: str
    variables: int
    clauses: tuple[Literals, ...]
    lrat: tuple[str, ...]

    @property
    def dimacs(self) -> Iterator[str]:
        """The lines of the DIMACS file."""
        yield f"p cnf {self.variables} {len(self.clauses)}"
        for clause in self.clauses:
            yield " ".join(map(str, (*clause, 0)))

    @property
    def steps(self) -> Iterator[Literals]:
        """The derived clauses; the last one is empty."""
        for line in self.lrat:
            literals = line.split()[1:]
            yield tuple(map(int, literals[: literals.index("0")]))

    @property
    def drup(self) -> Iterator[str]:
        """The lines of the proof without hints."""
        for step in self.steps:
            yield " ".join(map(str, (*step, 0)))


def foreign_files(folder: Path | str) -> Iterator[Foreign]:
    """The refutations of a certificate, cube by cube, and the one that the cubes cover everything.

    Raises:
        InvalidModel: there is no certificate.
    """
    place = Path(folder)
    try:
        model = loads(_text(place / "model.json"))
        lines = _lines(place / "formula.cnf")
        found = [_numbers(line) for line in _lines(place / "solutions.txt")]
        cubes = [_numbers(line)[:-1] for line in _lines(place / "cubes.txt")]
        clauses = [_numbers(line)[:-1] for line in lines if line[:1] not in ("c", "p")]
        head = next(line for line in lines if line.startswith("p cnf"))
        modulo = '"modulo": "symmetry"' in _text(place / "certificate.json")
        base = (*clauses, *orbits(model, found, symmetry=modulo).forbidden)
        proofs: list[tuple[str, list[Literals]]] = [
            (f"{n:04}", [(x,) for x in cube]) for n, cube in enumerate(cubes, start=1)
        ]
        if len(cubes) > 1:
            proofs.append(("cover", [tuple(-x for x in cube) for cube in cubes]))
        for name, more in proofs:
            lrat = _lines(place / "proofs" / f"{name}.lrat")
            yield Foreign(name, int(head.split()[2]), (*base, *more), tuple(lrat))
    except (ValueError, StopIteration, IndexError) as error:
        raise InvalidModel("certificate", f"{place} cannot be read: {error}") from None


def check_foreign(folder: Path | str, output: Path | str) -> None:
    """Refuse a place for foreign files: they would spoil a certificate, and mix with other files.

    Raises:
        InvalidModel: so it is, or it is no folder.
    """
    place = Path(output)
    if place.resolve().is_relative_to(Path(folder).resolve()):
        raise InvalidModel("foreign", f"{place} is inside the certificate; choose another folder")
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InvalidModel("foreign", f"{place} is there and no empty folder; choose another")
    if not place.parent.is_dir():
        raise InvalidModel("foreign", f"{place.parent} is no folder; make it first")


def write_foreign(folder: Path | str, output: Path | str) -> list[Path]:
    """Write ``NAME.cnf``, ``NAME.lrat`` and ``NAME.drup`` for every refutation of a certificate.

    Returns:
        the DIMACS files.

    Raises:
        InvalidModel: there is no certificate, or the files cannot be written there.
    """
    check_foreign(folder, output)
    place = Path(output)
    written = []
    with new_folder(place) as making:
        for one in foreign_files(folder):
            write_lines(making / f"{one.name}.cnf", one.dimacs)
            write_lines(making / f"{one.name}.lrat", one.lrat)
            write_lines(making / f"{one.name}.drup", one.drup)
            written.append(place / f"{one.name}.cnf")
    return written


def _text(path: Path) -> str:
    return read_text("certificate", path, LARGEST)


def _lines(path: Path) -> list[str]:
    return lines_of(_text(path))


def _numbers(line: str) -> Literals:
    return tuple(map(int, line.split()))
