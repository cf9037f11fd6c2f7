/* See tovey.h. */
#include "reduce/tovey.h"

#include "base/memory.h"

size_t
hb_tovey_copies (const struct hb_tovey *plan, int v)
{
  size_t occurrences = plan->simple.occurrences[v];
  if (!occurrences)
    return 0;
  return occurrences > HB_TOVEY_OCCURRENCES ? occurrences : 1;
}

size_t
hb_tovey_fresh (size_t size)
{
  return size > HB_TOVEY_LITERALS ? size - HB_TOVEY_LITERALS : 0;
}

size_t
hb_tovey_size (const struct hb_simplified *simple, size_t c)
{
  return simple->ends.data[c] - (c ? simple->ends.data[c - 1] : 0);
}

void
hb_tovey_make (const hb_cnf *cnf, struct hb_tovey *plan)
{
  hb_simplify (cnf, &plan->simple);
  plan->first = hb_calloc ((size_t)cnf->variables + 1, sizeof *plan->first);
  plan->fresh = 1;
  for (int v = 1; v <= cnf->variables; v++)
    if (plan->simple.occurrences[v])
      {
        plan->first[v] = plan->fresh;
        plan->fresh += (int)hb_tovey_copies (plan, v);
      }
}

void
hb_tovey_free (struct hb_tovey *plan)
{
  hb_simplified_free (&plan->simple);
  hb_free (plan->first);
}

void
hb_tovey_sizes (const hb_cnf *cnf, const struct hb_tovey *plan, uint64_t *sizes)
{
  const struct hb_simplified *simple = &plan->simple;
  sizes[0] = sizes[1] = sizes[2] = 0;
  if (simple->contradiction)
    {
      sizes[0] = 4;
      sizes[1] = 5;
      sizes[2] = 10;
      return;
    }
  for (int v = 1; v <= cnf->variables; v++)
    {
      size_t copies = hb_tovey_copies (plan, v);
      sizes[0] += copies;
      if (copies > 1)
        {
          sizes[1] += copies;
          sizes[2] += 2 * copies;
        }
    }
  for (size_t c = 0; c < simple->ends.size; c++)
    {
      size_t size = hb_tovey_size (simple, c), fresh = hb_tovey_fresh (size);
      sizes[0] += fresh;
      sizes[1] += 1 + fresh;
      sizes[2] += size + 2 * fresh;
    }
}
