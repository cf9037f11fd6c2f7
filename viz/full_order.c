/* See full_order.h. */
#include "viz/full_order.h"

static void
add (hb_full_edges *edges, hb_id from, hb_id to, enum hb_relation relation)
{
  struct hb_full_edge edge = { from, to, relation };
  vec_push (*edges, edge);
}

/* gp (trace/order.h): each get before the posts of the messages that would be handed out sooner and run
 * later; of the gets before one post the last is enough.  PLACE is scratch: message -> its place in
 * mo. */
static void
add_buried (const hb_trace *trace, const hb_witness *w, hb_id h, hb_id *place, hb_full_edges *edges)
{
  for (hb_id i = w->mo_start[h]; i < w->mo_start[h + 1]; i++)
    place[w->mo[i]] = i;
  for (hb_id i = w->eo_start[h]; i < w->eo_start[h + 1]; i++)
    for (hb_id j = i; j-- > w->eo_start[h];)
      {
        const struct hb_message *later = &trace->messages.data[w->eo[i]],
                                *earlier = &trace->messages.data[w->eo[j]];
        bool by_posts;
        if (later->kind != HB_POSTED)
          break;
        if (earlier->kind == HB_POSTED && hb_buries (trace, w->eo[i], w->eo[j], &by_posts)
            && (!by_posts || place[w->eo[j]] < place[w->eo[i]]))
          {
            add (edges, earlier->first, later->post, HB_GP);
            break;
          }
      }
}

static void
add_witness (const hb_trace *trace, const hb_order *order, const hb_witness *w,
             hb_full_edges *edges)
{
  hb_id *place = hb_calloc (trace->messages.size, sizeof *place);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      enum hb_mailbox mailbox = (enum hb_mailbox)trace->handlers.data[h].mailbox;
      for (hb_id i = w->eo_start[h]; i + 1 < w->eo_start[h + 1]; i++)
        add (edges, hb_last_node (order, trace, w->eo[i]),
             hb_first_node (order, trace, w->eo[i + 1]), HB_EO);
      for (hb_id i = w->mo_start[h]; i + 1 < w->mo_start[h + 1]; i++)
        add (edges, trace->messages.data[w->mo[i]].post, trace->messages.data[w->mo[i + 1]].post,
             HB_MO);
      if (mailbox == HB_STACK || mailbox == HB_PRIORITY)
        add_buried (trace, w, h, place, edges);
    }
  hb_free (place);
}

void
hb_full_order (const hb_trace *trace, const hb_order *order, const hb_witness *witness,
               hb_full_edges *edges)
{
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id k = order->first[v]; k < order->first[v + 1]; k++)
      {
        enum hb_relation relation = (enum hb_relation)order->relation[k];
        if (!witness || (relation != HB_EO && relation != HB_MO && relation != HB_GP))
          add (edges, v, order->to[k], relation);
      }
  if (witness)
    add_witness (trace, order, witness, edges);
}

/* --- Late runs -------------------------------------------------------------------------------- */

struct late
{
  const hb_trace *trace;
  hb_id nodes;
  hb_id *first, *to; /* successors of node v: to[first[v] .. first[v + 1] - 1] */
  hb_id *waits;      /* node -> edges into it from what has not happened */
  hb_id *rank;       /* event -> its place in the run */
  bool *posts;       /* message -> it posts */
  VEC (hb_id) ready; /* nodes that may come next */
};

/* Successors by node. */
static void
make_table (struct late *l, const hb_full_edges *edges)
{
  l->first = hb_calloc ((size_t)l->nodes + 2, sizeof *l->first);
  l->to = hb_calloc (edges->size, sizeof *l->to);
  l->waits = hb_calloc (l->nodes, sizeof *l->waits);
  for (size_t i = 0; i < edges->size; i++)
    {
      l->first[edges->data[i].from + 2]++;
      l->waits[edges->data[i].to]++;
    }
  for (hb_id v = 0; v < l->nodes; v++)
    l->first[v + 2] += l->first[v + 1];
  for (size_t i = 0; i < edges->size; i++)
    l->to[l->first[edges->data[i].from + 1]++] = edges->data[i].to;
}

/* Small: soon.  Nodes of empty messages go at once. */
static int
urgency (const struct late *l, hb_id node)
{
  if (node >= l->trace->events.size)
    return 0;
  const struct hb_event *e = &l->trace->events.data[node];
  if (e->kind != HB_GET)
    return 1;
  return l->posts[e->message] ? 2 : 3;
}

/* The place in READY of the one to be taken. */
static size_t
choose (const struct late *l)
{
  size_t best = 0;
  for (size_t i = 1; i < l->ready.size; i++)
    {
      hb_id a = l->ready.data[i], b = l->ready.data[best];
      int sooner = urgency (l, b) - urgency (l, a);
      bool both = a < l->trace->events.size && b < l->trace->events.size;
      if (sooner > 0 || (!sooner && both && l->rank[a] < l->rank[b]))
        best = i;
    }
  return best;
}

void
hb_late_run (const hb_trace *trace, const hb_witness *witness, hb_id *run)
{
  hb_order *order = hb_order_new (trace);
  hb_full_edges edges = VEC_EMPTY;
  struct late l = { .trace = trace, .nodes = order->nodes };
  size_t events = trace->events.size, done = 0;
  hb_full_order (trace, order, witness, &edges);
  make_table (&l, &edges);
  l.rank = hb_calloc (events, sizeof *l.rank);
  l.posts = hb_calloc (trace->messages.size, sizeof *l.posts);
  for (size_t i = 0; i < events; i++)
    {
      l.rank[run[i]] = (hb_id)i;
      if (trace->events.data[i].kind == HB_POST)
        l.posts[trace->events.data[i].message] = true;
    }
  for (hb_id v = 0; v < l.nodes; v++)
    if (!l.waits[v])
      vec_push (l.ready, v);
  while (l.ready.size)
    {
      size_t at = choose (&l);
      hb_id node = l.ready.data[at];
      l.ready.data[at] = vec_pop (l.ready);
      if (node < events)
        run[done++] = node;
      for (hb_id k = l.first[node]; k < l.first[node + 1]; k++)
        if (!--l.waits[l.to[k]])
          vec_push (l.ready, l.to[k]);
    }
  vec_free (l.ready);
  vec_free (edges);
  hb_free (l.first);
  hb_free (l.to);
  hb_free (l.waits);
  hb_free (l.rank);
  hb_free (l.posts);
  hb_order_free (order);
}
