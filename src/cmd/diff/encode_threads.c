/* See encode_threads.h.  The formula is that of the engine `clocks`: all that a run has to fulfil is said at once. */
#include "cmd/diff/encode_threads.h"

#include "diff/instrument_c.h"

#include <string.h>

typedef VEC (hb_id) facts;

/* The facts of --facts, between semicolons.  A statement may have none of its own.  False after an error. */
static bool
read_facts (struct cli *cli, const diff_scope *scope, facts *set)
{
  const char *at = cli_text (cli, "facts", "");
  while (*at)
    {
      size_t length = strcspn (at, ";");
      const char *next = at + length + (at[length] == ';');
      for (; length && *at == ' '; length--)
        at++;
      while (length && at[length - 1] == ' ')
        length--;
      hb_id fact = diff_fact_named (scope, at, length);
      if (fact == HB_NONE)
        {
          hb_error (cli->diag, NULL,
                    "--facts: the program cannot have the dependency '%.*s'; expected one as "
                    "'hbkit abstract --list' prints it",
                    (int)length, at);
          return false;
        }
      vec_push (*set, fact);
      at = next;
    }
  return true;
}

/* The formula with the facts as units.  NULL after errors.  New. */
static hb_cnf *
formula_of (struct cli *cli, const diff_scope *scope, const facts *set)
{
  hb_cnf *cnf = hb_cnf_new (0);
  struct hb_limits limits = { 0 };
  struct diff_engine_options engine = threads_engine (cli, &limits);
  const struct diff_encode_options how
      = { .complete = engine.complete, .clocks = true, .copy = cnf };
  diff_encoding *encoding = diff_encoding_new (scope, 0, &how, cli->diag);
  if (!encoding)
    {
      hb_cnf_free (cnf);
      return NULL;
    }
  for (size_t i = 0; i < set->size; i++)
    {
      int literal = diff_encoding_fact (encoding, set->data[i]);
      hb_cnf_add (cnf, literal);
      hb_cnf_add (cnf, 0);
    }
  cnf->variables = diff_encoding_sizes (encoding).variables;
  diff_encoding_free (encoding);
  return cnf;
}

/* The program, or its formula, to the output.  False after errors. */
static bool
write_set (struct cli *cli, const diff_scope *scope, const facts *set, bool as_c)
{
  hb_cnf *cnf = as_c ? NULL : formula_of (cli, scope, set);
  hb_output *output
      = as_c || cnf ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output && as_c)
    diff_instrument_write (scope, 0, set->data, (hb_id)set->size,
                           threads_engine (cli, NULL).complete, output);
  else if (output)
    hb_dimacs_write (output, cnf,
                     "hbkit encode: has a model iff some run shows the dependencies asked for");
  bool good = output && hb_output_commit (output);
  hb_cnf_free (cnf);
  return good;
}

int
encode_threads (struct cli *cli, bool as_c)
{
  facts set = VEC_EMPTY;
  struct diff_scope_options what = threads_scope (cli);
  diff_program *program = threads_open (cli, cli->operands[0]);
  const diff_program *const programs[2] = { program, NULL };
  diff_scope *scope = program ? diff_scope_new (programs, &what, cli->diag) : NULL;
  bool good = scope && read_facts (cli, scope, &set) && write_set (cli, scope, &set, as_c);
  diff_scope_free (scope);
  diff_program_free (program);
  vec_free (set);
  return good ? 0 : cli_fail (cli);
}
