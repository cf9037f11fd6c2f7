/* Engines and what they answer, for those who look from outside.  See <hbkit/engine.h>. */
#include "engine/engine.h"

const hb_engine *
hb_engine_at (size_t i)
{
  size_t count = 0;
  while (hb_engines[count])
    count++;
  return i < count ? hb_engines[i] : NULL;
}

const char *
hb_engine_name (const hb_engine *engine)
{
  return engine->name;
}

const char *
hb_engine_summary (const hb_engine *engine)
{
  return engine->summary;
}

bool
hb_engine_accepts (const hb_engine *engine, const hb_trace *trace, const char **why)
{
  return engine->accepts (trace, why);
}

hb_result *
hb_decide (const hb_engine *engine, const hb_trace *trace, const struct hb_check_options *options)
{
  static const struct hb_check_options none;
  hb_result *result = hb_calloc (1, sizeof *result);
  hb_check (engine ? engine : hb_engine_for (trace), trace, options ? options : &none, result);
  return result;
}

void
hb_result_free (hb_result *result)
{
  if (!result)
    return;
  hb_check_result_free (result);
  hb_free (result);
}

enum hb_verdict
hb_result_verdict (const hb_result *result)
{
  return result->verdict;
}

const hb_witness *
hb_result_witness (const hb_result *result)
{
  return result->witness;
}

size_t
hb_result_cycles (const hb_result *result)
{
  return result->cycles.size;
}

const hb_cycle *
hb_result_cycle (const hb_result *result, size_t i)
{
  return vec_from (result->cycles, i);
}

const char *
hb_result_reason (const hb_result *result)
{
  return result->reason;
}
