/* See kinds.h. */
#include "cmd/draw/kinds.h"

#include "base/buffer.h"
#include "base/input.h"
#include "run/replay.h"

#include "viz/explorer/explorer.h"
#include "viz/full_order.h"
#include "viz/grid.h"
#include "viz/strip.h"
#include "viz/timeline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PAGES 6 /* of a figure that nobody has asked for in so many words */

/* --- Grids --- */

static bool
write_grid (struct cli *cli, const void *what, const struct hb_draw_options *draw,
            hb_output *output)
{
  return hb_draw_grid (what, draw, output, cli->diag);
}

bool
draw_grid (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  hb_cnf *cnf = hb_dimacs_read (cli->operands[0], cli->diag);
  struct draw_picture picture = { write_grid, cnf };
  bool good = cnf && draw_put (cli, &picture, draw, form);
  hb_cnf_free (cnf);
  return good;
}

/* --- Strips and timelines --- */

/* The step of RUN that option NAME means: an event's address, or a number from 1. */
static hb_id
step_of (const struct cli *cli, const hb_trace *trace, const hb_id *run, const char *name,
         hb_id otherwise)
{
  const char *value = cli_text (cli, name, NULL);
  if (!value)
    return otherwise;
  hb_id event = hb_trace_find_event (trace, value);
  char *end;
  unsigned long number = strtoul (value, &end, 10);
  for (hb_id i = 0; i < trace->events.size; i++)
    if (event == HB_NONE ? i + 1 == number && !*end : run[i] == event)
      return i;
  cli_usage_error (cli, "--%s takes an event of the trace or a step from 1 to %zu, not '%s'", name,
                   trace->events.size, value);
}

/* The handlers that option `handlers` names; NULL: not given.  New. */
static bool *
chosen_handlers (const struct cli *cli, const hb_trace *trace)
{
  const char *word = cli_text (cli, "handlers", NULL);
  if (!word)
    return NULL;
  bool *chosen = hb_calloc (trace->handlers.size, sizeof *chosen);
  while (*word)
    {
      size_t length = strcspn (word, ",");
      char *name = hb_copy_bytes (word, length);
      hb_id handler = hb_trace_find_handler (trace, name);
      if (handler == HB_NONE)
        cli_usage_error (cli, "--handlers: the trace has no handler '%s'", name);
      chosen[handler] = true;
      hb_free (name);
      word += length + (word[length] == ',');
    }
  return chosen;
}

/* The run that DRAW's witness is of.  New; NULL after an error. */
static hb_id *
find_run (struct cli *cli, const hb_trace *trace, const struct hb_draw_options *draw)
{
  if (!draw->witness)
    {
      hb_error (cli->diag, NULL,
                draw->cycle && draw->cycle->steps.size
                    ? "the trace is inconsistent, so there is no run to show; without --strip and "
                      "--timeline its cycle is drawn"
                    : "no run of the trace was found in time; give one with --witness");
      return NULL;
    }
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  bool good = hb_replay (trace, draw->witness, run, cli->diag);
  if (good && cli_flag (cli, "late"))
    {
      hb_late_run (trace, draw->witness, run);
      good = hb_replay_run (trace, run, cli->diag);
    }
  if (good)
    return run;
  hb_free (run);
  return NULL;
}

/* A strip or a timeline. */
static bool
draw_run (struct cli *cli, const hb_trace *trace, bool timeline, const struct hb_draw_options *draw,
          hb_output *output)
{
  hb_id *run = find_run (cli, trace, draw);
  if (!run)
    return false;
  bool *handlers = chosen_handlers (cli, trace), good;
  hb_id from = step_of (cli, trace, run, "from", 0), to = step_of (cli, trace, run, "to", HB_NONE);
  if (timeline)
    {
      struct hb_timeline chart = { trace, run, from, to, handlers };
      good = hb_draw_timeline (&chart, draw, output, cli->diag);
    }
  else
    {
      struct hb_strip_options strip = { .draw = *draw,
                                        .from = from,
                                        .to = to,
                                        .handlers = handlers,
                                        .by_message = cli_flag (cli, "by-message"),
                                        .nested = cli_flag (cli, "nested") };
      good = hb_draw_strip (trace, run, &strip, output, cli->diag);
    }
  hb_free (handlers);
  hb_free (run);
  return good;
}

/* All of a trace, or where that takes too many pages its run on one. */
static bool
draw_freely (struct cli *cli, const hb_trace *trace, const struct hb_draw_options *draw,
             hb_output *output)
{
  const char *what = "would be too large for a figure";
  char many[64];
  if (trace->events.size <= DRAW_MOST_SHOWN)
    {
      size_t pages, most = draw->page ? SIZE_MAX : MOST_PAGES;
      if (!hb_draw_within (trace, draw, most, &pages, output, cli->diag))
        return false;
      if (pages <= most)
        return true;
      snprintf (many, sizeof many, "would take %zu pages", pages);
      what = many;
    }
  hb_warning (cli->diag, NULL,
              "all %zu events %s, so the picture is their run, message by message (--timeline); "
              "--around EVENT:K, --messages and --handlers draw a part in full, --html a page to "
              "zoom into%s",
              trace->events.size, what,
              trace->events.size > HB_MOST_DRAWN ? "" : ", --whole all of it");
  return draw_run (cli, trace, true, draw, output);
}

bool
draw_kind (struct cli *cli, const struct draw_choice *choice, const struct hb_draw_options *draw,
           hb_output *output)
{
  const hb_trace *trace = choice->trace;
  bool timeline = cli_flag (cli, "timeline");
  if (timeline || cli_flag (cli, "strip"))
    return draw_run (cli, trace, timeline, draw, output);
  if (choice->freely && draw->what == HB_DRAW_TRACE && draw->witness)
    return draw_freely (cli, trace, draw, output);
  return hb_draw (trace, draw, output, cli->diag);
}

/* --- The explorer --- */

/* The lines of the map in the file at PATH as one array, fit to stand in a page.  New; NULL after an error. */
static char *
read_map (struct cli *cli, const char *path)
{
  hb_input *input = hb_input_open (path, cli->diag);
  json_t *lines = json_array ();
  bool good = input != NULL;
  size_t length;
  for (const char *line; good && hb_input_line (input, &line, &length);)
    {
      json_t *value = json_loadb (line, length, JSON_REJECT_DUPLICATES, NULL);
      good = !length || json_is_object (value);
      if (!good)
        hb_error (
            cli->diag, NULL,
            "%s: no map: expected a JSON object in each line, as 'hbkit reduce --map' writes it",
            path);
      if (value)
        json_array_append_new (lines, value);
    }
  good = good && !hb_input_failed (input);
  if (input)
    hb_input_close (input);
  char *text = good ? json_dumps (lines, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
  json_decref (lines);
  hb_buffer safe = VEC_EMPTY;
  for (const char *c = text ? text : ""; *c; c++)
    hb_buffer_add (&safe, strchr ("<>&", *c) ? "\\u%04x" : "%c", *c);
  free (text);
  char *made = hb_buffer_take (&safe);
  if (good)
    return made;
  hb_free (made);
  return NULL;
}

bool
draw_explorer (struct cli *cli, const struct draw_choice *choice,
               const struct hb_draw_options *draw)
{
  const char *path = cli->operands[0], *slash = strrchr (path, '/');
  struct hb_explorer_options page = { .draw = *draw,
                                      .verdict = choice->result.verdict,
                                      .cycles = choice->result.cycles.data,
                                      .cycle_count = choice->result.cycles.size,
                                      .title = slash ? slash + 1 : path,
                                      .note = draw->note };
  if (draw->witness)
    page.verdict = HB_CONSISTENT;
  if (choice->explanation.count)
    {
      page.cycles = choice->explanation.cycles;
      page.cycle_count = choice->explanation.count;
    }
  if (choice->cycle.steps.size)
    {
      page.cycles = &choice->cycle;
      page.cycle_count = 1;
    }
  const char *map = cli_text (cli, "map", NULL);
  char *text = map ? read_map (cli, map) : NULL;
  if (map && !text)
    return false;
  page.map = text;
  hb_output *output = hb_output_open (cli_text (cli, "html", "-"), cli->diag);
  bool good = output && hb_draw_explorer (choice->trace, &page, output, cli->diag);
  if (good)
    good = hb_output_commit (output);
  else
    hb_output_discard (output);
  hb_free (text);
  return good;
}
