/* See threads.h. */
#include "cmd/diff/threads.h"

#include "base/plural.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
number (const struct cli *cli, const char *name, uint64_t otherwise)
{
  return cli_has_option (cli, name) ? cli_unsigned (cli, name, otherwise) : otherwise;
}

static int
choice (const struct cli *cli, const char *name)
{
  return cli_has_option (cli, name) ? cli_choice (cli, name, 0) : 0;
}

static bool
flag (const struct cli *cli, const char *name)
{
  return cli_has_option (cli, name) && cli_flag (cli, name);
}

struct diff_options
threads_reading (const struct cli *cli)
{
  struct diff_options options = { .by_access = choice (cli, "atomic") == 1,
                                  .contexts = flag (cli, "contexts"),
                                  .no_assert = flag (cli, "no-assert"),
                                  .limit = number (cli, "limit", 0) };
  uint64_t unroll = number (cli, "unroll", 1);
  if (!unroll || unroll > 10000)
    cli_usage_error (cli, "--unroll: expected a number from 1 to 10000");
  options.unroll = (hb_id)unroll;
  return options;
}

struct diff_scope_options
threads_scope (const struct cli *cli)
{
  const char *names = cli_has_option (cli, "vars") ? cli_text (cli, "vars", NULL) : NULL;
  struct diff_scope_options options = { .variables = names };
  if (names && !strcmp (names, "all"))
    options = (struct diff_scope_options){ .all = true };
  else if (names && !strcmp (names, "data"))
    options = (struct diff_scope_options){ .data = true };
  return options;
}

/* LOW..HIGH. */
static void
read_choices (const struct cli *cli, struct diff_engine_options *options)
{
  const char *text = cli_has_option (cli, "choices") ? cli_text (cli, "choices", NULL) : NULL;
  char *end = NULL;
  options->low = 0;
  options->high = 1;
  if (!text)
    return;
  options->low = strtoll (text, &end, 10);
  bool good = end != text && !strncmp (end, "..", 2);
  const char *second = good ? end + 2 : text;
  options->high = strtoll (second, &end, 10);
  if (!good || end == second || *end || options->low > options->high
      || options->high - options->low > 65536)
    cli_usage_error (cli, "--choices: expected LOW..HIGH, at most 65536 values, not '%s'", text);
}

struct diff_engine_options
threads_engine (const struct cli *cli, struct hb_limits *limits)
{
  struct diff_engine_options options
      = { .kind = (enum diff_engine_kind)choice (cli, "engine"),
          .complete = choice (cli, "runs") == 1,
          .solver = cli_has_option (cli, "solver") ? cli_text (cli, "solver", NULL) : NULL,
          .seed = number (cli, "seed", 0),
          .limits = limits };
  read_choices (cli, &options);
  return options;
}

diff_program *
threads_open (struct cli *cli, const char *path)
{
  struct diff_options options = threads_reading (cli);
  return diff_read (path, &options, cli->diag);
}

void
threads_print_setting (const struct cli *cli, const diff_scope *scope)
{
  struct diff_options reading = threads_reading (cli);
  struct diff_engine_options engine = threads_engine (cli, NULL);
  printf ("c %u iteration%s of a loop, %s runs, steps are %s, engine %s\n", reading.unroll,
          reading.unroll == 1 ? "" : "s", engine.complete ? "complete" : "blocked",
          reading.by_access ? "accesses" : "statements", diff_engine_names[engine.kind]);
  printf ("c V =");
  for (size_t v = 0; v < scope->variables.size; v++)
    printf ("%s %s", v ? "," : "", scope->variables.data[v]);
  printf (scope->closed ? "\n" : " (not closed: statements over V have other variables, too)\n");
  for (int side = 0; side < 2 && scope->programs[side]; side++)
    if (engine.kind == DIFF_ENGINE_SEARCH && scope->programs[side]->wide_choice)
      {
        char *spot = diff_spot_text (scope->programs[side], scope->programs[side]->wide_spot);
        printf ("c the choice at %s is more than a truth value; the search tries %lld..%lld\n",
                spot, (long long)engine.low, (long long)engine.high);
        hb_free (spot);
      }
}

void
threads_print_sizes (const char *name, const diff_engine *engine)
{
  struct diff_encoding_sizes sizes;
  if (diff_engine_fewer (engine))
    {
      struct diff_fewer_sizes fewer = diff_fewer_sizes (diff_engine_fewer (engine));
      printf ("c %s: %s from runs of %s, %zu for any number of them (%s)\n", name,
              hb_many (fewer.lifted, "answer"), hb_many (fewer.iterations, "iteration"),
              fewer.never, hb_many (fewer.states, "state"));
    }
  if (!diff_engine_sizes (engine, &sizes))
    return;
  printf ("c %s: %s, %s, %s, %s, %zu of them for cycles, %s solved\n", name,
          hb_many (sizes.steps, "step"), hb_many (sizes.orders, "order"),
          hb_many ((uint64_t)sizes.variables, "variable"), hb_many (sizes.clauses, "clause"),
          sizes.cycles, hb_many (sizes.solves, "time"));
}
