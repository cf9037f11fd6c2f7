/* Trees and their rules; see tree.h. */
#include "gen/hitting/tree.h"

#include "gen/hitting/kernel.h"

#include <string.h>

unsigned
hb_code_bits (hb_id children)
{
  unsigned t = 1;
  for (uint64_t ways = 1; ways < children;)
    {
      t++;
      ways = 1; /* C(t, t / 2) */
      for (unsigned i = 1; i <= t / 2; i++)
        ways = ways * (t - t / 2 + i) / i;
    }
  return t;
}

void
hb_codes (unsigned t, hb_id count, uint32_t *codes)
{
  uint32_t code = t == 1 ? 1 : ((uint32_t)1 << (t / 2)) - 1;
  for (hb_id i = 0; i < count; i++)
    {
      codes[i] = code;
      /* The next number with as many bits (Gosper). */
      uint32_t low = code & -code, carry = code + low;
      code = ((code ^ carry) >> 2) / low | carry;
    }
}

/* --- The tree --- */

static void
fill_orders (hb_tree *tree)
{
  const hb_poset *p = tree->poset;
  for (hb_id x = 0; x < tree->count; x++)
    {
      tree->left[p->enter[x]] = x;
      tree->left_at[x] = p->enter[x];
      tree->size[x] = p->leave[x] - p->enter[x];
    }
  /* rdfs: a child stands behind its parent and the subtrees of its right siblings. */
  hb_id next = 0, roots = 0;
  for (hb_id x = 0; x < tree->count; x++)
    roots += hb_poset_parent (p, x) == HB_NONE;
  for (hb_id i = 0, x; i < tree->count; i += tree->size[x])
    {
      x = tree->left[i];
      tree->right_at[x] = tree->count - i - tree->size[x];
      tree->index[x] = next++;
      tree->level[x] = roots > 1;
    }
  for (hb_id i = 0; i < tree->count; i++)
    {
      hb_id x = tree->left[i], behind = tree->size[x] - 1;
      tree->right[tree->right_at[x]] = x;
      for (hb_id j = p->upper_first[x]; j < p->upper_first[x + 1]; j++)
        {
          hb_id y = p->upper[j];
          behind -= tree->size[y];
          tree->right_at[y] = tree->right_at[x] + 1 + behind;
          tree->index[y] = j - p->upper_first[x];
          tree->level[y] = tree->level[x] + 1;
        }
      if (tree->level[x] > tree->height)
        tree->height = tree->level[x];
    }
}

static void
fill_levels (hb_tree *tree)
{
  hb_id levels = tree->height + 1, roots = 0;
  tree->row_first = hb_calloc ((size_t)levels + 2, sizeof *tree->row_first);
  tree->row = hb_calloc (tree->count, sizeof *tree->row);
  tree->widest = hb_calloc (levels, sizeof *tree->widest);
  for (hb_id x = 0; x < tree->count; x++)
    {
      hb_id children = hb_poset_uppers (tree->poset, x);
      tree->row_first[tree->level[x] + 2]++;
      if (children > tree->widest[tree->level[x]])
        tree->widest[tree->level[x]] = children;
      roots += hb_poset_parent (tree->poset, x) == HB_NONE;
    }
  if (roots > 1)
    tree->widest[0] = roots;
  for (hb_id i = 0; i < levels; i++)
    tree->row_first[i + 2] += tree->row_first[i + 1];
  for (hb_id i = 0; i < tree->count; i++)
    {
      hb_id x = tree->left[i];
      tree->row[tree->row_first[tree->level[x] + 1]++] = x;
    }
  while (tree->first < tree->height && tree->widest[tree->first] < 2)
    tree->first++;
}

static void
fill_codes (hb_tree *tree)
{
  size_t all = 0;
  tree->code_first = hb_calloc ((size_t)tree->height + 1, sizeof *tree->code_first);
  tree->code_bits = hb_calloc ((size_t)tree->height + 1, sizeof *tree->code_bits);
  for (hb_id i = 0; i < tree->height; i++)
    {
      tree->code_first[i] = all;
      tree->code_bits[i] = hb_code_bits (tree->widest[i]);
      all += tree->widest[i];
    }
  tree->coded = hb_calloc (all, sizeof *tree->coded);
  for (hb_id i = 0; i < tree->height; i++)
    hb_codes (tree->code_bits[i], tree->widest[i], tree->coded + tree->code_first[i]);
}

hb_tree *
hb_tree_new (const hb_poset *poset)
{
  hb_tree *tree = hb_calloc (1, sizeof *tree);
  tree->poset = poset;
  tree->count = poset->count;
  tree->left = hb_calloc (poset->count, sizeof *tree->left);
  tree->right = hb_calloc (poset->count, sizeof *tree->right);
  tree->left_at = hb_calloc (poset->count, sizeof *tree->left_at);
  tree->right_at = hb_calloc (poset->count, sizeof *tree->right_at);
  tree->size = hb_calloc (poset->count, sizeof *tree->size);
  tree->level = hb_calloc (poset->count, sizeof *tree->level);
  tree->index = hb_calloc (poset->count, sizeof *tree->index);
  fill_orders (tree);
  fill_levels (tree);
  fill_codes (tree);
  return tree;
}

void
hb_tree_free (hb_tree *tree)
{
  if (!tree)
    return;
  hb_free (tree->left);
  hb_free (tree->right);
  hb_free (tree->left_at);
  hb_free (tree->right_at);
  hb_free (tree->size);
  hb_free (tree->level);
  hb_free (tree->index);
  hb_free (tree->widest);
  hb_free (tree->row_first);
  hb_free (tree->row);
  hb_free (tree->coded);
  hb_free (tree->code_first);
  hb_free (tree->code_bits);
  hb_free (tree);
}

/* --- Expanding --- */

static bool
is_blocked (const hb_tree *tree, const struct hb_rule *rule, hb_id x)
{
  if (rule->kind == HB_RULE_BIT)
    return (tree->index[x] >> rule->bit & 1) == rule->value;
  return tree->coded[tree->code_first[rule->level[0]] + tree->index[x]] >> rule->bit & 1;
}

/* Subtrees lie together in both preorders, so that a schedule is a few large pieces of one: first what
 * lies between the blocked subtrees, then these. */
static void
expand_blocking (const hb_tree *tree, const struct hb_rule *rule, hb_id *order)
{
  const hb_id *whole = rule->right ? tree->right : tree->left,
              *at = rule->right ? tree->right_at : tree->left_at;
  hb_id from = tree->row_first[rule->level[0] + 1], to = tree->row_first[rule->level[0] + 2],
        done = 0, copied = 0;
  for (int second = 0; second < 2; second++)
    {
      for (hb_id i = from; i < to; i++)
        {
          hb_id x = tree->row[rule->right ? to - 1 - (i - from) : i];
          if (!is_blocked (tree, rule, x))
            continue;
          hb_id start = second ? at[x] : copied, stop = second ? at[x] + tree->size[x] : at[x];
          memcpy (order + done, whole + start, (stop - start) * sizeof *order);
          done += stop - start;
          copied = at[x] + tree->size[x];
        }
      if (!second)
        {
          memcpy (order + done, whole + copied, (tree->count - copied) * sizeof *order);
          done += tree->count - copied;
        }
    }
}

void
hb_rule_expand (const hb_tree *tree, const struct hb_rule *rule, hb_id *order)
{
  if (rule->kind == HB_RULE_DFS)
    memcpy (order, rule->right ? tree->right : tree->left, tree->count * sizeof *order);
  else if (rule->kind == HB_RULE_BOXES)
    hb_kernel_expand (tree, rule, order);
  else
    expand_blocking (tree, rule, order);
}

void
hb_rule_parts (const hb_tree *tree, const struct hb_rule *rule, uint8_t *part)
{
  if (rule->kind == HB_RULE_BOXES)
    {
      hb_kernel_parts (tree, rule, part);
      return;
    }
  for (hb_id i = 0; i < tree->count; i++)
    {
      hb_id x = tree->left[i], parent = hb_poset_parent (tree->poset, x);
      part[x] = (parent != HB_NONE && part[parent])
                || (rule->kind != HB_RULE_DFS && tree->level[x] == rule->level[0] + 1
                    && is_blocked (tree, rule, x));
    }
}

bool
hb_rule_fits (const hb_tree *tree, const struct hb_rule *rule)
{
  switch (rule->kind)
    {
    case HB_RULE_CODE:
      return rule->level[0] < tree->height && rule->bit < tree->code_bits[rule->level[0]];
    case HB_RULE_BIT:
      return rule->level[0] < tree->height && rule->bit < 32;
    case HB_RULE_BOXES:
      return hb_kernel_fits (tree, rule);
    default:
      return true;
    }
}

/* --- Families --- */

void
hb_hitting_tree2 (const hb_tree *tree, hb_rules *rules)
{
  vec_clear (*rules);
  for (int right = 0; right < (tree->first < tree->height ? 2 : 1); right++)
    vec_push (*rules, ((struct hb_rule){ .kind = HB_RULE_DFS, .right = right }));
}

static void
add_rules (const hb_tree *tree, hb_id level, enum hb_rule_kind kind, hb_rules *rules)
{
  unsigned bits = tree->code_bits[level];
  if (kind == HB_RULE_BIT)
    for (bits = 1; bits < 32 && tree->widest[level] > (hb_id)1 << bits;)
      bits++;
  for (unsigned k = 0; k < bits; k++)
    for (int value = 0; value < (kind == HB_RULE_BIT ? 2 : 1); value++)
      for (int right = 0; right < 2; right++)
        vec_push (*rules, ((struct hb_rule){ .kind = (uint8_t)kind,
                                             .right = right,
                                             .value = (uint8_t)value,
                                             .level = { level },
                                             .bit = k }));
}

void
hb_hitting_tree3 (const hb_tree *tree, hb_rules *rules)
{
  hb_hitting_tree2 (tree, rules);
  if (tree->first == tree->height || tree->count < 3)
    return;
  vec_clear (*rules);
  for (hb_id i = tree->first; i < tree->height; i++)
    add_rules (tree, i, HB_RULE_CODE, rules);
}

void
hb_hitting_local (const hb_tree *tree, hb_rules *rules)
{
  vec_clear (*rules);
  for (hb_id i = 0; i < tree->height; i++)
    add_rules (tree, i, HB_RULE_BIT, rules);
  if (!tree->height)
    hb_hitting_tree2 (tree, rules);
}
