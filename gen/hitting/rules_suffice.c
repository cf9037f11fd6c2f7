/* Are all rules there that a theorem asks for?  See family.h. */
#include "gen/hitting/family.h"

#include "gen/hitting/kernel.h"

#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  const struct hb_rule *x = a, *y = b;
  const hb_id keys[][2]
      = { { x->kind, y->kind },         { x->depth, y->depth },       { x->chosen, y->chosen },
          { x->level[0], y->level[0] }, { x->level[1], y->level[1] }, { x->level[2], y->level[2] },
          { x->level[3], y->level[3] }, { x->bit, y->bit },           { x->value, y->value },
          { x->right, y->right } };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

/* Are all of WANTED among the COUNT sorted RULES? */
static bool
has_all (const struct hb_rule *rules, size_t count, const hb_rules *wanted)
{
  for (size_t i = 0; i < wanted->size; i++)
    if (!count || !bsearch (&wanted->data[i], rules, count, sizeof *rules, compare))
      return false;
  return true;
}

/* The codes of a level: different, with as many bits each. */
static bool
codes_differ (const hb_tree *tree)
{
  for (hb_id i = tree->first; i < tree->height; i++)
    for (hb_id j = 0; j < tree->widest[i]; j++)
      {
        const uint32_t *code = tree->coded + tree->code_first[i];
        unsigned bits = (unsigned)__builtin_popcount (code[j]), t = tree->code_bits[i];
        /* They rise, so that those after one another tell for all. */
        if (bits != (t == 1 ? 1 : t / 2) || code[j] >> t || (j && code[j] <= code[j - 1]))
          return false;
      }
  return true;
}

bool
hb_rules_suffice (const hb_poset *poset, const hb_rules *rules, int d)
{
  if (!poset->is_forest || d < 2)
    return false;
  hb_tree *tree = hb_tree_new (poset);
  size_t count = rules->size;
  struct hb_rule *sorted = hb_calloc (count, sizeof *sorted);
  hb_rules wanted = VEC_EMPTY;
  bool good = true;
  for (size_t i = 0; i < count; i++)
    {
      sorted[i] = rules->data[i];
      good = good && hb_rule_fits (tree, &sorted[i]);
    }
  if (count)
    qsort (sorted, count, sizeof *sorted, compare);
  bool found = false;
  hb_hitting_tree2 (tree, &wanted);
  found = good && d == 2 && has_all (sorted, count, &wanted);
  for (int way = 0; way < 2 && good && !found && d <= 3; way++)
    {
      if (way)
        hb_hitting_local (tree, &wanted);
      else
        hb_hitting_tree3 (tree, &wanted);
      found = (way || codes_differ (tree)) && (d == 3 || tree->count > 2)
              && has_all (sorted, count, &wanted);
    }
  for (int k = d > 3 ? d : 3;
       k <= HB_MOST_KERNEL && good && !found && (d == k || tree->count >= (hb_id)k); k++)
    found = hb_hitting_kernel (tree, k, 10000000, &wanted) && has_all (sorted, count, &wanted);
  vec_free (wanted);
  hb_free (sorted);
  hb_tree_free (tree);
  return found;
}
