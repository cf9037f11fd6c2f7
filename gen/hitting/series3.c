/* Series-parallel posets, d = 3; see series3.h. */
#include "gen/hitting/series3.h"

#include "gen/hitting/tree.h"

#include <string.h>

struct maker
{
  const hb_poset *poset;
  const hb_series *series;
  enum hb_series_variant variant;
  hb_id *left, *right;    /* the realizing schedules of the whole, as sequences */
  hb_id *rank, *end_rank; /* of nodes of the decomposition */
  bool *start_top;        /* of parallel nodes */
  hb_id *widest;          /* rank -> most children of a parallel node of it that counts, or 0 */
};

/* The elements of node ROOT in order, parallel children from the left or from the right. */
static void
walk (const hb_series *s, hb_id root, bool right, hb_id *order)
{
  VEC (hb_id) stack = VEC_EMPTY;
  hb_id size = 0;
  vec_push (stack, root);
  while (stack.size)
    {
      const struct hb_series_node *node = &s->nodes.data[vec_pop (stack)];
      if (node->kind == HB_SERIES_ELEMENT)
        order[size++] = s->elements[node->from];
      bool forwards = node->kind == HB_SERIES_PARALLEL && right;
      for (hb_id i = 0; i < node->count; i++)
        vec_push (stack, s->children.data[node->child + (forwards ? i : node->count - 1 - i)]);
    }
  vec_free (stack);
}

hb_schedules *
hb_hitting_series2 (const hb_poset *poset, const hb_series *series)
{
  hb_schedules *family = hb_schedules_new (poset->count);
  for (int right = 0; right < 2; right++)
    walk (series, 0, right, hb_schedules_add (family));
  hb_schedules_unique (family);
  return family;
}

/* Ranks of nodes: of the element of it that comes first, last. */
static void
fill_ranks (struct maker *m)
{
  const hb_series *s = m->series;
  size_t nodes = s->nodes.size;
  hb_id *height = hb_calloc (nodes, sizeof *height);
  for (size_t n = nodes; n-- > 0;)
    {
      const struct hb_series_node *node = &s->nodes.data[n];
      if (node->kind == HB_SERIES_ELEMENT)
        height[n] = 1;
      for (hb_id i = 0; i < node->count; i++)
        {
          hb_id child = height[s->children.data[node->child + i]];
          if (node->kind == HB_SERIES_SERIES)
            height[n] += child;
          else if (child > height[n])
            height[n] = child;
        }
    }
  for (size_t n = 0; n < nodes; n++)
    {
      const struct hb_series_node *node = &s->nodes.data[n];
      hb_id before = m->rank[n], behind = m->end_rank[n] + height[n];
      for (hb_id i = 0; i < node->count; i++)
        {
          hb_id c = s->children.data[node->child + i];
          m->rank[c] = before;
          m->end_rank[c] = m->end_rank[n];
          if (node->kind == HB_SERIES_SERIES)
            {
              before += height[c];
              behind -= height[c];
              m->end_rank[c] = behind;
            }
        }
    }
  hb_free (height);
}

/* A part of a series at the top is looked at by itself: its ranks start at 0. */
static void
fill_tops (struct maker *m, hb_id root)
{
  const hb_series *s = m->series;
  for (size_t n = 0; n < s->nodes.size; n++)
    {
      m->start_top[n] = true;
      for (hb_id up = s->nodes.data[n].parent; n != root && up != HB_NONE;
           up = up == root ? HB_NONE : s->nodes.data[up].parent)
        if (s->nodes.data[up].kind == HB_SERIES_PARALLEL && m->rank[up] == m->rank[n]
            && m->variant != HB_SERIES_NO_DUAL)
          m->start_top[n] = false;
    }
}

static bool
is_below (const hb_series *s, hb_id n, hb_id root)
{
  return s->nodes.data[n].from >= s->nodes.data[root].from
         && s->nodes.data[n].to <= s->nodes.data[root].to;
}

/* Marks what waits in the schedule of rank I and bit K of the nodes that are (not, if DUAL) start-top. */
static void
mark (struct maker *m, hb_id root, hb_id i, unsigned k, bool dual, const uint32_t *codes,
      bool *waits)
{
  const hb_series *s = m->series;
  const hb_id *rank = dual ? m->end_rank : m->rank;
  const struct hb_series_node *top = &s->nodes.data[root];
  for (hb_id e = top->from; e < top->to; e++)
    waits[s->elements[e]] = rank[s->leaf[s->elements[e]]] >= i;
  for (hb_id n = 0; n < s->nodes.size; n++)
    {
      const struct hb_series_node *node = &s->nodes.data[n];
      if (node->kind != HB_SERIES_PARALLEL || rank[n] != i || m->start_top[n] == dual
          || !is_below (s, n, root))
        continue;
      for (hb_id c = 0; c < node->count; c++)
        {
          const struct hb_series_node *child = &s->nodes.data[s->children.data[node->child + c]];
          for (hb_id e = child->from; e < child->to && !(codes[c] >> k & 1); e++)
            waits[s->elements[e]] = false;
        }
    }
}

/* Adds the schedules of rank I to FAMILY, whose schedules are those of the elements of ROOT alone. */
static void
add_rank (struct maker *m, hb_id root, hb_id i, bool dual, bool *waits, hb_schedules *family)
{
  const struct hb_series_node *top = &m->series->nodes.data[root];
  hb_id size = top->to - top->from;
  unsigned t = hb_code_bits (m->widest[i] ? m->widest[i] : 1);
  uint32_t *codes = hb_calloc ((size_t)m->widest[i] + 1, sizeof *codes);
  hb_codes (t, m->widest[i], codes);
  for (unsigned k = 0; k < t; k++)
    {
      mark (m, root, i, k, dual, codes, waits);
      for (int right = 0; right < 2; right++)
        {
          const hb_id *whole = right ? m->right : m->left;
          hb_id *order = hb_schedules_add (family), done = 0;
          /* In the dual order the first part comes last, and everything is turned round. */
          for (int second = 0; second < 2; second++)
            for (hb_id j = 0; j < size; j++)
              if (waits[whole[j]] == (second != dual))
                order[done++] = whole[j];
        }
    }
  hb_free (codes);
}

static void
add_pass (struct maker *m, hb_id root, bool dual, bool *waits, hb_schedules *family)
{
  const hb_series *s = m->series;
  const hb_id *rank = dual ? m->end_rank : m->rank;
  hb_id ranks = 0;
  memset (m->widest, 0, ((size_t)m->poset->count + 1) * sizeof *m->widest);
  for (hb_id n = 0; n < s->nodes.size; n++)
    {
      const struct hb_series_node *node = &s->nodes.data[n];
      if (!is_below (s, n, root))
        continue;
      if (rank[n] >= ranks)
        ranks = rank[n] + 1;
      if (node->kind == HB_SERIES_PARALLEL && m->start_top[n] != dual
          && node->count > m->widest[rank[n]])
        m->widest[rank[n]] = node->count;
    }
  for (hb_id i = 0; i < ranks; i++)
    if (m->widest[i] || (i && !dual))
      add_rank (m, root, i, dual, waits, family);
}

/* The family of the part ROOT. */
static hb_schedules *
part_family (struct maker *m, hb_id root)
{
  const struct hb_series_node *top = &m->series->nodes.data[root];
  hb_schedules *family = hb_schedules_new (top->to - top->from);
  walk (m->series, root, false, m->left);
  walk (m->series, root, true, m->right);
  if (!memcmp (m->left, m->right, family->elements * sizeof *m->left) || family->elements < 3)
    {
      memcpy (hb_schedules_add (family), m->left, family->elements * sizeof *m->left);
      memcpy (hb_schedules_add (family), m->right, family->elements * sizeof *m->left);
    }
  else
    {
      bool *waits = hb_calloc (m->poset->count, sizeof *waits);
      memset (m->rank, 0, m->series->nodes.size * sizeof *m->rank);
      memset (m->end_rank, 0, m->series->nodes.size * sizeof *m->end_rank);
      fill_ranks (m);
      /* Ranks within the part. */
      hb_id least = m->rank[root], least_end = m->end_rank[root];
      for (size_t n = 0; n < m->series->nodes.size; n++)
        if (is_below (m->series, (hb_id)n, root))
          m->rank[n] -= least, m->end_rank[n] -= least_end;
      fill_tops (m, root);
      add_pass (m, root, false, waits, family);
      if (m->variant != HB_SERIES_NO_DUAL)
        add_pass (m, root, true, waits, family);
      hb_free (waits);
    }
  hb_schedules_unique (family);
  return family;
}

/* The parts' families side by side; a shorter one starts over. */
static hb_schedules *
zip (struct maker *m)
{
  const struct hb_series_node *top = &m->series->nodes.data[0];
  hb_schedules *family = hb_schedules_new (m->poset->count);
  hb_schedules **parts = hb_calloc (top->count, sizeof *parts);
  size_t most = 0;
  for (hb_id i = 0; i < top->count; i++)
    {
      parts[i] = part_family (m, m->series->children.data[top->child + i]);
      most = parts[i]->count > most ? parts[i]->count : most;
    }
  for (size_t s = 0; s < most; s++)
    {
      hb_id *order = hb_schedules_add (family), done = 0;
      for (hb_id i = 0; i < top->count; i++)
        {
          memcpy (order + done, hb_schedules_at (parts[i], s % parts[i]->count),
                  parts[i]->elements * sizeof *order);
          done += parts[i]->elements;
        }
    }
  for (hb_id i = 0; i < top->count; i++)
    hb_schedules_free (parts[i]);
  hb_free (parts);
  return family;
}

hb_schedules *
hb_hitting_series3 (const hb_poset *poset, const hb_series *series, enum hb_series_variant variant)
{
  struct maker m = { .poset = poset,
                     .series = series,
                     .variant = variant,
                     .left = hb_calloc (poset->count, sizeof *m.left),
                     .right = hb_calloc (poset->count, sizeof *m.right),
                     .rank = hb_calloc (series->nodes.size, sizeof *m.rank),
                     .end_rank = hb_calloc (series->nodes.size, sizeof *m.end_rank),
                     .start_top = hb_calloc (series->nodes.size, sizeof *m.start_top),
                     .widest = hb_calloc ((size_t)poset->count + 1, sizeof *m.widest) };
  bool zips = variant != HB_SERIES_NO_ZIP && series->nodes.data[0].kind == HB_SERIES_SERIES;
  hb_schedules *family = zips ? zip (&m) : part_family (&m, 0);
  hb_free (m.left);
  hb_free (m.right);
  hb_free (m.rank);
  hb_free (m.end_rank);
  hb_free (m.start_top);
  hb_free (m.widest);
  return family;
}
