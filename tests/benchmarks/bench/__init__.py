"""Other programs on nqsat's questions: ``graphs`` states one, ``contestants`` answer by ``peers``."""
