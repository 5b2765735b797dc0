"""The words behind a command: MODEL in any form, its parameters, and what a file or a number asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import nqsat
from nqsat.cli import typed
from nqsat.cli.definition import COMMANDS, DEFAULTS, Options, flag_of
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel


def read_words(options: Options, command: str = "count") -> Options:
    """The options with the words behind the command read.

    MODEL may be a file of clauses, or a parameter of --board, and a family in any form that
    people write; further words are parameters. A note shows what was read otherwise than typed.
    """
    words = [word for word in (options.board, options.model) if word is not None]
    words = typed.plain_sizes([*words, *(options.more or ())])
    if len(words) > 1 and options.board is None and all(map(nqsat.sources.is_puzzle, words)):
        first, *others = words
        return replace(read_words(replace(options, model=first, more=None), command), more=others)
    board = None if options.board is None else typed.file_word(words.pop(0))
    if board is None and len(words) > 1 and words[-1].startswith("http"):  # masyu ADDRESS
        words = words[-1:]
        options.note_read(words[0])
    said = None if board is not None else typed.family_and_rest(words)
    if command == "show" and len(words) == 1:
        from nqsat.cli.completion import is_listed

        said = None if is_listed(words[0]) else said  # queen: the piece
    model, given = typed.model_and_rest(said or typed.numbers_last(words), board)
    given, dimacs = [*(options.parameter or ()), *given], options.dimacs
    if model is not None and (puzzle := nqsat.sources.puzzle_of(model)) is not None:
        model, clues = puzzle  # of another program, at an address or in a file
        options.note_read(f"{model} {nqsat.modelling.text_of(clues)}")
        given += [f"{name}={value}" for name, value in clues.items()]
    if model is not None and nqsat.formulas.names_clauses(model):
        options.refuse(f"{model} is a formula already; give one file", "--dimacs")
        dimacs, model = model, None
    if model is not None and options.given("--open") and (name := _open_family(model)):
        said, model, options = None, name, options.changed(closed=DEFAULTS["closed"])
        options.note_read(name)
    read: Any = {"board": board, "model": model, "parameter": given or None, "dimacs": dimacs}
    found = replace(options, more=None, **read)
    if board is not None and model is not None:
        from nqsat.cli.advice import in_place_of

        instead = in_place_of(model, Source(found.changed(board=None)), board)
        raise InvalidModel("--board", f"does not go with MODEL {model}; {instead}")
    if model is not None and options.given("--open"):
        from nqsat.cli.advice import text_of

        if " tour " in (text := text_of(Source(found))):
            raise InvalidModel("--open", f"does not go with MODEL {model}; write '{text} open'")
    if said not in (None, words):
        values = nqsat.modelling.text_of(Source(found).parameters)
        options.note_read(f"{model} {values}".rstrip())
    return found if command == "show" else _with_asked(found, command)


def _with_asked(options: Options, command: str) -> Options:
    """The options with what MODEL asks of its model: a number of OEIS, or a file with a question."""
    source, number, taken = Source(options), options.model, COMMANDS[command].takes
    sequence = source.sequence
    if sequence is not None and "ask" in sequence.asked:  # the best value
        if command != "solve" or any(map(options.given, ("--unique", "--why", "--fixed-by"))):
            table = "" if sequence.fixed else f", or table {sequence.family.name}"
            reason = f"is a best value of {sequence.family.name}: nqsat solve {number}{table}"
            raise InvalidModel("model", f"{number} {reason}")
        return options
    for name, value in (source.saved if sequence is None else sequence.asked).items():
        flag, missing = flag_of(name), name not in taken
        if sequence is None and options.given(flag):
            continue  # instead of what the file asks
        if sequence and (missing or (options.given(flag) and options.value(name) != value)):
            lacks = f", which nqsat {command} does not have" * missing
            instead = f"name the model instead: {sequence.family.name}"
            raise InvalidModel("model", f"{number} means {flag} {value}{lacks}; {instead}")
        if missing:
            options.note_read(f"the model of {number}, without {flag} {value}")
        else:
            options = options.changed(**{name: value})
    return options


def _open_family(model: str) -> str:
    """The family of the open tours of a family of closed ones; empty if there is none."""
    names = {family.name for family in nqsat.sources.catalogue()}
    return f"open-{model}" if f"open-{model}" in names else ""
