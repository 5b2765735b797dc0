"""Mistakes in ``verified``, as ``benchmarks/planted.py`` has those of the rest."""

# fmt: off
TEXTS = {
    "nqsat/extensions/verified/bound_system.py": (
        ("bounds without their lower end", "weight) for x, weight in terms), low, high)\n            for",
         "weight) for x, weight in terms), 0, high)\n            for"),
    ),
    "nqsat/extensions/verified/coq_text.py": (
        ("a theorem of another bound", "] ({low}) ({high})", "] ({low}) ({low})"),
    ),
    "nqsat/extensions/verified/problem.py": (
        ("rules without the kinds", "return number[value]", "return 0"),
    ),
}
# fmt: on
