"""Listing: solutions one after the other, each once, until a limit says stop."""
