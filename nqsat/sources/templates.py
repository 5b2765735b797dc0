"""Words with integers in braces: ``{n}x{2*n}`` is ``4x8`` for n=4. Nothing is run: a tree is walked.

braces = "{", names and integers with + - * // and parentheses, "}" ;
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping

from nqsat.errors import InvalidModel

_BRACES = re.compile(r"\{([^{}]*)\}")
_EXPRESSION = re.compile(r"[A-Za-z0-9_+*/() -]{1,60}", re.ASCII)
_OPERATORS: Mapping[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}

#: No integer on the way to a result is larger: whatever a board may have, it has fewer.
_LARGEST = 10**12


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in the braces of some texts, each once, as they come.

    Raises:
        InvalidModel: what is in braces cannot be read, or has no name.
    """
    found: dict[str, None] = {}
    for text in texts:
        for inner in _BRACES.findall(text):
            nodes = ast.walk(_parse_expression(inner))
            names = [node for node in nodes if isinstance(node, ast.Name)]
            if not names:
                reason = f"{{{inner}}} has no parameter; write {inner or '{n}'}"
                raise InvalidModel("braces", reason)
            found |= {node.id: None for node in sorted(names, key=lambda node: node.col_offset)}
    return list(found)


def filled(text: str, values: Mapping[str, int]) -> str:
    """A text with the value of each of its braces in their place.

    Raises:
        InvalidModel: what is in braces cannot be read, has a name without a value, or has no value.
    """

    def value(match: re.Match[str]) -> str:
        return str(_value(match[1], _parse_expression(match[1]), values))

    return _BRACES.sub(value, text)


def _parse_expression(inner: str) -> ast.expr:
    try:
        if _EXPRESSION.fullmatch(inner):
            return ast.parse(inner.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise _syntax_error(inner)


def _syntax_error(inner: str) -> InvalidModel:
    reason = "write integers and names with + - * //, as in {n}, {2*n} or {n-1}"
    return InvalidModel("braces", f"{{{inner[:60]}}} cannot be read; {reason}")


def _value(inner: str, node: ast.expr, values: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(value)) if value is not True and value is not False:
            found = value
        case ast.Name(id=name) if name in values:
            found = values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            found = -_value(inner, operand, values)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            sides = _value(inner, left, values), _value(inner, right, values)
            if sides[1] == 0 and isinstance(op, ast.FloorDiv):
                raise InvalidModel("braces", f"{{{inner}}} divides by zero here")
            found = _OPERATORS[type(op)](*sides)
        case _:
            raise _syntax_error(inner)
    if abs(found) > _LARGEST:
        raise InvalidModel("braces", f"{{{inner}}} is larger than {_LARGEST:,} here")
    return found
