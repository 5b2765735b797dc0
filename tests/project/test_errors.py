"""Errors as values: what they carry."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from nqsat.errors import (
    InvalidModel,
    InvalidNotation,
    MissingPackage,
    NqsatError,
    UnsupportedByEngine,
    WrongSolution,
)


@pytest.mark.parametrize(
    "error",
    [
        InvalidModel(("presets", 0), "is no piece"),
        InvalidNotation("piece", "QQ", "is twice", column=2),
        MissingPackage("cairosvg"),
        UnsupportedByEngine("mates", "is only for tours", ("sat",)),
        WrongSolution("sat: a solution twice", {"Q@a1"}),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_out_of_a_process_as_it_was(error: NqsatError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("pipx_metadata.json", "pipx inject nqsat cairosvg"),
        ("uv-receipt.toml", "uv tool install nqsat --with cairosvg"),
        ("pyvenv.cfg", "pip install cairosvg"),
    ],
)
def test_a_missing_package_is_added_as_nqsat_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, command: str
) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert str(MissingPackage("cairosvg")) == f"cairosvg is not installed: {command}"


def test_a_browser_gets_no_command_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    said = str(MissingPackage("cairosvg"))
    assert (
        said == "cairosvg is not installed: it does not run in a browser; use nqsat on a computer"
    )
