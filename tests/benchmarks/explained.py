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


EXPLAINED: tuple[Reason, ...] = ()
