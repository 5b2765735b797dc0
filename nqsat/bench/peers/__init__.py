"""The other programs. None of them sees a board or a piece, only a graph; ganak gets nqsat's clauses."""
