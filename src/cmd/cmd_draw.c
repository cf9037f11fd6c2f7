/* hbkit draw: a trace, a gadget or a cycle as a figure. */
#include "draw_kinds.h"

#include <stdlib.h>
#include <string.h>

#define FORMATS "svg dot tikz"

static const struct cli_option options[]
    = { OPTION_OUTPUT,
        { "format", "FORM", "svg, dot or tikz, if the name of the output does not tell", 'f', FORMATS },
        { "gadget", "clause:J", "the gadget of clause J in a trace of 3bisat-ed", 'g', NULL },
        { "cycle", "FILE", "the cycle that 'check --cycle' wrote", 'c', "FILE" },
        { "whole", NULL, "the whole trace", 0, NULL },
        { "witness", "FILE", "order the messages as this witness does", 'w', "FILE" },
        { "show", "RELATIONS", "draw these only, e.g. rf,co,eo", 0, NULL },
        { "preset", "NAME", "paper (default), mono (for greyscale) or slide", 0, "paper mono slide" },
        { "width", "CM", "width to fit (default 17.8; a column: 8.4)", 0, NULL },
        { "handlers", "NAMES", "these handlers only, e.g. h1,h2", 0, NULL },
        DRAW_KINDS_OPTIONS,
        { "no-caption", NULL, "leave the caption out", 0, NULL },
        { "no-legend", NULL, "leave the legend out", 0, NULL },
        OPTIONS_IMPORT,
        OPTION_END };

static enum hb_draw_format
format_of (const struct cli *cli, const char *path)
{
  size_t length = strlen (path);
  int by_name = HB_DRAW_SVG;
  if (length > 4 && (!strcmp (path + length - 4, ".dot") || !strcmp (path + length - 3, ".gv")))
    by_name = HB_DRAW_DOT;
  else if (length > 4 && (!strcmp (path + length - 4, ".tex") || !strcmp (path + length - 5, ".tikz")))
    by_name = HB_DRAW_TIKZ;
  return (enum hb_draw_format) cli_choice (cli, "format", by_name);
}

static unsigned
relations (const struct cli *cli)
{
  const char *word = cli_text (cli, "show", "");
  unsigned show = 0;
  while (*word)
    {
      size_t length = strcspn (word, ",");
      int arrow = hb_arrow_find (word, length);
      if (arrow < 0)
        cli_usage_error (cli, "--show takes po, rf, co, fr, pb, eo, mo, hb or qo, separated by commas, "
                              "not '%.*s'",
                         (int) length, word);
      show |= HB_SHOW (arrow);
      word += length + (word[length] == ',');
    }
  return show;
}

static hb_id
clause_number (const struct cli *cli)
{
  const char *value = cli_text (cli, "gadget", "");
  char *end = NULL;
  unsigned long number = strncmp (value, "clause:", 7) ? 0 : strtoul (value + 7, &end, 10);
  if (!number || number > HB_NONE - 1 || !end || *end)
    cli_usage_error (cli, "--gadget takes clause:J with J from 1, not '%s'", value);
  return (hb_id) number;
}

/* Without a wish: the cycle of an inconsistent trace, else the trace with the witness found. */
static void
choose (const hb_trace *trace, struct hb_draw_options *draw, hb_check_result *result)
{
  struct hb_limits limits = hb_limits_new (20, 0);
  struct hb_check_options check = { .limits = &limits };
  hb_check (hb_engine_for (trace), trace, &check, result);
  if (result->cycles.size)
    {
      draw->what = HB_DRAW_CYCLE;
      draw->cycle = &result->cycles.data[0];
    }
  else if (!draw->witness)
    draw->witness = result->witness;
}

static bool
read_extras (struct cli *cli, const hb_trace *trace, hb_witness **witness, struct hb_cycle *cycle)
{
  const char *path = cli_text (cli, "witness", NULL), *cycle_path = cli_text (cli, "cycle", NULL);
  if (path)
    {
      hb_trace *full = file_read_trace (cli, path, file_form (path));
      *witness = full ? hb_witness_extending (trace, full, cli->diag) : NULL;
      hb_trace_free (full);
      if (!*witness)
        return false;
    }
  return !cycle_path || hb_cycle_read (cycle_path, trace, cycle, cli->diag);
}

static int
draw_trace (struct cli *cli, const hb_trace *trace, struct hb_draw_options *draw)
{
  hb_witness *witness = NULL;
  struct hb_cycle cycle = { .steps = VEC_EMPTY };
  hb_check_result result = { .verdict = HB_UNKNOWN };
  const char *path = cli_text (cli, "output", "-");
  bool good = read_extras (cli, trace, &witness, &cycle);
  if (good)
    {
      draw->witness = witness;
      draw->cycle = &cycle;
      draw->what = cli_text (cli, "gadget", NULL)  ? HB_DRAW_GADGET
                   : cli_text (cli, "cycle", NULL) ? HB_DRAW_CYCLE
                                                   : HB_DRAW_TRACE;
      if (draw->what == HB_DRAW_GADGET)
        draw->clause = clause_number (cli);
      else if (draw->what == HB_DRAW_TRACE && !cli_flag (cli, "whole"))
        choose (trace, draw, &result);
      hb_output *output = hb_output_open (path, cli->diag);
      good = output != NULL;
      if (output && draw_kind (cli, trace, draw, output))
        good = hb_output_commit (output);
      else if (output)
        {
          hb_output_discard (output);
          good = false;
        }
    }
  hb_check_result_free (&result);
  hb_witness_free (witness);
  hb_cycle_free (&cycle);
  return good ? 0 : cli_fail (cli);
}

static int
run (struct cli *cli)
{
  struct hb_draw_options draw = hb_draw_defaults ();
  draw.format = format_of (cli, cli_text (cli, "output", "-"));
  draw.preset = (enum hb_draw_preset) cli_choice (cli, "preset", (int) draw.preset);
  draw.width = cli_double (cli, "width", draw.width);
  draw.show = relations (cli);
  draw.no_caption = cli_flag (cli, "no-caption");
  draw.no_legend = cli_flag (cli, "no-legend");
  if (cli_text (cli, "gadget", NULL))
    clause_number (cli); /* a wrong one is told before a large trace is read */
  int code;
  if (draw_formula (cli, &draw, &code))
    return code;
  hb_trace *trace = file_read_trace (cli, cli->operands[0], file_form (cli->operands[0]));
  if (!trace)
    return cli_fail (cli);
  code = draw_trace (cli, trace, &draw);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_draw = {
  .name = "draw",
  .summary = "draw a trace, a clause gadget or a cycle as SVG, dot or TikZ",
  .usage = "T.edt -o F.svg [--gadget clause:J | --cycle C.json | --whole]\n"
           "--strip T.edt [--witness W.edt] [--from A] [--to B] [--handlers H,..] -o F.svg\n"
           "--grid F.cnf -o F.svg",
  .examples = "hbkit draw t.edt -o t.svg                          # its cycle if it is inconsistent\n"
              "hbkit draw t.edt --gadget clause:2 -o gadget.svg   # figure 3 of the paper\n"
              "hbkit draw t.edt --cycle c.json -o cycle.tex --preset mono\n"
              "hbkit draw --strip t.edt --witness w.edt --from 1 --to 40 -o run.svg\n"
              "hbkit draw --grid f.cnf -o grid.tex\n"
              "hbkit draw t.edt -o t.dot && neato -n2 -Tpdf t.dot -o t.pdf",
  .description = "One column a handler, one box a message, time running down. Positions are computed here;\n"
                 "the same input gives the same bytes.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
