"""Certificates: folders that prove a count to readers who trust neither nqsat nor its solvers.

    facts       the model as the checker has it: its text, the facts in it, an order for a recount
    partial     a certificate in the making: what is known so far, and its folder
    lrat        CaDiCaL's refutations, trimmed
    splitting   cubes, if one refutation would be large, and the proof that they cover everything
    listed      certificates with a list: solutions, parts of the board that tours leave, proofs
    writing     ``certify``: writes a certificate with a list or for a recount, and checks it

The checker (``evidence.checker``) is independent of this package. The clauses of a list are those that the
checker makes, ``checker.Formula``: they define the format, and need not trust this package. The solutions
come from engines with another formula; the proof shows that the checker's facts allow no others.
"""
