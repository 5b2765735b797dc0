/* How many ways to place N queens on N ranks so that none attacks another, by all eight symmetries:
 *
 *     queens_symmetric N
 *
 * The queens of the four borders are placed first, of equivalent ways one, which counts for all of them; then
 * the other ranks by bit masks. A border square is told by its side and by how far it is from the side's
 * beginning, clockwise; a corner ends one side and begins the next.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static uint64_t full;
static uint64_t taken; /* ranks that have a queen */
static uint64_t barred[64]; /* for each rank, files that queens of borders attack by diagonals */

static uint64_t inner(int rank, uint64_t files, uint64_t left, uint64_t right)
{
    uint64_t found = 0, free;
    while (rank < n && (taken >> rank & 1)) {
        rank++;
        left <<= 1;
        right >>= 1;
    }
    if (rank == n)
        return 1;
    free = full & ~(files | left | right | barred[rank]);
    while (free) {
        uint64_t bit = free & -free;
        free ^= bit;
        found += inner(rank + 1, files | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

static void square(const int *way, int side, int *rank, int *file)
{
    int at = way[side], last = n - 1;
    *rank = side == 0 ? 0 : side == 1 ? at : side == 2 ? last : last - at;
    *file = side == 0 ? at : side == 1 ? last : side == 2 ? last - at : 0;
}

/* The number of images of a way, or 0 if one of them comes before it. */
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

static uint64_t counted(const int *way)
{
    int rank[4], file[4];
    uint64_t files = 0;
    for (int side = 0; side < 4; side++) {
        square(way, side, &rank[side], &file[side]);
        for (int other = 0; other < side; other++) {
            int down = abs(rank[side] - rank[other]), across = abs(file[side] - file[other]);
            if (down + across > 0 && (!down || !across || down == across))
                return 0;
        }
    }
    for (int side = 0; side < 4; side++) /* the corner that ends a side begins the next */
        if ((way[side] == n - 1) != (way[(side + 1) % 4] == 0))
            return 0;
    taken = 0;
    for (int y = 0; y < n; y++)
        barred[y] = 0;
    for (int side = 0; side < 4; side++) {
        taken |= UINT64_C(1) << rank[side];
        files |= UINT64_C(1) << file[side];
        for (int y = 0; y < n; y++) {
            int x = file[side] + y - rank[side], z = file[side] - y + rank[side];
            if (x >= 0 && x < n)
                barred[y] |= UINT64_C(1) << x;
            if (z >= 0 && z < n)
                barred[y] |= UINT64_C(1) << z;
        }
    }
    return inner(0, files, 0, 0);
}

int main(int count, char **words)
{
    int way[4];
    uint64_t found = 0;
    n = count > 1 ? atoi(words[1]) : 0;
    if (n < 1 || n > 30)
        return 2;
    full = (UINT64_C(1) << n) - 1;
    for (way[0] = 0; way[0] < n; way[0]++)
        for (way[1] = 0; way[1] < n; way[1]++)
            for (way[2] = 0; way[2] < n; way[2]++)
                for (way[3] = 0; way[3] < n; way[3]++) {
                    int times = weight(way);
                    if (times)
                        found += times * counted(way);
                }
    printf("%" PRIu64 "\n", n == 1 ? 1 : found);
    return 0;
}
