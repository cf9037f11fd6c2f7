/* hbkit draw P.aed, hbkit draw T.edt --cycle C.json: a run that violates robustness. */
#include "cmd/robust/draw.h"

#include "cmd/frame/files.h"
#include "cmd/robust/programs.h"
#include "robust/decide.h"
#include "robust/machine.h"
#include "run/replay.h"
#include "viz/violation.h"

struct shown
{
  struct hb_violation violation;
  hb_trace *trace, *prefix;
  struct hb_robust_trace judged, serial; /* of the run; of all of it but its last move */
  hb_id *run, *mapped;
  bool *stopped;
};

static bool
write_violation (struct cli *cli, const void *what, const struct hb_draw_options *draw,
                 hb_output *output)
{
  return hb_draw_violation (what, draw, output, cli->diag);
}

/* The run without its last move, as a trace; its events in serial order, as those of the whole. */
static void
find_serial (struct shown *s, const hb_acode *code, const hb_aschedule *schedule, hb_diag *diag)
{
  hb_aschedule less = *schedule;
  less.moves.size--;
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  if (hb_amachine_replay (machine, &less, NULL, diag))
    s->prefix = hb_amachine_trace (machine, true, diag);
  hb_amachine_free (machine);
  if (!s->prefix)
    return;
  hb_robust_of_trace (s->prefix, HB_PART_BOTH, &s->serial);
  if (s->serial.answer != HB_ROBUST_ROBUST)
    return;
  s->mapped = hb_calloc (s->serial.run.size, sizeof *s->mapped);
  for (size_t i = 0; i < s->serial.run.size; i++)
    {
      hb_id e = s->serial.run.data[i], m = s->prefix->events.data[e].message;
      hb_id whole = hb_trace_find_message (s->trace, hb_message_name (s->prefix, m));
      s->mapped[i] = s->trace->messages.data[whole].first + e - s->prefix->messages.data[m].first;
    }
  s->violation.serial = s->mapped;
  s->violation.serial_count = s->serial.run.size;
}

static void
find_stopped (struct shown *s, const hb_amachine *machine)
{
  s->stopped = hb_calloc (s->trace->messages.size, sizeof *s->stopped);
  for (hb_id t = 0; t < machine->tasks.size; t++)
    {
      char *name = hb_amachine_task_name (machine, t);
      hb_id m = hb_trace_find_message (s->trace, name);
      if (m != HB_NONE)
        s->stopped[m] = machine->tasks.data[t].status != HB_TASK_DONE;
      hb_free (name);
    }
}

/* A run of the trace, by its own orders, and what it violates. */
static bool
take_run (struct shown *s, hb_diag *diag)
{
  hb_witness *own = hb_witness_of_trace (s->trace, diag);
  s->run = hb_calloc (s->trace->events.size, sizeof *s->run);
  hb_robust_of_trace (s->trace, HB_PART_BOTH, &s->judged);
  bool good = own && hb_replay (s->trace, own, s->run, diag);
  s->violation.trace = s->trace;
  s->violation.run = s->run;
  s->violation.judged = &s->judged;
  hb_witness_free (own);
  return good;
}

static void
forget (struct shown *s)
{
  hb_robust_trace_free (&s->judged);
  hb_robust_trace_free (&s->serial);
  hb_trace_free (s->trace);
  hb_trace_free (s->prefix);
  hb_free (s->run);
  hb_free (s->mapped);
  hb_free (s->stopped);
}

static bool
show (struct shown *s, const hb_acode *code, const hb_aschedule *schedule, hb_diag *diag)
{
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  bool good = hb_amachine_replay (machine, schedule, NULL, diag);
  s->trace = good ? hb_amachine_trace (machine, true, diag) : NULL;
  good = s->trace && take_run (s, diag);
  if (good)
    {
      find_stopped (s, machine);
      find_serial (s, code, schedule, diag);
      s->violation.stopped = s->stopped;
    }
  hb_amachine_free (machine);
  return good;
}

bool
robust_draws_trace (const struct cli *cli)
{
  return cli->operand_count == 2 && cli_flag (cli, "cycle")
         && hb_robust_cycle_is (cli->operands[1]);
}

bool
robust_draw_trace (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  struct shown s = { .trace = file_read_for_robustness (cli, cli->operands[0]) };
  struct draw_picture picture = { write_violation, &s.violation };
  bool good = s.trace && take_run (&s, cli->diag)
              && hb_robust_cycle_read (cli->operands[1], s.trace, &s.judged, cli->diag)
              && draw_put (cli, &picture, draw, form);
  forget (&s);
  return good;
}

bool
robust_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  struct event_program program = { 0 };
  struct hb_limits limits = hb_limits_new (60, 0);
  struct hb_robust_options how
      = { .engine = HB_ROBUST_AUTO, .parts = HB_PART_BOTH, .limits = &limits };
  struct hb_robust_result found = { 0 };
  struct shown s = { 0 };
  struct draw_picture picture = { write_violation, &s.violation };
  bool good = event_program_open (cli, cli->operands[0], &program)
              && hb_robust_decide (program.code, &how, &found, cli->diag);
  if (good && !found.has_schedule)
    {
      hb_error (cli->diag, NULL, "%s: no violation is known: %s", cli->operands[0],
                found.reason ? found.reason : "the program is robust");
      good = false;
    }
  good = good && show (&s, program.code, &found.schedule, cli->diag)
         && draw_put (cli, &picture, draw, form);
  forget (&s);
  hb_robust_result_free (&found);
  event_program_close (&program);
  return good;
}
