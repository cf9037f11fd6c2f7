/* Strips and grids: what lies in the mailboxes against the plain simulator, for every discipline; the
 * geometry of the sketches over random runs and formulas; counts that are known. */
#include "unit.h"

#include "engine/engine.h"
#include "viz/full_order.h"
#include "viz/grid_place.h"
#include "viz/mailboxes.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "plain_simulator.h"
#include "small_traces.h"
#include "viz/strip_panels.h"
#include "viz/text.h"

/* A run of TRACE, or NULL when it is inconsistent.  New. */
static hb_id *
run_of (const hb_trace *trace)
{
  struct hb_check_result result;
  struct hb_check_options options = { 0 };
  hb_id *run = NULL;
  hb_check (hb_engine_for (trace), trace, &options, &result);
  if (result.witness)
    {
      hb_diag *diag = hb_diag_new ();
      run = hb_calloc (trace->events.size, sizeof *run);
      assert_true (hb_replay (trace, result.witness, run, diag));
      hb_diag_free (diag);
    }
  hb_check_result_free (&result);
  return run;
}

/* --- Contents --------------------------------------------------------------------------------- */

static bool
is_idle (const struct simulator *s, hb_id handler)
{
  hb_id initial = s->trace->handlers.data[handler].initial;
  if (initial != HB_NONE && s->pc[initial] < s->trace->messages.data[initial].count)
    return false;
  return s->running[handler] == HB_NONE;
}

static void
compare (const struct hb_contents *contents, const struct simulator *s)
{
  const hb_trace *trace = s->trace;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      size_t found = 0;
      hb_id_list sorted = VEC_EMPTY;
      for (size_t i = 0; i < s->boxed; i++)
        if (trace->messages.data[s->box[i]].handler == h)
          {
            assert_true (found < contents->lying[h].size);
            assert_int_equal (contents->lying[h].data[found], s->box[i]);
            found++;
            if (is_idle (s, h))
              assert_int_equal (hb_contents_ready (contents, s->box[i]),
                                simulator_can (s, s->box[i]));
          }
      assert_int_equal (found, contents->lying[h].size);
      hb_contents_sorted (contents, h, &sorted);
      assert_int_equal (found, sorted.size);
      if (found)
        assert_true (hb_contents_ready (contents, sorted.data[0]));
      vec_free (sorted);
    }
}

TEST (contents_as_simulated)
{
  struct hb_rng rng = hb_rng_stream (1, 0);
  size_t gets = 0;
  for (int i = 0; i < 300; i++)
    {
      struct trace_shape shape = {
        .handlers = 3, .messages = 7, .externals = 1, .accesses = 4, .variables = 2, .mailbox = -1
      };
      hb_trace *trace = random_trace (&rng, shape);
      hb_id *run = run_of (trace);
      if (run)
        {
          struct simulator simulator = simulator_new (trace);
          struct hb_contents contents;
          hb_contents_init (&contents, trace);
          for (size_t k = 0; k < trace->events.size; k++)
            {
              hb_id message = trace->events.data[run[k]].message;
              assert_true (simulator_can (&simulator, message));
              assert_int_equal (simulator_step (&simulator, message), run[k]);
              hb_contents_step (&contents, run[k]);
              compare (&contents, &simulator);
              gets += trace->events.data[run[k]].kind == HB_GET;
            }
          hb_contents_free (&contents);
          simulator_free (&simulator);
        }
      hb_free (run);
      hb_trace_free (trace);
    }
  assert_true (gets > 300);
}

/* --- Late runs -------------------------------------------------------------------------------- */

/* Events that lie between a post and its get, over all messages. */
static size_t
waiting (const hb_trace *trace, const hb_id *run)
{
  size_t sum = 0, lying = 0;
  for (size_t i = 0; i < trace->events.size; i++)
    {
      enum hb_event_kind kind = (enum hb_event_kind)trace->events.data[run[i]].kind;
      lying += kind == HB_POST;
      lying -= kind == HB_GET;
      sum += lying;
    }
  return sum;
}

TEST (late_runs_are_runs)
{
  struct hb_rng rng = hb_rng_stream (4, 0);
  size_t later = 0, earlier = 0;
  for (int i = 0; i < 300; i++)
    {
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 9,
                                   .externals = 2,
                                   .accesses = 5,
                                   .variables = 2,
                                   .mailbox = -1,
                                   .chains = i % 2 == 0,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      hb_id *run = run_of (trace);
      if (run)
        {
          hb_diag *diag = hb_diag_new ();
          hb_witness *witness = hb_witness_of_run (trace, run);
          size_t before = waiting (trace, run);
          hb_late_run (trace, witness, run);
          assert_true (hb_replay_run (trace, run, diag));
          later += waiting (trace, run) > before;
          earlier += waiting (trace, run) < before;
          hb_witness *same = hb_witness_of_run (trace, run);
          for (hb_id k = 0; k < witness->mo_start[trace->handlers.size]; k++)
            assert_int_equal (witness->mo[k], same->mo[k]);
          hb_witness_free (same);
          hb_witness_free (witness);
          hb_diag_free (diag);
        }
      hb_free (run);
      hb_trace_free (trace);
    }
  assert_true (later > 20 && earlier < later / 4);
}

/* --- Geometry --------------------------------------------------------------------------------- */

static bool
within (const struct hb_rect *inner, const struct hb_rect *outer)
{
  double slack = 0.01;
  return inner->x0 >= outer->x0 - slack && inner->x1 <= outer->x1 + slack
         && inner->y0 >= outer->y0 - slack && inner->y1 <= outer->y1 + slack;
}

static bool
overlap (const struct hb_rect *a, const struct hb_rect *b)
{
  return a->x0 < b->x1 - 0.01 && b->x0 < a->x1 - 0.01 && a->y0 < b->y1 - 0.01
         && b->y0 < a->y1 - 0.01;
}

/* Grounds lie under cells; apart from that things of one level lie beside one another. */
static int
level (enum hb_ink ink)
{
  return ink == HB_INK_PANEL ? 0 : ink == HB_INK_COLUMN ? 1 : 2;
}

static struct hb_rect
text_place (const struct hb_sketch_text *t)
{
  return (struct hb_rect){ t->x, t->y - 0.75 * t->size, t->x + hb_text_width (t->text, t->size),
                           t->y + 0.2 * t->size };
}

static void
check_geometry (const hb_sketch *sketch)
{
  struct hb_rect all = { 0, 0, sketch->width, sketch->height };
  for (size_t i = 0; i < sketch->rects.size; i++)
    {
      const struct hb_sketch_rect *a = &sketch->rects.data[i];
      assert_true (within (&a->place, &all));
      for (size_t k = 0; k < i; k++)
        {
          const struct hb_sketch_rect *b = &sketch->rects.data[k];
          if (level (a->ink) == level (b->ink) && a->ink != HB_INK_COLUMN)
            assert_false (overlap (&a->place, &b->place));
        }
    }
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      const struct hb_sketch_text *t = &sketch->texts.data[i];
      struct hb_rect place = text_place (t);
      assert_true (
          within (&place, t->inside == HB_NONE ? &all : &sketch->rects.data[t->inside].place));
      for (size_t k = 0; k < i; k++)
        {
          struct hb_rect other = text_place (&sketch->texts.data[k]);
          assert_false (overlap (&place, &other));
        }
    }
}

/* --- Strips ----------------------------------------------------------------------------------- */

static size_t
changes (const hb_trace *trace)
{
  size_t count = 0;
  for (size_t e = 0; e < trace->events.size; e++)
    count += trace->events.data[e].kind == HB_GET || trace->events.data[e].kind == HB_POST;
  return count;
}

TEST (strips_of_random_runs)
{
  struct hb_rng rng = hb_rng_stream (2, 0);
  size_t strips = 0;
  for (int i = 0; i < 150; i++)
    {
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 9,
                                   .externals = 2,
                                   .accesses = 4,
                                   .variables = 2,
                                   .mailbox = -1,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      hb_id *run = run_of (trace);
      if (run && changes (trace))
        {
          struct hb_strip_options options = { .draw = hb_draw_defaults (), .to = HB_NONE };
          options.draw.width = i % 3 ? 8.4 : 0;
          options.draw.preset = (enum hb_draw_preset) (i % 2 ? HB_DRAW_SLIDE : HB_DRAW_PAPER);
          options.by_message = i % 4 == 0;
          options.nested = i % 2 == 0;
          options.most = i % 5 == 0 ? 3 : 0;
          hb_diag *diag = hb_diag_new ();
          struct hb_strip strip;
          hb_sketch sketch;
          assert_true (hb_strip_make (&strip, trace, run, &options, diag));
          if (!options.by_message)
            assert_int_equal (strip.panels.size, changes (trace));
          assert_true (strip.panels.size <= changes (trace));
          hb_strip_place (&strip, 1, &sketch);
          check_geometry (&sketch);
          strips++;
          hb_sketch_free (&sketch);
          hb_strip_free (&strip);
          hb_diag_free (diag);
        }
      hb_free (run);
      hb_trace_free (trace);
    }
  assert_true (strips > 50);
}

static const char two_posts[] = "handler a\n"
                                "initial\n"
                                "  post m1\n"
                                "  post m2\n"
                                "handler b\n"
                                "message m1\n"
                                "  post k1\n"
                                "message m2\n"
                                "  post k2\n"
                                "handler c stack\n"
                                "message k1\n"
                                "message k2\n"
                                "eo c k2 k1\n"
                                "mo c k1 k2\n";

TEST (panels_of_a_known_run)
{
  hb_trace *trace = trace_of_text (two_posts);
  hb_id *run = run_of (trace);
  hb_diag *diag = hb_diag_new ();
  struct hb_strip strip;
  assert_non_null (run);
  struct hb_strip_options options = { .draw = hb_draw_defaults (), .to = HB_NONE };
  assert_true (hb_strip_make (&strip, trace, run, &options, diag));
  assert_int_equal (strip.panels.size, 8);
  assert_int_equal (strip.columns.size, 2); /* nothing is ever posted to a */
  hb_strip_free (&strip);
  options.by_message = true;
  assert_true (hb_strip_make (&strip, trace, run, &options, diag));
  assert_true (strip.panels.size >= 5 && strip.panels.size < 8);
  hb_strip_free (&strip);
  options.by_message = false;
  options.from = 2; /* what lay there before, and one panel */
  options.to = 2;
  assert_true (hb_strip_make (&strip, trace, run, &options, diag));
  assert_int_equal (strip.panels.size, 2);
  assert_int_equal (strip.panels.data[0].step, HB_NONE);
  hb_strip_free (&strip);
  bool none[3] = { true, false, false };
  options.handlers = none;
  assert_false (hb_strip_make (&strip, trace, run, &options, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_strip_free (&strip);
  hb_diag_free (diag);
  hb_free (run);
  hb_trace_free (trace);
}

/* --- Grids ------------------------------------------------------------------------------------ */

static size_t
cells_of (const hb_sketch *sketch, bool over_only)
{
  size_t count = 0;
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      enum hb_ink ink = sketch->texts.data[i].ink;
      count += (ink == HB_INK_FIRST || ink == HB_INK_LATER)
               && (!over_only || sketch->texts.data[i].over);
    }
  return count;
}

TEST (grids_of_random_formulas)
{
  struct hb_rng rng = hb_rng_stream (3, 0);
  for (int i = 0; i < 60; i++)
    {
      size_t clauses = 1 + (size_t)i % 30;
      hb_cnf *cnf = random_formula (&rng, 2 + i % 7, clauses, 4);
      struct hb_draw_options options = hb_draw_defaults ();
      hb_sketch sketch;
      options.width = i % 2 ? 8.4 : 0;
      hb_grid_sketch (cnf, &options, &sketch);
      check_geometry (&sketch);
      assert_int_equal (cells_of (&sketch, false), 2 * cells_of (&sketch, true));
      hb_sketch_free (&sketch);
      hb_cnf_free (cnf);
    }
}

/* Is there a cell "TEXT", with a bar or not? */
static bool
has_cell (const hb_sketch *sketch, const char *text, bool over)
{
  for (size_t i = 0; i < sketch->texts.size; i++)
    if (!strcmp (sketch->texts.data[i].text, text) && sketch->texts.data[i].over == over)
      return true;
  return false;
}

TEST (marks_of_a_known_formula)
{
  hb_cnf *cnf = formula_of_text (3, "1 -2 0 2 1 3 1 0 -1 0");
  struct hb_draw_options options = hb_draw_defaults ();
  static const char *const cells[] = { "(1,1)", "(1,2)", "(2,1)", "(2,2)", "(1,3)", "(3,1)" };
  hb_sketch sketch;
  hb_grid_sketch (cnf, &options, &sketch);
  for (size_t i = 0; i < 6; i++)
    assert_true (has_cell (&sketch, cells[i], false) && has_cell (&sketch, cells[i], true));
  assert_int_equal (cells_of (&sketch, false), 12);
  hb_sketch_free (&sketch);
  hb_cnf_free (cnf);
}
