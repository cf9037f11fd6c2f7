/* See small.h. */
#include "cmd/verify/small.h"

void
verify_small (const struct verify_sizes *sizes, struct hb_small_size like,
              bool (*visit) (hb_trace *trace, void *context), void *context)
{
  bool go_on = true;
  for (int events = sizes->least_events; events <= sizes->most_events; events++)
    for (int handlers = 1; handlers <= sizes->most_handlers; handlers++)
      for (int messages = sizes->least_messages;
           messages <= sizes->most_messages && 2 * messages <= events && go_on; messages++)
        {
          like.handlers = handlers;
          like.messages = messages;
          like.accesses = events - 2 * messages;
          if (like.accesses <= sizes->most_accesses)
            go_on = hb_small_traces (&like, visit, context);
        }
}
