/* The banquet table; see hitting.h. */
#include "viz/hitting.h"

#include "base/buffer.h"
#include "base/plural.h"
#include "viz/text.h"

#include <string.h>

#define MOST_SEATS 4000 /* cells */

bool
hb_is_member (const struct hb_family_figure *figure, hb_id x)
{
  for (int i = 0; figure->tuple && i < figure->d; i++)
    if (figure->tuple[i] == x)
      return true;
  return false;
}

char *
hb_element_label (const hb_poset *poset, hb_id x, const struct hb_draw_options *options)
{
  char room[HB_ELEMENT_ROOM];
  return hb_text_name (hb_element_name (poset, x, room), !options->plain_names, false);
}

char *
hb_tuple_label (const hb_poset *poset, const hb_id *tuple, int d,
                const struct hb_draw_options *options)
{
  hb_buffer text = VEC_EMPTY;
  for (int i = 0; i < d; i++)
    {
      char *name = hb_element_label (poset, tuple[i], options);
      hb_buffer_add (&text, "%s%s", i ? ", " : "(", name);
      hb_free (name);
    }
  hb_buffer_add (&text, ")");
  return hb_buffer_take (&text);
}

struct table
{
  const struct hb_family_figure *figure;
  hb_sketch sketch;
  hb_schedules *orders;
  hb_tree *tree; /* of a family by rules */
  double head, cell, row;
};

/* What stands before a row: its number, and the rule. */
static char *
row_text (const struct table *t, size_t s)
{
  char text[HB_RULE_ROOM] = "";
  if (t->tree)
    hb_rule_text (&t->figure->family->rules.data[s], text);
  return hb_format ("%zu%s%s", s + 1, *text ? "  " : "", text);
}

static void
measure (struct table *t)
{
  double size = t->sketch.sheet.font;
  t->row = 1.7 * size;
  for (size_t s = 0; s < t->orders->count; s++)
    {
      char *text = row_text (t, s);
      double width = hb_text_width (text, t->sketch.sheet.small) + size;
      t->head = width > t->head ? width : t->head;
      hb_free (text);
    }
  t->cell = 1.6 * size;
  for (hb_id x = 0; x < t->orders->elements; x++)
    {
      char *name = hb_element_label (t->figure->poset, x, t->sketch.options);
      double width = hb_text_width (name, size) + 0.7 * size;
      t->cell = width > t->cell ? width : t->cell;
      hb_free (name);
    }
}

static void
place_row (struct table *t, size_t s, uint8_t *part)
{
  double size = t->sketch.sheet.font, top = (double)s * (t->row + 2);
  const hb_id *order = hb_schedules_at (t->orders, s);
  memset (part, 0, t->orders->elements);
  if (t->tree)
    hb_rule_parts (t->tree, &t->figure->family->rules.data[s], part);
  hb_sketch_text (&t->sketch, 0, top + t->row / 2, t->sketch.sheet.small, row_text (t, s),
                  HB_INK_FAINT, HB_NONE);
  for (hb_id i = 0; i < t->orders->elements; i++)
    {
      hb_id x = order[i];
      struct hb_rect place
          = { t->head + i * t->cell, top, t->head + (i + 1) * t->cell, top + t->row };
      enum hb_ink ink = part[x] & 1 ? HB_INK_WAITING : HB_INK_CELL;
      hb_id rect = hb_sketch_rect (&t->sketch, place, ink);
      if (hb_is_member (t->figure, x))
        {
          struct hb_rect inner = { place.x0 + 1.5, top + 1.5, place.x1 - 1.5, top + t->row - 1.5 };
          ink = HB_INK_MEMBER;
          rect = hb_sketch_rect (&t->sketch, inner, ink);
        }
      hb_sketch_centred (&t->sketch, rect, size,
                         hb_element_label (t->figure->poset, x, t->sketch.options), ink);
    }
}

/* The first schedule that hits the tuple, or SIZE_MAX. */
static size_t
find_hit (const struct table *t)
{
  hb_id *at = hb_schedules_positions (t->orders);
  size_t count = t->orders->count, found = SIZE_MAX;
  for (size_t s = 0; t->figure->tuple && s < count && found == SIZE_MAX; s++)
    {
      int i = 1;
      while (i < t->figure->d
             && at[t->figure->tuple[i - 1] * count + s] < at[t->figure->tuple[i] * count + s])
        i++;
      if (i == t->figure->d)
        found = s;
    }
  hb_free (at);
  return found;
}

static void
caption (struct table *t, size_t hit)
{
  hb_buffer text = VEC_EMPTY;
  double width = t->head + t->orders->elements * t->cell;
  hb_buffer_add (&text, "%s of %s.", hb_many (t->orders->count, "schedule"),
                 hb_many (t->orders->elements, "element"));
  if (t->tree)
    hb_buffer_add (&text, " Shaded: what waits; of boxes every second one.");
  if (t->figure->tuple)
    {
      char *tuple
          = hb_tuple_label (t->figure->poset, t->figure->tuple, t->figure->d, t->sketch.options);
      if (hit == SIZE_MAX)
        hb_buffer_add (&text, " Dark: %s, which no schedule runs in this order.", tuple);
      else
        hb_buffer_add (&text, " Dark: %s, in this order in schedule %zu.", tuple, hit + 1);
      hb_free (tuple);
    }
  hb_sketch_caption (&t->sketch, hb_buffer_take (&text), width > 200 ? width : 200);
}

bool
hb_draw_banquet (const struct hb_family_figure *figure, const struct hb_draw_options *options,
                 hb_output *output, hb_diag *diag)
{
  size_t schedules = hb_family_size (figure->family);
  if (!schedules || !figure->poset->count || (double)schedules * figure->poset->count > MOST_SEATS)
    {
      hb_error (diag, NULL, "%zu schedules of %u elements are %s; at most %d cells are drawn",
                schedules, figure->poset->count,
                schedules && figure->poset->count ? "too many for a figure" : "nothing to draw",
                MOST_SEATS);
      return false;
    }
  struct table t = { .figure = figure, .orders = hb_family_expand (figure->poset, figure->family) };
  t.tree = figure->family->orders ? NULL : hb_tree_new (figure->poset);
  hb_sketch_init (&t.sketch, options, "Schedules of a hitting family");
  measure (&t);
  t.sketch.names = t.head - 2;
  uint8_t *part = hb_calloc (figure->poset->count, sizeof *part);
  for (size_t s = 0; s < t.orders->count; s++)
    place_row (&t, s, part);
  size_t hit = find_hit (&t);
  if (hit != SIZE_MAX)
    {
      double top = (double)hit * (t.row + 2);
      struct hb_rect frame = { t.head - 1.5, top - 1.5, t.head + t.orders->elements * t.cell + 1.5,
                               top + t.row + 1.5 };
      hb_sketch_rect (&t.sketch, frame, HB_INK_HIT);
    }
  if (!options->no_caption)
    caption (&t, hit);
  bool good = hb_sketch_write (&t.sketch, output, diag);
  hb_free (part);
  hb_tree_free (t.tree);
  hb_schedules_free (t.orders);
  hb_sketch_free (&t.sketch);
  return good;
}
