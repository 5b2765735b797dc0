"""Solutions up to symmetry, and solutions that have one."""
