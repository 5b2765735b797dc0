"""Mistakes in ``foreign``, as ``benchmarks/planted.py`` has those of the rest."""

# fmt: off
TEXTS = {
    "nqsat/extensions/foreign/unique_cnf.py": (
        ("counters go one way up", "yield -some, s", "pass"),
        ("counters go one way down",
         "yield (-s, literal) if some is None else (-s, some, literal)", "pass"),
    ),
    "nqsat/extensions/foreign/cpog.py": (
        ("what an empty square leaves of a clause has no hint",
         "touched[value].append(Restriction(bits.get(old, 0), bits.get(left, 0), hint))", "pass"),
        ("two sums that do not exclude each other",
         'hints = f"{one.clause + 1} {other.clause + 1}"', 'hints = f"{one.clause + 1} {one.clause + 1}"'),
    ),
    "nqsat/extensions/foreign/proofs.py": (
        ("a proof of another number is handed out", "if str(proof.models) != claimed:", "if False:"),
    ),
}
# fmt: on
