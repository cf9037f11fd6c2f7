/* What checking builds hold against every trace: each invariant is missed where it is broken, and nowhere else. */
#include "unit.h"

#include "small_traces.h"
#include "trace/trace_check.h"

/* Handlers with and without an own mailbox, all kinds of messages and events, two variables, both kinds of chains. */
static hb_trace *
good_trace (void)
{
  return trace_of_text (
      "handler a\ninitial\npost m\npost n\nwrite x 1\nwrite y\n"
      "handler c\nmessage p external\nmessage q external\n"
      "handler b stack\nmessage m\nread x a@2\nwrite x 2\nmessage n\nread y init\n"
      "message k external\nwrite y 3\n"
      "co x a@2 m@2\nco y a@3 k@0\neo c p q\neo b m k\nmo b m n\n");
}

/* Messages: 0 of handler a, p and q without events, m, n and k.  Events: 0 .. 3 of the first, 4 .. 6 of m, 7 and 8 of n,
 * 9 of k. */
TEST (each_invariant)
{
  hb_trace *t = good_trace ();
  struct hb_handler *h = t->handlers.data;
  struct hb_message *m = t->messages.data;
  struct hb_event *e = t->events.data;
  struct hb_variable *v = t->variables.data;
  struct hb_chain *eo = t->eo.data, *mo = t->mo.data;
  hb_id *co = t->co.data, *chained = t->chained.data;

/* With FIELD changed into VALUE the first thing that does not hold is WANTED. */
#define BREAKS(FIELD, VALUE, WANTED)                                                               \
  do                                                                                               \
    {                                                                                              \
      __typeof__ (FIELD) was = FIELD;                                                              \
      assert_null (hb_trace_broken (t));                                                           \
      FIELD = VALUE;                                                                               \
      const char *broken = hb_trace_broken (t);                                                    \
      FIELD = was;                                                                                 \
      if (!broken || strcmp (broken, WANTED) != 0)                                                 \
        fail_msg ("%s = %s: %s", #FIELD, #VALUE, broken ? broken : "nothing is found");            \
    }                                                                                              \
  while (0)

  BREAKS (h[0].first, 1, "handler->first == first");
  BREAKS (h[1].first, 2, "handler->first == first");
  BREAKS (h[2].count, 4, "handler->first + (size_t)handler->count <= trace->messages.size");
  BREAKS (h[2].mailbox, HB_MAILBOXES, "handler->mailbox < HB_MAILBOXES");
  BREAKS (h[0].mailbox, HB_STACK, "handler->mailbox_given || handler->mailbox == trace->mailbox");
  BREAKS (m[0].handler, 1, "trace->messages.data[m].handler == h");
  BREAKS (m[5].handler, 0, "trace->messages.data[m].handler == h");
  BREAKS (h[0].initial, 1,
          "handler->initial >= first && handler->initial < first + handler->count");
  BREAKS (h[2].initial, 0,
          "handler->initial >= first && handler->initial < first + handler->count");
  BREAKS (h[2].initial, 3, "trace->messages.data[handler->initial].kind == HB_INITIAL");
  BREAKS (h[2].count, 2, "messages == trace->messages.size");

  BREAKS (m[0].first, 1, "message->first == first");
  BREAKS (m[3].first, 6, "message->first == first");
  BREAKS (m[5].count, 2, "message->first + (size_t)message->count <= trace->events.size");
  BREAKS (e[0].message, 1, "trace->events.data[e].message == m");
  BREAKS (e[9].message, 2, "trace->events.data[e].message == m");
  BREAKS (e[4].kind, HB_READ, "message->count && trace->events.data[first].kind == HB_GET");
  BREAKS (m[3].post, 10, "message->post < trace->events.size");
  BREAKS (m[3].post, 2, "trace->events.data[message->post].kind == HB_POST");
  BREAKS (m[3].post, 1, "trace->events.data[message->post].object == m");
  BREAKS (m[5].post, 1, "message->post == HB_NONE");
  BREAKS (h[0].initial, HB_NONE, "trace->handlers.data[message->handler].initial == m");
  BREAKS (m[5].count, 0, "events == trace->events.size");

  BREAKS (v[0].first, 1, "trace->variables.data[v].first == writes");
  BREAKS (v[1].first, 1, "trace->variables.data[v].first == writes");
  BREAKS (v[1].count, 1, "writes == trace->co.size");

  BREAKS (t->event_values.data[0], 0,
          "event->kind == HB_WRITE || hb_event_value (trace, e) == HB_NONE");
  BREAKS (e[4].object, 2, "event->object == event->message");
  BREAKS (e[9].kind, HB_GET, "event->kind == HB_WRITE || hb_event_value (trace, e) == HB_NONE");
  BREAKS (e[8].kind, HB_GET, "event->object == event->message");
  BREAKS (e[4].partner, 1, "event->partner == trace->messages.data[event->message].post");
  BREAKS (e[0].object, 6, "trace->events.data[message->post].object == m");
  BREAKS (e[0].partner, 7, "event->partner == trace->messages.data[event->object].first");

  BREAKS (e[2].object, 2, "event->object < trace->variables.size");
  BREAKS (e[2].partner, 2, "event->partner < variable->count");
  BREAKS (e[2].partner, 1, "trace->co.data[variable->first + event->partner] == e");
  BREAKS (co[3], 3, "trace->co.data[variable->first + event->partner] == e");
  BREAKS (e[5].object, 2, "event->object < trace->variables.size");
  BREAKS (e[5].partner, 10, "event->partner < trace->events.size");
  BREAKS (e[5].partner, 0, "trace->events.data[event->partner].kind == HB_WRITE");
  BREAKS (e[5].partner, 3, "trace->events.data[event->partner].object == event->object");
  BREAKS (e[8].kind, 4, "an event of a kind");

  BREAKS (eo[0].handler, 3, "chain->handler < trace->handlers.size");
  BREAKS (mo[0].count, 3, "chain->first + (size_t)chain->count <= trace->chained.size");
  BREAKS (chained[0], 6, "trace->chained.data[i] < trace->messages.size");
  BREAKS (chained[1], 0, "member->handler == chain->handler");
  BREAKS (chained[5], 5, "!of_posts || member->kind == HB_POSTED");
  eo[0].handler = 0;
  chained[0] = 0;
  assert_string_equal (hb_trace_broken (t), "member->kind != HB_INITIAL");
  e[3].kind = HB_POST;
  e[3].object = 6;
  assert_string_equal (hb_trace_broken (t), "event->object < trace->messages.size");
  hb_trace_free (t);
}
