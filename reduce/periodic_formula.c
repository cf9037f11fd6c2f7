/* The formula of a periodic program, to whoever takes its clauses; see periodic_sat.h. */
#include "reduce/periodic_sat.h"

const char hb_periodic_by_rounds[] = "rounds";

/* Every order has a variable, in a clause or not, so that a model tells all of it. */
static void
name_orders (const struct hb_periodic_formula *f)
{
  for (hb_id low = 0; low < f->jobs->jobs.size; low++)
    for (hb_id high = 0; high < f->jobs->jobs.size; high++)
      {
        size_t first, second;
        const hb_id *a = hb_vc_job_events (f->vc, low, &first),
                    *b = hb_vc_job_events (f->vc, high, &second);
        if (hb_jobs_relation (f->jobs, low, high) == HB_JOB_UNDER)
          for (size_t i = 0; i < first && second; i++)
            hb_vc_literal (f->vc, hb_vc_before (f->vc, a[i], b[0]));
      }
}

bool
hb_periodic_formula_start (struct hb_periodic_formula *f, const struct hb_reduction *self,
                           const hb_instance *source, unsigned ablations, hb_clause_sink *sink,
                           void *context, hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (source);
  struct hb_vc_options options
      = { .keep = HB_KEEP_ALL,
          .semantics = i->semantics,
          .snapshots = HB_SNAPSHOTS_MOD,
          .encoding
          = self->own == hb_periodic_by_rounds ? HB_ENCODING_ROUNDS : HB_ENCODING_POSITION,
          .ablations = ablations };
  *f = (struct hb_periodic_formula){ .jobs = i->jobs };
  if (ablations)
    f->jobs = f->damaged
        = hb_jobs_new (i->program, i->jobs->time, i->jobs->departure, ablations, diag);
  f->unfolding = f->jobs ? hb_unfold (f->jobs, NULL, diag) : NULL;
  f->vc = f->unfolding ? hb_vc_new (f->unfolding, &options, sink, context, diag) : NULL;
  if (!f->vc)
    return false;
  if (options.encoding == HB_ENCODING_POSITION)
    name_orders (f);
  for (size_t c = 0; c < f->unfolding->checks.size; c++)
    vec_push (f->fails, hb_vc_fails (f->vc, c));
  for (size_t c = 0; c < f->fails.size; c++)
    sink (context, f->fails.data[c]);
  sink (context, 0);
  return true;
}

void
hb_periodic_formula_end (struct hb_periodic_formula *f)
{
  hb_vc_free (f->vc);
  hb_unfolding_free (f->unfolding);
  hb_jobs_free (f->damaged);
  vec_free (f->fails);
}

static void
into_cnf (void *context, int literal)
{
  hb_cnf_add (context, literal);
}

/* Only counts: clauses and literals. */
static void
count (void *context, int literal)
{
  uint64_t *sizes = context;
  sizes[literal ? 2 : 1]++;
}

/* Makes the formula for its SIZES alone. */
static bool
measure (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes, hb_diag *diag)
{
  struct hb_periodic_formula f;
  sizes[1] = sizes[2] = 0;
  bool good = hb_periodic_formula_start (&f, self, source, 0, count, sizes, diag);
  if (good)
    sizes[0] = hb_vc_sizes (f.vc).variables;
  hb_periodic_formula_end (&f);
  return good;
}

/* What depends on something outside of the subset is found where the formula is made. */
bool
hb_periodic_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  uint64_t sizes[3];
  if (hb_periodic_of (source)->semantics != HB_SEMANTICS_EXACT)
    return measure (self, source, sizes, diag);
  hb_error (diag, NULL,
            "%s is for semantics paper and arrival; real time is decided by 'hbkit periodic'",
            self->name);
  return false;
}

void
hb_periodic_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  hb_diag *diag = hb_diag_new ();
  measure (self, source, sizes, diag);
  hb_diag_free (diag);
}

bool
hb_periodic_reduce (const struct hb_reduction *self, const hb_instance *source,
                    const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                    hb_diag *diag)
{
  struct hb_periodic_formula f;
  hb_cnf *cnf = hb_cnf_new (0);
  bool good = hb_periodic_formula_start (&f, self, source, ablation ? ablation->bits : 0, into_cnf,
                                         cnf, diag);
  if (good)
    cnf->variables = (int)hb_vc_sizes (f.vc).variables;
  if (good && map)
    hb_periodic_map (self, &f, map);
  hb_periodic_formula_end (&f);
  if (good)
    target->instance = hb_instance_of_cnf (cnf);
  else
    hb_cnf_free (cnf);
  return good;
}
