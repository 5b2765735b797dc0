"""What parameters mean that many families share."""

from typing import Annotated

Side = Annotated[int, "the side of the board"]
Rows = Annotated[int, "how many ranks"]
Columns = Annotated[int, "how many files"]
Number = Annotated[int, "how many men"]
Bounds = Annotated[str, "how many men: a number, bounds such as 3..5, or any"]
OnBoard = Annotated[str, "a board: 8x8, torus:7x7, cylinder:5x6, file:map.txt"]
Of = Annotated[str, "a piece in Betza notation (BN, (1,4)) or by name (camel)"]
