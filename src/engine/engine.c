/* The table of engines, and the rule that no consistent verdict leaves without having been run. */
#include "engine/engine.h"

#include "base/failure.h"
#include "base/progress.h"
#include "run/replay.h"

#include <string.h>

extern const struct hb_engine hb_engine_auto, hb_engine_cds, hb_engine_sat, hb_engine_enum,
    hb_engine_closure, hb_engine_explore, hb_engine_config, hb_engine_config_as_printed,
    hb_engine_one_handler, hb_engine_two_multisets;

const struct hb_engine *const hb_engines[] = { &hb_engine_auto,
                                               &hb_engine_cds,
                                               &hb_engine_sat,
                                               &hb_engine_closure,
                                               &hb_engine_explore,
                                               &hb_engine_enum,
                                               &hb_engine_config,
                                               &hb_engine_config_as_printed,
                                               &hb_engine_one_handler,
                                               &hb_engine_two_multisets,
                                               NULL };

const struct hb_engine *
hb_engine_find (const char *name)
{
  for (size_t i = 0; hb_engines[i]; i++)
    if (!strcmp (hb_engines[i]->name, name))
      return hb_engines[i];
  return NULL;
}

const struct hb_engine *
hb_engine_for (const hb_trace *trace)
{
  const char *why;
  for (size_t i = 0; hb_engines[i]; i++)
    if (!hb_engines[i]->by_name_only && hb_engines[i]->accepts (trace, &why))
      return hb_engines[i];
  return hb_engines[0];
}

const struct hb_engine *
hb_engine_fastest (const hb_trace *trace)
{
  const char *why;
  for (size_t i = 0; hb_engines[i]; i++)
    if (trace->events.size <= hb_engines[i]->fastest_to && hb_engines[i]->accepts (trace, &why))
      return hb_engines[i];
  return hb_engine_for (trace);
}

/* A new copy of HINT if it is a witness for TRACE, otherwise NULL. */
static hb_witness *
witness_of_hint (const hb_trace *trace, const hb_witness *hint)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = NULL;
  if (hb_replay (trace, hint, NULL, diag))
    {
      size_t handlers = trace->handlers.size;
      witness = hb_witness_new (trace);
      for (hb_id i = 0; i < hint->eo_start[handlers]; i++)
        witness->eo[i] = hint->eo[i];
      for (hb_id i = 0; i < hint->mo_start[handlers]; i++)
        witness->mo[i] = hint->mo[i];
    }
  hb_diag_free (diag);
  return witness;
}

/* A call of an engine. */
struct call
{
  const struct hb_engine *engine;
  const hb_trace *trace;
  const struct hb_check_options *options;
  hb_check_result *result;
};

/* Asks the engine, and runs what it found. */
static void
decide (void *context)
{
  const struct call *call = context;
  hb_check_result *result = call->result;
  call->engine->decide (call->trace, call->options, result);
  if (result->verdict != HB_CONSISTENT)
    return;
  hb_diag *diag = hb_diag_new ();
  bool runs = result->witness && hb_replay (call->trace, result->witness, NULL, diag);
  char why[HB_LONGEST_FAILURE];
  snprintf (why, sizeof why, "%s",
            runs              ? ""
            : result->witness ? hb_diag_first (diag)
                              : "none at all");
  hb_diag_free (diag);
  if (!runs && !call->engine->as_printed)
    hb_fail ("engine '%s' gave a witness that does not run (%.200s); this is a bug, please report "
             "the trace",
             call->engine->name, why);
  if (runs)
    return;
  hb_witness_free (result->witness);
  result->witness = NULL;
  result->reason = "as printed; the order that it found does not run on these mailboxes";
}

void
hb_check (const struct hb_engine *engine, const hb_trace *trace,
          const struct hb_check_options *options, hb_check_result *result)
{
  *result = (hb_check_result){ .verdict = HB_UNKNOWN };
  if (!engine->accepts (trace, &result->reason))
    return;
  if (options->hint && !engine->as_printed)
    result->witness = witness_of_hint (trace, options->hint);
  if (result->witness)
    {
      result->verdict = HB_CONSISTENT;
      result->by_hint = true;
      return;
    }
  struct call call = { engine, trace, options, result };
  char why[HB_LONGEST_FAILURE];
  bool guarded = hb_guarded (decide, &call, why);
  hb_progress_over ();
  if (guarded)
    return;
  hb_check_result_free (result);
  *result = (hb_check_result){ .verdict = HB_UNKNOWN, .failure = hb_copy_text (why) };
  result->reason = result->failure;
}

void
hb_check_result_free (hb_check_result *result)
{
  hb_witness_free (result->witness);
  for (size_t i = 0; i < result->cycles.size; i++)
    hb_cycle_free (&result->cycles.data[i]);
  vec_free (result->cycles);
  hb_free (result->failure);
  result->witness = NULL;
  result->failure = NULL;
}
