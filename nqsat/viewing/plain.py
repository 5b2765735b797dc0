"""What the page shows where no script runs: the model, the number, the solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.modelling import Model, requirements
from nqsat.reporting import svg
from nqsat.reporting.given import drawn_model
from nqsat.reporting.page import shown
from nqsat.reporting.scene import heading

if TYPE_CHECKING:
    from nqsat.viewing.answers import Found

#: Solutions that are drawn, and that are written.
DRAWN, WRITTEN = 1, 1000


def plain(model: Model, found: Found, title: str) -> str:
    """HTML of words and pictures; whatever is text stays text."""
    parts = [f"<h1>{shown(title)}</h1>", f'<p class="total">{shown(str(found.count))}</p>']
    orbits = found.data.get("orbits")
    if orbits is not None:
        parts.append(f"<p>{orbits} up to symmetry</p>")
    if found.data["why"] is not None:
        parts.append(f"<p>these contradict each other: {shown(found.data['why'])}</p>")
    texts = "; ".join(one.text for one in requirements(model))
    parts.append(f"<p>{shown(texts)}</p>")
    parts.append(f"<p>counted by {shown(found.data['by'])}</p>")
    parts.append(f"<figure>{drawn_model(model, size=32)}</figure>")
    parts += [f"<figure>{svg(model.board, one, size=32)}</figure>" for one in found.shown[:DRAWN]]
    lines = "\n".join(f"{n}. {heading(one)}" for n, one in enumerate(found.shown[:WRITTEN], 1))
    more = found.count.value - min(len(found.shown), WRITTEN)
    if found.shown:
        parts.append(f"<h2>Solutions</h2><pre>{shown(lines)}</pre>")
    if more and found.shown:
        parts.append(f"<p>and {more:,} more</p>")
    return "".join(parts)
