/* One layer of the frontier programme: what follows on states if a variable has a value.

   A key has the words of residuals, then labels (see frontier/components.py), then a value if states are ranked.
   Twin: `frontier/plain.py`, and brute force in tests/engines/test_frontier_kernels.py. */
#include "layers.h"

/* What becomes of residuals: the bits that must not be there, that stay, that are added; rows of (source, mask,
   left, right, target); rows of (source, mask, targets). And of values: by how much they grow. */
typedef struct {
  u64s masks OF(3, words);
  u64s moves OF(moves, 5);
  u64s jumps OF(jumps, 2 + words);
  i64 ranked, gain;
} Change;

/* What becomes of labels, each of so many bits: the constraint of each slot, those that are acyclic, the slots of new
   nodes, pairs that are joined, slots that close, rows of a slot that closes and the bits for it. The last three are
   room for the labels of a state, their names, and what each constraint has lost. Without slots there are no labels. */
typedef struct {
  i64s owners OF(slots);
  bools acyclic OF(groups);
  i64s fresh OF(fresh);
  i64s joins OF(joins, 2);
  i64s closing OF(closing);
  u64s shut OF(shut, 1 + words);
  i64 bits;
  i64s_out label OF(slots);
  i64s_out seen OF(slots + 1 + fresh);
  i64s_out lost OF(groups);
  REQUIRE(0 < bits && bits <= 64)
} Labels;

typedef struct {
  u64s old OF(count, width); /* rows of states */
  i64 begin;                 /* the first of them */
  Adding how;
  Layer layer; /* the next layer */
  i64 number;  /* of its states */
  Notes notes;
  Change change;
  Labels labels;
  Block block;
  REQUIRE(0 <= begin && 0 <= number && number <= room && (noted == 0 || noted == count))
  REQUIRE(words + (slots + 64 / bits - 1) / (64 / bits) + ranked == key_words)
  REQUIRE(key_words + sizes * limbs + shift * (sizes > 0) <= width)
} FrontierAdvance;

typedef struct {
  i64 begin;  /* where to go on when the next layer has more room */
  i64 number; /* how many states it has; -1 if there are more than allowed */
} FrontierAdvanced;

/* Give the variable a value in a state: what is left of its residuals; 0 if nothing follows. */
INLINE int change_residuals(const u64 *state, const Change *change, u64 *key) {
  const i64 words = change->masks.columns, jump = change->jumps.columns;
  const u64 *dead = change->masks.at, *keep = dead + words, *add = keep + words;
  u64 wrong = 0;
  for (i64 w = 0; w < words; w++) {
    wrong |= state[w] & dead[w];
    key[w] = (state[w] & keep[w]) | add[w];
  }
  if (wrong) return 0;
  for (i64 j = 0; j < change->moves.rows; j++) {
    const u64 *move = change->moves.at + 5 * j;
    key[move[4]] |= (state[move[0]] & move[1]) << move[2] >> move[3];
  }
  for (i64 j = 0; j < change->jumps.rows; j++) {
    const u64 *row = change->jumps.at + j * jump;
    if (state[row[0]] & row[1])
      for (i64 w = 0; w < words; w++) key[w] |= row[2 + w];
  }
  return 1;
}

/* Give new nodes labels, and nodes that are joined the same; 0 if that may not be. */
INLINE int join_labels(i64 *label, const Labels *t) {
  const i64 slots = t->owners.rows, groups = t->acyclic.rows, *owners = t->owners.at;
  for (i64 i = 0; i < t->fresh.rows; i++) {
    const i64 slot = t->fresh.at[i];
    if (label[owners[slot]]) return 0; /* the component is closed */
    label[slot] = slots + 1 + i;
  }
  for (i64 i = 0; i < t->joins.rows; i++) {
    const i64 *pair = t->joins.at + 2 * i, one = label[pair[0]], other = label[pair[1]];
    if (!one || !other) continue;
    if (one == other && t->acyclic.at[owners[pair[0]]]) return 0;
    for (i64 slot = groups; slot < slots; slot++)
      if (label[slot] == other) label[slot] = one;
  }
  return 1;
}

/* Take their labels from nodes that nothing can join any more. */
INLINE void clear_labels(i64 *label, const u64 *key, const Labels *t) {
  for (i64 i = 0; i < t->closing.rows; i++) label[t->closing.at[i]] = 0;
  for (i64 i = 0; i < t->shut.rows; i++) {
    const u64 *shut = t->shut.at + i * t->shut.columns;
    int every = 1;
    for (i64 w = 1; w < t->shut.columns; w++) every &= (key[w - 1] & shut[w]) == shut[w];
    if (every) label[shut[0]] = 0;
  }
}

/* Set the flags of components that have closed; 0 if there are others besides. `seen` says which labels there were
   before some nodes lost theirs: 0, or 1 and its constraint. */
INLINE int close_components(i64 *label, const Labels *t) {
  const i64 slots = t->owners.rows, groups = t->acyclic.rows, *owners = t->owners.at;
  i64 *seen = t->seen.at, *lost = t->lost.at;
  for (i64 group = 0; group < groups; group++) lost[group] = 0;
  for (i64 slot = groups; slot < slots; slot++) seen[label[slot]] = 0;
  for (i64 name = 1; name < t->seen.rows; name++)
    if (seen[name]) lost[seen[name] - 1]++;
  for (i64 slot = groups; slot < slots; slot++)
    if (label[slot] && lost[owners[slot]]) return 0;
  for (i64 group = 0; group < groups; group++) {
    if (lost[group] > 1) return 0;
    label[group] += lost[group];
  }
  return 1;
}

/* Number labels by their first occurrence, and put them behind the words of residuals. */
INLINE void pack_labels(const i64 *label, const Labels *t, u64 *packed) {
  const i64 slots = t->owners.rows, bits = t->bits, per = 64 / bits;
  i64 number = 0, *names = t->seen.at;
  for (i64 i = 0; i < t->seen.rows; i++) names[i] = 0;
  for (i64 w = 0; w * per < slots; w++) packed[w] = 0;
  for (i64 slot = 0; slot < slots; slot++) {
    i64 name = label[slot];
    if (slot >= t->acyclic.rows && name) {
      if (!names[name]) names[name] = ++number;
      name = names[name];
    }
    packed[slot / per] |= (u64)name << bits * (slot % per);
  }
}

/* Go on with the labels of a state, whose new residuals are in `key`; 0 if its components cannot meet any more. */
INLINE int change_labels(const u64 *packed, const Labels *t, u64 *key, i64 words) {
  const i64 slots = t->owners.rows, groups = t->acyclic.rows, bits = t->bits, per = 64 / bits;
  i64 *label = t->label.at, *seen = t->seen.at;
  for (i64 slot = 0; slot < slots; slot++)
    label[slot] = packed[slot / per] >> bits * (slot % per) & ~(u64)0 >> (64 - bits);
  if (!join_labels(label, t)) return 0;
  for (i64 i = 0; i < t->seen.rows; i++) seen[i] = 0;
  for (i64 slot = groups; slot < slots; slot++)
    if (label[slot]) seen[label[slot]] = 1 + t->owners.at[slot];
  clear_labels(label, key, t);
  if (!close_components(label, t)) return 0;
  pack_labels(label, t, key + words);
  return 1;
}

/* Give one variable one value in the states from `begin` on. */
KERNEL void frontier_advance(const FrontierAdvance *given, FrontierAdvanced *out) {
  const FrontierAdvance here = *given, *in = &here; /* a copy: no array is written through it */
  const Change *change = &in->change;
  const Labels *labels = &in->labels;
  const i64 words = change->masks.columns, width = in->old.columns, count = in->old.rows;
  const i64 block = in->block.keys.rows, key_words = in->block.keys.columns, head = key_words - change->ranked;
  i64 number = in->number, first = in->begin;
  for (; first < count && number >= 0; first = min(first + block, count)) {
    if (number + min(block, count - first) > in->layer.rows.rows) break;
    i64 some = 0;
    for (i64 row = first; row < min(first + block, count); row++) {
      const u64 *state = in->old.at + row * width;
      u64 *key = in->block.keys.at + some * key_words;
      if (!change_residuals(state, change, key)) continue;
      if (change->ranked) key[head] = state[head] + (u64)change->gain;
      if (head > words && !change_labels(state + words, labels, key, words)) continue;
      in->block.source.at[some++] = row;
    }
    number = merge(&in->block, head, some, in->block.source.at, in->old.at, change->ranked, &in->how, &in->layer,
                   number, &in->notes);
  }
  *out = (FrontierAdvanced){.begin = first, .number = number};
}
