"""Solutions by their numbers: the k-th one, the number of one, one at random."""
