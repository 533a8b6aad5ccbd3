/* The adapter: one JSON object a line on standard input, one answer a line on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "minoa.h"

static struct board board;
static struct position *position; /* NULL while no game is in progress */

/* ---- answers ---- */

/* The reasons are texts of this file, without anything that JSON would have to escape. */
static void refuse(const char *kind, const char *reason)
{
    printf("{\"ok\": false, \"%s\": \"%s\"}\n", kind, reason);
}

static void agree(void)
{
    puts("{\"ok\": true}");
}

static bool in_progress(void)
{
    if (position == NULL)
        refuse("error", "no game is in progress");
    return position != NULL;
}

/* ---- new ---- */

struct question {
    const char *name;
    const char *readings[4]; /* the default first, NULL after the last */
    size_t field;
};

static const struct question QUESTIONS[] = {
    {"end", {"full", "literal", "exhausted"}, offsetof(struct options, ending)},
    {"closure", {"line", "coloured"}, offsetof(struct options, closure)},
    {"partners", {"separate", "shared"}, offsetof(struct options, partners)},
    {"stranded", {"skip", "over"}, offsetof(struct options, stranded)},
};

static bool choose_reading(const struct json *ruling, struct options *options)
{
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++)
        if (json_has_name(ruling, QUESTIONS[i].name))
            for (int reading = 0; QUESTIONS[i].readings[reading] != NULL; reading++)
                if (json_is_text(ruling, QUESTIONS[i].readings[reading])) {
                    *(int *)((char *)options + QUESTIONS[i].field) = reading;
                    return true;
                }
    return false;
}

/* Sets the options; gives what is not supported, NULL if all of it is. */
static const char *choose(const struct json *params, const struct json *rulings, struct options *options)
{
    *options = (struct options){.size = 4, .players = 2};
    for (const struct json *each = params ? params->first : NULL; each != NULL; each = each->next)
        if (json_has_name(each, "n")) {
            if (!json_whole_number(each, 1, LARGEST, &options->size))
                return "n must be a whole number from 1 to 32";
        } else if (json_has_name(each, "k")) {
            if (!json_whole_number(each, 2, MOST_PLAYERS, &options->players))
                return "k must be 2, 3 or 4";
        } else {
            return "unknown parameter; minoa has n and k";
        }
    if (6 * options->size % options->players != 0)
        return "k must divide 6n";
    for (const struct json *each = rulings ? rulings->first : NULL; each != NULL; each = each->next)
        if (!choose_reading(each, options))
            return "unknown question or reading";
    return NULL;
}

static bool absent_or_object(const struct json *value)
{
    return value == NULL || value->kind == JSON_OBJECT;
}

static void begin(const struct json *request)
{
    const struct json *game = json_member(request, "game");
    const struct json *params = json_member(request, "params");
    const struct json *rulings = json_member(request, "rulings");
    struct options options;
    free(position);
    position = NULL;
    if (game == NULL || game->kind != JSON_STRING || !absent_or_object(params) ||
        !absent_or_object(rulings)) {
        refuse("error", "new: needs the text game; params and rulings are objects");
        return;
    }
    if (!json_is_text(game, "minoa")) {
        refuse("unsupported", "this engine plays minoa only");
        return;
    }
    const char *missing = choose(params, rulings, &options);
    if (missing != NULL) {
        refuse("unsupported", missing);
        return;
    }
    minoa_set_up(&board, &options);
    position = minoa_start(&board);
    agree();
}

/* ---- legal, play, state, perft ---- */

static void tell_legal(void)
{
    static bool legal[MOST_LINES];
    if (!in_progress())
        return;
    minoa_legal(&board, position, legal);
    printf("{\"ok\": true, \"actions\": [");
    const char *separator = "";
    for (int line = 0; line < board.lines; line++)
        if (legal[line]) {
            printf("%s\"%s\"", separator, board.line[line].text);
            separator = ", ";
        }
    puts("]}");
}

static void play(const struct json *request)
{
    static bool legal[MOST_LINES];
    const struct json *action = json_member(request, "action");
    if (!in_progress())
        return;
    if (action == NULL || action->kind != JSON_STRING) {
        refuse("error", "play: needs the text action");
        return;
    }
    minoa_legal(&board, position, legal);
    for (int line = 0; line < board.lines; line++)
        if (legal[line] && json_is_text(action, board.line[line].text)) {
            minoa_play(&board, position, line);
            agree();
            return;
        }
    refuse("illegal", "no legal action");
}

static void tell_turn(void)
{
    if (position->turn < 0)
        printf("\"turn\": null");
    else
        printf("\"turn\": \"%s\"", PLAYERS[position->turn]);
}

static void tell_position(void)
{
    const char *separator = "";
    printf("\"position\": {\"sticks\": [");
    for (int line = 0; line < board.lines; line++)
        if (position->on[line] == STICK) {
            printf("%s\"%s\"", separator, board.line[line].text);
            separator = ", ";
        }
    printf("], \"pieces\": {");
    separator = "";
    for (int line = 0; line < board.lines; line++)
        if (position->on[line] >= 0) {
            printf("%s\"%s\": \"%s\"", separator, board.line[line].text, PLAYERS[position->on[line]]);
            separator = ", ";
        }
    printf("}, ");
    tell_turn();
    printf("}");
}

static void tell_state(void)
{
    int scores[MOST_PLAYERS];
    bool winners[MOST_PLAYERS];
    if (!in_progress())
        return;
    minoa_scores(&board, position, scores);
    minoa_winners(&board, position, winners);
    printf("{\"ok\": true, \"over\": %s, ", position->turn < 0 ? "true" : "false");
    tell_turn();
    printf(", \"winners\": [");
    const char *separator = "";
    for (int player = 0; player < board.options.players; player++)
        if (winners[player]) {
            printf("%s\"%s\"", separator, PLAYERS[player]);
            separator = ", ";
        }
    printf("], \"scores\": {");
    for (int player = 0; player < board.options.players; player++)
        printf("%s\"%s\": %d", player ? ", " : "", PLAYERS[player], scores[player]);
    printf("}, ");
    tell_position();
    puts("}");
}

static unsigned long long count_sequences(const struct position *from, int depth)
{
    if (depth == 0)
        return 1;
    bool *legal = malloc(sizeof *legal * (size_t)board.lines);
    if (legal == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    unsigned long long count = (unsigned long long)minoa_legal(&board, from, legal);
    if (depth > 1) {
        count = 0;
        for (int line = 0; line < board.lines; line++)
            if (legal[line]) {
                struct position *next = minoa_copy(&board, from);
                minoa_play(&board, next, line);
                count += count_sequences(next, depth - 1);
                free(next);
            }
    }
    free(legal);
    return count;
}

static void tell_perft(const struct json *request)
{
    int depth;
    if (!in_progress())
        return;
    if (json_whole_number(json_member(request, "depth"), 0, 1000000, &depth))
        printf("{\"ok\": true, \"count\": %llu}\n", count_sequences(position, depth));
    else
        refuse("error", "perft: needs a depth from 0");
}

/* ---- the conversation ---- */

static void introduce(const struct json *request)
{
    int version;
    if (json_whole_number(json_member(request, "version"), 1, 1, &version))
        puts("{\"ok\": true, \"version\": 1, \"name\": \"c-example 1.0\", \"language\": \"c\", "
             "\"games\": [\"minoa\"]}");
    else
        refuse("error", "this adapter speaks version 1");
}

/* Answers a request; false after the last one. */
static bool answer(const struct json *request)
{
    const struct json *cmd = NULL;
    bool last = false;
    if (request != NULL && request->kind == JSON_OBJECT)
        cmd = json_member(request, "cmd");
    if (json_is_text(cmd, "hello"))
        introduce(request);
    else if (json_is_text(cmd, "new"))
        begin(request);
    else if (json_is_text(cmd, "legal"))
        tell_legal();
    else if (json_is_text(cmd, "play"))
        play(request);
    else if (json_is_text(cmd, "state"))
        tell_state();
    else if (json_is_text(cmd, "perft"))
        tell_perft(request);
    else if ((last = json_is_text(cmd, "quit")))
        agree();
    else
        refuse("error", "a request is one JSON object on one line, with a cmd of the protocol");
    fflush(stdout);
    return !last;
}

/* Reads a line without its end; false at the end of input. */
static bool read_line(char **line, size_t *room, size_t *length)
{
    int c;
    *length = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (*length + 1 >= *room) {
            *room = *room * 2 + 256;
            *line = realloc(*line, *room);
            if (*line == NULL) {
                fputs("out of memory\n", stderr);
                exit(1);
            }
        }
        (*line)[(*length)++] = (char)c;
    }
    if (*line != NULL)
        (*line)[*length] = '\0';
    return c != EOF || *length > 0;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0, length;
    bool more = true;
    while (more && read_line(&line, &room, &length)) {
        struct json *request = json_read(line != NULL ? line : "", length);
        more = answer(request);
        json_free(request);
    }
    free(line);
    free(position);
    return 0;
}
