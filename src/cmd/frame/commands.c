/* The table of commands, in the order in which --help shows them. */
#include "cmd/frame/commands.h"

// clang-format off
const struct cli_command *const cli_commands[] = {
  &cmd_gen,
  &cmd_shuffle,
  &cmd_reduce,
  &cmd_solve,
  &cmd_check,
  &cmd_certify,
  &cmd_replay,
  &cmd_run,
  &cmd_periodic,
  &cmd_diff,
  &cmd_abstract,
  &cmd_robust,
  &cmd_lift,
  &cmd_extract,
  &cmd_verify,
  &cmd_sweep,
  &cmd_plot,
  &cmd_report,
  &cmd_merge,
  &cmd_minimal,
  &cmd_hunt,
  &cmd_draw,
  &cmd_fmt,
  &cmd_convert,
  &cmd_encode,
  &cmd_info,
  &cmd_table,
  &cmd_reductions,
  &cmd_problems,
  &cmd_map,
  &cmd_completions,
  &cmd_manual,
  NULL
};
