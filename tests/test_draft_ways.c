/* The ways there and back of what is told as a draft, on small drafts by hand: which run a lift takes, and that it says so
 * if there is none; what an extract says of witnesses that tell no value; which traces are taken for the target; and the
 * variants of all reductions that have them. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "problem/reduction.h"
#include "reduce/draft.h"
#include "reduction_instances.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "text_changes.h"

/* Two variables, of any values. */
#define ANY_VALUES "1 -1 0 2 -2 0"

/* A construction by hand, with a formula and its target. */
struct made
{
  struct hb_draft_design design;
  struct hb_reduction reduction;
  hb_instance *source, *target;
  hb_diag *diag;
};

/* Empty it with `made_free`. */
static void
made_init (struct made *made, enum hb_mailbox mailbox, void (*draw) (struct hb_draft *draft))
{
  *made = (struct made){ .design = { .mailbox = mailbox, .draw = draw },
                         .reduction = { HB_DRAFT_MEMBERS, .name = "by-hand" },
                         .source = hb_instance_of_cnf (formula_of_text (2, ANY_VALUES)),
                         .diag = hb_diag_new () };
  made->reduction.own = &made->design;
  made->target = hb_reduce (&made->reduction, made->source, NULL, NULL, made->diag);
  assert_non_null (made->target);
}

static void
made_free (struct made *made)
{
  hb_problem_ed.free (&hb_problem_ed, made->target);
  hb_problem_sat.free (&hb_problem_sat, made->source);
  hb_diag_free (made->diag);
}

/* What the two values lift to, which is a solution; NULL after an error.  New. */
static hb_witness *
lifted (struct made *made, int first, int second)
{
  const signed char model[] = { 0, (signed char)first, (signed char)second };
  const struct hb_reduction *r = &made->reduction;
  hb_solution *witness
      = r->lift (r, made->source, (const hb_solution *)model, made->target, made->diag);
  assert_true (!witness == (hb_diag_errors (made->diag) > 0));
  assert_true (!witness || r->to->check (r->to, made->target, witness, made->diag));
  return (hb_witness *)witness;
}

/* The COUNT names of an order are those of EXPECTED, with blanks between. */
static void
assert_order (const hb_trace *trace, const hb_id *order, hb_id count, const char *expected)
{
  hb_output *output = hb_output_to_memory ();
  for (hb_id k = 0; k < count; k++)
    hb_putf (output, "%s%s", k ? " " : "", hb_message_name (trace, order[k]));
  char *text = hb_output_text (output, NULL);
  assert_string_equal (text, expected);
  hb_free (text);
}

/* The messages of the first handler run in the order EO, and are posted in the order MO, if the variables have those
 * values. */
static void
assert_lifts (struct made *made, int first, int second, const char *eo, const char *mo)
{
  const hb_trace *trace = hb_trace_of (made->target);
  hb_id count;
  hb_witness *witness = lifted (made, first, second);
  assert_non_null (witness);
  const hb_id *order = hb_witness_eo (witness, 0, &count);
  assert_order (trace, order, count, eo);
  order = hb_witness_mo (witness, 0, &count);
  assert_order (trace, order, count, mo);
  hb_witness_free (witness);
}

/* --- lift --- */

/* x is posted last, though made first. */
static void
draw_posts (struct hb_draft *draft)
{
  hb_id h = hb_draft_handler (draft, "H"), p = hb_draft_handler (draft, "P");
  hb_id by = hb_draft_initial (draft, p), x = hb_draft_message (draft, h, "x"),
        y = hb_draft_message (draft, h, "y"), z = hb_draft_message (draft, h, "z");
  hb_draft_post (draft, by, y);
  hb_draft_post (draft, by, z);
  hb_draft_post (draft, by, x);
}

TEST (initial_messages_post_before_all_else)
{
  struct made made;
  made_init (&made, HB_MULTISET, draw_posts);
  assert_lifts (&made, 1, 1, "x y z", "y z x");
  made_free (&made);
}

/* x waits for what is written after the post of y. */
static void
draw_waiting (struct hb_draft *draft)
{
  hb_id h = hb_draft_handler (draft, "H"), q = hb_draft_handler (draft, "Q");
  hb_id by = hb_draft_initial (draft, hb_draft_handler (draft, "P"));
  hb_id x = hb_draft_posted (draft, by, h, "x"), y = hb_draft_message (draft, h, "y"),
        poster = hb_draft_posted (draft, by, q, "poster");
  hb_draft_post (draft, poster, y);
  hb_draft_edge (draft, poster, x, "w");
}

/* Of the others what is offered is taken at once. */
TEST (a_multiset_waits_for_the_first_event)
{
  struct made made;
  made_init (&made, HB_MULTISET, draw_waiting);
  assert_lifts (&made, 1, 1, "y x", "x y");
  made_free (&made);
  made_init (&made, HB_STACK, draw_waiting);
  assert_lifts (&made, 1, 1, "x y", "x y");
  made_free (&made);
  made_init (&made, HB_QUEUE, draw_waiting);
  assert_lifts (&made, 1, 1, "x y", "x y");
  made_free (&made);
}

static void
draw_guided (struct hb_draft *draft)
{
  hb_id h = hb_draft_handler (draft, "H"), a = hb_draft_handler (draft, "A"),
        b = hb_draft_handler (draft, "B");
  hb_id x = hb_draft_posted (draft, hb_draft_initial (draft, a), h, "x");
  hb_id y = hb_draft_posted (draft, hb_draft_initial (draft, b), h, "y");
  hb_draft_guide_both (draft, 1, -2, y, x);
}

TEST (guides_of_two_literals)
{
  struct made made;
  const enum hb_mailbox mailboxes[] = { HB_QUEUE, HB_SENDER_QUEUE, HB_MULTISET };
  for (size_t i = 0; i < sizeof mailboxes / sizeof *mailboxes; i++)
    {
      bool posts = mailboxes[i] == HB_QUEUE;
      made_init (&made, mailboxes[i], draw_guided);
      assert_lifts (&made, -1, -1, "x y", "x y");
      assert_lifts (&made, -1, 1, "x y", "x y");
      assert_lifts (&made, 1, -1, "y x", posts ? "y x" : "x y");
      assert_lifts (&made, 1, 1, "x y", "x y");
      made_free (&made);
    }
  made_init (&made, HB_STACK, draw_guided);
  assert_lifts (&made, 1, 1, "x y", "y x");
  assert_lifts (&made, 1, -1, "y x", "x y");
  made_free (&made);
}

/* x reads what is written behind the read. */
static void
draw_stuck (struct hb_draft *draft)
{
  hb_id h = hb_draft_handler (draft, "H"), p = hb_draft_handler (draft, "P");
  hb_id x = hb_draft_posted (draft, hb_draft_initial (draft, p), h, "x");
  hb_draft_edge (draft, x, x, "w");
  hb_draft_edge (draft, hb_draft_posted (draft, x, h, "y"), x, "v");
}

TEST (a_wrong_construction_gets_stuck)
{
  struct made made;
  made_init (&made, HB_QUEUE, draw_stuck);
  assert_null (lifted (&made, 1, 1));
  assert_string_equal (hb_diag_first (made.diag),
                       "the run of this model gets stuck, which the construction by-hand excludes; "
                       "this is a bug, please report the formula");
  made_free (&made);
}

/* --- extract --- */

/* Two pairs for variable 1, on a handler without an initial message. */
static void
draw_pairs (struct hb_draft *draft)
{
  hb_id h = hb_draft_handler (draft, "H"), p = hb_draft_handler (draft, "P");
  hb_id by = hb_draft_initial (draft, p);
  for (int i = 1; i <= 2; i++)
    {
      struct hb_two two = { .a = hb_draft_posted (draft, by, h, "a%d", i),
                            .b = hb_draft_posted (draft, by, h, "b%d", i) };
      hb_draft_value (draft, 1, two);
    }
  hb_draft_write (draft, by, "w");
  hb_draft_write (draft, by, "w");
}

/* The model that the order EO of the first handler extracts to, names with blanks between, of which "-" is none; NULL after
 * an error.  New. */
static signed char *
extracted (struct made *made, const char *eo)
{
  const hb_trace *trace = hb_trace_of (made->target);
  const struct hb_reduction *r = &made->reduction;
  hb_witness *witness = hb_witness_new (trace);
  char *names = hb_copy_text (eo);
  hb_id k = 0;
  for (char *name = strtok (names, " "); name; name = strtok (NULL, " "))
    witness->eo[k++] = strcmp (name, "-") ? hb_trace_find_message (trace, name) : HB_NONE;
  assert_int_equal (k, witness->eo_start[1]);
  hb_free (names);
  hb_diag_clear (made->diag);
  hb_solution *model
      = r->extract (r, made->source, made->target, hb_solution_of_witness (witness), made->diag);
  assert_true (!model == (hb_diag_errors (made->diag) > 0));
  hb_witness_free (witness);
  return (signed char *)model;
}

static void
assert_extracts (struct made *made, const char *eo, int value)
{
  signed char *model = extracted (made, eo);
  assert_non_null (model);
  assert_int_equal (model[1], value);
  assert_int_equal (model[2], -1);
  hb_free (model);
}

static void
assert_refused (struct made *made, const char *eo, const char *says)
{
  assert_null (extracted (made, eo));
  assert_string_equal (hb_diag_first (made->diag), says);
}

TEST (values_of_pairs)
{
  struct made made;
  made_init (&made, HB_MULTISET, draw_pairs);
  assert_extracts (&made, "b1 a1 b2 a2", 1);
  assert_extracts (&made, "b2 b1 a2 a1", 1);
  assert_extracts (&made, "a1 a2 b1 b2", -1);
  assert_refused (&made, "a1 b1 b2 a2",
                  "variable 1 is true by 'b2' and 'a2' and false by others: its pairs disagree, "
                  "which the construction excludes for a consistent trace");
  assert_refused (&made, "b1 a1 a2 b2",
                  "variable 1 is false by 'b2' and 'a2' and true by others: its pairs disagree, "
                  "which the construction excludes for a consistent trace");
  made_free (&made);
}

TEST (messages_without_an_order)
{
  struct made made;
  made_init (&made, HB_MULTISET, draw_pairs);
  assert_refused (&made, "- b1 a2 b2", "the witness does not order message 'a1'");
  assert_refused (&made, "b1 - b2 a2", "the witness does not order message 'a1'");
  assert_refused (&made, "- a1 b2 a2", "the witness does not order message 'b1'");
  assert_refused (&made, "a1 b1 a2 -", "the witness does not order message 'b2'");
  made_free (&made);
}

/* --- the target --- */

/* Is TEXT taken for the target of ABOUT, both ways? */
static bool
is_target (const void *about, const char *text, char **why)
{
  const struct made *made = about;
  const struct hb_reduction *r = &made->reduction;
  const signed char model[] = { 0, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_instance *target = instance_of_text (r->to, text, diag);
  assert_non_null (target);
  hb_solution *witness = r->lift (r, made->source, (const hb_solution *)model, target, diag);
  if (witness)
    assert_true (r->to->check (r->to, target, witness, diag));
  *why = hb_copy_text (witness ? "" : hb_diag_first (diag));
  hb_diag_clear (diag);
  hb_witness *empty = hb_witness_new (hb_trace_of (target));
  r->extract (r, made->source, target, hb_solution_of_witness (empty), diag);
  assert_string_equal (hb_diag_first (diag),
                       witness ? "the witness does not order message 'b1'" : *why);
  hb_witness_free (empty);
  r->to->free_solution (r->to, witness);
  r->to->free (r->to, target);
  hb_diag_free (diag);
  return witness;
}

#define NOT_THIS "the trace is not the reduction by-hand of this formula"

#define PAIRS(MAILBOX)                                                                             \
  "edt 1\nmailbox " MAILBOX                                                                        \
  "\nhandler H\nmessage a1\nmessage b1\nmessage a2\nmessage b2\nhandler P\ninitial\n"              \
  "  post a1\n  post b1\n  post a2\n  post b2\n  one: write w 1\n  two: write w 1\n"               \
  "co w one two\nend 10 5 2\n"

TEST (targets)
{
  struct made made;
  made_init (&made, HB_MULTISET, draw_pairs);
  EXPECT_OF_CHANGES (is_target, &made, PAIRS ("multiset"), { "", "", NULL },
                     { "one two", "two one", NOT_THIS },
                     { "  post a1\n  post b1\n", "  post b1\n  post a1\n", NOT_THIS },
                     { "message a1\nmessage b1\n", "message b1\nmessage a1\n", NOT_THIS },
                     { "handler P", "handler R", NOT_THIS }, { "multiset", "queue", NOT_THIS },
                     { "multiset", "priority", NOT_THIS }, { "write w 1", "write w 2", NOT_THIS });
  made_free (&made);
}

/* --- variants --- */

/* Models lift to what runs on the variant, and comes back; there is none but of queues. */
static bool
try_variant (void *context, const hb_instance *source)
{
  const struct hb_reduction *r = context;
  hb_diag *diag = hb_diag_new ();
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  hb_solution *model, *witness, *back = NULL;
  bool is_queue = r->variant (r, target, 0);
  hb_trace_set_mailboxes ((hb_trace *)target, HB_PRIORITY);
  if (first_answer (r->from, source, &model, diag) == HB_YES)
    {
      witness = r->lift (r, source, model, target, diag);
      assert_true (is_queue == (witness != NULL));
      if (witness)
        back = r->extract (r, source, target, witness, diag);
      if (witness
          && (!r->to->check (r->to, target, witness, diag) || !back
              || !r->from->check (r->from, source, back, diag)))
        fail_msg ("%s: %s", r->name, hb_diag_first (diag));
      if (!witness)
        assert_non_null (strstr (hb_diag_first (diag), "the trace is not the reduction"));
      r->to->free_solution (r->to, witness);
      r->from->free_solution (r->from, back);
      r->from->free_solution (r->from, model);
    }
  r->to->free (r->to, target);
  hb_diag_free (diag);
  return true;
}

TEST (variants)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r) && r->lift == hb_draft_lift)
      each_instance (r, 3, try_variant, (void *)r);
}
