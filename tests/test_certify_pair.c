/* Orders of messages as literals (proof/certify_pair.h), against plain tables: which of two messages a mailbox
 * hands out sooner, and which literals are one. */
#include "unit.h"

#include "base/buffer.h"
#include "proof/certify_host.h"
#include "proof/certify_pair.h"
#include "plain_simulator.h"
#include "small_traces.h"

/* Two posted messages, an initial one and an external one on each of two handlers of one discipline. */
static hb_trace *
handlers_of (const char *mailbox)
{
  hb_buffer text = VEC_EMPTY;
  for (int h = 0; h < 2; h++)
    hb_buffer_add (
        &text,
        "handler h%d %s\ninitial\n  write x%d\nmessage e%d external priority=9\n  write y%d\n"
        "message a%d priority=1\nmessage b%d priority=1\nmessage c%d priority=2\n",
        h, mailbox, h, h, h, h, h, h);
  hb_buffer_add (&text, "handler p\ninitial\n");
  for (int h = 0; h < 2; h++)
    hb_buffer_add (&text, "  post a%d\n  post b%d\n  post c%d\n", h, h, h);
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_free (whole);
  return trace;
}

TEST (test_sooner)
{
  static const char *const mailboxes[]
      = { "queue", "sender-queue", "multiset", "stack", "priority" };
  for (size_t i = 0; i < sizeof mailboxes / sizeof *mailboxes; i++)
    {
      hb_trace *trace = handlers_of (mailboxes[i]);
      for (hb_id b = 0; b < trace->messages.size; b++)
        for (hb_id a = 0; a < trace->messages.size; a++)
          {
            const struct hb_message *later = &trace->messages.data[b],
                                    *earlier = &trace->messages.data[a];
            enum hb_sooner wanted = HB_SOONER_NEVER;
            if (a != b && later->handler == earlier->handler && later->kind == HB_POSTED
                && earlier->kind == HB_POSTED)
              {
                if (!strcmp (mailboxes[i], "stack"))
                  wanted = HB_SOONER_IF_POSTED_LATER;
                if (!strcmp (mailboxes[i], "priority") && later->priority > earlier->priority)
                  wanted = HB_SOONER_ALWAYS;
              }
            assert_int_equal (hb_handed_out_sooner (trace, b, a), wanted);
            /* All are posted by one handler. */
            bool decide
                = later->handler == earlier->handler && later->kind == HB_POSTED
                  && earlier->kind == HB_POSTED
                  && (!strcmp (mailboxes[i], "queue") || !strcmp (mailboxes[i], "sender-queue")
                      || (!strcmp (mailboxes[i], "priority")
                          && later->priority == earlier->priority));
            assert_int_equal (hb_posts_decide (trace, a, b), decide);
          }
      hb_trace_free (trace);
    }
}

#define MANY 60

/* Messages of a multiset, each posted by a handler of its own: nothing ties any two orders, so each pair has
 * two variables, one for the runs and one for the posts; more pairs than the first table has room for. */
TEST (test_many_pairs)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "handler h multiset\n");
  for (int i = 0; i < MANY; i++)
    hb_buffer_add (&text, "message m%d\n", i);
  for (int i = 0; i < MANY; i++)
    hb_buffer_add (&text, "handler p%d\ninitial\n  post m%d\n", i, i);
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_order_literals *literals = hb_order_literals_new (trace);
  static bool taken[2 * MANY * MANY + 2];
  static hb_id first[2][MANY][MANY];
  memset (taken, 0, sizeof taken);
  for (int round = 0; round < 2; round++)
    for (hb_id a = 0; a < MANY; a++)
      for (hb_id b = 0; b < MANY; b++)
        for (int what = 0; what < 2 && a != b; what++)
          {
            /* Some by way of the other direction first. */
            bool turned = (a * 7 + b * 3) % 5 < 2;
            hb_id literal = turned ? hb_order_literal (literals, (enum hb_order_of)what, b, a) ^ 1
                                   : hb_order_literal (literals, (enum hb_order_of)what, a, b);
            assert_int_equal (literal ^ 1,
                              hb_order_literal (literals, (enum hb_order_of)what, b, a));
            if (round)
              assert_int_equal (literal, first[what][a][b]);
            else if (a < b)
              {
                assert_true (literal / 2 > 0 && literal / 2 < sizeof taken);
                assert_false (taken[literal / 2]);
                taken[literal / 2] = true;
              }
            first[what][a][b] = literal;
          }
  hb_order_literals_free (literals);
  hb_trace_free (trace);
  hb_free (whole);
}

/* Many constants: messages of a queue that one message posts; more than the first table has room for. */
TEST (test_many_constants)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "handler h queue\n");
  for (int i = 0; i < MANY; i++)
    hb_buffer_add (&text, "message m%d\n", i);
  hb_buffer_add (&text, "handler p\ninitial\n");
  for (int i = 0; i < MANY; i++)
    hb_buffer_add (&text, "  post m%d\n", i);
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_order_literals *literals = hb_order_literals_new (trace);
  for (hb_id a = 0; a < MANY; a++)
    for (hb_id b = 0; b < MANY; b++)
      for (int what = 0; what < 2 && a != b; what++)
        assert_int_equal (hb_order_literal (literals, (enum hb_order_of)what, a, b),
                          a < b ? HB_LITERAL_TRUE : HB_LITERAL_FALSE);
  hb_order_literals_free (literals);
  hb_order_literals_free (NULL);
  hb_trace_free (trace);
  hb_free (whole);
}

/* Posts by the initial message of a handler come before those by its other messages; posts by two other messages come
 * as these run. */
TEST (test_hosts)
{
  hb_trace *trace = trace_of_text ("handler h queue\nmessage a\nmessage b\nmessage c\nmessage d\n"
                                   "handler g multiset\nmessage m external\n  post b\n"
                                   "initial\n  post a\n  post d\nmessage n external\n  post c\n");
  hb_id named[6];
  static const char *const names[] = { "a", "b", "c", "d", "m", "n" };
  for (int i = 0; i < 6; i++)
    for (hb_id k = 0; k < trace->messages.size; k++)
      if (!strcmp (hb_message_name (trace, k), names[i]))
        named[i] = k;
  hb_id a = named[0], b = named[1], c = named[2], d = named[3], m = named[4], n = named[5];
  for (int turn = 0; turn < 2; turn++)
    {
      hb_order_literals *literals = hb_order_literals_new (trace);
      for (int what = 0; what < 2; what++)
        {
          enum hb_order_of w = (enum hb_order_of) (turn ? 1 - what : what);
          assert_int_equal (hb_order_literal (literals, w, a, b), HB_LITERAL_TRUE);
          assert_int_equal (hb_order_literal (literals, w, b, a), HB_LITERAL_FALSE);
          assert_int_equal (hb_order_literal (literals, w, c, d), HB_LITERAL_FALSE);
          assert_int_equal (hb_order_literal (literals, w, d, c), HB_LITERAL_TRUE);
          assert_int_equal (hb_order_literal (literals, w, a, d), HB_LITERAL_TRUE);
          assert_int_equal (hb_order_literal (literals, w, b, c),
                            hb_order_literal (literals, HB_ORDER_OF_RUNS, m, n));
          assert_true (hb_order_literal (literals, w, b, c) > HB_LITERAL_FALSE);
        }
      hb_order_literals_free (literals);
    }
  hb_trace_free (trace);
}

/* --- hosts, by their definition --- */

/* Is there an edge that a span may come from: rf, pb, co to the next write, fr to the first one? */
static bool
is_edge (const hb_trace *trace, hb_id from, hb_id to)
{
  const struct hb_event *u = &trace->events.data[from], *v = &trace->events.data[to];
  if (v->kind == HB_GET || v->kind == HB_READ)
    return v->partner == from;
  if (v->kind != HB_WRITE || (u->kind != HB_READ && u->kind != HB_WRITE) || u->object != v->object)
    return false;
  if (u->kind == HB_WRITE)
    return u->partner + 1 == v->partner;
  return (u->partner == HB_NONE ? 0 : trace->events.data[u->partner].partner + 1) == v->partner;
}

/* Does message A run while POST happens: one event of POST's message comes behind one of A and another one,
 * behind the post, before one of A? */
static bool
runs_around (const hb_trace *trace, hb_id a, hb_id post)
{
  const struct hb_message *m = &trace->messages.data[trace->events.data[post].message],
                          *other = &trace->messages.data[a];
  bool in = false, out = false;
  if (m->handler == other->handler)
    return other == m;
  for (hb_id e = m->first; e < m->first + m->count; e++)
    for (hb_id f = other->first; f < other->first + other->count; f++)
      {
        in = in || (e < post && is_edge (trace, f, e));
        out = out || (e > post && trace->events.data[f].kind != HB_GET && is_edge (trace, e, f));
      }
  return in && out;
}

/* The one message of HANDLER that does, or HB_NONE. */
static hb_id
one_around (const hb_trace *trace, hb_id handler, hb_id post)
{
  hb_id found = HB_NONE;
  for (hb_id a = 0; a < trace->messages.size; a++)
    if (trace->messages.data[a].handler == handler && runs_around (trace, a, post))
      {
        if (found != HB_NONE)
          return HB_NONE;
        found = a;
      }
  return found;
}

static bool
hosts_by_definition (const hb_trace *trace, hb_id post, hb_id other, hb_id host[2])
{
  hb_id own = hb_event_handler (trace, post);
  host[0] = trace->events.data[post].message;
  host[1] = trace->events.data[other].message;
  if (own == hb_event_handler (trace, other))
    return true;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id first = one_around (trace, h, post), second = one_around (trace, h, other);
      if (first == HB_NONE || second == HB_NONE || first == second)
        continue;
      host[0] = first;
      host[1] = second;
      return true;
    }
  return false;
}

/* Handlers with two messages each, of posts and accesses at random; reads read, and co is, whatever comes up: no
 * run needs be.  Message k posts `pk` somewhere. */
static hb_trace *
wild_posters (struct hb_rng *rng)
{
  enum
  {
    MESSAGES = 8,
    LENGTH = 7,
    VARIABLES = 3
  };
  hb_id actions[MESSAGES][LENGTH], writes[VARIABLES][MESSAGES * LENGTH], count[VARIABLES] = { 0 };
  for (hb_id m = 0; m < MESSAGES; m++)
    for (hb_id i = 0; i < LENGTH; i++)
      {
        hb_id what = actions[m][i] = (hb_id)hb_rng_below (rng, 2 * VARIABLES);
        if (i != LENGTH / 2 && what < VARIABLES)
          writes[what][count[what]++] = m * LENGTH + i;
      }
  hb_buffer text = VEC_EMPTY;
  for (hb_id m = 0; m < MESSAGES; m++)
    {
      if (m % 2 == 0)
        hb_buffer_add (&text, "handler h%u multiset\n", m / 2);
      hb_buffer_add (&text, "message m%u external\n", m);
      for (hb_id i = 0; i < LENGTH; i++)
        {
          hb_id what = actions[m][i], v = what % VARIABLES;
          hb_id from = (hb_id)hb_rng_below (rng, count[v] + 1);
          if (i == LENGTH / 2)
            hb_buffer_add (&text, "post p%u\n", m);
          else if (what < VARIABLES)
            hb_buffer_add (&text, "w%u: write x%u\n", m * LENGTH + i, v);
          else if (from < count[v])
            hb_buffer_add (&text, "read x%u w%u\n", v, writes[v][from]);
          else
            hb_buffer_add (&text, "read x%u init\n", v);
        }
    }
  hb_buffer_add (&text, "handler p multiset\n");
  for (hb_id m = 0; m < MESSAGES; m++)
    hb_buffer_add (&text, "message p%u\n", m);
  for (hb_id v = 0; v < VARIABLES; v++)
    {
      hb_rng_shuffle (rng, writes[v], count[v]);
      if (count[v])
        hb_buffer_add (&text, "co x%u", v);
      for (hb_id i = 0; i < count[v]; i++)
        hb_buffer_add (&text, " w%u", writes[v][i]);
      hb_buffer_add (&text, "\n");
    }
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_free (whole);
  return trace;
}

TEST (test_hosts_are_those_of_the_definition)
{
  struct hb_rng rng = hb_rng_seeded (11);
  size_t found = 0, missing = 0;
  for (int round = 0; round < 200; round++)
    {
      hb_trace *trace = wild_posters (&rng);
      hb_post_hosts *hosts = hb_post_hosts_new (trace);
      for (hb_id post = 0; post < trace->events.size; post++)
        for (hb_id other = 0; other < trace->events.size; other++)
          {
            const struct hb_event *a = &trace->events.data[post], *b = &trace->events.data[other];
            if (a->kind != HB_POST || b->kind != HB_POST || a->message == b->message)
              continue;
            hb_id host[2], wanted[2];
            bool known = hosts_by_definition (trace, post, other, wanted);
            assert_true (hb_post_hosts_find (hosts, post, other, host) == known);
            if (known)
              assert_true (host[0] == wanted[0] && host[1] == wanted[1]);
            found += known && hb_event_handler (trace, post) != hb_event_handler (trace, other);
            missing += !known;
          }
      hb_post_hosts_free (hosts);
      hb_trace_free (trace);
    }
  hb_post_hosts_free (NULL);
  assert_true (found > 100 && missing > 100);
}

/* A message runs around all of what it posts and then waits for: its post comes before the get. */
TEST (test_hosts_by_their_posts)
{
  hb_trace *trace = trace_of_text ("handler g multiset\nmessage a external\n  post c\n  read x v\n"
                                   "message b external\n  post d\n  read x w\n"
                                   "handler h\nmessage c\n  post p\n  v: write x\n"
                                   "handler i\nmessage d\n  post q\n  w: write x\n"
                                   "handler k queue\nmessage p\nmessage q\nco x v w\n");
  hb_id a = hb_trace_find_message (trace, "a"), b = hb_trace_find_message (trace, "b"),
        p = hb_trace_find_message (trace, "p"), q = hb_trace_find_message (trace, "q"), host[2];
  hb_post_hosts *hosts = hb_post_hosts_new (trace);
  assert_true (
      hb_post_hosts_find (hosts, trace->messages.data[p].post, trace->messages.data[q].post, host));
  assert_true (host[0] == a && host[1] == b);
  hb_post_hosts_free (hosts);
  hb_order_literals *literals = hb_order_literals_new (trace);
  hb_id literal = hb_order_literal (literals, HB_ORDER_OF_RUNS, a, b);
  assert_true (literal > HB_LITERAL_FALSE);
  assert_int_equal (hb_order_literal (literals, HB_ORDER_OF_RUNS, p, q), literal);
  hb_order_literals_free (literals);
  hb_trace_free (trace);
}

/* --- against runs --- */

#define MOST_RUNS 3000
#define MOST_MESSAGES 24

struct runs
{
  hb_order_literals *literals;
  const hb_trace *trace;
  size_t seen;
  size_t constants, shared; /* literals that said something */
};

/* In this run, every constant is right, and literals of one variable are true and false together. */
static void
check_run (struct runs *runs, const struct simulator *s)
{
  const hb_trace *trace = runs->trace;
  hb_id start[MOST_MESSAGES], post[MOST_MESSAGES];
  signed char value[2 * MOST_MESSAGES * MOST_MESSAGES + 2] = { 0 };
  for (size_t i = 0; i < s->starts; i++)
    start[s->started[i]] = (hb_id)i;
  for (size_t i = 0; i < s->posts; i++)
    post[s->posted[i]] = (hb_id)i;
  for (hb_id a = 0; a < trace->messages.size; a++)
    for (hb_id b = 0; b < trace->messages.size; b++)
      for (int what = 0; what < 2; what++)
        {
          const struct hb_message *m = &trace->messages.data[a], *n = &trace->messages.data[b];
          if (a == b || m->handler != n->handler || m->kind == HB_INITIAL || n->kind == HB_INITIAL
              || (what == HB_ORDER_OF_POSTS && (m->kind != HB_POSTED || n->kind != HB_POSTED)))
            continue;
          hb_id literal = hb_order_literal (runs->literals, (enum hb_order_of)what, a, b);
          bool holds = what == HB_ORDER_OF_POSTS ? post[a] < post[b] : start[a] < start[b];
          if (literal / 2 == HB_LITERAL_TRUE / 2)
            {
              assert_int_equal (holds, literal == HB_LITERAL_TRUE);
              runs->constants++;
              continue;
            }
          assert_true (literal / 2 < sizeof value);
          signed char wanted = holds != (literal & 1) ? 1 : -1;
          if (value[literal / 2])
            {
              assert_int_equal (value[literal / 2], wanted);
              runs->shared++;
            }
          value[literal / 2] = wanted;
        }
}

/* All ways on from S, until there were enough. */
static void
run_on (struct runs *runs, const struct simulator *s)
{
  bool done = simulator_done (s);
  if (done)
    {
      runs->seen++;
      check_run (runs, s);
    }
  for (hb_id m = 0; !done && m < runs->trace->messages.size && runs->seen < MOST_RUNS; m++)
    if (simulator_can (s, m))
      {
        struct simulator next = simulator_new (runs->trace);
        simulator_copy (&next, s);
        simulator_step (&next, m);
        run_on (runs, &next);
        simulator_free (&next);
      }
}

/* What two literals say of all runs of small traces. */
TEST (test_runs)
{
  size_t seen = 0, constants = 0, shared = 0;
  for (uint64_t seed = 0; seed < 250; seed++)
    {
      struct hb_rng rng = hb_rng_stream (83, seed);
      struct trace_shape shape = { .handlers = 3,
                                   .messages = 6,
                                   .externals = 1,
                                   .accesses = 2,
                                   .variables = 1,
                                   .mailbox = seed % 6 < 5 ? (int)(seed % 6) : -1 };
      hb_trace *trace = random_trace (&rng, shape);
      assert_true (trace->messages.size <= MOST_MESSAGES);
      struct runs runs = { .literals = hb_order_literals_new (trace), .trace = trace };
      struct simulator s = simulator_new (trace);
      run_on (&runs, &s);
      seen += runs.seen;
      constants += runs.constants;
      shared += runs.shared;
      simulator_free (&s);
      hb_order_literals_free (runs.literals);
      hb_trace_free (trace);
    }
  print_message ("# %zu runs, %zu constants, %zu equal literals\n", seen, constants, shared);
  assert_true (seen > 1000 && constants > 1000 && shared > 1000);
}
