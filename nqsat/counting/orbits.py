"""Orbits: count solutions up to the model's symmetries, by three methods that must agree.

The group is that of the geometric symmetries, only its rotations or translations, or all geometric
symmetries combined with permutations of the colours of the pieces.

* ``canonical``: list all solutions and keep the least image of each.
* ``blocking``: each solution found forbids its whole orbit, so the list has one of each.
* ``burnside``: the mean, over the group, of the number of solutions that a symmetry fixes (Cauchy and
  Frobenius); each of these numbers is a separate count.

The first two are an engine that wraps another one, so limits, checks and completeness work as for any list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from nqsat.chess import Symmetry, rotations, translations
from nqsat.counting.answers import Modulo
from nqsat.engines import Engine
from nqsat.errors import InvalidModel, unknown
from nqsat.formulas import CnfProblem
from nqsat.modelling import (
    Arrangement,
    Change,
    Constraint,
    Model,
    Rule,
    Setting,
    Solution,
    Variables,
)
from nqsat.modelling.rules.geometry import equal_along


@dataclass(frozen=True, slots=True)
class Orbits(Engine):
    """An engine that lists one solution of each orbit: its canonical form."""

    name: ClassVar[str] = "orbits"
    engine: Engine  # the engine that searches
    #: forbid the orbit of each solution, instead of listing all solutions and comparing
    blocking: bool = False
    modulo: Modulo = "symmetry"  # the group: see `group_of`

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def memory(self) -> int | None:
        """Bytes that the search may use."""
        return getattr(self.engine, "memory", None)

    @property
    def note(self) -> str | None:
        return self.engine.note

    def for_model(self, model: Model | CnfProblem) -> Orbits:
        return replace(self, engine=self.engine.for_model(model))

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        # ``batches`` may refuse the model at once; the group, which may be slow, is computed on iteration.
        found = None if self.blocking else self.engine.batches(model)
        return self._canonical(model, found)

    def _canonical(
        self, model: Model, found: Iterator[Sequence[Solution]] | None
    ) -> Iterator[Sequence[Solution]]:
        group = group_of(model, self.modulo)
        if found is None:
            found = self.engine.batches(model, group)
        seen: set[int] = set()
        for batch in found:
            fresh = list[Solution]()
            for solution in batch:
                if solution.fingerprint in seen:
                    continue
                # All members of the orbit are stored, so that each orbit is canonicalised only once.
                seen.update(solution.image(symmetry).fingerprint for symmetry in group)
                fresh.append(solution.canonical(group))
            yield fresh


def check_modulo(model: Model, modulo: Modulo) -> None:
    """Check that the model has this group: colours to permute, or a board that wraps to translate."""
    if modulo not in get_args(Modulo):
        raise InvalidModel("modulo", unknown(modulo, get_args(Modulo)))
    geometry = model.board.geometry
    if modulo == "translations" and not geometry.seams:
        raise InvalidModel(
            "modulo",
            f"translations are of boards that wrap, as torus:5x5; {model.board.title} does not",
        )
    if modulo == "rotations" and not geometry.has_rotations:
        reason = f"a {model.board.title} has no rotations; symmetry uses the given symmetries"
        raise InvalidModel("modulo", reason)
    if modulo in ("symmetry", "colours") and not geometry.knows_symmetries:
        cure = "give cycles of nodes, (a b)(c d), or () for none; in a class, maps"
        reason = f"nqsat does not search a {geometry.title} for symmetries; {cure}"
        raise InvalidModel("modulo", reason)
    if modulo == "colours":
        model.colours()


def group_of(model: Model, modulo: Modulo) -> tuple[Symmetry, ...]:
    """Return the group of ``modulo``: the symmetries of the model, or those of one sort.

    For ``"colours"`` they are combined with recolourings.
    """
    check_modulo(model, modulo)
    if modulo == "colours":
        return model.recolourings()
    if modulo == "symmetry":
        return model.symmetries()
    kept = frozenset(model.symmetries())
    group = rotations(model.board) if modulo == "rotations" else translations(model.board)
    return tuple(symmetry for symmetry in group if symmetry in kept)


@dataclass(frozen=True, slots=True)
class Unchanged(Rule):
    """The rule that a recolouring fixes the arrangement: Burnside's lemma counts these modulo colours.

    For every square s and kind k:  k stands on s  ⇔  π(k) stands on g(s).
    """

    name: ClassVar[str] = "unchanged"
    recolouring: Change  # a recolouring that preserves the setting

    def holds(self, arrangement: Arrangement) -> bool:
        return arrangement.image(self.recolouring) == arrangement

    def merged_by(self, setting: Setting) -> tuple[Change]:
        return (self.recolouring,)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        return equal_along(self.recolouring, setting, variables)


def only_fixed(model: Model, symmetry: Symmetry) -> Model:
    """Return the model restricted to solutions that a member of its group fixes."""
    if isinstance(symmetry, Change):
        return model.with_rules(Unchanged(symmetry))
    return model.fixed(symmetry.name)


def conjugacy_classes(group: Sequence[Symmetry]) -> Iterator[tuple[Symmetry, int]]:
    """Yield a member of each conjugacy class of a group, and the size of the class.

    Conjugate symmetries fix equally many solutions, so Burnside's lemma needs one count for each class.
    """
    permutations = [_points(symmetry) for symmetry in group]
    number = {point: index for index, point in enumerate(permutations[0])} if permutations else {}
    moves = [tuple(number[move[point]] for point in number) for move in permutations]
    base = _base(moves)
    # Each group element, with the preimages of the base points.
    sources = [(move, [move.index(point) for point in base]) for move in moves]
    done: set[tuple[int, ...]] = set()
    for symmetry, move in zip(group, moves, strict=True):
        if tuple([move[point] for point in base]) in done:
            continue
        conjugates = {
            tuple([other[move[source]] for source in before]) for other, before in sources
        }
        done |= conjugates
        yield symmetry, len(conjugates)


def _base(moves: Sequence[tuple[int, ...]]) -> list[int]:
    """Return a base: a few points whose images identify each member of the group.

    Reference: C. C. Sims, Computational methods in the study of permutation groups, in Computational
    Problems in Abstract Algebra, Oxford 1970, 169-183.
    """
    base: list[int] = []
    images: list[tuple[int, ...]] = [()] * len(moves)
    for point in range(len(moves[0]) if moves else 0):
        distinct = len(set(images))
        if distinct == len(moves):
            break
        further = [(*image, move[point]) for image, move in zip(images, moves, strict=True)]
        if len(set(further)) > distinct:
            base.append(point)
            images = further
    return base


def _points(symmetry: Symmetry) -> Mapping[object, object]:
    """Return the permutation of a symmetry: of squares, and of kinds if it recolours."""
    points: dict[object, object] = dict(symmetry.mapping)
    if isinstance(symmetry, Change):
        points.update(symmetry.kinds)
    return points
