/* ED-consistency: is there an order of messages that explains a trace of an event-driven program?
 * (ED-consistency paper, Definition 2, the mailbox of each handler being part of the trace.)  Files are
 * traces in any format that is read; a solution is a witness: the trace with eo and mo total. */
#include "problem/ed.h"

#include "format/edt.h"
#include "gen/traces.h"
#include "import/import.h"
#include "proof/certificate.h"
#include "proof/certify.h"
#include "run/replay.h"

#include <string.h>

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return hb_format_of_bytes (bytes, length) != HB_FORMAT_ANY;
}

static hb_trace *
read_trace (hb_input *input, hb_diag *diag)
{
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  enum hb_format format = hb_format_of_name (hb_input_name (input));
  if (format == HB_FORMAT_ANY)
    format = hb_format_of_bytes (bytes, length);
  return hb_import_input (input, format, NULL, NULL, diag);
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self;
  return hb_instance_of_trace (read_trace (input, diag));
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self;
  (void)comment;
  hb_edt_write (output, hb_trace_of (instance), NULL);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  const hb_trace *trace = hb_trace_of (instance);
  sizes[0] = trace->events.size;
  sizes[1] = trace->messages.size;
  sizes[2] = trace->handlers.size;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return hb_traces_equal (hb_trace_of (a), hb_trace_of (b), false);
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_instance_of_trace (hb_trace_copy (hb_trace_of (instance), false));
}

/* --- a target in the making --- */

hb_builder *
hb_target_builder (struct hb_target *target, hb_diag *diag)
{
  return target->output ? hb_builder_to_file (target->output) : hb_builder_to_trace (diag);
}

bool
hb_target_built (struct hb_target *target, hb_builder *builder)
{
  struct hb_sizes sizes = hb_builder_sizes (builder);
  target->sizes[0] = sizes.events;
  target->sizes[1] = sizes.messages;
  target->sizes[2] = sizes.handlers;
  target->instance = hb_instance_of_trace (hb_builder_finish (builder));
  return target->output || target->instance;
}

/* --- solutions --- */

/* The witness that a file which extends the trace gives. */
static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  (void)self;
  hb_trace *full = read_trace (input, diag);
  hb_witness *witness = full ? hb_witness_extending (hb_trace_of (instance), full, diag) : NULL;
  hb_trace_free (full);
  return hb_solution_of_witness (witness);
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  (void)self;
  hb_edt_write (output, hb_trace_of (instance), hb_witness_of (solution));
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  return hb_replay (hb_trace_of (instance), hb_witness_of (solution), NULL, diag);
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  (void)self;
  const hb_witness *x = hb_witness_of (a), *y = hb_witness_of (b);
  size_t handlers = hb_trace_of (instance)->handlers.size;
  return !memcmp (x->eo, y->eo, x->eo_start[handlers] * sizeof *x->eo)
         && !memcmp (x->mo, y->mo, x->mo_start[handlers] * sizeof *x->mo);
}

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_witness_free ((hb_witness *)solution);
}

/* --- proofs --- */

static bool
prove (const struct hb_problem *self, const hb_instance *instance, struct hb_limits *limits,
       hb_output *output, hb_diag *diag)
{
  (void)self;
  const hb_trace *trace = hb_trace_of (instance);
  struct hb_check_options options = { .limits = limits };
  hb_check_result result;
  hb_check (hb_engine_for (trace), trace, &options, &result);
  struct hb_certificate_options wanted = { .limits = limits };
  struct hb_certificate certificate = hb_certificate_new (trace, &result, &wanted, diag);
  bool good = certificate.text != NULL;
  if (good)
    hb_put_bytes (output, certificate.text, certificate.size);
  hb_certificate_free (&certificate);
  hb_check_result_free (&result);
  return good;
}

static enum hb_answer
certify (const struct hb_problem *self, const hb_instance *instance, hb_input *input, hb_diag *diag)
{
  (void)self;
  struct hb_certified certified = hb_certify (hb_trace_of (instance), input, diag);
  hb_input_close (input);
  return (enum hb_answer)certified.verdict;
}

/* --- many instances --- */

/* Traces of queues; gen/small.h says which. */
static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  (void)self;
  for (uint64_t handlers = 1; handlers <= bounds[1]; handlers++)
    for (uint64_t messages = 0; messages <= bounds[2] && 2 * messages <= size; messages++)
      {
        struct hb_small_size wanted = { .handlers = (int)handlers,
                                        .messages = (int)messages,
                                        .accesses = (int)(size - 2 * messages),
                                        .nested = true };
        if (wanted.accesses <= 6 && !hb_each_small_instance (&wanted, visit, context))
          return false;
      }
  return true;
}

/* A run, perhaps damaged: some reads and writes wrong. */
static hb_instance *
draw (const uint64_t *bounds, hb_id wrong, struct hb_rng *rng, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.handlers = 1 + (hb_id)hb_rng_below (rng, bounds[1]);
  shape.messages = 1 + (hb_id)hb_rng_below (rng, bounds[2]);
  shape.events = 2;
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.nested = hb_rng_coin (rng);
  shape.mailbox = (int)hb_rng_below (rng, HB_MAILBOXES + 1) - 1;
  shape.wrong_reads = wrong;
  shape.wrong_posts = wrong;
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_run_random (&shape, rng, builder, diag);
  return hb_instance_of_trace (hb_builder_finish (builder));
}

static hb_instance *
draw_run (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
          hb_diag *diag)
{
  (void)self;
  return draw (bounds, 0, rng, diag);
}

static hb_instance *
draw_damaged (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
              hb_diag *diag)
{
  (void)self;
  return draw (bounds, 1 + (hb_id)hb_rng_below (rng, 3), rng, diag);
}

static hb_instance *
vary (const struct hb_problem *self, const hb_instance *instance, struct hb_rng *rng)
{
  (void)self;
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_trace_shuffled (hb_trace_of (instance), rng, builder);
  hb_trace *shuffled = hb_builder_finish (builder);
  hb_diag_free (diag);
  return hb_instance_of_trace (shuffled);
}

/* --- the record --- */

static const struct hb_generator run
    = { "run", "traces of random runs, of all mailboxes: they are consistent", NULL, draw_run };
static const struct hb_generator damaged
    = { "damaged", "such traces with some reads and posts made wrong", NULL, draw_damaged };
static const struct hb_generator *const generators[] = { &run, &damaged, NULL };

static const char *const measures[] = { "events", "messages", "handlers", NULL };
static const struct hb_bound bounds[]
    = { { "events", "events, gets and posts among them", 6, 0, 18 },
        { "handlers", "handlers", 2, 4, 4 },
        { "messages", "messages that are posted", 4, 12, 6 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_ed = {
  HB_TRACE_MEMBERS,
  .name = "ed-consistency",
  .title = "ED-consistency",
  .summary = "is there an order of messages that explains a trace of an event-driven program?",
  .source = "ED-consistency paper, Definition 2",
  .thing = "trace",
  .things = "traces",
  .evidence = "witness",
  .evidences = "witnesses",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .read_solution = read_solution,
  .write_solution = write_solution,
  .check = check,
  .same = same,
  .free_solution = free_solution,
  .deciders = hb_ed_deciders,
  .prove = prove,
  .certify = certify,
  .enumerate = enumerate,
  .generators = generators,
  .vary = vary,
  .without = hb_trace_without,
};
