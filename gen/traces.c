/* Random traces that come from a run (run.c), perhaps damaged afterwards (perturb.c). */
#include "gen/traces.h"

#include "gen/run.h"

struct hb_run_shape
hb_run_defaults (void)
{
  return (struct hb_run_shape){ .handlers = 4,
                                .messages = 20,
                                .events = 4,
                                .variables = 5,
                                .posts = 0.2,
                                .reads = 0.4,
                                .writes = 0.4,
                                .nested = true,
                                .mailbox = HB_QUEUE };
}

static bool
check (const struct hb_run_shape *s, hb_diag *diag)
{
  double messages = (double)s->handlers + s->messages + s->externals;
  if (!s->handlers)
    hb_error (diag, NULL, "a run needs at least one handler");
  else if (!(s->posts >= 0 && s->reads >= 0 && s->writes >= 0))
    hb_error (diag, NULL,
              "shares of posts, reads and writes of %g, %g and %g; possible are 0 and more",
              s->posts, s->reads, s->writes);
  else if (messages * (2.0 * s->events + 2) + s->messages >= 4e9)
    hb_error (
        diag, NULL,
        "%u handlers, %u messages and %u external ones of %u events on average; a trace has room"
        " for 4000000000 events",
        s->handlers, s->messages, s->externals, s->events);
  else if (s->mailbox >= HB_MAILBOXES)
    hb_error (diag, NULL, "no mailbox number %d", s->mailbox);
  else
    return true;
  return false;
}

bool
hb_run_random (const struct hb_run_shape *shape, struct hb_rng *rng, hb_builder *builder,
               hb_diag *diag)
{
  if (!check (shape, diag))
    return false;
  struct run run;
  run_make (&run, shape, rng);
  run_perturb (&run, rng);
  run_tell (&run, builder);
  run_free (&run);
  return true;
}
