/* The other program follows a run, step by step; see encode.h.
 *
 * Most runs of one version are runs of the other in the same order.  That is said of all of them in one formula: each
 * step of the other program has an *anchor*, a step of the leader in the thread of that name, and happens where its
 * anchor does if that runs.  Anchors come from a longest common subsequence of the statements of the threads
 * (Hunt and McIlroy, "An algorithm for differential file comparison", 1976); a step that only the other program has goes
 * right before the next anchored one if it waits, right behind the last one if not.  They grow along each thread, so that
 * the order of the leader's steps is one of the follower's.
 *
 * So what the follower does is a function of what the leader does.  It runs on where it should wait: then it has
 * failed.  A run of the leader in which the follower has not failed and shows the same is matched; of the others
 * nothing is said. */
#include "diff/encode_private.h"

#include <string.h>

#define MOST_CELLS ((size_t)4 << 20) /* of the table for two threads */

/* Which statement of the leader is which of the follower: HB_NONE, or its number. */
static hb_id *
same_statements (const diff_encoding *leader, const diff_encoding *f)
{
  const diff_scope *scope = leader->scope;
  hb_id *same = hb_calloc (f->program->statements.size + 1, sizeof *same);
  for (hb_id s = 0; s < f->program->statements.size; s++)
    {
      hb_id number = scope->statement_of[f->side].data[s];
      same[s] = number == HB_NONE ? HB_NONE : scope->statements[leader->side].data[number];
      for (hb_id l = 1; l < leader->program->statements.size && same[s] == HB_NONE; l++)
        if (!strcmp (leader->program->statements.data[l].key, f->program->statements.data[s].key))
          same[s] = l;
    }
  return same;
}

static hb_id
choices_of (const struct diff_thread *thread, const struct diff_node *node)
{
  hb_id count = 0;
  for (hb_id i = 0; i < node->count; i++)
    count += thread->acts.data[node->first + i].action == DIFF_CHOOSE;
  return count;
}

/* Do the nodes do the same, as far as it matters: the same statement, or nothing but as many choices? */
static bool
alike (const struct diff_thread *a, hb_id x, const struct diff_thread *b, hb_id y,
       const hb_id *same)
{
  const struct diff_node *one = &a->nodes.data[x], *other = &b->nodes.data[y];
  if (one->visible || other->visible)
    return one->visible && other->visible && one->statement == same[other->statement];
  return choices_of (a, one) && choices_of (a, one) == choices_of (b, other);
}

/* By node of B the node of A that is the same, or HB_NONE: a longest common subsequence. */
static bool
align (const struct diff_thread *a, const struct diff_thread *b, const hb_id *same, hb_id *to)
{
  size_t rows = a->nodes.size + 1, columns = b->nodes.size + 1;
  for (hb_id y = 0; y < b->nodes.size; y++)
    to[y] = HB_NONE;
  if (rows * columns > MOST_CELLS)
    return false;
  hb_id *longest = hb_calloc (rows * columns, sizeof *longest);
  for (size_t x = a->nodes.size; x-- > 0;)
    for (size_t y = b->nodes.size; y-- > 0;)
      {
        hb_id *cell = &longest[x * columns + y];
        hb_id down = longest[(x + 1) * columns + y], right = longest[x * columns + y + 1];
        *cell = down > right ? down : right;
        if (alike (a, (hb_id)x, b, (hb_id)y, same)
            && longest[(x + 1) * columns + y + 1] + 1 > *cell)
          *cell = longest[(x + 1) * columns + y + 1] + 1;
      }
  for (hb_id x = 0, y = 0; x < a->nodes.size && y < b->nodes.size;)
    {
      hb_id here = longest[x * columns + y];
      if (alike (a, x, b, y, same) && here == longest[(x + 1) * columns + y + 1] + 1)
        to[y++] = x++;
      else if (here == longest[(x + 1) * columns + y])
        x++;
      else
        y++;
    }
  hb_free (longest);
  return true;
}

/* The leader's thread of the same name, or HB_NONE. */
static hb_id
leading_thread (const diff_encoding *leader, const char *name)
{
  for (hb_id t = 0; t < leader->program->threads.size; t++)
    if (!strcmp (leader->program->threads.data[t].name, name))
      return t;
  return HB_NONE;
}

static bool
waits (const struct diff_thread *thread, const struct diff_node *node)
{
  for (hb_id i = 0; i < node->count; i++)
    if (thread->acts.data[node->first + i].action == DIFF_ASSUME)
      return true;
  return false;
}

/* The leader's step of node Y, of the first node of its section that has one; HB_NONE. */
static hb_id
step_of (const diff_encoding *leader, hb_id lead, const struct diff_thread *thread, hb_id y,
         const hb_id *to)
{
  hb_id unit = thread->nodes.data[y].unit;
  for (; y < thread->nodes.size; y++)
    {
      hb_id step = to[y] == HB_NONE ? HB_NONE : diff_laid (leader, lead, to[y])->step;
      if (step != HB_NONE)
        return step;
      if (unit == HB_NONE || thread->nodes.data[y].unit != unit)
        return HB_NONE;
    }
  return HB_NONE;
}

/* The anchors of thread T, and which of the leader's nodes its nodes are. */
static bool
anchor_thread (diff_encoding *f, hb_id t, const hb_id *same)
{
  const diff_encoding *leader = f->leader;
  const struct diff_thread *thread = &f->program->threads.data[t];
  hb_id nodes = (hb_id)thread->nodes.size, lead = leading_thread (leader, thread->name);
  hb_id *to = hb_calloc (nodes + 1, sizeof *to), *next = hb_calloc (nodes + 1, sizeof *next);
  bool good = lead == HB_NONE || align (&leader->program->threads.data[lead], thread, same, to);
  hb_id last = HB_NONE, coming = HB_NONE;
  for (hb_id y = nodes; y-- > 0 && lead != HB_NONE;)
    {
      hb_id step = step_of (leader, lead, thread, y, to);
      coming = step != HB_NONE ? step : coming;
      next[y] = coming;
    }
  for (hb_id y = 0; y < nodes; y++)
    {
      struct diff_anchor anchor = { lead, lead == HB_NONE ? HB_NONE : to[y], HB_NONE };
      hb_id own = lead == HB_NONE ? HB_NONE : step_of (leader, lead, thread, y, to);
      if (lead != HB_NONE)
        {
          bool before = waits (thread, &thread->nodes.data[y]) || last == HB_NONE;
          anchor.step = own != HB_NONE ? own : before && next[y] != HB_NONE ? next[y] : last;
        }
      if (last != HB_NONE && (anchor.step == HB_NONE || anchor.step < last))
        anchor.step = last;
      last = thread->nodes.data[y].visible || own != HB_NONE ? anchor.step : last;
      vec_push (f->anchors, anchor);
    }
  hb_free (to);
  hb_free (next);
  return good;
}

static bool
find_anchors (diff_encoding *f)
{
  hb_id *same = same_statements (f->leader, f);
  bool good = true;
  for (hb_id t = 0; t < f->program->threads.size && good; t++)
    {
      vec_push (f->anchors_of, f->anchors.size);
      good = anchor_thread (f, t, same);
    }
  hb_free (same);
  return good;
}

static const struct diff_anchor *
anchor_of (const diff_encoding *f, hb_id thread, hb_id node)
{
  return &f->anchors.data[f->anchors_of.data[thread] + node];
}

static hb_id
step_at (const diff_encoding *f, hb_id thread, hb_id node)
{
  return anchor_of (f, thread, node)->step;
}

static hb_lit
goes_on (diff_encoding *f, hb_id thread, hb_id node)
{
  const struct diff_anchor *anchor = anchor_of (f, thread, node);
  if (anchor->step == HB_NONE)
    return HB_FALSE;
  hb_lit runs = f->leader->steps.data[anchor->step].runs;
  if (anchor->node == HB_NONE)
    return runs;
  return hb_and (f->bits, runs, diff_laid (f->leader, anchor->thread, anchor->node)->runs);
}

static hb_word
choice (diff_encoding *f, hb_id thread, hb_id node, hb_id number, struct diff_type type)
{
  const struct diff_anchor *anchor = anchor_of (f, thread, node);
  const diff_encoding *leader = f->leader;
  if (anchor->thread != HB_NONE && anchor->node != HB_NONE)
    {
      const struct diff_thread *lead = &leader->program->threads.data[anchor->thread];
      size_t at = diff_laid (leader, anchor->thread, anchor->node)->made + number;
      if (number < choices_of (lead, &lead->nodes.data[anchor->node])
          && leader->made.data[at].value.width == type.width)
        return leader->made.data[at].value;
    }
  return hb_word_number (f->bits, type.width, 0);
}

/* What READ of the follower has: the last write before it, by gates; its value by clauses. */
static void
find_source (diff_encoding *f, const diff_accesses *writes, const struct diff_place_of_access *read)
{
  for (size_t i = 0; i <= writes->size; i++)
    {
      const struct diff_place_of_access *write = i ? writes->data[i - 1] : NULL;
      hb_lit source = read->runs;
      if (write)
        source = hb_and (f->bits, hb_and (f->bits, source, write->runs),
                         diff_encode_before (f, write, read));
      for (size_t k = 0; k < writes->size && source != HB_FALSE; k++)
        {
          const struct diff_place_of_access *other = writes->data[k];
          if (other == write)
            continue;
          hb_lit elsewhere = diff_encode_before (f, read, other);
          if (write)
            elsewhere = hb_or (f->bits, elsewhere, diff_encode_before (f, other, write));
          elsewhere = hb_or (f->bits, elsewhere, hb_not (other->runs));
          source = hb_and (f->bits, source, elsewhere);
        }
      if (source == HB_FALSE)
        continue;
      diff_encode_equal (f, source, write ? write->value : diff_encode_initial (f, read->variable),
                         read->value);
      hb_lit *fact = diff_encode_fact (f, false, read->variable, write ? write->statement : HB_NONE,
                                       read->statement);
      if (fact)
        *fact = hb_or (f->bits, *fact, source);
    }
}

/* The follower's clauses and the orders that it asked for, from number PAIRS on, go to the leader's solver. */
static void
give_leader (diff_encoding *leader, diff_encoding *f, size_t pairs)
{
  vec_clear (leader->clauses_open);
  for (size_t i = 0; i < f->clauses_open.size; i++)
    vec_push (leader->clauses_open, f->clauses_open.data[i]);
  if (leader->pairs.size > pairs)
    diff_encode_grids (leader);
  diff_encode_give_clauses (leader);
  diff_encode_give_orders (leader, pairs);
}

static const struct diff_following following = { goes_on, choice, find_source, step_at };

bool
diff_encoding_follow (diff_encoding *leader, const diff_encoding *other, int *fails, int *shows)
{
  diff_encoding *f = hb_calloc (1, sizeof *f);
  size_t pairs = leader->pairs.size;
  f->scope = leader->scope;
  f->program = other->program;
  f->side = other->side;
  f->options.complete = leader->options.complete;
  f->leader = leader;
  f->following = &following;
  f->bits = leader->bits;
  f->failed = HB_FALSE;
  f->matters = diff_matters (f->program);
  for (size_t v = 0; v < other->shapes.size; v++)
    vec_push (f->shapes, other->shapes.data[v]);
  bool good = find_anchors (f);
  if (good)
    {
      diff_encode_threads (f);
      diff_encode_orders (f);
      for (size_t t = 0; t < f->ends.size && f->options.complete; t++)
        f->failed = hb_or (f->bits, f->failed, hb_not (f->ends.data[t]));
      give_leader (leader, f, pairs);
      *fails = hb_tseitin_literal (leader->tseitin, f->failed);
      for (hb_id fact = 0; fact < f->scope->facts.size; fact++)
        shows[fact] = hb_tseitin_literal (leader->tseitin, f->facts[fact]);
    }
  f->bits = NULL;
  diff_encoding_free (f);
  return good;
}
