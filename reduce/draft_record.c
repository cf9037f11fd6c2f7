/* The functions of the records of the reductions that are told as drafts (draft.h): what is accepted, sizes, the trace
 * and its map. */
#include "reduce/draft.h"
#include "reduce/formula.h"
#include "reduce/map.h"

#include <inttypes.h>

/* Sizes of the whole trace: each empty clause has two events. */
static void
sizes_of (const struct hb_draft_design *design, const struct hb_threes *threes, uint64_t *sizes)
{
  design->sizes (hb_threes_variables (threes), threes->clauses.size, sizes);
  sizes[0] += 2 * (uint64_t)threes->empty.size;
}

void
hb_draft_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  struct hb_threes threes;
  hb_threes_init (&threes, hb_cnf_of (source));
  sizes_of (self->own, &threes, sizes);
  hb_threes_free (&threes);
}

/* No design is larger than this: looked at in floating point, which does not overflow. */
static bool
is_huge (const struct hb_threes *threes)
{
  double width = (double)hb_threes_variables (threes) + 3.0 * (double)threes->clauses.size;
  return 64 * width * width >= 1e18;
}

bool
hb_draft_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  struct hb_threes threes;
  hb_threes_init (&threes, hb_cnf_of (source));
  uint64_t sizes[3] = { HB_NONE };
  if (!is_huge (&threes))
    sizes_of (self->own, &threes, sizes);
  hb_threes_free (&threes);
  return hb_reduce_fits (sizes[0], diag);
}

/* --- the map ---------------------------------------------------------------------------------- */

static void
put_header (const struct hb_draft *draft, const struct hb_reduction *self, const hb_cnf *cnf,
            const char *ablation, const uint64_t *sizes, hb_output *map)
{
  const struct hb_draft_design *design = self->own;
  hb_json *line = hb_map_header (map, self->name);
  hb_json_member_string (line, "ablation", ablation);
  hb_json_member_object (line, "source");
  hb_json_member_signed (line, "variables", cnf->variables);
  hb_json_member_unsigned (line, "occurring", hb_threes_variables (draft->formula));
  hb_json_member_unsigned (line, "clauses", hb_cnf_clauses (cnf));
  hb_json_member_unsigned (line, "empty", draft->formula->empty.size);
  hb_json_close (line);
  hb_map_trace_sizes (line, sizes);
  hb_json_member_object (line, "rule");
  hb_json_member_string (line, "text", design->rule);
  hb_json_member_string (line, "relation", "eo");
  hb_json_member_string (line, "true", "first before second");
  hb_json_member_bool (line, "default", false);
  hb_json_close (line);
  hb_map_end (line);
}

/* Chains of what belongs together: first[i] and on by next[k], both HB_NONE at the end. */
struct chains
{
  hb_id *first, *last, *next;
};

static struct chains
chains_new (size_t heads, size_t members)
{
  struct chains chains
      = { hb_calloc (heads, sizeof *chains.first), hb_calloc (heads, sizeof *chains.last),
          hb_calloc (members, sizeof *chains.next) };
  for (size_t i = 0; i < heads; i++)
    chains.first[i] = HB_NONE;
  return chains;
}

static void
chains_add (struct chains *chains, hb_id head, hb_id member)
{
  chains->next[member] = HB_NONE;
  if (chains->first[head] == HB_NONE)
    chains->first[head] = member;
  else
    chains->next[chains->last[head]] = member;
  chains->last[head] = member;
}

static void
chains_free (struct chains *chains)
{
  hb_free (chains->first);
  hb_free (chains->last);
  hb_free (chains->next);
}

/* All pairs of each variable, in the order in which they were made. */
static void
put_variables (const struct hb_draft *draft, hb_output *map)
{
  const struct hb_threes *formula = draft->formula;
  struct chains chains = chains_new (hb_threes_variables (formula), draft->values.size);
  for (hb_id k = 0; k < draft->values.size; k++)
    chains_add (&chains, hb_threes_rank (formula, draft->values.data[k].literal), k);
  for (hb_id i = 0; i < hb_threes_variables (formula); i++)
    {
      hb_json *line = hb_map_line (map, "variable");
      hb_json_member_signed (line, "variable", formula->numbers.data[i]);
      hb_json_member_array (line, "pairs");
      for (hb_id k = chains.first[i]; k != HB_NONE; k = chains.next[k])
        hb_map_pair (line, NULL, draft->messages.data[draft->values.data[k].first].name,
                     draft->messages.data[draft->values.data[k].second].name);
      hb_json_close (line);
      hb_map_end (line);
    }
  chains_free (&chains);
}

static void
put_literal (const struct hb_draft *draft, const struct hb_draft_literal *literal, hb_json *line)
{
  const struct hb_draft_message *first = &draft->messages.data[literal->first];
  hb_json_open_object (line);
  hb_json_member_signed (line, "literal", literal->literal);
  hb_json_member_unsigned (line, "place", literal->place);
  hb_json_member_string (line, "handler", draft->handlers.data[first->handler]);
  hb_json_member_string (line, "first", first->name);
  hb_json_member_string (line, "second", draft->messages.data[literal->second].name);
  hb_json_close (line);
}

/* Each clause with its literals and all messages of its gadget. */
static void
put_clauses (const struct hb_draft *draft, hb_output *map)
{
  size_t clauses = draft->formula->clauses.size;
  struct chains literals = chains_new (clauses, draft->literals.size);
  struct chains messages = chains_new (clauses, draft->messages.size);
  for (hb_id k = 0; k < draft->literals.size; k++)
    chains_add (&literals, draft->literals.data[k].clause - 1, k);
  for (hb_id m = 0; m < draft->messages.size; m++)
    if (draft->messages.data[m].clause)
      chains_add (&messages, draft->messages.data[m].clause - 1, m);
  for (hb_id j = 0; j < clauses; j++)
    {
      hb_json *line = hb_map_line (map, "clause");
      hb_json_member_unsigned (line, "clause", draft->formula->clauses.data[j].column);
      hb_json_member_unsigned (line, "gadget", j + 1);
      hb_json_member_array (line, "literals");
      for (hb_id k = literals.first[j]; k != HB_NONE; k = literals.next[k])
        put_literal (draft, &draft->literals.data[k], line);
      hb_json_close (line);
      hb_json_member_array (line, "messages");
      for (hb_id m = messages.first[j]; m != HB_NONE; m = messages.next[m])
        hb_json_string (line, draft->messages.data[m].name);
      hb_json_close (line);
      hb_map_end (line);
    }
  chains_free (&literals);
  chains_free (&messages);
}

static void
put_map (const struct hb_draft *draft, const struct hb_reduction *self, const hb_cnf *cnf,
         const struct hb_ablation *ablation, const uint64_t *sizes, hb_output *map)
{
  put_header (draft, self, cnf, ablation ? ablation->name : NULL, sizes, map);
  put_variables (draft, map);
  put_clauses (draft, map);
}

/* --- the trace -------------------------------------------------------------------------------- */

bool
hb_draft_reduce (const struct hb_reduction *self, const hb_instance *source,
                 const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                 hb_diag *diag)
{
  struct hb_threes threes;
  struct hb_draft draft;
  hb_threes_init (&threes, hb_cnf_of (source));
  hb_draft_init (&draft, self->own, &threes, ablation ? ablation->bits : 0);
  hb_builder *builder = hb_target_builder (target, diag);
  hb_build_meta (builder, "reduction", self->name);
  if (ablation)
    hb_build_meta (builder, "ablation", ablation->name);
  hb_draft_tell (&draft, builder);
  bool good = hb_target_built (target, builder);
  if (map)
    put_map (&draft, self, hb_cnf_of (source), ablation, target->sizes, map);
  hb_draft_free (&draft);
  hb_threes_free (&threes);
  return good;
}

bool
hb_draft_variant (const struct hb_reduction *self, hb_instance *target, unsigned i)
{
  const struct hb_draft_design *design = self->own;
  hb_trace *trace = (hb_trace *)target;
  if (design->mailbox != HB_QUEUE || i)
    return false;
  hb_trace_set_mailboxes (trace, HB_PRIORITY);
  return true;
}
