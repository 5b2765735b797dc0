"""Support for compiled kernels: Numba, NumPy and a cache of compiled code."""
