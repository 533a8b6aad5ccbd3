#include "minoa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const PLAYERS[MOST_PLAYERS] = {"red", "blue", "yellow", "green"};

/* ---- the board ---- */

enum { WIDTH = 2 * LARGEST + 1, DIRECTIONS = 3 };

/* A vertex is joined to those in these directions, and in the opposite ones. */
static const int STEP[DIRECTIONS][2] = {{1, 0}, {0, 1}, {-1, 1}};

struct named_line {
    char text[48];
    int q, r, direction;
};

static bool is_vertex(int q, int r, int n)
{
    return abs(q) <= n && abs(r) <= n && abs(q + r) <= n;
}

static int by_text(const void *one, const void *other)
{
    return strcmp(((const struct named_line *)one)->text, ((const struct named_line *)other)->text);
}

/* Numbers the lines in the order of their texts; at[][][] finds the line that leaves a vertex in a direction. */
static void number_lines(struct board *board, int at[WIDTH][WIDTH][DIRECTIONS])
{
    static struct named_line named[MOST_LINES];
    int n = board->options.size, count = 0;
    for (int q = -n; q <= n; q++)
        for (int r = -n; r <= n; r++)
            for (int d = 0; d < DIRECTIONS; d++) {
                int to_q = q + STEP[d][0], to_r = r + STEP[d][1];
                if (!is_vertex(q, r, n) || !is_vertex(to_q, to_r, n))
                    continue;
                struct named_line *line = &named[count++];
                *line = (struct named_line){.q = q, .r = r, .direction = d};
                if (to_q < q)
                    snprintf(line->text, sizeof line->text, "%d,%d-%d,%d", to_q, to_r, q, r);
                else
                    snprintf(line->text, sizeof line->text, "%d,%d-%d,%d", q, r, to_q, to_r);
            }
    qsort(named, (size_t)count, sizeof named[0], by_text);
    board->lines = count;
    for (int i = 0; i < count; i++) {
        memcpy(board->line[i].text, named[i].text, sizeof named[i].text);
        board->line[i].triangles[0] = board->line[i].triangles[1] = -1;
        at[named[i].q + n][named[i].r + n][named[i].direction] = i;
    }
}

static void add_triangle(struct board *board, int a, int b, int c)
{
    int triangle = board->triangles++, sides[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        int *both = board->line[sides[i]].triangles;
        both[both[0] >= 0] = triangle;
        board->sides[triangle][i] = sides[i];
    }
}

void minoa_set_up(struct board *board, const struct options *options)
{
    static int at[WIDTH][WIDTH][DIRECTIONS];
    int n = options->size;
    board->options = *options;
    board->triangles = 0;
    number_lines(board, at);
    for (int q = -n; q < n; q++)
        for (int r = -n; r < n; r++) {
            if (!is_vertex(q + 1, r, n) || !is_vertex(q, r + 1, n))
                continue;
            int shared = at[q + 1 + n][r + n][2];
            if (is_vertex(q, r, n))
                add_triangle(board, at[q + n][r + n][0], at[q + n][r + n][1], shared);
            if (is_vertex(q + 1, r + 1, n))
                add_triangle(board, at[q + n][r + 1 + n][0], at[q + 1 + n][r + n][1], shared);
        }
}

static bool is_boundary(const struct board *board, int line)
{
    return board->line[line].triangles[1] < 0;
}

/* ---- positions ---- */

static size_t size_of_position(const struct board *board)
{
    return sizeof(struct position) + (size_t)board->lines;
}

static struct position *allocated(const struct board *board)
{
    struct position *position = malloc(size_of_position(board));
    if (position == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return position;
}

struct position *minoa_start(const struct board *board)
{
    struct position *position = allocated(board);
    int n = board->options.size;
    position->supply = 3 * n * (n + 1);
    for (int player = 0; player < MOST_PLAYERS; player++)
        position->hand[player] = player < board->options.players ? 6 * n / board->options.players : 0;
    position->turn = 0;
    memset(position->on, VACANT, (size_t)board->lines);
    return position;
}

struct position *minoa_copy(const struct board *board, const struct position *position)
{
    return memcpy(allocated(board), position, size_of_position(board));
}

/* ---- areas ---- */

struct area {
    int triangles;
    bool has_boundary_line;
    unsigned owners; /* one bit for each player with a piece there */
};

/*
 * Walks the area of a triangle and marks its triangles with a number; `tried` is a line taken to carry a
 * stick, or -1.
 */
static struct area walk(const struct board *board, const struct position *position, int tried, int from,
                        int number, int *marks)
{
    static int waiting[MOST_TRIANGLES];
    struct area area = {0};
    int count = 0;
    waiting[count++] = from;
    marks[from] = number;
    while (count > 0) {
        int triangle = waiting[--count];
        area.triangles++;
        for (int i = 0; i < 3; i++) {
            int line = board->sides[triangle][i];
            const int *both = board->line[line].triangles;
            if (is_boundary(board, line)) {
                area.has_boundary_line = true;
                if (position->on[line] >= 0)
                    area.owners |= 1u << position->on[line];
            } else if (position->on[line] != STICK && line != tried) {
                int next = both[0] == triangle ? both[1] : both[0];
                if (marks[next] != number) {
                    marks[next] = number;
                    waiting[count++] = next;
                }
            }
        }
    }
    return area;
}

static int find_areas(const struct board *board, const struct position *position, struct area *areas)
{
    static int marks[MOST_TRIANGLES];
    int count = 0;
    memset(marks, 0, sizeof marks);
    for (int triangle = 0; triangle < board->triangles; triangle++)
        if (marks[triangle] == 0) {
            areas[count] = walk(board, position, -1, triangle, count + 1, marks);
            count++;
        }
    return count;
}

enum { TEAM_OF_RED = 1u << 0 | 1u << 2, TEAM_OF_BLUE = 1u << 1 | 1u << 3 };

static bool of_one_player(unsigned owners)
{
    return owners != 0 && (owners & (owners - 1)) == 0;
}

static bool of_one_team(unsigned owners)
{
    return owners != 0 && ((owners & TEAM_OF_RED) == 0 || (owners & TEAM_OF_BLUE) == 0);
}

/* ---- MIN-3 to MIN-9: what may be placed ---- */

/* MIN-9: the stick is tried, and the areas on its two sides are looked at. */
static bool may_close_off(const struct board *board, const struct position *position, int line)
{
    static int marks[MOST_TRIANGLES];
    const int *both = board->line[line].triangles;
    memset(marks, 0, sizeof marks[0] * (size_t)board->triangles);
    struct area one = walk(board, position, line, both[0], 1, marks);
    if (marks[both[1]] == 1)
        return true; /* nothing is closed off */
    struct area other = walk(board, position, line, both[1], 2, marks);
    return board->options.closure == CLOSURE_LINE ? one.has_boundary_line && other.has_boundary_line
                                                  : one.owners != 0 && other.owners != 0;
}

static bool may_place(const struct board *board, const struct position *position, int player, int line)
{
    if (position->on[line] != VACANT)
        return false;
    if (is_boundary(board, line))
        return position->hand[player] > 0;
    return position->supply > 0 && may_close_off(board, position, line);
}

int minoa_legal(const struct board *board, const struct position *position, bool *legal)
{
    int count = 0;
    for (int line = 0; line < board->lines; line++) {
        legal[line] = position->turn >= 0 && may_place(board, position, position->turn, line);
        count += legal[line];
    }
    return count;
}

static bool can_move(const struct board *board, const struct position *position, int player)
{
    for (int line = 0; line < board->lines; line++)
        if (may_place(board, position, player, line))
            return true;
    return false;
}

/* ---- MIN-10 and MIN-11: what follows ---- */

/* MIN-10. */
static void place_the_rest(const struct board *board, struct position *position, int mover)
{
    int others = 0, last = -1;
    for (int player = 0; player < board->options.players; player++)
        if (player != mover && position->hand[player] > 0) {
            others++;
            last = player;
        }
    if (position->hand[mover] > 0 || others != 1)
        return;
    for (int line = 0; line < board->lines; line++)
        if (is_boundary(board, line) && position->on[line] == VACANT) {
            position->on[line] = (signed char)last;
            position->hand[last]--;
        }
}

static bool boundary_is_full(const struct board *board, const struct position *position)
{
    for (int line = 0; line < board->lines; line++)
        if (is_boundary(board, line) && position->on[line] == VACANT)
            return false;
    return true;
}

static bool all_assigned(const struct board *board, const struct position *position)
{
    static struct area areas[MOST_TRIANGLES];
    bool shared = board->options.partners == PARTNERS_SHARED && board->options.players == 4;
    int count = find_areas(board, position, areas);
    for (int i = 0; i < count; i++)
        if (!(shared ? of_one_team(areas[i].owners) : of_one_player(areas[i].owners)))
            return false;
    return true;
}

static bool has_ended(const struct board *board, const struct position *position)
{
    switch (board->options.ending) {
    case END_FULL:
        return boundary_is_full(board, position) && all_assigned(board, position);
    case END_LITERAL:
        return all_assigned(board, position);
    default:
        return false; /* it ends when nobody can move, as it does under every reading */
    }
}

/* The player after the mover who is to move; -1 if the game is over. */
static int next_turn(const struct board *board, const struct position *position, int mover)
{
    int players = board->options.players, due = (mover + 1) % players;
    for (int i = 0; i < players; i++) {
        int player = (due + i) % players;
        if (can_move(board, position, player))
            return player == due || board->options.stranded == STRANDED_SKIP ? player : -1;
    }
    return -1;
}

void minoa_play(const struct board *board, struct position *position, int line)
{
    int mover = position->turn;
    if (is_boundary(board, line)) {
        position->on[line] = (signed char)mover;
        position->hand[mover]--;
        place_the_rest(board, position, mover);
    } else {
        position->on[line] = STICK;
        position->supply--;
    }
    position->turn = has_ended(board, position) ? -1 : next_turn(board, position, mover);
}

/* ---- MIN-12 to MIN-14: who wins ---- */

void minoa_scores(const struct board *board, const struct position *position, int *scores)
{
    static struct area areas[MOST_TRIANGLES];
    int count = find_areas(board, position, areas);
    for (int player = 0; player < board->options.players; player++) {
        scores[player] = 0;
        for (int i = 0; i < count; i++)
            if (areas[i].owners == 1u << player)
                scores[player] += areas[i].triangles;
    }
}

/* What counts for the win: with four players the total of the player's team. */
static void totals(const struct board *board, const struct position *position, int *total)
{
    static struct area areas[MOST_TRIANGLES];
    int scores[MOST_PLAYERS];
    minoa_scores(board, position, scores);
    int count = find_areas(board, position, areas);
    for (int player = 0; player < board->options.players; player++) {
        total[player] = scores[player];
        if (board->options.players < 4)
            continue;
        total[player] += scores[(player + 2) % 4];
        if (board->options.partners == PARTNERS_SHARED)
            for (int i = 0; i < count; i++)
                if (areas[i].owners == (player % 2 == 0 ? TEAM_OF_RED : TEAM_OF_BLUE))
                    total[player] += areas[i].triangles;
    }
}

void minoa_winners(const struct board *board, const struct position *position, bool *winners)
{
    int total[MOST_PLAYERS], best = 0;
    totals(board, position, total);
    for (int player = 0; player < board->options.players; player++)
        if (total[player] > best)
            best = total[player];
    for (int player = 0; player < board->options.players; player++)
        winners[player] = position->turn < 0 && total[player] == best;
}
