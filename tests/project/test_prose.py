"""The prose is plain English: no long sentence, and no word that a reader has to translate first.

Pages, help texts and the first paragraphs of public docstrings are read sentence by sentence. Code, output
of commands, HTML and what is made of help texts are left out; code within a line counts as one word.

``PYTHONPATH=tests python tests/project/test_prose.py`` lists all faults.
"""

import inspect
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest
import typer

import nqsat
from nqsat.cli.app import commands

ROOT = Path(__file__).parents[2]

#: The pages that are read whole, and the one of which the section of the coming version is read.
PAGES = (
    "README.md", "nqsat/README.md", "nqsat/cli/README.md", "nqsat/evidence/README.md",
    "models/README.md", "examples/README.md", "tests/README.md", "tests/benchmarks/README.md",
    *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("nqsat/extensions/*/README.md")),
)  # fmt: skip
CHANGES = "nqsat/CHANGELOG.md"

#: What a page has from the help texts, which are read where they are written.
GENERATED = re.compile(r"(?<=^<!-- commands: ).*(?=^<!-- end of commands -->$)", re.M | re.S)

#: A word, which a number and a board as ``8x8`` are not.
WORD = re.compile(r"\W*[^\W\d_]+(?:[-'’/][^\W\d_]+)*\W*")

#: The most words of a sentence.
MOST = 30

#: Words and turns to avoid, each with the usual ones.
BETTER = {
    r"\bm[ae]n\b": "piece, placed piece",
    r"\banew\b": "again",
    r"\bg(ives?|ave) way\b": "is replaced by",
    r"\b(has|have|is|are) gone\b|\bGone\b": "was removed",
    r"\b(is|are|was|were) said\b": "name who says it: nqsat reports, the note says",
    r"\basks? nothing\b": "does not apply to",
    r"\bwhat (must )?holds?\b|\bwhat remains\b|\bwhat users do\b": "name the thing: the rule, the rest",
    r"(?<!there )\b(is|are) none\b": "does not exist; is ignored",
    r"(?<!there )\b(is|are) no\b(?! longer)": "is not a, are not",
    r"\bnever an answer\b": "say what it is",
    r"\bno fewer will do\b": "fewer do not suffice",
    r"\bno more\b": "no longer, nothing else",
    r"\b(go|goes|going|went) on\b": "resume, continue",
    r", too\b": "also, in front of the verb",
    r"\bbeside\b": "next to, compared with",
    r"\bkeeps? (all |the )*(rules?|bounds?)\b": "obey, satisfy",
    r"\bwhose mistake\b": "who caused it",
    r"\bone's own\b": "your own",
    r"\bpassed over\b": "ignored",
    r"\bforet[eo]l[ld]s?\b": "estimate",
    r"\bso many\b": "this many, a given number of",
    r"\bnot its business\b": "it does not",
    r"\bmay not\b": "must not, cannot, might not",
}


class Passage(NamedTuple):
    place: str
    text: str


# -- where prose is -------------------------------------------------------------------------


def of_page(text: str, name: str) -> Iterator[Passage]:
    """Headings, paragraphs, items of lists and cells of tables, without code and HTML."""
    code, tag = (
        re.compile(r"^```.*?^```$", re.M | re.S),
        re.compile(r"<!--.*?-->|</?\w[^>]*>", re.S),
    )
    for left_out in (GENERATED, code, tag):
        text = left_out.sub(lambda found: "\n" * found[0].count("\n"), text)
    for block in re.finditer(r"^[ \t]*\S.*(?:\n(?!\s*(?:[-*#|]|\d+\.) )[ \t]*\S.*)*", text, re.M):
        place = f"{name}:{text.count(chr(10), 0, block.start()) + 1}"
        lines = block[0].lstrip("#-* ")
        for cell in lines.strip("|").split("|") if block[0].startswith("|") else [lines]:
            yield Passage(place, cell)


def changes(text: str) -> str:
    return "\n## ".join(text.split("\n## ")[:2])


def of_commands(app: Any, name: str) -> Iterator[Passage]:
    """The help of a command, of its arguments and options, and of the commands in it."""
    for text in (*(app.help or "").split("\n\n"), *_words(app.epilog)):
        yield Passage(f"{name} --help", text)
    for one in app.params:
        yield Passage(f"{name} --help, {one.name}", getattr(one, "help", None) or "")
    for inner, command in getattr(app, "commands", {}).items():
        yield from of_commands(command, f"{name} {inner}")


def _words(epilog: str | None) -> list[str]:
    """What stands below the options of a command, if it is no list of examples."""
    return [] if epilog is None or epilog.startswith("\b") else [epilog]


def of_docstrings(module: ModuleType) -> Iterator[Passage]:
    """The first paragraph of a module's docstring and of those of its public names."""
    every = {name: getattr(module, name) for name in dir(module) if name[0] != "_"}
    for name, value in {"": module, **every}.items():
        if name and not callable(value):
            continue
        text = (inspect.getdoc(value) or "").partition("\n\n")[0]
        yield Passage(f"{module.__name__}.{name}".rstrip("."), text)


def every_passage() -> Iterator[Passage]:
    """All prose that is read here."""
    for page in PAGES:
        yield from of_page((ROOT / page).read_text(encoding="utf-8"), page)
    yield from of_page(changes((ROOT / CHANGES).read_text(encoding="utf-8")), CHANGES)
    yield from of_commands(typer.main.get_command(cast("typer.Typer", commands())), "nqsat")
    for module in (nqsat, nqsat.rules):
        yield from of_docstrings(module)


# -- what is wrong with it ------------------------------------------------------------------


def faults(passage: Passage) -> Iterator[str]:
    """Sentences that are too long, and words that there are better ones for."""
    text = re.sub(r"(``?)(?:(?!`).)+?\1", "Code", " ".join(passage.text.split()))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    for sentence in re.split(r"(?<=[.?!])[)*\"]* (?=[^a-z]|nqsat)", text):
        length = sum(WORD.fullmatch(word) is not None for word in sentence.split())
        if length > MOST:
            yield f"{passage.place}: {length} words, at most {MOST}: {sentence}"
    for words, better in BETTER.items():
        if found := re.search(words, text, 0 if "G" in words else re.I):
            context = text[max(found.start() - 30, 0) : found.end() + 20]
            yield f"{passage.place}: '{found[0]}' in '{context}'; better: {better}"


# -- the tests ------------------------------------------------------------------------------


def test_all_prose_is_plain_english() -> None:
    found = [*chain.from_iterable(map(faults, every_passage()))]
    assert found == [], "\n".join(["", *found])


LONG = "word " * MOST + "end."
PLANTED = f"""\
# A heading with men

A paragraph, {LONG}
It ends.

- An item that is made anew
  and its second line, which is said.
- Another.

| what | how |
|---|---|
| a cell | and one with a code, too |

```console
$ nqsat count men anew
```

<!-- men -->
"""


def test_a_fault_in_each_place_of_a_page_is_found() -> None:
    found = [*chain.from_iterable(map(faults, of_page(PLANTED, "page")))]
    assert [line.split(" in ")[0].partition(", at most")[0] for line in found] == [
        "page:1: 'men'",
        f"page:3: {MOST + 3} words",
        "page:6: 'anew'",
        "page:6: 'is said'",
        "page:12: ', too'",
    ]


def test_of_a_change_log_the_first_section_is_read() -> None:
    assert changes("# Changes\n\n## 2\n\nmen\n\n## 1\n\nanew\n") == "# Changes\n\n## 2\n\nmen\n"


def test_a_fault_in_each_help_text_is_found() -> None:
    app = typer.Typer(help="Do it anew.", epilog="No more.")

    @app.callback()
    def _program() -> None:
        """What the program is."""

    @app.command()
    def do(
        name: str = typer.Argument(help="A name, too."),
        number: int = typer.Option(1, help="So many."),
    ) -> None:
        """Do it.

        Then it has gone.
        """

    passages = of_commands(typer.main.get_command(app), "it")
    found = [line.partition(" in ")[0] for passage in passages for line in faults(passage)]
    assert found == [
        "it --help: 'anew'",
        "it --help: 'No more'",
        "it do --help: 'has gone'",
        "it do --help, name: ', too'",
        "it do --help, number: 'So many'",
    ]


def test_a_fault_in_a_docstring_is_found() -> None:
    module = ModuleType("own", "Do it.\n\nmen")

    def done() -> None:
        """Place men.

        Do it anew.
        """

    module.__dict__.update(done=done, _hidden=done)
    found = [line.partition(" in ")[0] for x in of_docstrings(module) for line in faults(x)]
    assert found == ["own.done: 'men'"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("`men` stand there.", 0),
        ("Is there no men? No.", 1),
        ("There is no board. It is no board.", 1),
    ],
)
def test_code_is_no_prose(text: str, number: int) -> None:
    assert len([*faults(Passage("", text))]) == number


if __name__ == "__main__":
    print(*chain.from_iterable(map(faults, every_passage())), sep="\n")
