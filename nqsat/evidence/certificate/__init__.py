"""Certificates: folders that prove a count to readers who trust neither nqsat nor its solvers.

    folder      the files on disk
    draft       a certificate in the making: the model, the checker's facts about it, the count
    lrat        CaDiCaL's refutations, trimmed
    splitting   cubes, if one refutation would be large, and the proof that they cover everything
    listed      certificates with a list: solutions, parts of the board that tours leave, proofs
    recounted   certificates without a list: an order, and layers of tours
    writing     ``certify``: writes a certificate of either kind, and checks it

The checker (``evidence.checker``) is independent of this package. The clauses of a list are those that the
checker makes, ``checker.Formula``: they define the format, and need not trust this package. The solutions
come from engines with another formula; the proof shows that the checker's facts allow no others.
"""
