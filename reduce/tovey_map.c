/* The map of `3sat-3bisat`: one JSON object a line (doc/reductions.md).  All texts are our own and
 * need no escapes. */
#include "reduce/tovey.h"

static void
put_header (const hb_cnf *cnf, const struct hb_tovey *plan, const uint64_t sizes[3], hb_output *map)
{
  hb_putf (
      map,
      "{\"format\":\"hbkit-map 1\",\"reduction\":\"3sat-3bisat\",\"source\":{\"variables\":%d,"
      "\"clauses\":%zu,\"literals\":%zu},\"target\":{\"variables\":%llu,\"clauses\":%llu,"
      "\"literals\":%llu},\"contradiction\":%s,\"rule\":\"a variable has the value of any of its "
      "target variables, which agree; a unit has the value given; a free one is false\"}\n",
      cnf->variables, hb_cnf_clauses (cnf), cnf->literals.size, (unsigned long long)sizes[0],
      (unsigned long long)sizes[1], (unsigned long long)sizes[2],
      plan->simple.contradiction ? "true" : "false");
}

static void
put_variable (const struct hb_tovey *plan, int v, size_t *cycle, hb_output *map)
{
  size_t copies = hb_tovey_copies (plan, v);
  hb_putf (map, "{\"role\":\"variable\",\"variable\":%d,", v);
  if (plan->simple.units[v])
    hb_putf (map, "\"kind\":\"unit\",\"value\":%s}\n",
             plan->simple.units[v] > 0 ? "true" : "false");
  else if (!copies)
    hb_put (map, "\"kind\":\"free\",\"value\":false}\n");
  else if (copies == 1)
    hb_putf (map, "\"kind\":\"kept\",\"target\":[%d]}\n", plan->first[v]);
  else
    {
      hb_put (map, "\"kind\":\"copies\",\"target\":[");
      for (size_t c = 0; c < copies; c++)
        hb_putf (map, "%s%d", c ? "," : "", plan->first[v] + (int)c);
      hb_putf (map, "],\"cycle\":[%zu,%zu]}\n", *cycle, *cycle + copies - 1);
      *cycle += copies;
    }
}

/* Clause C of those left becomes the target's clauses *NEXT and following. */
static void
put_kept_clause (const struct hb_simplified *simple, size_t c, size_t *next, int *fresh,
                 hb_output *map)
{
  size_t size = simple->ends.data[c] - (c ? simple->ends.data[c - 1] : 0);
  size_t split = hb_tovey_fresh (size);
  hb_putf (map, "\"kind\":\"%s\",\"target\":[%zu,%zu]", split ? "split" : "kept", *next,
           *next + split);
  if (split)
    hb_putf (map, ",\"fresh\":[%d,%d]", *fresh, *fresh + (int)split - 1);
  hb_put (map, "}\n");
  *next += split + 1;
  *fresh += (int)split;
}

void
hb_tovey_map (const hb_cnf *cnf, const struct hb_tovey *plan, const uint64_t sizes[3],
              hb_output *map)
{
  const struct hb_simplified *simple = &plan->simple;
  put_header (cnf, plan, sizes, map);
  if (simple->contradiction)
    return;
  size_t next = 1, left = 0, cycle = 1;
  int fresh = plan->fresh;
  for (size_t c = 0; c < simple->ends.size; c++)
    cycle += 1 + hb_tovey_fresh (simple->ends.data[c] - (c ? simple->ends.data[c - 1] : 0));
  for (int v = 1; v <= cnf->variables; v++)
    put_variable (plan, v, &cycle, map);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      hb_putf (map, "{\"role\":\"clause\",\"clause\":%zu,", j + 1);
      if (simple->fates[j] == HB_KEPT)
        put_kept_clause (simple, left++, &next, &fresh, map);
      else
        hb_putf (map, "\"kind\":\"%s\"}\n",
                 simple->fates[j] == HB_TAUTOLOGY ? "tautology" : "satisfied");
    }
}
