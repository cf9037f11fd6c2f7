/* hbkit gen trace, hbkit shuffle: random traces that come from a run, and traces in random order. */
#include "cmd/gen_trace.h"

#include "base/buffer.h"

#include "gen/traces.h"
#include "format/edt.h"

#include <stdlib.h>
#include <string.h>

const char cmd_gen_trace_about[]
    = "trace: the trace of a random run, made up step by step; consistent unless damaged\n"
      "  At every step a random handler that can do something does one thing, as its mailbox lets "
      "it.\n"
      "  --stale, --wrong-reads, --wrong-writes, --wrong-posts: changes that may make it "
      "inconsistent.\n"
      "  The file stands in the order of the run: 'hbkit shuffle' hides it.\n"
      "  options: handlers messages externals events variables posts reads writes flat depth "
      "pattern\n"
      "    mailbox orders stale wrong-reads wrong-writes wrong-posts\n";

/* --- gen trace --------------------------------------------------------------------------------- */

static hb_id
count_of (const struct cli *cli, const char *name, hb_id otherwise)
{
  uint64_t number = cli_unsigned (cli, name, otherwise);
  if (number >= HB_NONE)
    cli_usage_error (cli, "--%s takes at most %u", name, HB_NONE - 1);
  return (hb_id)number;
}

static int
mailbox_of (const struct cli *cli)
{
  const char *name = cli_text (cli, "mailbox", "queue");
  int mailbox = hb_mailbox_find (name, strlen (name));
  if (mailbox < 0 && strcmp (name, "mixed") != 0)
    cli_usage_error (cli,
                     "no mailbox discipline '%s'; expected queue, sender-queue, multiset, stack, "
                     "priority or mixed",
                     name);
  return mailbox;
}

static struct hb_run_shape
shape_of (const struct cli *cli)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.handlers = count_of (cli, "handlers", shape.handlers);
  shape.messages = count_of (cli, "messages", shape.messages);
  shape.externals = count_of (cli, "externals", shape.externals);
  shape.events = count_of (cli, "events", shape.events);
  shape.variables = count_of (cli, "variables", shape.variables);
  shape.posts = cli_double (cli, "posts", shape.posts);
  shape.reads = cli_double (cli, "reads", shape.reads);
  shape.writes = cli_double (cli, "writes", shape.writes);
  shape.nested = !cli_flag (cli, "flat");
  shape.depth = count_of (cli, "depth", shape.depth);
  shape.pattern = (enum hb_post_pattern)cli_choice (cli, "pattern", HB_POST_ANY);
  shape.stale = cli_double (cli, "stale", shape.stale);
  shape.mailbox = mailbox_of (cli);
  shape.orders = cli_flag (cli, "orders");
  shape.wrong_reads = count_of (cli, "wrong-reads", shape.wrong_reads);
  shape.wrong_writes = count_of (cli, "wrong-writes", shape.wrong_writes);
  shape.wrong_posts = count_of (cli, "wrong-posts", shape.wrong_posts);
  return shape;
}

void
add_share (hb_buffer *text, const char *name, double share)
{
  char digits[32];
  snprintf (digits, sizeof digits, "%.15g", share);
  if (strtod (digits, NULL) < share || strtod (digits, NULL) > share)
    snprintf (digits, sizeof digits, "%.17g", share);
  hb_buffer_add (text, " --%s %s", name, digits);
}

/* The command that makes the trace again.  New. */
static char *
command (const struct hb_run_shape *s, uint64_t seed)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "hbkit gen trace --handlers %u --messages %u", s->handlers, s->messages);
  if (s->externals)
    hb_buffer_add (&text, " --externals %u", s->externals);
  hb_buffer_add (&text, " --events %u --variables %u", s->events, s->variables);
  add_share (&text, "posts", s->posts);
  add_share (&text, "reads", s->reads);
  add_share (&text, "writes", s->writes);
  if (!s->nested)
    hb_buffer_add (&text, " --flat");
  if (s->depth)
    hb_buffer_add (&text, " --depth %u", s->depth);
  if (s->pattern)
    hb_buffer_add (&text, " --pattern %s", hb_post_patterns[s->pattern]);
  if (s->stale > 0)
    add_share (&text, "stale", s->stale);
  if (s->mailbox != HB_QUEUE)
    hb_buffer_add (&text, " --mailbox %s",
                   s->mailbox < 0 ? "mixed" : hb_mailbox_name ((enum hb_mailbox)s->mailbox));
  if (s->orders)
    hb_buffer_add (&text, " --orders");
  if (s->wrong_reads)
    hb_buffer_add (&text, " --wrong-reads %u", s->wrong_reads);
  if (s->wrong_writes)
    hb_buffer_add (&text, " --wrong-writes %u", s->wrong_writes);
  if (s->wrong_posts)
    hb_buffer_add (&text, " --wrong-posts %u", s->wrong_posts);
  hb_buffer_add (&text, " --seed %llu", (unsigned long long)seed);
  return hb_buffer_take (&text);
}

int
cmd_gen_trace (struct cli *cli)
{
  struct hb_run_shape shape = shape_of (cli);
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  struct hb_rng rng = hb_rng_seeded (seed);
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return cli_fail (cli);
  hb_builder *builder = hb_builder_to_file (output);
  char *text = command (&shape, seed);
  hb_build_meta (builder, "gen", text);
  bool good = hb_run_random (&shape, &rng, builder, cli->diag);
  hb_builder_finish (builder);
  hb_free (text);
  if (!good)
    hb_output_discard (output);
  else
    good = hb_output_commit (output);
  return good ? 0 : cli_fail (cli);
}

/* --- shuffle ----------------------------------------------------------------------------------- */

static const struct cli_option shuffle_options[] = { OPTION_OUTPUT, OPTION_SEED, OPTION_END };

static int
run_shuffle (struct cli *cli)
{
  const char *in = cli->operands[0], *out = cli_text (cli, "output", "-");
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  hb_trace *trace = file_read_trace (cli, in, file_form (in));
  if (!trace)
    return cli_fail (cli);
  struct hb_rng rng = hb_rng_seeded (seed);
  char *text = hb_format ("hbkit shuffle --seed %llu", (unsigned long long)seed);
  hb_builder *builder = hb_builder_to_trace (cli->diag);
  hb_build_meta (builder, "shuffled", text);
  hb_trace_shuffled (trace, &rng, builder);
  hb_trace *shuffled = hb_builder_finish (builder);
  bool good = shuffled && file_write_trace (cli, out, file_form (out), shuffled, NULL);
  hb_trace_free (shuffled);
  hb_trace_free (trace);
  hb_free (text);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_shuffle
    = { .name = "shuffle",
        .summary = "put a trace into random order under random names",
        .usage = "T.edt [--seed N] [-o OUT]",
        .examples = "hbkit shuffle t.edt --seed 7 -o s.edt\n"
                    "hbkit gen trace | hbkit shuffle - | hbkit check -",
        .description
        = "Handlers, messages, variables, labels and values get random names; the handlers,\n"
          "the messages of each and the chains a random order. The result is consistent if\n"
          "and only if the trace is. A generated file stands in the order of the run that it\n"
          "comes from, which gives an answer away; so measure on shuffled traces as well.",
        .options = shuffle_options,
        .least = 1,
        .most = 1,
        .run = run_shuffle };
