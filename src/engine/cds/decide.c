/* The engine `cds`: conflict-driven scheduling.  See cds.h for the idea and its parts.
 *
 * A first attempt takes the messages of every handler in the order of the file, as a recorded trace
 * has them; where that sticks, the search proper starts, on a copy in a better order. */
#include "engine/cds/cds.h"

#include <stdio.h>

/* So many times the trace, and so many events beside, may be run before saturation is worth its time. */
#define PATIENCE 6
#define PATIENCE_LATE 40 /* where conflicts may wait: few orders are forced there */
#define PATIENCE_EVENTS 100000

/* The solver is asked after so many conflicts that were no new cycle; where no conflict waits, after so
 * many in all. */
#define MOST_DERIVED 100
#define MOST_RECENT 30

static bool
accepts (const hb_trace *trace, const char **why)
{
  for (size_t i = 0; i < trace->chained.size; i++)
    if (!trace->messages.data[trace->chained.data[i]].count)
      {
        *why = "engine cds does not take messages without events in eo chains";
        return false;
      }
  if (trace->events.size >= CDS_MOST_IDS || trace->messages.size >= CDS_MOST_IDS)
    {
      *why = "engine cds takes less than 2^30 events";
      return false;
    }
  return true;
}

/* The run, which is complete, as a witness of TRACE; COPY (or NULL) is what was run. */
static hb_witness *
witness_of (const struct cds *cds, const hb_trace *trace, const struct cds_copy *copy)
{
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  size_t size = 0;
  for (size_t i = 0; i < cds->trail.size; i++)
    if (cds->trail.data[i] >> CDS_KIND_SHIFT == CDS_EVENT)
      run[size++] = copy ? copy->old_event[cds->trail.data[i]] : cds->trail.data[i];
  hb_witness *witness = hb_witness_of_run (trace, run);
  hb_free (run);
  return witness;
}

/* The first attempt, on the trace as it stands; true if it succeeded. */
static bool
run_in_file_order (struct cds *cds)
{
  bool finished = false;
  cds_undo (cds, 1);
  while (cds->file_order && !finished && !cds->refuted && !hb_limits_hit (cds->limits))
    finished = cds_run (cds);
  return finished;
}

/* Runs and learns until there is an answer, true if the trace is consistent. */
static bool
search (struct cds *cds, hb_check_result *result)
{
  bool finished = false, saturated = false;
  cds_undo (cds, 1);
  while (!cds->refuted && !finished && !hb_limits_hit (cds->limits))
    {
      finished = cds_run (cds);
      result->rounds++;
      if (!finished && !cds->refuted
          && (cds->late ? cds->derived >= MOST_DERIVED : cds->recent >= MOST_RECENT))
        cds_end_pass (cds);
      if (finished || cds->refuted || saturated
          || cds->steps <= (cds->late ? PATIENCE_LATE : PATIENCE) * cds->trace->events.size
                               + PATIENCE_EVENTS)
        continue;
      saturated = true;
      cds_end_pass (cds);
      if (cds->refuted)
        break;
      cds_undo (cds, 1);
      /* Saturation is where memory peaks; the trail is empty now. */
      vec_trim (cds->trail);
      vec_trim (cds->clocks);
      cds_saturate (cds);
    }
  return finished;
}

static void
give_result (struct cds *cds, const hb_trace *trace, const struct cds_copy *copy, bool finished,
             hb_check_result *result)
{
  result->pairs = cds->pairs.size;
  result->conflicts = cds->conflicts;
  result->steps += cds->steps;
  result->deadlocks += cds->cycles.size;
  if (finished)
    {
      result->verdict = HB_CONSISTENT;
      result->witness = witness_of (cds, trace, copy);
    }
  else if (cds->refuted)
    {
      result->verdict = HB_INCONSISTENT;
      for (size_t i = 0; i < cds->cycles.size; i++)
        {
          if (copy)
            cds_copy_cycle_back (copy, &cds->cycles.data[i]);
          vec_push (result->cycles, cds->cycles.data[i]);
        }
      vec_clear (cds->cycles);
    }
  else
    result->reason = "a limit was reached";
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct cds cds
      = { .limits = options->limits, .seed = options->seed, .file_order = !options->seed };
  struct cds_copy *copy = NULL;
  cds.refuted = !cds_build (&cds, trace) || cds.refuted;
  bool finished = !cds.refuted && cds.file_order && run_in_file_order (&cds);
  if (!finished && !cds.refuted && !hb_limits_hit (options->limits))
    {
      if (!cds_is_in_order (&cds))
        {
          copy = cds_renumber (&cds);
          result->steps = cds.steps;
          result->deadlocks = cds.cycles.size;
          cds_release (&cds);
          cds = (struct cds){ .limits = options->limits, .seed = options->seed };
          cds_build (&cds, &copy->trace);
        }
      cds.file_order = false;
      cds.late = true;
      finished = search (&cds, result);
    }
  give_result (&cds, trace, copy, finished, result);
  if (options->verbose)
    fprintf (stderr,
             "c cds: %llu events executed, %.1f times the trace; %zu clauses, %llu solves%s\n",
             (unsigned long long)cds.steps,
             (double)cds.steps / (double)(trace->events.size + !trace->events.size),
             cds.clauses.size, (unsigned long long)cds.solves, cds.late ? ", late" : "");
  cds_release (&cds);
  cds_copy_free (copy);
}

const struct hb_engine hb_engine_cds = {
  .name = "cds", .summary = "conflict-driven scheduling", .accepts = accepts, .decide = decide
};
