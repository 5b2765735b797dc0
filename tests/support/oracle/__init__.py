"""Brute-force oracles, independent of nqsat's encodings and engines."""
