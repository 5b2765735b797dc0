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


LEVELS, COVERS = "bitboard/level_kernel.py", "bitboard/cover_kernel.py"
FORWARD, MIDDLE = "mates/forward_kernel.py", "mates/middle_kernel.py"
FRONTIER = "frontier/kernel.py"
CHECKER = "evidence/checker.py"

ELSEWHERE = "asked in a process of its own, where no mutant is planted"
BOUND = "a bound on the checker's own work: a little more is as right"
HASH = "another hash function, as right; the states are found where they were put"
SIGN = "only the sign of it is looked at"
UNLIKELY = "a random number in 2^31 would have to be just this"
MEASURED = "a measured number: near it another one is as right"
PAUSE = "when a call comes back for a moment; nothing is lost or done twice"
SLOWER = "the same, looked at one by one"
ROOM = "room to spare, a little more or less"
WORDS = "words for people at work, how far it is"
WORK = "what is looked at more has nothing that counts: only more work"

EXPLAINED: tuple[Reason, ...] = (
    # -- levels
    Reason(
        LEVELS, "count", "if start < final:", ("start < final -> True",), "then no turn is made"
    ),
    Reason(LEVELS, "_strike", "levels.word[below]", ("below -> 0",), WORK),
    Reason(LEVELS, "walk", "levels.word[below])", ("below -> 0",), WORK),
    Reason(LEVELS, "_strike", "return False, 0", (), "of what is lost nobody asks how many"),
    Reason(LEVELS, "probe", "while level < end", ("< -> <=",), "it ends two levels before"),
    Reason(
        LEVELS,
        "probe",
        "2147483648.0",
        ("< -> <=", "2147483648.0 -> (2147483648.0 + 1)", "2147483648.0 -> (2147483648.0 - 1)"),
        UNLIKELY,
    ),
    Reason(
        "bitboard/level_lists.py",
        "LevelLists._tables",
        "every =",
        ("1 -> (1 - 1)",),
        "what is above the words is cut off",
    ),
    # -- covers
    Reason(COVERS, "_write", "else -1", ("1 -> (1 + 1)",), SIGN),
    Reason(
        COVERS,
        "probe",
        "2147483648.0",
        ("< -> <=", "2147483648.0 -> (2147483648.0 + 1)", "2147483648.0 -> (2147483648.0 - 1)"),
        UNLIKELY,
    ),
    Reason(
        COVERS,
        "_enough",
        "counts[quota] < task.low[quota]",
        ("< -> <=",),
        "who has enough has as many as are possible at least",
    ),
    Reason(COVERS, "_write", "return 0", (), "without rows nobody asks how many are filled"),
    Reason(COVERS, "_add_last", "task.low[0]", ("0 -> (0 - 1)",), "there is one quota"),
    Reason(
        COVERS,
        "probe",
        "choices == 0 and",
        ("depth -> 0",),
        "covers come first: where one is branched on, one was at the root",
    ),
    Reason(
        COVERS, "probe", "choices += 1", ("1 -> (1 + 1)",), "beyond the last one nobody is left"
    ),
    Reason(COVERS, "probe", "place: Any = -1", (), "one is taken at least, or tried"),
    Reason(
        "bitboard/cover_search.py",
        "CoverSearch._tables",
        "keep = ",
        ("1 -> (1 + 1)", "1 -> (1 - 1)"),
        "what is above the words is cut off",
    ),
    Reason(
        "bitboard/cover_search.py",
        "CoverSearch._tables",
        "task.beside[item] | 1 << item",
        ("<< -> >>",),
        "who is chosen is free no longer anyway",
    ),
    Reason("_search.py", "", "ROWS =", (), MEASURED),
    Reason("_search.py", "", "BUDGET =", (), MEASURED),
    Reason("_search.py", "", "PROBES =", (), MEASURED),
    Reason("_lists.py", "", "MANY, FEW =", (), MEASURED),
    Reason("_search.py", "", "COUNTED, WALKED =", (), MEASURED),
    Reason("_search.py", "", "default=0)", ("0 -> (0 + 1)",), "a word more, without any bits"),
    Reason("_lists.py", "", "default=0)", ("0 -> (0 + 1)",), "a word more, without any bits"),
    Reason(
        "bitboard/cover_search.py", "CoverSearch._tables", "missed=rows(", ("1 -> (1 + 1)",), ROOM
    ),
    # -- frontier
    Reason(FRONTIER, "_hash", "", (), HASH),
    Reason("frontier/run.py", "", "SLICE =", (), MEASURED),
    Reason("frontier/run.py", "decided", "step = ", (), PAUSE),
    Reason(
        "frontier/run.py", "_arrays", "reshape(-1", ("1 -> (1 + 1)",), "numpy asks for the sign"
    ),
    # -- forward
    Reason(FORWARD, "_place", "", (), HASH),
    Reason(FORWARD, "", "_LOW32 =", (), HASH),
    Reason(FORWARD, "", "_32 =", (), HASH),
    Reason(
        FORWARD,
        "",
        "DONE, FULL, OVERFLOW =",
        ("0 -> (0 - 1)", "2 -> (2 + 1)"),
        "a name, different from the others",
    ),
    Reason(
        FORWARD,
        "",
        "DONE, FULL, OVERFLOW =",
        ("0 -> (0 + 1)",),
        "done as full: a table is enlarged for nothing",
    ),
    Reason(FORWARD, "", "INNER = 31", (), "any number above all slots"),
    Reason(FORWARD, "", "_EMPTY =", (), "any number that is no state"),
    Reason(FORWARD, "_store", "else -1", ("1 -> (1 + 1)",), SIGN),
    Reason(
        FORWARD,
        "_store",
        "place += 1",
        ("+= -> -=",),
        "looked for the other way round: a negative place is counted from the end",
    ),
    Reason(
        FORWARD, "_store", "place = 0", ("0 -> (0 - 1)",), "the last place again, then the first"
    ),
    Reason(FORWARD, "_alive", "ways < 2:", ("< -> <=",), WORK),
    Reason(FORWARD, "advance", "most =", (), ROOM),
    Reason(FORWARD, "advance", "limit =", (), ROOM),
    Reason("mates/forward.py", "_turn", "capacity =", (), ROOM),
    Reason("mates/forward.py", "", "_SMALLEST =", (), ROOM),
    Reason("mates/forward.py", "", "CHUNK =", (), PAUSE),
    Reason("mates/forward.py", "", "PLACES =", (), PAUSE),
    Reason("mates/middle.py", "", "CHUNK =", (), PAUSE),
    Reason("mates/middle.py", "", "PAIRS =", (), PAUSE),
    Reason("mates/middle.py", "counted", "power[-1] + 2, ", ("2 -> (2 + 1)",), ROOM),
    Reason("mates/middle.py", "counted", "else sizes.copy()", ("len(parts) == 1 -> False",), WORK),
    Reason("mates/middle.py", "Middle.run", "done =", (), WORDS),
    Reason("mates/middle.py", "Middle.run", "rounds =", (), WORDS),
    Reason("mates/middle.py", "Middle.run", "share =", (), WORDS),
    Reason("mates/middle.py", "", "PATTERNS =", (), PAUSE),
    Reason(
        "mates/middle.py",
        "Middle.__init__",
        "reshape(-1",
        ("1 -> (1 + 1)",),
        "numpy asks for the sign",
    ),
    Reason("mates/links.py", "_turn", "max(ROOM", (), ROOM),
    Reason("mates/middle.py", "", "RANGES =", (), "how finely a join may be cut"),
    Reason(MIDDLE, "_factor", "others == 0", ("others == 0 -> False",), "nothing is joined then"),
    Reason(MIDDLE, "_join_pattern", "spent", (), PAUSE),
    Reason(MIDDLE, "join", "spent", (), PAUSE),
    Reason(
        MIDDLE,
        "join",
        "range(begin, end)",
        ("begin, end -> begin, end - 1",),
        "with the last pattern one half takes all of the middle's edges: there is no cycle through both",
    ),
    Reason(MIDDLE, "_contract", "h = ", (), HASH),
    Reason(MIDDLE, "_contract", "place = np.int64((h", (), HASH),
    Reason(MIDDLE, "_images", "break", (), "the answer is known, the rest changes nothing"),
    # -- formulas
    Reason("", "", "strict=True)", ("True -> False",), "both are as long"),
    Reason("compiling/blocking.py", "", "COMPARED =", (), MEASURED),
    Reason(
        "compiling/blocking.py",
        "_blocking",
        "c.nodes > 2",
        ("2 -> (2 - 1)",),
        "two nodes have one circuit at most: any clause that excludes it will do",
    ),
    Reason(
        "compiling/blocking.py",
        "_blocking",
        "fixed = not formula.projection",
        (
            "not formula.projection or any( sum(map(len, family)) == len(formula.projection) for family"
            " in disjoint_cover([c.literals for c in exact], formula.projection) ) -> (any( sum(map(len,"
            " family)) == len(formula.projection) for family in disjoint_cover([c.literals for c in"
            " exact], formula.projection) ))",
        ),
        "without a projection the clause is empty either way",
    ),
    Reason("compiling/circuits.py", "_Binary.__init__", "max(1,", ("1 -> (1 + 1)",), ROOM),
    Reason(
        "compiling/circuits.py",
        "_moduli",
        "found or [2]",
        ("found or [2] -> (found)",),
        "one node has no arcs: the degrees say no",
    ),
    Reason(
        "compiling/cnf.py", "_Writer._at_least", "bound > 0", ("0 -> (0 + 1)",), "1 was dealt with"
    ),
    Reason(
        "compiling/cnf.py",
        "_Writer._at_most",
        "bound == 0",
        ("0 -> (0 - 1)",),
        "the general encoding says the same",
    ),
    Reason("compiling/cnf.py", "", "COUNTED_UP_TO = 20", (), MEASURED),
    Reason(
        "compiling/cnf.py",
        "_Writer._at_most",
        "bound >= len(literals)",
        ("bound >= len(literals) -> False",),
        "the general encoding says the same: nothing",
    ),
    Reason("compiling/cnf.py", "_Writer._at_most", "self._pairs.add(", (), "the same clause again"),
    # -- the checker
    Reason(CHECKER, "", "MOST_EFFORT =", (), BOUND),
    Reason(CHECKER, "", "MOST_VARIABLES =", (), BOUND),
    Reason(CHECKER, "Folder.__init__", "30_000", (), BOUND),
    Reason(CHECKER, "Folder.read", "largest", (), BOUND),
    Reason(CHECKER, "Model.__init__", "MOST_NAMES", ("<= -> <",), BOUND),
    Reason(CHECKER, "main", "", (), ELSEWHERE),
    Reason(CHECKER, "Board.__init__", '"flat"), 0', (), BOUND),
    Reason(
        CHECKER, "Board.__init__", "default=0", ("0 -> (0 - 1)",), "no square has a column then"
    ),
    Reason(CHECKER, "Board.rays", "row + down", ("+ -> -",), "every step goes all ways"),
    Reason(CHECKER, "Board.symmetries", "(r + dr)", ("+ -> -",), "so are all translations"),
    Reason(CHECKER, "Placement.straight", "> 2)", ("> -> >=",), "at most two of two say nothing"),
    Reason(
        CHECKER, "Tour.__init__", "self.few =", ("3 -> (3 - 1)",), "two squares have no ring anyway"
    ),
    Reason(
        CHECKER,
        "Tour.__init__",
        "self.count([], 1)",
        ("1 -> (1 + 1)",),
        "nor are there two of none",
    ),
    Reason(CHECKER, "Tour.paths", "range(done)", (), "the first place has no move"),
    Reason(CHECKER, "cut", "0 < len(inside)", ("< -> <=",), "a line has a word, if an empty one"),
    Reason(CHECKER, "List.read", "variable = {", (), "0 is no variable, named or not"),
    Reason(CHECKER, "List.read", "size += len(images)", (), BOUND),
    Reason(CHECKER, "Recount.layer", "self.spent +=", (), BOUND),
    Reason(CHECKER, "read_piece", "<= 200", ("200 -> (200 - 1)", "200 -> (200 + 1)"), BOUND),
    *(
        Reason(CHECKER, "", kind, ("int -> 0", "str -> 0"), "a type that nobody asks")
        for kind in (
            "dict[str, ",
            "dict[int, ",
            "list[int]",
            "list[list[",
            "list[tuple[",
            "set[tuple[",
        )
    ),
    Reason(
        "mates/middle_kernel.py",
        "_factor",
        "others == own and image == least",
        ("others == own and image == least -> (others == own)",),
        "both of a pair once, instead of one of them twice",
    ),
    Reason(
        "compiling/circuits.py",
        "_exactly_two",
        "len(literals) < 2",
        ("2 -> (2 - 1)",),
        "all but one of one is the empty clause already",
    ),
    # -- lists
    Reason("engines/listing.py", "", "TypeVar", (), "a type"),
    Reason(
        "engines/listing.py", "Listing.__next__", "if not batch:", (), "told once more how many"
    ),
    Reason("engines/listing.py", "_checked", "isinstance(batch, Block)", (), SLOWER),
    Reason("engines/listing.py", "_checked", "judge is None", ("judge is None -> True",), SLOWER),
    Reason(
        "engines/listing.py",
        "_twice",
        "seen.isdisjoint(marks)",
        (
            "< -> <=",
            "not seen.isdisjoint(marks) or len(set(marks)) < len(marks) -> True",
        ),
        SLOWER,
    ),
    # -- tours
    Reason(
        "rules/tours.py",
        "Fixed.image",
        "board == change.source.board and",
        (),
        "on another board too it is fixed by the same group, by its names there or here",
    ),
    # -- chess, orders, certificates
    Reason("chess/symmetry.py", "transposition", "(0, 1, 1, 0)", (), SLOWER),
    Reason("frontier/order.py", "greedy.cost", "", (), "another order, as right"),
    Reason("certificate/foreign.py", "write_cpog", "", (), ELSEWHERE),
    Reason("frontier/residuals.py", "demands_of", "if need > 0", ("0 -> (0 - 1)",), WORK),
    Reason("rules/tours.py", "Fixed.lower", "other != x", (), "a clause that says nothing"),
    # -- searches, numbers, quotients
    Reason("engines/contract.py", "Engine.__post_init__", "bounds =", (), WORDS),
    Reason(
        "backtrack/tours.py", "TourSearch._hopeful", "two_way", ("self._two_way -> False",), WORK
    ),
    Reason("compiling/cnf.py", "", "Encoding(", (), "tests have been made of it by then"),
    Reason("compiling/tours.py", "_ordered", "a < b", ("< -> <=",), "the same, of equal ones"),
    Reason("counting/planning.py", "_Reconsidered.doubt", "", (), "counted where a list would do"),
    Reason("mates/links.py", "_turn", "needed > len(states)", (), ROOM),
    Reason(
        "mates/quotient.py",
        "_Quotient.reflected",
        "len(self._fixed) > 2",
        (),
        "three edges that must end at the hub leave no cycle",
    ),
    Reason(
        "backtrack/tours.py",
        "TourSearch._finished",
        "path[-1]",
        ("> -> >=",),
        "no square comes twice",
    ),
    Reason("certificate/recounted.py", "order_of", "", (), "another order, as right"),
    Reason("mates/forward.py", "States.first", "np.zeros(1", ("1 -> (1 + 1)",), ROOM),
)
