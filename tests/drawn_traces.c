/* See drawn_traces.h. */
#include "drawn_traces.h"

#include "unit.h"

hb_trace *
run_of (struct hb_run_shape shape, uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (seed);
  hb_builder *builder = hb_builder_to_trace (diag);
  assert_true (hb_run_random (&shape, &rng, builder, diag));
  hb_trace *trace = hb_builder_finish (builder);
  if (!trace)
    fail_msg ("%s", hb_diag_first (diag));
  hb_diag_free (diag);
  return trace;
}

hb_trace *
shuffled (const hb_trace *trace, uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (seed);
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_trace_shuffled (trace, &rng, builder);
  hb_trace *other = hb_builder_finish (builder);
  if (!other)
    fail_msg ("%s", hb_diag_first (diag));
  hb_diag_free (diag);
  return other;
}
