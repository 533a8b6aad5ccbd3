#include "json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100 };

struct reader {
    const char *at, *end;
    int depth;
};

static struct json *read_value(struct reader *in);

static void *allocated(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void json_free(struct json *value)
{
    while (value != NULL) {
        struct json *next = value->next;
        json_free(value->first);
        free(value->text);
        free(value->name);
        free(value);
        value = next;
    }
}

/* Every sequence the shortest one, no surrogates, nothing beyond U+10FFFF. */
static bool valid_utf8(const unsigned char *at, const unsigned char *end)
{
    while (at < end) {
        unsigned char lead = *at++;
        if (lead < 0x80)
            continue;
        int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        if (lead < 0xC2 || lead > 0xF4 || end - at < more)
            return false;
        unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (*at < low || *at > high)
            return false;
        for (at++; --more > 0; at++)
            if ((*at & 0xC0) != 0x80)
                return false;
    }
    return true;
}

static void skip_space(struct reader *in)
{
    while (in->at < in->end && strchr(" \t\r\n", *in->at) != NULL && *in->at != '\0')
        in->at++;
}

static bool take(struct reader *in, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

static bool read_four_digits(struct reader *in, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, in->at++) {
        static const char DIGITS[] = "0123456789abcdef";
        if (in->at == in->end || *in->at == '\0')
            return false;
        char c = *in->at;
        const char *found = strchr(DIGITS, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        if (found == NULL)
            return false;
        *unit = *unit * 16 + (uint32_t)(found - DIGITS);
    }
    return true;
}

/* What follows \u, as UTF-8; a surrogate without its other half is refused. */
static bool read_code_point(struct reader *in, char **out)
{
    uint32_t code, low;
    if (!read_four_digits(in, &code))
        return false;
    if (code >= 0xD800 && code <= 0xDFFF) {
        if (code >= 0xDC00 || !take(in, "\\u") || !read_four_digits(in, &low) || low < 0xDC00 ||
            low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char LEAD[] = {0x00, 0xC0, 0xE0, 0xF0};
    *(*out)++ = (char)(LEAD[more] | (code >> (6 * more)));
    while (more-- > 0)
        *(*out)++ = (char)(0x80 | ((code >> (6 * more)) & 0x3F));
    return true;
}

/* The text of a string; it is never longer than its spelling. */
static char *read_text(struct reader *in, size_t *length)
{
    if (!take(in, "\""))
        return NULL;
    char *text = allocated((size_t)(in->end - in->at) + 1), *out = text;
    while (in->at < in->end && *in->at != '"') {
        unsigned char c = (unsigned char)*in->at++;
        if (c < 0x20)
            break;
        if (c != '\\') {
            *out++ = (char)c;
            continue;
        }
        static const char ESCAPES[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
        char escape = in->at < in->end ? *in->at++ : '\0';
        const char *found = escape == '\0' ? NULL : strchr(ESCAPES, escape);
        if (found != NULL)
            *out++ = MEANT[found - ESCAPES];
        else if (escape != 'u' || !read_code_point(in, &out))
            break;
    }
    if (!take(in, "\"")) {
        free(text);
        return NULL;
    }
    *length = (size_t)(out - text);
    return text;
}

static bool skip_digits(struct reader *in)
{
    const char *start = in->at;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9')
        in->at++;
    return in->at > start;
}

static bool read_number(struct reader *in, double *number)
{
    const char *start = in->at;
    take(in, "-");
    if (!take(in, "0") && !skip_digits(in))
        return false;
    if (take(in, ".") && !skip_digits(in))
        return false;
    if (take(in, "e") || take(in, "E")) {
        if (!take(in, "+"))
            take(in, "-");
        if (!skip_digits(in))
            return false;
    }
    *number = strtod(start, NULL); /* the line ends with a zero byte */
    return true;
}

/* The elements of an array or members of an object, up to the closing bracket. */
static bool read_contents(struct reader *in, struct json *value, const char *close)
{
    struct json **end = &value->first;
    skip_space(in);
    if (take(in, close))
        return true;
    do {
        char *name = NULL;
        size_t name_length = 0;
        skip_space(in);
        if (value->kind == JSON_OBJECT) {
            name = read_text(in, &name_length);
            skip_space(in);
            if (name == NULL || !take(in, ":")) {
                free(name);
                return false;
            }
        }
        *end = read_value(in);
        if (*end == NULL) {
            free(name);
            return false;
        }
        (*end)->name = name;
        (*end)->name_length = name_length;
        end = &(*end)->next;
        skip_space(in);
    } while (take(in, ","));
    return take(in, close);
}

static bool read_into(struct reader *in, struct json *value)
{
    if (take(in, "null")) {
        value->kind = JSON_NULL;
        return true;
    }
    if (take(in, "true") || take(in, "false")) {
        value->kind = JSON_BOOL;
        value->truth = in->at[-2] == 'u';
        return true;
    }
    if (take(in, "[")) {
        value->kind = JSON_ARRAY;
        return read_contents(in, value, "]");
    }
    if (take(in, "{")) {
        value->kind = JSON_OBJECT;
        return read_contents(in, value, "}");
    }
    if (in->at < in->end && *in->at == '"') {
        value->kind = JSON_STRING;
        value->text = read_text(in, &value->length);
        return value->text != NULL;
    }
    value->kind = JSON_NUMBER;
    return read_number(in, &value->number);
}

static struct json *read_value(struct reader *in)
{
    struct json *value = allocated(sizeof *value);
    skip_space(in);
    bool read = ++in->depth <= DEEPEST && read_into(in, value);
    in->depth--;
    if (!read) {
        json_free(value);
        return NULL;
    }
    return value;
}

struct json *json_read(const char *bytes, size_t length)
{
    struct reader in = {bytes, bytes + length, 0};
    if (!valid_utf8((const unsigned char *)bytes, (const unsigned char *)bytes + length))
        return NULL;
    struct json *value = read_value(&in);
    skip_space(&in);
    if (in.at < in.end) {
        json_free(value);
        return NULL;
    }
    return value;
}

bool json_has_name(const struct json *member, const char *name)
{
    return member->name_length == strlen(name) && memcmp(member->name, name, strlen(name)) == 0;
}

const struct json *json_member(const struct json *object, const char *name)
{
    const struct json *found = NULL;
    for (const struct json *each = object->first; each != NULL; each = each->next)
        if (json_has_name(each, name))
            found = each;
    return found;
}

bool json_is_text(const struct json *value, const char *text)
{
    return value != NULL && value->kind == JSON_STRING && value->length == strlen(text) &&
           memcmp(value->text, text, value->length) == 0;
}

bool json_whole_number(const struct json *value, int least, int most, int *number)
{
    if (value == NULL || value->kind != JSON_NUMBER || !(value->number >= least) ||
        value->number > most || value->number != (int)value->number)
        return false;
    *number = (int)value->number;
    return true;
}
