/* hbkit certify, hbkit reduce robust-reach for event programs. */
#include "cmd/certify_any.h"
#include "cmd/robust/programs.h"

#include "problem/problem.h"
#include "proof/robust/bounded.h"
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

/* INPUT (stolen) is the certificate of a bounded answer. */
static int
certify_bounded (struct cli *cli, hb_input *input)
{
  struct event_program program;
  struct hb_certified_bounded found = { .good = false };
  double start = hb_now ();
  if (event_program_open (cli, cli->operands[0], &program))
    found = hb_certify_bounded (program.text, input, cli->diag);
  bool is_rob = found.claim.stage == HB_STAGE_ROB;
  const char *verdict = !found.claim.is_whole ? "UNKNOWN" : is_rob ? "ROBUST" : "DETERMINISTIC";
  int code = found.good ? 0 : found.is_certificate ? 1 : 2;
  if (code < 2 && cli_flag (cli, "json"))
    {
      hb_output *output = cli_stdout (cli);
      hb_json *json = hb_json_new (output);
      hb_json_open_object (json);
      hb_json_member_bool (json, "verified", found.good);
      hb_json_member_string (json, "verdict", found.good ? verdict : NULL);
      hb_json_member_unsigned (json, "starts", found.claim.starts);
      hb_json_member_unsigned (json, "bound", found.claim.bound);
      hb_json_member_unsigned (json, "clauses", found.clauses);
      hb_json_member_unsigned (json, "steps", found.steps);
      hb_json_member_double (json, "seconds", hb_now () - start, 6);
      hb_json_close (json);
      hb_json_free (json);
      code = hb_output_commit (output) ? code : 2;
    }
  else if (found.good)
    {
      if (cli->verbosity >= 0)
        printf ("c %zu clauses derived from the program, %zu of them used, %zu steps of the proof\n"
                "c no violation%s with up to %zu starts of events, loops and recursion up to %zu\n",
                found.clauses, found.used, found.steps, is_rob ? "" : " by an event alone",
                found.claim.starts, found.claim.bound);
      printf ("s VERIFIED %s\n", found.claim.is_whole ? verdict : "WITHIN THE BOUND");
    }
  else if (code == 1)
    puts ("s NOT VERIFIED");
  hb_input_close (input);
  event_program_close (&program);
  return code ? (cli_fail (cli), code) : 0;
}

int
event_program_certify (struct cli *cli)
{
  struct event_program program;
  struct hb_certified_robust found = { .good = false };
  hb_input *input = NULL;
  double start = hb_now ();
  if (!(input = hb_input_open (cli->operands[1], cli->diag)))
    return cli_fail (cli);
  if (is_schedule (input))
    return certify_any (cli, &hb_problem_robustness, input);
  if (hb_is_bounded_certificate (input))
    return certify_bounded (cli, input);
  if (event_program_open (cli, cli->operands[0], &program))
    found = hb_certify_robust (program.text, input, cli->diag);
  int code = found.good ? 0 : found.is_certificate ? 1 : 2;
  if (code < 2 && cli_flag (cli, "json"))
    {
      hb_output *output = cli_stdout (cli);
      hb_json *json = hb_json_new (output);
      hb_json_open_object (json);
      hb_json_member_bool (json, "verified", found.good);
      hb_json_member_string (json, "verdict",
                             !found.good                   ? NULL
                             : found.stage == HB_STAGE_ROB ? "ROBUST"
                                                           : "DETERMINISTIC");
      hb_json_member_unsigned (json, "entries", found.entries);
      hb_json_member_unsigned (json, "exits", found.exits);
      hb_json_member_double (json, "seconds", hb_now () - start, 6);
      hb_json_close (json);
      hb_json_free (json);
      code = hb_output_commit (output) ? code : 2;
    }
  else if (found.good)
    {
      if (cli->verbosity >= 0)
        printf ("c %zu entries, %zu exits, closed; %s\n", found.entries, found.exits,
                found.stage == HB_STAGE_ROB ? "robust" : "each event alone is deterministic");
      puts (found.stage == HB_STAGE_ROB ? "s VERIFIED ROBUST" : "s VERIFIED DETERMINISTIC");
    }
  else if (code == 1)
    puts ("s NOT VERIFIED");
  hb_input_close (input);
  event_program_close (&program);
  if (code)
    cli_fail (cli);
  return code;
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
