/* The format .run; see run.h. */
#include "periodic/run.h"

#include "base/line.h"

const char *const hb_departure_names[] = { "rta", "deadline", "exact", NULL };
const char *const hb_semantics_names[] = { "paper", "arrival", "exact", NULL };
/* By enum hb_action_kind; a snapshot is no step. */
static const char *const step_names[] = { "read", "write", "", "lock", "unlock", "start", NULL };

void
hb_periodic_run_free (hb_periodic_run *run)
{
  if (!run)
    return;
  vec_free (run->steps);
  vec_free (run->segments);
  vec_free (run->choices);
  vec_free (run->initials);
  vec_free (run->origin);
  hb_free (run);
}

static void
put_job (const hb_jobs *jobs, const char *word, hb_id job, hb_output *output)
{
  if (job >= jobs->jobs.size)
    hb_putf (output, "%s final 1", word);
  else
    hb_putf (output, "%s %s %u", word, jobs->program->tasks.data[jobs->jobs.data[job].task].name,
             jobs->jobs.data[job].index + 1);
}

void
hb_periodic_run_write (const hb_jobs *jobs, const hb_periodic_run *run, hb_output *output)
{
  const hb_periodic_program *program = jobs->program;
  hb_putf (output, "run 1\ntime %lld\ndeparture %s\nsemantics %s\n", (long long)run->time,
           hb_departure_names[run->departure], hb_semantics_names[run->semantics]);
  if (run->private_shared)
    hb_put (output, "private shared\n");
  if (run->div0)
    hb_put (output, "div0\n");
  if (run->segments.size)
    hb_putf (output, "unit %lld\n", (long long)run->unit);
  for (size_t i = 0; i < run->initials.size; i++)
    hb_putf (output, "initial %s %lld\n", program->cells.data[run->initials.data[i].cell].name,
             (long long)run->initials.data[i].value);
  for (size_t i = 0; i < run->segments.size; i++)
    {
      put_job (jobs, "segment", run->segments.data[i].job, output);
      hb_putf (output, " %lld %lld\n", (long long)run->segments.data[i].from,
               (long long)run->segments.data[i].to);
    }
  for (size_t i = 0; i < run->choices.size; i++)
    {
      put_job (jobs, "choose", run->choices.data[i].job, output);
      hb_putf (output, " %u %lld\n", run->choices.data[i].number + 1,
               (long long)run->choices.data[i].value);
    }
  for (size_t i = 0; i < run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      put_job (jobs, step_names[step->kind], step->job, output);
      if (step->kind == HB_ACT_READ || step->kind == HB_ACT_WRITE)
        hb_putf (output, " %s %lld", program->cells.data[step->cell].name, (long long)step->value);
      else if (step->kind == HB_ACT_LOCK || step->kind == HB_ACT_UNLOCK)
        hb_putf (output, " %s", program->locks.data[step->cell].name);
      if (step->time >= 0)
        hb_putf (output, " @%lld", (long long)step->time);
      hb_put (output, "\n");
    }
  hb_putf (output, "done %zu\n", run->steps.size);
}

/* --- reading --- */

struct reader
{
  const hb_periodic_program *program;
  struct hb_line line;
  hb_periodic_run *run;
  hb_jobs *jobs; /* made by the first line that names one */
  bool done;
};

/* Takes the next line, up to a comment. */
static bool
take_line (struct reader *r)
{
  if (!hb_line_take (&r->line))
    return false;
  while (hb_line_next (&r->line) && r->line.text[r->line.start] != '#')
    ;
  r->line.length = r->line.start;
  r->line.at = 0;
  return true;
}

static bool
complain (struct reader *r, const char *what)
{
  hb_line_error (&r->line, "expected %s", what);
  return false;
}

/* The next word, which is TEXT, ends the line. */
static bool
take_last (struct reader *r, const char *text, const char *what)
{
  hb_line_next (&r->line);
  return hb_line_is (&r->line, text) ? hb_line_end (&r->line) : complain (r, what);
}

/* The last word behind its first SKIP bytes. */
static bool
read_number (struct reader *r, size_t skip, int64_t least, int64_t *value)
{
  struct hb_line digits = r->line;
  digits.start += skip;
  digits.size -= skip;
  return (hb_line_signed (&digits, value) && *value >= least)
         || complain (r, least > 0 ? "a number of at least 1" : "a number");
}

static bool
take_number (struct reader *r, int64_t least, int64_t *value)
{
  hb_line_next (&r->line);
  return read_number (r, 0, least, value);
}

/* The next two words: a job. */
static bool
take_job (struct reader *r, hb_id *job)
{
  const struct hb_job *jobs = r->jobs->jobs.data;
  hb_line_next (&r->line);
  struct hb_line task = r->line;
  int64_t number;
  if (!take_number (r, 1, &number))
    return false;
  if (r->program->final && hb_line_is (&task, "final") && number == 1)
    {
      *job = (hb_id)r->jobs->jobs.size;
      return true;
    }
  for (*job = 0; *job < r->jobs->jobs.size; ++*job)
    if (jobs[*job].index == number - 1
        && hb_line_is (&task, r->program->tasks.data[jobs[*job].task].name))
      return true;
  r->line = task;
  return complain (r, "a task and the number of one of its jobs");
}

static bool
take_cell (struct reader *r, hb_id *cell)
{
  hb_line_next (&r->line);
  for (*cell = 0; *cell < r->program->cells.size; ++*cell)
    if (hb_line_is (&r->line, r->program->cells.data[*cell].name))
      return true;
  return complain (r, "a global variable of the program");
}

static bool
take_lock (struct reader *r, hb_id *lock)
{
  hb_line_next (&r->line);
  for (*lock = 0; *lock < r->program->locks.size; ++*lock)
    if (hb_line_is (&r->line, r->program->locks.data[*lock].name))
      return true;
  return complain (r, "a lock of the program");
}

static bool
take_choice (struct reader *r, const char *const *names, int *value)
{
  hb_line_next (&r->line);
  for (*value = 0; names[*value]; ++*value)
    if (hb_line_is (&r->line, names[*value]))
      return true;
  return complain (r, "one of the names that the format has");
}

static bool
read_step (struct reader *r, enum hb_action_kind kind)
{
  struct hb_periodic_run_step step = { .kind = kind, .cell = HB_NONE, .time = -1 };
  int64_t value;
  if (!take_job (r, &step.job))
    return false;
  if (kind == HB_ACT_READ || kind == HB_ACT_WRITE)
    {
      if (!take_cell (r, &step.cell) || !take_number (r, INT64_MIN, &value))
        return false;
      step.value = (uint64_t)value;
    }
  else if ((kind == HB_ACT_LOCK || kind == HB_ACT_UNLOCK) && !take_lock (r, &step.cell))
    return false;
  if (hb_line_next (&r->line))
    {
      if (r->line.text[r->line.start] != '@')
        return complain (r, "a time behind @, or the end of the line");
      if (!read_number (r, 1, 0, &step.time))
        return false;
    }
  vec_push (r->run->steps, step);
  return hb_line_end (&r->line);
}

/* What the jobs are made from: none may be known so far. */
static bool
is_early (struct reader *r)
{
  return !r->jobs || complain (r, "this line before segments, choices and steps");
}

static bool
read_head (struct reader *r)
{
  int choice;
  if (hb_line_is (&r->line, "time"))
    return is_early (r) && take_number (r, 1, &r->run->time) && hb_line_end (&r->line);
  if (hb_line_is (&r->line, "unit"))
    return take_number (r, 1, &r->run->unit) && hb_line_end (&r->line);
  if (hb_line_is (&r->line, "private"))
    {
      r->run->private_shared = true;
      return take_last (r, "shared", "shared");
    }
  if (hb_line_is (&r->line, "div0"))
    {
      r->run->div0 = true;
      return hb_line_end (&r->line);
    }
  if (hb_line_is (&r->line, "departure"))
    {
      if (!is_early (r) || !take_choice (r, hb_departure_names, &choice))
        return false;
      r->run->departure = (enum hb_departure)choice;
      return hb_line_end (&r->line);
    }
  if (hb_line_is (&r->line, "semantics"))
    {
      if (!take_choice (r, hb_semantics_names, &choice))
        return false;
      r->run->semantics = (enum hb_semantics)choice;
      return hb_line_end (&r->line);
    }
  return complain (r, "time, departure, semantics, private, div0, unit, initial, segment, choose, "
                      "a step or done");
}

/* "segment JOB FROM TO" or "choose JOB NUMBER VALUE". */
static bool
read_numbers (struct reader *r, bool chooses)
{
  hb_id job;
  int64_t number, value;
  if (!take_job (r, &job) || !take_number (r, chooses, &number))
    return false;
  if (chooses && number > HB_NONE)
    return complain (r, "a number of at most 4294967295");
  if (!take_number (r, INT64_MIN, &value))
    return false;
  if (chooses)
    vec_push (r->run->choices,
              ((struct hb_periodic_run_choice){ job, (hb_id)number - 1, (uint64_t)value }));
  else
    vec_push (r->run->segments, ((struct hb_periodic_run_segment){ job, number, value }));
  return hb_line_end (&r->line);
}

static bool
read_initial (struct reader *r)
{
  hb_id cell;
  int64_t value;
  if (!take_cell (r, &cell) || !take_number (r, INT64_MIN, &value))
    return false;
  vec_push (r->run->initials, ((struct hb_periodic_run_initial){ cell, (uint64_t)value }));
  return hb_line_end (&r->line);
}

static bool
read_done (struct reader *r)
{
  int64_t number;
  r->done = true;
  if (!take_number (r, 0, &number))
    return false;
  return (size_t)number == r->run->steps.size
             ? hb_line_end (&r->line)
             : complain (r, "the number of steps before this line");
}

/* A line that has words: the first of them has been taken. */
static bool
read_line (struct reader *r)
{
  if (r->done)
    return complain (r, "the end of the file");
  if (hb_line_is (&r->line, "done"))
    return read_done (r);
  if (hb_line_is (&r->line, "initial"))
    return read_initial (r);
  bool segment = hb_line_is (&r->line, "segment"), chooses = hb_line_is (&r->line, "choose");
  int kind = 0;
  while (step_names[kind] && !hb_line_is (&r->line, step_names[kind]))
    kind++;
  if (!segment && !chooses && !step_names[kind])
    return read_head (r);
  if (!r->jobs)
    r->jobs = hb_jobs_new (r->program, r->run->time, r->run->departure, 0, r->line.diag);
  if (!r->jobs)
    return false;
  return segment || chooses ? read_numbers (r, chooses) : read_step (r, (enum hb_action_kind)kind);
}

hb_periodic_run *
hb_periodic_run_read (const hb_periodic_program *program, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? hb_periodic_run_read_input (program, input, diag) : NULL;
}

hb_periodic_run *
hb_periodic_run_read_input (const hb_periodic_program *program, hb_input *input, hb_diag *diag)
{
  struct reader r = { .program = program, .line = { .input = input, .diag = diag } };
  r.run = hb_calloc (1, sizeof *r.run);
  r.run->unit = 1;
  hb_input_limit_lines (input, 4096);
  bool good = true;
  for (bool first = true; good && take_line (&r); first = false)
    if (first)
      good = hb_line_next (&r.line) && hb_line_is (&r.line, "run")
                 ? take_last (&r, "1", "version 1")
                 : complain (&r, "'run 1'");
    else
      good = !hb_line_next (&r.line) || read_line (&r);
  good = good && !hb_input_failed (input);
  if (good && !r.done)
    good = complain (&r, "'done' and the number of steps: the file is truncated");
  hb_input_close (input);
  hb_jobs_free (r.jobs);
  if (good)
    return r.run;
  hb_periodic_run_free (r.run);
  return NULL;
}
