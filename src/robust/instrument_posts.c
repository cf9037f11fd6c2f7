/* Which procedures run how, which post, and which statements do.  See instrument.h. */
#include "robust/instrument_private.h"

#include <stdlib.h>

struct edge
{
  hb_id from, to; /* FROM calls TO; sorted by TO for the way back */
};

struct survey
{
  struct instrumenter *w;
  VEC (struct edge) calls;
  VEC (struct edge) posts;
  uint32_t *callees; /* calls of a procedure that are not known to end */
};

/* --- What stands where --- */

static void
survey_block (struct survey *s, hb_id first, hb_id proc)
{
  for (hb_id at = first; at != HB_NONE; at = s->w->program->stmts.data[at].next)
    {
      const struct hb_aed_stmt *stmt = &s->w->program->stmts.data[at];
      if (stmt->kind == HB_AED_CALL)
        {
          vec_push (s->calls, ((struct edge){ proc, stmt->slot }));
          s->callees[proc]++;
        }
      if (stmt->kind == HB_AED_ASYNC)
        s->w->posts[proc] = true;
      if (stmt->body != HB_NONE)
        survey_block (s, stmt->body, proc);
      if (stmt->orelse != HB_NONE)
        survey_block (s, stmt->orelse, proc);
    }
}

static int
by_callee (const void *a, const void *b)
{
  const struct edge *one = a, *two = b;
  return one->to < two->to ? -1 : one->to > two->to;
}

/* The first call of TO. */
static size_t
first_call (const struct survey *s, hb_id to)
{
  size_t low = 0, high = s->calls.size;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (s->calls.data[middle].to < to)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Who calls a procedure that posts, posts. */
static void
spread_posts (struct survey *s)
{
  VEC (hb_id) work = VEC_EMPTY;
  for (hb_id p = 0; p < s->w->program->procs.size; p++)
    if (s->w->posts[p])
      vec_push (work, p);
  while (work.size)
    {
      hb_id p = vec_pop (work);
      for (size_t i = first_call (s, p); i < s->calls.size && s->calls.data[i].to == p; i++)
        {
          hb_id caller = s->calls.data[i].from;
          if (!s->w->posts[caller])
            vec_push (work, caller);
          s->w->posts[caller] = true;
        }
    }
  vec_free (work);
}

/* A procedure all of whose callees come to an end of their calls does, too; what is left may call itself, or calls
 * what may. */
static void
find_recursion (struct survey *s)
{
  VEC (hb_id) work = VEC_EMPTY;
  for (hb_id p = 0; p < s->w->program->procs.size; p++)
    if (!s->callees[p])
      vec_push (work, p);
  for (size_t at = 0; at < work.size; at++)
    {
      hb_id p = work.data[at];
      for (size_t i = first_call (s, p); i < s->calls.size && s->calls.data[i].to == p; i++)
        if (!--s->callees[s->calls.data[i].from])
          vec_push (work, s->calls.data[i].from);
    }
  for (hb_id p = 0; p < s->w->program->procs.size; p++)
    s->w->recursive[p] = s->callees[p] > 0;
  vec_free (work);
}

/* --- Modes --- */

struct demand
{
  hb_id proc;
  uint8_t mode;
};

struct demands
{
  struct instrumenter *w;
  VEC (struct demand) list;
};

static void
demand (struct demands *d, hb_id proc, enum hb_run_mode mode)
{
  if (d->w->modes[proc] >> mode & 1)
    return;
  d->w->modes[proc] = (uint8_t)(d->w->modes[proc] | 1u << mode);
  vec_push (d->list, ((struct demand){ proc, (uint8_t)mode }));
}

static void
demand_block (struct demands *d, hb_id first, enum hb_run_mode mode)
{
  bool on_main = mode != HB_MODE_ANY && mode != HB_MODE_IN_ANY;
  for (hb_id at = first; at != HB_NONE; at = d->w->program->stmts.data[at].next)
    {
      const struct hb_aed_stmt *stmt = &d->w->program->stmts.data[at];
      if (stmt->kind == HB_AED_ASYNC)
        demand (d, stmt->slot,
                stmt->main && (on_main || !is_without (d->w, HB_WITHOUT_CHAINS)) ? HB_MODE_MAIN
                                                                                 : HB_MODE_ANY);
      if (stmt->kind == HB_AED_CALL)
        demand (d, stmt->slot, on_main ? HB_MODE_IN_MAIN : HB_MODE_IN_ANY);
      if (stmt->body != HB_NONE)
        demand_block (d, stmt->body, mode);
      if (stmt->orelse != HB_NONE)
        demand_block (d, stmt->orelse, mode);
    }
}

static void
find_modes (struct instrumenter *w)
{
  struct demands d = { .w = w };
  for (hb_id p = 0; p < w->program->procs.size; p++)
    if (w->program->procs.data[p].is_event)
      demand (&d, p, HB_MODE_BODY);
  for (size_t i = 0; i < d.list.size; i++)
    {
      struct demand one = d.list.data[i];
      demand_block (&d, w->program->procs.data[one.proc].body, (enum hb_run_mode)one.mode);
    }
  vec_free (d.list);
}

bool
instrument_prepare (struct instrumenter *w)
{
  size_t count = w->program->procs.size;
  struct survey s = { .w = w, .callees = hb_calloc (count, sizeof *s.callees) };
  for (hb_id p = 0; p < count; p++)
    survey_block (&s, w->program->procs.data[p].body, p);
  if (s.calls.size)
    qsort (s.calls.data, s.calls.size, sizeof *s.calls.data, by_callee);
  spread_posts (&s);
  find_recursion (&s);
  find_modes (w);
  hb_free (s.callees);
  vec_free (s.calls);
  return !w->failed;
}

/* --- Statements --- */

bool
instrument_block_posts (const struct instrumenter *w, hb_id first)
{
  for (hb_id at = first; at != HB_NONE; at = w->program->stmts.data[at].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[at];
      if (stmt->kind == HB_AED_ASYNC || (stmt->kind == HB_AED_CALL && w->posts[stmt->slot])
          || (stmt->body != HB_NONE && instrument_block_posts (w, stmt->body))
          || (stmt->orelse != HB_NONE && instrument_block_posts (w, stmt->orelse)))
        return true;
    }
  return false;
}

void
instrument_refuse (struct instrumenter *w, hb_id stmt, const char *what)
{
  hb_source_error (&w->program->source, w->diag, w->program->stmts.data[stmt].spot, "%s", what);
  w->failed = true;
}
