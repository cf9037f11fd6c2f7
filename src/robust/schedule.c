/* See schedule.h. */
#include "robust/schedule.h"

#include "base/input.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 4096 /* of a line */

void
hb_aschedule_free (hb_aschedule *schedule)
{
  vec_free (schedule->moves);
  vec_free (schedule->numbers);
}

void
hb_aschedule_add (hb_aschedule *schedule, enum hb_move_kind kind, hb_id event, const int32_t *path,
                  size_t length, const int32_t *choices, size_t count)
{
  struct hb_move move = { .kind = (uint8_t)kind, .event = event };
  move.first_path = (hb_id)schedule->numbers.size;
  move.path = (hb_id)length;
  for (size_t i = 0; i < length; i++)
    vec_push (schedule->numbers, path[i]);
  move.first_choice = (hb_id)schedule->numbers.size;
  move.choices = (hb_id)count;
  for (size_t i = 0; i < count; i++)
    vec_push (schedule->numbers, choices[i]);
  vec_push (schedule->moves, move);
}

void
hb_aschedule_write (hb_output *output, const hb_aed *program, const hb_aschedule *schedule)
{
  static const char *const words[] = { "start", "begin", "step" };
  hb_put (output, "aeds 1\n");
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const struct hb_move *move = &schedule->moves.data[i];
      const int32_t *numbers = vec_from (schedule->numbers, 0);
      bool start = move->kind == HB_MOVE_START;
      hb_putf (output, "%s", words[move->kind]);
      if (start)
        hb_putf (output, " %s", hb_aed_name (program, move->event));
      for (hb_id k = 0; k < move->path; k++)
        hb_putf (output, start || !k ? " %d" : ".%d", (int)numbers[move->first_path + k]);
      if (move->choices)
        hb_put (output, " choose");
      for (hb_id k = 0; k < move->choices; k++)
        hb_putf (output, " %d", (int)numbers[move->first_choice + k]);
      hb_put_char (output, '\n');
    }
  hb_putf (output, "end %zu\n", schedule->moves.size);
}

/* --- Reading --- */

struct reader
{
  hb_aschedule *schedule;
  const hb_aed *program;
  hb_input *input;
  hb_diag *diag;
  const char *path, *text; /* the file, the line */
  size_t line, length;
  bool ended;
};

static bool
wrong (const struct reader *r, const char *at, const char *what)
{
  struct hb_place place = { .file = r->path,
                            .line = r->line,
                            .column = at ? (size_t)(at - r->text) + 1 : 1,
                            .text = r->text,
                            .length = r->length };
  hb_error (r->diag, &place, "%s", what);
  return false;
}

/* The next word of the line in WORD; where it starts, or NULL. */
static const char *
next_word (const char **at, const char *end, char word[64])
{
  while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
    (*at)++;
  const char *start = *at;
  while (*at < end && **at != ' ' && **at != '\t' && **at != '\r')
    (*at)++;
  size_t size = (size_t)(*at - start);
  if (!size)
    return NULL;
  snprintf (word, 64, "%.*s", (int)(size > 63 ? 63 : size), start);
  return start;
}

static bool
read_number (const char *word, int32_t *number)
{
  char *end;
  long value = strtol (word, &end, 10);
  *number = (int32_t)value;
  return end != word && !*end && value >= INT32_MIN && value <= INT32_MAX;
}

/* 1.2.3, up to BOUND characters long. */
static bool
read_path (const char *text, const char *end, int32_t *path, size_t *length)
{
  *length = 0;
  while (text < end && *length < MOST_WORDS)
    {
      long number = 0;
      const char *start = text;
      for (; text < end && *text >= '0' && *text <= '9' && number < INT32_MAX / 10; text++)
        number = 10 * number + (*text - '0');
      if (text == start || !number)
        return false;
      path[(*length)++] = (int32_t)number;
      if (text < end && *text++ != '.')
        return false;
    }
  return *length > 0;
}

static hb_id
find_event (const hb_aed *program, const char *name)
{
  for (hb_id p = 0; p < program->procs.size; p++)
    if (program->procs.data[p].is_event && !strcmp (hb_aed_name (program, p), name))
      return p;
  return HB_NONE;
}

static bool
read_move (struct reader *r, const char *at, enum hb_move_kind kind)
{
  int32_t path[MOST_WORDS], choices[MOST_WORDS];
  size_t length = 0, count = 0;
  const char *end = r->text + r->length, *word;
  hb_id event = HB_NONE;
  char text[64];
  word = next_word (&at, end, text);
  if (!word)
    return wrong (r, r->text + r->length, "expected an event or a task");
  if (kind == HB_MOVE_START && (event = find_event (r->program, text)) == HB_NONE)
    return wrong (r, word, "no event of this name; expected one of the program");
  if (kind != HB_MOVE_START && !read_path (word, at, path, &length))
    return wrong (r, word, "expected a task as in 1.2: what event 1 posts second");
  bool choosing = false;
  while ((word = next_word (&at, end, text)))
    {
      if (!choosing && !strcmp (text, "choose"))
        {
          choosing = true;
          continue;
        }
      int32_t number;
      if ((!choosing && kind != HB_MOVE_START) || !read_number (text, &number)
          || length == MOST_WORDS || count == MOST_WORDS)
        return wrong (r, word, "expected a number, or 'choose' and the numbers chosen");
      if (choosing)
        choices[count++] = number;
      else
        path[length++] = number;
    }
  hb_aschedule_add (r->schedule, kind, event, path, length, choices, count);
  vec_top (r->schedule->moves).line = r->line;
  return true;
}

static bool
read_line (struct reader *r)
{
  static const char *const words[] = { "start", "begin", "step" };
  const char *at = r->text;
  char text[64];
  const char *word = next_word (&at, r->text + r->length, text);
  if (!word || *text == '#')
    return true;
  if (r->ended)
    return wrong (r, word, "something behind the end line");
  for (int kind = 0; kind < 3; kind++)
    if (!strcmp (text, words[kind]))
      return read_move (r, at, (enum hb_move_kind)kind);
  if (strcmp (text, "end"))
    return wrong (r, word, "expected start, begin, step or end");
  int32_t count = -1;
  word = next_word (&at, r->text + r->length, text);
  if (!word || !read_number (text, &count) || (size_t)count != r->schedule->moves.size)
    return wrong (r, word, "the file has another number of moves: it is not whole");
  r->ended = true;
  return true;
}

bool
hb_aschedule_read (hb_aschedule *schedule, const hb_aed *program, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return false;
  struct reader r
      = { .schedule = schedule, .program = program, .input = input, .diag = diag, .path = path };
  bool good = true;
  while (good && hb_input_line (input, &r.text, &r.length))
    {
      r.line++;
      if (r.line == 1 && (r.length < 6 || memcmp (r.text, "aeds 1", 6)))
        good = wrong (&r, r.text, "no schedule of an event program; expected 'aeds 1'");
      else if (r.line > 1)
        good = read_line (&r);
    }
  good = good && !hb_input_failed (input);
  if (good && !r.ended)
    {
      r.text = "";
      r.length = 0;
      good = wrong (&r, NULL, "the file ends without its end line: it is not whole");
    }
  hb_input_close (input);
  return good;
}
