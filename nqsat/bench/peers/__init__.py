"""The other programs, one small file each; what it needs is imported when it is called.

None of them sees a board or a piece, only a graph; ganak gets the clauses that nqsat exports.
"""
