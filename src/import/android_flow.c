/* Reads-from of an Android log (android.h): a read takes the value of the last write of its variable
 * in the log before it, and the initial value if there is none.
 *
 * DroidRacer writes a line before or after the access itself and not together with it, so two
 * threads that race may stand in the log in the other order; the log knows no better. */
#include "import/android_log.h"

void
hb_android_flow (struct hb_android *log)
{
  size_t variables = hb_names_count (log->variables);
  hb_id *last = hb_calloc (variables, sizeof *last);
  for (size_t v = 0; v < variables; v++)
    last[v] = HB_NONE;
  for (hb_id i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (op->emit == HB_EMIT_READ)
        op->partner = last[op->object];
      else if (op->emit == HB_EMIT_WRITE)
        last[op->object] = i;
    }
  hb_free (last);
}
