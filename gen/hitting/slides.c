/* The slides' family; see slides.h. */
#include "gen/hitting/slides.h"

#include "poset/schedules.h"

void
hb_read_right (const hb_tree *tree, enum hb_right_reading reading, bool *right)
{
  for (hb_id x = 0; x < tree->count; x++)
    {
      hb_id parent = hb_poset_parent (tree->poset, x), index = tree->index[x];
      hb_id siblings = parent == HB_NONE ? tree->widest[0] : hb_poset_uppers (tree->poset, parent);
      right[x] = reading == HB_RIGHT_LAST        ? index + 1 == siblings
                 : reading == HB_RIGHT_NOT_FIRST ? index > 0
                                                 : index >= siblings / 2;
    }
}

/* First the nodes whose path takes no blocked child at level I, then the others. */
static void
add_schedule (const hb_tree *tree, hb_id level, const bool *right, bool block_right, bool rdfs,
              bool *waits, hb_schedules *family)
{
  const hb_id *whole = rdfs ? tree->right : tree->left;
  for (hb_id i = 0; i < tree->count; i++)
    {
      hb_id x = tree->left[i], parent = hb_poset_parent (tree->poset, x);
      waits[x] = (parent != HB_NONE && waits[parent])
                 || (tree->level[x] == level + 1 && right[x] == block_right);
    }
  hb_id *order = hb_schedules_add (family), done = 0;
  for (int second = 0; second < 2; second++)
    for (hb_id i = 0; i < tree->count; i++)
      if (waits[whole[i]] == second)
        order[done++] = whole[i];
}

hb_schedules *
hb_hitting_slides (const hb_tree *tree, const bool *right, unsigned lack)
{
  hb_schedules *family = hb_schedules_new (tree->count);
  bool *waits = hb_calloc (tree->count, sizeof *waits);
  hb_id last = tree->height - (lack & HB_LACK_LAST_LEVEL && tree->height ? 1 : 0);
  for (hb_id i = lack & HB_LACK_FIRST_LEVEL ? 1 : 0; i < last; i++)
    for (int rdfs = 0; rdfs < (lack & HB_LACK_RDFS ? 1 : 2); rdfs++)
      for (int block_right = lack & HB_LACK_LEFT ? 1 : 0; block_right < 2; block_right++)
        if (!(lack & HB_LACK_CROSSED) || block_right != rdfs)
          add_schedule (tree, i, right, block_right, rdfs, waits, family);
  hb_free (waits);
  return family;
}
