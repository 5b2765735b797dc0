"""Gather the folder: Pyodide from the npm registry, one wheel from PyPI, the rest as it is installed here.

Pyodide is Python compiled to WebAssembly, https://pyodide.org; python-sat has a wheel for it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen
from zipfile import ZIP_DEFLATED, ZipFile

import nqsat
from nqsat.errors import InvalidModel
from nqsat.extensions.playground import driver
from nqsat.files import make_folder, write

#: The runtime, and the platform of wheels for it.
PYODIDE, PLATFORM = "314.0.7", "pyemscripten_2026_0_wasm32"

#: Files of the runtime that a page loads.
_RUNTIME = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip

_NPM = f"https://registry.npmjs.org/pyodide/{PYODIDE}"

_OWN = Path(__file__).parent
_SHOWN = {".html", ".css", ".js"}
_PACKAGE = Path(nqsat.__file__).parent

#: Engines and packages that no browser has.
_ABSENT = re.compile("bitboard|cpsat|frontier|mates|pandas")

#: The tutorial, if this is a checkout.
_TUTORIAL = _PACKAGE.parent / "examples" / "README.md"


def build(folder: Path) -> int:
    """Write the playground into a folder, which is made; return its size in bytes."""
    ours = folder / "runtime" / "pyodide.mjs"
    if folder.exists() and not ours.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidModel("DIR", f"{folder} has files of something else; name a new folder")
    fresh = not folder.exists()
    make_folder("DIR", folder, parents=True)  # before anything is fetched for it
    try:
        files = _files()
    except InvalidModel:
        if fresh:
            folder.rmdir()
        raise
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, data)
    return sum(map(len, files.values()))


def _files() -> dict[str, bytes]:
    programs = lessons()
    named = {
        program["title"]: program["text"].encode()
        for program in programs
        if program["title"].endswith(".py")
    }
    own = [(f"{driver.FOLDER}/{name}", text) for name, text in named.items()]
    files = {
        **{f"runtime/{name}": data for name, data in _runtime()},
        **dict(_packages()),
        "nqsat.zip": _zipped([*_own_files(), *own]),
        "lessons.json": json.dumps(_with_first_answer(programs), ensure_ascii=False).encode(),
        "page.css": (_PACKAGE / "reporting" / "page" / "page.css").read_bytes(),
        **{
            path.name: path.read_bytes() for path in sorted(_OWN.iterdir()) if path.suffix in _SHOWN
        },
    }
    files["files.json"] = json.dumps(["./", *files]).encode()  # what the page keeps
    return files


def _runtime() -> Iterator[tuple[str, bytes]]:
    about = json.loads(_fetch(_NPM))["dist"]
    kind, _, digest = about["integrity"].partition("-")
    packed = _fetch_checked(about["tarball"], b64decode(digest).hex(), kind)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in _RUNTIME:
            found = archive.extractfile(f"package/{name}")
            if found is None:
                raise InvalidModel("DIR", f"{about['tarball']} has no {name}")
            yield name, found.read()


def _fetch(address: str) -> bytes:
    try:
        with urlopen(address, timeout=60) as answer:
            data: bytes = answer.read()
    except OSError as error:
        raise InvalidModel("DIR", f"{address} cannot be fetched: {error}") from error
    return data


def _packages() -> Iterator[tuple[str, bytes]]:
    """The wheel that is compiled for browsers, and in one archive the other packages as they are here."""
    yield "python_sat.whl", _fetch_checked(*_wheel_for_browsers("python-sat"))
    needed = _needed("nqsat")
    plain = [needed[name] for name in needed if name not in ("nqsat", "python-sat")]
    yield "libraries.zip", _zipped(file for library in plain for file in _installed_files(library))


def _needed(name: str) -> dict[str, Distribution]:
    """The package and all that it needs, as far as they are installed and have a form for browsers."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # what another Python or system needs
        # Requirements with a condition are extras, or have no wheel for a browser.
        every = [
            requirement for requirement in found[name].requires or () if ";" not in requirement
        ]
        waiting += (re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in every)
    return found


def _installed_files(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of a package of plain Python, without its tests and programs."""
    name = package.name
    if "Root-Is-Purelib: true" not in (package.read_text("WHEEL") or ""):
        raise InvalidModel("DIR", f"{name} is here as compiled code, which no browser runs")
    for path in package.files or ():
        if path.parts[0] != ".." and not {"tests", "__pycache__"} & {*path.parts}:
            yield path.as_posix(), path.read_binary()


def _wheel_for_browsers(name: str) -> tuple[str, str]:
    index = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    page = f"{index.rstrip('/')}/{name}/"
    links = re.findall(r'href="([^"#]+)#sha256=(\w+)"', _fetch(page).decode())
    wheels = [(urljoin(page, link), digest) for link, digest in links if f"-{PLATFORM}.whl" in link]
    if not wheels:
        raise InvalidModel("DIR", f"{page} has no wheel of {name} for {PLATFORM}")
    return max(
        wheels, key=lambda wheel: [*map(int, re.findall(r"\d+", wheel[0].rpartition("/")[2]))]
    )


def _fetch_checked(address: str, digest: str, kind: str = "sha256") -> bytes:
    data = _fetch(address)
    if hashlib.new(kind, data).hexdigest() != digest:
        raise InvalidModel("DIR", f"{address} is not what the registry says it is")
    return data


def _own_files() -> Iterator[tuple[str, bytes]]:
    """The package as it is imported here, and what its distribution says of it."""
    for path in sorted(_PACKAGE.glob("**/*")) + sorted((_PACKAGE / "models").glob("**/*")):
        # The library of kernels is of this machine: a browser cannot load it.
        if path.is_file() and "__pycache__" not in path.parts and path.name != "kernels.bin":
            yield path.relative_to(_PACKAGE.parent).as_posix(), path.read_bytes()
    known = distribution("nqsat")
    text = known.read_text("METADATA") or known.read_text("PKG-INFO") or ""  # of a checkout
    yield f"nqsat-{known.version}.dist-info/METADATA", text.encode()


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in dict(files).items():
            archive.writestr(name, data)
    return packed.getvalue()


#: The groups of lessons, by what one learns; a task belongs to the first whose words are in its command.
GROUPS = {
    "Your own models and rules": ("--board",),
    "Pages, puzzles, proofs": ("view", "puzzle", "verify", "certify"),
    "Count and list": ("nqsat",),
}


def lessons() -> list[dict[str, Any]]:
    """The programs of the menu: the usual tasks, and the tutorial's blocks where there is a checkout."""
    words = [sys.executable, "-m", "nqsat", "help"]
    shown = subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout
    tasks = re.findall(r"^(\S.*?)  +(nqsat .*)\n +(\S.*)$", shown, re.MULTILINE)
    found = []
    for title, command, python in tasks:
        group = next(group for group, own in GROUPS.items() if {*own} & {*command.split()})
        text = f"# As a command: {command}\nimport nqsat\n\n{python}\n"
        found.append({"group": group, "title": title, "text": text})
    found += _tutorial(_TUTORIAL.read_text("utf-8")) if _TUTORIAL.exists() else []
    return sorted(found, key=lambda one: -[*GROUPS].index(one["group"]))


def _with_first_answer(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lessons, the first with its answer, which the page shows until Python is there."""
    answer: list[tuple[str, str]] = []
    printed = io.StringIO()
    with redirect_stdout(printed):
        driver.run(found[0]["text"], lambda kind, said: answer.append((kind, said)))
    return [{**found[0], "answer": [("out", printed.getvalue()), *answer]}, *found[1:]]


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """The heading, the kind and the text of all blocks of a page of Markdown."""
    heading = ""
    pattern = r"^(#+ (?P<heading>[^\n]*)|```(?P<kind>\w+)\n(?P<block>.*?)^```)$"
    for part in re.finditer(pattern, page, re.MULTILINE | re.DOTALL):
        if part["heading"] is not None:
            heading = part["heading"]
        else:
            yield heading, part["kind"], part["block"]


def _tutorial(page: str) -> list[dict[str, Any]]:
    """A lesson for each file, for the sessions of Python below a heading, and for the commands there."""
    programs: dict[str, str] = {}
    for heading, kind, block in blocks(page):
        file = re.match(r"# (\w+\.py)\n", block) if kind == "python" else None
        text, title = _program(kind, block), file[1] if file else heading
        if text and kind in ("pycon", "python"):
            plain = text if file else text.replace("import nqsat\n", "")
            programs[title] = programs.get(title, "" if file else "import nqsat\n") + f"\n{plain}"
        elif text:
            title = f"{heading}: commands"
            programs[title] = programs.get(title, "") + text
    return [
        {"group": next(iter(GROUPS)), "title": title, "text": text.strip() + "\n"}
        for title, text in programs.items()
    ]


def _program(kind: str, block: str) -> str:
    """The program of a block, without its answers; empty if a browser cannot run it."""
    lines = block.splitlines()
    if kind == "pycon" and not _ABSENT.search(block):
        return "".join(f"{line[4:]}\n" for line in lines if line[:4].rstrip() in (">>>", "..."))
    refused = {line for line, answer in pairwise(lines) if answer.startswith("nqsat: ")}
    commands = [line[2:] for line in lines if line.startswith("$ ") and line not in refused]
    if kind == "console" and all(re.fullmatch(r"nqsat [^|<>$]*", line) for line in commands):
        return "".join(f"{line}\n" for line in commands if not _ABSENT.search(line))
    return block if kind == "python" else ""
