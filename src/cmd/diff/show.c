/* See show.h. */
#include "cmd/diff/show.h"

#include "base/buffer.h"

#include <string.h>

/* The statement of move I, or NULL if it only enters a section that touches nothing. */
static const struct diff_event *
event_of (const struct diff_log *log, size_t move)
{
  for (size_t k = 0; k < log->events.size; k++)
    if (log->events.data[k].move == move)
      return &log->events.data[k];
  return NULL;
}

/* "x = 1; y = 2": the statements of move I, each once. New. */
static char *
statements_of (const diff_program *program, const struct diff_log *log, size_t move)
{
  hb_buffer text = VEC_EMPTY;
  hb_id last = HB_NONE;
  for (size_t k = 0; k < log->events.size; k++)
    if (log->events.data[k].move == move && log->events.data[k].statement != last)
      {
        hb_buffer_add (&text, "%s%s", text.size ? "; " : "",
                       program->statements.data[log->events.data[k].statement].text);
        last = log->events.data[k].statement;
      }
  return hb_buffer_take (&text);
}

static void
show_values (const struct diff_schedule *schedule, const struct diff_move *move)
{
  for (hb_id v = 0; v < move->count; v++)
    printf ("%s%lld", v ? ", " : "   chose ",
            (long long)(int64_t)schedule->values.data[move->first + v]);
}

void
show_run (const diff_program *program, const struct diff_schedule *schedule, const char *indent)
{
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t wide = 0;
  for (size_t t = 0; t < program->threads.size; t++)
    if (strlen (program->threads.data[t].name) > wide)
      wide = strlen (program->threads.data[t].name);
  diff_replay_program (program, schedule, &log, NULL);
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const struct diff_move *move = &schedule->moves.data[i];
      const struct diff_event *event = event_of (&log, i);
      char *spot = event ? diff_spot_text (program, event->spot) : hb_copy_text ("-");
      char *text = statements_of (program, &log, i);
      printf ("%s%-*s  %s  %s", indent, (int)wide, program->threads.data[move->thread].name, spot,
              text);
      show_values (schedule, move);
      putchar ('\n');
      hb_free (spot);
      hb_free (text);
    }
  diff_log_free (&log);
}

void
show_run_json (const diff_program *program, const struct diff_schedule *schedule, hb_json *json)
{
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  diff_replay_program (program, schedule, &log, NULL);
  hb_json_open_array (json);
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const struct diff_move *move = &schedule->moves.data[i];
      const struct diff_event *event = event_of (&log, i);
      char *text = statements_of (program, &log, i);
      hb_json_flat (json);
      hb_json_open_object (json);
      hb_json_member_string (json, "thread", program->threads.data[move->thread].name);
      hb_json_member_unsigned (json, "line", event ? event->spot.line : 0);
      hb_json_member_string (json, "statement", text);
      hb_json_member_array (json, "chosen");
      for (hb_id v = 0; v < move->count; v++)
        hb_json_signed (json, (int64_t)schedule->values.data[move->first + v]);
      hb_json_close (json);
      hb_json_close (json);
      hb_free (text);
    }
  hb_json_close (json);
  diff_log_free (&log);
}
