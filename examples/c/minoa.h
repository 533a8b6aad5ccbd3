/* Minoa, after its rule page. */
#ifndef MINOA_H
#define MINOA_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LARGEST = 32, /* the largest board that this engine plays */
    MOST_LINES = 9 * LARGEST * LARGEST + 3 * LARGEST,
    MOST_TRIANGLES = 6 * LARGEST * LARGEST,
    MOST_PLAYERS = 4
};

enum ending { END_FULL, END_LITERAL, END_EXHAUSTED };
enum closure { CLOSURE_LINE, CLOSURE_COLOURED };
enum partners { PARTNERS_SEPARATE, PARTNERS_SHARED };
enum stranded { STRANDED_SKIP, STRANDED_OVER };

struct options {
    int size, players;
    int ending, closure, partners, stranded;
};

/* What lies on a line: a piece of player 0, 1, ..., or one of these. */
enum { STICK = -1, VACANT = -2 };

struct line {
    char text[48];
    int triangles[2]; /* the second is -1 on a boundary line */
};

struct board {
    struct options options;
    int lines, triangles;
    struct line line[MOST_LINES];      /* in the order of their texts */
    int sides[MOST_TRIANGLES][3];      /* the lines of each triangle */
};

struct position {
    int supply, hand[MOST_PLAYERS];
    int turn; /* -1 when the game is over */
    signed char on[]; /* one for each line of the board */
};

extern const char *const PLAYERS[MOST_PLAYERS];

void minoa_set_up(struct board *board, const struct options *options);
struct position *minoa_start(const struct board *board); /* to be freed */
struct position *minoa_copy(const struct board *board, const struct position *position); /* the same */

/* Marks each line on which the player to move may place; gives their number. */
int minoa_legal(const struct board *board, const struct position *position, bool *legal);

/* Plays a legal action. */
void minoa_play(const struct board *board, struct position *position, int line);

void minoa_scores(const struct board *board, const struct position *position, int *scores);
void minoa_winners(const struct board *board, const struct position *position, bool *winners);

#endif
