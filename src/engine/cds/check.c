/* The invariants of the scheduler, for checking builds (base/assert.h): the state is made again from
 * the trail alone, and compared.  See cds.h. */
#include "engine/cds/cds.h"

#ifdef HB_CHECKING

#include <string.h>

/* A check costs about this many steps of the run more than it is linear. */
#define SMALL 4000

/* The run as the trail tells it. */
struct again
{
  const struct cds *cds;
  hb_id *next, *head, *tail, *written, *reads, *posted, *admitted;
  bool *let_go;
  size_t done;
};

static hb_id
slot_of (const struct cds *cds, hb_id variable, hb_id written)
{
  return cds->trace->variables.data[variable].first + variable + written;
}

static void
admit_again (struct again *a, hb_id message, hb_id position)
{
  const struct hb_message *m = &a->cds->trace->messages.data[message];
  HB_ASSERT (!a->admitted[message]);
  HB_ASSERT (a->cds->messages[message].place == a->tail[m->handler]);
  HB_ASSERT (a->cds->queue[a->cds->queue_start[m->handler] + a->tail[m->handler]] == message);
  a->admitted[message] = position;
  a->tail[m->handler]++;
}

static void
event_again (struct again *a, hb_id event, hb_id position)
{
  const hb_trace *trace = a->cds->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_message *m = &trace->messages.data[e->message];
  hb_id h = m->handler;
  a->done++;
  if (event == m->first)
    {
      HB_ASSERT (a->next[h] == HB_NONE);
      if (m->kind != HB_INITIAL)
        {
          HB_ASSERT (a->admitted[e->message]);
          HB_ASSERT (a->cds->messages[e->message].place == a->head[h]);
          a->head[h]++;
        }
    }
  else
    HB_ASSERT (a->next[h] == event);
  a->next[h] = event + 1 < m->first + m->count ? event + 1 : HB_NONE;
  switch ((enum hb_event_kind)e->kind)
    {
    case HB_GET:
      break;
    case HB_POST:
      HB_ASSERT (!a->posted[e->object]);
      a->posted[e->object] = position;
      if (!cds_by_choice (a->cds, e->object))
        admit_again (a, e->object, position);
      break;
    case HB_WRITE:
      HB_ASSERT (a->written[e->object] == e->partner);
      a->written[e->object]++;
      break;
    case HB_READ:
      HB_ASSERT (a->let_go[event]
                 || cds_slot_met (a->cds, event)
                        == slot_of (a->cds, e->object, a->written[e->object]));
      if (!a->let_go[event])
        a->reads[event] = 1;
      break;
    }
}

static void
run_again (struct again *a)
{
  const struct cds *cds = a->cds;
  for (size_t i = 0; i < cds->trail.size; i++)
    {
      hb_id id = cds->trail.data[i] & (CDS_MOST_IDS - 1), position = (hb_id)i + 1;
      switch ((enum cds_entry) (cds->trail.data[i] >> CDS_KIND_SHIFT))
        {
        case CDS_EVENT:
          event_again (a, id, position);
          break;
        case CDS_ADMIT:
          HB_ASSERT (cds_by_choice (cds, id));
          admit_again (a, id, position);
          break;
        case CDS_ORDER:
          HB_ASSERT (id < cds->pairs.size && cds->values.data[id]);
          HB_ASSERT (cds->pairs.data[id].on_trail);
          HB_ASSERT (cds->pairs.data[id].level <= position);
          break;
        case CDS_LET_GO:
          HB_ASSERT (cds->let_go[id] && !a->let_go[id]);
          HB_ASSERT (cds->forced && position >= cds->forced);
          a->let_go[id] = true;
          break;
        }
    }
}

/* Reads of the present value of VARIABLE that are neither done nor let go. */
static hb_id
pending_again (const struct again *a, hb_id variable)
{
  const struct cds *cds = a->cds;
  hb_id slot = slot_of (cds, variable, a->written[variable]), count = 0;
  for (hb_id r = cds->reads_start[slot]; r < cds->reads_start[slot + 1]; r++)
    count += !a->reads[cds->reads[r]] && !a->let_go[cds->reads[r]];
  return count;
}

static void
check_run (const struct again *a)
{
  const struct cds *cds = a->cds;
  const hb_trace *trace = cds->trace;
  HB_ASSERT (a->done == cds->done);
  HB_ASSERT (cds->clocks.size == cds->trail.size);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id next = a->next[h];
      HB_ASSERT (a->head[h] == cds->head[h] && a->tail[h] == cds->tail[h]);
      hb_id initial = trace->handlers.data[h].initial;
      if (next == HB_NONE && a->head[h] < a->tail[h]
          && (initial == HB_NONE || cds->next[h] != trace->messages.data[initial].first))
        next = trace->messages.data[cds->queue[cds->queue_start[h] + a->head[h]]].first;
      HB_ASSERT (next == cds->next[h]
                 || (initial != HB_NONE && cds->next[h] == trace->messages.data[initial].first));
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    HB_ASSERT (a->posted[m] == cds->messages[m].posted
               && a->admitted[m] == cds->messages[m].admitted);
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      HB_ASSERT (a->written[v] == cds->variables[v].written);
      HB_ASSERT (pending_again (a, v) == cds->variables[v].pending);
    }
}

/* Each handler in a list stands before an access that waits for a slot of that list, and is in no other. */
static void
check_waiting (const struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t waiting = 0, listed = 0;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    waiting += cds->waits_for[h] != HB_NONE;
  for (hb_id list = 0; list <= cds->fold; list++)
    for (hb_id h = cds->waiting[list]; h != HB_NONE; h = cds->behind[h], listed++)
      {
        HB_ASSERT (listed < waiting && cds->next[h] != HB_NONE);
        HB_ASSERT ((cds->waits_for[h] & cds->fold) == list);
        HB_ASSERT (trace->events.data[cds->next[h]].kind >= HB_WRITE
                   && cds->waits_for[h] == cds_slot_met (cds, cds->next[h]));
      }
  HB_ASSERT (listed == waiting);
}

static void
check_bags (const struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t waiting = 0, held = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    waiting += cds_by_choice (cds, m) && trace->messages.data[m].kind != HB_INITIAL
               && trace->messages.data[m].count && !cds->messages[m].admitted
               && (cds->messages[m].posted || trace->messages.data[m].kind == HB_EXTERNAL);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    for (hb_id m = HB_NONE, last = HB_NONE; (m = cds_bag_after (cds, h, m)) != HB_NONE; last = m)
      {
        uint8_t mailbox = trace->handlers.data[h].mailbox;
        bool handed = trace->messages.data[m].kind != HB_EXTERNAL
                      && (mailbox == HB_STACK || mailbox == HB_PRIORITY);
        HB_ASSERT (cds->messages[m].handler == h && !cds->messages[m].admitted);
        HB_ASSERT (last == HB_NONE || handed || cds_sooner (cds, last, m));
        HB_ASSERT (!handed || last == HB_NONE || mailbox != HB_STACK
                   || cds->messages[last].posted < cds->messages[m].posted);
        held++;
      }
  HB_ASSERT (waiting == held);
}

/* What can begin is ready. */
static void
check_ready (const struct cds *cds)
{
  for (hb_id m = 0; m < cds->trace->messages.size; m++)
    HB_ASSERT (!cds_can_begin (cds, m)
               || hb_set_has (&cds->bags[cds->messages[m].handler].ready, cds->turn[m]));
}

static void
check_reason (const struct cds *cds, hb_id p)
{
  const struct cds_pair *pair = &cds->pairs.data[p];
  const struct cds_clause *clause = &cds->clauses.data[pair->reason];
  bool has = false;
  for (hb_id i = 0; i < clause->size; i++)
    {
      hb_id literal = cds->literals.data[clause->first + i];
      bool own = literal >> 1 == p;
      has = has || own;
      HB_ASSERT (own ? cds_value (cds, literal) > 0 : cds_value (cds, literal) < 0);
      HB_ASSERT (own || cds->pairs.data[literal >> 1].level <= pair->level);
    }
  HB_ASSERT (has);
}

static bool
is_torn (const struct cds *cds, hb_id order)
{
  for (size_t i = 0; i < cds->torn.size; i++)
    if (cds->torn.data[i] == order)
      return true;
  return false;
}

/* What the run has settled its variable knows, and was not true before. */
static void
check_orders (const struct cds *cds)
{
  for (hb_id o = 0; o < cds->orders.size; o++)
    {
      const struct cds_order *order = &cds->orders.data[o];
      const struct cds_pair *pair = &cds->pairs.data[order->literal >> 1];
      struct cds_fact fact = cds_fact_of (cds, o);
      HB_ASSERT (order->low < order->high);
      HB_ASSERT (cds->trace->messages.data[order->low].handler
                 == cds->trace->messages.data[order->high].handler);
      HB_ASSERT (order->by == HB_NONE ? pair->order == o : order->by < o);
      if (!fact.value || cds->doubtful.size || order->ignored || is_torn (cds, o))
        continue;
      HB_ASSERT (cds_value (cds, order->literal) == fact.value);
      HB_ASSERT (pair->level <= fact.level);
    }
}

/* The message that is posted or admitted at POSITION. */
static hb_id
message_at (const struct cds *cds, hb_id position)
{
  uint32_t entry = cds->trail.data[position - 1];
  hb_id id = entry & (CDS_MOST_IDS - 1);
  HB_ASSERT (
      entry >> CDS_KIND_SHIFT == CDS_ADMIT
      || (entry >> CDS_KIND_SHIFT == CDS_EVENT && cds->trace->events.data[id].kind == HB_POST));
  return entry >> CDS_KIND_SHIFT == CDS_ADMIT ? id : cds->trace->events.data[id].object;
}

static void
check_pairs (const struct cds *cds)
{
  for (hb_id p = 0; p < cds->pairs.size; p++)
    {
      const struct cds_pair *pair = &cds->pairs.data[p];
      HB_ASSERT (!pair->seen && cds->orders.data[pair->order].literal == 2 * p);
      if (!cds->values.data[p])
        continue;
      HB_ASSERT (pair->level <= cds->trail.size);
      if (!pair->on_trail && pair->level)
        HB_ASSERT (cds->messages[message_at (cds, pair->level)].has_facts);
      if (pair->on_trail && pair->reason != HB_NONE)
        check_reason (cds, p);
    }
}

static bool
is_watched_by (const struct cds *cds, hb_id literal, hb_id clause)
{
  const struct cds_watch *watch = &cds->watches.data[literal];
  size_t times = 0;
  for (size_t i = 0; i < watch->clauses.size; i++)
    times += watch->clauses.data[i].clause == clause;
  return times == 1;
}

/* Is a literal of the clause not false? */
static bool
is_open (const struct cds *cds, const struct cds_clause *clause)
{
  for (hb_id i = 0; i < clause->size; i++)
    if (cds_value (cds, cds->literals.data[clause->first + i]) >= 0)
      return true;
  return false;
}

/* Where all is propagated no clause is false.  One may be unit without anybody having noticed: what
 * made it true was undone, and what it follows from stands earlier. */
static void
check_clauses (const struct cds *cds)
{
  bool settled = !cds->todo.size && !cds->forced;
  size_t watched = 0, watches = 0;
  for (hb_id c = 0; c < cds->clauses.size; c++)
    {
      const struct cds_clause *clause = &cds->clauses.data[c];
      const hb_id *its = vec_from (cds->literals, clause->first);
      if (!clause->watched || clause->size < 2)
        continue;
      watched += 2;
      HB_ASSERT (is_watched_by (cds, its[0], c) && is_watched_by (cds, its[1], c));
      HB_ASSERT (!settled || is_open (cds, clause));
    }
  for (size_t l = 0; l < cds->watches.size; l++)
    watches += cds->watches.data[l].clauses.size;
  HB_ASSERT (watches == watched);
}

void
cds_check (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t messages = trace->messages.size, events = trace->events.size;
  struct again a = { .cds = cds };
  if (cds->steps + cds->conflicts < cds->next_check)
    return;
  if (events + cds->literals.size > SMALL)
    cds->next_check = cds->steps + cds->conflicts + 4 * (events + cds->literals.size);
  a.next = hb_realloc (NULL, trace->handlers.size, sizeof *a.next);
  memset (a.next, 0xff, trace->handlers.size * sizeof *a.next);
  a.head = hb_calloc (trace->handlers.size, sizeof *a.head);
  a.tail = hb_calloc (trace->handlers.size, sizeof *a.tail);
  a.written = hb_calloc (trace->variables.size, sizeof *a.written);
  a.reads = hb_calloc (events, sizeof *a.reads);
  a.posted = hb_calloc (messages, sizeof *a.posted);
  a.admitted = hb_calloc (messages, sizeof *a.admitted);
  a.let_go = hb_calloc (events, sizeof *a.let_go);
  run_again (&a);
  check_run (&a);
  check_waiting (cds);
  check_bags (cds);
  check_ready (cds);
  check_orders (cds);
  check_pairs (cds);
  check_clauses (cds);
  void *owned[] = { a.next, a.head, a.tail, a.written, a.reads, a.posted, a.admitted, a.let_go };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    hb_free (owned[i]);
}

#else
typedef int cds_check_is_off; /* C wants a declaration in every file */
#endif
