"""Pictures of boards read back as XML."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

NS = "{http://www.w3.org/2000/svg}"


def read(text: str) -> Element:
    """The document, which is one line."""
    assert "\n" not in text
    return fromstring(text)


def named(root: Element, name: str) -> list[Element]:
    """Its elements of a class."""
    return [node for node in root.iter() if node.get("class") == name]
