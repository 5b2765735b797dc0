"""Graphs as other programs write them in brackets: GML, node-link JSON, DOT, lists of pairs."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from nqsat.chess.network import Network, of_networkx
from nqsat.errors import InvalidModel, InvalidNotation

_DOT = re.compile(r"\s*(?://.*\n|#.*\n)*\s*(?:strict\s+)?(di)?graph\b[^\[{]*\{", re.IGNORECASE)

#: A line of DOT with nodes in a row, after comments, attributes and ends of statements are taken away.
_CHAIN = re.compile(r"[\w.]+(\s*(--|->)\s*[\w.]+)*", re.ASCII)
_IN_DOT = (
    (r"/\*.*?\*/|(?m://.*$|^\s*#.*$)", ""),
    (r"\[[^\]]*\]", ""),
    (r"\"([\w.]+)\"", r"\1"),
    (r"(?<![-\w])(node|edge|graph)\s*(?=[;\n}])", ""),
    (r"\w+\s*=\s*[^;\n\s]+", ""),
)


def written_network(text: str) -> Network | None:
    """Return the graph of a text in one of these formats; None if it is something else.

    Raises:
        InvalidNotation: it is in one of them, and cannot be read.
    """
    for name, pattern, read in _FORMATS:
        if not re.match(pattern, text, re.IGNORECASE):
            continue
        begin = text.strip().partition("\n")[0][:40]
        try:
            return read(text)
        except InvalidModel as error:
            raise InvalidNotation("graph", begin, error.reason) from None
        except (ValueError, TypeError, KeyError, SyntaxError, RecursionError, MemoryError) as error:
            reason = str(error).partition("\n")[0]
            said = f"is {name} and cannot be read ({reason:.60}); write two names of nodes a line"
            raise InvalidNotation("graph", begin, said) from None
    return None


def _gml(text: str) -> Network:
    import networkx as nx

    label = "label" if re.search(r"\blabel\b", text) else "id"
    try:
        found = nx.parse_gml(text.splitlines(), label=label)
    except nx.NetworkXError as error:
        raise ValueError(str(error)) from None
    return of_networkx(found)


def _node_link(text: str) -> Network:
    """The graph of JSON as networkx and D3 write it: ``nodes`` with an ``id``, ``links`` or ``edges``."""
    data: dict[str, Any] = json.loads(text)
    if not {"links", "edges"} & data.keys():
        raise ValueError("expected nodes, and links or edges")
    links = data["links"] if "links" in data else data["edges"]
    if data.get("multigraph") and len(links) > len({(x["source"], x["target"]) for x in links}):
        raise ValueError("it has an edge twice")
    nodes = [node["id"] for node in data["nodes"]]
    edges = [(link["source"], link["target"]) for link in links]
    if unknown := {end for edge in edges for end in edge}.difference(nodes):
        raise ValueError(f"no node has the id {min(map(str, unknown))}")
    directed = data.get("directed", False)
    return Network.of(nodes, edges, directed=bool(directed))


def _pairs(text: str) -> Network:
    """The graph of a list of pairs, as Python prints the edges of a graph."""
    return Network.of((), ast.literal_eval(text.strip()))


def _dot(text: str) -> Network:
    """The graph of DOT: nodes and edges; attributes say nothing of either, subgraphs are not read."""
    head = _DOT.match(text)
    directed = bool(head and head[1])
    body = text[head.end() if head else 0 :].rstrip()
    for pattern, instead in _IN_DOT:
        body = re.sub(pattern, instead, body, flags=re.DOTALL)
    body, brace, rest = body.partition("}")
    if not brace or rest.strip() or "{" in body:
        raise ValueError("subgraphs of DOT are not read")
    nodes, edges = list[str](), list[tuple[str, str]]()
    for statement in filter(None, map(str.strip, re.split(r"[;\n]", body))):
        if not _CHAIN.fullmatch(statement) or ("->" if not directed else "--") in statement:
            raise ValueError(f"{statement[:30]!r} is no edge of this graph in DOT")
        names = re.split(r"\s*(?:--|->)\s*", statement)
        nodes += names
        edges += pairwise(names)
    return Network.of(nodes, edges, directed=directed)


#: How each format begins, and what reads it.
_FORMATS: tuple[tuple[str, str, Callable[[str], Network]], ...] = (
    ("GML", r"\s*((Creator|Version|Comment|#).*\n)*\s*graph\s*\[", _gml),
    ("DOT", _DOT.pattern, _dot),
    ("JSON", r"\s*\{", _node_link),
    ("a list", r"\s*\[\s*[(\[]", _pairs),
)
