"""A playground: a folder of files with which nqsat runs in a browser, without an install and offline.

``python -m nqsat.playground DIR`` writes it; any web server shows it, as ``python -m http.server -d DIR``.
"""
