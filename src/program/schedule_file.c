/* Schedule files; see schedule.h. */
#include "program/schedule.h"

#include "format/edt_words.h"

void
hb_schedule_write (hb_output *output, const hb_execution *run, const hb_run_steps *taken,
                   const char *comment)
{
  hb_put (output, "schedule 1\n");
  while (comment && *comment)
    {
      size_t length = strcspn (comment, "\n");
      hb_put (output, "# ");
      hb_put_bytes (output, comment, length);
      hb_put_char (output, '\n');
      comment += length + (comment[length] == '\n');
    }
  for (size_t i = 0; i < taken->size; i++)
    {
      hb_put (output, hb_execution_handler_name (run, taken->data[i].handler));
      if (taken->data[i].message != HB_NONE)
        {
          char *name = hb_execution_message_name (run, taken->data[i].message);
          hb_put (output, " get ");
          hb_put (output, name);
          hb_free (name);
        }
      hb_put_char (output, '\n');
    }
  hb_putf (output, "end %zu\n", taken->size);
}

struct reader
{
  struct hb_edt_reader words; /* for its line alone */
  hb_input *input;
  hb_diag *diag;
  hb_execution *run;
  hb_names *handlers;
  hb_run_steps *taken;
  size_t steps;
};

/* The place of WORD, or the end of the line if there is none. */
static struct hb_place
place_of (const struct reader *reader, struct hb_span word)
{
  const char *at = word.text ? word.text : reader->words.stop;
  return hb_input_place (reader->input, (size_t)(at - reader->words.line) + 1);
}

#define complain(READER, WORD, ...)                                                                \
  do                                                                                               \
    {                                                                                              \
      struct hb_place place = place_of (READER, WORD);                                             \
      hb_error ((READER)->diag, &place, __VA_ARGS__);                                              \
    }                                                                                              \
  while (0)

static void
read_step (struct reader *reader, struct hb_span handler)
{
  char buffer[48];
  struct hb_run_step step
      = { hb_names_find (reader->handlers, handler.text, handler.length), HB_NONE };
  struct hb_span get = hb_next_word (&reader->words), message = hb_next_word (&reader->words);
  if (step.handler == HB_NONE)
    {
      complain (reader, handler, "there is no handler '%s'; expected a step of this program",
                hb_shown (handler, buffer));
      return;
    }
  if (get.text && (!hb_is_word (get, "get") || !message.text))
    {
      complain (reader, get, "expected 'get MESSAGE' or nothing behind the handler");
      return;
    }
  if (get.text)
    {
      char *name = hb_copy_bytes (message.text, message.length);
      step.message = hb_execution_find_message (reader->run, step.handler, name);
      hb_free (name);
      if (step.message == HB_NONE)
        {
          complain (reader, message, "no message '%s' is in the handler's mailbox",
                    hb_shown (message, buffer));
          return;
        }
    }
  const char *why;
  if (!hb_execution_can (reader->run, step, &why))
    {
      complain (reader, handler, "this step cannot be taken: %s", why);
      return;
    }
  hb_execution_take (reader->run, step);
  reader->steps++;
  if (reader->taken)
    vec_push (*reader->taken, step);
}

static void
read_end (struct reader *reader)
{
  int64_t steps;
  struct hb_span word = hb_next_word (&reader->words);
  if (!word.text || !hb_parse_number (word, 0, INT64_MAX, &steps) || (size_t)steps != reader->steps)
    complain (reader, word, "expected 'end %zu': the file has %zu steps", reader->steps,
              reader->steps);
  reader->words.ended = true;
}

/* A handler may be called `end`: its steps have no number behind them. */
static bool
is_step_of_end (struct reader *reader)
{
  const char *cursor = reader->words.cursor;
  struct hb_span word = hb_next_word (&reader->words);
  reader->words.cursor = cursor;
  return hb_names_find (reader->handlers, "end", 3) != HB_NONE
         && !(word.text && word.text[0] >= '0' && word.text[0] <= '9');
}

static void
read_line (struct reader *reader)
{
  struct hb_span word = hb_next_word (&reader->words);
  if (!word.text)
    return;
  if (!reader->words.started)
    {
      struct hb_span version = hb_next_word (&reader->words);
      if (!hb_is_word (word, "schedule") || !version.text || !hb_is_word (version, "1"))
        complain (reader, word, "expected 'schedule 1' as the first line of a schedule");
      reader->words.started = true;
    }
  else if (reader->words.ended)
    complain (reader, word, "the schedule goes on behind its 'end'");
  else if (hb_is_word (word, "end") && !is_step_of_end (reader))
    read_end (reader);
  else
    read_step (reader, word);
}

bool
hb_schedule_replay (hb_execution *run, const char *path, hb_run_steps *taken, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return false;
  struct reader reader
      = { .input = input, .diag = diag, .run = run, .handlers = hb_names_new (), .taken = taken };
  for (hb_id h = 0; h < hb_execution_handlers (run); h++)
    {
      const char *name = hb_execution_handler_name (run, h);
      hb_names_intern (reader.handlers, name, strlen (name));
    }
  size_t length;
  while (hb_diag_errors (diag) == errors && hb_input_line (input, &reader.words.line, &length))
    {
      reader.words.cursor = reader.words.line;
      reader.words.stop = reader.words.line + length;
      read_line (&reader);
    }
  if (hb_diag_errors (diag) == errors && !reader.words.ended)
    {
      struct hb_place end = hb_input_place (input, 0);
      hb_error (diag, &end, "the schedule has no 'end' line: the file is cut off");
    }
  hb_names_free (reader.handlers);
  hb_input_close (input);
  return hb_diag_errors (diag) == errors;
}
