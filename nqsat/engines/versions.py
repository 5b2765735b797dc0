"""Versions of installed packages."""

from __future__ import annotations

from importlib import metadata


def version_of(package: str) -> str | None:
    """The version of a distribution; None where it is not installed as a package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
