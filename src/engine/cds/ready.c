/* Messages that are worth to be begun: those in a multiset whose first access can be done now.  See cds.h.
 *
 * A multiset hands out any of its messages.  Begun too early, a message holds its handler while it waits for a value, and nearly
 * every such choice is a conflict:
 *
 *     A:  [ m  R x ........      waits for the write of x, which B does when A has done something else
 *
 * So an idle handler takes first what can run to its end at once, then what can do its first access; what cannot is left alone
 * until nothing else goes on.  Whoever changes a variable looks which messages begin with an access to it that has
 * become possible; those are kept by rank.  What has ceased to be possible since goes when it is met.
 *
 * External messages of other mailboxes are not treated so: there it was harmful (undecided in 5 seconds: 9 of 120 random traces instead of 3). */
#include "engine/cds/cds.h"

#include <string.h>

/* So far into a message it is looked whether it can run to its end. */
#define MOST_EVENTS 32

/* Does MESSAGE wait in a multiset? */
static bool
is_free (const struct cds *cds, hb_id message)
{
  const struct cds_message *m = &cds->messages[message];
  return cds->trace->handlers.data[m->handler].mailbox == HB_MULTISET && !m->admitted
         && m->end > m->first
         && (m->posted || cds->trace->messages.data[message].kind == HB_EXTERNAL);
}

/* Can EVENT, of MESSAGE, be done now, or once what stands before it has been? */
static bool
is_possible (const struct cds *cds, hb_id message, hb_id event)
{
  const struct hb_event *e = &cds->trace->events.data[event];
  if (e->kind < HB_WRITE || cds_access_is_possible (cds, event))
    return true;
  hb_id before = e->partner;
  if (e->kind == HB_WRITE)
    before = before ? cds->trace->co.data[cds->trace->variables.data[e->object].first + before - 1]
                    : HB_NONE;
  return before != HB_NONE && before < event && cds->trace->events.data[before].message == message;
}

bool
cds_can_begin (const struct cds *cds, hb_id message)
{
  const struct cds_message *m = &cds->messages[message];
  if (!is_free (cds, message))
    return false;
  return m->first + 1 >= m->end || is_possible (cds, message, m->first + 1);
}

static bool
can_end (const struct cds *cds, hb_id message)
{
  const struct cds_message *m = &cds->messages[message];
  hb_id end = m->end - m->first > MOST_EVENTS ? m->first + MOST_EVENTS : m->end;
  for (hb_id e = m->first + 1; e < end; e++)
    if (!is_possible (cds, message, e))
      return false;
  return true;
}

void
cds_ready_add (struct cds *cds, hb_id message)
{
  struct cds_message *m = &cds->messages[message];
  if (m->is_ready || !cds_can_begin (cds, message))
    return;
  struct cds_bag *bag = &cds->bags[m->handler];
  m->is_ready = true;
  size_t low = 0, size = bag->ready.size;
  for (size_t high = size; low < high;)
    {
      size_t middle = low + (high - low) / 2;
      if (cds_sooner (cds, bag->ready.data[middle], message))
        low = middle + 1;
      else
        high = middle;
    }
  vec_push (bag->ready, message);
  hb_id *place = bag->ready.data + low;
  memmove (place + 1, place, (size - low) * sizeof *place);
  *place = message;
  if (cds->next[m->handler] == HB_NONE)
    cds_wake (cds, m->handler);
}

void
cds_ready_clear (struct cds *cds, hb_id handler)
{
  struct cds_bag *bag = &cds->bags[handler];
  while (bag->ready.size)
    cds->messages[vec_pop (bag->ready)].is_ready = false;
}

void
cds_ready_sort (struct cds *cds, hb_id handler)
{
  struct cds_bag *bag = &cds->bags[handler];
  size_t size = bag->ready.size;
  bag->ready.size = 0;
  for (size_t i = 0; i < size; i++)
    {
      hb_id message = bag->ready.data[i];
      cds->messages[message].is_ready = false;
      cds_ready_add (cds, message);
    }
}

/* The message of EVENT, if it begins with that. */
static void
offer (struct cds *cds, hb_id event)
{
  hb_id message = cds->trace->events.data[event].message;
  if (cds->messages[message].first + 1 == event)
    cds_ready_add (cds, message);
}

void
cds_offer (struct cds *cds, hb_id variable)
{
  const struct cds_variable *v = &cds->variables[variable];
  const struct hb_variable *of = &cds->trace->variables.data[variable];
  if (!cds->chooses)
    return;
  for (hb_id r = cds->reads_start[v->slots + v->written];
       r < cds->reads_start[v->slots + v->written + 1]; r++)
    offer (cds, cds->reads[r]);
  if (!v->pending && v->written < of->count)
    offer (cds, cds->trace->co.data[of->first + v->written]);
}

/* Takes the first message of the bag that can run to its end, or, unless WHOLE, do its first access. */
static enum cds_going
take (struct cds *cds, struct cds_bag *bag, bool whole)
{
  for (size_t i = 0; i < bag->ready.size;)
    {
      hb_id message = bag->ready.data[i];
      cds->scanned++;
      if (!cds_can_begin (cds, message))
        {
          cds->messages[message].is_ready = false;
          hb_id *place = bag->ready.data + i;
          memmove (place, place + 1, (--bag->ready.size - i) * sizeof *place);
          continue;
        }
      i++;
      if (whole && !can_end (cds, message))
        continue;
      enum cds_going going = cds_admit (cds, message);
      if (going != CDS_WAIT)
        return going;
    }
  return CDS_WAIT;
}

enum cds_going
cds_take_ready (struct cds *cds, hb_id handler)
{
  enum cds_going going = take (cds, &cds->bags[handler], true);
  return going == CDS_WAIT ? take (cds, &cds->bags[handler], false) : going;
}
