/* Reading `.edt` (design section 3): one pass, a line at a time, each word a span of the line.
 *
 * This file knows the words and their order in a line; what they mean together is the builder's. */
#include "format/edt.h"

#include "base/plural.h"
#include "base/progress.h"
#include "trace/builder_trace.h"
#include "format/edt_words.h"
#include "trace/history.h"

static void
read_edt (struct hb_edt_reader *reader)
{
  char buffer[48];
  struct hb_span version = hb_next_word (reader);
  if (!version.text || !hb_is_word (version, "1"))
    hb_complain (reader, version, "version '%s' of the format is not known; expected 'edt 1'",
                 version.text ? hb_shown (version, buffer) : "");
  else
    hb_expect_end (reader, "the version");
}

static void
read_meta (struct hb_edt_reader *reader)
{
  struct hb_span key;
  if (!hb_next_id (reader, &key, "a key"))
    return;
  while (reader->cursor < reader->stop && hb_is_blank (*reader->cursor))
    reader->cursor++;
  if (reader->cursor == reader->stop || *reader->cursor != '"')
    {
      /* Unquoted: the rest of the line, as words. */
      struct hb_span value = { reader->cursor, 0 }, word;
      while ((word = hb_next_word (reader)).text)
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
    hb_complain (reader, ((struct hb_span){ quote, 1 }),
                 "a quoted text without its end; expected '\"' before the end of the line");
  else
    {
      reader->cursor++;
      reader->builder->class->meta (reader->builder, key,
                                    (struct hb_span){ value.data, value.size });
      hb_expect_end (reader, "the text");
    }
  vec_free (value);
}

/* The discipline that WORD names, or -1 after an error. */
static int
parse_mailbox (struct hb_edt_reader *reader, struct hb_span word)
{
  char buffer[48];
  int mailbox = word.text ? hb_mailbox_find (word.text, word.length) : -1;
  if (mailbox < 0)
    hb_complain (reader, word,
                 "'%s' is no mailbox discipline; expected queue, sender-queue, multiset, "
                 "stack or priority",
                 word.text ? hb_shown (word, buffer) : "");
  return mailbox;
}

static void
read_mailbox (struct hb_edt_reader *reader)
{
  struct hb_span word = hb_next_word (reader);
  int mailbox = parse_mailbox (reader, word);
  if (mailbox < 0)
    return;
  size_t errors = hb_diag_errors (reader->diag);
  hb_point_at (reader, word.text);
  reader->builder->class->mailbox (reader->builder, (enum hb_mailbox)mailbox);
  if (reader->has_mailbox && hb_diag_errors (reader->diag) == errors)
    hb_complain (reader, word,
                 "the trace's mailbox is set twice; expected one line 'mailbox', before the first "
                 "handler");
  reader->has_mailbox = true;
  hb_expect_end (reader, "the mailbox discipline");
}

static void
read_handler (struct hb_edt_reader *reader)
{
  struct hb_span name, word;
  int mailbox = -1;
  if (!hb_next_id (reader, &name, "a handler's name"))
    return;
  word = hb_next_word (reader);
  if (word.text && (mailbox = parse_mailbox (reader, word)) < 0)
    return;
  hb_point_at (reader, name.text);
  hb_builder_handler (reader->builder, name, mailbox);
  hb_expect_end (reader, "the handler");
}

static void
read_initial (struct hb_edt_reader *reader)
{
  hb_builder_message (reader->builder, HB_INITIAL, hb_span (NULL));
  hb_expect_end (reader, "'initial'");
}

static void
read_message (struct hb_edt_reader *reader)
{
  char buffer[48];
  struct hb_span name, word;
  bool external = false, has_priority = false;
  int64_t priority = 0;
  if (!hb_next_id (reader, &name, "a message id"))
    return;
  while ((word = hb_next_word (reader)).text)
    {
      struct hb_span number = { word.text + 9, word.length - 9 };
      bool is_external = hb_is_word (word, "external");
      bool is_priority = word.length >= 9 && !memcmp (word.text, "priority=", 9);
      if ((is_external && external) || (is_priority && has_priority))
        {
          hb_complain (reader, word, "'%s' stands twice behind message '%s'; expected it once",
                       is_external ? "external" : "priority=", hb_shown (name, buffer));
          return;
        }
      if (is_external)
        external = true;
      else if (is_priority)
        {
          has_priority = true;
          if (!hb_parse_number (number, INT32_MIN, INT32_MAX, &priority))
            {
              hb_complain (reader, word,
                           "'%s' is no priority; expected priority=N with a whole number "
                           "of 32 bits",
                           hb_shown (word, buffer));
              return;
            }
        }
      else
        {
          hb_complain (reader, word,
                       "unexpected '%s'; expected 'external', 'priority=N' or the end of "
                       "the line",
                       hb_shown (word, buffer));
          return;
        }
    }
  hb_point_at (reader, name.text);
  hb_builder_message (reader->builder, external ? HB_EXTERNAL : HB_POSTED, name);
  if (has_priority)
    reader->builder->class->priority (reader->builder, (int32_t)priority);
}

static void
read_write (struct hb_edt_reader *reader, struct hb_span label)
{
  char buffer[48];
  struct hb_span variable, value;
  if (!hb_next_id (reader, &variable, "the variable to write"))
    return;
  value = hb_next_word (reader);
  if (value.text && !hb_value_is_legal (value.text, value.length))
    {
      hb_complain (reader, value,
                   "'%s' cannot be a value; expected a word without control characters",
                   hb_shown (value, buffer));
      return;
    }
  hb_point_at (reader, label.text ? label.text : variable.text);
  hb_builder_write (reader->builder, label, variable, value);
  hb_expect_end (reader, "a write");
}

static void
read_read (struct hb_edt_reader *reader, struct hb_span label)
{
  struct hb_span variable, from;
  if (!hb_next_id (reader, &variable, "the variable to read"))
    return;
  from = hb_next_word (reader);
  if (!from.text)
    {
      hb_complain (reader, from,
                   "a read says what it reads from; expected the label of a write, "
                   "MESSAGE@K, HANDLER@K or init");
      return;
    }
  hb_point_at (reader, from.text);
  if (hb_is_word (from, "init"))
    from.text = NULL;
  hb_builder_read (reader->builder, label, variable, from);
  hb_expect_end (reader, "a read");
}

static void
read_post (struct hb_edt_reader *reader, struct hb_span label)
{
  struct hb_span message;
  if (!hb_next_id (reader, &message, "the id of the message to post"))
    return;
  hb_point_at (reader, message.text);
  hb_builder_post (reader->builder, label, message);
  hb_expect_end (reader, "a post");
}

/* The members of a chain are looked up so many words after they were read: the names of a long line come from anywhere. */
#define WORDS_AHEAD 8

static void
read_chain (struct hb_edt_reader *reader, char kind)
{
  struct hb_span head, word, members[WORDS_AHEAD];
  hb_builder *builder = reader->builder;
  if (!hb_next_id (reader, &head, kind == 'c' ? "a variable" : "a handler"))
    return;
  hb_point_at (reader, head.text);
  builder->class->chain_start (builder, kind, head);
  size_t read = 0, added = 0;
  while (!hb_diag_full (reader->diag))
    {
      while (read - added < WORDS_AHEAD && (word = hb_next_word (reader)).text)
        {
          hb_edt_fetch_member (builder, kind, word.text);
          members[read++ % WORDS_AHEAD] = word;
        }
      if (added == read)
        return;
      struct hb_span member = members[added++ % WORDS_AHEAD];
      if (kind != 'c' && !hb_check_id (reader, member, "a message id"))
        return;
      hb_point_at (reader, member.text);
      builder->class->chain_add (builder, member);
    }
}

static void
read_end (struct hb_edt_reader *reader)
{
  static const char *const what[] = { "events", "messages", "handlers" };
  char buffer[48];
  struct hb_sizes sizes = reader->builder->sizes;
  const uint64_t real[] = { sizes.events, sizes.messages, sizes.handlers };
  reader->ended = true;
  for (int i = 0; i < 3; i++)
    {
      int64_t number;
      struct hb_span word = hb_next_word (reader);
      if (!word.text || !hb_parse_number (word, 0, INT64_MAX, &number))
        {
          hb_complain (reader, word,
                       "'%s' is no number of %s; expected end EVENTS MESSAGES HANDLERS",
                       word.text ? hb_shown (word, buffer) : "", what[i]);
          return;
        }
      /* Lines that were wrong were not counted. */
      if ((uint64_t)number != real[i] && !hb_diag_errors (reader->diag))
        {
          hb_complain (reader, word,
                       "the file is truncated or damaged: it has %llu %s (gets counted) "
                       "where its last line says %s; expected 'end %llu %llu %llu'",
                       (unsigned long long)real[i], what[i], hb_shown (word, buffer),
                       (unsigned long long)real[0], (unsigned long long)real[1],
                       (unsigned long long)real[2]);
          return;
        }
    }
  hb_expect_end (reader, "the numbers");
  reader->builder->class->end (reader->builder);
}

/* Reads the rest of an event's line; false if WORD is none. */
static bool
read_event (struct hb_edt_reader *reader, struct hb_span word, struct hb_span label)
{
  if (hb_is_word (word, "write"))
    read_write (reader, label);
  else if (hb_is_word (word, "read"))
    read_read (reader, label);
  else if (hb_is_word (word, "post"))
    read_post (reader, label);
  else
    return false;
  return true;
}

static void
read_labelled (struct hb_edt_reader *reader, struct hb_span label)
{
  label.length--;
  if (!label.length)
    {
      hb_complain (reader, label, "a label without a name; expected LABEL: before an event");
      return;
    }
  if (!hb_check_id (reader, label, "a label"))
    return;
  if (hb_is_word (label, "init"))
    {
      hb_complain (reader, label, "'init' cannot be a label: it stands for the initial value");
      return;
    }
  char buffer[48];
  struct hb_span word = hb_next_word (reader);
  if (!word.text)
    hb_complain (reader, word, "a label without an event; expected write, read or post behind it");
  else if (!read_event (reader, word, label))
    hb_complain (reader, word, "'%s' is no event; expected write, read or post after a label",
                 hb_shown (word, buffer));
}

static void
read_line (struct hb_edt_reader *reader)
{
  char buffer[48];
  struct hb_span word = hb_next_word (reader);
  if (!word.text)
    return;
  if (reader->ended)
    {
      hb_complain (reader, word, "text after the 'end' line; expected nothing");
      return;
    }
  if (!reader->started)
    {
      reader->started = true;
      if (hb_is_word (word, "edt"))
        read_edt (reader);
      else
        hb_complain (reader, word, "this is no .edt trace; expected 'edt 1' as the first line");
      return;
    }
  const char *zero = hb_input_has_zero (reader->input)
                         ? memchr (reader->line, '\0', (size_t)(reader->stop - reader->line))
                         : NULL;
  if (zero)
    {
      hb_complain (reader, ((struct hb_span){ zero, 1 }), "a zero byte; expected text");
      return;
    }
  /* Events are nearly all lines of a file: they come first. */
  if (read_event (reader, word, hb_span (NULL)))
    return;
  if (word.text[word.length - 1] == ':')
    read_labelled (reader, word);
  else if (hb_is_word (word, "message"))
    read_message (reader);
  else if (hb_is_word (word, "handler"))
    read_handler (reader);
  else if (hb_is_word (word, "initial"))
    read_initial (reader);
  else if (hb_is_word (word, "co"))
    read_chain (reader, 'c');
  else if (hb_is_word (word, "eo"))
    read_chain (reader, 'e');
  else if (hb_is_word (word, "mo"))
    read_chain (reader, 'm');
  else if (hb_is_word (word, "meta"))
    read_meta (reader);
  else if (hb_is_word (word, "mailbox"))
    read_mailbox (reader);
  else if (hb_is_word (word, "end"))
    read_end (reader);
  else
    hb_complain (reader, word,
                 "unknown word '%s'; expected handler, initial, message, write, read, "
                 "post, co, eo, mo, meta, mailbox or end",
                 hb_shown (word, buffer));
}

static void
check_whole (struct hb_edt_reader *reader)
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
              "the file is truncated after %llu event%s; expected an 'end EVENTS "
              "MESSAGES HANDLERS' line",
              (unsigned long long)sizes.events, HB_S (sizes.events));
}

/* Reads INPUT (stolen), a trace or a history. */
static hb_trace *
read_input (hb_input *input, bool history, hb_diag *diag)
{
  struct hb_edt_reader reader = { .input = input, .diag = diag };
  reader.builder = hb_builder_to_trace (diag);
  if (history)
    hb_build_without_co (reader.builder);
  struct hb_place *place = &reader.builder->place;
  place->file = hb_input_name (input);
  size_t length;
  /* A first line that is wrong makes every other line wrong. */
  while (!hb_diag_full (diag) && hb_input_line (reader.input, &reader.line, &length))
    {
      bool was_started = reader.started;
      size_t number = hb_input_line_number (reader.input);
      if (number % HB_LINES_AHEAD == 1)
        hb_edt_look_ahead (reader.input, reader.builder);
      reader.cursor = reader.line;
      reader.stop = reader.line + length;
      place->line = number;
      place->column = 1;
      place->text = reader.line;
      place->length = length;
      read_line (&reader);
      if (hb_progress_wanted ())
        hb_input_tell (reader.input, "reading", "events", reader.builder->sizes.events);
      if (!was_started && hb_diag_errors (diag))
        break;
    }
  check_whole (&reader);
  hb_trace *trace = hb_builder_finish (reader.builder);
  if (trace)
    trace->file = hb_copy_text (hb_input_name (input));
  hb_input_close (reader.input);
  return trace;
}

hb_trace *
hb_edt_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? read_input (input, false, diag) : NULL;
}

hb_trace *
hb_edt_read_input (hb_input *input, hb_diag *diag)
{
  return read_input (input, false, diag);
}

hb_trace *
hb_history_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? hb_history_read_input (input, diag) : NULL;
}

hb_trace *
hb_history_read_input (hb_input *input, hb_diag *diag)
{
  hb_trace *history = read_input (input, true, diag);
  if (!history || hb_history_check (history, diag))
    return history;
  hb_trace_free (history);
  return NULL;
}
