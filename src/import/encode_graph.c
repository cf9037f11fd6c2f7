/* Nodes, known edges and choices of a trace.  See encode_graph.h.
 *
 * Runs of events that no other message depends on are contracted: a node is left out when no edge
 * but program order touches it.
 *
 *     message   get - W x - R y - W z - R x - post         all events
 *                |     (rf, co and fr of y and z            |
 *                |      stay inside the message)            |
 *               get ---------------------- R x - post      the nodes that count */
#include "import/encode_graph.h"

#include "base/plural.h"

/* --- Nodes ------------------------------------------------------------------------------------- */

/* The message of a node, given the empty messages in the order of their nodes. */
static hb_id
message_of (const struct encode_graph *graph, const hb_id *empty, hb_id node)
{
  size_t events = graph->trace->events.size;
  return node < events ? graph->trace->events.data[node].message : empty[node - events];
}

/* Messages without events, in the order of their nodes.  New. */
static hb_id *
empty_messages (const struct encode_graph *graph)
{
  const hb_order *order = graph->order;
  hb_id events = (hb_id)graph->trace->events.size;
  hb_id *empty = hb_calloc (order->nodes - events, sizeof *empty);
  for (hb_id m = 0; order->empty_node && m < graph->trace->messages.size; m++)
    if (order->empty_node[m] != HB_NONE)
      empty[order->empty_node[m] - events] = m;
  return empty;
}

/* Does program order alone imply the edge? */
static bool
in_program_order (const struct encode_graph *graph, const hb_id *empty, hb_id from, hb_id to)
{
  return from < to && message_of (graph, empty, from) == message_of (graph, empty, to);
}

static void
keep_ends (struct encode_graph *graph)
{
  const hb_trace *trace = graph->trace;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      graph->number[hb_first_node (graph->order, trace, m)] = 0;
      graph->number[hb_last_node (graph->order, trace, m)] = 0;
      if (trace->messages.data[m].post != HB_NONE)
        graph->number[trace->messages.data[m].post] = 0;
    }
}

/* Marks with 0 the nodes to keep, then numbers them. */
static void
number_nodes (struct encode_graph *graph, const hb_id *empty)
{
  const hb_order *order = graph->order;
  hb_id keep = graph->options->all_events ? 0 : HB_NONE;
  graph->number = hb_calloc (order->nodes, sizeof *graph->number);
  for (hb_id v = 0; v < order->nodes; v++)
    graph->number[v] = keep;
  keep_ends (graph);
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id i = order->first[v]; i < order->first[v + 1]; i++)
      if (!in_program_order (graph, empty, v, order->to[i]))
        graph->number[v] = graph->number[order->to[i]] = 0;
  for (hb_id v = 0; v < order->nodes; v++)
    if (graph->number[v] != HB_NONE)
      graph->number[v] = graph->nodes++;
}

/* --- Known edges ------------------------------------------------------------------------------- */

void
encode_known_edges (const struct encode_graph *graph, encode_edge *told, void *context)
{
  const hb_order *order = graph->order;
  hb_id events = (hb_id)graph->trace->events.size, last = HB_NONE;
  hb_id *empty = empty_messages (graph);
  for (hb_id v = 0; v < order->nodes; v++)
    {
      if (graph->number[v] == HB_NONE)
        continue;
      if (last != HB_NONE && v < events
          && graph->trace->events.data[v].message == graph->trace->events.data[last].message)
        told (context, graph->number[last], graph->number[v]);
      last = v;
      for (hb_id i = order->first[v]; i < order->first[v + 1]; i++)
        if (!in_program_order (graph, empty, v, order->to[i]))
          told (context, graph->number[v], graph->number[order->to[i]]);
    }
  hb_free (empty);
}

/* --- Choices ----------------------------------------------------------------------------------- */

static void
add_edge (const struct encode_graph *graph, struct encode_case *into, hb_id from, hb_id to)
{
  into->from[into->edges] = graph->number[from];
  into->to[into->edges++] = graph->number[to];
}

/* A new case: the message BEFORE runs before AFTER. */
static struct encode_case *
add_case (const struct encode_graph *graph, struct encode_choice *choice, hb_id before, hb_id after)
{
  struct encode_case *added = &choice->cases[choice->count++];
  added->edges = 0;
  add_edge (graph, added, hb_last_node (graph->order, graph->trace, before),
            hb_first_node (graph->order, graph->trace, after));
  return added;
}

static hb_id
post_of (const struct encode_graph *graph, hb_id message)
{
  return graph->trace->messages.data[message].post;
}

static hb_id
first_of (const struct encode_graph *graph, hb_id message)
{
  return graph->trace->messages.data[message].first;
}

static void
choose_coupled (const struct encode_graph *graph, struct encode_choice *choice, hb_id a, hb_id b)
{
  add_edge (graph, add_case (graph, choice, a, b), post_of (graph, a), post_of (graph, b));
  add_edge (graph, add_case (graph, choice, b, a), post_of (graph, b), post_of (graph, a));
}

/* A runs before B: its get comes before B's post, or B was posted first.  The other way round
 * likewise. */
static void
choose_stack (const struct encode_graph *graph, struct encode_choice *choice, hb_id a, hb_id b)
{
  add_edge (graph, add_case (graph, choice, a, b), first_of (graph, a), post_of (graph, b));
  add_edge (graph, add_case (graph, choice, a, b), post_of (graph, b), post_of (graph, a));
  add_edge (graph, add_case (graph, choice, b, a), first_of (graph, b), post_of (graph, a));
  add_edge (graph, add_case (graph, choice, b, a), post_of (graph, a), post_of (graph, b));
}

/* Of different priorities. */
static void
choose_priority (const struct encode_graph *graph, struct encode_choice *choice, hb_id a, hb_id b)
{
  bool a_is_higher
      = graph->trace->messages.data[a].priority > graph->trace->messages.data[b].priority;
  hb_id high = a_is_higher ? a : b, low = a_is_higher ? b : a;
  add_case (graph, choice, high, low);
  add_edge (graph, add_case (graph, choice, low, high), first_of (graph, low),
            post_of (graph, high));
}

/* The choices for a pair; their number, 1 or 2. */
static int
choose (const struct encode_graph *graph, hb_id a, hb_id b, struct encode_choice choices[2])
{
  const hb_trace *trace = graph->trace;
  bool posted = post_of (graph, a) != HB_NONE && post_of (graph, b) != HB_NONE;
  uint8_t mailbox = trace->handlers.data[trace->messages.data[a].handler].mailbox;
  choices[0].count = 0;
  if (posted && !graph->options->as_printed)
    {
      if (hb_coupled (trace, a, b))
        choose_coupled (graph, choices, a, b);
      else if (mailbox == HB_STACK)
        choose_stack (graph, choices, a, b);
      else if (mailbox == HB_PRIORITY)
        choose_priority (graph, choices, a, b);
      if (choices[0].count)
        return 1;
    }
  add_case (graph, choices, a, b);
  add_case (graph, choices, b, a);
  if (!posted || !graph->options->as_printed)
    return 1;
  choices[1].count = 2;
  choices[1].cases[0] = choices[1].cases[1] = (struct encode_case){ .edges = 0 };
  add_edge (graph, &choices[1].cases[0], post_of (graph, a), post_of (graph, b));
  add_edge (graph, &choices[1].cases[1], post_of (graph, b), post_of (graph, a));
  return 2;
}

void
encode_choices (const struct encode_graph *graph, encode_choose *told, void *context)
{
  const hb_trace *trace = graph->trace;
  struct encode_choice choices[2];
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_id end = handler->first + handler->count;
      for (hb_id a = handler->first; a < end; a++)
        for (hb_id b = a + 1; b < end && a != handler->initial; b++)
          {
            if (b == handler->initial)
              continue;
            int count = choose (graph, a, b, choices);
            for (int i = 0; i < count; i++)
              told (context, &choices[i]);
          }
    }
}

/* --- The graph --------------------------------------------------------------------------------- */

static void
count_edge (void *context, hb_id from, hb_id to)
{
  (void)from, (void)to;
  ((struct encode_graph *)context)->edges++;
}

static void
count_choice (void *context, const struct encode_choice *choice)
{
  struct encode_graph *graph = context;
  graph->choices++;
  graph->cases += (uint64_t)choice->count;
  for (int i = 0; i < choice->count; i++)
    graph->chosen_edges += (uint64_t)choice->cases[i].edges;
}

void
encode_graph_make (struct encode_graph *graph, const hb_trace *trace,
                   const struct hb_encode_options *options)
{
  *graph = (struct encode_graph){ .trace = trace, .options = options };
  graph->order = hb_order_new (trace);
  hb_id *empty = empty_messages (graph);
  number_nodes (graph, empty);
  hb_free (empty);
  encode_known_edges (graph, count_edge, graph);
  encode_choices (graph, count_choice, graph);
}

void
encode_graph_free (struct encode_graph *graph)
{
  hb_order_free (graph->order);
  hb_free (graph->number);
}

void
encode_comments (const struct encode_graph *graph, hb_output *output, const char *mark)
{
  const hb_trace *trace = graph->trace;
  hb_putf (output, "%s Consistency of a trace of %zu event%s, %zu message%s, %zu handler%s.\n",
           mark, trace->events.size, HB_S (trace->events.size), trace->messages.size,
           HB_S (trace->messages.size), trace->handlers.size, HB_S (trace->handlers.size));
  if (graph->options->as_printed)
    hb_putf (output,
             "%s Algorithm 2 as printed: the order of the messages of a handler and that of their\n"
             "%s posts are total, but not tied to each other, and all mailboxes are alike.  So\n"
             "%s unsatisfiable means inconsistent, but satisfiable does not mean consistent.\n",
             mark, mark, mark);
  else
    hb_putf (output,
             "%s Algorithm 2 with the orders of messages and posts tied together as the mailboxes\n"
             "%s demand.  Satisfiable means consistent, unsatisfiable inconsistent.\n",
             mark, mark);
  hb_putf (output, "%s %s: %u node%s, %llu known edge%s, %llu choice%s.\n", mark,
           graph->options->all_events ? "All events" : "Events that matter to other messages",
           graph->nodes, HB_S (graph->nodes), (unsigned long long)graph->edges, HB_S (graph->edges),
           (unsigned long long)graph->choices, HB_S (graph->choices));
}
