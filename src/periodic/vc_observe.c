/* Observation: each needed read has the value of the last write before it, (12) to (15), or the initial one.
 *
 * A selector a candidate: what is seen is visible (it happens, and before the read), has the read's value, and nothing
 * visible comes between. */
#include "periodic/vc_private.h"

/* Clauses: SELECTOR -> A and B are the same. */
static void
equal_values (hb_vc *vc, hb_lit selector, hb_word a, hb_word b)
{
  for (unsigned i = 0; i < a.width; i++)
    {
      hb_lit one[3] = { hb_not (selector), hb_not (a.bits[i]), b.bits[i] };
      hb_lit other[3] = { hb_not (selector), a.bits[i], hb_not (b.bits[i]) };
      hb_vc_clause (vc, one, 3);
      hb_vc_clause (vc, other, 3);
    }
}

static hb_word
initial_value (const hb_vc *vc, hb_id cell)
{
  const hb_unfolding *u = vc->unfolding;
  for (size_t i = 0; i < u->initials.size; i++)
    if (u->initials.data[i].cell == cell)
      return u->initials.data[i].value;
  const struct hb_cell *what = &vc->jobs->program->cells.data[cell];
  return hb_word_number (vc->bits, what->type->width, what->initial);
}

static void
observe (hb_vc *vc, hb_id read)
{
  struct hb_moment r = vc->events.data[read];
  const struct hb_seen *seen = &vc->seen.data[read];
  size_t count = seen->writes.size;
  hb_lit *visible = hb_calloc (count + 1, sizeof *visible),
         *chosen = hb_calloc (count + 2, sizeof *chosen);
  for (size_t i = 0; i < count; i++)
    {
      hb_id w = seen->writes.data[i];
      visible[i] = hb_and (vc->bits, vc->events.data[w].guard, hb_vc_before (vc, w, read));
    }
  chosen[count + 1] = hb_not (r.guard);
  for (size_t i = 0; i < count; i++)
    {
      hb_id w = seen->writes.data[i];
      hb_lit selector = chosen[i] = hb_bits_input (vc->bits);
      hb_lit clause[3] = { hb_not (selector), visible[i], HB_FALSE };
      hb_vc_clause (vc, clause, 2);
      equal_values (vc, selector, vc->events.data[w].value, r.value);
      for (size_t k = 0; k < count; k++)
        {
          hb_lit between = k == i ? HB_FALSE : hb_vc_before (vc, w, seen->writes.data[k]);
          clause[1] = hb_not (visible[k]);
          clause[2] = hb_not (between);
          if (between != HB_FALSE)
            hb_vc_clause (vc, clause, 3);
        }
    }
  chosen[count] = HB_FALSE;
  if (seen->initial)
    {
      hb_lit selector = chosen[count] = hb_bits_input (vc->bits);
      equal_values (vc, selector, initial_value (vc, r.cell), r.value);
      for (size_t k = 0; k < count; k++)
        {
          hb_lit clause[2] = { hb_not (selector), hb_not (visible[k]) };
          hb_vc_clause (vc, clause, 2);
        }
    }
  hb_vc_clause (vc, chosen, count + 2);
  hb_free (visible);
  hb_free (chosen);
}

void
hb_vc_observe (hb_vc *vc)
{
  for (hb_id i = 0; i < vc->events.size; i++)
    if (vc->events.data[i].observed && vc->events.data[i].kind != HB_ACT_WRITE)
      observe (vc, i);
}
