/* Tours by the middle: the states of a half are sorted by pattern, and those of two halves are joined.

   The degrees of the middle's nodes, 0 to 2 each, are the digits of a number to base three, the pattern: that of node i
   has the weight 3^i. The states of one pattern differ in their pairing alone, a word of sixteen numbers of four bits:
   for each node the other end of its path, itself if it is bare or inner.
   Twins: `edge_by_edge` in tests/support/kernel_twins.py, `one_cycle` in tests/engines/test_mates_kernels.py. */
#include "states.h"

INLINE i64 size_at(ints sizes, i64 pattern) {
  return sizes.item == 4 ? ((const i32 *)sizes.at)[pattern] : ((const i64 *)sizes.at)[pattern];
}

/* -- states by pattern ------------------------------------------------------------------- */

/* How rows are read: see `MiddleNodes` in mates/patterns.py. */
typedef struct {
  i64s slots OF(ends);
  i64s nodes OF(24);
  i64s maps OF(maps, ends);
  i64s power OF(ends + 1);
  u64s_out images OF(maps, 2);
  REQUIRE(ends <= 16)
} MiddleNodes;

typedef struct {
  u64s rows OF(count, width);    /* states of a half … */
  u64s numbers OF(count, parts); /* … and what they count */
  MiddleNodes middle;
  ints_out sizes OF(sizes);
  u64s_out pairings OF(states);
  u64s_out counts OF(parts, states);
  REQUIRE(width >= 2)
} MiddleSort;

typedef struct {
  i64 rows;
} MiddleSorted;

/* Add one to a size; what it was. */
INLINE i64 increase(ints_out sizes, i64 pattern) {
  return sizes.item == 4 ? ((i32 *)sizes.at)[pattern]++ : ((i64 *)sizes.at)[pattern]++;
}

/* Write down the images of a state, each once; return how many there are. */
INLINE i64 read_images(const u64 *state, const MiddleNodes *middle) {
  const i64 ends = middle->slots.rows, *power = middle->power.at;
  u64 *images = middle->images.at;
  i64 number = 0;
  for (i64 m = 0; m < middle->maps.rows; m++) {
    const i64 *map = middle->maps.at + m * ends;
    u64 pattern = 0, pairing = 0;
    for (i64 node = 0; node < ends; node++) {
      const i64 value = mate_at(state[0], state[1], middle->slots.at[node]);
      i64 mate = node;
      if (value == INNER) {
        pattern += 2 * power[map[node]];
      } else if (value) {
        pattern += power[map[node]];
        mate = middle->nodes.at[value - 1];
      }
      pairing |= (u64)map[mate] << 4 * map[node];
    }
    int is_new = 1;
    for (i64 i = 0; i < number; i++) is_new &= images[2 * i] != pattern || images[2 * i + 1] != pairing;
    if (!is_new) continue;
    images[2 * number] = pattern;
    images[2 * number++ + 1] = pairing;
  }
  return number;
}

/* Write the states of each pattern p from place `sizes[p + 1]` on, which moves to their end.

   If there is no room for pairings, the states of each pattern, images included, are counted in `sizes[p + 2]` instead.
   A row that stands for several images counts them all together in `numbers`, whose columns are rows of `counts`; an
   image's count is its share, times the number of maps. */
KERNEL void middle_sort(const MiddleSort *in, MiddleSorted *out) {
  const i64 parts = in->numbers.columns, states = in->pairings.rows, maps = in->middle.maps.rows;
  for (i64 row = 0; row < in->rows.rows; row++) {
    const i64 number = read_images(in->rows.at + row * in->rows.columns, &in->middle);
    for (i64 i = 0; i < number; i++) {
      const i64 pattern = (i64)in->middle.images.at[2 * i];
      if (!states) {
        increase(in->sizes, pattern + 2);
        continue;
      }
      const i64 place = increase(in->sizes, pattern + 1);
      in->pairings.at[place] = in->middle.images.at[2 * i + 1];
      for (i64 part = 0; part < parts; part++)
        in->counts.at[part * states + place] = in->numbers.at[row * parts + part] * (u64)(maps / number);
    }
  }
  out->rows = in->rows.rows;
}

/* -- pairs that make one cycle ----------------------------------------------------------- */

/* The sum of the counts of the pairings that make one cycle of all ends with this one, of `half` paths each.

   The cycle through the first end is back there after as many double steps as it has paths, halved. Of these, one with
   one pairing and one with the other, all but the last must lead elsewhere. `half` is a constant wherever this is
   inlined, so that the inner loop is unrolled and the outer one made of vectors. */
INLINE u64 matching(const int half, u64 pairing, u64 first, const u64 *pairings, const u64 *counts, i64 number) {
  const u64 begin = (pairing >> first & 15) << 2;
  u64 total = 0;
  for (i64 other = 0; other < number; other++) {
    const u64 word = pairings[other];
    u64 x = (word >> begin & 15) << 2, early = half > 1 && x == first;
    for (int i = 0; i < half - 2; i++) {
      x = (pairing >> x & 15) << 2;
      x = (word >> x & 15) << 2;
      early |= x == first;
    }
    total += early ? 0 : counts[other];
  }
  return total;
}

INLINE u64 partners(u64 pairing, u64 first, i64 half, const u64 *others, const u64 *counts, i64 number) {
  switch (half) {
    case 1: return matching(1, pairing, first, others, counts, number);
    case 2: return matching(2, pairing, first, others, counts, number);
    case 3: return matching(3, pairing, first, others, counts, number);
    case 4: return matching(4, pairing, first, others, counts, number);
    case 5: return matching(5, pairing, first, others, counts, number);
    case 6: return matching(6, pairing, first, others, counts, number);
    case 7: return matching(7, pairing, first, others, counts, number);
    default: return matching(8, pairing, first, others, counts, number);
  }
}

/* Pairings with their counts. */
typedef struct {
  const u64 *pairings, *counts;
  i64 number;
} Pairings;

/* Add up the products of the counts of all pairs that make one cycle of all ends, times a factor. `ends` has a bit for
   each end; the sum is added to a number of two limbs. */
INLINE void add_pairs(Pairings some, u64 ends, Pairings others, u64 factor, u64 *total) {
  const i64 half = popcount(ends) / 2;
  const u64 first = 4 * (u64)lowest(ends);
  u128 sum = (u128)total[1] << 64 | total[0];
  for (i64 i = 0; i < some.number; i++) {
    const u64 found = partners(some.pairings[i], first, half, others.pairings, others.counts, others.number);
    sum += (u128)some.counts[i] * (found * factor);
  }
  total[0] = (u64)sum;
  total[1] = (u64)(sum >> 64);
}

typedef struct {
  u64s pairings OF(some);
  u64s counts OF(some);
  u64 ends, factor;
  u64s other_pairings OF(others);
  u64s other_counts OF(others);
  u64s_out total OF(2);
  REQUIRE(ends > 0)
} PairsAdd;

typedef struct {
  i64 pairs;
} PairsAdded;

/* `add_pairs` alone. */
KERNEL void middle_pairs(const PairsAdd *in, PairsAdded *out) {
  const Pairings some = {in->pairings.at, in->counts.at, in->pairings.rows};
  const Pairings others = {in->other_pairings.at, in->other_counts.at, in->other_pairings.rows};
  add_pairs(some, in->ends, others, in->factor, in->total.at);
  out->pairs = some.number * others.number;
}

/* -- the join of two halves -------------------------------------------------------------- */

/* See `JoinTask` in mates/middle.py. */
typedef struct {
  ints sizes OF(sizes);
  u64s pairings OF(states);
  u64s counts OF(states);
  ints other_sizes OF(sizes);
  u64s other_pairings OF(other_states);
  u64s other_counts OF(other_states);
  i64s power OF(ends + 1);
  i64s image OF(ends);
  i64s flip OF(ends);
  i64 swaps;
  i64s edges OF(edges, 3);
} JoinTask;

/* The states of a pattern with a set of edges, which is decided edge by edge: see `EdgeLevels` in mates/middle.py. */
typedef struct {
  i64s_out row OF(edges + 1);
  i64s_out size OF(edges + 1);
  i64s_out code OF(edges + 1);
  i64s_out flipped OF(edges + 1);
  i64s_out turn OF(edges + 1);
  u64s_out work OF(edges + 1, largest);
  u64s_out more OF(edges + 1, largest);
  i64s_out degree OF(ends);
  i64s_out seen OF(8 * largest + 4);
} EdgeLevels;

typedef struct {
  i64 begin, end; /* patterns of the one half */
  i64 budget;     /* stop after about so many pairs */
  JoinTask task;
  EdgeLevels levels;
  u64s_out total OF(2); /* the number of cycles, two limbs: added to */
  REQUIRE(0 <= begin && end < sizes && ends <= 16)
} MiddleJoin;

typedef struct {
  i64 begin; /* where the next call has to begin */
  i64 spent; /* how much work it was: pairs and states looked at */
} MiddleJoined;

/* What was done with an edge: nothing, it was left out, it was taken, or all. */
enum { NEW, LEFT_OUT, TAKEN, DONE };

/* The pairing with each place called by another number. */
INLINE u64 renumbered(u64 pairing, i64s image) {
  u64 new = 0;
  for (i64 i = 0; i < image.rows; i++) new |= (u64)image.at[pairing >> 4 * i & 15] << 4 * image.at[i];
  return new;
}

INLINE i64 renumbered_pattern(i64 pattern, i64s image, const i64 *power) {
  i64 new = 0;
  for (i64 i = 0; i < image.rows; i++, pattern /= 3) new += pattern % 3 * power[image.at[i]];
  return new;
}

/* Add an edge from a to b to some pairings; equal ones become one, and cycles are left out. `done` has four ones for
   each of a and b that becomes inner: its number is made its own. `seen` is a hash table of indices, each with a mark in
   its upper half; places with a lower mark than this one are free. Returns how many new ones there are. */
INLINE i64 contract(Pairings some, i64 a, i64 b, u64 done, u64 *into, u64 *counts, i64 *seen, i64 mark) {
  const u64 own = ((u64)a << 4 * a | (u64)b << 4 * b) & done;
  const i64 least = mark << 32;
  i64 places = 4, fresh = 0;
  while (places < 4 * some.number) places *= 2;
  for (i64 i = 0; i < some.number; i++) {
    u64 pairing = some.pairings[i];
    const u64 end = pairing >> 4 * a & 15, other = pairing >> 4 * b & 15;
    if (end == (u64)b) continue;
    pairing = (pairing & ~((u64)15 << 4 * end)) | other << 4 * end;
    pairing = (pairing & ~((u64)15 << 4 * other)) | end << 4 * other;
    pairing = (pairing & ~done) | own;
    const u64 hash = pairing * 0x9E3779B97F4A7C15u;
    i64 place = (i64)((hash ^ hash >> 32) >> 16) & (places - 1), entry = seen[place];
    while (entry >= least && into[entry - least] != pairing) {
      place = (place + 1) & (places - 1);
      entry = seen[place];
    }
    const i64 is_new = entry < least, index = is_new ? fresh : entry - least; /* without a branch */
    seen[place] = least + index;
    into[index] = pairing;
    counts[index] = some.counts[i] + (counts[index] & (u64)(is_new - 1));
    fresh += is_new;
  }
  return fresh;
}

/* How often the pairs count of which the other half has the degrees that are missing.

   Where the halves are mirror images, twice or never: of a pair and its image that one is joined of which the larger
   pattern is contracted (it has become small then). `own` is the number of states of the `pattern`, which is less than
   its image under the flip; `code` and `flipped` are the degrees that this half and its edges make, and their image. */
INLINE u64 factor_of(const JoinTask *task, i64 own, i64 pattern, i64 code, i64 flipped) {
  const i64 full = task->power.at[task->image.rows] - 1, wanted = full - code;
  const i64 others = size_at(task->other_sizes, wanted + 1) - size_at(task->other_sizes, wanted);
  if (!others) return 0;
  const i64 image = min(wanted, full - flipped);
  if (!task->swaps || (others == own && image == pattern)) return 1;
  return others < own || (others == own && image > pattern) ? 2 : 0;
}

/* The states at a level. */
INLINE Pairings at_level(const EdgeLevels *l, i64 level) {
  const i64 start = l->row.at[level] * l->work.columns;
  return (Pairings){l->work.at + start, l->more.at + start, l->size.at[level]};
}

INLINE void fill_level(const EdgeLevels *l, i64 level, i64 row, i64 size, i64 code, i64 flipped) {
  l->row.at[level] = row;
  l->size.at[level] = size;
  l->code.at[level] = code;
  l->flipped.at[level] = flipped;
  l->turn.at[level] = NEW;
}

/* Copy the states of a pattern, by the other half's numbers, and write down its digits; return the places of its ones,
   one bit for each. */
INLINE u64 first_level(const JoinTask *task, const EdgeLevels *l, i64 pattern, u64 weight) {
  const i64 begin = size_at(task->sizes, pattern), number = size_at(task->sizes, pattern + 1) - begin;
  for (i64 i = 0; i < number; i++) {
    l->work.at[i] = renumbered(task->pairings.at[begin + i], task->image);
    l->more.at[i] = task->counts.at[begin + i] * weight;
  }
  i64 code = renumbered_pattern(pattern, task->image, task->power.at);
  fill_level(l, 0, 0, number, code, renumbered_pattern(code, task->flip, task->power.at));
  u64 ends = 0;
  for (i64 i = 0; i < l->degree.rows; i++, code /= 3) {
    l->degree.at[i] = code % 3;
    ends |= (u64)(code % 3 == 1) << i;
  }
  return ends;
}

/* Join the states of a level with all that complete them; return how many pairs there are. */
INLINE i64 join_level(const JoinTask *task, Pairings here, i64 code, u64 ends, u64 factor, u64 *total) {
  const i64 wanted = task->power.at[task->image.rows] - 1 - code, begin = size_at(task->other_sizes, wanted);
  const i64 number = size_at(task->other_sizes, wanted + 1) - begin;
  const Pairings others = {task->other_pairings.at + begin, task->other_counts.at + begin, number};
  add_pairs(here, ends, others, factor, total);
  return here.number * number;
}

/* Join the states of one pattern with all that complete them; return about how much work that was.
   The sets of edges are gone through depth first: at each level one edge, first left out, then taken. */
INLINE i64 join_pattern(i64 pattern, u64 weight, i64 *mark, const JoinTask *task, const EdgeLevels *l, u64 *total) {
  const i64 number = task->edges.rows, *power = task->power.at, *flip = task->flip.at;
  i64 *degree = l->degree.at, *turn = l->turn.at, spent = 0, level = 0;
  u64 ends = first_level(task, l, pattern, weight);
  const i64 own = l->size.at[0];
  while (level >= 0) {
    const Pairings here = at_level(l, level);
    i64 code = l->code.at[level], flipped = l->flipped.at[level];
    if (level == number) {
      const u64 factor = factor_of(task, own, pattern, code, flipped);
      if (factor) spent += join_level(task, here, code, ends, factor, total);
      level--;
      continue;
    }
    const i64 *edge = task->edges.at + 3 * level, a = edge[0], b = edge[1];
    if (turn[level] == NEW) {
      turn[level] = LEFT_OUT;
      if (!edge[2]) {
        fill_level(l, level + 1, l->row.at[level], here.number, code, flipped);
        level++;
        continue;
      }
    }
    if (turn[level] == TAKEN || (turn[level] == LEFT_OUT && degree[a] < 2 && degree[b] < 2))
      ends ^= (u64)1 << a | (u64)1 << b;
    else {
      level--;
      continue;
    }
    if (turn[level] == LEFT_OUT) {
      const u64 done = (u64)(degree[a] == 1) * 15 << 4 * a | (u64)(degree[b] == 1) * 15 << 4 * b;
      const i64 row = level + 1, start = row * l->work.columns;
      turn[level] = TAKEN;
      degree[a]++;
      degree[b]++;
      ++*mark;
      spent += here.number;
      code += power[a] + power[b];
      flipped += power[flip[a]] + power[flip[b]];
      i64 fresh = 0;
      if (row < number || factor_of(task, own, pattern, code, flipped))
        fresh = contract(here, a, b, done, l->work.at + start, l->more.at + start, l->seen.at, *mark);
      if (fresh) {
        fill_level(l, row, row, fresh, code, flipped);
        level = row;
      }
      continue;
    }
    turn[level] = DONE;
    degree[a]--;
    degree[b]--;
    level--;
  }
  return spent;
}

/* Count the cycles in which one half has a pattern from `begin` on.

   For each set of the middle's own edges that the degrees allow, the other half has to have the degrees that are
   missing; of its states those count that make one cycle of the paths. */
KERNEL void middle_join(const MiddleJoin *in, MiddleJoined *out) {
  const JoinTask *task = &in->task;
  i64 *seen = in->levels.seen.at, pattern = in->begin, spent = 0, mark = 0;
  for (i64 i = 0; i < in->levels.seen.rows; i++) seen[i] = 0;
  for (; pattern < in->end; pattern++) {
    if (size_at(task->sizes, pattern) == size_at(task->sizes, pattern + 1)) continue;
    if (spent > in->budget) break;
    /* Of a pattern and its image under the flip, the lesser one counts for both. */
    const i64 flipped = renumbered_pattern(pattern, task->flip, task->power.at);
    if (flipped < pattern) continue;
    spent += join_pattern(pattern, flipped > pattern ? 2 : 1, &mark, task, &in->levels, in->total.at);
  }
  *out = (MiddleJoined){.begin = pattern, .spent = spent};
}
