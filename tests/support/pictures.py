"""Boards that pictures and pages show; read pictures back as XML, and pages as HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, fromstring

from nqsat import Board, Placement
from nqsat.rules import NonAttacking, Permutation, Regions

#: A graph with names that no board of rows and columns has.
PRISM = Board.of_graph(
    [
        *((f"x.{i}", f"y_{i}") for i in range(3)),
        *((f"{x}{i}", f"{x}{(i + 1) % 3}") for x in ("x.", "y_") for i in range(3)),
    ]
)
#: A Star Battle.
STAR = Placement(
    "5x5",
    {"K": 5},
    [NonAttacking(), Permutation(), Regions(("AABBB", "AACBB", "ADCCE", "DDDCE", "DDEEE"))],
)


def read(text: str) -> Element:
    """Parse the document, which must be one line."""
    assert "\n" not in text
    return fromstring(text)


def named(root: Element, name: str) -> list[Element]:
    return [node for node in root.iter() if node.get("class") == name]


VOID = {"meta", "link", "img", "br", "hr", "input"}


class Outline(HTMLParser):
    """Parse a page: elements must be closed in order; collect attributes, text and scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open[-1:] == ["script"] else self.words).append(data)
