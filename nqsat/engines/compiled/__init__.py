"""What compiled kernels need: Numba, NumPy and a place for what was compiled."""
