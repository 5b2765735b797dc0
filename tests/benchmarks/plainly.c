/* Counts for plainly.py that take too long in Python; each line is a count of its own. Compiled by it.

   plainly pawn N ROW COLUMN              placements of N + 1 queens and a pawn on a square
   plainly halves N                       those that are their own image under half a turn
   plainly walks CLOSED NEAR…             walks that meet each square once; a mask of neighbours for each square
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ways to go on with `above` ranks above the pawn's, which is itself one while above >= 0; `below` after it.
   Bits: the files that are free, and the squares of this rank that are attacked from above on the left and
   on the right. */
static int64_t ranks(int above, int below, int64_t pawn, int64_t files, int64_t falling, int64_t rising) {
    int64_t open = files & ~(falling | rising), found = 0;
    if (above == 0) {
        if (files & pawn) /* there is no queen above the pawn */
            return 0;
        for (int64_t left = open & (pawn - 1); left; left &= left - 1)
            for (int64_t right = open & -(pawn << 1); right; right &= right - 1) {
                int64_t a = left & -left, b = right & -right;
                found += ranks(-1, below, pawn, (files ^ a ^ b) | pawn, ((falling & ~pawn) | a | b) << 1,
                               ((rising & ~pawn) | a | b) >> 1);
            }
        return found;
    }
    if (above > 0)
        above--;
    else if (below-- == 0)
        return 1;
    for (; open; open &= open - 1) {
        int64_t one = open & -open;
        found += ranks(above, below, pawn, files ^ one, (falling | one) << 1, (rising | one) >> 1);
    }
    return found;
}

/* The ways to go on, with each queen its image under half a turn, the pawn in the centre of the board. Bits are
   files, sums r + c and differences r - c + n - 1 that are taken. A queen and its image may share a line: it
   runs through the pawn. */
static int64_t halves(int n, int row, int64_t files, int64_t sums, int64_t differences) {
    int centre = n / 2, last = 2 * (n - 1);
    int64_t found = 0;
    for (int column = 0; column < (row == centre ? centre : n); column++) {
        int a = row + column, b = row - column + n - 1;
        if (files >> column & 1 || sums >> a & 1 || differences >> b & 1)
            continue;
        if (row == centre)
            found++;
        else
            found += halves(n, row + 1, files | INT64_C(1) << column | INT64_C(1) << (n - 1 - column),
                            sums | INT64_C(1) << a | INT64_C(1) << (last - a),
                            differences | INT64_C(1) << b | INT64_C(1) << (last - b));
    }
    return found;
}

/* The walks that meet each square once, from square 0 back to it, or from any square, by inclusion and
   exclusion. Sums are modulo 2^64; there are fewer walks. A walk is cut in halves, which meet in a square. */
static uint64_t walks(int squares, const int64_t *near, int closed) {
    int steps = closed ? squares : squares - 1;
    uint64_t total = 0;
    for (int64_t some = 0; some < INT64_C(1) << squares; some++) {
        int there[30], edges[30][30], degree[30], size = 0;
        uint64_t now[30], then[30], sum = 0;
        if (closed && !(some & 1))
            continue;
        for (int square = 0; square < squares; square++)
            if (some >> square & 1)
                there[size++] = square;
        for (int i = 0; i < size; i++) {
            degree[i] = 0;
            for (int j = 0; j < size; j++)
                if (near[there[i]] >> there[j] & 1)
                    edges[i][degree[i]++] = j;
            now[i] = closed ? i == 0 : 1;
            then[i] = 0;
        }
        for (int step = 0; step < steps - steps / 2; step++) {
            memcpy(then, now, sizeof now);
            for (int i = 0; i < size; i++) {
                now[i] = 0;
                for (int k = 0; k < degree[i]; k++)
                    now[i] += then[edges[i][k]];
            }
        }
        for (int i = 0; i < size; i++)
            sum += now[i] * (steps % 2 ? then[i] : now[i]);
        total += (squares - size) % 2 ? -sum : sum;
    }
    return total;
}

int main(int argc, char **argv) {
    if (argc == 5 && !strcmp(argv[1], "pawn")) {
        int n = atoi(argv[2]), row = atoi(argv[3]), column = atoi(argv[4]);
        int room = row > 0 && row < n - 1; /* for a queen on each side of the pawn */
        int64_t files = (INT64_C(1) << n) - 1;
        printf("%lld\n", room ? (long long)ranks(row, n - 1 - row, INT64_C(1) << column, files, 0, 0) : 0);
    } else if (argc == 3 && !strcmp(argv[1], "halves")) {
        printf("%lld\n", (long long)halves(atoi(argv[2]), 0, 0, 0, 0));
    } else if (argc > 3 && argc <= 33 && !strcmp(argv[1], "walks")) {
        int64_t near[30];
        for (int i = 3; i < argc; i++)
            near[i - 3] = atoll(argv[i]);
        printf("%llu\n", (unsigned long long)walks(argc - 3, near, atoi(argv[2])));
    } else {
        return 2;
    }
    return 0;
}
