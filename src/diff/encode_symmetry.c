/* Threads that can be exchanged do something in turn; see encode.h.
 *
 * What they do is a step that each of them has at the same place, any two of which conflict, so that every run orders
 * those that it makes.  Exchanging threads makes each run one in which they are made in the order of the threads, the
 * later threads' not without the earlier ones'. */
#include "diff/encode_private.h"

/* The first step of THREAD; the number of all steps if it has none. */
static hb_id
first_step (const diff_encoding *e, hb_id thread)
{
  hb_id first = 0;
  while (first < e->steps.size && e->steps.data[first].thread != thread)
    first++;
  return first;
}

static hb_id
steps_of (const diff_encoding *e, hb_id thread)
{
  hb_id first = first_step (e, thread), end = first;
  while (end < e->steps.size && e->steps.data[end].thread == thread)
    end++;
  return end - first;
}

/* The order of steps A and B, A before B in their numbers, as a literal of the circuit; HB_NONE: it has none. */
static hb_lit
order_of (const diff_encoding *e, hb_id a, hb_id b)
{
  return e->orders.data[(size_t)b * (b - 1) / 2 + a];
}

/* The place of the first step that all COUNT threads order among each other; HB_NONE. */
static hb_id
common_place (const diff_encoding *e, const hb_id *threads, hb_id count)
{
  hb_id steps = steps_of (e, threads[0]);
  for (hb_id i = 1; i < count; i++)
    steps = steps_of (e, threads[i]) == steps ? steps : 0;
  for (hb_id place = 0; place < steps; place++)
    {
      bool ordered = true;
      for (hb_id i = 0; i + 1 < count && ordered; i++)
        ordered = order_of (e, first_step (e, threads[i]) + place,
                            first_step (e, threads[i + 1]) + place)
                  != HB_NONE;
      if (ordered)
        return place;
    }
  return HB_NONE;
}

void
diff_encoding_in_turn (diff_encoding *e, const hb_id *threads, hb_id count, int off)
{
  hb_id place = common_place (e, threads, count);
  for (hb_id i = 0; i + 1 < count && place != HB_NONE; i++)
    {
      hb_id a = first_step (e, threads[i]) + place, b = first_step (e, threads[i + 1]) + place;
      int runs = hb_tseitin_literal (e->tseitin, e->steps.data[b].runs);
      int earlier[] = { off, -runs, hb_tseitin_literal (e->tseitin, e->steps.data[a].runs) };
      int order[] = { off, -runs, hb_tseitin_literal (e->tseitin, order_of (e, a, b)) };
      diff_encoding_clause (e, earlier, 3);
      diff_encoding_clause (e, order, 3);
    }
}
