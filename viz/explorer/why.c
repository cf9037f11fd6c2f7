/* Why a step of a cycle holds, in a sentence; trace/order.h says what steps there are. */
#include "viz/explorer/data.h"

#include "viz/select.h"

/* What NODE does and where: "W x 1 in m2".  New. */
static char *
whereabouts (const struct hb_selection *s, const hb_order *order, hb_id node, hb_id *message)
{
  const hb_trace *trace = s->trace;
  if (node < trace->events.size)
    {
      *message = trace->events.data[node].message;
      char *text = hb_selection_text (s, node), *name = hb_selection_name (s, *message);
      char *both = hb_format ("%s in %s", text, name);
      hb_free (text);
      hb_free (name);
      return both;
    }
  for (*message = 0; hb_first_node (order, trace, *message) != node; ++*message)
    ;
  return hb_selection_name (s, *message);
}

/* "A runs before B, by assumption", of the two messages that the step speaks of.  New. */
static char *
order_of (const struct hb_selection *s, const struct hb_step *step, hb_id from, hb_id to)
{
  const struct hb_event *events = s->trace->events.data;
  bool posts = step->relation != HB_EO, assumed = step->before != HB_NONE;
  hb_id before = posts ? events[step->from].object : from;
  hb_id after = posts ? events[step->to].object : to;
  char *a = hb_selection_name (s, before), *b = hb_selection_name (s, after);
  const char *so = "";
  if (step->relation == HB_GP)
    so = ": it is taken before the other one is posted, which the mailbox would hand out first";
  else if (assumed && posts && hb_coupled (s->trace, before, after))
    so = ": it is to run first, and the mailbox keeps the order of posts";
  char *text
      = hb_format ("%s %s before %s, by %s%s", a, step->relation == HB_MO ? "is posted" : "runs", b,
                   assumed ? "assumption" : "the input", so);
  hb_free (a);
  hb_free (b);
  return text;
}

char *
hb_explorer_why (const struct hb_selection *s, const hb_order *order, const struct hb_step *step)
{
  static const char *const words[HB_RELATIONS]
      = { [HB_PO] = "%s comes before %s in the same message",
          [HB_RF] = "%s writes what is read by %s",
          [HB_CO] = "%s is overwritten by %s",
          [HB_FR] = "%s reads a value that is overwritten by %s",
          [HB_PB] = "%s has to come before the %s" };
  hb_id from, to;
  char *a = whereabouts (s, order, step->from, &from), *b = whereabouts (s, order, step->to, &to);
  char *text;
  if (step->relation == HB_EO || step->relation == HB_MO || step->relation == HB_GP)
    text = order_of (s, step, from, to);
  else if (step->relation == HB_PO && from != to)
    text = hb_format ("%s is in the initial message, which runs before %s", a, b);
  else
    text = hb_format (words[step->relation], a, b);
  hb_free (a);
  hb_free (b);
  return text;
}
