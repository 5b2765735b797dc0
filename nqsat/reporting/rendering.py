"""SVG as PNG and PDF, by CairoSVG, which comes with the extra ``picture``."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, cast
from xml.etree.ElementTree import fromstring

from nqsat.errors import InvalidModel, MissingPackage

#: Pixels of a PNG for each of the SVG's, and how many it may have.
_FINE, _MOST = 2, 100_000_000


def pdf_of_pages(pages: Sequence[str]) -> bytes:
    """Several SVGs of one size as the pages of one PDF."""
    cairosvg = _cairosvg()
    first, *rest = [cairosvg.parser.Tree(bytestring=page.encode()) for page in pages]
    output = BytesIO()
    surface = cairosvg.surface.PDFSurface(first, output, 96)

    class Further(cairosvg.surface.PDFSurface):  # type: ignore[misc,name-defined]
        def _create_surface(self, width: float, height: float) -> Any:
            surface.cairo.show_page()
            return surface.cairo, width, height

    for page in rest:
        Further(page, None, 96)
    surface.finish()
    return output.getvalue()


def convert_svg(svg: str, form: str) -> bytes:
    """An SVG as a file of another form.

    Args:
        svg: the document.
        form: ``"png"``, twice as fine as the pixels that the SVG speaks of, or ``"pdf"``.
    """
    cairosvg = _cairosvg()
    width, height = (float(fromstring(svg).get(side, "0")) for side in ("width", "height"))
    if form == "png" and width * height * _FINE**2 > _MOST:
        pixels = f"{_FINE * width:,.0f} by {_FINE * height:,.0f} pixels"
        raise InvalidModel("size", f"a PNG of {pixels} is too large; give a smaller one, or svg")
    render = cairosvg.svg2png if form == "png" else cairosvg.svg2pdf
    more = {"scale": _FINE} if form == "png" else {}
    return cast("bytes", render(bytestring=svg.encode(), **more))


def check_convertible(form: str) -> None:
    """Refuse a form of pictures that cannot be made here, before the work; SVG always can."""
    if form != "svg":
        convert_svg("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>", form)


def _cairosvg() -> Any:
    try:
        import cairosvg
    except (ImportError, OSError):  # the latter where Cairo itself is missing
        raise MissingPackage("cairosvg") from None
    return cairosvg
