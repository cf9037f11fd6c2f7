/* hbkit fmt, hbkit convert: traces in, traces out; fmt takes programs, too. */
#include "cmd/frame/files.h"

#include "cmd/frame/programs.h"
#include "cmd/robust/programs.h"

/* --- fmt --------------------------------------------------------------------------------------- */

static const struct cli_option fmt_options[]
    = { OPTION_OUTPUT,
        { "in-place", NULL, "rewrite each file itself", 'i', NULL },
        { "split", NULL, ".aed: one access a statement", 0, NULL },
        OPTION_END };

static bool
fmt_program (struct cli *cli, const char *from, const char *to)
{
  hb_program *program = hb_program_read (from, cli->diag);
  hb_output *output = program ? hb_output_open (to, cli->diag) : NULL;
  if (output)
    hb_program_write (output, program);
  hb_program_free (program);
  return output && hb_output_commit (output);
}

static bool
fmt_trace (struct cli *cli, const char *from, const char *to)
{
  hb_trace *trace = file_read_trace (cli, from, HB_FORMAT_EDT);
  bool good = trace && file_write_trace (cli, to, HB_FORMAT_EDT, trace, NULL);
  hb_trace_free (trace);
  return good;
}

static int
run_fmt (struct cli *cli)
{
  bool in_place = cli_flag (cli, "in-place");
  if (!in_place && cli->operand_count > 1)
    cli_usage_error (cli, "several files need --in-place");
  if (in_place && cli_text (cli, "output", NULL))
    cli_usage_error (cli, "--in-place writes each file itself; expected no --output beside it");
  for (int i = 0; i < cli->operand_count; i++)
    if (!hb_aed_is (cli->operands[i]))
      cli_refuse (cli, "split", "programs of events (.aed)");
  for (int i = 0; i < cli->operand_count; i++)
    {
      const char *from = cli->operands[i];
      const char *to = in_place ? from : cli_text (cli, "output", "-");
      bool good = hb_aed_is (from) ? event_program_fmt (cli, from, to, cli_flag (cli, "split"))
                                   : (program_is (from) ? fmt_program : fmt_trace) (cli, from, to);
      if (!good)
        return cli_fail (cli);
    }
  return 0;
}

const struct cli_command cmd_fmt
    = { .name = "fmt",
        .summary = "write a trace or a program in the standard layout",
        .usage = "T.edt [-o OUT]\nP.ed [-o OUT]\n-i FILE ...",
        .examples = "hbkit fmt t.edt                # to standard output\n"
                    "hbkit fmt -i a.edt p.ed        # in place",
        .description = "A name in .ed is a program, one in .aed an event program. Blank lines go;\n"
                       "comments stay in programs and go in traces;\n"
                       "formatting twice changes nothing more.",
        .options = fmt_options,
        .least = 1,
        .most = -1,
        .run = run_fmt };

/* --- convert ----------------------------------------------------------------------------------- */

static const struct cli_option convert_options[]
    = { OPTION_OUTPUT,
        OPTIONS_IMPORT,
        OPTIONS_ANDROID,
        { "to", "FORMAT", "format of the output, if its name does not tell: edt, json or trace", 0,
          FILE_WRITTEN_FORMATS },
        { "drop-orders", NULL, "to trace: leave eo and mo lines out", 0, NULL },
        { "rename", NULL, "to trace: change names that the prototype cannot read", 0, NULL },
        OPTION_END };

/* What only a .trace needs. */
static void
refuse_for (const struct cli *cli, enum hb_format to)
{
  static const char *const names[] = { "drop-orders", "rename" };
  for (size_t i = 0; i < 2; i++)
    if (to != HB_FORMAT_PROTOTYPE && cli_flag (cli, names[i]))
      cli_usage_error (cli, "--%s is for an output in the format trace", names[i]);
}

static int
run_convert (struct cli *cli)
{
  const char *in = cli->operands[0], *out = cli_text (cli, "output", "-");
  enum hb_format to = (enum hb_format)cli_choice (cli, "to", (int)file_form (out));
  refuse_for (cli, to);
  return file_convert (cli, in, out, to) ? 0 : cli_fail (cli);
}

const struct cli_command cmd_convert = {
  .name = "convert",
  .summary = "change the format of a trace: .edt, JSON, .trace, Android logs; compressed or not",
  .usage = "IN -o OUT [--from FORMAT] [--to FORMAT]",
  .examples
  = "hbkit convert t.edt -o t.json\n"
    "hbkit convert t.json.gz -o t.edt.xz\n"
    "hbkit convert t.edt --to json | less\n"
    "hbkit convert p.trace -o p.edt --threads split   # the prototype's\n"
    "hbkit convert t.edt -o t.trace --rename          # and for it\n"
    "hbkit convert abc_log.txt -o t.edt               # DroidRacer's or EM-Explorer's log\n"
    "hbkit convert abc_log.txt --filter paper --posts keep -o t.edt\n"
    "hbkit convert abc_log.txt --recorded -o w.edt    # then: hbkit replay w.edt",
  .description = "The format is that of the file's name, or of what the file starts with. What a\n"
                 "reader of a format of others decided or left out is said on standard error; the\n"
                 "decisions are options. doc/import.md explains them.",
  .options = convert_options,
  .least = 1,
  .most = 1,
  .run = run_convert
};
