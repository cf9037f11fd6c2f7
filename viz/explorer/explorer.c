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
  hb_json_member_string (x->json, "note", x->options->note);
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
    else if (!strcmp (*line, "@map@\n"))
      hb_put (output, x->options->map ? x->options->map : "");
    else if (!strcmp (*line, "@data@\n"))
      put_data (x, output);
    else
      put_line (output, *line, title);
  hb_free (title);
}

/* --- Which cycles --- */

#define MOST_CYCLES 60

/* Takes cycle NUMBER unless it is there already. */
static void
take_cycle (struct hb_explorer *x, size_t number)
{
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
  struct hb_explorer x = { .trace = trace, .options = options };
  if (!trace->events.size)
    {
      hb_error (diag, NULL, "the trace has no events: there is nothing to explore");
      return false;
    }
  if (options->draw.witness)
    x.attempt = (struct hb_attempt){ hb_calloc (trace->events.size, sizeof *x.attempt.run),
                                     trace->events.size };
  else
    x.attempt = hb_attempt (trace);
  bool good
      = !options->draw.witness || hb_replay (trace, options->draw.witness, x.attempt.run, diag);
  if (good)
    {
      hb_figure figure;
      hb_figure_init (&figure, &options->draw);
      x.figure = &figure;
      choose_cycles (&x);
      put_page (&x, output);
      vec_free (x.cycles);
      hb_figure_free (&figure);
    }
  hb_attempt_free (&x.attempt);
  return good;
}
