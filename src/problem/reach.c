/* Reachability in sequential programs: can an assertion of a program with one event and no posts fail?  Files are .aed,
 * doc/robustness.md; a solution is what `choose` gives, see robust.h. */
#include "problem/robust.h"

#include "base/line.h"
#include "base/memory.h"
#include "robust/bmc.h"
#include "robust/machine.h"
#include "robust/script.h"
#include "robust/summaries.h"

#include <stdlib.h>
#include <string.h>

/* Runs that are tried by the search through all, and numbers of one. */
#define MOST_RUNS 200000
#define MOST_CHOICES 400

/* A run on the machine that takes more steps than these is not followed: it may have no end. */
#define MOST_STEPS 1000000

/* Unrolling of bmc, gates. */
#define ROUNDS 8
#define MOST_GATES 20000000

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  bool sequential;
  (void)self;
  return hb_events_look (bytes, length, &sequential) && sequential;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self;
  char *name = hb_copy_text (hb_input_name (input));
  hb_instance *instance = hb_events_instance_read (input, diag);
  if (instance && hb_sequential_event (hb_events_of (instance)->code) == HB_NONE)
    {
      hb_error (diag, NULL, "%s: expected a sequential program: one event, and no posts", name);
      hb_events_instance_free (self, instance);
      instance = NULL;
    }
  hb_free (name);
  return instance;
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const hb_aed *program = hb_events_of (instance)->program;
  (void)self;
  sizes[0] = program->stmts.size;
  sizes[1] = program->variables.size;
  sizes[2] = program->procs.size - 1;
}

/* --- solutions --- */

hb_solution *
hb_solution_of_choices (hb_seq_choices choices)
{
  hb_seq_choices *solution = hb_calloc (1, sizeof *solution);
  *solution = choices;
  return (hb_solution *)solution;
}

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  if (solution)
    vec_free (*hb_choices_of (solution));
  hb_free (solution);
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  const hb_seq_choices *choices = hb_choices_of (solution);
  (void)self, (void)instance;
  hb_put (output, "aedc 1\n");
  for (size_t i = 0; i < choices->size; i++)
    {
      hb_put (output, i % 20 ? " " : i ? "\nchoose " : "choose ");
      hb_put_signed (output, choices->data[i]);
    }
  hb_putf (output, "%send %zu\n", choices->size ? "\n" : "", choices->size);
}

/* The last word as a number, perhaps with a sign. */
static bool
read_number (const struct hb_line *line, int32_t *number)
{
  struct hb_shown shown = hb_line_shown (line);
  char *end;
  long value = strtol (shown.text, &end, 10);
  *number = (int32_t)value;
  return line->size < sizeof shown.text && !*end && value >= INT32_MIN && value <= INT32_MAX;
}

/* `choose NUMBER...`, or `end COUNT`, which sets *ENDED; errors at the word. */
static void
read_line (struct hb_line *line, hb_seq_choices *choices, bool *ended)
{
  int32_t number;
  uint64_t count;
  bool end = hb_line_is (line, "end");
  if (*ended || (!end && !hb_line_is (line, "choose")))
    hb_line_error (line, *ended ? "something behind the end line" : "expected choose or end");
  else if (end
           && (!hb_line_next (line) || !hb_line_number (line, &count) || count != choices->size))
    hb_line_error (line, "the file has another number of choices: it is not whole");
  else if (end)
    *ended = hb_line_end (line);
  else
    while (hb_line_next (line))
      if (read_number (line, &number))
        vec_push (*choices, number);
      else
        {
          hb_line_error (line, "expected a number");
          return;
        }
}

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  struct hb_line line = { .input = input, .diag = diag };
  hb_seq_choices choices = VEC_EMPTY;
  size_t errors = hb_diag_errors (diag);
  bool first = true, ended = false;
  (void)self, (void)instance;
  while (hb_diag_errors (diag) == errors && hb_line_take (&line))
    {
      if (!hb_line_next (&line) || line.text[line.start] == '#')
        continue;
      if (!first)
        read_line (&line, &choices, &ended);
      else if (!hb_line_is (&line, "aedc") || !hb_line_next (&line) || !hb_line_is (&line, "1"))
        hb_line_error (&line, "no choices of a sequential program; expected 'aedc 1'");
      first = false;
    }
  if (hb_diag_errors (diag) == errors && !hb_input_failed (input) && !ended)
    hb_line_error (&line, "the file ends without its end line: it is not whole");
  hb_input_close (input);
  if (hb_diag_errors (diag) == errors)
    return hb_solution_of_choices (choices);
  vec_free (choices);
  return NULL;
}

struct script
{
  const int32_t *numbers;
  size_t count, used;
};

static bool
take_choice (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct script *s = context;
  if (s->used == s->count || s->numbers[s->used] < low || s->numbers[s->used] > high)
    return false;
  *chosen = s->numbers[s->used++];
  return true;
}

/* Runs the program on the machine, on its own from `choose` on; does an assertion fail?  *CUT: it has not ended. */
static bool
fails (const hb_acode *code, hb_chooser *chooser, void *context, bool *cut)
{
  hb_amachine *machine = hb_amachine_new (code, HB_SINGLE_THREAD, false);
  hb_id event = hb_sequential_event (code);
  const struct hb_aed_proc *proc = &code->program->procs.data[event];
  int32_t *arguments = hb_calloc (proc->params, sizeof *arguments);
  for (hb_id i = 0; i < proc->params; i++)
    arguments[i] = (int32_t)code->program->locals.data[proc->first_local + i].low;
  const char *why;
  bool good = hb_amachine_start (machine, event, arguments, chooser, context, &why), found = false;
  for (size_t steps = 0; good && machine->tasks.data[0].status == HB_TASK_RUNNING; steps++)
    if (steps == MOST_STEPS)
      {
        *cut = true;
        break;
      }
    else
      good = hb_amachine_step (machine, 0, chooser, context, &why);
  for (size_t i = 0; i < machine->errors.size; i++)
    found = found || machine->errors.data[i].kind == HB_TASK_ASSERT;
  *cut = *cut || (!found && hb_amachine_is_cut (machine));
  hb_free (arguments);
  hb_amachine_free (machine);
  return found;
}

/* By the machine, which shares no code with summaries, bmc and extraction. */
static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const hb_seq_choices *choices = hb_choices_of (solution);
  struct script script = { vec_from (*choices, 0), choices->size, 0 };
  bool cut = false;
  (void)self;
  if (fails (hb_events_of (instance)->code, take_choice, &script, &cut))
    return true;
  if (cut)
    hb_error (diag, NULL, "the run with these choices takes more than %d steps", MOST_STEPS);
  else
    hb_error (diag, NULL, "no assertion fails on the run with these choices");
  return false;
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  const hb_seq_choices *x = hb_choices_of (a), *y = hb_choices_of (b);
  (void)self, (void)instance;
  return x->size == y->size && (!x->size || !memcmp (x->data, y->data, x->size * sizeof *x->data));
}

/* --- deciders --- */

static enum hb_answer
answer_of (enum hb_robust_answer answer)
{
  return answer == HB_ROBUST_VIOLATED ? HB_YES : answer == HB_ROBUST_ROBUST ? HB_NO : HB_OPEN;
}

static void
take_solution (const int32_t *numbers, size_t count, hb_solution **solution)
{
  hb_seq_choices choices = VEC_EMPTY;
  for (size_t i = 0; i < count; i++)
    vec_push (choices, numbers[i]);
  *solution = hb_solution_of_choices (choices);
}

/* A failing run was found, with these NUMBERS: yes, with the *SOLUTION; nothing is known, with an error, if it is longer than
 * those that are carried out. */
static enum hb_answer
carried_out (const hb_instance *instance, const int32_t *numbers, size_t count,
             hb_solution **solution, hb_diag *diag)
{
  struct script script = { numbers, count, 0 };
  bool cut = false;
  if (!fails (hb_events_of (instance)->code, take_choice, &script, &cut) && cut)
    {
      hb_error (diag, NULL, "the run that was found is too long to be carried out");
      return HB_OPEN;
    }
  if (solution)
    take_solution (numbers, count, solution);
  return HB_YES;
}

static enum hb_answer
by_summaries (const struct hb_decider *self, const hb_instance *instance,
              const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct hb_limits none = hb_limits_new (0, 0);
  struct hb_summaries_options how = { .limits = options->limits ? options->limits : &none };
  struct hb_summaries_result found = { 0 };
  (void)self;
  hb_summaries (hb_events_of (instance)->code, &how, &found);
  enum hb_answer answer = answer_of (found.answer);
  if (answer == HB_YES)
    answer = carried_out (instance, found.choices.data, found.choices.size, solution, diag);
  hb_summaries_result_free (&found);
  return answer;
}

static enum hb_answer
by_bmc (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct hb_limits none = hb_limits_new (0, 0);
  struct hb_bmc_options how = { .rounds = ROUNDS,
                                .bound = ROUNDS,
                                .most = MOST_GATES,
                                .solver = strchr (self->name, ':') ? "picosat" : NULL,
                                .limits = options->limits ? options->limits : &none };
  struct hb_bmc_result found;
  bool good = hb_bmc (hb_events_of (instance)->code, &how, &found, diag);
  enum hb_answer answer = good ? answer_of (found.answer) : HB_OPEN;
  if (answer == HB_YES)
    answer = carried_out (instance, found.choices.data, found.choices.size, solution, diag);
  hb_bmc_result_free (&found);
  return answer;
}

/* All runs, the least numbers first. */
struct search
{
  struct hb_script script;
  bool cut;
};

static bool
choose_next (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct search *s = context;
  if (s->script.used == MOST_CHOICES)
    {
      s->cut = true;
      return false;
    }
  *chosen = hb_script_take (&s->script, low, high);
  return true;
}

static enum hb_answer
by_search (const struct hb_decider *self, const hb_instance *instance,
           const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct search s = { .cut = false };
  enum hb_answer answer = HB_OPEN;
  bool more = true;
  (void)self, (void)diag;
  for (size_t runs = 0; runs < MOST_RUNS && more && answer == HB_OPEN; runs++)
    {
      if (options->limits && hb_limits_hit (options->limits))
        break;
      if (fails (hb_events_of (instance)->code, choose_next, &s, &s.cut))
        answer = HB_YES;
      else
        more = hb_script_next (&s.script);
    }
  if (answer == HB_YES && solution)
    take_solution (s.script.numbers.data, s.script.used, solution);
  if (answer == HB_OPEN && !more && !s.cut)
    answer = HB_NO;
  hb_script_free (&s.script);
  return answer;
}

static const struct hb_decider summaries
    = { .name = "summaries", .summary = "procedure summaries", .decide = by_summaries },
    bmc = { .name = "bmc", .summary = "bounded model checking, CaDiCaL", .decide = by_bmc },
    picosat
    = { .name = "bmc:picosat", .summary = "bounded model checking, PicoSAT", .decide = by_bmc },
    brute = { .name = "search",
              .summary = "all runs, up to a number and a length of them",
              .brute = true,
              .decide = by_search };

static const struct hb_decider *const deciders[] = { &summaries, &bmc, &picosat, &brute, NULL };

/* --- the record --- */

static const char *const measures[] = { "statements", "variables", "procedures", NULL };

const struct hb_problem hb_problem_reach = {
  .name = "sequential-reach",
  .title = "reachability of sequential programs",
  .summary = "can an assertion of a sequential program fail?",
  .source = "Sharir and Pnueli 1981",
  .suffix = "aed",
  .thing = "program",
  .things = "programs",
  .evidence = "run",
  .evidences = "runs",
  .yes = "REACHABLE",
  .no = "UNREACHABLE",
  .solution_suffix = "aedc",
  .measures = measures,
  .recognises = recognises,
  .read = read_instance,
  .write = hb_events_instance_write,
  .sizes = sizes_of,
  .equal = hb_events_instance_equal,
  .copy = hb_events_instance_copy,
  .free = hb_events_instance_free,
  .read_solution = read_solution,
  .write_solution = write_solution,
  .check = check,
  .same = same,
  .free_solution = free_solution,
  .deciders = deciders,
  .parts = hb_events_parts,
  .without = hb_events_without,
};
