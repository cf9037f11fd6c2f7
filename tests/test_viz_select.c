/* What figures show, against plain oracles: transitive reduction, the relations as few arrows that say as
 * much, the reasons for a cycle, what is collapsed and which part is chosen. */
#include "unit.h"

#include "viz/draw.h"
#include "engine/engine.h"
#include "viz/figure.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "viz/transitive.h"

/* --- Closures --------------------------------------------------------------------------------- */

/* A relation on 0 .. size - 1, closed by `close_relation`. */
struct relation
{
  size_t size;
  bool *holds;
};

static struct relation
relation_new (size_t size)
{
  return (struct relation){ size, hb_calloc (size * size, sizeof (bool)) };
}

static void
relate (struct relation *r, size_t from, size_t to)
{
  r->holds[from * r->size + to] = true;
}

static bool
related (const struct relation *r, size_t from, size_t to)
{
  return r->holds[from * r->size + to];
}

static void
close_relation (struct relation *r)
{
  for (size_t k = 0; k < r->size; k++)
    for (size_t i = 0; i < r->size; i++)
      for (size_t j = 0; related (r, i, k) && j < r->size; j++)
        if (related (r, k, j))
          relate (r, i, j);
}

static bool
same (const struct relation *a, const struct relation *b)
{
  return !memcmp (a->holds, b->holds, a->size * a->size * sizeof (bool));
}

/* --- Transitive reduction --------------------------------------------------------------------- */

/* The closure of the arcs but those that are gone and number LEFT_OUT. */
static struct relation
closure_of (const struct hb_arc *arcs, size_t count, size_t nodes, size_t left_out)
{
  struct relation r = relation_new (nodes);
  for (size_t i = 0; i < count; i++)
    if (!arcs[i].gone && i != left_out)
      relate (&r, arcs[i].from, arcs[i].to);
  close_relation (&r);
  return r;
}

static void
check_reduction (struct hb_arc *arcs, size_t count, hb_id nodes, bool acyclic)
{
  struct relation before = closure_of (arcs, count, nodes, SIZE_MAX);
  hb_transitive_reduction (arcs, count, nodes);
  struct relation after = closure_of (arcs, count, nodes, SIZE_MAX);
  assert_true (same (&before, &after));
  for (size_t i = 0; i < count; i++)
    {
      assert_false (arcs[i].fixed && arcs[i].gone);
      if (arcs[i].gone || arcs[i].fixed || !acyclic)
        continue;
      struct relation less = closure_of (arcs, count, nodes, i);
      assert_false (same (&before, &less)); /* nothing more could go */
      hb_free (less.holds);
    }
  hb_free (before.holds);
  hb_free (after.holds);
}

TEST (test_reduction)
{
  for (uint64_t i = 0; i < 3000; i++)
    {
      struct hb_rng rng = hb_rng_stream (91, i);
      hb_id nodes = 2 + (hb_id)hb_rng_below (&rng, 8);
      bool acyclic = i % 3;
      struct hb_arc arcs[24];
      size_t count = hb_rng_below (&rng, 24);
      for (size_t k = 0; k < count; k++)
        {
          hb_id a = (hb_id)hb_rng_below (&rng, nodes), b = (hb_id)hb_rng_below (&rng, nodes - 1);
          b += b >= a;
          bool turn = acyclic && a > b;
          arcs[k]
              = (struct hb_arc){ turn ? b : a, turn ? a : b, hb_rng_below (&rng, 4) == 0, false };
        }
      check_reduction (arcs, count, nodes, acyclic);
    }
}

/* --- The relations of figures ----------------------------------------------------------------- */

/* Happens-before of TRACE, with the orders of WITNESS, on its events. */
static struct relation
happens_before (const hb_trace *trace, const hb_witness *w)
{
  hb_order *order = hb_order_new (trace);
  struct relation r = relation_new (order->nodes);
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      relate (&r, v, order->to[e]);
  for (size_t h = 0; w && h < trace->handlers.size; h++)
    {
      for (hb_id i = w->eo_start[h]; i + 1 < w->eo_start[h + 1]; i++)
        relate (&r, hb_last_node (order, trace, w->eo[i]),
                hb_first_node (order, trace, w->eo[i + 1]));
      for (hb_id i = w->mo_start[h]; i + 1 < w->mo_start[h + 1]; i++)
        relate (&r, trace->messages.data[w->mo[i]].post, trace->messages.data[w->mo[i + 1]].post);
    }
  close_relation (&r);
  hb_order_free (order);
  return r;
}

/* What the arrows of a figure say of its nodes; po of initial messages, which is not drawn, included. */
static struct relation
said (const hb_figure *f)
{
  struct relation r = relation_new (f->nodes.size);
  for (size_t i = 0; i < f->edges.size; i++)
    relate (&r, f->edges.data[i].from, f->edges.data[i].to);
  for (size_t b = 0; b < f->boxes.size; b++)
    for (size_t o = 0; o < f->boxes.size; o++)
      if (b != o && f->boxes.data[b].column == f->boxes.data[o].column
          && !hb_has_frame (&f->boxes.data[b]))
        relate (&r, f->boxes.data[b].first + f->boxes.data[b].count - 1, f->boxes.data[o].first);
  close_relation (&r);
  return r;
}

/* The arrows say of the shown events what happens-before says; and none could go that is an hb arrow. */
static void
check_said (const hb_trace *trace, const struct hb_draw_options *options)
{
  hb_diag *diag = hb_diag_new ();
  hb_figure figure;
  if (hb_draw_figure (&figure, trace, options, diag))
    {
      struct relation is = happens_before (trace, options->witness), drawn = said (&figure);
      for (hb_id v = 0; v < figure.nodes.size; v++)
        for (hb_id w = 0; w < figure.nodes.size; w++)
          {
            hb_id from = figure.nodes.data[v].event, to = figure.nodes.data[w].event;
            if (from == HB_NONE || to == HB_NONE)
              continue;
            if (related (&is, from, to) != related (&drawn, v, w))
              {
                char *text = text_of_trace (trace, options->witness);
                fail_msg ("%u before %u: %d, drawn %d\n%s", from, to, related (&is, from, to),
                          related (&drawn, v, w), text);
              }
          }
      hb_free (is.holds);
      hb_free (drawn.holds);
    }
  hb_figure_free (&figure);
  hb_diag_free (diag);
}

static hb_trace *
some_trace (uint64_t i, struct hb_rng *rng, hb_check_result *result, int mailbox)
{
  struct trace_shape shape = { .handlers = 1 + (int)(i % 5),
                               .messages = 2 + (int)(i % 9),
                               .externals = i % 5 == 0,
                               .accesses = 4 + (int)(i % 17),
                               .variables = 1 + (int)(i % 3),
                               .mailbox = mailbox,
                               .chains = i % 3 == 0 };
  struct hb_check_options plain = { .seed = 1 };
  *rng = hb_rng_stream (92, i);
  hb_trace *trace = random_trace (rng, shape);
  hb_check (hb_engine_for (trace), trace, &plain, result);
  return trace;
}

/* All relations of a whole trace say as much as happens-before; and hb alone, of any part. */
TEST (test_relations)
{
  for (uint64_t i = 0; i < 200; i++)
    {
      struct hb_rng rng;
      hb_check_result result;
      hb_trace *trace = some_trace (i, &rng, &result, HB_QUEUE);
      struct hb_draw_options options = hb_draw_defaults ();
      options.witness = result.witness;
      options.expand = true;
      if (result.witness && trace->events.size)
        {
          options.show = HB_SHOW_USUAL;
          check_said (trace, &options);
          options.show = HB_SHOW (HB_ARROW_HB);
          check_said (trace, &options);
          hb_id some[2] = { (hb_id)hb_rng_below (&rng, trace->messages.size), 0 };
          some[1] = (hb_id)hb_rng_below (&rng, trace->messages.size);
          options.part.messages = some;
          options.part.message_count = 2;
          check_said (trace, &options);
          options.show |= HB_SHOW (HB_RF) | HB_SHOW (HB_CO);
          check_said (trace, &options);
        }
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
}

/* qo arrows are the steps of mo between the gets of a queue, and there are none in other mailboxes. */
TEST (test_queue_order)
{
  size_t arrows = 0;
  for (uint64_t i = 0; i < 120; i++)
    {
      struct hb_rng rng;
      hb_check_result result;
      hb_trace *trace = some_trace (i, &rng, &result, i % 2 ? HB_QUEUE : HB_MULTISET);
      hb_figure figure;
      hb_diag *diag = hb_diag_new ();
      struct hb_draw_options options = hb_draw_defaults ();
      options.witness = result.witness;
      options.show = HB_SHOW (HB_ARROW_QO);
      size_t wanted = 0, found = 0;
      for (size_t h = 0; i % 2 && result.witness && h < trace->handlers.size; h++)
        {
          hb_id count = result.witness->mo_start[h + 1] - result.witness->mo_start[h];
          wanted += count ? count - 1 : 0;
        }
      if (result.witness && hb_draw_figure (&figure, trace, &options, diag))
        {
          for (size_t e = 0; e < figure.edges.size; e++)
            found += figure.edges.data[e].arrow == HB_ARROW_QO;
          assert_int_equal (found, wanted);
          arrows += found;
          hb_figure_free (&figure);
        }
      hb_diag_free (diag);
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  assert_true (arrows > 50);
}

/* --- Reasons ---------------------------------------------------------------------------------- */

/* Is the order among the first COUNT reasons? */
static bool
has_reason (const hb_trace *trace, const struct hb_explanation *x, size_t count,
            const struct hb_pair *pair)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_reason *r = &x->reasons.data[i];
      if (r->before == pair->before && r->after == pair->after
          && (r->posts == pair->posts || hb_coupled (trace, pair->before, pair->after)))
        return true;
    }
  return false;
}

/* Do the first COUNT reasons give all that CYCLE assumes, but for the reverse of EXCEPT? */
static bool
is_forced (const hb_trace *trace, const struct hb_explanation *x, size_t count,
           const struct hb_cycle *cycle, const struct hb_reason *except)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_pair assumed[2];
      int pairs = hb_step_assumes (trace, &cycle->steps.data[i], assumed);
      for (int k = 0; k < pairs; k++)
        {
          bool reverse
              = except && assumed[k].before == except->after && assumed[k].after == except->before;
          if (!reverse && !has_reason (trace, x, count, &assumed[k]))
            return false;
        }
    }
  return true;
}

/* How many traces were explained: with nothing assumed, by reasons, not in full. */
struct tally
{
  size_t complete, with_reasons, open;
};

static void
check_reasons (const hb_trace *trace, struct tally *tally)
{
  hb_check_result result;
  struct hb_check_options plain = { .seed = 1 };
  hb_check (hb_engine_for (trace), trace, &plain, &result);
  if (result.verdict == HB_INCONSISTENT && result.cycles.size)
    {
      struct hb_explanation x = hb_explain (trace, result.cycles.data, result.cycles.size);
      for (size_t k = 0; k < x.reasons.size; k++)
        assert_true (
            is_forced (trace, &x, k, &x.cycles[x.reasons.data[k].cycle], &x.reasons.data[k]));
      if (x.complete)
        assert_true (is_forced (trace, &x, x.reasons.size, &x.cycles[x.cycle], NULL));
      tally->complete += x.complete;
      tally->with_reasons += x.complete && x.reasons.size;
      tally->open += !x.complete;
      hb_explanation_clear (&x);
    }
  hb_check_result_free (&result);
}

TEST (test_reasons)
{
  struct tally tally = { 0, 0, 0 };
  for (uint64_t i = 0; i < 600; i++)
    {
      struct hb_rng rng;
      hb_check_result result;
      hb_trace *trace = some_trace (i, &rng, &result, i % 4 ? HB_QUEUE : -1);
      check_reasons (trace, &tally);
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  for (uint64_t i = 0; i < 60; i++)
    {
      struct hb_rng rng = hb_rng_stream (93, i);
      hb_cnf *cnf = random_refuted_bisat (&rng, 2 + (int)(i % 4), 6, 100);
      if (!cnf)
        continue;
      hb_trace *trace = trace_of_formula (&hb_reduction_bisat_ed, cnf, NULL);
      check_reasons (trace, &tally);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
  print_message ("# %zu cycles all forced, %zu of them by reasons; %zu not\n", tally.complete,
                 tally.with_reasons, tally.open);
  assert_true (tally.complete > 50 && tally.with_reasons && tally.open > 5);
}

/* The cycle that ENGINE has of TEXT, an inconsistent trace whose reason is the mailbox, as a figure; false if the trace is
 * consistent.  The reason has to be in the caption, and nothing assumed. */
static bool
explain_text (const char *text, const hb_engine *engine, hb_figure *figure)
{
  hb_trace *trace = trace_of_text (text);
  hb_check_result result;
  struct hb_check_options plain = { .seed = 1 };
  hb_check (engine, trace, &plain, &result);
  bool inconsistent = result.verdict == HB_INCONSISTENT;
  if (inconsistent)
    {
      struct hb_explanation x = hb_explain (trace, result.cycles.data, result.cycles.size);
      struct hb_draw_options options = hb_draw_defaults ();
      hb_diag *diag = hb_diag_new ();
      options.what = HB_DRAW_CYCLE;
      options.cycle = &x.cycles[x.cycle];
      options.explanation = &x;
      assert_true (x.complete);
      assert_true (hb_draw_figure (figure, trace, &options, diag));
      assert_non_null (strstr (figure->caption, "All orders in it are forced"));
      assert_null (strstr (figure->caption, "is assumed"));
      hb_diag_free (diag);
      hb_explanation_clear (&x);
    }
  hb_check_result_free (&result);
  hb_trace_free (trace);
  return inconsistent;
}

/* How many arrows of that kind and mark. */
static int
arrows_of (const hb_figure *figure, int arrow, enum hb_mark mark)
{
  int count = 0;
  for (size_t i = 0; i < figure->edges.size; i++)
    count += figure->edges.data[i].arrow == arrow && figure->edges.data[i].mark == mark;
  return count;
}

/* Two posts in program order, the first one read from the second: a queue, a sender-queue and a priority mailbox
 * of equals show the posts, what joins them and the queue order that they force. */
TEST (test_first_posted)
{
  static const char *const mailboxes[] = { "queue", "sender-queue", "priority" };
  for (int i = 0; i < 3; i++)
    {
      hb_figure figure;
      char *text = hb_format ("mailbox %s\nhandler p\ninitial\n  post a\n  post b\nhandler h\n"
                              "message b\n  w: write x 1\nmessage a\n  read x w\n",
                              mailboxes[i]);
      assert_true (explain_text (text, hb_engine_find ("auto"), &figure));
      assert_int_equal (arrows_of (&figure, HB_ARROW_QO, HB_STRONG), 1);
      assert_int_equal (arrows_of (&figure, HB_EO, HB_STRONG), 0);
      assert_int_equal (arrows_of (&figure, HB_RF, HB_STRONG), 1);
      assert_int_equal (arrows_of (&figure, HB_PB, HB_PLAIN), 2);
      assert_true (figure.boxes.size == 3 && figure.columns.size == 2);
      assert_non_null (strstr (figure.caption, ": posted first, see "));
      assert_non_null (strstr (figure.caption, ": posted first, in program order"));
      hb_figure_free (&figure);
      hb_free (text);
    }
}

/* So says the caption, whichever engine found the cycle in which the other order is one of the posts. */
TEST (test_first_posted_by_any_engine)
{
  static const char *const engines[] = { "auto", "cds", "closure" };
  for (int i = 0; i < 3; i++)
    {
      hb_figure figure;
      assert_true (
          explain_text ("mailbox queue\nhandler p\ninitial\n  post a\n  post b\nhandler h\n"
                        "message b\n  w: write x 1\nmessage a\n  read x w\n",
                        hb_engine_find (engines[i]), &figure));
      assert_non_null (strstr (figure.caption, ": posted first, in program order"));
      hb_figure_free (&figure);
    }
}

/* Disciplines that hand out the later post first: both posted before anything runs, the other order asked for. */
TEST (test_last_posted)
{
  static const char *const kinds[] = { "stack", "priority", "multiset", "queue" };
  static const char *const engines[] = { "auto", "cds", "sat", "closure" };
  for (int i = 0; i < 16; i++)
    {
      int kind = i % 4;
      hb_figure figure;
      char *text = hb_format (
          "mailbox %s\nhandler p\ninitial\n  post a\n  post b\n  d: write y 1\nhandler h\ninitial\n"
          "  read y d\nmessage b%s\n  read x w\nmessage a%s\n  w: write x 1\n",
          kinds[kind], kind == 1 ? " priority=2" : "", kind == 1 ? " priority=1" : "");
      bool inconsistent = explain_text (text, hb_engine_find (engines[i / 4]), &figure);
      assert_int_equal (inconsistent, kind < 2);
      if (inconsistent)
        {
          assert_true (strstr (figure.caption, "as else the mailbox has to hand out")
                       || strstr (figure.caption, "it is taken before the other is posted"));
          hb_figure_free (&figure);
        }
      hb_free (text);
    }
}

/* The trace of crossed queues is explained: a cycle over both queues, each order with its reason. */
TEST (test_crossed_queues)
{
  hb_trace *trace = trace_of_text (
      "handler p1\ninitial\n  read v d\n  post a1\nhandler p2\ninitial\n  post a2\n  c: write u\n"
      "handler q1\ninitial\n  read u c\n  post b1\nhandler q2\ninitial\n  post b2\n  d: write v\n"
      "handler a\nmessage a1\n  x: write x\nmessage a2\n  read x x\n"
      "handler b\nmessage b1\n  y: write y\nmessage b2\n  read y y\n");
  hb_check_result result;
  struct hb_check_options plain = { .seed = 1 };
  hb_check (hb_engine_for (trace), trace, &plain, &result);
  assert_int_equal (result.verdict, HB_INCONSISTENT);
  struct hb_explanation x = hb_explain (trace, result.cycles.data, result.cycles.size);
  assert_true (x.complete);
  assert_int_equal (x.reasons.size, 2);
  struct hb_draw_options options = hb_draw_defaults ();
  hb_figure figure;
  hb_diag *diag = hb_diag_new ();
  options.what = HB_DRAW_CYCLE;
  options.cycle = &x.cycles[x.cycle];
  options.explanation = &x;
  assert_true (hb_draw_figure (&figure, trace, &options, diag));
  assert_non_null (strstr (figure.caption, "All orders in it are forced"));
  assert_non_null (strstr (figure.caption, "(b)"));
  assert_null (strstr (figure.caption, "is assumed"));
  hb_figure_free (&figure);
  hb_diag_free (diag);
  hb_explanation_clear (&x);
  hb_check_result_free (&result);
  hb_trace_free (trace);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static size_t
shown_events (const hb_figure *f, hb_id *hidden)
{
  size_t shown = 0;
  *hidden = 0;
  for (size_t v = 0; v < f->nodes.size; v++)
    {
      shown += f->nodes.data[v].event != HB_NONE;
      *hidden += f->nodes.data[v].hidden;
    }
  return shown;
}

/* Long runs of events without arrows become one node; the rest stays. */
TEST (test_collapse)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n  a: write x\n"
                                   "  read v init\n  read v init\n  read v init\n  read v init\n"
                                   "  read v init\n  b: write y\n  read v init\n  c: write z\n"
                                   "handler g\ninitial\n  read x a\n  read y b\n  read z c\n");
  hb_figure figure;
  hb_diag *diag = hb_diag_new ();
  hb_id hidden;
  struct hb_draw_options options = hb_draw_defaults ();
  assert_true (hb_draw_figure (&figure, trace, &options, diag));
  assert_int_equal (shown_events (&figure, &hidden), 7);
  assert_int_equal (hidden, 5);
  hb_figure_free (&figure);
  options.expand = true;
  assert_true (hb_draw_figure (&figure, trace, &options, diag));
  assert_int_equal (shown_events (&figure, &hidden), 12);
  assert_int_equal (hidden, 0);
  hb_figure_free (&figure);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* The neighbourhood of an event, against distances by closure: one more step reaches one arrow further, and an
 * initial message does not bring its whole handler near. */
TEST (test_around)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n  post m\n  post n\n  post o\n"
                                   "handler g\nmessage m\n  a: write x\nmessage n\n  read x a\n"
                                   "message o\n  read x a\n");
  /* m@0 is the get of m: its post and a are next to it; then post n and the two reads */
  static const size_t expected[] = { 1, 3, 6, 9, 9 };
  hb_diag *diag = hb_diag_new ();
  for (unsigned k = 0; k < 5; k++)
    {
      hb_figure figure;
      hb_id hidden;
      struct hb_draw_options options = hb_draw_defaults ();
      options.part.near = true;
      options.part.steps = k;
      options.part.around = hb_trace_find_event (trace, "m@0");
      options.expand = true;
      assert_true (hb_draw_figure (&figure, trace, &options, diag));
      size_t count = 0;
      for (size_t v = 0; v < figure.nodes.size; v++)
        count += figure.nodes.data[v].event != HB_NONE && figure.nodes.data[v].mark != HB_FAINT;
      assert_int_equal (count, expected[k]);
      shown_events (&figure, &hidden);
      hb_figure_free (&figure);
    }
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* Columns stand in the order in which handlers are asked for, each once. */
TEST (test_column_order)
{
  hb_trace *trace = trace_of_text ("handler a\ninitial\n  write x\nhandler b\ninitial\n  write y\n"
                                   "handler c\ninitial\n  write z\n");
  hb_figure figure;
  hb_diag *diag = hb_diag_new ();
  hb_id order[3] = { 2, 0, 2 };
  struct hb_draw_options options = hb_draw_defaults ();
  options.part.handlers = order;
  options.part.handler_count = 3;
  assert_true (hb_draw_figure (&figure, trace, &options, diag));
  assert_int_equal (figure.columns.size, 2);
  assert_int_equal (figure.columns.data[0].handler, 2);
  assert_int_equal (figure.columns.data[1].handler, 0);
  hb_figure_free (&figure);
  hb_diag_free (diag);
  hb_trace_free (trace);
}
