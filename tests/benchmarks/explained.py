"""Mutants that no test can see, and why: ``mutants.py`` counts them apart from those that survive."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """Why some mutants change nothing that could be seen.

    Args:
        path: the end of their file's path.
        function: the one that they are in; empty for any.
        line: what the line says where they begin, or a part of that.
        changes: what becomes what; none for all changes of such a line.
        why: in a few words.
    """

    path: str
    function: str
    line: str
    changes: tuple[str, ...]
    why: str

    def fits(self, path: str, function: str, line: str, change: str) -> bool:
        return (
            path.endswith(self.path)
            and self.function in ("", function)
            and self.line in line
            and (not self.changes or change in self.changes)
        )


ELSEWHERE = "asked in a process of its own, where no mutant is planted"
BOUND = "a bound on the checker's own work: a little more is as right"
HASH = "another hash function, as right; the states are found where they were put"
SIGN = "only the sign of it is looked at"
UNLIKELY = "a random number in 2^31 would have to be just this"
MEASURED = "a measured number: near it another one is as right"
PAUSE = "when a call comes back for a moment; nothing is lost or done twice"
SLOWER = "the same, looked at one by one"
ROOM = "room to spare, a little more or less"
TYPE = "a type that nobody asks"
WORDS = "words for people at work, how far it is"
WORK = "what is looked at more has nothing that counts: only more work"

#: By the end of their file's path, as in ``Reason``; a function or a class, or nothing, comes first.
# fmt: off
TABLE: dict[str, tuple[tuple[str, str, tuple[str, ...], str], ...]] = {
    "bitboard/level_search.py": (
        ("LevelSearch.__init__", "every =", ("1 -> (1 - 1)",), "what is above the words is cut off"),
    ),
    "bitboard/set_search.py": (
        ("SetSearch._tables", "keep, missed", ("1 -> (1 + 1)", "1 -> (1 - 1)"),
         "what is above the words is cut off"),
        ("SetSearch._tables", "task.beside[item] | 1 << item", ("<< -> >>",),
         "who is chosen is free no longer anyway"),
        ("SetSearch._tables", "missed=rows(", ("1 -> (1 + 1)",), ROOM),
    ),
    "_search.py": (
        ("", "ROWS =", (), MEASURED),
        ("", "BUDGET =", (), MEASURED),
        ("", "PROBES =", (), MEASURED),
        ("", "MANY, FEW =", (), MEASURED),
        ("", "COUNTED, WALKED =", (), MEASURED),
        ("", "default=0)", ("0 -> (0 + 1)",), "a word more, without any bits"),
    ),
    "layered/run.py": (
        ("begin", "size = ", (), ROOM),
        ("begin", "size *= 2", (), ROOM),
        ("", "SLICE =", (), MEASURED),
        ("", "MOST_STATES =", (), BOUND),
        ("advance_layer", "chunk = ", (), PAUSE),
        ("advance_layer", "begin(", (), ROOM),
        ("_with_room", "choices = ", (), ROOM),
    ),
    "frontier/run.py": (
        ("_moves", "left > 0", ("> -> >=",), "a shift by nothing to either side"),
        ("steps_of", "work = ", (), PAUSE),
        ("_change", "reshape(-1", ("1 -> (1 + 1)",), "numpy asks for the sign"),
    ),
    "mates/forward.py": (
        ("", "WORK =", (), PAUSE),
        ("MatesProgram.steps", "WORK * choices", (), PAUSE),
        ("most_ways", "", (), ROOM),
        ("", "CLOSED, PARITY =", (), "any number that is no state"),
    ),
    "mates/middle.py": (
        ("", "PAIRS =", (), PAUSE),
        ("", "CHUNK =", (), PAUSE),
        ("count_half", "+ 2, ", ("2 -> (2 + 1)",), ROOM),
        ("Middle.run", "done =", (), WORDS),
        ("Middle.run", "rounds =", (), WORDS),
        ("Middle.run", "share =", (), WORDS),
        ("", "PATTERNS =", (), PAUSE),
        ("Middle.__init__", "reshape(-1", ("1 -> (1 + 1)",), "numpy asks for the sign"),
        ("", "RANGES =", (), "how finely a join may be cut"),
        ("equal_ranges", "work = ", (), MEASURED),
    ),
    "": (("", "strict=True)", ("True -> False",), "both are as long"),),
    "compiling/blocking.py": (
        ("", "COMPARED =", (), MEASURED),
        ("_without_symmetry", "c.nodes > 2", ("2 -> (2 - 1)",),
         "two nodes have one circuit at most: any clause that excludes it will do"),
        ("_without_symmetry", "fixed = not formula.projection",
         ("not formula.projection or any( sum(map(len, family)) == len(formula.projection) for "
          "family in disjoint_cover([c.literals for c in exact], formula.projection) ) -> (any("
          " sum(map(len, family)) == len(formula.projection) for family in disjoint_cover([c.li"
          "terals for c in exact], formula.projection) ))",),
         "without a projection the clause is empty either way"),
    ),
    "compiling/circuits.py": (
        ("", "max(1,", ("1 -> (1 + 1)",), ROOM),
        ("_exactly_two", "len(literals) < 2", ("2 -> (2 - 1)",),
         "all but one of one is the empty clause already"),
    ),
    "compiling/cnf.py": (
        ("_CnfWriter._at_least", "bound > 0", ("0 -> (0 + 1)",), "1 was dealt with"),
        ("_CnfWriter._at_most", "bound == 0", ("0 -> (0 - 1)",), "the general encoding says the same"),
        ("", "COUNTED_UP_TO = 20", (), MEASURED),
        ("_CnfWriter._at_most", "bound >= len(literals)", ("bound >= len(literals) -> False",),
         "the general encoding says the same: nothing"),
        ("_CnfWriter._at_most", "self._pairs.update(", (), "the same clause again"),
        ("", "Encoding(", (), "tests have been made of it by then"),
    ),
    "evidence/checker.py": (
        ("", "MOST_EFFORT =", (), BOUND),
        ("", "MOST_VARIABLES =", (), BOUND),
        ("Folder.__init__", "30_000", (), BOUND),
        ("Folder.read", "largest", (), BOUND),
        ("Model.__init__", "MOST_NAMES", ("<= -> <",), BOUND),
        ("main", "", (), ELSEWHERE),
        ("Board.__init__", "self.cell_rows(data), 0", (), BOUND),
        ("Board.__init__", "default=0", ("0 -> (0 - 1)",), "no square has a column then"),
        ("Board.step_from", "row + step[0]", ("+ -> -",), "every step goes all ways"),
        ("Board.images", "(r + dr)", ("+ -> -",), "so are all translations"),
        ("Placement.no_three_in_line", "> 2)", ("> -> >=",), "at most two of two say nothing"),
        ("Tour.__init__", "self.few =", ("3 -> (3 - 1)",), "two squares have no ring anyway"),
        ("Tour.__init__", "self.count([], 1)", ("1 -> (1 + 1)",), "nor are there two of none"),
        ("Tour.paths", "range(done)", (), "the first place has no move"),
        ("cut_clause", "0 < len(inside)", ("< -> <=",), "a line has a word, if an empty one"),
        ("List.read_solutions", "variable = {", (), "0 is no variable, named or not"),
        ("List.read_solutions", "size += len(images)", (), BOUND),
        ("Recount.spend", "self.spent", (), BOUND),
        ("Residuals.bit_of", "self.spend", (), BOUND),
        ("", "LOOKS =", (), BOUND),
        ("read_piece", "<= 200", ("200 -> (200 - 1)", "200 -> (200 + 1)"), BOUND),
        ("", "dict[str, ", ("int -> 0", "str -> 0"), TYPE),
        ("", "dict[int, ", ("int -> 0", "str -> 0"), TYPE),
        ("", "list[int]", ("int -> 0", "str -> 0"), TYPE),
        ("", "list[list[", ("int -> 0", "str -> 0"), TYPE),
        ("", "list[tuple[", ("int -> 0", "str -> 0"), TYPE),
        ("", "set[tuple[", ("int -> 0", "str -> 0"), TYPE),
        ("", "dict[bytes, ", ("int -> 0", "bytes -> 0"), TYPE),
        ("Recount.assignments", "mine not in memo", ("mine not in memo -> True",), SLOWER),
        ("Recount.step", "later =", ("> -> >=",), "nobody is beside himself"),
        ("Recount.step", "len(layer) > self.most", ("len(layer) > self.most -> False",), BOUND),
        ("Recount.step", "break  # it is refused below", (), BOUND),
        ("Recount.step", "8 * done", ("* -> +", "8 -> (8 + 1)", "8 -> (8 - 1)"), BOUND),
        ("Recount.step", "others =", ("> -> >=",), "who has got his moves lacks none"),
        ("Residuals.residuals", "least, most =", ("> -> >=", "0 -> (0 - 1)", "1 -> (1 + 1)"),
         "no weight is 0, and of a sign only the sign is looked at"),
        ("Residuals.residuals", "return -1", ("1 -> (1 + 1)",), SIGN),
        ("Residuals.residuals", "int(w < 0)", ("< -> <=", "0 -> (0 + 1)"), "no weight is 0"),
        ("Residuals.residuals", "int(w > 0)", ("> -> >=", "0 -> (0 - 1)"), "no weight is 0"),
        ("Residuals.bit_of", "~self.used", ("1 -> (1 + 1)",), "the first but one that none has"),
    ),
    "listing/checked.py": (
        ("_checked", "seen.isdisjoint(marks)",
         ("< -> <=", "not seen.isdisjoint(marks) or len(set(marks)) < len(marks) -> True"), SLOWER),
        ("_checked", "isinstance(batch, Block)", (), SLOWER),
        ("_checked", "judge is None", ("judge is None -> True",), SLOWER),
    ),
    "listing/search.py": (
        ("", "TypeVar", (), "a type"),
        ("Listing.__next__", "if not batch:", (), "told once more how many"),
    ),
    "rules/tours.py": (("Fixed.lower", "other != x", (), "a clause that says nothing"),),
    "certificate/listed.py": (("write_list", "dict[str, object]()", (), TYPE),),
    "plans/partition_check.py": (("flaw", "parts[0]", ("0 -> (0 - 1)",), "there is one part"),),
    "solvers/cpsat.py": (("_SolverThread.store_solution", "monotonic", ("- -> +",), PAUSE),),
    "chess/graph.py": (("_is_normalised", "type(item", ("is -> is not",), SLOWER),),
    "rules/attack_encoding.py": (("blocking_cost", "", (), "an estimate of a size"),),
    "chess/symmetry.py": (("transposition", "(0, 1, 1, 0)", (), SLOWER),),
    "frontier/order.py": (("greedy_order.cost", "", (), "another order, as right"),),
    "modelling/arrangement.py": (
        ("Arrangement.__str__", "kinds[0]", ("0 -> (0 - 1)",), "there is one kind"),
    ),
    "rules/domination.py": (("Degrees.cost", "counters =", (), "an estimate of a size"),),
    "rules/literals.py": (
        ("Among._canonical_form", "return min(", ("min -> max",), "of two ways to say it always the other"),
    ),
    "frontier/residuals.py": (("demands_of", "if need > 0", ("0 -> (0 - 1)",), WORK),),
    "engines/contract.py": (("Engine.__post_init__", "bounds =", (), WORDS),),
    "backtrack/tours.py": (
        ("TourSearch._can_be_completed", "two_way", ("self._two_way -> False",), WORK),
        ("TourSearch._complete_tour", "path[-1]", ("> -> >=",), "no square comes twice"),
    ),
    "counting/planning.py": (("_Otherwise.should_pause", "", (), "counted where a list would do"),),
    "mates/quotient.py": (
        ("_Quotient.reflected", "len(self._fixed) > 2", (),
         "three edges that must end at the hub leave no cycle"),
    ),
    "certificate/recounted.py": (("order_of", "", (), "another order, as right"),),
}
# fmt: on

EXPLAINED = tuple(Reason(path, *one) for path, some in TABLE.items() for one in some)
