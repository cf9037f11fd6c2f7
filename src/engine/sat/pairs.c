/* See pairs.h. */
#include "engine/sat/pairs.h"

bool
hb_step_pairs (const hb_hosts *hosts, const struct hb_step *step, struct hb_pair open[2],
               int *count)
{
  const hb_trace *trace = hosts->trace;
  struct hb_pair assumed[2];
  int size = hb_step_assumes (trace, step, assumed);
  *count = 0;
  for (int i = 0; i < size; i++)
    {
      enum hb_pair_state state = HB_PAIR_OPEN;
      /* Where messages post one another in a circle the walk has no end; such a trace is refuted
       * without looking at pairs. */
      for (size_t patience = trace->messages.size; patience; patience--)
        if (!hb_pair_parents (hosts, &assumed[i], &state))
          break;
      if (state == HB_PAIR_FAILS)
        return false;
      if (state == HB_PAIR_OPEN)
        open[(*count)++] = assumed[i];
    }
  return true;
}

static size_t
hash (struct hb_pair pair)
{
  uint64_t low = pair.before < pair.after ? pair.before : pair.after;
  uint64_t high = pair.before < pair.after ? pair.after : pair.before;
  uint64_t h = ((low << 32 | high) + pair.posts) * UINT64_C (0x9e3779b97f4a7c15);
  return (size_t)(h ^ (h >> 32));
}

static void
grow (struct hb_pairs *set)
{
  size_t size = set->table.size ? 2 * set->table.size : 64;
  set->table.size = 0;
  vec_resize (set->table, size, 0);
  for (size_t i = 0; i < set->pairs.size; i++)
    {
      size_t at = hash (set->pairs.data[i]) & (size - 1);
      while (set->table.data[at])
        at = (at + 1) & (size - 1);
      set->table.data[at] = (uint32_t)i + 1;
    }
}

int
hb_pairs_number (struct hb_pairs *set, struct hb_pair pair)
{
  if (2 * (set->pairs.size + 1) > set->table.size)
    grow (set);
  size_t mask = set->table.size - 1, at = hash (pair) & mask;
  for (; set->table.data[at]; at = (at + 1) & mask)
    {
      uint32_t number = set->table.data[at];
      struct hb_pair known = set->pairs.data[number - 1];
      if (known.posts != pair.posts)
        continue;
      if (known.before == pair.before && known.after == pair.after)
        return (int)number;
      if (known.before == pair.after && known.after == pair.before)
        return -(int)number;
    }
  HB_ASSERT (pair.before != pair.after);
  vec_push (set->pairs, pair);
  set->table.data[at] = (uint32_t)set->pairs.size;
  return (int)set->pairs.size;
}

void
hb_pairs_free (struct hb_pairs *set)
{
  vec_free (set->pairs);
  vec_free (set->table);
}
