/* Reading `.edt` (design section 3): one pass, a line at a time, each word a span of the line.
 *
 * This file knows the words and their order in a line; what they mean together is the builder's. */
#include "edt.h"

#include "builder_private.h"
#include "input.h"

struct reader
{
  hb_input *input;
  hb_diag *diag;
  hb_builder *builder;
  const char *line, *cursor, *stop; /* of the current line */
  bool started, ended;              /* `edt 1` and `end` were seen */
};

/* Bytes that ids may have. */
static const bool id_bytes[256] = {
  ['.'] = true, ['_'] = true, [':'] = true, ['~'] = true, ['-'] = true, ['0'] = true, ['1'] = true,
  ['2'] = true, ['3'] = true, ['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true, ['8'] = true,
  ['9'] = true, ['A'] = true, ['B'] = true, ['C'] = true, ['D'] = true, ['E'] = true, ['F'] = true,
  ['G'] = true, ['H'] = true, ['I'] = true, ['J'] = true, ['K'] = true, ['L'] = true, ['M'] = true,
  ['N'] = true, ['O'] = true, ['P'] = true, ['Q'] = true, ['R'] = true, ['S'] = true, ['T'] = true,
  ['U'] = true, ['V'] = true, ['W'] = true, ['X'] = true, ['Y'] = true, ['Z'] = true, ['a'] = true,
  ['b'] = true, ['c'] = true, ['d'] = true, ['e'] = true, ['f'] = true, ['g'] = true, ['h'] = true,
  ['i'] = true, ['j'] = true, ['k'] = true, ['l'] = true, ['m'] = true, ['n'] = true, ['o'] = true,
  ['p'] = true, ['q'] = true, ['r'] = true, ['s'] = true, ['t'] = true, ['u'] = true, ['v'] = true,
  ['w'] = true, ['x'] = true, ['y'] = true, ['z'] = true
};

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* The next word of the line; text NULL at its end or at a comment. */
static struct hb_span
next_word (struct reader *reader)
{
  while (reader->cursor < reader->stop && is_blank (*reader->cursor))
    reader->cursor++;
  if (reader->cursor == reader->stop || *reader->cursor == '#')
    return (struct hb_span){ NULL, 0 };
  struct hb_span word = { reader->cursor, 0 };
  while (reader->cursor < reader->stop && !is_blank (*reader->cursor) && *reader->cursor != '#')
    reader->cursor++;
  word.length = (size_t)(reader->cursor - word.text);
  return word;
}

/* Makes AT the place of errors from now on. */
static void
point_at (struct reader *reader, const char *at)
{
  struct hb_place *place = &reader->builder->place;
  place->column = (size_t)(at - reader->line) + 1;
}

/* Adds an error at WORD, or at the end of the line if there is none. */
#define complain(READER, WORD, ...)                                                                \
  (point_at (READER, (WORD).text ? (WORD).text : (READER)->cursor),                                \
   hb_error ((READER)->diag, &(READER)->builder->place, __VA_ARGS__))

/* How a word is shown in an error: not all of a megabyte, and no byte that a terminal would obey.
 */
static const char *
shown (struct hb_span word, char buffer[48])
{
  size_t length = word.length < 40 ? word.length : 40, size = 0;
  for (size_t i = 0; i < length; i++)
    buffer[size++] = word.text[i] > ' ' && word.text[i] < 0x7f ? word.text[i] : '?';
  for (int dots = 0; dots < 3 && word.length > length; dots++)
    buffer[size++] = '.';
  buffer[size] = '\0';
  return buffer;
}

static bool
is_word (struct hb_span word, const char *text)
{
  return word.length == strlen (text) && !memcmp (word.text, text, word.length);
}

static bool
check_id (struct reader *reader, struct hb_span word, const char *what)
{
  char buffer[48];
  if (!word.text)
    {
      complain (reader, word, "the line ends too early; expected %s", what);
      return false;
    }
  for (size_t i = 0; i < word.length; i++)
    if (!id_bytes[(unsigned char)word.text[i]])
      {
        struct hb_span bad = { word.text + i, 1 };
        complain (reader, bad, "'%s' cannot be %s; expected only letters, digits and . _ : ~ -",
                  shown (word, buffer), what);
        return false;
      }
  if (word.text[word.length - 1] == ':')
    {
      complain (reader, word, "'%s' cannot be %s; expected one that does not end in ':'",
                shown (word, buffer), what);
      return false;
    }
  return true;
}

/* An id that the line must have next. */
static bool
next_id (struct reader *reader, struct hb_span *word, const char *what)
{
  *word = next_word (reader);
  return check_id (reader, *word, what);
}

static void
expect_end_of_line (struct reader *reader, const char *after)
{
  char buffer[48];
  struct hb_span word = next_word (reader);
  if (word.text)
    complain (reader, word, "unexpected '%s'; expected the end of the line after %s",
              shown (word, buffer), after);
}

/* A whole number that fills WORD, between LEAST and MOST. */
static bool
parse_number (struct hb_span word, int64_t least, int64_t most, int64_t *number)
{
  size_t i = 0;
  bool negative = word.length && word.text[0] == '-';
  i += negative;
  int64_t value = 0;
  if (i == word.length)
    return false;
  for (; i < word.length; i++)
    {
      if (word.text[i] < '0' || word.text[i] > '9' || value > INT64_MAX / 10 - 1)
        return false;
      value = value * 10 + (word.text[i] - '0');
    }
  *number = negative ? -value : value;
  return *number >= least && *number <= most;
}

static void
read_edt (struct reader *reader)
{
  char buffer[48];
  struct hb_span version = next_word (reader);
  if (!version.text || !is_word (version, "1"))
    complain (reader, version, "version '%s' of the format is not known; expected 'edt 1'",
              version.text ? shown (version, buffer) : "");
  else
    expect_end_of_line (reader, "the version");
}

static void
read_meta (struct reader *reader)
{
  struct hb_span key;
  if (!next_id (reader, &key, "a key"))
    return;
  while (reader->cursor < reader->stop && is_blank (*reader->cursor))
    reader->cursor++;
  if (reader->cursor == reader->stop || *reader->cursor != '"')
    {
      /* Unquoted: the rest of the line, as words. */
      struct hb_span value = { reader->cursor, 0 }, word;
      while ((word = next_word (reader)).text)
        value.length = (size_t)(word.text + word.length - value.text);
      reader->builder->class->meta (reader->builder, key, value);
      return;
    }
  VEC (char) value = VEC_EMPTY;
  const char *quote = reader->cursor++;
  while (reader->cursor < reader->stop && *reader->cursor != '"')
    {
      if (*reader->cursor == '\\' && reader->cursor + 1 < reader->stop)
        reader->cursor++;
      vec_push (value, *reader->cursor++);
    }
  if (reader->cursor == reader->stop)
    complain (reader, ((struct hb_span){ quote, 1 }),
              "a quoted text without its end; expected '\"' before the end of the line");
  else
    {
      reader->cursor++;
      reader->builder->class->meta (reader->builder, key,
                                    (struct hb_span){ value.data, value.size });
      expect_end_of_line (reader, "the text");
    }
  vec_free (value);
}

/* The discipline that WORD names, or -1 after an error. */
static int
parse_mailbox (struct reader *reader, struct hb_span word)
{
  char buffer[48];
  int mailbox = word.text ? hb_mailbox_find (word.text, word.length) : -1;
  if (mailbox < 0)
    complain (reader, word,
              "'%s' is no mailbox discipline; expected queue, sender-queue, multiset, "
              "stack or priority",
              word.text ? shown (word, buffer) : "");
  return mailbox;
}

static void
read_mailbox (struct reader *reader)
{
  struct hb_span word = next_word (reader);
  int mailbox = parse_mailbox (reader, word);
  if (mailbox < 0)
    return;
  point_at (reader, word.text);
  reader->builder->class->mailbox (reader->builder, (enum hb_mailbox)mailbox);
  expect_end_of_line (reader, "the mailbox discipline");
}

static void
read_handler (struct reader *reader)
{
  struct hb_span name, word;
  int mailbox = -1;
  if (!next_id (reader, &name, "a handler's name"))
    return;
  word = next_word (reader);
  if (word.text && (mailbox = parse_mailbox (reader, word)) < 0)
    return;
  point_at (reader, name.text);
  hb_builder_handler (reader->builder, name, mailbox);
  expect_end_of_line (reader, "the handler");
}

static void
read_initial (struct reader *reader)
{
  hb_builder_message (reader->builder, HB_INITIAL, hb_span (NULL));
  expect_end_of_line (reader, "'initial'");
}

static void
read_message (struct reader *reader)
{
  char buffer[48];
  struct hb_span name, word;
  bool external = false, has_priority = false;
  int64_t priority = 0;
  if (!next_id (reader, &name, "a message id"))
    return;
  while ((word = next_word (reader)).text)
    {
      struct hb_span number = { word.text + 9, word.length - 9 };
      if (is_word (word, "external") && !external)
        external = true;
      else if (word.length >= 9 && !memcmp (word.text, "priority=", 9) && !has_priority)
        {
          has_priority = true;
          if (!parse_number (number, INT32_MIN, INT32_MAX, &priority))
            {
              complain (reader, word,
                        "'%s' is no priority; expected priority=N with a whole number "
                        "of 32 bits",
                        shown (word, buffer));
              return;
            }
        }
      else
        {
          complain (reader, word,
                    "unexpected '%s'; expected 'external', 'priority=N' or the end of "
                    "the line",
                    shown (word, buffer));
          return;
        }
    }
  point_at (reader, name.text);
  hb_builder_message (reader->builder, external ? HB_EXTERNAL : HB_POSTED, name);
  if (has_priority)
    reader->builder->class->priority (reader->builder, (int32_t)priority);
}

static void
read_write (struct reader *reader, struct hb_span label)
{
  struct hb_span variable, value;
  if (!next_id (reader, &variable, "the variable to write"))
    return;
  value = next_word (reader);
  point_at (reader, label.text ? label.text : variable.text);
  hb_builder_write (reader->builder, label, variable, value);
  expect_end_of_line (reader, "a write");
}

static void
read_read (struct reader *reader, struct hb_span label)
{
  struct hb_span variable, from;
  if (!next_id (reader, &variable, "the variable to read"))
    return;
  from = next_word (reader);
  if (!from.text)
    {
      complain (reader, from,
                "a read says what it reads from; expected the label of a write, "
                "MESSAGE@K, HANDLER@K or init");
      return;
    }
  point_at (reader, from.text);
  if (is_word (from, "init"))
    from.text = NULL;
  hb_builder_read (reader->builder, label, variable, from);
  expect_end_of_line (reader, "a read");
}

static void
read_post (struct reader *reader, struct hb_span label)
{
  struct hb_span message;
  if (!next_id (reader, &message, "the id of the message to post"))
    return;
  point_at (reader, message.text);
  hb_builder_post (reader->builder, label, message);
  expect_end_of_line (reader, "a post");
}

static void
read_chain (struct reader *reader, char kind)
{
  struct hb_span head, member;
  hb_builder *builder = reader->builder;
  if (!next_id (reader, &head, kind == 'c' ? "a variable" : "a handler"))
    return;
  point_at (reader, head.text);
  builder->class->chain_start (builder, kind, head);
  while ((member = next_word (reader)).text && !hb_diag_full (reader->diag))
    {
      if (kind != 'c' && !check_id (reader, member, "a message id"))
        return;
      point_at (reader, member.text);
      builder->class->chain_add (builder, member);
    }
}

static void
read_end (struct reader *reader)
{
  static const char *const what[] = { "events", "messages", "handlers" };
  char buffer[48];
  struct hb_sizes sizes = reader->builder->sizes;
  const uint64_t real[] = { sizes.events, sizes.messages, sizes.handlers };
  for (int i = 0; i < 3; i++)
    {
      int64_t number;
      struct hb_span word = next_word (reader);
      if (!word.text || !parse_number (word, 0, INT64_MAX, &number))
        {
          complain (reader, word, "'%s' is no number of %s; expected end EVENTS MESSAGES HANDLERS",
                    word.text ? shown (word, buffer) : "", what[i]);
          return;
        }
      /* Lines that were wrong were not counted. */
      if ((uint64_t)number != real[i] && !hb_diag_errors (reader->diag))
        {
          complain (reader, word,
                    "the file is truncated or damaged: it has %llu %s (gets counted) "
                    "where its last line says %s; expected 'end %llu %llu %llu'",
                    (unsigned long long)real[i], what[i], shown (word, buffer),
                    (unsigned long long)real[0], (unsigned long long)real[1],
                    (unsigned long long)real[2]);
          return;
        }
    }
  expect_end_of_line (reader, "the numbers");
  reader->ended = true;
  reader->builder->class->end (reader->builder);
}

static void
read_event (struct reader *reader, struct hb_span word, struct hb_span label)
{
  char buffer[48];
  point_at (reader, word.text);
  if (is_word (word, "write"))
    read_write (reader, label);
  else if (is_word (word, "read"))
    read_read (reader, label);
  else if (is_word (word, "post"))
    read_post (reader, label);
  else if (label.text)
    complain (reader, word, "'%s' is no event; expected write, read or post after a label",
              shown (word, buffer));
  else
    complain (reader, word,
              "unknown word '%s'; expected handler, initial, message, write, read, "
              "post, co, eo, mo, meta, mailbox or end",
              shown (word, buffer));
}

static void
read_labelled (struct reader *reader, struct hb_span label)
{
  label.length--;
  if (!label.length)
    {
      complain (reader, label, "a label without a name; expected LABEL: before an event");
      return;
    }
  if (!check_id (reader, label, "a label"))
    return;
  if (is_word (label, "init"))
    {
      complain (reader, label, "'init' cannot be a label: it stands for the initial value");
      return;
    }
  struct hb_span word = next_word (reader);
  if (!word.text)
    complain (reader, word, "a label without an event; expected write, read or post behind it");
  else
    read_event (reader, word, label);
}

static void
read_line (struct reader *reader)
{
  const char *zero = memchr (reader->line, '\0', (size_t)(reader->stop - reader->line));
  if (zero)
    {
      complain (reader, ((struct hb_span){ zero, 1 }), "a zero byte; expected text");
      return;
    }
  struct hb_span word = next_word (reader);
  if (!word.text)
    return;
  if (reader->ended)
    {
      complain (reader, word, "text after the 'end' line; expected nothing");
      return;
    }
  if (!reader->started)
    {
      reader->started = true;
      if (is_word (word, "edt"))
        read_edt (reader);
      else
        complain (reader, word, "this is no .edt trace; expected 'edt 1' as the first line");
      return;
    }
  /* Events are nearly all lines of a file: they come first. */
  if (word.text[word.length - 1] == ':')
    read_labelled (reader, word);
  else if (is_word (word, "message"))
    read_message (reader);
  else if (is_word (word, "handler"))
    read_handler (reader);
  else if (is_word (word, "initial"))
    read_initial (reader);
  else if (is_word (word, "co"))
    read_chain (reader, 'c');
  else if (is_word (word, "eo"))
    read_chain (reader, 'e');
  else if (is_word (word, "mo"))
    read_chain (reader, 'm');
  else if (is_word (word, "meta"))
    read_meta (reader);
  else if (is_word (word, "mailbox"))
    read_mailbox (reader);
  else if (is_word (word, "end"))
    read_end (reader);
  else
    read_event (reader, word, hb_span (NULL));
}

static void
check_whole (struct reader *reader)
{
  if (reader->ended || hb_diag_errors (reader->diag))
    return;
  struct hb_sizes sizes = reader->builder->sizes;
  struct hb_place place = { .file = hb_input_name (reader->input),
                            .line = hb_input_line_number (reader->input) + 1,
                            .column = 1 };
  if (!reader->started)
    hb_error (reader->diag, &place, "the file is empty; expected 'edt 1' as the first line");
  else
    hb_error (reader->diag, &place,
              "the file is truncated after %llu events; expected an 'end EVENTS "
              "MESSAGES HANDLERS' line",
              (unsigned long long)sizes.events);
}

hb_trace *
hb_edt_read (const char *path, hb_diag *diag)
{
  struct reader reader = { .diag = diag };
  reader.input = hb_input_open (path, diag);
  if (!reader.input)
    return NULL;
  reader.builder = hb_builder_to_trace (diag);
  size_t length;
  /* A first line that is wrong makes every other line wrong. */
  while (!hb_diag_full (diag) && hb_input_line (reader.input, &reader.line, &length))
    {
      bool was_started = reader.started;
      reader.cursor = reader.line;
      reader.stop = reader.line + length;
      reader.builder->place = hb_input_place (reader.input, 1);
      read_line (&reader);
      if (!was_started && hb_diag_errors (diag))
        break;
    }
  check_whole (&reader);
  reader.builder->place.file = hb_input_name (reader.input);
  hb_trace *trace = hb_builder_finish (reader.builder);
  if (trace)
    trace->file = hb_copy_text (path);
  hb_input_close (reader.input);
  return trace;
}
