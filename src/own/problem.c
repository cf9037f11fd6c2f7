/* A problem that a `.reduction` file describes, as a record: its instances are those of a built-in kind, its
 * questions are asked of commands, and a solution is a text. */
#include "own/answer.h"
#include "own/parts.h"
#include "own/problem_lines.h"
#include "own/serve.h"

#include <string.h>

/* Random instances are at least as large as this. */
#define LEAST_SIZE 1

/* Instances drawn until one has no solution. */
#define MOST_DRAWS 16

static const struct own_problem *
problem_of (const struct hb_problem *self)
{
  return (const struct own_problem *)self;
}

static struct own_call
call_of (const struct own_problem *problem, const struct own_command *command, const char *verb)
{
  /* A process of its own, or that of the whole file. */
  const struct own_server *server
      = problem->server.command.line ? &problem->server : &problem->own->server;
  return (
      struct own_call){ .command = command, .server = (struct own_server *)server, .verb = verb };
}

static void
add_instance (const struct own_problem *problem, struct own_call *call, const char *role,
              const hb_instance *instance)
{
  hb_output *output = hb_output_to_memory ();
  problem->record.write (&problem->record, instance, NULL, output);
  own_call_add (call, role, problem->record.suffix, output);
}

/* --- solutions ------------------------------------------------------------------------------------ */

static const char *
solution_text (const hb_solution *solution)
{
  return ((const struct own_text *)solution)->bytes;
}

hb_solution *
own_read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
                   hb_diag *diag)
{
  (void)self, (void)instance, (void)diag;
  return (hb_solution *)own_text_read (input);
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  (void)self, (void)instance;
  const struct own_text *text = (const struct own_text *)solution;
  hb_put_bytes (output, text->bytes, text->length);
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const struct own_problem *problem = problem_of (self);
  struct own_call call = call_of (problem, &problem->check, "check");
  struct own_reply reply;
  hb_output *output = hb_output_to_memory ();
  char *why = NULL;
  if (!problem->check.line)
    {
      hb_output_discard (output);
      return true; /* nothing is claimed: file.c asks for `check` where solutions matter */
    }
  write_solution (self, instance, solution, output);
  own_call_add (&call, "solution", self->solution_suffix, output);
  add_instance (problem, &call, "instance", instance);
  bool good = own_call (problem->own, &call, true, &reply, diag);
  enum hb_answer answer = good ? own_answer (problem, &call, &reply, true, &why, diag) : HB_OPEN;
  if (why && answer == HB_OPEN)
    {
      problem->own->is_unsure = true;
      hb_error (diag, NULL, "check of %s does not know", problem->name);
    }
  else if (why && answer != HB_YES)
    {
      size_t length = strcspn (why, "\n");
      const char *said = length                          ? why
                         : reply.errors && *reply.errors ? reply.errors
                                                         : "not accepted";
      hb_error (diag, NULL, "%.*s", (int)strcspn (said, "\n"), said);
    }
  hb_free (why);
  own_call_free (&call);
  own_reply_free (&reply);
  return answer == HB_YES;
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  (void)self, (void)instance;
  return !strcmp (solution_text (a), solution_text (b));
}

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_free (solution);
}

/* --- deciders ------------------------------------------------------------------------------------- */

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const struct own_decider *decider = (const struct own_decider *)self;
  const struct own_problem *problem = decider->problem;
  struct own_call call = call_of (problem, &decider->command, "decide");
  struct own_reply reply;
  char *rest = NULL;
  (void)options;
  add_instance (problem, &call, "instance", instance);
  bool good = own_call (problem->own, &call, true, &reply, diag);
  enum hb_answer answer = good ? own_answer (problem, &call, &reply, false, &rest, diag) : HB_OPEN;
  if (answer == HB_YES && solution && *rest)
    *solution = (hb_solution *)own_text_new (rest, strlen (rest));
  hb_free (rest);
  own_call_free (&call);
  own_reply_free (&reply);
  return answer;
}

/* --- instances ------------------------------------------------------------------------------------ */

/* The text of an instance as one; NULL after an error. */
static hb_instance *
read_text (const struct own_problem *problem, const char *verb, const char *text, size_t length,
           hb_diag *diag)
{
  char *name = hb_format ("%s of %s", verb, problem->name);
  hb_instance *instance
      = problem->record.read (&problem->record, hb_input_of_bytes (name, text, length, diag), diag);
  hb_free (name);
  return instance;
}

hb_instance *
own_problem_generate (const struct own_problem *problem, uint64_t seed, uint64_t size,
                      hb_diag *diag)
{
  struct own_call call = call_of (problem, &problem->generate, "generate");
  struct own_reply reply;
  hb_instance *instance = NULL;
  call.product = "instance";
  call.product_suffix = problem->record.suffix;
  call.may_be_empty = !problem->base;
  call.is_drawn = true;
  call.size = size;
  call.seed = seed;
  if (own_call (problem->own, &call, false, &reply, diag))
    instance = read_text (problem, "generate", reply.text, reply.length, diag);
  own_reply_free (&reply);
  return instance;
}

static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  uint64_t size = LEAST_SIZE + hb_rng_below (rng, bounds[0] ? bounds[0] : 1);
  uint64_t seed = hb_rng_next (rng) >> 33; /* fits everybody's integers */
  return own_problem_generate (self->own, seed, size, diag);
}

/* Of up to MOST_DRAWS of them the first one without a solution, so that both answers are met. */
static hb_instance *
draw_without (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
              hb_diag *diag)
{
  const struct own_problem *problem = self->own;
  const struct hb_decider *decider = &problem->deciders.data[0]->record;
  const struct hb_decide_options options = { .seed = 0 };
  hb_instance *instance = NULL;
  for (int i = 0; i < MOST_DRAWS; i++)
    {
      problem->record.free (&problem->record, instance);
      instance = draw (self, bounds, rng, diag);
      if (!instance || decider->decide (decider, instance, &options, NULL, diag) != HB_YES)
        break;
    }
  return instance;
}

/* Is the line at TEXT `---`, with blanks or a carriage return behind it perhaps? */
static bool
parts_instances (const char *text, size_t length)
{
  while (length
         && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r'))
    length--;
  return length == 3 && !memcmp (text, "---", 3);
}

/* Visits the instances in TEXT, which lines of `---` part. */
static bool
visit_all (const struct own_problem *problem, const char *text, size_t length,
           hb_instance_visit *visit, void *context)
{
  hb_diag *diag = hb_diag_new ();
  const char *end = text + length;
  bool go_on = true;
  while (text < end && go_on)
    {
      const char *stop = text, *next = end;
      while (stop < end && (next = memchr (stop, '\n', (size_t)(end - stop)))
             && !parts_instances (stop, (size_t)(next - stop)))
        stop = next + 1;
      /* The last line, if no end of it stands there. */
      if (!next && !parts_instances (stop, (size_t)(end - stop)))
        stop = end;
      hb_instance *instance = read_text (problem, "enumerate", text, (size_t)(stop - text), diag);
      if (instance)
        go_on = visit (context, instance);
      else
        {
          hb_free (problem->own->fault);
          problem->own->fault = hb_format ("enumerate of %s printed what is no instance: %s",
                                           problem->name, hb_diag_first (diag));
          go_on = false;
        }
      problem->record.free (&problem->record, instance);
      text = next && stop < end ? next + 1 : end;
    }
  hb_diag_free (diag);
  return go_on;
}

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  const struct own_problem *problem = problem_of (self);
  struct own_call call = call_of (problem, &problem->enumerate, "enumerate");
  struct own_reply reply;
  hb_diag *diag = hb_diag_new ();
  (void)bounds;
  call.product = "instances";
  call.product_suffix = "txt";
  call.is_drawn = true;
  call.size = size;
  /* Of some sizes there is none. */
  bool go_on = own_call (problem->own, &call, true, &reply, diag);
  if (go_on && reply.code > 0)
    go_on = own_fault (problem->own, &call, &reply, diag, "ended with exit code %d", reply.code);
  go_on = go_on && visit_all (problem, reply.text, reply.length, visit, context);
  own_reply_free (&reply);
  hb_diag_free (diag);
  return go_on;
}

/* --- the record ----------------------------------------------------------------------------------- */

static void
finish_decider (struct own_problem *problem, size_t i)
{
  struct own_decider *decider = problem->deciders.data[i];
  decider->name = i ? hb_format ("decide-%zu", i + 1) : hb_copy_text ("decide");
  decider->problem = problem;
  decider->record = (struct hb_decider){
    .name = decider->name, .summary = decider->command.name, .brute = true, .decide = decide
  };
  vec_push (problem->list, &decider->record);
}

/* The texts, and who answers. */
static void
ask_commands (struct own_problem *problem)
{
  struct hb_problem *record = &problem->record;
  record->name = record->title = problem->name;
  record->summary = problem->question ? problem->question : problem->name;
  record->source = problem->own->path;
  record->evidence = "solution";
  record->evidences = "solutions";
  record->solution_suffix = "txt";
  record->yes = problem->yes;
  record->no = problem->no;
  record->read_solution = own_read_solution;
  record->write_solution = write_solution;
  record->check = check;
  record->same = same;
  record->free_solution = free_solution;
  record->all_solutions = NULL;
  record->prove = NULL;
  record->certify = NULL;
  record->deciders = problem->list.data;
}

bool
own_problem_finish (struct own_problem *problem, hb_diag *diag)
{
  struct hb_place place = { .file = problem->own->path, .line = problem->line };
  if (!problem->deciders.size)
    {
      hb_error (diag, &place, "problem %s has no 'decide'; expected a command that answers it",
                problem->name);
      return false;
    }
  problem->record = problem->base ? *problem->base : own_lines;
  for (size_t i = 0; i < problem->deciders.size; i++)
    finish_decider (problem, i);
  vec_push (problem->list, NULL);
  ask_commands (problem);
  if (problem->generate.line)
    {
      problem->any = (struct hb_generator){
        .name = "generate", .summary = problem->generate.name, .own = problem, .draw = draw
      };
      problem->without = problem->any;
      problem->without.name = "generate-no";
      problem->without.draw = draw_without;
      problem->generators[0] = &problem->any;
      problem->generators[1] = &problem->without;
      problem->record.generators = problem->generators;
    }
  if (problem->enumerate.line)
    problem->record.enumerate = enumerate;
  return true;
}

void
own_problem_free (struct own_problem *problem)
{
  own_server_stop (&problem->server);
  own_command_free (&problem->server.command);
  for (size_t i = 0; i < problem->deciders.size; i++)
    {
      own_command_free (&problem->deciders.data[i]->command);
      hb_free (problem->deciders.data[i]->name);
      hb_free (problem->deciders.data[i]);
    }
  vec_free (problem->deciders);
  vec_free (problem->list);
  own_command_free (&problem->check);
  own_command_free (&problem->generate);
  own_command_free (&problem->enumerate);
  hb_free (problem->name);
  hb_free (problem->question);
  hb_free (problem->yes);
  hb_free (problem->no);
  hb_free (problem);
}
