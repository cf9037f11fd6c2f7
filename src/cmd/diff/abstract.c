/* hbkit abstract: which dependencies of a program occur together. */
#include "cmd/frame/commands.h"

#include "base/plural.h"
#include "cmd/diff/picture.h"
#include "cmd/diff/stuck.h"

static const struct cli_option options[]
    = { { "rank", "K", "sets of at most K dependencies (default 1)", 'k', NULL },
        { "list", NULL, "print the maximal sets", 0, NULL },
        OPTION_STUCK,
        OPTION_DRAWN,
        OPTIONS_COMPARED,
        OPTIONS_THREADS,
        OPTIONS_GIVE_UP,
        OPTION_SEED,
        OPTION_JSON,
        OPTION_END };

struct abstract
{
  struct cli *cli;
  diff_program *program;
  diff_scope *scope;
  diff_engine *engine;
  struct diff_family family;
  hb_id rank;
  struct stuck *stuck; /* NULL: not asked for */
  bool whole;
};

static void
print_sets (const struct abstract *a)
{
  for (hb_id r = a->rank; r > 0; r--)
    {
      diff_places which = VEC_EMPTY;
      diff_family_maximal (&a->family, r, &which);
      for (size_t i = 0; i < which.size; i++)
        {
          const hb_id *set = diff_family_set (&a->family, r, which.data[i]);
          for (hb_id k = 0; k < r; k++)
            {
              char *text = diff_fact_text (a->scope, set[k]);
              printf ("%s%s", k ? "; " : "", text);
              hb_free (text);
            }
          putchar ('\n');
        }
      vec_free (which);
    }
}

static void
print_text (const struct abstract *a)
{
  bool quiet = a->cli->verbosity < 0;
  if (!quiet)
    {
      threads_print_setting (a->cli, a->scope);
      printf ("c %s, %s (%llu with pairs of writes counted once), %s\n",
              hb_many (a->scope->statements[0].size - 1, "statement"),
              hb_many (a->scope->facts.size, "candidate"),
              (unsigned long long)diff_possible (a->scope),
              hb_many (a->family.questions, "question"));
      threads_print_sizes (a->program->name, a->engine);
      size_t total = 0;
      for (hb_id r = 1; r <= a->rank && (a->whole || a->family.sets[r].size); r++)
        {
          diff_places maximal = VEC_EMPTY;
          diff_family_maximal (&a->family, r, &maximal);
          total += diff_family_count (&a->family, r);
          printf ("c rank %u: %s, %zu up to here, %zu maximal\n", r,
                  hb_many (diff_family_count (&a->family, r), "set"), total, maximal.size);
          vec_free (maximal);
        }
    }
  if (cli_flag (a->cli, "list"))
    print_sets (a);
  if (a->stuck)
    stuck_print (a->stuck, false);
  puts (a->whole ? "s COMPLETE" : "s UNKNOWN");
}

static void
json_set (const struct abstract *a, hb_json *json, const hb_id *set, hb_id count)
{
  hb_json_flat (json);
  hb_json_open_array (json);
  for (hb_id k = 0; k < count; k++)
    hb_json_unsigned (json, set[k]);
  hb_json_close (json);
  (void)a;
}

static int
print_json (struct abstract *a)
{
  hb_json *json = cli_json (a->cli);
  hb_json_member_string (json, "program", a->program->name);
  hb_json_member_bool (json, "complete", a->whole);
  hb_json_member_unsigned (json, "unroll", a->program->unroll);
  hb_json_member_bool (json, "closed", a->scope->closed);
  hb_json_member_unsigned (json, "possible", diff_possible (a->scope));
  hb_json_member_unsigned (json, "questions", a->family.questions);
  hb_json_member_array (json, "facts");
  for (hb_id f = 0; f < a->scope->facts.size; f++)
    {
      const struct diff_fact *fact = &a->scope->facts.data[f];
      hb_json_flat (json);
      hb_json_open_object (json);
      hb_json_member_string (json, "kind", fact->store ? "so" : "rf");
      hb_json_member_string (json, "variable", a->scope->variables.data[fact->variable]);
      hb_json_member_string (json, "from", diff_scope_statement (a->scope, fact->from));
      hb_json_member_string (json, "to", diff_scope_statement (a->scope, fact->to));
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_array (json, "sets");
  for (hb_id r = 1; r <= a->rank; r++)
    hb_json_unsigned (json, diff_family_count (&a->family, r));
  hb_json_close (json);
  hb_json_member_array (json, "maximal");
  for (hb_id r = 1; r <= a->rank; r++)
    {
      diff_places which = VEC_EMPTY;
      diff_family_maximal (&a->family, r, &which);
      for (size_t i = 0; i < which.size; i++)
        json_set (a, json, diff_family_set (&a->family, r, which.data[i]), r);
      vec_free (which);
    }
  hb_json_close (json);
  if (a->stuck)
    stuck_json (a->stuck, json);
  return hb_json_commit (json) ? 0 : cli_fail (a->cli);
}

static int
run (struct cli *cli)
{
  struct abstract a = { .cli = cli, .rank = (hb_id)cli_unsigned (cli, "rank", 1) };
  if (!a.rank || a.rank > 64)
    cli_usage_error (cli, "-k: expected a rank from 1 to 64");
  (void)picture_wanted (cli);
  struct hb_limits limits = file_limits (cli);
  struct diff_engine_options how = threads_engine (cli, &limits);
  struct diff_scope_options what = threads_scope (cli);
  int code = 2;
  a.program = threads_open (cli, cli->operands[0]);
  const diff_program *const programs[2] = { a.program, NULL };
  a.scope = a.program ? diff_scope_new (programs, &what, cli->diag) : NULL;
  cli_interrupts_are_graceful (true);
  a.engine = a.scope ? diff_engine_new (a.scope, 0, &how, cli->diag) : NULL;
  if (a.engine)
    {
      a.whole
          = diff_family_find (&a.family, a.rank, a.scope->facts.size, diff_engine_ask, a.engine);
      diff_program *const one[2] = { a.program, NULL };
      if (cli_flag (cli, "stuck"))
        a.stuck = stuck_find (one, &how);
      a.whole = a.whole && (!a.stuck || stuck_done (a.stuck));
      code = a.whole ? 0 : 3;
      cli_tell_word_of_solver (cli);
      if (hb_diag_errors (cli->diag)
          || (a.whole && picture_wanted (cli)
              && !picture_write (cli, a.scope, &a.family, NULL, NULL)))
        code = cli_fail (cli);
      else if (cli_flag (cli, "json"))
        code = print_json (&a) ? 2 : code;
      else
        print_text (&a);
    }
  else
    code = cli_fail (cli);
  cli_interrupts_are_graceful (false);
  diff_family_free (&a.family);
  stuck_free (a.stuck);
  diff_engine_free (a.engine);
  diff_scope_free (a.scope);
  diff_program_free (a.program);
  return code;
}

const struct cli_command cmd_abstract = {
  .name = "abstract",
  .summary = "find the sets of dependencies that occur together in a run of a program",
  .usage = "P.c [-k K] [--list]",
  .examples = "hbkit abstract old.c                     # dependencies that some run shows\n"
              "hbkit abstract old.c -k 2 --list         # pairs that some run shows together\n"
              "hbkit abstract old.c -k 3 --engine search --json",
  .description
  = "A program of threads in a subset of C (doc/semantic-diffing.md) runs in many ways. A run "
    "shows\n"
    "which write each read takes its value from (rf) and in which order writes are (so). Its\n"
    "abstract trace of rank K is the family of all sets of at most K such dependencies, between\n"
    "statements, that some run shows together.\n"
    "\n"
    "Exit status: 0 the family is whole, 3 a limit was reached before (s UNKNOWN), 2 an error.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
