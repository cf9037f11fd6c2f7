/* What the library does about its own mistakes and about exhausted memory: engines that lie or give up are
 * errors for the caller, and who wants to survive exhaustion can. */
#include "unit.h"

#include "base/failure.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "small_traces.h"

static bool
accepts_all (const hb_trace *trace, const char **why)
{
  (void)trace;
  (void)why;
  return true;
}

/* Says "consistent" and gives orders in which n runs before m, which was posted first. */
static void
lie (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  (void)options;
  hb_id m = hb_trace_find_message (trace, "m"), n = hb_trace_find_message (trace, "n");
  result->verdict = HB_CONSISTENT;
  result->witness = hb_witness_new (trace);
  result->witness->eo[0] = n;
  result->witness->eo[1] = m;
  result->witness->mo[0] = m;
  result->witness->mo[1] = n;
}

static void
claim (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  (void)trace;
  (void)options;
  result->verdict = HB_CONSISTENT;
}

static void
give_up (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  (void)trace;
  (void)options;
  (void)result;
  hb_fail ("out of %s", "ideas");
}

static hb_trace *
two_messages (void)
{
  return trace_of_text ("handler g\ninitial\n post m\n post n\nhandler w\nmessage m\n write x\n"
                        "message n\n read x init\n");
}

TEST (test_engines_that_fail)
{
  static const struct
  {
    struct hb_engine engine;
    const char *reason;
  } cases[] = {
    { { .name = "liar", .accepts = accepts_all, .decide = lie }, "'liar' gave a witness that" },
    { { .name = "claimant", .accepts = accepts_all, .decide = claim }, "(none at all)" },
    { { .name = "quitter", .accepts = accepts_all, .decide = give_up }, "out of ideas" },
  };
  hb_trace *trace = two_messages ();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_result *result = hb_decide (&cases[i].engine, trace, NULL);
      assert_int_equal (hb_result_verdict (result), HB_UNKNOWN);
      assert_null (hb_result_witness (result));
      assert_non_null (strstr (hb_result_reason (result), cases[i].reason));
      hb_result_free (result);
    }
  hb_trace_free (trace);
}

/* Guards nest: the inner one catches, and the outer one holds again. */
static void
inner (void *context)
{
  int *depth = context;
  ++*depth;
  hb_fail ("inner");
}

static void
outer (void *context)
{
  char why[HB_LONGEST_FAILURE];
  assert_false (hb_guarded (inner, context, why));
  assert_string_equal (why, "inner");
  hb_fail ("outer %d", *(int *)context);
}

static void
fine (void *context)
{
  ++*(int *)context;
}

TEST (test_guards)
{
  char why[HB_LONGEST_FAILURE];
  int depth = 0;
  assert_false (hb_guarded (outer, &depth, why));
  assert_string_equal (why, "outer 1");
  assert_true (hb_guarded (fine, &depth, why));
  assert_int_equal (depth, 2);
}

static jmp_buf home;
static char told[200];

static void
leave (const char *what)
{
  strncpy (told, what, sizeof told - 1);
  longjmp (home, 1);
}

TEST (test_exhaustion)
{
  hb_on_failure (leave);
  if (!setjmp (home))
    {
      hb_realloc (NULL, SIZE_MAX / 2, 3);
      fail_msg ("there is no such memory");
    }
  assert_non_null (strstr (told, "out of memory"));
  if (!setjmp (home))
    {
      hb_fail ("a number outgrew its type");
    }
  assert_string_equal (told, "a number outgrew its type");
  hb_on_failure (NULL);
}
