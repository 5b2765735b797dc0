"""The command help: usual tasks, as a command and in Python."""

from __future__ import annotations

from typing import NamedTuple

from nqsat.cli.commands import command


class Task(NamedTuple):
    """What somebody wants, the command that does it, and the same in Python."""

    wish: str
    command: str
    python: str


TASKS = (
    Task("one solution", "nqsat solve queens 8", 'nqsat.solve("queens", n=8).solution'),
    Task("count", "nqsat count queens 8", 'nqsat.count("queens", n=8).value'),
    Task(
        "up to symmetry",
        "nqsat count queens 8 --modulo symmetry",
        'nqsat.count("queens", n=8, modulo="symmetry").value',
    ),
    Task("list all", "nqsat enumerate queens 6", 'list(nqsat.solutions("queens", n=6))'),
    Task(
        "a model of your own",
        "nqsat count --board torus:5x5 --piece K=any",
        'nqsat.count(nqsat.Placement("torus:5x5", {"K": "any"}))',
    ),
    Task("tours", "nqsat count --board 6x6 --tour N", 'nqsat.count(nqsat.Tour("6x6", "N")).value'),
    Task(
        "play on a page", "nqsat view queens 8", 'nqsat.view("queens", n=8).save("queens-8.html")'
    ),
    Task("make a puzzle", "nqsat puzzle queens 8", 'nqsat.puzzle("queens", n=8, seed=1)'),
    Task("compare engines", "nqsat verify queens 6", 'nqsat.verify("queens", n=6).summary'),
    Task("prove the count", "nqsat certify queens 6 -o q6", 'nqsat.certify("queens", "q6", n=6)'),
)


@command("nqsat help", "nqsat count --help")
def help_command() -> None:
    """Show usual tasks on one screen, as commands and in Python."""
    width = max(len(task.wish) for task in TASKS)
    for task in TASKS:
        print(f"{task.wish:{width}}  {task.command}")
        print(f"{'':{width}}  {task.python}")
