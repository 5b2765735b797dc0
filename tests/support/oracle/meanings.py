"""A second definition of each rule: by cells, walks and sums, without any ``holds``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

from nqsat import Arrangement, Board, Kind, Piece, Placement, Rule, Square
from nqsat.rules import (
    Among,
    Amount,
    Armies,
    Connected,
    Degrees,
    DistinctDifferences,
    Domination,
    Invariant,
    Irredundant,
    Maximal,
    Men,
    NonAttacking,
    NoThreeInLine,
    Number,
    Permutation,
    Regions,
    Stabiliser,
)
from support.oracle.brute_force import Cell, arrangement_of, candidates, cells_of, naive_numbers
from support.oracle.groups import Move, every_move, fixes, generated, named
from support.oracle.sight import naive_sight

Content = Mapping[Cell, str]


def naive_solutions(model: Placement) -> frozenset[Arrangement]:
    """Return the solutions by the definitions below."""
    found = (content for content in candidates(model) if naive_holds(model, content))
    return frozenset(arrangement_of(model, content) for content in found)


def naive_holds(model: Placement, content: Content) -> bool:
    """Return whether numbers, squares, presets and rules are satisfied."""
    if not naive_numbers(model, [*content.values()]):
        return False
    for kind in model.kinds:
        places = [cell for cell, name in content.items() if name == kind.name]
        if kind.squares is not None and any(cell not in kind.squares for cell in places):
            return False
    for preset in model.presets:
        if content.get((preset.square.row, preset.square.column)) != preset.kind:
            return False
    return all(means(rule, model, content) for rule in model.rules)


def means(rule: Rule, model: Placement, content: Content) -> bool:
    """Return whether a rule holds for pieces on cells."""
    return MEANINGS[type(rule)](rule, model, content)


def non_attacking(rule: NonAttacking, model: Placement, content: Content) -> bool:
    """No piece attacks another one that the rule protects from it."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    for cell in content:
        for target in seen[cell]:
            if target in content:
                pair = (content[cell], content[target])
                if rule.between is None or pair in rule.between or pair[::-1] in rule.between:
                    return False
    return True


def degrees(rule: Degrees, model: Placement, content: Content) -> bool:
    """Check every piece, with every other one."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    for cell, kind in content.items():
        if rule.of is not None and kind not in rule.of:
            continue
        degree = 0
        for other, name in content.items():
            if rule.others is not None and name not in rule.others:
                continue
            arc = (cell, other) if rule.direction == "attacks" else (other, cell)
            if arc[1] in seen[arc[0]]:
                degree += 1
        if not bounded(degree, rule.bounds):
            return False
    return True


def domination(rule: Domination, model: Placement, content: Content) -> bool:
    """Check every square, every pair, and for ``minimal`` the removal of pieces."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    men = [cell for cell, kind in content.items() if rule.kinds is None or kind in rule.kinds]
    if not dominated(model, men, seen, rule.variant):
        return False
    for cell in cells_of(model.board):
        own = [cell] if cell in men and rule.variant != "total" else []
        cover = own + [man for man in men if man != cell and cell in seen[man]]
        if (rule.variant == "efficient" and cover != cover[:1]) or len(cover) < (rule.times or 1):
            return False
    if rule.variant == "independent" and any(b in seen[a] for a in men for b in men):
        return False
    # Any set of pieces is removed, not only single ones: that is equivalent, since without blocking more
    # pieces dominate more.
    return not rule.minimal or not any(
        dominated(model, rest, seen, rule.variant)
        for size in range(len(men))
        for rest in combinations(men, size)
    )


def dominated(
    model: Placement, men: Sequence[Cell], seen: Mapping[Cell, set[Cell]], variant: str
) -> bool:
    """Return whether these pieces cover every square of the board."""
    for cell in cells_of(model.board):
        attacked = any(cell in seen[man] for man in men)
        if not attacked and (variant == "total" or cell not in men):
            return False
    return True


def maximal(rule: Maximal, model: Placement, content: Content) -> bool:
    """Add a piece on every empty cell: it must be in an attack that counts."""
    for cell in cells_of(model.board):
        for kind in model.kinds:
            if cell in content or (kind.squares is not None and cell not in kind.squares):
                continue
            seen = naive_sight(model, {**content, cell: kind.name}, blocking=rule.blocking)
            met = False
            for other, name in content.items():
                pairs = {(kind.name, name), (name, kind.name)}
                if rule.between is None or pairs & set(rule.between):
                    met = met or other in seen[cell] or cell in seen[other]
            if not met:
                return False
    return True


def armies(rule: Armies, model: Placement, content: Content) -> bool:
    """Walk from each piece; the colour is the text before the colon."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    colour = {cell: kind.split(":")[0] if ":" in kind else None for cell, kind in content.items()}
    for one, other in permutations(content, 2):
        both = colour[one], colour[other]
        if None not in both and both[0] != both[1] and other in seen[one]:
            return False
    if rule.equal:
        names = {kind.name.split(":")[0] for kind in model.kinds if ":" in kind.name}
        sizes = Counter(colour.values())
        return all(sizes[a] == sizes[b] for a, b in combinations(names, 2))
    return True


def regions(rule: Regions, model: Placement, content: Content) -> bool:
    """Count the pieces of each letter that has a square."""
    for name in {rule.map[row][column] for row, column in cells_of(model.board)} - {"."}:
        men = 0
        for (row, column), kind in content.items():
            if rule.map[row][column] == name and (rule.kinds is None or kind in rule.kinds):
                men += 1
        if not bounded(men, rule.bounds):
            return False
    return True


def permutation(rule: Permutation, model: Placement, content: Content) -> bool:
    """Count the pieces of each row and each column that has a square."""
    board = model.board
    rows = [[(row, column) for column in range(board.columns)] for row in range(board.rows)]
    columns = [[(row, column) for row in range(board.rows)] for column in range(board.columns)]
    for line in rows + columns:
        if not any(board.character(Square(*cell)) == "." for cell in line):
            continue
        men = 0
        for cell in line:
            if cell in content and (rule.kinds is None or content[cell] in rule.kinds):
                men += 1
        if not bounded(men, rule.bounds):
            return False
    return True


def no_three_in_line(rule: NoThreeInLine, model: Placement, content: Content) -> bool:
    """No triangle of three pieces has area 0."""
    for (a, b), (c, d), (e, f) in combinations(content, 3):
        if a * d + c * f + e * b == a * f + c * b + e * d:
            return False
    return True


def distinct_differences(rule: DistinctDifferences, model: Placement, content: Content) -> bool:
    """No vector between two pieces, in either direction, occurs twice."""
    seen = []
    for row, column in content:
        for other_row, other_column in content:
            if (row, column) != (other_row, other_column):
                vector = (other_row - row, other_column - column)
                if vector in seen:
                    return False
                seen.append(vector)
    return True


def invariant(rule: Invariant, model: Placement, content: Content) -> bool:
    """Check the named maps, written as formulas."""
    return all(fixes(named(model.board, name), content) for name in rule.names)


def stabiliser(rule: Stabiliser, model: Placement, content: Content) -> bool:
    """The maps of the group fix the content, and no other maps of the board do."""
    inside, outside = _parted(model.board, rule.names)
    return all(fixes(one, content) for one in inside) and not any(
        fixes(one, content) for one in outside
    )


@lru_cache
def _parted(board: Board, names: tuple[str, ...]) -> tuple[list[Move], list[Move]]:
    """Return the maps of the group, and the other maps of the board."""
    group = generated(board, names)
    return group, [one for one in every_move(board) if one not in group]


def among(rule: Among, model: Placement, content: Content) -> bool:
    """Count the true literals."""
    true = 0
    for literal in rule.literals:
        square = model.board.parse_square(literal.square)
        there = content.get((square.row, square.column)) == literal.kind
        if there != literal.negated:
            true += 1
    return bounded(true, rule.number)


def amount(rule: Amount, model: Placement, content: Content) -> bool:
    """Count the pieces; or the squares without a piece that no piece attacks."""
    measure: Any = rule.measure
    men = [cell for cell, kind in content.items() if measure.kinds is None or kind in measure.kinds]
    if isinstance(measure, Men):
        return bounded(len(men), rule.bounds)
    seen = naive_sight(model, content, blocking=measure.blocking)
    reached = set(content).union(*(seen[cell] for cell in men))
    return bounded(len(set(cells_of(model.board)) - reached), rule.bounds)


def irredundant(rule: Irredundant, model: Placement, content: Content) -> bool:
    """Each piece has a cell, its own or an attacked one, that no other piece stands on or attacks."""
    seen = naive_sight(model, content, blocking=False)
    men = [cell for cell, kind in content.items() if rule.kinds is None or kind in rule.kinds]
    for man in men:
        others = [other for other in men if other != man]
        mine = {man} | set(seen[man])
        if not any(
            cell not in others and all(cell not in seen[o] for o in others) for cell in mine
        ):
            return False
    return True


def connected(rule: Connected, model: Placement, content: Content) -> bool:
    """For every bipartition some edge joins the parts; if acyclic, every set of nodes has fewer edges."""
    meant = {c: k for c, k in content.items() if rule.kinds is None or k in rule.kinds}
    edges: set[tuple[Cell, Cell]] = set()
    if rule.of == "occupied":
        nodes = sorted(meant)
        seen = [
            _seen_by(rule.by, model, meant)
            if rule.by
            else naive_sight(model, meant, blocking=False)
        ]
    else:
        nodes = sorted(set(cells_of(model.board)) - set(meant))
        kinds = [x.name for x in model.kinds if rule.kinds is None or x.name in rule.kinds]
        seen = [naive_sight(model, dict.fromkeys(nodes, kind), blocking=False) for kind in kinds]
        if rule.by:
            seen = [_seen_by(rule.by, model, dict.fromkeys(nodes, ""))]
    for sight in seen:
        edges |= {(a, b) for a, b in combinations(nodes, 2) if b in sight[a] or a in sight[b]}
    for size in range(1, len(nodes) + 1):
        for some in map(set, combinations(nodes, size)):
            if size < len(nodes) and not any((a in some) != (b in some) for a, b in edges):
                return False
            if rule.acyclic and sum(a in some and b in some for a, b in edges) >= size:
                return False
    return True


def _seen_by(notation: str, model: Placement, content: Content) -> Any:
    """Return what a piece attacks from each cell of the content."""
    other = Placement(model.board, [Kind("other", Piece.parse(notation), Number(0, None))], [])
    return naive_sight(other, dict.fromkeys(content, "other"), blocking=False)


def bounded(value: int, number: Number) -> bool:
    return value >= number.low and (number.high is None or value <= number.high)


MEANINGS: dict[type[Rule], Callable[[Any, Placement, Content], bool]] = {
    NonAttacking: non_attacking, Invariant: invariant, Amount: amount, Degrees: degrees,
    Among: among, Armies: armies, Connected: connected, Irredundant: irredundant, Domination: domination,
    Maximal: maximal, Regions: regions, Permutation: permutation, NoThreeInLine: no_three_in_line,
    DistinctDifferences: distinct_differences, Stabiliser: stabiliser,
}  # fmt: skip
