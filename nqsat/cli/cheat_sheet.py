"""The command help: usual tasks, as a command and in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from nqsat.cli.commands import command
from nqsat.cli.definition import COMMANDS, OPTIONS, Options, flag_of, headings
from nqsat.errors import InvalidModel
from nqsat.extension_points import Argument
from nqsat.files import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

TASKS = """\
one solution         nqsat solve queens 8
                     nqsat.solve("queens", n=8).solution
count                nqsat count queens 8
                     nqsat.count("queens", n=8).value
up to symmetry       nqsat count queens 8 --modulo symmetry
                     nqsat.count("queens", n=8, modulo="symmetry").value
list all             nqsat enumerate queens 6
                     list(nqsat.solutions("queens", n=6))
a model of your own  nqsat count --board torus:5x5 --piece K=any
                     nqsat.count(nqsat.Placement("torus:5x5", {"K": "any"}))
tours                nqsat count --board 6x6 --tour N
                     nqsat.count(nqsat.Tour("6x6", "N")).value
play on a page       nqsat view queens 8
                     nqsat.view("queens", n=8).save("queens-8.html")
make a puzzle        nqsat puzzle queens 8
                     nqsat.puzzle("queens", n=8, seed=1)
compare engines      nqsat verify queens 6
                     nqsat.verify("queens", n=6).summary
prove the count      nqsat certify queens 6 -o q6
                     nqsat.certify("queens", "q6", n=6)"""


@command("nqsat help", "nqsat help view")
def help_command(
    _options: Options,
    name: Annotated[
        str | None, Argument("A command to explain, or a word to look for.", "COMMAND")
    ] = None,
    inner: Annotated[
        str | None, Argument("A command of COMMAND, as in help job status.", "INNER")
    ] = None,
) -> None:
    """Show common tasks, explain COMMAND, or search for a word."""
    from nqsat.cli.app import commands
    from nqsat.cli.completion import KINDS, nothing_has
    from nqsat.sources import catalogue

    if name is None:
        print(TASKS)
        return
    known = [word for words in headings().values() for word in words]
    for kind, names in (("show", {family.name for family in catalogue()}), ("list", KINDS)):
        if name in names and name not in known:
            commands(kind)([kind, name], prog_name="nqsat", standalone_mode=False)
            return
    if name not in known:
        if not (lines := [*_lines_about(name)]):
            raise InvalidModel("help", nothing_has(name, known))
        print(*lines, sep="\n")
        return
    words = [name, *([inner] if inner else ()), "--help"]
    commands(name)(words, prog_name="nqsat", standalone_mode=False)


def _lines_about(words: str) -> Iterator[str]:
    """All with these words: models, rules and pieces; then options, each with a command that takes it."""
    from nqsat.cli.completion import found, found_lines, stems

    takers = {
        option: name
        for name, entry in reversed([*COMMANDS.items()])
        for option in entry.takes
        if option in OPTIONS
    }
    for name in (name for name in takers if flag_of(name) == f"--{words}"):
        yield wrapped(f"--{words} {OPTIONS[name].metavar or ''}".rstrip() + ":")
        yield wrapped(f"    {OPTIONS[name].words}", indented=False)
    if having := found(words):
        yield from found_lines(having)
    parts = stems(words)
    options = [
        f"  {flag_of(name):13} nqsat help {takers[name]}"
        for name, option in OPTIONS.items()
        if name in takers and parts and parts <= stems(f"{flag_of(name)} {option.words}")
    ]
    if options:
        yield "options, and the commands that explain them:"
        yield from options
