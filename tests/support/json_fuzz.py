"""Mutate JSON data or lines: readers have to refuse the result, or to read it consistently."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

#: Replacement values: numbers at limits, names, presets, words of other fields, lists.
TWISTS: tuple[object, ...] = (
    *(None, True, False, 0, 1, 2, -1, 27, 10**9, 10**18, 10**19, 1.0, 1e400, float("nan")),
    *("", " ", "x", ".", "..", "...", "1..", "..2", "3..2", "1..2", "2", "any"),
    *("\u00e9", "\ud800", "\n"),
    *("Q", "queen", "NN", "N0", "N00", "Q0", "QQ", "(1,2)", "(0,0)", "(01,2)", "(1,2)(2,1)", "W0W"),
    *(
        "white:Q", "white:white:Q", "WHITE:Q", ":Q", "white:", "1:Q", "a" * 22 + ":Q",
        "A" + "[" * 17,
    ),
    *("Q@a1", "-@a1", "-@b2", "@a1", "Q@", "Q@z9", "Q@A1", "fen:3/3"),
    *("a1", "a01", "A1", "c3", "aa1"),
    *("flat", "torus", "plain", "total", "non-attacking", "permutation", "regions", "undirected"),
    *([], [[]], [None], ["Q"], ["Q", "Q"], [["Q", "Q"]], [["Q"]], [[None, "Q"]], ["a1"], [1]),
    *(["...", "..."], ["AAB", "A B"], {}, {"rows": 2, "columns": 2}),
    *({"map": []}, {"map": [""]}, {"map": ["..", ".."]}, {"map": ["..\r", ".."]}),
)  # fmt: skip
KEYS = (
    *("rule", "kinds", "between", "number", "map", "blocking", "minimal", "symbol", "squares"),
    *("piece", "wrap", "objective", "rows", "x"),
)


def twisted(data: Any, random: Random) -> Any:
    """Return JSON data in which values are replaced, removed, duplicated or edited at random."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        data = json.loads(json.dumps(data))  # a copy, so that duplicated values are separate
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


def garbled(lines: Sequence[str], random: Random) -> list[str]:
    """Return lines of which one is removed, duplicated, moved or edited; or that are truncated."""
    found, how = [*lines], random.randrange(8)
    if not found:
        return found
    place, other = random.randrange(len(found)), random.randrange(len(found))
    if how == 0:
        del found[place]
    elif how == 1:
        found.insert(place, found[other])
    elif how == 2:
        found[place], found[other] = found[other], found[place]
    elif how == 3:
        del found[place:]
    else:
        found[place] = _garbled(found[place].split(" "), found[other].split(" "), random)
    return found


def _garbled(words: list[str], others: list[str], random: Random) -> str:
    """Return a line with a word removed or replaced; a number changes by one, or changes its sign."""
    at = random.randrange(len(words))
    number = words[at].strip('",').removeprefix("-")
    if random.random() < 0.2:
        del words[at]
    elif not (number.isascii() and number.isdigit()):
        words[at] = random.choice(others)
    else:
        near = [f"-{number}", str(int(number) + 1), str(max(0, int(number) - 1)), "0"]
        words[at] = words[at].replace(number, random.choice(near))
    return " ".join(words)
