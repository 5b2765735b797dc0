"""Runs blocks of a page inside Pyodide: what each prints, as JSON."""

import contextlib
import io
import json
import os
import re

from nqsat.extensions.playground import driver

STATEMENT = re.compile(r"^>>> .*\n(?:^\.\.\. .*\n)*", re.MULTILINE)


def answers(given: str) -> str:
    os.environ["COLUMNS"] = "100"
    return json.dumps([answer(language, text) for language, text in json.loads(given)])


def answer(language: str, text: str) -> str:
    if language == "pycon":
        return "".join(map(_statement, STATEMENT.findall(text)))
    if language == "console":
        lines = [line for line in text.splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{_printed(line)}" for line in lines)
    _printed(text)
    return text


def _statement(lines: str) -> str:
    source = "".join(line[4:] for line in lines.splitlines(keepends=True))
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(source, "page", "single"), driver._NAMES)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return lines + output.getvalue()


def _printed(text: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        driver.run(text, lambda kind, html: None)
    return output.getvalue()
