/* Kernels; see kernel.h. */
#include "gen/hitting/kernel.h"

#include "gen/hitting/kernel_table.h"

#include <string.h>

static const struct hb_kernel *
find (int d, int k)
{
  for (const struct hb_kernel *kernel = hb_kernels; kernel->depth; kernel++)
    if (kernel->depth == d && kernel->levels == k)
      return kernel;
  return NULL;
}

hb_id
hb_kernel_size (int d, int k)
{
  const struct hb_kernel *kernel = find (d, k);
  return kernel ? (hb_id)(strlen (kernel->text) / ((size_t)(2 << k) - 1)) : 0;
}

void
hb_kernel_schedule (int d, int k, hb_id number, uint8_t *order)
{
  size_t nodes = (size_t)(2 << k) - 1;
  const char *text = find (d, k)->text + number * nodes;
  for (size_t i = 0; i < nodes; i++)
    order[i] = (uint8_t)(text[i] >= 'a' ? text[i] - 'a' + 27 : text[i] - 'A' + 1);
}

/* Bits of the numbers below CHILDREN, at least one. */
static unsigned
bits_of (hb_id children)
{
  unsigned bits = 1;
  while (bits < 31 && children > (hb_id)1 << bits)
    bits++;
  return bits;
}

hb_id
hb_kernel_levels (const hb_tree *tree)
{
  hb_id levels = 0;
  for (hb_id i = tree->first; i < tree->height; i++)
    levels += bits_of (tree->widest[i]);
  return levels;
}

bool
hb_kernel_fits (const hb_tree *tree, const struct hb_rule *rule)
{
  hb_id levels = hb_kernel_levels (tree);
  for (unsigned i = 0; i < rule->chosen; i++)
    if (rule->level[i] >= levels || (i && rule->level[i] <= rule->level[i - 1]))
      return false;
  return rule->chosen && rule->bit < hb_kernel_size (rule->depth, rule->chosen);
}

/* BOX becomes that of a child with number INDEX of a node at level I, whose virtual levels start at FIRST. */
static hb_id
go_down (const struct hb_rule *rule, hb_id box, hb_id first, unsigned bits, hb_id index)
{
  for (unsigned c = 0; c < rule->chosen; c++)
    if (rule->level[c] >= first && rule->level[c] < first + bits)
      box = 2 * box + (index >> (bits - 1 - (rule->level[c] - first)) & 1);
  return box;
}

void
hb_kernel_boxes (const hb_tree *tree, const struct hb_rule *rule, uint8_t *box)
{
  hb_id *first = hb_calloc ((size_t)tree->height + 1, sizeof *first);
  for (hb_id i = tree->first; i < tree->height; i++)
    first[i + 1] = first[i] + bits_of (tree->widest[i]);
  for (hb_id i = 0; i < tree->count; i++)
    {
      hb_id x = tree->left[i], parent = hb_poset_parent (tree->poset, x), level = tree->level[x];
      hb_id above = parent == HB_NONE ? 1 : box[parent];
      /* Some node at level - 1, the virtual root perhaps, was left for it. */
      if (level > tree->first)
        above = go_down (rule, above, first[level - 1], bits_of (tree->widest[level - 1]),
                         tree->index[x]);
      box[x] = (uint8_t)above;
    }
  hb_free (first);
}

/* Box -> its place in the schedule of B_k. */
static void
rank_boxes (const struct hb_rule *rule, uint8_t rank[64])
{
  uint8_t sequence[64];
  hb_kernel_schedule (rule->depth, rule->chosen, rule->bit, sequence);
  for (hb_id i = 0; i < ((hb_id)2 << rule->chosen) - 1; i++)
    rank[sequence[i]] = (uint8_t)i;
}

void
hb_kernel_parts (const hb_tree *tree, const struct hb_rule *rule, uint8_t *part)
{
  uint8_t rank[64] = { 0 };
  rank_boxes (rule, rank);
  hb_kernel_boxes (tree, rule, part);
  for (hb_id x = 0; x < tree->count; x++)
    part[x] = rank[part[x]];
}

void
hb_kernel_expand (const hb_tree *tree, const struct hb_rule *rule, hb_id *order)
{
  hb_id start[66] = { 0 }, nodes = ((hb_id)2 << rule->chosen) - 1;
  uint8_t *part = hb_calloc (tree->count, sizeof *part);
  hb_kernel_parts (tree, rule, part);
  for (hb_id x = 0; x < tree->count; x++)
    start[part[x] + 1]++;
  for (hb_id i = 0; i < nodes; i++)
    start[i + 1] += start[i];
  for (hb_id i = 0; i < tree->count; i++)
    order[start[part[tree->left[i]]]++] = tree->left[i];
  hb_free (part);
}

/* All choices of K of the LEVELS. */
static bool
add_choices (int d, int k, hb_id levels, size_t most, hb_rules *rules)
{
  struct hb_rule rule = { .kind = HB_RULE_BOXES, .depth = (uint8_t)d, .chosen = (uint8_t)k };
  for (int i = 0; i < k; i++)
    rule.level[i] = (hb_id)i;
  while (rule.level[k - 1] < levels)
    {
      for (rule.bit = 0; rule.bit < hb_kernel_size (d, k); rule.bit++)
        vec_push (*rules, rule);
      if (rules->size > most)
        return false;
      int i = k - 1;
      while (i > 0 && rule.level[i] + (hb_id)(k - i) >= levels)
        i--;
      rule.level[i]++;
      for (i++; i < k; i++)
        rule.level[i] = rule.level[i - 1] + 1;
    }
  return true;
}

bool
hb_hitting_kernel (const hb_tree *tree, int d, size_t most, hb_rules *rules)
{
  hb_id levels = hb_kernel_levels (tree);
  vec_clear (*rules);
  for (int right = 0; right < 2 && levels < 2; right++) /* B_1 and below: ldfs and rdfs */
    vec_push (*rules, ((struct hb_rule){ .kind = HB_RULE_DFS, .right = right }));
  for (int k = 2; k < d && (hb_id)k <= levels; k++)
    if (!add_choices (d, k, levels, most, rules))
      return false;
  return true;
}
