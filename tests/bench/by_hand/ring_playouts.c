/* tests/games/small_ring.qed written by hand: random playouts, the same games as qedeck's for the same seeds.

   ring_playouts SEED GAMES [each]     one game for each seed from SEED on
   Prints how the games came out and the seconds it took; with `each` a line for every game. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLAYERS
#define PLAYERS 4
#endif
#ifndef COPIES
#define COPIES 4
#endif
#define HAND 4
#define VALUES 4
#define FACES (2 * VALUES) /* black 1 to 4 move the wolf, white 1 to 4 the hound */
#define FULL 3

#define GAMMA 0x9E3779B97F4A7C15u

static uint64_t mix(uint64_t n) {
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9u;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EBu;
    return n ^ (n >> 31);
}

static uint64_t stream(uint64_t seed, uint64_t number) { return mix(mix(seed) + number * GAMMA); }

/* A number below limit, every one alike: the few bits that would favour low ones are drawn again. */
static inline uint32_t below(uint64_t *state, uint64_t limit) {
    for (;;) {
        uint64_t bits = mix(*state += GAMMA), left = bits % limit;
        if (bits - left <= -limit) return (uint32_t)left;
    }
}

static inline int draw(uint64_t *cards, uint8_t *deck, int *size) {
    uint32_t left = below(cards, (uint64_t)(*size)--);
    int face = 0;
    while (left >= deck[face]) left -= deck[face++];
    deck[face]--;
    return face;
}

typedef struct {
    int winners, no_sheep, choices;
} Outcome;

static Outcome play(uint64_t seed) {
    uint64_t cards = stream(seed, 0), players = stream(seed, 1);
    uint8_t deck[FACES], hand[PLAYERS][FACES] = {{0}};
    int sheep[PLAYERS], held[PLAYERS];
    int size = FACES * COPIES, wolf = 1, hound = 2, turn = 0, choices = 0;

    memset(deck, COPIES, sizeof deck);
    for (int p = 0; p < PLAYERS; p++) {
        sheep[p] = FULL;
        held[p] = HAND;
        for (int n = 0; n < HAND; n++) hand[p][draw(&cards, deck, &size)]++;
    }
    for (;;) {
        if (wolf == turn) sheep[turn]--;
        if (hound == turn && sheep[turn] < FULL) sheep[turn]++;
        if (sheep[turn] == 0) { /* only the player whose turn it is can have lost one */
            int winners = ((1 << PLAYERS) - 1) & ~(1 << turn);
            return (Outcome){winners, 1, choices};
        }
        uint8_t *mine = hand[turn];
        int legal[FACES], count = 0;
        for (int face = 0; face < FACES; face++) {
            legal[count] = face;
            count += mine[face] != 0;
        }
        int face = legal[below(&players, (uint64_t)count)];
        choices++;
        mine[face]--;
        if (face < VALUES) {
            wolf += face + 1;
            while (wolf >= PLAYERS) wolf -= PLAYERS;
        } else {
            hound += face - VALUES + 1;
            while (hound >= PLAYERS) hound -= PLAYERS;
        }
        if (size > 0) mine[draw(&cards, deck, &size)]++;
        else held[turn]--;
        if (++turn == PLAYERS) turn = 0;
        if (held[turn] == 0) break;
    }
    int most = 0, winners = 0;
    for (int p = 0; p < PLAYERS; p++)
        if (sheep[p] > most) most = sheep[p];
    for (int p = 0; p < PLAYERS; p++)
        if (sheep[p] == most) winners |= 1 << p;
    return (Outcome){winners, 0, choices};
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "ring_playouts SEED GAMES [each]\n"), 2;
    uint64_t seed = strtoull(argv[1], 0, 10), games = strtoull(argv[2], 0, 10);
    uint64_t choices = 0, no_sheep = 0, wins[PLAYERS] = {0};
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (uint64_t game = 0; game < games; game++) {
        Outcome outcome = play(seed + game);
        choices += (uint64_t)outcome.choices;
        no_sheep += (uint64_t)outcome.no_sheep;
        for (int p = 0; p < PLAYERS; p++) wins[p] += (uint64_t)(outcome.winners >> p & 1);
        if (argc > 3) printf("%d %d %d\n", outcome.choices, outcome.no_sheep, outcome.winners);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    printf("games %llu choices %llu no-sheep %llu seconds %.6f wins", (unsigned long long)games,
           (unsigned long long)choices, (unsigned long long)no_sheep, seconds);
    for (int p = 0; p < PLAYERS; p++) printf(" %llu", (unsigned long long)wins[p]);
    puts("");
    return 0;
}
