"""The program as ``python -m nqsat``."""

from nqsat.cli.app import main

main()
