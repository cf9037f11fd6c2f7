/* The relations among the events that a figure shows, each as few arrows as its closure needs. */
#include "select.h"

#define MOST_REDUCED 1000 /* edges from chains, beyond which all are drawn */

struct relating
{
  struct hb_selection *s;
  unsigned show;
  enum hb_mark mark;
  size_t known; /* edges that stood there before */
};

/* Adds the edge unless po implies it or it stands there already. */
static void
add (struct relating *r, hb_id from, hb_id to, enum hb_relation relation)
{
  hb_figure *figure = r->s->figure;
  if (from == HB_NONE || to == HB_NONE)
    return;
  bool same_box = figure->nodes.data[from].box == figure->nodes.data[to].box;
  if (same_box && relation != HB_RF && from < to)
    return;
  for (size_t i = 0; i < r->known; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->from == from && e->to == to && e->arrow == (int)relation)
        return;
    }
  hb_id edge = hb_figure_add_edge (figure, from, to, (int)relation, r->mark);
  figure->edges.data[edge].between_boxes = relation == HB_EO;
  figure->edges.data[edge].label = hb_copy_text (hb_relation_name (relation));
}

static bool
wanted (const struct relating *r, enum hb_relation relation)
{
  return r->show & HB_SHOW (relation);
}

/* co: the shown writes of each variable; fr: from each shown read to the next shown write. */
static void
relate_variable (struct relating *r, const struct hb_variable *variable)
{
  const hb_trace *trace = r->s->trace;
  hb_id before = HB_NONE;
  for (hb_id i = 0; i < variable->count; i++)
    {
      hb_id node = r->s->node[trace->co.data[variable->first + i]];
      if (node == HB_NONE)
        continue;
      if (wanted (r, HB_CO))
        add (r, before, node, HB_CO);
      before = node;
    }
}

static void
relate_read (struct relating *r, hb_id event)
{
  const hb_trace *trace = r->s->trace;
  const struct hb_event *e = &trace->events.data[event];
  if (wanted (r, HB_RF) && e->partner != HB_NONE)
    add (r, r->s->node[e->partner], r->s->node[event], HB_RF);
  if (!wanted (r, HB_FR))
    return;
  hb_id rank = e->partner == HB_NONE ? HB_NONE : trace->events.data[e->partner].partner;
  for (;;)
    {
      hb_id next = hb_next_write (trace, e->object, rank);
      if (next == HB_NONE)
        return;
      if (r->s->node[next] != HB_NONE)
        {
          add (r, r->s->node[event], r->s->node[next], HB_FR);
          return;
        }
      rank = trace->events.data[next].partner;
    }
}

/* eo: from box to box; mo: from post to post. */
static void
relate_chain (struct relating *r, const hb_id *members, hb_id count, enum hb_relation relation)
{
  const struct hb_selection *s = r->s;
  hb_id before = HB_NONE;
  for (hb_id i = 0; i < count; i++)
    {
      if (members[i] == HB_NONE)
        continue;
      hb_id node = HB_NONE, next = HB_NONE, post = s->trace->messages.data[members[i]].post;
      if (relation == HB_MO && post != HB_NONE)
        node = next = s->node[post];
      else if (relation == HB_EO && s->box[members[i]] != HB_NONE)
        {
          const struct hb_figure_box *box = &s->figure->boxes.data[s->box[members[i]]];
          node = box->first;
          next = box->first + box->count - 1;
        }
      if (node == HB_NONE)
        continue;
      add (r, before, node, relation);
      before = next;
    }
}

/* --- Several chains of one relation: what follows from the others goes --- */

struct link
{
  hb_id from, to; /* boxes for eo, nodes for mo */
  hb_id edge;
  bool gone;
};

typedef VEC (struct link) links;

/* Does a way along LINKS lead from FROM to TO without link SKIPPED?  SEEN: a byte for each link. */
static bool
leads (const links *all, uint8_t *seen, hb_id from, hb_id to, size_t skipped)
{
  for (size_t i = 0; i < all->size; i++)
    {
      const struct link *l = &all->data[i];
      if (i == skipped || seen[i] || l->gone || l->from != from)
        continue;
      seen[i] = 1;
      if (l->to == to || leads (all, seen, l->to, to, skipped))
        return true;
    }
  return false;
}

/* The edges from number FIRST on are of one relation. */
static void
drop_implied (hb_figure *figure, size_t first)
{
  links all = VEC_EMPTY;
  size_t kept = first;
  for (size_t i = first; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      struct link link = { e->from, e->to, (hb_id)i, false };
      if (e->between_boxes)
        {
          link.from = figure->nodes.data[e->from].box;
          link.to = figure->nodes.data[e->to].box;
        }
      vec_push (all, link);
    }
  for (size_t i = 0; i < all.size && all.size <= MOST_REDUCED; i++)
    {
      uint8_t *seen = hb_calloc (all.size, 1);
      all.data[i].gone = leads (&all, seen, all.data[i].from, all.data[i].to, i);
      hb_free (seen);
    }
  for (size_t i = 0; i < all.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[all.data[i].edge];
      if (all.data[i].gone)
        hb_free (e->label);
      else
        figure->edges.data[kept++] = *e;
    }
  figure->edges.size = kept;
  vec_free (all);
}

static void
relate_messages (struct relating *r, enum hb_relation relation)
{
  const hb_trace *trace = r->s->trace;
  const hb_witness *w = r->s->figure->options->witness;
  if (!wanted (r, relation))
    return;
  bool eo = relation == HB_EO;
  for (size_t h = 0; w && h < trace->handlers.size; h++)
    {
      const hb_id *start = eo ? w->eo_start : w->mo_start;
      relate_chain (r, (eo ? w->eo : w->mo) + start[h], start[h + 1] - start[h], relation);
    }
  size_t first = r->s->figure->edges.size;
  size_t chains = w ? 0 : eo ? trace->eo.size : trace->mo.size;
  for (size_t i = 0; i < chains; i++)
    {
      const struct hb_chain *chain = &(eo ? trace->eo.data : trace->mo.data)[i];
      relate_chain (r, trace->chained.data + chain->first, chain->count, relation);
    }
  if (chains > 1)
    drop_implied (r->s->figure, first);
}

void
hb_selection_relate (struct hb_selection *s, unsigned show, enum hb_mark mark)
{
  struct relating r = { s, show, mark, s->figure->edges.size };
  const hb_trace *trace = s->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      if (s->node[e] == HB_NONE)
        continue;
      if (trace->events.data[e].kind == HB_READ)
        relate_read (&r, e);
      else if (trace->events.data[e].kind == HB_POST && wanted (&r, HB_PB))
        add (&r, s->node[e], s->node[trace->events.data[e].partner], HB_PB);
    }
  for (size_t v = 0; v < trace->variables.size; v++)
    relate_variable (&r, &trace->variables.data[v]);
  relate_messages (&r, HB_EO);
  relate_messages (&r, HB_MO);
}
