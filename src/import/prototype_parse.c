/* The grammar of `.trace` files, as the published prototype reads them and more strictly where it
 * would lose something without a word:
 *
 *     file    = head { '@' name { message } } { '$' '(' word ')' chain { ';' chain } }
 *     message = '{' get '(' id ')' { '->' operation } '}'
 *     chain   = write '(' variable ',' value ')' { '->' write ... }
 *
 * Handlers and sections may come in any order and more than once.  What stands before the first
 * handler is passed over, as the prototype does, but for "mailbox NAME", which is our own. */
#include "import/prototype_private.h"

#include "base/plural.h"
#include "base/failure.h"
#include "format/edt_words.h"

#include <strings.h>

/* Goes to where something new begins. */
static void
recover (struct prototype_reader *reader)
{
  while (reader->token != TOKEN_END && !prototype_at (reader, '@') && !prototype_at (reader, '{')
         && !prototype_at (reader, '$') && !prototype_at (reader, '}'))
    prototype_next (reader);
  if (prototype_at (reader, '}'))
    prototype_next (reader);
}

/* Passes the mark; false after an error. */
static bool
expect (struct prototype_reader *reader, char mark, const char *what)
{
  if (!prototype_at (reader, mark))
    {
      prototype_unexpected (reader, what);
      return false;
    }
  prototype_next (reader);
  return true;
}

static bool
is_word (struct hb_span word, const char *text)
{
  return word.length == strlen (text) && !strncasecmp (word.text, text, word.length);
}

static void
add_text (struct prototype_reader *reader, struct hb_span word)
{
  vec_reserve (reader->text, reader->text.size + word.length);
  memcpy (reader->text.data + reader->text.size, word.text, word.length);
  reader->text.size += word.length;
}

/* `(one, two)`: a name may have blanks in it, which do not belong to it. */
static bool
parse_arguments (struct prototype_reader *reader)
{
  vec_clear (reader->text);
  reader->arguments = 0;
  if (!expect (reader, '(', "'(' behind the operation"))
    return false;
  for (;;)
    {
      for (; reader->token == TOKEN_WORD; prototype_next (reader))
        add_text (reader, reader->word);
      bool ends = prototype_at (reader, ')');
      if (!ends && !prototype_at (reader, ','))
        {
          prototype_unexpected (reader, "',' or ')'");
          return false;
        }
      if (reader->arguments < 3)
        reader->ends[reader->arguments] = reader->text.size;
      reader->arguments++;
      prototype_next (reader);
      if (ends)
        return true;
    }
}

static struct hb_span
argument (const struct prototype_reader *reader, unsigned i)
{
  size_t start = i ? reader->ends[i - 1] : 0;
  return (struct hb_span){ vec_from (reader->text, start), reader->ends[i] - start };
}

/* The number of argument I, which must not be empty, in NAMES; HB_NONE after an error. */
static hb_id
intern (struct prototype_reader *reader, unsigned i, hb_names *names, struct spot spot,
        const char *what)
{
  struct hb_span name = argument (reader, i);
  if (name.length)
    return hb_names_intern (names, name.text, name.length);
  struct hb_place place = prototype_place (reader, spot);
  hb_error (reader->diag, &place, "an empty name; expected %s", what);
  return HB_NONE;
}

static hb_id
handler_of_name (struct prototype *file, struct hb_span name)
{
  hb_id h = hb_names_intern (file->handler_names, name.text, name.length);
  while (file->handlers.size <= h)
    {
      struct prototype_handler new = { .initial = HB_NONE, .last = HB_NONE };
      vec_push (file->handlers, new);
    }
  return h;
}

static bool
wrong_count (struct prototype_reader *reader, struct spot spot, const char *form)
{
  struct hb_place place = prototype_place (reader, spot);
  hb_error (reader->diag, &place, "%u argument%s; expected %s", reader->arguments,
            reader->arguments == 1 ? "" : "s", form);
  return false;
}

static void
add_event (struct prototype_reader *reader, struct prototype_event event)
{
  struct prototype *file = reader->file;
  if (file->events.size >= HB_NONE - 1)
    hb_fail ("more than %u events", HB_NONE - 2);
  vec_push (file->events, event);
  vec_top (file->messages).count++;
}

static bool
parse_access (struct prototype_reader *reader, enum hb_event_kind kind, struct spot spot)
{
  struct prototype_event event = { .spot = spot, .kind = (uint8_t)kind };
  if (!parse_arguments (reader))
    return false;
  if (reader->arguments != 2)
    return wrong_count (reader, spot,
                        kind == HB_READ ? "read(variable, value)" : "write(variable, value)");
  event.one = intern (reader, 0, reader->file->variables, spot, "a variable");
  event.two = intern (reader, 1, reader->file->values, spot, "a value, which names the write");
  add_event (reader, event);
  return true;
}

/* Argument I is a priority; false after an error. */
static bool
parse_priority (struct prototype_reader *reader, unsigned i, struct spot spot, int32_t *priority)
{
  struct hb_span text = argument (reader, i);
  struct hb_place place = prototype_place (reader, spot);
  char buffer[48];
  int64_t number;
  if (!hb_parse_number (text, INT32_MIN, INT32_MAX, &number))
    {
      hb_error (reader->diag, &place, "'%s' is no priority; expected a whole number of 32 bits",
                hb_shown (text, buffer));
      return false;
    }
  *priority = (int32_t)number;
  reader->file->prioritised = true;
  return true;
}

static bool
parse_post (struct prototype_reader *reader, struct spot spot)
{
  struct prototype_event event = { .one = HB_NONE, .spot = spot, .kind = HB_POST };
  struct prototype_priority priority = { .post = (hb_id)reader->file->events.size };
  if (!parse_arguments (reader))
    return false;
  if (reader->arguments > 3)
    return wrong_count (reader, spot, "post(handler, message) or post(handler, message, priority)");
  if (reader->arguments > 1 && argument (reader, 0).length)
    event.one = handler_of_name (reader->file, argument (reader, 0));
  event.two = intern (reader, reader->arguments > 1, reader->file->ids, spot, "a message id");
  if (reader->arguments == 3)
    {
      if (!parse_priority (reader, 2, spot, &priority.value))
        return false;
      vec_push (reader->file->priorities, priority);
    }
  add_event (reader, event);
  return true;
}

static void
unknown_operation (struct prototype_reader *reader, struct hb_span word, struct spot spot)
{
  char buffer[48];
  reader->file->unknown++;
  hb_note_detail (reader->notes, "%s:%u:%u: unknown operation '%s' ignored",
                  hb_input_name (reader->input), spot.line, spot.column, hb_shown (word, buffer));
}

/* What follows an arrow. */
static bool
parse_step (struct prototype_reader *reader)
{
  struct spot spot = reader->spot;
  struct hb_span word = reader->word;
  if (reader->token == TOKEN_ARROW || prototype_at (reader, '}'))
    {
      reader->file->empty_steps++;
      return true;
    }
  if (reader->token != TOKEN_WORD)
    {
      prototype_unexpected (reader, "write, read, post or done");
      return false;
    }
  bool writes = is_word (word, "write"), reads = is_word (word, "read");
  bool posts = is_word (word, "post"), done = is_word (word, "done");
  if (is_word (word, "get"))
    {
      prototype_unexpected (reader, "one get at the start of each message");
      return false;
    }
  if (!writes && !reads && !posts && !done)
    unknown_operation (reader, word, spot);
  prototype_next (reader);
  if (writes || reads)
    return parse_access (reader, writes ? HB_WRITE : HB_READ, spot);
  if (posts)
    return parse_post (reader, spot);
  if (prototype_at (reader, '(') && !parse_arguments (reader))
    return false;
  reader->file->done_early += done && !prototype_at (reader, '}');
  return true;
}

/* `get(ID)`, which opens a message of HANDLER. */
static bool
parse_get (struct prototype_reader *reader, hb_id handler)
{
  struct prototype *file = reader->file;
  struct prototype_message message = {
    .handler = handler, .first = (hb_id)file->events.size, .post = HB_NONE, .spot = reader->spot
  };
  if (reader->token != TOKEN_WORD || !is_word (reader->word, "get"))
    {
      prototype_unexpected (reader, "get(ID) as the start of a message");
      return false;
    }
  prototype_next (reader);
  if (!parse_arguments (reader))
    return false;
  if (reader->arguments != 1 && reader->arguments != 2)
    return wrong_count (reader, message.spot, "get(message) or get(message, priority)");
  message.id = intern (reader, 0, file->ids, message.spot, "a message id");
  message.has_priority = reader->arguments == 2;
  if (message.has_priority && !parse_priority (reader, 1, message.spot, &message.priority))
    return false;
  vec_push (file->messages, message);
  return true;
}

static bool
parse_message (struct prototype_reader *reader, hb_id handler)
{
  prototype_next (reader);
  if (!parse_get (reader, handler))
    return false;
  while (reader->token == TOKEN_ARROW)
    {
      prototype_next (reader);
      if (!parse_step (reader))
        return false;
    }
  return expect (reader, '}', "'->' or '}'");
}

/* `@ NAME`; gives the handler, HB_NONE after an error. */
static hb_id
parse_handler (struct prototype_reader *reader, size_t *again)
{
  vec_clear (reader->text);
  prototype_next (reader);
  for (; reader->token == TOKEN_WORD; prototype_next (reader))
    add_text (reader, reader->word);
  if (!reader->text.size)
    {
      prototype_unexpected (reader, "the name of a handler behind '@'");
      return HB_NONE;
    }
  hb_id h
      = handler_of_name (reader->file, (struct hb_span){ reader->text.data, reader->text.size });
  struct prototype_handler *handler = &reader->file->handlers.data[h];
  *again += handler->opened;
  if (!handler->opened)
    vec_push (reader->file->order, h);
  handler->opened = true;
  return h;
}

static bool
parse_chain (struct prototype_reader *reader)
{
  struct prototype *file = reader->file;
  struct prototype_write write = { .starts = true };
  for (;; write.starts = false)
    {
      write.spot = reader->spot;
      if (reader->token != TOKEN_WORD || !is_word (reader->word, "write"))
        {
          prototype_unexpected (reader, "write(variable, value) in a chain of $(CO)");
          return false;
        }
      prototype_next (reader);
      if (!parse_arguments (reader))
        return false;
      if (reader->arguments != 2)
        return wrong_count (reader, write.spot, "write(variable, value)");
      hb_id variable = intern (reader, 0, file->variables, write.spot, "a variable");
      if (!write.starts && variable != write.variable)
        {
          struct hb_place place = prototype_place (reader, write.spot);
          hb_error (reader->diag, &place,
                    "a write of another variable than the one before it; expected chains of one "
                    "variable each, with ';' between them");
          return false;
        }
      write.variable = variable;
      write.value = intern (reader, 1, file->values, write.spot, "a value");
      vec_push (file->chains, write);
      if (reader->token != TOKEN_ARROW)
        return true;
      prototype_next (reader);
    }
}

static bool
section_ends (const struct prototype_reader *reader)
{
  return reader->token == TOKEN_END || prototype_at (reader, '@') || prototype_at (reader, '$');
}

static void
parse_chains (struct prototype_reader *reader)
{
  while (!section_ends (reader) && !hb_diag_full (reader->diag))
    {
      bool good = prototype_at (reader, ';') || parse_chain (reader);
      if (good && !section_ends (reader) && !prototype_at (reader, ';'))
        prototype_unexpected (reader, "'->', ';' or the end of the chains");
      while (!section_ends (reader) && !prototype_at (reader, ';'))
        prototype_next (reader);
      if (prototype_at (reader, ';'))
        prototype_next (reader);
    }
}

/* `$(CO)` and its chains; other relations are passed over. */
static void
parse_section (struct prototype_reader *reader)
{
  char buffer[48];
  struct spot spot = reader->spot;
  prototype_next (reader);
  if (!expect (reader, '(', "'(CO)' behind '$'"))
    {
      recover (reader);
      return;
    }
  if (reader->token == TOKEN_WORD && is_word (reader->word, "CO"))
    {
      prototype_next (reader);
      if (expect (reader, ')', "')' behind '$(CO'"))
        parse_chains (reader);
      else
        recover (reader);
      return;
    }
  hb_shown (reader->word, buffer);
  if (reader->token == TOKEN_WORD)
    prototype_next (reader);
  size_t words = 0;
  for (; !section_ends (reader); prototype_next (reader))
    words += reader->token == TOKEN_WORD;
  hb_note (reader->notes, "ignored section '%s' in line %u (%zu word%s): only CO is known", buffer,
           spot.line, words, HB_S (words));
}

/* What stands before the first handler. */
static void
parse_head (struct prototype_reader *reader)
{
  size_t ignored = 0;
  while (!section_ends (reader) && !prototype_at (reader, '{'))
    {
      bool word = reader->token == TOKEN_WORD;
      bool names
          = word && (is_word (reader->word, "mailbox") || is_word (reader->word, "mailbox:"));
      prototype_next (reader);
      int found = names && reader->token == TOKEN_WORD
                      ? hb_mailbox_find (reader->word.text, reader->word.length)
                      : -1;
      if (found >= 0)
        {
          reader->file->mailbox = found;
          prototype_next (reader);
        }
      else
        ignored += word;
    }
  if (ignored && reader->token != TOKEN_END)
    hb_note (reader->notes, "ignored %zu word%s before the first handler", ignored, HB_S (ignored));
}

static void
say_what_was_passed_over (struct prototype_reader *reader, size_t again)
{
  const struct prototype *file = reader->file;
  if (file->unknown)
    hb_note (reader->notes, "ignored %zu unknown operation%s", file->unknown, HB_S (file->unknown));
  if (file->empty_steps)
    hb_note (reader->notes, "ignored %zu arrow%s to nothing", file->empty_steps,
             HB_S (file->empty_steps));
  if (file->done_early)
    hb_note (reader->notes, "ignored %zu done operation%s not at the end of a message",
             file->done_early, HB_S (file->done_early));
  if (again)
    hb_note (reader->notes, "joined %zu part%s of handlers that were opened before", again,
             HB_S (again));
}

void
prototype_parse (struct prototype_reader *reader)
{
  hb_id handler = HB_NONE;
  size_t again = 0;
  prototype_next (reader);
  parse_head (reader);
  if (reader->token == TOKEN_END && !hb_input_failed (reader->input))
    {
      struct hb_place place = { .file = hb_input_name (reader->input) };
      hb_error (reader->diag, &place,
                "no handler in this file; expected '@ NAME' and messages in "
                "braces, as the prototype's .trace files have them");
    }
  while (reader->token != TOKEN_END && !hb_diag_full (reader->diag))
    {
      if (prototype_at (reader, '@'))
        handler = parse_handler (reader, &again);
      else if (prototype_at (reader, '$'))
        {
          handler = HB_NONE;
          parse_section (reader);
        }
      else if (prototype_at (reader, '{') && handler != HB_NONE)
        {
          if (!parse_message (reader, handler))
            recover (reader);
        }
      else
        {
          prototype_unexpected (reader, prototype_at (reader, '{')
                                            ? "'@' and a handler's name before its messages"
                                            : "'{', '@' or '$(CO)'");
          prototype_next (reader);
          recover (reader);
        }
    }
  say_what_was_passed_over (reader, again);
}
