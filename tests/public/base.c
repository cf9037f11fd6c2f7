/* <hbkit/base.h> as a stranger uses it. */
#include <hbkit/base.h>

#include "check.h"

static void
leave (const char *what)
{
  exit (strstr (what, "memory") ? 0 : 3);
}

int
main (void)
{
  CHECK (strchr (hb_version (), '.'));
  hb_diag *diag = hb_diag_new ();
  struct hb_place place = { "f", 3, 2, "abc", 3 };
  CHECK (!hb_diag_errors (diag) && !hb_diag_first (diag));
  hb_warning (diag, NULL, "%s", "careful");
  hb_error (diag, &place, "no %d", 7);
  CHECK (hb_diag_errors (diag) == 1 && !strcmp (hb_diag_first (diag), "no 7"));
  struct hb_place found;
  bool is_error;
  CHECK (hb_diag_kept (diag) == 2 && !strcmp (hb_diag_entry (diag, 1, &is_error, &found), "no 7"));
  CHECK (is_error && found.line == 3 && found.column == 2 && !hb_diag_full (diag));
  FILE *null = fopen ("/dev/null", "w");
  hb_diag_print (diag, null, true);
  fclose (null);
  hb_diag_clear (diag);
  CHECK (!hb_diag_errors (diag));
  hb_diag_free (diag);

  struct hb_rng rng = hb_rng_seeded (1), same = hb_rng_seeded (1), other = hb_rng_stream (1, 5);
  CHECK (hb_rng_next (&rng) == hb_rng_next (&same) && hb_rng_next (&rng) != hb_rng_next (&other));
  CHECK (hb_rng_below (&rng, 10) < 10 && hb_rng_unit (&rng) < 1);

  struct hb_limits limits = hb_limits_new (1000, 0);
  double now = hb_now ();
  CHECK (!hb_limits_hit (&limits) && !hb_limits_hit (NULL) && hb_now () >= now);
  hb_interrupt ();
  bool hit = false;
  for (int i = 0; i < 10000 && !hit; i++)
    hit = hb_limits_hit (&limits);
  CHECK (hit && limits.stop == HB_INTERRUPTED && !strcmp (hb_stop_name (limits.stop), "interrupt"));

  hb_free (NULL);
  hb_on_failure (leave);
  return 0;
}
