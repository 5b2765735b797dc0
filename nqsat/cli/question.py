"""The question that the words of a command ask about a model, and the notes of its answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import nqsat
from nqsat.cli import typed
from nqsat.cli.completion import is_listed
from nqsat.cli.definition import COMMANDS, DEFAULTS, Options, flag_of
from nqsat.cli.source import Source, only_one
from nqsat.errors import InvalidModel, folded

if TYPE_CHECKING:
    from nqsat.counting import Question
    from nqsat.counting.question import Ask
    from nqsat.engines import Engine
    from nqsat.formulas import CnfProblem
    from nqsat.modelling import Model


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
    listed = command == "show" and len(words) == 1 and is_listed(words[0])  # queen: the piece
    said = None if listed or board is not None else typed.family_and_rest(words)
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


class AskedQuestion(NamedTuple):
    """A question of the command line, or of a file; ``name`` and ``parameters`` are those of its model."""

    name: str
    parameters: Mapping[str, Any]
    question: Question
    source: Source

    @property
    def model(self) -> Any:
        """The model; of ``--dimacs`` its clauses, of ``--show`` its projection."""
        return self.question.model

    @property
    def is_formula(self) -> bool:
        """Whether there are clauses to be asked, and no board: solutions are assignments."""
        return isinstance(self.model, nqsat.formulas.CnfProblem)

    @property
    def engine(self) -> Engine:
        """The engine, made as the options say."""
        return isolated(self.question.title, self.question.options)

    @property
    def ready(self) -> Question:
        """The question with its engine made, so that Ctrl-C and limits bite."""
        return self.by(self.engine)

    def by(self, engine: Engine) -> Question:
        """The question to an engine."""
        return replace(self.question, engine=engine, options=())

    def note(self, *, none: bool = False) -> str | None:
        """Notes about the model; ``none``: it has no solution."""
        return note_on(self.source.options, self.model, none=none)

    def json_fields(self) -> dict[str, object]:
        """The fields with which JSON answers begin."""
        arguments = self.source.words_and_digests(self.parameters)
        data = {"model": self.name, "params": dict(self.parameters)}
        return {**data, "question": self.question.to_json(arguments)}


def isolated(engine: str, options: Iterable[tuple[str, str | float]]) -> Engine:
    """An engine whose solver runs in a process of its own, so that Ctrl-C and limits bite."""
    return nqsat.engines.make_engine(engine, isolated=True, **dict(options))


def search_of(options: Options) -> dict[str, Any]:
    """The fields of a ``Question`` about the search, with the engine and its options."""
    values = {name: getattr(options, name) for name in ("solver", "encoding", "circuit", "seed")}
    if options.memory is not None:
        if not 0 < options.memory < math.inf:
            expected = "expected a number of GiB above 0, as in --memory 4"
            raise InvalidModel("--memory", f"{options.memory:g}: {expected}")
        values["memory"] = max(1, int(options.memory * 2**30))
    engine_options = tuple((name, value) for name, value in values.items() if value is not None)
    of_sat = options.solver or options.encoding or options.circuit
    asked: dict[str, Any] = {"fixed_by": options.fixed_by, "time_limit": options.time_limit}
    if options.engine or engine_options:
        asked |= {
            "engine": options.engine or ("sat" if of_sat else "auto"),
            "options": engine_options,
        }
    return asked


def asked_questions(source: Source, ask: Ask, **asked: object) -> Iterator[AskedQuestion]:
    """The question about each model, or that of a file with further options."""
    given: Any = {  # a limit of 0 is asked for, and refused
        name: value
        for name, value in {**search_of(source.options), **asked}.items()
        if not (value is None or value is False or value == "none")
    }
    if given.get("why"):
        given["unique"] = False  # as a file of a puzzle asks
    saved = source.question(ask, given.get("engine"))
    if saved is not None:
        seen = projected(saved.model, source.options)
        yield AskedQuestion(
            str(source.options.model), {}, replace(saved, model=seen, **given), source
        )
        return
    for name, parameters, model in source.problems():
        question = nqsat.counting.Question(ask, projected(model, source.options), **given)
        yield AskedQuestion(name, parameters, question, source)


def projected(model: Any, options: Options) -> Any:
    """The model, or what ``--show`` looks at of it."""
    if not options.show:
        return model
    if isinstance(model, nqsat.formulas.CnfProblem):
        raise InvalidModel("--show", f"is for models; the question is about {model.called}")
    return model.project(*options.show)


def asked_question(source: Source, ask: Ask, **asked: object) -> AskedQuestion:
    """The question, where a range makes no sense."""
    return only_one(asked_questions(source, ask, **asked))


# -- defaults that others may not expect ---------------------------------------------------------------


def note_on(options: Options, model: Model | CnfProblem, *, none: bool = False) -> str | None:
    """The defaults, where others would read the command in another way; ``none``: it has no solution."""
    if isinstance(model, nqsat.formulas.CnfProblem):
        return None
    notes = [_note_of_default(options, model, none=none), _note_of_rules(options, model)]
    tour = _note_of_tour(options, model) if none else None
    return "; ".join(filter(None, [*notes, *_notes_of_options(options, model), tour])) or None


def _note_of_default(options: Options, model: Model, *, none: bool) -> str | None:
    """That pieces do not attack one another where nobody said so, and the answer depends on it.

    There is no note for one kind without an objective: everybody means it so.
    """
    kinds = model.kinds
    if options.piece is None or options.rule or model.largest < 2 or not model.is_placement:
        return None
    best = model.objective is not None and options.maximise not in ("pieces", "men")
    if not (best or none or len(kinds) > 1):
        return None
    colours, lifted = {kind.label for kind in kinds} - {""}, "--rule none allows it"
    words = ["pieces do not attack one another"]
    if len(colours) > 1:
        words.append("not even those of one colour")
        lifted = "--rule armies only forbids attacks between colours"
    elif len(kinds) > 1 and _ride(model):
        words.append("not even over pieces in between")
    if best and "unattacked" in (options.maximise, options.minimise):
        lifted += "; unattacked squares have no piece"
    return f"{', '.join(words)}, since no --rule is given: {lifted}"


def _note_of_tour(options: Options, model: Model) -> str | None:
    """The defaults of a tour or a factor that were not typed."""
    if (
        options.factor is not None
        and options.value("degree") is None
        and not getattr(model, "ends", ())
    ):
        return "each square has 2 moves, since no --degree is given"
    closed, every = getattr(model, "closed", False), getattr(model, "visit", None) is None
    if options.model is not None and closed and every:
        board = Source(options).parameters.get("board", model.board.title)
        words = f"--board {board} --tour {model.piece} --open"  # type: ignore[attr-defined]
        return f"the tour is closed; for open tours write {words}{_open_tours(model) or ''}"
    if options.tour is None or not (closed or every):
        return None
    what = " and ".join(["is closed"] * closed + ["visits every square"] * every)
    opened = _open_tours(model) if closed else None
    others = [] if opened is None else [f"--open{opened}"]
    others += ['"visit some" after the piece'] * every
    return f"the tour {what}" + (f"; for others add {' or '.join(others)}" if others else "")


#: Open tours are counted with closed ones on boards of at most this many squares.
_SMALL = 25


def _open_tours(model: Model) -> str | None:
    """How many open tours a small board has: `` (1728 directed open tours)``; None if there are none."""
    if len(model.board.squares) > _SMALL:
        return ""
    found = nqsat.count(model.changed(closed=False, unit="directed"), time_limit=1)
    return f" ({found})" * found.complete if found.value or not found.complete else None


def _notes_of_options(options: Options, model: Model) -> Iterator[str]:
    """The meaning of rules' default options that others might expect to differ."""
    asked = {
        "blocking": _ride(model),
        "equal": any(x.number.low != x.number.high for x in model.kinds),
    }
    for text in options.rule or ():
        name, _, value = text.partition("=")
        written = {word.partition("=")[0] for word in value.split(",")}
        for rule in model.rules:
            same = folded(rule.name) == folded(name)
            for option, note in rule.unsaid.items() if same else ():
                stated = option in written or (option == "symmetries" and value)
                if not stated and asked.get(option, True):
                    yield note


def _note_of_rules(options: Options, model: Model) -> str | None:
    named = options.model
    stated = options.rule if named is None else named.endswith(".json")
    if not stated or not model.is_placement or model.largest < 2:
        return None
    if not any(kind.piece.rides or kind.piece.graph for kind in model.kinds):
        return None  # blockers attack nothing
    if not model.rules:
        return "there is no rule: pieces may be on any squares, and may attack one another"
    if any(rule.of_attacks and type(rule) is not nqsat.rules.Maximal for rule in model.rules):
        return None
    return "pieces may attack one another: add --rule non-attacking to forbid it"


def _ride(model: Model) -> bool:
    """Whether a piece moves on beyond a step, so that others may be in its way."""
    return any(ride.reach != 1 for kind in model.kinds for ride in kind.piece.rides)
