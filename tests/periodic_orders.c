/* See periodic_orders.h. */
#include "tests/periodic_orders.h"

#include "periodic/exact.h"
#include "sat/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TICKS 6 /* per unit of time */

static void
add_order (orders *all, const char *text, size_t length)
{
  vec_push (*all, hb_copy_bytes (text, length));
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void
sort_orders (orders *all)
{
  if (all->size)
    qsort (all->data, all->size, sizeof *all->data, compare_texts);
  size_t kept = 0;
  for (size_t i = 0; i < all->size; i++)
    if (kept && !strcmp (all->data[kept - 1], all->data[i]))
      hb_free (all->data[i]);
    else
      all->data[kept++] = all->data[i];
  all->size = kept;
}

void
orders_free (orders *all)
{
  for (size_t i = 0; i < all->size; i++)
    hb_free (all->data[i]);
  vec_free (*all);
}

bool
orders_within (const orders *a, const orders *b)
{
  size_t k = 0;
  for (size_t i = 0; i < a->size; i++)
    {
      while (k < b->size && strcmp (b->data[k], a->data[i]) < 0)
        k++;
      if (k == b->size || strcmp (b->data[k], a->data[i]))
        return false;
    }
  return true;
}

/* --- by appending --- */

struct search
{
  const struct set *set;
  bool arrival;
  size_t done[MOST_JOBS];
  char text[MOST_JOBS * MOST_EVENTS + 1];
  size_t length;
  orders *all;
};

static int64_t
held (const struct set *set, const size_t *done, size_t job)
{
  int64_t most = INT64_MIN, stack[MOST_EVENTS];
  size_t depth = 0;
  for (size_t i = 0; i < done[job]; i++)
    if (set->events[job][i].kind == HB_ACT_LOCK)
      stack[depth++] = set->events[job][i].ceiling;
    else if (set->events[job][i].kind == HB_ACT_UNLOCK)
      depth--;
  while (depth--)
    most = stack[depth] > most ? stack[depth] : most;
  return most;
}

static bool
allowed (const struct search *s, size_t job)
{
  const struct set *set = s->set;
  int64_t now = set->jobs->jobs.data[job].arrival;
  for (size_t k = 0; k < set->job_count; k++)
    if (s->done[k] && set->jobs->jobs.data[k].arrival > now)
      now = set->jobs->jobs.data[k].arrival;
  for (size_t k = 0; k < set->job_count; k++)
    {
      bool open = s->done[k] && s->done[k] < set->count[k];
      if (k == job)
        continue;
      if (s->done[k] < set->count[k] && hb_jobs_relation (set->jobs, k, job) == HB_JOB_BEFORE)
        return false;
      if (s->done[k] && hb_jobs_relation (set->jobs, job, k) == HB_JOB_BEFORE)
        return false;
      if (open && hb_job_priority (set->jobs, k) > hb_job_priority (set->jobs, job))
        return false;
      if (!s->done[job] && held (set, s->done, k) >= hb_job_priority (set->jobs, job))
        return false;
      if (s->arrival && !s->done[k]
          && hb_job_priority (set->jobs, k) > hb_job_priority (set->jobs, job)
          && set->jobs->jobs.data[k].arrival <= now
          && held (set, s->done, job) < hb_job_priority (set->jobs, k))
        return false;
    }
  return true;
}

static void
append (struct search *s)
{
  bool over = true;
  for (size_t job = 0; job < s->set->job_count; job++)
    {
      if (s->done[job] == s->set->count[job])
        continue;
      over = false;
      if (!allowed (s, job))
        continue;
      s->done[job]++;
      s->text[s->length++] = (char)('a' + job);
      append (s);
      s->length--;
      s->done[job]--;
    }
  if (over)
    add_order (s->all, s->text, s->length);
}

/* --- by the clock --- */

struct clock_state
{
  int64_t now;
  size_t done[MOST_JOBS];
  int64_t used[MOST_JOBS];
  bool ended[MOST_JOBS];
};

struct clock_search
{
  const struct set *set;
  orders *all;
  orders seen; /* states with their orders, sorted in blocks: a plain hash set */
  VEC (hb_id) table;
};

static bool
is_new (struct clock_search *c, const char *key)
{
  uint64_t hash = 14695981039346656037u;
  for (const char *at = key; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 1099511628211u;
  if (c->table.size < 2 * (c->seen.size + 1))
    {
      size_t size = c->table.size ? 2 * c->table.size : 1024;
      vec_clear (c->table);
      vec_resize (c->table, size, HB_NONE);
      for (hb_id i = 0; i < c->seen.size; i++)
        {
          uint64_t h = 14695981039346656037u;
          for (const char *at = c->seen.data[i]; *at; at++)
            h = (h ^ (unsigned char)*at) * 1099511628211u;
          size_t slot = (size_t)h & (size - 1);
          while (c->table.data[slot] != HB_NONE)
            slot = (slot + 1) & (size - 1);
          c->table.data[slot] = i;
        }
    }
  size_t mask = c->table.size - 1, slot = (size_t)hash & mask;
  for (; c->table.data[slot] != HB_NONE; slot = (slot + 1) & mask)
    if (!strcmp (c->seen.data[c->table.data[slot]], key))
      return false;
  c->table.data[slot] = (hb_id)c->seen.size;
  add_order (&c->seen, key, strlen (key));
  return true;
}

/* Who runs from NOW on: the highest that waits, unless a ceiling keeps it from starting. */
static size_t
scheduled (const struct set *set, const struct clock_state *s)
{
  size_t best = SIZE_MAX;
  for (size_t j = 0; j < set->job_count; j++)
    {
      if (s->ended[j] || set->jobs->jobs.data[j].arrival * TICKS > s->now)
        continue;
      bool kept_out = false;
      for (size_t k = 0; k < set->job_count && !s->used[j]; k++)
        kept_out = kept_out || (k != j && held (set, s->done, k) >= hb_job_priority (set->jobs, j));
      if (!kept_out
          && (best == SIZE_MAX
              || hb_job_priority (set->jobs, j) > hb_job_priority (set->jobs, best)))
        best = j;
    }
  return best;
}

static void tick (struct clock_search *c, struct clock_state s, const char *text);

/* JOB has the processor for one tick: it does some events, and may be over. */
static void
work (struct clock_search *c, struct clock_state s, size_t job, const char *text)
{
  const struct set *set = c->set;
  int64_t most = set->program->tasks.data[set->jobs->jobs.data[job].task].wcet * TICKS;
  char longer[MOST_JOBS * MOST_EVENTS + 1];
  memcpy (longer, text, strlen (text) + 1);
  /* The start is an event of its own, which happens at once. */
  if (!s.used[job])
    {
      longer[strlen (longer) + 1] = '\0';
      longer[strlen (longer)] = (char)('a' + job);
      s.done[job] = 1;
    }
  s.used[job]++;
  s.now++;
  for (;;)
    {
      if (s.done[job] == set->count[job])
        {
          struct clock_state over = s;
          over.ended[job] = true;
          tick (c, over, longer);
        }
      if (s.used[job] < most)
        tick (c, s, longer);
      if (s.done[job] == set->count[job])
        break;
      /* An event that gives a lock back ends the tick if somebody waits: what is after it comes later. */
      bool last = s.done[job] && set->events[job][s.done[job] - 1].kind == HB_ACT_UNLOCK
                  && scheduled (set, &s) != job;
      if (last)
        break;
      longer[strlen (longer) + 1] = '\0';
      longer[strlen (longer)] = (char)('a' + job);
      s.done[job]++;
    }
}

static void
tick (struct clock_search *c, struct clock_state s, const char *text)
{
  const struct set *set = c->set;
  /* The state in bytes, none of them 0, behind the order: small numbers all. */
  char key[MOST_JOBS * MOST_EVENTS + MOST_JOBS + 4];
  size_t at = strlen (text);
  memcpy (key, text, at);
  key[at++] = ' ';
  assert_true (s.now < 255);
  key[at++] = (char)(s.now + 1);
  bool over = true;
  for (size_t j = 0; j < set->job_count; j++)
    {
      assert_true (s.used[j] < 127);
      key[at++] = (char)(2 * s.used[j] + (s.ended[j] ? 2 : 1));
      over = over && s.ended[j];
    }
  key[at] = '\0';
  if (over)
    {
      add_order (c->all, text, strlen (text));
      return;
    }
  if (!is_new (c, key))
    return;
  for (size_t j = 0; j < set->job_count; j++)
    if (set->jobs->departure == HB_DEPARTURE_DEADLINE && !s.ended[j]
        && s.now >= set->jobs->jobs.data[j].departure * TICKS)
      return;
  size_t job = scheduled (set, &s);
  if (job != SIZE_MAX)
    {
      work (c, s, job, text);
      return;
    }
  int64_t next = INT64_MAX;
  for (size_t j = 0; j < set->job_count; j++)
    if (!s.ended[j] && set->jobs->jobs.data[j].arrival * TICKS > s.now
        && set->jobs->jobs.data[j].arrival * TICKS < next)
      next = set->jobs->jobs.data[j].arrival * TICKS;
  if (next == INT64_MAX)
    return;
  s.now = next;
  tick (c, s, text);
}

/* --- by models --- */

static bool
has_locks (const struct set *set)
{
  for (size_t j = 0; j < set->job_count; j++)
    for (size_t i = 0; i < set->count[j]; i++)
      if (set->events[j][i].kind == HB_ACT_LOCK)
        return true;
  return false;
}

bool
orders_of_models (const struct set *set, const struct hb_vc_options *options, orders *all,
                  const char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_solver *solver = hb_solver_new (NULL, 0, diag);
  hb_unfolding *unfolding = hb_unfold (set->jobs, NULL, diag);
  hb_vc *vc = unfolding ? hb_vc_new (unfolding, options, hb_solver_take, solver, diag) : NULL;
  *why = vc ? NULL : hb_diag_first (diag);
  assert_non_null (vc);
  if (options->encoding == HB_ENCODING_POSITION && !options->ablations)
    {
      struct hb_order_sizes told = hb_vc_order_sizes (vc);
      struct hb_vc_sizes sizes = hb_vc_sizes (vc);
      assert_int_equal (told.literals, sizes.order_literals);
      if (!has_locks (set))
        assert_int_equal (told.clauses, sizes.order_clauses);
    }
  hb_exact *exact = options->semantics == HB_SEMANTICS_EXACT ? hb_exact_new (vc) : NULL;
  size_t count = hb_vc_events (vc);
  hb_id order[MOST_JOBS * MOST_EVENTS];
  /* All orders get their literals before the first model. */
  for (hb_id a = 0; a < count; a++)
    for (hb_id b = 0; b < count; b++)
      if (a != b && hb_vc_event (vc, a)->needed && hb_vc_event (vc, b)->needed)
        hb_vc_literal (vc, hb_vc_before (vc, a, b));
  bool good = true;
  while (good && hb_solver_solve (solver, NULL) == 10)
    {
      signed char *inputs = hb_vc_inputs (vc, hb_solver_tell, solver);
      if (exact && !hb_exact_accepts (exact, inputs))
        {
          hb_free (inputs);
          continue;
        }
      size_t size = 0;
      char text[MOST_JOBS * MOST_EVENTS + 1];
      for (hb_id e = 0; e < count; e++)
        {
          if (!hb_vc_event (vc, e)->needed || hb_vc_event (vc, e)->kind == HB_ACT_SNAPSHOT)
            continue;
          size_t at = size++;
          for (; at && hb_vc_is_before (vc, inputs, e, order[at - 1]); at--)
            order[at] = order[at - 1];
          order[at] = e;
        }
      VEC (hb_lit) clause = VEC_EMPTY;
      for (size_t i = 0; i < size; i++)
        {
          text[i] = (char)('a' + hb_vc_event (vc, order[i])->job);
          /* All pairs: a model that is no order has a path through all events, too. */
          for (size_t k = 0; k < i; k++)
            vec_push (clause, hb_not (hb_vc_before (vc, order[k], order[i])));
        }
      /* A model whose literals are no order is none. */
      bool total = true;
      for (size_t i = 0; i < size; i++)
        for (size_t k = i + 1; k < size; k++)
          total = total && hb_vc_is_before (vc, inputs, order[i], order[k]);
      if (total)
        add_order (all, text, size);
      else
        add_order (all, "?", 1);
      for (size_t i = 0; i < clause.size && !total; i++)
        if (!((inputs[clause.data[i] >> 1] ^ (int)(clause.data[i] & 1)) & 1))
          continue;
        else
          clause.data[i] = hb_not (clause.data[i]);
      hb_vc_clause (vc, clause.data, clause.size);
      vec_free (clause);
      hb_free (inputs);
      good = all->size < 100000;
    }
  sort_orders (all);
  hb_exact_free (exact);
  hb_vc_free (vc);
  hb_unfolding_free (unfolding);
  hb_solver_free (solver);
  hb_diag_free (diag);
  return good;
}

/* --- sets --- */

/* A set by its text; false if it is not schedulable or too large. */
bool
set_of (struct set *set, const char *text, int64_t time, enum hb_departure departure)
{
  hb_diag *diag = hb_diag_new ();
  *set = (struct set){ .program = hb_periodic_read_text ("t.c", text, strlen (text), diag) };
  if (!set->program)
    fail_msg ("%s\n%s", text, hb_diag_first (diag));
  set->jobs = hb_jobs_new (set->program, time, departure, 0, diag);
  hb_unfolding *unfolding = set->jobs ? hb_unfold (set->jobs, NULL, diag) : NULL;
  bool good = unfolding && set->jobs->jobs.size <= MOST_JOBS;
  for (size_t j = 0; good && j < set->jobs->jobs.size; j++)
    {
      set->events[j][set->count[j]++] = (struct event){ HB_ACT_START, 0 };
      for (hb_id i = unfolding->first.data[j]; i < unfolding->first.data[j + 1]; i++)
        {
          const struct hb_action *action = &unfolding->actions.data[i];
          bool lock = action->kind == HB_ACT_LOCK || action->kind == HB_ACT_UNLOCK;
          set->events[j][set->count[j]++]
              = (struct event){ action->kind,
                                lock ? set->program->locks.data[action->cell].ceiling : 0 };
        }
    }
  set->job_count = good ? set->jobs->jobs.size : 0;
  hb_unfolding_free (unfolding);
  hb_diag_free (diag);
  return good && set->job_count;
}

void
set_free (struct set *set)
{
  hb_jobs_free (set->jobs);
  hb_periodic_free (set->program);
}

static void
same (const orders *a, const orders *b, const char *text, const char *what)
{
  if (a->size == b->size && orders_within (a, b))
    return;
  const char *lost = "";
  for (size_t i = 0; i < a->size; i++)
    {
      orders one = { &a->data[i], 1, 1 };
      if (!orders_within (&one, b))
        lost = a->data[i];
    }
  fail_msg ("%s: %zu orders against %zu, first not on the right: '%s'\n%s", what, a->size, b->size,
            lost, text);
}

void
compare_orders (const char *text, int64_t time, enum hb_departure departure, struct counts *counts)
{
  struct set set;
  const char *why;
  if (set_of (&set, text, time, departure))
    {
      orders searched[3] = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      for (int arrival = 0; arrival < 2; arrival++)
        {
          struct search s = { .set = &set, .arrival = arrival, .all = &searched[arrival] };
          append (&s);
          sort_orders (&searched[arrival]);
          for (int encoding = 0; encoding < 2; encoding++)
            {
              struct hb_vc_options options = { .keep = HB_KEEP_LOCKS,
                                               .encoding = (enum hb_order_encoding)encoding,
                                               .semantics = (enum hb_semantics)arrival };
              orders found = VEC_EMPTY;
              options.keep = HB_KEEP_ALL;
              assert_true (orders_of_models (&set, &options, &found, &why));
              same (&searched[arrival], &found, text,
                    encoding ? "search, rounds" : "search, positions");
              orders_free (&found);
            }
        }
      assert_true (orders_within (&searched[1], &searched[0]));
      struct clock_search c = { .set = &set, .all = &searched[2] };
      tick (&c, (struct clock_state){ 0 }, "");
      sort_orders (&searched[2]);
      struct hb_vc_options options = { .keep = HB_KEEP_ALL, .semantics = HB_SEMANTICS_EXACT };
      orders found = VEC_EMPTY;
      assert_true (orders_of_models (&set, &options, &found, &why));
      same (&searched[2], &found, text, "scheduler, exact");
      if (!orders_within (&searched[2], &searched[1]))
        fail_msg ("a real order is none by arrival\n%s", text);
      counts->sets++;
      counts->with_locks += strstr (text, "hb_lock") != NULL;
      counts->paper += searched[0].size;
      counts->arrival += searched[1].size;
      counts->exact += searched[2].size;
      orders_free (&found);
      orders_free (&c.seen);
      vec_free (c.table);
      for (int i = 0; i < 3; i++)
        orders_free (&searched[i]);
    }
  set_free (&set);
}
