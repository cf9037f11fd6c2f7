/* The end of making a trace: names become numbers, and what a trace must satisfy is checked (paper,
 * section 2.3): posted-by is a bijection, a read names a write of its variable, co is total. */
#include "trace/builder_trace.h"

void
hb_builder_resolve_messages (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (hb_id m = 0; m < trace->messages.size && !hb_diag_full (own->diag); m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (m + STEP < trace->messages.size && message[STEP].name != HB_NONE)
        __builtin_prefetch (&trace->message_of_name.data[message[STEP].name], 1);
      if (message->name == HB_NONE)
        continue;
      hb_id *named = &trace->message_of_name.data[message->name];
      if (*named == HB_NONE)
        *named = m;
      else
        hb_complain_at (own, own->message_spots.data[m],
                        "message '%s' stands in this file already; expected each id once",
                        hb_message_name (trace, m));
    }
}

/* The message that POST names, or HB_NONE. */
static inline hb_id
named_by (const hb_trace *trace, const struct post *post)
{
  return trace->message_of_name.data[trace->events.data[post->event].object];
}

/* Fetches what resolve_posts will look at for the posts behind POST, with LEFT posts from there on: the event, the name's
 * message, the message, its first event. */
static inline void
fetch_posted (const struct trace_builder *own, const struct post *post, size_t left)
{
  const hb_trace *trace = own->trace;
  const struct hb_event *events = trace->events.data;
  const struct hb_message *messages = trace->messages.data;
  if (left > 4 * STEP)
    __builtin_prefetch (&events[post[4 * STEP].event], 1);
  if (left > 3 * STEP)
    __builtin_prefetch (&trace->message_of_name.data[events[post[3 * STEP].event].object]);
  if (left > 2 * STEP && named_by (trace, &post[2 * STEP]) != HB_NONE)
    __builtin_prefetch (&messages[named_by (trace, &post[2 * STEP])], 1);
  if (left > STEP && named_by (trace, &post[STEP]) != HB_NONE)
    __builtin_prefetch (&events[messages[named_by (trace, &post[STEP])].first], 1);
}

/* The post names MESSAGE, HB_NONE for no message of this trace, and cannot post it. */
static void
complain_of_post (struct trace_builder *own, const struct post *post, hb_id message)
{
  hb_trace *trace = own->trace;
  const char *name = hb_names_text (trace->message_names, trace->events.data[post->event].object);
  if (message == HB_NONE)
    hb_complain_at (own, post->spot,
                    "no message '%s' in this trace; expected the id of the message that "
                    "this event posts",
                    name);
  else if (trace->messages.data[message].kind == HB_EXTERNAL)
    hb_complain_at (own, post->spot,
                    "message '%s' is external; expected a message that is posted in the "
                    "trace",
                    name);
  else
    hb_complain_at (own, post->spot,
                    "message '%s' is posted twice; expected one post for each message", name);
}

/* Ties every post to the message it posts, and every posted message to its post. */
static void
resolve_posts (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (size_t i = 0; i < own->posts.size && !hb_diag_full (own->diag); i++)
    {
      const struct post *post = &own->posts.data[i];
      fetch_posted (own, post, own->posts.size - i);
      struct hb_event *event = &trace->events.data[post->event];
      hb_id m = named_by (trace, post);
      struct hb_message *message = m == HB_NONE ? NULL : &trace->messages.data[m];
      if (!message || message->kind == HB_EXTERNAL || message->post != HB_NONE)
        complain_of_post (own, post, m);
      else
        {
          message->post = post->event;
          event->object = m;
          event->partner = message->first;
          trace->events.data[message->first].partner = post->event;
        }
    }
}

static void
check_posted (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (hb_id m = 0; m < trace->messages.size && !hb_diag_full (own->diag); m++)
    {
      struct hb_message *message = &trace->messages.data[m];
      if (message->kind == HB_POSTED && message->post == HB_NONE)
        hb_complain_at (
            own, own->message_spots.data[m],
            "nobody posts message '%s'; expected a 'post %s' somewhere, or 'external' behind "
            "its id",
            hb_message_name (trace, m), hb_message_name (trace, m));
    }
}

static void
resolve_reads (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (size_t i = 0; i < own->reads.size && !hb_diag_full (own->diag); i++)
    {
      struct reference *reference = &own->reads.data[i];
      hb_id next = hb_builder_fetch_ahead (own, reference, own->reads.size - i);
      if (next != HB_NONE)
        __builtin_prefetch (&own->written.data[next]);
      struct hb_event *reader = &trace->events.data[reference->reader];
      reader->partner = hb_builder_resolve_write (own, reference, reader->object);
    }
}

/* The members of eo and mo chains: different messages of the chain's handler, posted ones for mo.  SEEN has for each
 * message the number of the last chain that it stands in; this one's is NUMBER. */
static void
resolve_chain (struct trace_builder *own, const struct hb_chain *chain, bool is_mo, hb_id *seen,
               hb_id number)
{
  hb_trace *trace = own->trace;
  for (hb_id i = chain->first; i < chain->first + chain->count && !hb_diag_full (own->diag); i++)
    {
      const char *name = hb_names_text (trace->message_names, trace->chained.data[i]);
      hb_id m = own->trace->message_of_name.data[trace->chained.data[i]];
      trace->chained.data[i] = m;
      if (m == HB_NONE)
        hb_complain_at (own, own->chained_spots.data[i],
                        "no message '%s' in this trace; expected a message "
                        "of handler '%s'",
                        name, hb_handler_name (trace, chain->handler));
      else if (trace->messages.data[m].handler != chain->handler)
        hb_complain_at (own, own->chained_spots.data[i],
                        "message '%s' runs on handler '%s'; expected a "
                        "message of handler '%s'",
                        name, hb_handler_name (trace, trace->messages.data[m].handler),
                        hb_handler_name (trace, chain->handler));
      else if (is_mo && trace->messages.data[m].kind == HB_EXTERNAL)
        hb_complain_at (own, own->chained_spots.data[i],
                        "message '%s' is external and has no post; mo "
                        "orders posts: expected a posted message",
                        name);
      else if (seen[m] == number)
        hb_complain_at (own, own->chained_spots.data[i],
                        "message '%s' stands before itself; expected another message", name);
      if (m != HB_NONE)
        seen[m] = number;
    }
}

bool
hb_builder_resolve (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  resolve_posts (own);
  check_posted (own);
  size_t eo = trace->eo.size, chains = eo + trace->mo.size;
  hb_id *seen = hb_calloc (chains ? trace->messages.size : 0, sizeof *seen);
  for (size_t c = 0; c < chains; c++)
    resolve_chain (own, c < eo ? &trace->eo.data[c] : &trace->mo.data[c - eo], c >= eo, seen,
                   (hb_id)c + 1);
  hb_free (seen);
  if (own->has_addresses)
    hb_builder_resolve_holders (own);
  resolve_reads (own);
  hb_builder_resolve_co (own);
  return !hb_diag_errors (own->diag);
}
