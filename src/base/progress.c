/* See progress.h. */
#include "base/progress.h"

#include <stdatomic.h>

static atomic_bool wanted; /* lock-free, so fit for a signal handler */
static hb_progress_teller *teller;
static void *teller_context;

void
hb_progress_to (hb_progress_teller *tell, void *context)
{
  teller = tell;
  teller_context = context;
}

void
hb_progress_want (void)
{
  atomic_store_explicit (&wanted, true, memory_order_relaxed);
}

bool
hb_progress_wanted (void)
{
  return atomic_load_explicit (&wanted, memory_order_relaxed);
}

void
hb_progress_tell (const struct hb_progress *progress)
{
  atomic_store_explicit (&wanted, false, memory_order_relaxed);
  if (teller)
    teller (teller_context, progress);
}

void
hb_progress_over (void)
{
  if (teller)
    teller (teller_context, NULL);
}
