/* The format .run; see run.h. */
#include "periodic/run.h"

#include "base/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const hb_departure_names[] = { "rta", "deadline", "exact", NULL };
const char *const hb_semantics_names[] = { "paper", "arrival", "exact", NULL };
static const char *const step_names[] = { "read", "write", "snapshot", "lock", "unlock", "start" };

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

#define MOST_WORDS 8

struct reader
{
  const hb_periodic_program *program;
  hb_input *input;
  hb_diag *diag;
  hb_periodic_run *run;
  hb_jobs *jobs;
  char *line;
  char *words[MOST_WORDS];
  size_t count;
  bool done;
};

static bool
complain (struct reader *r, size_t word, const char *what)
{
  struct hb_place place = hb_input_place (
      r->input, word < r->count ? (size_t)(r->words[word] - r->line) + 1 : strlen (r->line) + 1);
  hb_error (r->diag, &place, "expected %s", what);
  return false;
}

static bool
take_number (struct reader *r, size_t word, int64_t least, int64_t *value)
{
  char *end = NULL;
  errno = 0;
  if (word < r->count)
    *value = strtoll (r->words[word], &end, 10);
  if (word >= r->count || *end || end == r->words[word] || errno || *value < least)
    return complain (r, word, least > 0 ? "a number of at least 1" : "a number");
  return true;
}

/* Are there no more than COUNT words? */
static bool
has_ended (struct reader *r, size_t count)
{
  return r->count <= count || complain (r, count, "the end of the line");
}

/* Words 1 and 2: a job. */
static bool
take_job (struct reader *r, hb_id *job)
{
  int64_t number;
  if (r->count < 3 || !take_number (r, 2, 1, &number))
    return r->count < 3 ? complain (r, r->count, "a task and the number of one of its jobs")
                        : false;
  if (!strcmp (r->words[1], "final") && r->program->final && number == 1)
    {
      *job = (hb_id)r->jobs->jobs.size;
      return true;
    }
  for (hb_id i = 0; i < r->jobs->jobs.size; i++)
    if (r->jobs->jobs.data[i].index == number - 1
        && !strcmp (r->program->tasks.data[r->jobs->jobs.data[i].task].name, r->words[1]))
      {
        *job = i;
        return true;
      }
  return complain (r, 1, "a task and the number of one of its jobs");
}

static bool
take_cell (struct reader *r, size_t word, hb_id *cell)
{
  for (hb_id i = 0; word < r->count && i < r->program->cells.size; i++)
    if (!strcmp (r->program->cells.data[i].name, r->words[word]))
      {
        *cell = i;
        return true;
      }
  return complain (r, word, "a global variable of the program");
}

static bool
take_choice (struct reader *r, size_t word, const char *const *names, int *value)
{
  for (*value = 0; word < r->count && names[*value]; ++*value)
    if (!strcmp (names[*value], r->words[word]))
      return true;
  return complain (r, word, "one of the names that the format has");
}

static bool
read_step (struct reader *r, enum hb_action_kind kind)
{
  struct hb_periodic_run_step step = { .kind = kind, .cell = HB_NONE, .time = -1 };
  size_t word = 3;
  int64_t value;
  if (!take_job (r, &step.job))
    return false;
  if (kind == HB_ACT_READ || kind == HB_ACT_WRITE)
    {
      if (!take_cell (r, 3, &step.cell) || !take_number (r, 4, INT64_MIN, &value))
        return false;
      step.value = (uint64_t)value;
      word = 5;
    }
  else if (kind == HB_ACT_LOCK || kind == HB_ACT_UNLOCK)
    {
      for (hb_id i = 0; r->count > 3 && i < r->program->locks.size; i++)
        if (!strcmp (r->program->locks.data[i].name, r->words[3]))
          step.cell = i;
      if (step.cell == HB_NONE)
        return complain (r, 3, "a lock of the program");
      word = 4;
    }
  if (word < r->count && r->words[word][0] == '@')
    {
      r->words[word]++;
      if (!take_number (r, word, 0, &step.time))
        return false;
      word++;
    }
  vec_push (r->run->steps, step);
  return has_ended (r, word);
}

/* What the jobs are made from: none may be known so far. */
static bool
is_early (struct reader *r)
{
  return !r->jobs || complain (r, 0, "this line before segments, choices and steps");
}

static bool
read_head (struct reader *r)
{
  int choice = 0;
  const char *word = r->words[0];
  if (!strcmp (word, "run"))
    return r->count == 2 && !strcmp (r->words[1], "1") ? true : complain (r, 1, "version 1");
  if (!strcmp (word, "time"))
    return is_early (r) && take_number (r, 1, 1, &r->run->time) && has_ended (r, 2);
  if (!strcmp (word, "unit"))
    return take_number (r, 1, 1, &r->run->unit) && has_ended (r, 2);
  if (!strcmp (word, "private"))
    {
      r->run->private_shared = true;
      return r->count == 2 && !strcmp (r->words[1], "shared") ? true : complain (r, 1, "shared");
    }
  if (!strcmp (word, "div0"))
    {
      r->run->div0 = true;
      return has_ended (r, 1);
    }
  if (!strcmp (word, "departure"))
    {
      bool good = is_early (r) && take_choice (r, 1, hb_departure_names, &choice);
      r->run->departure = (enum hb_departure)choice;
      return good && has_ended (r, 2);
    }
  if (!strcmp (word, "semantics"))
    {
      bool good = take_choice (r, 1, hb_semantics_names, &choice);
      r->run->semantics = (enum hb_semantics)choice;
      return good && has_ended (r, 2);
    }
  return complain (r, 0,
                   "run, time, departure, semantics, private, div0, unit, initial, segment, "
                   "choose, a step or done");
}

static bool
read_line (struct reader *r)
{
  const char *word = r->words[0];
  int64_t number, value;
  if (r->done)
    return complain (r, 0, "the end of the file");
  if (!strcmp (word, "done"))
    {
      r->done = true;
      if (!take_number (r, 1, 0, &number))
        return false;
      return (size_t)number == r->run->steps.size
                 ? has_ended (r, 2)
                 : complain (r, 1, "the number of steps before this line");
    }
  if (!strcmp (word, "initial"))
    {
      struct hb_periodic_run_initial initial = { 0, 0 };
      if (!take_cell (r, 1, &initial.cell) || !take_number (r, 2, INT64_MIN, &value))
        return false;
      initial.value = (uint64_t)value;
      vec_push (r->run->initials, initial);
      return has_ended (r, 3);
    }
  bool body = !strcmp (word, "segment") || !strcmp (word, "choose");
  int kind = 0;
  while (!body && kind < 6 && strcmp (step_names[kind], word))
    kind++;
  if (!body && (kind == 6 || kind == HB_ACT_SNAPSHOT))
    return read_head (r);
  if (!r->jobs)
    r->jobs = hb_jobs_new (r->program, r->run->time, r->run->departure, 0, r->diag);
  if (!r->jobs)
    return false;
  if (!body)
    return read_step (r, (enum hb_action_kind)kind);
  hb_id job;
  if (!take_job (r, &job) || !take_number (r, 3, !strcmp (word, "choose"), &number)
      || !take_number (r, 4, INT64_MIN, &value))
    return false;
  if (!strcmp (word, "choose") && number > HB_NONE)
    return complain (r, 3, "a number of at most 4294967295");
  if (!strcmp (word, "segment"))
    vec_push (r->run->segments, ((struct hb_periodic_run_segment){ job, number, value }));
  else
    vec_push (r->run->choices,
              ((struct hb_periodic_run_choice){ job, (hb_id)number - 1, (uint64_t)value }));
  return has_ended (r, 5);
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
  struct reader r = { .program = program, .diag = diag, .input = input };
  r.run = hb_calloc (1, sizeof *r.run);
  r.run->unit = 1;
  const char *line;
  bool good = true, first = true;
  hb_input_limit_lines (r.input, 4096);
  for (size_t length; good && hb_input_line (r.input, &line, &length); first = false)
    {
      r.line = hb_copy_bytes (line, length);
      r.count = 0;
      for (char *at = r.line; *at && *at != '#';)
        {
          while (*at == ' ' || *at == '\t')
            at++;
          if (!*at || *at == '#' || r.count == MOST_WORDS)
            break;
          r.words[r.count++] = at;
          while (*at && *at != ' ' && *at != '\t')
            at++;
          if (*at)
            *at++ = '\0';
        }
      if (first && (!r.count || strcmp (r.words[0], "run")))
        good = complain (&r, 0, "'run 1'");
      else if (r.count)
        good = read_line (&r);
      hb_free (r.line);
    }
  if (good && !hb_input_failed (r.input) && !r.done)
    {
      struct hb_place place = hb_input_place (r.input, 0);
      hb_error (diag, &place, "the file is truncated: expected 'done' and the number of steps");
    }
  good = good && r.done && !hb_input_failed (r.input);
  hb_input_close (r.input);
  hb_jobs_free (r.jobs);
  if (good)
    return r.run;
  hb_periodic_run_free (r.run);
  return NULL;
}
