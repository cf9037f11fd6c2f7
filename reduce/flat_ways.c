/* The ways there and back of the flat reductions (doc/flat.md).
 *
 * Lift: every handler runs its pairs one after another in the order of their posts, each pair in
 * the order that its variable's value asks for.  No more is to be said: the mailboxes are FIFO, so
 * mo is the same sequence, and the rest of the run follows from rf.
 *
 * Extract: any pair tells its variable's value.  All of them must say the same and the values must
 * satisfy the formula; a witness where either fails would refute the construction, or is none.
 *
 * Both linear in the trace. */
#include "reduce/flat.h"
#include "reduce/formula.h"

#include <inttypes.h>
#include <string.h>

struct way
{
  const struct hb_reduction *self;
  const hb_trace *trace;
  hb_diag *diag;
  hb_witness *witness;      /* lift: being filled */
  const signed char *model; /* lift */
  hb_id *counts;            /* lift: handler -> messages ordered so far */
  const hb_id *ranks;       /* extract: message -> its place in eo, or HB_NONE */
  signed char *values;      /* extract: variable -> +1, -1; 0 not known yet */
};

static bool
refuse (const struct way *way, const char *what, const char *name)
{
  hb_error (way->diag, NULL, "the trace is not the reduction %s of this formula: %s '%s'",
            way->self->name, what, name);
  return false;
}

/* The messages of PAIR, both on its handler. */
static bool
find_pair (const struct way *way, const struct hb_flat_pair *pair, hb_id found[2])
{
  const hb_trace *trace = way->trace;
  const char *names[2] = { pair->a.text, pair->b.text };
  for (int side = 0; side < 2; side++)
    {
      found[side] = hb_trace_find_message (trace, names[side]);
      if (found[side] == HB_NONE)
        return refuse (way, "there is no message", names[side]);
      const struct hb_message *message = &trace->messages.data[found[side]];
      if (strcmp (hb_handler_name (trace, message->handler), pair->handler.text)
          || message->post == HB_NONE)
        return refuse (way, "another handler runs, or nobody posts, message", names[side]);
    }
  return true;
}

/* --- Lift --- */

static bool
lift_pair (void *context, const struct hb_flat_pair *pair)
{
  struct way *way = context;
  hb_id found[2];
  if (!find_pair (way, pair, found))
    return false;
  hb_id handler = way->trace->messages.data[found[0]].handler;
  for (int k = 0; k < 2; k++)
    {
      hb_id message = found[way->model[pair->variable] > 0 ? !k : k], at = way->counts[handler]++;
      way->witness->eo[way->witness->eo_start[handler] + at] = message;
      way->witness->mo[way->witness->mo_start[handler] + at] = message;
    }
  return true;
}

static bool
check_sizes (const struct way *way, const struct hb_flat *flat)
{
  const hb_trace *trace = way->trace;
  const struct hb_flat_design *design = way->self->own;
  uint64_t sizes[3];
  design->sizes (flat, sizes);
  if (trace->events.size == sizes[0] && trace->messages.size == sizes[1]
      && trace->handlers.size == sizes[2])
    return true;
  hb_error (way->diag, NULL,
            "the trace is not the reduction %s of this formula: it has %zu events, %zu messages "
            "and %zu handlers, not %" PRIu64 ", %" PRIu64 " and %" PRIu64,
            way->self->name, trace->events.size, trace->messages.size, trace->handlers.size,
            sizes[0], sizes[1], sizes[2]);
  return false;
}

hb_solution *
hb_flat_lift (const struct hb_reduction *self, const hb_instance *source,
              const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  const struct hb_flat_design *design = self->own;
  const hb_cnf *cnf = hb_cnf_of (source);
  const hb_trace *trace = hb_trace_of (target);
  struct way way = { .self = self, .trace = trace, .diag = diag, .model = hb_model_of (solution) };
  if (!hb_model_satisfies (cnf, way.model, "formula", diag))
    return NULL;
  struct hb_flat flat;
  hb_flat_init (&flat, cnf, design->normal);
  flat.carrying = design->carrying;
  way.witness = hb_witness_new (trace);
  way.counts = hb_calloc (trace->handlers.size, sizeof *way.counts);
  bool good = check_sizes (&way, &flat) && design->pairs (&flat, lift_pair, &way);
  hb_free (way.counts);
  hb_flat_free (&flat);
  if (good)
    return hb_solution_of_witness (way.witness);
  hb_witness_free (way.witness);
  return NULL;
}

/* --- Extract --- */

static bool
extract_pair (void *context, const struct hb_flat_pair *pair)
{
  struct way *way = context;
  hb_id found[2];
  if (!find_pair (way, pair, found))
    return false;
  hb_id a = way->ranks[found[0]], b = way->ranks[found[1]];
  if (a == HB_NONE || b == HB_NONE)
    {
      hb_error (way->diag, NULL, "the witness does not order message '%s'",
                a == HB_NONE ? pair->a.text : pair->b.text);
      return false;
    }
  signed char value = b < a ? 1 : -1, *known = &way->values[pair->variable];
  if (*known && *known != value)
    {
      hb_error (way->diag, NULL,
                "variable %d is %s on %s and %s before: the copies disagree, which the "
                "construction excludes for a consistent trace ('%s', '%s')",
                pair->variable, value > 0 ? "true" : "false", pair->handler.text,
                value > 0 ? "false" : "true", pair->a.text, pair->b.text);
      return false;
    }
  *known = value;
  return true;
}

hb_solution *
hb_flat_extract (const struct hb_reduction *self, const hb_instance *source,
                 const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  const struct hb_flat_design *design = self->own;
  const hb_cnf *cnf = hb_cnf_of (source);
  const hb_trace *trace = hb_trace_of (target);
  const hb_witness *witness = hb_witness_of (solution);
  struct hb_flat flat;
  hb_flat_init (&flat, cnf, design->normal);
  flat.carrying = design->carrying;
  hb_id *ranks = hb_calloc (trace->messages.size, sizeof *ranks);
  for (size_t m = 0; m < trace->messages.size; m++)
    ranks[m] = HB_NONE;
  for (hb_id k = 0; k < witness->eo_start[trace->handlers.size]; k++)
    if (witness->eo[k] < trace->messages.size)
      ranks[witness->eo[k]] = k;
  signed char *model = hb_model_new (cnf);
  struct way way = { .self = self, .trace = trace, .diag = diag, .ranks = ranks, .values = model };
  bool good = design->pairs (&flat, extract_pair, &way);
  for (int v = 1; v <= cnf->variables; v++)
    if (!model[v])
      model[v] = -1;
  good = good && hb_reduce_satisfies (cnf, way.values, "the construction", diag);
  hb_free (ranks);
  hb_flat_free (&flat);
  if (good)
    return hb_solution_of_model (model);
  hb_free (model);
  return NULL;
}
