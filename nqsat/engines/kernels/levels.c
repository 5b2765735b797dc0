/* Depth-first search by levels: choose one remaining bit of each level, clear what it excludes.

   A level is a field of bits in one word, its blank (if it has one) on top. Bits of decided levels are never read
   again: only the words from the next level on are written. A field is empty if adding ones to all its bits except
   the topmost leaves the topmost unset, so four operations test all fields of a word. The stack is data, so that a
   call stops after a budget of nodes and the next one resumes. Twin: `allowed` in tests/engines/test_level_kernels.py. */
#include "nq.h"

/* The levels; a place is the number of a bit, 64 to a word. */
typedef struct {
  u64s word OF(levels);              /* for each level, its word */
  u64s field OF(levels);             /* for each level, its bits in that word */
  u64s keep OF(64 * words, words);   /* for each place, the mask that remains when it is chosen */
  u64s real OF(words);               /* all bits except the blanks */
  u64s most OF(words);               /* the real bits without the topmost of each level */
  u64s tops OF(levels + 1, words);   /* for each level, the topmost real bits of it and all later ones */
  u64s needed OF(levels + 1, words); /* of these the bits where a piece is required */
  u64s rest OF(levels + 1, words);   /* for each level, the real bits of it and all later ones */
  i64s musts OF(levels + 1);         /* for each level, how many of it and the later ones require a piece */
} Levels;

typedef struct {
  u64s_out free OF(levels + 1, words); /* for each level, the bits that remain once all earlier ones are decided */
  u64s_out todo OF(levels + 1);        /* for each level, the choices not yet tried */
  i64s_out pieces OF(levels + 1);      /* for each level, the number of pieces on earlier ones */
} LevelStack;

typedef struct {
  Levels levels;
  LevelStack stack;
  i64 depth;  /* where to go on: what is to do there is filled in */
  i64 budget; /* stop after about so many nodes */
  REQUIRE(levels >= 2 && 0 <= depth && depth < levels)
} LevelCount;

typedef struct {
  i64 depth;  /* where to go on, -1 if there is nothing left */
  i64 found;  /* how many ways */
  i64 budget; /* what is left of it */
} LevelCounted;

/* The fields of a word that still have a bit: the topmost of each is set. */
INLINE u64 filled(u64 left, u64 most) { return ((left & most) + most) | left; }

/* Count the ways to decide all levels, whatever the number of pieces. */
KERNEL void level_count(const LevelCount *in, LevelCounted *out) {
  const Levels *t = &in->levels;
  const i64 words = t->keep.columns, final = words - 1, end = t->word.rows - 1;
  const u64 *word = t->word.at, *field = t->field.at, *most = t->most.at;
  u64 *todo = in->stack.todo.at, *free = in->stack.free.at;
  i64 level = in->depth, budget = in->budget, found = 0;
  u64 here = todo[level];
  for (;;) {
    if (!here) {
      if (!level) {
        level = -1;
        break;
      }
      here = todo[--level];
      continue;
    }
    if (!budget) {
      todo[level] = here;
      break;
    }
    budget--;
    const u64 place = word[level] * 64 + lowest(here);
    here &= here - 1;
    const i64 below = level + 1, start = word[below];
    const u64 *up = free + level * words, *keep = t->keep.at + place * words;
    const u64 *needed = t->needed.at + below * words;
    u64 *down = free + below * words;
    /* From the last word to the first that is of use: there the next level lies. */
    u64 left = up[final] & keep[final], lost = 0;
    if (~filled(left, most[final]) & needed[final]) continue;
    down[final] = left;
    for (i64 i = final - 1; i >= start; i--) {
      left = up[i] & keep[i];
      down[i] = left;
      lost |= ~filled(left, most[i]) & needed[i];
    }
    if (lost) continue;
    left &= field[below];
    if (below == end) {
      found += popcount(left);
      continue;
    }
    todo[level] = here;
    here = left;
    level = below;
  }
  *out = (LevelCounted){.depth = level, .found = found, .budget = budget};
}

typedef struct {
  Levels levels;
  LevelStack stack;
  i64 depth, budget; /* as above */
  i64 low, high;     /* the numbers of pieces that are counted */
  i64s_out sizes OF(sizes); /* how many ways have so many pieces: added to */
  REQUIRE(0 <= depth && depth < levels && sizes > levels + 1)
} LevelSizes;

typedef struct {
  i64 depth, budget;
} LevelDone;

/* Choose a bit of a level: what stays free below, and how many levels can still be filled; -1 if one cannot. */
INLINE i64 choose(const Levels *t, const u64 *up, u64 *down, i64 place, i64 below, i64 start) {
  const i64 words = t->keep.columns;
  const u64 *keep = t->keep.at + place * words, *needed = t->needed.at + below * words;
  const u64 *tops = t->tops.at + below * words, *most = t->most.at;
  i64 possible = 0;
  for (i64 i = start; i < words; i++) {
    const u64 left = up[i] & keep[i], live = filled(left, most[i]);
    down[i] = left;
    if (~live & needed[i]) return -1;
    possible += popcount(live & tops[i]);
  }
  return possible;
}

/* Count by the number of pieces, from `low` to `high`. */
KERNEL void level_sizes(const LevelSizes *in, LevelDone *out) {
  const Levels *t = &in->levels;
  const i64 words = t->keep.columns, end = t->word.rows;
  const u64 *word = t->word.at;
  const i64 *musts = t->musts.at;
  u64 *todo = in->stack.todo.at, *free = in->stack.free.at;
  i64 *pieces = in->stack.pieces.at, *sizes = in->sizes.at, level = in->depth, budget = in->budget;
  while (level >= 0) {
    if (!todo[level]) {
      level--;
      continue;
    }
    if (!budget) break;
    budget--;
    const i64 bit = lowest(todo[level]), below = level + 1, place = word[level] * 64 + bit;
    const i64 start = below < end ? (i64)word[below] : words;
    const i64 here = pieces[level] + (i64)(t->real.at[word[level]] >> bit & 1);
    u64 *down = free + below * words;
    todo[level] &= todo[level] - 1;
    if (here + musts[below] > in->high) continue;
    const i64 possible = choose(t, free + level * words, down, place, below, start);
    if (possible < 0 || here + possible < in->low) continue;
    if (below == end || here == in->high) {
      sizes[here]++;
    } else if (below == end - 1 || (here == in->high - 1 && !musts[below])) {
      /* Choose one more item, whichever it is; or none, if the level allows that. */
      if (here >= in->low && !musts[below]) sizes[here]++;
      for (i64 i = start; i < words; i++)
        sizes[here + 1] += popcount(down[i] & t->rest.at[below * words + i]);
    } else {
      pieces[below] = here;
      todo[below] = down[word[below]] & t->field.at[below];
      level = below;
    }
  }
  *out = (LevelDone){.depth = level, .budget = budget};
}
