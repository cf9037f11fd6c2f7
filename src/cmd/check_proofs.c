/* See check_proofs.h. */
#include "cmd/check_proofs.h"

#include "sat/solver.h"
#include "cmd/frame/files.h"
#include "cmd/frame/instances.h"

#include "proof/certificate.h"
#include "proof/certify.h"
#include "proof/core.h"
#include "format/cycle_file.h"

#include "base/plural.h"

#include <string.h>

/* What is being written, and for what. */
struct writer
{
  struct cli *cli;
  const struct hb_engine *engine;
  const hb_trace *trace;
  const hb_check_result *result;
  struct hb_limits *limits;
  struct check_proofs *proofs;
};

const struct hb_engine *
check_engine_for (const struct cli *cli, const hb_trace *trace, bool many)
{
  bool proofs = cli_text (cli, "cycle", NULL) || cli_text (cli, "certificate", NULL)
                || cli_text (cli, "core", NULL) || cli_flag (cli, "paranoid")
                || (!many && trace->events.size <= CHECK_CERTIFIES);
  return proofs ? hb_engine_for (trace) : hb_engine_fastest (trace);
}

/* The order of the history's writes that the witness of its trace has. */
static bool
write_order (const struct writer *w, const char *path)
{
  const struct hb_reduction *sc = hb_reduction_find ("sc-ed");
  const hb_instance *history = (const hb_instance *)w->proofs->history;
  hb_solution *order = sc->extract (sc, history, (const hb_instance *)w->trace,
                                    (const hb_solution *)w->result->witness, w->cli->diag);
  bool good = order && instance_write_solution (w->cli, path, sc->from, history, order);
  sc->from->free_solution (sc->from, order);
  return good;
}

static bool
write_witness (const struct writer *w, const char *path)
{
  if (w->result->witness && w->proofs->history)
    return write_order (w, path);
  if (w->result->witness)
    return file_write_trace (w->cli, path, file_form (path), w->trace, w->result->witness);
  hb_warning (w->cli->diag, NULL, "no witness: %s was not written", path);
  return true;
}

static bool
write_cycle (const struct writer *w, const char *path)
{
  if (!w->result->cycles.size)
    {
      hb_warning (w->cli->diag, NULL, "no cycle: %s was not written", path);
      return true;
    }
  hb_output *output = hb_output_open (path, w->cli->diag);
  if (!output)
    return false;
  struct hb_cycle cycle = hb_cycle_short_copy (w->trace, &w->result->cycles.data[0]);
  hb_cycle_write (output, w->trace, &cycle);
  hb_cycle_free (&cycle);
  return hb_output_commit (output);
}

/* --- certificates ------------------------------------------------------------------------------ */

/* The verdict must be what the certificate proves. */
static void
verify (const struct writer *w, const struct hb_certificate *certificate)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("certificate", certificate->text, certificate->size, diag);
  struct hb_certified certified = hb_certify (w->trace, input, diag);
  if (certified.verdict != w->result->verdict)
    {
      hb_diag_print (diag, stderr, w->cli->colour);
      hb_die ("the certificate of this verdict is not accepted; this is a bug, please report the "
              "trace");
    }
  hb_input_close (input);
  hb_diag_free (diag);
  w->proofs->certified = true;
  w->proofs->cycles = certificate->cycles;
  w->proofs->clauses = certificate->clauses;
}

static bool
write_text (const struct writer *w, const char *path, const struct hb_certificate *certificate)
{
  hb_output *output = hb_output_open (path, w->cli->diag);
  if (!output)
    return false;
  hb_put_bytes (output, certificate->text, certificate->size);
  return hb_output_commit (output);
}

/* The name of the outside solver that stands behind the verdict, or NULL. */
static const char *
outside_solver (const struct writer *w)
{
  const char *name = cli_text (w->cli, "solver", NULL);
  return hb_solver_is_outside (name) && !strcmp (w->engine->name, "sat") ? name : NULL;
}

/* A refutation by another engine, for one that leaves none: into RESULT; its name, or NULL. */
static const char *
refute_again (const struct writer *w, hb_check_result *result)
{
  for (size_t i = 0; hb_engines[i]; i++)
    {
      const struct hb_engine *engine = hb_engines[i];
      const char *why;
      if (!engine->leaves_cycles || engine == w->engine || !engine->accepts (w->trace, &why))
        continue;
      struct hb_check_options check = { .limits = w->limits };
      hb_check (engine, w->trace, &check, result);
      if (result->verdict == HB_INCONSISTENT)
        return engine->name;
      if (result->verdict == HB_CONSISTENT && outside_solver (w))
        break;
      if (result->verdict == HB_CONSISTENT && !w->engine->as_printed)
        hb_die ("engine '%s' refutes the trace, engine '%s' gives a witness; this is a bug, please "
                "report "
                "the trace",
                w->engine->name, engine->name);
      hb_check_result_free (result);
    }
  hb_check_result_free (result);
  return NULL;
}

/* Makes and verifies the certificate; WANTED: with another engine if need be, and warnings if there
 * is none. */
static struct hb_certificate
certify (const struct writer *w, bool wanted, hb_diag *diag)
{
  struct hb_certificate_options options = { .limits = w->limits };
  struct hb_certificate certificate = hb_certificate_new (w->trace, w->result, &options, diag);
  if (!certificate.text && certificate.open && wanted)
    {
      hb_check_result other = { .verdict = HB_UNKNOWN };
      w->proofs->refuter = refute_again (w, &other);
      if (w->proofs->refuter)
        {
          hb_certificate_free (&certificate);
          certificate = hb_certificate_new (w->trace, &other, &options, diag);
          hb_check_result_free (&other);
        }
    }
  if (certificate.text)
    verify (w, &certificate);
  else if (certificate.open && outside_solver (w))
    hb_error (w->cli->diag, NULL, "the solver '%s' calls unsatisfiable what is not",
              outside_solver (w));
  else if (certificate.open && w->engine->leaves_cycles)
    hb_die (
        "the cycles of engine '%s' do not refute the trace; this is a bug, please report the trace",
        w->engine->name);
  return certificate;
}

static bool
write_certificate (const struct writer *w, const char *path)
{
  /* Nobody vouches for an outside solver. */
  bool wanted = path || cli_flag (w->cli, "paranoid") || outside_solver (w), good = true;
  bool proved = w->result->witness || w->result->verdict == HB_INCONSISTENT;
  if (!proved || (!wanted && w->trace->events.size > CHECK_CERTIFIES))
    {
      if (path)
        hb_warning (w->cli->diag, NULL, "no %s: %s was not written",
                    w->result->verdict == HB_UNKNOWN ? "verdict" : "witness that runs", path);
      return true;
    }
  hb_diag *diag = hb_diag_new ();
  struct hb_certificate certificate = certify (w, wanted, diag);
  if (certificate.text && path)
    good = write_text (w, path, &certificate);
  else if (!certificate.text && path && hb_diag_errors (diag) && !hb_limits_check (w->limits))
    {
      /* Not that there is none: it could not be made. */
      hb_error (w->cli->diag, NULL, "no certificate: %s", hb_diag_first (diag));
      good = false;
    }
  else if (!certificate.text && wanted)
    hb_warning (w->cli->diag, NULL, "no certificate: %s",
                certificate.open && w->engine->as_printed ? "no other engine refutes this trace"
                : certificate.open
                    ? "this engine leaves no refutation, and no other one takes the trace"
                : hb_diag_errors (diag) ? hb_diag_first (diag)
                                        : "there is no proof");
  hb_certificate_free (&certificate);
  hb_diag_free (diag);
  return good && !hb_diag_errors (w->cli->diag);
}

/* --- cores ------------------------------------------------------------------------------------- */

/* The engine for the parts: the one asked for if it leaves cycles, else the fast one if it can. */
static const struct hb_engine *
core_engine (const struct writer *w)
{
  const struct hb_engine *fast = hb_engine_find ("cds");
  const char *why;
  return !w->result->cycles.size && fast && fast->accepts (w->trace, &why) ? fast : w->engine;
}

static bool
write_core (const struct writer *w, const char *path)
{
  if (w->result->verdict != HB_INCONSISTENT || w->engine->as_printed)
    {
      hb_warning (w->cli->diag, NULL, "no core%s: %s was not written",
                  w->engine->as_printed ? " of a verdict that may be wrong" : "", path);
      return true;
    }
  struct hb_core_options options = { .engine = core_engine (w), .limits = w->limits };
  struct hb_core core = hb_core_new (w->trace, w->result, &options);
  struct check_proofs *proofs = w->proofs;
  proofs->has_core = true;
  proofs->minimal = core.minimal;
  proofs->core_events = core.trace->events.size;
  proofs->core_messages = core.trace->messages.size;
  proofs->core_handlers = core.trace->handlers.size;
  struct hb_meta meta
      = { hb_copy_text ("core"),
          hb_format ("a%s inconsistent part: %zu of %zu event%s, %zu of %zu message%s",
                     core.minimal ? " minimal" : "n", proofs->core_events, w->trace->events.size,
                     HB_S (w->trace->events.size), proofs->core_messages, w->trace->messages.size,
                     HB_S (w->trace->messages.size)) };
  vec_push (core.trace->meta, meta);
  bool good = file_write_trace (w->cli, path, file_form (path), core.trace, NULL);
  hb_core_free (&core);
  return good;
}

bool
check_write_proofs (struct cli *cli, const struct hb_engine *engine, const hb_trace *trace,
                    const hb_check_result *result, struct hb_limits *limits,
                    struct check_proofs *proofs)
{
  struct writer w = { cli, engine, trace, result, limits, proofs };
  const char *witness = cli_text (cli, "witness", NULL), *cycle = cli_text (cli, "cycle", NULL);
  const char *core = cli_text (cli, "core", NULL);
  bool good = write_certificate (&w, cli_text (cli, "certificate", NULL));
  good = (!witness || write_witness (&w, witness)) && good;
  good = (!cycle || write_cycle (&w, cycle)) && good;
  good = (!core || write_core (&w, core)) && good;
  return good;
}
