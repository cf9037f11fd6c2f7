/* The commands: each one's table stands at the end of its file. */
#ifndef HBKIT_COMMANDS_H
#define HBKIT_COMMANDS_H

#include "cmd/frame/cli.h"

// clang-format off
extern const struct cli_command
  cmd_gen,
  cmd_shuffle,
  cmd_reduce,
  cmd_solve,
  cmd_check,
  cmd_certify,
  cmd_replay,
  cmd_run,
  cmd_periodic, cmd_abstract, cmd_diff,
  cmd_periodic,
  cmd_robust,
  cmd_lift,
  cmd_extract,
  cmd_verify,
  cmd_sweep,
  cmd_plot,
  cmd_report,
  cmd_merge,
  cmd_minimal,
  cmd_hunt,
  cmd_draw,
  cmd_fmt,
  cmd_convert,
  cmd_encode,
  cmd_export,
  cmd_info,
  cmd_table,
  cmd_reductions,
  cmd_problems,
  cmd_map,
  cmd_gadget,
  cmd_completions,
  cmd_manual;
// clang-format on

/* All of them, in the order in which --help shows them, ended by NULL. */
extern const struct cli_command *const cli_commands[];

#endif
