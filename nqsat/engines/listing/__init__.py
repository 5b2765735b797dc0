"""Listing: enumerate solutions, each once, until a limit is reached."""
