/* Count placements of N non-attacking queens on an N times N board, using all eight symmetries:
 *
 *     queens_symmetric N
 *
 * The search goes rank by rank, by bit masks. A border square is described by its side and its distance from
 * the side's beginning, clockwise; a corner ends one side and begins the next. Of the images of a solution,
 * only the one whose border queens are lexicographically first is counted, for all of them. So no border
 * queen is nearer to a corner than that of the first rank, and squares that are nearer are never tried.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static int near; /* the distance of the queen of the first rank from the corner */
static uint64_t full, sides;
static uint64_t allowed[32]; /* for each rank, the files that are not too near to a corner */
static uint64_t chosen[32];

/* The number of images of the border queens, or 0 if an image is lexicographically before them. */
static int weight(const int *way)
{
    int same = 0;
    for (int image = 0; image < 8; image++) {
        int order = 0;
        for (int side = 0; side < 4 && !order; side++) {
            int turned = image < 4 ? way[(side + image) % 4] : n - 1 - way[(image - side + 4) % 4];
            order = turned - way[side];
        }
        if (order < 0)
            return 0;
        same += !order;
    }
    return 8 / same;
}

static int whole(void)
{
    int way[4] = {__builtin_ctzll(chosen[0]), 0, n - 1 - __builtin_ctzll(chosen[n - 1]), n - 1};
    while (!(chosen[way[1]] >> (n - 1)))
        way[1]++;
    while (!(chosen[n - 1 - way[3]] & 1))
        way[3]--;
    return weight(way);
}

static uint64_t from(int rank, uint64_t files, uint64_t left, uint64_t right)
{
    uint64_t found = 0, free;
    if (rank == n)
        return whole();
    if (rank == n - near && sides & ~files)
        return 0;
    free = allowed[rank] & ~(files | left | right);
    while (free) {
        uint64_t bit = free & -free;
        free ^= bit;
        chosen[rank] = bit;
        found += from(rank + 1, files | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

int main(int count, char **words)
{
    uint64_t found = 0;
    n = count > 1 ? atoi(words[1]) : 0;
    if (n < 1 || n > 30)
        return 2;
    full = (UINT64_C(1) << n) - 1;
    sides = UINT64_C(1) | UINT64_C(1) << (n - 1);
    for (near = 0; 2 * near < n; near++) {
        uint64_t corners = (UINT64_C(1) << near) - 1;
        for (int rank = 0; rank < n; rank++)
            allowed[rank] = rank < near || rank >= n - near ? full & ~sides : full;
        allowed[n - 1] = full & ~(corners | corners << (n - near));
        allowed[0] = UINT64_C(1) << near;
        found += from(0, 0, 0, 0);
    }
    printf("%" PRIu64 "\n", found);
    return 0;
}
