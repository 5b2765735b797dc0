"""The types of parameters that several families share, each with its description."""

from typing import Annotated

Side = Annotated[int, "the side of the board"]
Rows = Annotated[int, "the number of ranks"]
Columns = Annotated[int, "the number of files"]
Number = Annotated[int, "the number of pieces"]
Bounds = Annotated[str, "the number of pieces: a number, bounds such as 3..5, or any"]
OnBoard = Annotated[str, "a board: 8x8, torus:7x7, cylinder:5x6, file:map.txt"]
Of = Annotated[str, "a piece in Betza notation (BN, (1,4)) or by name (camel)"]
