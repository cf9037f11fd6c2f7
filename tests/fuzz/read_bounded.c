/* Fuzzing certificates of bounded answers about event programs (.aed), each with its program. */
#include "targets.h"

#include "base/limits.h"
#include "gen/events.h"
#include "proof/robust/bounded.h"
#include "robust/explore.h"

#include <stdlib.h>

#define SECONDS 0.5
#define BYTES (UINT64_C (1) << 30)

/* A formula of more is not made: each of these multiplies it. */
#define MOST_BOUND 3

static const char *const words[] = { "hbcert 1 bounded",
                                     "stage rob",
                                     "stage det",
                                     "stage det any",
                                     "starts 1",
                                     "starts 2",
                                     "bound 0",
                                     "bound 1",
                                     "beyond none",
                                     "beyond unknown",
                                     "formula",
                                     "clauses",
                                     "proof",
                                     "d",
                                     "1:",
                                     "event",
                                     "proc",
                                     "async[main]",
                                     "async[any]",
                                     "shared",
                                     "x0",
                                     ":=",
                                     "0",
                                     "1",
                                     "-1",
                                     "\n",
                                     "4294967296",
                                     "99999999999999999999" };

static hb_aed *
read_program (const char *data, size_t size, hb_diag *diag)
{
  hb_aed *program = hb_aed_of_bytes ("fuzzed", data, size, diag);
  if (program)
    hb_aed_split (program);
  return program;
}

static char *
make_bounded (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (103, seed);
  for (char *both = NULL;;)
    {
      struct hb_event_shape shape = { .events = 1,
                                      .procs = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .variables = 1,
                                      .statements = 2,
                                      .branches = true,
                                      .driver = true };
      char *text = hb_random_events (&shape, &rng);
      hb_diag *diag = hb_diag_new ();
      hb_aed *program = read_program (text, strlen (text), diag);
      struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
      struct hb_bounded_claim claim
          = { HB_STAGE_ROB, false, 1 + hb_rng_below (&rng, 2), 1, hb_rng_coin (&rng) };
      hb_output *output = hb_output_to_memory ();
      if (program && hb_bounded_prove (program, &claim, &limits, output, diag) == 20)
        {
          size_t length;
          char *second = hb_output_text (output, &length);
          output = NULL;
          both = fuzz_two_parts (text, second);
          hb_free (second);
        }
      hb_output_discard (output);
      hb_aed_free (program);
      hb_diag_free (diag);
      hb_free (text);
      if (both)
        return both;
    }
}

/* Is the number behind NAME, wherever that stands, beyond what is tried? */
static bool
is_large (const char *text, const char *name)
{
  for (const char *at = text; (at = strstr (at, name)); at++)
    if (strtoul (at + strlen (name), NULL, 10) > MOST_BOUND)
      return true;
  return false;
}

/* What is certified for all runs is found by none. */
static void
check_bounded (const hb_aed *program)
{
  hb_acode *code = hb_acode_new (program);
  struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
  struct hb_explore_options how
      = { .parts = HB_PART_BOTH, .only = HB_NONE, .most = 3000, .bound = 2, .limits = &limits };
  struct hb_explore_result explored;
  hb_explore_robust (code, &how, &explored);
  if (explored.answer == HB_ROBUST_VIOLATED)
    hb_die ("certified as robust, but a run shows that it is not");
  hb_explore_result_free (&explored);
  hb_acode_free (code);
}

static bool
read_bounded (const char *data, size_t size, bool checked)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = second && size < 100000 ? read_program (data, first, diag) : NULL;
  char *text = second ? hb_copy_bytes (second, size - (size_t)(second - data)) : NULL;
  struct hb_certified_bounded found = { .good = false };
  if (program && !is_large (text, "starts") && !is_large (text, "bound"))
    {
      hb_input *input
          = hb_input_of_bytes ("certificate", second, size - (size_t)(second - data), diag);
      found = hb_certify_bounded (program, input, diag);
      hb_input_close (input);
      if (checked)
        fuzz_either (found.good, diag);
      if (checked && found.good && found.claim.is_whole && found.claim.stage == HB_STAGE_ROB)
        check_bounded (program);
    }
  hb_free (text);
  hb_aed_free (program);
  hb_diag_free (diag);
  return found.good;
}

const struct fuzz_target fuzz_bounded = { .name = "bounded",
                                          .sources = "proof/robust/ robust/instrument robust/read",
                                          FUZZ_WORDS (words),
                                          .make = make_bounded,
                                          .read = read_bounded,
                                          .rounds = 200,
                                          .fresh = 4,
                                          .least = 1,
                                          .most = 1,
                                          .least_good = 2,
                                          .most_good = 98 };
