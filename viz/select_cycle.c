/* A cycle of happens-before: its steps thick and numbered; the steps that force what it assumes plain; what
 * else holds among its events in grey.
 *
 * Time cannot run down along a whole cycle.  One step has to point up; each is tried, and the one that
 * leaves the best figure is taken. */
#include "viz/select_cycle.h"

#define MOST_TRIALS 24
#define MANY_EDGES 400 /* from then on fewer steps are tried */

static hb_id
message_of (const struct hb_cycle_selection *c, hb_id node)
{
  return hb_message_of_node (c->order, c->s.trace, node);
}

/* Steps that a figure draws from box to box: eo, and po from an initial message to another one. */
static bool
joins_boxes (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  return step->relation == HB_EO
         || (step->relation == HB_PO && message_of (c, step->from) != message_of (c, step->to));
}

/* --- Events --- */

static void
choose_steps (struct hb_cycle_selection *c, const struct hb_cycle *cycle, enum hb_mark mark)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      c->s.with[message_of (c, step->from)] = true;
      c->s.with[message_of (c, step->to)] = true;
      if (step->relation == HB_PO || step->relation == HB_EO)
        continue;
      hb_selection_show (&c->s, step->from, mark);
      hb_selection_show (&c->s, step->to, mark);
    }
}

static size_t
shown_reasons (const struct hb_cycle_selection *c)
{
  const struct hb_explanation *x = c->s.figure->options->explanation;
  return !x ? 0 : x->reasons.size < HB_MOST_REASONS ? x->reasons.size : HB_MOST_REASONS;
}

/* The post and the get of MESSAGE: through them an order of runs is one of posts. */
static void
choose_post (struct hb_cycle_selection *c, hb_id message)
{
  hb_id post = c->s.trace->messages.data[message].post;
  if (post == HB_NONE)
    return;
  hb_selection_show (&c->s, post, HB_PLAIN);
  hb_selection_show (&c->s, c->s.trace->events.data[post].partner, HB_PLAIN);
}

/* Does a step of the cycle assume the order of REASON as one of posts? */
static bool
wanted_as_posts (const struct hb_cycle_selection *c, const struct hb_reason *reason)
{
  for (size_t i = 0; i < c->cycle->steps.size; i++)
    {
      const struct hb_step *step = &c->cycle->steps.data[i];
      if (step->relation == HB_MO && step->before == reason->before && step->after == reason->after)
        return true;
    }
  return false;
}

static void
choose_events (struct hb_cycle_selection *c)
{
  const hb_trace *trace = c->s.trace;
  choose_steps (c, c->cycle, HB_STRONG);
  for (size_t i = 0; i < shown_reasons (c); i++)
    {
      const struct hb_explanation *x = c->s.figure->options->explanation;
      const struct hb_reason *r = &x->reasons.data[i];
      choose_steps (c, &x->cycles[r->cycle], HB_PLAIN);
      bool of_mailbox = r->cycle >= x->given && x->cycles[r->cycle].steps.data[0].relation != HB_EO;
      if (!of_mailbox && (r->posts || !wanted_as_posts (c, r)))
        continue;
      choose_post (c, r->before);
      choose_post (c, r->after);
    }
  for (hb_id e = 0; c->s.figure->options->all_events && e < trace->events.size; e++)
    hb_selection_show (&c->s, e, HB_PLAIN);
}

/* --- Edges --- */

/* The node at which a step starts (END false) or ends. */
static hb_id
step_node (const struct hb_cycle_selection *c, const struct hb_step *step, bool end)
{
  hb_id node = end ? step->to : step->from;
  if (!joins_boxes (c, step))
    return c->s.node[node];
  const struct hb_figure_box *box = &c->s.figure->boxes.data[c->s.box[message_of (c, node)]];
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
add_steps (struct hb_cycle_selection *c)
{
  hb_figure *figure = c->s.figure;
  hb_id first = HB_NONE, arrived = HB_NONE;
  for (size_t i = 0; i < c->cycle->steps.size; i++)
    {
      const struct hb_step *step = &c->cycle->steps.data[i];
      bool boxes = joins_boxes (c, step);
      if (step->relation == HB_PO && !boxes)
        continue;
      hb_id from = step_node (c, step, false), to = step_node (c, step, true);
      hb_id edge = hb_figure_add_edge (figure, from, to, hb_cycle_arrow (c, step), HB_STRONG);
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

static bool
stands_there (const hb_figure *figure, hb_id from, hb_id to, int arrow)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->from == from && e->to == to && e->arrow == arrow)
        return true;
    }
  return false;
}

/* The steps of the reasons that are given, not assumed. */
static void
add_reasons (struct hb_cycle_selection *c)
{
  hb_figure *figure = c->s.figure;
  for (size_t k = 0; k < shown_reasons (c); k++)
    {
      const struct hb_explanation *x = c->s.figure->options->explanation;
      const struct hb_cycle *cycle = &x->cycles[x->reasons.data[k].cycle];
      for (size_t i = 0; i < cycle->steps.size; i++)
        {
          const struct hb_step *step = &cycle->steps.data[i];
          if (step->before != HB_NONE || joins_boxes (c, step) || step->relation == HB_PO)
            continue;
          hb_id from = step_node (c, step, false), to = step_node (c, step, true);
          if (stands_there (figure, from, to, (int)step->relation))
            continue;
          hb_id edge = hb_figure_add_edge (figure, from, to, (int)step->relation, HB_PLAIN);
          figure->edges.data[edge].label
              = hb_copy_text (hb_arrow_text (&c->s.figure->sheet, (int)step->relation));
        }
    }
}

/* Posts and gets of which a reason speaks are joined by a plain arrow, not by a grey one. */
static void
raise_posts (hb_figure *figure)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->arrow == HB_PB && e->mark == HB_FAINT && figure->nodes.data[e->to].mark >= HB_PLAIN
          && figure->nodes.data[e->from].mark >= HB_PLAIN)
        e->mark = HB_PLAIN;
    }
}

static void
number_steps (struct hb_cycle_selection *c, size_t first)
{
  for (size_t i = 1; i <= c->strong.size; i++)
    {
      size_t k = (first + i) % c->strong.size;
      const struct hb_step *step = &c->cycle->steps.data[c->step.data[k]];
      c->s.figure->edges.data[c->strong.data[k]].label
          = hb_format ("%zu %s", i, hb_arrow_text (&c->s.figure->sheet, hb_cycle_arrow (c, step)));
    }
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
arrange_best (struct hb_cycle_selection *c)
{
  hb_figure *figure = c->s.figure;
  size_t best = 0, trials = figure->edges.size < MANY_EDGES ? MOST_TRIALS : 2;
  long least = -1;
  for (size_t i = c->strong.size; i-- > 0 && c->strong.size - i <= trials;)
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
  const struct hb_draw_options *options = figure->options;
  struct hb_cycle_selection c = { .cycle = options->cycle, .strong = VEC_EMPTY, .step = VEC_EMPTY };
  if (!c.cycle || !c.cycle->steps.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: no cycle is given");
      return false;
    }
  unsigned show = options->show ? options->show : HB_SHOW_USUAL;
  enum hb_mark others = options->all_events ? HB_PLAIN : HB_FAINT;
  hb_order *order = hb_order_new (trace);
  c.order = order;
  hb_selection_init (&c.s, figure, trace);
  choose_events (&c);
  hb_selection_rank (&c.s);
  hb_selection_build (&c.s, HB_NONE);
  for (size_t i = 0; i < figure->edges.size; i++)
    figure->edges.data[i].mark = others;
  add_steps (&c);
  add_reasons (&c);
  hb_selection_relate (&c.s, show & ~HB_SHOW (HB_EO), others);
  if (shown_reasons (&c))
    raise_posts (figure);
  size_t first = arrange_best (&c);
  number_steps (&c, first);
  figure->caption = hb_cycle_caption (&c, first);
  vec_free (c.strong);
  vec_free (c.step);
  hb_selection_free (&c.s);
  hb_order_free (order);
  return true;
}
