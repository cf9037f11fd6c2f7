/* The tables of the scheduler that do not change during a run, and the ranks.  See cds.h.
 *
 * A message's rank is the place of its post, or of its first event if it has none, in a breadth-first
 * topological order of the known part of happens-before: what must come early comes early, whatever the names
 * and the order of the file.  (It is not the place of its get: all messages of a handler wait for the end of its initial
 * message, so those would come together, and in the order of the file.) */
#include "engine/cds/cds.h"

/* What is read in an order that no cache foresees is asked for so many steps before. */
#define AHEAD 24

/* What is needed of the read EVENT. */
static inline __attribute__ ((always_inline)) void
ask_for_write (const hb_trace *trace, const struct hb_event *event)
{
  if (event->kind != HB_READ)
    return;
  __builtin_prefetch (&trace->variables.data[event->object]);
  if (event->partner != HB_NONE)
    __builtin_prefetch (&trace->events.data[event->partner]);
}

/* Lists the reads of every value. */
static void
list_reads (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t slots = trace->co.size + trace->variables.size, reads = 0;
  hb_id *start = hb_calloc (slots + 2, sizeof *start);
  for (int pass = 0; pass < 2; pass++)
    {
      for (hb_id e = 0; e < trace->events.size; e++)
        {
          const struct hb_event *event = &trace->events.data[e];
          if (e + AHEAD < trace->events.size)
            ask_for_write (trace, &event[AHEAD]);
          if (event->kind != HB_READ)
            continue;
          hb_id count
              = event->partner == HB_NONE ? 0 : trace->events.data[event->partner].partner + 1;
          hb_id slot = trace->variables.data[event->object].first + event->object + count;
          if (pass)
            cds->reads[start[slot + 1]++] = e;
          else
            start[slot + 2]++, reads++;
        }
      if (pass)
        break;
      for (size_t s = 2; s < slots + 2; s++)
        start[s] += start[s - 1];
      cds->reads = hb_calloc (reads, sizeof *cds->reads);
    }
  cds->reads_start = start;
}

/* Does the order of a chain stand in the pairs, or only between posts? */
static bool
is_uncoupled_mo (const hb_trace *trace, const struct hb_chain *chain, hb_id i)
{
  const hb_id *member = trace->chained.data + chain->first;
  return !hb_coupled (trace, member[i], member[i + 1]);
}

/* mo of the input between posts that no queue ties to eo. */
static void
list_mo (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t count = 0;
  if (!trace->mo.size)
    return;
  hb_id *start = hb_calloc (trace->messages.size + 2, sizeof *start);
  cds->mo_waits = hb_calloc (trace->messages.size, sizeof *cds->mo_waits);
  for (int pass = 0; pass < 2; pass++)
    {
      for (size_t c = 0; c < trace->mo.size; c++)
        for (hb_id i = 0; i + 1 < trace->mo.data[c].count; i++)
          {
            const hb_id *member = trace->chained.data + trace->mo.data[c].first;
            if (!is_uncoupled_mo (trace, &trace->mo.data[c], i))
              continue;
            if (pass)
              cds->mo_next[start[member[i] + 1]++] = member[i + 1];
            else
              start[member[i] + 2]++, count++;
          }
      if (pass)
        break;
      for (size_t m = 2; m < trace->messages.size + 2; m++)
        start[m] += start[m - 1];
      cds->mo_next = hb_calloc (count, sizeof *cds->mo_next);
    }
  cds->mo_start = start;
}

/* NODES[0 .. COUNT - 1] are taken next, one after another: what is needed of those that are not next yet is asked
 * for, as they may stand anywhere. */
static inline __attribute__ ((always_inline)) void
ask_ahead (const struct cds *cds, const hb_order *order, const hb_id *missing, const hb_id *nodes,
           hb_id count)
{
  if (count > 24)
    {
      __builtin_prefetch (&order->first[nodes[24]]);
      if (nodes[24] < cds->trace->events.size)
        __builtin_prefetch (&cds->trace->events.data[nodes[24]]);
    }
  if (count > 16)
    {
      const struct hb_event *event = &cds->trace->events.data[nodes[16]];
      __builtin_prefetch (&order->to[order->first[nodes[16]]]);
      if (nodes[16] < cds->trace->events.size && event->kind == HB_POST)
        __builtin_prefetch (&cds->rank[event->object], 1);
    }
  if (count > 8)
    for (hb_id e = order->first[nodes[8]]; e < order->first[nodes[8] + 1]; e++)
      __builtin_prefetch (&missing[order->to[e]], 1);
}

/* Ranks from Kahn's algorithm on ORDER; false if that is cyclic. */
static bool
rank_messages (struct cds *cds, const hb_order *order)
{
  const hb_trace *trace = cds->trace;
  hb_id *missing = hb_calloc (order->nodes, sizeof *missing);
  hb_id *sequence = hb_calloc (order->nodes, sizeof *sequence);
  hb_id size = 0, at = 0;
  for (hb_id e = 0; e < order->first[order->nodes]; e++)
    missing[order->to[e]]++;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!missing[v])
      sequence[size++] = v;
  while (at < size)
    {
      hb_id v = sequence[at];
      ask_ahead (cds, order, missing, sequence + at, size - at);
      if (v < trace->events.size)
        {
          const struct hb_event *event = &trace->events.data[v];
          if (event->kind == HB_POST)
            cds->rank[event->object] = at;
          if (event->kind != HB_GET && (!v || event[-1].message != event->message))
            cds->rank[event->message] = at; /* external, or initial */
        }
      at++;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        if (!--missing[order->to[e]])
          sequence[size++] = order->to[e];
    }
  hb_free (missing);
  hb_free (sequence);
  return size == order->nodes;
}

/* The input has the order OF, and the other way round too, though not by edges alone. */
static void
refute_chain (struct cds *cds, struct hb_pair of)
{
  const struct hb_message *a = &cds->trace->messages.data[of.before];
  const struct hb_message *b = &cds->trace->messages.data[of.after];
  hb_id first = of.posts ? a->post : a->first, second = of.posts ? b->post : b->first;
  enum hb_relation relation = of.posts ? HB_MO : HB_EO;
  struct hb_cycle cycle = { VEC_EMPTY };
  vec_push (cycle.steps, ((struct hb_step){ first, second, relation, HB_NONE, HB_NONE }));
  vec_push (cycle.steps, ((struct hb_step){ second, first, relation, of.after, of.before }));
  vec_push (cds->cycles, cycle);
  cds->refuted = true;
}

/* Makes what the input says of eo, and of mo where it is the same or speaks of a stack, hold for
 * good. */
static void
impose_chains (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  for (int kind = 0; kind < 2; kind++)
    {
      const struct hb_chain *chains = kind ? trace->mo.data : trace->eo.data;
      size_t count = kind ? trace->mo.size : trace->eo.size;
      for (size_t c = 0; c < count; c++)
        for (hb_id i = 0; i + 1 < chains[c].count; i++)
          {
            const hb_id *member = trace->chained.data + chains[c].first;
            struct hb_pair of = { member[i], member[i + 1], kind > 0 };
            hb_id literal;
            bool holds = true;
            if (kind && is_uncoupled_mo (trace, &chains[c], i)
                && trace->handlers.data[chains[c].handler].mailbox != HB_STACK)
              continue;
            if (cds_literal (cds, of, &literal, &holds))
              {
                if (!cds_value (cds, literal))
                  cds_assign (cds, literal, 0, HB_NONE);
                else if (cds_value (cds, literal) < 0)
                  refute_chain (cds, of);
              }
            else if (!holds)
              refute_chain (cds, of);
          }
    }
}

/* The start of the first whole cache line in SPACE. */
static void *
at_line (void *space)
{
  return (char *)space + (CDS_CACHE_LINE - (uintptr_t)space % CDS_CACHE_LINE) % CDS_CACHE_LINE;
}

static void
allocate (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t handlers = trace->handlers.size, messages = trace->messages.size;
  size_t variables = trace->variables.size;
  cds->next = hb_calloc (handlers, sizeof *cds->next);
  cds->queue = hb_calloc (messages, sizeof *cds->queue);
  cds->queue_start = hb_calloc (handlers, sizeof *cds->queue_start);
  for (hb_id h = 1; h < handlers; h++)
    cds->queue_start[h] = cds->queue_start[h - 1] + trace->handlers.data[h - 1].count;
  cds->head = hb_calloc (handlers, sizeof *cds->head);
  cds->tail = hb_calloc (handlers, sizeof *cds->tail);
  cds->messages_space = hb_calloc (messages + 2, sizeof *cds->messages);
  cds->messages = at_line (cds->messages_space);
  cds->blocked_by = hb_calloc (messages, sizeof *cds->blocked_by);
  cds->variables = hb_calloc (variables, sizeof *cds->variables);
  for (hb_id h = 0; h < handlers; h++)
    cds->chooses |= trace->handlers.data[h].mailbox == HB_MULTISET;
  cds->clock = hb_calloc (handlers, sizeof *cds->clock);
  cds->ready = hb_calloc (handlers, sizeof *cds->ready);
  cds->waits_for = hb_new_ids (handlers, HB_NONE);
  for (cds->fold = 1; cds->fold < handlers; cds->fold = 2 * cds->fold + 1)
    continue;
  cds->waiting = hb_new_ids ((size_t)cds->fold + 1, HB_NONE);
  cds->behind = hb_calloc (handlers, sizeof *cds->behind);
  cds->due = hb_calloc (messages, sizeof *cds->due);
  cds->in_work = hb_calloc (handlers, sizeof *cds->in_work);
  for (hb_id m = 0; m < messages; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      uint8_t mailbox = trace->handlers.data[message->handler].mailbox;
      cds->messages[m]
          = (struct cds_message){ .first = message->first,
                                  .end = message->first + message->count,
                                  .handler = message->handler,
                                  .links = HB_NONE,
                                  .by_choice = message->kind == HB_EXTERNAL || mailbox != HB_QUEUE,
                                  .post_matters = mailbox == HB_QUEUE || mailbox == HB_STACK
                                                  || mailbox == HB_PRIORITY };
    }
}

/* Finds the ranks; false when the known relations close a cycle, which is kept. */
static bool
find_ranks (struct cds *cds)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_order *order = hb_order_new (cds->trace);
  bool acyclic = rank_messages (cds, order);
  if (!acyclic && hb_known_cycle (cds->trace, order, &cycle))
    vec_push (cds->cycles, cycle);
  hb_order_free (order);
  return acyclic;
}

bool
cds_build (struct cds *cds, const hb_trace *trace, hb_id *ranks)
{
  cds->trace = trace;
  cds->search = cds_search_new ();
  cds->rank = ranks ? ranks : hb_calloc (trace->messages.size, sizeof *cds->rank);
  allocate (cds);
  if (!ranks && !find_ranks (cds))
    return false;
  list_reads (cds);
  list_mo (cds);
  cds_find_loaded (cds);
  cds_find_senders (cds);
  impose_chains (cds);
  cds_make_bags (cds);
  cds_start (cds);
  cds_list_beginnings (cds);
  vec_reserve (cds->trail, trace->events.size + trace->events.size / 16);
  vec_reserve (cds->clocks, trace->events.size + trace->events.size / 16);
  return true;
}

void
cds_release (struct cds *cds)
{
  cds_free_bags (cds);
  for (size_t l = 0; l < cds->watches.size; l++)
    vec_free (cds->watches.data[l].clauses);
  for (size_t c = 0; c < cds->cycles.size; c++)
    hb_cycle_free (&cds->cycles.data[c]);
  void *owned[] = { cds->reads_start,    cds->reads,      cds->rank,      cds->mo_start,
                    cds->mo_next,        cds->mo_waits,   cds->next,      cds->queue,
                    cds->queue_start,    cds->head,       cds->tail,      cds->in_work,
                    cds->messages_space, cds->blocked_by, cds->variables, cds->slots,
                    cds->clock,          cds->ready,      cds->due,       cds->let_go,
                    cds->let_go_early,   cds->waits_for,  cds->behind,    cds->reader,
                    cds->next_reader,    cds->writer,     cds->waiting };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    hb_free (owned[i]);
  vec_free (cds->trail);
  vec_free (cds->clocks);
  vec_free (cds->work);
  vec_free (cds->heap);
  vec_free (cds->entering);
  vec_free (cds->partial);
  vec_free (cds->orders);
  vec_free (cds->pairs);
  vec_free (cds->links);
  vec_free (cds->clauses);
  vec_free (cds->literals);
  vec_free (cds->chains);
  vec_free (cds->implied);
  vec_free (cds->values);
  vec_free (cds->watches);
  vec_free (cds->todo);
  vec_free (cds->learned);
  vec_free (cds->cycles);
  vec_free (cds->ignored);
  vec_free (cds->kept);
  vec_free (cds->left);
  vec_free (cds->given);
  vec_free (cds->wanted);
  hb_solver_free (cds->solver);
  cds_search_free (cds->search);
  vec_free (cds->doubtful);
  vec_free (cds->torn);
  vec_free (cds->untold);
  hb_hosts_free (cds->hosts);
  cds_loaded_free (cds);
  hb_pairs_free (&cds->turned);
  cds_senders_free (cds);
  cds_findings_free (cds->findings);
}
