/* See history_ways.h. */
#include "cmd/history_ways.h"

#include "run/replay.h"

#include "reduce/sc_ed.h"
#include "format/edt.h"

hb_trace *
history_read (struct cli *cli, const char *path)
{
  hb_trace *history = hb_history_read (path, cli->diag);
  if (!history || hb_sc_accepts (history, cli->diag))
    return history;
  hb_trace_free (history);
  return NULL;
}

hb_trace *
history_reduced (const hb_trace *history, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_sc_reduce (history, "sc-ed", builder, NULL);
  return hb_builder_finish (builder);
}

bool
history_write_solution (struct cli *cli, const char *path, hb_trace *history, const hb_trace *trace,
                        const hb_witness *witness)
{
  return hb_sc_extract (history, trace, witness, cli->diag)
         && file_write_trace (cli, path, file_form (path), history, NULL);
}

int
history_reduce (struct cli *cli)
{
  const char *map_path = cli_text (cli, "map", NULL);
  if (cli_text (cli, "ablate", NULL))
    cli_usage_error (cli, "reduction sc-ed has no ablations");
  hb_trace *history = history_read (cli, cli->operands[1]);
  hb_output *output = history ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  hb_output *map = output && map_path ? hb_output_open (map_path, cli->diag) : NULL;
  bool good = output && (map || !map_path);
  if (good)
    {
      hb_builder *builder = hb_builder_to_file (output);
      hb_sc_reduce (history, "sc-ed", builder, map);
      hb_builder_finish (builder);
      good = hb_output_commit (output);
      output = NULL;
    }
  hb_output_discard (output);
  if (map && good)
    good = hb_output_commit (map);
  else
    hb_output_discard (map);
  hb_trace_free (history);
  return good ? 0 : cli_fail (cli);
}

static bool
take_co (hb_trace *history, const hb_trace *solution, hb_diag *diag)
{
  hb_id *co = hb_calloc (history->co.size + 1, sizeof *co);
  bool good = hb_history_co_of (history, solution, co, diag);
  if (good)
    hb_history_set_co (history, co);
  hb_free (co);
  return good;
}

int
history_lift (struct cli *cli)
{
  const char *path = cli_text (cli, "output", "-"), *from = cli->operands[2];
  hb_trace *history = history_read (cli, cli->operands[1]);
  hb_trace *solution = history ? file_read_trace (cli, from, file_form (from)) : NULL;
  hb_trace *trace = NULL;
  hb_witness *witness = NULL;
  bool good = solution && take_co (history, solution, cli->diag)
              && (trace = history_reduced (history, cli->diag))
              && (witness = hb_sc_lift (history, trace, cli->diag));
  if (good && !hb_replay (trace, witness, NULL, cli->diag))
    {
      hb_error (cli->diag, NULL,
                "the lifted witness does not run; this is a bug, please report the "
                "history and its solution");
      good = false;
    }
  good = good && file_write_trace (cli, path, file_form (path), trace, witness);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_trace_free (solution);
  hb_trace_free (history);
  return good ? 0 : cli_fail (cli);
}

int
history_extract (struct cli *cli)
{
  const char *path = cli_text (cli, "output", "-"), *from = cli->operands[2];
  hb_trace *history = history_read (cli, cli->operands[1]);
  hb_trace *full = history ? file_read_trace (cli, from, file_form (from)) : NULL;
  hb_trace *trace = full ? history_reduced (history, cli->diag) : NULL;
  hb_witness *witness = trace ? hb_witness_extending (trace, full, cli->diag) : NULL;
  bool good = witness && hb_replay (trace, witness, NULL, cli->diag)
              && history_write_solution (cli, path, history, trace, witness);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_trace_free (full);
  hb_trace_free (history);
  return good ? 0 : cli_fail (cli);
}
