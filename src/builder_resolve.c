/* The end of making a trace: names become numbers, and what a trace must satisfy is checked (paper,
 * section 2.3): posted-by is a bijection, a read names a write of its variable, co is total. */
#include "builder_trace.h"
#include "input.h"
#include "linear.h"

struct hb_place
hb_spot_place (const struct trace_builder *builder, struct spot spot, char **text)
{
  struct hb_place place
      = { .file = builder->base.place.file, .line = spot.line, .column = spot.column };
  *text = place.file && spot.line ? hb_input_reread (place.file, spot.line) : NULL;
  place.text = *text;
  place.length = *text ? strlen (*text) : 0;
  return place;
}

/* Adds an error at SPOT. */
#define complain(OWN, SPOT, ...)                                                                   \
  do                                                                                               \
    {                                                                                              \
      char *complain_text;                                                                         \
      struct hb_place complain_place = hb_spot_place (OWN, SPOT, &complain_text);                  \
      hb_error ((OWN)->diag, &complain_place, __VA_ARGS__);                                        \
      hb_free (complain_text);                                                                     \
    }                                                                                              \
  while (0)

/* Ties every post to the message it posts, and every posted message to its post. */
static void
resolve_posts (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  size_t post = 0;
  for (hb_id e = 0; e < trace->events.size && !hb_diag_full (own->diag); e++)
    {
      struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_POST)
        continue;
      struct spot spot = own->post_spots.data[post++];
      const char *name = hb_names_text (trace->message_names, event->object);
      hb_id m = own->trace->message_of_name.data[event->object];
      if (m == HB_NONE)
        {
          complain (own, spot,
                    "no message '%s' in this trace; expected the id of the message that "
                    "this event posts",
                    name);
          continue;
        }
      struct hb_message *message = &trace->messages.data[m];
      if (message->kind == HB_EXTERNAL)
        complain (own, spot,
                  "message '%s' is external; expected a message that is posted in the "
                  "trace",
                  name);
      else if (message->post != HB_NONE)
        complain (own, spot, "message '%s' is posted twice; expected one post for each message",
                  name);
      else
        {
          message->post = e;
          event->object = m;
          event->partner = message->first;
          trace->events.data[message->first].partner = e;
        }
    }
}

static void
check_posted (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (hb_id m = 0; m < trace->messages.size && !hb_diag_full (own->diag); m++)
    {
      struct hb_message *message = &trace->messages.data[m];
      if (message->kind == HB_POSTED && message->post == HB_NONE)
        complain (own, own->message_spots.data[m],
                  "nobody posts message '%s'; expected a 'post %s' somewhere, or 'external' behind "
                  "its id",
                  hb_message_name (trace, m), hb_message_name (trace, m));
    }
}

/* In place of a message: a name that a message and a handler with an initial message share. */
#define AMBIGUOUS (HB_NONE - 1)

/* Looks up what stands before the @ of addresses, each name once. */
static void
resolve_holders (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (hb_id n = 0; n < hb_names_count (own->holders); n++)
    {
      const char *name = hb_names_text (own->holders, n);
      hb_id message = hb_trace_find_message (trace, name);
      hb_id handler = hb_trace_find_handler (trace, name);
      hb_id initial = handler == HB_NONE ? HB_NONE : trace->handlers.data[handler].initial;
      vec_push (own->held, message == HB_NONE   ? initial
                           : initial == HB_NONE ? message
                                                : AMBIGUOUS);
    }
}

/* The event that MESSAGE@K or HANDLER@K stands for, or HB_NONE after an error. */
static hb_id
resolve_position (struct trace_builder *own, const struct reference *reference)
{
  hb_trace *trace = own->trace;
  hb_id held = own->held.data[reference->name];
  const struct hb_message *message = held < AMBIGUOUS ? &trace->messages.data[held] : NULL;
  if (message && reference->position < message->count)
    return message->first + reference->position;
  const char *name = hb_names_text (own->holders, reference->name);
  if (held == AMBIGUOUS)
    complain (own, reference->spot,
              "'%s' is both a message and a handler with an initial message; "
              "expected a label for the event",
              name);
  else if (held == HB_NONE)
    complain (own, reference->spot,
              "no message '%s' in this trace and no handler of that name "
              "with an initial message; expected a label, MESSAGE@K or "
              "HANDLER@K",
              name);
  else if (!message->count)
    complain (own, reference->spot, "'%s' has no events; expected the address of a write", name);
  else
    complain (own, reference->spot, "'%s' has %u events; expected a number from 0 to %u behind @",
              name, message->count, message->count - 1);
  return HB_NONE;
}

/* The write of VARIABLE that the reference stands for, or HB_NONE after an error. */
static hb_id
resolve_write (struct trace_builder *own, const struct reference *reference, hb_id variable)
{
  hb_trace *trace = own->trace;
  hb_id e;
  if (reference->name == HB_NONE)
    e = reference->position;
  else if (reference->position != HB_NONE)
    e = resolve_position (own, reference);
  else
    {
      e = own->trace->event_of_label.data[reference->name];
      if (e == HB_NONE)
        complain (own, reference->spot,
                  "no event '%s' in this trace; expected a label, MESSAGE@K, "
                  "HANDLER@K%s",
                  hb_names_text (trace->labels, reference->name),
                  reference->reader == HB_NONE ? "" : " or init");
    }
  if (e == HB_NONE)
    return HB_NONE;
  const struct hb_event *event = &trace->events.data[e];
  if (event->kind != HB_WRITE || event->object != variable)
    {
      char *address = hb_event_address (trace, e);
      if (event->kind != HB_WRITE)
        complain (own, reference->spot, "'%s' is a %s; expected a write of '%s'", address,
                  hb_event_kind_name (event->kind), hb_variable_name (trace, variable));
      else
        complain (own, reference->spot, "'%s' writes '%s'; expected a write of '%s'", address,
                  hb_variable_name (trace, event->object), hb_variable_name (trace, variable));
      hb_free (address);
      return HB_NONE;
    }
  return e;
}

static void
resolve_reads (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (size_t i = 0; i < own->reads.size && !hb_diag_full (own->diag); i++)
    {
      struct reference *reference = &own->reads.data[i];
      struct hb_event *reader = &trace->events.data[reference->reader];
      reader->partner = resolve_write (own, reference, reader->object);
    }
}

/* Lays out `co`: the writes of each variable, for now in the order of the file; a write's partner
 * is its rank there. */
static void
gather_writes (hb_trace *trace)
{
  hb_id sum = 0;
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_WRITE)
      trace->variables.data[trace->events.data[e].object].count++;
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      trace->variables.data[v].first = sum;
      sum += trace->variables.data[v].count;
      trace->variables.data[v].count = 0;
    }
  vec_resize (trace->co, sum, HB_NONE);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_WRITE)
        continue;
      struct hb_variable *v = &trace->variables.data[event->object];
      event->partner = v->count;
      trace->co.data[v->first + v->count++] = e;
    }
}

/* Where co fails: the first chain of the variable, or the end of the file. */
static struct spot
chain_spot (struct trace_builder *own, hb_id variable)
{
  for (size_t c = 0; c < own->co_chains.size; c++)
    if (own->co_chains.data[c].variable == variable && own->co_chains.data[c].count)
      return own->co_members.data[own->co_chains.data[c].first].spot;
  return (struct spot){ (uint32_t)own->base.place.line, 1 };
}

static void
complain_of_co (struct trace_builder *own, hb_id variable, enum hb_linear fault, hb_id a, hb_id b)
{
  hb_trace *trace = own->trace;
  const hb_id *writes = trace->co.data + trace->variables.data[variable].first;
  char *one = hb_event_address (trace, writes[a]), *other = hb_event_address (trace, writes[b]);
  const char *name = hb_variable_name (trace, variable);
  struct spot spot = chain_spot (own, variable);
  if (fault == HB_PARTIAL)
    complain (own, spot,
              "the coherence order of '%s' leaves '%s' and '%s' without order; expected "
              "'co %s' lines that order all its writes",
              name, one, other, name);
  else
    complain (own, spot,
              "the coherence order of '%s' is cyclic: '%s' before '%s' and the other way "
              "round; expected a total order",
              name, one, other);
  hb_free (one);
  hb_free (other);
}

/* Puts the writes of one variable into the order that EDGES (pairs of ranks) ask for. */
static void
order_writes (struct trace_builder *own, hb_id variable, const hb_id *edges, size_t edge_count)
{
  hb_trace *trace = own->trace;
  struct hb_variable *v = &trace->variables.data[variable];
  hb_id *writes = trace->co.data + v->first, pair[2];
  hb_id *order = hb_calloc (v->count, sizeof *order);
  enum hb_linear result = hb_linear_order (v->count, edges, edge_count, order, pair);
  if (result != HB_LINEAR)
    complain_of_co (own, variable, result, pair[0], pair[1]);
  else
    {
      for (hb_id i = 0; i < v->count; i++)
        order[i] = writes[order[i]];
      for (hb_id i = 0; i < v->count; i++)
        {
          writes[i] = order[i];
          trace->events.data[writes[i]].partner = i;
        }
    }
  hb_free (order);
}

struct co_edge
{
  hb_id from, to; /* ranks in the order of the file */
  hb_id next;     /* the variable's next edge in the list, or HB_NONE */
};

/* In a history any chain of co is one too many. */
static void
refuse_co (struct trace_builder *own)
{
  for (size_t c = 0; c < own->co_chains.size && !hb_diag_full (own->diag); c++)
    complain (own, chain_spot (own, own->co_chains.data[c].variable),
              "a history has no 'co' lines; finding the order of the writes of '%s' is the problem",
              hb_variable_name (own->trace, own->co_chains.data[c].variable));
}

static void
resolve_co (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  VEC (struct co_edge) edges = VEC_EMPTY;
  VEC (hb_id) pairs = VEC_EMPTY;
  hb_id *head = hb_realloc (NULL, trace->variables.size, sizeof *head);
  for (hb_id v = 0; v < trace->variables.size; v++)
    head[v] = HB_NONE;
  for (size_t c = 0; c < own->co_chains.size && !hb_diag_full (own->diag); c++)
    {
      struct co_chain *chain = &own->co_chains.data[c];
      hb_id previous = HB_NONE;
      for (size_t i = chain->first; i < chain->first + chain->count; i++)
        {
          hb_id e = resolve_write (own, &own->co_members.data[i], chain->variable);
          if (e == HB_NONE)
            continue;
          hb_id rank = trace->events.data[e].partner;
          if (previous != HB_NONE)
            {
              struct co_edge edge = { previous, rank, head[chain->variable] };
              head[chain->variable] = (hb_id)edges.size;
              vec_push (edges, edge);
            }
          previous = rank;
        }
    }
  bool good = !hb_diag_errors (own->diag);
  for (hb_id v = 0; v < trace->variables.size && good && !hb_diag_full (own->diag); v++)
    if (trace->variables.data[v].count > 1 || head[v] != HB_NONE)
      {
        vec_clear (pairs);
        for (hb_id e = head[v]; e != HB_NONE; e = edges.data[e].next)
          {
            vec_push (pairs, edges.data[e].from);
            vec_push (pairs, edges.data[e].to);
          }
        order_writes (own, v, pairs.data, pairs.size / 2);
      }
  vec_free (edges);
  vec_free (pairs);
  hb_free (head);
}

/* The members of eo and mo chains: messages of the chain's handler, posted ones for mo. */
static void
resolve_chain (struct trace_builder *own, const struct hb_chain *chain, bool is_mo)
{
  hb_trace *trace = own->trace;
  for (hb_id i = chain->first; i < chain->first + chain->count && !hb_diag_full (own->diag); i++)
    {
      const char *name = hb_names_text (trace->message_names, trace->chained.data[i]);
      hb_id m = own->trace->message_of_name.data[trace->chained.data[i]];
      trace->chained.data[i] = m;
      if (m == HB_NONE)
        complain (own, own->chained_spots.data[i],
                  "no message '%s' in this trace; expected a message "
                  "of handler '%s'",
                  name, hb_handler_name (trace, chain->handler));
      else if (trace->messages.data[m].handler != chain->handler)
        complain (own, own->chained_spots.data[i],
                  "message '%s' runs on handler '%s'; expected a "
                  "message of handler '%s'",
                  name, hb_handler_name (trace, trace->messages.data[m].handler),
                  hb_handler_name (trace, chain->handler));
      else if (is_mo && trace->messages.data[m].kind == HB_EXTERNAL)
        complain (own, own->chained_spots.data[i],
                  "message '%s' is external and has no post; mo "
                  "orders posts: expected a posted message",
                  name);
    }
}

bool
hb_builder_resolve (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  resolve_posts (own);
  check_posted (own);
  for (size_t c = 0; c < trace->eo.size; c++)
    resolve_chain (own, &trace->eo.data[c], false);
  for (size_t c = 0; c < trace->mo.size; c++)
    resolve_chain (own, &trace->mo.data[c], true);
  gather_writes (trace);
  resolve_holders (own);
  resolve_reads (own);
  if (own->base.without_co)
    refuse_co (own);
  else
    resolve_co (own);
  return !hb_diag_errors (own->diag);
}
