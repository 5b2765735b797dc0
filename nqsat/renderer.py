"""Functions that draw, encode and count values; later packages register them."""

TYPE_CHECKING = False  # typing is not imported here: the program passes through this file first
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: Loads ``nqsat.reporting.notebook`` when a value shows itself.
load: "Callable[[], Any]"

#: Loads ``nqsat.compiling`` when a model is asked for its clauses.
load_compiling: "Callable[[], Any]"

#: Loads ``nqsat.counting`` when a model is asked for its solutions.
load_counting: "Callable[[], Any]"
