/* hbkit gadget: smallest traces that express a relation on pairs of messages. */
#include "cmd/frame/files.h"

#include "gadget/search.h"

#include "base/plural.h"

static const struct cli_option options[]
    = { { "handlers", "K", "how many handlers (default 2)", 'k', NULL },
        { "mailbox", "M", "queue (default), sender-queue, multiset or stack", 0,
          "queue sender-queue multiset stack" },
        { "flat", NULL, "only initial messages post", 0, NULL },
        { "free", NULL, "messages of pairs are external: in any order, but for what they do", 0,
          NULL },
        { "events", "N", "at most so many events, gets included (default 14)", 'e', NULL },
        { "from", "N", "begin with so many, and trust that there is none with fewer", 0, NULL },
        { "proofs", "PREFIX",
          "for each size without such a trace its formula, PREFIX-EVENTS-POSTED.cnf, and a "
          "refutation, .drat",
          0, "FILE" },
        OPTION_OUTPUT,
        OPTIONS_GIVE_UP,
        OPTION_JSON,
        OPTION_END };

static const char *
verdict_name (const struct hb_gadget *gadget)
{
  if (gadget->trace)
    return gadget->minimal ? "MINIMUM" : "FOUND";
  for (size_t i = 0; i < gadget->sizes.size; i++)
    if (!gadget->sizes.data[i].answer)
      return "UNKNOWN";
  return "NONE";
}

static void
print_json (struct cli *cli, const struct hb_gadget *gadget, hb_output *output)
{
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_string (json, "relation", cli->operands[0]);
  hb_json_member_string (json, "verdict", verdict_name (gadget));
  hb_json_key (json, "events");
  gadget->trace ? hb_json_unsigned (json, gadget->trace->events.size) : hb_json_null (json);
  hb_json_member_array (json, "sizes");
  for (size_t i = 0; i < gadget->sizes.size; i++)
    {
      const struct hb_gadget_size *size = &gadget->sizes.data[i];
      hb_json_open_object (json);
      hb_json_member_unsigned (json, "events", size->events);
      hb_json_member_unsigned (json, "posted", size->posted);
      hb_json_member_string (json, "answer",
                             size->answer == 10   ? "found"
                             : size->answer == 20 ? "none"
                                                  : "unknown");
      hb_json_member_unsigned (json, "counterexamples", size->counterexamples);
      hb_json_member_string (json, "formula", size->formula);
      hb_json_member_string (json, "proof", size->proof);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

static void
print_text (const struct cli *cli, const struct hb_gadget *gadget)
{
  for (size_t i = 0; i < gadget->sizes.size && cli->verbosity >= 0; i++)
    {
      const struct hb_gadget_size *size = &gadget->sizes.data[i];
      printf ("c %s, %s posted: %s after %s%s%s\n", hb_many (size->events, "event"),
              hb_many (size->posted, "message"),
              size->answer == 10   ? "a trace"
              : size->answer == 20 ? "none"
                                   : "stopped",
              hb_many (size->counterexamples, "counterexample"), size->proof ? "; " : "",
              size->proof ? size->proof : "");
    }
  if (gadget->trace && cli->verbosity >= 0)
    puts ("c the search of all its runs shows these rows and no others");
  if (gadget->trace)
    printf ("s %s %zu\n", verdict_name (gadget), gadget->trace->events.size);
  else
    printf ("s %s\n", verdict_name (gadget));
}

static bool
write_trace (struct cli *cli, const char *path, const struct hb_gadget *gadget)
{
  if (!gadget->trace)
    {
      hb_warning (cli->diag, NULL, "no trace: %s was not written", path);
      return true;
    }
  return file_write_trace (cli, path, file_form (path), gadget->trace, NULL);
}

static void
read_options (struct cli *cli, struct hb_gadget_options *o)
{
  uint64_t handlers = cli_unsigned (cli, "handlers", 2), most = cli_unsigned (cli, "events", 14);
  if (handlers < 1 || handlers > 8)
    cli_usage_error (cli, "--handlers takes a number from 1 to 8");
  if (most > 64)
    cli_usage_error (cli, "--events takes a number up to 64");
  static const enum hb_mailbox mailboxes[] = { HB_QUEUE, HB_SENDER_QUEUE, HB_MULTISET, HB_STACK };
  o->handlers = (hb_id)handlers;
  o->mailbox = mailboxes[cli_choice (cli, "mailbox", 0)];
  o->flat = cli_flag (cli, "flat");
  o->free = cli_flag (cli, "free");
  o->most = (hb_id)most;
  o->least = (hb_id)cli_unsigned (cli, "from", 0);
  o->proofs = cli_text (cli, "proofs", NULL);
}

static int
run (struct cli *cli)
{
  struct hb_limits limits = file_limits (cli);
  struct hb_gadget_options o = { .limits = &limits };
  read_options (cli, &o);
  if (!hb_rows_read (cli->operands[0], &o.relation, cli->diag))
    return cli_fail (cli);
  if (o.most < hb_gadget_least (&o))
    cli_usage_error (cli, "%u pairs of messages are at least %u events", o.relation.arity,
                     (unsigned)hb_gadget_least (&o));
  struct hb_gadget gadget;
  const char *path = cli_text (cli, "output", NULL);
  cli_interrupts_are_graceful (true);
  bool good = hb_gadget_find (&o, &gadget, cli->diag);
  cli_interrupts_are_graceful (false);
  good = good && (!path || write_trace (cli, path, &gadget));
  bool found = gadget.trace, open = verdict_name (&gadget)[0] == 'U';
  if (good && cli_flag (cli, "json"))
    {
      hb_output *output = cli_stdout (cli);
      print_json (cli, &gadget, output);
      good = hb_output_commit (output);
    }
  else if (good)
    print_text (cli, &gadget);
  hb_gadget_free (&gadget);
  if (!good || cli->verbosity >= 0)
    cli_fail (cli);
  return !good ? 2 : found ? 10 : open ? 0 : 20;
}

const struct cli_command cmd_gadget = {
  .name = "gadget",
  .summary = "smallest traces that express a relation on pairs of messages",
  .usage = "RELATION [--handlers K] [--mailbox M] [--flat] [--events N] [-o T.edt]",
  .examples
  = "hbkit gadget or2 --flat -o t.edt                  # one of two literals: 8 events\n"
    "hbkit gadget equal2 --mailbox stack --flat --events 10  # not so small\n"
    "hbkit gadget or3 --free --handlers 3              # the ring: pairs that others post\n"
    "hbkit gadget 01,10,11 --flat --proofs p           # and why no smaller one does\n"
    "hbkit gadget or1 --flat --proofs p --mailbox multiset && hbkit certify p-5-2.cnf "
    "p-5-2.drat",
  .description
  = "A trace expresses a relation on k pairs of messages, a1 and b1 to ak and bk, if the "
    "orders in which\n"
    "its consistent extensions run them are just the rows of the relation: value t is 1 if "
    "bt runs\n"
    "before at. With a register that hands values on, such traces are the gadgets of "
    "reductions.\n"
    "With --free others post the messages of the pairs, as registers do, and what they do is\n"
    "all that binds them. RELATION is or, nae, xor, equal or one with a number of pairs (or3),\n"
    "or its rows (01,10,11).\n"
    "\n"
    "Sizes are searched from the smallest; a SAT solver tells traces of a size that show all "
    "rows,\n"
    "another one orders that show more (doc/map.md). What is found is checked against the "
    "search of\n"
    "all runs. 's MINIMUM N': N events, and none with fewer; 's FOUND N': smaller sizes are "
    "open;\n"
    "'s NONE': none with as many events as --events says. Handlers may stay unused.\n"
    "\n"
    "Exit status: 10 found, 20 none of these sizes, 0 unknown, 2 an error, 130 interrupted.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
