/* Traces as JSON: a trace that goes to JSON and back is the same trace; every kind of damage is named with where it
 * is, and no noise does worse than that. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>

#include "base/json.h"
#include "small_traces.h"
#include "format/trace_json.h"

/* A new file each time: some file systems wait for the disk when an old one is replaced. */
static void
put_bytes (const char *data, size_t size)
{
  unlink (unit_scratch ());
  FILE *file = fopen (unit_scratch (), "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (data, 1, size, file), size);
  assert_int_equal (fclose (file), 0);
}

/* --- traces ------------------------------------------------------------------------------------- */

static char *
json_of_trace (const hb_trace *trace, const hb_witness *witness)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = unit_output (diag);
  hb_json_write_trace (output, trace, witness);
  assert_true (hb_output_commit (output));
  hb_diag_free (diag);
  return unit_read (unit_scratch ());
}

static hb_trace *
trace_of_json (const char *text, hb_diag *diag)
{
  put_bytes (text, strlen (text));
  return hb_json_read_trace (unit_scratch (), diag);
}

/* TRACE is the same after it went to JSON and back, and the JSON is the same after going to a trace and
 * back, even with all keys sorted. */
static void
expect_round_trip (const hb_trace *trace)
{
  hb_diag *diag = hb_diag_new ();
  char *edt = text_of_trace (trace, NULL), *json = json_of_trace (trace, NULL);
  hb_trace *back = trace_of_json (json, diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (back);
  char *edt_back = text_of_trace (back, NULL), *json_back = json_of_trace (back, NULL);
  assert_string_equal (edt, edt_back);
  assert_string_equal (json, json_back);
  hb_trace_free (back);

  json_error_t error;
  json_t *root = json_loads (json, 0, &error);
  char *sorted = json_dumps (root, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENSURE_ASCII);
  back = trace_of_json (sorted, diag);
  assert_non_null (back);
  char *edt_sorted = text_of_trace (back, NULL);
  assert_string_equal (edt, edt_sorted);
  hb_trace_free (back);
  json_decref (root);
  free (sorted);
  hb_free (edt);
  hb_free (edt_back);
  hb_free (edt_sorted);
  hb_free (json);
  hb_free (json_back);
  hb_diag_free (diag);
}

static const char sample[]
    = "{\n"
      "  \"format\": \"edt-json\",\n"
      "  \"version\": 1,\n"
      "  \"meta\": [\n"
      "    [\"gen\", \"by \\\"hand\\\"\"]\n"
      "  ],\n"
      "  \"mailbox\": \"queue\",\n"
      "  \"handlers\": [\n"
      "    {\n"
      "      \"name\": \"h1\",\n"
      "      \"messages\": [\n"
      "        {\n"
      "          \"kind\": \"initial\",\n"
      "          \"events\": [\n"
      "            {\"op\": \"post\", \"message\": \"m1\"},\n"
      "            {\"op\": \"post\", \"message\": \"m2\", \"label\": \"p\"}\n"
      "          ]\n"
      "        }\n"
      "      ]\n"
      "    },\n"
      "    {\n"
      "      \"name\": \"h2\",\n"
      "      \"mailbox\": \"priority\",\n"
      "      \"messages\": [\n"
      "        {\n"
      "          \"kind\": \"posted\",\n"
      "          \"id\": \"m1\",\n"
      "          \"priority\": -3,\n"
      "          \"events\": [\n"
      "            {\"op\": \"write\", \"variable\": \"x\", \"value\": \"1\", \"label\": \"a\"},\n"
      "            {\"op\": \"write\", \"variable\": \"x\"},\n"
      "            {\"op\": \"read\", \"variable\": \"x\", \"from\": \"a\"}\n"
      "          ]\n"
      "        },\n"
      "        {\n"
      "          \"kind\": \"posted\",\n"
      "          \"id\": \"m2\",\n"
      "          \"events\": []\n"
      "        },\n"
      "        {\n"
      "          \"kind\": \"external\",\n"
      "          \"id\": \"seen\",\n"
      "          \"events\": [\n"
      "            {\"op\": \"read\", \"variable\": \"y\", \"from\": null, \"label\": \"r\"}\n"
      "          ]\n"
      "        }\n"
      "      ]\n"
      "    }\n"
      "  ],\n"
      "  \"co\": {\n"
      "    \"x\": [\"a\", \"m1@2\"]\n"
      "  },\n"
      "  \"eo\": [\n"
      "    {\"handler\": \"h2\", \"messages\": [\"m1\", \"m2\"]}\n"
      "  ],\n"
      "  \"mo\": [\n"
      "    {\"handler\": \"h2\", \"messages\": [\"m1\", \"m2\"]}\n"
      "  ],\n"
      "  \"end\": {\"events\": 8, \"messages\": 4, \"handlers\": 2}\n"
      "}\n";

TEST (sample_is_understood)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_json (sample, diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  char *json = json_of_trace (trace, NULL), *edt = text_of_trace (trace, NULL);
  assert_string_equal (json, sample);
  assert_string_equal (edt, "edt 1\n"
                            "meta gen \"by \\\"hand\\\"\"\n"
                            "handler h1\n"
                            "initial\n"
                            "  post m1\n"
                            "  p: post m2\n"
                            "handler h2 priority\n"
                            "message m1 priority=-3\n"
                            "  a: write x 1\n"
                            "  write x\n"
                            "  read x a\n"
                            "message m2\n"
                            "message seen external\n"
                            "  r: read y init\n"
                            "co x a m1@2\n"
                            "eo h2 m1 m2\n"
                            "mo h2 m1 m2\n"
                            "end 8 4 2\n");
  hb_free (json);
  hb_free (edt);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (least_document_is_enough)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_json ("{\"format\": \"edt-json\", \"version\": 1, \"handlers\": [],"
                                   "\"end\": {\"events\": 0, \"messages\": 0, \"handlers\": 0}}",
                                   diag);
  assert_non_null (trace);
  expect_round_trip (trace);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (random_traces_round_trip)
{
  struct hb_rng rng = hb_rng_seeded (3);
  for (int i = 0; i < 200; i++)
    {
      struct trace_shape shape = { .handlers = 5,
                                   .messages = 10,
                                   .externals = 2,
                                   .accesses = 20,
                                   .variables = 4,
                                   .mailbox = -1,
                                   .chains = true,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      expect_round_trip (trace);
      hb_trace_free (trace);
    }
}

/* A trace in which everything has the names that are hardest to tell: labels like keywords, messages
 * named as handlers, values and meta texts of odd bytes. */
static hb_trace *
dressed_trace (struct hb_rng *rng)
{
  static const char *const names[] = { "a", "end", "co", "x:y", "~", "-1", "m@", "h" };
  static const char *const values[] = { NULL, "1", "\xc3\xa4", "\"", "\\", "init", "x@1", "a:" };
  static const char *const texts[] = {
    "", "a b", "\"quoted\"", "back\\slash", "# no comment", "\xe2\x82\xac", " blanks  inside "
  };
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  char label[16], id[16];
  int writes = 0, labels = 0;
  for (uint64_t i = hb_rng_below (rng, 3); i > 0; i--)
    {
      /* One draw a statement: compilers evaluate arguments in different orders. */
      const char *key = names[hb_rng_below (rng, 6)];
      hb_build_meta (builder, key, texts[hb_rng_below (rng, 7)]);
    }
  if (hb_rng_coin (rng))
    hb_build_mailbox (builder, (enum hb_mailbox)hb_rng_below (rng, HB_MAILBOXES));
  hb_build_handler (builder, "end", hb_rng_coin (rng) ? HB_QUEUE : -1);
  hb_build_initial (builder);
  int messages = (int)hb_rng_below (rng, 5);
  for (int m = 0; m < messages; m++)
    {
      snprintf (id, sizeof id, "init%d", m);
      snprintf (label, sizeof label, "p%d", m);
      hb_build_post (builder, hb_rng_coin (rng) ? label : NULL, m ? id : "end");
    }
  for (int m = 0; m < messages; m++)
    {
      snprintf (id, sizeof id, "init%d", m);
      hb_build_message (builder, m ? id : "end");
      if (hb_rng_coin (rng))
        hb_build_priority (builder, (int32_t)hb_rng_below (rng, 5) - 2);
      for (uint64_t k = hb_rng_below (rng, 4); k > 0; k--)
        {
          snprintf (label, sizeof label, "w%d", writes);
          if (hb_rng_coin (rng) || !writes)
            {
              hb_build_write (builder, label, "x", values[hb_rng_below (rng, 8)]);
              writes++;
              continue;
            }
          snprintf (label, sizeof label, "w%d", (int)hb_rng_below (rng, (uint64_t)writes));
          hb_build_read (builder, labels++ ? NULL : "co", "x", hb_rng_coin (rng) ? label : NULL);
        }
    }
  if (writes > 1)
    hb_build_chain_start (builder, 'c', "x");
  for (int w = writes - 1; w >= 0 && writes > 1; w--)
    {
      snprintf (label, sizeof label, "w%d", w);
      hb_build_chain_add (builder, label);
    }
  hb_build_end (builder);
  hb_trace *trace = hb_builder_finish (builder);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  hb_diag_free (diag);
  return trace;
}

TEST (odd_names_round_trip)
{
  struct hb_rng rng = hb_rng_seeded (5);
  for (int i = 0; i < 200; i++)
    {
      hb_trace *trace = dressed_trace (&rng);
      expect_round_trip (trace);
      hb_trace_free (trace);
    }
}

/* An unlabelled write in a message that has the name of a handler gets a label in both forms. */
TEST (ambiguous_addresses_get_labels)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text ("handler h\ninitial\n  post m\n  write x\nmessage m\n"
                                   "  write x\n  read x m@1\nco x h@1 m@1\n");
  expect_round_trip (trace);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (witness_replaces_chains)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n  post a\n  post b\nmessage a\nmessage b\n"
                                   "mo h b a\n");
  hb_witness *witness = hb_witness_new (trace);
  hb_id a = hb_trace_find_message (trace, "a"), b = hb_trace_find_message (trace, "b");
  witness->eo[0] = witness->mo[0] = a;
  witness->eo[1] = witness->mo[1] = b;
  char *json = json_of_trace (trace, witness);
  assert_non_null (
      strstr (json, "\"eo\": [\n    {\"handler\": \"h\", \"messages\": [\"a\", \"b\"]}\n  ]"));
  assert_non_null (
      strstr (json, "\"mo\": [\n    {\"handler\": \"h\", \"messages\": [\"a\", \"b\"]}\n  ]"));
  assert_null (strstr (json, "[\"b\", \"a\"]"));
  hb_free (json);
  hb_witness_free (witness);
  hb_trace_free (trace);
}

/* --- damage ------------------------------------------------------------------------------------- */

/* TEXT is refused, and the first line of the errors is FILE:EXPECTED. */
static void
expect_refusal (const char *text, const char *expected)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (trace_of_json (text, diag));
  assert_true (hb_diag_errors (diag) > 0);
  char *message = text_of_diag (diag);
  message[strcspn (message, "\n")] = '\0';
  assert_memory_equal (message, unit_scratch (), strlen (unit_scratch ()));
  assert_string_equal (message + strlen (unit_scratch ()), expected);
  hb_free (message);
  hb_diag_free (diag);
}

/* The sample with OLD replaced by NEW.  New. */
static char *
sample_with (const char *old, const char *new)
{
  const char *at = strstr (sample, old);
  assert_non_null (at);
  return hb_format ("%.*s%s%s", (int)(at - sample), sample, new, at + strlen (old));
}

/* That is refused. */
static void
expect_damage (const char *old, const char *new, const char *expected)
{
  char *text = sample_with (old, new);
  expect_refusal (text, expected);
  hb_free (text);
}

TEST (syntax_errors_have_places)
{
  expect_refusal ("", ":1:1: error: not JSON: '[' or '{' expected near end of file");
  expect_refusal ("edt 1\n", ":1:1: error: not JSON: '[' or '{' expected near 'edt'");
  expect_damage ("\"version\": 1,", "\"version\": ,",
                 ":3:14: error: not JSON: unexpected token near ','");
  expect_damage ("\"name\": \"h2\",", "\"name\" \"h2\",",
                 ":22:14: error: not JSON: ':' expected near '\"h2\"'");
  expect_damage ("\"name\": \"h2\",", "\"name\": \"h2\", \"name\": 1,",
                 ":22:21: error: not JSON: duplicate object key near '\"name\"'");
}

TEST (errors_have_ways)
{
  expect_refusal (
      "[]", ":1:1: error: this is no trace; expected an object with \"format\": \"edt-json\"");
  expect_damage ("edt-json", "edt",
                 ":1:1: error: this is no trace; expected an object with \"format\": "
                 "\"edt-json\"");
  expect_damage ("\"version\": 1", "\"version\": 2",
                 ":1:1: error: this version of the format is not known; expected \"version\": 1");
  expect_damage ("\"meta\"", "\"mata\"", ":1:1: error: unknown key 'mata' in a trace");
  expect_damage ("[\"gen\", ", "[",
                 ":5:5: error: meta[0]: expected an array of two texts: key and text");
  expect_damage ("[\"gen\", ", "[\"gen\", \"by\", ",
                 ":5:5: error: meta[0]: expected an array of two texts: key and text");
  expect_damage ("[\"gen\", ", "[7, ",
                 ":5:5: error: meta[0]: expected an array of two texts: key and text");
  expect_damage (
      "\"queue\"", "\"fifo\"",
      ":1:1: error: 'fifo' is no mailbox discipline; expected queue, sender-queue, multiset, "
      "stack or priority");
  expect_damage ("\"name\": \"h1\",", "",
                 ":9:5: error: handlers[0]: no key 'name'; expected a text "
                 "under it");
  expect_damage (
      "\"h2\",", "\"h1\",",
      ":21:5: error: handlers[1]: handler 'h1' stands in this file already; expected each "
      "handler once, with all its messages");
  expect_damage (
      "\"initial\"", "\"first\"",
      ":12:9: error: handlers[0].messages[0]: unknown kind 'first'; expected initial, posted or "
      "external");
  expect_damage (
      "\"initial\"", "\"initial\", \"id\": \"m\"",
      ":12:9: error: handlers[0].messages[0]: an initial message has no id; expected no key "
      "'id'");
  expect_damage (
      "\"initial\"", "\"initial\", \"priority\": 1",
      ":12:9: error: handlers[0].messages[0]: an initial message has no priority; expected no key "
      "'priority'");
  expect_damage (
      "\"id\": \"m2\"", "\"id\": \"m:\"",
      ":35:9: error: handlers[1].messages[1]: 'm:' cannot be a message id; expected letters, "
      "digits and . _ : ~ -, the last one not a ':'");
  expect_damage (
      "-3", "3000000000",
      ":25:9: error: handlers[1].messages[0]: 'priority' must be a whole number of 32 bits");
  expect_damage ("\"events\": []", "\"events\": {}",
                 ":35:9: error: handlers[1].messages[1]: 'events' is no array; expected one");
  expect_damage ("{\"op\": \"write\", \"variable\": \"x\"}", "7",
                 ":31:13: error: handlers[1].messages[0].events[1]: expected an object: an event");
  expect_damage (
      "\"write\"", "\"wirte\"",
      ":30:13: error: handlers[1].messages[0].events[0]: unknown op 'wirte'; expected write, read "
      "or post");
  expect_damage (
      "\"label\": \"a\"", "\"lable\": \"a\"",
      ":30:13: error: handlers[1].messages[0].events[0]: unknown key 'lable' in a write");
  expect_damage (
      "\"label\": \"a\"", "\"label\": \"init\"",
      ":30:13: error: handlers[1].messages[0].events[0]: 'init' cannot be a label: it stands for "
      "the initial value");
  expect_damage (
      "\"value\": \"1\"", "\"value\": \"1 2\"",
      ":30:13: error: handlers[1].messages[0].events[0]: the value is no word; expected one "
      "without blanks and '#'");
  expect_damage (
      "\"value\": \"1\"", "\"value\": 1",
      ":30:13: error: handlers[1].messages[0].events[0]: 'value' is no text; expected one in "
      "quotes");
  expect_damage (
      ", \"from\": \"a\"", "",
      ":32:13: error: handlers[1].messages[0].events[2]: 'from' must say what is read; expected "
      "the label of a write, MESSAGE@K, HANDLER@K, or null for the initial value");
  expect_damage (
      "\"co\": {", "\"co\": {\"z\": 1, ",
      ":50:15: error: co.z: expected an array: the variable's writes in coherence order");
  expect_damage ("\"messages\": [\"m1\", \"m2\"]", "\"messages\": [\"m1\", 2]",
                 ":54:42: error: eo[0].messages[1]: expected a text: the id of a message");
  expect_damage (
      "\"events\": 8", "\"events\": 9",
      ":59:10: error: end: the trace is truncated or damaged: it has 8 events (gets counted), not "
      "9");
}

/* Arrays that there must be, empty or not. */
TEST (missing_arrays_are_refused)
{
  expect_damage ("\"id\": \"m2\",\n          \"events\": []", "\"id\": \"m2\"",
                 ":35:9: error: handlers[1].messages[1]: no key 'events'; expected an array under "
                 "it");
  expect_refusal ("{\"format\": \"edt-json\", \"version\": 1, \"handlers\": [{\"name\": \"h\"}], "
                  "\"end\": {\"events\": 0, \"messages\": 0, \"handlers\": 1}}",
                  ":1:51: error: handlers[0]: no key 'messages'; expected an array under it");
  expect_refusal ("{\"format\": \"edt-json\", \"version\": 1, "
                  "\"end\": {\"events\": 0, \"messages\": 0, \"handlers\": 0}}",
                  ":1:1: error: no key 'handlers'; expected an array under it");
}

TEST (what_is_no_object_is_refused)
{
  static const char chain[]
      = "{\"handler\": \"h2\", \"messages\": [\"m1\", \"m2\"]}\n  ],\n  \"mo\"";
  expect_damage (chain, "7\n  ],\n  \"mo\"", ":54:5: error: eo[0]: expected an object: a chain");
  expect_damage (chain, "{\"handler\": \"h2\"}\n  ],\n  \"mo\"",
                 ":54:5: error: eo[0]: no key 'messages'; expected an array under it");
  expect_damage ("{\n          \"kind\": \"posted\",\n          \"id\": \"m2\",\n          "
                 "\"events\": []\n        }",
                 "7", ":35:9: error: handlers[1].messages[1]: expected an object: a message");
  expect_damage ("{\"events\": 8, \"messages\": 4, \"handlers\": 2}", "7",
                 ":59:10: error: end: expected an object: the counts");
#define HEAD "{\"format\": \"edt-json\", \"version\": 1, \"handlers\": [7]}"
  expect_refusal (HEAD, ":1:51: error: handlers[0]: expected an object: a handler");
  /* Blanks in front of the document count. */
  expect_refusal ("\n\n  " HEAD, ":3:53: error: handlers[0]: expected an object: a handler");
}

/* Whole numbers of 32 bits, both ends among them. */
TEST (priorities_are_numbers)
{
  static const char *const wrong[] = { "-2147483649", "2147483648", "1.5", "1.0", "\"1\"", "null" };
  static const char *const right[] = { "-2147483648", "2147483647", "0" };
  static const int32_t numbers[] = { INT32_MIN, INT32_MAX, 0 };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    expect_damage ("-3", wrong[i],
                   ":25:9: error: handlers[1].messages[0]: 'priority' must be a whole number of 32 "
                   "bits");
  for (size_t i = 0; i < sizeof right / sizeof *right; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = sample_with ("-3", right[i]);
      hb_trace *trace = trace_of_json (text, diag);
      assert_non_null (trace);
      const struct hb_message *m1 = &trace->messages.data[hb_trace_find_message (trace, "m1")];
      assert_true (m1->has_priority && m1->priority == numbers[i]);
      hb_trace_free (trace);
      hb_free (text);
      hb_diag_free (diag);
    }
}

/* The initial value has two names. */
TEST (reads_of_init_read_the_initial_value)
{
  hb_diag *diag = hb_diag_new ();
  char *text = sample_with ("\"from\": null", "\"from\": \"init\"");
  hb_trace *trace = trace_of_json (text, diag);
  assert_non_null (trace);
  assert_int_equal (trace->events.data[hb_trace_find_event (trace, "r")].partner, HB_NONE);
  hb_trace_free (trace);
  hb_free (text);
  hb_diag_free (diag);
}

/* What only the builder sees has its way as well. */
TEST (deferred_errors_have_ways)
{
  expect_damage (
      "\"from\": \"a\"", "\"from\": \"b\"",
      ":32:13: error: handlers[1].messages[0].events[2]: no event 'b' in this trace; expected a "
      "label, MESSAGE@K, HANDLER@K or init");
  expect_damage (
      "\"message\": \"m2\"", "\"message\": \"m1\"",
      ":16:13: error: handlers[0].messages[0].events[1]: message 'm1' is posted twice; expected "
      "one post for each message");
  expect_damage (
      "{\"op\": \"post\", \"message\": \"m2\", \"label\": \"p\"}",
      "{\"op\": \"write\", \"variable\": \"z\"}",
      ":35:9: error: handlers[1].messages[1]: nobody posts message 'm2'; expected a 'post m2' "
      "somewhere, or 'external' behind its id");
  expect_damage ("[\"a\", \"m1@2\"]", "[\"a\", \"p\"]",
                 ":51:16: error: co.x[1]: 'p' is a post; expected a write of 'x'");
  expect_damage (
      "[\"a\", \"m1@2\"]", "[\"a\"]",
      ":51:11: error: co.x[0]: the coherence order of 'x' leaves 'a' and 'm1@2' without order; "
      "expected 'co x' lines that order all its writes");
  expect_damage (
      "[\"m1\", \"m2\"]}\n  ],\n  \"mo\"", "[\"m1\", \"m3\"]}\n  ],\n  \"mo\"",
      ":54:42: error: eo[0].messages[1]: no message 'm3' in this trace; expected a message of "
      "handler 'h2'");
}

TEST (errors_do_not_flood)
{
  VEC (char) text = VEC_EMPTY;
  const char *head = "{\"format\": \"edt-json\", \"version\": 1, \"handlers\": [";
  for (; *head; head++)
    vec_push (text, *head);
  for (int i = 0; i < 1000; i++)
    {
      vec_push (text, '1');
      vec_push (text, i < 999 ? ',' : ']');
    }
  vec_push (text, '}');
  vec_push (text, '\0');
  hb_diag *diag = hb_diag_new ();
  assert_null (trace_of_json (text.data, diag));
  assert_int_equal (hb_diag_errors (diag), HB_MOST_ERRORS);
  hb_diag_free (diag);
  vec_free (text);
}

/* Whatever the bytes: a trace and no errors, or errors and no trace. */
static void
read_noise (const char *text, size_t size)
{
  put_bytes (text, size);
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = hb_json_read_trace (unit_scratch (), diag);
  assert_true (!trace == (hb_diag_errors (diag) > 0));
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (truncated_documents_are_refused)
{
  /* Without the line feed at its end it is still whole. */
  for (size_t size = 0; size + 2 < sizeof sample; size++)
    {
      put_bytes (sample, size);
      hb_diag *diag = hb_diag_new ();
      assert_null (hb_json_read_trace (unit_scratch (), diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      hb_diag_free (diag);
    }
}

TEST (noise_does_no_harm)
{
  static const char *const pieces[] = { "null",     "[]",       "{}",     "\"\"",
                                        "-1",       "1e9",      "\"m1\"", "\"a\"",
                                        "\"m1@9\"", "\"h1@0\"", "\"op\"", "true",
                                        ",",        "\\u0000",  "\xff",   "18446744073709551616" };
  struct hb_rng rng = hb_rng_seeded (11);
  for (int i = 0; i < 3000; i++)
    {
      char text[sizeof sample + 256];
      size_t size = sizeof sample - 1;
      memcpy (text, sample, size);
      for (uint64_t changes = 1 + hb_rng_below (&rng, 3); changes > 0; changes--)
        {
          size_t at = hb_rng_below (&rng, size);
          /* Most changes exchange a whole value, so that the document stays one. */
          size_t end = at;
          if (hb_rng_below (&rng, 4))
            {
              while (at && !strchr (" [{", text[at - 1]))
                at--;
              end = at;
              while (end < size && !strchr (",]} :\n", text[end]))
                end++;
            }
          else
            end = at + hb_rng_below (&rng, 4) % (size - at);
          const char *piece = pieces[hb_rng_below (&rng, sizeof pieces / sizeof *pieces)];
          size_t length = strlen (piece);
          memmove (text + at + length, text + end, size - end);
          memcpy (text + at, piece, length);
          size = size - (end - at) + length;
        }
      read_noise (text, size);
    }
}

TEST (deep_nesting_is_refused)
{
  char *text = hb_calloc (1 << 20, 1);
  memset (text, '[', (1 << 20) - 1);
  hb_diag *diag = hb_diag_new ();
  assert_null (trace_of_json (text, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_diag_free (diag);
  hb_free (text);
}
