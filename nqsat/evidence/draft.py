"""Draft an OEIS entry in the internal format of OEIS, for a person to complete.

Each line is a percent sign, a letter, the number of the sequence and a text: S the terms, N the name, C the
last model, O the parameter of the first term, e an example, o the program, K keywords, A the author, which
is left blank.

Reference: https://oeis.org/eishelp1.html
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from nqsat.counting import decimal, solutions, up_to
from nqsat.counting.answers import left_alone_by
from nqsat.errors import InvalidModel
from nqsat.evidence.terms import Term
from nqsat.modelling import Model, whole_text

#: The maximum number of characters of the terms.
_DATA = 260

#: The maximum number of solutions that an example lists.
_LISTED = 4


def draft(
    terms: Sequence[Term], models: Sequence[Model], index: str, *, what: str, command: str
) -> list[str]:
    """Return the lines of an entry.

    Args:
        terms: the terms of one group, in order, for consecutive values of the parameter.
        models: the models of the terms.
        index: the parameter.
        what: what is counted, in a sentence.
        command: the command that counts the last term.

    Raises:
        InvalidModel: the parameter is no integer, or the first term is not known.
    """
    known = [*takewhile(lambda term: term.value is not None, terms)]
    first = terms[0].parameters.get(index)
    if not known or not isinstance(first, int):
        raise InvalidModel("--oeis", "needs terms of one integer parameter, as in -p n=1..10")
    number = next((one.known.oeis for one in known if one.known and one.known.oeis), "A000000")
    data = ""
    for term in known:
        more = f"{data}, {decimal(term.value or 0)}".removeprefix(", ")
        if len(more) > _DATA:
            break
        data = more
    text = whole_text(models[-1])
    unit = f"{models[0].unit}{left_alone_by(terms[0].fixed_by)}{up_to(terms[0].modulo)}"
    return [
        f"%I {number}",
        f"%S {number} {data}",
        f"%N {number} Number of {unit}: {what.replace('×', 'X')}",
        *([] if text is None else [f"%C {number} a({terms[-1].parameters[index]}) counts {text}."]),
        f"%O {number} {first},{_second(known)}",
        f"%e {number} {_example(known, models, index)}",
        f"%o {number} (nqsat) {command}  # a({terms[-1].parameters[index]})",
        f"%K {number} nonn,more",
        f"%A {number}",
    ]


def _second(terms: Sequence[Term]) -> int:
    """Return the position, from 1, of the first term that is larger than 1; 1 if there is none."""
    return next((n for n, term in enumerate(terms, 1) if (term.value or 0) > 1), 1)


def _example(terms: Sequence[Term], models: Sequence[Model], index: str) -> str:
    """Return all solutions of the last term that has few, else the last term."""
    for term, model in reversed([*zip(terms, models, strict=False)]):
        at = f"a({term.parameters[index]}) = {decimal(term.value or 0)}"
        if term.fixed_by is None and term.value and term.value <= _LISTED:
            found = [*solutions(model, modulo=term.modulo)]
            return f"{at}: {'; '.join(map(str, found))}."
    last = terms[-1]
    return f"a({last.parameters[index]}) = {decimal(last.value or 0)}."
