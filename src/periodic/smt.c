/* The order of events and what reads see, in SMT-LIB; see smt.h.
 *
 * Job J's events are e<J>_0, its start, and e<J>_1, ..., its actions in program order; their places are vectors of equal
 * width.  Words and conditions are those of smt_terms.c. */
#include "periodic/smt.h"

struct smt
{
  const hb_unfolding *u;
  const hb_jobs *jobs;
  hb_output *output;
  hb_id job_count;
  unsigned width; /* of a place */
};

static hb_id
actions (const struct smt *s, hb_id j)
{
  return s->u->first.data[j + 1] - s->u->first.data[j];
}

/* Action K (from 1) of job J. */
static const struct hb_action *
action (const struct smt *s, hb_id j, hb_id k)
{
  return &s->u->actions.data[s->u->first.data[j] + k - 1];
}

static bool
is_final (const struct smt *s, hb_id j)
{
  return j >= s->jobs->jobs.size;
}

/* How job A relates to B; the function at the end comes after all jobs. */
static enum hb_job_relation
relation (const struct smt *s, hb_id a, hb_id b)
{
  if (is_final (s, a) || is_final (s, b))
    return a == b ? HB_JOB_SAME : is_final (s, b) ? HB_JOB_BEFORE : HB_JOB_AFTER;
  return hb_jobs_relation (s->jobs, a, b);
}

static void
put_less (const struct smt *s, hb_id j, hb_id k, hb_id l, hb_id m)
{
  hb_putf (s->output, "(bvult e%u_%u e%u_%u)", j, k, l, m);
}

static void
put_true (const struct smt *s, hb_lit a)
{
  if (a == HB_TRUE || a == HB_FALSE)
    hb_put (s->output, a == HB_TRUE ? "true" : "false");
  else
    {
      hb_put (s->output, "(= #b1 ");
      hb_smt_bit (s->output, a);
      hb_put_char (s->output, ')');
    }
}

/* --- order --- */

/* (3): each job's events in program order. */
static void
put_places (struct smt *s)
{
  size_t count = 0;
  for (hb_id j = 0; j < s->job_count; j++)
    count += actions (s, j) + 1;
  for (s->width = 1; (size_t)1 << s->width <= count;)
    s->width++;
  for (hb_id j = 0; j < s->job_count; j++)
    for (hb_id k = 0; k <= actions (s, j); k++)
      {
        hb_putf (s->output, "(declare-const e%u_%u (_ BitVec %u))\n(assert ", j, k, s->width);
        if (k)
          put_less (s, j, k - 1, j, k);
        else
          hb_putf (s->output, "(bvult (_ bv0 %u) e%u_0)", s->width, j);
        hb_put (s->output, ")\n");
      }
}

/* (4), and (5): no event of L lies between the first and the last of M, which may preempt it. */
static void
put_jobs (const struct smt *s)
{
  for (hb_id l = 0; l < s->job_count; l++)
    for (hb_id m = 0; m < s->job_count; m++)
      {
        if (relation (s, l, m) == HB_JOB_BEFORE)
          {
            hb_put (s->output, "(assert ");
            put_less (s, l, actions (s, l), m, 0);
            hb_put (s->output, ")\n");
          }
        for (hb_id k = 0; k <= actions (s, l) && relation (s, l, m) == HB_JOB_UNDER; k++)
          {
            hb_put (s->output, "(assert (or ");
            put_less (s, l, k, m, 0);
            hb_put_char (s->output, ' ');
            put_less (s, m, actions (s, m), l, k);
            hb_put (s->output, "))\n");
          }
      }
}

/* What action K of job L takes is given back before action END of L; and, if M is a job, before this starts. */
static void
put_given_back (const struct smt *s, hb_id l, hb_id k, hb_id end, hb_id m)
{
  hb_put (s->output, "(or false");
  for (hb_id i = k + 1; i < end; i++)
    {
      const struct hb_action *a = action (s, l, i);
      if (a->kind != HB_ACT_UNLOCK || a->cell != action (s, l, k)->cell)
        continue;
      hb_put (s->output, " (and ");
      put_true (s, a->guard);
      if (m != HB_NONE)
        {
          hb_put_char (s->output, ' ');
          put_less (s, l, i, m, 0);
        }
      hb_put_char (s->output, ')');
    }
  hb_put_char (s->output, ')');
}

static bool
keeps_out (const struct smt *s, const struct hb_action *a, hb_id m)
{
  return a->kind == HB_ACT_LOCK
         && s->jobs->program->locks.data[a->cell].ceiling >= hb_job_priority (s->jobs, m);
}

/* (16) to (18): a job starts while no ceiling that is held reaches its priority. */
static void
put_locks (const struct smt *s)
{
  for (hb_id l = 0; l < s->jobs->jobs.size; l++)
    for (hb_id k = 1; k <= actions (s, l); k++)
      for (hb_id m = 0; m < s->jobs->jobs.size; m++)
        if (m != l && keeps_out (s, action (s, l, k), m))
          {
            hb_put (s->output, "(assert (=> (and ");
            put_true (s, action (s, l, k)->guard);
            hb_put_char (s->output, ' ');
            put_less (s, l, k, m, 0);
            hb_put (s->output, ") ");
            put_given_back (s, l, k, actions (s, l) + 1, m);
            hb_put (s->output, "))\n");
          }
}

/* Event K of L does not come when M has started, which arrives no earlier than H, and H, higher than L, has not; unless L
 * keeps H out. */
static void
put_arrival (const struct smt *s, hb_id l, hb_id k, hb_id m, hb_id h)
{
  hb_put (s->output, "(assert (=> (and ");
  put_true (s, k ? action (s, l, k)->guard : HB_TRUE);
  hb_put_char (s->output, ' ');
  put_less (s, m, 0, l, k);
  hb_put (s->output, ") (or ");
  put_less (s, h, 0, l, k);
  for (hb_id i = 1; i < k; i++)
    if (keeps_out (s, action (s, l, i), h))
      {
        hb_put (s->output, " (and ");
        put_true (s, action (s, l, i)->guard);
        hb_put (s->output, " (not ");
        put_given_back (s, l, i, k, HB_NONE);
        hb_put (s->output, "))");
      }
  hb_put (s->output, ")))\n");
}

static void
put_arrivals (const struct smt *s)
{
  const hb_jobs *jobs = s->jobs;
  for (hb_id l = 0; l < jobs->jobs.size; l++)
    for (hb_id m = 0; m < jobs->jobs.size; m++)
      for (hb_id h = 0; h < jobs->jobs.size; h++)
        if (m != l && h != l && h != m && jobs->jobs.data[h].task > jobs->jobs.data[l].task
            && jobs->jobs.data[h].arrival <= jobs->jobs.data[m].arrival)
          for (hb_id k = 0; k <= actions (s, l); k++)
            put_arrival (s, l, k, m, h);
}

/* --- values --- */

static void
put_initial (const struct smt *s, hb_id cell)
{
  for (size_t i = 0; i < s->u->initials.size; i++)
    if (s->u->initials.data[i].cell == cell)
      {
        hb_smt_word (s->output, s->u->initials.data[i].value);
        return;
      }
  const struct hb_cell *what = &s->jobs->program->cells.data[cell];
  hb_putf (s->output, "(_ bv%llu %u)",
           (unsigned long long)hb_c_wrap (
               &(struct hb_c_type){ .kind = C_INTEGER, .width = what->type->width }, what->initial),
           what->type->width);
}

/* (6): goes through the writes to the cell in any order, keeping the latest before the read, and what it wrote. */
static void
put_read (const struct smt *s, hb_id j, hb_id k)
{
  const struct hb_action *read = action (s, j, k);
  unsigned step = 0;
  hb_putf (s->output, "(define-fun p%u_%u_0 () (_ BitVec %u) (_ bv0 %u))\n", j, k, s->width,
           s->width);
  hb_putf (s->output, "(define-fun v%u_%u_0 () (_ BitVec %u) ", j, k, read->value.width);
  put_initial (s, read->cell);
  hb_put (s->output, ")\n");
  for (hb_id l = 0; l < s->job_count; l++)
    for (hb_id i = 1; i <= actions (s, l); i++)
      {
        const struct hb_action *write = action (s, l, i);
        if (write->kind != HB_ACT_WRITE || write->cell != read->cell || (l == j && i > k)
            || relation (s, j, l) == HB_JOB_BEFORE)
          continue;
        hb_putf (s->output, "(define-fun c%u_%u_%u () Bool (and ", j, k, step + 1);
        put_true (s, write->guard);
        hb_put_char (s->output, ' ');
        put_less (s, l, i, j, k);
        hb_putf (s->output, " (bvult p%u_%u_%u e%u_%u)))\n", j, k, step, l, i);
        hb_putf (s->output,
                 "(define-fun p%u_%u_%u () (_ BitVec %u) (ite c%u_%u_%u e%u_%u p%u_%u_%u))\n", j, k,
                 step + 1, s->width, j, k, step + 1, l, i, j, k, step);
        hb_putf (s->output, "(define-fun v%u_%u_%u () (_ BitVec %u) (ite c%u_%u_%u ", j, k,
                 step + 1, read->value.width, j, k, step + 1);
        hb_smt_word (s->output, write->value);
        hb_putf (s->output, " v%u_%u_%u))\n", j, k, step);
        step++;
      }
  hb_put (s->output, "(assert (=> ");
  put_true (s, read->guard);
  hb_put (s->output, " (= ");
  hb_smt_word (s->output, read->value);
  hb_putf (s->output, " v%u_%u_%u)))\n", j, k, step);
}

void
hb_periodic_smt (const hb_unfolding *u, enum hb_semantics semantics, hb_output *output)
{
  struct smt s = { .u = u, .jobs = u->jobs, .output = output };
  s.job_count = (hb_id)u->first.size - 1;
  hb_put (output, "; satisfiable iff some check of the program can fail, by hbkit periodic --smt\n"
                  "(set-info :smt-lib-version 2.6)\n(set-logic QF_BV)\n");
  hb_smt_terms (u, output);
  put_places (&s);
  put_jobs (&s);
  put_locks (&s);
  if (semantics != HB_SEMANTICS_PAPER)
    put_arrivals (&s);
  for (hb_id j = 0; j < s.job_count; j++)
    for (hb_id k = 1; k <= actions (&s, j); k++)
      if (action (&s, j, k)->kind == HB_ACT_READ)
        put_read (&s, j, k);
  for (size_t i = 0; i < u->assumptions.size; i++)
    {
      hb_put (output, "(assert ");
      put_true (&s, u->assumptions.data[i]);
      hb_put (output, ")\n");
    }
  hb_put (output, "(assert (or false");
  for (size_t i = 0; i < u->checks.size; i++)
    {
      hb_put_char (output, ' ');
      put_true (&s, u->checks.data[i].fails);
    }
  hb_put (output, "))\n(check-sat)\n(exit)\n");
}
