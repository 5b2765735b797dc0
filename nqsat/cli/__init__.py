"""The shell: parse, call, print, exit code. No logic.

stdout carries the answer and nothing else; progress, notes and errors go to stderr.
"""
