/* See lap.h. */
#include "robust/lap.h"

#include <string.h>

#define FIRST_KEPT 64 /* most tasks are at their next access by then */

void
hb_lap_start (struct hb_lap *lap)
{
  lap->steps = 0;
  lap->next = FIRST_KEPT;
  lap->frames = 0;
}

static void
keep (struct hb_lap *lap, hb_id at, size_t frames, const int32_t *locals, size_t count,
      const int32_t *values, size_t variables)
{
  lap->next *= 2;
  lap->at = at;
  lap->frames = frames;
  vec_clear (lap->kept);
  for (size_t i = 0; i < count; i++)
    vec_push (lap->kept, locals[i]);
  for (size_t i = 0; i < variables; i++)
    vec_push (lap->kept, values[i]);
}

bool
hb_lap_closes (struct hb_lap *lap, hb_id at, size_t frames, const int32_t *locals, size_t count,
               const int32_t *values, size_t variables)
{
  if (lap->steps++ < FIRST_KEPT)
    return false;
  if (frames < lap->frames)
    lap->frames = 0; /* what was kept is of a frame that is left */
  bool same
      = frames == lap->frames && at == lap->at && lap->kept.size == count + variables
        && (!count || !memcmp (lap->kept.data, locals, count * sizeof *locals))
        && (!variables || !memcmp (lap->kept.data + count, values, variables * sizeof *values));
  if (!same && lap->steps >= lap->next)
    keep (lap, at, frames, locals, count, values, variables);
  return same;
}

void
hb_lap_free (struct hb_lap *lap)
{
  vec_free (lap->kept);
}
