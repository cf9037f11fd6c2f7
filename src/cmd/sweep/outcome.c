/* See outcome.h. */
#include "cmd/sweep/outcome.h"

#include "sat/cnf.h"
#include "engine/engine.h"
#include "base/json_load.h"
#include "base/sha256.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Of what a command prints on standard error, so much is looked at. */
#define MOST_ERRORS 8192

/* --- standard error ---------------------------------------------------------------------------- */

/* A fault of ours, not of what ran: nothing may be written down of that. */
static void
cannot_read (struct sweep_outcome *outcome, const char *path, const char *why)
{
  if (!outcome->unread)
    {
      hb_free (outcome->detail);
      outcome->detail = hb_format ("%s cannot be read: %s", path, why);
    }
  outcome->name = "error";
  outcome->unread = true;
}

/* The beginning of the file.  New. */
static char *
read_beginning (struct sweep_outcome *outcome, const char *path)
{
  char *text = hb_calloc (MOST_ERRORS + 1, 1);
  FILE *file = fopen (path, "rb");
  if (!file && errno != ENOENT)
    cannot_read (outcome, path, strerror (errno));
  size_t got = file ? fread (text, 1, MOST_ERRORS, file) : 0;
  text[got] = '\0';
  if (file)
    fclose (file);
  return text;
}

/* As programs say it that the kernel gives no more memory to: hbkit and PicoSAT, C++, perror (3),
 * CaDiCaL, GNU, dash. */
static bool
speaks_of_memory (const char *errors)
{
  static const char *const said[] = { "out of memory", "bad_alloc",        "annot allocate memory",
                                      "out-of-memory", "memory exhausted", "Out of space" };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (strstr (errors, said[i]))
      return true;
  return false;
}

/* Does REASON, of a solver that did not answer, say that its processor time was over? */
static bool
speaks_of_time (const char *reason)
{
  return reason && strstr (reason, strsignal (SIGXCPU));
}

/* The first line, without the program's name.  New. */
static char *
first_line (const char *errors)
{
  const char *error = strstr (errors, "error: ");
  error = error ? error + strlen ("error: ") : errors;
  return hb_copy_bytes (error, strcspn (error, "\n"));
}

/* --- how the process ended --------------------------------------------------------------------- */

static void
judge_end (struct sweep_outcome *outcome, const struct hb_child *child, const char *errors)
{
  outcome->name = "error";
  if (child->end == HB_CHILD_CPU || child->end == HB_CHILD_WALL)
    {
      outcome->name = "time";
      outcome->detail = hb_copy_text (child->end == HB_CHILD_CPU ? "cpu" : "wall");
    }
  else if (child->end == HB_CHILD_MEMORY || speaks_of_memory (errors))
    outcome->name = "memory";
  else if (child->end == HB_CHILD_CRASHED)
    {
      outcome->name = "crash";
      outcome->detail = hb_format ("signal %d (%s)", child->code, strsignal (child->code));
    }
  else
    {
      outcome->no_space = strstr (errors, "No space left") || strstr (errors, "Disk quota");
      outcome->wrong_usage = strstr (errors, "\nTry 'hbkit ");
      outcome->detail = *errors ? first_line (errors) : hb_format ("exit status %d", child->code);
    }
}

/* Did it come to an end of its own that says something? */
static bool
is_regular (const struct sweep_stage *stage, const struct hb_child *child)
{
  int code = child->code;
  if (child->end != HB_CHILD_EXITED)
    return false;
  if (sweep_stage_decides (stage))
    return code == 0 || code == HB_CONSISTENT || code == HB_INCONSISTENT;
  return code == 0 || (stage->kind == SWEEP_CERTIFY && code == 1);
}

/* --- what it printed --------------------------------------------------------------------------- */

static int64_t
number_in (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  return json_is_integer (value) ? json_integer_value (value) : SWEEP_NO_NUMBER;
}

static double
real_in (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  return json_is_number (value) ? json_number_value (value) : SWEEP_NO_REAL;
}

/* Of problems that have words of their own the exit code tells. */
static const char *
verdict_of_code (int code)
{
  return code == HB_CONSISTENT ? "YES" : code == HB_INCONSISTENT ? "NO" : NULL;
}

static const char *
known_verdict (const char *text)
{
  static const char *const known[]
      = { "SATISFIABLE", "UNSATISFIABLE", "CONSISTENT", "INCONSISTENT", "FOUND", "MISSED" };
  for (size_t i = 0; text && i < sizeof known / sizeof *known; i++)
    if (!strcmp (text, known[i]))
      return known[i];
  return NULL;
}

static void
take_counts (struct sweep_outcome *outcome, const struct sweep_stage *stage, const json_t *json)
{
  outcome->decide_wall = real_in (json, "seconds");
  /* certify counts other things under the same names. */
  if (stage->kind == SWEEP_CERTIFY)
    return;
  outcome->decide_cpu = real_in (json, "cpu_seconds");
  outcome->decide_memory = number_in (json, "decide_memory");
  outcome->pairs = number_in (json, "pairs");
  outcome->rounds = number_in (json, "rounds");
  outcome->conflicts = number_in (json, "conflicts");
  outcome->solver_conflicts = number_in (json, "solver_conflicts");
  outcome->deadlocks = number_in (json, "deadlocks");
  outcome->steps = number_in (json, "steps");
  outcome->passes = real_in (json, "passes");
  outcome->made.variables = number_in (json, "variables");
  outcome->made.clauses = number_in (json, "clauses");
  outcome->made.literals = number_in (json, "literals");
  outcome->made.twos = number_in (json, "twos");
  outcome->made.events = number_in (json, "events");
  outcome->made.messages = number_in (json, "messages");
  outcome->made.handlers = number_in (json, "handlers");
}

static void
take_verdict (struct sweep_outcome *outcome, const struct sweep_stage *stage, int code,
              const json_t *json)
{
  const char *said = json_string_value (json_object_get (json, "verdict"));
  const char *verdict = stage->problem ? verdict_of_code (code) : known_verdict (said);
  const char *reason = json_string_value (json_object_get (json, "reason"));
  if (verdict)
    outcome->answer = !strcmp (verdict, "SATISFIABLE") || !strcmp (verdict, "CONSISTENT")
                      || !strcmp (verdict, "YES");
  /* An algorithm with its published faults answers, but is no judge of the others. */
  if (stage->engine && hb_engine_find (stage->engine)->as_printed)
    outcome->answer = SWEEP_NO_NUMBER;
  outcome->name = verdict ? "solved" : "unknown";
  outcome->verdict = verdict;
  if (stage->kind == SWEEP_HUNT) /* schedulers need not agree */
    outcome->answer = SWEEP_NO_NUMBER;
  if (stage->kind == SWEEP_CERTIFY)
    {
      outcome->name = "solved";
      outcome->verdict
          = json_is_true (json_object_get (json, "verified")) ? "VERIFIED" : "NOT VERIFIED";
    }
  if (reason)
    outcome->detail = hb_copy_text (reason);
}

/* The JSON object that solve, check and certify print. */
static void
take_json (struct sweep_outcome *outcome, const struct sweep_stage *stage, int code,
           const char *path)
{
  struct hb_json_text text = { VEC_EMPTY };
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_open (path, diag);
  json_t *json = input ? hb_json_load (input, &text, diag) : NULL;
  if (!input || hb_input_failed (input))
    cannot_read (outcome, path, hb_diag_first (diag));
  else if (json_is_object (json))
    {
      take_counts (outcome, stage, json);
      take_verdict (outcome, stage, code, json);
    }
  else
    {
      outcome->name = "error";
      outcome->detail = hb_copy_text ("it printed no JSON object");
    }
  json_decref (json);
  hb_input_close (input);
  vec_free (text.bytes);
  hb_diag_free (diag);
}

/* --- what it wrote ----------------------------------------------------------------------------- */

static void
measure_formula (struct sweep_outcome *outcome, const char *path)
{
  struct sweep_sizes *sizes = &outcome->made;
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_dimacs_read (path, diag);
  if (cnf)
    {
      sizes->variables = cnf->variables;
      sizes->clauses = (int64_t)hb_cnf_clauses (cnf);
      sizes->literals = (int64_t)cnf->literals.size;
      sizes->twos = 0;
      for (size_t j = 0, size; j < hb_cnf_clauses (cnf); j++)
        {
          hb_cnf_clause (cnf, j, &size);
          sizes->twos += size == 2;
        }
    }
  else
    cannot_read (outcome, path, hb_diag_first (diag));
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* A trace's last line tells: end EVENTS MESSAGES HANDLERS. */
static void
measure_trace (struct sweep_outcome *outcome, const char *path)
{
  struct sweep_sizes *sizes = &outcome->made;
  char tail[129];
  long long events, messages, handlers;
  FILE *file = fopen (path, "rb");
  if (!file)
    {
      cannot_read (outcome, path, strerror (errno));
      return;
    }
  if (fseek (file, -128, SEEK_END))
    rewind (file);
  size_t got = fread (tail, 1, 128, file);
  fclose (file);
  tail[got] = '\0';
  const char *end = strstr (tail, "\nend ");
  if (end && sscanf (end, " end %lld %lld %lld", &events, &messages, &handlers) == 3)
    {
      sizes->events = events;
      sizes->messages = messages;
      sizes->handlers = handlers;
    }
}

static void
take_output (struct sweep_outcome *outcome, const struct sweep_stage *stage, const char *path)
{
  hb_diag *diag = hb_diag_new ();
  uint64_t bytes;
  if (!hb_sha256_file (path, outcome->output_sha256, &bytes, diag))
    {
      outcome->output_sha256[0] = '\0';
      if (!access (path, F_OK))
        cannot_read (outcome, path, hb_diag_first (diag));
      else if (!sweep_stage_decides (stage))
        {
          outcome->name = "error";
          outcome->detail = hb_copy_text ("it wrote no file");
        }
    }
  else if (!sweep_stage_decides (stage))
    {
      outcome->made.bytes = (int64_t)bytes;
      if (stage->made.thing == SWEEP_FORMULA)
        measure_formula (outcome, path);
      else if (stage->made.thing == SWEEP_TRACE)
        measure_trace (outcome, path);
    }
  hb_diag_free (diag);
}

struct sweep_outcome
sweep_outcome_read (const struct sweep_stage *stage, const struct hb_child *child,
                    const char *folder)
{
  struct sweep_outcome outcome = { .name = "solved",
                                   .answer = SWEEP_NO_NUMBER,
                                   .made = sweep_no_sizes (),
                                   .decide_cpu = SWEEP_NO_REAL,
                                   .decide_wall = SWEEP_NO_REAL,
                                   .decide_memory = SWEEP_NO_NUMBER,
                                   .pairs = SWEEP_NO_NUMBER,
                                   .rounds = SWEEP_NO_NUMBER,
                                   .conflicts = SWEEP_NO_NUMBER,
                                   .solver_conflicts = SWEEP_NO_NUMBER,
                                   .deadlocks = SWEEP_NO_NUMBER,
                                   .steps = SWEEP_NO_NUMBER,
                                   .passes = SWEEP_NO_REAL };
  char *errors_path = hb_format ("%s/%s", folder, SWEEP_STDERR);
  char *said_path = hb_format ("%s/%s", folder, SWEEP_STDOUT);
  char *made_path = stage->output ? hb_format ("%s/%s", folder, stage->output) : NULL;
  char *errors = read_beginning (&outcome, errors_path);
  bool speaks
      = sweep_stage_decides (stage) || stage->kind == SWEEP_CERTIFY || stage->kind == SWEEP_HUNT;
  if (!is_regular (stage, child))
    judge_end (&outcome, child, errors);
  else
    {
      if (speaks)
        take_json (&outcome, stage, child->code, said_path);
      /* A solver of the user's own that died. */
      if (!strcmp (outcome.name, "unknown") && speaks_of_memory (errors))
        outcome.name = "memory";
      else if (!strcmp (outcome.name, "unknown") && speaks_of_time (outcome.detail))
        {
          outcome.name = "time";
          hb_free (outcome.detail);
          outcome.detail = hb_copy_text ("cpu");
        }
      if (made_path)
        take_output (&outcome, stage, made_path);
    }
  hb_free (errors);
  hb_free (errors_path);
  hb_free (said_path);
  hb_free (made_path);
  return outcome;
}
