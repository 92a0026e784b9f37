/* tests/games/tiny_ring.qed written by hand: every position that play can reach, breadth first.

   A position is where somebody or chance decides, or where the game is over: 64 bits, packed. All are kept, in the
   order in which they were found; a hash set of their numbers tells which are new. Prints how many there are. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PLAYERS 4
#ifndef HAND
#define HAND 2
#endif
#ifndef COPIES
#define COPIES 4
#endif
#define VALUES 2
#define FACES (2 * VALUES)
#define FULL 3
#define CARDS (FACES * COPIES)

enum { DEAL, CHOICE, DRAW, NO_SHEEP, NO_CARDS };

typedef struct {
    uint8_t at, turn, wolf, hound, sheep[PLAYERS], hand[PLAYERS][FACES], deck[FACES];
} Position;

/* 3 + 2 + 2 + 2 + 4 * 2 bits, 4 * 4 * 2 for the hands, 4 * 3 for the deck: 61. */
static uint64_t packed(const Position *p) {
    uint64_t key = p->at;
    key = key << 2 | p->turn;
    key = key << 2 | p->wolf;
    key = key << 2 | p->hound;
    for (int i = 0; i < PLAYERS; i++) key = key << 2 | p->sheep[i];
    for (int i = 0; i < PLAYERS; i++)
        for (int f = 0; f < FACES; f++) key = key << 2 | p->hand[i][f];
    for (int f = 0; f < FACES; f++) key = key << 3 | p->deck[f];
    return key;
}

static Position unpacked(uint64_t key) {
    Position p;
    for (int f = FACES - 1; f >= 0; f--, key >>= 3) p.deck[f] = key & 7;
    for (int i = PLAYERS - 1; i >= 0; i--)
        for (int f = FACES - 1; f >= 0; f--, key >>= 2) p.hand[i][f] = key & 3;
    for (int i = PLAYERS - 1; i >= 0; i--, key >>= 2) p.sheep[i] = key & 3;
    p.hound = key & 3, key >>= 2;
    p.wolf = key & 3, key >>= 2;
    p.turn = key & 3, key >>= 2;
    p.at = (uint8_t)key;
    return p;
}

static uint64_t *found; /* all positions */
static size_t positions, room;
static uint32_t *slots; /* 1 + the number of a position, or 0 */
static size_t mask;
static uint64_t steps, over[2];

static size_t slot_of(uint64_t key) {
    key = (key ^ key >> 32) * 0x9E3779B97F4A7C15u;
    return (size_t)(key ^ key >> 29) & mask;
}

static void grow(void) {
    room = room ? room * 2 : 1 << 16;
    found = realloc(found, room * sizeof *found);
    free(slots);
    slots = calloc(room * 2, sizeof *slots);
    if (!found || !slots) fprintf(stderr, "out of memory\n"), exit(1);
    mask = room * 2 - 1;
    for (size_t n = 0; n < positions; n++) {
        size_t s = slot_of(found[n]);
        while (slots[s]) s = (s + 1) & mask;
        slots[s] = (uint32_t)n + 1;
    }
}

static void add(const Position *p) {
    uint64_t key = packed(p);
    steps++;
    size_t s = slot_of(key);
    for (; slots[s]; s = (s + 1) & mask)
        if (found[slots[s] - 1] == key) return;
    if (positions == room) {
        grow();
        for (s = slot_of(key); slots[s]; s = (s + 1) & mask) {}
    }
    found[positions++] = key;
    slots[s] = (uint32_t)positions;
    if (p->at >= NO_SHEEP) over[p->at - NO_SHEEP]++;
}

static int empty(const uint8_t *pile) {
    for (int f = 0; f < FACES; f++)
        if (pile[f]) return 0;
    return 1;
}

/* A turn begins: the wolf acts, then the hound; whoever has no sheep left ends the game. */
static void begin_turn(Position *p) {
    int t = p->turn;
    if (p->wolf == t) p->sheep[t]--;
    if (p->hound == t && p->sheep[t] < FULL) p->sheep[t]++;
    p->at = p->sheep[t] ? CHOICE : NO_SHEEP;
    add(p);
}

static void next_turn(Position *p) {
    p->turn = (p->turn + 1) % PLAYERS;
    if (empty(p->hand[p->turn])) {
        p->at = NO_CARDS;
        add(p);
    } else {
        begin_turn(p);
    }
}

/* Every deal from this player and face on, with so many cards still due to the player. */
static void deal(Position *p, int player, int face, int due) {
    if (due == 0) {
        player++, face = 0, due = HAND;
        if (player == PLAYERS) {
            Position dealt = *p;
            begin_turn(&dealt);
            return;
        }
    }
    if (face == FACES) return;
    for (int n = 0; n <= due && n <= p->deck[face]; n++) {
        p->hand[player][face] = (uint8_t)n;
        p->deck[face] -= (uint8_t)n;
        deal(p, player, face + 1, due - n);
        p->deck[face] += (uint8_t)n;
        p->hand[player][face] = 0;
    }
}

static void follow(uint64_t key) {
    const Position p = unpacked(key);
    int t = p.turn;
    switch (p.at) {
    case DEAL: {
        Position q = p;
        deal(&q, 0, 0, HAND);
        break;
    }
    case CHOICE:
        for (int f = 0; f < FACES; f++) {
            if (!p.hand[t][f]) continue;
            Position q = p;
            q.hand[t][f]--;
            if (f < VALUES) q.wolf = (uint8_t)((q.wolf + f + 1) % PLAYERS);
            else q.hound = (uint8_t)((q.hound + f - VALUES + 1) % PLAYERS);
            if (empty(q.deck)) {
                next_turn(&q);
            } else {
                q.at = DRAW;
                add(&q);
            }
        }
        break;
    case DRAW:
        for (int f = 0; f < FACES; f++) {
            if (!p.deck[f]) continue;
            Position q = p;
            q.deck[f]--;
            q.hand[t][f]++;
            next_turn(&q);
        }
        break;
    }
}

int main(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    Position start = {.at = DEAL, .wolf = 1, .hound = 2};
    memset(start.sheep, FULL, sizeof start.sheep);
    memset(start.deck, COPIES, sizeof start.deck);
    grow();
    add(&start);
    for (size_t n = 0; n < positions; n++) follow(found[n]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    printf("positions %zu steps %llu no-sheep %llu no-cards %llu seconds %.6f\n", positions,
           (unsigned long long)steps - 1, (unsigned long long)over[0], (unsigned long long)over[1], seconds);
    return 0;
}
