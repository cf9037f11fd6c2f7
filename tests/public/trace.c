/* <hbkit/trace.h> as a stranger uses it: a trace is built, looked at, run, and explained away. */
#include <hbkit/engine.h>
#include <hbkit/trace.h>

#include "check.h"

/* Handler g posts m and n to w; n reads what m writes, or (STALE) what was before. */
static void
build (hb_builder *b, bool stale, bool orders)
{
  hb_build_meta (b, "gen", "by hand");
  hb_build_mailbox (b, HB_QUEUE);
  hb_build_handler (b, "g", -1);
  hb_build_initial (b);
  hb_build_post (b, "p", "m");
  hb_build_post (b, NULL, "n");
  hb_build_handler (b, "w", HB_PRIORITY);
  hb_build_message (b, "m");
  hb_build_priority (b, 4);
  hb_build_write (b, "a", "x", "1");
  hb_build_message (b, "n");
  hb_build_priority (b, 4);
  hb_build_read (b, NULL, "x", stale ? NULL : "a");
  hb_build_external (b, "e");
  if (orders)
    {
      static const char *const members[] = { "m", "n", "e" };
      hb_build_chain_start (b, 'e', "w");
      for (int i = 0; i < 3; i++)
        hb_build_chain_add (b, members[i]);
      hb_build_chain_start (b, 'm', "w");
      for (int i = 0; i < 2; i++)
        hb_build_chain_add (b, members[i]);
    }
  hb_build_end (b);
}

static hb_trace *
built (bool stale, bool orders, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  build (builder, stale, orders);
  hb_trace *trace = hb_builder_finish (builder);
  CHECK (trace);
  return trace;
}

static void
look (const hb_trace *t)
{
  CHECK (hb_trace_events (t) == 6 && hb_trace_messages (t) == 4 && hb_trace_handlers (t) == 2);
  CHECK (hb_trace_variables (t) == 1);
  hb_id w = hb_trace_find_handler (t, "w"), m = hb_trace_find_message (t, "m");
  hb_id a = hb_trace_find_event (t, "a"), read = hb_trace_find_event (t, "n@1"), count;
  CHECK (hb_trace_find_event (t, "b") == HB_NONE && !strcmp (hb_handler_name (t, w), "w"));
  CHECK (!strcmp (hb_message_name (t, m), "m") && !strcmp (hb_variable_name (t, 0), "x"));
  CHECK (hb_trace_kind (t, a) == HB_WRITE && hb_trace_kind (t, read) == HB_READ);
  CHECK (!strcmp (hb_event_kind_name (hb_trace_kind (t, a)), "write"));
  CHECK (hb_trace_message_of (t, a) == m && hb_trace_handler_of (t, a) == w);
  CHECK (hb_trace_object (t, read) == 0 && hb_trace_partner (t, read) == a);
  hb_id post = hb_trace_message_post (t, m), get = hb_trace_message_events (t, m, &count);
  CHECK (count == 2 && hb_trace_partner (t, post) == get && hb_trace_object (t, post) == m);
  CHECK (hb_trace_partner (t, a) == HB_NONE && hb_trace_object (t, get) == m);
  CHECK (hb_trace_message_kind (t, m) == HB_POSTED && hb_trace_message_handler (t, m) == w);
  CHECK (hb_trace_message_priority (t, m) == 4 && hb_trace_mailbox (t, w) == HB_PRIORITY);
  CHECK (hb_mailbox_find ("priority", 8) == HB_PRIORITY && hb_mailbox_find ("heap", 4) == -1);
  CHECK (!strcmp (hb_mailbox_name (HB_STACK), "stack"));
  CHECK (hb_trace_handler_messages (t, w, &count) == m && count == 3);
  CHECK (hb_trace_writes (t, 0, &count)[0] == a && count == 1);
  char *address = hb_event_address (t, read), *text = hb_event_text (t, read);
  CHECK (!strcmp (address, "n@1") && !strcmp (text, "read x a"));
  hb_free (address);
  hb_free (text);
}

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = built (false, false, diag), *full = built (false, true, diag);
  look (trace);
  CHECK (!hb_witness_of_trace (trace, diag) && hb_diag_errors (diag));
  hb_diag_clear (diag);
  hb_witness *own = hb_witness_of_trace (full, diag);
  hb_witness *witness = hb_witness_extending (trace, full, diag);
  hb_id run[6], count, w = hb_trace_find_handler (trace, "w");
  CHECK (own && witness && hb_replay (trace, witness, run, diag)
         && hb_replay_run (trace, run, diag));
  CHECK (hb_witness_eo (witness, w, &count)[0] == hb_trace_find_message (trace, "m") && count == 3);
  CHECK (hb_witness_mo (witness, w, &count)[1] == hb_trace_find_message (trace, "n") && count == 2);
  hb_witness *of_run = hb_witness_of_run (trace, run);
  CHECK (hb_witness_mo (of_run, w, &count)[0] == hb_witness_mo (own, w, &count)[0]);
  hb_witness_free (of_run);
  hb_witness_free (witness);
  hb_witness_free (own);

  hb_trace *stale = built (true, false, diag);
  hb_result *result = hb_decide (NULL, stale, NULL);
  CHECK (hb_result_verdict (result) == HB_INCONSISTENT && hb_result_cycles (result));
  const hb_cycle *cycle = hb_result_cycle (result, 0);
  const char *why;
  CHECK (hb_cycle_holds (stale, cycle, &why) && hb_cycle_steps (cycle) >= 2);
  CHECK (hb_cycle_assumptions (cycle) <= 1);
  struct hb_step first = hb_cycle_step (cycle, 0);
  struct hb_step last = hb_cycle_step (cycle, hb_cycle_steps (cycle) - 1);
  CHECK (first.from == last.to && strlen (hb_relation_name (first.relation)) == 2);
  hb_result_free (result);

  hb_output *output = hb_output_to_memory ();
  hb_builder *builder = hb_builder_to_file (output);
  build (builder, false, true);
  CHECK (!hb_builder_finish (builder));
  size_t size;
  char *text = hb_output_text (output, &size);
  CHECK (!strncmp (text, "edt 1\n", 6) && strstr (text, "end 6 4 2"));
  hb_free (text);
  CHECK (!hb_diag_errors (diag));
  hb_trace_free (trace);
  hb_trace_free (full);
  hb_trace_free (stale);
  hb_diag_free (diag);
  return 0;
}
