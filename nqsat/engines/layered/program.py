"""The program of an engine that counts by layers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from nqsat.engines.layered.states import LayerStates, Rows

#: The image of each node of a graph under a symmetry.
Map = Sequence[int]


class Step(NamedTuple):
    """One kind of transition from all states of a layer: a value of a variable, the options of a node."""

    #: kernel and arguments: the transition, and its arguments besides the states and the layer
    kernel: Callable[..., Any]
    arguments: Mapping[str, Any]
    choices: int  # maximum number of successors of a state
    work: int  # approximate operations per state
    pieces: int = 0  # number of pieces that the transition adds
    chosen: int = 0  # the choice, if the kernel does not record it


class Program(ABC):
    """A model compiled to layers of states with their transitions: a light frozen value.

    NumPy takes long to import, so its methods import what needs it when something is counted.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def order(self) -> tuple[int, ...]:
        """The variable or node that each layer decides."""

    @property
    @abstractmethod
    def words(self) -> int:
        """Words in the key of a state."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """A name that is equal only for equal states in all layers."""

    @abstractmethod
    def keys(self) -> list[tuple[int, ...]]:
        """The key of the initial state; none if there is no solution."""

    @abstractmethod
    def steps(self, place: int) -> Sequence[Step]:
        """The transitions of a layer."""

    @abstractmethod
    def items(self, place: int) -> tuple[Any, ...]:
        """The items of solutions that a layer can choose, one for each bit of a choice."""

    @property
    def each(self) -> int:
        """How many solutions each counted solution stands for."""
        return 1

    @property
    def most(self) -> int | None:
        """The greatest number of pieces that is asked for; None for any. More are not counted."""
        return None

    @property
    def group(self) -> tuple[Map, ...]:
        """All symmetries under which states are identified."""
        return ()

    def maps(self, place: int) -> tuple[Map, ...]:
        """Those under which states after a layer are identified; see ``Notes`` in ``kernels/layers.h``."""
        return ()

    def image(self, item: Any, by: Map) -> Any:
        """The image of an item under a symmetry."""
        return item

    def numbers(self, last: LayerStates) -> list[int]:
        """Numbers of solutions, one for each number of pieces, from the states after the last layer."""
        return last.numbers(self.words)

    def closed(self, place: int, rows: Rows) -> int | None:
        """The row after a layer that is not a state but counts complete solutions; None by default."""
        return None


def digest(*made_of: object) -> str:
    """A hash of numbers, tuples and lists, as a name."""
    import hashlib

    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]


def state_bytes(words: int, limbs: int) -> int:
    """Bytes per state in hash tables, with the given words of its key and limbs of all its counts.

    A state is in one layer and in the next; each table may have room for twice as many states, and index
    slots for four times as many, of 4 bytes.
    """
    return 2 * (8 * words + 8 * limbs + 16)
