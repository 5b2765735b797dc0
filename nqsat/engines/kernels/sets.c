/* Depth-first search by sets: hit the cover that has the fewest items left, then go field by field.

   A node is a set of items chosen and of items still free. It branches on which free item of a set is the *first* to be
   chosen: earlier ones are excluded, so that no solution comes twice. The set is a cover that is not hit, if there is
   one, else the *field* of the first free item that needs a decision; of a field none may be chosen. Items that exclude
   one another in no way, or of which at most one more is chosen, need no decision: a count takes all their combinations
   at once.

   Two chosen items may exclude a third (`pair`): those of a line exclude the rest of it. Where differences must be
   distinct, two pairs of squares have the same vector if and only if their places have the same difference. So the
   differences in use are a set D of integers, and an item at q excludes all of D + q: a shift of D, applied to the
   current set 64 places at a time. What is left to detect is an item that uses a difference twice: one midway between
   two others. A square with several kinds has one place per kind. Then D holds, for each difference of the first places
   of two squares, the differences of all their places; squares are far enough apart that these stay unique.

   The stack is data, so that a call stops after a budget of nodes and the next one resumes.
   Twin: `sets_of` in tests/support/kernel_twins.py. */
#include "nq.h"

/* The task; a place is the number of a bit, 64 to a word. */
typedef struct {
  u64s keep OF(64 * words, words);  /* for each place, what stays free when it is chosen */
  u64s field OF(64 * words, words); /* for each place, the items of its field */
  i64s quota OF(64 * words);        /* for each place, the quota of just these; -1 if there is none */
  u64s most OF(words);              /* all bits but the topmost of each field that is a clique, and of no other */
  u64s tops OF(words);              /* these topmost bits, and all bits of other fields */
  u64s covers OF(covers, words);    /* sets of which something must be chosen */
  u64s missed OF(64 * words, hit);  /* for each place, the covers that it does not hit */
  u64s quotas OF(quotas, words);    /* sets that are counted: of each at least `low` and at most `high` are chosen */
  i64s low OF(quotas);
  i64s high OF(quotas);
  u64s counted OF(words);           /* the union of the quotas */
  i64 whole; /* which quota counts everything; -1 if none does */
  i64 equal; /* whether equally many items are chosen of all quotas */
  i64 ahead; /* whether items are excluded that leave too few to a quota */
  i32s pair OF(pairs, pairs); /* for each two places, the row of `both`; 0 where they exclude no other; or empty */
  u64s both OF(both, words);  /* what stays free when two are chosen */
  i64 width; /* bits of a square; one less, unused, separate two squares; 0 if differences are free */
  REQUIRE(covers < 64 * hit && -1 <= whole && whole < quotas && (pairs == 0 || pairs == 64 * words))
} Sets;

/* Where the search is, for each depth; as many places are chosen as the depth. All begin with zeros. */
typedef struct {
  u64s_out free OF(deep, words);     /* the items that may still be chosen */
  u64s_out unhit OF(deep, hit);      /* the covers that are not hit */
  u64s_out todo OF(deep, words);     /* the branches not yet taken */
  i64s_out counts OF(deep, quotas);  /* how many each quota has */
  u64s_out used OF(deep, (2 * words + 1) * (width > 0)); /* the differences in use; bit 64 * words stands for 0 */
  i64s_out mode OF(deep);            /* what is known of the node, see below */
  i16s_out choice OF(deep);          /* the place chosen there */
  u64s_out squares OF(deep);         /* where differences are distinct, the first place of the square of that place */
  i64s_out low OF(quotas);           /* the bounds of the quotas at the node looked at, not by depth */
  i64s_out high OF(quotas);
} SetStack;

typedef struct {
  Sets task;
  SetStack stack;
  i64 depth;   /* of the node where to go on */
  i64 listing; /* whether a row is a solution, a place or -1 in each column; else see `count_rest` */
  i16s_out out OF(rows, columns);
  i64 budget; /* stop after about so many nodes, or when the rows are full */
  REQUIRE(0 <= depth && depth < deep && (listing || columns == 4))
} SetSearch;

typedef struct {
  i64 depth;  /* where to go on, -1 if there is nothing left */
  i64 found;  /* how many rows have been filled */
  i64 budget; /* what is left of it */
} SetSearched;

/* What is known of a node: nothing yet; no branches; that it branches on a set of which one item must be chosen; or
   on one of which none may be. */
enum { UNSETTLED, DEAD, MUST, MAY };

/* Which items need a decision: those that exclude others, also those that a quota counts, or every item. */
enum { EXCLUDING, COUNTED, EVERY };

/* The node that is looked at: its rows of the stack. */
typedef struct {
  const Sets *task;
  const SetStack *stack;
  i64 depth, words, hit, quotas;
  u64 *free, *unhit, *todo, *used;
  i64 *counts;
} Node;

INLINE Node node_at(const Sets *task, const SetStack *stack, i64 depth) {
  Node n = {.task = task, .stack = stack, .depth = depth};
  n.words = stack->free.columns;
  n.hit = stack->unhit.columns;
  n.quotas = stack->counts.columns;
  n.free = stack->free.at + depth * n.words;
  n.unhit = stack->unhit.at + depth * n.hit;
  n.todo = stack->todo.at + depth * n.words;
  n.used = stack->used.at + depth * stack->used.columns;
  n.counts = stack->counts.at + depth * n.quotas;
  return n;
}

INLINE const u64 *set_at(u64s sets, i64 number) { return sets.at + number * sets.columns; }
INLINE i64 holds(const u64 *set, i64 place) { return set[place / 64] >> place % 64 & 1; }

/* Take the lowest bit out of a word: its number. */
INLINE i64 take(u64 *word) {
  const i64 bit = lowest(*word);
  *word &= *word - 1;
  return bit;
}

/* How many items of a set are free. */
INLINE i64 count_free(const Node *n, const u64 *set) {
  i64 number = 0;
  for (i64 w = 0; w < n->words; w++) number += popcount(set[w] & n->free[w]);
  return number;
}

/* Bound each quota by what the others have, and can have. */
INLINE void equalise(const Node *n) {
  i64 least = 0, most = 64 * n->words;
  for (i64 q = 0; q < n->quotas; q++) {
    least = max(least, n->counts[q]);
    most = min(most, n->counts[q] + count_free(n, set_at(n->task->quotas, q)));
  }
  for (i64 q = 0; q < n->quotas; q++) {
    n->stack->low.at[q] = max(n->task->low.at[q], least);
    n->stack->high.at[q] = min(n->task->high.at[q], most);
  }
}

/* Whether an item leaves too few to a quota. */
INLINE int is_greedy(const Node *n, i64 place) {
  const u64 *keep = set_at(n->task->keep, place);
  for (i64 q = 0; q < n->quotas; q++) {
    const u64 *quota = set_at(n->task->quotas, q);
    i64 lacking = n->stack->low.at[q] - n->counts[q] - holds(quota, place);
    if (lacking <= 0) continue;
    for (i64 w = 0; w < n->words; w++) lacking -= popcount(n->free[w] & keep[w] & quota[w]);
    if (lacking > 0) return 1;
  }
  return 0;
}

/* Exclude the items that leave too few to a quota: they do after further choices, too. */
INLINE void drop_greedy_items(const Node *n) {
  for (i64 w = 0; w < n->words; w++)
    for (u64 left = n->free[w]; left;) {
      const i64 bit = take(&left);
      if (is_greedy(n, 64 * w + bit)) n->free[w] &= ~((u64)1 << bit);
    }
}

/* Close the quotas that are full; say whether the others can still be met, one of each clique. */
INLINE int quotas_suffice(const Node *n) {
  const i64 *low = n->stack->low.at, *high = n->stack->high.at;
  const u64 *most = n->task->most.at, *tops = n->task->tops.at;
  for (i64 q = 0; q < n->quotas; q++) {
    const u64 *quota = set_at(n->task->quotas, q);
    if (n->counts[q] > high[q]) return 0;
    for (i64 w = 0; w < n->words && n->counts[q] == high[q]; w++) n->free[w] &= ~quota[w];
  }
  for (i64 q = 0; q < n->quotas; q++) {
    const u64 *quota = set_at(n->task->quotas, q);
    i64 lacking = low[q] - n->counts[q];
    for (i64 w = 0; w < n->words && lacking > 0; w++) {
      const u64 left = n->free[w] & quota[w];
      lacking -= popcount((((left & most[w]) + most[w]) | left) & tops[w]);
    }
    if (lacking > 0) return 0;
  }
  return 1;
}

/* The unhit cover with the fewest free items; -1 if all are hit. With differences the first one. */
INLINE i64 choose_cover(const Node *n) {
  i64 best = -1, fewest = 64 * n->words + 1;
  for (i64 w = 0; w < n->hit; w++)
    for (u64 left = n->unhit[w]; left && fewest > 0;) {
      const i64 cover = 64 * w + take(&left);
      if (n->task->width > 0) return cover;
      const i64 number = count_free(n, set_at(n->task->covers, cover));
      if (number < fewest) {
        best = cover;
        fewest = number;
      }
    }
  return best;
}

/* Keep the items that hit every cover that is unhit. */
INLINE void keep_common_items(const Node *n) {
  for (i64 h = 0; h < n->hit; h++)
    for (u64 left = n->unhit[h]; left;) {
      const u64 *cover = set_at(n->task->covers, 64 * h + take(&left));
      for (i64 w = 0; w < n->words; w++) n->free[w] &= cover[w];
    }
}

/* Whether an item excludes nothing else that is free, whatever else is chosen. */
INLINE int excludes_nothing(const Node *n, i64 place) {
  if (n->task->pair.rows > 0 || n->task->width > 0) return 0;
  const u64 *keep = set_at(n->task->keep, place);
  for (i64 w = 0; w < n->words; w++) {
    u64 gone = n->free[w] & ~keep[w];
    if (w == place / 64) gone &= ~((u64)1 << place % 64);
    if (gone) return 0;
  }
  return 1;
}

/* The first free item that excludes another, or is one of `which`; -1 if there is none. */
INLINE i64 undecided_item(const Node *n, int which) {
  for (i64 w = 0; w < n->words; w++)
    for (u64 left = n->free[w]; left;) {
      const i64 place = 64 * w + take(&left);
      if (which == EVERY || (which == COUNTED && holds(n->task->counted.at, place))) return place;
      if (!excludes_nothing(n, place)) return place;
    }
  return -1;
}

/* Write a row if what is free can be counted at once; return the number of rows, -1 if it cannot.
   The row says how many items are chosen, how many are free, and at least and at most how many of these are to be
   chosen, whichever they are. */
INLINE i64 count_rest(const Node *n, i64 least, i16 *row) {
  i64 left = 0;
  for (i64 w = 0; w < n->words; w++) left += popcount(n->free[w]);
  i64 low = least, high = left;
  for (i64 q = 0; q < n->quotas; q++) {
    const i64 here = count_free(n, set_at(n->task->quotas, q)), lacking = n->stack->low.at[q] - n->counts[q];
    if (here < left && (here > 0 || lacking > 0)) return -1;
    if (here < left) continue;
    low = max(low, lacking);
    high = min(high, n->stack->high.at[q] - n->counts[q]);
    if (n->task->equal) high = min(high, lacking); /* all others have as many as they will */
  }
  if (left > 0 && n->task->width > 0) return -1;
  if (high > 1 && undecided_item(n, EXCLUDING) >= 0) return -1;
  if (low > high) return 0;
  row[0] = (i16)n->depth;
  row[1] = (i16)left;
  row[2] = (i16)low;
  row[3] = (i16)high;
  return 1;
}

/* Fill in the free items of a set; exclude those that would repeat a difference. */
INLINE void fill_choices(const Node *n, const u64 *set) {
  for (i64 w = 0; w < n->words; w++) {
    const u64 here = n->free[w] & set[w];
    u64 left = here;
    /* The last ones first: of their differences most are in use. */
    for (i64 placed = n->task->width > 0 ? n->depth : 0; placed > 0 && left;) {
      const u64 start = 64 * (n->words + w) - n->stack->squares.at[--placed], i = start / 64, shift = start % 64;
      left &= ~(n->used[i] >> shift | n->used[i + 1] << 1 << (63 - shift));
    }
    n->todo[w] = left;
    n->free[w] ^= here ^ left;
  }
}

INLINE void mark(u64 *used, u64 place) { used[place / 64] |= (u64)1 << place % 64; }

/* Note what is used below when an item is chosen: whether all differences are new. */
INLINE int mark_differences(const Node *n, i64 place) {
  const i64 wide = n->stack->used.columns;
  const u64 zero = 64 * n->words, width = n->task->width, here = place - place % (2 * width - 1);
  u64 *below = n->used + wide, *squares = n->stack->squares.at;
  for (i64 i = 0; i < wide; i++) below[i] = n->used[i];
  squares[n->depth] = here;
  for (i64 placed = 0; placed < n->depth; placed++) {
    const u64 up = zero + here - squares[placed], down = zero + squares[placed] - here;
    if (holds(below, (i64)up)) return 0;
    for (u64 more = 0; more < width; more++) {
      mark(below, up - more);
      mark(below, up + more);
      mark(below, down - more);
      mark(below, down + more);
    }
  }
  return 1;
}

/* Find out what becomes of a node, and its branches; return the number of rows written. */
INLINE i64 expand(const Node *n, const SetSearch *in, i16 *row) {
  const Sets *task = n->task;
  i64 *mode = n->stack->mode.at + n->depth;
  *mode = DEAD;
  if (task->equal) equalise(n);
  if (task->ahead) drop_greedy_items(n);
  if (!quotas_suffice(n)) return 0;
  const i64 cover = choose_cover(n), whole = task->whole;
  const int last = whole >= 0 && n->counts[whole] == n->stack->high.at[whole] - 1;
  if (cover >= 0 && last) keep_common_items(n);
  if (!in->listing && (cover < 0 || last)) {
    const i64 rows = count_rest(n, cover >= 0, row);
    if (rows >= 0) return rows;
  }
  *mode = MUST;
  if (cover >= 0) {
    fill_choices(n, set_at(task->covers, cover));
    return 0;
  }
  const i64 place = undecided_item(n, in->listing ? EVERY : COUNTED);
  if (place < 0) {
    *mode = DEAD;
    for (i64 i = 0; i < in->out.columns; i++) row[i] = i < n->depth ? n->stack->choice.at[i] : -1;
    return 1;
  }
  const i64 quota = task->quota.at[place];
  if (quota < 0 || n->counts[quota] >= n->stack->low.at[quota]) *mode = MAY;
  fill_choices(n, set_at(task->field, place));
  return 0;
}

/* Choose an item, which is no longer free beside its successors; say whether it may be chosen. */
INLINE int descend(const Node *n, i64 place) {
  const Sets *task = n->task;
  const u64 *keep = set_at(task->keep, place), *missed = set_at(task->missed, place);
  u64 *below = n->free + n->words;
  n->free[place / 64] &= ~((u64)1 << place % 64);
  if (task->width > 0 && !mark_differences(n, place)) return 0;
  for (i64 w = 0; w < n->words; w++) below[w] = n->free[w] & keep[w];
  for (i64 placed = 0; task->pair.rows > 0 && placed < n->depth; placed++) {
    const i32 both = task->pair.at[place * task->pair.columns + n->stack->choice.at[placed]];
    for (i64 w = 0; both > 0 && w < n->words; w++) below[w] &= set_at(task->both, both)[w];
  }
  for (i64 h = 0; h < n->hit; h++) n->unhit[n->hit + h] = n->unhit[h] & missed[h];
  for (i64 q = 0; q < n->quotas; q++)
    n->counts[n->quotas + q] = n->counts[q] + holds(set_at(task->quotas, q), place);
  n->stack->choice.at[n->depth] = (i16)place;
  n->stack->mode.at[n->depth + 1] = UNSETTLED;
  return 1;
}

/* The first item of what is left to do at a node; -1 if nothing is. */
INLINE i64 next_choice(const Node *n) {
  for (i64 w = 0; w < n->words; w++)
    if (n->todo[w]) return 64 * w + take(n->todo + w);
  return -1;
}

/* Count, or list. */
KERNEL void set_search(const SetSearch *in, SetSearched *out) {
  const Sets task = in->task;
  const SetStack stack = in->stack;
  i64 *mode = stack.mode.at, depth = in->depth, budget = in->budget, found = 0;
  while (depth >= 0 && budget > 0 && found < in->out.rows) {
    const Node n = node_at(&task, &stack, depth);
    if (mode[depth] == UNSETTLED) {
      budget--;
      found += expand(&n, in, in->out.at + found * in->out.columns);
      if (mode[depth] == DEAD) depth--;
      continue;
    }
    const i64 place = next_choice(&n);
    if (place >= 0)
      depth += descend(&n, place);
    else if (mode[depth] == MAY)
      mode[depth] = UNSETTLED; /* without any of them */
    else
      depth--;
  }
  *out = (SetSearched){.depth = depth, .found = found, .budget = budget};
}
