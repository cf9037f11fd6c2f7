/* See choose.h.
 *
 *     --gadget               the gadget or the row, nothing is decided
 *     C.json                 that cycle
 *     --core                 decides, then a smallest inconsistent part with its cycle in front
 *     --handlers ...         that part of the trace
 *     --whole                all of it
 *     otherwise              decides: the cycle of an inconsistent trace, else all of it, or where that
 *                            takes too many pages its run on one (kinds.c)
 *
 * A figure must not depend on the speed of the machine, so what is decided depends on sizes alone but for
 * a generous limit of time, beyond which nothing is drawn. */
#include "cmd/draw/choose.h"
#include "format/cycle_file.h"

#include "base/plural.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS 300        /* for a decision */
#define WORK 220000        /* for a core: events of all parts decided, below a second */
#define MOST_DECIDED 20000 /* events of a trace that is decided to order the messages of a part */

/* --- Options ---------------------------------------------------------------------------------- */

bool
draw_parse_gadget (const char *value, struct hb_draw_options *draw)
{
  char *end = NULL;
  if (!strncmp (value, "row:", 4) && value[4])
    {
      draw->what = HB_DRAW_ROW;
      draw->row = value + 4;
      return true;
    }
  unsigned long number = strncmp (value, "clause:", 7) ? 0 : strtoul (value + 7, &end, 10);
  if (!number || number > HB_NONE - 1 || value[7] == '-' || *end)
    return false;
  draw->what = HB_DRAW_GADGET;
  draw->clause = (hb_id)number;
  return true;
}

/* Strips and timelines show a run, of a trace of any size. */
static bool
shows_run (const struct cli *cli)
{
  return cli_flag (cli, "strip") || cli_flag (cli, "timeline");
}

/* Is a part of the graph asked for?  The handlers of a strip are its mailboxes. */
static bool
is_part (const struct cli *cli)
{
  return !shows_run (cli)
         && (cli_text (cli, "handlers", NULL) || cli_text (cli, "messages", NULL)
             || cli_text (cli, "around", NULL));
}

void
draw_check_options (const struct cli *cli)
{
  struct hb_draw_options ignored;
  const char *gadget = cli_text (cli, "gadget", NULL);
  bool part = is_part (cli);
  if (gadget && !draw_parse_gadget (gadget, &ignored))
    cli_usage_error (cli, "--gadget takes clause:J with J from 1, or row:x3 or row:~x3, not '%s'",
                     gadget);
  int wishes = (gadget != NULL) + part + cli_flag (cli, "whole")
               + (cli_flag (cli, "core") || cli_flag (cli, "cycle"));
  if (wishes > 1)
    cli_usage_error (cli, "--gadget, --cycle or --core, --whole, and the parts --handlers, "
                          "--messages, --around exclude one another");
  if (cli->operand_count == 2 && !cli_flag (cli, "cycle"))
    cli_usage_error (cli, "a second file, '%s', is a cycle to be drawn: say --cycle",
                     cli->operands[1]);
}

/* --- Deciding --------------------------------------------------------------------------------- */

/* Decides the trace; false after an error if it cannot, a silent one if it need not. */
static bool
decide (struct cli *cli, struct draw_choice *choice, bool needed)
{
  struct hb_limits limits = hb_limits_new (SECONDS, 0);
  struct hb_check_options check = { .limits = &limits };
  hb_check_result_free (&choice->result);
  hb_check (hb_engine_for (choice->trace), choice->trace, &check, &choice->result);
  if (choice->result.verdict != HB_UNKNOWN)
    return true;
  if (needed)
    hb_error (cli->diag, NULL,
              "could not decide whether the trace is consistent, so there is no cycle or order to "
              "draw: %s; --whole, --handlers, --messages and --around need none",
              choice->result.reason ? choice->result.reason : "the time is over");
  return false;
}

/* The best of the cycles found, with the reasons for what it assumes. */
static void
take_cycle (struct draw_choice *choice, struct hb_draw_options *draw)
{
  choice->explanation
      = hb_explain (choice->trace, choice->result.cycles.data, choice->result.cycles.size);
  draw->what = HB_DRAW_CYCLE;
  draw->explanation = &choice->explanation;
  draw->cycle = &choice->explanation.cycles[choice->explanation.cycle];
}

/* A trace without a run and without a cycle can only be drawn as a whole. */
static bool
small_enough (struct cli *cli, const struct draw_choice *choice)
{
  size_t events = choice->trace->events.size;
  if (events <= DRAW_MOST_SHOWN || choice->result.verdict != HB_INCONSISTENT)
    return true;
  hb_error (cli->diag, NULL,
            "the trace is inconsistent and has %zu events, too many for a figure; choose some by "
            "--handlers, --messages, --around EVENT:K or --gadget%s",
            events, events <= HB_MOST_DRAWN ? ", or ask for all of it by --whole" : "");
  return false;
}

/* Takes the witness that the engine found.  Its mo follows from eo in queues, and says nothing new there. */
static void
take_witness (struct draw_choice *choice, struct hb_draw_options *draw)
{
  bool queues = !choice->trace->mo.size;
  for (size_t h = 0; h < choice->trace->handlers.size; h++)
    queues = queues && choice->trace->handlers.data[h].mailbox == HB_QUEUE;
  if (draw->witness)
    return;
  draw->witness = choice->result.witness;
  if (!draw->show && queues)
    draw->show = HB_SHOW_USUAL & ~HB_SHOW (HB_MO);
}

static bool
choose_by_verdict (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw)
{
  choice->freely = !cli_flag (cli, "cycle");
  if (draw->witness && choice->freely) /* a witness of it: consistent */
    return true;
  if (!decide (cli, choice, true))
    return false;
  if (choice->result.verdict == HB_INCONSISTENT && choice->result.cycles.size)
    {
      take_cycle (choice, draw);
      return true;
    }
  if (cli_flag (cli, "cycle"))
    {
      hb_error (cli->diag, NULL,
                choice->result.verdict == HB_CONSISTENT
                    ? "the trace is consistent: there is no cycle to draw"
                    : "the engine for this trace leaves no cycles; --core shows a smallest part");
      return false;
    }
  if (choice->result.verdict == HB_INCONSISTENT)
    draw->note = "The trace is inconsistent; the engine that found it leaves no cycle.";
  take_witness (choice, draw);
  return shows_run (cli) || small_enough (cli, choice);
}

/* For the explorer: the run or the cycles, of a trace of any size; where neither is found in time, none. */
static bool
choose_for_page (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw)
{
  if (draw->witness)
    return true;
  decide (cli, choice, false);
  if (choice->result.cycles.size)
    take_cycle (choice, draw);
  draw->witness = choice->result.witness;
  if (choice->result.verdict == HB_INCONSISTENT && !choice->result.cycles.size)
    draw->note = "The trace is inconsistent; the engine that found it leaves no cycle.";
  if (choice->result.verdict == HB_UNKNOWN)
    draw->note = "Whether the trace is consistent was not decided.";
  return true;
}

/* --- Cores ------------------------------------------------------------------------------------ */

static bool
choose_core (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw)
{
  if (!decide (cli, choice, true))
    return false;
  if (choice->result.verdict != HB_INCONSISTENT)
    {
      hb_error (cli->diag, NULL, "the trace is consistent: no part of it is inconsistent");
      return false;
    }
  struct hb_limits limits = hb_limits_new (SECONDS, 0);
  struct hb_core_options options
      = { .engine = hb_engine_for (choice->trace), .limits = &limits, .work = WORK };
  struct hb_core core = hb_core_new (choice->trace, &choice->result, &options);
  choice->note = hb_format (
      "%s inconsistent part: %zu of %zu event%s, %zu of %zu message%s%s.",
      core.minimal ? "A smallest" : "An", core.trace->events.size, choice->trace->events.size,
      HB_S (choice->trace->events.size), core.trace->messages.size, choice->trace->messages.size,
      HB_S (choice->trace->messages.size),
      core.minimal ? "" : " (more could be left out: 'hbkit check --core' goes on)");
  hb_trace_free (choice->trace);
  choice->trace = core.trace;
  core.trace = NULL;
  hb_core_free (&core);
  draw->note = choice->note;
  draw->all_events = true;
  if (!decide (cli, choice, true))
    return false;
  if (choice->result.cycles.size)
    take_cycle (choice, draw);
  return true;
}

/* --- Parts ------------------------------------------------------------------------------------ */

static hb_id
find_handler (const hb_trace *trace, const char *name)
{
  return hb_trace_find_handler (trace, name);
}

/* A message by its name, an initial one by its handler's. */
static hb_id
find_message (const hb_trace *trace, const char *name)
{
  hb_id message = hb_trace_find_message (trace, name);
  hb_id handler = message == HB_NONE ? hb_trace_find_handler (trace, name) : HB_NONE;
  return handler == HB_NONE ? message : trace->handlers.data[handler].initial;
}

typedef VEC (hb_id) ids;

/* Adds the things named in LIST, which commas divide; false after an error. */
static bool
find_all (struct cli *cli, const hb_trace *trace, const char *what, const char *list,
          hb_id (*find) (const hb_trace *, const char *), ids *found)
{
  bool good = true;
  while (list && *list && good)
    {
      size_t length = strcspn (list, ",");
      char *name = hb_copy_bytes (list, length);
      hb_id thing = find (trace, name);
      good = thing != HB_NONE;
      if (good)
        vec_push (*found, thing);
      else
        hb_error (cli->diag, NULL, "no %s '%s' in the trace", what, name);
      hb_free (name);
      list += length + (list[length] == ',');
    }
  return good;
}

/* --around E:k; without :k it is 1. */
static bool
find_around (struct cli *cli, const hb_trace *trace, struct hb_draw_part *part)
{
  const char *value = cli_text (cli, "around", NULL);
  if (!value)
    return true;
  const char *colon = strrchr (value, ':');
  size_t digits = colon ? strspn (colon + 1, "0123456789") : 0;
  bool counted = digits && digits < 5 && !colon[1 + digits];
  char *address = hb_copy_bytes (value, counted ? (size_t)(colon - value) : strlen (value));
  part->near = true;
  part->steps = counted ? (unsigned)atoi (colon + 1) : 1;
  part->around = hb_trace_find_event (trace, address);
  if (part->around == HB_NONE)
    hb_error (cli->diag, NULL,
              "no event '%s' in the trace; --around takes a label, MESSAGE@K or HANDLER@K, and "
              "after a colon how many steps to go, 1 if there is none",
              address);
  hb_free (address);
  return part->around != HB_NONE;
}

static bool
choose_part (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw)
{
  ids handlers = VEC_EMPTY, messages = VEC_EMPTY;
  const hb_trace *trace = choice->trace;
  bool good
      = find_all (cli, trace, "handler", cli_text (cli, "handlers", NULL), find_handler, &handlers)
        && find_all (cli, trace, "message", cli_text (cli, "messages", NULL), find_message,
                     &messages)
        && find_around (cli, trace, &draw->part);
  choice->handlers.data = handlers.data;
  choice->messages.data = messages.data;
  draw->part.handlers = handlers.data;
  draw->part.handler_count = handlers.size;
  draw->part.messages = messages.data;
  draw->part.message_count = messages.size;
  if (!good)
    return false;
  if (!draw->witness && trace->events.size <= MOST_DECIDED && decide (cli, choice, false))
    take_witness (choice, draw);
  return true;
}

/* --- All together ----------------------------------------------------------------------------- */

static bool
read_witness (struct cli *cli, struct draw_choice *choice)
{
  const char *path = cli_text (cli, "witness", NULL);
  if (!path)
    return true;
  hb_trace *full = file_read_trace (cli, path, file_form (path));
  choice->witness = full ? hb_witness_extending (choice->trace, full, cli->diag) : NULL;
  hb_trace_free (full);
  return choice->witness != NULL;
}

bool
draw_choose (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw)
{
  const char *gadget = cli_text (cli, "gadget", NULL);
  *choice = (struct draw_choice){ .result = { .verdict = HB_UNKNOWN } };
  choice->trace = file_read_trace (cli, cli->operands[0], file_form (cli->operands[0]));
  if (!choice->trace || !read_witness (cli, choice))
    return false;
  draw->witness = choice->witness;
  if (gadget)
    return draw_parse_gadget (gadget, draw);
  if (cli->operand_count == 2)
    {
      draw->what = HB_DRAW_CYCLE;
      draw->cycle = &choice->cycle;
      return hb_cycle_read (cli->operands[1], choice->trace, &choice->cycle, cli->diag);
    }
  if (cli_flag (cli, "core"))
    return choose_core (cli, choice, draw);
  if (cli_text (cli, "html", NULL))
    return choose_for_page (cli, choice, draw);
  if (is_part (cli))
    return choose_part (cli, choice, draw);
  return cli_flag (cli, "whole") || choose_by_verdict (cli, choice, draw);
}

void
draw_choice_free (struct draw_choice *choice)
{
  hb_explanation_clear (&choice->explanation);
  hb_check_result_free (&choice->result);
  hb_witness_free (choice->witness);
  hb_cycle_free (&choice->cycle);
  hb_trace_free (choice->trace);
  hb_free (choice->note);
  vec_free (choice->handlers);
  vec_free (choice->messages);
}
