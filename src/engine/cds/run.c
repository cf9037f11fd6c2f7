/* Doing and undoing events: the operational semantics (ED-consistency paper, section 2.2), with
 * every choice of what enters a mailbox next made by the clocks, within what the orders allow.  See
 * cds.h.
 *
 * An event is looked at when it may have become possible, never otherwise: a write wakes the reads
 * of its value, the last read of a value wakes the next write (those of them at which handlers wait: each
 * variable has a list), an admission wakes what had to come later. */
#include "engine/cds/ahead.h"
#include "engine/cds/cds.h"

#include "base/failure.h"
#include "base/progress.h"

/* --- small steps --- */

void
cds_wake (struct cds *cds, hb_id handler)
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
  hb_id handler = cds_handler (cds, event);
  if (cds->next[handler] == event)
    cds_wake (cds, handler);
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
  vec_push (cds->trail, (uint32_t)kind << CDS_KIND_SHIFT | id);
  vec_push (cds->clocks, ((struct cds_clock){ HB_NONE, 0 }));
  return (hb_id)cds->trail.size;
}

/* The same for EVENT, which HANDLER does. */
static hb_id
record_event (struct cds *cds, hb_id handler, hb_id event)
{
  hb_id before = cds->clock[handler], ready = cds->ready[handler];
  const struct hb_event *e = &cds->trace->events.data[event];
  if (e->kind >= HB_WRITE && cds->variables[e->object].since > ready)
    ready = cds->variables[e->object].since;
  cds->now = cds->clock[handler] = (before > ready ? before : ready) + duration (cds, event);
  vec_push (cds->trail, event);
  vec_push (cds->clocks, ((struct cds_clock){ handler, before }));
  cds->steps++;
  return (hb_id)cds->trail.size;
}

/* The first event of the message that HANDLER, being idle, may take next, or HB_NONE. */
static hb_id
front (const struct cds *cds, hb_id handler)
{
  if (cds->head[handler] == cds->tail[handler])
    return HB_NONE;
  cds_look_ahead (cds, handler);
  hb_id message = cds->queue[cds->queue_start[handler] + cds->head[handler]];
  return cds->messages[message].first;
}

/* Reads of the value with which VARIABLE is left by its first COUNT writes. */
static hb_id
reads_of_value (const struct cds *cds, hb_id variable, hb_id count)
{
  const hb_id *start = &cds->reads_start[cds->variables[variable].slots + count];
  return start[1] - start[0];
}

static bool
is_let_go (const struct cds *cds, hb_id event)
{
  return cds->let_go && cds->let_go[event];
}

static hb_id
slot_met (const struct cds *cds, const struct hb_event *event)
{
  hb_id written = event->partner;
  if (event->kind == HB_READ)
    written = event->partner == HB_NONE ? 0 : cds->trace->events.data[event->partner].partner + 1;
  return cds->variables[event->object].slots + written;
}

hb_id
cds_slot_met (const struct cds *cds, hb_id event)
{
  return slot_met (cds, &cds->trace->events.data[event]);
}

bool
cds_access_is_possible (const struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  const struct cds_variable *v = &cds->variables[e->object];
  return (slot_met (cds, e) == v->slots + v->written && (e->kind == HB_READ || !v->pending))
         || is_let_go (cds, event);
}

/* HANDLER stands before the access EVENT, which is not possible yet: a read waits for its value, a write for the one
 * that it overwrites and for the reads of that.  Whoever changes the variable finds it in a list, one of as many as there are
 * handlers, or more: few slots share one.
 *
 *     slot: waiting --> handler: behind --> handler: behind --> HB_NONE
 */
static void
wait_for (struct cds *cds, hb_id handler, const struct hb_event *event)
{
  if (cds->waits_for[handler] != HB_NONE)
    return;
  hb_id slot = slot_met (cds, event), *list = &cds->waiting[slot & cds->fold];
  cds->waits_for[handler] = slot;
  cds->behind[handler] = *list;
  *list = handler;
}

/* Takes the handler out of the list in which LINK points to it. */
static void
leave_list (struct cds *cds, hb_id *link)
{
  hb_id handler = *link;
  *link = cds->behind[handler];
  cds->waits_for[handler] = HB_NONE;
}

/* HANDLER goes on, though nobody may have told it to. */
static void
wait_no_more (struct cds *cds, hb_id handler)
{
  if (cds->waits_for[handler] == HB_NONE)
    return;
  hb_id *link = &cds->waiting[cds->waits_for[handler] & cds->fold];
  while (*link != handler)
    link = &cds->behind[*link];
  leave_list (cds, link);
}

void
cds_stop_waiting (struct cds *cds)
{
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    if (cds->waits_for[h] != HB_NONE)
      {
        cds->waiting[cds->waits_for[h] & cds->fold] = HB_NONE;
        cds->waits_for[h] = HB_NONE;
      }
}

/* VARIABLE has changed: who can go on now is to be looked at. */
static void
wake_waiting (struct cds *cds, hb_id variable)
{
  const struct cds_variable *v = &cds->variables[variable];
  hb_id slot = v->slots + v->written, *link = &cds->waiting[slot & cds->fold];
  while (*link != HB_NONE)
    if (cds->waits_for[*link] != slot
        || (v->pending && cds->trace->events.data[cds->next[*link]].kind == HB_WRITE))
      link = &cds->behind[*link];
    else
      {
        cds_wake (cds, *link);
        leave_list (cds, link);
      }
}

/* What waited for MESSAGE to be admitted or posted looks again. */
static void
wake_later (struct cds *cds, hb_id message)
{
  if (cds->work.size == cds->trace->handlers.size)
    return; /* as all will, anyway */
  for (hb_id l = cds->messages[message].links; l != HB_NONE; l = cds->links.data[l].next)
    {
      hb_id later = cds->links.data[l].other;
      if (cds_value (cds, cds->links.data[l].literal) <= 0 || cds->messages[later].admitted)
        continue;
      const struct hb_message *m = &cds->trace->messages.data[later];
      if (m->kind == HB_POSTED)
        wake_event (cds, m->post);
      if (cds_by_choice (cds, later))
        cds_wake (cds, m->handler);
    }
}

/* MESSAGE enters the run queue of its handler, at position POSITION of the trail. */
void
cds_enter (struct cds *cds, hb_id message, hb_id position)
{
  struct cds_message *m = &cds->messages[message];
  hb_id handler = m->handler;
  m->admitted = position;
  m->place = cds->tail[handler];
  cds->queue[cds->queue_start[handler] + cds->tail[handler]++] = message;
  if (cds->next[handler] == HB_NONE)
    {
      cds->next[handler] = front (cds, handler);
      cds_wake (cds, handler);
    }
  wake_later (cds, message);
  hb_id next = cds->file_order ? cds_next_in_file (cds, handler) : HB_NONE;
  if (next == HB_NONE)
    return;
  if (cds->trace->messages.data[next].post != HB_NONE)
    wake_event (cds, cds->trace->messages.data[next].post);
  if (cds_by_choice (cds, next))
    cds_wake (cds, handler);
}

/* --- doing --- */

/* Moves the handler on behind EVENT, which was just done. */
static void
advance (struct cds *cds, hb_id handler, hb_id event)
{
  hb_id message = cds->trace->events.data[event].message;
  const struct cds_message *m = &cds->messages[message];
  cds->done++;
  if (m->first == event && message != cds->trace->handlers.data[handler].initial)
    cds->head[handler]++;
  cds->next[handler] = event + 1 < m->end ? event + 1 : front (cds, handler);
}

static void
do_post (struct cds *cds, hb_id handler, hb_id event, hb_id position)
{
  hb_id message = cds->trace->events.data[event].object;
  cds->messages[message].posted = position;
  for (hb_id i = cds_mo_first (cds, message); i < cds_mo_end (cds, message); i++)
    {
      cds->mo_waits[cds->mo_next[i]]--;
      wake_event (cds, cds->trace->messages.data[cds->mo_next[i]].post);
    }
  advance (cds, handler, event);
  if (!cds_by_choice (cds, message))
    cds_enter (cds, message, position);
  else
    {
      cds_bag_add (cds, message);
      cds_wake (cds, cds->messages[message].handler);
      if (cds_post_matters (cds, message))
        wake_later (cds, message);
    }
}

static void
do_access (struct cds *cds, hb_id handler, hb_id event)
{
  hb_id variable = cds->trace->events.data[event].object;
  struct cds_variable *v = &cds->variables[variable];
  wait_no_more (cds, handler);
  if (cds->trace->events.data[event].kind == HB_READ)
    v->pending -= !is_let_go (cds, event);
  else
    {
      v->written++;
      v->pending = reads_of_value (cds, variable, v->written);
      v->since = cds->now;
      if (cds->let_go)
        v->pending -= cds->let_go_early[v->slots + v->written];
    }
  if (!v->pending)
    v->since = cds->now;
  advance (cds, handler, event);
  wake_waiting (cds, variable);
  if (cds->chooses)
    cds_offer (cds, variable, cds->trace->events.data[event].kind == HB_WRITE);
}

void
cds_happens (struct cds *cds, hb_id handler, hb_id event, hb_id position)
{
  switch ((enum hb_event_kind)cds->trace->events.data[event].kind)
    {
    case HB_GET:
      advance (cds, handler, event);
      break;
    case HB_POST:
      do_post (cds, handler, event, position);
      break;
    case HB_READ:
    case HB_WRITE:
      do_access (cds, handler, event);
      break;
    }
}

void
cds_do (struct cds *cds, hb_id handler, hb_id event)
{
  cds_happens (cds, handler, event, record_event (cds, handler, event));
}

void
cds_let_go (struct cds *cds, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  hb_id slot = cds_slot_met (cds, event), handler = cds_handler (cds, event);
  HB_ASSERT (e->kind == HB_READ && !cds->let_go[event]);
  cds->let_go[event] = true;
  if (slot == cds->variables[e->object].slots + cds->variables[e->object].written)
    {
      cds->variables[e->object].pending--;
      wake_waiting (cds, e->object);
    }
  else
    cds->let_go_early[slot]++;
  if (cds->next[handler] == event)
    cds_wake (cds, handler);
  if (cds->chooses)
    {
      cds_ready_add (cds, e->message);
      cds_offer (cds, e->object, false);
    }
}

/* Are the posts done that the input's mo puts before that of MESSAGE? */
bool
cds_post_is_free (const struct cds *cds, hb_id message)
{
  return !cds->mo_waits || !cds->mo_waits[message];
}

/* --- running --- */

/* A look at the limits is due after so many events. */
#define MOST_STEPS_ALONE 1024

/* HANDLER stands before the post of MESSAGE.  Would that be done next whatever the others do, there being no
 * named order to be decided before?  Then it need not go through the heap. */
static bool
is_next (const struct cds *cds, hb_id handler, hb_id message)
{
  return !cds->work.size && cds->messages[message].links == HB_NONE && !cds->file_order
         && cds->steps % MOST_STEPS_ALONE && cds_due_is_first (cds, message, handler);
}

/* HANDLER does what it can do without a choice. */
static void
run_handler (struct cds *cds, hb_id handler)
{
  for (hb_id e; (e = cds->next[handler]) != HB_NONE;)
    {
      const struct hb_event *event = &cds->trace->events.data[e];
      if (event->kind == HB_POST)
        {
          if (!cds_post_is_free (cds, event->object))
            return;
          if (cds_post_matters (cds, event->object) && !is_next (cds, handler, event->object))
            {
              cds_due_push (cds, event->object, handler);
              return;
            }
        }
      else if (event->kind != HB_GET && !cds_access_is_possible (cds, e))
        {
          wait_for (cds, handler, event);
          return;
        }
      cds_do (cds, handler, e);
    }
}

/* An idle handler with a bag, or HB_NONE once none can take anything. */
static enum cds_going
serve_bags (struct cds *cds, hb_id handler)
{
  return cds->next[handler] == HB_NONE && !cds_bag_is_empty (&cds->bags[handler])
             ? cds_take_from_bag (cds, handler)
             : CDS_WAIT;
}

/* Looks whether HANDLER, which cannot go on, waits for itself; *GOING: and the run goes on all the
 * same. */
static bool
meet_deadlock (struct cds *cds, hb_id handler, bool *going)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  if (cds->file_order || !cds_deadlock (cds, handler, &cycle))
    return false;
  *going = cds_meet_cycle (cds, &cycle);
  return true;
}

/* Where many handlers wait for one another the ways to who does not are long, and nearly every event would end with such a walk.  Those
 * that come to nothing take at most as many steps as half the events executed, unless conflicts may wait (few walks are long
 * there).  Nothing is lost: whoever waits later for one on the cycle comes to it, too, or the standstill does. */
#define EVENTS_A_STEP 2

static bool
is_worth_a_walk (struct cds *cds)
{
  bool worth = cds->late || cds->walked * EVENTS_A_STEP <= cds->steps;
  cds->left_out = cds->left_out || !worth;
  return worth;
}

/* All that follows without a choice; false after a conflict. */
static bool
settle (struct cds *cds)
{
  bool goes_on = false;
  while (cds->work.size)
    {
      hb_id handler = vec_pop (cds->work);
      cds->in_work[handler] = false;
      cds_admit_by_file (cds, handler);
      run_handler (cds, handler);
      enum cds_going going = serve_bags (cds, handler);
      if (going == CDS_CONFLICT)
        return false;
      if (going == CDS_GO_ON)
        cds_wake (cds, handler);
      else if (cds->next[handler] != HB_NONE && is_worth_a_walk (cds)
               && meet_deadlock (cds, handler, &goes_on) && !goes_on)
        return false;
    }
  return true;
}

/* A run that is none meets so many cycles of messages that have not begun before it ends; so many events are gone through for one,
 * at first, and as many as were executed since. */
#define MOST_UNBEGUN 64
#define MOST_EVENTS 2000

/* Some idle handler takes a message though it will have to wait. */
static enum cds_going
take_any (struct cds *cds)
{
  enum cds_going going = CDS_WAIT;
  cds->stuck = true;
  for (hb_id h = 0; h < cds->trace->handlers.size && going == CDS_WAIT; h++)
    if (cds->trace->handlers.data[h].mailbox == HB_MULTISET)
      {
        going = serve_bags (cds, h);
        if (going == CDS_GO_ON)
          cds_wake (cds, h);
      }
  cds->stuck = false;
  return going;
}

/* Looks whether any handler waits for itself. */
static bool
meet_any_deadlock (struct cds *cds, bool *going)
{
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    if ((cds->next[h] != HB_NONE || !cds_bag_is_empty (&cds->bags[h]))
        && meet_deadlock (cds, h, going))
      return true;
  return false;
}

/* Nothing goes on but that idle handlers could take messages that have to wait then: unless it can be seen already why that
 * leads nowhere, one of them does. */
static enum cds_going
begin_any (struct cds *cds)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  bool going = false;
  if (!cds->chooses || cds->file_order)
    return CDS_WAIT;
  if (cds->forced && cds->unbegun++ == MOST_UNBEGUN)
    {
      cds_end_pass (cds);
      return CDS_CONFLICT;
    }
  if (cds->left_out && meet_any_deadlock (cds, &going))
    return going ? CDS_GO_ON : CDS_CONFLICT;
  cds->left_out = false;
  uint64_t credit = cds->steps > cds->gone_through ? cds->steps - cds->gone_through : 0;
  if (!cds_unbegun (cds, MOST_EVENTS + credit, &cycle))
    {
      enum cds_going taken = take_any (cds);
      if (taken != CDS_WAIT || !cds_unbegun (cds, SIZE_MAX, &cycle))
        return taken;
    }
  return cds_meet_cycle (cds, &cycle) ? CDS_GO_ON : CDS_CONFLICT;
}

/* Nothing goes on: some handler waits for itself, or messages for one another, and that is learned.
 * True if the run goes on. */
static bool
learn_from_standstill (struct cds *cds)
{
  bool going = false;
  if (cds->file_order)
    {
      cds_undo (cds, 1);
      cds->file_order = false;
      return false;
    }
  if (meet_any_deadlock (cds, &going))
    return going;
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    {
      struct hb_cycle cycle = { VEC_EMPTY };
      if (!cds_circle (cds, h, &cycle))
        continue;
      return cds_meet_cycle (cds, &cycle);
    }
  if (cds->forced)
    {
      cds->late = false;
      cds_end_pass (cds);
      return false;
    }
  hb_fail ("the scheduler stands still without a reason; this is a bug, please report the trace");
}

/* The best estimate is how far this pass has come: who does not meet a conflict is done at its end. */
static void
tell (const struct cds *cds)
{
  size_t events = cds->trace->events.size;
  hb_progress_tell (
      &(struct hb_progress){ .doing = "deciding",
                             .share = (double)cds->done / (double)(events + !events),
                             .counts = { { "events", cds->done },
                                         { "passes", cds->steps / (events + !events) + 1 },
                                         { "conflicts", cds->conflicts },
                                         { "clauses", cds->clauses.size } } });
}

bool
cds_run (struct cds *cds)
{
  for (;;)
    {
      if (!cds_tie (cds) || !cds_agree (cds) || !cds_follow (cds))
        return false;
      cds_check (cds);
      if (!settle (cds))
        return false;
      cds_check (cds);
      if (cds->done == cds->trace->events.size)
        {
          if (!cds->forced)
            return true;
          cds_end_pass (cds);
          return false;
        }
      if (hb_limits_hit (cds->limits))
        return false;
      if (cds_work (cds) > cds->most_work)
        {
          cds->pauses++;
          return false;
        }
      if (hb_progress_wanted ())
        tell (cds);
      if (cds->heap.size)
        {
          if (cds_try_post (cds, cds_due_pop (cds)) == CDS_CONFLICT)
            return false;
          continue;
        }
      enum cds_going going = begin_any (cds);
      if (going == CDS_CONFLICT || (going == CDS_WAIT && !learn_from_standstill (cds)))
        return false;
    }
}
