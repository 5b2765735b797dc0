"""The build backend: setuptools, told what it cannot know from pyproject.toml.

The source distribution holds what .ci/MANIFEST.in says: tests and examples, too. The page of the package
is README.md, whose links to files are names there. nqsat/models is a link to models/; where a checkout has
a text file in its place, as on Windows, the link is made here.
"""

import re
from pathlib import Path

from setuptools.build_meta import *  # noqa: F403 - its hooks are those of this backend
from setuptools.command.egg_info import manifest_maker

manifest_maker.template = ".ci/MANIFEST.in"


def page_of(text: str) -> str:
    """Return a page that may stand anywhere: no pictures, and names of files for links to them."""
    text = re.sub(r"<img [^>]*>\s*", "", text)
    return re.sub(r"\[([^]]+)\]\((?!https?:)([^)#]+)[^)]*\)", r"\1 (`\2`)", text)


def make_link(link: Path, target: Path) -> None:
    """Make a link to a folder, unless it is there; where links are for administrators, a junction."""
    if link.is_dir():
        return
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(Path("..", target.name), target_is_directory=True)
    except OSError:
        import _winapi

        _winapi.CreateJunction(str(target.resolve()), str(link.absolute()))


make_link(Path("nqsat/models"), Path("models"))
Path(".ci/package-page.md").write_text(page_of(Path("README.md").read_text("utf-8")), "utf-8")
