/* The dominating sets of the n x n queen graph, n <= 11: cc -O3 dominating.c -o dominating && ./dominating 8

Square by square, row after row. A state is the set of squares that are occupied or attacked so far; a
square that no square to come attacks must be in it. Sets are kept in a hash table with their numbers. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 set;

struct table {
    set *keys, *numbers; /* the number is 0 where a place is free */
    uint64_t mask, used;
};

static struct table made(uint64_t places) {
    struct table t = {calloc(places, sizeof(set)), calloc(places, sizeof(set)), places - 1, 0};
    if (!t.keys || !t.numbers)
        exit(1);
    return t;
}

static void add(struct table *t, set key, set number) {
    if (2 * t->used > t->mask) { /* half full: twice as large */
        struct table more = made(2 * (t->mask + 1));
        for (uint64_t i = 0; i <= t->mask; i++)
            if (t->numbers[i])
                add(&more, t->keys[i], t->numbers[i]);
        free(t->keys), free(t->numbers);
        *t = more;
    }
    uint64_t i = (uint64_t)key * 0x9E3779B97F4A7C15u ^ (uint64_t)(key >> 64) * 0xC2B2AE3D27D4EB4Fu;
    for (i ^= i >> 29, i *= 0xBF58476D1CE4E5B9u, i ^= i >> 32; t->numbers[i & t->mask]; i++)
        if (t->keys[i & t->mask] == key) {
            t->numbers[i & t->mask] += number;
            return;
        }
    t->keys[i & t->mask] = key, t->numbers[i & t->mask] = number, t->used++;
}

int main(int count, char **words) {
    int n = count > 1 ? atoi(words[1]) : 0;
    if (n < 1 || n > 11)
        return 2;
    set reach[121] = {0}, ended[121] = {0}; /* what a queen covers; what no later one covers */
    for (int a = 0; a < n * n; a++) {
        int last = a;
        for (int b = 0; b < n * n; b++) {
            int down = b / n - a / n, right = b % n - a % n;
            if (!down || !right || down == right || down == -right)
                reach[a] |= (set)1 << b, last = b;
        }
        ended[last] |= (set)1 << a;
    }
    struct table now = made(2);
    add(&now, 0, 1);
    for (int s = 0; s < n * n; s++) {
        struct table next = made(now.mask + 1);
        for (uint64_t i = 0; i <= now.mask; i++)
            for (int queen = 0; now.numbers[i] && queen < 2; queen++) {
                set covered = now.keys[i] | (queen ? reach[s] : 0);
                if (!(ended[s] & ~covered))
                    add(&next, covered, now.numbers[i]);
            }
        free(now.keys), free(now.numbers);
        now = next;
    }
    set total = 0;
    for (uint64_t i = 0; i <= now.mask; i++)
        total += now.numbers[i];
    char digits[40], *at = digits + 39;
    for (*at = 0; total || !*at; total /= 10)
        *--at = '0' + (int)(total % 10);
    puts(at);
    return 0;
}
