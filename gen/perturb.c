/* Damage to a recorded run: what its trace says afterwards need not have happened.
 *
 * Each change keeps the trace well-formed (every read reads a write of its variable, co is total,
 * every message is posted once), so only happens-before can tell.  Few changes give traces that are
 * inconsistent for a local reason, or consistent by another run. */
#include "gen/run.h"

/* Changes are drawn until they really change something, but not for ever. */
#define TRIES 1000

static struct hb_record_event *
draw_event (struct run *run, enum hb_event_kind kind, struct hb_rng *rng)
{
  for (int i = 0; i < TRIES && run->record.events.size; i++)
    {
      struct hb_record_event *event
          = &run->record.events.data[hb_rng_below (rng, run->record.events.size)];
      if (event->kind == kind)
        return event;
    }
  return NULL;
}

static bool
redirect_read (struct run *run, struct hb_rng *rng)
{
  struct hb_record_event *read = draw_event (run, HB_READ, rng);
  if (!read)
    return false;
  hb_id start = run->record.co_start[read->object],
        count = run->record.co_start[read->object + 1] - start;
  hb_id place = (hb_id)hb_rng_below (rng, (uint64_t)count + 1);
  hb_id from = place < count ? run->record.co[start + place] : HB_NONE;
  bool changed = from != read->from;
  read->from = from;
  return changed;
}

static bool
swap_writes (struct run *run, struct hb_rng *rng)
{
  struct hb_record_event *write = draw_event (run, HB_WRITE, rng);
  if (!write)
    return false;
  hb_id start = run->record.co_start[write->object],
        count = run->record.co_start[write->object + 1] - start;
  if (count < 2)
    return false;
  hb_id *first = &run->record.co[start + hb_rng_below (rng, count - 1)], swapped = first[0];
  first[0] = first[1];
  first[1] = swapped;
  return true;
}

static bool
swap_posts (struct run *run, struct hb_rng *rng)
{
  struct hb_record_event *one = draw_event (run, HB_POST, rng),
                         *two = draw_event (run, HB_POST, rng);
  if (!one || !two || one == two)
    return false;
  hb_id target = one->object;
  if (run->record.messages.data[target].handler != run->record.messages.data[two->object].handler)
    return false;
  one->object = two->object;
  two->object = target;
  return true;
}

static void
change (struct run *run, hb_id count, bool (*once) (struct run *, struct hb_rng *),
        struct hb_rng *rng)
{
  for (hb_id i = 0; i < count; i++)
    for (int tries = 0; tries < TRIES; tries++)
      if (once (run, rng))
        break;
}

void
run_perturb (struct run *run, struct hb_rng *rng)
{
  change (run, run->shape->wrong_reads, redirect_read, rng);
  change (run, run->shape->wrong_writes, swap_writes, rng);
  change (run, run->shape->wrong_posts, swap_posts, rng);
}
