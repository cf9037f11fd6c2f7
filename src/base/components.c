/* See components.h. */
#include "base/components.h"

#include "base/vec.h"

struct tarjan
{
  const hb_id *first, *to;
  hb_id *component; /* HB_NONE: not complete */
  hb_id *index;     /* order of discovery, from 1; 0: not seen */
  hb_id *low;       /* the lowest index of an open node that is known to be reached */
  hb_id *at;        /* the next edge to be looked at */
  VEC (hb_id) path; /* from the root to where the search is */
  VEC (hb_id) open; /* seen, and their component is not complete */
  hb_id count, components;
};

static void
enter (struct tarjan *t, hb_id node)
{
  t->index[node] = t->low[node] = ++t->count;
  t->at[node] = t->first[node];
  vec_push (t->path, node);
  vec_push (t->open, node);
}

/* NODE, the end of the path, has no edge left. */
static void
leave (struct tarjan *t, hb_id node)
{
  (void)vec_pop (t->path);
  if (t->path.size && t->low[node] < t->low[vec_top (t->path)])
    t->low[vec_top (t->path)] = t->low[node];
  if (t->low[node] != t->index[node])
    return;
  hb_id member;
  do
    t->component[member = vec_pop (t->open)] = t->components;
  while (member != node);
  t->components++;
}

static void
search_from (struct tarjan *t, hb_id root)
{
  enter (t, root);
  while (t->path.size)
    {
      hb_id node = vec_top (t->path);
      if (t->at[node] == t->first[node + 1])
        {
          leave (t, node);
          continue;
        }
      hb_id to = t->to[t->at[node]++];
      if (!t->index[to])
        enter (t, to);
      else if (t->component[to] == HB_NONE && t->index[to] < t->low[node])
        t->low[node] = t->index[to];
    }
}

hb_id
hb_components (hb_id nodes, const hb_id *first, const hb_id *to, hb_id *component)
{
  struct tarjan t = { .first = first, .to = to, .component = component };
  t.index = hb_calloc (nodes, sizeof *t.index);
  t.low = hb_calloc (nodes, sizeof *t.low);
  t.at = hb_calloc (nodes, sizeof *t.at);
  for (hb_id v = 0; v < nodes; v++)
    component[v] = HB_NONE;
  for (hb_id v = 0; v < nodes; v++)
    if (!t.index[v])
      search_from (&t, v);
  hb_free (t.index);
  hb_free (t.low);
  hb_free (t.at);
  vec_free (t.path);
  vec_free (t.open);
  return t.components;
}
