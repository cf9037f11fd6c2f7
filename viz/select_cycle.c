/* A cycle of happens-before: its steps thick and numbered, what else holds among its events in grey.
 *
 * Time cannot run down along a whole cycle.  One step has to point up; each is tried, and the one that
 * leaves the best figure is taken. */
#include "select.h"

#include "text.h"

#define MOST_TRIALS 24

struct cycle_selection
{
  struct hb_selection s;
  const struct hb_cycle *cycle;
  VEC (hb_id) strong; /* edges of the steps that are drawn as arrows ... */
  VEC (size_t) step;  /* ... and the steps */
};

/* The message of a node of order.h. */
static hb_id
message_of (const hb_trace *trace, const hb_order *order, hb_id node)
{
  if (node < trace->events.size)
    return trace->events.data[node].message;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (hb_first_node (order, trace, m) == node)
      return m;
  return HB_NONE;
}

/* Steps that a figure draws from box to box: eo, and po from an initial message to another one. */
static bool
joins_boxes (const hb_trace *trace, const hb_order *order, const struct hb_step *step)
{
  return step->relation == HB_EO
         || (step->relation == HB_PO
             && message_of (trace, order, step->from) != message_of (trace, order, step->to));
}

static void
choose_events (struct cycle_selection *c, const hb_order *order)
{
  const hb_trace *trace = c->s.trace;
  for (size_t i = 0; i < c->cycle->steps.size; i++)
    {
      const struct hb_step *step = &c->cycle->steps.data[i];
      c->s.with[message_of (trace, order, step->from)] = true;
      c->s.with[message_of (trace, order, step->to)] = true;
      if (step->relation == HB_PO || step->relation == HB_EO)
        continue;
      hb_selection_show (&c->s, step->from, HB_STRONG);
      hb_selection_show (&c->s, step->to, HB_STRONG);
    }
}

/* The node at which a step starts (END false) or ends. */
static hb_id
step_node (const struct cycle_selection *c, const hb_order *order, const struct hb_step *step,
           bool end)
{
  hb_id node = end ? step->to : step->from;
  if (!joins_boxes (c->s.trace, order, step))
    return c->s.node[node];
  const struct hb_figure_box *box
      = &c->s.figure->boxes.data[c->s.box[message_of (c->s.trace, order, node)]];
  return end ? box->first : box->first + box->count - 1;
}

/* The po edges between nodes FROM and TO of one box belong to the cycle. */
static void
strengthen_po (hb_figure *figure, hb_id from, hb_id to)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->arrow == HB_PO && from <= e->from && e->to <= to && !e->between_boxes)
        e->mark = HB_STRONG;
    }
}

static void
add_steps (struct cycle_selection *c, const hb_order *order)
{
  hb_figure *figure = c->s.figure;
  hb_id first = HB_NONE, arrived = HB_NONE;
  for (size_t i = 0; i < c->cycle->steps.size; i++)
    {
      const struct hb_step *step = &c->cycle->steps.data[i];
      bool boxes = joins_boxes (c->s.trace, order, step);
      if (step->relation == HB_PO && !boxes)
        continue;
      hb_id from = step_node (c, order, step, false), to = step_node (c, order, step, true);
      hb_id edge = hb_figure_add_edge (figure, from, to, (int)step->relation, HB_STRONG);
      figure->edges.data[edge].between_boxes = boxes;
      vec_push (c->strong, edge);
      vec_push (c->step, i);
      if (arrived != HB_NONE)
        strengthen_po (figure, arrived, from);
      if (first == HB_NONE)
        first = from;
      arrived = to;
    }
  if (arrived != HB_NONE)
    strengthen_po (figure, arrived, first);
}

/* --- The caption --- */

static char *
describe (const struct cycle_selection *c, hb_id event)
{
  if (event >= c->s.trace->events.size)
    return hb_copy_text ("an empty message");
  char *text = hb_selection_text (&c->s, event);
  char *message = hb_selection_name (&c->s, c->s.trace->events.data[event].message);
  char *both = hb_format ("%s in %s", text, message);
  hb_free (text);
  hb_free (message);
  return both;
}

/* What the reason for a step speaks of: the messages of its ends, those that its ends post, or its ends
 * themselves.  New. */
static char *
subject (const struct cycle_selection *c, const hb_order *order, const struct hb_step *step,
         bool end)
{
  const hb_trace *trace = c->s.trace;
  hb_id node = end ? step->to : step->from, assumed = end ? step->after : step->before;
  if (assumed != HB_NONE)
    return hb_selection_name (&c->s, assumed);
  if (step->relation == HB_MO)
    return hb_selection_name (&c->s, trace->events.data[node].object);
  if (step->relation == HB_EO || step->relation == HB_PO || step->relation == HB_PB)
    return hb_selection_name (&c->s, message_of (trace, order, node));
  return describe (c, node);
}

/* Why the step holds.  New. */
static char *
reason (const struct cycle_selection *c, const hb_order *order, const struct hb_step *step)
{
  static const struct
  {
    const char *between, *after;
  } words[HB_RELATIONS] = { [HB_PO] = { " is the initial message, so before ", "" },
                            [HB_RF] = { " is read by ", "" },
                            [HB_CO] = { " is overwritten by ", "" },
                            [HB_FR] = { " reads what is overwritten by ", "" },
                            [HB_PB] = { " posts ", "" },
                            [HB_EO] = { " before ", " is given" },
                            [HB_MO] = { " posted before ", " is given" } };
  bool assumed = step->before != HB_NONE;
  char *from = subject (c, order, step, false), *to = subject (c, order, step, true);
  char *text = hb_format ("%s%s%s%s", from, words[step->relation].between, to,
                          assumed ? " is assumed" : words[step->relation].after);
  hb_free (from);
  hb_free (to);
  return text;
}

/* Numbers the steps from the one after FIRST on, which thus gets the last number. */
static char *
number_steps (struct cycle_selection *c, const hb_order *order, size_t first)
{
  hb_figure *figure = c->s.figure;
  char *text = hb_format (
      "A cycle of happens-before (thick); steps inside a message are program order. %s",
      hb_cycle_assumptions (c->cycle) ? "So the orders that it assumes cannot all hold."
                                      : "It assumes nothing: the trace is inconsistent.");
  for (size_t i = 1; i <= c->strong.size; i++)
    {
      size_t k = (first + i) % c->strong.size;
      const struct hb_step *step = &c->cycle->steps.data[c->step.data[k]];
      const char *relation = hb_relation_name (step->relation);
      char *why = reason (c, order, step), *before = text;
      figure->edges.data[c->strong.data[k]].label = hb_format ("%zu %s", i, relation);
      text = hb_format ("%s\n" HB_BOLD "%zu %s" HB_BOLD_END "  %s", before, i, relation, why);
      hb_free (why);
      hb_free (before);
    }
  return text;
}

/* --- Which step points up --- */

/* How good the arranged figure is; less is better. */
static long
badness (const hb_figure *figure)
{
  long sum = 8L * figure->rows + figure->cost;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->upward && e->between_boxes)
        sum += 100;
      else if (e->upward)
        sum += e->arrow == HB_PB || e->arrow == HB_MO ? 40 : 20;
    }
  return sum;
}

static void
arrange_with (hb_figure *figure, hb_id upward)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    figure->edges.data[i].upward = i == upward;
  hb_arrange (figure);
}

/* The index in STRONG of the step that does. */
static size_t
arrange_best (struct cycle_selection *c)
{
  hb_figure *figure = c->s.figure;
  size_t best = 0;
  long least = -1;
  for (size_t i = c->strong.size; i-- > 0 && c->strong.size - i <= MOST_TRIALS;)
    {
      arrange_with (figure, c->strong.data[i]);
      hb_route (figure);
      long bad = badness (figure);
      if (least < 0 || bad < least)
        {
          least = bad;
          best = i;
        }
    }
  arrange_with (figure, c->strong.data[best]);
  return best;
}

bool
hb_select_cycle (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  struct cycle_selection c
      = { .cycle = figure->options->cycle, .strong = VEC_EMPTY, .step = VEC_EMPTY };
  if (!c.cycle || !c.cycle->steps.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: no cycle is given");
      return false;
    }
  unsigned show = figure->options->show ? figure->options->show : HB_SHOW_ALL;
  hb_order *order = hb_order_new (trace);
  hb_selection_init (&c.s, figure, trace);
  choose_events (&c, order);
  hb_selection_rank (&c.s);
  hb_selection_build (&c.s, HB_NONE);
  for (size_t i = 0; i < figure->edges.size; i++)
    figure->edges.data[i].mark = HB_FAINT;
  add_steps (&c, order);
  hb_selection_relate (&c.s, show & ~HB_SHOW (HB_EO), HB_FAINT);
  figure->caption = number_steps (&c, order, arrange_best (&c));
  vec_free (c.strong);
  vec_free (c.step);
  hb_selection_free (&c.s);
  hb_order_free (order);
  return true;
}
