/* Small periodic programs: all of a grid, and random ones; see periodic.h. */
#include "gen/periodic.h"

#include "base/buffer.h"

#define MOST_SMALL 4 /* tasks */

/* A statement a line, so that lines can be taken away; the last ones are about a lock. */
static const char *const statements[] = { "  x = 1;\n",
                                          "  x = 2;\n",
                                          "  assert (x == 0);\n",
                                          "  if (x == 1) y = 1;\n",
                                          "  assert (!y);\n",
                                          "  assert (x != 2);\n",
                                          "  x = 1;\n  assert (x == 1);\n",
                                          "  if (x == 2) y = 1;\n",
                                          "  hb_lock (l);\n  x = 1;\n  assert (x == 1);\n"
                                          "  hb_unlock (l);\n",
                                          "  hb_lock (l);\n  x = 2;\n  hb_unlock (l);\n",
                                          "  hb_lock (l);\n  hb_unlock (l);\n" };

enum
{
  LISTED = 5, /* statements of the exhaustive ones */
  LOCKLESS = 8,
  ALL = sizeof statements / sizeof *statements
};

char *
hb_periodic_small (uint64_t tasks, uint64_t most, bool locks, bool inverted, struct hb_rng *rng)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "HB_TIME (8)\nHB_LOCK (l, %d)\nint x, y;\n", (int)tasks);
  for (int i = 1; i <= (int)tasks; i++)
    {
      int period = inverted                ? (i == 1 ? 4 : 8)
                   : hb_rng_below (rng, 3) ? 8
                                           : 4,
          wcet = 1 + (int)hb_rng_below (rng, 2),
          arrival = inverted ? (i < 3 ? 0 : 4) + (int)hb_rng_below (rng, 2)
                             : (int)hb_rng_below (rng, i == 3 ? 6 : 4);
      hb_buffer_add (&text, "HB_TASK (t%d, %d, %d, %d, %d)\nvoid t%d ()\n{\n", i, i, period, wcet,
                     arrival, i);
      for (uint64_t k = 1 + hb_rng_below (rng, most); k--;)
        hb_buffer_add (&text, "%s", statements[hb_rng_below (rng, locks ? ALL : LOCKLESS)]);
      hb_buffer_add (&text, "}\n");
    }
  return hb_buffer_take (&text);
}

/* --- all of a grid --- */

struct grid
{
  uint64_t tasks, size;
  uint64_t task[8], statement[8]; /* by statement: its task, ascending, and what it is */
  int64_t wcet[MOST_SMALL], arrival[MOST_SMALL];
  hb_periodic_visit *visit;
  void *context;
};

static bool
tell (const struct grid *g)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "HB_TIME (8)\nint x, y;\n");
  for (uint64_t i = 0; i < g->tasks; i++)
    {
      hb_buffer_add (&text, "HB_TASK (t%d, %d, 8, %d, %d)\nvoid t%d ()\n{\n", (int)i + 1,
                     (int)i + 1, (int)g->wcet[i], (int)g->arrival[i], (int)i + 1);
      for (uint64_t k = 0; k < g->size; k++)
        if (g->task[k] == i)
          hb_buffer_add (&text, "%s", statements[g->statement[k]]);
      hb_buffer_add (&text, "}\n");
    }
  bool on = g->visit (g->context, text.data);
  vec_free (text);
  return on;
}

/* Execution times 1 and 2, offsets 0 and 1, of task I and those after it. */
static bool
each_time (struct grid *g, uint64_t i)
{
  if (i == g->tasks)
    return tell (g);
  for (g->wcet[i] = 1; g->wcet[i] <= 2; g->wcet[i]++)
    for (g->arrival[i] = 0; g->arrival[i] <= 1; g->arrival[i]++)
      if (!each_time (g, i + 1))
        return false;
  return true;
}

static bool
each_body (struct grid *g, uint64_t k)
{
  if (k == g->size)
    return each_time (g, 0);
  for (g->task[k] = k ? g->task[k - 1] : 0; g->task[k] < g->tasks; g->task[k]++)
    {
      /* Every task has a statement. */
      if (g->task[k] > (k ? g->task[k - 1] + 1 : 0) || g->tasks - 1 - g->task[k] > g->size - 1 - k)
        continue;
      for (g->statement[k] = 0; g->statement[k] < LISTED; g->statement[k]++)
        if (!each_body (g, k + 1))
          return false;
    }
  return true;
}

bool
hb_periodic_each_small (uint64_t size, uint64_t tasks, hb_periodic_visit *visit, void *context)
{
  struct grid g = { .size = size, .visit = visit, .context = context };
  for (g.tasks = 1; g.tasks <= tasks && g.tasks <= MOST_SMALL && g.tasks <= size && size <= 8;
       g.tasks++)
    if (!each_body (&g, 0))
      return false;
  return true;
}
