/* See lanes.h. */
#include "engine/lanes.h"

hb_id *
hb_lanes_new (const hb_trace *trace, hb_id *count)
{
  size_t handlers = trace->handlers.size;
  hb_id *lane = hb_new_ids (trace->messages.size, HB_NONE);
  hb_id *of_sender = hb_calloc (handlers, sizeof *of_sender);
  hb_id *receiver
      = hb_calloc (handlers, sizeof *receiver); /* the one for which that was set, from 1 */
  *count = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      uint8_t mailbox = trace->handlers.data[message->handler].mailbox;
      if (message->post == HB_NONE || mailbox == HB_MULTISET)
        continue;
      hb_id sender = mailbox == HB_SENDER_QUEUE ? hb_event_handler (trace, message->post) : 0;
      if (receiver[sender] != message->handler + 1)
        {
          receiver[sender] = message->handler + 1;
          of_sender[sender] = (*count)++;
        }
      lane[m] = of_sender[sender];
    }
  hb_free (of_sender);
  hb_free (receiver);
  return lane;
}
