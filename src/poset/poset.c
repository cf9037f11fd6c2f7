/* Posets: made from edges, with covers, intervals or a closure; see poset.h. */
#include "poset/poset.h"

#include "base/failure.h"
#include "base/buffer.h"

#include <stdio.h>

/* Edges grouped by their end WHICH (0: lists of what each comes before; 1: of what comes before each),
 * in the order in which they came. */
static void
group (hb_id count, const hb_id *edges, size_t edge_count, int which, hb_id **first, hb_id **list)
{
  *first = hb_calloc ((size_t)count + 2, sizeof **first);
  *list = hb_calloc (edge_count + 1, sizeof **list);
  for (size_t i = 0; i < edge_count; i++)
    (*first)[edges[2 * i + (size_t)which] + 2]++;
  for (hb_id x = 0; x < count; x++)
    (*first)[x + 2] += (*first)[x + 1];
  for (size_t i = 0; i < edge_count; i++)
    (*list)[(*first)[edges[2 * i + (size_t)which] + 1]++] = edges[2 * i + (size_t)!which];
  HB_ASSERT (!(*first)[0] && (*first)[count] == edge_count);
}

const char *
hb_element_name (const hb_poset *poset, hb_id x, char room[HB_ELEMENT_ROOM])
{
  if (poset->names)
    return hb_names_text (poset->names, x);
  snprintf (room, HB_ELEMENT_ROOM, "%u", x);
  return room;
}

hb_id
hb_poset_find (const hb_poset *poset, const char *name, size_t length)
{
  if (poset->names)
    return hb_names_find (poset->names, name, length);
  uint64_t number = 0;
  for (size_t i = 0; i < length; i++)
    {
      if (name[i] < '0' || name[i] > '9' || (i && !number))
        return HB_NONE;
      number = number * 10 + (uint64_t)(name[i] - '0');
      if (number >= poset->count)
        return HB_NONE;
    }
  return length ? (hb_id)number : HB_NONE;
}

/* A cycle through X as an error: goes back along edges until an element comes again. */
static void
report_cycle (const hb_poset *poset, hb_id x, const bool *placed, hb_diag *diag)
{
  VEC (hb_id) path = VEC_EMPTY;
  hb_buffer text = VEC_EMPTY;
  char room[HB_ELEMENT_ROOM];
  hb_id *at = hb_calloc (poset->count, sizeof *at);
  while (!at[x])
    {
      vec_push (path, x);
      at[x] = (hb_id)path.size;
      hb_id i = poset->lower_first[x];
      while (placed[poset->lower[i]])
        i++;
      x = poset->lower[i];
    }
  size_t most = 12, length = path.size - at[x] + 1, shown = 0;
  hb_buffer_add (&text, "%s", hb_element_name (poset, x, room));
  for (size_t i = path.size; i-- > at[x] - 1 && shown < most; shown++)
    hb_buffer_add (&text, " < %s", hb_element_name (poset, path.data[i], room));
  hb_error (diag, NULL, "the order has a cycle of %zu: %s%s; expected a strict order", length,
            text.data, length > most ? " ..." : "");
  vec_free (text);
  vec_free (path);
  hb_free (at);
}

/* Kahn's sort into ORDER; false if there is a cycle, then PLACED says what is not behind one. */
static bool
sort (const hb_poset *poset, hb_id *order, bool *placed)
{
  hb_id *open = hb_calloc (poset->count, sizeof *open), done = 0;
  for (hb_id x = 0; x < poset->count; x++)
    if (!(open[x] = poset->lower_first[x + 1] - poset->lower_first[x]))
      order[done++] = x;
  for (hb_id i = 0; i < done; i++)
    {
      placed[order[i]] = true;
      for (hb_id j = poset->upper_first[order[i]]; j < poset->upper_first[order[i] + 1]; j++)
        if (!--open[poset->upper[j]])
          order[done++] = poset->upper[j];
    }
  hb_free (open);
  return done == poset->count;
}

/* The intervals of the preorder. */
static void
number_forest (hb_poset *poset)
{
  hb_id clock = 0, count = poset->count;
  poset->enter = hb_calloc (count, sizeof *poset->enter);
  poset->leave = hb_calloc (count, sizeof *poset->leave);
  hb_id *stack = hb_calloc ((size_t)count + 1, sizeof *stack), size;
  for (hb_id root = 0; root < count; root++)
    {
      if (poset->lower_first[root] < poset->lower_first[root + 1])
        continue;
      stack[0] = root, size = 1;
      while (size)
        {
          hb_id x = stack[size - 1];
          if (poset->leave[x]) /* behind its subtree */
            {
              poset->leave[x] = clock;
              size--;
              continue;
            }
          poset->enter[x] = clock++;
          poset->leave[x] = 1;
          /* The stack holds a path and siblings to come: at most one entry an element. */
          for (hb_id i = poset->upper_first[x + 1]; i-- > poset->upper_first[x];)
            {
              HB_ASSERT (size <= count);
              stack[size++] = poset->upper[i];
            }
        }
    }
  HB_ASSERT (clock == count);
  hb_free (stack);
}

/* The closure, from the last element of ORDER to the first. */
static void
close_order (hb_poset *poset, const hb_id *order)
{
  poset->words = ((size_t)poset->count + 63) / 64;
  poset->after = hb_calloc (poset->count * poset->words, sizeof *poset->after);
  for (hb_id i = poset->count; i-- > 0;)
    {
      uint64_t *row = &poset->after[order[i] * poset->words];
      for (hb_id j = poset->upper_first[order[i]]; j < poset->upper_first[order[i] + 1]; j++)
        {
          hb_id y = poset->upper[j];
          const uint64_t *other = &poset->after[y * poset->words];
          row[y / 64] |= (uint64_t)1 << (y % 64);
          for (size_t w = 0; w < poset->words; w++)
            row[w] |= other[w];
        }
      HB_ASSERT (!(row[order[i] / 64] >> (order[i] % 64) & 1)); /* it is strict */
    }
}

/* Drops the edges that follow from others, and double ones; false if there was nothing to drop. */
static bool
reduce (hb_poset *poset)
{
  VEC (hb_id) kept = VEC_EMPTY;
  hb_id dropped = 0;
  for (hb_id x = 0; x < poset->count; x++)
    for (hb_id i = poset->upper_first[x]; i < poset->upper_first[x + 1]; i++)
      {
        hb_id y = poset->upper[i];
        bool needed = true;
        for (hb_id j = poset->upper_first[x]; needed && j < poset->upper_first[x + 1]; j++)
          needed = poset->upper[j] == y
                       ? j >= i
                       : !(poset->after[poset->upper[j] * poset->words + y / 64] >> (y % 64) & 1);
        if (needed)
          {
            vec_push (kept, x);
            vec_push (kept, y);
          }
        else
          dropped++;
      }
  if (dropped)
    {
      hb_free (poset->lower_first);
      hb_free (poset->lower);
      hb_free (poset->upper_first);
      hb_free (poset->upper);
      group (poset->count, kept.data, kept.size / 2, 0, &poset->upper_first, &poset->upper);
      group (poset->count, kept.data, kept.size / 2, 1, &poset->lower_first, &poset->lower);
    }
  vec_free (kept);
  return dropped;
}

static bool
has_one_lower_each (const hb_poset *poset)
{
  for (hb_id x = 0; x < poset->count; x++)
    if (poset->lower_first[x + 1] - poset->lower_first[x] > 1)
      return false;
  return true;
}

/* Intervals or a closure; false after an error: a cycle, too many elements. */
static bool
finish (hb_poset *poset, hb_diag *diag)
{
  hb_id *order = hb_calloc (poset->count, sizeof *order);
  bool *placed = hb_calloc (poset->count, sizeof *placed), good = false;
  if (!sort (poset, order, placed))
    {
      hb_id x = 0;
      while (placed[x])
        x++;
      report_cycle (poset, x, placed, diag);
    }
  else if ((good = poset->is_forest = has_one_lower_each (poset)))
    number_forest (poset);
  else if (poset->count > HB_MOST_CLOSED)
    hb_error (diag, NULL, "the poset is no forest and has %u elements; at most %u can be closed",
              poset->count, HB_MOST_CLOSED);
  else
    {
      good = true;
      close_order (poset, order);
      if (reduce (poset) && (poset->is_forest = has_one_lower_each (poset)))
        {
          hb_free (poset->after);
          poset->after = NULL;
          number_forest (poset);
        }
    }
  hb_free (order);
  hb_free (placed);
  return good;
}

hb_poset *
hb_poset_of_edges (hb_names *names, hb_id count, const hb_id *edges, size_t edge_count,
                   hb_diag *diag)
{
  hb_poset *poset = hb_calloc (1, sizeof *poset);
  poset->count = count;
  poset->names = names;
  group (count, edges, edge_count, 0, &poset->upper_first, &poset->upper);
  group (count, edges, edge_count, 1, &poset->lower_first, &poset->lower);
  if (finish (poset, diag))
    return poset;
  hb_poset_free (poset);
  return NULL;
}

hb_poset *
hb_poset_of_parents (hb_id count, const hb_id *parent)
{
  VEC (hb_id) edges = VEC_EMPTY;
  for (hb_id x = 0; x < count; x++)
    if (parent[x] != HB_NONE)
      {
        vec_push (edges, parent[x]);
        vec_push (edges, x);
      }
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = hb_poset_of_edges (NULL, count, edges.data, edges.size / 2, diag);
  if (!poset)
    hb_fail ("parents without order: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  vec_free (edges);
  return poset;
}

void
hb_poset_free (hb_poset *poset)
{
  if (!poset)
    return;
  hb_names_free (poset->names);
  hb_free (poset->lower_first);
  hb_free (poset->lower);
  hb_free (poset->upper_first);
  hb_free (poset->upper);
  hb_free (poset->enter);
  hb_free (poset->leave);
  hb_free (poset->after);
  hb_free (poset);
}

void
hb_poset_sort (const hb_poset *poset, hb_id *order)
{
  bool *placed = hb_calloc (poset->count, sizeof *placed);
  sort (poset, order, placed);
  hb_free (placed);
}

bool
hb_is_schedule (const hb_poset *poset, const hb_id *order, hb_id bad[2])
{
  bool *seen = hb_calloc (poset->count, sizeof *seen), good = true;
  for (hb_id i = 0; i < poset->count && good; i++)
    {
      hb_id x = order[i];
      if (x >= poset->count || seen[x])
        {
          bad[0] = bad[1] = x;
          good = false;
          break;
        }
      for (hb_id j = poset->lower_first[x]; j < poset->lower_first[x + 1] && good; j++)
        if (!seen[poset->lower[j]])
          {
            bad[0] = poset->lower[j], bad[1] = x;
            good = false;
          }
      seen[x] = true;
    }
  hb_free (seen);
  return good;
}

void
hb_poset_levels (const hb_poset *poset, hb_id *level)
{
  hb_id *order = hb_calloc (poset->count, sizeof *order);
  hb_poset_sort (poset, order);
  for (hb_id i = 0; i < poset->count; i++)
    {
      hb_id x = order[i];
      level[x] = 0;
      for (hb_id j = poset->lower_first[x]; j < poset->lower_first[x + 1]; j++)
        if (level[poset->lower[j]] >= level[x])
          level[x] = level[poset->lower[j]] + 1;
    }
  hb_free (order);
}
