"""Count solutions up to symmetry, and solutions with a given symmetry."""
