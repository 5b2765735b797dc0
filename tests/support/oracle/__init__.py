"""Brute force: what is right, said without nqsat's encodings and engines."""
