/* See search.h. */
#include "gadget/search.h"

#include "engine/engine.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/progress.h"

struct search
{
  const struct hb_gadget_options *options;
  struct hb_code code;
  struct hb_clauses traces; /* a trace, and an order for each row of the relation */
  struct hb_clauses orders; /* an order of a given trace */
  int order;                /* the first variable of that */
  int next;                 /* the first free variable of the traces' solver */
  signed char *model;
  hb_id *rank;
  hb_diag *diag;
};

/* --- one size ---------------------------------------------------------------------------------- */

/* The literal that pair T has VALUE in the order from FIRST on. */
static int
value_of (const struct hb_code *code, int first, hb_id t, bool value)
{
  hb_id a = hb_code_get (code, 2 * t), b = hb_code_get (code, 2 * t + 1);
  return value ? hb_code_before (code, first, b, a) : hb_code_before (code, first, a, b);
}

static bool
begin (struct search *s, const struct hb_shape *shape)
{
  const struct hb_rows *relation = &s->options->relation;
  hb_code_init (&s->code, shape);
  s->traces.solver = hb_solver_new (s->options->solver, 0, s->diag);
  s->orders.solver = hb_solver_new (s->options->solver, 0, s->diag);
  if (!s->traces.solver || !s->orders.solver)
    return false;
  s->traces.cnf = s->options->proofs ? hb_cnf_new (0) : NULL;
  hb_code_trace (&s->code, &s->traces);
  int next = s->order = s->code.variables + 1;
  for (unsigned row = 0; row < 1u << relation->arity; row++)
    {
      if (!hb_rows_has (relation, row))
        continue;
      for (hb_id t = 0; t < relation->arity; t++)
        HB_CLAUSE (&s->traces, value_of (&s->code, next, t, row >> t & 1));
      next = hb_code_order (&s->code, &s->traces, next);
    }
  s->next = next;
  hb_code_order (&s->code, &s->orders, s->order);
  s->model = hb_calloc ((size_t)s->code.variables + 1, sizeof *s->model);
  s->rank = hb_calloc (s->code.nodes, sizeof *s->rank);
  return true;
}

static void
end (struct search *s)
{
  hb_solver_free (s->traces.solver);
  hb_solver_free (s->orders.solver);
  hb_cnf_free (s->traces.cnf);
  hb_free (s->model);
  hb_free (s->rank);
}

/* Is there an order of the trace of the model that shows ROW?  10: yes, in RANK. */
static int
shows (struct search *s, unsigned row)
{
  const struct hb_code *code = &s->code;
  for (int v = 1; v <= code->variables; v++)
    hb_solver_assume (s->orders.solver, s->model[v] > 0 ? v : -v);
  for (hb_id t = 0; t < code->shape.pairs; t++)
    hb_solver_assume (s->orders.solver, value_of (code, s->order, t, row >> t & 1));
  int answer = hb_solver_solve (s->orders.solver, s->options->limits);
  for (hb_id x = 0; x < code->nodes && answer == 10; x++)
    {
      s->rank[x] = 0;
      for (hb_id y = 0; y < code->nodes; y++)
        if (x != y)
          s->rank[x]
              += hb_solver_value (s->orders.solver, hb_code_before (code, s->order, y, x)) > 0;
    }
  return answer;
}

/* Tries traces until one shows no row too many (10), none is left (20), or it was stopped (0). */
static int
try_traces (struct search *s, struct hb_gadget_size *size)
{
  const struct hb_rows *relation = &s->options->relation;
  for (;;)
    {
      int answer = hb_solver_solve (s->traces.solver, s->options->limits);
      if (answer != 10)
        return answer;
      hb_solver_model (s->traces.solver, s->model, s->code.variables);
      bool good = true;
      for (unsigned row = 0; row < 1u << relation->arity; row++)
        {
          if (hb_rows_has (relation, row))
            continue;
          answer = shows (s, row);
          if (!answer)
            return 0;
          if (answer == 20)
            continue;
          good = false;
          size->counterexamples++;
          s->next = hb_code_exclude (&s->code, &s->traces, s->rank, s->next);
        }
      if (good)
        return 10;
      if (hb_progress_wanted ())
        hb_progress_tell (
            &(struct hb_progress){ .doing = "searching",
                                   .counts = { { "events", size->events },
                                               { "messages", size->posted },
                                               { "counterexamples", size->counterexamples } } });
    }
}

/* --- what comes out ---------------------------------------------------------------------------- */

/* The trace of the model, after the search of all its runs has said the same of every row. */
static hb_trace *
confirmed (struct search *s)
{
  const struct hb_rows *relation = &s->options->relation;
  const struct hb_engine *truth = hb_engine_find ("explore");
  for (unsigned row = 0; row < 1u << relation->arity; row++)
    {
      hb_trace *trace = hb_code_told (&s->code, s->model, row, s->diag);
      if (!trace)
        return NULL;
      struct hb_check_options check = { .limits = s->options->limits };
      hb_check_result result;
      hb_check (truth, trace, &check, &result);
      enum hb_verdict verdict = result.verdict;
      hb_check_result_free (&result);
      hb_trace_free (trace);
      if (verdict == HB_UNKNOWN)
        {
          hb_error (s->diag, NULL, "the search of all runs of what was found did not end");
          return NULL;
        }
      if ((verdict == HB_CONSISTENT) != hb_rows_has (relation, row))
        hb_die ("the search of all runs disagrees with what was found; this is a bug");
    }
  return hb_code_told (&s->code, s->model, UINT32_MAX, s->diag);
}

/* The formula, and its refutation by a solver that has nothing else to do. */
static bool
write_proof (struct search *s, struct hb_gadget_size *size)
{
  size->formula = hb_format ("%s-%u-%u.cnf", s->options->proofs, (unsigned)size->events,
                             (unsigned)size->posted);
  size->proof = hb_format ("%s-%u-%u.drat", s->options->proofs, (unsigned)size->events,
                           (unsigned)size->posted);
  hb_output *output = hb_output_open (size->formula, s->diag);
  if (!output)
    return false;
  hb_dimacs_write (output, s->traces.cnf, "no trace of this size expresses the relation");
  hb_solver *solver = hb_output_commit (output) ? hb_solver_new ("cadical", 0, s->diag) : NULL;
  if (!solver)
    return false;
  bool good = hb_solver_proof (solver, size->proof);
  if (good)
    hb_solver_add_cnf (solver, s->traces.cnf);
  int answer = good ? hb_solver_solve (solver, s->options->limits) : 0;
  hb_solver_free (solver);
  if (answer == 10)
    hb_die ("two solvers disagree on %s; this is a bug", size->formula);
  if (answer != 20)
    hb_error (s->diag, NULL, "%s: %s", size->proof, good ? "stopped" : "cannot be written");
  return answer == 20;
}

static bool
try_size (const struct hb_gadget_options *options, struct hb_gadget *gadget,
          struct hb_gadget_size *size, hb_diag *diag)
{
  struct search s = { .options = options, .diag = diag };
  struct hb_shape shape
      = { .handlers = options->handlers,
          .pairs = options->relation.arity,
          .posted = size->posted + (options->free ? 2 * options->relation.arity : 0),
          .body = size->events - size->posted,
          .mailbox = options->mailbox,
          .flat = options->flat,
          .free = options->free,
          .symmetric = options->relation.symmetric };
  bool good = begin (&s, &shape);
  size->answer = good ? try_traces (&s, size) : 0;
  if (size->answer == 10)
    good = (gadget->trace = confirmed (&s));
  if (size->answer == 20 && options->proofs)
    good = write_proof (&s, size);
  end (&s);
  return good;
}

/* Were all smaller sizes refuted? */
static bool
is_minimal (const struct hb_gadget *gadget, hb_id fewest)
{
  hb_id events = (hb_id)gadget->trace->events.size;
  if (gadget->sizes.data[0].events != fewest)
    return false;
  for (size_t i = 0; i < gadget->sizes.size; i++)
    if (gadget->sizes.data[i].events < events && gadget->sizes.data[i].answer != 20)
      return false;
  return true;
}

bool
hb_gadget_find (const struct hb_gadget_options *options, struct hb_gadget *gadget, hb_diag *diag)
{
  hb_id fewest = hb_gadget_least (options), pairs = options->relation.arity;
  hb_id least = options->least > fewest ? options->least : fewest;
  *gadget = (struct hb_gadget){ .trace = NULL };
  bool good = true;
  for (hb_id events = least; events <= options->most && good && !gadget->trace; events++)
    for (hb_id posted = options->free ? 0 : 2 * pairs;
         2 * posted <= events && good && !gadget->trace; posted++)
      {
        struct hb_gadget_size size = { .events = events, .posted = posted };
        good = try_size (options, gadget, &size, diag);
        vec_push (gadget->sizes, size);
        if (!size.answer && hb_limits_hit (options->limits))
          return good;
      }
  gadget->minimal = gadget->trace && is_minimal (gadget, fewest);
  return good;
}

void
hb_gadget_free (struct hb_gadget *gadget)
{
  hb_trace_free (gadget->trace);
  for (size_t i = 0; i < gadget->sizes.size; i++)
    {
      hb_free (gadget->sizes.data[i].formula);
      hb_free (gadget->sizes.data[i].proof);
    }
  vec_free (gadget->sizes);
}
