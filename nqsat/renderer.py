"""Functions that draw, encode and count values, of later packages; none before them imports these."""

TYPE_CHECKING = False  # typing is not imported here: the program passes through this file first
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: Loads a room by its name: ``reporting`` when a value shows itself, ``compiling`` when a model is
#: asked for its clauses, ``counting`` for its solutions.
room: "Callable[[str], Any]"
