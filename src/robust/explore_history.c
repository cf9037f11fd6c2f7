/* The summaries of histories.  See explore.h. */
#include "robust/explore_private.h"

/* --- Paths --- */

hb_id
explore_root (struct explorer *e, hb_id event)
{
  while (e->roots.size <= event)
    {
      struct path root = { .parent = HB_NONE,
                           .number = (hb_id)e->roots.size,
                           .event = (hb_id)e->roots.size,
                           .child = HB_NONE,
                           .sibling = HB_NONE };
      vec_push (e->roots, (hb_id)e->paths.size);
      vec_push (e->paths, root);
    }
  return e->roots.data[event];
}

hb_id
explore_child (struct explorer *e, hb_id parent, hb_id number)
{
  for (hb_id p = e->paths.data[parent].child; p != HB_NONE; p = e->paths.data[p].sibling)
    if (e->paths.data[p].number == number)
      return p;
  struct path *above = &e->paths.data[parent];
  struct path child = { .parent = parent,
                        .number = number,
                        .event = above->event,
                        .depth = above->depth + 1,
                        .child = HB_NONE,
                        .sibling = above->child };
  above->child = (hb_id)e->paths.size;
  vec_push (e->paths, child);
  return (hb_id)e->paths.size - 1;
}

bool
explore_is_behind (const struct explorer *e, hb_id a, hb_id b)
{
  const struct path *p = e->paths.data;
  hb_id last_a = HB_NONE, last_b = HB_NONE;
  if (a == b)
    return false;
  while (p[a].depth > p[b].depth)
    last_a = a, a = p[a].parent;
  if (a == b)
    return true; /* below B, so behind it */
  while (p[b].depth > p[a].depth)
    last_b = b, b = p[b].parent;
  if (a == b)
    return false;
  while (a != b)
    {
      last_a = a, last_b = b;
      a = p[a].parent;
      b = p[b].parent;
    }
  return p[last_a].number > p[last_b].number;
}

/* --- Accesses --- */

static void
check_order (struct explorer *e, hb_id path, hb_id variable, bool write)
{
  struct config *c = &e->config;
  size_t at = 2 * ((size_t)e->paths.data[path].event * e->variables + variable);
  hb_id *reader = &c->late.data[at], *writer = &c->late.data[at + 1];
  if ((*writer != HB_NONE && explore_is_behind (e, *writer, path))
      || (write && *reader != HB_NONE && explore_is_behind (e, *reader, path)))
    {
      e->violated = true;
      e->part = HB_PART_DET;
    }
  hb_id *last = write ? writer : reader;
  if (*last == HB_NONE || explore_is_behind (e, path, *last))
    *last = path;
}

static void
check_graph (struct explorer *e, hb_id path, hb_id variable, bool write)
{
  struct config *c = &e->config;
  hb_id event = e->paths.data[path].event;
  uint64_t own = (uint64_t)1 << event, *before = c->sets.data + 2 * e->variables;
  uint64_t *readers = &c->sets.data[2 * variable], *writers = readers + 1;
  uint64_t sources = (*writers | (write ? *readers : 0)) & ~own, all = sources;
  for (hb_id j = 0; j < c->kinds.size; j++)
    if (sources >> j & 1)
      all |= before[j];
  if (all & own)
    {
      e->violated = true;
      e->part = HB_PART_SER;
    }
  for (hb_id j = 0; j < c->kinds.size; j++)
    if (j == event || before[j] & own)
      before[j] |= all;
  *(write ? writers : readers) |= own;
}

void
explore_access (struct explorer *e, hb_id path, hb_id variable, bool write)
{
  if (e->options->parts & HB_PART_DET)
    check_order (e, path, variable, write);
  if (!e->violated && e->options->parts & HB_PART_SER)
    check_graph (e, path, variable, write);
}

/* --- What is kept --- */

void
explore_history_add (struct explorer *e)
{
  struct config *c = &e->config;
  if (e->options->parts & HB_PART_DET)
    vec_resize (c->late, c->late.size + 2 * e->variables, HB_NONE);
  if (e->options->parts & HB_PART_SER)
    vec_push (c->sets, 0);
}

void
explore_history_forget (struct explorer *e)
{
  struct config *c = &e->config;
  uint64_t alive = 0;
  if (!(e->options->parts & HB_PART_DET))
    return;
  for (size_t t = 0; t < c->tasks.size; t++)
    alive |= (uint64_t)1 << e->paths.data[c->tasks.data[t].path].event;
  for (hb_id j = 0; j < c->kinds.size; j++)
    for (hb_id i = 0; i < 2 * e->variables && !(alive >> j & 1); i++)
      c->late.data[(size_t)j * 2 * e->variables + i] = HB_NONE;
}
