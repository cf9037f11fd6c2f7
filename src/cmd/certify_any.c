/* See certify_any.h. */
#include "cmd/certify_any.h"

#include "cmd/frame/instances.h"
#include "proof/certify_history.h"

#include <string.h>

const struct hb_problem *
certify_problem (struct cli *cli, hb_input *proof)
{
  size_t length;
  const char *text = hb_input_peek (proof, &length);
  if (hb_is_history_certificate (proof))
    return &hb_problem_sc;
  if (length >= 6 && !memcmp (text, "hbcert", 6))
    return NULL;
  /* Whoever reads the file says what is wrong with it. */
  hb_diag *silent = hb_diag_new ();
  hb_input *file = hb_input_open (cli->operands[0], silent);
  const struct hb_problem *problem = file ? hb_problem_of_input (file) : NULL;
  hb_input_close (file);
  hb_diag_free (silent);
  return problem == &hb_problem_sat ? problem : NULL;
}

static bool
print_json (struct cli *cli, const char *verdict, double seconds)
{
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "verified", verdict);
  hb_json_member_string (json, "verdict", verdict);
  hb_json_member_string (json, "reason", verdict ? NULL : hb_diag_first (cli->diag));
  hb_json_member_double (json, "seconds", seconds, 6);
  return hb_json_commit (json);
}

int
certify_any (struct cli *cli, const struct hb_problem *problem, hb_input *proof)
{
  hb_input *file = hb_input_open (cli->operands[0], cli->diag);
  hb_instance *instance = file ? problem->read (problem, file, cli->diag) : NULL;
  if (!instance)
    {
      hb_input_close (proof);
      return cli_fail (cli);
    }
  double start = hb_now ();
  enum hb_answer answer = problem->certify (problem, instance, proof, cli->diag);
  double seconds = hb_now () - start;
  const char *verdict = answer == HB_YES ? problem->yes : answer == HB_NO ? problem->no : NULL;
  int code = verdict ? 0 : 1;
  problem->free (problem, instance);
  if (cli_flag (cli, "json"))
    code = print_json (cli, verdict, seconds) ? code : 2;
  else
    {
      if (verdict && cli->verbosity >= 0)
        printf ("c %.3f s\n", seconds);
      printf (verdict ? "s VERIFIED %s\n" : "s NOT VERIFIED\n", verdict);
    }
  if (code)
    cli_fail (cli);
  return code;
}
