/* The ghosts, and the event that runs the events.  See instrument.h, instrument_rules.c. */
#include "robust/instrument_private.h"

#define line(...) instrument_line (__VA_ARGS__)

static void
ghost (struct instrumenter *w, const char *name, size_t most)
{
  line (w, "ghost %s%s = 0 : 0..%zu", w->mark, name, most);
}

/* NAME with a number, for each variable. */
static void
ghosts_of_variables (struct instrumenter *w, const char *name)
{
  for (size_t x = 0; x < w->program->variables.size; x++)
    line (w, "ghost %s%s%zu = 0 : 0..1", w->mark, name, x);
}

static void
ghosts_of_order (struct instrumenter *w)
{
  const hb_aed *program = w->program;
  char name[64];
  for (size_t i = 0; i < program->driven.size; i++)
    {
      snprintf (name, sizeof name, "n%u", (unsigned)program->driven.data[i].proc);
      ghost (w, name, program->driven.data[i].times);
      if (!w->classes.size)
        continue;
      snprintf (name, sizeof name, "stopped%u", (unsigned)program->driven.data[i].proc);
      ghost (w, name, 1);
      for (size_t k = 0; k < w->classes.size; k++)
        {
          snprintf (name, sizeof name, "b%u_%zu", (unsigned)program->driven.data[i].proc, k);
          ghost (w, name, 1);
        }
    }
  for (size_t k = 0; k < w->classes.size; k++)
    {
      snprintf (name, sizeof name, "taint%zu_", k);
      ghost (w, name, 1);
      snprintf (name, sizeof name, "R%zu_", k);
      ghosts_of_variables (w, name);
      snprintf (name, sizeof name, "W%zu_", k);
      ghosts_of_variables (w, name);
    }
}

void
instrument_ghosts (struct instrumenter *w)
{
  size_t variables = w->program->variables.size;
  if (is_checked (w))
    {
      ghost (w, "err", 1);
      ghost (w, "stage", 2);
      ghost (w, "pivot", 2);
      ghost (w, "pivot_to", variables);
      ghost (w, "open", 1);
      ghost (w, "left", 1);
      ghost (w, "taint", 1);
      ghosts_of_variables (w, "R");
      ghosts_of_variables (w, "W");
      ghosts_of_variables (w, "rd");
      ghosts_of_variables (w, "wr");
    }
  if (is_rob (w))
    {
      ghost (w, "exit", 2);
      ghost (w, "exit_to", variables);
      ghost (w, "entry", 1);
      ghost (w, "temp", 2);
      ghost (w, "temp_to", variables);
    }
  if (w->program->has_driver && w->options->stage != HB_STAGE_DET)
    ghosts_of_order (w);
}

/* --- The event --- */

/* Rules 8 and 9: what an event needs to be run now. */
static void
before_event (struct instrumenter *w, hb_id event)
{
  const hb_aed *program = w->program;
  const char *m = w->mark;
  if (!program->has_driver || w->options->stage == HB_STAGE_DET)
    return;
  line (w, "assume %sn%u < %u; # the driver", m, (unsigned)event,
        (unsigned)hb_aed_times (program, event));
  for (size_t i = 0; i < program->befores.size; i++)
    {
      const struct hb_aed_before *before = &program->befores.data[i];
      if (before->then != event)
        continue;
      if (w->options->stage == HB_STAGE_SEQ || is_without (w, HB_WITHOUT_FREE_ORDER))
        line (w, "assume %sn%u == %u; # the driver", m, (unsigned)before->first,
              (unsigned)hb_aed_times (program, before->first));
    }
  for (size_t i = 0; i < program->driven.size && w->classes.size; i++)
    if (hb_aed_precedes (program, program->driven.data[i].proc, event))
      line (w, "assume !%sstopped%u; # rule 9: that body would have to be over", m,
            (unsigned)program->driven.data[i].proc);
  line (w, "%sn%u := %sn%u + 1;", m, (unsigned)event, m, (unsigned)event);
}

static void
run_event (struct instrumenter *w, hb_id event)
{
  const hb_aed *program = w->program;
  const struct hb_aed_proc *proc = &program->procs.data[event];
  const char *m = w->mark;
  hb_buffer call = VEC_EMPTY;
  before_event (w, event);
  for (hb_id i = 0; i < proc->params; i++)
    {
      const struct hb_aed_local *param = &program->locals.data[proc->first_local + i];
      line (w, "%sk%u := choose %lld..%lld;", m, (unsigned)i, (long long)param->low,
            (long long)param->high);
      hb_buffer_add (&call, i ? ", %sk%u" : "%sk%u", m, (unsigned)i);
    }
  line (w, "call %sbody_%s(%s);", m, hb_aed_name (program, event), call.data ? call.data : "");
  vec_free (call);
}

/* Rule 8, when an event is over. */
static void
after_event (struct instrumenter *w)
{
  const char *m = w->mark;
  line (w, "if !%serr {", m);
  w->depth++;
  line (w, "if %sstage == 1 {", m);
  line (w, "  assume %spivot && %sexit; # rule 8: both", m, m);
  line (w, "  %sstage := 2;", m);
  line (w, "} else if %sstage == 2 {", m);
  w->depth++;
  line (w, "assume %sentry || !%stemp; # rule 8: both or neither", m, m);
  line (w, "if %stemp {", m);
  w->depth++;
  if (w->options->parts != HB_PART_DET)
    {
      line (w, "if %stemp_to == %spivot_to && %stemp + %spivot >= 3 {", m, m, m, m);
      line (w, "  %serr := 1; # rule 8: back to the pivot", m);
      line (w, "}");
    }
  line (w, "%sexit := %stemp; # rule 8", m, m);
  line (w, "%sexit_to := %stemp_to;", m, m);
  line (w, "%stemp := 0;", m);
  line (w, "%stemp_to := 0;", m);
  w->depth--;
  line (w, "}");
  line (w, "%sentry := 0;", m);
  w->depth--;
  line (w, "}");
  w->depth--;
  line (w, "}");
  if (!is_without (w, HB_WITHOUT_OPEN_EVENTS))
    return;
  line (w, "%sopen := 0;", m);
  for (size_t x = 0; x < w->program->variables.size; x++)
    {
      line (w, "%sR%zu := 0;", m, x);
      line (w, "%sW%zu := 0;", m, x);
    }
}

/* One event, chosen. */
static void
choose_event (struct instrumenter *w)
{
  const char *m = w->mark, *word = "";
  hb_id count = 0, number = 0;
  for (hb_id p = 0; p < w->program->procs.size; p++)
    count += w->modes[p] >> HB_MODE_BODY & 1
             && (!w->program->has_driver || hb_aed_times (w->program, p)
                 || w->options->stage == HB_STAGE_DET);
  if (!count)
    return;
  line (w, "%sc := choose 0..%u; # which event?", m, (unsigned)count - 1);
  for (hb_id p = 0; p < w->program->procs.size; p++)
    {
      if (!(w->modes[p] >> HB_MODE_BODY & 1)
          || (w->program->has_driver && !hb_aed_times (w->program, p)
              && w->options->stage != HB_STAGE_DET))
        continue;
      line (w, "%sif %sc == %u {", word, m, (unsigned)number++);
      w->depth++;
      run_event (w, p);
      w->depth--;
      word = "} else ";
    }
  line (w, "}");
}

/* All events that started need those that must start before them. */
static void
close_order (struct instrumenter *w)
{
  for (size_t i = 0; i < w->program->befores.size; i++)
    {
      const struct hb_aed_before *before = &w->program->befores.data[i];
      line (w, "assume !%sn%u || %sn%u == %u; # rule 9", w->mark, (unsigned)before->then, w->mark,
            (unsigned)before->first, (unsigned)hb_aed_times (w->program, before->first));
    }
}

static void
start_anywhere (struct instrumenter *w)
{
  for (size_t x = 0; x < w->program->variables.size; x++)
    {
      const struct hb_aed_variable *variable = &w->program->variables.data[x];
      const char *name = hb_names_text (w->program->source.names, variable->name);
      line (w, "%sc := choose %lld..%lld; # from all values", w->mark, (long long)variable->low,
            (long long)variable->high);
      line (w, "\"%s\" := %sc;", name, w->mark);
    }
}

void
instrument_main (struct instrumenter *w)
{
  const char *m = w->mark;
  hb_id most = 0;
  for (hb_id p = 0; p < w->program->procs.size; p++)
    if (w->program->procs.data[p].is_event && w->program->procs.data[p].params > most)
      most = w->program->procs.data[p].params;
  line (w, "event %smain() {", m);
  w->depth++;
  line (w, "local %sc;", m);
  for (hb_id i = 0; i < most; i++)
    line (w, "local %sk%u;", m, (unsigned)i);
  if (w->options->stage == HB_STAGE_DET)
    {
      if (w->options->from_any)
        start_anywhere (w);
      line (w, "%sstage := 1;", m);
      choose_event (w);
    }
  else
    {
      line (w, "%sc := choose 0..1; # another event?", m);
      line (w, "while %sc {", m);
      w->depth++;
      if (is_rob (w))
        {
          line (w, "if !%sstage {", m);
          line (w, "  %sstage := choose 0..1; # rule 8: the event of the pivot?", m);
          line (w, "}");
        }
      choose_event (w);
      if (is_rob (w))
        after_event (w);
      line (w, "%sc := choose 0..1; # another event?", m);
      /* With a start order those that must precede a started one may still be to come. */
      if (is_rob (w) && !w->classes.size)
        {
          line (w, "if %serr {", m);
          line (w, "  %sc := 0; # the rest is skipped", m);
          line (w, "}");
        }
      w->depth--;
      line (w, "}");
    }
  if (is_rob (w) && w->program->has_driver && !is_without (w, HB_WITHOUT_FREE_ORDER))
    close_order (w);
  if (is_checked (w) && !w->options->beyond)
    line (w, "assert !%serr;", m);
  w->depth--;
  line (w, "}");
}
