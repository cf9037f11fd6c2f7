/* A reduction that a `.reduction` file describes, as a record. */
#include "own/parts.h"
#include "own/serve.h"

#include "own/formula.h"
#include "own/problem_lines.h"

#include <string.h>

static hb_own *
own_of (const struct hb_reduction *self)
{
  /* Commands are started, a process is kept: the record changes behind its constant face (own.h). */
  return (hb_own *)self;
}

static struct own_call
call_of (hb_own *own, enum own_verb verb, const char *name, const char *product, const char *suffix)
{
  return (struct own_call){ .command = &own->verbs[verb],
                            .server = &own->server,
                            .verb = name,
                            .product = product,
                            .product_suffix = suffix };
}

static void
add_instance (struct own_call *call, const char *role, const struct hb_problem *problem,
              const hb_instance *instance)
{
  hb_output *output = hb_output_to_memory ();
  problem->write (problem, instance, NULL, output);
  own_call_add (call, role, problem->suffix, output);
}

static void
add_solution (struct own_call *call, const char *role, const struct hb_problem *problem,
              const hb_instance *instance, const hb_solution *solution)
{
  hb_output *output = hb_output_to_memory ();
  problem->write_solution (problem, instance, solution, output);
  own_call_add (call, role, problem->solution_suffix, output);
}

/* --- reduce --------------------------------------------------------------------------------------- */

static const struct own_command *
damaged_by (const hb_own *own, const struct hb_ablation *ablation)
{
  for (size_t i = 0; ablation && i < own->damages.size; i++)
    if (!strcmp (own->damages.data[i].name, ablation->name))
      return &own->damages.data[i].command;
  return &own->verbs[OWN_REDUCE];
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  hb_own *own = own_of (self);
  struct own_call call = call_of (own, OWN_REDUCE, "reduce", "target", self->to->suffix);
  struct own_reply reply;
  (void)map;
  call.command = damaged_by (own, ablation);
  call.ablation = ablation ? ablation->name : NULL;
  call.may_be_empty = self->to->read == own_lines.read;
  add_instance (&call, "source", self->from, source);
  if (own_call (own, &call, false, &reply, diag))
    {
      char *name = hb_format ("target.%s", self->to->suffix);
      target->instance = self->to->read (
          self->to, hb_input_of_bytes (name, reply.text, reply.length, diag), diag);
      hb_free (name);
    }
  own_call_free (&call);
  own_reply_free (&reply);
  return target->instance;
}

/* --- solutions ------------------------------------------------------------------------------------ */

/* A text without lines may be a solution; where it is none, nothing was printed. */
static bool
may_be_nothing (hb_own *own, const struct own_call *call, const struct hb_problem *problem,
                const hb_instance *instance, const hb_solution *nothing,
                const struct own_reply *reply, hb_diag *diag)
{
  hb_diag *silent = hb_diag_new ();
  bool good = problem->check (problem, instance, nothing, silent) || own->fault || own->is_unsure;
  hb_diag_free (silent);
  return good || own_fault (own, call, reply, diag, "printed nothing");
}

/* What the call makes, as a solution of INSTANCE; NULL after an error. */
static hb_solution *
make_solution (hb_own *own, struct own_call *call, const struct hb_problem *problem,
               const hb_instance *instance, hb_diag *diag)
{
  struct own_reply reply;
  hb_solution *solution = NULL;
  call->may_be_empty = problem->read_solution == own_read_solution;
  if (own_call (own, call, false, &reply, diag))
    {
      char *name = hb_format ("%s.%s", call->product, call->product_suffix);
      solution = problem->read_solution (
          problem, instance, hb_input_of_bytes (name, reply.text, reply.length, diag), diag);
      hb_free (name);
      if (solution && !reply.length
          && !may_be_nothing (own, call, problem, instance, solution, &reply, diag))
        {
          problem->free_solution (problem, solution);
          solution = NULL;
        }
    }
  own_call_free (call);
  own_reply_free (&reply);
  return solution;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  hb_own *own = own_of (self);
  struct own_call call = call_of (own, OWN_LIFT, "lift", "lifted", self->to->solution_suffix);
  add_solution (&call, "solution", self->from, source, solution);
  add_instance (&call, "source", self->from, source);
  add_instance (&call, "target", self->to, target);
  return make_solution (own, &call, self->to, target, diag);
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  hb_own *own = own_of (self);
  struct own_call call
      = call_of (own, OWN_EXTRACT, "extract", "extracted", self->from->solution_suffix);
  add_solution (&call, "solution", self->to, target, solution);
  add_instance (&call, "source", self->from, source);
  add_instance (&call, "target", self->to, target);
  return make_solution (own, &call, self->from, source, diag);
}

/* --- sizes ---------------------------------------------------------------------------------------- */

/* The formula for MEASURE, or NULL. */
static const struct own_size *
size_of (const hb_own *own, const char *measure)
{
  for (size_t i = 0; i < own->sizes.size; i++)
    if (!strcmp (own->sizes.data[i].measure, measure))
      return &own->sizes.data[i];
  return NULL;
}

/* A formula that has no value for SOURCE says nothing of its target: that is a fault, as of a command. */
static void
sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  hb_own *own = own_of (self);
  uint64_t values[HB_MOST_MEASURES] = { 0 };
  hb_diag *diag = hb_diag_new ();
  self->from->sizes (self->from, source, values);
  for (size_t i = 0; self->to->measures[i]; i++)
    {
      const struct own_size *size = size_of (own, self->to->measures[i]);
      int64_t value;
      sizes[i] = HB_SIZE_UNTOLD;
      if (!size)
        continue;
      if (own_formula (size->formula, strlen (size->formula), self->from->measures, values,
                       &size->place, &value, diag))
        sizes[i] = value < 0 ? 0 : (uint64_t)value;
      else if (!own->fault)
        own->fault = hb_format ("%s:%zu:%zu: size %s: %s", own->path, size->place.line,
                                size->place.column, size->measure, hb_diag_first (diag));
    }
  hb_diag_free (diag);
}

static bool
check_sizes (hb_own *own, hb_diag *diag)
{
  bool good = true;
  for (size_t i = 0; i < own->sizes.size; i++)
    {
      const struct own_size *size = &own->sizes.data[i];
      bool known = false;
      int64_t ignored;
      for (size_t j = 0; own->record.to->measures[j]; j++)
        known = known || !strcmp (own->record.to->measures[j], size->measure);
      if (!known)
        {
          struct hb_place line = { .file = own->path, .line = size->place.line };
          hb_error (diag, &line, "%s has no measure '%s'; 'hbkit problems' lists them",
                    own->record.to->title, size->measure);
        }
      good = own_formula (size->formula, strlen (size->formula), own->record.from->measures, NULL,
                          &size->place, &ignored, diag)
             && good && known;
    }
  return good;
}

/* --- the record ----------------------------------------------------------------------------------- */

static const struct hb_problem *
find_problem (const hb_own *own, const char *name, const struct hb_place *place, hb_diag *diag)
{
  for (size_t i = 0; i < own->problems.size; i++)
    if (!strcmp (own->problems.data[i]->name, name))
      return &own->problems.data[i]->record;
  const struct hb_problem *problem = hb_problem_find (name);
  if (!problem)
    hb_error (
        diag, place,
        "no problem '%s'; expected one that 'hbkit problems' lists, or a 'problem' of this file",
        name);
  return problem;
}

/* Solutions of a problem of the file that nobody checks would be accepted whatever they are. */
static bool
is_checked (const hb_own *own, const char *name, hb_diag *diag)
{
  for (size_t i = 0; i < own->problems.size; i++)
    {
      const struct own_problem *problem = own->problems.data[i];
      struct hb_place place = { .file = own->path, .line = problem->line };
      if (strcmp (problem->name, name) || problem->check.line)
        continue;
      hb_error (diag, &place, "problem %s has no 'check', and there are solutions to be checked",
                name);
      return false;
    }
  return true;
}

static void
add_ablations (hb_own *own)
{
  for (size_t i = 0; i < own->damages.size; i++)
    vec_push (own->ablations, ((struct hb_ablation){ .name = own->damages.data[i].name,
                                                     .summary = own->damages.data[i].command.name,
                                                     .breaks = HB_YES }));
  vec_push (own->ablations, ((struct hb_ablation){ .name = NULL }));
}

bool
own_reduction_finish (hb_own *own, hb_diag *diag)
{
  struct hb_reduction *record = &own->record;
  bool solves = own->verbs[OWN_LIFT].line || own->verbs[OWN_EXTRACT].line;
  record->from = find_problem (own, own->from, &own->from_place, diag);
  record->to = find_problem (own, own->to, &own->to_place, diag);
  if (!record->from || !record->to || !check_sizes (own, diag))
    return false;
  if (solves && (!is_checked (own, own->from, diag) || !is_checked (own, own->to, diag)))
    return false;
  add_ablations (own);
  record->name = own->name;
  record->to_note = "";
  record->reference = own->path;
  record->handlers = "";
  record->size_text = "";
  record->ablations = own->ablations.data;
  record->reduce = reduce;
  record->sizes = own->sizes.size ? sizes : NULL;
  record->lift = own->verbs[OWN_LIFT].line ? lift : NULL;
  record->extract = own->verbs[OWN_EXTRACT].line ? extract : NULL;
  return true;
}
