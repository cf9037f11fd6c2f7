/* hbkit periodic --response-times: utilisation, response times, the first job that misses, and how jobs relate. */
#include "cmd/periodic/programs.h"

#include "base/json.h"

struct times
{
  const hb_periodic_program *program;
  struct hb_response *responses; /* by task */
  bool schedulable;
  bool misses; /* job INDEX of TASK is the first, and ends at END */
  hb_id task, index;
  int64_t end;
};

static double
utilisation (const hb_periodic_program *program)
{
  double sum = 0;
  for (size_t i = 0; i < program->tasks.size; i++)
    sum += (double)program->tasks.data[i].wcet / (double)program->tasks.data[i].period;
  return sum;
}

static void
print_table (const struct times *t)
{
  const hb_periodic_program *program = t->program;
  printf ("%-24s %9s %9s %9s %9s %9s %9s\n", "task", "priority", "period", "WCET", "arrival",
          "blocked", "response");
  for (size_t i = program->tasks.size; i-- > 0;)
    {
      const struct hb_task *one = &program->tasks.data[i];
      int64_t time = t->responses[i].time;
      char response[32];
      snprintf (response, sizeof response, time < 0 ? "> %lld" : "%lld",
                (long long)(time < 0 ? t->responses[i].at_least : time));
      printf ("%-24s %9lld %9lld %9lld %9lld %9lld %9s\n", one->name, (long long)one->priority,
              (long long)one->period, (long long)one->wcet, (long long)one->arrival,
              (long long)t->responses[i].blocking, response);
    }
  printf ("utilisation %.4f, hyper-period %lld\n", utilisation (program),
          (long long)hb_hyper_period (program));
  printf ("%s by response times\n", t->schedulable ? "schedulable" : "not schedulable");
  if (t->misses)
    printf ("with every job running for its WCET and no lock in the way, job %u of %s is the first "
            "to miss: it ends at %lld\n",
            t->index + 1, program->tasks.data[t->task].name, (long long)t->end);
}

/* The jobs to which A relates so; of `before` those that do not follow from others. */
static bool
is_told (const hb_jobs *jobs, size_t a, size_t b, enum hb_job_relation relation)
{
  return relation == HB_JOB_BEFORE ? hb_jobs_next (jobs, a, b)
                                   : hb_jobs_relation (jobs, a, b) == relation;
}

static void
print_related (const hb_jobs *jobs, size_t a, enum hb_job_relation relation, const char *word)
{
  for (size_t b = 0; b < jobs->jobs.size; b++)
    if (is_told (jobs, a, b, relation))
      {
        printf ("%s %s %u", word, jobs->program->tasks.data[jobs->jobs.data[b].task].name,
                jobs->jobs.data[b].index + 1);
        word = ",";
      }
  if (*word != ',' && relation == HB_JOB_UNDER)
    printf (" not preempted");
}

static void
print_relations (const hb_jobs *jobs)
{
  for (size_t a = 0; a < jobs->jobs.size; a++)
    {
      const struct hb_job *job = &jobs->jobs.data[a];
      printf ("%s %u arrives %lld, over by %lld;", jobs->program->tasks.data[job->task].name,
              job->index + 1, (long long)job->arrival, (long long)job->departure);
      print_related (jobs, a, HB_JOB_UNDER, " preempted by");
      print_related (jobs, a, HB_JOB_BEFORE, "; finishes before");
      puts ("");
    }
}

/* --- As JSON --- */

static void
put_task (hb_json *json, const struct times *t, size_t i)
{
  const struct hb_task *task = &t->program->tasks.data[i];
  hb_json_flat (json);
  hb_json_open_object (json);
  hb_json_member_string (json, "task", task->name);
  hb_json_member_signed (json, "priority", task->priority);
  hb_json_member_signed (json, "period", task->period);
  hb_json_member_signed (json, "wcet", task->wcet);
  hb_json_member_signed (json, "arrival", task->arrival);
  hb_json_member_signed (json, "blocked", t->responses[i].blocking);
  if (t->responses[i].time < 0)
    hb_json_member_null (json, "response");
  else
    hb_json_member_signed (json, "response", t->responses[i].time);
  hb_json_close (json);
}

static void
put_related (hb_json *json, const hb_jobs *jobs, size_t a, enum hb_job_relation relation,
             const char *key)
{
  hb_json_member_array (json, key);
  for (size_t b = 0; b < jobs->jobs.size; b++)
    if (is_told (jobs, a, b, relation))
      hb_json_unsigned (json, b);
  hb_json_close (json);
}

static void
put_job (hb_json *json, const hb_jobs *jobs, size_t a)
{
  const struct hb_job *job = &jobs->jobs.data[a];
  hb_json_flat (json);
  hb_json_open_object (json);
  hb_json_member_string (json, "task", jobs->program->tasks.data[job->task].name);
  hb_json_member_unsigned (json, "job", job->index + 1);
  hb_json_member_signed (json, "arrives", job->arrival);
  hb_json_member_signed (json, "over_by", job->departure);
  put_related (json, jobs, a, HB_JOB_UNDER, "preempted_by");
  put_related (json, jobs, a, HB_JOB_BEFORE, "finishes_before");
  hb_json_close (json);
}

/* The members of what is printed; jobs relate by their numbers in the list, from 0. */
static bool
put_times (struct cli *cli, const struct times *t, const hb_jobs *jobs)
{
  hb_json *json = cli_json (cli);
  hb_json_member_string (json, "program", cli->operands[0]);
  hb_json_member_double (json, "utilisation", utilisation (t->program), 4);
  hb_json_member_signed (json, "hyper_period", hb_hyper_period (t->program));
  hb_json_member_bool (json, "schedulable", t->schedulable);
  hb_json_member_array (json, "tasks");
  for (size_t i = t->program->tasks.size; i-- > 0;)
    put_task (json, t, i);
  hb_json_close (json);
  if (t->misses)
    {
      hb_json_member_object (json, "first_miss");
      hb_json_member_string (json, "task", t->program->tasks.data[t->task].name);
      hb_json_member_unsigned (json, "job", t->index + 1);
      hb_json_member_signed (json, "ends", t->end);
      hb_json_close (json);
    }
  else
    hb_json_member_null (json, "first_miss");
  hb_json_member_array (json, "jobs");
  for (size_t a = 0; a < jobs->jobs.size; a++)
    put_job (json, jobs, a);
  hb_json_close (json);
  return hb_json_commit (json);
}

int
periodic_response_times (struct cli *cli, const hb_periodic_program *program,
                         const struct hb_periodic_options *how)
{
  struct times t = { .program = program };
  bool json = cli_flag (cli, "json");
  t.responses = hb_calloc (program->tasks.size, sizeof *t.responses);
  t.schedulable = hb_response_times (program, 0, t.responses);
  t.misses = hb_first_miss (program, &t.task, &t.index, &t.end);
  hb_jobs *jobs = hb_jobs_new (program, how->time, how->departure, 0, cli->diag);
  /* Whether the times follow from what hb_critical tells. */
  bool told = false, bears = true;
  for (size_t i = 0; i < program->locks.size; i++)
    for (hb_id task = 0; task < program->tasks.size; task++)
      told = told || program->locks.data[i].told[task];
  if (jobs && told)
    {
      hb_unfolding *unfolding = hb_unfold (jobs, &how->unfold, cli->diag);
      bears = unfolding;
      hb_unfolding_free (unfolding);
    }
  if (!json && bears)
    print_table (&t);
  if (jobs && bears && !json)
    print_relations (jobs);
  bool good = jobs && bears && (!json || put_times (cli, &t, jobs));
  hb_free (t.responses);
  hb_jobs_free (jobs);
  return good ? 0 : cli_fail (cli);
}
