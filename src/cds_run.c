/* Doing and undoing events: the operational semantics (ED-consistency paper, section 2.2), with every
 * choice of what enters a mailbox next made by the clocks, within what the orders allow.  See cds.h.
 *
 * An event is looked at when it may have become possible, never otherwise: a write wakes the reads of its
 * value, the last read of a value wakes the next write, an admission wakes what had to come later. */
#include "cds.h"

/* --- the heap of admissions -------------------------------------------------------------------- */

static bool
sooner (const struct cds *cds, hb_id a, hb_id b)
{
  return cds->rank[a] < cds->rank[b] || (cds->rank[a] == cds->rank[b] && a < b);
}

static bool
due_sooner (const struct cds *cds, hb_id a, hb_id b)
{
  return cds->due[a] < cds->due[b] || (cds->due[a] == cds->due[b] && sooner (cds, a, b));
}

/* SENDER stands before the post of MESSAGE. */
static void
heap_push (struct cds *cds, hb_id message, hb_id sender)
{
  if (cds->in_heap[message])
    return;
  cds->in_heap[message] = true;
  cds->due[message]
      = cds->clock[sender] > cds->ready[sender] ? cds->clock[sender] : cds->ready[sender];
  vec_push (cds->heap, message);
  hb_id *heap = cds->heap.data;
  size_t i = cds->heap.size - 1;
  for (; i && due_sooner (cds, message, heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = message;
}

static hb_id
heap_pop (struct cds *cds)
{
  hb_id *heap = cds->heap.data, first = heap[0], last = vec_pop (cds->heap);
  size_t size = cds->heap.size, i = 0;
  cds->in_heap[first] = false;
  while (size)
    {
      size_t child = 2 * i + 1;
      if (child + 1 < size && due_sooner (cds, heap[child + 1], heap[child]))
        child++;
      if (child >= size || !due_sooner (cds, heap[child], last))
        break;
      heap[i] = heap[child];
      i = child;
    }
  if (size)
    heap[i] = last;
  return first;
}

/* --- small steps ------------------------------------------------------------------------------- */

static void
wake (struct cds *cds, hb_id handler)
{
  cds->ready[handler] = cds->now;
  if (cds->in_work[handler])
    return;
  cds->in_work[handler] = true;
  vec_push (cds->work, handler);
}

/* EVENT may have become possible: if its handler stands there, it is to be looked at. */
static void
wake_event (struct cds *cds, hb_id event)
{
  hb_id handler = hb_event_handler (cds->trace, event);
  if (cds->next[handler] == event)
    wake (cds, handler);
}

/* The time that EVENT takes: a tick, or what the seed makes of it. */
static hb_id
duration (const struct cds *cds, hb_id event)
{
  uint64_t mixed = (cds->seed + event) * UINT64_C (0x9e3779b97f4a7c15);
  return cds->seed ? 1 + (hb_id)(mixed >> 61) : 1;
}

hb_id
cds_record (struct cds *cds, enum cds_entry kind, hb_id id)
{
  hb_id before = 0;
  if (kind == CDS_EVENT)
    {
      hb_id handler = hb_event_handler (cds->trace, id);
      before = cds->clock[handler];
      cds->now = (before > cds->ready[handler] ? before : cds->ready[handler]) + duration (cds, id);
      cds->clock[handler] = cds->now;
    }
  vec_push (cds->trail, (uint32_t)kind << CDS_KIND_SHIFT | id);
  vec_push (cds->clocks, before);
  return (hb_id)cds->trail.size;
}

/* The first event of the message that HANDLER, being idle, may take next, or HB_NONE. */
static hb_id
front (const struct cds *cds, hb_id handler)
{
  if (cds->head[handler] == cds->tail[handler])
    return HB_NONE;
  hb_id message = cds->queue[cds->queue_start[handler] + cds->head[handler]];
  return cds->trace->messages.data[message].first;
}

/* Reads of the value with which VARIABLE is left by its first COUNT writes. */
static hb_id
reads_of_value (const struct cds *cds, hb_id variable, hb_id count)
{
  hb_id slot = cds->trace->variables.data[variable].first + variable + count;
  return cds->reads_start[slot + 1] - cds->reads_start[slot];
}

static void
wake_reads (struct cds *cds, hb_id variable)
{
  hb_id slot = cds->trace->variables.data[variable].first + variable + cds->written[variable];
  for (hb_id r = cds->reads_start[slot]; r < cds->reads_start[slot + 1]; r++)
    wake_event (cds, cds->reads[r]);
}

static void
wake_next_write (struct cds *cds, hb_id variable)
{
  const struct hb_variable *v = &cds->trace->variables.data[variable];
  if (!cds->pending[variable] && cds->written[variable] < v->count)
    wake_event (cds, cds->trace->co.data[v->first + cds->written[variable]]);
}

/* What waited for MESSAGE to be admitted looks again. */
static void
wake_later (struct cds *cds, hb_id message)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id literal = cds_literal_first (cds, cds->links.data[l].pair, message);
      hb_id later = cds_later (cds, literal);
      if (cds_value (cds, literal) <= 0 || cds->admitted[later])
        continue;
      const struct hb_message *m = &cds->trace->messages.data[later];
      if (m->kind == HB_POSTED)
        wake_event (cds, m->post);
      if (cds_by_choice (cds, later))
        wake (cds, m->handler);
    }
}

/* MESSAGE enters the run queue of its handler, at position POSITION of the trail. */
static void
enter (struct cds *cds, hb_id message, hb_id position)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id handler = m->handler;
  cds->admitted[message] = position;
  cds->place[message] = cds->tail[handler];
  cds->queue[cds->queue_start[handler] + cds->tail[handler]++] = message;
  if (cds->next[handler] == HB_NONE)
    {
      cds->next[handler] = front (cds, handler);
      wake (cds, handler);
    }
  wake_later (cds, message);
}

static void
leave_queue (struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id handler = m->handler, position = cds->admitted[message];
  cds->admitted[message] = 0;
  cds->tail[handler]--;
  if (cds->next[handler] == m->first)
    cds->next[handler] = HB_NONE;
  /* Orders that were facts of this admission. */
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      struct cds_pair *pair = &cds->pairs.data[cds->links.data[l].pair];
      if (pair->value && !pair->on_trail && pair->level == position)
        {
          pair->phase = pair->value;
          pair->value = 0;
        }
    }
}

static void
bag_add (struct cds *cds, hb_id message)
{
  hb_id handler = cds->trace->messages.data[message].handler;
  vec_push (cds->bags[handler].messages, message);
  wake (cds, handler);
}

static void
bag_remove (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  size_t at = bag->messages.size - 1;
  while (bag->messages.data[at] != message)
    at--;
  bag->messages.data[at] = vec_pop (bag->messages);
}

/* --- doing ------------------------------------------------------------------------------------- */

/* Moves the handler on behind EVENT, which was just done. */
static void
advance (struct cds *cds, hb_id handler, hb_id event)
{
  const struct hb_message *m
      = &cds->trace->messages.data[cds->trace->events.data[event].message];
  cds->done++;
  cds->steps++;
  if (m->first == event && m->kind != HB_INITIAL)
    cds->head[handler]++;
  cds->next[handler] = event + 1 < m->first + m->count ? event + 1 : front (cds, handler);
}

static void
do_post (struct cds *cds, hb_id event)
{
  hb_id message = cds->trace->events.data[event].object;
  hb_id position = cds_record (cds, CDS_EVENT, event);
  cds->posted[message] = position;
  for (hb_id i = cds->mo_start[message]; i < cds->mo_start[message + 1]; i++)
    {
      cds->mo_waits[cds->mo_next[i]]--;
      wake_event (cds, cds->trace->messages.data[cds->mo_next[i]].post);
    }
  advance (cds, hb_event_handler (cds->trace, event), event);
  if (cds_by_choice (cds, message))
    bag_add (cds, message);
  else
    enter (cds, message, position);
}

static void
do_access (struct cds *cds, hb_id handler, hb_id event)
{
  hb_id variable = cds->trace->events.data[event].object;
  cds_record (cds, CDS_EVENT, event);
  if (cds->trace->events.data[event].kind == HB_READ)
    cds->pending[variable]--;
  else
    {
      cds->written[variable]++;
      cds->pending[variable] = reads_of_value (cds, variable, cds->written[variable]);
      wake_reads (cds, variable);
    }
  advance (cds, handler, event);
  wake_next_write (cds, variable);
}

/* Can the read or write happen now? */
static bool
access_is_possible (const struct cds *cds, const struct hb_event *event)
{
  hb_id written = cds->written[event->object];
  if (event->kind == HB_WRITE)
    return event->partner == written && !cds->pending[event->object];
  hb_id wanted
      = event->partner == HB_NONE ? 0 : cds->trace->events.data[event->partner].partner + 1;
  return wanted == written;
}

/* Are the posts done that the input's mo puts before that of MESSAGE? */
static bool
post_is_free (const struct cds *cds, hb_id message)
{
  return !cds->mo_waits[message];
}

enum going
{
  GO_ON,   /* done */
  WAIT,    /* not now */
  CONFLICT /* something was learned: everything may have changed */
};

/* --- choices ----------------------------------------------------------------------------------- */

static enum going
admit_by_choice (struct cds *cds, hb_id message);

/* Decides all open orders of MESSAGE that its admission would settle: as they were last, else MESSAGE
 * first. */
static enum going
decide_orders (struct cds *cds, hb_id message)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id number = cds->links.data[l].pair;
      struct cds_pair *pair = &cds->pairs.data[number];
      if (pair->value)
        continue;
      hb_id literal = pair->phase ? 2 * number + (pair->phase < 0)
                                  : cds_literal_first (cds, number, message);
      cds_assign (cds, literal, (hb_id)cds->trail.size + 1, HB_NONE);
      hb_id conflict = cds_propagate (cds);
      if (conflict != HB_NONE)
        {
          cds_learn (cds, conflict);
          return CONFLICT;
        }
    }
  return GO_ON;
}

/* A message that must come before MESSAGE and is not admitted yet, or HB_NONE. */
static hb_id
blocker (const struct cds *cds, hb_id message, bool by_choice)
{
  for (hb_id l = cds->links_of[message]; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id literal = cds_literal_first (cds, cds->links.data[l].pair, message);
      hb_id other = cds_later (cds, literal);
      if (cds_value (cds, literal) < 0 && !cds->admitted[other]
          && cds_by_choice (cds, other) == by_choice)
        return other;
    }
  return HB_NONE;
}

/* Orders are transitive: C before X and X before A, so C before A.  Needed where X, being external, has no
 * post through which a cycle would say so. */
static enum going
imply (struct cds *cds, hb_id c, hb_id x, hb_id a)
{
  const struct hb_trace *trace = cds->trace;
  hb_id around[] = { c, x, a, c };
  struct hb_cycle cycle = { VEC_EMPTY };
  VEC (hb_id) clause = VEC_EMPTY;
  for (int i = 0; i < 3; i++)
    {
      hb_id literal;
      bool holds;
      struct hb_step step = { trace->messages.data[around[i]].first,
                              trace->messages.data[around[i + 1]].first, HB_EO, around[i],
                              around[i + 1] };
      vec_push (cycle.steps, step);
      if (cds_literal (cds, around[i], around[i + 1], &literal, &holds))
        vec_push (clause, literal ^ 1);
    }
  vec_push (cds->cycles, cycle);
  hb_id number = cds_add_clause (cds, clause.data, (hb_id)clause.size);
  int open = 0, last = -1;
  hb_id level = 0;
  for (size_t i = 0; i < clause.size; i++)
    {
      int value = cds_value (cds, clause.data[i]);
      hb_id own = cds->pairs.data[clause.data[i] >> 1].level;
      if (value >= 0)
        open++, last = (int)i;
      else
        level = own > level ? own : level;
    }
  enum going going = GO_ON;
  if (!open)
    {
      cds_learn (cds, number);
      going = CONFLICT;
    }
  else if (open == 1 && !cds_value (cds, clause.data[last]))
    cds_assign (cds, clause.data[last], level, number);
  vec_free (clause);
  return going;
}

/* In the first attempt: has what stands before MESSAGE in the file been admitted?  Messages are numbered in
 * the order of the file. */
static bool
is_its_turn (const struct cds *cds, hb_id message)
{
  const struct hb_handler *h
      = &cds->trace->handlers.data[cds->trace->messages.data[message].handler];
  hb_id before = message;
  while (before > h->first)
    {
      const struct hb_message *m = &cds->trace->messages.data[--before];
      if (m->kind != HB_INITIAL && m->count)
        return cds->admitted[before];
    }
  return true;
}

/* May MESSAGE be admitted now?  Tries to admit external messages that must come first. */
static enum going
may_enter (struct cds *cds, hb_id message)
{
  if (cds->file_order && !is_its_turn (cds, message))
    return WAIT;
  for (;;)
    {
      enum going going = decide_orders (cds, message);
      if (going != GO_ON || blocker (cds, message, false) != HB_NONE)
        return going == CONFLICT ? CONFLICT : WAIT;
      hb_id external = blocker (cds, message, true);
      if (external == HB_NONE)
        return GO_ON;
      if (cds->trace->handlers.data[cds->trace->messages.data[message].handler].mailbox != HB_QUEUE)
        return WAIT;
      going = admit_by_choice (cds, external);
      if (going == CONFLICT)
        return CONFLICT;
      if (going == GO_ON)
        continue;
      hb_id first = blocker (cds, external, false);
      if (first == HB_NONE)
        first = blocker (cds, external, true);
      /* In the first attempt it may also just not be its turn. */
      if (first == HB_NONE)
        return WAIT;
      going = imply (cds, first, external, message);
      if (going == CONFLICT)
        return CONFLICT;
      hb_id conflict = cds_propagate (cds);
      if (conflict != HB_NONE)
        {
          cds_learn (cds, conflict);
          return CONFLICT;
        }
    }
}

hb_id
cds_earlier_of_sender (const struct cds *cds, hb_id message)
{
  const struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  for (size_t i = 0; i < bag->messages.size; i++)
    if (bag->messages.data[i] != message && hb_coupled (cds->trace, bag->messages.data[i], message)
        && cds->posted[bag->messages.data[i]] < cds->posted[message])
      return bag->messages.data[i];
  return HB_NONE;
}

static bool
waits_in_bag (const struct cds *cds, hb_id message)
{
  return !cds->admitted[message]
         && (cds->posted[message] || cds->trace->messages.data[message].kind == HB_EXTERNAL);
}

static enum going
admit_by_choice (struct cds *cds, hb_id message)
{
  if (!waits_in_bag (cds, message) || cds_earlier_of_sender (cds, message) != HB_NONE)
    return WAIT;
  /* External messages that wait for one another in a circle are met again here. */
  for (size_t i = 0; i < cds->entering.size; i++)
    if (cds->entering.data[i] == message)
      return WAIT;
  vec_push (cds->entering, message);
  enum going going = may_enter (cds, message);
  cds->entering.size--;
  if (going != GO_ON)
    return going;
  bag_remove (cds, message);
  enter (cds, message, cds_record (cds, CDS_ADMIT, message));
  return GO_ON;
}

/* The handler is idle: takes the message of its bag that is due first and that may be taken. */
static enum going
take_from_bag (struct cds *cds, hb_id handler)
{
  struct cds_bag *bag = &cds->bags[handler];
  hb_id tried = HB_NONE;
  for (;;)
    {
      /* The next by rank behind those tried; the bag is small. */
      hb_id best = HB_NONE;
      for (size_t i = 0; i < bag->messages.size; i++)
        {
          hb_id m = bag->messages.data[i];
          if ((tried == HB_NONE || sooner (cds, tried, m))
              && (best == HB_NONE || sooner (cds, m, best)))
            best = m;
        }
      if (best == HB_NONE)
        return WAIT;
      enum going going = admit_by_choice (cds, best);
      if (going != WAIT)
        return going;
      tried = best;
    }
}

/* MESSAGE, whose post is next on its sender unless things have changed, is due. */
static enum going
try_post (struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  hb_id sender = hb_event_handler (cds->trace, m->post);
  if (cds->next[sender] != m->post || !post_is_free (cds, message))
    return WAIT;
  enum going going = may_enter (cds, message);
  if (going == GO_ON)
    {
      do_post (cds, m->post);
      wake (cds, sender);
    }
  return going;
}

/* --- running ----------------------------------------------------------------------------------- */

/* HANDLER does what it can do without a choice. */
static void
run_handler (struct cds *cds, hb_id handler)
{
  for (;;)
    {
      hb_id e = cds->next[handler];
      if (e == HB_NONE)
        return;
      const struct hb_event *event = &cds->trace->events.data[e];
      switch (event->kind)
        {
        case HB_GET:
          cds_record (cds, CDS_EVENT, e);
          advance (cds, handler, e);
          break;
        case HB_POST:
          if (!post_is_free (cds, event->object))
            return;
          if (!cds_by_choice (cds, event->object))
            {
              heap_push (cds, event->object, handler);
              return;
            }
          do_post (cds, e);
          break;
        default:
          if (!access_is_possible (cds, event))
            return;
          do_access (cds, handler, e);
        }
    }
}

/* An idle handler with a bag, or HB_NONE once none can take anything. */
static enum going
serve_bags (struct cds *cds, hb_id handler)
{
  return cds->next[handler] == HB_NONE && cds->bags[handler].messages.size
             ? take_from_bag (cds, handler)
             : WAIT;
}

/* Looks whether HANDLER, which cannot go on, waits for itself. */
static bool
learn_deadlock (struct cds *cds, hb_id handler)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  if (cds->file_order || !cds_deadlock (cds, handler, &cycle))
    return false;
  cds_learn_cycle (cds, &cycle);
  return true;
}

/* All that follows without a choice; false after a conflict. */
static bool
settle (struct cds *cds)
{
  while (cds->work.size)
    {
      hb_id handler = vec_pop (cds->work);
      cds->in_work[handler] = false;
      run_handler (cds, handler);
      enum going going = serve_bags (cds, handler);
      if (going == CONFLICT)
        return false;
      if (going == GO_ON)
        wake (cds, handler);
      else if (cds->next[handler] != HB_NONE && learn_deadlock (cds, handler))
        return false;
    }
  return true;
}

/* Nothing goes on: some handler waits for itself, and that is learned. */
static void
learn_from_standstill (struct cds *cds)
{
  if (cds->file_order)
    {
      cds_undo (cds, 1);
      cds->file_order = false;
      return;
    }
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    if ((cds->next[h] != HB_NONE || cds->bags[h].messages.size) && learn_deadlock (cds, h))
      return;
  hb_die ("the scheduler stands still without a reason; this is a bug, please report the trace");
}

bool
cds_run (struct cds *cds)
{
  for (;;)
    {
      hb_id conflict = cds_propagate (cds);
      if (conflict != HB_NONE)
        {
          cds_learn (cds, conflict);
          return false;
        }
      if (!settle (cds))
        return false;
      if (cds->done == cds->trace->events.size)
        return true;
      if (hb_limits_hit (cds->limits))
        return false;
      if (!cds->heap.size)
        {
          learn_from_standstill (cds);
          return false;
        }
      if (try_post (cds, heap_pop (cds)) == CONFLICT)
        return false;
    }
}

/* --- undoing ----------------------------------------------------------------------------------- */

static void
undo_event (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct hb_message *m = &cds->trace->messages.data[e->message];
  if (e->kind == HB_POST)
    {
      cds->posted[e->object] = 0;
      for (hb_id i = cds->mo_start[e->object]; i < cds->mo_start[e->object + 1]; i++)
        cds->mo_waits[cds->mo_next[i]]++;
      if (cds_by_choice (cds, e->object))
        bag_remove (cds, e->object);
      else
        leave_queue (cds, e->object);
    }
  else if (e->kind == HB_READ)
    cds->pending[e->object]++;
  else if (e->kind == HB_WRITE)
    {
      cds->written[e->object]--;
      cds->pending[e->object] = 0;
    }
  cds->done--;
  if (m->first == event && m->kind != HB_INITIAL)
    cds->head[m->handler]--;
  cds->next[m->handler] = event;
}

void
cds_undo (struct cds *cds, hb_id position)
{
  VEC (hb_id) kept = VEC_EMPTY;
  while (cds->trail.size >= position)
    {
      uint32_t entry = vec_pop (cds->trail);
      hb_id id = entry & (CDS_MOST_IDS - 1), clock = vec_pop (cds->clocks);
      if (entry >> CDS_KIND_SHIFT == CDS_EVENT)
        {
          undo_event (cds, id);
          cds->clock[hb_event_handler (cds->trace, id)] = clock;
        }
      else if (entry >> CDS_KIND_SHIFT == CDS_ADMIT)
        {
          leave_queue (cds, id);
          vec_push (cds->bags[cds->trace->messages.data[id].handler].messages, id);
        }
      else if (cds->pairs.data[id].level < position)
        vec_push (kept, id);
      else
        {
          cds->pairs.data[id].phase = cds->pairs.data[id].value;
          cds->pairs.data[id].value = 0;
        }
    }
  while (kept.size)
    {
      hb_id pair = vec_pop (kept);
      cds_record (cds, CDS_ORDER, pair);
      vec_push (cds->todo, 2 * pair + (cds->pairs.data[pair].value < 0));
    }
  vec_free (kept);
  /* Anything may be possible again that was not. */
  while (cds->heap.size)
    cds->in_heap[vec_pop (cds->heap)] = false;
  cds->now = 0;
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    wake (cds, h);
}
