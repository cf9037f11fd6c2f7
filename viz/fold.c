/* Folding: handlers whose messages do not run at once share a column, when a figure is too wide for its letters.
 *
 *      h1         h2         h3                    h1         h2
 *     [ a ]----->[ b ]----->[ c ]                 [ a ]----->[ b ]
 *                                         ---->                |
 *                                                  h3          |
 *                                                 [ c ]<-------+
 *
 * As few messages as possible are under way at once when one runs after the other, another only where one waits for it.  In
 * that order a message takes the time from its first event to its last; handlers of which no two messages meet may
 * share a column (a colouring of intervals, greedy: the column with the least in it).  The order stays as that of the boxes in
 * a column, so that arranging once more, which packs columns side by side, finds no circle. */
#include "viz/arrange.h"

#include "base/memory.h"

struct folder
{
  hb_figure *figure;
  hb_id *in_first, *in;  /* edges by target, as in hb_timeline */
  hb_id *done;           /* box -> nodes placed */
  hb_id *cursor;         /* column -> which of its boxes is next, or under way */
  hb_id *start, *finish; /* box -> when its first and its last node were placed */
  VEC (hb_id) open;      /* boxes under way, in the order in which they were begun */
  hb_id now;
};

/* --- One after the other --- */

/* A node that has to stand before V and does not yet, or HB_NONE. */
static hb_id
missing (const struct folder *f, hb_id v)
{
  const hb_figure *figure = f->figure;
  for (hb_id i = f->in_first[v]; i < f->in_first[v + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[f->in[i]];
      hb_id box = figure->nodes.data[e->from].box;
      if (hb_edge_orders (e) && e->from - figure->boxes.data[box].first >= f->done[box])
        return e->from;
    }
  return HB_NONE;
}

/* The next node of the column of NODE. */
static hb_id
next_in_column (const struct folder *f, hb_id node)
{
  hb_id c = hb_column_of (f->figure, node);
  hb_id box = f->figure->columns.data[c].boxes.data[f->cursor[c]];
  return f->figure->boxes.data[box].first + f->done[box];
}

/* A node that can be placed, and on whose way NODE comes nearer.  What the edges and the columns ask for was an order
 * before, so that this ends. */
static hb_id
enabler (const struct folder *f, hb_id node)
{
  for (;;)
    {
      hb_id v = next_in_column (f, node), source = missing (f, v);
      if (source == HB_NONE)
        return v;
      node = source;
    }
}

static void
place_node (struct folder *f, hb_id v)
{
  hb_id box = f->figure->nodes.data[v].box;
  const struct hb_figure_box *b = &f->figure->boxes.data[box];
  if (!f->done[box]++)
    {
      f->start[box] = f->now;
      vec_push (f->open, box);
    }
  f->finish[box] = f->now++;
  if (f->done[box] < b->count)
    return;
  f->cursor[b->column]++;
  size_t kept = 0;
  for (size_t i = 0; i < f->open.size; i++)
    if (f->open.data[i] != box)
      f->open.data[kept++] = f->open.data[i];
  f->open.size = kept;
}

/* The box that begins on the highest row among those that are next in their columns, or HB_NONE. */
static hb_id
highest_box (const struct folder *f)
{
  const hb_figure *figure = f->figure;
  hb_id best = HB_NONE, row = HB_NONE;
  for (size_t c = 0; c < figure->columns.size; c++)
    {
      if (f->cursor[c] == figure->columns.data[c].boxes.size)
        continue;
      hb_id box = figure->columns.data[c].boxes.data[f->cursor[c]];
      hb_id at = figure->nodes.data[figure->boxes.data[box].first].row;
      if (best == HB_NONE || at < row)
        best = box, row = at;
    }
  return best;
}

/* Runs all messages: what is under way goes on if it can; the oldest gets what it waits for; then another begins. */
static void
run (struct folder *f)
{
  const hb_figure *figure = f->figure;
  while (f->now < figure->nodes.size)
    {
      hb_id next = HB_NONE;
      for (size_t i = f->open.size; i-- > 0 && next == HB_NONE;)
        {
          hb_id v = figure->boxes.data[f->open.data[i]].first + f->done[f->open.data[i]];
          if (missing (f, v) == HB_NONE)
            next = v;
        }
      if (next == HB_NONE)
        {
          hb_id goal = f->open.size ? f->open.data[0] : highest_box (f);
          next = enabler (f, figure->boxes.data[goal].first);
        }
      place_node (f, next);
    }
}

/* --- Columns --- */

struct shared
{
  VEC (hb_id) boxes;
  size_t load; /* nodes, and two for the head of each box */
  hb_id number;
};

static bool
meet (const struct folder *f, const struct shared *to, const struct hb_figure_column *column)
{
  for (size_t i = 0; i < to->boxes.size; i++)
    for (size_t k = 0; k < column->boxes.size; k++)
      {
        hb_id a = to->boxes.data[i], b = column->boxes.data[k];
        if (f->start[a] <= f->finish[b] && f->start[b] <= f->finish[a])
          return true;
      }
  return false;
}

typedef VEC (struct shared) shares;

static void
join (struct folder *f, shares *all, hb_id column, hb_id *share)
{
  const struct hb_figure_column *c = &f->figure->columns.data[column];
  size_t best = all->size;
  for (size_t i = 0; i < all->size; i++)
    if ((best == all->size || all->data[i].load < all->data[best].load)
        && !meet (f, &all->data[i], c))
      best = i;
  if (best == all->size)
    vec_push (*all, ((struct shared){ .number = HB_NONE }));
  struct shared *to = &all->data[best];
  for (size_t k = 0; k < c->boxes.size; k++)
    {
      vec_push (to->boxes, c->boxes.data[k]);
      to->load += 2 + f->figure->boxes.data[c->boxes.data[k]].count;
    }
  share[column] = (hb_id)best;
}

/* Gives every column, in the order in which they begin, a share of MOST or, where messages meet, more. */
static shares
colour (struct folder *f, size_t most, hb_id *share)
{
  const hb_figure *figure = f->figure;
  shares all = VEC_EMPTY;
  bool *joined = hb_calloc (figure->columns.size, sizeof *joined);
  while (all.size < most)
    vec_push (all, ((struct shared){ .number = HB_NONE }));
  for (size_t n = 0; n < figure->columns.size; n++)
    {
      size_t next = figure->columns.size;
      for (size_t c = 0; c < figure->columns.size; c++)
        if (!joined[c]
            && (next == figure->columns.size
                || f->start[figure->columns.data[c].boxes.data[0]]
                       < f->start[figure->columns.data[next].boxes.data[0]]))
          next = c;
      joined[next] = true;
      join (f, &all, (hb_id)next, share);
    }
  hb_free (joined);
  return all;
}

/* --- The figure --- */

/* The boxes of COLUMN stand one above the other as they ran, and where another handler's begin is its name.  NAMES are
 * those of the columns before, OLD the box's column then. */
static void
stack (struct folder *f, hb_id column, const struct hb_figure_column *names, const hb_id *old)
{
  hb_figure *figure = f->figure;
  struct hb_figure_column *c = &figure->columns.data[column];
  for (size_t i = 1; i < c->boxes.size; i++)
    for (size_t k = i; k > 0 && f->start[c->boxes.data[k]] < f->start[c->boxes.data[k - 1]]; k--)
      {
        hb_id box = c->boxes.data[k];
        c->boxes.data[k] = c->boxes.data[k - 1];
        c->boxes.data[k - 1] = box;
      }
  for (size_t i = 0; i < c->boxes.size; i++)
    {
      hb_id box = c->boxes.data[i], above = i ? c->boxes.data[i - 1] : HB_NONE;
      const struct hb_figure_column *name = &names[old[box]];
      if (above != HB_NONE)
        {
          vec_push (figure->before, above);
          vec_push (figure->before, box);
        }
      if (above != HB_NONE && old[above] == old[box])
        continue;
      struct hb_figure_box *b = &figure->boxes.data[box];
      b->handler = hb_copy_text (name->name);
      b->handler_full = name->full ? hb_copy_text (name->full) : NULL;
    }
}

/* Replaces the columns by SHARES. */
static void
share_columns (struct folder *f, const shares *all, const hb_id *share)
{
  hb_figure *figure = f->figure;
  size_t count = figure->columns.size;
  struct hb_figure_column *names = figure->columns.data;
  hb_id *old = hb_calloc (figure->boxes.size, sizeof *old);
  figure->columns.data = NULL;
  figure->columns.size = figure->columns.capacity = 0;
  for (size_t b = 0; b < figure->boxes.size; b++)
    old[b] = figure->boxes.data[b].column;
  for (size_t c = 0; c < count; c++)
    {
      struct shared *s = &all->data[share[c]];
      if (s->number != HB_NONE)
        continue;
      s->number = hb_figure_add_column (figure, names[c].handler, hb_copy_text (""));
      for (size_t i = 0; i < s->boxes.size; i++)
        {
          figure->boxes.data[s->boxes.data[i]].column = s->number;
          vec_push (figure->columns.data[s->number].boxes, s->boxes.data[i]);
        }
      stack (f, s->number, names, old);
    }
  for (size_t c = 0; c < count; c++)
    {
      hb_free (names[c].name);
      hb_free (names[c].full);
      vec_free (names[c].boxes);
    }
  hb_free (names);
  hb_free (old);
}

void
hb_fold (hb_figure *figure, size_t most)
{
  struct folder f = { .figure = figure, .open = VEC_EMPTY };
  size_t count = figure->columns.size;
  hb_id *share = hb_calloc (count, sizeof *share);
  hb_group_edges (figure, true, &f.in_first, &f.in);
  f.done = hb_calloc (figure->boxes.size, sizeof *f.done);
  f.cursor = hb_calloc (count, sizeof *f.cursor);
  f.start = hb_calloc (figure->boxes.size, sizeof *f.start);
  f.finish = hb_calloc (figure->boxes.size, sizeof *f.finish);
  run (&f);
  shares all = colour (&f, most, share);
  share_columns (&f, &all, share);
  figure->folded = count;
  hb_arrange (figure);
  for (size_t i = 0; i < all.size; i++)
    vec_free (all.data[i].boxes);
  vec_free (all);
  vec_free (f.open);
  hb_free (f.in_first);
  hb_free (f.in);
  hb_free (f.done);
  hb_free (f.cursor);
  hb_free (f.start);
  hb_free (f.finish);
  hb_free (share);
}
