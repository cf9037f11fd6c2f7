/* The coherence order of a trace that is being made: `co` lines are chains, and their closure must be
 * total on the writes of each variable (paper, section 2.3). */
#include "trace/builder_trace.h"
#include "base/linear.h"

/* Lays out `co`, without anything in it yet. */
static void
lay_out_writes (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  hb_id sum = 0;
  for (size_t e = 0; e < own->written.size; e++)
    if (own->written.data[e] != HB_NONE)
      trace->variables.data[own->written.data[e]].count++;
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      trace->variables.data[v].first = sum;
      sum += trace->variables.data[v].count;
    }
  vec_resize (trace->co, sum, HB_NONE);
}

/* The writes of all variables that are not DONE into `co`, in the order of the file; a write's partner
 * is its rank there. */
static void
gather_writes (struct trace_builder *own, const bool *done)
{
  hb_trace *trace = own->trace;
  hb_id *ranks = hb_calloc (trace->variables.size, sizeof *ranks);
  for (hb_id e = 0; e < own->written.size; e++)
    {
      hb_id v = own->written.data[e];
      if (v == HB_NONE || done[v])
        continue;
      trace->events.data[e].partner = ranks[v];
      trace->co.data[trace->variables.data[v].first + ranks[v]++] = e;
    }
  hb_free (ranks);
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
    hb_complain_at (own, spot,
                    "the coherence order of '%s' leaves '%s' and '%s' without order; expected "
                    "'co %s' lines that order all its writes",
                    name, one, other, name);
  else
    hb_complain_at (own, spot,
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

/* The edges of the chains of variables that are not DONE. */
static void
order_by_edges (struct trace_builder *own, const bool *done)
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
      for (size_t i = chain->first; i < chain->first + chain->count && !done[chain->variable]; i++)
        {
          hb_id e = hb_builder_resolve_write (own, &own->co_members.data[i], chain->variable);
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
    if (!done[v] && (trace->variables.data[v].count > 1 || head[v] != HB_NONE))
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

/* One chain of as many members as its variable has writes, as it is nearly always written: it is the
 * order, and a write's partner its rank, unless a write is in it twice.  Then all that has been done is
 * taken back, and false. */
static bool
take_chain (struct trace_builder *own, const struct co_chain *chain)
{
  hb_trace *trace = own->trace;
  hb_id *writes = vec_from (trace->co, trace->variables.data[chain->variable].first);
  bool good = true;
  for (size_t i = 0; i < chain->count && !hb_diag_full (own->diag); i++)
    {
      const struct reference *member = &own->co_members.data[chain->first + i];
      hb_id next = hb_builder_fetch_ahead (own, member, own->co_members.size - chain->first - i);
      if (next != HB_NONE)
        __builtin_prefetch (&trace->events.data[next], 1);
      hb_id e = hb_builder_find_event (own, member);
      struct hb_event *event = e == HB_NONE ? NULL : &trace->events.data[e];
      if (!event || event->kind != HB_WRITE || event->object != chain->variable)
        e = hb_builder_resolve_write (own, member, chain->variable); /* which says why */
      else if (event->partner == HB_NONE)
        event->partner = (hb_id)i;
      else
        good = false;
      writes[i] = e;
    }
  for (size_t i = 0; i < chain->count && !good; i++)
    if (writes[i] != HB_NONE)
      trace->events.data[writes[i]].partner = HB_NONE;
  return good;
}

/* In a history any chain of co is one too many. */
static void
refuse_chains (struct trace_builder *own)
{
  for (size_t c = 0; c < own->co_chains.size && !hb_diag_full (own->diag); c++)
    hb_complain_at (
        own, chain_spot (own, own->co_chains.data[c].variable),
        "a history has no 'co' lines; finding the order of the writes of '%s' is the problem",
        hb_variable_name (own->trace, own->co_chains.data[c].variable));
}

/* Takes the chains that are the whole order of a variable; DONE says of which. */
static void
take_chains (struct trace_builder *own, bool *done)
{
  size_t *chains = hb_calloc (own->trace->variables.size, sizeof *chains);
  for (size_t c = 0; c < own->co_chains.size; c++)
    chains[own->co_chains.data[c].variable]++;
  for (size_t c = 0; c < own->co_chains.size && !hb_diag_full (own->diag); c++)
    {
      const struct co_chain *chain = &own->co_chains.data[c];
      done[chain->variable] = chains[chain->variable] == 1
                              && chain->count == own->trace->variables.data[chain->variable].count
                              && take_chain (own, chain);
    }
  hb_free (chains);
}

void
hb_builder_resolve_co (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  bool *done = hb_calloc (trace->variables.size, sizeof *done), all = true;
  lay_out_writes (own);
  if (own->base.without_co)
    refuse_chains (own);
  else
    take_chains (own, done);
  for (hb_id v = 0; v < trace->variables.size; v++)
    all = all && (done[v] || !trace->variables.data[v].count);
  if (!all)
    gather_writes (own, done);
  if (!all && !own->base.without_co)
    order_by_edges (own, done);
  hb_free (done);
}
