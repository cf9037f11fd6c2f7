/* What is posted to a stack while a message of it runs.  See cds.h.
 *
 *     handler h      z:  W x   ...............................   R y   |  get b   get a
 *                          \ rf                                  / rf
 *     others                R x   post a  ..      ..  post b   W y
 *
 * Message z holds its stack: whatever is posted in the meantime, by z or by messages whose posts it hosts
 * (trace/hosts.h), waits for its end and runs in the reverse order.  So the order of the runs of two such messages is
 * that of their posts, reversed, and needs no variable of its own; as in loaded.c, but round after round.  (3sat-stack5
 * of doc/map.md carries its values so.)
 *
 * Whoever checks a refutation knows nothing of this.  A cycle for each message says that it does not run before z,
 *
 *     get a -> get z -> W x -> R x -> post a -> get a
 *
 * and two for each pair say that it is turned: if a runs before b and is posted before b, then a buries b, so
 *
 *     get a -> post b -> W y -> R y -> the end of z -> get a
 *
 * and the same with a and b exchanged. */
#include "engine/cds/cds.h"

/* The message of HANDLER during which the post of MESSAGE happens, or HB_NONE.  There is one at most. */
static hb_id
holder (const struct cds *cds, hb_id message, hb_id handler)
{
  const hb_trace *trace = cds->trace;
  hb_id own = hb_poster (trace, message);
  if (trace->messages.data[own].handler == handler)
    return own;
  for (hb_id i = cds->hosts->of[message].start; i < cds->hosts->of[message + 1].start; i++)
    if (trace->messages.data[cds->hosts->list.data[i].message].handler == handler)
      return cds->hosts->list.data[i].message;
  return HB_NONE;
}

/* Orders that the input gives are not turned: nobody would say so of the posts. */
hb_id
cds_holder (const struct cds *cds, hb_id a, hb_id b)
{
  const hb_trace *trace = cds->trace;
  const struct hb_message *first = &trace->messages.data[a], *second = &trace->messages.data[b];
  if (trace->handlers.data[first->handler].mailbox != HB_STACK || first->kind != HB_POSTED
      || second->kind != HB_POSTED || trace->eo.size || trace->mo.size)
    return HB_NONE;
  hb_id z = holder (cds, a, first->handler);
  return z != HB_NONE && z != a && z != b && holder (cds, b, first->handler) == z ? z : HB_NONE;
}

/* The cycle against A running before Z, which holds the stack when A is posted, unless that is KNOWN. */
static void
tell_held (struct cds *cds, hb_id z, hb_id a, struct hb_pairs *known)
{
  const struct hb_message *messages = cds->trace->messages.data;
  size_t before = known->pairs.size;
  (void)hb_pairs_number (known, (struct hb_pair){ z, a, false });
  if (messages[z].kind == HB_INITIAL || known->pairs.size == before)
    return;
  const struct hb_host *host = hb_host_of (cds->hosts, a, z);
  hb_id entry = host ? host->entry : messages[a].post, end = messages[a].first + messages[a].count;
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_cycle_add_order (&cycle, end - 1, messages[z].first, HB_EO, a, z);
  hb_cycle_add_edge (&cycle, messages[z].first, host ? host->from : entry, HB_PO);
  if (host)
    hb_cycle_add_edge (&cycle, host->from, entry, (enum hb_relation)host->in);
  hb_cycle_add_edge (&cycle, entry, messages[a].post, HB_PO);
  hb_cycle_add_edge (&cycle, messages[a].post, messages[a].first, HB_PB);
  hb_cycle_add_edge (&cycle, messages[a].first, end - 1, HB_PO);
  vec_push (cds->cycles, cycle);
}

/* The cycle against A running before B and being posted before B while Z runs. */
static void
tell_turned (struct cds *cds, hb_id z, hb_id a, hb_id b)
{
  const struct hb_message *messages = cds->trace->messages.data;
  const struct hb_host *host = hb_host_of (cds->hosts, b, z);
  hb_id exit = host ? host->to : messages[b].post, end = messages[z].first + messages[z].count - 1;
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_cycle_add_order (&cycle, messages[a].first, messages[b].post, HB_GP, a, b);
  if (host)
    {
      hb_cycle_add_edge (&cycle, messages[b].post, host->exit, HB_PO);
      hb_cycle_add_edge (&cycle, host->exit, exit, (enum hb_relation)host->out);
    }
  hb_cycle_add_edge (&cycle, exit, end, HB_PO);
  if (messages[z].kind == HB_INITIAL)
    hb_cycle_add_edge (&cycle, end, messages[a].first, HB_PO);
  else
    hb_cycle_add_order (&cycle, end, messages[a].first, HB_EO, z, a);
  vec_push (cds->cycles, cycle);
}

void
cds_tell_held (struct cds *cds, hb_id a, hb_id b, struct hb_pairs *known)
{
  hb_id z = cds_holder (cds, a, b);
  tell_held (cds, z, a, known);
  tell_held (cds, z, b, known);
  tell_turned (cds, z, a, b);
  tell_turned (cds, z, b, a);
}
