/* Fuzzing what belongs to event programs (.aed): schedules, and certificates of robustness. */
#include "targets.h"

#include "base/limits.h"
#include "gen/events.h"
#include "proof/robust/bounded.h"
#include "robust/certify.h"
#include "robust/explore.h"
#include "robust/machine.h"
#include "robust/summaries.h"

#include <stdlib.h>

#define SECONDS 0.5
#define BYTES (UINT64_C (1) << 30)

static const char *const words[] = { "aeds 1",
                                     "start",
                                     "begin",
                                     "step",
                                     "choose",
                                     "end",
                                     "1.1",
                                     "1.2",
                                     "1.",
                                     "2.1.1",
                                     "hbcert 1 robust",
                                     "stage rob",
                                     "stage det",
                                     "stage det any",
                                     "stage seq",
                                     "e",
                                     "x",
                                     "e0",
                                     "e1",
                                     "p0",
                                     "p1",
                                     "event",
                                     "proc",
                                     "async[main]",
                                     "async[any]",
                                     "shared",
                                     ":=",
                                     ";",
                                     "{",
                                     "}",
                                     "0",
                                     "1",
                                     "2",
                                     "-1",
                                     "\n",
                                     "#",
                                     "4294967296",
                                     "99999999999999999999" };

/* A program that is split. */
static hb_aed *
read_program (const char *data, size_t size, hb_diag *diag)
{
  hb_aed *program = hb_aed_of_bytes ("fuzzed", data, size, diag);
  if (program)
    hb_aed_split (program);
  return program;
}

static char *
random_program (struct hb_rng *rng)
{
  struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (rng, 2),
                                  .procs = 1 + (unsigned)hb_rng_below (rng, 2),
                                  .variables = 2,
                                  .statements = 3,
                                  .branches = true,
                                  .choices = hb_rng_coin (rng),
                                  .driver = true };
  return hb_random_events (&shape, rng);
}

/* --- schedules ---------------------------------------------------------------------------------- */

struct told_moves
{
  const hb_aed *program;
  const hb_aschedule *schedule;
};

static void
write_moves (hb_output *output, const void *what)
{
  const struct told_moves *told = what;
  hb_aschedule_write (output, told->program, told->schedule);
}

/* Of programs that are not robust, and the run that shows it. */
static char *
make_moves (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (101, seed);
  for (char *both = NULL;;)
    {
      char *text = random_program (&rng);
      hb_diag *diag = hb_diag_new ();
      hb_aed *program = read_program (text, strlen (text), diag);
      hb_acode *code = hb_acode_new (program);
      struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
      struct hb_explore_options how
          = { .parts = HB_PART_BOTH, .only = HB_NONE, .most = 2000, .limits = &limits };
      struct hb_explore_result explored;
      hb_explore_robust (code, &how, &explored);
      if (explored.answer == HB_ROBUST_VIOLATED)
        {
          struct told_moves told = { program, &explored.schedule };
          char *second = fuzz_written (write_moves, &told, NULL);
          both = fuzz_two_parts (text, second);
          hb_free (second);
        }
      hb_explore_result_free (&explored);
      hb_acode_free (code);
      hb_aed_free (program);
      hb_diag_free (diag);
      hb_free (text);
      if (both)
        return both;
    }
}

static bool
read_moves (const char *data, size_t size, bool checked)
{
  size_t first, length;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = second ? read_program (data, first, diag) : NULL;
  hb_aschedule schedule = { VEC_EMPTY, VEC_EMPTY }, again = { VEC_EMPTY, VEC_EMPTY };
  bool read = program
              && hb_aschedule_read (&schedule, program,
                                    fuzz_file (second, size - (size_t)(second - data)), diag);
  if (program && checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      struct told_moves told = { program, &schedule }, told_again = { program, &again };
      char *text = fuzz_written (write_moves, &told, &length);
      if (!hb_aschedule_read (&again, program, fuzz_file (text, length), diag))
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_moves, &told_again, NULL));
      hb_acode *code = hb_acode_new (program);
      hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
      bool runs = hb_amachine_replay (machine, &schedule, NULL, diag);
      fuzz_either (runs, diag);
      hb_amachine_free (machine);
      hb_acode_free (code);
    }
  hb_aschedule_free (&schedule);
  hb_aschedule_free (&again);
  hb_aed_free (program);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_moves = { .name = "moves",
                                        .sources = "robust/schedule robust/machine robust/read",
                                        FUZZ_WORDS (words),
                                        .make = make_moves,
                                        .read = read_moves,
                                        .rounds = 300,
                                        .fresh = 4,
                                        .least = 1,
                                        .most = 2,
                                        .least_good = 10,
                                        .most_good = 95 };

/* --- certificates ------------------------------------------------------------------------------- */

static char *
make_robust (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (102, seed);
  for (char *both = NULL;;)
    {
      char *text = random_program (&rng);
      hb_diag *diag = hb_diag_new ();
      hb_aed *program = read_program (text, strlen (text), diag);
      struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
      hb_instrumented *made = hb_instrument (program, &how, diag);
      if (made)
        {
          struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
          struct hb_summaries_options options = { .most = 20000, .limits = &limits };
          struct hb_summaries_result result = { .certificate = hb_output_to_memory () };
          hb_put (result.certificate, "hbcert 1 robust\nstage rob\n");
          hb_summaries (made->code, &options, &result);
          size_t length;
          char *second = hb_output_text (result.certificate, &length);
          both = result.answer == HB_ROBUST_ROBUST ? fuzz_two_parts (text, second) : NULL;
          hb_free (second);
          hb_summaries_result_free (&result);
        }
      hb_instrumented_free (made);
      hb_aed_free (program);
      hb_diag_free (diag);
      hb_free (text);
      if (both)
        return both;
    }
}

/* What is certified is found by no run. */
static void
check_robust (const hb_aed *program)
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
read_robust (const char *data, size_t size, bool checked)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = second ? read_program (data, first, diag) : NULL;
  struct hb_certified_robust found = { .good = false };
  if (program)
    {
      hb_input *input
          = hb_input_of_bytes ("certificate", second, size - (size_t)(second - data), diag);
      found = hb_certify_robust (program, input, diag);
      hb_input_close (input);
      if (checked)
        fuzz_either (found.good, diag);
      if (checked && found.good && found.is_whole && found.stage == HB_STAGE_ROB)
        check_robust (program);
    }
  hb_aed_free (program);
  hb_diag_free (diag);
  return found.good;
}

const struct fuzz_target fuzz_robust = { .name = "robust",
                                         .sources = "robust/certify robust/instrument robust/read",
                                         FUZZ_WORDS (words),
                                         .make = make_robust,
                                         .read = read_robust,
                                         .rounds = 200,
                                         .fresh = 4,
                                         .least = 1,
                                         .most = 1,
                                         .least_good = 5,
                                         .most_good = 98 };

/* --- certificates of bounded answers ------------------------------------------------------------ */

/* A formula of more is not made: each of these multiplies it. */
#define MOST_BOUND 3

static const char *const bounded_words[] = { "hbcert 1 bounded",
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
                                             "4294967296" };

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
        check_robust (program);
    }
  hb_free (text);
  hb_aed_free (program);
  hb_diag_free (diag);
  return found.good;
}

const struct fuzz_target fuzz_bounded = { .name = "bounded",
                                          .sources = "proof/robust/ robust/instrument robust/read",
                                          FUZZ_WORDS (bounded_words),
                                          .make = make_bounded,
                                          .read = read_bounded,
                                          .rounds = 200,
                                          .fresh = 4,
                                          .least = 1,
                                          .most = 1,
                                          .least_good = 2,
                                          .most_good = 98 };
