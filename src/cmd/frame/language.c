/* See language.h. */
#include "cmd/frame/language.h"

#include "base/input.h"
#include "base/path.h"
#include "problem/problem.h"

/* Has the file, which may begin with long comments, a line that is a periodic program's? */
static bool
has_tasks (const char *path)
{
  const struct hb_problem *periodic = &hb_problem_periodic;
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_open (path, diag);
  const char *line;
  bool found = false;
  for (size_t length; input && !found && hb_input_line (input, &line, &length);)
    found = periodic->recognises (periodic, line, length);
  hb_input_close (input);
  hb_diag_free (diag);
  return found;
}

enum c_language
c_language (const struct cli *cli, const char *path)
{
  if (cli_has_option (cli, "language") && cli_text (cli, "language", NULL))
    return (enum c_language)cli_choice (cli, "language", 0);
  if (!hb_is_called (path, ".c"))
    return C_LANGUAGE_NONE;
  return has_tasks (path) ? C_LANGUAGE_PERIODIC : C_LANGUAGE_THREADS;
}

void
c_language_periodic_only (const struct cli *cli)
{
  if (cli_choice (cli, "language", 0) == C_LANGUAGE_THREADS)
    cli_usage_error (cli,
                     "--language threads: this command is for periodic programs; expected 'hbkit "
                     "diff', 'info' or 'run' for programs of threads");
}
