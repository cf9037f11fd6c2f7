/* The engine `cds`: conflict-driven scheduling.  See cds.h for the idea and its parts.
 *
 * A first attempt takes the messages of every handler in the order of the file, as a recorded trace
 * has them; where that sticks, the search proper starts, on a copy in a better order. */
#include "engine/cds/cds.h"

#include "base/plural.h"
#include "engine/cds/search.h"

#include <stdio.h>

/* Where more work than this is done for an event that is executed, the run does not get on. */
#define MOST_WORK_A_STEP 20

/* Whether it does is seen after so many events' work for each event of the trace. */
#define WORK_TO_KNOW 8

/* Conflicts wait where a pass comes to the end of the trace.  Where no run has come to so much of it, in percent, after the work of
 * one pass, they do not: most random traces are below half of that, reductions above (doc/experiments.md). */
#define SHALLOW_PERCENT 20

/* The solver is asked after so many conflicts that were no new cycle; where no conflict waits and nearly each is one, after so
 * many in all. */
#define MOST_DERIVED 100
#define MOST_RECENT 350

static bool
accepts (const hb_trace *trace, const char **why)
{
  if (trace->events.size >= CDS_MOST_IDS || trace->messages.size >= CDS_MOST_IDS)
    {
      *why = "engine cds takes less than 2^30 events";
      return false;
    }
  return hb_chained_have_events (trace, why);
}

/* Saturation takes as long as some passes, and comes soon after it is known that conflicts do not wait, or that the run does not get on.
 * On other traces it is never worth its time: it finds orders by the hundred thousand there, and the run needs none of them. */
enum saturation_state
{
  FAR_OFF,
  NEXT,
  DONE
};

/* The search on TRACE, and where it has got to. */
struct hb_cds_search
{
  const hb_trace *trace; /* as it was given; borrowed */
  const struct hb_check_options *options;
  struct cds cds;
  struct cds_copy *copy;  /* what is run, NULL: TRACE itself */
  uint64_t rounds, steps; /* of the run, and events executed before the copy was made */
  size_t deadlocks;       /* met before that */
  size_t deepest;         /* events of the longest run since the last call of go */
  bool finished;
  enum saturation_state saturation;
};

/* The run, which is complete, as a witness of the trace. */
static hb_witness *
witness_of (const struct hb_cds_search *search)
{
  const struct cds *cds = &search->cds;
  hb_id *run = hb_calloc (search->trace->events.size, sizeof *run);
  size_t size = 0;
  for (size_t i = 0; i < cds->trail.size; i++)
    if (cds->trail.data[i] >> CDS_KIND_SHIFT == CDS_EVENT)
      run[size++] = search->copy ? search->copy->old_event[cds->trail.data[i]] : cds->trail.data[i];
  hb_witness *witness = hb_witness_of_run (search->trace, run);
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

/* Makes the copy to be searched if the trace is in no good order. */
static void
start_search (struct hb_cds_search *search)
{
  struct cds *cds = &search->cds;
  if (!cds_is_in_order (cds))
    {
      search->copy = cds_renumber (cds);
      search->steps = cds->steps;
      search->deadlocks = cds->cycles.size;
      bool none_loaded = cds->none_loaded;
      cds_release (cds);
      *cds = (struct cds){ .limits = search->options->limits,
                           .seed = search->options->seed,
                           .none_loaded = none_loaded };
      cds_build (cds, &search->copy->trace, search->copy->rank);
      search->copy->rank = NULL;
    }
  cds->file_order = false;
  cds->late = true;
  cds_undo (cds, 1);
}

struct hb_cds_search *
hb_cds_search_new (const hb_trace *trace, const struct hb_check_options *options)
{
  struct hb_cds_search *search = hb_calloc (1, sizeof *search);
  struct cds *cds = &search->cds;
  search->trace = trace;
  search->options = options;
  *cds = (struct cds){ .limits = options->limits,
                       .seed = options->seed,
                       .most_work = UINT64_MAX,
                       .file_order = !options->seed };
  cds->refuted = !cds_build (cds, trace, NULL) || cds->refuted;
  search->finished = !cds->refuted && cds->file_order && run_in_file_order (cds);
  if (!search->finished && !cds->refuted && !hb_limits_hit (options->limits))
    start_search (search);
  return search;
}

/* Finds orders that hold in every run, once. */
static void
saturate (struct hb_cds_search *search)
{
  struct cds *cds = &search->cds;
  search->saturation = DONE;
  cds_end_pass (cds);
  if (cds->refuted)
    return;
  cds_undo (cds, 1);
  /* Saturation is where memory peaks; the trail is empty now. */
  vec_trim (cds->trail);
  vec_trim (cds->clocks);
  cds_saturate (cds);
}

/* The passes that would have been as much work. */
static uint64_t
passes_made (const struct cds *cds)
{
  return cds_work (cds) / (cds->trace->events.size + 1);
}

/* Is it known that conflicts have no reason to wait? */
static bool
is_shallow (const struct cds *cds)
{
  return passes_made (cds) >= 1 && cds->most_done * 100 < cds->trace->events.size * SHALLOW_PERCENT;
}

/* Is it known that the trace is of the kind that saturation is for, and that it needs it? */
static bool
is_random (const struct hb_cds_search *search)
{
  const struct cds *cds = &search->cds;
  return cds->late ? passes_made (cds) >= WORK_TO_KNOW && !hb_cds_search_is_late (search)
                   : passes_made (cds) >= 1; /* some traces need no more */
}

bool
hb_cds_search_go (struct hb_cds_search *search, uint64_t work)
{
  struct cds *cds = &search->cds;
  search->deepest = 0;
  while (!cds->refuted && !search->finished && !hb_limits_hit (cds->limits))
    {
      if (search->saturation == NEXT)
        {
          saturate (search);
          continue;
        }
      if (cds_work (cds) > work)
        return false;
      cds->most_work = work;
      search->finished = cds_run (cds);
      search->rounds++;
      search->deepest = cds->done > search->deepest ? cds->done : search->deepest;
      if (search->finished || cds->refuted)
        break;
      if (cds->late ? cds->derived >= MOST_DERIVED : cds->recent >= MOST_RECENT)
        cds_end_pass (cds);
      cds->late = cds->late && !is_shallow (cds);
      if (search->saturation == FAR_OFF && is_random (search))
        {
          search->saturation = NEXT;
          return false;
        }
    }
  return true;
}

size_t
hb_cds_search_deepest (const struct hb_cds_search *search)
{
  return search->deepest;
}

bool
hb_cds_search_saturates (const struct hb_cds_search *search)
{
  return search->saturation == NEXT;
}

bool
hb_cds_search_is_late (const struct hb_cds_search *search)
{
  const struct cds *cds = &search->cds;
  return cds->late && cds_work (cds) <= MOST_WORK_A_STEP * (search->steps + cds->steps);
}

static void
give_result (struct hb_cds_search *search, hb_check_result *result)
{
  struct cds *cds = &search->cds;
  result->rounds = search->rounds - cds->pauses;
  result->pairs = cds->pairs.size;
  result->conflicts = cds->conflicts;
  result->has_solver_conflicts
      = cds->solver && hb_solver_conflicts (cds->solver, &result->solver_conflicts);
  result->steps = search->steps + cds->steps;
  result->deadlocks = search->deadlocks + cds->cycles.size + cds_count_findings (cds);
  if (search->finished)
    {
      result->verdict = HB_CONSISTENT;
      result->witness = witness_of (search);
    }
  else if (cds->refuted)
    {
      result->verdict = HB_INCONSISTENT;
      cds_tell_saturation (cds);
      cds_tell_chains (cds);
      cds_tell_ties (cds);
      cds_tell_turns (cds);
      for (size_t i = 0; i < cds->cycles.size; i++)
        {
          if (search->copy)
            cds_copy_cycle_back (search->copy, &cds->cycles.data[i]);
          vec_push (result->cycles, cds->cycles.data[i]);
        }
      vec_clear (cds->cycles);
    }
  else
    result->reason = "a limit was reached";
}

void
hb_cds_search_end (struct hb_cds_search *search, hb_check_result *result)
{
  const struct cds *cds = &search->cds;
  size_t events = search->trace->events.size;
  if (result)
    give_result (search, result);
  if (search->options->verbose)
    fprintf (stderr, "c cds: %s executed, %.1f times the trace; %s, %s%s\n",
             hb_many (cds->steps, "event"), (double)cds->steps / (double)(events + !events),
             hb_many (cds->clauses.size, "clause"), hb_many (cds->solves, "solve"),
             cds->late ? ", late" : "");
  cds_release (&search->cds);
  cds_copy_free (search->copy);
  hb_free (search);
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct hb_cds_search *search = hb_cds_search_new (trace, options);
  while (!hb_cds_search_go (search, UINT64_MAX))
    ;
  hb_cds_search_end (search, result);
}

const struct hb_engine hb_engine_cds = { .name = "cds",
                                         .summary = "conflict-driven scheduling",
                                         .accepts = accepts,
                                         .decide = decide,
                                         .leaves_cycles = true };
