"""SVG as PNG and PDF, by CairoSVG, which comes with the extra ``nqsat[picture]``."""

from __future__ import annotations

from typing import Any, cast

from nqsat.errors import MissingPackage

#: What an SVG can be made into.
RENDERED = ("png", "pdf")

#: Pixels of a PNG for each of the SVG's.
_FINE = 2


def rendered(svg: str, form: str) -> bytes:
    """An SVG as a file of another form.

    Args:
        svg: the document.
        form: ``"png"``, twice as fine as the pixels that the SVG speaks of, or ``"pdf"``.

    Raises:
        MissingPackage: CairoSVG, or the library Cairo, is not installed.
    """
    try:
        import cairosvg
    except (ImportError, OSError):  # the latter where Cairo itself is missing
        raise MissingPackage("cairosvg", "picture") from None
    render: Any = cairosvg.svg2png if form == "png" else cairosvg.svg2pdf
    more = {"scale": _FINE} if form == "png" else {}
    return cast("bytes", render(bytestring=svg.encode(), **more))
