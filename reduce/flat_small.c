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

/* The first is of 3sat-edflat-3 alone, whose table starts one earlier. */
static const struct hb_ablation ablations[] = {
  { "no-equality",
    "the pairs that W carries are not compared with their variables, so unsatisfiable formulas "
    "become consistent",
    HB_CONSISTENT },
  { "no-cycle",
    "a clause's last literal does not point back to its first: a falsified clause closes no "
    "cycle, so unsatisfiable formulas become consistent",
    HB_CONSISTENT },
  { "no-tie",
    "the posts of the rotation are not tied to the message: copies may differ, so unsatisfiable "
    "formulas become consistent",
    HB_CONSISTENT },
  { "open-start", "the posts of the rotation may come before their message has started: as no-tie",
    HB_CONSISTENT },
  { "open-end", "the posts of the rotation may come after their message has ended: as no-tie",
    HB_CONSISTENT },
  { "one-mailbox",
    "all literals come to A's mailbox: gadgets block themselves, so satisfiable formulas become "
    "inconsistent",
    HB_INCONSISTENT },
  { "sender-queue",
    "mailboxes are FIFO for each sender only: pairs have no order, so unsatisfiable formulas "
    "become consistent",
    HB_CONSISTENT },
  { NULL, NULL, HB_UNKNOWN },
};

static const unsigned damages[]
    = { HB_FLAT_NO_EQUALITY, HB_FLAT_NO_Z,      HB_FLAT_NO_TIE,      HB_FLAT_OPEN_START,
        HB_FLAT_OPEN_END,    HB_FLAT_ONE_QUEUE, HB_FLAT_SENDER_QUEUE };

static bool
carries (const struct hb_flat *flat)
{
  return flat->carrying && !(flat->damage & HB_FLAT_ONE_QUEUE);
}

/* --- What stands where --- */

/* Does W carry a pair for clause J? */
bool
hb_small_carries (const struct hb_flat *flat, hb_id j)
{
  size_t size;
  hb_flat_clause (flat, j, &size);
  return carries (flat) && size >= 3;
}

/* The handler whose mailbox the T-th literals come to. */
const char *
hb_small_mailbox (const struct hb_flat *flat, hb_id t, hb_flat_name *name)
{
  if (t == 1 || (flat->damage & HB_FLAT_ONE_QUEUE))
    return hb_flat_say (name, "A");
  if (t == 2)
    return hb_flat_say (name, "B");
  if (t == 3 && carries (flat))
    return hb_flat_say (name, "W");
  return hb_flat_say (name, "D%u", t - 2 - carries (flat));
}

hb_id
hb_small_extra (const struct hb_flat *flat)
{
  hb_id least = flat->carrying ? 3 : 2;
  return flat->width > least ? flat->width - least : 0;
}

struct hb_element
hb_small_element (const struct hb_flat *flat, hb_id i)
{
  if (i < flat->variables)
    return (struct hb_element){ 'x', (hb_id)flat->numbers[i] };
  return (struct hb_element){ 'c', i - flat->variables + 1 };
}

hb_id
hb_small_elements (const struct hb_flat *flat)
{
  return flat->variables + (carries (flat) ? flat->columns : 0);
}

/* The places of clauses that W does not carry are empty. */
bool
hb_small_has (const struct hb_flat *flat, struct hb_element element)
{
  return element.kind == 'x' || hb_small_carries (flat, element.number);
}

int
hb_small_variable (const struct hb_flat *flat, struct hb_element element)
{
  size_t size;
  if (element.kind == 'x')
    return (int)element.number;
  int literal = hb_flat_clause (flat, element.number, &size)[2];
  return literal < 0 ? -literal : literal;
}

const char *
hb_small_name (hb_flat_name *name, char side, hb_id round, struct hb_element element)
{
  return hb_flat_say (name, "%c%u.%c%u", side, round, element.kind, element.number);
}

const char *
hb_small_literal (hb_flat_name *name, char side, hb_id j, hb_id t)
{
  return hb_flat_say (name, "%c.%u.%u", side, j, t);
}

const char *
hb_small_equal (hb_flat_name *name, char side, char kind, hb_id j)
{
  return hb_flat_say (name, "%c.%c%u", side, kind, j);
}

static void
sizes (const struct hb_flat *flat, uint64_t counts[3])
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

static void
map_clause (const struct hb_flat *flat, hb_id j, hb_output *output)
{
  size_t size;
  const int *clause = hb_flat_clause (flat, j, &size);
  hb_flat_name handler, first, second;
  if (flat->tautology.data[j - 1])
    {
      hb_putf (output, "{\"role\":\"clause\",\"clause\":%u,\"kind\":\"tautology\"}\n", j);
      return;
    }
  hb_putf (output, "{\"role\":\"clause\",\"clause\":%u,\"round\":%u,\"literals\":[", j, j);
  for (hb_id t = 1; t <= size; t++)
    {
      char side = hb_flat_falsifier (clause[t - 1]);
      hb_putf (output,
               "%s{\"literal\":%d,\"place\":%u,\"handler\":\"%s\",\"first\":\"%s\",\"second\":"
               "\"%s\"}",
               t > 1 ? "," : "", clause[t - 1], t, hb_small_mailbox (flat, t, &handler),
               hb_small_literal (&first, side, j, t),
               hb_small_literal (&second, hb_flat_other (side), j, t));
    }
  hb_put (output, "]");
  if (hb_small_carries (flat, j))
    hb_putf (output,
             ",\"carried\":{\"pair\":[\"b1.c%u\",\"a1.c%u\"],\"equal\":[[\"b.d%u\",\"a.d%u\"],"
             "[\"b.e%u\",\"a.e%u\"]]}",
             j, j, j, j, j, j);
  hb_put (output, "}\n");
}

static void
map (const struct hb_flat *flat, hb_output *output)
{
  for (hb_id i = 0; i < flat->variables; i++)
    hb_putf (output,
             "{\"role\":\"variable\",\"variable\":%d,\"pairs\":[[\"b1.x%d\",\"a1.x%d\"]]}\n",
             flat->numbers[i], flat->numbers[i], flat->numbers[i]);
  for (hb_id j = 1; j <= flat->columns; j++)
    map_clause (flat, j, output);
}

/* --- The records --- */

#define RULE                                                                                       \
  "\"text\":\"a variable is true if and only if, in the execution order of W, the first message "  \
  "of its pair runs before the second; all pairs a, b agree with that; a variable without a line " \
  "is false\",\"handler\":\"W\",\"relation\":\"eo\",\"true\":\"first before second\","             \
  "\"default\":false"

#define NAMES                                                                                      \
  "\"pair\":\"a<r>.x<i> and b<r>.x<i> on W: variable i in round r\",\"literal\":\"a.<j>.<t> and "  \
  "b.<j>.<t>: the t-th literal of clause j, literals in the order of their variables and once "    \
  "each\""

static const struct hb_flat_design design_of_4 = {
  .name = "3sat-edflat-4",
  .normal = true,
  .ablations = ablations + 1,
  .damages = damages + 1,
  .build = hb_small_build,
  .sizes = sizes,
  .pairs = pairs,
  .map = map,
  .rule = RULE,
  .names = NAMES,
};

static const struct hb_flat_design design_of_3 = {
  .name = "3sat-edflat-3",
  .normal = true,
  .carrying = true,
  .ablations = ablations,
  .damages = damages,
  .build = hb_small_build,
  .sizes = sizes,
  .pairs = pairs,
  .map = map,
  .rule = RULE,
  .names = NAMES ",\"carried\":\"a<r>.c<j> and b<r>.c<j> on W: the third literal of clause j in "
                 "round r\",\"equal\":\"a.e<j>, b.e<j> on A and a.d<j>, b.d<j> on B: copies of the "
                 "third literal's variable and of the pair carried\"",
};

#define FUNCTIONS(N)                                                                               \
  static bool accepts_##N (const hb_cnf *cnf, hb_diag *diag)                                       \
  {                                                                                                \
    return hb_flat_accepts (&design_of_##N, cnf, diag);                                            \
  }                                                                                                \
  static void expect_##N (const hb_cnf *cnf, uint64_t counts[3])                                   \
  {                                                                                                \
    hb_flat_expect (&design_of_##N, cnf, counts);                                                  \
  }                                                                                                \
  static void reduce_##N (const hb_cnf *cnf, const char *ablation, hb_builder *builder,            \
                          hb_output *output)                                                       \
  {                                                                                                \
    hb_flat_reduce (&design_of_##N, cnf, ablation, builder, output);                               \
  }                                                                                                \
  static hb_witness *lift_##N (const hb_cnf *cnf, const signed char *model, const hb_trace *trace, \
                               hb_diag *diag)                                                      \
  {                                                                                                \
    return hb_flat_lift (&design_of_##N, cnf, model, trace, diag);                                 \
  }                                                                                                \
  static bool extract_##N (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness,    \
                           signed char *model, hb_diag *diag)                                      \
  {                                                                                                \
    return hb_flat_extract (&design_of_##N, cnf, trace, witness, model, diag);                     \
  }

FUNCTIONS (4)
FUNCTIONS (3)

const struct hb_reduction hb_3sat_edflat_4 = {
  .name = "3sat-edflat-4",
  .source = "SAT",
  .target = "ED-consistency without nested posting",
  .reference = "ours, doc/flat.md",
  .handlers = "A B W D1..D(k-2), k literals in the widest clause",
  .sizes
  = "n variables that occur, m clauses, K literals, at most k in a clause (repeated literals "
    "and tautologies not counted), E empty clauses: events = 12nm + 6K + 2E, messages = 2nm "
    "+ 2K + 2, handlers = max(k + 1, 3) (4 for 3SAT)",
  .ablations = ablations + 1,
  .to_trace = true,
  .accepts = accepts_4,
  .expect = expect_4,
  .reduce_trace = reduce_4,
  .lift_trace = lift_4,
  .extract_trace = extract_4,
};

const struct hb_reduction hb_3sat_edflat_3 = {
  .name = "3sat-edflat-3",
  .source = "SAT",
  .target = "ED-consistency without nested posting",
  .reference = "ours, doc/flat.md",
  .handlers = "A B W D1..D(k-3), k literals in the widest clause",
  .sizes = "as 3sat-edflat-4, and T clauses of three literals or more: events = 12(n + T)m + 6K + "
           "16T + 2E, messages = 2(n + T)m + 2K + 4T + 2, handlers = max(k, 3) (3 for 3SAT)",
  .ablations = ablations,
  .to_trace = true,
  .accepts = accepts_3,
  .expect = expect_3,
  .reduce_trace = reduce_3,
  .lift_trace = lift_3,
  .extract_trace = extract_3,
};
