/* See seq_order.h.
 *
 * Main runs a task to its end before the next begins, so for the row a task of main is one node, and of a task on a
 * thread of its own its start and each access are:
 *
 *     nodes   0 .. tasks - 1      a task of main, or the start of another task
 *             tasks + i           access i of another task
 *             beyond              "before A B" of the driver: the bodies of A lead there, and on to those of B */
#include "robust/seq_order.h"

typedef VEC (hb_id) edges; /* from, to, from, to, ... */

static void
add (edges *e, hb_id from, hb_id to)
{
  if (from == HB_NONE || from == to)
    return;
  vec_push (*e, from);
  vec_push (*e, to);
}

/* Takes EDGES apart into a graph of NODES. */
static struct hb_seq_graph
graph_of (edges *e, size_t nodes)
{
  struct hb_seq_graph g = { .nodes = (hb_id)nodes,
                            .first = hb_calloc (nodes + 2, sizeof *g.first),
                            .next = hb_calloc (e->size / 2 + 1, sizeof *g.next) };
  for (size_t i = 0; i < e->size; i += 2)
    g.first[e->data[i] + 2]++;
  for (size_t n = 2; n < nodes + 2; n++)
    g.first[n] += g.first[n - 1];
  for (size_t i = 0; i < e->size; i += 2)
    g.next[g.first[e->data[i] + 1]++] = e->data[i + 1];
  vec_free (*e);
  return g;
}

void
hb_seq_graph_free (struct hb_seq_graph *graph)
{
  hb_free (graph->first);
  hb_free (graph->next);
}

struct hb_seq_graph
hb_seq_order (const hb_seq_run *run)
{
  struct last /* of a variable: its last write, and the reads since, in a list by `read_before` */
  {
    hb_id write, read;
  };
  edges e = VEC_EMPTY;
  VEC (struct last) lasts = VEC_EMPTY;
  size_t count = run->accesses.size;
  hb_id *read_before = hb_calloc (count, sizeof *read_before),
        *last_of
        = hb_calloc (run->tasks.size, sizeof *last_of); /* task -> its last access, plus 1 */
  for (hb_id i = 0; i < count; i++)
    {
      const struct hb_seq_access *a = &run->accesses.data[i];
      if (a->variable >= lasts.size)
        vec_resize (lasts, a->variable + 1, ((struct last){ HB_NONE, HB_NONE }));
      struct last *last = &lasts.data[a->variable];
      add (&e, last_of[a->task] ? last_of[a->task] - 1 : HB_NONE, i);
      last_of[a->task] = i + 1;
      add (&e, last->write, i);
      if (a->write)
        {
          for (hb_id r = last->read; r != HB_NONE; r = read_before[r])
            add (&e, r, i);
          *last = (struct last){ i, HB_NONE };
        }
      else
        {
          read_before[i] = last->read;
          last->read = i;
        }
    }
  hb_free (read_before);
  hb_free (last_of);
  vec_free (lasts);
  return graph_of (&e, count);
}

/* --- The row of main --- */

struct rower
{
  const hb_acode *code;
  const hb_instrumented *made;
  const hb_seq_run *run;
  const struct hb_seq_graph *order;
};

static const struct hb_clone *
clone_of (const struct rower *r, hb_id task)
{
  return &r->made->clones.data[r->run->tasks.data[task].clone];
}

static bool
is_body (const struct rower *r, hb_id task)
{
  return clone_of (r, task)->mode == HB_MODE_BODY;
}

/* Tasks of main that do nothing need not begin. */
static bool
begins_on_main (const struct rower *r, hb_id task)
{
  const struct hb_seq_task *t = &r->run->tasks.data[task];
  return is_body (r, task)
         || (clone_of (r, task)->mode == HB_MODE_MAIN
             && (t->accesses || t->posts.size || t->pivot));
}

static hb_id
node_of (const struct rower *r, hb_id access)
{
  hb_id task = r->run->accesses.data[access].task;
  return begins_on_main (r, task) ? task : (hb_id)r->run->tasks.size + access;
}

/* From the access that precedes a task's post, or from the poster's start, to the task; from a start to the first
 * access. */
static void
add_posts (const struct rower *r, edges *e)
{
  size_t tasks = r->run->tasks.size, count = r->run->accesses.size;
  hb_id *first = hb_calloc (tasks + 1, sizeof *first),
        *of_task = hb_calloc (count, sizeof *of_task);
  for (size_t i = 0; i < count; i++)
    first[r->run->accesses.data[i].task + 1] += !r->run->accesses.data[i].guard;
  for (size_t t = 0; t < tasks; t++)
    first[t + 1] += first[t];
  hb_id *made = hb_calloc (tasks, sizeof *made);
  for (hb_id i = 0; i < count; i++)
    {
      hb_id t = r->run->accesses.data[i].task;
      if (!r->run->accesses.data[i].guard)
        of_task[first[t] + made[t]++] = i;
    }
  for (hb_id t = 0; t < tasks; t++)
    {
      const struct hb_seq_task *task = &r->run->tasks.data[t];
      if (made[t])
        add (e, t, node_of (r, of_task[first[t]]));
      if (task->parent == HB_NONE)
        continue;
      hb_id before = r->run->tasks.data[task->parent].posts.data[task->number - 1];
      add (e, before ? node_of (r, of_task[first[task->parent] + before - 1]) : task->parent, t);
    }
  hb_free (first);
  hb_free (made);
  hb_free (of_task);
}

/* The driver's orders; the task that is left on main is last. */
static void
add_main (const struct rower *r, hb_id base, edges *e)
{
  const hb_aed *program = r->code->program;
  size_t tasks = r->run->tasks.size;
  for (hb_id t = 0; t < tasks; t++)
    {
      for (hb_id i = 0; i < program->befores.size && is_body (r, t); i++)
        {
          if (program->befores.data[i].first == clone_of (r, t)->proc)
            add (e, t, base + i);
          if (program->befores.data[i].then == clone_of (r, t)->proc)
            add (e, base + i, t);
        }
      for (hb_id other = 0; other < tasks && r->run->tasks.data[t].open; other++)
        if (begins_on_main (r, t) && begins_on_main (r, other))
          add (e, other, t);
    }
}

static struct hb_seq_graph
row_graph (const struct rower *r)
{
  edges e = VEC_EMPTY;
  hb_id base = (hb_id)(r->run->tasks.size + r->run->accesses.size);
  for (hb_id i = 0; i < r->order->nodes; i++)
    for (hb_id k = r->order->first[i]; k < r->order->first[i + 1]; k++)
      add (&e, node_of (r, i), node_of (r, r->order->next[k]));
  add_posts (r, &e);
  add_main (r, base, &e);
  return graph_of (&e, base + r->code->program->befores.size);
}

/* A topological sort; nodes that are no tasks of main are done as soon as they can be. */
struct sorter
{
  const struct rower *r;
  struct hb_seq_graph graph;
  hb_id *waits;       /* node -> those before it that are not done */
  bool *ready;        /* task of main -> it can come next */
  size_t least;       /* no task before it is ready */
  VEC (hb_id) others; /* that are ready */
  size_t done;
};

static void
arrive (struct sorter *s, hb_id node)
{
  if (node >= s->r->run->tasks.size || !begins_on_main (s->r, node))
    {
      vec_push (s->others, node);
      return;
    }
  s->ready[node] = true;
  s->least = node < s->least ? node : s->least;
}

static void
finish (struct sorter *s, hb_id node)
{
  s->done++;
  for (hb_id k = s->graph.first[node]; k < s->graph.first[node + 1]; k++)
    if (!--s->waits[s->graph.next[k]])
      arrive (s, s->graph.next[k]);
}

static bool
sort_main (struct sorter *s, hb_seq_row *row)
{
  size_t tasks = s->r->run->tasks.size;
  for (hb_id k = 0; k < s->graph.first[s->graph.nodes]; k++)
    s->waits[s->graph.next[k]]++;
  for (hb_id n = 0; n < s->graph.nodes; n++)
    if (!s->waits[n])
      arrive (s, n);
  for (;;)
    {
      while (s->others.size)
        finish (s, vec_pop (s->others));
      while (s->least < tasks && !s->ready[s->least])
        s->least++;
      if (s->least == tasks)
        return s->done == s->graph.nodes;
      hb_id task = (hb_id)s->least;
      s->ready[task] = false;
      vec_push (*row, task);
      finish (s, task);
    }
}

bool
hb_seq_main_row (const hb_acode *code, const hb_instrumented *made, const hb_seq_run *run,
                 const struct hb_seq_graph *order, hb_seq_row *row)
{
  struct rower r = { code, made, run, order };
  struct sorter s = { .r = &r, .graph = row_graph (&r), .least = run->tasks.size };
  s.waits = hb_calloc (s.graph.nodes, sizeof *s.waits);
  s.ready = hb_calloc (run->tasks.size, sizeof *s.ready);
  bool good = sort_main (&s, row);
  vec_free (s.others);
  hb_free (s.waits);
  hb_free (s.ready);
  hb_seq_graph_free (&s.graph);
  return good;
}
