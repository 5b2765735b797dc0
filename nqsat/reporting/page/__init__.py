"""The page: one offline file in which the board answers, put together around a document that says what.

The modules are plain ES modules. They are joined in the order of ``MODULES``, each after those that it
imports, and the lines that import and export are dropped: so all names at the top of the modules are
different (as a module the result refuses a name twice). What the page may load is nothing: a policy lets
run one script and one style, those that are written here, known by their SHA-256. Whatever comes from
outside is text of the document, in which no character has a meaning for HTML.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from xml.etree.ElementTree import Element

from nqsat.extension_points import Panel, added
from nqsat.reporting.canvas import svg_text
from nqsat.reporting.pieces import TINTS

#: In the order in which they are joined; ``panels.js`` says how a panel is made. Those of the panels of
#: extensions come before the last.
MODULES = (
    "panels.js", "texts.js", "dom.js", "layout.js", "constraints.js", "atoms.js", "answers.js",
    "drawing.js", "game.js", "play.js", "board.js", "orbits.js", "export.js", "gallery.js", "evidence.js",
    "draft.js", "editor.js", "main.js",
)  # fmt: skip

_HERE = Path(__file__).parent
_IMPORT = re.compile(r"^import\b[^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async )?(function|const|class)\b)", re.MULTILINE)

#: How holes are filled.
_HATCH = (
    '<pattern id="nqsat-hatch" width="9" height="9" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect class="hole" width="9" height="9"/>'
    '<path class="rising" d="M0 0V9"/></pattern>'
)

#: Characters that could end a script, or cannot be in a page; JSON may write each as its number.
_UNSAFE = re.compile("[<>&\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def page(
    document: Mapping[str, object],
    *,
    title: str,
    plain: str,
    kept: str = "",
    drawn: Iterable[Element] = (),
) -> str:
    """One file of HTML.

    Args:
        document: what the scripts show, as JSON can say it: see ``nqsat.viewing``. With the section of
            an extension's panel its modules are in the page.
        title: of the page.
        plain: HTML that is shown where no script runs, made of safe parts only.
        kept: sections of HTML, likewise, that are shown where scripts run as well.
        drawn: what pictures in the page are made of, known by ids.
    """
    panels = tuple(panel for name, panel in added("panels") if name in document)
    script, style = joined(panels), styled(panels)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; "  # a picture on its way to the clipboard
        "base-uri 'none'; form-action 'none'"
    )
    parts = "".join({symbol.get("id"): svg_text(symbol) for symbol in drawn}.values())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{shown(title)}</title>\n<style>{style}</style></head>\n"
        f'<body>\n<main id="page">{plain}<div class="kept">{kept}</div></main>\n'
        f'<svg class="hidden" aria-hidden="true"><defs>{_HATCH}{parts}</defs></svg>\n'
        f'<script type="application/json" id="nqsat">{embedded(document)}</script>\n'
        f'<script type="module">{script}</script>\n</body></html>\n'
    )


@cache
def styled(panels: tuple[Panel, ...] = ()) -> str:
    """The style sheets, and a class for the colour of each region: ``r0``, ``r1``, …"""
    tints = (f".r{i} {{ background: {x}; fill: {x}; }}\n" for i, x in enumerate(TINTS))
    sheets = [_HERE / "page.css", *(file for panel in panels for file in panel.styles)]
    return "".join([*map(_text, sheets), *tints])


@cache
def joined(panels: tuple[Panel, ...] = (), *, begin: bool = True) -> str:
    """The modules as one.

    Args:
        panels: of extensions, whose modules are there as well.
        begin: whether the last module is there, with which the page begins.
    """
    *modules, last = (_HERE / name for name in MODULES)
    modules += [file for panel in panels for file in panel.modules]
    texts = map(_text, [*modules, last] if begin else modules)
    return "".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def embedded(document: Mapping[str, object]) -> str:
    """The same JSON, safe inside a script element."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def shown(text: str) -> str:
    """Text as HTML; characters that a page cannot hold are shown by their names."""
    plain = "".join(x if x.isprintable() or x == "\n" else ascii(x)[1:-1] for x in text)
    return escape(plain)


def _hash(text: str) -> str:
    digest = sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
