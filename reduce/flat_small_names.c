/* What stands where in 3sat-edflat-4 and 3sat-edflat-3 (flat_small.c), and how it is called. */
#include "reduce/flat_small.h"

static bool
carries (const struct hb_flat *flat)
{
  return flat->carrying && !(flat->damage & HB_FLAT_ONE_QUEUE);
}

/* Does W carry a pair for clause J? */
bool
hb_small_carries (const struct hb_flat *flat, hb_id j)
{
  size_t size;
  hb_flat_clause (flat, j, &size);
  return carries (flat) && size >= 3;
}

/* The handler whose mailbox the T-th literals come to. */
const char *
hb_small_mailbox (const struct hb_flat *flat, hb_id t, hb_flat_name *name)
{
  if (t == 1 || (flat->damage & HB_FLAT_ONE_QUEUE))
    return hb_flat_say (name, "A");
  if (t == 2)
    return hb_flat_say (name, "B");
  if (t == 3 && carries (flat))
    return hb_flat_say (name, "W");
  return hb_flat_say (name, "D%u", t - 2 - carries (flat));
}

hb_id
hb_small_extra (const struct hb_flat *flat)
{
  hb_id least = flat->carrying ? 3 : 2;
  return flat->width > least ? flat->width - least : 0;
}

struct hb_element
hb_small_element (const struct hb_flat *flat, hb_id i)
{
  if (i < flat->variables)
    return (struct hb_element){ 'x', (hb_id)flat->numbers[i] };
  return (struct hb_element){ 'c', i - flat->variables + 1 };
}

hb_id
hb_small_elements (const struct hb_flat *flat)
{
  return flat->variables + (carries (flat) ? flat->columns : 0);
}

/* The places of clauses that W does not carry are empty. */
bool
hb_small_has (const struct hb_flat *flat, struct hb_element element)
{
  return element.kind == 'x' || hb_small_carries (flat, element.number);
}

int
hb_small_variable (const struct hb_flat *flat, struct hb_element element)
{
  size_t size;
  if (element.kind == 'x')
    return (int)element.number;
  int literal = hb_flat_clause (flat, element.number, &size)[2];
  return literal < 0 ? -literal : literal;
}

const char *
hb_small_name (hb_flat_name *name, char side, hb_id round, struct hb_element element)
{
  return hb_flat_say (name, "%c%u.%c%u", side, round, element.kind, element.number);
}

const char *
hb_small_literal (hb_flat_name *name, char side, hb_id j, hb_id t)
{
  return hb_flat_say (name, "%c.%u.%u", side, j, t);
}

const char *
hb_small_equal (hb_flat_name *name, char side, char kind, hb_id j)
{
  return hb_flat_say (name, "%c.%c%u", side, kind, j);
}
