/* Decomposing series-parallel posets; see series.h.
 *
 * A node's elements lie together, in a schedule.  In a series composition every part stands wholly
 * before the next, so a cut after position i is one between parts iff everything up to i is before
 * everything behind it; since the elements stand in a schedule sorted by the number of elements of the
 * node that are before them, the parts are found at the cuts.  Parallel parts are components of the
 * comparability graph. */
#include "poset/series.h"

struct maker
{
  const hb_poset *poset;
  hb_series *series;
  hb_id *part; /* element -> its part, while a node is split */
  hb_id *queue;
  hb_id *copy;
};

/* Components of comparability among the elements of the node, numbered in `part` by their first element;
 * their number. */
static hb_id
components (struct maker *m, const struct hb_series_node *node)
{
  const hb_id *e = m->series->elements;
  hb_id parts = 0;
  for (hb_id i = node->from; i < node->to; i++)
    m->part[e[i]] = HB_NONE;
  for (hb_id i = node->from; i < node->to; i++)
    {
      if (m->part[e[i]] != HB_NONE)
        continue;
      hb_id size = 1;
      m->queue[0] = e[i];
      m->part[e[i]] = parts;
      for (hb_id k = 0; k < size; k++)
        for (hb_id j = node->from; j < node->to; j++)
          if (m->part[e[j]] == HB_NONE && !hb_poset_apart (m->poset, m->queue[k], e[j]))
            {
              m->part[e[j]] = parts;
              m->queue[size++] = e[j];
            }
      parts++;
    }
  return parts;
}

/* Cuts between series parts, numbered in `part` from the front; the elements are sorted for it. */
static hb_id
cuts (struct maker *m, const struct hb_series_node *node)
{
  hb_id *e = m->series->elements, count = node->to - node->from, parts = 0;
  /* Everything of a part has as many elements before it as all earlier parts have, or more; and all of
   * those that come later have more: a counting sort by the number before. */
  hb_id *before = hb_calloc (count, sizeof *before),
        *bucket = hb_calloc ((size_t)count + 1, sizeof *bucket);
  for (hb_id i = 0; i < count; i++)
    {
      for (hb_id j = 0; j < count; j++)
        before[i] += hb_poset_before (m->poset, e[node->from + j], e[node->from + i]);
      bucket[before[i] + 1]++;
    }
  for (hb_id i = 0; i < count; i++)
    bucket[i + 1] += bucket[i];
  for (hb_id i = 0; i < count; i++)
    m->copy[bucket[before[i]]++] = e[node->from + i];
  /* A cut before position i: each from there on has all i earlier ones before it. */
  hb_id *least = hb_calloc ((size_t)count + 1, sizeof *least);
  least[count] = count;
  for (hb_id i = count; i-- > 0;)
    {
      /* The first element that is not before this one bounds the cuts that allow it. */
      hb_id prefix = 0;
      while (prefix < i && hb_poset_before (m->poset, m->copy[prefix], m->copy[i]))
        prefix++;
      least[i] = prefix < least[i + 1] ? prefix : least[i + 1];
    }
  for (hb_id i = 0; i < count; i++)
    {
      e[node->from + i] = m->copy[i];
      parts += i && least[i] >= i;
      m->part[m->copy[i]] = parts;
    }
  hb_free (before);
  hb_free (bucket);
  hb_free (least);
  return parts + 1;
}

/* Makes the parts children of node N: elements are moved together, in the order of the parts. */
static void
split (struct maker *m, hb_id n, hb_id parts, enum hb_series_kind kind)
{
  hb_series *s = m->series;
  struct hb_series_node node = s->nodes.data[n];
  hb_id *start = hb_calloc ((size_t)parts + 2, sizeof *start);
  for (hb_id i = node.from; i < node.to; i++)
    start[m->part[s->elements[i]] + 2]++;
  for (hb_id i = 0; i < parts; i++)
    start[i + 2] += start[i + 1];
  for (hb_id i = node.from; i < node.to; i++)
    m->copy[start[m->part[s->elements[i]] + 1]++] = s->elements[i];
  for (hb_id i = node.from; i < node.to; i++)
    s->elements[i] = m->copy[i - node.from];
  s->nodes.data[n].kind = kind;
  s->nodes.data[n].child = (hb_id)s->children.size;
  s->nodes.data[n].count = parts;
  for (hb_id i = 0; i < parts; i++)
    {
      struct hb_series_node child
          = { .parent = n, .from = node.from + start[i], .to = node.from + start[i + 1] };
      vec_push (s->children, (hb_id)s->nodes.size);
      vec_push (s->nodes, child);
    }
  hb_free (start);
}

/* Splits node N; false if it cannot be and has several elements. */
static bool
decompose (struct maker *m, hb_id n)
{
  struct hb_series_node node = m->series->nodes.data[n];
  hb_id parts;
  if (node.to - node.from == 1)
    {
      m->series->leaf[m->series->elements[node.from]] = n;
      return true;
    }
  if ((parts = components (m, &node)) > 1)
    split (m, n, parts, HB_SERIES_PARALLEL);
  else if ((parts = cuts (m, &node)) > 1)
    split (m, n, parts, HB_SERIES_SERIES);
  return parts > 1;
}

hb_series *
hb_series_new (const hb_poset *poset)
{
  if (!poset->count)
    return NULL;
  hb_series *series = hb_calloc (1, sizeof *series);
  struct maker m = { .poset = poset,
                     .series = series,
                     .part = hb_calloc (poset->count, sizeof *m.part),
                     .queue = hb_calloc (poset->count, sizeof *m.queue),
                     .copy = hb_calloc (poset->count, sizeof *m.copy) };
  series->elements = hb_calloc (poset->count, sizeof *series->elements);
  series->leaf = hb_calloc (poset->count, sizeof *series->leaf);
  hb_poset_sort (poset, series->elements);
  vec_push (series->nodes, ((struct hb_series_node){ .parent = HB_NONE, .to = poset->count }));
  bool good = true;
  for (hb_id n = 0; n < series->nodes.size && good; n++)
    good = decompose (&m, n);
  hb_free (m.part);
  hb_free (m.queue);
  hb_free (m.copy);
  if (good)
    return series;
  hb_series_free (series);
  return NULL;
}

void
hb_series_free (hb_series *series)
{
  if (!series)
    return;
  vec_free (series->nodes);
  vec_free (series->children);
  hb_free (series->elements);
  hb_free (series->leaf);
  hb_free (series);
}
