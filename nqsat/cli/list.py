"""The command that lists what can be named: models, rules, engines, pieces …"""

from __future__ import annotations

from typing import Annotated

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.completion import KINDS, family_lines, found, found_lines, nothing_has
from nqsat.cli.definition import Options
from nqsat.cli.output import print_json, print_table
from nqsat.errors import InvalidModel
from nqsat.extension_points import Argument


@command("nqsat list", "nqsat list engines", "nqsat list knight", "nqsat list --json")
def list_command(
    options: Options,
    words: Annotated[
        list[str] | None,
        Argument(f"{', '.join(KINDS)}; or words to search for.", "[WHAT]...", "kinds"),
    ] = None,
) -> None:
    """List the models, rules, engines, pieces …, or search them."""
    what = " ".join(words or ["models"])
    if what not in KINDS:
        _print_found(what, as_json=options.json)
        return
    families = nqsat.sources.catalogue()
    if not options.json and what == "models":
        print(*family_lines(families), sep="\n")
    elif not options.json and what == "rules":
        for rule, (_, sentence) in zip(nqsat.modelling.rules.RULES, KINDS[what](), strict=True):
            print(f"--rule {rule.example}\n    {sentence}")
    elif not options.json:
        print_table((what, ""), KINDS[what]())
    elif what == "models":
        for family in families:
            data = {"params": list(family.parameters), "oeis": list(family.oeis)}
            print_json({"model": family.name, **data, "summary": family.summary})
    else:
        for name, line in KINDS[what]():
            print_json({"name": name, "what": line})


def _print_found(words: str, *, as_json: bool) -> None:
    having = found(words)
    if not having:
        raise InvalidModel("list", nothing_has(words, KINDS))
    if not as_json:
        print(*found_lines(having), sep="\n")
        return
    for kind, rows in having.items():
        for name, line in rows:
            print_json({"kind": kind, "name": name, "what": line})
