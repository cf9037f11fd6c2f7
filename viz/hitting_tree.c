/* One schedule on its tree; see hitting.h.  Leaves stand side by side, an inner node over the middle of its
 * children; a poset that is no forest is drawn in levels, each in the order of the elements' numbers. */
#include "viz/hitting.h"

#include "base/buffer.h"
#include "gen/hitting/kernel.h"
#include "viz/text.h"

#include <string.h>

#define MOST_NODES 400
#define HIGH 30.0 /* from level to level */

struct drawing
{
  const struct hb_family_figure *figure;
  hb_sketch sketch;
  const hb_poset *poset;
  hb_tree *tree;       /* of a forest */
  struct hb_rule rule; /* if HAS_RULE */
  bool has_rule;
  hb_id *number; /* element -> its place in the schedule, from 1; 0: there is none */
  uint8_t *part;
  double *x;
  hb_id *level;
  double wide, box; /* of a leaf's column, of a node */
};

static void
place (struct drawing *d)
{
  hb_id count = d->poset->count, next = 0;
  hb_poset_levels (d->poset, d->level);
  if (!d->tree)
    {
      hb_id *used = hb_calloc ((size_t)count + 1, sizeof *used), most = 0;
      for (hb_id x = 0; x < count; x++)
        {
          d->x[x] = used[d->level[x]]++;
          most = used[d->level[x]] > most ? used[d->level[x]] : most;
        }
      for (hb_id x = 0; x < count; x++)
        d->x[x] += (most - used[d->level[x]]) / 2.0;
      hb_free (used);
      return;
    }
  /* Children come behind their parents in ldfs. */
  for (hb_id i = 0; i < count; i++)
    if (!hb_poset_uppers (d->poset, d->tree->left[i]))
      d->x[d->tree->left[i]] = next++;
  for (hb_id i = count; i-- > 0;)
    {
      hb_id x = d->tree->left[i], children = hb_poset_uppers (d->poset, x);
      const hb_id *child = d->poset->upper + d->poset->upper_first[x];
      if (children)
        d->x[x] = (d->x[child[0]] + d->x[child[children - 1]]) / 2;
    }
}

static char *
label (const struct drawing *d, hb_id x)
{
  return d->number[x] ? hb_format ("%u", d->number[x])
                      : hb_element_label (d->poset, x, d->sketch.options);
}

/* A .. Z, a .. for 1 .. 26, 27 .. */
static int
letter (unsigned rank)
{
  return (int)(rank > 26 ? 'a' + rank - 27 : 'A' + rank - 1);
}

/* What stands beside a numbered node: its name, or the letter of its box.  New. */
static char *
side_label (const struct drawing *d, hb_id x)
{
  return d->has_rule && d->rule.kind == HB_RULE_BOXES
             ? hb_format ("%c", letter (d->part[x] + 1U))
             : hb_element_label (d->poset, x, d->sketch.options);
}

static void
measure (struct drawing *d)
{
  double size = d->sketch.sheet.font;
  d->box = 1.5 * size;
  for (hb_id x = 0; x < d->poset->count; x++)
    {
      char *text = label (d, x), *name = side_label (d, x);
      double width = hb_text_width (text, size) + 0.6 * size,
             beside = hb_text_width (name, 0.75 * size) + 2;
      d->box = width > d->box ? width : d->box;
      d->wide = d->number[x] && beside > d->wide ? beside : d->wide;
      hb_free (text);
      hb_free (name);
    }
  d->wide += d->box + 5;
}

static void
put_nodes (struct drawing *d, double left)
{
  double size = d->sketch.sheet.font, half = d->box / 2, tall = 0.8 * size;
  for (hb_id x = 0; x < d->poset->count; x++)
    {
      double middle = left + d->x[x] * d->wide + half, y = d->level[x] * HIGH + size;
      struct hb_rect box = { middle - half, y - tall, middle + half, y + tall };
      enum hb_ink ink = hb_is_member (d->figure, x)     ? HB_INK_MEMBER
                        : d->has_rule && d->part[x] & 1 ? HB_INK_WAITING
                                                        : HB_INK_CELL;
      hb_id rect = hb_sketch_rect (&d->sketch, box, ink);
      hb_sketch_centred (&d->sketch, rect, size, label (d, x), ink);
      if (d->number[x])
        hb_sketch_text (&d->sketch, middle + half + 1.5, y + 0.3 * size, 0.75 * size,
                        side_label (d, x), HB_INK_FAINT, HB_NONE);
      for (hb_id i = d->poset->upper_first[x]; i < d->poset->upper_first[x + 1]; i++)
        {
          hb_id z = d->poset->upper[i];
          hb_sketch_line (&d->sketch, middle, y + tall, left + d->x[z] * d->wide + half,
                          d->level[z] * HIGH + size - tall);
        }
    }
}

/* The levels that the rule speaks of, named at the left: a node there is asked which child its path takes. */
static double
put_levels (struct drawing *d)
{
  double size = d->sketch.sheet.small;
  if (!d->has_rule || d->rule.kind == HB_RULE_DFS || d->rule.kind == HB_RULE_BOXES)
    return 0;
  hb_id level = d->rule.level[0];
  bool forest = d->tree->level[d->tree->left[0]] == 1; /* its virtual root has level 0 */
  double y = ((double)level - forest) * HIGH + d->sketch.sheet.font;
  char *text = hb_format ("level %u", level);
  double width = hb_text_width (text, size) + size;
  hb_sketch_text (&d->sketch, 0, y > 0 ? y : 0.6 * size, size, text, HB_INK_FAINT, HB_NONE);
  return width;
}

/* B_k at the right: each box with its place in the kernel's schedule. */
static void
put_kernel (struct drawing *d)
{
  double size = d->sketch.sheet.font, left = d->sketch.width + 3 * size, half = 0.75 * size;
  hb_id k = d->rule.chosen, leaves = (hb_id)1 << k;
  uint8_t sequence[64], rank[64] = { 0 };
  hb_kernel_schedule (d->rule.depth, d->rule.chosen, d->rule.bit, sequence);
  for (hb_id i = 0; i < 2 * leaves - 1; i++)
    rank[sequence[i]] = (uint8_t)(i + 1);
  for (hb_id b = 1, level = 0; b < 2 * leaves; b++)
    {
      level += b >> (level + 1);
      double column = 2.2 * size * (leaves >> level);
      double x = left + column * (b - ((hb_id)1 << level) + 0.5), y = level * HIGH + size;
      struct hb_rect box = { x - half, y - 0.8 * size, x + half, y + 0.8 * size };
      enum hb_ink ink = rank[b] & 1 ? HB_INK_CELL : HB_INK_WAITING;
      hb_id rect = hb_sketch_rect (&d->sketch, box, ink);
      hb_sketch_centred (&d->sketch, rect, size, hb_format ("%c", letter (rank[b])), ink);
      for (hb_id child = 2 * b; child <= 2 * b + 1 && child < 2 * leaves; child++)
        hb_sketch_line (&d->sketch, x, y + 0.8 * size,
                        left + column / 2 * (child - ((hb_id)2 << level) + 0.5),
                        y + HIGH - 0.8 * size);
    }
}

static void
caption (struct drawing *d)
{
  hb_buffer text = VEC_EMPTY;
  char rule[HB_RULE_ROOM];
  if (d->has_rule)
    {
      hb_rule_text (&d->rule, rule);
      hb_buffer_add (&text, "Schedule %zu, %s: numbers say when a node runs.", d->figure->row + 1,
                     rule);
      if (d->rule.kind == HB_RULE_BOXES)
        hb_buffer_add (
            &text,
            " Letters: boxes, those of the kernel at the right; A runs first, then B, and so on.");
      else if (d->rule.kind != HB_RULE_DFS)
        hb_buffer_add (&text, " Shaded: what waits.");
    }
  else if (d->figure->family)
    hb_buffer_add (&text, "Schedule %zu: numbers say when an element runs.", d->figure->row + 1);
  else
    hb_buffer_add (&text, "%u elements; who is above runs first.", d->poset->count);
  hb_sketch_caption (&d->sketch, hb_buffer_take (&text),
                     d->sketch.width > 200 ? d->sketch.width : 200);
}

/* The schedule's numbers and parts. */
static void
read_schedule (struct drawing *d)
{
  const struct hb_family_file *family = d->figure->family;
  hb_id *order = hb_calloc (d->poset->count, sizeof *order);
  if (family->orders)
    memcpy (order, hb_schedules_at (family->orders, d->figure->row),
            d->poset->count * sizeof *order);
  else
    {
      d->rule = family->rules.data[d->figure->row];
      d->has_rule = true;
      hb_rule_expand (d->tree, &d->rule, order);
      hb_rule_parts (d->tree, &d->rule, d->part);
    }
  for (hb_id i = 0; i < d->poset->count; i++)
    d->number[order[i]] = i + 1;
  hb_free (order);
}

bool
hb_draw_schedule (const struct hb_family_figure *figure, const struct hb_draw_options *options,
                  hb_output *output, hb_diag *diag)
{
  hb_id count = figure->poset->count;
  if (!count || count > MOST_NODES)
    {
      hb_error (diag, NULL, "the poset has %u elements; from 1 to %d can be drawn", count,
                MOST_NODES);
      return false;
    }
  if (figure->family && figure->row >= hb_family_size (figure->family))
    {
      hb_error (diag, NULL, "there is no schedule %zu; the family has %zu", figure->row + 1,
                hb_family_size (figure->family));
      return false;
    }
  struct drawing d = { .figure = figure,
                       .poset = figure->poset,
                       .tree = figure->poset->is_forest ? hb_tree_new (figure->poset) : NULL,
                       .number = hb_calloc (count, sizeof *d.number),
                       .part = hb_calloc (count, sizeof *d.part),
                       .x = hb_calloc (count, sizeof *d.x),
                       .level = hb_calloc (count, sizeof *d.level) };
  hb_sketch_init (&d.sketch, options, "A schedule on its poset");
  if (figure->family)
    read_schedule (&d);
  place (&d);
  measure (&d);
  put_nodes (&d, put_levels (&d));
  if (d.has_rule && d.rule.kind == HB_RULE_BOXES)
    put_kernel (&d);
  if (!options->no_caption)
    caption (&d);
  bool good = hb_sketch_write (&d.sketch, output, diag);
  hb_tree_free (d.tree);
  hb_free (d.number);
  hb_free (d.part);
  hb_free (d.x);
  hb_free (d.level);
  hb_sketch_free (&d.sketch);
  return good;
}
