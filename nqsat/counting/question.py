"""Question: a model with all options of a request, as a value that can be stored as JSON and run again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from nqsat.counting.answers import METHODS, Method, Modulo
from nqsat.counting.engine_options import Options, asked_engine, explicit_options, name_of
from nqsat.counting.orbits import check_modulo
from nqsat.engines import AutoEngine, Engine, check_limits, make_engine
from nqsat.errors import InvalidModel, inside, integer, unknown
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model, Placement, Tour
from nqsat.modelling.schema import from_json, read_json, to_json
from nqsat.sources import names_a_file, rebuild_model

Ask = Literal["count", "enumerate", "solve"]

#: The JSON key for the digest of a custom engine's file, next to its name and options.
DIGEST = "sha256"


@dataclass(frozen=True, slots=True)
class Question:
    """A model with all options of a request.

    Args:
        ask: count the solutions, list them (``"enumerate"``), or find one (``"solve"``).
        model: the model, or a formula.
        engine: ``"auto"``, another name of an engine, or an engine.
        options: of an engine given by name, as pairs.
        modulo, method, fixed_by, by, limit, time_limit: as for ``count``.
        numbered: whether solutions are accessed by their rank; see ``nqsat.counting.numbered``.
        unique: whether to decide if the solution is the only one.
        why: whether to explain which requirements contradict each other if there is no solution.
        labelled: as for ``count``.

    Attributes:
        made: a cache: the engine, once it is made of its name and options.
    """

    ask: Ask
    model: Model | CnfProblem
    engine: str | Engine = AutoEngine.name
    options: Options = ()
    modulo: Modulo = "none"
    method: Method | None = None
    fixed_by: str | None = None
    by: Literal["size"] | None = None
    limit: int | None = None
    time_limit: float | None = None
    numbered: bool = False
    unique: bool = False
    why: bool = False
    labelled: bool = False
    made: Engine | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._convert_arguments()
        seeded = self.engine == AutoEngine.name and "seed" in dict(self.options)
        one = self.ask == "solve" and not self.unique and not self.why
        if seeded and one and isinstance(self.model, Tour):  # the random one takes a seed
            from nqsat.engines import ShuffleEngine

            object.__setattr__(self, "engine", ShuffleEngine.name)
        if self.by not in (None, "size"):
            raise InvalidModel("by", unknown(self.by, ["size"]))
        if isinstance(self.model, CnfProblem):
            for name in _OF_MODELS:
                if getattr(self, name) not in (None, False, "none"):
                    raise InvalidModel(
                        name, f"is for models, not for {self.model.called}; leave it out"
                    )
            return
        if self.why and self.unique:
            raise InvalidModel("why", "does not go with unique; choose one of them")
        if self.numbered and not (self.modulo == "none" and self.limit is None):
            raise InvalidModel("question", "solutions are numbered only without modulo and limit")
        if self.modulo != "none":
            check_modulo(self.model, self.modulo)
        if self.method is not None:
            self._check_method(self.method)
        if self.by is not None:
            self._check_sizes(self.model)
        if self.labelled:
            self._check_labelled()

    def _convert_arguments(self) -> None:
        if not isinstance(self.engine, str | Engine):
            object.__setattr__(self, "engine", asked_engine(self.engine))
        given = self.fixed_by
        if isinstance(given, list | tuple | set | frozenset):
            names = [*given]
            if len(names) != 1:
                reason = f"{given!r}: write one name, or give the model Invariant(('rot180', 'transpose'))"
                raise InvalidModel("fixed_by", reason)
            object.__setattr__(self, "fixed_by", names[0])
        if (limit := integer(self.limit)) is not None:
            object.__setattr__(self, "limit", limit)
        if not isinstance(self.model, Model | CnfProblem):
            reason = f"{self.model!r} is not a model; give a Placement, a Tour or a Factor"
            raise InvalidModel("model", reason)
        for name, kinds in _KINDS.items():
            value = getattr(self, name)
            fits = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
            if not (fits or (value is None and name in _OPEN)):
                wanted = " or ".join(kind.__name__ for kind in kinds)
                raise InvalidModel(name, f"expected {wanted}, got {value!r}")
        check_limits(self.limit, self.time_limit)
        if self.ask not in get_args(Ask):
            raise InvalidModel("ask", unknown(self.ask, get_args(Ask)))

    def _check_method(self, method: Method) -> None:
        if method not in METHODS:
            raise InvalidModel("method", unknown(method, METHODS))
        if self.modulo == "none" and method != METHODS[0]:
            raise InvalidModel("method", f"{method} counts orbits; also give modulo symmetry")
        if method == "burnside" and self.limit is not None:
            raise InvalidModel("method", "burnside cannot stop at a limit; leave one of them out")

    def _check_labelled(self) -> None:
        if self.ask != "count":
            raise InvalidModel("labelled", f"is for counts, not for {self.ask}; leave it out")
        for name in ("modulo", "fixed_by", "by", "limit"):
            if getattr(self, name) not in (None, "none"):
                raise InvalidModel("labelled", f"does not go with {name}; leave one of them out")
        _ = self.fixed_numbers  # or there are none

    @property
    def fixed_numbers(self) -> list[int]:
        """The number of pieces of each kind.

        Raises:
            InvalidModel: a kind has no fixed number, or the model has no pieces.
        """
        if not isinstance(self.model, Placement):
            raise InvalidModel(
                "labelled", "is for placements, whose pieces it labels; leave it out"
            )
        for kind in self.model.kinds:
            if kind.number.low != kind.number.high:
                reason = f"needs a fixed number of each kind, not {kind.name}={kind.number}"
                raise InvalidModel("labelled", reason)
        return [kind.number.low for kind in self.model.kinds]

    def _check_sizes(self, model: Model) -> None:
        if not model.is_placement:
            reason = f"size is a number of pieces, and a {model.key} has none; leave it out"
            raise InvalidModel("by", reason)
        if model.objective is not None:
            reason = "size is not for models with an objective; leave one of them out"
            raise InvalidModel("by", reason)

    @property
    def title(self) -> str:
        """The name of the requested engine."""
        return self.engine if isinstance(self.engine, str) else self.engine.title

    @property
    def searcher(self) -> Engine:
        """The engine that searches; for a formula, ``auto`` lists it by another.

        Raises:
            InvalidModel: there is no such engine.
            UnsupportedByEngine: the model is a formula, and the engine takes none.
        """
        engine = self.asked_engine
        return engine.for_model(self.model) if isinstance(self.model, CnfProblem) else engine

    @property
    def asked_engine(self) -> Engine:
        """The requested engine; with a time limit, an uninterruptible one runs in its own process."""
        if self.made is not None:
            return self.made
        engine = self.engine
        if isinstance(engine, str):
            given: dict[str, Any] = {"isolated": self.time_limit is not None, **dict(self.options)}
            engine = make_engine(engine, **given)
        object.__setattr__(self, "made", engine)
        return engine

    @property
    def restricted(self) -> Any:
        """The model; with ``fixed_by``, restricted to the solutions that this symmetry fixes."""
        model: Any = self.model
        return model if self.fixed_by is None else model.fixed(self.fixed_by)

    def to_json(self, source: Mapping[str, object] | None = None) -> dict[str, object]:
        """Return the question as JSON data, without options that are not set.

        Args:
            source: the source of the model, if JSON cannot represent the model itself.

        Raises:
            InvalidModel: JSON cannot represent the model, and ``source`` is None.
        """
        model: object = source
        if isinstance(self.model, Model):
            try:
                model = to_json(self.model)
            except InvalidModel:
                if source is None:
                    raise
        elif source is None or self.model.key != CnfProblem.key:
            model = {self.model.key: self.model.to_json()}
        given = {x.name: getattr(self, x.name) for x in fields(self)[4:] if x.init}
        rest = {key: value for key, value in given.items() if not (value is None or value is False)}
        name, options = self.engine, self.options
        if isinstance(name, Engine):
            options, name = explicit_options(name)[1], name_of(name)
        made_by = {"name": name, **dict(options)}
        return {"ask": self.ask, "model": model, "engine": made_by, **rest}

    @classmethod
    def loads(
        cls, text: str, model: Model | str | None = None, engine: str | Engine | None = None
    ) -> Question | None:
        """Return the question of a JSON text, or of its key ``question``; None if the text is a model's.

        Other arguments are as for ``from_json``.

        Raises:
            InvalidNotation: the text is not JSON.
            InvalidModel: a field is missing, unknown or wrong, or the model is not in the text.
        """
        data = read_json(text)
        if isinstance(data, dict) and "question" in data:
            data = data["question"]
        if not (isinstance(data, dict) and "ask" in data):
            return None
        return cls.from_json(data, model, engine)

    @classmethod
    def from_json(
        cls,
        data: Mapping[str, Any],
        model: Model | str | None = None,
        engine: str | Engine | None = None,
    ) -> Question:
        """Return the question of JSON data, which run no code: the call must name the files they name.

        Args:
            data: as from ``to_json``.
            model: the model, if JSON cannot represent it; or the ``file.py:function`` that the data name,
                which must be unchanged.
            engine: replaces an engine class in a file that the data name.
        """
        if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
            raise InvalidModel("question", "expected an object: a mapping from names")
        given = dict(data)
        stated, asked = given.pop("model", None), given.pop("engine", None)
        if not isinstance(asked, dict) or not isinstance(asked.get("name"), str):
            raise InvalidModel(("question", "engine"), 'expected an object: {"name": "auto"}')
        by: str | Engine = asked["name"]
        if names_a_file(asked["name"]):
            if engine is None:
                reason = f"data never run code; name its file in this call: --engine {by}"
                raise InvalidModel(("question", "engine"), reason)
            by = engine
        others = {name: value for name, value in asked.items() if name not in ("name", DIGEST)}
        options = tuple(others.items())
        if not all(type(value) in (str, int, float, bool) for _, value in options):
            reason = "an option is a text, a number, true or false"
            raise InvalidModel(("question", "engine"), reason)
        for name in given:
            if name not in _KINDS:
                known = ", ".join(_KINDS)
                raise InvalidModel(("question", name), f"unknown field; there are {known}")
        if "ask" not in given:
            asks = ", ".join(get_args(Ask))
            raise InvalidModel(("question", "ask"), f"is missing; choose from {asks}")
        subject = model if isinstance(model, Model) else _model(stated, model)
        with inside("question"):
            return cls(
                model=subject, engine=by, options=() if isinstance(by, Engine) else options, **given
            )


def words_of(text: str) -> list[str]:
    """Return the command-line words that made the model of a JSON question; [] if it has the model."""
    data: Any = read_json(text)
    data = data.get("question", data) if isinstance(data, dict) else {}
    return arguments_of(data.get("model") if isinstance(data, dict) else None)


def arguments_of(source: Any) -> list[str]:
    """Return the command-line words that made a model, the first its name; [] if there are none."""
    words = source.get("arguments") if isinstance(source, Mapping) else None
    return [str(word) for word in words] if isinstance(words, list | tuple) else []


def _model(stated: object, named: str | None) -> Model | CnfProblem:
    """Return the model that data contain, or the model made again from its source; see ``from_json``."""
    if isinstance(stated, dict) and CnfProblem.key in stated:
        with inside("question"):
            return CnfProblem.from_json(stated[CnfProblem.key])
    if isinstance(stated, dict) and "projection" in stated:
        from nqsat.compiling import Projection

        with inside("question", "model"):
            return Projection.from_json(stated["projection"])
    if isinstance(stated, dict) and "arguments" in stated:
        with inside("question"):
            return rebuild_model(stated, named)
    if named is not None:
        raise InvalidModel("model", f"is in the data, and from no file; leave out --model {named}")
    return from_json(stated)


#: The types of all fields except model and engine.
_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("ask", "modulo", "method", "fixed_by", "by"), (str,)),
    "limit": (int,),
    "time_limit": (float, int),
    **dict.fromkeys(("numbered", "unique", "why", "labelled"), (bool,)),
}

#: Fields for models only, not for clauses.
_OF_MODELS = ("modulo", "method", "fixed_by", "by", "why", "labelled")

#: Fields that may be None.
_OPEN = ("method", "fixed_by", "by", "limit", "time_limit")
