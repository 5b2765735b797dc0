"""Transcripts: what is typed, and what a terminal shows.

In ``transcripts/*.console``, and in those of extensions, a command stands after ``$``, what goes to stdout
below it; ``! text`` is part of what goes to stderr, and all that was read is shown so; ``? 3`` is the exit
code, if it is not 0, or 2 after ``! nqsat: ``. ``= NAME`` begins a file that later commands find;
``$ cat NAME`` shows one that they made. ``#`` says why.
Seconds and sizes of files are masked. Of what is refused there is one line, no answer and no file.

``PYTHONPATH=tests python tests/cli/test_transcripts.py FILE …`` writes what is shown now, to be
read before it is kept.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ENVIRONMENT, PROGRAM, Run, refused
from support.extensions import lacking

TESTS = Path(__file__).parents[1]
FILES = [
    *sorted(TESTS.glob("cli/transcripts/*.console")),
    *sorted(TESTS.glob("extensions/*/*.console")),
]

_MASKED = re.compile(
    r'\b\d+(\.\d+)? s\b|(?<="seconds": )[\d.e-]+|(?<="bytes": )\d+|\b[\d,]+(?= bytes)|\b\d+\.\d\d$',
    re.MULTILINE,
)
#: The lines that say what was read.
_READ = re.compile(r"(read: .*\n)*")

#: A command or a file, with what follows it; at its end why the next one is there.
_PART = re.compile(r"^([$=]) (.*)\n((?:(?![$=#] ).*\n)*)((?:# .*\n)*)", re.MULTILINE)


def replayed(run: Run, folder: Path, text: str) -> Iterator[str]:
    yield text[: next(_PART.finditer(text)).start()]
    for sign, words, below, why in _PART.findall(text):
        yield f"{sign} {words}\n"
        if lacking(words + below):
            yield below + why
            continue
        if sign == "=":
            (folder / words).write_text(below, encoding="utf-8")
            yield below + why
            continue
        if words.startswith("cat "):
            yield _MASKED.sub("…", (folder / words[4:]).read_text(encoding="utf-8")) + why
            continue
        before = sorted(folder.rglob("*"))
        done = run(*shlex.split(words)[1:], cwd=folder)
        yield _MASKED.sub("…", done.stdout)
        # What was read stands above other notes, each on a line of its own.
        read = _READ.match(done.stderr)[0]  # type: ignore[index]
        yield "".join(f"! {line}\n" for line in read.splitlines())
        noted = done.stderr.removeprefix(read).strip()
        for line in re.findall(r"^! (?!read: )(.*)\n", below, re.MULTILINE):
            yield f"! {line if line in done.stderr else _MASKED.sub('…', noted)}\n"
        usual = 2 if done.stderr.startswith("nqsat: ") else 0
        if done.returncode == 2:
            refused(done)
            assert sorted(folder.rglob("*")) == before
        yield f"? {done.returncode}\n" * (done.returncode != usual) + why


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_is_what_a_terminal_shows(
    nqsat: Run, here: Run, tmp_path: Path, path: Path
) -> None:
    text = path.read_text(encoding="utf-8")
    run = here if path.stem == "refusals" else nqsat  # which start no other process
    assert "".join(replayed(run, tmp_path, text)) == text


#: What may make a refusal longer than a line: the words of the command, and a list to choose from.
_LIST = re.compile(
    r"(?:choose from|it has|it takes|belongs to|there are|write|only|here stand) [^;]*, .*"
)
_ECHOED = re.compile(r"'[^']*'|[\w.]*[./=@:][\w.,/=@-]*")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_refusal_fits_a_terminal_as_far_as_names_allow(path: Path) -> None:
    too_long = []
    for sign, words, below, _ in _PART.findall(path.read_text(encoding="utf-8")):
        for line in re.findall(r"^! (nqsat: .*)$", below, re.MULTILINE) if sign == "$" else ():
            typed = {*shlex.split(words), *re.split("[^\\w.]+", words)}
            own = [x for x in _LIST.sub("", line).split() if x.strip(";:,'") not in typed]
            if len(line) > 80 and len(_ECHOED.sub("", " ".join(own))) > 72:
                too_long.append(line)
    assert not too_long


def _installed(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        env=ENVIRONMENT,
    )


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as scratch:
            text = "".join(replayed(_installed, Path(scratch), path.read_text(encoding="utf-8")))
        path.write_text(text, encoding="utf-8")
