/* The map of a periodic program's formula; see periodic_sat.h.  Literals are as in DIMACS; 0 stands for what the
 * formula has no variable for, true and false for constants.
 *
 *     {"role": "event", "job": "low 1", "number": 2, "kind": "read", "variable": "x", "line": 7,
 *      "happens": 31, "bits": [12, 13, -14]}          the lowest bit first
 *     {"role": "order", "job": "low 1", "number": 2, "before": "high 1", "literal": 40}
 *     {"role": "check", "what": "assertion", "line": 9, "fails": 77} */
#include "reduce/periodic_sat.h"

#include "base/memory.h"
#include "reduce/map.h"

static const char *const kinds[] = { "read", "write", "snapshot", "lock", "unlock", "start" };

static char *
job_name (const hb_jobs *jobs, hb_id job)
{
  if (job >= jobs->jobs.size)
    return hb_copy_text ("final");
  return hb_format ("%s %u", jobs->program->tasks.data[jobs->jobs.data[job].task].name,
                    jobs->jobs.data[job].index + 1);
}

static void
put_literal (hb_json *line, const hb_vc *vc, hb_lit a)
{
  if (a <= HB_TRUE)
    hb_json_bool (line, a == HB_TRUE);
  else
    hb_json_signed (line, hb_vc_known (vc, a));
}

static void
put_event (const struct hb_periodic_formula *f, size_t number, const struct hb_moment *event,
           hb_output *map)
{
  const hb_periodic_program *program = f->jobs->program;
  hb_json *line = hb_map_line (map, "event");
  char *job = job_name (f->jobs, event->job);
  bool locks = event->kind == HB_ACT_LOCK || event->kind == HB_ACT_UNLOCK;
  hb_json_member_string (line, "job", job);
  hb_json_member_unsigned (line, "number", number);
  hb_json_member_string (line, "kind", kinds[event->kind]);
  if (event->kind != HB_ACT_START)
    {
      hb_json_member_string (line, locks ? "lock" : "variable",
                             locks ? program->locks.data[event->cell].name
                                   : program->cells.data[event->cell].name);
      hb_json_member_unsigned (line, "line", hb_c_place (program->unit, event->spot).line);
    }
  hb_json_key (line, "happens");
  put_literal (line, f->vc, event->guard);
  if (event->value.width)
    {
      hb_json_member_array (line, "bits");
      for (unsigned i = 0; i < event->value.width; i++)
        put_literal (line, f->vc, event->value.bits[i]);
      hb_json_close (line);
    }
  hb_map_end (line);
  hb_free (job);
}

static void
put_order (const struct hb_periodic_formula *f, size_t number, hb_id event, hb_id low, hb_id high,
           hb_output *map)
{
  size_t count;
  const hb_id *others = hb_vc_job_events (f->vc, high, &count);
  if (hb_jobs_relation (f->jobs, low, high) != HB_JOB_UNDER || !count)
    return;
  char *job = job_name (f->jobs, low), *before = job_name (f->jobs, high);
  hb_json *line = hb_map_line (map, "order");
  hb_json_member_string (line, "job", job);
  hb_json_member_unsigned (line, "number", number);
  hb_json_member_string (line, "before", before);
  hb_json_key (line, "literal");
  put_literal (line, f->vc, hb_vc_before (f->vc, event, others[0]));
  hb_map_end (line);
  hb_free (job);
  hb_free (before);
}

void
hb_periodic_map (const struct hb_reduction *self, const struct hb_periodic_formula *f,
                 hb_output *map)
{
  const hb_periodic_program *program = f->jobs->program;
  hb_map_end (hb_map_header (map, self->name));
  for (hb_id j = 0; j + 1 < f->unfolding->first.size; j++)
    {
      size_t count;
      const hb_id *events = hb_vc_job_events (f->vc, j, &count);
      for (size_t i = 0; i < count; i++)
        put_event (f, i + 1, hb_vc_event (f->vc, events[i]), map);
      for (size_t i = 0; i < count && j < f->jobs->jobs.size; i++)
        for (hb_id h = 0; h < f->jobs->jobs.size; h++)
          put_order (f, i + 1, events[i], j, h, map);
    }
  for (size_t c = 0; c < f->unfolding->checks.size; c++)
    {
      const struct hb_check *check = &f->unfolding->checks.data[c];
      hb_json *line = hb_map_line (map, "check");
      hb_json_member_string (line, "what", check->what);
      hb_json_member_unsigned (line, "line", hb_c_place (program->unit, check->spot).line);
      hb_json_member_signed (line, "fails", f->fails.data[c]);
      hb_map_end (line);
    }
}
