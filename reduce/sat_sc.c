/* 3sat-sc: any formula to a history under sequential consistency without co (trace/history.h),
 * sequentially consistent iff the formula is satisfiable; and through sc-ed (sc_ed.h) to a trace.
 * That the problem is NP-hard is due to Gibbons and Korach; this construction is our own.
 *
 *     thread sJ.T, for the T-th literal of clause J      thread uJ.T
 *         write xJ.T                                         write xJ.T
 *         ... the accesses of block S (blocks.h)             ... of block U
 *         read xJ.T, its own write                           read xJ.T, its own write
 *
 * A thread that reads its own write of x excludes the other one's write of x from the time between,
 * so the blocks of a pair exclude one another, and co of x tells which one comes first. */
#include "reduce/blocks.h"
#include "reduce/reduction.h"
#include "reduce/sc_ed.h"

#include <string.h>

#define NAME "3sat-sc"
#define NO_LOCK 16 /* beside enum hb_blocks_damage */

static const struct hb_ablation ablations[] = {
  { "no-ties", "copies of a variable are not tied, so unsatisfiable formulas become consistent",
    HB_CONSISTENT },
  { "path",
    "copies are tied in a path, which lets later ones be true alone, so unsatisfiable "
    "formulas become consistent",
    HB_CONSISTENT },
  { "reads-first",
    "blocks read before they write and wait for one another, so satisfiable formulas "
    "become inconsistent",
    HB_INCONSISTENT },
  { "one-pair",
    "one pair of threads a variable: clauses wait for one another, so satisfiable "
    "formulas become inconsistent",
    HB_INCONSISTENT },
  { "no-lock",
    "threads do not read their own write, blocks may overlap, so unsatisfiable formulas "
    "become consistent",
    HB_CONSISTENT },
  { NULL, NULL, HB_UNKNOWN },
};

static const unsigned damages[]
    = { HB_BLOCKS_NO_TIES, HB_BLOCKS_PATH, HB_BLOCKS_READS, HB_BLOCKS_ONE, NO_LOCK };

static unsigned
damage_of (const char *ablation)
{
  return ablation ? damages[hb_ablation_number (ablations, NAME, ablation)] : 0;
}

/* --- there --------------------------------------------------------------------------------------
 * */

static bool
accepts (const hb_cnf *cnf, hb_diag *diag)
{
  return hb_blocks_accepts (cnf, 24, diag);
}

static void
expect (const hb_cnf *cnf, uint64_t sizes[3])
{
  struct hb_blocks plan;
  hb_blocks_make (&plan, cnf, 0);
  uint64_t pairs = plan.pairs.size;
  sizes[0] = 20 * pairs + 4 * (uint64_t)hb_blocks_tied (&plan);
  sizes[1] = 4 * pairs;
  sizes[2] = 3 * pairs;
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

static void
tell_history (const hb_cnf *cnf, const char *ablation, hb_builder *builder)
{
  struct hb_blocks plan;
  hb_blocks_make (&plan, cnf, damage_of (ablation));
  hb_build_meta (builder, "reduction", NAME);
  if (ablation)
    hb_build_meta (builder, "ablation", ablation);
  for (hb_id c = 0; c < plan.pairs.size; c++)
    if (hb_blocks_has (&plan, c))
      {
        tell_thread (&plan, 's', c, builder);
        tell_thread (&plan, 'u', c, builder);
      }
  hb_build_end (builder);
  hb_blocks_free (&plan);
}

/* The history in memory. */
static hb_trace *
history_new (const hb_cnf *cnf, const char *ablation)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_build_without_co (builder);
  tell_history (cnf, ablation, builder);
  hb_trace *history = hb_builder_finish (builder);
  if (!history)
    hb_die (NAME " makes no history: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  return history;
}

static void
reduce_trace (const hb_cnf *cnf, const char *ablation, hb_builder *builder, hb_output *map)
{
  hb_trace *history = history_new (cnf, ablation);
  hb_sc_reduce (history, NAME, builder, NULL);
  hb_trace_free (history);
  if (!map)
    return;
  struct hb_blocks plan;
  struct hb_sizes sizes = hb_builder_sizes (builder);
  uint64_t three[] = { sizes.events, sizes.messages, sizes.handlers };
  hb_blocks_make (&plan, cnf, damage_of (ablation));
  hb_blocks_map (
      &plan, NAME, ablation,
      "a pair names two threads of the history; a variable is true iff the first event of "
      "the first one, of any pair, comes before that of the second: iff message w:FIRST.0 "
      "runs before w:SECOND.0",
      three, map);
  hb_blocks_free (&plan);
}

/* --- and back -----------------------------------------------------------------------------------
 * */

/* The first event of the thread KIND of C: its write of x. */
static hb_id
lock_write (const struct hb_blocks *plan, const hb_trace *history, char kind, hb_id c)
{
  char name[HB_BLOCKS_NAME];
  return hb_trace_find_event (history, hb_blocks_name (plan, kind, c, name));
}

static hb_witness *
lift (const hb_cnf *cnf, const signed char *model, const hb_trace *trace, hb_diag *diag)
{
  size_t falsified = hb_cnf_falsified (cnf, model);
  if (falsified != SIZE_MAX)
    {
      struct hb_place place = hb_cnf_place (cnf, falsified);
      hb_error (diag, &place, "the model does not satisfy clause %zu", falsified + 1);
      return NULL;
    }
  struct hb_blocks plan;
  hb_trace *history = history_new (cnf, NULL);
  hb_id *co = hb_calloc (history->co.size, sizeof *co);
  hb_blocks_make (&plan, cnf, 0);
  for (size_t i = 0; i < history->co.size; i++)
    co[i] = history->co.data[i];
  for (hb_id c = 0; c < plan.pairs.size; c++)
    {
      int literal = plan.pairs.data[c].literal;
      bool holds = literal > 0 ? model[literal] > 0 : model[-literal] <= 0;
      hb_id s = lock_write (&plan, history, 's', c), u = lock_write (&plan, history, 'u', c);
      hb_id first = history->variables.data[history->events.data[s].object].first;
      co[first] = holds ? s : u;
      co[first + 1] = holds ? u : s;
    }
  hb_history_set_co (history, co);
  hb_witness *witness = hb_sc_lift (history, trace, diag);
  hb_free (co);
  hb_blocks_free (&plan);
  hb_trace_free (history);
  return witness;
}

struct way
{
  const struct hb_blocks *plan;
  const hb_trace *history;
};

static char
first_block (void *context, hb_id c)
{
  const struct way *way = context;
  hb_id s = lock_write (way->plan, way->history, 's', c);
  return way->history->events.data[s].partner ? 'u' : 's';
}

static bool
extract (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness, signed char *model,
         hb_diag *diag)
{
  struct hb_blocks plan;
  hb_trace *history = history_new (cnf, NULL);
  hb_blocks_make (&plan, cnf, 0);
  struct way way = { &plan, history };
  bool good = hb_sc_extract (history, trace, witness, diag)
              && hb_blocks_extract (&plan, first_block, &way, model, diag);
  hb_blocks_free (&plan);
  hb_trace_free (history);
  return good;
}

const struct hb_reduction hb_3sat_sc = {
  .name = NAME,
  .source = "SAT",
  .target = "SC rf-consistency, by sc-ed ED-consistency",
  .reference = "hbkit (doc/reductions.md); NP-hard by Gibbons and Korach 1997",
  .handlers = "two threads and one co:x for each literal of each clause",
  .sizes = "K literals, L of them of variables that occur more than once: events = 20K + 4L, "
           "messages = 4K, handlers = 3K (the history: 6K + 4L events, 2K threads)",
  .ablations = ablations,
  .to_trace = true,
  .accepts = accepts,
  .expect = expect,
  .tell_history = tell_history,
  .reduce_trace = reduce_trace,
  .lift_trace = lift,
  .extract_trace = extract,
};
