/* hbkit certify, hbkit reduce robust-reach for event programs. */
#include "cmd/certify_any.h"

#include "base/plural.h"
#include "cmd/robust/programs.h"

#include "problem/problem.h"
#include "proof/robust/bounded.h"
#include "proof/robust/executions.h"
#include "robust/certify.h"

#include <string.h>

/* A violation's proof is its schedule. */
static bool
is_schedule (hb_input *input)
{
  size_t length;
  const char *text = hb_input_peek (input, &length);
  return length > 4 && !memcmp (text, "aeds", 4);
}

/* What a checker found, for people and as JSON. */
struct found
{
  bool good, is_certificate;
  const char *verdict;  /* as an answer to the question; UNKNOWN: within the bound alone */
  const char *said;     /* behind VERIFIED */
  const char *names[5]; /* of the numbers in the JSON, ended by NULL */
  size_t numbers[4];
  char *details; /* a line or more for people; owned */
};

/* Tells FOUND, since START; the exit code. */
static int
tell (struct cli *cli, struct found *found, double start)
{
  int code = found->good ? 0 : found->is_certificate ? 1 : 2;
  if (code < 2 && cli_flag (cli, "json"))
    {
      hb_json *json = cli_json (cli);
      hb_json_member_bool (json, "verified", found->good);
      hb_json_member_string (json, "verdict", found->good ? found->verdict : NULL);
      for (size_t i = 0; found->names[i]; i++)
        hb_json_member_unsigned (json, found->names[i], found->numbers[i]);
      hb_json_member_double (json, "seconds", hb_now () - start, 6);
      code = hb_json_commit (json) ? code : 2;
    }
  else if (found->good)
    {
      if (cli->verbosity >= 0)
        fputs (found->details, stdout);
      printf ("s VERIFIED %s\n", found->said);
    }
  else if (code == 1)
    puts ("s NOT VERIFIED");
  hb_free (found->details);
  if (code)
    cli_fail (cli);
  return code;
}

static struct found
certify_bounded (const hb_aed *program, hb_input *input, hb_diag *diag)
{
  struct hb_certified_bounded c = hb_certify_bounded (program, input, diag);
  bool is_rob = c.claim.stage == HB_STAGE_ROB;
  const char *verdict = !c.claim.is_whole ? "UNKNOWN" : is_rob ? "ROBUST" : "DETERMINISTIC";
  return (struct found){
    .good = c.good,
    .is_certificate = c.is_certificate,
    .verdict = verdict,
    .said = c.claim.is_whole ? verdict : "WITHIN THE BOUND",
    .names = { "starts", "bound", "clauses", "steps" },
    .numbers = { c.claim.starts, c.claim.bound, c.clauses, c.steps },
    .details = hb_format (
        "c %s derived from the program, %zu of them used, %s of the proof\n"
        "c no violation%s with up to %s of events, loops and recursion up to %zu\n",
        hb_many (c.clauses, "clause"), c.used, hb_many (c.steps, "step"),
        is_rob ? "" : " by an event alone", hb_many (c.claim.starts, "start"), c.claim.bound),
  };
}

static struct found
certify_executions (const struct event_program *program, hb_input *input, hb_diag *diag)
{
  static const char *const parts[] = { "", "DETERMINISTIC", "SERIALIZABLE", "ROBUST" },
                           *const wrongs[]
                           = { "", "that one event alone makes", "between events", "" };
  struct hb_certified_executions c = hb_certify_executions (program->code, input, diag);
  const char *verdict = c.claim.is_whole ? parts[c.claim.parts & 3] : "UNKNOWN";
  char *starts = program->text->has_driver
                     ? hb_copy_text ("")
                     : hb_format ("up to %s of events, ", hb_many (c.claim.events, "start"));
  struct found found = {
    .good = c.good,
    .is_certificate = c.is_certificate,
    .verdict = verdict,
    .said = c.claim.is_whole ? verdict : "WITHIN THE BOUND",
    .names = { "starts", "bound", "clauses", "steps" },
    .numbers = { c.claim.events, c.claim.bound, c.clauses, c.steps },
    .details = hb_format ("c %s derived from the program, %zu of them used, %zu of "
                          "cycles, %s of the proof\n"
                          "c no violation %s%swith %sloops and recursion up to %zu%s\n",
                          hb_many (c.clauses, "clause"), c.used, c.cycles,
                          hb_many (c.steps, "step"), wrongs[c.claim.parts & 3],
                          (c.claim.parts & 3) == 3 ? "" : " ", starts, c.claim.bound,
                          c.claim.queue ? ", main taking tasks in the order of their posts" : ""),
  };
  hb_free (starts);
  return found;
}

static struct found
certify_summaries (const hb_aed *program, hb_input *input, hb_diag *diag)
{
  struct hb_certified_robust c = hb_certify_robust (program, input, diag);
  bool is_rob = c.stage == HB_STAGE_ROB;
  const char *verdict = !c.is_whole ? "UNKNOWN" : is_rob ? "ROBUST" : "DETERMINISTIC";
  char *loops = c.loops ? hb_format (c.is_whole ? ", as loops that post end within %s"
                                                : ", as far as loops that post end within %s",
                                     hb_many (c.loops, "round"))
                        : hb_copy_text ("");
  struct found found = {
    .good = c.good,
    .is_certificate = c.is_certificate,
    .verdict = verdict,
    .said = c.is_whole ? verdict : "WITHIN THE BOUND",
    .names = { "entries", "exits", c.loops ? "bound" : NULL },
    .numbers = { c.entries, c.exits, c.loops },
    .details = hb_format ("c %zu entries, %zu exits, closed; %s%s\n", c.entries, c.exits,
                          is_rob ? "robust" : "each event alone is deterministic", loops),
  };
  hb_free (loops);
  return found;
}

int
event_program_certify (struct cli *cli)
{
  struct event_program program;
  struct found found = { .good = false };
  double start = hb_now ();
  hb_input *input = hb_input_open (cli->operands[1], cli->diag);
  if (!input)
    return cli_fail (cli);
  if (is_schedule (input))
    return certify_any (cli, &hb_problem_robustness, input);
  bool bounded = hb_is_bounded_certificate (input),
       executions = hb_is_executions_certificate (input);
  if (event_program_open (cli, cli->operands[0], &program))
    found = executions ? certify_executions (&program, input, cli->diag)
            : bounded  ? certify_bounded (program.text, input, cli->diag)
                       : certify_summaries (program.text, input, cli->diag);
  hb_input_close (input);
  event_program_close (&program);
  return tell (cli, &found, start);
}

int
event_program_reduce (struct cli *cli)
{
  static const char *const usage = "reduce robust-reach takes one program; expected P.aed";
  struct event_program program;
  struct hb_instrument_options how
      = { .stage = (enum hb_stage)cli_choice (cli, "stage", HB_STAGE_ROB),
          .bound = cli_unsigned (cli, "bound", 0) };
  char *text = NULL;
  bool good = false;
  if (cli->operand_count != 2)
    cli_usage_error (cli, "%s", usage);
  cli_takes_only (cli, "output stage bound", "robust-reach with --stage or --bound");
  if (event_program_open (cli, cli->operands[1], &program)
      && (text = hb_instrument_text (program.text, &how, cli->diag)))
    {
      hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
      if (output)
        hb_put (output, text);
      good = output && hb_output_commit (output);
    }
  hb_free (text);
  event_program_close (&program);
  return good ? 0 : cli_fail (cli);
}
