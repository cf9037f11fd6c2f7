/* The page of the explorer, put together; see explorer.h. */
#include "viz/explorer/explorer.h"

#include "viz/explorer/data.h"
#include "run/replay.h"
#include "viz/text.h"

#include <string.h>

static const char *
verdict_word (enum hb_verdict verdict)
{
  return verdict == HB_CONSISTENT     ? "consistent"
         : verdict == HB_INCONSISTENT ? "inconsistent"
                                      : "not decided";
}

static void
put_data (struct hb_explorer *x, hb_output *output)
{
  x->json = hb_json_new_compact (output);
  hb_json_inside_html (x->json);
  hb_json_open_object (x->json);
  hb_json_member_string (x->json, "verdict", verdict_word (x->options->verdict));
  hb_json_member_string (x->json, "note",
                         x->options->note ? x->options->note
                         : x->options->draw.witness && !x->run
                             ? "The trace is too large to step through its run."
                             : NULL);
  hb_explorer_put_figure (x);
  hb_explorer_put_trace (x);
  hb_json_close (x->json);
  hb_json_free (x->json);
}

static void
put_lines (hb_output *output, const char *const *lines)
{
  for (; *lines; lines++)
    hb_put (output, *lines);
}

/* A line of the page with the title for each @title@. */
static void
put_line (hb_output *output, const char *line, const char *title)
{
  static const char mark[] = "@title@";
  for (const char *at; (at = strstr (line, mark)) != NULL; line = at + strlen (mark))
    {
      hb_put_bytes (output, line, (size_t)(at - line));
      hb_put_xml (output, title, strlen (title));
    }
  hb_put (output, line);
}

static void
put_page (struct hb_explorer *x, hb_output *output)
{
  char *title = hb_text_clean (x->options->title, 120);
  for (const char *const *line = hb_explorer_page; *line; line++)
    if (!strcmp (*line, "@style@\n"))
      put_lines (output, hb_explorer_style);
    else if (!strcmp (*line, "@script@\n"))
      put_lines (output, hb_explorer_script);
    else if (!strcmp (*line, "@data@\n"))
      put_data (x, output);
    else
      put_line (output, *line, title);
  hb_free (title);
}

/* Which nodes of happens-before are in the data: those of the messages of the figure, or all of a
 * trace that is not too large. */
static void
choose_nodes (struct hb_explorer *x)
{
  const hb_trace *trace = x->trace;
  hb_order *order = hb_order_new (trace);
  bool all = trace->events.size <= HB_EXPLORER_MOST;
  x->has = hb_calloc (order->nodes, sizeof *x->has);
  for (hb_id v = 0; v < order->nodes; v++)
    x->has[v] = all;
  for (size_t i = 0; i < x->figure->boxes.size; i++)
    {
      hb_id m = x->figure->boxes.data[i].message;
      hb_id last = hb_last_node (order, trace, m);
      for (hb_id v = hb_first_node (order, trace, m); v <= last; v++)
        x->has[v] = true;
    }
  hb_order_free (order);
}

/* --- Which cycles --- */

#define MOST_CYCLES 60

/* Takes cycle NUMBER unless it is there already or some of it is not in the data. */
static void
take_cycle (struct hb_explorer *x, size_t number)
{
  const struct hb_cycle *cycle = &x->options->cycles[number];
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (!x->has[cycle->steps.data[i].from] || !x->has[cycle->steps.data[i].to])
      return;
  for (size_t i = 0; i < x->cycles.size; i++)
    if (x->cycles.data[i] == number)
      return;
  if (x->cycles.size < MOST_CYCLES)
    vec_push (x->cycles, number);
}

/* That of the explanation, its reasons, then the others, the shortest first. */
static void
choose_cycles (struct hb_explorer *x)
{
  const struct hb_explanation *explanation = x->options->draw.explanation;
  size_t count = x->options->cycle_count, longest = 0;
  if (explanation && explanation->cycles == x->options->cycles)
    {
      take_cycle (x, explanation->cycle);
      for (size_t i = 0; i < explanation->reasons.size; i++)
        take_cycle (x, explanation->reasons.data[i].cycle);
    }
  for (size_t i = 0; i < count; i++)
    if (x->options->cycles[i].steps.size > longest)
      longest = x->options->cycles[i].steps.size;
  for (size_t length = 1; length <= longest && x->cycles.size < MOST_CYCLES; length++)
    for (size_t i = 0; i < count; i++)
      if (x->options->cycles[i].steps.size == length)
        take_cycle (x, i);
}

bool
hb_draw_explorer (const hb_trace *trace, const struct hb_explorer_options *options,
                  hb_output *output, hb_diag *diag)
{
  hb_figure figure;
  hb_id *run = options->draw.witness ? hb_calloc (trace->events.size, sizeof *run) : NULL;
  bool good = !run || hb_replay (trace, options->draw.witness, run, diag);
  if (!good)
    {
      hb_free (run);
      return false;
    }
  struct hb_draw_options draw = options->draw;
  draw.no_caption = draw.no_legend = true;
  good = hb_draw_figure (&figure, trace, &draw, diag);
  if (good)
    {
      struct hb_explorer x = { .trace = trace, .options = options, .figure = &figure, .run = run };
      choose_nodes (&x);
      choose_cycles (&x);
      if (trace->events.size > HB_EXPLORER_MOST)
        x.run = NULL;
      put_page (&x, output);
      vec_free (x.cycles);
      hb_free (x.has);
    }
  hb_figure_free (&figure);
  hb_free (run);
  return good;
}
