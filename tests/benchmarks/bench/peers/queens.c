/* Count placements of non-attacking queens: bit masks, rank by rank.
 *
 *     queens N        N queens; the first queen is in the left half only, and the count is doubled
 *     queens N any    any number of queens
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t full;

static uint64_t all(uint64_t files, uint64_t left, uint64_t right)
{
    uint64_t found = 0, free = full & ~(files | left | right);
    if (files == full)
        return 1;
    while (free) {
        uint64_t bit = free & -free;
        free ^= bit;
        found += all(files | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

static uint64_t any(int ranks, uint64_t files, uint64_t left, uint64_t right)
{
    uint64_t found, free = full & ~(files | left | right);
    if (ranks == 0)
        return 1;
    found = any(ranks - 1, files, left << 1, right >> 1);
    while (free) {
        uint64_t bit = free & -free;
        free ^= bit;
        found += any(ranks - 1, files | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

int main(int count, char **words)
{
    int n = count > 1 ? atoi(words[1]) : 0;
    uint64_t found = 0;
    if (n < 1 || n > 30)
        return 2;
    full = (UINT64_C(1) << n) - 1;
    if (count > 2) {
        found = any(n, 0, 0, 0);
    } else {
        for (int file = 0; file < (n + 1) / 2; file++) {
            uint64_t bit = UINT64_C(1) << file;
            found += (n % 2 && file == n / 2 ? 1 : 2) * all(bit, bit << 1, bit >> 1);
        }
    }
    printf("%" PRIu64 "\n", found);
    return 0;
}
