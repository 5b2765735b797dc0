/* A state of a tour: two words of twelve slots of five bits. 0 is bare, INNER inner, and any other number the slot of
   the mate and one. A bit beyond the slots of the first word is the parity of the odd edges taken. Cycles that are
   closed are counted by a key of their own. See mates/forward.py. */
#ifndef STATES_H
#define STATES_H
#include "nq.h"

enum { INNER = 31, HALF = 12 };
static const u64 CLOSED = ~(u64)0, PARITY = (u64)1 << 60;

/* What a slot of a state holds. */
INLINE i64 mate_at(u64 low, u64 high, i64 slot) {
  return slot < HALF ? low >> 5 * slot & 31 : high >> 5 * (slot - HALF) & 31;
}
#endif
