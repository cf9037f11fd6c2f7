/* 3sat-hamiltonian: any formula to a directed graph with a cycle through all vertices.
 *
 * As in Sipser, "Introduction to the theory of computation", theorem 7.46, after Karp 1972.  Each variable has a row that is
 * passed from left to right if it is true, and from right to left if it is false.  For each occurrence two
 * neighbours a, b of its row lead to its clause's vertex and back,
 *
 *     L <-> s <-> a <-> b <-> s <-> a <-> b <-> s <-> R       a -> c -> b    if the literal is positive
 *                                                             b -> c -> a    if it is negative
 *
 * so that a way in the direction that makes the literal true may turn aside to the clause.  Separators s keep pairs
 * apart from one another and from the ends: a way that leaves a row through a clause for another row leaves a
 * separator behind that nothing can pass any more.  The cycle goes from "start" through all rows, from both ends of one to both ends of the next, to "end" and back.
 * An empty clause is a vertex that nothing leads to. */
#include "base/memory.h"
#include "reduce/gadgets.h"

#include <stdlib.h>

enum damage
{
  NO_SEPARATORS = 1,
  BOTH_WAYS = 2,
  ONE_WAY = 4,
  NO_CLAUSES = 8
};

static const struct hb_ablation ablations[] = {
  { "both-ways",
    "a clause can be visited from its literals in either direction, so false ones will do, and "
    "unsatisfiable "
    "formulas get a cycle",
    HB_YES, BOTH_WAYS },
  { "one-way", "rows lead from left to right alone, so all variables are true", HB_NO, ONE_WAY },
  { "no-clauses", "clauses have no vertices, so nothing has to be true", HB_YES, NO_CLAUSES },
  { "no-separators",
    "pairs stand next to one another and to the ends, so a way may change rows in a clause, and "
    "unsatisfiable formulas get a cycle",
    HB_YES, NO_SEPARATORS },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_gadget_role start_role = { HB_GADGET_FIXED, "start", "start" };
static const struct hb_gadget_role end_role = { HB_GADGET_FIXED, "end", "end" };
static const struct hb_gadget_role clause_role = { HB_GADGET_CLAUSE, "clause", "c%u" };
static const struct hb_gadget_role left_role = { HB_GADGET_VARIABLE, "left", "L%u" };
static const struct hb_gadget_role right_role = { HB_GADGET_VARIABLE, "right", "R%u" };
static const struct hb_gadget_role pair_roles[]
    = { { HB_GADGET_ROW, "pair", "a%u.%u" }, { HB_GADGET_ROW, "pair", "b%u.%u" } };
static const struct hb_gadget_role separator_role = { HB_GADGET_ROW, "separator", "s%u.%u" };

/* Vertices: start, end, the clauses, the rows; a row of t occurrences has 3t + 3. */
enum
{
  START,
  END,
  FIRST_CLAUSE
};

/* How the rows lie. */
struct rows
{
  hb_id *
      first; /* vertex of each row, from 1; START of row 0, which there is not; behind the last, where all end */
  hb_id separator; /* 1, 0 without separators */
};

static void
rows_make (struct rows *rows, const hb_cnf *cnf, unsigned damage)
{
  rows->separator = !(damage & NO_SEPARATORS);
  rows->first = hb_calloc ((size_t)cnf->variables + 2, sizeof *rows->first);
  for (size_t i = 0; i < cnf->literals.size; i++)
    rows->first[abs (cnf->literals.data[i]) + 1] += 2 + rows->separator;
  rows->first[1] = FIRST_CLAUSE + (damage & NO_CLAUSES ? 0 : (hb_id)hb_cnf_clauses (cnf));
  for (int v = 1; v <= cnf->variables; v++)
    rows->first[v + 1] += rows->first[v] + 2 + rows->separator;
}

static hb_id
left_of (const struct rows *rows, int v)
{
  return rows->first[v];
}

static hb_id
right_of (const struct rows *rows, int v)
{
  return rows->first[v + 1] - 1;
}

/* The vertex a of occurrence I (from 0) of variable V; b follows it. */
static hb_id
pair_of (const struct rows *rows, int v, hb_id i)
{
  return rows->first[v] + 1 + rows->separator + (2 + rows->separator) * i;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  uint64_t n = (uint64_t)cnf->variables, literals = cnf->literals.size;
  sizes[0] = 2 + hb_cnf_clauses (cnf) + 3 * n + 3 * literals;
  sizes[1] = n ? 8 * literals + 8 * n + 1 : 2;
}

/* --- building --- */

/* The role of place I in a row of COUNT, and the number of its occurrence, from 1 (that of a separator: the one before
 * it; nothing is said of the ends of the row, whose names do without). */
static const struct hb_gadget_role *
role_in_row (const struct rows *rows, hb_id i, hb_id count, hb_id *occurrence)
{
  hb_id period = 2 + rows->separator, place = (i - 1 + (rows->separator ? 2 : 0)) % period;
  *occurrence = rows->separator ? (i + 1) / 3 : (i + 1) / 2;
  return !i               ? &left_role
         : i + 1 == count ? &right_role
         : place == 2     ? &separator_role
                          : &pair_roles[place];
}

static void
add_row (struct hb_gadgets *g, const struct rows *rows, int v, double wide)
{
  hb_id count = right_of (rows, v) - left_of (rows, v) + 1;
  for (hb_id i = 0; i < count; i++)
    {
      hb_id occurrence;
      const struct hb_gadget_role *role = role_in_row (rows, i, count, &occurrence);
      hb_id here
          = hb_gadgets_add (g, role, (hb_id)v, occurrence, wide * i / (count - 1), 2.2 * v - 0.7);
      if (!i)
        continue;
      hb_gadgets_join (g, here - 1, here);
      if (!(g->damage & ONE_WAY))
        hb_gadgets_join (g, here, here - 1);
    }
}

/* From both ends of the row before V, or from the start, to both ends of its row. */
static void
enter_row (struct hb_gadgets *g, const struct rows *rows, int v)
{
  hb_id from[] = { left_of (rows, v - 1), right_of (rows, v - 1) };
  for (int i = 0; i < (v > 1 ? 2 : 1); i++)
    {
      hb_gadgets_join (g, from[i], left_of (rows, v));
      hb_gadgets_join (g, from[i], right_of (rows, v));
    }
}

static void
add_visits (struct hb_gadgets *g, const struct rows *rows)
{
  const hb_cnf *cnf = g->cnf;
  hb_id *used = hb_calloc ((size_t)cnf->variables + 1, sizeof *used);
  for (size_t j = 0, i = 0; j < cnf->ends.size; j++)
    for (; i < cnf->ends.data[j]; i++)
      {
        int literal = cnf->literals.data[i], v = abs (literal);
        hb_id a = pair_of (rows, v, used[v]++), clause = FIRST_CLAUSE + (hb_id)j;
        for (int turn = 0; turn < (g->damage & BOTH_WAYS ? 2 : 1); turn++)
          {
            bool forward = (literal > 0) != (turn == 1);
            hb_gadgets_join (g, forward ? a : a + 1, clause);
            hb_gadgets_join (g, clause, forward ? a + 1 : a);
          }
      }
  hb_free (used);
}

static void
build (struct hb_gadgets *g)
{
  const hb_cnf *cnf = g->cnf;
  int n = cnf->variables;
  hb_id clauses = g->damage & NO_CLAUSES ? 0 : (hb_id)hb_cnf_clauses (cnf);
  struct rows rows;
  rows_make (&rows, cnf, g->damage);
  double wide = 2, high = 2.2 * n + 0.8;
  for (int v = 1; v <= n; v++)
    if (1.4 * (right_of (&rows, v) - left_of (&rows, v)) > wide)
      wide = 1.4 * (right_of (&rows, v) - left_of (&rows, v));
  (void)hb_gadgets_add (g, &start_role, 0, 0, wide / 2, 0);
  (void)hb_gadgets_add (g, &end_role, 0, 0, wide / 2, high);
  for (hb_id j = 0; j < clauses; j++)
    (void)hb_gadgets_add (g, &clause_role, j + 1, 0, wide + 3,
                          (high - 3) * (j + 0.5) / clauses + 2.6);
  for (int v = 1; v <= n; v++)
    add_row (g, &rows, v, wide);
  for (int v = 1; v <= n; v++)
    enter_row (g, &rows, v);
  hb_gadgets_join (g, n ? left_of (&rows, n) : START, END);
  if (n)
    hb_gadgets_join (g, right_of (&rows, n), END);
  hb_gadgets_join (g, END, START);
  if (clauses)
    add_visits (g, &rows);
  hb_free (rows.first);
}

/* --- solutions --- */

/* The clause that each place in a row turns aside to, going the way that MODEL says: its vertex, or 0.  By the first
 * vertex of the pair, a or b.  New. */
static hb_id *
visits_of (const hb_cnf *cnf, const signed char *model, const struct rows *rows)
{
  hb_id *visit = hb_calloc (rows->first[cnf->variables + 1], sizeof *visit);
  hb_id *used = hb_calloc ((size_t)cnf->variables + 1, sizeof *used);
  for (size_t j = 0, i = 0; j < cnf->ends.size; j++)
    for (bool visited = false; i < cnf->ends.data[j]; i++)
      {
        int literal = cnf->literals.data[i], v = abs (literal);
        hb_id a = pair_of (rows, v, used[v]++);
        if (!visited && hb_literal_holds (model, literal))
          {
            visit[literal > 0 ? a : a + 1] = FIRST_CLAUSE + (hb_id)j;
            visited = true;
          }
      }
  hb_free (used);
  return visit;
}

static void
lift (const hb_cnf *cnf, const signed char *model, hb_list *list)
{
  struct rows rows;
  rows_make (&rows, cnf, 0);
  hb_id *visit = visits_of (cnf, model, &rows);
  vec_push (*list, START + 1);
  for (int v = 1; v <= cnf->variables; v++)
    for (hb_id i = 0, count = right_of (&rows, v) - left_of (&rows, v) + 1; i < count; i++)
      {
        hb_id here = model[v] > 0 ? left_of (&rows, v) + i : right_of (&rows, v) - i;
        vec_push (*list, here + 1);
        if (visit[here])
          vec_push (*list, visit[here] + 1);
      }
  vec_push (*list, END + 1);
  hb_free (visit);
  hb_free (rows.first);
}

static void
extract (const hb_cnf *cnf, const hb_list *list, signed char *model)
{
  struct rows rows;
  rows_make (&rows, cnf, 0);
  size_t *step = hb_calloc (list->size, sizeof *step), from = 0; /* of a vertex, from start on */
  while (list->data[from] != START + 1)
    from++;
  for (size_t i = 0; i < list->size; i++)
    step[list->data[i] - 1] = (i + list->size - from) % list->size;
  for (int v = 1; v <= cnf->variables; v++)
    model[v] = step[left_of (&rows, v)] < step[right_of (&rows, v)] ? 1 : -1;
  hb_free (step);
  hb_free (rows.first);
}

static const struct hb_gadget_plan plan
    = { build, "a variable is true iff the cycle, from start on, passes L before R", lift,
        extract };

const struct hb_reduction hb_reduction_sat_hamiltonian = {
  HB_GADGET_MEMBERS,
  .name = "3sat-hamiltonian",
  .from = &hb_problem_sat,
  .to = &hb_problem_hamiltonian,
  .to_note = "",
  .reference = "Karp 1972; Sipser, theorem 7.46",
  .size_text
  = "n > 0 variables, m clauses, K literals: vertices = 3K + 3n + m + 2, arcs = 8K + 8n + 1",
  .faithful = true,
};
