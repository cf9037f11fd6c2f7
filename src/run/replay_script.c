/* See replay_script.h.
 *
 * Under `stack` and `priority` a post p' can bury a message m that could have been taken before:
 *
 *      mailbox  [ m ]   --post m'-->   [ m' m ]   the get of m has to wait for that of m'
 *
 * But whether it may is fixed by eo and mo.  Let m run before m' (eo):
 *
 * - stack, m posted before m' (mo): when m is taken, m' must not be there, so get m comes before
 * post m'.
 *   With m posted after m' there is nothing to say: m' lies below.
 * - priority, m' above m: get m comes before post m', as above.  With m' below there is nothing to
 * say,
 *   and among equals the mailbox sees to it that mo has m first.
 *
 * So the post of m' is held back until the last m that it would bury has been taken.  Handlers take
 * in the order of eo, so it is enough to know the last such m in eo: the nearest message before m'
 * in eo with a smaller place in mo (stack) or a smaller priority.  What is held back cannot happen
 * earlier in any run with this eo and mo, so the answer is exact for all disciplines. */
#include "run/replay_script.h"

/* For a handler whose mailbox can bury: sets `hold` of its posted messages to one more than the
 * place in eo of the nearest earlier message whose KEY is smaller.  WAITING is scratch: the
 * messages so far that may still be nearest, with growing keys. */
static void
hold_posts (struct hb_script *script, hb_id handler, const int64_t *key, hb_id *waiting)
{
  const hb_witness *witness = script->witness;
  const hb_id *eo = witness->eo + witness->eo_start[handler];
  hb_id count = witness->eo_start[handler + 1] - witness->eo_start[handler], depth = 0;
  for (hb_id i = 0; i < count; i++)
    {
      if (script->trace->messages.data[eo[i]].kind != HB_POSTED)
        continue;
      while (depth && key[eo[waiting[depth - 1]]] >= key[eo[i]])
        depth--;
      script->hold[eo[i]] = depth ? waiting[depth - 1] + 1 : 0;
      waiting[depth++] = i;
    }
}

/* Is there a mailbox that can bury? */
static bool
can_bury (const hb_trace *trace)
{
  for (hb_id h = 0; h < trace->handlers.size; h++)
    if (trace->handlers.data[h].mailbox == HB_STACK
        || trace->handlers.data[h].mailbox == HB_PRIORITY)
      return true;
  return false;
}

static void
fill_holds (struct hb_script *script)
{
  const hb_trace *trace = script->trace;
  const hb_witness *witness = script->witness;
  if (!can_bury (trace))
    return;
  script->hold = hb_new_ids (trace->messages.size, 0);
  int64_t *key = hb_calloc (trace->messages.size, sizeof *key);
  hb_id *waiting = hb_new_ids (trace->messages.size, 0);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      enum hb_mailbox mailbox = trace->handlers.data[h].mailbox;
      if (mailbox != HB_STACK && mailbox != HB_PRIORITY)
        continue;
      for (hb_id i = witness->mo_start[h]; i < witness->mo_start[h + 1]; i++)
        key[witness->mo[i]]
            = mailbox == HB_STACK ? (int64_t)i : trace->messages.data[witness->mo[i]].priority;
      hold_posts (script, h, key, waiting);
    }
  hb_free (key);
  hb_free (waiting);
}

/* Messages are met in an order that no cache foresees, but the witness has it: so many places before its turn a
 * message is asked for, then its events, then what the last of them posts. */
#define AHEAD_MESSAGE 48
#define AHEAD_EVENTS 32
#define AHEAD_POSTED 16

/* The next LEFT messages to run on a handler are EO[0 .. LEFT - 1]. */
static inline __attribute__ ((always_inline)) void
look_ahead_in_eo (const struct hb_script *script, const hb_id *eo, hb_id left)
{
  const hb_trace *trace = script->trace;
  if (left > AHEAD_MESSAGE)
    __builtin_prefetch (&trace->messages.data[eo[AHEAD_MESSAGE]]);
  if (left > AHEAD_EVENTS)
    {
      const struct hb_message *m = &trace->messages.data[eo[AHEAD_EVENTS]];
      __builtin_prefetch (trace->events.data + m->first);
      __builtin_prefetch (trace->events.data + m->first + m->count);
      hb_mailbox_fetch (script->machine->mailboxes, eo[AHEAD_EVENTS]);
    }
  if (left <= AHEAD_POSTED)
    return;
  const struct hb_message *m = &trace->messages.data[eo[AHEAD_POSTED]];
  const struct hb_event *last = trace->events.data + m->first + m->count - 1;
  if (!m->count || last->kind != HB_POST)
    return;
  __builtin_prefetch (&trace->messages.data[last->object]);
  __builtin_prefetch (&script->machine->state[last->object], 1);
  hb_mailbox_fetch (script->machine->mailboxes, last->object);
}

/* The next LEFT posts to a handler are those of MO[0 .. LEFT - 1]. */
static inline __attribute__ ((always_inline)) void
look_ahead_in_mo (const hb_trace *trace, const hb_id *mo, hb_id left)
{
  if (left > AHEAD_MESSAGE)
    __builtin_prefetch (&trace->messages.data[mo[AHEAD_MESSAGE]]);
  if (left > AHEAD_EVENTS)
    __builtin_prefetch (&trace->events.data[trace->messages.data[mo[AHEAD_EVENTS]].post]);
  if (left > AHEAD_POSTED)
    __builtin_prefetch (&trace->messages.data[hb_poster (trace, mo[AHEAD_POSTED])]);
}

/* Moves HANDLER on to the first event of its next message that has events. */
static void
next_message (struct hb_script *script, hb_id handler)
{
  const hb_witness *witness = script->witness;
  hb_id start = witness->eo_start[handler];
  hb_id *place = &script->started[handler];
  look_ahead_in_eo (script, witness->eo + start + *place,
                    witness->eo_start[handler + 1] - start - *place);
  script->current[handler] = HB_NONE;
  for (; start + *place < witness->eo_start[handler + 1]; ++*place)
    {
      const struct hb_message *message = &script->trace->messages.data[witness->eo[start + *place]];
      if (message->count)
        {
          script->current[handler] = message->first;
          return;
        }
    }
}

void
hb_script_start (struct hb_script *script, const hb_trace *trace, const hb_witness *witness)
{
  size_t handlers = trace->handlers.size;
  *script = (struct hb_script){ .trace = trace,
                                .witness = witness,
                                .machine = hb_machine_new (trace),
                                .current = hb_new_ids (handlers, HB_NONE),
                                .started = hb_new_ids (handlers, 0),
                                .posted = hb_new_ids (handlers, 0) };
  fill_holds (script);
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id initial = trace->handlers.data[h].initial;
      if (initial != HB_NONE && trace->messages.data[initial].count)
        script->current[h] = trace->messages.data[initial].first;
      else
        next_message (script, h);
    }
}

void
hb_script_end (struct hb_script *script)
{
  hb_machine_free (script->machine);
  hb_free (script->current);
  hb_free (script->started);
  hb_free (script->posted);
  hb_free (script->hold);
}

enum hb_wait
hb_script_wait (const struct hb_script *script, hb_id event)
{
  const struct hb_event *e = &script->trace->events.data[event];
  if (e->kind == HB_POST)
    {
      hb_id handler = script->trace->messages.data[e->object].handler;
      hb_id place = script->witness->mo_start[handler] + script->posted[handler];
      if (script->witness->mo[place] != e->object)
        return HB_FOR_MO;
      if (script->hold && script->started[handler] < script->hold[e->object])
        return HB_FOR_TAKE;
    }
  return hb_machine_obstacle (script->machine, event) == HB_FREE ? HB_GO : HB_FOR_MACHINE;
}

void
hb_script_step (struct hb_script *script, hb_id event)
{
  const hb_trace *trace = script->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_message *message = &trace->messages.data[e->message];
  hb_machine_step (script->machine, event);
  if (e->kind == HB_POST)
    {
      hb_id receiver = trace->messages.data[e->object].handler;
      hb_id place = script->witness->mo_start[receiver] + ++script->posted[receiver];
      look_ahead_in_mo (trace, script->witness->mo + place,
                        script->witness->mo_start[receiver + 1] - place);
    }
  if (event == message->first && message->kind != HB_INITIAL)
    script->started[message->handler]++;
  if (event + 1 < message->first + message->count)
    script->current[message->handler] = event + 1;
  else
    next_message (script, message->handler);
}
