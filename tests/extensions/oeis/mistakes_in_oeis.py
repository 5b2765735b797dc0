"""Mistakes in ``oeis``, as ``benchmarks/planted.py`` has those of the rest."""

# fmt: off
TEXTS = {
    "nqsat/extensions/oeis/table.py": (
        ("a term that differs from what is published is well",
         "wrong = any(term.agrees is False for term in counted)", "wrong = False"),
        ("a table with a term too few is whole",
         "missing = any(term.value is None for term in counted)", "missing = False"),
        ("the term that was counted last is foretold", "last[source.ranges[0]] += 1", "pass"),
    ),
    "nqsat/extensions/oeis/term_table.py": (
        ("a b-file goes on after a term that is missing",
         "len(varying) != 1:\n                break", "len(varying) != 1:\n                continue"),
        ("a b-file has a number too few",
         "if lines:\n            number", "if lines.pop():\n            number"),
        ("growth is beside another group",
         " if x.modulo == term.modulo), None)", "), None)"),
    ),
}
# fmt: on
