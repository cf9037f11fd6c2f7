/* See mailbox.h. */
#include "trace/mailbox.h"

#include <string.h>

void
hb_box_put (struct hb_box *box, hb_id message, hb_id sender, int32_t priority)
{
  struct hb_boxed boxed = { message, sender, priority };
  vec_push (box->all, boxed);
}

static size_t
first_of_sender (const struct hb_box *box, hb_id sender)
{
  size_t place = 0;
  while (hb_box_at (box, place)->sender != sender)
    place++;
  return place;
}

static size_t
first_of_highest (const struct hb_box *box)
{
  size_t best = 0, size = hb_box_size (box);
  for (size_t place = 1; place < size; place++)
    if (hb_box_at (box, place)->priority > hb_box_at (box, best)->priority)
      best = place;
  return best;
}

size_t
hb_box_first (const struct hb_box *box, enum hb_mailbox discipline, size_t place)
{
  switch (discipline)
    {
    case HB_SENDER_QUEUE:
      return first_of_sender (box, hb_box_at (box, place)->sender);
    case HB_MULTISET:
      return place;
    case HB_STACK:
      return hb_box_size (box) - 1;
    case HB_PRIORITY:
      return first_of_highest (box);
    case HB_QUEUE:
    default:
      return 0;
    }
}

hb_id
hb_box_take (struct hb_box *box, size_t place)
{
  struct hb_boxed *data = box->all.data + box->head;
  hb_id message = data[place].message;
  if (place == 0)
    box->head++;
  else
    {
      memmove (data + place, data + place + 1, (hb_box_size (box) - place - 1) * sizeof *data);
      box->all.size--;
    }
  if (box->head == box->all.size)
    box->head = box->all.size = 0;
  return message;
}

void
hb_box_copy (struct hb_box *to, const struct hb_box *from)
{
  to->all.size = to->head = 0;
  vec_reserve (to->all, hb_box_size (from));
  for (size_t place = 0; place < hb_box_size (from); place++)
    vec_push (to->all, *hb_box_at (from, place));
}

void
hb_box_free (struct hb_box *box)
{
  vec_free (box->all);
  box->head = 0;
}
