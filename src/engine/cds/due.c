/* The posts that may be done now, by when they are due: a binary heap.  See cds.h. */
#include "engine/cds/cds.h"

bool
cds_sooner (const struct cds *cds, hb_id a, hb_id b)
{
  return cds->rank[a] < cds->rank[b] || (cds->rank[a] == cds->rank[b] && a < b);
}

static bool
due_sooner (const struct cds *cds, hb_id a, hb_id b)
{
  return cds->due[a] < cds->due[b] || (cds->due[a] == cds->due[b] && cds_sooner (cds, a, b));
}

/* When SENDER can do what it stands before. */
static hb_id
due_of (const struct cds *cds, hb_id sender)
{
  return cds->clock[sender] > cds->ready[sender] ? cds->clock[sender] : cds->ready[sender];
}

bool
cds_due_is_first (const struct cds *cds, hb_id message, hb_id sender)
{
  hb_id own = due_of (cds, sender);
  if (!cds->heap.size)
    return true;
  hb_id first = cds->heap.data[0];
  return own < cds->due[first]
         || (own == cds->due[first] && message != first && cds_sooner (cds, message, first));
}

/* SENDER stands before the post of MESSAGE. */
void
cds_due_push (struct cds *cds, hb_id message, hb_id sender)
{
  if (cds->messages[message].in_heap)
    return;
  cds->messages[message].in_heap = true;
  cds->due[message] = due_of (cds, sender);
  vec_push (cds->heap, message);
  hb_id *heap = cds->heap.data;
  size_t i = cds->heap.size - 1;
  for (; i && due_sooner (cds, message, heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = message;
}

hb_id
cds_due_pop (struct cds *cds)
{
  hb_id *heap = cds->heap.data, first = heap[0], last = vec_pop (cds->heap);
  size_t size = cds->heap.size, i = 0;
  cds->messages[first].in_heap = false;
  while (size)
    {
      size_t child = 2 * i + 1;
      if (child + 1 < size && due_sooner (cds, heap[child + 1], heap[child]))
        child++;
      if (child >= size || !due_sooner (cds, heap[child], last))
        break;
      heap[i] = heap[child];
      i = child;
    }
  if (size)
    heap[i] = last;
  return first;
}
