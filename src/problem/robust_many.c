/* Many event programs: the small ones of a family, and random ones (gen/events.h). */
#include "problem/robust.h"

#include "base/memory.h"
#include "gen/events.h"

#include <string.h>

static hb_instance *
instance_of (const char *text, hb_diag *diag)
{
  return hb_events_instance_read (hb_input_of_bytes ("program", text, strlen (text), diag), diag);
}

/* The first family has one event and two procedures, bodies of up to three and two statements; SIZE cuts all. */
bool
hb_robust_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                     hb_instance_visit *visit, void *context)
{
  struct hb_event_family family = hb_event_families[0];
  bool on = true;
  (void)bounds;
  for (int body = 0; body < 4; body++)
    family.longest[body] = family.longest[body] < size ? family.longest[body] : (unsigned)size;
  for (uint64_t i = 0; i < hb_event_family_size (&family) && on; i++)
    {
      char *text = hb_event_family_text (&family, i);
      hb_diag *diag = hb_diag_new ();
      hb_instance *instance = text ? instance_of (text, diag) : NULL;
      on = !instance || visit (context, instance);
      self->free (self, instance);
      hb_diag_free (diag);
      hb_free (text);
    }
  return on;
}

static const char with_orders[] = "orders";

static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  bool orders = self->own == with_orders;
  struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (rng, orders ? 3 : 2),
                                  .procs = 1 + (unsigned)hb_rng_below (rng, 3),
                                  .variables = 1 + (unsigned)hb_rng_below (rng, 2),
                                  .statements = bounds[0] ? (unsigned)bounds[0] : 1,
                                  .parameters = hb_rng_coin (rng),
                                  .guards = hb_rng_coin (rng),
                                  .calls = hb_rng_coin (rng),
                                  .branches = hb_rng_coin (rng),
                                  .driver = true,
                                  .orders = orders ? 2 : 0 };
  char *text = hb_random_events (&shape, rng);
  hb_instance *instance = instance_of (text, diag);
  hb_free (text);
  return instance;
}

static const struct hb_generator plain
    = { .name = "small", .summary = "one or two events and up to three procedures", .draw = draw },
    ordered = { .name = "small-orders",
                .summary = "up to three events, in a start order",
                .own = with_orders,
                .draw = draw };

const struct hb_generator *const hb_robust_generators[] = { &plain, &ordered, NULL };
