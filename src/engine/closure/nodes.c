/* Nodes, and the edges that the trace gives.  See state.h.
 *
 *     in in out out | in out | in ..
 *
 * In a message, events at which edges of others arrive and then those from which edges leave are one node: who
 * reaches the first one reaches all of them.  Only the end of a message is apart from what leaves before it,
 * since "from the end" is what makes an order. */
#include "engine/closure/state.h"

#include "base/failure.h"

/* What is known of the nodes of `order`. */
struct marks
{
  bool *in, *out; /* edges from and to other messages */
  hb_id *owner;   /* message */
};

static bool
post_matters (const struct closure *c, hb_id event)
{
  const struct hb_event *e = &c->trace->events.data[event];
  return e->kind == HB_POST && closure_mailbox (c, e->object) != HB_MULTISET;
}

static void
mark (const struct closure *c, struct marks *marks)
{
  const hb_order *order = c->order;
  for (hb_id e = 0; e < c->trace->events.size; e++)
    marks->owner[e] = c->trace->events.data[e].message;
  for (hb_id m = 0; m < c->trace->messages.size; m++)
    marks->owner[hb_first_node (order, c->trace, m)] = m;
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (marks->owner[v] != marks->owner[order->to[e]])
        marks->out[v] = marks->in[order->to[e]] = true;
  for (hb_id e = 0; e < c->trace->events.size; e++)
    if (post_matters (c, e))
      marks->in[e] = marks->out[e] = true;
}

/* From node FIRST of ORDER on. */
static hb_id
new_node (struct closure *c, hb_id message, hb_id first)
{
  c->begins[c->nodes] = first;
  c->message_of[c->nodes] = message;
  c->posts_at[c->nodes] = HB_NONE;
  return c->nodes++;
}

static void
make_nodes_of (struct closure *c, const struct marks *marks, hb_id message)
{
  const struct hb_message *m = &c->trace->messages.data[message];
  enum hb_mailbox mailbox = closure_mailbox (c, message);
  hb_id first = hb_first_node (c->order, c->trace, message);
  hb_id node = c->first[message] = new_node (c, message, first);
  bool out = false;
  c->cost[node] += !m->count;
  c->node_of[first] = node;
  for (hb_id e = m->first; e < m->first + m->count; e++)
    {
      bool is_last = e + 1 == m->first + m->count;
      if (e > m->first && out && (marks->in[e] || is_last))
        {
          node = new_node (c, message, e);
          out = false;
        }
      c->node_of[e] = node;
      c->cost[node]++;
      /* Where a start may have to come before a post, what follows in the message is apart from it. */
      out = out || marks->out[e]
            || (e == m->first && (mailbox == HB_STACK || mailbox == HB_PRIORITY));
      if (post_matters (c, e))
        c->posts_at[node] = c->trace->events.data[e].object;
    }
  c->last[message] = node;
}

static void
copy_edges (struct closure *c, const struct marks *marks)
{
  const hb_order *order = c->order;
  hb_id sum = 0;
  c->given_start = hb_calloc ((size_t)c->nodes + 2, sizeof *c->given_start);
  c->given = hb_calloc (order->first[order->nodes], sizeof *c->given);
  for (int filling = 0; filling < 2; filling++)
    {
      for (hb_id v = 0; v < order->nodes; v++)
        for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
          {
            hb_id to = c->node_of[order->to[e]];
            if (marks->owner[v] == marks->owner[order->to[e]])
              continue;
            if (filling)
              c->given[c->given_start[to + 1]++] = c->node_of[v];
            else
              c->given_start[to + 2]++;
          }
      for (hb_id v = 0; v < c->nodes && !filling; v++)
        c->given_start[v + 1] = sum += c->given_start[v + 1];
    }
}

void
closure_make_nodes (struct closure *c)
{
  const hb_trace *trace = c->trace;
  hb_id most = c->order->nodes;
  size_t messages = trace->messages.size;
  struct marks marks = { hb_calloc (most, sizeof *marks.in), hb_calloc (most, sizeof *marks.out),
                         hb_calloc (most, sizeof *marks.owner) };
  c->node_of = hb_calloc (most, sizeof *c->node_of);
  c->begins = hb_calloc (most, sizeof *c->begins);
  c->message_of = hb_calloc (most, sizeof *c->message_of);
  c->cost = hb_calloc (most, sizeof *c->cost);
  c->posts_at = hb_calloc (most, sizeof *c->posts_at);
  c->first = hb_calloc (messages, sizeof *c->first);
  c->last = hb_calloc (messages, sizeof *c->last);
  c->post = hb_calloc (messages, sizeof *c->post);
  mark (c, &marks);
  for (hb_id m = 0; m < messages; m++)
    make_nodes_of (c, &marks, m);
  for (hb_id m = 0; m < messages; m++)
    {
      hb_id post = trace->messages.data[m].post;
      c->post[m] = post == HB_NONE ? HB_NONE : c->node_of[post];
    }
  copy_edges (c, &marks);
  hb_free (marks.in);
  hb_free (marks.out);
  hb_free (marks.owner);
}

hb_id
closure_given_edge (const struct closure *c, hb_id from, hb_id to, hb_id *source)
{
  const hb_order *order = c->order;
  for (hb_id v = c->begins[from]; v < order->nodes && c->node_of[v] == from; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (c->node_of[order->to[e]] == to)
        {
          *source = v;
          return e;
        }
  hb_fail ("the closure has an edge that nobody gave; this is a bug, please report the trace");
}
