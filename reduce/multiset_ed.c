/* 3sat-multiset: any formula to a trace of multiset mailboxes, consistent iff the formula is
 * satisfiable; a construction of our own, without nested posting and with one poster.  The multiset
 * problem is known to be NP-hard (Abdulla et al., ATVA 2023).
 *
 *     P      posts all messages
 *     hJ.T   for the T-th literal of clause J: messages sJ.T and uJ.T, the blocks of blocks.h
 *
 * A handler runs one message at a time, so the blocks of a pair exclude one another; the multiset
 * lets either come first.  Were the mailboxes queues, P alone would fix all orders, and deciding
 * would be a test for cycles: here the hardness is that of the multiset, and there is no mo in it. */
#include "problem/ed.h"
#include "problem/reduction.h"
#include "reduce/blocks.h"

#define QUEUES 16 /* beside enum hb_blocks_damage */

static const struct hb_ablation ablations[] = {
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
    "one pair of messages a variable: clauses wait for one another, so satisfiable "
    "formulas become inconsistent",
    HB_NO, HB_BLOCKS_ONE },
  { "queue",
    "mailboxes are queues: the poster fixes all orders, so satisfiable formulas become "
    "inconsistent",
    HB_NO, QUEUES },
  { NULL, NULL, HB_OPEN, 0 },
};

/* --- there -------------------------------------------------------------------------------------- */

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  (void)self;
  return hb_blocks_accepts (hb_cnf_of (source), 10, diag);
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  uint64_t pairs = plan.pairs.size;
  sizes[0] = 6 * pairs + 4 * (uint64_t)hb_blocks_tied (&plan) + 2 * plan.empty.size;
  sizes[1] = 2 * pairs + 1;
  sizes[2] = pairs + 1;
  hb_blocks_free (&plan);
}

static void
tell_poster (const struct hb_blocks *plan, hb_builder *builder)
{
  char name[HB_BLOCKS_NAME];
  hb_build_handler (builder, "P", -1);
  hb_build_initial (builder);
  for (size_t i = 0; i < plan->empty.size; i++)
    hb_blocks_tell_empty (plan, i, builder);
  for (hb_id c = 0; c < plan->pairs.size; c++)
    if (hb_blocks_has (plan, c))
      {
        hb_build_post (builder, NULL, hb_blocks_name (plan, 's', c, name));
        hb_build_post (builder, NULL, hb_blocks_name (plan, 'u', c, name));
      }
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  static const char blocks[] = "su";
  struct hb_blocks plan;
  char name[HB_BLOCKS_NAME];
  unsigned damage = ablation ? ablation->bits : 0;
  hb_builder *builder = hb_target_builder (target, diag);
  hb_blocks_make (&plan, hb_cnf_of (source), damage);
  hb_build_meta (builder, "reduction", self->name);
  if (ablation)
    hb_build_meta (builder, "ablation", ablation->name);
  hb_build_mailbox (builder, damage & QUEUES ? HB_QUEUE : HB_MULTISET);
  tell_poster (&plan, builder);
  for (hb_id c = 0; c < plan.pairs.size; c++)
    {
      if (!hb_blocks_has (&plan, c))
        continue;
      hb_build_handler (builder, hb_blocks_name (&plan, 'h', c, name), -1);
      for (const char *block = blocks; *block; block++)
        {
          hb_build_message (builder, hb_blocks_name (&plan, *block, c, name));
          hb_blocks_tell (&plan, *block, c, builder);
        }
    }
  hb_build_end (builder);
  bool good = hb_target_built (target, builder);
  if (map)
    hb_blocks_map (
        &plan, self->name, ablation ? ablation->name : NULL,
        "a variable is true iff the first message of any of its pairs runs before the second",
        self->to->measures, target->sizes, map);
  hb_blocks_free (&plan);
  return good;
}

/* --- and back ----------------------------------------------------------------------------------- */

struct way
{
  const struct hb_blocks *plan;
  const hb_trace *trace;
  const hb_witness *witness;
  hb_diag *diag;
};

/* The message KIND of C, or HB_NONE after an error. */
static hb_id
message_of (const struct way *way, char kind, hb_id c)
{
  char name[HB_BLOCKS_NAME];
  hb_id m = hb_trace_find_message (way->trace, hb_blocks_name (way->plan, kind, c, name));
  bool good
      = m != HB_NONE && way->trace->handlers.data[way->trace->messages.data[m].handler].count == 2;
  if (!good)
    hb_error (way->diag, NULL,
              "the trace is not the reduction 3sat-multiset of this formula: no message '%s' that "
              "shares its handler with one other",
              name);
  return good ? m : HB_NONE;
}

/* The pair C runs as MODEL wants it, posted as P posts it. */
static bool
lift_pair (const struct way *way, hb_id c, const signed char *model, hb_witness *witness)
{
  int literal = way->plan->pairs.data[c].literal;
  bool holds = hb_literal_holds (model, literal);
  hb_id s = message_of (way, 's', c), u = message_of (way, 'u', c);
  if (s == HB_NONE || u == HB_NONE)
    return false;
  hb_id h = way->trace->messages.data[s].handler;
  witness->eo[witness->eo_start[h]] = holds ? s : u;
  witness->eo[witness->eo_start[h] + 1] = holds ? u : s;
  witness->mo[witness->mo_start[h]] = s;
  witness->mo[witness->mo_start[h] + 1] = u;
  return true;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  struct hb_blocks plan;
  if (!hb_reduction_made (self, source, target, diag)
      || !hb_model_satisfies (hb_cnf_of (source), hb_model_of (solution), "formula", diag))
    return NULL;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  struct way way = { .plan = &plan, .trace = hb_trace_of (target), .diag = diag };
  hb_witness *witness = hb_witness_new (way.trace);
  bool good = true;
  for (hb_id c = 0; c < plan.pairs.size && good; c++)
    good = lift_pair (&way, c, hb_model_of (solution), witness);
  hb_blocks_free (&plan);
  if (good)
    return hb_solution_of_witness (witness);
  hb_witness_free (witness);
  return NULL;
}

static char
first_block (void *context, hb_id c)
{
  const struct way *way = context;
  hb_id s = message_of (way, 's', c);
  if (s == HB_NONE)
    return 0;
  hb_id h = way->trace->messages.data[s].handler;
  return way->witness->eo[way->witness->eo_start[h]] == s ? 's' : 'u';
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  struct way way = { &plan, hb_trace_of (target), hb_witness_of (solution), diag };
  signed char *model = hb_blocks_extract (&plan, first_block, &way, diag);
  hb_blocks_free (&plan);
  return hb_solution_of_model (model);
}

const struct hb_reduction hb_reduction_multiset_ed = {
  .name = "3sat-multiset",
  .from = &hb_problem_sat,
  .to = &hb_problem_ed,
  .to_note = ", multisets",
  .reference = "hbkit (doc/reductions.md)",
  .handlers = "P, one for each literal of each clause",
  .size_text = "K literals, L of them of variables that occur more than once, E empty clauses: "
               "events = 6K + 4L + 2E, messages = 2K + 1, handlers = K + 1",
  .ablations = ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
