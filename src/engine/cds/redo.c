/* The run made again from its start: all that has happened is forgotten, which takes a few passes over
 * arrays, and what the trail still has happens again.  Where little is left of the trail, as at the end of
 * most passes, that is faster by far than to undo event after event.  See cds.h. */
#include "engine/cds/cds.h"

#include <string.h>

/* External messages wait, the other mailboxes are empty. */
static void
fill_bags (struct cds *cds)
{
  cds_senders_clear (cds);
  for (hb_id h = 0; h < cds->trace->handlers.size; h++)
    cds_bag_fill (cds, h);
}

void
cds_start (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t messages = trace->messages.size, handlers = trace->handlers.size;
  for (size_t m = 0; m < messages; m++)
    cds->messages[m].posted = cds->messages[m].admitted = 0;
  memset (cds->head, 0, handlers * sizeof *cds->head);
  memset (cds->tail, 0, handlers * sizeof *cds->tail);
  cds->done = 0;
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id initial = trace->handlers.data[h].initial;
      cds->next[h] = initial != HB_NONE && trace->messages.data[initial].count
                         ? trace->messages.data[initial].first
                         : HB_NONE;
    }
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      hb_id slot = trace->variables.data[v].first + v;
      cds->variables[v]
          = (struct cds_variable){ .slots = slot,
                                   .pending = cds->reads_start[slot + 1] - cds->reads_start[slot] };
    }
  if (cds->mo_waits)
    memset (cds->mo_waits, 0, messages * sizeof *cds->mo_waits);
  for (hb_id i = 0; cds->mo_waits && i < cds->mo_start[messages]; i++)
    cds->mo_waits[cds->mo_next[i]]++;
  fill_bags (cds);
}

void
cds_redo (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  cds_start (cds);
  if (cds->let_go)
    memset (cds->let_go_early, 0,
            (trace->co.size + trace->variables.size) * sizeof *cds->let_go_early);
  for (size_t i = 0; i < cds->trail.size; i++)
    if (cds->trail.data[i] >> CDS_KIND_SHIFT == CDS_LET_GO)
      cds->let_go[cds->trail.data[i] & (CDS_MOST_IDS - 1)] = false;
  for (size_t i = 0; i < cds->trail.size; i++)
    {
      hb_id id = cds->trail.data[i] & (CDS_MOST_IDS - 1), position = (hb_id)i + 1;
      switch ((enum cds_entry) (cds->trail.data[i] >> CDS_KIND_SHIFT))
        {
        case CDS_EVENT:
          cds_happens (cds, cds_handler (cds, id), id, position);
          break;
        case CDS_ADMIT:
          cds_bag_remove (cds, id);
          cds_enter (cds, id, position);
          break;
        case CDS_LET_GO:
          cds_let_go (cds, id);
          break;
        case CDS_ORDER:
          break;
        }
    }
}
