"""Draft an OEIS entry in the internal format of OEIS, for a person to complete.

Each line is a percent sign, a letter, the number of the sequence and a text: S the terms, N the name, C the
models as nqsat writes them, H the b-file, O the parameter of the first term, e an example, o the program, K
keywords, A the author, which is left blank.

Reference: https://oeis.org/eishelp1.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from nqsat.counting import decimal, left_alone_by, solutions, up_to
from nqsat.errors import InvalidModel
from nqsat.extensions.oeis import folder_checker
from nqsat.extensions.oeis.terms import Term
from nqsat.modelling import Model
from nqsat.reporting import in_words
from nqsat.sources import whole_text

#: The maximum number of solutions that an example lists.
_LISTED = 4

#: The number of terms whose texts tell how the numbers in them depend on the parameter.
_TEXTS = 5

#: A number in a text, and an expression with a sum in a text for all n.
_NUMBER, _SUM = re.compile("([0-9]+)"), r"[0-9n*]+[+-][0-9]+"


class Statement(NamedTuple):
    """The definition of a(n).

    Args:
        words: sentences.
        notation: the model as nqsat writes it, with ``{n}``; None if that does not say all.
    """

    words: str
    notation: str | None


def statement(
    make: Callable[[int], Model], first: int, index: str, sentence: str = ""
) -> Statement:
    """Return what the terms of a sequence count, for all values of the parameter, which is called n.

    Args:
        make: the model for a value of the parameter.
        first: a value; the texts of this model and of those after it are compared.
        index: the parameter.
        sentence: a sentence about the models, which is taken if it has n in it.
    """
    models = {first: make(first)}
    for n in range(first + 1, first + _TEXTS):
        try:
            models[n] = make(n)
        except InvalidModel:
            break
    notations = {n: whole_text(model) or "" for n, model in models.items()}
    notation = general_text(notations, "{{{}}}".format) if all(notations.values()) else None
    if index == "n" and re.search(r"\bn\b", sentence):
        return Statement(sentence, notation)
    texts = {n: in_words(model, longest=None) for n, model in models.items()}
    words = general_text(texts)
    if words is None and first == 1:  # one piece is not called pieces
        words = general_text({n: text for n, text in texts.items() if n > 1})
    return Statement(words or f"{texts[first]} (That is for {index} = {first}.)", notation)


def general_text(texts: Mapping[int, str], write: Callable[[str], str] = str) -> str | None:
    """Return a text for all n, made from those for some; None if they differ otherwise.

    Each number in them has to be constant, or the same function of n in all: linear, or its square.

    Args:
        texts: the texts by n.
        write: what makes a word of an expression such as ``n+1``.
    """
    parts = [_NUMBER.split(re.sub(r"\ban? (?=[0-9])", "a ", text)) for text in texts.values()]
    if len(texts) < 3 or len({(len(part), *part[::2]) for part in parts}) > 1:
        return None
    made = list[str]()
    for place, several in enumerate(zip(*parts, strict=True)):
        word: str | None = several[0]
        if place % 2:
            found = _expression(dict(zip(texts, map(int, several), strict=True)))
            word = None if found is None else found if found.isdecimal() else write(found)
        if word is None:
            return None
        made.append(word)
    text = re.sub(rf"(?<=× ){_SUM}|{_SUM}(?= ×)", r"(\g<0>)", "".join(made))
    return re.sub(r"\ba (?=n\b|8|11\b|18\b)", "an ", text)


def _expression(values: Mapping[int, int]) -> str | None:
    """Return a number as a constant, a linear function of n or the square of n; None if it is none."""
    (n, one), (m, other), *_ = values.items()
    factor, rest = divmod(other - one, m - n)
    constant = one - factor * n
    if not rest and all(value == factor * n + constant for n, value in values.items()):
        if factor == 0:
            return str(constant)
        return f"{'n' if factor == 1 else f'{factor}*n'}{f'{constant:+}' if constant else ''}"
    return "n^2" if all(value == n * n for n, value in values.items()) else None


def draft(
    terms: Sequence[Term], models: Sequence[Model], index: str, *, about: Statement, command: str
) -> list[str]:
    """Return the lines of an entry.

    Args:
        terms: the terms of one group, in order, for consecutive values of the parameter.
        models: the models of the terms.
        index: the parameter.
        about: what is counted.
        command: the command that counts the terms.

    Raises:
        InvalidModel: the parameter is not an integer, or the first term is not known.
    """
    known = [*takewhile(lambda term: term.value is not None, terms)]
    first = terms[0].parameters.get(index)
    if not known or not isinstance(first, int):
        raise InvalidModel("--oeis", "needs terms of one integer parameter, as in -p n=1..10")
    besides = f"{left_alone_by(terms[0].fixed_by)}{up_to(terms[0].modulo)}"
    values = {int(term.parameters[index]): decimal(term.value or 0) for term in known}
    return folder_checker.draft_lines(
        oeis_number(known),
        values,
        name_of(about.words, models[0].unit, besides),
        [f"In nqsat's notation: {about.notation}{besides}."] if about.notation else [],
        example(known, models, index),
        command,
    )


def oeis_number(terms: Sequence[Term]) -> str:
    """Return the number of the sequence in OEIS, as far as nqsat knows it; else A000000."""
    return next((term.known.oeis for term in terms if term.known and term.known.oeis), "A000000")


def name_of(what: str, unit: str, besides: str) -> str:
    """Return the name of a sequence: the number of ways to do what a sentence asks for."""
    words = what.replace("×", "X").replace("²", "^2")
    words = words[0].lower() + words[1:]
    if unit != "placements" or not words.startswith("place "):
        return f"Number of {unit}{besides}: {words}"
    first, dot, more = words.removesuffix(".").partition(". ")
    return f"Number of ways to {first}{besides and f',{besides}'}{dot}{more}."


def example(terms: Sequence[Term], models: Sequence[Model], index: str) -> str:
    """Return all solutions of the last term that has few, else the last term."""
    for term, model in reversed([*zip(terms, models, strict=False)]):
        at = f"a({term.parameters[index]}) = {decimal(term.value or 0)}"
        if term.fixed_by is None and term.value and term.value <= _LISTED:
            found = [*solutions(model, modulo=term.modulo)]
            return f"{at}: {'; '.join(map(str, found))}."
    last = terms[-1]
    return f"a({last.parameters[index]}) = {decimal(last.value or 0)}."
