"""The data of extensions' panels, see ``nqsat.extension_points.Panel``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from nqsat.extension_points import added, load
from nqsat.modelling import Model


def panel_options() -> Iterable[str]:
    """The options of panels."""
    return {name for _, panel in added("panels") for name in panel.takes}


def panel_sections(
    model: Model, options: Mapping[str, object], names: Collection[str] | None = None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The sections of the page that panels show, by their names, and what is left out."""
    sections, left = dict[str, Any](), list[str]()
    for name, panel in added("panels"):
        if names is not None and name not in names:
            continue
        options_of_panel = {option: options[option] for option in panel.takes if option in options}
        shown = load(panel.data)(model, **options_of_panel)
        if isinstance(shown, str):
            left.append(shown)
        elif shown is not None:
            sections[name] = shown
    return sections, tuple(left)
