/* See blocks.h. */
#include "reduce/blocks.h"
#include "reduce/formula.h"
#include "reduce/map.h"

#include <stdio.h>
#include <stdlib.h>

/* --- the plan ----------------------------------------------------------------------------------- */

/* Ties the copies of every variable into circles, in the order of their occurrences. */
static void
tie_copies (struct hb_blocks *plan)
{
  size_t entries = (size_t)plan->cnf->variables + 1;
  hb_id *first = hb_calloc (entries, sizeof *first), *last = hb_calloc (entries, sizeof *last);
  for (size_t v = 0; v < entries; v++)
    first[v] = last[v] = HB_NONE;
  for (hb_id c = 0; c < plan->pairs.size; c++)
    {
      struct hb_block_pair *pair = &plan->pairs.data[c];
      int v = abs (pair->literal);
      if (first[v] == HB_NONE)
        first[v] = last[v] = c;
      pair->last = last[v];
      plan->pairs.data[last[v]].next = c;
      pair->next = first[v];
      plan->pairs.data[first[v]].last = c;
      last[v] = c;
    }
  hb_free (first);
  hb_free (last);
}

void
hb_blocks_make (struct hb_blocks *plan, const hb_cnf *cnf, unsigned damage)
{
  *plan = (struct hb_blocks){ .cnf = cnf, .damage = damage };
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      hb_id start = (hb_id)plan->pairs.size;
      if (!size)
        vec_push (plan->empty, (hb_id)j + 1);
      for (size_t t = 0; t < size; t++)
        {
          struct hb_block_pair pair = { .literal = clause[t],
                                        .clause = (hb_id)j + 1,
                                        .place = (hb_id)t + 1,
                                        .before = start + (hb_id)((t + size - 1) % size) };
          vec_push (plan->pairs, pair);
        }
    }
  tie_copies (plan);
}

void
hb_blocks_free (struct hb_blocks *plan)
{
  vec_free (plan->pairs);
  vec_free (plan->empty);
}

bool
hb_blocks_accepts (const hb_cnf *cnf, uint64_t per_pair, hb_diag *diag)
{
  return hb_reduce_fits ((cnf->literals.size + hb_cnf_clauses (cnf)) * per_pair, diag);
}

/* --- ties and names ----------------------------------------------------------------------------- */

/* Is there a tie from C to its next copy? */
static bool
has_tie (const struct hb_blocks *plan, hb_id c)
{
  hb_id next = plan->pairs.data[c].next;
  if (next == c || plan->damage & (HB_BLOCKS_NO_TIES | HB_BLOCKS_ONE))
    return false;
  return next > c || !(plan->damage & HB_BLOCKS_PATH);
}

bool
hb_blocks_has (const struct hb_blocks *plan, hb_id c)
{
  return !(plan->damage & HB_BLOCKS_ONE) || plan->pairs.data[c].last >= c;
}

hb_id
hb_blocks_tied (const struct hb_blocks *plan)
{
  hb_id tied = 0;
  for (hb_id c = 0; c < plan->pairs.size; c++)
    tied += has_tie (plan, c);
  return tied;
}

const char *
hb_blocks_name (const struct hb_blocks *plan, char kind, hb_id c, char name[HB_BLOCKS_NAME])
{
  const struct hb_block_pair *pair = &plan->pairs.data[c];
  snprintf (name, HB_BLOCKS_NAME, "%c%u.%u", kind, pair->clause, pair->place);
  return name;
}

/* The block of C that comes first if its variable is true: 's' or 'u'. */
static char
true_block (const struct hb_blocks *plan, hb_id c)
{
  return plan->pairs.data[c].literal > 0 ? 's' : 'u';
}

/* --- blocks ------------------------------------------------------------------------------------- */

static void
tell_write (const struct hb_blocks *plan, hb_builder *builder, char kind, hb_id c)
{
  char name[HB_BLOCKS_NAME];
  hb_blocks_name (plan, kind, c, name);
  hb_build_write (builder, name, name, NULL);
}

static void
tell_read (const struct hb_blocks *plan, hb_builder *builder, char kind, hb_id c)
{
  char name[HB_BLOCKS_NAME];
  hb_blocks_name (plan, kind, c, name);
  hb_build_read (builder, NULL, name, name);
}

static void
tell_writes (const struct hb_blocks *plan, char kind, hb_id c, hb_builder *builder)
{
  const struct hb_block_pair *pair = &plan->pairs.data[c];
  if (kind == 's')
    tell_write (plan, builder, 'b', c);
  if (kind == true_block (plan, c))
    {
      if (has_tie (plan, pair->last))
        tell_write (plan, builder, 'q', pair->last);
    }
  else if (has_tie (plan, c))
    tell_write (plan, builder, 'p', c);
}

static void
tell_reads (const struct hb_blocks *plan, char kind, hb_id c, hb_builder *builder)
{
  const struct hb_block_pair *pair = &plan->pairs.data[c];
  if (kind == 'u')
    tell_read (plan, builder, 'b', pair->before);
  if (kind == true_block (plan, c))
    {
      if (has_tie (plan, c))
        tell_read (plan, builder, 'q', c);
    }
  else if (has_tie (plan, pair->last))
    tell_read (plan, builder, 'p', pair->last);
}

void
hb_blocks_tell (const struct hb_blocks *plan, char kind, hb_id c, hb_builder *builder)
{
  bool whole_variable = plan->damage & HB_BLOCKS_ONE;
  for (int half = 0; half < 2; half++)
    {
      bool writes = !half == !(plan->damage & HB_BLOCKS_READS);
      hb_id d = c;
      do
        {
          /* The block of D that stands on the same side of the variable. */
          bool side = true_block (plan, d) == true_block (plan, c);
          char block = side ? kind : kind == 's' ? 'u' : 's';
          (writes ? tell_writes : tell_reads) (plan, block, d, builder);
          d = plan->pairs.data[d].next;
        }
      while (whole_variable && d != c);
    }
}

const char *
hb_blocks_empty_name (const struct hb_blocks *plan, size_t i, char name[HB_BLOCKS_NAME])
{
  snprintf (name, HB_BLOCKS_NAME, "z%u", (unsigned)plan->empty.data[i]);
  return name;
}

void
hb_blocks_tell_empty (const struct hb_blocks *plan, size_t i, hb_builder *builder)
{
  char name[HB_BLOCKS_NAME];
  hb_blocks_empty_name (plan, i, name);
  hb_build_read (builder, NULL, name, name);
  hb_build_write (builder, name, name, NULL);
}

/* --- back --------------------------------------------------------------------------------------- */

signed char *
hb_blocks_extract (const struct hb_blocks *plan, char (*first) (void *context, hb_id c),
                   void *context, hb_diag *diag)
{
  signed char *model = hb_model_new (plan->cnf);
  bool good = true;
  for (hb_id c = 0; c < plan->pairs.size && good; c++)
    {
      const struct hb_block_pair *pair = &plan->pairs.data[c];
      int v = abs (pair->literal);
      char block = first (context, c);
      signed char value = block == true_block (plan, c) ? 1 : -1;
      good = block != 0;
      if (good && model[v] && model[v] != value)
        {
          hb_error (diag, NULL, "the copies of variable %d disagree, first in clause %u", v,
                    pair->clause);
          good = false;
        }
      model[v] = value;
    }
  for (int v = 1; v <= plan->cnf->variables; v++)
    model[v] = model[v] ? model[v] : -1;
  if (good && hb_reduce_satisfies (plan->cnf, model, "the construction", diag))
    return model;
  hb_free (model);
  return NULL;
}

/* --- the map ------------------------------------------------------------------------------------ */

static void
put_pairs_of (const struct hb_blocks *plan, hb_id c, hb_output *map)
{
  char first[HB_BLOCKS_NAME], second[HB_BLOCKS_NAME];
  hb_json *line = hb_map_line (map, "variable");
  hb_json_member_signed (line, "variable", abs (plan->pairs.data[c].literal));
  hb_json_member_array (line, "pairs");
  for (hb_id d = c; d != HB_NONE;)
    {
      char block = true_block (plan, d);
      hb_map_pair (line, NULL, hb_blocks_name (plan, block, d, first),
                   hb_blocks_name (plan, block == 's' ? 'u' : 's', d, second));
      d = plan->pairs.data[d].next > d ? plan->pairs.data[d].next : HB_NONE;
    }
  hb_json_close (line);
  hb_map_end (line);
}

void
hb_blocks_map (const struct hb_blocks *plan, const char *name, const char *ablation,
               const char *rule, const char *const *measures, const uint64_t *sizes, hb_output *map)
{
  const hb_cnf *cnf = plan->cnf;
  hb_json *line = hb_map_header (map, name);
  if (ablation)
    hb_json_member_string (line, "ablation", ablation);
  hb_map_formula_sizes (line, "source", (uint64_t)cnf->variables, hb_cnf_clauses (cnf),
                        cnf->literals.size);
  hb_json_member_object (line, "target");
  for (size_t i = 0; measures[i]; i++)
    hb_json_member_unsigned (line, measures[i], sizes[i]);
  hb_json_close (line);
  hb_json_member_string (line, "rule", rule);
  hb_map_end (line);
  for (hb_id c = 0; c < plan->pairs.size; c++)
    if (plan->pairs.data[c].last >= c)
      put_pairs_of (plan, c, map);
}
