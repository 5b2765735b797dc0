"""Mistakes as they are made: what stands once in a file, and what somebody might have written instead.

``mutants.py`` plants each and runs the tests of its file; ``evidence/test_objections.py`` shows of some
that ``verify``, a guard or the checker objects too. A text that has changed has to be changed here.
"""

from __future__ import annotations

import runpy
from collections.abc import Collection, Iterator
from pathlib import Path

from support.fault_injection import Mutant, mistake

#: By file: a name for the mistake, what stands there, what is planted.
# fmt: off
TEXTS: dict[str, tuple[tuple[str, str, str], ...]] = {
    # -- facts, which all engines believe
    "nqsat/chess/geometry.py": (
        ("a group is what its generators make of the squares", "todo.append(new)", "pass"),
    ),
    "nqsat/chess/surfaces.py": (
        ("a torus that is a cylinder", "(Seam(0), Seam(1))", "(Seam(1),)"),
        ("a cylinder that does not wrap", "(Seam(1),)", "()"),
        ("a flat board is shifted too",
         "ranges = [range(1), range(1)]", "ranges = [range(1), range(max(self.columns, 1))]"),
        ("a wrap at the left and upper edges only",
         "copy, place[axis] = divmod(place[axis], self.sizes[axis])",
         "copy, place[axis] = divmod(min(place[axis], self.sizes[axis] - 1), self.sizes[axis])"),
        ("a twisted edge that does not mirror",
         "self._mirror(place, axis)\n                ahead",
         "ahead"),
        ("a ride that keeps its direction over a twisted edge", "ahead[1 - axis] *= -1", "pass"),
        ("a Klein bottle turned by any shift", "range(0, size, size // 2)", "range(size)"),
    ),
    "nqsat/chess/board.py": (
        ("a piece can stand in a hole",
         "cell not in self.walls and cell not in self.holes", "cell not in self.walls"),
    ),
    "nqsat/chess/attack_tables.py": (
        ("a ray is lost", "sorted(rides_on(piece, board)))", "sorted(rides_on(piece, board))[1:])"),
        ("short rides go one step too far",
         "if steps == ride.reach or", "if steps == ride.reach + (ride.reach > 0) or"),
        ("short rides end one step too soon",
         "if steps == ride.reach or", "if steps == max(ride.reach - 1, int(ride.reach > 0)) or"),
        ("walls do not stop riders",
         "stride[0] not in board.walls:\n        cell, direction = stride\n"
         "        if cell not in board.holes",
         "True:\n        cell, direction = stride\n        if cell in board"),
        ("holes stop riders",
         "if cell not in board.holes and cell not in met:\n            yield cell",
         "if cell in board.holes:\n            return\n"
         "        if cell not in met:\n            yield cell"),
        ("lines without their last squares",
         "line = (behind[-1], *walk(board, behind[-1], forth))",
         "line = (behind[-1], *walk(board, behind[-1], forth))[:-1] or (square,)"),
        ("what a piece attacks is taken for who attacks it",
         "found[target].add(start)", "found[start].add(target)"),
        ("a piece's own graph is read backwards", "append((target,))", "append((start,))"),
    ),
    "nqsat/chess/piece.py": (
        ("a wrong leap in the table of atoms", '"Z": ((3, 2),)', '"Z": ((3, 1),)'),
    ),
    "nqsat/chess/symmetry.py": (
        ("half of the board's symmetries are missed",
         "return _distinct_permutations(board, _maps(board))",
         "return _distinct_permutations(board, islice(_maps(board), 4))"),
        ("symmetries that take a hole to a square",
         "some = (board.drawn_walls, board.holes)", "some = (board.drawn_walls,)"),
        ("one-way pieces are taken for symmetric",
         "if moved != others and (blocking or {*chain(*moved)} != {*chain(*others)}):", "if False:"),
        ("with blocking the squares of the rays are enough",
         "if moved != others and (blocking or ", "if moved != others and ("),
    ),
    # -- rules: meaning and encoding
    "nqsat/modelling/rules/attack_encoding.py": (
        ("sight past a piece in the meaning", "if square in occupied:", "if False:"),
        ("sight past a piece in the encoding",
         "found = (ray[: ray.index(target)] for ray in table if target in ray)",
         "found = (() for ray in table if target in ray)"),
        ("a gate has one input",
         "[Clause((-gate, literal)) for literal in inputs]",
         "[Clause((-gate, literal)) for literal in inputs[:1]]"),
    ),
    "nqsat/modelling/rules/nonattacking.py": (
        ("a line is left out",
         "for line in lines(self._setting.board, step):",
         "for line in lines(self._setting.board, step)[1:]:"),
        ("two cliques are joined that are none",
         "yield tuple(sorted(clique))", "yield tuple(sorted({*clique, max(graph)}))"),
        ("a rule that binds some kinds is taken to bind all",
         "return self.between is None or (min(kind, other), max(kind, other)) in self.between",
         "return True"),
        ("the first square need not be taken",
         "for square in setting.board.squares:\n                if kind.may_stand(square):",
         "for square in setting.board.squares[1:]:\n                if kind.may_stand(square):"),
    ),
    "nqsat/modelling/rules/domination.py": (
        ("who dominates does not cover his own square, in the encoding",
         "*([x.square] if own else ())", "*()"),
        ("who covers what another covers is spared",
         "any(times[square] == 1 for square in cover)", "any(times[square] >= 1 for square in cover)"),
        ("who attacks is taken for who is attacked",
         "yield sum(other.square in seen[piece] for other in others)",
         "yield sum(piece.square in seen[other] for other in others)"),
    ),
    "nqsat/modelling/rules/armies.py": (
        ("neutral pieces are of an army",
         'return "" not in colours and colours[0] != colours[1]', "return colours[0] != colours[1]"),
        ("equal armies: the second may be smaller",
         "yield Exactly(len(other), (*army, *(-x for x in other)))",
         "yield AtLeast(len(other), (*army, *(-x for x in other)))"),
    ),
    "nqsat/modelling/rules/geometry.py": (
        ("colours stay as they are under a recolouring",
         "renamed.get(kind.name, kind.name)", "kind.name"),
        ("three pieces on a line in lowest terms only",
         "return tuple(x // divisor for x in way)", "return tuple(way)"),
        ("a vector that comes twice is allowed once", "if len(places) > 1:", "if len(places) > 2:"),
        ("no solution but with more symmetry is left out",
         "for symmetry in _minimal_supergroups(setting.board, self.names):",
         "for symmetry in _minimal_supergroups(setting.board, self.names)[1:]:"),
    ),
    "nqsat/modelling/rules/measures.py": (
        ("squares that are occupied count as unattacked",
         "safe = set(arrangement.board.squares) - {piece.square for piece in arrangement.pieces}",
         "safe = set(arrangement.board.squares)"),
        ("a region is called after its row",
         "((lines[x.row][x.column], x)", "((lines[x.row][x.row], x)"),
    ),
    "nqsat/modelling/rules/literals.py": (
        ("a literal of nobody counts", "sure -= weight * (len(xs) - 1)", "sure -= weight * len(xs)"),
    ),
    "nqsat/modelling/rules/tours.py": (
        ("a move that must be made is looked for in one direction",
         "made = {*path.atoms}", "made = {*path.moves}"),
        ("symmetry is asked of the moves in their direction",
         "if not path.directed:", "if path.directed:"),
    ),
    "nqsat/modelling/moves_model.py": (
        ("a move is kept from one direction only",
         "return tuple(x for x in dict.fromkeys(both) if x)", "return tuple(x for x in both[:1] if x)"),
    ),
    "nqsat/modelling/vocabulary.py": (
        ("a bound off by one in the encoding",
         "else min(self.high, len(self.literals))", "else min(self.high + 1, len(self.literals))"),
    ),
    "nqsat/modelling/kinds.py": (
        ("a bound off by one in the meaning", "value <= self.high", "value < self.high"),
    ),
    "nqsat/modelling/arrangement.py": (
        ("solutions are told apart by a short hash", "return sum(places[piece] for piece in self.pieces)",
         "return sum(places[piece] for piece in self.pieces) % 15"),
    ),
    "nqsat/modelling/path.py": (
        ("a tour and its reverse are two, where direction does not matter",
         "if not directed and squares and ", "if directed and squares and "),
    ),
    "nqsat/modelling/placement.py": (
        ("presets do not reach the formula",
         "for preset in self.presets:\n            for kind", "for preset in ():\n            for kind"),
        ("two pieces of two kinds on one square",
         "self.board.squares if len(self.kinds) > 1",
         "self.board.squares[1:] if len(self.kinds) > 1"),
        ("the part with an empty rank is left out", "yield tuple(empty)", "pass"),
    ),
    "nqsat/modelling/tour.py": (
        ("no open tour may end on the last square",
         "last = tour.board.squares if", "last = tour.board.squares[:-1] if"),
        ("undirected tours where directed ones are asked for",
         "return self.changed(unit=unit)", "return self"),
    ),
    # -- formulas
    "nqsat/compiling/cnf.py": (
        ("a clause is dropped", "tuple(clauses), tuple(o", "tuple(clauses[:-1]), tuple(o"),
        ("a clause too many", "tuple(clauses), tuple(o", "(*clauses, (-3,)), tuple(o"),
        ("counters written for one fewer", "bound=bound, top_id", "bound=bound - 1, top_id"),
        ("two counters share their auxiliaries", "self.top = max(self.top, written.nv)", "pass"),
        ("of exactly k, the bound at least k is forgotten",
         "return clauses + (", "return clauses or ("),
    ),
    "nqsat/compiling/atoms.py": (
        ("each atom is read as the one before it",
         "for x in orbits[v - 1]]", "for x in orbits[v - 2]]"),
        ("a piece stands wherever somebody does", "if made.issuperset(orbit)]", "if made]"),
        ("the permutation of the variables is off by one",
         "variable[orbit[0].image(symmetry)]", "variable[orbit[0].image(symmetry)] % len(self.orbits) + 1"),
    ),
    "nqsat/compiling/pigeonhole.py": (
        ("pigeons in one hole too many",
         "len(family) + len(singles) <= number.low", "len(family) + len(singles) <= number.low + 1"),
        ("a number is left out with an upper bound that nothing implies",
         "if not number.low <= len(groups) <= number.most:", "if len(groups) < number.low:"),
        ("numbers of kinds that share a literal are added",
         "if len(numbers) > 1 and len(set(everything)) == len(everything):", "if len(numbers) > 1:"),
        ("a repeated literal is a number of variables",
         "if min(number.literals, default=0) > 0 and len(set(number.literals)) == len(number.literals)",
         "if min(number.literals, default=0) > 0"),
    ),
    "nqsat/compiling/formula.py": (
        ("a group with a repeated literal is a group of variables",
         "and len(set(g)) == len(g)]", "]"),
        ("groups that overlap are disjoint", "if covered.isdisjoint(group):", "if True:"),
    ),
    "nqsat/compiling/blocking_clauses.py": (
        ("the blocking clause has one literal too few", "return clause\n", "return clause[:-1]\n"),
        ("true literals only, though sizes differ",
         "return Blocking(formula.projection, fixed, implied",
         "return Blocking(formula.projection, True, implied"),
        ("of two bounds that differ, one is the size", "if bound.low == bound.high]", "if bound.low]"),
        ("a group with an auxiliary proves something",
         "and projected.issuperset(constraint.literals):", ":"),
        ("images are left out of the blocking clauses",
         "if image.agrees(present)}", "if not image.compared}"),
    ),
    "nqsat/compiling/lazy_cuts.py": (
        ("a tour in two pieces is not cut",
         "return [list(clause) for clause in sorted(moved)] or found", "return []"),
        ("a cut has one literal too few", "[-x for x in links]", "[-x for x in links[1:]]"),
    ),
    "nqsat/compiling/components.py": (
        ("the first component is not parted from the others",
         "for component in found if", "for component in found[1:] if"),
        ("of several bounds the upper one is an anchor",
         "some_true = [literals] if low > 0", "some_true = [literals] if low >= 0"),
        ("a separator lacks a node",
         "return sorted(around & reached)", "return sorted(around & reached)[1:]"),
        ("a cycle among nodes at one distance is a tree",
         "yield Clause((-here[a], nearer[a], -here[b], nearer[b]))", "pass"),
        ("one node has a neighbour, too", "if bound.low > 1)", "if bound.low > 0)"),
    ),
    "nqsat/compiling/positions.py": (
        ("positions of nodes one link nearer than they are",
         "high - behind[node] + 1", "high - behind[node]"),
        ("two nodes may have one position",
         "for k in range(1, last)),\n    ):", "for k in ()),\n    ):"),
        ("the origin may be passed on the way", "node == start or node != origin", "True"),
    ),
    "nqsat/compiling/circuits.py": (
        ("a node of a tour may have more than two edges",
         "yield from ((-x, -y, -z) for x, y, z in combinations(literals, 3))", "yield from ()"),
        ("places of fewer nodes than there are",
         "(nodes - 1).bit_length()", "(nodes - 1).bit_length() - 1"),
        ("the carry of an adder is lost", "        carry = both\n", "        carry = x\n"),
    ),
    "nqsat/compiling/cpmodel.py": (
        ("a bound off by one on its way to CP-SAT",
         "(sum(literals), low, constraint.most)", "(sum(literals), low, constraint.most - 1)"),
        ("the largest is asked for and the smallest sought",
         "(model.maximize if formula.goal.maximise else model.minimize)(total)", "model.minimize(total)"),
    ),
    "nqsat/compiling/sums.py": (
        ("pieces who attack their own image may stand",
         "literals=tuple(map(rename, bound.literals))", "literals=tuple({*map(rename, bound.literals)})"),
        ("no integer between the bounds, and nobody sees it", "if low > high:  # no", "if low < 0:  # no"),
        ("a lower bound is rounded down", "-(-max(low, 0) // common)", "max(low, 0) // common"),
        ("an upper bound is rounded up", "high // common\n", "-(-high // common)\n"),
        ("weights are cut to the lower bound though there is an upper one",
         "if high >= total:\n        weights", "if high >= 0:\n        weights"),
        ("a weight as large as the upper bound is too large", "if weight > high]", "if weight >= high]"),
        ("a literal without which the lower bound is just kept is fixed",
         "if total - weight < low]", "if total - weight <= low]"),
        ("divisibility is asked of an interval", "if low == high else ()", "if high < 9 else ()"),
        ("exactly one of two becomes at most one", " or bound.low == bound.high", ""),
        ("a number with an upper bound is a clause",
         "if bound.is_clause:\n            literals", "if bound.low == 1:\n            literals"),
    ),
    # -- searches
    "nqsat/engines/backtrack/placements.py": (
        ("the reference gives up with just enough groups left",
         "if sum(lacking.values()) > len(groups):", "if sum(lacking.values()) >= len(groups):"),
        ("kinds are full with one fewer", "number[kind] >= high", "number[kind] + 1 >= high"),
    ),
    "nqsat/engines/backtrack/tours.py": (
        ("the reference lists closed tours in both directions",
         "if not self._tour.directed and ", "if self._tour.directed and "),
        ("an end without a way out is looked for beside a closed tour",
         "if self._closing or ends > 1 or", "if ends > 0 or"),
    ),
    "nqsat/engines/solvers/session.py": (
        ("a spent budget ends the list", "is not Verdict.UNSATISFIABLE or", "is Verdict.SATISFIABLE or"),
        ("a solution is forbidden without its images",
         "for clause in blocking.clauses(true):", "for clause in [blocking.clause(true)]:"),
        ("a spent budget of conflicts is taken for no",
         "return Verdict.UNKNOWN", "return Verdict.UNSATISFIABLE"),
    ),
    "nqsat/engines/solvers/sat.py": (
        ("solutions are forbidden over the auxiliaries too",
         "forbidding = blocking(formula, map(formula.reader.permutation, group))",
         "forbidding = replace(blocking(formula), fixed_size=False,"
         " projection=tuple(range(1, cnf.variables + 1)))"),
    ),
    "nqsat/engines/subprocess_worker.py": (
        ("a solution from the solver's process is lost", "not put(message)", "not put(message[1:])"),
    ),
    "nqsat/engines/solvers/cpsat.py": (
        ("CP-SAT stops at a limit that is taken for the end",
         "if status not in ended and not self.left:", "if False:"),
        ("CP-SAT ends after the first projection",
         "self.left = False  # the stream before this one was closed", "pass"),
    ),
    "nqsat/engines/checked.py": (
        ("nobody looks at what engines hand out", "if wrong is not None:", "if False:"),
        ("the limit is one more", "left = most - len(seen)", "left = most + 1 - len(seen)"),
    ),
    "nqsat/engines/listing.py": (
        ("a limit is taken for completeness", "self.reason = reason", "self.reason = None"),
    ),
    "nqsat/engines/contract.py": (
        ("the first solution is taken for the best",
         "while best is not None and best != bound:", "while False:"),
    ),
    "nqsat/engines/plans/cubes.py": (
        ("two cubes are dropped",
         'return tuple(cube(model, part.data) for part in parts_of(model, Part(WHOLE)))',
         'return tuple(cube(model, part.data) for part in parts_of(model, Part(WHOLE))[2:])'),
    ),
    "nqsat/engines/proof.py": (
        ("a theorem is applied where it does not hold",
         "if short in (1, 2, 4):", "if short in (1, 2, 3, 4):"),
    ),
    "nqsat/engines/bitboard/reading.py": (
        ("the first piece of each clique is in nobody's mask",
         "for item in bits_of(clique):", "for item in bits_of(clique & clique - 1):"),
    ),
    "nqsat/engines/bitboard/lines.py": (
        ("orbits of ways to decide lines or levels weigh one",
         "[Prefix(way, number)", "[Prefix(way, 1)"),
        ("an empty level is an empty level, wherever a symmetry takes it",
         "items + len(number_of))\n", "items)\n"),
        ("a line may be empty that must have a piece", "* (not line.must)", ""),
    ),
    "nqsat/engines/kernels/sets.c": (
        ("a piece in the middle of two others uses a difference twice",
         "if (holds(below, (i64)up)) return 0;", ""),
        ("what is left is counted without the numbers that it must reach",
         "low = max(low, lacking);", "low = max(low, 0);"),
        ("a side that has enough may have more than the others", "high = min(high, lacking);", ";"),
        ("numbers are met before those are dropped that leave too few",
         "  if (!quotas_suffice(n)) return 0;\n", ""),
    ),
    "nqsat/engines/bitboard/set_search.py": (
        ("one way to choose some of those who are left", "* comb(left, more)", "* 1"),
        ("a line that must have two may have fewer",
         "if line in quotas and quotas[line].low <= 1:", "if line in quotas:"),
    ),
    "nqsat/engines/bitboard/level_search.py": (
        ("no bit for nobody on a rank",
         "mask_of([*self._place.values(), *blanks])", "mask_of(self._place.values())"),
    ),
    "nqsat/engines/frontier/residuals.py": (
        ("the frontier forgets which squares are forbidden", "while tail:", "while False:"),
    ),
    "nqsat/engines/kernels/frontier.c": (
        ("a piece stands on a forbidden square of a state",
         "  if (wrong) return 0;\n", ""),
    ),
    "nqsat/engines/kernels/layers.h": (
        ("there is no carrying into the upper half of a number",
         "sum >>= 64;", "sum = 0;"),
    ),
    "nqsat/engines/kernels/tours.c": (
        ("a square with a move needs two more", "value ? 1 : (i64)tight[3]", "2"),
        ("a square that must be visited is left out", "turn->needed >> slot & 1", "0"),
        ("a cycle is closed beside an open path", "(value || turn->needed", "(turn->needed"),
    ),
    "nqsat/engines/kernels/middle.c": (
        ("two cycles are taken for one", "half - 2; i++", "half - 3; i++"),
        ("a pattern and its image are counted once", "flipped > pattern ? 2 : 1", "1"),
    ),
    "nqsat/engines/layered/run.py": (
        ("numbers of a layer run over", "limbs + (choices * tops > 2.0**63)", "limbs"),
        ("cycles that are closed are not counted", "total += to_int(found[closed, words:])", "pass"),
    ),
    "nqsat/engines/layered/states.py": (
        ("what is complete is forgotten where states are stored",
         "total = row(self.total, ", "total = row(0, "),
    ),
    "nqsat/engines/layered/links.py": (
        ("one way to a state is all", "np.add.at(into, following, each)", "into[following] = each"),
        ("numbers of ways run over", ">= LARGEST:", ">= LARGEST**9:"),
        ("of what is passed over only one is left out",
         "number -= choice.ways", "number -= min(choice.ways, 1)"),
        ("a choice passed over is one solution that comes before",
         "number += choice.ways", "number += min(choice.ways, 1)"),
        ("the board is not turned back after a folded state",
         "back = [here[node] for node in range(len(by))]", "back = list(by)"),
        ("what is chosen is counted where it is not",
         "ways[turn.chosen >> bit & 1 == 1].sum()", "ways[turn.chosen >> bit & 1 == 0].sum()"),
        ("an item is counted without its images",
         "orbit = {self._image(item, symmetry) for symmetry in self._group} | {item}", "orbit = {item}"),
    ),
    "nqsat/engines/layered/plan.py": (
        ("states that are lost are taken from an earlier layer",
         "if states.place < places[-1]:", "if False:"),
    ),
    "nqsat/engines/mates/forward.py": (
        ("a cycle is closed before every square is on it",
         "must.isdisjoint(left - slots.keys())", "True"),
    ),
    "nqsat/engines/mates/strategy.py": (
        ("a symmetry that does not keep the half folds its states",
         "if any(images[node] not in place for node in order):", "if False:"),
    ),
    "nqsat/engines/mates/graph.py": (
        ("directed tours are counted as undirected ones", "2 if both_ways else 1,", "1,"),
        ("a start of a cycle may be left out", "filter(None, (tour.start, tour.end))", "()"),
        ("states are folded by symmetries that the model has not",
         "return known_symmetries(tour.changed(start=None, end=None))",
         "return known_symmetries(tour.changed(start=None, end=None, through=[], avoiding=[]))"),
    ),
    "nqsat/engines/mates/quotient.py": (
        ("a cycle of any voltage is taken for one tour",
         "hub=False, odd=True, each=each)", "hub=False, odd=False, each=each)"),
        ("half of a reflected tour may end anywhere",
         "for (x, _), _, required in self._within\n",
         "for x in range(self._hub) for required in [False]\n"),
        ("one ring of an orbit is enough, whatever its voltage", "self.order) == 1", "self.order) >= 1"),
        ("moves within an orbit may be required and not made",
         "elif not any(link.required for link in self._within):", "else:"),
    ),
    # -- counting
    "nqsat/counting/orbits.py": (
        ("Burnside with classes of one", "yield symmetry, len(conjugates)", "yield symmetry, 1"),
        ("the images of a solution are not remembered",
         "seen.update(solution.image(symmetry).fingerprint for symmetry in group)",
         "seen.add(solution.fingerprint)"),
    ),
    "nqsat/counting/planning.py": (
        ("Burnside counts all solutions for every symmetry",
         "only_fixed(model, symmetry) for symmetry", "model for symmetry"),
    ),
    "nqsat/counting/encoding.py": (
        ("an encoding may allow too much", "if holds == allows:", "if holds <= allows:"),
        ("an encoding may forbid too much", "if holds == allows:", "if holds >= allows:"),
        ("nothing is looked for near what is allowed",
         "yield rest.near(chance.choice(holding), chance) if holding else None", "yield None"),
        ("whoever lists is believed", 'engine.ground == "formula"', "False"),
    ),
    "nqsat/engines/plans/plan.py": (
        ("a lower bound is what is found last",
         "for pieces, more in every if more > 0", "for pieces, more in every if more"),
    ),
    "nqsat/engines/plans/turns.py": (
        ("each engine in turn adds what it has found",
         "news = excess(piece, one.found, self._best)", "news = piece"),
    ),
    "nqsat/counting/run.py": (
        ("a share of an orbit is none", "else math.ceil(total)", "else math.floor(total)"),
    ),
    "nqsat/counting/ranking/numbering.py": (
        ("a solution that extends another comes after it",
         "return (*made, math.inf, solution)", "return (*made, -1, solution)"),
        ("of two directions the first is taken",
         "return self._each * self.layers.before(items) + way",
         "return self._each * self.layers.before(items)"),
    ),
    "nqsat/counting/ranking/ordinals.py": (
        ("the last solution is never drawn",
         "chance.randrange(numbering.lots)", "chance.randrange(max(1, numbering.lots - 1))"),
    ),
    # -- jobs
    "nqsat/engines/plans/partition_check.py": (
        ("a cover of ranges may have a gap", "if first != end or after < first:", "if after < first:"),
        ("weights need not add up to all",
         "return None if found == cover.total else f", "return None if found <= cover.total else f"),
        ("a way that nobody chose is not missed",
         "if missing or len(branches) != len(cover.ways):", "if len(branches) > len(cover.ways):"),
    ),
    "nqsat/counting/ledger.py": (
        ("a bit of a row may change", "if digest != _digest(stage, id_, data):", "if False:"),
        ("two runs may differ", "elif _essence(json.loads(known)) != _essence(data):", "elif False:"),
    ),
    "nqsat/counting/coordinator.py": (
        ("parts that are not all are added up",
         "if wrong := flaw(stage.cover, stage.parts):", "if wrong := None:"),
        ("a stage is told by the names of its parts",
         "(part.id, part.data, str(Fraction(part.weight)))", "(part.id,)"),
        ("what is in the file is counted again",
         "asked = self._asked()", "asked = [*stage.parts]"),
    ),
    "nqsat/counting/job.py": (
        ("parts weigh one", "apply_weight(Progress(result.numbers), parts[id_], stage, {})",
         "Progress(result.numbers)"),
        ("rows of no stage are not missed", "for name in sorted(opened.ledger.stages() - known)",
         "for name in ()"),
    ),
    # -- commands
    "nqsat/cli/check.py": (
        ("a job that is not done is well",
         "return WRONG if wrong else 0 if done else INCOMPLETE", "return WRONG if wrong else 0"),
        ("a job with faults is well",
         "return WRONG if wrong else 0 if done else INCOMPLETE", "return 0 if done else INCOMPLETE"),
    ),
    # -- evidence
    "nqsat/evidence/known.py": (
        ("published values have a digit too many",
         '"value": int(row["value"])', '"value": 10 * int(row["value"]) + 4'),
    ),
    "nqsat/evidence/certificate/writing.py": (
        ("presets are lost when a model is written",
         "work.text.splitlines()",
         "text_for_checker(work.model.changed(presets=[])).splitlines()"),
    ),
    "nqsat/evidence/certificate/partial.py": (
        ("half of what was counted is claimed",
         '"count": decimal(self.count.value),', '"count": decimal(self.count.value // 2),'),
    ),
    "nqsat/evidence/certificate/listed.py": (
        ("a representative is forbidden without its images",
         '(checker.orbit(x, facts) if work.modulo == "symmetry" else [x] for x in lines)',
         "([x] for x in lines)"),
        ("a tour that nobody listed needs no cut", "if len(parts) < 2:", "if not parts:"),
    ),
    "nqsat/evidence/certificate/splitting.py": (
        ("a part is cut and one of its parts forgotten",
         "inside - having[-x]) for x in parts]", "inside - having[-x]) for x in parts[1:]]"),
    ),
    "nqsat/evidence/certificate/lrat.py": (
        ("a proof without the steps that others need", "needed.update(steps[number][1])", "pass"),
    ),
    "nqsat/evidence/certificate/facts.py": (
        ("the order forgets a piece",
         "return [x for x in order.variables if x in pieces]",
         "return [x for x in order.variables[1:] if x in pieces]"),
    ),
}
# fmt: on

#: Those of extensions stand beside their tests.
for _file in sorted((Path(__file__).parents[1] / "extensions").glob("*/mistakes_in_*.py")):
    TEXTS |= runpy.run_path(str(_file))["TEXTS"]


def mistakes(paths: Collection[str] = TEXTS) -> Iterator[Mutant]:
    """Those of some files.

    Raises:
        ValueError: a text is not there, or not once; or what is planted is no Python.
    """
    return (mistake(path, *text) for path in TEXTS if path in paths for text in TEXTS[path])


def named(name: str) -> Mutant:
    ((path, text),) = ((path, x) for path, some in TEXTS.items() for x in some if x[0] == name)
    return mistake(path, *text)
