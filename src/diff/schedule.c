/* See schedule.h. */
#include "diff/schedule.h"

#include "base/line.h"
#include "base/names.h"
#include "trace/builder.h"

#include <inttypes.h>
#include <string.h>

void
diff_schedule_free (struct diff_schedule *schedule)
{
  vec_free (schedule->moves);
  vec_free (schedule->values);
}

void
diff_schedule_copy (struct diff_schedule *to, const struct diff_schedule *from)
{
  vec_clear (to->moves);
  vec_clear (to->values);
  for (size_t i = 0; i < from->moves.size; i++)
    vec_push (to->moves, from->moves.data[i]);
  for (size_t i = 0; i < from->values.size; i++)
    vec_push (to->values, from->values.data[i]);
}

void
diff_schedule_write (const diff_program *program, const struct diff_schedule *schedule,
                     const char *comment, hb_output *output)
{
  hb_put (output, "schedule threads 1\n");
  for (; comment && *comment; comment += strcspn (comment, "\n"))
    {
      comment += *comment == '\n';
      hb_put (output, "# ");
      hb_put_bytes (output, comment, strcspn (comment, "\n"));
      hb_put_char (output, '\n');
    }
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const struct diff_move *move = &schedule->moves.data[i];
      hb_put (output, program->threads.data[move->thread].name);
      for (hb_id v = 0; v < move->count; v++)
        hb_putf (output, " %" PRId64, (int64_t)schedule->values.data[move->first + v]);
      hb_put_char (output, '\n');
    }
  hb_putf (output, "end %zu\n", schedule->moves.size);
}

/* --- reading */

static hb_id
find_thread (const diff_program *program, const struct hb_line *line)
{
  for (hb_id t = 0; t < program->threads.size; t++)
    if (hb_line_is (line, program->threads.data[t].name))
      return t;
  return HB_NONE;
}

/* The rest of a step's line. */
static void
read_values (struct hb_line *line, struct diff_schedule *schedule, struct diff_move *move)
{
  int64_t value;
  while (hb_line_next (line) && line->text[line->start] != '#')
    {
      if (!hb_line_signed (line, &value))
        {
          hb_line_error (line, "expected a number that the step chose, not '%s'",
                         hb_line_shown (line).text);
          return;
        }
      vec_push (schedule->values, (uint64_t)value);
      move->count++;
    }
}

static void
read_step (const diff_program *program, struct hb_line *line, struct diff_schedule *schedule)
{
  struct diff_move move = { find_thread (program, line), (hb_id)schedule->values.size, 0 };
  if (move.thread == HB_NONE)
    hb_line_error (line, "expected a thread of the program, not '%s'", hb_line_shown (line).text);
  else
    read_values (line, schedule, &move);
  vec_push (schedule->moves, move);
}

/* "end N"; true after it, right or wrong. */
static bool
read_end (struct hb_line *line, size_t moves)
{
  uint64_t number;
  if (!hb_line_is (line, "end"))
    return false;
  if (!hb_line_next (line) || !hb_line_number (line, &number))
    hb_line_error (line, "expected the number of steps");
  else if (number != moves)
    hb_line_error (line,
                   "the schedule has %zu steps here, not %llu: expected all of them, up to 'end'",
                   moves, (unsigned long long)number);
  else
    hb_line_end (line);
  return true;
}

static bool
read_header (struct hb_line *line)
{
  static const char *const words[] = { "schedule", "threads", "1" };
  for (size_t i = 0; i < 3; i++)
    if (!hb_line_next (line) || !hb_line_is (line, words[i]))
      {
        hb_line_error (line, "expected 'schedule threads 1'");
        return false;
      }
  return hb_line_end (line);
}

bool
diff_schedule_take (const diff_program *program, struct hb_line *line,
                    struct diff_schedule *schedule, diff_lines *lines)
{
  size_t errors = hb_diag_errors (line->diag), number = 0;
  bool started = false, ended = false;
  while (!ended && hb_diag_errors (line->diag) == errors && hb_line_take (line))
    {
      number++;
      struct hb_line first = *line;
      if (!hb_line_next (&first) || first.text[first.start] == '#')
        continue;
      if (!started)
        started = read_header (line);
      else if (hb_line_next (line) && !(ended = read_end (line, schedule->moves.size)))
        {
          vec_push (*lines, number);
          read_step (program, line, schedule);
        }
    }
  if (!ended && hb_diag_errors (line->diag) == errors && !hb_input_failed (line->input))
    hb_line_error (line, started ? "expected 'end' and the number of steps: the schedule is cut off"
                                 : "expected 'schedule threads 1'");
  return hb_diag_errors (line->diag) == errors;
}

bool
diff_schedule_read (const diff_program *program, const char *path, struct diff_schedule *schedule,
                    diff_lines *lines, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return false;
  struct hb_line line = { .input = input, .diag = diag };
  bool good = diff_schedule_take (program, &line, schedule, lines);
  hb_input_close (input);
  return good;
}

void
diff_schedule_error (const char *path, size_t line, const char *text, hb_diag *diag)
{
  char *shown = hb_input_reread (path, line);
  struct hb_place place = { .file = path, .line = line, .text = shown };
  place.length = shown ? strlen (shown) : 0;
  place.column = shown ? strspn (shown, " \t") + 1 : 1;
  hb_error (diag, &place, "%s", text);
  hb_free (shown);
}

/* --- traces */

/* A name that .edt takes: other characters become points.  New. */
static char *
edt_name (const char *name)
{
  char *out = hb_copy_text (name);
  for (char *at = out; *at; at++)
    if (!hb_is_name_byte (*at) || *at == ':')
      *at = '.';
  return out;
}

/* One event; LAST is the write that its variable had last. */
static void
tell_event (hb_builder *builder, const diff_program *program, const struct diff_event *event,
            size_t number, size_t last)
{
  char *variable = edt_name (program->variables.data[event->variable].name);
  char *label = hb_format ("w%zu", number);
  char *value = hb_format ("%" PRId64, (int64_t)event->value);
  char *source = last == SIZE_MAX ? hb_copy_text ("init") : hb_format ("w%zu", last);
  if (event->write)
    hb_build_write (builder, label, variable, value);
  else
    hb_build_read (builder, NULL, variable, source);
  hb_free (variable);
  hb_free (label);
  hb_free (value);
  hb_free (source);
}

/* The order of the writes of VARIABLE, if there are two. */
static void
tell_chain (hb_builder *builder, const diff_program *program, hb_id variable,
            const struct diff_event *events, size_t count)
{
  size_t writes = 0;
  for (size_t i = 0; i < count; i++)
    writes += events[i].write && events[i].variable == variable;
  if (writes < 2)
    return;
  char *name = edt_name (program->variables.data[variable].name);
  hb_build_chain_start (builder, 'c', name);
  for (size_t i = 0; i < count; i++)
    if (events[i].write && events[i].variable == variable)
      {
        char *label = hb_format ("w%zu", i);
        hb_build_chain_add (builder, label);
        hb_free (label);
      }
  hb_free (name);
}

void
diff_trace_write (const diff_program *program, const struct diff_event *events, size_t count,
                  hb_output *output)
{
  hb_builder *builder = hb_builder_to_file (output);
  size_t *last = hb_calloc (count + 1, sizeof *last);
  size_t *now = hb_calloc (program->variables.size + 1, sizeof *now);
  for (size_t v = 0; v < program->variables.size; v++)
    now[v] = SIZE_MAX;
  for (size_t i = 0; i < count; i++)
    {
      last[i] = now[events[i].variable];
      if (events[i].write)
        now[events[i].variable] = i;
    }
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      hb_build_handler (builder, program->threads.data[t].name, -1);
      hb_build_initial (builder);
      for (size_t i = 0; i < count; i++)
        if (events[i].thread == t)
          tell_event (builder, program, &events[i], i, last[i]);
    }
  for (hb_id v = 0; v < program->variables.size; v++)
    tell_chain (builder, program, v, events, count);
  hb_build_end (builder);
  hb_builder_finish (builder);
  hb_free (last);
  hb_free (now);
}
