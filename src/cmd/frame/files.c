/* See files.h. */
#include "cmd/frame/files.h"

#include "format/trace_json.h"
#include "format/edt.h"

#include <string.h>
#include <sys/stat.h>

bool
file_is_kept (const char *path)
{
  struct stat status;
  return strcmp (path, "-") != 0 && !stat (path, &status) && S_ISREG (status.st_mode);
}

enum hb_format
file_form (const char *path)
{
  return hb_format_of_name (path);
}

/* Is the command's --from that of OPTIONS_IMPORT? */
static bool
has_format (const struct cli *cli)
{
  const struct cli_option *o = cli->command->options;
  while (o->name && strcmp (o->name, "from") != 0)
    o++;
  return o->name && o->choices;
}

/* What --from says.  Two names for logs of Android apps come behind the formats: one reader reads
 * both. */
static enum hb_format
file_from (const struct cli *cli)
{
  int from = has_format (cli) ? cli_choice (cli, "from", -1) : -1;
  return from < 0 ? HB_FORMAT_ANY : from < HB_FORMATS ? (enum hb_format)from : HB_FORMAT_ANDROID;
}

bool
file_is_said_to_be_trace (const struct cli *cli)
{
  return file_from (cli) != HB_FORMAT_ANY;
}

void
file_refuse_import (const struct cli *cli)
{
  cli_refuse (cli, has_format (cli) ? "from " IMPORT_OPTIONS : IMPORT_OPTIONS, "traces");
}

/* An option whose second choice sets the flag. */
static void
choose_flag (const struct cli *cli, const char *name, bool *flag)
{
  *flag = cli_choice (cli, name, *flag);
}

/* An option whose choices are those of an enumeration. */
#define CHOOSE(CLI, NAME, TYPE, VALUE) (VALUE) = (TYPE)cli_choice (CLI, NAME, (int)(VALUE))

static struct hb_android_options
android_options (const struct cli *cli)
{
  struct hb_android_options o = hb_android_defaults ();
  if (!cli_has_option (cli, "filter"))
    return o;
  int filter = cli_choice (cli, "filter", 0);
  if (filter)
    o = filter == 1 ? hb_android_as_published () : hb_android_for_robustness ();
  choose_flag (cli, "posts", &o.drop_posts);
  CHOOSE (cli, "delayed", enum hb_android_delayed, o.delayed);
  CHOOSE (cli, "front", enum hb_android_jumping, o.front);
  CHOOSE (cli, "input", enum hb_android_jumping, o.input);
  CHOOSE (cli, "native", enum hb_android_native, o.native);
  CHOOSE (cli, "nested", enum hb_android_nested, o.nested);
  CHOOSE (cli, "forks", enum hb_android_forks, o.forks);
  choose_flag (cli, "notify", &o.drop_notifies);
  CHOOSE (cli, "enable", enum hb_android_enable, o.enable);
  choose_flag (cli, "locks", &o.order_locks);
  choose_flag (cli, "orders", &o.drop_orders);
  choose_flag (cli, "variables", &o.objects_only);
  choose_flag (cli, "statics", &o.drop_statics);
  choose_flag (cli, "databases", &o.drop_databases);
  choose_flag (cli, "initial-reads", &o.drop_initial_reads);
  choose_flag (cli, "private", &o.drop_private);
  choose_flag (cli, "idle-messages", &o.drop_idle_messages);
  choose_flag (cli, "labels", &o.no_labels);
  o.recorded = cli_flag (cli, "recorded");
  o.recorded_posts = cli_flag (cli, "recorded-posts");
  return o;
}

struct hb_import_options
file_import_options (const struct cli *cli)
{
  struct hb_import_options options = hb_import_defaults ();
  if (!cli_has_option (cli, "unwritten"))
    return options;
  options.mailbox = cli_choice (cli, "mailbox", -1);
  options.prototype.initial = cli_text (cli, "initial", options.prototype.initial);
  options.prototype.split = cli_choice (cli, "threads", 0) == 1;
  options.prototype.missing = (enum hb_prototype_missing)cli_choice (cli, "missing", 0);
  options.prototype.drop_reads = cli_choice (cli, "unwritten", 0) == 1;
  options.prototype.complete_co = cli_choice (cli, "co", 0) == 1;
  options.android = android_options (cli);
  return options;
}

/* An option of another input format says nothing here: its help begins with the format's name. */
static void
refuse_foreign (const struct cli *cli, enum hb_format format)
{
  static const struct
  {
    const char *name;
    enum hb_format format;
  } kinds[] = { { "trace: ", HB_FORMAT_PROTOTYPE }, { "android: ", HB_FORMAT_ANDROID } };
  for (const struct cli_option *o = cli->command->options; o->name; o++)
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (kinds[i].format != format && !strncmp (o->help, kinds[i].name, strlen (kinds[i].name))
          && cli_text (cli, o->name, NULL))
        cli_usage_error (cli, "--%s is for inputs of another format: %s", o->name, o->help);
}

static void
print_notes (const struct cli *cli, const hb_notes *notes)
{
  if (cli->verbosity < 0)
    return;
  for (size_t i = 0; i < notes->list.size; i++)
    if (!notes->list.data[i].is_detail || cli->verbosity > 0)
      fprintf (stderr, "c %s\n", notes->list.data[i].text);
  if (notes->details > HB_MOST_DETAILS && cli->verbosity > 0)
    fprintf (stderr, "c and %zu more of this kind\n", notes->details - HB_MOST_DETAILS);
}

hb_trace *
file_read_trace (struct cli *cli, const char *path, enum hb_format format)
{
  return file_read_recorded (cli, path, format, NULL);
}

/* INPUT (stolen) is NULL: to be opened. */
static hb_trace *
read_trace (struct cli *cli, const char *path, hb_input *input, enum hb_format format,
            struct hb_import_options options)
{
  if (options.android.hint)
    *options.android.hint = NULL;
  hb_notes notes = HB_NOTES_EMPTY;
  if (path == cli->operands[0] && cli_has_option (cli, "unwritten")
      && file_from (cli) != HB_FORMAT_ANY)
    format = file_from (cli);
  if (!input)
    input = hb_import_open (path, &format, cli->diag);
  else if (format == HB_FORMAT_ANY)
    format = hb_import_format (input);
  if (input && path == cli->operands[0])
    refuse_foreign (cli, format);
  hb_trace *trace = input ? hb_import_input (input, format, &options, &notes, cli->diag) : NULL;
  print_notes (cli, &notes);
  hb_notes_clear (&notes);
  return trace;
}

hb_trace *
file_read_opened (struct cli *cli, const char *path, hb_input *input)
{
  return read_trace (cli, path, input, file_form (path), file_import_options (cli));
}

hb_trace *
file_read_recorded (struct cli *cli, const char *path, enum hb_format format, hb_witness **hint)
{
  struct hb_import_options options = file_import_options (cli);
  options.android.hint = hint;
  return read_trace (cli, path, NULL, format, options);
}

hb_trace *
file_read_for_robustness (struct cli *cli, const char *path)
{
  struct hb_import_options options = file_import_options (cli);
  options.android = hb_android_for_robustness ();
  return read_trace (cli, path, NULL, file_form (path), options);
}

static bool
write_prototype (struct cli *cli, hb_output *output, const hb_trace *trace,
                 const hb_witness *witness)
{
  struct hb_prototype_write_options options = { 0 };
  hb_notes notes = HB_NOTES_EMPTY;
  if (witness)
    {
      hb_error (cli->diag, NULL,
                "a .trace cannot say in which order messages ran; a witness can be "
                "written as .edt or .json");
      return false;
    }
  if (cli_has_option (cli, "drop-orders"))
    {
      options.drop_orders = cli_flag (cli, "drop-orders");
      options.rename = cli_flag (cli, "rename");
    }
  bool good = hb_prototype_write (output, trace, &options, &notes, cli->diag);
  print_notes (cli, &notes);
  hb_notes_clear (&notes);
  return good;
}

bool
file_write_trace (struct cli *cli, const char *path, enum hb_format form, const hb_trace *trace,
                  const hb_witness *witness)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  bool good = true;
  if (form == HB_FORMAT_JSON)
    hb_json_write_trace (output, trace, witness);
  else if (form == HB_FORMAT_PROTOTYPE)
    good = write_prototype (cli, output, trace, witness);
  else if (form == HB_FORMAT_ANDROID)
    {
      hb_error (cli->diag, NULL, "logs of Android programs can be read, not written");
      good = false;
    }
  else
    hb_edt_write (output, trace, witness);
  if (good)
    return hb_output_commit (output);
  hb_output_discard (output);
  return false;
}

static bool
convert_log (struct cli *cli, hb_input *input, const char *out,
             const struct hb_android_options *options, hb_notes *notes)
{
  hb_output *output = hb_output_open (out, cli->diag);
  if (!output)
    {
      hb_input_close (input);
      return false;
    }
  hb_builder *builder = hb_builder_to_file (output);
  bool good = hb_android_build (input, options, builder, notes, cli->diag);
  hb_builder_finish (builder);
  if (good)
    return hb_output_commit (output);
  hb_output_discard (output);
  return false;
}

bool
file_convert (struct cli *cli, const char *in, const char *out, enum hb_format to)
{
  struct hb_import_options options = file_import_options (cli);
  enum hb_format from = file_from (cli);
  hb_input *input = hb_import_open (in, &from, cli->diag);
  if (!input)
    return false;
  refuse_foreign (cli, from);
  hb_notes notes = HB_NOTES_EMPTY;
  bool good;
  if (from == HB_FORMAT_ANDROID && (to == HB_FORMAT_EDT || to == HB_FORMAT_ANY)
      && options.mailbox < 0)
    good = convert_log (cli, input, out, &options.android, &notes);
  else
    {
      hb_trace *trace = hb_import_input (input, from, &options, &notes, cli->diag);
      good = trace && file_write_trace (cli, out, to, trace, NULL);
      hb_trace_free (trace);
    }
  print_notes (cli, &notes);
  hb_notes_clear (&notes);
  return good;
}

struct hb_limits
file_limits (const struct cli *cli)
{
  return hb_limits_new (cli_double (cli, "timeout", 0), cli_bytes (cli, "memory", 0));
}
