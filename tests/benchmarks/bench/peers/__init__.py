"""The other programs. They work on graphs, not on boards and pieces; ganak gets nqsat's clauses."""
