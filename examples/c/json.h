/* Reading JSON: one value from one line of text. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    bool truth;
    double number;
    char *text;     /* of a string: UTF-8, which may hold zero bytes, and a zero byte after it */
    size_t length;  /* of that text, in bytes */
    char *name;     /* of a member of an object */
    size_t name_length;
    struct json *first, *next; /* the elements or members */
};

/* Reads one value; NULL where the bytes are not exactly one JSON value in UTF-8. To be freed. */
struct json *json_read(const char *bytes, size_t length);
void json_free(struct json *value);

/* The member of an object with this name, the last one if there are several; NULL if there is none. */
const struct json *json_member(const struct json *object, const char *name);

bool json_is_text(const struct json *value, const char *text);
bool json_has_name(const struct json *member, const char *name);

/* Whether the value is a whole number from least to most; if so, *number is set. */
bool json_whole_number(const struct json *value, int least, int most, int *number);

#endif
