/* <hbkit/generate.h> as a stranger uses it. */
#include <hbkit/engine.h>
#include <hbkit/generate.h>
#include <hbkit/program.h>

#include "check.h"

static bool
count_formula (const hb_cnf *cnf, void *context)
{
  size_t *count = context;
  CHECK (hb_cnf_clauses (cnf) <= 2);
  return ++*count < 1000;
}

static bool
count_trace (hb_trace *trace, void *context)
{
  size_t *count = context;
  CHECK (hb_trace_events (trace) == 6);
  ++*count;
  return true;
}

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (1);
  struct hb_family_options wanted = hb_family_defaults ();
  size_t families = 0;
  for (; hb_family_at (families); families++)
    {
      const hb_family *family = hb_family_at (families);
      CHECK (hb_family_find (hb_family_name (family)) == family && *hb_family_summary (family));
      hb_cnf *cnf = hb_family_formula (family, &wanted, &rng, NULL, diag);
      CHECK (cnf && hb_cnf_clauses (cnf));
      hb_cnf_free (cnf);
    }
  CHECK (families >= 6 && !hb_family_find ("none"));

  size_t count = 0;
  struct hb_bounds bounds = { 3, 2, 6, false };
  CHECK (hb_enumerate (&bounds, count_formula, &count) && count > 3);
  count = 0;
  struct hb_small_size size = { 2, 2, 2, false, false, HB_QUEUE }, wrong = { .handlers = 9 };
  CHECK (hb_small_traces (&size, count_trace, &count) && count > 3);
  CHECK (!hb_small_traces (&wrong, count_trace, &count));

  struct hb_run_shape shape = hb_run_defaults ();
  hb_builder *builder = hb_builder_to_trace (diag);
  CHECK (hb_run_random (&shape, &rng, builder, diag));
  hb_trace *trace = hb_builder_finish (builder);
  builder = hb_builder_to_trace (diag);
  hb_trace_shuffled (trace, &rng, builder);
  hb_trace *other = hb_builder_finish (builder);
  CHECK (hb_trace_events (trace) == hb_trace_events (other));
  hb_result *result = hb_decide (NULL, other, NULL);
  CHECK (hb_result_verdict (result) == HB_CONSISTENT);
  hb_result_free (result);
  hb_trace_free (trace);
  hb_trace_free (other);

  struct hb_program_shape small = hb_program_defaults ();
  char *text = hb_program_random (&small, &rng);
  hb_program *program = hb_program_of_bytes ("random", text, strlen (text), diag);
  CHECK (program);
  hb_program_free (program);
  hb_free (text);
  CHECK (!hb_diag_errors (diag));
  hb_diag_free (diag);
  return 0;
}
