/* Many copies of a small trace beside one another: as consistent as one of them.
 *
 * What an engine does in traces of some size alone, as `cds` with conflicts that wait, meets so what random small
 * traces have, which the exhaustive search decides.  HBKIT_FUZZ=N in the environment takes N times as many of them. */
#include "unit.h"

#include "drawn_traces.h"
#include "engine_oracle.h"
#include "format/edt.h"
#include "small_traces.h"
#include "text_damage.h"
#include "trace/builder.h"
#include "wild_traces.h"

/* "m3.7": NAME of copy 7.  New. */
static char *
name_in (hb_id k, const char *name)
{
  return hb_format ("%s.%u", name, k);
}

static char *
label_in (hb_id k, hb_id event)
{
  return hb_format ("e%u.%u", event, k);
}

static void
build_event (hb_builder *b, const hb_trace *trace, hb_id k, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  char *label = label_in (k, e), *object = NULL, *from = NULL;
  if (event->kind == HB_POST)
    {
      object = name_in (k, hb_message_name (trace, event->object));
      hb_build_post (b, NULL, object);
    }
  else if (event->kind != HB_GET)
    object = name_in (k, hb_variable_name (trace, event->object));
  if (event->kind == HB_WRITE)
    hb_build_write (b, label, object, NULL);
  if (event->kind == HB_READ)
    {
      from = event->partner == HB_NONE ? NULL : label_in (k, event->partner);
      hb_build_read (b, NULL, object, from);
    }
  hb_free (label);
  hb_free (object);
  hb_free (from);
}

static void
build_message (hb_builder *b, const hb_trace *trace, hb_id k, hb_id m)
{
  const struct hb_message *message = &trace->messages.data[m];
  char *name = name_in (k, hb_message_name (trace, m));
  hb_build_message_of (b, (enum hb_message_kind)message->kind, name);
  if (message->has_priority)
    hb_build_priority (b, message->priority);
  for (hb_id e = message->first; e < message->first + message->count; e++)
    build_event (b, trace, k, e);
  hb_free (name);
}

static void
build_chains (hb_builder *b, const hb_trace *trace, hb_id k, char kind)
{
  const struct hb_chain *chains = kind == 'e' ? trace->eo.data : trace->mo.data;
  size_t count = kind == 'e' ? trace->eo.size : trace->mo.size;
  for (size_t c = 0; c < count; c++)
    {
      char *handler = name_in (k, hb_handler_name (trace, chains[c].handler));
      hb_build_chain_start (b, kind, handler);
      for (hb_id i = chains[c].first; i < chains[c].first + chains[c].count; i++)
        {
          char *name = name_in (k, hb_message_name (trace, trace->chained.data[i]));
          hb_build_chain_add (b, name);
          hb_free (name);
        }
      hb_free (handler);
    }
}

static void
build_orders (hb_builder *b, const hb_trace *trace, hb_id k)
{
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      const struct hb_variable *variable = &trace->variables.data[v];
      char *name = name_in (k, hb_variable_name (trace, v));
      if (variable->count)
        hb_build_chain_start (b, 'c', name);
      for (hb_id i = variable->first; i < variable->first + variable->count; i++)
        {
          char *label = label_in (k, trace->co.data[i]);
          hb_build_chain_add (b, label);
          hb_free (label);
        }
      hb_free (name);
    }
  build_chains (b, trace, k, 'e');
  build_chains (b, trace, k, 'm');
}

/* COUNT copies of TRACE.  New. */
static hb_trace *
copies_of (const hb_trace *trace, hb_id count)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *b = hb_builder_to_trace (diag);
  for (hb_id k = 0; k < count; k++)
    for (hb_id h = 0; h < trace->handlers.size; h++)
      {
        const struct hb_handler *handler = &trace->handlers.data[h];
        char *name = name_in (k, hb_handler_name (trace, h));
        hb_build_handler (b, name, handler->mailbox);
        for (hb_id m = handler->first; m < handler->first + handler->count; m++)
          build_message (b, trace, k, m);
        hb_free (name);
      }
  for (hb_id k = 0; k < count; k++)
    build_orders (b, trace, k);
  hb_build_end (b);
  hb_trace *copies = hb_builder_finish (b);
  if (!copies)
    fail_msg ("%s", hb_diag_first (diag));
  hb_diag_free (diag);
  return copies;
}

/* COUNT copies of TRACE, in random order by SEED, have its verdict, which is returned. */
static bool
compare (const hb_trace *trace, hb_id count, uint64_t seed)
{
  const struct hb_engine *engines[] = { &hb_engine_cds, &hb_engine_auto };
  struct tally tally = { 0 };
  const char *why;
  enum hb_verdict truth = ask (&hb_engine_explore, trace, NULL, 0, &tally);
  hb_trace *copies = copies_of (trace, count), *many = shuffled (copies, seed);
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (engines[i]->accepts (many, &why) && ask (engines[i], many, NULL, seed % 3, &tally) != truth)
      {
        char *text = text_of_trace (trace, NULL);
        print_error ("%s", text);
        hb_free (text);
        fail_msg ("%u copies, seed %llu, by %s: not %d as one of them", count,
                  (unsigned long long)seed, engines[i]->name, truth);
      }
  hb_trace_free (many);
  hb_trace_free (copies);
  return truth == HB_CONSISTENT;
}

TEST (wild)
{
  static const struct wild_shape shapes[] = {
    { .messages = 8, .accesses = 17, .mailbox = HB_QUEUE, .interleaved = true },
    { .messages = 8, .accesses = 19, .mailbox = HB_STACK, .interleaved = true },
    { .messages = 9, .accesses = 19, .mailbox = HB_STACK, .interleaved = true, .loaded = true },
    { .messages = 10, .accesses = 17, .mailbox = HB_STACK, .interleaved = true, .held = true },
    { .messages = 8,
      .accesses = 19,
      .externals = 20,
      .mailbox = -2,
      .interleaved = true,
      .chains = true },
  };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    {
      unsigned long rounds = fuzz_rounds (24), consistent = 0;
      for (uint64_t i = 0; i < rounds; i++)
        {
          struct hb_rng rng = hb_rng_stream (40 + s, i);
          hb_trace *trace = wild_trace (&rng, shapes[s]);
          consistent += compare (trace, i % 2 ? 60 : 200, i);
          hb_trace_free (trace);
        }
      assert_true (consistent && consistent < rounds);
    }
}

/* Forced past a conflict, `cds` met a cycle with an order that is known not to hold, and learned from it as if it did: from
 * some of these orders and no checking build. */
TEST (forced)
{
  const char *folder = getenv ("HBKIT_TESTS");
  if (!folder)
    skip ();
  hb_diag *diag = hb_diag_new ();
  char *path = hb_format ("%s/regress/late-known.edt", folder);
  hb_trace *trace = hb_edt_read (path, diag);
  assert_non_null (trace);
  for (uint64_t seed = 0; seed < 8; seed++)
    assert_true (compare (trace, 200, seed));
  hb_trace_free (trace);
  hb_free (path);
  hb_diag_free (diag);
}
