/* The states of a layer with what they count, in a hash table.

   A state is a row of words: its key, then what it counts, a whole number for each number of pieces (or one in all),
   each in limbs of 64 bits, the lowest first. Where states are ranked, a value stands between them: the greatest that
   leads to the state, and only the ways that have it are counted. Rows are stored in the order in which they were
   found; the table holds their positions. Kernels compute the successors of a block of states, which are then merged:
   their lookups overlap. Twin: `frontier/plain.py`. See layered/run.py for what Python passes. */
#ifndef LAYERS_H
#define LAYERS_H
#include "nq.h"

/* The states that are found: rows, and the table with twice as many slots, -1 where there is no row. */
typedef struct {
  u64s_out rows OF(room, width);
  i32s_out table OF(2 * room);
  REQUIRE((room & (room - 1)) == 0)
} Layer;

/* For each successor of the states of a slice, the row that it has in the layer, the choice, and the symmetry by
   which it was mapped; of no size where nothing is noted. */
typedef struct {
  i32s_out following OF(noted);
  u64s_out chosen OF(noted);
  i16s_out folded OF(noted);
} Notes;

/* Room for the successors of a block of states: the states, the row that each comes from, where its row is noted,
   its slot in the table. */
typedef struct {
  u64s_out keys OF(block, key_words);
  i64s_out source OF(block);
  i64s_out spots OF(block);
  u64s_out places OF(block);
} Block;

/* How numbers are added: how many of each state, of how many limbs, moved on by how many limbs. */
typedef struct {
  i64 sizes, limbs, shift;
  i64 most; /* stop when a layer has more states */
} Adding;

/* The preferred slot of a state in the table: the top bits of its hash. */
INLINE u64 slot_of(const u64 *key, i64 words, u64 slots) {
  u64 hash = 0x9E3779B97F4A7C15u;
  for (i64 w = 0; w < words; w++) {
    hash = (hash ^ key[w]) * 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 32;
  }
  return (hash * 0x94D049BB133111EBu >> 32) & (slots - 1);
}

/* Find the preferred slots of the keys. What is there is fetched here, independently of one another, before each
   is looked up. */
INLINE void seek(const Block *block, i64 words, i64 some, const Layer *to) {
  const u64 *keys = block->keys.at;
  u64 *places = block->places.at;
  for (i64 k = 0; k < some; k++) {
    places[k] = slot_of(keys + k * block->keys.columns, words, to->table.rows);
    __builtin_prefetch(to->table.at + places[k]);
  }
  for (i64 k = 0; k < some; k++) {
    const i64 row = max(to->table.at[places[k]], 0);
    __builtin_prefetch(to->rows.at + row * to->rows.columns);
  }
}

/* Add numbers of some limbs each to others, which have room for the sums. */
INLINE void add_numbers(u64 *to, const u64 *from, i64 sizes, i64 limbs, i64 shift) {
  for (i64 s = 0; s < sizes; s++) {
    u128 sum = 0;
    for (i64 l = s * limbs; l < (s + 1) * limbs; l++) {
      sum += (u128)to[l + shift] + from[l];
      to[l + shift] = (u64)sum;
      sum >>= 64;
    }
  }
}

/* The row of a key in the layer, which is made if it is new; -1 if there are too many. */
INLINE i64 row_of(const u64 *key, u64 place, i64 words, i64 head, const Layer *to, i64 *number, i64 most) {
  const u64 last = to->table.rows - 1;
  const i64 width = to->rows.columns;
  i64 row;
  for (; (row = to->table.at[place]) >= 0; place = (place + 1) & last) {
    const u64 *here = to->rows.at + row * width;
    int same = 1;
    for (i64 w = 0; w < words; w++) same &= here[w] == key[w];
    if (same) return row;
  }
  if (*number == most) return -1;
  row = (*number)++;
  to->table.at[place] = (i32)row;
  u64 *here = to->rows.at + row * width;
  for (i64 w = 0; w < head; w++) here[w] = key[w];
  for (i64 w = head; w < width; w++) here[w] = 0;
  return row;
}

/* Look up or insert the first `some` keys of a block, of so many words each, and add the numbers of the rows `old`
   that they come from. The layer has `number` states and room for so many more. The row of key i is noted at
   `spots[i]`. With `ranked` 1 a value follows the words, and the greatest is kept. Returns how many states there are; -1 if there are more than `most`. */
INLINE i64 merge(const Block *block, i64 words, i64 some, const i64 *spots, const u64 *old, i64 ranked,
                 const Adding *how, const Layer *to, i64 number, const Notes *notes) {
  const i64 head = words + ranked, width = to->rows.columns;
  seek(block, words, some, to);
  for (i64 k = 0; k < some; k++) {
    const u64 *key = block->keys.at + k * block->keys.columns;
    const i64 row = row_of(key, block->places.at[k], words, head, to, &number, how->most);
    if (row < 0) return -1;
    u64 *here = to->rows.at + row * width;
    if (ranked && here[words] != key[words]) { /* the greatest value is kept */
      if (here[words] > key[words]) continue;
      here[words] = key[words];
      for (i64 w = head; w < width; w++) here[w] = 0;
    }
    if (notes->following.rows) notes->following.at[spots[k]] = (i32)row;
    add_numbers(here + head, old + block->source.at[k] * width + head, how->sizes, how->limbs, how->shift);
  }
  return number;
}
#endif
