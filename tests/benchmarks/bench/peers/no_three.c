/* Count the placements of 2N pieces on N times N squares with no three on one line.
 *
 *     no_three N
 *
 * Each rank has two pieces. A new piece forbids the squares on a line with it and any earlier piece; files
 * are such lines, too.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n, men, rank_of[64], file_of[64];

static int common(int a, int b)
{
    return b ? common(b, a % b) : abs(a);
}

/* Forbid the squares in line with the new piece and an earlier one, on the ranks below. */
static void strike(uint32_t *free, int rank, int file)
{
    for (int man = 0; man < men; man++) {
        int down = rank - rank_of[man], across = file - file_of[man], step;
        if (!down)
            continue;
        step = common(down, across);
        down /= step;
        across /= step;
        for (int y = rank + down, x = file + across; y < n && x >= 0 && x < n; y += down, x += across)
            free[y] &= ~(UINT32_C(1) << x);
    }
}

static uint64_t from(int rank, const uint32_t *free)
{
    uint64_t found = 0;
    if (rank == n)
        return 1;
    for (int a = 0; a < n; a++) {
        uint32_t first[32];
        if (!(free[rank] >> a & 1))
            continue;
        for (int y = rank; y < n; y++)
            first[y] = free[y];
        strike(first, rank, a);
        rank_of[men] = rank;
        file_of[men++] = a;
        for (int b = a + 1; b < n; b++) {
            uint32_t second[32];
            if (!(first[rank] >> b & 1))
                continue;
            for (int y = rank; y < n; y++)
                second[y] = first[y];
            strike(second, rank, b);
            rank_of[men] = rank;
            file_of[men++] = b;
            found += from(rank + 1, second);
            men--;
        }
        men--;
    }
    return found;
}

int main(int count, char **words)
{
    uint32_t free[32];
    n = count > 1 ? atoi(words[1]) : 0;
    if (n < 2 || n > 30)
        return 2;
    for (int y = 0; y < n; y++)
        free[y] = (UINT32_C(1) << n) - 1;
    printf("%" PRIu64 "\n", from(0, free));
    return 0;
}
