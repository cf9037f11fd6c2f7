/* See member.h.  Every step is a command of hbkit's own, run in the folder: what the index says makes the instance is
 * what has made it. */
#include "cmd/export/member.h"

#include "base/buffer.h"
#include "base/child.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/vec.h"
#include "format/edt.h"
#include "sat/cnf.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct member
{
  struct cli *cli;
  const char *folder;
  double timeout;
  bool proofs; /* are they wanted? */
  char *name;  /* of its files, without suffix */
};

/* --- commands ---------------------------------------------------------------------------------- */

/* The words of a command line of hbkit, without quotes, ended by NULL. */
typedef VEC (char *) words;

static words
split (const char *line)
{
  words list = VEC_EMPTY;
  while (*(line += strspn (line, " ")))
    {
      size_t length = strcspn (line, " ");
      vec_push (list, hb_copy_bytes (line, length));
      line += length;
    }
  vec_push (list, NULL);
  return list;
}

/* Runs the command LINE, which begins with "hbkit", in the folder, within --memory; an interrupt is handed on.  Its exit
 * status, or -1 after an error, which a signal is, too, or an interrupt. */
static int
run_line (struct member *m, const char *line)
{
  uint64_t memory = m->cli->memory;
  char *limited = memory ? hb_format ("%s --memory %" PRIu64, line, memory) : hb_copy_text (line);
  words list = split (limited);
  struct hb_child_start start
      = { .program = "/proc/self/exe", .arguments = list.data, .folder = m->folder };
  struct hb_child_limits none = { .memory = 0 };
  struct hb_child child;
  int code = -1;
  if (hb_child_start (&child, &start, &none, m->cli->diag))
    {
      hb_child_wait (0);
      while (!hb_child_over (&child))
        {
          if (hb_interrupted ())
            kill (child.process, SIGTERM);
          hb_child_wait (0.05);
        }
      if (child.end == HB_CHILD_EXITED && !hb_interrupted ())
        code = child.code;
      else if (!hb_interrupted ())
        hb_error (m->cli->diag, NULL, "'%s' ended with signal %d", line, child.code);
    }
  hb_free (limited);
  for (size_t i = 0; i < list.size; i++)
    hb_free (list.data[i]);
  vec_free (list);
  return code;
}

/* The same; what a command says of an error is one of ours. */
static int
run_well (struct member *m, const char *line)
{
  int code = run_line (m, line);
  if (code == 1 || code == 2)
    hb_error (m->cli->diag, NULL, "'%s' ended with exit status %d", line, code);
  return code;
}

/* Does the command do what it is to do?  One that needs more than --memory ends all. */
static bool
must_run (struct member *m, const char *line)
{
  int code = run_well (m, line);
  if (code == 3)
    exit (cli_not_finished (false));
  return !code;
}

/* --- what is known of it ----------------------------------------------------------------------- */

/* "sat", "unsat" or "unknown": what both ways of the command FORMAT (with the file's name, the seconds and one of WAYS)
 * say. */
static const char *
ask_both (struct member *m, const char *format, const char *file, const char *const ways[2])
{
  int answers[2];
  for (int i = 0; i < 2; i++)
    {
      char *line = hb_format ("hbkit %s %s --timeout %g %s -q", format, file, m->timeout, ways[i]);
      answers[i] = run_well (m, line);
      hb_free (line);
      if (answers[i] != 10 && answers[i] != 20)
        return "unknown";
    }
  if (answers[0] != answers[1])
    hb_error (m->cli->diag, NULL, "%s: %s and %s disagree", file, ways[0], ways[1]);
  return answers[0] == 10 ? "sat" : "unsat";
}

/* The file with the proof of STATUS of FILE, by the command FORMAT, which ends with the option that takes it; NULL where none
 * is wanted, or none comes in time.  New. */
static char *
prove (struct member *m, const char *format, const char *file, const char *suffix,
       const char *status)
{
  int wanted = !strcmp (status, "sat") ? 10 : !strcmp (status, "unsat") ? 20 : 0;
  if (!m->proofs || !wanted)
    return NULL;
  char *name = hb_format ("%s%s", m->name, suffix);
  char *line = hb_format ("hbkit %s %s %s --timeout %g -q", format, name, file, m->timeout);
  char *path = hb_format ("%s/%s", m->folder, name);
  int code = run_line (m, line);
  bool there = !access (path, F_OK);
  if (code + wanted == 30)
    hb_error (m->cli->diag, NULL, "%s is %s, and '%s' says the other", file, status, line);
  if (there && code != wanted)
    unlink (path);
  hb_free (path);
  hb_free (line);
  if (there && code == wanted)
    return name;
  hb_free (name);
  return NULL;
}

/* The name of a file from options: letters, digits, points and dashes.  New. */
static char *
name_of (const char *family, const char *options, uint64_t seed)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "%s-", family);
  for (const char *c = options; *c; c++)
    if (*c == ' ' || *c == ':' || *c == '+')
      hb_buffer_add (&text, "%s", text.data[text.size - 1] == '-' ? "" : "-");
    else if (*c != '-' || text.data[text.size - 1] != '-')
      hb_buffer_add (&text, "%c", *c);
  hb_buffer_add (&text, "-s%" PRIu64, seed);
  return hb_buffer_take (&text);
}

static void
put_row (struct member *m, const char *file, const char *status, const char *by, const char *proof,
         const char *command, hb_output *index)
{
  char *path = hb_format ("%s/%s", m->folder, file);
  char sha256[HB_SHA256_HEX] = "";
  hb_sha256_file (path, sha256, NULL, m->cli->diag);
  hb_putf (index, "%s\t%s\t%s\t", file, status, by);
  hb_cnf *cnf = hb_is_called (file, ".cnf") ? hb_dimacs_read (path, m->cli->diag) : NULL;
  hb_trace *trace
      = hb_is_called (file, ".edt") ? hb_trace_read (path, HB_FORMAT_ANY, m->cli->diag) : NULL;
  if (cnf)
    hb_putf (index, "%d\t%zu\t-\t-\t", cnf->variables, hb_cnf_clauses (cnf));
  else if (trace)
    hb_putf (index, "-\t-\t%u\t%u\t", (unsigned)hb_trace_events (trace),
             (unsigned)hb_trace_messages (trace));
  else
    hb_put (index, "-\t-\t-\t-\t");
  hb_putf (index, "%s\t%s\t%s\n", sha256, proof ? proof : "-", command);
  hb_cnf_free (cnf);
  hb_trace_free (trace);
  hb_free (path);
}

/* --- its files --------------------------------------------------------------------------------- */

/* The command that makes the formula.  New. */
static char *
formula_command (const char *family, const char *options, uint64_t seed, const char *file)
{
  const char *transform = strstr (options, "--transform ");
  return hb_format ("hbkit gen cnf --family %s %s%s --seed %" PRIu64 " -o %s", family, options,
                    transform ? "+compact" : " --transform compact", seed, file);
}

static bool
formula (struct member *m, const char *family, const char *options, uint64_t seed,
         const char **status, const char **by, hb_output *index)
{
  static const char *const solvers[2] = { "--solver cadical", "--solver picosat" };
  char *file = hb_format ("%s.cnf", m->name);
  char *command = formula_command (family, options, seed, file);
  bool good = must_run (m, command);
  if (good && !strcmp (*status, "?"))
    {
      *status = ask_both (m, "solve", file, solvers);
      *by = strcmp (*status, "unknown") != 0 ? "cadical and picosat" : "-";
    }
  if (good)
    {
      char *proof = prove (m, "solve --proof", file,
                           !strcmp (*status, "sat") ? ".model" : ".drat.xz", *status);
      put_row (m, file, *status, *by, proof, command, index);
      hb_free (proof);
    }
  hb_free (file);
  hb_free (command);
  return good && !hb_diag_errors (m->cli->diag);
}

/* The trace as DIMACS and SMT-LIB. */
static bool
encodings (struct member *m, const char *status, const char *by, hb_output *index)
{
  char *cnf = hb_format ("%s.order.cnf.xz", m->name), *smt = hb_format ("%s.smt2", m->name);
  char *to_cnf = hb_format ("hbkit encode %s.edt -o %s", m->name, cnf);
  char *to_smt = hb_format ("hbkit encode %s.edt --status %s -o %s", m->name, status, smt);
  bool good = must_run (m, to_cnf) && must_run (m, to_smt);
  if (good)
    {
      put_row (m, cnf, status, by, NULL, to_cnf, index);
      put_row (m, smt, status, by, NULL, to_smt, index);
    }
  hb_free (cnf);
  hb_free (smt);
  hb_free (to_cnf);
  hb_free (to_smt);
  return good && !hb_diag_errors (m->cli->diag);
}

/* The trace that COMMAND makes, which ends before the seed. */
static bool
trace (struct member *m, const char *command, const char **status, const char **by,
       hb_output *index)
{
  static const char *const engines[2] = { "--engine cds", "--engine sat" };
  char *file = hb_format ("%s.edt", m->name);
  bool good = must_run (m, command);
  if (good && !strcmp (*status, "?"))
    {
      *status = ask_both (m, "check", file, engines);
      *by = strcmp (*status, "unknown") != 0 ? "cds and sat" : "-";
    }
  if (good)
    {
      char *proof = prove (m, "check --certificate", file, ".hbcert.xz", *status);
      put_row (m, file, *status, *by, proof, command, index);
      hb_free (proof);
    }
  hb_free (file);
  return good && encodings (m, *status, *by, index);
}

static bool
reduced (struct member *m, const char *options, uint64_t seed, const char **status, const char **by,
         hb_output *index)
{
  size_t length = strcspn (options, " ");
  char *family = hb_copy_bytes (options, length);
  bool good
      = formula (m, family, options + length + (options[length] == ' '), seed, status, by, index);
  const char *way = !strcmp (family, "bisat") ? "3bisat-ed" : "3sat-edflat-4";
  char *command = hb_format ("hbkit reduce %s %s.cnf -o %s.edt", way, m->name, m->name);
  good = good && trace (m, command, status, by, index);
  hb_free (family);
  hb_free (command);
  return good;
}

static bool
random_trace (struct member *m, const char *options, uint64_t seed, const char **status,
              const char **by, hb_output *index)
{
  char *command
      = hb_format ("hbkit gen trace %s --seed %" PRIu64 " -o %s.edt", options, seed, m->name);
  bool good = trace (m, command, status, by, index);
  hb_free (command);
  return good;
}

bool
benchmark_member (struct cli *cli, const struct benchmark_family *family, const char *member,
                  uint64_t seed, const char *folder, hb_output *index)
{
  size_t length = strcspn (member, " ");
  char *known = hb_copy_bytes (member, length);
  const char *options = member + length + 1, *status = known,
             *by = strcmp (known, "?") != 0 ? "construction" : "-";
  struct member m = { .cli = cli,
                      .folder = folder,
                      .timeout = cli_double (cli, "engine-timeout", 10),
                      .proofs = cli_flag (cli, "proofs"),
                      .name = name_of (family->name, options, seed) };
  bool good = family->kind == BENCHMARK_CNF
                  ? formula (&m, family->name, options, seed, &status, &by, index)
              : family->kind == BENCHMARK_REDUCED
                  ? reduced (&m, options, seed, &status, &by, index)
                  : random_trace (&m, options, seed, &status, &by, index);
  hb_free (m.name);
  hb_free (known);
  return good;
}
