/* 3sat-rf: any formula to a history under sequential consistency without co (trace/history.h),
 * sequentially consistent iff the formula is satisfiable.  That the problem is NP-hard is due to Gibbons
 * and Korach; this construction is our own.
 *
 *     thread sJ.T, for the T-th literal of clause J      thread uJ.T
 *         write xJ.T                                         write xJ.T
 *         ... the accesses of block S (blocks.h)             ... of block U
 *         read xJ.T, its own write                           read xJ.T, its own write
 *
 * A thread that reads its own write of x excludes the other one's write of x from the time between,
 * so the blocks of a pair exclude one another, and co of x tells which one comes first. */
#include "problem/reduction.h"
#include "problem/sc.h"
#include "reduce/blocks.h"
#include "reduce/sat_rf.h"

#define NO_LOCK 16 /* beside enum hb_blocks_damage */

const struct hb_ablation hb_rf_ablations[] = {
  { "no-ties", "copies of a variable are not tied, so unsatisfiable formulas become consistent",
    HB_YES, HB_BLOCKS_NO_TIES },
  { "path",
    "copies are tied in a path, which lets later ones be true alone, so unsatisfiable "
    "formulas become consistent",
    HB_YES, HB_BLOCKS_PATH },
  { "reads-first",
    "blocks read before they write and wait for one another, so satisfiable formulas "
    "become inconsistent",
    HB_NO, HB_BLOCKS_READS },
  { "one-pair",
    "one pair of threads a variable: clauses wait for one another, so satisfiable "
    "formulas become inconsistent",
    HB_NO, HB_BLOCKS_ONE },
  { "no-lock",
    "threads do not read their own write, blocks may overlap, so unsatisfiable formulas "
    "become consistent",
    HB_YES, NO_LOCK },
  { NULL, NULL, HB_OPEN, 0 },
};

/* --- there -------------------------------------------------------------------------------------- */

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  (void)self;
  return hb_blocks_accepts (hb_cnf_of (source), 24, diag);
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  uint64_t pairs = plan.pairs.size, tied = hb_blocks_tied (&plan);
  sizes[0] = 6 * pairs + 4 * tied + 2 * plan.empty.size;
  sizes[1] = 2 * pairs + plan.empty.size;
  sizes[2] = 2 * pairs + 2 * tied + plan.empty.size;
  hb_blocks_free (&plan);
}

static void
tell_thread (const struct hb_blocks *plan, char kind, hb_id c, hb_builder *builder)
{
  char thread[HB_BLOCKS_NAME], lock[HB_BLOCKS_NAME];
  hb_blocks_name (plan, kind, c, thread);
  hb_blocks_name (plan, 'x', c, lock);
  hb_build_handler (builder, thread, -1);
  hb_build_initial (builder);
  hb_build_write (builder, thread, lock, NULL); /* its label is the thread's name */
  hb_blocks_tell (plan, kind, c, builder);
  if (!(plan->damage & NO_LOCK))
    hb_build_read (builder, NULL, lock, thread);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  struct hb_blocks plan;
  hb_builder *builder = hb_target_history_builder (diag);
  hb_blocks_make (&plan, hb_cnf_of (source), ablation ? ablation->bits : 0);
  hb_build_meta (builder, "reduction", "3sat-sc"); /* as always: what made it is one construction */
  if (ablation)
    hb_build_meta (builder, "ablation", ablation->name);
  for (hb_id c = 0; c < plan.pairs.size; c++)
    if (hb_blocks_has (&plan, c))
      {
        tell_thread (&plan, 's', c, builder);
        tell_thread (&plan, 'u', c, builder);
      }
  for (size_t i = 0; i < plan.empty.size; i++)
    {
      char thread[HB_BLOCKS_NAME];
      hb_build_handler (builder, hb_blocks_empty_name (&plan, i, thread), -1);
      hb_build_initial (builder);
      hb_blocks_tell_empty (&plan, i, builder);
    }
  hb_build_end (builder);
  target->instance = hb_instance_of_trace (hb_builder_finish (builder));
  if (target->instance)
    self->to->sizes (self->to, target->instance, target->sizes);
  if (map)
    hb_blocks_map (&plan, self->name, ablation ? ablation->name : NULL,
                   "a pair names two threads; a variable is true iff the first event of the first "
                   "one, of any pair, comes before that of the second in co of their variable",
                   self->to->measures, target->sizes, map);
  hb_blocks_free (&plan);
  return target->instance != NULL;
}

/* --- and back ----------------------------------------------------------------------------------- */

/* The first event of the thread KIND of C: its write of x; HB_NONE after an error. */
static hb_id
lock_write (const struct hb_blocks *plan, const hb_trace *history, char kind, hb_id c,
            hb_diag *diag)
{
  char name[HB_BLOCKS_NAME];
  hb_id e = hb_trace_find_event (history, hb_blocks_name (plan, kind, c, name));
  if (e == HB_NONE)
    hb_error (diag, NULL,
              "the history is not the reduction 3sat-rf of this formula: it has no event '%s'",
              name);
  return e;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const hb_trace *history = hb_trace_of (target);
  const signed char *model = hb_model_of (solution);
  struct hb_blocks plan;
  if (!hb_reduction_made (self, source, target, diag)
      || !hb_model_satisfies (hb_cnf_of (source), model, "formula", diag))
    return NULL;
  hb_id *co = hb_co_new (history);
  bool good = true;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  for (hb_id c = 0; c < plan.pairs.size && good; c++)
    {
      int literal = plan.pairs.data[c].literal;
      bool holds = hb_literal_holds (model, literal);
      hb_id s = lock_write (&plan, history, 's', c, diag);
      hb_id u = lock_write (&plan, history, 'u', c, diag);
      good = s != HB_NONE && u != HB_NONE;
      if (!good)
        break;
      hb_id first = history->variables.data[history->events.data[s].object].first;
      co[first] = holds ? s : u;
      co[first + 1] = holds ? u : s;
    }
  hb_blocks_free (&plan);
  if (good)
    return hb_solution_of_co (co);
  hb_free (co);
  return NULL;
}

struct way
{
  const struct hb_blocks *plan;
  const hb_trace *history;
  const hb_id *co;
  hb_diag *diag;
};

static char
first_block (void *context, hb_id c)
{
  const struct way *way = context;
  hb_id s = lock_write (way->plan, way->history, 's', c, way->diag);
  if (s == HB_NONE)
    return 0;
  hb_id first = way->history->variables.data[way->history->events.data[s].object].first;
  return way->co[first] == s ? 's' : 'u';
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  struct way way = { &plan, hb_trace_of (target), hb_co_of (solution), diag };
  signed char *model = hb_blocks_extract (&plan, first_block, &way, diag);
  hb_blocks_free (&plan);
  return hb_solution_of_model (model);
}

const struct hb_reduction hb_reduction_sat_rf = {
  .name = "3sat-rf",
  .from = &hb_problem_sat,
  .to = &hb_problem_sc,
  .to_note = "",
  .reference = "hbkit (doc/reductions.md); NP-hard by Gibbons and Korach 1997",
  .handlers = "two threads for each literal of each clause, one for each empty clause",
  .size_text = "K literals, L of them of variables that occur more than once, E empty clauses: "
               "events = 6K + 4L + 2E, threads = 2K + E, variables = 2K + 2L + E",
  .ablations = hb_rf_ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
