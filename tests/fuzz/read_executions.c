/* Fuzzing certificates of bounded answers about executions of event programs (proof/robust/executions.h). */
#include "targets.h"

#include "base/limits.h"
#include "gen/events.h"
#include "proof/robust/executions.h"
#include "robust/direct.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS 0.5
#define BYTES (UINT64_C (1) << 30)

/* A formula of more is not made: each of these multiplies it. */
#define MOST_BOUND 3

static const char *const executions_words[] = { "hbcert 1 executions",
                                                "part both",
                                                "part det",
                                                "part ser",
                                                "main queue",
                                                "main multiset",
                                                "events 1",
                                                "events 2",
                                                "bound 0",
                                                "bound 1",
                                                "beyond none",
                                                "beyond unknown",
                                                "cycles 0",
                                                "cycles 1",
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
                                                "4294967296" };

static hb_aed *
program_of (const char *text, size_t size, hb_diag *diag)
{
  hb_aed *program = hb_aed_of_bytes ("program", text, size, diag);
  if (program)
    hb_aed_split (program);
  return program;
}

/* A program of SHAPE and the proof of CLAIM about it; NULL: there is none. */
static char *
proof_of (const struct hb_event_shape *shape, const struct hb_executions_claim *claim,
          struct hb_rng *rng)
{
  char *text = hb_random_events (shape, rng), *both = NULL;
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = program_of (text, strlen (text), diag);
  hb_acode *code = program ? hb_acode_new (program) : NULL;
  struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
  hb_output *output = hb_output_to_memory ();
  if (code && hb_executions_prove (code, claim, &limits, output, diag) == 20)
    {
      size_t length;
      char *second = hb_output_text (output, &length);
      output = NULL;
      both = fuzz_two_parts (text, second);
      hb_free (second);
    }
  hb_output_discard (output);
  hb_acode_free (code);
  hb_aed_free (program);
  hb_diag_free (diag);
  hb_free (text);
  return both;
}

static char *
make_executions (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (107, seed);
  for (char *both;;)
    {
      bool driver = hb_rng_coin (&rng);
      struct hb_event_shape shape = { .events = 2,
                                      .procs = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .variables = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .statements = 2,
                                      .branches = true,
                                      .driver = driver };
      struct hb_executions_claim claim = { .parts = 1 + (unsigned)hb_rng_below (&rng, 3),
                                           .queue = hb_rng_coin (&rng),
                                           .events = 2,
                                           .bound = 1,
                                           .is_whole = driver && hb_rng_coin (&rng) };
      if ((both = proof_of (&shape, &claim, &rng)))
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

/* What is certified is found by no search for an execution, by another formula. */
static void
check_claim (const hb_acode *code, const struct hb_executions_claim *claim)
{
  struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
  struct hb_direct_options how = { .parts = claim->parts,
                                   .queue = claim->queue,
                                   .events = claim->events,
                                   .bound = claim->bound,
                                   .most = 300000,
                                   .limits = &limits };
  struct hb_direct_result found;
  hb_diag *diag = hb_diag_new ();
  hb_direct (code, &how, &found, diag);
  if (found.answer == HB_ROBUST_VIOLATED)
    hb_die ("certified that no execution violates, but one does");
  hb_direct_result_free (&found);
  hb_diag_free (diag);
}

static bool
read_executions (const char *data, size_t size, bool checked)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = second && size < 100000 ? program_of (data, first, diag) : NULL;
  hb_acode *code = program ? hb_acode_new (program) : NULL;
  char *text = second ? hb_copy_bytes (second, size - (size_t)(second - data)) : NULL;
  struct hb_certified_executions found = { .good = false };
  if (code && !is_large (text, "events") && !is_large (text, "bound"))
    {
      hb_input *input
          = hb_input_of_bytes ("certificate", second, size - (size_t)(second - data), diag);
      found = hb_certify_executions (code, input, diag);
      hb_input_close (input);
      if (checked)
        fuzz_either (found.good, diag);
      if (checked && found.good)
        check_claim (code, &found.claim);
    }
  hb_free (text);
  hb_acode_free (code);
  hb_aed_free (program);
  hb_diag_free (diag);
  return found.good;
}

const struct fuzz_target fuzz_executions = { .name = "executions",
                                             .sources = "proof/robust/ robust/read",
                                             FUZZ_WORDS (executions_words),
                                             .make = make_executions,
                                             .read = read_executions,
                                             .rounds = 200,
                                             .fresh = 4,
                                             .least = 1,
                                             .most = 1,
                                             .least_good = 2,
                                             .most_good = 98 };
