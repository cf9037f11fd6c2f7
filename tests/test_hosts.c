/* Hosts of posts, and the pairs of messages that stand for others, against their definitions on random traces; and the limit of
 * hosts. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/rng.h"
#include "small_traces.h"
#include "text_damage.h"
#include "trace/hosts.h"
#include "wild_traces.h"

static hb_id
handler_of (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].handler;
}

static hb_id
message_of (const hb_trace *trace, hb_id event)
{
  return trace->events.data[event].message;
}

/* The value of access E: its rank in co, HB_NONE for the initial one. */
static hb_id
rank_of (const hb_trace *trace, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  if (event->kind == HB_WRITE || event->partner == HB_NONE)
    return event->partner;
  return trace->events.data[event->partner].partner;
}

/* Is there an edge from event A to B by RELATION? */
static bool
is_edge (const hb_trace *trace, hb_id a, hb_id b, enum hb_relation relation)
{
  const struct hb_event *from = &trace->events.data[a], *to = &trace->events.data[b];
  if (relation == HB_PB)
    return from->kind == HB_POST && to->kind == HB_GET && from->object == to->object;
  if ((from->kind != HB_READ && from->kind != HB_WRITE)
      || (to->kind != HB_READ && to->kind != HB_WRITE) || from->object != to->object)
    return false;
  hb_id next = rank_of (trace, a) == HB_NONE ? 0 : rank_of (trace, a) + 1;
  switch ((int)relation)
    {
    case HB_RF:
      return from->kind == HB_WRITE && to->kind == HB_READ && to->partner == a;
    case HB_CO:
      return from->kind == HB_WRITE && to->kind == HB_WRITE && to->partner == next;
    case HB_FR:
      return from->kind == HB_READ && to->kind == HB_WRITE && to->partner == next;
    default:
      return false;
    }
}

/* Does message A host POST?  By the events alone: one edge into POST's message before it, one back behind it. */
static bool
is_host (const hb_trace *trace, hb_id a, hb_id post)
{
  static const enum hb_relation relations[] = { HB_RF, HB_CO, HB_FR, HB_PB };
  hb_id m = message_of (trace, post);
  const struct hb_message *own = &trace->messages.data[m], *host = &trace->messages.data[a];
  bool in = false, out = false;
  if (handler_of (trace, a) == handler_of (trace, m))
    return false;
  for (hb_id e = own->first; e < own->first + own->count; e++)
    for (hb_id f = host->first; f < host->first + host->count; f++)
      for (size_t r = 0; r < 4; r++)
        {
          in = in || (e < post && is_edge (trace, f, e, relations[r]));
          out = out || (e > post && r < 3 && is_edge (trace, e, f, relations[r]));
        }
  return in && out;
}

/* The host on HANDLER of the post of MESSAGE, its own message among them; HB_NONE if there is none, or several. */
static hb_id
host_on (const hb_trace *trace, hb_id message, hb_id handler)
{
  hb_id post = trace->messages.data[message].post, found = HB_NONE;
  if (handler_of (trace, message_of (trace, post)) == handler)
    return message_of (trace, post);
  for (hb_id a = 0; a < trace->messages.size; a++)
    if (handler_of (trace, a) == handler && is_host (trace, a, post))
      {
        if (found != HB_NONE)
          return HB_NONE;
        found = a;
      }
  return found;
}

static size_t
expect_hosts (const hb_trace *trace, const hb_hosts *hosts)
{
  size_t count = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      hb_id post = trace->messages.data[m].post, at = hosts->of[m].start;
      for (hb_id h = 0; post != HB_NONE && h < trace->handlers.size; h++)
        {
          hb_id host = host_on (trace, m, h);
          if (host == HB_NONE || host == message_of (trace, post))
            continue;
          assert_true (at < hosts->of[m + 1].start);
          const struct hb_host *found = &hosts->list.data[at++];
          assert_int_equal (found->message, host);
          assert_ptr_equal (hb_host_of (hosts, m, host), found);
          assert_true (message_of (trace, found->from) == host
                       && message_of (trace, found->to) == host);
          assert_true (message_of (trace, found->entry) == message_of (trace, post)
                       && message_of (trace, found->exit) == message_of (trace, post));
          assert_true (found->entry < post && post < found->exit);
          assert_true (is_edge (trace, found->from, found->entry, (enum hb_relation)found->in));
          assert_true (is_edge (trace, found->exit, found->to, (enum hb_relation)found->out));
          count++;
        }
      assert_int_equal (at, hosts->of[m + 1].start);
      assert_int_equal (hosts->of[m].inside, post == HB_NONE ? HB_NONE : message_of (trace, post));
      if (post != HB_NONE)
        assert_null (hb_host_of (hosts, m, message_of (trace, post)));
    }
  assert_int_equal (count, hosts->list.size);
  return count;
}

/* What `hb_pair_parents` says of PAIR, by the definition. */
static bool
parents_of (const hb_trace *trace, struct hb_pair *pair, enum hb_pair_state *state)
{
  hb_id post = trace->messages.data[pair->before].post,
        other = trace->messages.data[pair->after].post, a = message_of (trace, post),
        b = message_of (trace, other);
  *state = HB_PAIR_OPEN;
  if (!pair->posts && !hb_coupled (trace, pair->before, pair->after))
    return false;
  pair->posts = pair->posts && !hb_coupled (trace, pair->before, pair->after);
  for (hb_id h = 0; handler_of (trace, a) != handler_of (trace, b) && h < trace->handlers.size; h++)
    {
      hb_id first = host_on (trace, pair->before, h), second = host_on (trace, pair->after, h);
      if (first != HB_NONE && second != HB_NONE && first != second)
        a = first, b = second;
    }
  if (handler_of (trace, a) != handler_of (trace, b))
    return false;
  *pair = (struct hb_pair){ a, b, false };
  if (a == b)
    *state = post < other ? HB_PAIR_HOLDS : HB_PAIR_FAILS;
  else if (trace->messages.data[a].kind == HB_INITIAL)
    *state = HB_PAIR_HOLDS;
  else if (trace->messages.data[b].kind == HB_INITIAL)
    *state = HB_PAIR_FAILS;
  return *state == HB_PAIR_OPEN;
}

/* How many pairs were replaced by hosts that are not their own messages. */
static size_t
expect_pairs (const hb_trace *trace, const hb_hosts *hosts)
{
  size_t by_hosts = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    for (hb_id n = 0; n < trace->messages.size; n++)
      for (int posts = 0; posts < 2; posts++)
        {
          if (m == n || handler_of (trace, m) != handler_of (trace, n)
              || trace->messages.data[m].post == HB_NONE || trace->messages.data[n].post == HB_NONE)
            continue;
          struct hb_pair pair = { m, n, posts }, wanted = pair;
          enum hb_pair_state state, right;
          bool replaced = hb_pair_parents (hosts, &pair, &state);
          assert_int_equal (replaced, parents_of (trace, &wanted, &right));
          assert_int_equal (state, right);
          assert_true (pair.before == wanted.before && pair.after == wanted.after
                       && pair.posts == wanted.posts);
          by_hosts += (replaced || state != HB_PAIR_OPEN)
                      && message_of (trace, trace->messages.data[m].post) != pair.before;
        }
  return by_hosts;
}

TEST (hosts_are_those_of_the_definition)
{
  size_t hosts_found = 0, by_hosts = 0;
  for (uint64_t i = 0; i < fuzz_rounds (8000); i++)
    {
      struct hb_rng rng = hb_rng_stream (131, i);
      struct trace_shape shape = { .handlers = 3 + (int)(i % 4),
                                   .messages = 4 + (int)(i % 3),
                                   .externals = (int)(i % 3),
                                   .accesses = 31,
                                   .variables = 2 + (int)(i % 5),
                                   .mailbox = (int)(i % 6) - 1,
                                   .empty = i % 7 == 0 };
      struct wild_shape wild = { .messages = 9,
                                 .accesses = 19,
                                 .mailbox = (int)(i % 7) - 2,
                                 .interleaved = i % 4 == 1,
                                 .loaded = i % 12 == 3,
                                 .held = i % 12 == 7 };
      hb_trace *trace = i % 2 ? wild_trace (&rng, wild) : random_trace (&rng, shape);
      hb_hosts *hosts = hb_hosts_new (trace);
      hosts_found += expect_hosts (trace, hosts);
      by_hosts += expect_pairs (trace, hosts);
      hb_hosts_free (hosts);
      hb_trace_free (trace);
    }
  print_message ("# %zu hosts, %zu pairs by them\n", hosts_found, by_hosts);
  assert_true (hosts_found > 1000 && by_hosts > 100);
}

/* HOSTS messages that all host each of POSTS posts; then, if ANOTHER, one that hosts one. */
static size_t
hosts_of_many (int hosts, int posts, bool another)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "handler h\ninitial\n");
  for (int i = 0; i < hosts; i++)
    hb_buffer_add (&text, "read x%d w%d\n", i, i);
  for (int i = 0; i < posts; i++)
    hb_buffer_add (&text, "post m%d\n", i);
  for (int i = 0; i < hosts; i++)
    hb_buffer_add (&text, "v%d: write y%d\n", i, i);
  hb_buffer_add (&text, "handler g\n");
  for (int i = 0; i < posts; i++)
    hb_buffer_add (&text, "message m%d\n", i);
  for (int i = 0; i < hosts; i++)
    hb_buffer_add (&text, "handler h%d\ninitial\nw%d: write x%d\nread y%d v%d\n", i, i, i, i, i);
  if (another)
    hb_buffer_add (&text, "handler i\ninitial\nread x w\npost m\nv: write y\nhandler j\nmessage m\n"
                          "handler k\ninitial\nw: write x\nread y v\n");
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_hosts *found = hb_hosts_new (trace);
  size_t count = found->list.size;
  if (count)
    assert_int_equal (count, expect_hosts (trace, found));
  else
    for (hb_id m = 0; m < trace->messages.size; m++)
      assert_int_equal (found->of[m].start, found->of[m + 1].start);
  hb_hosts_free (found);
  hb_trace_free (trace);
  hb_free (whole);
  return count;
}

/* As many as there are, up to four times the events: 4 for each message that is a host, 2 for each post, 6 for another
 * host and its post. */
TEST (hosts_have_a_limit)
{
  assert_int_equal (hosts_of_many (3, 5, false), 15);
  assert_int_equal (hosts_of_many (16, 32, false), 16 * 32);
  assert_int_equal (hosts_of_many (16, 33, false), 0);
  assert_int_equal (hosts_of_many (40, 40, false), 0);
  assert_int_equal (hosts_of_many (16, 34, true), 16 * 34 + 1);
  assert_int_equal (hosts_of_many (16, 35, true), 0);
  hb_hosts_free (NULL);
}
