/* Files of cycles: written, read again, refused. */
#include "unit.h"

#include "format/cycle_file.h"
#include "small_traces.h"
#include "trace/order.h"
#include "wild_traces.h"

static const char crossing[] = "handler h\ninitial\n  post m1\n  post m2\n"
                               "handler w\nmessage m1\n  read x b\nmessage m2\n  b: write x\n"
                               "handler v\nmessage e external\n";

TEST (test_file_round_trip)
{
  const char *path = unit_scratch ();
  hb_diag *diag = hb_diag_new ();
  int files = 0;
  for (uint64_t i = 0; i < 200; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      struct hb_cycle cycle = { VEC_EMPTY }, again = { VEC_EMPTY };
      if (hb_known_cycle (trace, order, &cycle))
        {
          files++;
          hb_output *output = hb_output_open (path, diag);
          hb_cycle_write (output, trace, &cycle);
          assert_true (hb_output_commit (output));
          bool fine = hb_cycle_read (path, trace, &again, diag);
          if (!fine)
            hb_diag_print (diag, stderr, false);
          assert_true (fine);
          assert_int_equal (again.steps.size, cycle.steps.size);
          assert_memory_equal (again.steps.data, cycle.steps.data,
                               cycle.steps.size * sizeof *cycle.steps.data);
        }
      hb_cycle_free (&cycle);
      hb_cycle_free (&again);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (files > 40);
  hb_diag_free (diag);
}

/* The file TEXT is refused for the trace `crossing` with a message that has EXPECTED in it, or, if that
 * is NULL, accepted. */
static void
expect (const char *text, const char *expected)
{
  const char *path = unit_scratch ();
  unit_write (path, text);
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text (crossing);
  struct hb_cycle cycle = { VEC_EMPTY };
  bool fine = hb_cycle_read (path, trace, &cycle, diag);
  assert_int_equal (hb_diag_errors (diag), !fine);
  if (fine != !expected || (expected && !strstr (hb_diag_first (diag), expected)))
    fail_msg ("expected %s, got %s", expected ? expected : "no error",
              fine ? "no error" : hb_diag_first (diag));
  hb_cycle_free (&cycle);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

#define GOOD_1                                                                                     \
  "{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\", \"assumption\": [\"m1\", \"m2\"]}"
#define GOOD_2 "{\"from\": \"m2@0\", \"to\": \"b\", \"relation\": \"po\"}"
#define GOOD_3 "{\"from\": \"b\", \"to\": \"m1@1\", \"relation\": \"rf\"}"

TEST (test_bad_files)
{
  expect ("{\"steps\": [" GOOD_1 "," GOOD_2 "," GOOD_3 "]}", NULL);
  expect ("{\"steps\": [" GOOD_1 "," GOOD_2 "]}",
          "step 2: the step does not end where the next one starts");
  expect ("{\"steps\": [" GOOD_2 "," GOOD_1 "," GOOD_3 "]}", "does not end where");
  expect ("{\"steps\": []}", "no steps");
  expect ("", "not JSON");
  expect ("\x01\x02", "not JSON");
  expect ("[]", "no steps");
  expect ("{\"steps\": [3]}", "step 1: expected an object");
  expect ("{\"steps\": [" GOOD_1 ", 3]}", "step 2: expected an object");
  expect ("{\"steps\": [{\"from\": \"nobody\", \"to\": \"b\", \"relation\": \"po\"}]}",
          "no event 'nobody'");
  expect ("{\"steps\": [{\"from\": 7, \"to\": \"b\", \"relation\": \"po\"}]}", "under 'from'");
  expect ("{\"steps\": [{\"from\": \"b\", \"to\": \"m1@1\", \"relation\": \"hb\"}]}",
          "under 'relation'");
  expect ("{\"steps\": [{\"from\": \"b\", \"to\": \"m1@1\"}]}", "under 'relation'");
  expect ("{\"steps\": [{\"from\": \"b\", \"to\": \"m1@1\", \"relation\": \"co\"}]}", "no such rf");
  expect ("{\"steps\": [{\"from\": \"b\", \"to\": \"m2@0\", \"relation\": \"po\"}]}", "po step");
  /* An order that nobody assumed, one of no message, one of other messages, one against its arrow. */
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\"}]}", "neither");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m1\", \"m3\"]}]}",
          "no message 'm3'");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m1\"]}]}",
          "two names");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m1\", \"m2\", \"m1\"]}]}",
          "two names");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m1\", 2]}]}",
          "two names");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"m2@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m2\", \"m1\"]}]}",
          "neither");
  expect ("{\"steps\": [{\"from\": \"m1@1\", \"to\": \"e@0\", \"relation\": \"eo\","
          "\"assumption\": [\"m1\", \"e\"]}]}",
          "one handler");
  expect ("{\"steps\": [{\"from\": \"h@0\", \"to\": \"b\", \"relation\": \"mo\","
          "\"assumption\": [\"m1\", \"m2\"]}]}",
          "two posts");
  expect ("{\"steps\": [{\"from\": \"b\", \"to\": \"m1@1\", \"relation\": \"rf\","
          "\"assumption\": [\"m1\", \"m2\"]}]}",
          "only eo, mo and gp");
}

/* Places of messages without events have addresses, too; an assumption that is made twice is told once. */
TEST (test_files_about_empty_messages)
{
  static const hb_id circle[] = { 1, 2, 1, 3, 1, 2 };
  static const char *const wrong[] = { "m1@1", "m9@0", "m@0", "@0", "0", "m11@0", "M1@0" };
  const char *path = unit_scratch ();
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text ("handler w\nmessage m1 external\nmessage m2 external\n"
                                   "message full external\n write x\nmessage m3 external\n");
  struct hb_cycle cycle = { VEC_EMPTY }, again = { VEC_EMPTY };
  for (size_t i = 0; i < 6; i++)
    {
      char names[2][3]
          = { { 'm', (char)('0' + circle[i]), 0 }, { 'm', (char)('0' + circle[(i + 1) % 6]), 0 } };
      struct hb_step step = { .relation = HB_EO,
                              .before = hb_trace_find_message (trace, names[0]),
                              .after = hb_trace_find_message (trace, names[1]) };
      step.from = (hb_id)trace->events.size + circle[i] - 1;
      step.to = (hb_id)trace->events.size + circle[(i + 1) % 6] - 1;
      if (circle[i] != circle[(i + 1) % 6])
        vec_push (cycle.steps, step);
    }
  hb_output *output = hb_output_open (path, diag);
  hb_cycle_write (output, trace, &cycle);
  assert_true (hb_output_commit (output));
  assert_true (hb_cycle_read (path, trace, &again, diag));
  assert_int_equal (again.steps.size, cycle.steps.size);
  assert_memory_equal (again.steps.data, cycle.steps.data,
                       cycle.steps.size * sizeof *cycle.steps.data);
  char *text = unit_read (path);
  assert_non_null (strstr (text, "\"assumptions\": [ [\"m1\", \"m2\"], [\"m2\", \"m1\"], "
                                 "[\"m1\", \"m3\"], [\"m3\", \"m1\"] ],\n"));
  assert_non_null (strstr (text, "{ \"from\": \"m1@0\", \"to\": \"m3@0\", \"relation\": \"eo\""));
  hb_free (text);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      char *said = hb_format ("step 1: no event '%s'", wrong[i]);
      char *document = hb_format ("{\"steps\": [{\"from\": \"%s\", \"to\": \"m2@0\", "
                                  "\"relation\": \"eo\"}]}",
                                  wrong[i]);
      unit_write (path, document);
      assert_false (hb_cycle_read (path, trace, &again, diag));
      assert_string_equal (hb_diag_first (diag), said);
      hb_diag_clear (diag);
      hb_free (said);
      hb_free (document);
    }
  hb_cycle_free (&cycle);
  hb_cycle_free (&again);
  hb_trace_free (trace);
  hb_diag_free (diag);
}
