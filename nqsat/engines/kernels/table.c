/* The hash table of a layer that has grown. */
#include "layers.h"

typedef struct {
  Layer layer;
  i64 number, words; /* states, and words of a key */
  REQUIRE(0 <= number && number <= room && 0 < words && words <= width)
} TablePlace;

typedef struct {
  i64 number;
} TablePlaced;

/* Put the first rows into an empty table. */
KERNEL void table_place(const TablePlace *in, TablePlaced *out) {
  const Layer *layer = &in->layer;
  const u64 last = layer->table.rows - 1;
  for (i64 row = 0; row < in->number; row++) {
    u64 place = slot_of(layer->rows.at + row * layer->rows.columns, in->words, layer->table.rows);
    while (layer->table.at[place] >= 0) place = (place + 1) & last;
    layer->table.at[place] = (i32)row;
  }
  out->number = in->number;
}
