/* The row of a literal in `3bisat-ed` (figure 4 of the ED-consistency paper): the chain of messages that
 * carries its place in the queue from column to column, and what they post to hW.
 *
 *     hV            ht1              ht4      hW
 *     [post x1.1]
 *     x1.1: post x1.1.d --> x1.1.d: ...
 *
 * Nothing here knows the reduction: the row's messages are those named <literal>.<anything>, the rest is
 * what they post and who posts them. */
#include "viz/select.h"

#include "viz/text.h"

#include <string.h>

static bool
in_row (const hb_trace *trace, hb_id message, const char *literal)
{
  const char *name = hb_message_name (trace, message);
  size_t length = strlen (literal);
  return trace->messages.data[message].kind == HB_POSTED && !strncmp (name, literal, length)
         && name[length] == '.';
}

/* Shows the post of MESSAGE and its get. */
static void
show_post (struct hb_selection *s, hb_id message)
{
  hb_id post = s->trace->messages.data[message].post;
  s->with[message] = true;
  if (post == HB_NONE)
    return;
  hb_selection_show (s, post, HB_PLAIN);
  hb_selection_show (s, s->trace->events.data[post].partner, HB_PLAIN);
}

static size_t
choose_row (struct hb_selection *s, const char *literal)
{
  const hb_trace *trace = s->trace;
  size_t found = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (!in_row (trace, m, literal))
        continue;
      found++;
      show_post (s, m);
      for (hb_id e = message->first; e < message->first + message->count; e++)
        if (trace->events.data[e].kind == HB_POST)
          show_post (s, trace->events.data[e].object);
    }
  return found;
}

bool
hb_select_row (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  struct hb_selection s;
  const struct hb_draw_options *options = figure->options;
  const char *literal = options->row ? options->row : "";
  unsigned show = options->show ? options->show : HB_SHOW (HB_PO) | HB_SHOW (HB_PB);
  hb_selection_init (&s, figure, trace);
  size_t found = choose_row (&s, literal);
  if (found)
    {
      char *name = hb_text_name (literal, !options->plain_names, false);
      hb_selection_rank (&s);
      hb_selection_build (&s, HB_NONE);
      hb_selection_order_boxes (&s);
      hb_selection_relate (&s, show, HB_PLAIN);
      figure->caption
          = hb_format ("Row of the literal %s: every message posts the next one of the row, "
                       "column after column; where the literal's variable stands in a "
                       "clause, the way leads over other handlers and leaves a message on "
                       "the one of the clauses.",
                       name);
      hb_arrange (figure);
      hb_free (name);
    }
  else
    hb_error (diag, NULL,
              "no message '%s.<column>' in the trace; rows are drawn for traces of 3bisat-ed, and "
              "called x3 or ~x3",
              literal);
  hb_selection_free (&s);
  return found > 0;
}
