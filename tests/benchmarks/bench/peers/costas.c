/* Count Costas arrays of order N: permutations whose differences at every distance are distinct.
 *
 *     costas N
 *
 * The search goes rank by rank, with a mask of the used differences for each distance.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n, file_of[32];
static uint64_t used[32];

static uint64_t bit(int rank, int distance)
{
    return UINT64_C(1) << (file_of[rank] - file_of[rank - distance] + 32);
}

static uint64_t from(int rank, uint32_t files)
{
    uint64_t found = 0;
    if (rank == n)
        return 1;
    for (file_of[rank] = 0; file_of[rank] < n; file_of[rank]++) {
        int distance = 1;
        if (files >> file_of[rank] & 1)
            continue;
        while (distance <= rank && !(used[distance] & bit(rank, distance)))
            distance++;
        if (distance <= rank)
            continue;
        for (distance = 1; distance <= rank; distance++)
            used[distance] |= bit(rank, distance);
        found += from(rank + 1, files | UINT32_C(1) << file_of[rank]);
        for (distance = 1; distance <= rank; distance++)
            used[distance] &= ~bit(rank, distance);
    }
    return found;
}

int main(int count, char **words)
{
    n = count > 1 ? atoi(words[1]) : 0;
    if (n < 1 || n > 30)
        return 2;
    printf("%" PRIu64 "\n", from(0, 0));
    return 0;
}
