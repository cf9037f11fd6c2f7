/* See executions.h: the lines of the certificate, written.
 *
 * A solver is asked for a model of the checker's formula, the cycles of which (engine/guarded_order.h) are cut, until there
 * is none; then the formula with the clauses of all cycles is refuted afresh. */
#include "base/buffer.h"
#include "base/failure.h"
#include "engine/guarded_order.h"
#include "proof/periodic/refute.h"
#include "proof/robust/executions_private.h"
#include "sat/solver.h"

struct prover
{
  struct executions x;
  struct hb_gates gates;
  hb_solver *solver;
  hb_guarded_order *order;
  size_t told;        /* of the gates' clauses, to the solver */
  VEC (hb_id) cycles; /* deeds; HB_NONE ends each */
  size_t cycle_count;
};

/* Wires as literals: their own numbers, as some have no variable so far. */
static int
literal_of (hb_wire wire)
{
  int number = (int)(wire >> 1) + 1;
  return wire & 1 ? -number : number;
}

/* A wire that no clause names may have any value; that of the constant is no. */
static int
value_of (void *context, int literal)
{
  struct prover *p = context;
  int variable = p->gates.variable.data[(literal < 0 ? -literal : literal) - 1];
  bool holds = variable && hb_solver_value (p->solver, variable) > 0;
  return holds == (literal > 0) ? 1 : -1;
}

static void
tell_clauses (struct prover *p)
{
  for (; p->told < p->gates.clauses.size; p->told++)
    hb_solver_add (p->solver, p->gates.clauses.data[p->told]);
}

/* What is known without a wire follows from posts and from the tasks of main: not needed otherwise. */
static void
add_edge (struct prover *p, hb_id a, hb_id b, bool is_needed)
{
  hb_wire before;
  if (executions_order (&p->x, a, b, &before) && (is_needed || before != HB_WIRE_YES))
    hb_guarded_order_edge (p->order, a, b, before == HB_WIRE_YES ? 0 : literal_of (before));
}

/* Edges between all deeds whose order says something: of main, ends and begins of tasks. */
static void
tell_edges (struct prover *p)
{
  const struct executions *x = &p->x;
  p->order = hb_guarded_order_new ();
  for (hb_id d = 0; d < x->deeds.size; d++)
    hb_guarded_order_step (p->order, x->deeds.data[d].task, literal_of (x->deeds.data[d].runs));
  for (hb_id a = 0; a < x->deeds.size; a++)
    for (hb_id b = 0; b < x->deeds.size; b++)
      {
        const struct doer *one = &x->doers.data[x->deeds.data[a].task],
                          *two = &x->doers.data[x->deeds.data[b].task];
        bool posts = two->begin == b && two->post == a;
        bool whole = one->main && two->main;
        if (one != two && (posts || !whole || (a == one->end && b == two->begin)))
          add_edge (p, a, b, posts || whole);
      }
}

/* Cuts the cycles of the model at hand; how many there are. */
static size_t
cut_cycles (struct prover *p)
{
  struct hb_guarded_cycles cycles = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  size_t count = hb_guarded_order_cycles (p->order, value_of, p, &cycles), bad;
  for (size_t i = 0; i < count; i++)
    {
      size_t from = cycles.starts.data[i],
             end = i + 1 < count ? cycles.starts.data[i + 1] : cycles.steps.size;
      const hb_id *steps = vec_from (cycles.steps, from);
      if (!executions_cut (&p->x, steps, end - from, &bad))
        hb_fail ("a cycle of executions that is none");
      for (size_t k = from; k < end; k++)
        vec_push (p->cycles, cycles.steps.data[k]);
      vec_push (p->cycles, HB_NONE);
    }
  p->cycle_count += count;
  hb_guarded_cycles_free (&cycles);
  return count;
}

/* 20: there is no execution that makes the claim wrong, 10: there is one, 0: a limit was reached. */
static int
search (struct prover *p, struct hb_limits *limits)
{
  int answer;
  tell_edges (p);
  do
    {
      tell_clauses (p);
      answer = hb_solver_solve (p->solver, limits);
    }
  while (answer == 10 && cut_cycles (p));
  return answer;
}

/* All in front of the formula. */
static char *
head_of (const struct prover *p)
{
  static const char *const parts[] = { "none", "det", "ser", "both" };
  const struct hb_executions_claim *claim = p->x.claim;
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text,
                 "hbcert 1 " HB_EXECUTIONS_KIND
                 "\npart %s\nmain %s\nevents %zu\nbound %zu\nbeyond %s\n",
                 parts[claim->parts & 3], claim->queue ? "queue" : "multiset", claim->events,
                 claim->bound, claim->is_whole ? "none" : "unknown");
  hb_buffer_add (&text, "cycles %zu\n", p->cycle_count);
  for (size_t i = 0; i < p->cycles.size; i++)
    {
      bool last = p->cycles.data[i + 1] == HB_NONE;
      hb_buffer_add (&text, "%u%s", p->cycles.data[i], last ? "\n" : " ");
      i += last;
    }
  return hb_buffer_take (&text);
}

int
hb_executions_prove (const hb_acode *code, const struct hb_executions_claim *claim,
                     struct hb_limits *limits, hb_output *output, hb_diag *diag)
{
  struct prover p = { .solver = hb_solver_new ("cadical", 0, diag) };
  int answer = 0;
  hb_gates_start (&p.gates);
  if (executions_start (&p.x, code, claim, limits, &p.gates))
    answer = search (&p, limits);
  else if (!hb_limits_hit (limits))
    hb_error (diag, NULL,
              "the formula of all executions within the bound is too large for a proof");
  if (answer == 20)
    {
      char *head = head_of (&p);
      answer = hb_gates_refute (&p.gates, head, limits, output, diag);
      hb_free (head);
    }
  executions_end (&p.x);
  hb_gates_end (&p.gates);
  hb_guarded_order_free (p.order);
  hb_solver_free (p.solver);
  vec_free (p.cycles);
  return answer;
}
