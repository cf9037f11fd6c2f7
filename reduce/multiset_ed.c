/* 3sat-multiset: any formula to a trace of multiset mailboxes, consistent iff the formula is
 * satisfiable; a construction of our own, without nested posting and with one poster.  The multiset
 * problem is known to be NP-hard (Abdulla et al., ATVA 2023).
 *
 *     P      posts all messages
 *     hJ.T   for the T-th literal of clause J: messages sJ.T and uJ.T, the blocks of blocks.h
 *
 * A handler runs one message at a time, so the blocks of a pair exclude one another; the multiset
 * lets either come first.  Were the mailboxes queues, P alone would fix all orders, and deciding
 * would be a test for cycles: here the hardness is that of the multiset, and there is no mo in it.
 * */
#include "reduce/blocks.h"
#include "reduce/reduction.h"

#include <string.h>

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
    "one pair of messages a variable: clauses wait for one another, so satisfiable "
    "formulas become inconsistent",
    HB_INCONSISTENT },
  { "queue",
    "mailboxes are queues: the poster fixes all orders, so satisfiable formulas become "
    "inconsistent",
    HB_INCONSISTENT },
  { NULL, NULL, HB_UNKNOWN },
};

static const unsigned damages[]
    = { HB_BLOCKS_NO_TIES, HB_BLOCKS_PATH, HB_BLOCKS_READS, HB_BLOCKS_ONE, 0 };

static unsigned
damage_of (const char *ablation)
{
  return ablation ? damages[hb_ablation_number (ablations, "3sat-multiset", ablation)] : 0;
}

/* --- there --------------------------------------------------------------------------------------
 * */

static bool
accepts (const hb_cnf *cnf, hb_diag *diag)
{
  return hb_blocks_accepts (cnf, 10, diag);
}

static void
expect (const hb_cnf *cnf, uint64_t sizes[3])
{
  struct hb_blocks plan;
  hb_blocks_make (&plan, cnf, 0);
  uint64_t pairs = plan.pairs.size;
  sizes[0] = 6 * pairs + 4 * (uint64_t)hb_blocks_tied (&plan);
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
  for (hb_id c = 0; c < plan->pairs.size; c++)
    if (hb_blocks_has (plan, c))
      {
        hb_build_post (builder, NULL, hb_blocks_name (plan, 's', c, name));
        hb_build_post (builder, NULL, hb_blocks_name (plan, 'u', c, name));
      }
}

static void
reduce_trace (const hb_cnf *cnf, const char *ablation, hb_builder *builder, hb_output *map)
{
  static const char blocks[] = "su";
  struct hb_blocks plan;
  char name[HB_BLOCKS_NAME];
  hb_blocks_make (&plan, cnf, damage_of (ablation));
  hb_build_meta (builder, "reduction", "3sat-multiset");
  if (ablation)
    hb_build_meta (builder, "ablation", ablation);
  hb_build_mailbox (builder, ablation && !strcmp (ablation, "queue") ? HB_QUEUE : HB_MULTISET);
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
  struct hb_sizes sizes = hb_builder_sizes (builder);
  uint64_t three[] = { sizes.events, sizes.messages, sizes.handlers };
  if (map)
    hb_blocks_map (
        &plan, "3sat-multiset", ablation,
        "a variable is true iff the first message of any of its pairs runs before the second",
        three, map);
  hb_blocks_free (&plan);
}

/* --- and back -----------------------------------------------------------------------------------
 * */

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
  if (m == HB_NONE || way->trace->handlers.data[way->trace->messages.data[m].handler].count != 2)
    {
      hb_error (
          way->diag, NULL,
          "the trace is not the reduction 3sat-multiset of this formula: no message '%s' that "
          "shares its handler with one other",
          name);
      return HB_NONE;
    }
  return m;
}

static hb_witness *
lift (const hb_cnf *cnf, const signed char *model, const hb_trace *trace, hb_diag *diag)
{
  struct hb_blocks plan;
  size_t falsified = hb_cnf_falsified (cnf, model);
  if (falsified != SIZE_MAX)
    {
      struct hb_place place = hb_cnf_place (cnf, falsified);
      hb_error (diag, &place, "the model does not satisfy clause %zu", falsified + 1);
      return NULL;
    }
  hb_blocks_make (&plan, cnf, 0);
  struct way way = { .plan = &plan, .trace = trace, .diag = diag };
  hb_witness *witness = hb_witness_new (trace);
  bool good = true;
  for (hb_id c = 0; c < plan.pairs.size && good; c++)
    {
      int literal = plan.pairs.data[c].literal;
      bool holds = literal > 0 ? model[literal] > 0 : model[-literal] <= 0;
      hb_id s = message_of (&way, 's', c), u = message_of (&way, 'u', c);
      good = s != HB_NONE && u != HB_NONE;
      if (!good)
        break;
      hb_id h = trace->messages.data[s].handler;
      witness->eo[witness->eo_start[h]] = holds ? s : u;
      witness->eo[witness->eo_start[h] + 1] = holds ? u : s;
      witness->mo[witness->mo_start[h]] = s;
      witness->mo[witness->mo_start[h] + 1] = u;
    }
  hb_blocks_free (&plan);
  if (!good)
    {
      hb_witness_free (witness);
      return NULL;
    }
  return witness;
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

static bool
extract (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness, signed char *model,
         hb_diag *diag)
{
  struct hb_blocks plan;
  hb_blocks_make (&plan, cnf, 0);
  struct way way = { &plan, trace, witness, diag };
  bool good = hb_blocks_extract (&plan, first_block, &way, model, diag);
  hb_blocks_free (&plan);
  return good;
}

const struct hb_reduction hb_3sat_multiset = {
  .name = "3sat-multiset",
  .source = "SAT",
  .target = "ED-consistency, multisets",
  .reference = "hbkit (doc/reductions.md)",
  .handlers = "P, one for each literal of each clause",
  .sizes = "K literals, L of them of variables that occur more than once: events = 6K + 4L, "
           "messages = 2K + 1, handlers = K + 1",
  .ablations = ablations,
  .to_trace = true,
  .accepts = accepts,
  .expect = expect,
  .reduce_trace = reduce_trace,
  .lift_trace = lift,
  .extract_trace = extract,
};
