/* Two halves of a tour, joined over the nodes between them: the states of each half are sorted by pattern.

   For patterns and pairings see mates/middle.py. The sets of the middle's edges are gone through depth first: at
   each level one edge, first left out, then taken. Twin: `edge_by_edge` in tests/support/kernel_twins.py. */
#include "nq.h"

/* What is joined: the states of the one half, and those of the other, by its own numbers. */
typedef struct {
  ints sizes OF(patterns); /* the states of pattern p begin at the item p */
  u64s pairings OF(states);
  u64s counts OF(states);
  ints other_sizes OF(patterns);
  u64s other_pairings OF(other_states);
  u64s other_counts OF(other_states);
  i64s power OF(nodes + 1); /* the powers of three */
  i64s image OF(nodes);     /* what the other half calls each place of the middle */
  i64s flip OF(nodes);      /* a symmetry of both halves from place to place; the identity if none is used */
  i64 swaps;                /* whether the other half is the mirror image, and a pair counts as its image */
  i64s edges OF(edges, 3);  /* those of the middle: two places, by the other half's numbers, and whether required */
  REQUIRE(nodes <= 16)
} JoinTask;

/* The states of a pattern with a set of edges, which is decided edge by edge; for each level what follows. */
typedef struct {
  i64s_out row OF(levels);           /* their row of `work` */
  i64s_out size OF(levels);          /* how many they are */
  i64s_out code OF(levels);          /* their pattern, by the other half's numbers */
  i64s_out flipped OF(levels);       /* its image under the flip */
  i64s_out turn OF(levels);          /* what was done with the next edge */
  u64s_out work OF(levels, largest); /* pairings, a row for each level at most */
  u64s_out more OF(levels, largest); /* their counts */
  i64s_out degree OF(nodes);         /* not by level: of each place, at the level looked at */
  i64s_out seen OF(8 * largest + 4); /* a hash table, see `contract` */
} EdgeLevels;

typedef struct {
  i64 begin, end; /* of the patterns of the one half */
  i64 budget;     /* stop after about so many pairs */
  JoinTask task;
  EdgeLevels levels;
  u64s_out total OF(2); /* of two limbs, to which the cycles are added */
  REQUIRE(0 <= begin && begin <= end && end < patterns && levels == edges + 1)
} MiddleJoin;

typedef struct {
  i64 begin; /* where to go on */
  i64 spent; /* how much work it was: pairs and states looked at */
} MiddleJoined;

/* What was done with an edge: nothing, it was left out, it was taken, or all. */
enum { NEW, LEFT_OUT, TAKEN, DONE };

/* A walk through the sets of edges. */
typedef struct {
  const JoinTask *task;
  const EdgeLevels *levels;
  i64 pattern, own; /* at the moment, and how many states it has */
  u64 ends;         /* the places of degree 1, a bit each */
  i64 mark;         /* the last that was used, see `contract` */
  i64 spent;
  u128 total;
} Walk;

INLINE i64 int_at(ints array, i64 i) {
  return array.item == 4 ? ((const i32 *)array.at)[i] : ((const i64 *)array.at)[i];
}

/* -- pairs that make one cycle -- */

/* The sum of the counts of the pairings that make one cycle of all ends with this one, with `half` paths on each
   side, a constant, so that the inner loop is unrolled and the outer one vectorised. The cycle through the last end is
   back there after as many double steps as it has paths, halved: of these, one with one pairing and one with the
   other, all but the last must lead elsewhere. `last` and x are four times a place: pairings are shifted by two for
   that, which spoils the mate of the last place alone, and nobody comes there before its cycle is closed. */
INLINE u64 partners(const int half, u64 pairing, u64 last, const u64 *pairings, const u64 *counts, i64 number) {
  const u64 begin = (pairing >> last & 15) << 2, here = pairing << 2;
  u64 total = 0;
  for (i64 other = 0; other < number; other++) {
    const u64 there = pairings[other] << 2;
    u64 x = there >> begin & 60, early = half > 1 && x == last;
    for (int i = 0; i < half - 2; i++) {
      x = here >> x & 60;
      x = there >> x & 60;
      early |= x == last;
    }
    total += early ? 0 : counts[other];
  }
  return total;
}

/* Add up the products of the counts of all pairs that make one cycle of all ends. */
INLINE u128 pairs_of(const int half, u64 last, const u64 *pairings, const u64 *counts, i64 number,
                     const u64 *others, const u64 *other_counts, i64 some) {
  u128 total = 0;
  for (i64 i = 0; i < number; i++)
    total += (u128)counts[i] * partners(half, pairings[i], last, others, other_counts, some);
  return total;
}

/* How often the pairs count of which the other half has the degrees that are missing. `code` and `flipped` are the
   degrees that this half and its edges make, and their image under the flip. Where the halves are mirror images,
   twice or never: of a pair and its image that one is joined of which the larger pattern is contracted (it has become
   small then). The pattern is not greater than its image. */
INLINE u64 factor_of(const Walk *walk, i64 code, i64 flipped) {
  const JoinTask *task = walk->task;
  const i64 full = task->power.at[task->image.rows] - 1, wanted = full - code, own = walk->own;
  const i64 others = int_at(task->other_sizes, wanted + 1) - int_at(task->other_sizes, wanted);
  if (!others) return 0;
  const i64 image = min(wanted, full - flipped);
  if (!task->swaps || (others == own && image == walk->pattern)) return 1;
  return others < own || (others == own && image > walk->pattern) ? 2 : 0;
}

/* Add up the pairs of the states of a level and all those that have the degrees that are missing. */
INLINE void pair_off(Walk *walk, i64 level) {
  const JoinTask *task = walk->task;
  const EdgeLevels *levels = walk->levels;
  const i64 size = levels->size.at[level], at = levels->row.at[level] * levels->work.columns;
  const i64 wanted = task->power.at[task->image.rows] - 1 - levels->code.at[level];
  const u64 factor = factor_of(walk, levels->code.at[level], levels->flipped.at[level]);
  if (!factor) return;
  const i64 here = int_at(task->other_sizes, wanted), some = int_at(task->other_sizes, wanted + 1) - here;
  const u64 last = 4 * (u64)highest(walk->ends), *work = levels->work.at + at, *more = levels->more.at + at;
  const u64 *others = task->other_pairings.at + here, *counts = task->other_counts.at + here;
  u128 found = 0;
#define PAIRS(half) pairs_of(half, last, work, more, size, others, counts, some)
  switch (popcount(walk->ends) / 2) {
    case 1: found = PAIRS(1); break;
    case 2: found = PAIRS(2); break;
    case 3: found = PAIRS(3); break;
    case 4: found = PAIRS(4); break;
    case 5: found = PAIRS(5); break;
    case 6: found = PAIRS(6); break;
    case 7: found = PAIRS(7); break;
    case 8: found = PAIRS(8); break;
  }
#undef PAIRS
  walk->total += factor * found;
  walk->spent += size * some;
}

/* -- the middle's edges -- */

/* The pairing with each place called by another number. */
INLINE u64 renumbered(u64 pairing, const i64s *image) {
  u64 new = 0;
  for (i64 i = 0; i < image->rows; i++) new |= (u64)image->at[pairing >> 4 * i & 15] << 4 * image->at[i];
  return new;
}

INLINE i64 renumbered_pattern(i64 pattern, const i64s *image, const i64s *power) {
  i64 new = 0;
  for (i64 i = 0; i < image->rows; i++, pattern /= 3) new += pattern % 3 * power->at[image->at[i]];
  return new;
}

/* Add an edge from a to b to the pairings of a level, into the next; equal ones become one, and cycles are left out.
   How many there are. `seen` is a hash table of indices, each with a mark in its upper half; places with a lower mark
   are free. */
INLINE i64 contract(const Walk *walk, i64 level, i64 a, i64 b) {
  const EdgeLevels *levels = walk->levels;
  const i64 wide = levels->work.columns, from = levels->row.at[level] * wide, to = (level + 1) * wide;
  const i64 number = levels->size.at[level], least = walk->mark << 32;
  const u64 *pairings = levels->work.at + from, *counts = levels->more.at + from;
  u64 *into = levels->work.at + to, *into_counts = levels->more.at + to;
  i64 *seen = levels->seen.at, places = 4, fresh = 0;
  /* A place that becomes inner is its own mate. */
  const u64 done = (u64)(walk->ends >> a & 1) * 15 << 4 * a | (u64)(walk->ends >> b & 1) * 15 << 4 * b;
  const u64 own = ((u64)a << 4 * a | (u64)b << 4 * b) & done;
  while (places < 4 * number) places *= 2;
  for (i64 i = 0; i < number; i++) {
    u64 pairing = pairings[i];
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
    /* Without a branch: which are new cannot be predicted. */
    const i64 is_new = entry < least, index = is_new ? fresh : entry - least;
    seen[place] = least + index;
    into[index] = pairing;
    into_counts[index] = counts[i] + (is_new ? 0 : into_counts[index]);
    fresh += is_new;
  }
  return fresh;
}

/* Fill in a level. */
INLINE void fill(const EdgeLevels *levels, i64 level, i64 row, i64 size, i64 code, i64 flipped) {
  levels->row.at[level] = row;
  levels->size.at[level] = size;
  levels->code.at[level] = code;
  levels->flipped.at[level] = flipped;
  levels->turn.at[level] = NEW;
}

/* Copy the states of a pattern, by the other half's numbers; each counts so often. */
INLINE void begin_with(Walk *walk, i64 pattern, u64 weight) {
  const JoinTask *task = walk->task;
  const EdgeLevels *levels = walk->levels;
  const i64 begin = int_at(task->sizes, pattern);
  walk->pattern = pattern;
  walk->own = int_at(task->sizes, pattern + 1) - begin;
  walk->ends = 0;
  for (i64 i = 0; i < walk->own; i++) {
    levels->work.at[i] = renumbered(task->pairings.at[begin + i], &task->image);
    levels->more.at[i] = task->counts.at[begin + i] * weight;
  }
  i64 code = renumbered_pattern(pattern, &task->image, &task->power);
  fill(levels, 0, 0, walk->own, code, renumbered_pattern(code, &task->flip, &task->power));
  for (i64 i = 0; i < task->image.rows; i++, code /= 3) {
    levels->degree.at[i] = code % 3;
    walk->ends |= (u64)(code % 3 == 1) << i;
  }
}

/* A mark that no place of the hash table has. */
INLINE void mark_anew(Walk *walk) {
  if (++walk->mark < INT32_MAX) return;
  for (i64 i = 0; i < walk->levels->seen.rows; i++) walk->levels->seen.at[i] = 0;
  walk->mark = 1;
}

/* Take the edge of a level; 0 if nothing follows. */
INLINE int take_edge(Walk *walk, i64 level, i64 a, i64 b) {
  const JoinTask *task = walk->task;
  const EdgeLevels *levels = walk->levels;
  const i64 *power = task->power.at, *flip = task->flip.at;
  const i64 code = levels->code.at[level] + power[a] + power[b];
  const i64 flipped = levels->flipped.at[level] + power[flip[a]] + power[flip[b]];
  walk->spent += levels->size.at[level];
  if (level + 1 == task->edges.rows && !factor_of(walk, code, flipped)) return 0;
  mark_anew(walk);
  const i64 fresh = contract(walk, level, a, b);
  if (fresh) fill(levels, level + 1, level + 1, fresh, code, flipped);
  return fresh > 0;
}

/* Take an edge's place back, or give it: by how much the degrees of its places change. */
INLINE void change_degrees(Walk *walk, i64 a, i64 b, i64 by) {
  walk->levels->degree.at[a] += by;
  walk->levels->degree.at[b] += by;
  walk->ends ^= (u64)1 << a | (u64)1 << b;
}

/* Go on with the edge of a level; the level to go on from. */
INLINE i64 decide(Walk *walk, i64 level) {
  const EdgeLevels *levels = walk->levels;
  const i64 *edge = walk->task->edges.at + 3 * level, a = edge[0], b = edge[1];
  i64 *turn = levels->turn.at + level, *degree = levels->degree.at;
  if (*turn == TAKEN) {
    change_degrees(walk, a, b, -1);
    return level - 1;
  }
  if (*turn == NEW) {
    *turn = LEFT_OUT;
    if (!edge[2]) {
      fill(levels, level + 1, levels->row.at[level], levels->size.at[level], levels->code.at[level],
           levels->flipped.at[level]);
      return level + 1;
    }
  }
  *turn = DONE;
  if (degree[a] == 2 || degree[b] == 2 || !take_edge(walk, level, a, b)) return level - 1;
  *turn = TAKEN;
  change_degrees(walk, a, b, 1);
  return level + 1;
}

/* Count the cycles in which the one half has a pattern from `begin` on. For each set of the middle's edges that the
   degrees allow, the other half must have the degrees that are missing; of its states those count that make one
   cycle of the paths. */
KERNEL void middle_join(const MiddleJoin *given, MiddleJoined *out) {
  const MiddleJoin here = *given, *in = &here; /* a copy: no array is written through it */
  const JoinTask *task = &in->task;
  const i64 edges = task->edges.rows;
  u64 *total = in->total.at;
  Walk walk = {.task = task, .levels = &in->levels, .total = (u128)total[1] << 64 | total[0]};
  for (i64 i = 0; i < in->levels.seen.rows; i++) in->levels.seen.at[i] = 0;
  i64 pattern = in->begin;
  for (; pattern < in->end; pattern++) {
    if (int_at(task->sizes, pattern) == int_at(task->sizes, pattern + 1)) continue;
    if (walk.spent > in->budget) break;
    /* Of a pattern and its image under the flip, the lesser one counts for both. */
    const i64 flipped = renumbered_pattern(pattern, &task->flip, &task->power);
    if (flipped < pattern) continue;
    begin_with(&walk, pattern, flipped > pattern ? 2 : 1);
    for (i64 level = 0; level >= 0;) {
      if (level < edges) {
        level = decide(&walk, level);
        continue;
      }
      pair_off(&walk, level);
      level--;
    }
  }
  total[0] = (u64)walk.total;
  total[1] = (u64)(walk.total >> 64);
  *out = (MiddleJoined){.begin = pattern, .spent = walk.spent};
}
