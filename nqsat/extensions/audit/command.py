"""The command audit."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from nqsat.extensions import Argument

#: Seconds for a board, by default.
USUAL = 10.0

#: The exit codes: one board is not unique, cannot be read, or is not decided.
NOT_UNIQUE, REFUSED, UNDECIDED = 1, 2, 3


def audit(
    options: Any,
    board: Annotated[
        list[str],
        Argument(
            "Addresses of puzz.link, models ('queens 8'), files; - is standard input.", "BOARD…"
        ),
    ],
) -> int:
    """Check which of many puzzles have exactly one solution.

    A file is a model (.json), a puzzle of pzpr (.pzprv3) or, with --grids, a grid. Any other file has an
    address, or a model with parameters, on each line. A folder is its files. Each board gets --time-limit
    seconds, by default 10.

    The exit code is 2 if a board cannot be read; else 1 if a board has no solution or several; else 3 if a
    board is undecided.
    """
    from nqsat import InvalidModel, UnsupportedByEngine
    from nqsat.extensions.audit.boards import boards
    from nqsat.extensions.audit.judging import judged
    from nqsat.modelling import plural

    limit = USUAL if options.time_limit is None else options.time_limit
    verdicts: Counter[str] = Counter()
    for name, read in boards(board, options.value("grids")):
        try:
            found = read()
            if options.value("grids") and found.stated != name:
                options.note(f"read: {name}: {found.stated}")
            known = judged(found.model, limit)
        except (InvalidModel, UnsupportedByEngine) as error:
            verdicts["refused"] += 1
            data: dict[str, object] = {"board": name, "verdict": "refused", "error": str(error)}
            _print(options, data, f"refused: {error}")
            continue
        verdicts[known.verdict] += 1
        _print(options, {"board": name, "model": found.stated, **known.to_json()}, str(known))
        if known.reason == "interrupted":
            return UNDECIDED
    every = verdicts.total()
    options.note(
        f"{every} {plural(every, 'boards')}", ", ".join(f"{n} {x}" for x, n in verdicts.items())
    )
    if verdicts["refused"]:
        return REFUSED
    if verdicts["several"] or verdicts["none"]:
        return NOT_UNIQUE
    return UNDECIDED if verdicts["unknown"] else 0


def _print(options: Any, data: dict[str, object], text: str) -> None:
    """Print one line, at once."""
    from nqsat.reporting import json_line

    print(json_line(data) if options.json else f"{data['board']}: {text}", flush=True)
