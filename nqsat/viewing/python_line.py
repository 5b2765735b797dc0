"""A model as an expression of Python, to go on from a page in a program."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import cast

from nqsat import chess, modelling
from nqsat.modelling import Family, Model, rules
from nqsat.modelling.sources import catalogue

#: Names that ``nqsat`` itself has.
_PUBLIC = ("Board", "Factor", "Kind", "Piece", "Placement", "Square", "Tour")

#: Where other names are looked up, in this order.
_ROOMS = {"nqsat.rules": rules, "nqsat.modelling": modelling, "nqsat.chess": chess}


def call_of(family: Family, parameters: Mapping[str, int | str]) -> str | None:
    """The call that makes a model of the catalogue after ``import nqsat``; None for other families."""
    if not any(family is one for one in catalogue()):
        return None
    values = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    return f"nqsat.models.{family.name.replace('-', '_')}({values})"


def expression_of(model: Model) -> str | None:
    """What makes an equal model after ``import nqsat``; None if a name in it is not nqsat's.

    >>> expression_of(modelling.Placement("5x5", {"K": "any"}))
    "nqsat.Placement('5x5', {'K': 'any'})"
    """
    try:
        return ast.unparse(_Qualified().visit(ast.parse(repr(model), mode="eval")))
    except (SyntaxError, LookupError):  # the repr of a user's rule may be anything
        return None


class _Qualified(ast.NodeTransformer):
    """Writes rooms before names, numbers without quotes, and no default rule."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name("Placement"), [board, pieces, rules]):
                if ast.unparse(rules) == "[NonAttacking()]":
                    node.args = [board, pieces]
        return cast("ast.expr", self.generic_visit(node))

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        for value in node.values:
            if isinstance(value, ast.Constant) and str(value.value).isdecimal():
                value.value = int(str(value.value))
        return cast("ast.expr", self.generic_visit(node))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == frozenset.__name__:
            return node
        rooms = [room for room, names in _ROOMS.items() if hasattr(names, node.id)]
        if not rooms:
            raise LookupError(node.id)
        return ast.Name(f"{'nqsat' if node.id in _PUBLIC else rooms[0]}.{node.id}")
