/* Words of a line of an `.edt` file, and errors that point at them.  Private to the reader. */
#ifndef HBKIT_EDT_WORDS_H
#define HBKIT_EDT_WORDS_H

#include "trace/builder_private.h"
#include "base/bytes.h"
#include "base/input.h"

struct hb_edt_reader
{
  hb_input *input;
  hb_diag *diag;
  hb_builder *builder;
  const char *line, *cursor, *stop; /* of the current line */
  bool started, ended;              /* `edt 1` and `end` were seen */
  bool has_mailbox;                 /* a line `mailbox` was */
};

static inline bool
hb_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Does C end a word?  Nearly all bytes of words are larger than the three that do. */
static inline bool
hb_ends_word (char c)
{
  return (unsigned char)c <= '#' && (hb_is_blank (c) || c == '#');
}

/* Which bytes may end a word, or a line? */
static inline uint64_t
hb_edt_ends (uint64_t bytes)
{
  return hb_bytes_between (bytes, 0, '#');
}

/* The first byte from AT on that may end a word; a line end at the latest (base/input.h). */
static inline const char *
hb_next_small (const char *at)
{
  return hb_bytes_next (at, hb_edt_ends);
}

static inline void
hb_skip_blanks (struct hb_edt_reader *reader)
{
  while (reader->cursor < reader->stop && hb_is_blank (*reader->cursor))
    reader->cursor++;
}

/* The next word of the line; text NULL at its end or at a comment. */
static inline struct hb_span
hb_next_word (struct hb_edt_reader *reader)
{
  hb_skip_blanks (reader);
  const char *start = reader->cursor;
  if (start == reader->stop || *start == '#')
    return (struct hb_span){ NULL, 0 };
  const char *at = hb_next_small (start);
  while (at < reader->stop && !hb_ends_word (*at))
    at = hb_next_small (at + 1);
  HB_ASSERT (at <= reader->stop);
  reader->cursor = at;
  return (struct hb_span){ start, (size_t)(at - start) };
}

static inline bool
hb_is_word (struct hb_span word, const char *text)
{
  return word.length == strlen (text) && !memcmp (word.text, text, word.length);
}

/* Makes AT the place of errors from now on. */
static inline void
hb_point_at (struct hb_edt_reader *reader, const char *at)
{
  reader->builder->place.column = (size_t)(at - reader->line) + 1;
}

/* Adds an error at WORD, or at the end of the line if there is none. */
#define hb_complain(READER, WORD, ...)                                                             \
  (hb_point_at (READER, (WORD).text ? (WORD).text : (READER)->cursor),                             \
   hb_error ((READER)->diag, &(READER)->builder->place, __VA_ARGS__))

/* How a word is shown in an error: not all of a megabyte, and no byte that a terminal would obey. */
const char *hb_shown (struct hb_span word, char buffer[48]);

/* WORD is a name; WHAT it names, for errors.  False after an error. */
bool hb_check_id (struct hb_edt_reader *reader, struct hb_span word, const char *what);

/* The next word, which must be a name. */
bool hb_next_id (struct hb_edt_reader *reader, struct hb_span *word, const char *what);

/* It is an error if the line goes on. */
void hb_expect_end (struct hb_edt_reader *reader, const char *after);

/* A whole number that fills WORD, between LEAST and MOST. */
bool hb_parse_number (struct hb_span word, int64_t least, int64_t most, int64_t *number);

/* Fetches from memory what the next lines of INPUT will look up in the names of BUILDER; to be called
 * every HB_LINES_AHEAD lines. */
#define HB_LINES_AHEAD 16
void hb_edt_look_ahead (const hb_input *input, const hb_builder *builder);

/* The same for a member of a chain of this kind ('c', 'e' or 'm'). */
void hb_edt_fetch_member (const hb_builder *builder, char kind, const char *member);

#endif
