/* See trace.h. */
#include "robust/trace.h"

#include "base/json.h"
#include "robust/trace_graph.h"

struct judge
{
  const hb_trace *trace;
  struct hb_robust_trace *result;
  hb_id *first_read,
      *next_read; /* write -> its reads; HB_NONE ends; behind the events: those of initial values */
};

/* --- Trees --- */

/* Depth-first, each message's posts in their order; messages that post one another in a circle have no root and get
 * no place. */
static void
number_messages (struct judge *j)
{
  const hb_trace *trace = j->trace;
  struct hb_robust_trace *r = j->result;
  VEC (hb_id) stack = VEC_EMPTY;
  hb_id place = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    r->event_of[m] = r->place[m] = HB_NONE;
  for (hb_id root = 0; root < trace->messages.size; root++)
    {
      const struct hb_message *message = &trace->messages.data[root];
      if (message->post != HB_NONE || (message->kind == HB_INITIAL && !message->count))
        continue;
      hb_id event = (hb_id)r->roots.size;
      vec_push (r->roots, root);
      vec_push (stack, root);
      while (stack.size)
        {
          hb_id m = vec_pop (stack);
          const struct hb_message *now = &trace->messages.data[m];
          r->event_of[m] = event;
          r->place[m] = place++;
          r->invocations++;
          for (hb_id e = now->first + now->count; e-- > now->first;)
            if (trace->events.data[e].kind == HB_POST)
              vec_push (stack, trace->events.data[e].object);
        }
    }
  r->events = (hb_id)r->roots.size;
  vec_free (stack);
}

/* --- Reads by their writes --- */

static void
sort_reads (struct judge *j)
{
  const hb_trace *trace = j->trace;
  size_t events = trace->events.size, variables = trace->variables.size;
  j->first_read = hb_calloc (events + variables, sizeof *j->first_read);
  j->next_read = hb_calloc (events, sizeof *j->next_read);
  for (size_t i = 0; i < events + variables; i++)
    j->first_read[i] = HB_NONE;
  for (hb_id e = (hb_id)events; e-- > 0;)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_READ)
        continue;
      size_t at = event->partner == HB_NONE ? events + event->object : event->partner;
      j->next_read[e] = j->first_read[at];
      j->first_read[at] = e;
    }
}

/* --- InvG --- */

/* The last reader and writer of an event so far, by depth-first order, of the present variable. */
struct latest
{
  hb_id variable, reader, writer; /* events of the trace, or HB_NONE */
};

static hb_id
place_of (const struct judge *j, hb_id access)
{
  return j->result->place[j->trace->events.data[access].message];
}

static enum hb_relation
relation_of (const struct judge *j, hb_id before, hb_id after)
{
  return j->trace->events.data[before].kind == HB_READ  ? HB_FR
         : j->trace->events.data[after].kind == HB_READ ? HB_RF
                                                        : HB_CO;
}

/* BEFORE comes before AFTER, and should not. */
static void
found_order (struct judge *j, hb_id before, hb_id after)
{
  struct hb_robust_trace *r = j->result;
  hb_id one = j->trace->events.data[before].message, two = j->trace->events.data[after].message;
  r->answer = HB_ROBUST_VIOLATED;
  r->part = HB_PART_DET;
  r->shortest = true;
  vec_push (r->cycle, ((struct hb_robust_step){ before, after,
                                                (uint8_t)relation_of (j, before, after), false }));
  vec_push (r->cycle, ((struct hb_robust_step){ two, one, 0, true }));
}

/* Access E comes next on its variable. */
static bool
enter (struct judge *j, struct latest *latest, hb_id e, hb_id variable)
{
  const struct hb_event *event = &j->trace->events.data[e];
  hb_id number = j->result->event_of[event->message];
  if (number == HB_NONE)
    return true;
  struct latest *l = &latest[number];
  bool write = event->kind == HB_WRITE;
  if (l->variable != variable)
    *l = (struct latest){ variable, HB_NONE, HB_NONE };
  hb_id place = place_of (j, e), bad = HB_NONE;
  if (l->writer != HB_NONE && place_of (j, l->writer) > place)
    bad = l->writer;
  else if (write && l->reader != HB_NONE && place_of (j, l->reader) > place)
    bad = l->reader;
  if (bad != HB_NONE)
    {
      found_order (j, bad, e);
      return false;
    }
  hb_id *last = write ? &l->writer : &l->reader;
  if (*last == HB_NONE || place_of (j, *last) < place)
    *last = e;
  return true;
}

/* The accesses of each variable in the order of co: a write, then its reads. */
static bool
check_order (struct judge *j)
{
  const hb_trace *trace = j->trace;
  struct latest *latest = hb_calloc (j->result->events, sizeof *latest);
  bool good = true;
  for (hb_id i = 0; i < j->result->events; i++)
    latest[i].variable = HB_NONE;
  for (hb_id v = 0; v < trace->variables.size && good; v++)
    {
      const struct hb_variable *variable = &trace->variables.data[v];
      for (hb_id rank = 0; rank <= variable->count && good; rank++)
        {
          hb_id write = rank ? trace->co.data[variable->first + rank - 1] : HB_NONE;
          good = !rank || enter (j, latest, write, v);
          hb_id read = j->first_read[rank ? write : trace->events.size + v];
          for (; read != HB_NONE && good; read = j->next_read[read])
            good = enter (j, latest, read, v);
        }
    }
  hb_free (latest);
  return good;
}

/* --- EvG --- */

static void
add_edge (struct judge *j, struct trace_graph *graph, hb_id before, hb_id after)
{
  hb_id from = j->result->event_of[j->trace->events.data[before].message],
        to = j->result->event_of[j->trace->events.data[after].message];
  if (from != HB_NONE && to != HB_NONE && from != to)
    trace_graph_add (graph, from, to, before, after);
}

static void
add_edges (struct judge *j, struct trace_graph *graph)
{
  const hb_trace *trace = j->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      hb_id rank = HB_NONE, next;
      if (event->kind == HB_READ && event->partner != HB_NONE)
        {
          add_edge (j, graph, event->partner, e);
          rank = trace->events.data[event->partner].partner;
        }
      if (event->kind == HB_WRITE)
        rank = event->partner;
      if (event->kind != HB_READ && event->kind != HB_WRITE)
        continue;
      next = hb_next_write (trace, event->object, rank);
      if (next != HB_NONE)
        add_edge (j, graph, e, next);
    }
}

/* All accesses of one event are a node; its order among the others. */
static bool
check_graph (struct judge *j, trace_nodes *order)
{
  struct trace_graph graph = { .nodes = j->result->events };
  add_edges (j, &graph);
  trace_graph_close (&graph);
  bool acyclic = trace_graph_order (&graph, order);
  if (!acyclic)
    {
      struct trace_cycle found = { 0 };
      j->result->answer = HB_ROBUST_VIOLATED;
      j->result->part = HB_PART_SER;
      j->result->shortest = trace_graph_cycle (&graph, &found);
      for (size_t i = 0; i < found.edges.size; i++)
        {
          const struct trace_edge *edge = &found.edges.data[i];
          vec_push (j->result->cycle,
                    ((struct hb_robust_step){ edge->before, edge->after,
                                              (uint8_t)relation_of (j, edge->before, edge->after),
                                              false }));
        }
      vec_free (found.edges);
    }
  trace_graph_free (&graph);
  return acyclic;
}

/* --- The whole --- */

/* Events in ORDER, their messages in depth-first order, each as a whole. */
static void
make_run (struct judge *j, const trace_nodes *order)
{
  const hb_trace *trace = j->trace;
  struct hb_robust_trace *r = j->result;
  hb_id *at = hb_calloc (r->invocations, sizeof *at), *first = hb_calloc (r->events, sizeof *first);
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (r->place[m] != HB_NONE)
      at[r->place[m]] = m;
  for (hb_id e = 0; e < r->events; e++)
    first[e] = r->place[r->roots.data[e]];
  for (size_t i = 0; i < order->size; i++)
    for (hb_id p = first[order->data[i]];
         p < r->invocations && r->event_of[at[p]] == order->data[i]; p++)
      {
        const struct hb_message *message = &trace->messages.data[at[p]];
        for (hb_id e = 0; e < message->count; e++)
          vec_push (r->run, message->first + e);
      }
  hb_free (at);
  hb_free (first);
}

void
hb_robust_of_trace (const hb_trace *trace, unsigned parts, struct hb_robust_trace *result)
{
  *result = (struct hb_robust_trace){ .answer = HB_ROBUST_ROBUST };
  struct judge j = { .trace = trace, .result = result };
  trace_nodes order = VEC_EMPTY;
  result->event_of = hb_calloc (trace->messages.size, sizeof *result->event_of);
  result->place = hb_calloc (trace->messages.size, sizeof *result->place);
  number_messages (&j);
  sort_reads (&j);
  bool good = true;
  if (parts & HB_PART_DET)
    good = check_order (&j);
  if (good && parts & HB_PART_SER)
    good = check_graph (&j, &order);
  if (good && parts == HB_PART_BOTH)
    make_run (&j, &order);
  vec_free (order);
  hb_free (j.first_read);
  hb_free (j.next_read);
}

void
hb_robust_trace_free (struct hb_robust_trace *result)
{
  vec_free (result->cycle);
  vec_free (result->run);
  vec_free (result->roots);
  hb_free (result->event_of);
  hb_free (result->place);
}

/* --- The cycle --- */

static void
put_step (hb_json *json, const hb_trace *trace, const struct hb_robust_step *step)
{
  hb_json_flat (json);
  hb_json_open_object (json);
  if (step->dfs)
    {
      hb_json_member_string (json, "relation", "dfs");
      hb_json_member_string (json, "before", hb_message_name (trace, step->before));
      hb_json_member_string (json, "after", hb_message_name (trace, step->after));
    }
  else
    {
      char *before = hb_event_address (trace, step->before),
           *after = hb_event_address (trace, step->after);
      hb_json_member_string (json, "relation", hb_relation_name ((enum hb_relation)step->relation));
      hb_json_member_string (json, "before", before);
      hb_json_member_string (json, "after", after);
      hb_free (before);
      hb_free (after);
    }
  hb_json_close (json);
}

void
hb_robust_cycle_write (hb_output *output, const hb_trace *trace,
                       const struct hb_robust_trace *result)
{
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_string (json, "violated",
                         result->part == HB_PART_DET ? "determinism" : "serializability");
  hb_json_member_bool (json, "shortest", result->shortest);
  hb_json_member_array (json, "steps");
  for (size_t i = 0; i < result->cycle.size; i++)
    put_step (json, trace, &result->cycle.data[i]);
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}
