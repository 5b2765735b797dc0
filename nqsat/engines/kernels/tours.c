/* One layer of the forward programme of tours: what follows on states at the turn of a node.
   Twin: `edge_by_edge` in tests/support/kernel_twins.py. */
#include "layers.h"
#include "states.h"

/* The turn of a node: see `Turn` in mates/forward.py. */
typedef struct {
  i64 slot, last;
  u64s odd OF(degree);
  i64s ways OF(degree);
  i64 required;
  i64s after OF(after);
  u64s tight OF(tight, 3);
  i64s images OF(images, 24);
  REQUIRE(0 <= slot && slot < 24)
} Turn;

typedef struct {
  u64s old OF(count, width); /* rows of states */
  i64 begin;                 /* the first of them */
  Adding how;
  Layer layer; /* the next layer */
  i64 number;  /* of its states */
  Notes notes;
  Turn turn;
  u64s_out found OF(choices, 3); /* room for what follows on a state */
  Block block;
  REQUIRE(0 <= begin && 0 <= number && number <= room && (noted == 0 || noted == count * choices))
  REQUIRE(2 * choices >= degree * (degree - 1) + 2 * degree + 2 && block >= choices && key_words == 2)
  REQUIRE(2 + sizes * limbs + shift * (sizes > 0) <= width)
} ToursAdvance;

typedef struct {
  i64 begin;  /* where to go on when the next layer has more room */
  i64 number; /* how many states it has; -1 if there are more than allowed */
} ToursAdvanced;

/* A state and the slots of nodes that are touched and not inner. */
typedef struct {
  u64 low, high, open;
} State;

INLINE void put(State *s, i64 slot, i64 value) {
  u64 *word = slot < HALF ? &s->low : &s->high;
  const i64 shift = 5 * (slot < HALF ? slot : slot - HALF);
  *word = (*word & ~((u64)31 << shift)) | (u64)value << shift;
}

/* The state that a symmetry makes of a state. */
INLINE State image_of(u64 low, u64 high, const i64 *map, const i64 *after, i64 number) {
  State s = {.low = low & PARITY};
  for (i64 i = 0; i < number; i++) {
    const i64 value = mate_at(low, high, after[i]);
    if (value) put(&s, map[after[i]], value == INNER ? INNER : map[value - 1] + 1);
  }
  return s;
}

/* The least of the images of a state, which stands for them all; by which of the maps, -1 if itself. */
INLINE i64 least_image(u64 *key, const Turn *turn) {
  const u64 low = key[0], high = key[1];
  i64 by = -1;
  for (i64 m = 0; m < turn->images.rows; m++) {
    const State s = image_of(low, high, turn->images.at + m * turn->images.columns, turn->after.at, turn->after.rows);
    if (s.high > key[1] || (s.high == key[1] && s.low >= key[0])) continue;
    key[0] = s.low;
    key[1] = s.high;
    by = m;
  }
  return by;
}

/* Whether every tight node still has as many ways as it needs. */
INLINE int is_alive(const State *s, const Turn *turn) {
  for (i64 i = 0; i < turn->tight.rows; i++) {
    const u64 *tight = turn->tight.at + 3 * i;
    const i64 value = mate_at(s->low, s->high, (i64)tight[0]);
    if (value != INNER && (i64)tight[1] + popcount(tight[2] & s->open) < (value ? 1 : 2)) return 0;
  }
  return 1;
}

/* Give one edge more to a node that is not inner; return the far end of its path. */
INLINE i64 extend(State *s, i64 slot) {
  const i64 value = mate_at(s->low, s->high, slot);
  if (!value) return slot;
  put(s, slot, INNER);
  s->open &= ~((u64)1 << slot);
  return value - 1;
}

/* Take the second edge of a node whose path ends at `end`, or none if it needs no more (`second` < 0): whether a state
   that may live follows. */
INLINE int finish(State *s, const Turn *turn, i64 end, i64 second) {
  int closes = 0;
  if (second >= 0) {
    const i64 slot = turn->ways.at[second], other = extend(s, slot);
    closes = end == slot;
    if (!closes) {
      put(s, end, other + 1);
      put(s, other, end + 1);
    }
    s->low ^= turn->odd.at[second];
  }
  if (!closes) return is_alive(s, turn);
  const int whole = turn->last && !s->open && !(s->low & PARITY);
  s->low = CLOSED;
  return whole;
}

/* Write the states that follow when one node takes its turn in one state, except dead ones, each with the edges that
   were taken; return how many there are. */
INLINE i64 follow(u64 low, u64 high, const Turn *turn, u64 *found) {
  const i64 degree = turn->ways.rows, *ways = turn->ways.at, value = mate_at(low, high, turn->slot);
  State begun = {.low = low, .high = high};
  i64 number = 0;
  put(&begun, turn->slot, 0);
  for (i64 i = 0; i < turn->after.rows; i++) {
    const i64 slot = turn->after.at[i];
    begun.open |= (u64)(mate_at(begun.low, begun.high, slot) != INNER) << slot;
  }
  for (i64 first = 0; first < (value ? 1 : degree); first++) {
    State one = begun;
    i64 end = value - 1, chosen = 0;
    if (!value) {
      if (!(begun.open >> ways[first] & 1)) continue;
      end = extend(&one, ways[first]);
      one.low ^= turn->odd.at[first];
      chosen = (i64)1 << first;
    }
    for (i64 second = value ? 0 : first + 1; second < (value == INNER ? 1 : degree); second++) {
      State next = one;
      const i64 taken = value == INNER ? 0 : chosen | (i64)1 << second;
      if (value != INNER && !(one.open >> ways[second] & 1)) continue;
      if (turn->required & ~taken || !finish(&next, turn, end, value == INNER ? -1 : second)) continue;
      found[3 * number] = next.low;
      found[3 * number + 1] = next.high;
      found[3 * number++ + 2] = (u64)taken;
    }
  }
  return number;
}

/* Let a node take its turn in the states from `begin` on. */
KERNEL void tours_advance(const ToursAdvance *given, ToursAdvanced *out) {
  const ToursAdvance here = *given, *in = &here; /* a copy: no array is written through it */
  const i64 width = in->old.columns, count = in->old.rows, room = in->found.rows, block = in->block.keys.rows;
  const u64 *found = in->found.at;
  i64 index = in->begin, number = in->number;
  while (index < count && number >= 0 && number + block <= in->layer.rows.rows) {
    i64 some = 0;
    for (; index < count && some + room <= block; index++) {
      const u64 *state = in->old.at + index * width;
      const i64 ways = follow(state[0], state[1], &in->turn, in->found.at);
      for (i64 i = 0; i < ways; i++, some++) {
        const i64 spot = index * room + i;
        u64 *key = in->block.keys.at + 2 * some;
        i64 by = -1;
        key[0] = found[3 * i];
        key[1] = key[0] == CLOSED ? 0 : found[3 * i + 1];
        if (key[0] != CLOSED) by = least_image(key, &in->turn);
        in->block.source.at[some] = index;
        in->block.spots.at[some] = spot;
        if (!in->notes.following.rows) continue;
        in->notes.chosen.at[spot] = found[3 * i + 2];
        in->notes.folded.at[spot] = (i16)by;
      }
    }
    number = merge(&in->block, 2, some, in->block.spots.at, in->old.at, 0, &in->how, &in->layer, number, &in->notes);
  }
  *out = (ToursAdvanced){.begin = index, .number = number};
}
