/* See stuck.h.  Dependencies are blind to deadlocks that go or come, since runs may stop anywhere; so the ends of whole
 * runs are compared apart, by the search. */
#include "cmd/diff/stuck.h"

#include "cmd/diff/show.h"

#include <string.h>

struct stuck
{
  diff_program *programs[2];
  diff_search *searches[2];
};

struct stuck *
stuck_find (diff_program *const programs[2], const struct diff_engine_options *how)
{
  struct stuck *stuck = hb_calloc (1, sizeof *stuck);
  const struct diff_search_options options
      = { .low = how->low, .high = how->high, .limits = how->limits };
  for (int side = 0; side < 2 && programs[side]; side++)
    {
      stuck->programs[side] = programs[side];
      stuck->searches[side] = diff_search_new (programs[side], NULL, 0, &options);
    }
  return stuck;
}

void
stuck_free (struct stuck *stuck)
{
  if (!stuck)
    return;
  for (int side = 0; side < 2; side++)
    diff_search_free (stuck->searches[side]);
  hb_free (stuck);
}

bool
stuck_done (const struct stuck *stuck)
{
  return diff_search_done (stuck->searches[0])
         && (!stuck->searches[1] || diff_search_done (stuck->searches[1]));
}

/* "t2 waits at t2: lock(m)", of number I of SIDE; SCHEDULE becomes a run to it.  New. */
static char *
text_of (const struct stuck *stuck, int side, size_t i, struct diff_schedule *schedule)
{
  const diff_program *program = stuck->programs[side];
  struct diff_stuck at = diff_search_stuck_at (stuck->searches[side], i, schedule);
  const struct diff_thread *thread = &program->threads.data[at.thread];
  const struct diff_node *node = &thread->nodes.data[at.node];
  return hb_format ("%s waits at %s", thread->name,
                    node->statement == HB_NONE ? node->waits
                                               : program->statements.data[node->statement].key);
}

/* Is number I of SIDE called TEXT? */
static bool
is (const struct stuck *stuck, int side, size_t i, const char *text)
{
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  char *other = text_of (stuck, side, i, &schedule);
  bool same = !strcmp (other, text);
  hb_free (other);
  diff_schedule_free (&schedule);
  return same;
}

/* Can some thread of program SIDE wait as TEXT says? */
static bool
has (const struct stuck *stuck, int side, const char *text)
{
  for (size_t i = 0; i < diff_search_stuck (stuck->searches[side]); i++)
    if (is (stuck, side, i, text))
      return true;
  return false;
}

/* Is number I of SIDE, called TEXT, one that the other side has not, and the first of its name? */
static bool
is_news (const struct stuck *stuck, int side, size_t i, const char *text)
{
  for (size_t k = 0; k < i; k++)
    if (is (stuck, side, k, text))
      return false;
  return !stuck->searches[!side] || !has (stuck, !side, text);
}

bool
stuck_only_new (const struct stuck *stuck)
{
  bool found = false;
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  for (size_t i = 0; i < diff_search_stuck (stuck->searches[1]) && !found; i++)
    {
      char *text = text_of (stuck, 1, i, &schedule);
      found = !has (stuck, 0, text);
      hb_free (text);
    }
  diff_schedule_free (&schedule);
  return found;
}

/* Calls TELL for each place at which a thread may wait in the end, of two programs for those of one alone. */
static void
for_each (const struct stuck *stuck,
          void (*tell) (void *context, int side, const char *text,
                        const struct diff_schedule *schedule, const struct stuck *stuck),
          void *context)
{
  for (int side = 0; side < 2 && stuck->searches[side]; side++)
    for (size_t i = 0; i < diff_search_stuck (stuck->searches[side]); i++)
      {
        struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
        char *text = text_of (stuck, side, i, &schedule);
        if (is_news (stuck, side, i, text))
          tell (context, side, text, &schedule, stuck);
        hb_free (text);
        diff_schedule_free (&schedule);
      }
}

static void
print_one (void *context, int side, const char *text, const struct diff_schedule *schedule,
           const struct stuck *stuck)
{
  const bool *brief = context;
  printf ("%s: %s in the end\n",
          !stuck->searches[1] ? "stuck"
          : side              ? "only NEW"
                              : "only OLD",
          text);
  if (!*brief)
    show_run (stuck->programs[side], schedule, "    ");
}

void
stuck_print (const struct stuck *stuck, bool brief)
{
  for_each (stuck, print_one, &brief);
}

static void
json_one (void *context, int side, const char *text, const struct diff_schedule *schedule,
          const struct stuck *stuck)
{
  hb_json *json = context;
  hb_json_open_object (json);
  if (stuck->searches[1])
    hb_json_member_string (json, "only", side ? "new" : "old");
  hb_json_member_string (json, "stuck", text);
  hb_json_key (json, "run");
  show_run_json (stuck->programs[side], schedule, json);
  hb_json_close (json);
}

void
stuck_json (const struct stuck *stuck, hb_json *json)
{
  hb_json_member_array (json, "stuck");
  for_each (stuck, json_one, json);
  hb_json_close (json);
}
