"""What draws values: reporting, registered by the package, so that no value's room imports a later room."""

TYPE_CHECKING = False  # typing is not imported here: the program passes through this file first
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: Loads ``nqsat.reporting.notebook`` when a value shows itself.
load: "Callable[[], Any]"
