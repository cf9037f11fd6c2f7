/* See schedule.h. */
#include "robust/schedule.h"

#include "base/line.h"

#include <string.h>

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
  struct hb_line line;
  VEC (int32_t) path, choices; /* of the move at hand */
  bool ended;
};

/* The last word, with a minus or without. */
static bool
read_number (const struct hb_line *line, int32_t *number)
{
  int64_t value;
  if (!hb_line_signed (line, &value) || value < INT32_MIN || value > INT32_MAX)
    return false;
  *number = (int32_t)value;
  return true;
}

/* The last word as 1.2.3 into the path. */
static bool
read_path (struct reader *r)
{
  struct hb_line part = r->line;
  size_t end = part.start + part.size;
  for (bool last = false; !last; part.start += part.size + 1)
    {
      const char *from = part.text + part.start, *dot = memchr (from, '.', end - part.start);
      uint64_t number;
      last = !dot;
      part.size = last ? end - part.start : (size_t)(dot - from);
      if (!hb_line_number (&part, &number) || !number || number > INT32_MAX)
        return false;
      vec_push (r->path, (int32_t)number);
    }
  return true;
}

/* The event that the last word names, or HB_NONE. */
static hb_id
find_event (const struct reader *r)
{
  for (hb_id p = 0; p < r->program->procs.size; p++)
    if (r->program->procs.data[p].is_event && hb_line_is (&r->line, hb_aed_name (r->program, p)))
      return p;
  return HB_NONE;
}

/* The rest of a move's line. */
static void
read_move (struct reader *r, enum hb_move_kind kind)
{
  struct hb_line *line = &r->line;
  hb_id event = HB_NONE;
  bool choosing = false;
  size_t errors = hb_diag_errors (line->diag);
  r->path.size = r->choices.size = 0;
  if (!hb_line_next (line))
    hb_line_error (line, "expected an event or a task");
  else if (kind == HB_MOVE_START && (event = find_event (r)) == HB_NONE)
    hb_line_error (line, "no event '%s'; expected one of the program", hb_line_shown (line).text);
  else if (kind != HB_MOVE_START && !read_path (r))
    hb_line_error (line, "expected a task as in 1.2: what event 1 posts second");
  while (hb_diag_errors (line->diag) == errors && hb_line_next (line))
    {
      int32_t number;
      if (!choosing && hb_line_is (line, "choose"))
        choosing = true;
      else if ((!choosing && kind != HB_MOVE_START) || !read_number (line, &number))
        hb_line_error (line, "expected a number, or 'choose' and the numbers chosen");
      else if (choosing)
        vec_push (r->choices, number);
      else
        vec_push (r->path, number);
    }
  hb_aschedule_add (r->schedule, kind, event, r->path.data, r->path.size, r->choices.data,
                    r->choices.size);
  vec_top (r->schedule->moves).line = hb_input_line_number (line->input);
}

/* "aeds 1", alone. */
static void
read_header (struct hb_line *line)
{
  if (!hb_line_next (line) || !hb_line_is (line, "aeds") || !hb_line_next (line)
      || !hb_line_is (line, "1"))
    hb_line_error (line, "no schedule of an event program; expected 'aeds 1'");
  else
    hb_line_end (line);
}

static void
read_line (struct reader *r)
{
  static const char *const words[] = { "start", "begin", "step" };
  struct hb_line *line = &r->line;
  uint64_t count;
  if (!hb_line_next (line) || line->text[line->start] == '#')
    return;
  int kind = 0;
  while (kind < 3 && !hb_line_is (line, words[kind]))
    kind++;
  if (r->ended)
    hb_line_error (line, "something behind the end line");
  else if (kind < 3)
    read_move (r, (enum hb_move_kind)kind);
  else if (!hb_line_is (line, "end"))
    hb_line_error (line, "expected start, begin, step or end");
  else if (!hb_line_next (line) || !hb_line_number (line, &count)
           || count != r->schedule->moves.size)
    hb_line_error (line, "the file has another number of moves: it is not whole");
  else
    r->ended = hb_line_end (line);
}

bool
hb_aschedule_read_input (hb_aschedule *schedule, const hb_aed *program, hb_input *input,
                         hb_diag *diag)
{
  struct reader r
      = { .schedule = schedule, .program = program, .line = { .input = input, .diag = diag } };
  size_t errors = hb_diag_errors (diag);
  for (bool first = true; hb_diag_errors (diag) == errors && hb_line_take (&r.line); first = false)
    if (first)
      read_header (&r.line);
    else
      read_line (&r);
  bool good = hb_diag_errors (diag) == errors && !hb_input_failed (input);
  if (good && !r.ended)
    {
      hb_line_error (&r.line, "the file ends without its end line: it is not whole");
      good = false;
    }
  vec_free (r.path);
  vec_free (r.choices);
  hb_input_close (input);
  return good;
}

bool
hb_aschedule_read (hb_aschedule *schedule, const hb_aed *program, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input && hb_aschedule_read_input (schedule, program, input, diag);
}
