/* What is inserted, rule by rule (doc/robustness.md).  See instrument.h.
 *
 * Ghosts:  err; pivot, what it does (1 reads, 2 writes), and pivot_to, where; open, R_x, W_x: the accesses that must
 * follow the start of the main task that was left; left, taint, rd_x, wr_x: of the task that runs; stage: 0 before the
 * event of the pivot, 1 in it, 2 behind it; exit, exit_to, entry, temp, temp_to (section 7: tempExit).  Rule 9: taintK,
 * RK_x, WK_x for the K-th event that others must precede. */
#include "robust/instrument_private.h"

#include <stdarg.h>

void
instrument_line (struct instrumenter *w, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  hb_buffer_add (w->to, "%*s%s\n", (int)(2 * w->depth), "", text);
  hb_free (text);
}

#define line(...) instrument_line (__VA_ARGS__)

/* --- Leaving: rules 1 and 2 --- */

/* The task is left; on main that is the one that is open. */
static void
leave (struct instrumenter *w)
{
  const char *m = w->mark;
  if (is_on_main (w))
    {
      line (w, "%sopen := 1; # rule 2", m);
      for (size_t x = 0; x < w->program->variables.size && !is_without (w, HB_WITHOUT_RECORD); x++)
        {
          line (w, "%sR%zu := max(%sR%zu, %srd%zu); # rule 2", m, x, m, x, m, x);
          line (w, "%sW%zu := max(%sW%zu, %swr%zu); # rule 2", m, x, m, x, m, x);
        }
    }
  line (w, "%sleft := 1; # rule 1", m);
  line (w, "goto %sout0;", m);
}

/* May the task be left at all?  Opens an `if` if that is not known now. */
static bool
may_leave (struct instrumenter *w)
{
  if (w->mode == HB_MODE_BODY && is_without (w, HB_WITHOUT_BODY))
    return false;
  if (is_on_main (w) && !is_without (w, HB_WITHOUT_ONE_OPEN))
    {
      line (w, "if !%sopen { # rule 2", w->mark);
      w->depth++;
    }
  line (w, "%sc := choose 0..1; # rule %d: leave?", w->mark, is_on_main (w) ? 2 : 1);
  line (w, "if %sc {", w->mark);
  w->depth++;
  return true;
}

static void
close_leave (struct instrumenter *w)
{
  w->depth--;
  line (w, "}");
  if (is_on_main (w) && !is_without (w, HB_WITHOUT_ONE_OPEN))
    {
      w->depth--;
      line (w, "}");
    }
}

void
instrument_leave (struct instrumenter *w, hb_id variable, bool write)
{
  const char *m = w->mark;
  if (!is_checked (w) || !may_leave (w))
    return;
  line (w, "if %sstage == 1 && !%spivot {", m, m);
  w->depth++;
  line (w, "%sc := choose 0..1; # rule 1: the pivot?", m);
  line (w, "if %sc {", m);
  line (w, "  %spivot := %d;", m, write ? 2 : 1);
  line (w, "  %spivot_to := %u;", m, (unsigned)variable);
  line (w, "}");
  w->depth--;
  line (w, "}");
  leave (w);
  close_leave (w);
}

void
instrument_leave_here (struct instrumenter *w)
{
  if (!is_checked (w) || !may_leave (w))
    return;
  leave (w);
  close_leave (w);
}

/* The task goes no further. */
void
instrument_blocked (struct instrumenter *w)
{
  if (!is_checked (w) || (w->mode == HB_MODE_BODY && is_without (w, HB_WITHOUT_BODY)))
    {
      line (w, "assume 0;%s", is_checked (w) ? " # rule 2" : "");
      return;
    }
  if (is_on_main (w) && !is_without (w, HB_WITHOUT_ONE_OPEN))
    line (w, "assume !%sopen; # rule 2: main is blocked once", w->mark);
  leave (w);
}

/* --- Accesses: rules 4, 7, 8, 9 --- */

/* The access conflicts with the one that ghosts KIND and TO tell. */
static void
conflict_with (struct instrumenter *w, const char *kind, const char *to, hb_id variable, bool write,
               hb_buffer *text)
{
  const char *m = w->mark;
  hb_buffer_add (text, "%s%s >= %d && %s%s == %u", m, kind, write ? 1 : 2, m, to,
                 (unsigned)variable);
}

/* Rules 4 and 9 for one class: conflicts taint, and tainted accesses enter it. */
static void
follow_class (struct instrumenter *w, const char *class, hb_id variable, bool write, int rule)
{
  const char *m = w->mark;
  unsigned x = (unsigned)variable;
  if (write)
    line (w, "if %sR%s%u || %sW%s%u {", m, class, x, m, class, x);
  else
    line (w, "if %sW%s%u {", m, class, x);
  line (w, "  %staint%s := 1; # rule %d", m, class, rule);
  line (w, "}");
  line (w, "if %staint%s {", m, class);
  line (w, "  %s%s%s%u := 1; # rule %d", m, write ? "W" : "R", class, x, rule);
  line (w, "}");
}

static void
follow (struct instrumenter *w, hb_id variable, bool write)
{
  const char *m = w->mark;
  line (w, "if %sopen {", m);
  w->depth++;
  follow_class (w, "", variable, write, 4);
  w->depth--;
  if (is_on_main (w) && !w->classes.size)
    {
      line (w, "} else {");
      line (w, "  %s%s%u := 1; # rule 2", m, write ? "wr" : "rd", (unsigned)variable);
    }
  line (w, "}");
  if (is_on_main (w) && w->classes.size)
    line (w, "%s%s%u := 1; # rules 2 and 9", m, write ? "wr" : "rd", (unsigned)variable);
  for (size_t k = 0; k < w->classes.size; k++)
    {
      char class[32];
      snprintf (class, sizeof class, "%zu_", k);
      line (w, "if %sn%u {", m, (unsigned)w->classes.data[k]);
      w->depth++;
      follow_class (w, class, variable, write, 9);
      w->depth--;
      line (w, "}");
    }
}

/* Rule 8: the exit of an event behind the pivot's; BEHIND: only if there was an entry. */
static void
guess_exit (struct instrumenter *w, bool behind, hb_id variable, bool write)
{
  const char *m = w->mark;
  if (behind)
    line (w, "if %sentry && !%stemp {", m, m);
  else
    line (w, "if !%stemp {", m);
  line (w, "  %sc := choose 0..1; # rule 8: the exit?", m);
  line (w, "  if %sc {", m);
  line (w, "    %stemp := %d;", m, write ? 2 : 1);
  line (w, "    %stemp_to := %u;", m, (unsigned)variable);
  line (w, "  }");
  line (w, "}");
}

/* Rule 8: the exit of the pivot's event; entry and exit of those behind it. */
static void
link_events (struct instrumenter *w, hb_id variable, bool write)
{
  const char *m = w->mark;
  hb_buffer text = VEC_EMPTY;
  line (w, "if %sstage == 1 && !%sexit { # rule 8", m, m);
  line (w, "  %sc := choose 0..1; # rule 8: the exit?", m);
  line (w, "  if %sc {", m);
  line (w, "    %sexit := %d;", m, write ? 2 : 1);
  line (w, "    %sexit_to := %u;", m, (unsigned)variable);
  line (w, "  }");
  line (w, "}");
  line (w, "if %sstage == 2 { # rule 8", m);
  w->depth++;
  conflict_with (w, "exit", "exit_to", variable, write, &text);
  if (is_without (w, HB_WITHOUT_EARLY_EXIT))
    guess_exit (w, true, variable, write);
  line (w, "if %s {", text.data);
  line (w, "  %sentry := 1; # rule 8", m);
  line (w, "}");
  if (!is_without (w, HB_WITHOUT_EARLY_EXIT))
    guess_exit (w, false, variable, write);
  w->depth--;
  line (w, "}");
  vec_free (text);
}

void
instrument_access (struct instrumenter *w, hb_id variable, bool write)
{
  const char *m = w->mark;
  hb_buffer text = VEC_EMPTY;
  if (!is_checked (w))
    return;
  follow (w, variable, write);
  conflict_with (w, "pivot", "pivot_to", variable, write, &text);
  if (w->options->parts != HB_PART_SER)
    {
      line (w, "if %sstage == 1 && %s {", m, text.data);
      line (w, "  %serr := 1; # rule 7: a later task comes before the pivot", m);
      line (w, "}");
    }
  if (is_rob (w))
    link_events (w, variable, write);
  vec_free (text);
}

/* --- Tasks: rules 3, 5, 6, 9 --- */

/* Rule 9: all of an event follows its start; and what follows the start of another follows, too, if a body that
 * must precede it does. */
static void
start_body (struct instrumenter *w)
{
  const char *m = w->mark;
  for (size_t k = 0; k < w->classes.size; k++)
    {
      line (w, "%staint%zu_ := %d; # rule 9", m, k, w->classes.data[k] == w->event);
      for (size_t i = 0; i < w->program->driven.size; i++)
        {
          hb_id before = w->program->driven.data[i].proc;
          if (!hb_aed_precedes (w->program, before, w->event))
            continue;
          line (w, "if %sb%u_%zu {", m, (unsigned)before, k);
          line (w, "  %staint%zu_ := 1; # rule 9: by way of a body", m, k);
          line (w, "}");
        }
    }
}

void
instrument_task_start (struct instrumenter *w)
{
  const char *m = w->mark;
  if (!is_checked (w))
    return;
  /* A body that must be over before another could start is not skipped (rule 9). */
  bool is_whole = w->mode == HB_MODE_BODY && w->classes.size;
  if (!is_whole && (w->mode != HB_MODE_MAIN || !is_without (w, HB_WITHOUT_PASS)))
    {
      line (w, "if %serr {", m);
      line (w, "  return; # rule 6: the rest is skipped");
      line (w, "}");
    }
  if (w->mode == HB_MODE_MAIN && !is_without (w, HB_WITHOUT_PASS))
    {
      line (w, "%sc := choose 0..1; # rule 3: passed over?", m);
      line (w, "if %sc {", m);
      line (w, "  return;");
      line (w, "}");
    }
  line (w, "%sleft := 0;", m);
  if (w->mode == HB_MODE_BODY)
    {
      line (w, "%staint := 0;", m);
      start_body (w);
      return;
    }
  line (w, is_without (w, HB_WITHOUT_INHERIT) ? "%staint := 0;" : "%staint := %sin; # rule 5", m,
        m);
  for (size_t k = 0; k < w->classes.size; k++)
    line (w, "%staint%zu_ := %sin%zu_; # rule 9", m, k, m, k);
}

/* Rule 9: main runs one task after another, so who follows the start of an event does so from the first access on, and so
 * does all that it posted. */
static void
end_main (struct instrumenter *w)
{
  const char *m = w->mark;
  for (size_t k = 0; k < w->classes.size; k++)
    {
      line (w, "if %staint%zu_ && %sn%u { # rule 9: all of it", m, k, m,
            (unsigned)w->classes.data[k]);
      for (size_t x = 0; x < w->program->variables.size; x++)
        {
          line (w, "  %sR%zu_%zu := max(%sR%zu_%zu, %srd%zu);", m, k, x, m, k, x, m, x);
          line (w, "  %sW%zu_%zu := max(%sW%zu_%zu, %swr%zu);", m, k, x, m, k, x, m, x);
        }
      for (size_t i = 0; i < w->sites.size; i++)
        line (w, "  %st%zu_%zu := 1;", m, i, k);
      line (w, "}");
    }
}

/* Rule 9, at the end of a body: it precedes all of the events behind it in the start order.  One that the driver does not
 * start has no ghosts, and is not called. */
static void
end_body (struct instrumenter *w)
{
  const char *m = w->mark;
  bool starts = hb_aed_times (w->program, w->event);
  for (size_t k = 0; k < w->classes.size && starts; k++)
    {
      line (w, "if %staint%zu_ && %sn%u {", m, k, m, (unsigned)w->classes.data[k]);
      w->depth++;
      if (hb_aed_precedes (w->program, w->event, w->classes.data[k]))
        line (w, "assume 0; # rule 9: this body must start first");
      else
        {
          line (w, "%sb%u_%zu := 1; # rule 9", m, (unsigned)w->event, k);
          for (size_t j = 0; j < w->classes.size; j++)
            for (size_t x = 0; x < w->program->variables.size
                               && hb_aed_precedes (w->program, w->event, w->classes.data[j]);
                 x++)
              {
                line (w, "%sR%zu_%zu := max(%sR%zu_%zu, %sR%zu_%zu); # rule 9", m, k, x, m, k, x, m,
                      j, x);
                line (w, "%sW%zu_%zu := max(%sW%zu_%zu, %sW%zu_%zu); # rule 9", m, k, x, m, k, x, m,
                      j, x);
              }
        }
      w->depth--;
      line (w, "}");
    }
}

/* Rule 9: a body that was left is the last one on main: what must start later cannot have started, and will not. */
static void
end_left_body (struct instrumenter *w)
{
  const char *m = w->mark;
  bool precedes = false;
  for (size_t k = 0; k < w->classes.size; k++)
    precedes = precedes || hb_aed_precedes (w->program, w->event, w->classes.data[k]);
  if (!precedes)
    return;
  line (w, "if %sleft {", m);
  for (size_t k = 0; k < w->classes.size; k++)
    if (hb_aed_precedes (w->program, w->event, w->classes.data[k]))
      line (w, "  assume %sn%u == 0; # rule 9: it must start after this body", m,
            (unsigned)w->classes.data[k]);
  line (w, "  %sstopped%u := 1; # rule 9", m, (unsigned)w->event);
  line (w, "}");
}

void
instrument_task_end (struct instrumenter *w)
{
  const char *m = w->mark;
  if (!is_checked (w))
    return;
  bool main = w->mode == HB_MODE_BODY || w->mode == HB_MODE_MAIN;
  if (main && !is_without (w, HB_WITHOUT_TAINT))
    {
      line (w, "if !%sleft && %sopen && %staint {", m, m, m);
      line (w, "  assume 0; # rule 6");
      line (w, "}");
    }
  if (main)
    end_main (w);
  if (w->mode == HB_MODE_BODY)
    {
      end_left_body (w);
      end_body (w);
    }
  if (main && w->sites.size)
    {
      line (w, "if %sleft {", m);
      for (size_t i = 0; i < w->sites.size; i++)
        line (w, "  %st%zu := 1; # rule 2", m, i);
      line (w, "}");
    }
  for (size_t x = 0; x < w->program->variables.size && main; x++)
    {
      line (w, "%srd%zu := 0;", m, x);
      line (w, "%swr%zu := 0;", m, x);
    }
  line (w, "%sleft := 0;", m);
  line (w, "%staint := 0;", m);
  for (size_t k = 0; k < w->classes.size; k++)
    line (w, "%staint%zu_ := 0;", m, k);
}
