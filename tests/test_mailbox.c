/* Mailboxes as the machine of the replay has them (run/replay_mailbox.h), against a plain list that is scanned; and
 * which pairs of messages the orders of a trace tie (trace/order.h), against a plain table. */
#include "unit.h"

#include "base/buffer.h"
#include "run/replay_mailbox.h"
#include "small_traces.h"
#include "trace/mailbox.h"
#include "trace/order.h"

#define HANDLERS 3
#define MESSAGES 14 /* of each handler */

static const char *const disciplines[]
    = { "queue", "sender-queue", "multiset", "stack", "priority" };

/* HANDLERS handlers, each with an external message and MESSAGES posted ones of priorities -1, 0, 1 or none, posted by
 * either of two senders; disciplines and priorities by the seed. */
static hb_trace *
some_trace (uint64_t seed, const char *discipline)
{
  struct hb_rng rng = hb_rng_stream (81, seed);
  hb_buffer text = VEC_EMPTY, sender[2] = { VEC_EMPTY, VEC_EMPTY };
  for (int h = 0; h < HANDLERS; h++)
    {
      hb_buffer_add (&text, "handler h%d %s\n", h,
                     discipline ? discipline : disciplines[hb_rng_below (&rng, 5)]);
      for (int m = 0; m < MESSAGES; m++)
        {
          hb_buffer_add (&text, "message m%d.%d", h, m);
          if (hb_rng_below (&rng, 5))
            hb_buffer_add (&text, " priority=%d", (int)hb_rng_below (&rng, 3) - 1);
          hb_buffer_add (&text, "\n");
          hb_buffer_add (&sender[hb_rng_below (&rng, 2)], "  post m%d.%d\n", h, m);
        }
      hb_buffer_add (&text, "message e%d external\n  write x%d\n", h, h);
    }
  for (int s = 0; s < 2; s++)
    {
      char *posts = hb_buffer_take (&sender[s]);
      hb_buffer_add (&text, "handler s%d\ninitial\n  write y%d\n%s", s, s, posts);
      hb_free (posts);
    }
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_free (whole);
  return trace;
}

/* What lies in all mailboxes, in the order of the puts. */
struct plain
{
  const hb_trace *trace;
  hb_id message[HANDLERS * MESSAGES];
  size_t count;
};

/* Does the mailbox of their handler hand out A, which was put earlier, before B? */
static bool
earlier_goes_first (const hb_trace *trace, hb_id a, hb_id b)
{
  const struct hb_message *first = &trace->messages.data[a], *second = &trace->messages.data[b];
  switch (trace->handlers.data[first->handler].mailbox)
    {
    case HB_STACK:
      return false;
    case HB_PRIORITY:
      return first->priority >= second->priority;
    default:
      return true;
    }
}

/* Are two messages of one mailbox in one order at all? */
static bool
are_ordered (const hb_trace *trace, hb_id a, hb_id b)
{
  const struct hb_message *first = &trace->messages.data[a], *second = &trace->messages.data[b];
  if (first->handler != second->handler)
    return false;
  uint8_t mailbox = trace->handlers.data[first->handler].mailbox;
  return mailbox == HB_SENDER_QUEUE
             ? hb_event_handler (trace, first->post) == hb_event_handler (trace, second->post)
             : mailbox != HB_MULTISET;
}

/* What is handed out before MESSAGE, or MESSAGE. */
static hb_id
plain_first (const struct plain *plain, hb_id message)
{
  hb_id best = HB_NONE;
  for (size_t i = 0; i < plain->count; i++)
    if (plain->message[i] == message || are_ordered (plain->trace, plain->message[i], message))
      if (best == HB_NONE || !earlier_goes_first (plain->trace, best, plain->message[i]))
        best = plain->message[i];
  return best;
}

static void
plain_take (struct plain *plain, hb_id message)
{
  size_t at = 0;
  while (plain->message[at] != message)
    at++;
  plain->count--;
  memmove (plain->message + at, plain->message + at + 1,
           (plain->count - at) * sizeof *plain->message);
}

static void
compare (const hb_mailboxes *boxes, const struct plain *plain)
{
  for (size_t i = 0; i < plain->count; i++)
    assert_int_equal (hb_mailbox_first (boxes, plain->message[i]),
                      plain_first (plain, plain->message[i]));
}

/* All posted messages are put in some order, and taken whenever a coin says so. */
static void
check_trace (uint64_t seed, const char *discipline)
{
  struct hb_rng rng = hb_rng_stream (82, seed);
  hb_trace *trace = some_trace (seed, discipline);
  hb_mailboxes *boxes = hb_mailboxes_new (trace);
  struct plain plain = { .trace = trace };
  hb_id order[HANDLERS * MESSAGES];
  size_t left = 0, eager = 1 + (size_t)hb_rng_below (&rng, 4);
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      order[left++] = m;
  assert_int_equal (left, HANDLERS * MESSAGES);
  while (left || plain.count)
    {
      if (left && (!plain.count || hb_rng_below (&rng, 5) < eager))
        {
          size_t at = (size_t)hb_rng_below (&rng, left);
          hb_mailbox_put (boxes, order[at]);
          plain.message[plain.count++] = order[at];
          order[at] = order[--left];
        }
      else
        {
          hb_id first = plain_first (&plain, plain.message[hb_rng_below (&rng, plain.count)]);
          assert_int_equal (hb_mailbox_first (boxes, first), first);
          hb_mailbox_take (boxes, first);
          plain_take (&plain, first);
        }
      compare (boxes, &plain);
    }
  hb_mailboxes_free (boxes);
  hb_trace_free (trace);
}

TEST (test_replay_mailboxes)
{
  for (uint64_t seed = 0; seed < 60; seed++)
    check_trace (seed, seed < 20 ? disciplines[seed % 5] : NULL);
  hb_mailboxes_free (NULL);
}

TEST (test_ties)
{
  for (uint64_t seed = 0; seed < 20; seed++)
    {
      hb_trace *trace = some_trace (seed, disciplines[seed % 5]);
      for (hb_id b = 0; b < trace->messages.size; b++)
        for (hb_id a = 0; a < trace->messages.size; a++)
          {
            const struct hb_message *first = &trace->messages.data[a],
                                    *second = &trace->messages.data[b];
            uint8_t mailbox = trace->handlers.data[first->handler].mailbox;
            bool posted = first->handler == second->handler && first->kind == HB_POSTED
                          && second->kind == HB_POSTED;
            bool tied = posted && are_ordered (trace, a, b) && mailbox != HB_STACK
                        && (mailbox != HB_PRIORITY || first->priority == second->priority);
            bool by_posts = false, buries = hb_buries (trace, b, a, &by_posts);
            assert_int_equal (hb_coupled (trace, a, b), tied);
            assert_int_equal (
                buries, posted && a != b
                            && (mailbox == HB_STACK
                                || (mailbox == HB_PRIORITY && second->priority > first->priority)));
            if (buries)
              assert_int_equal (by_posts, mailbox == HB_STACK);
          }
      hb_trace_free (trace);
    }
}

/* --- the mailboxes of a run that is made up as it goes --- */

/* What lies in BOX, in the order of the puts. */
struct boxes
{
  struct hb_box box, copy;
  struct hb_boxed all[64];
  size_t count;
};

/* Is what lies at PLACE handed out before all that lies there?  By the words of mailbox.h. */
static bool
goes_first (const struct boxes *b, enum hb_mailbox discipline, size_t place)
{
  for (size_t i = 0; i < b->count; i++)
    {
      const struct hb_boxed *one = &b->all[place], *other = &b->all[i];
      bool earlier = i < place;
      if (i == place || discipline == HB_MULTISET)
        continue;
      if (discipline == HB_STACK          ? !earlier
          : discipline == HB_SENDER_QUEUE ? earlier && one->sender == other->sender
          : discipline == HB_PRIORITY
              ? other->priority > one->priority || (earlier && other->priority == one->priority)
              : earlier)
        return false;
    }
  return true;
}

static void
expect_box (const struct boxes *b, const struct hb_box *box)
{
  assert_int_equal (hb_box_size (box), b->count);
  for (size_t i = 0; i < b->count; i++)
    {
      const struct hb_boxed *boxed = hb_box_at (box, i);
      assert_true (boxed->message == b->all[i].message && boxed->sender == b->all[i].sender
                   && boxed->priority == b->all[i].priority);
    }
}

static void
box_step (struct boxes *b, struct hb_rng *rng, enum hb_mailbox discipline, hb_id number)
{
  if (b->count < 64 && hb_rng_below (rng, 9) < 5)
    {
      struct hb_boxed boxed
          = { number, (hb_id)hb_rng_below (rng, 3), (int32_t)hb_rng_below (rng, 5) - 2 };
      hb_box_put (&b->box, boxed.message, boxed.sender, boxed.priority);
      b->all[b->count++] = boxed;
    }
  else if (b->count)
    {
      size_t place = hb_rng_below (rng, b->count),
             first = hb_box_first (&b->box, discipline, place);
      assert_true (first < b->count);
      assert_int_equal (first == place, goes_first (b, discipline, place));
      assert_true (goes_first (b, discipline, first));
      if (discipline == HB_SENDER_QUEUE)
        assert_int_equal (b->all[first].sender, b->all[place].sender);
      assert_int_equal (hb_box_take (&b->box, first), b->all[first].message);
      b->count--;
      for (size_t i = first; i < b->count; i++)
        b->all[i] = b->all[i + 1];
    }
  expect_box (b, &b->box);
}

TEST (boxes_against_a_plain_list)
{
  for (int discipline = 0; discipline < HB_MAILBOXES; discipline++)
    for (uint64_t seed = 0; seed < 20; seed++)
      {
        struct hb_rng rng = hb_rng_stream (132, seed);
        struct boxes b = { .count = 0 };
        for (hb_id i = 0; i < 400; i++)
          {
            box_step (&b, &rng, (enum hb_mailbox)discipline, i);
            if (i % 16 == 0)
              {
                hb_box_copy (&b.copy, &b.box);
                expect_box (&b, &b.copy);
              }
          }
        hb_box_free (&b.box);
        hb_box_free (&b.copy);
        assert_true (hb_box_size (&b.box) == 0 && b.box.head == 0);
      }
}

/* The room of what was taken in order comes back with the last of it. */
TEST (boxes_stay_small)
{
  struct hb_box box = { .head = 0 };
  for (hb_id i = 0; i < 1000; i++)
    {
      hb_box_put (&box, i, 0, 0);
      hb_box_put (&box, i, 1, 0);
      hb_box_take (&box, i % 2);
      hb_box_take (&box, 0);
      assert_true (box.all.size == 0 && box.head == 0);
    }
  hb_box_free (&box);
}
