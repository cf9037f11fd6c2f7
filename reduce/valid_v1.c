/* sat-and-valid-v1: pairs of formulas to refinement of rank 1.
 *
 * Semantic diffing paper, Theorem 4, for lists of pairs (F, G), so that it shows hardness for the class that the problem
 * belongs to.  The writer chooses all variables, then a1 = 1, a2 = 1, ..., done = 1; the reader chooses a pair:
 *
 *     new: assume done && F; b = a          old: assume done && G; b = a
 *
 * The new program shows rf(a = 1 -> b = a) of a pair iff F is satisfiable, the old one iff G is. */
#include "base/buffer.h"
#include "base/memory.h"
#include "problem/reduction.h"
#include "problem/refinement.h"
#include "problem/valid.h"
#include "reduce/map.h"

#include <stdlib.h>
#include <string.h>

#define WRITER "writer_thread"
#define READER "reader_thread"

enum damage
{
  SWAPPED = 1,
  SAME = 2
};

static const struct hb_ablation ablations[] = {
  { "swapped", "old and new change places", HB_NO, SWAPPED },
  { "one-b", "all pairs read the same a into the same b, so that one stands in for another", HB_NO,
    SAME },
  { NULL, NULL, HB_OPEN, 0 },
};

/* Equal assumptions of two pairs are one statement: how many there are is not told. */
static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self, (void)source;
  sizes[0] = 2;
  sizes[1] = sizes[2] = HB_SIZE_UNTOLD;
  sizes[3] = 1;
}

/* --- programs --- */

static void
add_formula (hb_buffer *text, const hb_cnf *cnf, char letter, size_t pair)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      hb_buffer_add (text, " && (");
      for (size_t k = 0; k < size; k++)
        hb_buffer_add (text, "%s%s%c%zu_%d", k ? " || " : "", literals[k] > 0 ? "" : "!", letter,
                       pair, abs (literals[k]));
      hb_buffer_add (text, size ? ")" : "0)");
    }
}

/* Calls for all variables of all formulas, in order: "  f1_1 = nondet ();\n", or ", f1_1". */
static void
add_variables (hb_buffer *text, const struct hb_formulas *formulas, const char *before,
               const char *behind)
{
  for (size_t i = 0; i < formulas->list.size; i++)
    for (int v = 1; v <= formulas->list.data[i]->variables; v++)
      hb_buffer_add (text, "%s%c%zu_%d%s", before, i & 1 ? 'g' : 'f', i / 2 + 1, v, behind);
}

static char *
program_text (const struct hb_formulas *formulas, bool is_new, unsigned damage)
{
  hb_buffer text = VEC_EMPTY;
  size_t pairs = formulas->list.size / 2;
  hb_buffer_add (&text, "_Bool nondet (void);\n_Bool done");
  for (size_t i = 1; i <= pairs; i++)
    hb_buffer_add (&text, ", a%zu, b%zu", i, i);
  add_variables (&text, formulas, ", ", "");
  hb_buffer_add (&text, ";\n\nvoid\n" WRITER " (void)\n{\n");
  add_variables (&text, formulas, "  ", " = nondet ();\n");
  for (size_t i = 1; i <= pairs; i++)
    hb_buffer_add (&text, "  a%zu = 1;\n", i);
  hb_buffer_add (&text, "  done = 1;\n}\n\nvoid\n" READER " (void)\n{\n");
  for (size_t i = 1; i <= pairs; i++)
    {
      size_t shown = damage & SAME ? 1 : i;
      hb_buffer_add (&text, i < pairs ? "  if (nondet ())\n    {\n" : "    {\n");
      hb_buffer_add (&text, "      assume (done");
      add_formula (&text, formulas->list.data[2 * (i - 1) + !is_new], is_new ? 'f' : 'g', i);
      hb_buffer_add (&text, ");\n      b%zu = a%zu;\n    }\n", shown, shown);
      if (i < pairs)
        hb_buffer_add (&text, "  else\n");
    }
  hb_buffer_add (&text, "}\n");
  return hb_buffer_take (&text);
}

static char *
variables_of (const struct hb_formulas *formulas)
{
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 1; i <= formulas->list.size / 2; i++)
    hb_buffer_add (&text, "%sa%zu,b%zu", i > 1 ? "," : "", i, i);
  return hb_buffer_take (&text);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  const struct hb_formulas *formulas = hb_formulas_of (source);
  unsigned damage = ablation ? ablation->bits : 0;
  bool swapped = damage & SWAPPED;
  target->instance = hb_pair_new (program_text (formulas, swapped, damage),
                                  program_text (formulas, !swapped, damage),
                                  variables_of (formulas), 1, false, diag);
  if (target->instance && map)
    {
      hb_json *line = hb_map_header (map, self->name);
      hb_json_member_string (line, "extract",
                             "the pair is that of the dependency; its model is what the writer "
                             "chose in the run, f before g, pair by pair");
      hb_map_end (line);
    }
  return target->instance;
}

/* --- solutions --- */

/* The writer's choices, with the model for F of the pair, its other steps, and the reader's way to the pair. */
static void
add_run (const struct hb_formulas *formulas, const struct hb_chosen *chosen,
         hb_difference *difference)
{
  size_t pairs = formulas->list.size / 2;
  for (size_t i = 0; i < formulas->list.size; i++)
    for (int v = 1; v <= formulas->list.data[i]->variables; v++)
      hb_difference_add_move (difference, 0, i == 2 * chosen->pair && chosen->model[v] > 0);
  for (size_t i = 0; i <= pairs; i++)
    hb_difference_add_move (difference, 0, -1);
  struct diff_move way = { 1, (hb_id)difference->schedule.values.size, 0 };
  for (size_t i = 0; i <= chosen->pair && i + 1 < pairs; i++)
    {
      vec_push (difference->schedule.values, (uint64_t)(i == chosen->pair));
      way.count++;
    }
  vec_push (difference->schedule.moves, way);
  hb_difference_add_move (difference, 1, -1);
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const struct hb_chosen *chosen = hb_chosen_of (solution);
  const hb_pair *pair = hb_pair_of (target);
  if (!self->from->check (self->from, source, solution, diag))
    return NULL;
  hb_difference *difference = hb_difference_new ();
  size_t number = chosen->pair + 1;
  bool found = hb_difference_add_fact (difference, pair,
                                       hb_format ("rf a%zu: " WRITER ": a%zu = 1 -> " READER
                                                  ": b%zu = a%zu",
                                                  number, number, number, number));
  add_run (hb_formulas_of (source), chosen, difference);
  if (found && self->to->check (self->to, target, hb_solution_of_difference (difference), diag))
    return hb_solution_of_difference (difference);
  if (!found)
    hb_error (diag, NULL, "this is not the pair of programs of these formulas");
  hb_difference_free (NULL, hb_solution_of_difference (difference));
  return NULL;
}

/* The values that the writer chose for F of pair number PAIR. */
static signed char *
model_of (const struct hb_formulas *formulas, size_t pair, const struct diff_schedule *schedule)
{
  const hb_cnf *cnf = formulas->list.data[2 * pair];
  signed char *model = hb_model_new (cnf);
  size_t first = 0, at = 0;
  for (size_t i = 0; i < 2 * pair; i++)
    first += (size_t)formulas->list.data[i]->variables;
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const struct diff_move *move = &schedule->moves.data[i];
      if (move->thread || !move->count)
        continue;
      if (at >= first && at - first < (size_t)cnf->variables)
        model[at - first + 1] = schedule->values.data[move->first] & 1 ? 1 : -1;
      at++;
    }
  return model;
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  const struct hb_formulas *formulas = hb_formulas_of (source);
  const hb_pair *pair = hb_pair_of (target);
  const hb_difference *difference = hb_difference_of (solution);
  if (!self->to->check (self->to, target, solution, diag))
    return NULL;
  const struct diff_fact *fact = &pair->scope->facts.data[difference->facts.data[0]];
  const char *name = pair->scope->variables.data[fact->variable];
  size_t number = strtoul (name + 1, NULL, 10) - 1;
  if (number >= formulas->list.size / 2)
    {
      hb_error (diag, NULL, "this is not the pair of programs of these formulas");
      return NULL;
    }
  hb_solution *chosen = hb_chosen_new (number, model_of (formulas, number, &difference->schedule));
  if (self->from->check (self->from, source, chosen, diag))
    return chosen;
  hb_chosen_free (NULL, chosen);
  return NULL;
}

const struct hb_reduction hb_reduction_valid_v1 = {
  .name = "sat-and-valid-v1",
  .from = &hb_problem_sat_and_valid,
  .to = &hb_problem_refinement,
  .to_note = " of rank 1",
  .reference = "semantic diffing paper, Theorem 4, for lists of pairs",
  .handlers = "",
  .size_text = "2 threads, rank 1",
  .ablations = ablations,
  .faithful = true,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
