"""JSON data with something else in it: what readers have to refuse, or to read alike."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

#: What may stand somewhere instead: numbers at limits, names, presets, words of other fields, lists.
TWISTS: tuple[object, ...] = (
    *(None, True, False, 0, 1, 2, -1, 27, 10**9, 10**18, 10**19, 1.0, 1e400, float("nan")),
    *("", " ", "x", ".", "..", "...", "1..", "..2", "3..2", "1..2", "2", "any"),
    *("\u00e9", "\ud800", "\n"),
    *("Q", "queen", "NN", "N0", "N00", "Q0", "QQ", "(1,2)", "(0,0)", "(01,2)", "(1,2)(2,1)", "W0W"),
    *(
        "white:Q",
        "white:white:Q",
        "WHITE:Q",
        ":Q",
        "white:",
        "1:Q",
        "a" * 22 + ":Q",
        "A" + "[" * 17,
    ),
    *("Q@a1", "-@a1", "-@b2", "@a1", "Q@", "Q@z9", "Q@A1", "fen:3/3"),
    *("a1", "a01", "A1", "c3", "aa1"),
    *("flat", "torus", "plain", "total", "non-attacking", "permutation", "regions", "undirected"),
    *([], [[]], [None], ["Q"], ["Q", "Q"], [["Q", "Q"]], [["Q"]], [[None, "Q"]], ["a1"], [1]),
    *(["...", "..."], ["AAB", "A B"], {}, {"rows": 2, "columns": 2}),
    *({"map": []}, {"map": [""]}, {"map": ["..", ".."]}, {"map": ["..\r", ".."]}),
)
KEYS = (
    *("rule", "kinds", "between", "number", "map", "blocking", "minimal", "symbol", "squares"),
    *("piece", "wrap", "objective", "rows", "x"),
)


def twisted(data: Any, random: Random) -> Any:
    """JSON data of which some values are others, have gone, or stand twice; or a text in it is cut."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        data = json.loads(json.dumps(data))  # what was put in twice is two things
        holders = [data]
        for holder in holders:
            inner: Iterable[Any] = holder.values() if isinstance(holder, dict) else holder
            holders += [value for value in inner if isinstance(value, dict | list)]
        holder = random.choice([holder for holder in holders if holder] or [[0]])
        key = random.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
        how = random.random()
        if how < 0.1:
            del holder[key]
        elif how < 0.2 and isinstance(holder, dict):
            holder[random.choice(KEYS)] = random.choice(TWISTS)
        elif how < 0.2:
            holder.append(random.choice([holder[key], random.choice(TWISTS)]))
        elif how < 0.4 and isinstance(holder[key], str):
            text, place = holder[key], random.randrange(len(holder[key]) + 1)
            middle = random.choice(
                ["", "0", "1", ".", ":", "Q", "W", "(", "@", " ", "\r", "x", "q"]
            )
            holder[key] = text[:place] + middle + text[place + random.randrange(2) :]
        else:
            holder[key] = random.choice(TWISTS)
    return data
