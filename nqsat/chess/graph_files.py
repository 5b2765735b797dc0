"""Read a graph from a file. What the file holds says which format it is in, not its name.

Read are lists of edges (lines, CSV, pairs as Python prints them), adjacency matrices, DIMACS, TSPLIB (HCP),
graph6, GML, node-link JSON, and DOT without subgraphs. Numbers of nodes and edges above a list or a matrix,
and a line of titles (``Source Target``), are not edges. Other formats are refused by name, and so is a list
without an edge: it is something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, compress, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from nqsat.chess.network import MAX_EDGES, MAX_NODES, NODE_NAME, Network, of_networkx
from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.files import data_of, lines_of, read_text

_MAX_BYTES = 50_000_000
_MAX_LINES = MAX_NODES + MAX_EDGES // 2

#: Formats that are not read: how one of their first lines begins, as no line of another format does.
_REFUSED: Mapping[str, str] = {
    "XML (GraphML, GEXF)": r"<",
    "Matrix Market": r"%%MatrixMarket",
    "Pajek": r"\*(vertices|network)",
    "LEDA": r"LEDA\.GRAPH",
    "sparse6": r"(>>sparse6<<\s*)?[:;]\S*$",
    "digraph6": r"(>>digraph6<<\s*)?&\S*$",
    "JSON": r"\[",
    "a format of nauty": r">>(?!graph6<<)",
}
_HEADER = ">>graph6<<"
_MARKS = re.compile(r"[\s,;\[\]]")
_TSPLIB = re.compile(r"DIMENSION ?:|[A-Z_]+_SECTION ?:?$")
_DIMACS = re.compile(r"(p [a-z]+|e) [0-9]+ [0-9]+$")
_SIZE = re.compile(r"[0-9]{1,9}")
_INSTEAD = "write two names of nodes per line, or give Board.of_graph what networkx reads"


class _TextLine(NamedTuple):
    """A line that is neither empty nor a comment, with its number from 1."""

    number: int
    text: str
    words: list[str]

    @property
    def plain(self) -> str:
        return " ".join(self.words)

    def error(self, reason: str) -> InvalidNotation:
        return InvalidNotation("graph", self.text[:80], reason, line=self.number)

    def edge(self, words: Sequence[str], most: int) -> tuple[str, str]:
        ends = [int(word) for word in words if _SIZE.fullmatch(word)]
        if not len(words) == len(ends) == 2 or not all(0 < end <= most for end in ends):
            raise self.error(f"expected the two nodes of an edge; nodes are 1 to {most}")
        if ends[0] == ends[1]:
            raise self.error("a node is joined to itself; leave that out")
        return str(ends[0]), str(ends[1])

    def size(self, word: str) -> int:
        if not _SIZE.fullmatch(word) or int(word) > MAX_NODES:
            raise self.error(f"{word!r} is not a number of nodes up to {MAX_NODES:,}")
        return int(word)


def read_graph(path: str | Path) -> Network:
    """Read a graph from a file.

    A line of a list has the two nodes of an edge, one node without edges, or a symmetry in cycles of nodes,
    ``(a b c)(d e)``; ``#`` begins a comment. Edges have a direction where the format has: arcs ``a`` of
    DIMACS, a matrix that is not symmetric, and graphs of GML, DOT or JSON that say so.
    """
    text = read_text("graph", path, _MAX_BYTES)
    if text.count("\n") > _MAX_LINES:
        raise InvalidModel("graph", f"{path} has more than {_MAX_LINES:,} lines")
    lines = [
        _TextLine(number, line, words)
        for number, line in enumerate(lines_of(text), 1)
        if (words := line.partition("#")[0].split())
    ]
    if not lines:
        raise InvalidNotation("graph", str(path), "is empty; write two names of nodes per line")
    for some in (lines, lines[1:]):  # a matrix may follow its size
        rows = _matrix_rows(some)
        if rows and (some is lines or lines[0].plain == str(len(rows))):
            ones = ((i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == "1")
            return Network.of(range(len(rows)), ones, directed=True)
    if (found := _bracketed(text)) is not None or (found := _graph6(lines)) is not None:
        return found
    begin = "\n".join(line.plain for line in lines[:20])[:2000]
    for name, start in _REFUSED.items():
        if re.search(f"^{start}", begin, re.MULTILINE | re.IGNORECASE):
            reason = f"is {name}, which is not read; {_INSTEAD}"
            raise InvalidNotation("graph", str(path), reason)
    for pattern, read in ((_TSPLIB, _tsplib), (_DIMACS, _dimacs)):
        if any(pattern.match(line.plain) for line in lines):
            return read(lines)
    return _list(lines)


def _matrix_rows(lines: Sequence[_TextLine]) -> list[str]:
    """The rows of an adjacency matrix, digits only; empty if it is something else."""
    if len(lines) < 2 or (len(lines) == 2 and any(len(line.words) == 2 for line in lines)):
        return []  # such lines are edges
    rows = [_MARKS.sub("", line.plain) for line in lines]
    return rows if all(len(row) == len(rows) and {*row} <= {"0", "1"} for row in rows) else []


# -- graph6 ------------------------------------------------------------------------------
# Reference: https://users.cecs.anu.edu.au/~bdm/data/formats.txt


def _graph6(lines: Sequence[_TextLine]) -> Network | None:
    """The graph of a word in graph6; None if it is something else. Nodes are numbered from 0."""
    headed = lines[0].plain.startswith(_HEADER)
    text = " ".join(line.plain for line in lines).removeprefix(_HEADER)
    word, *others = text.split() or [""]
    if not headed and len(others) >= len(lines):
        return None
    try:
        found = _decoded(word)
    except ValueError as error:
        if not headed:
            return None
        raise lines[0].error(f"is not graph6: {error}") from None
    if others:
        several = f"is the first of {len(others) + 1} graphs in graph6"
        raise lines[0].error(f"{several}; write one graph per file")
    return found


def _decoded(word: str) -> Network:
    values = [ord(letter) - 63 for letter in word]
    if not all(0 <= value < 64 for value in values):
        raise ValueError("its characters are ? to ~")
    length = 1 if values[:1] != [63] else 4 if values[1:2] != [63] else 8
    if len(values) < length:
        raise ValueError("it ends too soon")
    size = int("".join(f"{value:06b}" for value in values[length // 4 : length]), 2)
    if size > MAX_NODES:
        raise ValueError(f"has more than {MAX_NODES:,} nodes")
    if len(values) - length != -(-(size * (size - 1) // 2) // 6):
        raise ValueError(f"{len(word)} characters are too few or too many for {size} nodes")
    bits = chain.from_iterable(f"{value:06b}" for value in values[length:])
    pairs = ((here, there) for there in range(size) for here in range(there))
    return Network.of(range(size), compress(pairs, map(int, bits)))


# -- DIMACS, TSPLIB ----------------------------------------------------------------------


def _dimacs(lines: Sequence[_TextLine]) -> Network:
    """The graph of a file with a line ``p edge NODES EDGES``; it may say more of nodes."""
    form, most, announced, given = "", -1, "", 0
    arcs = list[tuple[str, str]]()
    for line in lines:
        kind, *ends = line.words
        if kind == "p" and most < 0 and len(ends) == 3:
            form, most, announced = ends[0], line.size(ends[1]), ends[2]
            if form == "cnf":
                raise line.error("is a formula: --dimacs reads it")
        elif kind in ("e", "a") or (form == "tw" and kind.isdecimal()):
            if most < 0:
                raise line.error("p edge NODES EDGES comes first")
            if kind == "a" and len(ends) == 3:
                ends.pop()  # the length of an arc
            arc = line.edge(line.words if kind.isdecimal() else ends, most)
            arcs += [arc] if kind == "a" else [arc, arc[::-1]]
            given += 1
        elif kind not in ("n", "d", "v", "x") and not kind.startswith("c"):
            reason = "expected c, one 'p edge NODES EDGES', then 'e NODE NODE'"
            raise line.error(reason)
    found = Network.of(map(str, range(1, most + 1)), arcs, directed=True)
    distinct = sum(1 for _ in found.distinct_edges)
    if announced not in map(str, (given, distinct, 2 * distinct)):
        reason = f"{announced} edges were announced, there are {given}"
        raise lines[-1].error(reason)
    return found


def _tsplib(lines: Sequence[_TextLine]) -> Network:
    """The graph of a Hamiltonian cycle problem whose edges are listed."""
    header, rest = dict[str, str](), iter(lines)
    for line in rest:
        key, _, value = line.text.partition(":")
        header[key.strip()] = value.strip()
        if key.strip().endswith("_SECTION"):
            break
    wanted = {"TYPE": "HCP", "EDGE_DATA_FORMAT": "EDGE_LIST", "EDGE_DATA_SECTION": ""}
    known = {*wanted, "NAME", "COMMENT", "DIMENSION"}
    if not {*header} <= known or not wanted.items() <= header.items() or "DIMENSION" not in header:
        reason = "TSPLIB is read with TYPE : HCP and EDGE_DATA_FORMAT : EDGE_LIST only"
        raise line.error(reason)
    most = line.size(header["DIMENSION"])
    edges = list[tuple[str, str]]()
    for line in rest:
        if line.words == ["-1"]:
            break
        edges.append(line.edge(line.words, most))
    else:
        raise line.error("the edges do not end with -1")
    for line in rest:
        if line.words != ["EOF"]:
            raise line.error("only EOF may follow the edges")
    return Network.of(map(str, range(1, most + 1)), edges)


# -- lists -------------------------------------------------------------------------------


def _list(lines: Sequence[_TextLine]) -> Network:
    nodes, edges, cycles = dict[str, None](), list[tuple[str, str]](), list[_TextLine]()
    lines, size = _without_head(lines)
    if all(len(line.words) == 1 and ":" not in line.text for line in lines):
        reason = "is neither an edge nor graph6; write two names of nodes per line"
        raise lines[0].error(reason)
    for line in lines:
        if line.words[0].startswith("("):
            cycles.append(line)
            continue
        names = line.words[:2] if line.words[2:] == ["{}"] else line.words
        if ":" in line.text:
            raise line.error(f"a node with its neighbours; {_INSTEAD}")
        if len(names) > 2:
            raise line.error(f"more than two names of nodes; {_INSTEAD}")
        for name in names:
            if not NODE_NAME.fullmatch(name):
                reason = f"{name!r} is not a name of a node: up to 40 letters, digits, _ and ."
                raise line.error(reason)
        if names[0] in names[1:]:
            raise line.error("a node is joined to itself; leave that out")
        nodes |= dict.fromkeys(names)
        edges += [(names[0], name) for name in names[1:]]
    if not edges:
        raise lines[0].error("no line has an edge; write two names of nodes per line")
    found = Network.of(_nodes_in_order(nodes, edges, lines, size), edges)
    for line in cycles:
        try:
            found = found.with_symmetries([" ".join(line.words)])
        except InvalidModel as error:
            raise line.error(error.reason) from None
    return found


#: Headings of the two columns of a list of edges.
_TITLES = (
    {"source", "target"}, {"from", "to"}, {"u", "v"}, {"node1", "node2"}, {"start", "end"}, {"src", "dst"},
)  # fmt: skip


def _without_head(
    lines: Sequence[_TextLine],
) -> tuple[Sequence[_TextLine], tuple[int, int] | None]:
    """The lines of a list without titles, commas and the two numbers of nodes and of edges above them.

    The numbers are read where each has a line of its own, as no node has: an edge is two numbers as well.
    """
    if all(line.text.count(",") == 1 for line in lines):
        lines = [line._replace(words=line.text.replace(",", " ").split()) for line in lines]
    if {word.lower() for word in lines[0].words} in _TITLES and len(lines) > 1:
        used = {word for line in lines[1:] for word in line.words}
        if used.isdisjoint(lines[0].words):
            lines = lines[1:]
    first = [line.plain for line in lines[:2]]
    if len(lines) > 2 and all(map(_SIZE.fullmatch, first)):
        return lines[2:], (int(first[0]), int(first[1]))
    return lines, None


def _nodes_in_order(
    nodes: dict[str, None],
    edges: Sequence[object],
    lines: Sequence[_TextLine],
    size: tuple[int, int] | None,
) -> Iterable[str]:
    """The nodes of a list, numbers ascending; with those that numbers above the list say there are."""
    if not all(node.isdecimal() for node in nodes):
        return nodes
    numbers = [int(node) for node in nodes]
    if size is None:
        _check_first(lines)
        return sorted(nodes, key=lambda node: (int(node), node))
    (most, many), begin = size, int(min(numbers) > 0)
    if len(edges) != many or max(numbers) >= most + begin:
        reason = f"{most} nodes and {many} edges above it? There are {len(edges)} edges"
        raise lines[0].error(f"{reason}, nodes up to {max(numbers)}; leave both numbers out")
    return map(str, range(begin, most + begin))


def _check_first(lines: Sequence[_TextLine]) -> None:
    """Refuse a first line that may be numbers of nodes and edges, as in METIS: then it is not an edge."""
    first, *rest = lines
    sizes = [int(word) for word in first.words if word.isdecimal()]
    numbers = [int(word) for line in rest for word in line.words if word.isdecimal()]
    if not numbers or len(sizes) != len(first.words):
        return
    if len(sizes) == 2 and len(numbers) == 2 * sizes[1] and max(numbers) <= sizes[0]:
        reason = (
            "the numbers of nodes and edges? Leave them out; an edge: write its nodes the other way"
        )
        raise first.error(reason)
    if len(sizes) == 1 and max(numbers) < sizes[0]:
        raise first.error("the number of nodes? Leave it out; a node without edges: write it later")


# -- formats with brackets: GML, node-link JSON, DOT, lists of pairs ------------------------

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


def _bracketed(text: str) -> Network | None:
    for name, pattern, read in _FORMATS:
        if not re.match(pattern, text, re.IGNORECASE):
            continue
        begin = text.strip().partition("\n")[0][:40]
        try:
            return read(text)
        except InvalidModel as error:
            raise InvalidNotation("graph", begin, error.reason) from None
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            reason = str(error).partition("\n")[0]
            said = f"is {name} and cannot be read ({reason:.60}); {_INSTEAD}"
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
    data: dict[str, Any] = data_of(text)
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
            raise ValueError(f"{statement[:30]!r} is not an edge of this graph in DOT")
        names = re.split(r"\s*(?:--|->)\s*", statement)
        nodes += names
        edges += pairwise(names)
    return Network.of(nodes, edges, directed=directed)


#: How each format begins, and what reads it.
_FORMATS: tuple[tuple[str, str, Callable[[str], Network]], ...] = (
    ("GML", r"\s*((Creator|Version|Comment|#).*\n)*\s*graph\s*\[", _gml),
    ("DOT", _DOT.pattern, _dot),
    ("JSON", r"\s*\{", _node_link),
    # As Python prints the edges of a graph.
    ("a list", r"\s*\[\s*[(\[]", lambda text: Network.of((), data_of(text))),
)
