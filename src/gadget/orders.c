/* Orders of all events that explain a trace.  See code.h.
 *
 * One list of conditions, `conditions`, says what explains means; it is asserted of orders that have to be there and denied of those
 * that must not. */
#include "gadget/code.h"

#include <stdlib.h>

int
hb_code_before (const struct hb_code *code, int first, hb_id x, hb_id y)
{
  hb_id nodes = code->nodes;
  return x < y ? first + (int)(x * nodes + y) : -(first + (int)(y * nodes + x));
}

/* If VARIABLE of the trace is true then one of up to three befores holds: WHAT[i][0] before WHAT[i][1]. */
typedef void condition (void *context, int variable, hb_id count, hb_id what[][2]);

/* A relation leads from X to Y. */
static void
edge (condition *tell, void *context, int variable, hb_id x, hb_id y)
{
  tell (context, variable, 1, (hb_id[][2]){ { x, y } });
}

/* If X is before Y then Z is before V. */
static void
implies (condition *tell, void *context, int variable, hb_id x, hb_id y, hb_id z, hb_id v)
{
  tell (context, variable, 2, (hb_id[][2]){ { y, x }, { z, v } });
}

/* Posts X of I and Y of J, whose gets are GI and GJ, to one mailbox. */
static void
mailbox (const struct hb_code *code, condition *tell, void *context, int variable, hb_id x, hb_id y,
         hb_id gi, hb_id gj)
{
  if (code->shape.mailbox != HB_STACK)
    {
      implies (tell, context, variable, x, y, gi, gj);
      implies (tell, context, variable, y, x, gj, gi);
      return;
    }
  /* What was posted last goes first if both are there: not x, y, get i, get j. */
  tell (context, variable, 3, (hb_id[][2]){ { y, x }, { gi, y }, { gj, gi } });
  tell (context, variable, 3, (hb_id[][2]){ { x, y }, { gj, x }, { gi, gj } });
}

static void
conditions_of_messages (const struct hb_code *code, condition *tell, void *context)
{
  const struct hb_shape *shape = &code->shape;
  hb_id body = shape->body, posted = shape->posted;
  for (hb_id x = 0; x < body; x++)
    for (hb_id i = 0; i < posted; i++)
      {
        hb_id get = hb_code_get (code, i);
        int here = code->is_in + (int)(x * code->messages + shape->handlers + i);
        edge (tell, context, here, get, x);
        edge (tell, context, code->posts + (int)(x * posted + i), x, get);
        edge (tell, context, code->leads + (int)(x * posted + i), x, get);
        /* One message at a time. */
        for (hb_id j = 0; j < posted; j++)
          if (i != j)
            implies (tell, context, code->beside + (int)((x * posted + i) * posted + j), get,
                     hb_code_get (code, j), x, hb_code_get (code, j));
      }
}

static void
conditions (const struct hb_code *code, condition *tell, void *context)
{
  const struct hb_shape *shape = &code->shape;
  hb_id body = shape->body, posted = shape->posted;
  conditions_of_messages (code, tell, context);
  for (hb_id x = 0; x < body; x++)
    for (hb_id y = 0; y < body; y++)
      {
        if (x == y)
          continue;
        if (x < y)
          edge (tell, context, code->alike + (int)(x * body + y), x, y);
        edge (tell, context, code->rf + (int)(x * body + y), x, y);
        edge (tell, context, code->co + (int)(x * body + y), x, y);
        edge (tell, context, code->fr + (int)(x * body + y), x, y);
        for (hb_id i = 0; i < posted && shape->mailbox != HB_MULTISET; i++)
          for (hb_id j = i + 1; j < posted; j++)
            mailbox (code, tell, context,
                     code->sends + (int)(((x * body + y) * posted + i) * posted + j), x, y,
                     hb_code_get (code, i), hb_code_get (code, j));
      }
}

/* --- orders that have to be there ---------------------------------------------------------------- */

struct assertion
{
  const struct hb_code *code;
  struct hb_clauses *clauses;
  int first;
};

static void
demand (void *context, int variable, hb_id count, hb_id what[][2])
{
  const struct assertion *a = context;
  int literals[5] = { -variable };
  for (hb_id i = 0; i < count; i++)
    literals[i + 1] = hb_code_before (a->code, a->first, what[i][0], what[i][1]);
  literals[count + 1] = 0;
  hb_clause (a->clauses, literals);
}

int
hb_code_order (const struct hb_code *code, struct hb_clauses *clauses, int first)
{
  hb_id nodes = code->nodes;
  struct assertion a = { code, clauses, first };
  for (hb_id x = 0; x < nodes; x++)
    for (hb_id y = 0; y < nodes; y++)
      for (hb_id z = 0; z < nodes; z++)
        if (x != y && y != z && x != z)
          HB_CLAUSE (clauses, -hb_code_before (code, first, x, y),
                     -hb_code_before (code, first, y, z), hb_code_before (code, first, x, z));
  conditions (code, demand, &a);
  return first + (int)(nodes * nodes);
}

/* --- orders that must not ---------------------------------------------------------------------- */

/* An edge between nodes, there if its variable is true; 0: always. */
struct reason
{
  hb_id from, to;
  int variable;
};

struct exclusion
{
  const struct hb_code *code;
  struct hb_clauses *clauses;
  const hb_id *rank;
  VEC (struct reason) reasons;
};

/* A literal of the clause that the order itself does not explain the trace: it breaks the condition if the variable is true. */
static void
broken (void *context, int variable, hb_id count, hb_id what[][2])
{
  const struct exclusion *e = context;
  for (hb_id i = 0; i < count; i++)
    if (e->rank[what[i][0]] < e->rank[what[i][1]])
      return;
  hb_literal (e->clauses, variable);
}

static bool
of_gets (const struct hb_code *code, const hb_id before[2])
{
  return before[0] >= code->shape.body && before[1] >= code->shape.body;
}

/* One of the befores is made an edge: that of two gets if the order has it so, which is eo; else one that is no such,
 * and that the order has if possible. */
static void
choose (void *context, int variable, hb_id count, hb_id what[][2])
{
  struct exclusion *e = context;
  hb_id chosen = HB_NONE;
  for (hb_id i = 0; i < count; i++)
    {
      bool gets = of_gets (e->code, what[i]);
      bool holds = e->rank[what[i][0]] < e->rank[what[i][1]];
      if (gets ? holds : chosen == HB_NONE || (holds && !of_gets (e->code, what[chosen])))
        chosen = i;
    }
  struct reason reason = { what[chosen][0], what[chosen][1], variable };
  vec_push (e->reasons, reason);
}

static int
compare_reasons (const void *one, const void *two)
{
  const struct reason *a = one, *b = two;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->variable < b->variable ? -1 : a->variable > b->variable;
}

/* Edge GOES, between the nodes of reasons FIRST to LAST, leads to a marked node, and there is a reason for it. */
static void
demand_edge (const struct exclusion *e, int goes, int mark, hb_id first, hb_id last)
{
  const struct reason *reasons = e->reasons.data;
  HB_CLAUSE (e->clauses, -goes, mark + (int)reasons[first].to);
  if (!reasons[first].variable)
    return;
  hb_literal (e->clauses, -goes);
  for (hb_id i = first; i < last; i++)
    hb_literal (e->clauses, reasons[i].variable);
  hb_literal (e->clauses, 0);
}

/* The edges have a cycle: some nodes are marked, and each marked one has an edge to a marked one. */
static int
demand_cycle (const struct exclusion *e, int next)
{
  hb_id nodes = e->code->nodes, count = (hb_id)e->reasons.size;
  int mark = next, goes = next + (int)nodes;
  for (hb_id x = 0; x < nodes; x++)
    hb_literal (e->clauses, mark + (int)x);
  hb_literal (e->clauses, 0);
  hb_id i = 0;
  for (hb_id x = 0; x < nodes; x++)
    {
      int first = goes;
      while (i < count && e->reasons.data[i].from == x)
        {
          hb_id last = i;
          while (last < count && e->reasons.data[last].from == x
                 && e->reasons.data[last].to == e->reasons.data[i].to)
            last++;
          demand_edge (e, goes++, mark, i, last);
          i = last;
        }
      hb_literal (e->clauses, -(mark + (int)x));
      for (int edge = first; edge < goes; edge++)
        hb_literal (e->clauses, edge);
      hb_literal (e->clauses, 0);
    }
  return goes;
}

int
hb_code_exclude (const struct hb_code *code, struct hb_clauses *clauses, const hb_id *rank,
                 int next)
{
  struct exclusion e = { .code = code, .clauses = clauses, .rank = rank };
  conditions (code, broken, &e);
  hb_literal (clauses, 0);
  conditions (code, choose, &e);
  for (hb_id t = 0; t < code->shape.pairs; t++)
    {
      hb_id a = hb_code_get (code, 2 * t), b = hb_code_get (code, 2 * t + 1);
      struct reason reason = { rank[a] < rank[b] ? a : b, rank[a] < rank[b] ? b : a, 0 };
      vec_push (e.reasons, reason);
    }
  qsort (e.reasons.data, e.reasons.size, sizeof *e.reasons.data, compare_reasons);
  next = demand_cycle (&e, next);
  vec_free (e.reasons);
  return next;
}
