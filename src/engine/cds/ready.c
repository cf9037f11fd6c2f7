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

/* The access with which MESSAGE, of a multiset, begins, or HB_NONE. */
static hb_id
beginning (const struct cds *cds, hb_id message)
{
  const struct cds_message *m = &cds->messages[message];
  bool is_access = m->first + 1 < m->end && cds->trace->events.data[m->first + 1].kind >= HB_WRITE
                   && cds->trace->handlers.data[m->handler].mailbox == HB_MULTISET
                   && cds->trace->messages.data[message].kind != HB_INITIAL;
  return is_access ? m->first + 1 : HB_NONE;
}

void
cds_list_beginnings (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t slots = trace->co.size + trace->variables.size;
  hb_id messages = (hb_id)trace->messages.size;
  if (!cds->chooses)
    return;
  cds->reader = hb_new_ids (slots, HB_NONE);
  cds->writer = hb_new_ids (slots, HB_NONE);
  cds->next_reader = hb_new_ids (messages, HB_NONE);
  for (hb_id m = messages; m--;)
    {
      hb_id event = beginning (cds, m);
      if (event == HB_NONE)
        continue;
      hb_id slot = cds_slot_met (cds, event);
      if (trace->events.data[event].kind == HB_WRITE)
        cds->writer[slot] = m;
      else
        {
          cds->next_reader[m] = cds->reader[slot];
          cds->reader[slot] = m;
        }
    }
}

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

/* MESSAGE, which waits in a multiset, can begin. */
static void
add (struct cds *cds, hb_id message)
{
  hb_id handler = cds->messages[message].handler, turn = cds->turn[message];
  hb_set *ready = &cds->bags[handler].ready;
  if (hb_set_has (ready, turn))
    return;
  hb_set_add (ready, turn);
  if (cds->next[handler] == HB_NONE)
    cds_wake (cds, handler);
}

void
cds_ready_add (struct cds *cds, hb_id message)
{
  if (cds_can_begin (cds, message))
    add (cds, message);
}

void
cds_offer (struct cds *cds, hb_id variable, bool written)
{
  const struct cds_variable *v = &cds->variables[variable];
  hb_id slot = v->slots + v->written, writer = v->pending ? HB_NONE : cds->writer[slot];
  if (writer != HB_NONE && is_free (cds, writer))
    add (cds, writer);
  if (written)
    for (hb_id m = cds->reader[slot]; m != HB_NONE; m = cds->next_reader[m])
      if (is_free (cds, m))
        add (cds, m);
}

enum cds_going
cds_take_ready (struct cds *cds, hb_id handler)
{
  hb_set *ready = &cds->bags[handler].ready;
  enum cds_going going = CDS_WAIT;
  vec_clear (cds->partial);
  for (hb_id turn = 0; going == CDS_WAIT && (turn = hb_set_next (ready, turn)) != HB_NONE; turn++)
    {
      hb_id message = cds_at_turn (cds, handler, turn);
      cds->scanned++;
      if (cds_is_blocked (cds, message))
        continue;
      if (!cds_can_begin (cds, message))
        hb_set_remove (ready, turn);
      else if (can_end (cds, message))
        going = cds_admit (cds, message);
      else
        vec_push (cds->partial, message);
    }
  for (size_t i = 0; going == CDS_WAIT && i < cds->partial.size; i++)
    going = cds_admit (cds, cds->partial.data[i]);
  return going;
}
