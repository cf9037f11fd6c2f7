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
  hb_id handler = cds->messages[message].handler, turn = cds->turn[message];
  hb_set *ready = &cds->bags[handler].ready;
  if (!cds_can_begin (cds, message) || hb_set_has (ready, turn))
    return;
  hb_set_add (ready, turn);
  if (cds->next[handler] == HB_NONE)
    cds_wake (cds, handler);
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

/* HANDLER takes its first message that can run to its end, or, unless WHOLE, do its first access. */
static enum cds_going
take (struct cds *cds, hb_id handler, bool whole)
{
  hb_set *ready = &cds->bags[handler].ready;
  for (hb_id turn = 0; (turn = hb_set_next (ready, turn)) != HB_NONE; turn++)
    {
      hb_id message = cds_at_turn (cds, handler, turn);
      cds->scanned++;
      if (!cds_can_begin (cds, message))
        {
          hb_set_remove (ready, turn);
          continue;
        }
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
  enum cds_going going = take (cds, handler, true);
  return going == CDS_WAIT ? take (cds, handler, false) : going;
}
