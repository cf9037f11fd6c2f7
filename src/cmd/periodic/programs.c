/* See programs.h. */
#include "cmd/periodic/programs.h"
#include "cmd/frame/language.h"

#include <stdlib.h>
#include <string.h>

bool
periodic_is (const struct cli *cli, const char *path)
{
  c_language_periodic_only (cli);
  return c_language (cli, path) != C_LANGUAGE_NONE;
}

hb_periodic_program *
periodic_open (struct cli *cli, const char *path)
{
  return hb_periodic_read (path, cli->diag);
}

/* "96", or "4H" for four hyper-periods. */
static int64_t
time_bound (const struct cli *cli, const hb_periodic_program *program)
{
  const char *text = cli_has_option (cli, "time") ? cli_text (cli, "time", NULL) : NULL;
  int64_t hyper = hb_hyper_period (program);
  if (!text && program->time <= 0 && !hyper)
    cli_usage_error (cli, "the hyper-period is beyond 2^40: expected --time");
  if (!text)
    return program->time > 0 ? program->time : hyper;
  char *end;
  long long number = strtoll (text, &end, 10);
  bool periods = *end == 'H' && !end[1];
  if (end == text || number <= 0 || (*end && !periods)
      || (periods && (!hyper || number > INT64_MAX / hyper)))
    cli_usage_error (
        cli,
        "--time: expected a time of at least 1, or a number of hyper-periods as in 4H, not '%s'",
        text);
  return periods ? number * hyper : number;
}

static int
choice (const struct cli *cli, const char *name, int otherwise)
{
  return cli_has_option (cli, name) ? cli_choice (cli, name, otherwise) : otherwise;
}

void
periodic_options (const struct cli *cli, const hb_periodic_program *program,
                  struct hb_periodic_options *options)
{
  *options = (struct hb_periodic_options){ .time = time_bound (cli, program), .wants_run = true };
  options->departure = (enum hb_departure)choice (
      cli, "departure", program->departure >= 0 ? program->departure : HB_DEPARTURE_RTA);
  options->formula.semantics = (enum hb_semantics)choice (
      cli, "semantics", program->semantics >= 0 ? program->semantics : HB_SEMANTICS_ARRIVAL);
  options->formula.snapshots = (enum hb_snapshots)choice (cli, "snapshots", HB_SNAPSHOTS_MOD);
  options->formula.encoding
      = (enum hb_order_encoding)choice (cli, "encoding", HB_ENCODING_POSITION);
  options->unfold.private_shared = choice (cli, "private", 0) == 1;
  options->unfold.div0 = cli_has_option (cli, "div0") && cli_flag (cli, "div0");
  options->unfold.unroll
      = cli_has_option (cli, "unroll") ? (unsigned)cli_unsigned (cli, "unroll", 0) : 0;
  options->solver = cli_has_option (cli, "solver") ? cli_text (cli, "solver", NULL) : NULL;
  options->seed = cli_has_option (cli, "seed") ? cli_unsigned (cli, "seed", 0) : 0;
  if (options->formula.semantics == HB_SEMANTICS_EXACT
      && options->formula.encoding == HB_ENCODING_ROUNDS)
    cli_usage_error (cli, "--semantics exact is for --encoding position");
}
