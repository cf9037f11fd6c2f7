/* See judged.h. */
#include "judged.h"

#include "small_traces.h"
#include "unit.h"

bool
is_as_expected (const struct judged *judged, int answer, hb_diag *diag)
{
  char *why = text_of_diag (diag);
  bool good = answer == judged->answer && hb_diag_errors (diag) == !answer
              && (judged->says ? strstr (why, judged->says) != NULL : true);
  if (!good)
    print_error ("%s\ngives %d: %s\nexpected %d: %s\n", judged->text, answer, why, judged->answer,
                 judged->says ? judged->says : "");
  hb_free (why);
  return good;
}
