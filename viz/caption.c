/* The caption of a cycle: its steps with their reasons.
 *
 *     1 mo  a1 posted before a2 (a)
 *     2 rf  ...
 *     (a) a1 before a2: the other order would close a cycle, as W x in a1 is read by R x in a2 */
#include "viz/select_cycle.h"

#include "viz/text.h"

static char *
describe (const struct hb_cycle_selection *c, hb_id event)
{
  if (event >= c->s.trace->events.size)
    return hb_copy_text ("an empty message");
  char *text = hb_selection_text (&c->s, event);
  char *message = hb_selection_name (&c->s, c->s.trace->events.data[event].message);
  char *both = hb_format ("%s in %s", text, message);
  hb_free (text);
  hb_free (message);
  return both;
}

/* What the reason for a step speaks of: the messages of its ends, those that its ends post, or its ends
 * themselves.  New. */
static char *
subject (const struct hb_cycle_selection *c, const struct hb_step *step, bool end)
{
  const hb_trace *trace = c->s.trace;
  hb_id node = end ? step->to : step->from, assumed = end ? step->after : step->before;
  if (assumed != HB_NONE)
    return hb_selection_name (&c->s, assumed);
  if (step->relation == HB_MO || step->relation == HB_GP)
    return hb_selection_name (&c->s, trace->events.data[node].object);
  if (step->relation == HB_EO || step->relation == HB_PO || step->relation == HB_PB)
    return hb_selection_name (&c->s, hb_message_of_node (c->order, trace, node));
  return describe (c, node);
}

/* "(a)", "(b)", ... for the reason of that number; beyond (z) they are counted.  New. */
static char *
mark_of (size_t number)
{
  return number < 26 ? hb_format ("(%c)", (char)('a' + number)) : hb_format ("(%zu)", number + 1);
}

/* The reason for what STEP assumes, or NULL. */
static const struct hb_reason *
reason_of (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  const struct hb_explanation *x = c->s.figure->options->explanation;
  return x ? hb_explanation_reason (x, c->s.trace, step) : NULL;
}

int
hb_cycle_arrow (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  const struct hb_reason *r = step->relation == HB_EO ? reason_of (c, step) : NULL;
  return r && hb_reason_is_queue (c->s.figure->options->explanation, c->s.trace, r)
             ? (int)HB_ARROW_QO
             : (int)step->relation;
}

/* What follows the order that STEP assumes: the mark of its reason, or that it is assumed.  New. */
static char *
standing (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  const struct hb_explanation *x = c->s.figure->options->explanation;
  const struct hb_reason *r = reason_of (c, step);
  if (!r)
    return hb_copy_text (" is assumed");
  char *mark = mark_of ((size_t)(r - x->reasons.data)),
       *text = hb_format (
           hb_cycle_arrow (c, step) == HB_ARROW_QO ? ": posted first, see %s" : ", see %s", mark);
  hb_free (mark);
  return text;
}

/* " (9 writes between)" for a step along co that skips some.  New. */
static char *
writes_between (const hb_trace *trace, const struct hb_step *step)
{
  if (step->relation != HB_CO && step->relation != HB_FR)
    return hb_copy_text ("");
  const struct hb_event *from = &trace->events.data[step->from];
  if (step->relation == HB_FR)
    from = from->partner == HB_NONE ? NULL : &trace->events.data[from->partner];
  hb_id next = from ? from->partner + 1 : 0;
  hb_id count = trace->events.data[step->to].partner - next;
  return count ? hb_format (" (%u write%s between)", count, count == 1 ? "" : "s")
               : hb_copy_text ("");
}

/* Why the step holds.  New. */
static char *
reason (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  static const struct
  {
    const char *between, *after;
  } words[HB_RELATIONS] = { [HB_PO] = { " is the initial message, so before ", "" },
                            [HB_RF] = { " is read by ", "" },
                            [HB_CO] = { " is overwritten by ", "" },
                            [HB_FR] = { " reads what is overwritten by ", "" },
                            [HB_PB] = { " posts ", "" },
                            [HB_EO] = { " before ", " is given" },
                            [HB_MO] = { " posted before ", " is given" },
                            [HB_GP] = { " before ", " is given" } };
  const char *so = step->relation == HB_GP ? ": it is taken before the other is posted" : "";
  bool assumed = step->before != HB_NONE;
  char *from = subject (c, step, false), *to = subject (c, step, true);
  char *after = assumed ? standing (c, step) : hb_copy_text (words[step->relation].after);
  char *skipped = writes_between (c->s.trace, step);
  char *text
      = hb_format ("%s%s%s%s%s%s", from, words[step->relation].between, to, after, so, skipped);
  hb_free (skipped);
  hb_free (after);
  hb_free (from);
  hb_free (to);
  return text;
}

static bool
inside_message (const struct hb_cycle_selection *c, const struct hb_step *step)
{
  return step->relation == HB_PO
         && hb_message_of_node (c->order, c->s.trace, step->from)
                == hb_message_of_node (c->order, c->s.trace, step->to);
}

/* Appends PART to *TEXT. */
static void
append (char **text, char *part)
{
  char *longer = hb_format ("%s%s", *text, part);
  hb_free (*text);
  hb_free (part);
  *text = longer;
}

static bool
is_other_order (const struct hb_step *step, const struct hb_reason *r)
{
  return step->before == r->after && step->after == r->before;
}

/* As what CYCLE has the other order than R if one step alone is that, else HB_EO. */
static enum hb_relation
other_order (const struct hb_cycle *cycle, const struct hb_reason *r)
{
  enum hb_relation relation = HB_EO;
  size_t count = 0;
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (is_other_order (&cycle->steps.data[i], r))
      {
        relation = cycle->steps.data[i].relation;
        count++;
      }
  return count == 1 ? relation : HB_EO;
}

/* The line for reason NUMBER: the order, and what closes a cycle with the other one.  New. */
static char *
reason_line (const struct hb_cycle_selection *c, size_t number)
{
  const struct hb_explanation *x = c->s.figure->options->explanation;
  const struct hb_reason *r = &x->reasons.data[number];
  const struct hb_cycle *cycle = &x->cycles[r->cycle];
  enum hb_relation other = other_order (cycle, r);
  const char *middle = ", as the other order closes a cycle with: ";
  if (other == HB_MO)
    middle = r->posts ? ", " : ": posted first, ";
  else if (other == HB_GP)
    middle = ", as else the mailbox has to hand out the latter before the former is posted: ";
  char *mark = mark_of (number), *before = hb_selection_name (&c->s, r->before);
  char *after = hb_selection_name (&c->s, r->after);
  char *text = hb_format ("\n" HB_BOLD "%s" HB_BOLD_END "  %s%s before %s%s", mark, before,
                          r->posts ? " posted" : "", after, middle);
  size_t told = 0;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      if (inside_message (c, step) || is_other_order (step, r))
        continue;
      char *why = reason (c, step);
      append (&text, hb_format ("%s%s",
                                told++                         ? "; "
                                : *middle == ':' || !middle[2] ? "as "
                                                               : "",
                                why));
      hb_free (why);
    }
  if (!told)
    append (&text, hb_copy_text ("in program order"));
  hb_free (mark);
  hb_free (before);
  hb_free (after);
  return text;
}

static char *
opening (const struct hb_cycle_selection *c)
{
  const struct hb_draw_options *options = c->s.figure->options;
  const struct hb_explanation *x = options->explanation;
  char *end
      = !hb_cycle_assumptions (c->cycle)
            ? hb_copy_text ("It assumes nothing: the trace is inconsistent.")
        : x && x->complete
            ? hb_copy_text ("All orders in it are forced: the trace is inconsistent.")
        : x && x->count > 1
            ? hb_format ("So the orders that it assumes cannot all hold; no order of the messages "
                         "avoids all %zu such cycles.",
                         x->count)
            : hb_copy_text ("So the orders that it assumes cannot all hold.");
  char *text
      = hb_format ("%s%sA cycle of happens-before (thick); steps inside a message are program "
                   "order. %s",
                   options->note ? options->note : "", options->note ? " " : "", end);
  hb_free (end);
  return text;
}

char *
hb_cycle_caption (const struct hb_cycle_selection *c, size_t first)
{
  const struct hb_explanation *x = c->s.figure->options->explanation;
  char *text = opening (c);
  for (size_t i = 1; i <= c->strong.size; i++)
    {
      size_t k = (first + i) % c->strong.size;
      const struct hb_step *step = &c->cycle->steps.data[c->step.data[k]];
      char *why = reason (c, step);
      append (&text,
              hb_format ("\n" HB_BOLD "%zu %s" HB_BOLD_END "  %s", i,
                         hb_arrow_text (&c->s.figure->sheet, hb_cycle_arrow (c, step)), why));
      hb_free (why);
    }
  for (size_t i = 0; x && i < x->reasons.size && i < HB_MOST_REASONS; i++)
    append (&text, reason_line (c, i));
  if (x && x->reasons.size > HB_MOST_REASONS)
    append (&text, hb_format ("\n%zu further orders are forced in the same way; 'hbkit check "
                              "--certificate' writes all of them.",
                              x->reasons.size - HB_MOST_REASONS));
  return text;
}
