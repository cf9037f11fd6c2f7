/* hbkit info: what a trace has, and how much of its order is open. */
#include "cmd/diff/info_threads.h"
#include "cmd/frame/language.h"
#include "cmd/periodic/info.h"
#include "cmd/info_poset.h"
#include "cmd/robust/programs.h"

#include "engine/trace_info.h"

#include "base/plural.h"

static const struct cli_option info_options[] = {
  OPTION_JSON,
  { "sizes", NULL, "read the file and say how many events, messages and handlers it has, no more",
    0, NULL },
  { "pairs", "WHEN",
    "count the undecided pairs: auto (unless that takes more memory than allowed), always, never",
    0, "auto always never" },
  { "pairs-memory", "SIZE", "memory that --pairs=auto may take (default 128M)", 0, NULL },
  { "timeout", "SECONDS", "give up counting pairs after that time (0: never)", 't', NULL },
  OPTION_LANGUAGE,
  OPTIONS_THREADS,
  OPTIONS_POSET,
  OPTIONS_IMPORT,
  OPTION_END
};

/* Memory that counting pairs may take. */
static uint64_t
pair_memory (const struct cli *cli)
{
  switch (cli_choice (cli, "pairs", 0))
    {
    case 0:
      return cli_bytes (cli, "pairs-memory", HB_INFO_MEMORY);
    case 1:
      return UINT64_MAX;
    default:
      return 0;
    }
}

/* --- text --------------------------------------------------------------------------------------- */

static unsigned long long
wide (uint64_t number)
{
  return (unsigned long long)number;
}

static void
put_pairs (hb_output *output, const hb_trace_info *info)
{
  hb_putf (output, "pairs          %llu", wide (info->pairs));
  switch (info->undecided_state)
    {
    case HB_PAIRS_COUNTED:
      hb_putf (output, ", undecided %llu", wide (info->undecided));
      if (info->pairs)
        hb_putf (output, " (%.1f %%)", 100.0 * (double)info->undecided / (double)info->pairs);
      break;
    case HB_PAIRS_TOO_LARGE:
      hb_putf (output, ", undecided not counted (takes %.1f MB; --pairs=always)",
               (double)info->bytes / (1 << 20));
      break;
    case HB_PAIRS_STOPPED:
      hb_put (output, ", undecided not counted (stopped)");
      break;
    case HB_PAIRS_CONTRADICTORY:
      hb_put (output, "; what is known has or forces a cycle: inconsistent");
      break;
    }
  hb_put_char (output, '\n');
}

static void
put_handlers (hb_output *output, const hb_trace_info *info)
{
  hb_putf (output, "handlers       %llu", wide (info->handlers));
  const char *separator = ": ";
  for (int i = 0; i < HB_MAILBOXES; i++)
    if (info->handlers_of[i])
      {
        hb_putf (output, "%s%llu %s", separator, wide (info->handlers_of[i]),
                 hb_mailbox_name ((enum hb_mailbox)i));
        separator = ", ";
      }
  hb_putf (output, "; %llu with an initial message\n", wide (info->handlers_with_initial));
}

static void
put_text (hb_output *output, const char *path, const hb_trace_info *info)
{
  const uint64_t *events = info->events_of, *messages = info->messages_of;
  hb_putf (output, "%s\n", cli_shown (path));
  hb_putf (output,
           "events         %llu: %llu get%s, %llu post%s, %llu write%s, %llu read%s (%llu of the "
           "initial value)\n",
           wide (info->events), wide (events[HB_GET]), HB_S (events[HB_GET]),
           wide (events[HB_POST]), HB_S (events[HB_POST]), wide (events[HB_WRITE]),
           HB_S (events[HB_WRITE]), wide (events[HB_READ]), HB_S (events[HB_READ]),
           wide (info->initial_reads));
  hb_putf (output, "messages       %llu: %llu initial, %llu posted, %llu external; %llu empty\n",
           wide (info->messages), wide (messages[HB_INITIAL]), wide (messages[HB_POSTED]),
           wide (messages[HB_EXTERNAL]), wide (info->empty_messages));
  put_handlers (output, info);
  hb_putf (output, "variables      %llu\n", wide (info->variables));
  put_pairs (output, info);
  if (info->nesting < 0)
    hb_put (output, "post nesting   cyclic: messages that post each other in a circle\n");
  else
    hb_putf (output, "post nesting   %lld\n", (long long)info->nesting);
  if (info->longest_chain < 0)
    hb_put (output, "longest chain  cyclic: the known order has a cycle\n");
  else
    hb_putf (output, "longest chain  %lld event%s\n", (long long)info->longest_chain,
             HB_S (info->longest_chain));
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void
open_flat (hb_json *json, const char *key)
{
  if (key)
    hb_json_key (json, key);
  hb_json_flat (json);
  hb_json_open_object (json);
}

static void
json_kinds (hb_json *json, const hb_trace_info *info)
{
  static const char *const keys[] = { "get", "post", "write", "read" };
  open_flat (json, "events_by_kind");
  for (int i = 0; i < 4; i++)
    hb_json_member_unsigned (json, keys[i], info->events_of[i]);
  hb_json_close (json);
  hb_json_member_unsigned (json, "initial_reads", info->initial_reads);
  hb_json_member_unsigned (json, "messages", info->messages);
  open_flat (json, "messages_by_kind");
  for (int i = 0; i < 3; i++)
    hb_json_member_unsigned (json, hb_message_kind_name ((enum hb_message_kind)i),
                             info->messages_of[i]);
  hb_json_close (json);
  hb_json_member_unsigned (json, "empty_messages", info->empty_messages);
  hb_json_member_unsigned (json, "handlers", info->handlers);
  open_flat (json, "handlers_by_mailbox");
  for (int i = 0; i < HB_MAILBOXES; i++)
    hb_json_member_unsigned (json, hb_mailbox_name ((enum hb_mailbox)i), info->handlers_of[i]);
  hb_json_close (json);
  hb_json_member_unsigned (json, "handlers_with_initial", info->handlers_with_initial);
  hb_json_member_unsigned (json, "variables", info->variables);
}

/* A number, or null where there is none. */
static void
maybe (hb_json *json, const char *key, bool known, uint64_t value)
{
  hb_json_key (json, key);
  if (known)
    hb_json_unsigned (json, value);
  else
    hb_json_null (json);
}

static void
put_json (hb_json *json, const char *path, const hb_trace *trace, const hb_trace_info *info)
{
  static const char *const states[] = { "counted", "too large", "stopped", "contradictory" };
  bool counted = info->undecided_state == HB_PAIRS_COUNTED;
  hb_json_open_object (json);
  hb_json_member_string (json, "file", path);
  hb_json_member_unsigned (json, "events", info->events);
  json_kinds (json, info);
  hb_json_member_unsigned (json, "pairs", info->pairs);
  maybe (json, "undecided_pairs", counted, info->undecided);
  hb_json_member_string (json, "undecided_pairs_state", states[info->undecided_state]);
  maybe (json, "post_nesting", info->nesting >= 0, (uint64_t)info->nesting);
  maybe (json, "longest_chain", info->longest_chain >= 0, (uint64_t)info->longest_chain);
  hb_json_member_array (json, "by_handler");
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      open_flat (json, NULL);
      hb_json_member_string (json, "handler", hb_handler_name (trace, h));
      hb_json_member_string (json, "mailbox",
                             hb_mailbox_name ((enum hb_mailbox)trace->handlers.data[h].mailbox));
      hb_json_member_unsigned (json, "events", info->by_handler[h].events);
      hb_json_member_unsigned (json, "messages", info->by_handler[h].messages);
      hb_json_member_unsigned (json, "pairs", info->by_handler[h].pairs);
      maybe (json, "undecided_pairs", counted, info->by_handler[h].undecided);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
}

/* --- the command -------------------------------------------------------------------------------- */

static void
put_sizes (hb_output *output, hb_json *json, const char *path, const hb_trace *trace)
{
  if (!json)
    {
      hb_putf (output, "%s: %zu event%s, %zu message%s, %zu handler%s\n", cli_shown (path),
               trace->events.size, HB_S (trace->events.size), trace->messages.size,
               HB_S (trace->messages.size), trace->handlers.size, HB_S (trace->handlers.size));
      return;
    }
  hb_json_open_object (json);
  hb_json_member_string (json, "trace", path);
  hb_json_member_unsigned (json, "events", trace->events.size);
  hb_json_member_unsigned (json, "messages", trace->messages.size);
  hb_json_member_unsigned (json, "handlers", trace->handlers.size);
  hb_json_close (json);
}

/* Of several files each has its own options. */
static void
takes_only (const struct cli *cli, const char *names, const char *what)
{
  if (cli->operand_count == 1)
    cli_takes_only (cli, names, what);
}

static bool
show (struct cli *cli, const char *path, hb_output *output, hb_json *json)
{
  if (hb_aed_is (path))
    {
      takes_only (cli, "json timeout", "an event program");
      return event_program_info (cli, path, output, json);
    }
  if (cli_text (cli, "poset", NULL) || poset_is (cli, path))
    {
      takes_only (cli, "json timeout from " POSET_OPTIONS " " IMPORT_OPTIONS, "a poset");
      return info_poset (cli, path, output, json);
    }
  if (c_language (cli, path) == C_LANGUAGE_PERIODIC)
    {
      takes_only (cli, "json timeout language", "a periodic program");
      return periodic_info (cli, path, output, json);
    }
  if (c_language (cli, path) == C_LANGUAGE_THREADS)
    {
      takes_only (cli, "json timeout language unroll atomic contexts no-assert limit",
                  "a program of threads");
      return info_threads (cli, path, output, json);
    }
  takes_only (cli, "json timeout sizes pairs pairs-memory from " IMPORT_OPTIONS, "a trace");
  hb_trace *trace = file_read_trace (cli, path, file_form (path));
  if (!trace)
    return false;
  if (cli_flag (cli, "sizes"))
    {
      put_sizes (output, json, path, trace);
      hb_trace_free (trace);
      return true;
    }
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  hb_trace_info *info = hb_trace_info_new (trace, pair_memory (cli), &limits);
  if (json)
    put_json (json, path, trace, info);
  else
    put_text (output, path, info);
  hb_trace_info_free (info);
  hb_trace_free (trace);
  return true;
}

static int
run_info (struct cli *cli)
{
  hb_output *output = cli_stdout (cli);
  hb_json *json = cli_flag (cli, "json") ? hb_json_new (output) : NULL;
  bool several = cli->operand_count > 1, good = true;
  if (json && several)
    {
      hb_json_open_object (json);
      hb_json_member_array (json, "traces");
    }
  for (int i = 0; i < cli->operand_count && good; i++)
    {
      if (i && !json)
        hb_put_char (output, '\n');
      cli_watch_clock (true); /* each has the whole time */
      good = show (cli, cli->operands[i], output, json);
    }
  if (!good)
    {
      hb_json_discard (json);
      hb_output_discard (output);
      return cli_fail (cli);
    }
  if (json && several)
    {
      hb_json_close (json);
      hb_json_close (json);
    }
  if (json)
    hb_json_free (json);
  return hb_output_commit (output) ? 0 : cli_fail (cli);
}

const struct cli_command cmd_info = {
  .name = "info",
  .summary = "say what a trace, poset or program has, and how much of a trace's "
             "order is open",
  .usage = "T.edt ... [--json] [--pairs WHEN]\nP.poset ...\nP.c ...",
  .examples = "hbkit info t.edt\n"
              "hbkit info --json t.edt | jq .undecided_pairs\n"
              "hbkit info --pairs=never large.edt.xz\n"
              "hbkit info complete:2,4            # shape, width, height of a poset\n"
              "hbkit info old.c                   # threads, statements, variables of a program\n"
              "hbkit info --sizes *.edt           # only counts: as fast as files are read",
  .description
  = "Pairs are those of two messages of one handler, neither of them initial. A pair is\n"
    "decided if the known relations (po, rf, co, fr, pb, the file's eo and mo) order it,\n"
    "directly or because FIFO hands the order of two posts on to the messages, and back, as\n"
    "often as it takes: rules 1 and 3 of section 5.1 of the ED-consistency paper. The rest is\n"
    "what an engine has to decide.\n"
    "Post nesting is the longest chain of messages that post one another: 0 for messages that\n"
    "nobody posts, one more for those that they post, and so on. The longest chain is a longest\n"
    "path of the known happens-before, in events.\n"
    "With --json and one file the object is the trace's; with several, they stand under\n"
    "\"traces\".",
  .options = info_options,
  .least = 1,
  .most = -1,
  .run = run_info
};
