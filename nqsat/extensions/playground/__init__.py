"""A playground: a folder of files with which nqsat runs in a browser, without an install and offline."""

from nqsat.extensions import Command, Extension

EXTENSION = Extension(
    "nqsat playground: a static site that runs nqsat in a browser",
    commands={
        "playground": Command(
            run="nqsat.extensions.playground.command:playground",
            heading="Pictures and puzzles",
            examples=("nqsat playground site; python3 -m http.server 0 -d site",),
        )
    },
)
