"""Orbits: solutions up to the model's symmetries, three ways that must agree.

The symmetries are the geometric ones, the rotations or the translations among them, or all of them together
with the permutations of the colours of the men.

* ``canonical``: list all solutions and keep the least image of each.
* ``blocking``: each solution found forbids its whole orbit, so the list has one of each.
* ``burnside``: the average, over the group, of the number of solutions that a symmetry leaves alone
  (Cauchy and Frobenius); each of these numbers is a count of its own.

The first two are an engine that searches with another one, so that limits, checks and completeness are
treated as for any other list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from nqsat.chess import Symmetry, rotations, translations
from nqsat.compiling import CnfProblem
from nqsat.counting.answers import Modulo
from nqsat.engines import Engine
from nqsat.errors import InvalidModel, unknown
from nqsat.modelling import (
    Arrangement,
    Change,
    Clause,
    Constraint,
    Man,
    Model,
    Rule,
    Setting,
    Solution,
    Variables,
)


@dataclass(frozen=True, slots=True)
class Orbits(Engine):
    """An engine that lists one solution of each orbit: its canonical form.

    Args:
        engine: the engine that searches.
        blocking: have each solution forbid its orbit, instead of listing all and comparing.
        modulo: under which group: see ``group_of``.
    """

    name: ClassVar[str] = "orbits"
    engine: Engine
    blocking: bool = False
    modulo: Modulo = "symmetry"

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def note(self) -> str | None:
        return self.engine.note

    def for_model(self, model: Model | CnfProblem) -> Orbits:
        return replace(self, engine=self.engine.for_model(model))

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        # It may refuse the model at once; the group, which may take its time, is made when it is asked for.
        found = None if self.blocking else self.engine.search(model)
        return self._canonical(model, tuple(orbit), found)

    def _canonical(
        self, model: Model, given: tuple[Symmetry, ...], found: Iterator[Solution | None] | None
    ) -> Iterator[Solution | None]:
        group = given or group_of(model, self.modulo)
        if found is None:
            found = self.engine.search(model, group)
        seen: set[int] = set()
        for solution in found:
            if solution is None or solution.fingerprint in seen:
                yield None
                continue
            # The orbit's other members are remembered, so that each orbit is compared only once.
            seen.update(solution.image(symmetry).fingerprint for symmetry in group)
            yield solution.canonical(group)


def check_modulo(model: Model, modulo: Modulo) -> None:
    """Refuse at once to exchange colours where there are none, and to shift a board that has edges.

    Raises:
        InvalidModel: there is no such group; the model is a tour, or has fewer than two colours; or its
            board does not wrap.
    """
    if modulo not in get_args(Modulo):
        raise InvalidModel("modulo", unknown(modulo, get_args(Modulo)))
    if modulo == "translations" and not model.board.geometry.around:
        raise InvalidModel(
            "modulo",
            f"translations are of boards that wrap, as torus:5x5; {model.board.title} does not",
        )
    if modulo == "colours":
        model.colours()


def group_of(model: Model, modulo: Modulo) -> tuple[Symmetry, ...]:
    """The group that makes the orbits: the symmetries of the model, or those of one sort.

    For ``"colours"`` with recolourings.

    Raises:
        InvalidModel: as ``check_modulo``, or a rule does not say what preserves it.
    """
    check_modulo(model, modulo)
    if modulo == "colours":
        return model.recolourings()
    if modulo == "symmetry":
        return model.symmetries()
    kept = frozenset(model.symmetries())
    some = rotations(model.board) if modulo == "rotations" else translations(model.board)
    return tuple(symmetry for symmetry in some if symmetry in kept)


@dataclass(frozen=True, slots=True)
class Unchanged(Rule):
    """Only arrangements that a recolouring leaves as they are: what Burnside counts modulo colours.

    For every square s and kind k:  k stands on s  ⇔  π(k) stands on g(s).

    Args:
        recolouring: one that preserves the setting.
    """

    name: ClassVar[str] = "unchanged"
    recolouring: Change

    def holds(self, arrangement: Arrangement) -> bool:
        return arrangement.image(self.recolouring) == arrangement

    def folding(self, setting: Setting) -> tuple[Change]:
        return (self.recolouring,)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for square in setting.board.squares:
            for kind in setting.kinds:
                image = Man(square, kind.name).image(self.recolouring)
                here, there = (
                    variables.at(kind.name, square),
                    variables.at(image.kind, image.square),
                )
                if here and here != there:  # x here implies x there; all round the cycle: equal
                    yield Clause((-here, there) if there else (-here,))


def only_fixed(model: Model, symmetry: Symmetry) -> Model:
    """The model, of which only the solutions that a member of its group leaves alone are solutions."""
    if isinstance(symmetry, Change):
        return model.with_rules(Unchanged(symmetry))
    return model.fixed(symmetry.name)


def conjugacy_classes(group: Sequence[Symmetry]) -> Iterator[tuple[Symmetry, int]]:
    """A member of each conjugacy class of a group, and the size of the class.

    Conjugate symmetries leave equally many solutions alone, so Burnside needs one count a class.
    """
    every = [_points(symmetry) for symmetry in group]
    number = {point: index for index, point in enumerate(every[0])} if every else {}
    moves = [tuple(number[move[point]] for point in number) for move in every]
    base = _base(moves)
    # Of each the inverse at the base, and after that the move itself.
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
    """Points by whose images the members of a group are told apart, a few: a large torus has thousands.

    Reference: C. C. Sims, Computational methods in the study of permutation groups, in Computational
    Problems in Abstract Algebra, Oxford 1970, 169-183.
    """
    base: list[int] = []
    images: list[tuple[int, ...]] = [()] * len(moves)
    for point in range(len(moves[0]) if moves else 0):
        told = len(set(images))
        if told == len(moves):
            break
        further = [(*image, move[point]) for image, move in zip(images, moves, strict=True)]
        if len(set(further)) > told:
            base.append(point)
            images = further
    return base


def _points(symmetry: Symmetry) -> Mapping[object, object]:
    """What a symmetry permutes: squares, and kinds where it recolours."""
    points: dict[object, object] = dict(symmetry.mapping)
    if isinstance(symmetry, Change):
        points.update(symmetry.kinds)
    return points
