/* Which traces several engines take: apart from the list of engines, which needs all of them. */
#include "engine/engine.h"

bool
hb_chained_have_events (const hb_trace *trace, const char **why)
{
  for (size_t i = 0; i < trace->chained.size; i++)
    if (!trace->messages.data[trace->chained.data[i]].count)
      {
        *why = "this engine does not take messages without events in eo chains";
        return false;
      }
  return true;
}
