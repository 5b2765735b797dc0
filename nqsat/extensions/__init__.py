"""Extensions: applications of nqsat, which use its public names only and can be deleted."""

from nqsat.extension_points import (
    MODEL,
    Argument,
    Command,
    Extension,
    Format,
    Option,
    Panel,
    added,
    extensions,
    hooked,
    load,
)

__all__ = [
    "MODEL", "Argument", "Command", "Extension", "Format", "Option", "Panel",
    "added", "extensions", "hooked", "load",
]  # fmt: skip
