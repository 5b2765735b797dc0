/* What all kernels share: how arrays and numbers of the caller reach them, and operations on words.

   A kernel is a function `KERNEL void name(const Arguments *in, Result *out)`. It allocates nothing, calls nothing
   outside of these files, and returns after a slice of its work. `__init__.py` reads the declarations of its two
   structures from this folder: it packs what Python passes by the names of their fields, and checks it. */
#ifndef NQ_H
#define NQ_H

#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef int32_t i32;
typedef int16_t i16;
typedef uint8_t u8;
typedef unsigned __int128 u128;

/* Arrays in C order: the items, rows and columns (1 if there is one dimension), bytes of an item.
   Those that end with `_out` are written. */
#define ARRAYS(type, name)                                                     \
  typedef struct { const type *at; i64 rows, columns, item; } name;            \
  typedef struct { type *at; i64 rows, columns, item; } name##_out;
ARRAYS(u64, u64s)
ARRAYS(i64, i64s)
ARRAYS(i32, i32s)
ARRAYS(i16, i16s)
ARRAYS(u8, bools)
ARRAYS(void, ints) /* of 4 or of 8 bytes each */

/* For the reader of the declarations: the size of each dimension, an expression of names and numbers; and what
   must hold of sizes and numbers. Equal names are equal sizes, in all arguments of a call. */
#define OF(...)
#define REQUIRE(...)

#define INLINE static inline __attribute__((always_inline))

/* Code for each kind of x86-64, of which the loader takes one, where loaders can (glibc) and the compiler can (without
   PLAIN); else code for all of them. It reaches a function's callees only where they are INLINE. */
#if defined __x86_64__ && defined __GLIBC__ && !defined PLAIN
#define FAST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FAST
#endif
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif
#define KERNEL EXPORT FAST

INLINE i64 lowest(u64 word) { return __builtin_ctzll(word); }
INLINE i64 highest(u64 word) { return 63 - __builtin_clzll(word); }
INLINE i64 popcount(u64 word) { return __builtin_popcountll(word); }
INLINE i64 max(i64 a, i64 b) { return a > b ? a : b; }
INLINE i64 min(i64 a, i64 b) { return a < b ? a : b; }

#endif
