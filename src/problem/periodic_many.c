/* Many periodic programs: all small ones, random ones, those with a line less. */
#include "problem/periodic.h"

#include "base/memory.h"
#include "gen/periodic.h"

#include <string.h>

static hb_instance *
instance_of (const char *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_instance *instance = hb_periodic_instance_new ("t.c", text, strlen (text), diag);
  hb_diag_free (diag);
  return instance;
}

struct visiting
{
  hb_instance_visit *visit;
  void *context;
};

/* What is not schedulable, or has nothing to check, is no instance. */
static bool
visit_text (void *context, const char *text)
{
  const struct visiting *v = context;
  hb_instance *instance = instance_of (text);
  bool on = !instance || v->visit (v->context, instance);
  hb_periodic_instance_free (instance);
  return on;
}

bool
hb_periodic_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                       hb_instance_visit *visit, void *context)
{
  struct visiting v = { visit, context };
  (void)self;
  return hb_periodic_each_small (size, bounds[1], visit_text, &v);
}

static const char with_locks[] = "locks", inverted[] = "inverted";

/* OWN says whether there are locks, or priorities against the periods; of the others a third is meant by the paper's
 * orders, and a third by deadlines, too. */
static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  uint64_t most = bounds[1] > 2 ? bounds[1] : 2;
  for (int tries = 0; tries < 1000; tries++)
    {
      char *program
          = hb_periodic_small (2 + hb_rng_below (rng, most - 1), bounds[0] ? bounds[0] : 1,
                               self->own == with_locks, self->own == inverted, rng);
      static const char *const how[]
          = { "", "HB_SEMANTICS (paper)\n", "HB_SEMANTICS (paper)\nHB_DEPARTURE (deadline)\n" };
      uint64_t which = self->own == inverted ? 2 : hb_rng_below (rng, 3);
      char *text = hb_format ("%s%s", how[which], program);
      hb_instance *instance = instance_of (text);
      hb_free (program);
      hb_free (text);
      if (instance)
        return instance;
    }
  hb_error (diag, NULL, "no schedulable program in many draws");
  return NULL;
}

static const struct hb_generator plain
    = { .name = "small", .summary = "small programs on two variables", .draw = draw },
    locking = { .name = "small-locks",
                .summary = "small programs on two variables and a lock",
                .own = with_locks,
                .draw = draw },
    against = { .name = "small-deadlines",
                .summary = "small programs by deadlines, the lowest task the most frequent",
                .own = inverted,
                .draw = draw };

const struct hb_generator *const hb_periodic_generators[] = { &plain, &locking, &against, NULL };

/* --- lines --- */

size_t
hb_periodic_parts (const struct hb_problem *self, const hb_instance *instance)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  size_t lines = 0;
  (void)self;
  for (size_t at = 0; at < i->size; at++)
    lines += i->text[at] == '\n';
  return lines;
}

hb_instance *
hb_periodic_without (const struct hb_problem *self, const hb_instance *instance, size_t part)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  const char *line = i->text;
  (void)self;
  for (size_t k = 0; k < part; k++)
    line = strchr (line, '\n') + 1;
  const char *next = strchr (line, '\n');
  char *text = hb_format ("%.*s%s", (int)(line - i->text), i->text, next ? next + 1 : "");
  hb_instance *less = instance_of (text);
  hb_free (text);
  return less;
}
