/* See files.h. */
#include "files.h"

#include "../trace_json.h"

#include <string.h>

static bool
ends_in (const char *name, size_t length, const char *suffix)
{
  size_t tail = strlen (suffix);
  return length > tail && !memcmp (name + length - tail, suffix, tail);
}

enum file_form
file_form (const char *path)
{
  static const char *const packed[] = { ".gz", ".xz", ".zst" };
  size_t length = strlen (path);
  for (int i = 0; i < 3; i++)
    if (ends_in (path, length, packed[i]))
      length -= strlen (packed[i]);
  return ends_in (path, length, ".json") ? FORM_JSON : FORM_EDT;
}

hb_trace *
file_read_trace (struct cli *cli, const char *path, enum file_form form)
{
  return form == FORM_JSON ? hb_json_read_trace (path, cli->diag) : hb_edt_read (path, cli->diag);
}

bool
file_write_trace (struct cli *cli, const char *path, enum file_form form, const hb_trace *trace,
                  const hb_witness *witness)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  if (form == FORM_JSON)
    hb_json_write_trace (output, trace, witness);
  else
    hb_edt_write (output, trace, witness);
  return hb_output_commit (output);
}

const struct hb_reduction *
file_reduction (const struct cli *cli)
{
  const struct hb_reduction *reduction = hb_reduction_find (cli->operands[0]);
  if (!reduction)
    cli_usage_error (cli, "no reduction '%s'; 'hbkit reductions' lists them", cli->operands[0]);
  return reduction;
}

hb_cnf *
file_read_instance (struct cli *cli, const struct hb_reduction *reduction, const char *path)
{
  hb_cnf *cnf = hb_dimacs_read (path, cli->diag);
  if (cnf && !reduction->accepts (cnf, cli->diag))
    {
      if (reduction->to_trace)
        hb_warning (cli->diag, NULL, "this is no %s formula; 'hbkit reduce 3sat-3bisat' makes one of "
                                     "any formula",
                    reduction->source);
      hb_cnf_free (cnf);
      return NULL;
    }
  return cnf;
}

hb_trace *
file_reduced_trace (const struct hb_reduction *reduction, const hb_cnf *cnf, const char *ablation,
                    hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  reduction->reduce_trace (cnf, ablation, builder, NULL);
  return hb_builder_finish (builder);
}

struct hb_limits
file_limits (const struct cli *cli)
{
  return hb_limits_new (cli_double (cli, "timeout", 0), cli_bytes (cli, "memory", 0));
}
