/* Tours, layer by layer: what follows on states at the turn of a node; and the states at the end, sorted.

   The key of a state is two words of twelve slots of five bits: 0 is bare, 31 inner, and any other number the slot
   of the mate and one. A bit beyond the slots of the first word is the parity of the odd edges taken. Cycles that
   are closed are counted by a key of their own. Twin: `edge_by_edge` in tests/support/kernel_twins.py. */
#include "layers.h"

enum { INNER = 31, HALF = 12 };
static const u64 SLOT = 31, PARITY = (u64)1 << 60, CLOSED = ~(u64)0;

/* The turn of a node, as `NodeLayer` in mates/forward.py describes it; `odd` has the bit of the parity for each odd
   edge. Only states that take as many `edges` follow; -1 for all. */
typedef struct {
  i64 slot, last, required, needed, bare, edges;
  i64s ways OF(ways);
  u64s odd OF(ways);
  i64s after OF(after);
  u64s tight OF(tight, 4);
  i64s images OF(images, 24);
  REQUIRE(0 <= slot && slot < 24 && ways < 63 && after <= 24)
} Turn;

typedef struct {
  u64s old OF(count, width); /* rows of states */
  i64 begin;                 /* the first of them */
  Adding how;
  Layer layer; /* the next layer */
  i64 number;  /* of its states */
  Notes notes;
  Turn turn;
  i64 choices; /* the most states that follow on one */
  Block block;
  REQUIRE(choices == ways * (ways - 1) / 2 + ways + 1 && choices <= block && key_words == 2)
  REQUIRE(0 <= begin && 0 <= number && number <= room && (noted == 0 || noted == count * choices))
  REQUIRE(2 + sizes * limbs + shift * (sizes > 0) <= width)
} ToursAdvance;

typedef struct {
  i64 begin;  /* where to go on when the next layer has more room */
  i64 number; /* how many states it has; -1 if there are more than allowed */
} ToursAdvanced;

/* A state, and the slots of nodes that are not inner, one bit for each. */
typedef struct {
  u64 low, high, open;
} Paths;

INLINE i64 mate_at(u64 low, u64 high, i64 slot) {
  return slot < HALF ? low >> 5 * slot & SLOT : high >> 5 * (slot - HALF) & SLOT;
}

INLINE void put(Paths *paths, i64 slot, u64 value) {
  u64 *word = slot < HALF ? &paths->low : &paths->high;
  const i64 shift = 5 * (slot < HALF ? slot : slot - HALF);
  *word = (*word & ~(SLOT << shift)) | value << shift;
}

/* Make a state the least of its images, which stands for them all; by which of the maps, -1 if it is itself. */
INLINE i64 fold(u64 *low, u64 *high, const Turn *turn) {
  const u64 old_low = *low, old_high = *high;
  i64 by = -1;
  for (i64 m = 0; m < turn->images.rows; m++) {
    const i64 *one = turn->images.at + m * turn->images.columns;
    Paths new = {.low = old_low & PARITY};
    for (i64 i = 0; i < turn->after.rows; i++) {
      const i64 slot = turn->after.at[i], value = mate_at(old_low, old_high, slot);
      if (value) put(&new, one[slot], value == INNER ? INNER : one[value - 1] + 1);
    }
    if (new.high < *high || (new.high == *high && new.low < *low)) {
      *low = new.low;
      *high = new.high;
      by = m;
    }
  }
  return by;
}

/* Whether every tight node still has as many ways as it needs. */
INLINE int is_alive(const Paths *paths, const Turn *turn) {
  for (i64 i = 0; i < turn->tight.rows; i++) {
    const u64 *tight = turn->tight.at + 4 * i;
    const i64 value = mate_at(paths->low, paths->high, tight[0]);
    const i64 needs = value ? 1 : (i64)tight[3];
    if (value != INNER && (i64)tight[1] + popcount(tight[2] & paths->open) < needs) return 0;
  }
  return 1;
}

/* Whether no path is open, and no node is bare that is needed. */
INLINE int is_whole(const Paths *paths, const Turn *turn) {
  for (i64 i = 0; i < turn->after.rows; i++) {
    const i64 slot = turn->after.at[i], value = mate_at(paths->low, paths->high, slot);
    if (value != INNER && (value || turn->needed >> slot & 1)) return 0;
  }
  return 1;
}

/* Give one edge more to a node that is not inner; the far end of its path. */
INLINE i64 take(Paths *paths, i64 slot) {
  const i64 value = mate_at(paths->low, paths->high, slot);
  if (!value) return slot;
  put(paths, slot, INNER);
  paths->open &= ~((u64)1 << slot);
  return value - 1;
}

/* Lead a path whose far end is `end` on to a node; whether that closes a cycle. */
INLINE int join_path(Paths *paths, i64 end, i64 slot) {
  const i64 other = take(paths, slot);
  if (end == slot) return 1;
  put(paths, end, other + 1);
  put(paths, other, end + 1);
  return 0;
}

/* Whether what follows counts on: no edge is missing, no node is lost, no cycle is closed too early, and the step
   takes as many edges. */
INLINE int may_follow(const Paths *new, const Turn *turn, i64 taken, int closes) {
  if (turn->required & ~taken || (turn->edges >= 0 && popcount(taken) != turn->edges)) return 0;
  if (!closes) return is_alive(new, turn);
  return turn->last && !(new->low & PARITY) && is_whole(new, turn);
}

/* Write down a state that follows on a row, if it counts on, and note it; one that is closed becomes the key of all.
   How many there are then. */
INLINE i64 put_state(const ToursAdvance *in, i64 row, i64 begin, i64 some, Paths new, i64 taken, int closes) {
  i64 by = -1;
  if (!may_follow(&new, &in->turn, taken, closes)) return some;
  if (closes)
    new = (Paths){.low = CLOSED};
  else
    by = fold(&new.low, &new.high, &in->turn);
  in->block.keys.at[2 * some] = new.low;
  in->block.keys.at[2 * some + 1] = new.high;
  in->block.source.at[some] = row;
  const i64 spot = in->block.spots.at[some] = row * in->choices + some - begin;
  if (in->notes.chosen.rows) {
    in->notes.chosen.at[spot] = (u64)taken;
    in->notes.folded.at[spot] = (i16)by;
  }
  return some + 1;
}

/* Write the states that follow on a row when the node takes its turn, and note them; how many there are. */
INLINE i64 follow(const ToursAdvance *in, i64 row, i64 some) {
  const Turn *turn = &in->turn;
  const u64 *state = in->old.at + row * in->old.columns, *odd = turn->odd.at;
  const i64 *ways = turn->ways.at, degree = turn->ways.rows, value = mate_at(state[0], state[1], turn->slot);
  const i64 begin = some;
  Paths left = {.low = state[0], .high = state[1]};
  if (left.low == CLOSED) { /* a cycle is closed, and this node is left out */
    in->block.keys.at[2 * some] = CLOSED;
    in->block.keys.at[2 * some + 1] = 0;
    in->block.source.at[some] = row;
    in->block.spots.at[some] = row * in->choices;
    return turn->edges <= 0;
  }
  put(&left, turn->slot, 0);
  for (i64 i = 0; i < turn->after.rows; i++) {
    const i64 slot = turn->after.at[i];
    left.open |= (u64)(mate_at(left.low, left.high, slot) != INNER) << slot;
  }
  if (!value && turn->bare) some = put_state(in, row, begin, some, left, 0, 0);
  /* One pass for a node that has two edges or one already; one for each first edge if it is bare. */
  for (i64 first = 0; first < (value ? 1 : degree); first++) {
    Paths one = left;
    i64 end = value - 1, chosen = 0;
    if (!value) {
      if (!(left.open >> ways[first] & 1)) continue;
      end = take(&one, ways[first]);
      one.low ^= odd[first];
      chosen = (i64)1 << first;
    }
    for (i64 second = value ? 0 : first + 1; second < (value != INNER ? degree : 1); second++) {
      Paths new = one;
      i64 taken = chosen;
      int closes = 0;
      if (value != INNER) {
        /* A way that is inner already is none; the first may have become inner just now. */
        if (!(one.open >> ways[second] & 1)) continue;
        closes = join_path(&new, end, ways[second]);
        new.low ^= odd[second];
        taken |= (i64)1 << second;
      }
      some = put_state(in, row, begin, some, new, taken, closes);
    }
  }
  return some - begin;
}

/* The turn of one node in the states from `begin` on. */
KERNEL void tours_advance(const ToursAdvance *given, ToursAdvanced *out) {
  const ToursAdvance here = *given, *in = &here; /* a copy: no array is written through it */
  const i64 count = in->old.rows, block = in->block.keys.rows;
  i64 number = in->number, row = in->begin;
  while (row < count && number >= 0 && number + block <= in->layer.rows.rows) {
    i64 some = 0;
    for (; row < count && some + in->choices <= block; row++) some += follow(in, row, some);
    number = merge(&in->block, 2, some, in->block.spots.at, in->old.at, 0, &in->how, &in->layer, number, &in->notes);
  }
  *out = (ToursAdvanced){.begin = row, .number = number};
}

/* How rows are read. */
typedef struct {
  i64s slots OF(nodes);        /* the slot of each node of the middle */
  i64s nodes OF(24);           /* the node of each slot */
  i64s maps OF(maps, nodes);   /* permutations of these nodes, the identity first: a row stands for its images */
  i64s power OF(nodes + 1);    /* the powers of three */
  u64s_out images OF(maps, 2); /* room for the pattern and the pairing of each image */
  REQUIRE(nodes <= 16 && maps > 0)
} MiddleNodes;

typedef struct {
  u64s rows OF(count, width);    /* states … */
  u64s numbers OF(count, parts); /* … and what they count: for each, all of its images together */
  MiddleNodes middle;
  ints_out sizes OF(patterns);
  u64s_out pairings OF(states);
  u64s_out counts OF(parts, states);
  REQUIRE(width >= 2)
} ToursSort;

typedef struct {
  i64 rows;
} ToursSorted;

/* Write down the images of a state, its pattern and its pairing, each once; how many there are. */
INLINE i64 images_of(const u64 *state, const MiddleNodes *middle) {
  const i64 nodes = middle->slots.rows;
  u64 *images = middle->images.at;
  i64 number = 0;
  for (i64 m = 0; m < middle->maps.rows; m++) {
    const i64 *map = middle->maps.at + m * nodes;
    u64 pattern = 0, pairing = 0;
    for (i64 node = 0; node < nodes; node++) {
      const i64 value = mate_at(state[0], state[1], middle->slots.at[node]);
      const i64 degree = value == INNER ? 2 : value ? 1 : 0;
      const i64 mate = degree == 1 ? middle->nodes.at[value - 1] : node;
      pattern += (u64)(degree * middle->power.at[map[node]]);
      pairing |= (u64)map[mate] << 4 * map[node];
    }
    int is_new = 1;
    for (i64 i = 0; i < number; i++) is_new &= images[2 * i] != pattern || images[2 * i + 1] != pairing;
    if (!is_new) continue;
    images[2 * number] = pattern;
    images[2 * number + 1] = pairing;
    number++;
  }
  return number;
}

INLINE i64 added(const ints_out *sizes, i64 place) {
  return sizes->item == 4 ? ((i32 *)sizes->at)[place]++ : ((i64 *)sizes->at)[place]++;
}

/* Write the states of each pattern p from place `sizes[p + 1]` on, which moves to their end. If there is no room for
   pairings, the states of each pattern, images included, are counted in `sizes[p + 2]` instead. An image's count is
   its share of what its row counts, times the number of maps. */
KERNEL void tours_sort(const ToursSort *given, ToursSorted *out) {
  const ToursSort here = *given, *in = &here;
  const u64 *images = in->middle.images.at;
  const i64 parts = in->numbers.columns, states = in->pairings.rows;
  for (i64 row = 0; row < in->rows.rows; row++) {
    const i64 number = images_of(in->rows.at + row * in->rows.columns, &in->middle);
    const u64 share = (u64)(in->middle.maps.rows / number);
    for (i64 i = 0; i < number; i++) {
      if (!states) {
        added(&in->sizes, (i64)images[2 * i] + 2);
        continue;
      }
      const i64 place = added(&in->sizes, (i64)images[2 * i] + 1);
      in->pairings.at[place] = images[2 * i + 1];
      for (i64 part = 0; part < parts; part++)
        in->counts.at[part * states + place] = in->numbers.at[row * parts + part] * share;
    }
  }
  out->rows = in->rows.rows;
}
