/* A program's text as an instance; see periodic.h. */
#include "problem/periodic.h"

#include "base/memory.h"

void
hb_periodic_instance_free (hb_instance *instance)
{
  struct hb_periodic_instance *i = (struct hb_periodic_instance *)instance;
  if (!i)
    return;
  hb_jobs_free (i->jobs);
  hb_periodic_free (i->program);
  hb_free (i->name);
  hb_free (i->text);
  hb_free (i);
}

/* Is there something that could fail? */
static bool
has_checks (const hb_jobs *jobs, hb_diag *diag)
{
  hb_unfolding *unfolding = hb_unfold (jobs, NULL, diag);
  bool good = unfolding && unfolding->asked;
  if (unfolding && !good)
    hb_error (diag, NULL,
              "this program has nothing to check: expected an assertion that a job reaches");
  hb_unfolding_free (unfolding);
  return good;
}

hb_instance *
hb_periodic_instance_new (const char *name, const char *text, size_t size, hb_diag *diag)
{
  hb_periodic_instance *i = hb_calloc (1, sizeof *i);
  i->name = hb_copy_text (name);
  i->text = hb_copy_bytes (text, size);
  i->size = size;
  i->program = hb_periodic_read_text (name, text, size, diag);
  if (i->program)
    {
      const hb_periodic_program *p = i->program;
      int64_t hyper = hb_hyper_period (p);
      i->semantics = p->semantics >= 0 ? (enum hb_semantics)p->semantics : HB_SEMANTICS_ARRIVAL;
      enum hb_departure departure
          = p->departure >= 0 ? (enum hb_departure)p->departure : HB_DEPARTURE_RTA;
      if (p->time > 0 || hyper)
        i->jobs = hb_jobs_new (p, p->time > 0 ? p->time : hyper, departure, 0, diag);
      else
        hb_error (diag, NULL,
                  "the hyper-period is beyond 2^40: expected HB_TIME (bound) in the program");
    }
  if (i->jobs && has_checks (i->jobs, diag))
    return (hb_instance *)i;
  hb_periodic_instance_free ((hb_instance *)i);
  return NULL;
}
