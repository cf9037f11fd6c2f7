/* 3sat-edflat-4 and 3sat-edflat-3: as 3sat-edflat, with fewest handlers (ours; doc/flat.md).
 *
 *                 pairs x_1 .. x_n, round after round
 *                +-----------+
 *                |           v
 *      A =======>|   W: [ a1 b2 a2 b1 ... ]   A posts the a's, B the b's, in sections of the round
 *      B =======>|           |                before; in round j also copies of the literals of
 *                +-----------+                clause j
 *
 *      mailbox of A:  literal 1 of clause 1, of clause 2, ...    (they run when A and B have posted
 *      mailbox of B:  literal 2 of clause 1, of clause 2, ...     everything)
 *      mailbox of D:  literal 3 of clause 1, of clause 2, ...
 *
 * One register chooses and hands on; what the clauses look at are copies, each literal in a mailbox
 * of its own, so that the gadgets block nothing.  A and B post only in their initial messages, so
 * their own mailboxes can hold the first two.  Four handlers for 3SAT.
 *
 * With three (`carrying`) the third literal's copies come to W behind everything else.  There they
 * would come in the order of the variables, not of the clauses.  So W carries from the start a pair
 * c_j of its own for each clause of three literals, in the order of the clauses; that it has the
 * value of the literal's variable is seen to at the end, by a copy e_j of the variable in A's
 * mailbox and a copy d_j of c_j in B's that run tied to each other. */
#include "reduce/flat_small.h"
#include "reduce/map.h"

/* The first is of 3sat-edflat-3 alone. */
const struct hb_ablation hb_small_ablations[] = {
  { "no-equality",
    "the pairs that W carries are not compared with their variables, so unsatisfiable formulas "
    "become consistent",
    HB_YES, HB_FLAT_NO_EQUALITY },
  { "no-cycle",
    "a clause's last literal does not point back to its first: a falsified clause closes no "
    "cycle, so unsatisfiable formulas become consistent",
    HB_YES, HB_FLAT_NO_Z },
  { "no-tie",
    "the posts of the rotation are not tied to the message: copies may differ, so unsatisfiable "
    "formulas become consistent",
    HB_YES, HB_FLAT_NO_TIE },
  HB_FLAT_OPEN_ABLATIONS,
  { "one-mailbox",
    "all literals come to A's mailbox: gadgets block themselves, so satisfiable formulas become "
    "inconsistent",
    HB_NO, HB_FLAT_ONE_QUEUE },
  HB_FLAT_LAST_ABLATIONS,
};

static void
sizes (const struct hb_flat *flat, uint64_t *counts)
{
  uint64_t carried = flat->carrying ? flat->threes : 0, m = flat->columns;
  uint64_t pairs = flat->variables + carried, cells = flat->literals.size;
  counts[0] = 12 * pairs * m + 6 * cells + 16 * carried + 2 * flat->empty;
  counts[1] = 2 * pairs * m + 2 * cells + 4 * carried + 2;
  counts[2] = 3 + hb_small_extra (flat);
}

/* --- Pairs --- */

static bool
visit_rounds (const struct hb_flat *flat, hb_flat_visit *visit, void *context)
{
  struct hb_flat_pair pair;
  hb_flat_say (&pair.handler, "W");
  for (hb_id round = 1; round <= flat->columns; round++)
    for (hb_id i = 0; i < hb_small_elements (flat); i++)
      {
        struct hb_element element = hb_small_element (flat, i);
        if (!hb_small_has (flat, element))
          continue;
        hb_small_name (&pair.a, 'a', round, element);
        hb_small_name (&pair.b, 'b', round, element);
        pair.variable = hb_small_variable (flat, element);
        if (!visit (context, &pair))
          return false;
      }
  return true;
}

static bool
visit_equal (const struct hb_flat *flat, hb_id j, hb_flat_visit *visit, void *context)
{
  struct hb_flat_pair pair;
  pair.variable = hb_small_variable (flat, (struct hb_element){ 'c', j });
  for (char kind = 'd'; kind <= 'e'; kind++)
    {
      hb_flat_say (&pair.handler, kind == 'e' ? "A" : "B");
      hb_small_equal (&pair.a, 'a', kind, j);
      hb_small_equal (&pair.b, 'b', kind, j);
      if (!visit (context, &pair))
        return false;
    }
  return true;
}

/* In a clause the literals stand in the order of their variables, and the third one's comes last:
 * so its e_j is posted behind the first literal, its d_j behind the second. */
static bool
visit_clause (const struct hb_flat *flat, hb_id j, hb_flat_visit *visit, void *context)
{
  struct hb_flat_pair pair;
  size_t size;
  const int *clause = hb_flat_clause (flat, j, &size);
  for (hb_id t = 1; t <= size; t++)
    {
      hb_small_mailbox (flat, t, &pair.handler);
      hb_small_literal (&pair.a, 'a', j, t);
      hb_small_literal (&pair.b, 'b', j, t);
      pair.variable = clause[t - 1] < 0 ? -clause[t - 1] : clause[t - 1];
      if (!visit (context, &pair))
        return false;
    }
  return !hb_small_carries (flat, j) || visit_equal (flat, j, visit, context);
}

static bool
pairs (const struct hb_flat *flat, hb_flat_visit *visit, void *context)
{
  if (!visit_rounds (flat, visit, context))
    return false;
  for (hb_id j = 1; j <= flat->columns; j++)
    if (!visit_clause (flat, j, visit, context))
      return false;
  return true;
}

/* --- The map --- */

/* The pair that W carries for clause J, and its copies. */
static void
map_carried (hb_id j, hb_json *line)
{
  hb_flat_name first, second;
  hb_json_member_object (line, "carried");
  hb_map_pair (line, "pair", hb_flat_say (&first, "b1.c%u", j), hb_flat_say (&second, "a1.c%u", j));
  hb_json_member_array (line, "equal");
  for (const char *kind = "de"; *kind; kind++)
    hb_map_pair (line, NULL, hb_small_equal (&first, 'b', *kind, j),
                 hb_small_equal (&second, 'a', *kind, j));
  hb_json_close (line);
  hb_json_close (line);
}

static void
map_clause (const struct hb_flat *flat, hb_id j, hb_output *output)
{
  size_t size;
  const int *clause = hb_flat_clause (flat, j, &size);
  hb_flat_name name;
  hb_json *line = hb_map_line (output, "clause");
  hb_json_member_unsigned (line, "clause", j);
  if (flat->tautology.data[j - 1])
    {
      hb_json_member_string (line, "kind", "tautology");
      hb_map_end (line);
      return;
    }
  hb_json_member_unsigned (line, "round", j);
  hb_json_member_array (line, "literals");
  for (hb_id t = 1; t <= size; t++)
    {
      char side = hb_flat_falsifier (clause[t - 1]);
      hb_json_open_object (line);
      hb_json_member_signed (line, "literal", clause[t - 1]);
      hb_json_member_unsigned (line, "place", t);
      hb_json_member_string (line, "handler", hb_small_mailbox (flat, t, &name));
      hb_json_member_string (line, "first", hb_small_literal (&name, side, j, t));
      hb_json_member_string (line, "second", hb_small_literal (&name, hb_flat_other (side), j, t));
      hb_json_close (line);
    }
  hb_json_close (line);
  if (hb_small_carries (flat, j))
    map_carried (j, line);
  hb_map_end (line);
}

static void
map (const struct hb_flat *flat, hb_output *output)
{
  for (hb_id i = 0; i < flat->variables; i++)
    {
      hb_flat_name first, second;
      struct hb_element element = hb_small_element (flat, i);
      hb_flat_map_variable (output, flat->numbers[i], hb_small_name (&first, 'b', 1, element),
                            hb_small_name (&second, 'a', 1, element));
    }
  for (hb_id j = 1; j <= flat->columns; j++)
    map_clause (flat, j, output);
}

/* --- The designs --- */

#define RULE                                                                                       \
  "a variable is true if and only if, in the execution order of W, the first message of its pair " \
  "runs before the second; all pairs a, b agree with that; a variable without a line is false"

#define NAMES                                                                                      \
  { "pair", "a<r>.x<i> and b<r>.x<i> on W: variable i in round r" },                               \
  {                                                                                                \
    "literal",                                                                                     \
        "a.<j>.<t> and b.<j>.<t>: the t-th literal of clause j, literals in the order of their "   \
        "variables and once each"                                                                  \
  }

static const struct hb_flat_text names_of_4[] = { NAMES, { NULL, NULL } };
static const struct hb_flat_text names_of_3[]
    = { NAMES,
        { "carried", "a<r>.c<j> and b<r>.c<j> on W: the third literal of clause j in round r" },
        { "equal",
          "a.e<j>, b.e<j> on A and a.d<j>, b.d<j> on B: copies of the third literal's variable and "
          "of the pair carried" },
        { NULL, NULL } };

const struct hb_flat_design hb_flat_design_4 = {
  .normal = true,
  .build = hb_small_build,
  .sizes = sizes,
  .pairs = pairs,
  .map = map,
  .handler = "W",
  .rule = RULE,
  .names = names_of_4,
};

const struct hb_flat_design hb_flat_design_3 = {
  .normal = true,
  .carrying = true,
  .build = hb_small_build,
  .sizes = sizes,
  .pairs = pairs,
  .map = map,
  .handler = "W",
  .rule = RULE,
  .names = names_of_3,
};
