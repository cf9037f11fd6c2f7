/* Figures: the layout's own geometry, checked over the gadgets of random formulas, the cycles of random
 * traces and whole random traces; what is written is well-formed, the same twice, and read by libcgraph.
 *
 * The checks compare every thing with every other one: slow, and too plain to be wrong. */
#include "unit.h"

#include <time.h>
#include <unistd.h>

#include <graphviz/cgraph.h>

#include "sat/cnf.h"
#include "viz/draw.h"
#include "format/edt.h"
#include "engine/engine.h"
#include "viz/figure.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "viz/text.h"

/* --- Geometry --------------------------------------------------------------------------------- */

#define TOUCH 0.05 /* overlaps below this do not show */

static bool
overlap (const struct hb_rect *a, const struct hb_rect *b)
{
  return a->x0 + TOUCH < b->x1 && b->x0 + TOUCH < a->x1 && a->y0 + TOUCH < b->y1
         && b->y0 + TOUCH < a->y1;
}

static bool
near (double a, double b)
{
  return a - b < TOUCH && b - a < TOUCH;
}

static double
low (double a, double b)
{
  return a < b ? a : b;
}

static double
high (double a, double b)
{
  return a < b ? b : a;
}

/* The straight part I of an edge, as a rectangle HALF the pen's width around it. */
static struct hb_rect
part (const struct hb_figure_edge *e, size_t i, double half)
{
  const struct hb_point *p = &e->points.data[i], *q = p + 1;
  return (struct hb_rect){ low (p->x, q->x) - half, low (p->y, q->y) - half,
                           high (p->x, q->x) + half, high (p->y, q->y) + half };
}

static struct hb_rect
arrowhead (const hb_figure *f, const struct hb_figure_edge *e)
{
  const struct hb_point *tip = &vec_top (e->points);
  double length = hb_head_length (f, e), wide = HB_HEAD_SLIM * length;
  struct hb_point back = hb_towards (tip, tip - 1, length);
  bool level = !near (back.x, tip->x);
  return (struct hb_rect){ low (tip->x, back.x) - (level ? 0 : wide),
                           low (tip->y, back.y) - (level ? wide : 0),
                           high (tip->x, back.x) + (level ? 0 : wide),
                           high (tip->y, back.y) + (level ? wide : 0) };
}

static bool
is_placed (const struct hb_figure_edge *e)
{
  return e->label && e->label_place.x1 > e->label_place.x0;
}

/* What is wrong; the text is kept for the message of the test. */
static char wrong[200];

#define WRONG(...) (snprintf (wrong, sizeof wrong, __VA_ARGS__), false)

static bool
on_border (const struct hb_rect *r, const struct hb_point *p)
{
  bool x = near (p->x, r->x0) || near (p->x, r->x1), y = near (p->y, r->y0) || near (p->y, r->y1);
  bool in_x = p->x > r->x0 - TOUCH && p->x < r->x1 + TOUCH;
  bool in_y = p->y > r->y0 - TOUCH && p->y < r->y1 + TOUCH;
  return (x && in_y) || (y && in_x);
}

static const struct hb_rect *
end_of (const hb_figure *f, const struct hb_figure_edge *e, hb_id node)
{
  return e->shape == HB_SHAPE_BOXES ? &f->boxes.data[f->nodes.data[node].box].place
                                    : &f->nodes.data[node].place;
}

static bool
check_edge (const hb_figure *f, const struct hb_figure_edge *e)
{
  if (e->points.size < 2)
    return WRONG ("an edge without a line");
  if (!on_border (end_of (f, e, e->from), &e->points.data[0])
      || !on_border (end_of (f, e, e->to), &vec_top (e->points)))
    return WRONG ("%s does not touch its ends", hb_arrow_name (e->arrow));
  for (size_t i = 0; i + 1 < e->points.size; i++)
    {
      const struct hb_point *p = &e->points.data[i], *q = p + 1;
      if (!near (p->x, q->x) && !near (p->y, q->y))
        return WRONG ("%s is oblique", hb_arrow_name (e->arrow));
      struct hb_rect line = part (e, i, 0.1);
      for (size_t v = 0; v < f->nodes.size; v++)
        {
          struct hb_rect inner = f->nodes.data[v].place;
          inner.x0 += 0.2, inner.y0 += 0.2, inner.x1 -= 0.2, inner.y1 -= 0.2;
          if (overlap (&line, &inner))
            return WRONG ("%s runs through a node", hb_arrow_name (e->arrow));
        }
      for (size_t b = 0; b < f->boxes.size; b++)
        if (f->boxes.data[b].name && overlap (&line, &f->boxes.data[b].title))
          return WRONG ("%s runs through the name of a message", hb_arrow_name (e->arrow));
        else if (f->boxes.data[b].name && b != f->nodes.data[e->from].box
                 && b != f->nodes.data[e->to].box && overlap (&line, &f->boxes.data[b].place))
          return WRONG ("%s runs through a message that is not its end", hb_arrow_name (e->arrow));
      for (size_t c = 0; c < f->columns.size; c++)
        if (overlap (&line, &f->columns.data[c].title))
          return WRONG ("%s runs through the name of a handler", hb_arrow_name (e->arrow));
    }
  return true;
}

/* Do two edges lie on one another for a stretch that shows? */
static bool
check_pair (const hb_figure *f, const struct hb_figure_edge *e, const struct hb_figure_edge *o)
{
  for (size_t i = 0; i + 1 < e->points.size; i++)
    for (size_t k = 0; k + 1 < o->points.size; k++)
      {
        struct hb_rect a = part (e, i, 0.2), b = part (o, k, 0.2);
        if (overlap (&a, &b) && low (a.x1, b.x1) - high (a.x0, b.x0) > 1.5)
          return WRONG ("%s lies on %s, level", hb_arrow_name (e->arrow), hb_arrow_name (o->arrow));
        if (overlap (&a, &b) && low (a.y1, b.y1) - high (a.y0, b.y0) > 1.5)
          return WRONG ("%s lies on %s, upright", hb_arrow_name (e->arrow),
                        hb_arrow_name (o->arrow));
      }
  struct hb_rect a = arrowhead (f, e), b = arrowhead (f, o);
  if (overlap (&a, &b))
    return WRONG ("two arrowheads overlap");
  return true;
}

static bool
check_label (const hb_figure *f, const struct hb_figure_edge *e)
{
  const struct hb_rect *r = &e->label_place;
  /* In panels the figure has another size than what they show. */
  double width = f->width > f->bare.x ? f->width : f->bare.x,
         height = f->height > f->bare.y ? f->height : f->bare.y;
  if (r->x0 < 0 || r->y0 < 0 || r->x1 > width || r->y1 > height)
    return WRONG ("label %s outside the figure", e->label);
  for (size_t v = 0; v < f->nodes.size; v++)
    if (overlap (r, &f->nodes.data[v].place))
      return WRONG ("label %s on a node", e->label);
  for (size_t b = 0; b < f->boxes.size; b++)
    if (f->boxes.data[b].name && overlap (r, &f->boxes.data[b].place))
      return WRONG ("label %s on a message", e->label);
  for (size_t c = 0; c < f->columns.size; c++)
    if (overlap (r, &f->columns.data[c].title))
      return WRONG ("label %s on the name of a handler", e->label);
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *o = &f->edges.data[i];
      double half = hb_pen (&f->sheet, o->arrow, o->mark).width / 2;
      struct hb_rect head = arrowhead (f, o);
      if (o != e && is_placed (o) && overlap (r, &o->label_place))
        return WRONG ("label %s on label %s", e->label, o->label);
      if (overlap (r, &head))
        return WRONG ("label %s on an arrowhead", e->label);
      for (size_t k = 0; k + 1 < o->points.size; k++)
        {
          struct hb_rect line = part (o, k, half);
          if (overlap (r, &line))
            return WRONG ("label %s on a line of %s", e->label, hb_arrow_name (o->arrow));
        }
    }
  return true;
}

static bool
check_nodes (const hb_figure *f)
{
  for (size_t v = 0; v < f->nodes.size; v++)
    {
      const struct hb_rect *r = &f->nodes.data[v].place;
      const struct hb_rect *box = &f->boxes.data[f->nodes.data[v].box].place;
      double text = hb_text_width (f->nodes.data[v].text, f->sheet.font);
      if (f->nodes.data[v].event != HB_NONE && text > r->x1 - r->x0)
        return WRONG ("%s is wider than its node", f->nodes.data[v].text);
      if (r->x0 < box->x0 || r->x1 > box->x1 || r->y0 < box->y0 || r->y1 > box->y1)
        return WRONG ("a node outside its message");
      for (size_t w = 0; w < v; w++)
        if (overlap (r, &f->nodes.data[w].place))
          return WRONG ("two nodes overlap");
    }
  for (size_t a = 0; a < f->boxes.size; a++)
    for (size_t b = 0; b < a; b++)
      if (overlap (&f->boxes.data[a].place, &f->boxes.data[b].place))
        return WRONG ("two messages overlap");
  return true;
}

/* Counts, over a run of figures. */
struct census
{
  size_t figures, labels, unplaced;
};

static bool
check_figure (const hb_figure *f, struct census *census)
{
  if (!check_nodes (f))
    return false;
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *e = &f->edges.data[i];
      if (!check_edge (f, e) || (is_placed (e) && !check_label (f, e)))
        return false;
      census->labels += e->label != NULL;
      census->unplaced += e->label && !is_placed (e) && e->mark != HB_FAINT;
      if (e->label && !is_placed (e) && e->mark == HB_STRONG)
        return WRONG ("label %s has no place", e->label);
      for (size_t k = 0; k < i; k++)
        if (!check_pair (f, e, &f->edges.data[k]))
          return false;
    }
  census->figures++;
  return true;
}

/* Time runs down but for edges that say so; po and boxes always do. */
static bool
check_time (const hb_figure *f)
{
  for (size_t i = 0; i < f->edges.size; i++)
    {
      const struct hb_figure_edge *e = &f->edges.data[i];
      hb_id from = f->nodes.data[e->from].row, to = f->nodes.data[e->to].row;
      if (!e->upward && from > to)
        return WRONG ("%s points up", hb_arrow_name (e->arrow));
      if (e->arrow == HB_PO && !e->between_boxes
          && f->nodes.data[e->from].place.y1 >= f->nodes.data[e->to].place.y0)
        return WRONG ("po points up");
    }
  return true;
}

static size_t
count_upward (const hb_figure *f, enum hb_mark least)
{
  size_t count = 0;
  for (size_t i = 0; i < f->edges.size; i++)
    count += f->edges.data[i].upward && f->edges.data[i].mark >= least;
  return count;
}

/* --- Written files ---------------------------------------------------------------------------- */

static bool has_xmllint;

/* New: what hb_draw writes; it is left at PATH. */
static char *
drawn (const hb_trace *trace, const struct hb_draw_options *options, const char *path)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  assert_true (hb_draw (trace, options, output, diag));
  assert_true (hb_output_commit (output));
  hb_diag_free (diag);
  return unit_read (path);
}

/* Start tags, end tags and empty ones are balanced, quotes closed, no bare & or control bytes. */
static bool
is_well_formed (const char *text)
{
  int depth = 0;
  for (const char *p = text; *p; p++)
    {
      if ((unsigned char)*p < ' ' && *p != '\n')
        return WRONG ("a control byte");
      if (*p == '&' && (strspn (p + 1, "abcdefghijklmnopqrstuvwxyz") == 0 || !strchr (p, ';')))
        return WRONG ("a bare &");
      if (*p != '<')
        continue;
      const char *end = strchr (p, '>');
      size_t quotes = 0;
      if (!end)
        return WRONG ("an open tag");
      for (const char *q = p; q < end; q++)
        quotes += *q == '"';
      if (quotes % 2)
        return WRONG ("an open quote");
      if (p[1] == '/')
        depth--;
      else if (p[1] != '?' && end[-1] != '/')
        depth++;
      if (depth < 0)
        return WRONG ("an end too many");
      p = end;
    }
  return depth == 0 ? true : WRONG ("%d tags left open", depth);
}

static void
check_files (const hb_trace *trace, struct hb_draw_options options)
{
  const char *path = unit_scratch ();
  for (int format = HB_DRAW_SVG; format <= HB_DRAW_TIKZ; format++)
    {
      options.format = (enum hb_draw_format)format;
      char *once = drawn (trace, &options, path), *twice = drawn (trace, &options, path);
      assert_string_equal (once, twice);
      assert_true (strlen (once) > 100);
      if (format == HB_DRAW_SVG && !is_well_formed (once))
        fail_msg ("%s", wrong);
      if (format == HB_DRAW_SVG && has_xmllint)
        {
          char *command = hb_format ("xmllint --noout %s", path);
          assert_int_equal (system (command), 0);
          hb_free (command);
        }
      if (format == HB_DRAW_DOT)
        {
          Agraph_t *graph = agmemread (once);
          assert_non_null (graph);
          assert_true (agnnodes (graph) > 0);
          char name[] = "pos";
          for (Agnode_t *n = agfstnode (graph); n; n = agnxtnode (graph, n))
            {
              assert_non_null (strchr (agget (n, name), ','));
              for (Agedge_t *e = agfstout (graph, n); e; e = agnxtout (graph, e))
                assert_int_equal (strncmp (agget (e, name), "e,", 2), 0);
            }
          agclose (graph);
        }
      hb_free (once);
      hb_free (twice);
    }
}

/* --- Drawing ---------------------------------------------------------------------------------- */

/* Lays a figure out and checks it; FIGURE, if not NULL, is left for the caller. */
static void
check_drawing (const hb_trace *trace, const struct hb_draw_options *options, struct census *census,
               hb_figure *figure)
{
  hb_diag *diag = hb_diag_new ();
  hb_figure own, *f = figure ? figure : &own;
  if (!hb_draw_figure (f, trace, options, diag))
    fail_msg ("not drawn: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  if (!check_figure (f, census) || !check_time (f))
    {
      char *text = text_of_trace (trace, options->witness);
      fprintf (stderr, "%s", text);
      fail_msg ("figure %zu: %s", census->figures, wrong);
    }
  if (!figure)
    hb_figure_free (f);
}

static void
check (const hb_trace *trace, hb_check_result *result)
{
  struct hb_check_options options = { .seed = 1 };
  hb_check (hb_engine_find ("sat"), trace, &options, result);
}

/* Clauses 1 .. of a formula, each with and without the witness. */
static void
check_gadgets (const hb_cnf *cnf, struct census *census)
{
  hb_trace *trace = reduced (cnf);
  hb_check_result result;
  check (trace, &result);
  struct hb_draw_options options = hb_draw_defaults ();
  options.what = HB_DRAW_GADGET;
  for (hb_id j = 1; j <= hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_figure figure;
      hb_cnf_clause (cnf, j - 1, &size);
      options.clause = j;
      options.witness = NULL;
      check_drawing (trace, &options, census, &figure);
      assert_int_equal (figure.columns.size, size + 2); /* one handler more than literals, and hW */
      assert_int_equal (count_upward (&figure, HB_FAINT), 1); /* a cycle, closed by z */
      hb_figure_free (&figure);
      options.witness = result.witness;
      options.preset = j % 2 ? HB_DRAW_MONO : HB_DRAW_SLIDE;
      if (!result.witness)
        continue;
      check_drawing (trace, &options, census, &figure);
      assert_int_equal (count_upward (&figure, HB_FAINT), 0);
      hb_figure_free (&figure);
    }
  for (size_t i = 0; i < result.cycles.size && i < 12; i++)
    {
      hb_figure figure;
      struct hb_draw_options cycle = hb_draw_defaults ();
      cycle.what = HB_DRAW_CYCLE;
      cycle.cycle = &result.cycles.data[i];
      check_drawing (trace, &cycle, census, &figure);
      assert_true (count_upward (&figure, HB_STRONG) >= 1);
      hb_figure_free (&figure);
    }
  hb_check_result_free (&result);
  hb_trace_free (trace);
}

TEST (test_gadgets)
{
  struct census census = { 0, 0, 0 };
  for (uint64_t i = 0; i < 25; i++)
    {
      struct hb_rng rng = hb_rng_stream (71, i);
      hb_cnf *cnf = i % 2 ? random_refuted_bisat (&rng, 4, 6, 200)
                          : random_bisat (&rng, 3 + (int)(i % 4), 3 + i % 5);
      if (cnf)
        check_gadgets (cnf, &census);
      hb_cnf_free (cnf);
    }
  print_message ("# %zu figures, %zu labels, %zu without place\n", census.figures, census.labels,
                 census.unplaced);
  assert_true (census.figures > 60);
  assert_int_equal (census.unplaced, 0);
}

TEST (test_random_traces)
{
  struct census whole = { 0, 0, 0 }, cycles = { 0, 0, 0 };
  for (uint64_t i = 0; i < 300; i++)
    {
      struct hb_rng rng = hb_rng_stream (72, i);
      struct trace_shape shape = { .handlers = 2 + (int)(i % 5),
                                   .messages = 2 + (int)(i % 11),
                                   .externals = i % 5 == 0,
                                   .accesses = 4 + (int)(i % 23),
                                   .variables = 1 + (int)(i % 3),
                                   .mailbox = HB_QUEUE,
                                   .chains = i % 3 == 0,
                                   .empty = i % 4 == 0 };
      hb_trace *trace = random_trace (&rng, shape);
      if (!trace->events.size) /* an error, rightly */
        {
          hb_trace_free (trace);
          continue;
        }
      hb_check_result result;
      check (trace, &result);
      struct hb_draw_options options = hb_draw_defaults ();
      options.witness = result.witness;
      check_drawing (trace, &options, &whole, NULL);
      if (i % 10 == 0)
        check_files (trace, options);
      options.what = HB_DRAW_CYCLE;
      for (size_t k = 0; k < result.cycles.size; k++)
        {
          options.cycle = &result.cycles.data[k];
          check_drawing (trace, &options, &cycles, NULL);
          if (i % 10 == 0)
            check_files (trace, options);
        }
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  print_message ("# whole: %zu figures, %zu labels, %zu without place; cycles: %zu, %zu, %zu\n",
                 whole.figures, whole.labels, whole.unplaced, cycles.figures, cycles.labels,
                 cycles.unplaced);
  assert_true (cycles.figures > 30);
  assert_true (whole.unplaced * 100 <= whole.labels);
}

/* Other mailboxes, messages from outside and without events, without a witness: time may have to run
 * up. */
TEST (test_unordered_traces)
{
  struct census census = { 0, 0, 0 };
  for (uint64_t i = 0; i < 150; i++)
    {
      struct hb_rng rng = hb_rng_stream (74, i);
      struct trace_shape shape = { .handlers = 1 + (int)(i % 5),
                                   .messages = 3 + (int)(i % 9),
                                   .externals = 2,
                                   .accesses = 5 + (int)(i % 17),
                                   .variables = 1 + (int)(i % 4),
                                   .mailbox = -1,
                                   .chains = i % 2,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      struct hb_draw_options options = hb_draw_defaults ();
      options.width = i % 2 ? 8.4 : 0;
      options.plain_names = i % 3 == 0;
      options.preset = (enum hb_draw_preset) (i % 3);
      if (trace->events.size)
        check_drawing (trace, &options, &census, NULL);
      hb_trace_free (trace);
    }
  print_message ("# %zu figures, %zu labels, %zu without place\n", census.figures, census.labels,
                 census.unplaced);
  assert_true (census.figures > 100);
  assert_true (census.unplaced * 100 <= census.labels);
}

/* Values are any words: what they hold must harm no format. */
TEST (test_odd_values)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n"
                                   "  write x <&\"'>\n  write y \\$%#_{}~^\n"
                                   "  write z \xff\xfe\xc3(\xed\xa0\x80\n"
                                   "  write w \xc3\xa9\xe2\x82\xac\n"
                                   "  write v 0123456789012345678901234567890123456789\n");
  check_files (trace, hb_draw_defaults ());
  hb_trace_free (trace);
  static const char *const cases[][2] = { { "plain", "plain" },
                                          { "\xff\xc3(", "?\x3f(" },
                                          { "\xed\xa0\x80", "???" },
                                          { "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac" },
                                          { "\xef\xbf\xbf", "?" },
                                          { "0123456789ABCDEF", "01234\xe2\x80\xa6"
                                                                "BCDEF" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *clean = hb_text_clean (cases[i][0], 10);
      assert_string_equal (clean, cases[i][1]);
      hb_free (clean);
    }
}

/* Runs pdflatex on NAME.tex in FOLDER. */
static void
compile (const char *folder, const char *name)
{
  char *command = hb_format ("cd %s && pdflatex -interaction=nonstopmode -halt-on-error %s.tex "
                             ">%s.out && test -s %s.pdf",
                             folder, name, name, name);
  if (system (command))
    fail_msg ("%s/%s.tex does not compile", folder, name);
  hb_free (command);
}

/* TikZ compiles alone, and several figures by \input inside one paper, which restyles them; where there is a
 * TeX. */
TEST (test_tikz)
{
  if (system ("pdflatex --version >/dev/null 2>&1 && kpsewhich standalone.cls fix-cm.sty tikz.sty "
              "tikzlibraryarrows.meta.code.tex >/dev/null"))
    skip ();
  char folder[] = "/tmp/hbkit-viz-XXXXXX";
  assert_non_null (mkdtemp (folder));
  hb_cnf *cnf = formula_of_text (3, "1 2 0 -1 -2 3 0");
  hb_trace *trace = reduced (cnf);
  struct hb_draw_options options = hb_draw_defaults ();
  char *paper = hb_format ("%s/paper.tex", folder), *tidy = hb_format ("rm -rf %s", folder);
  FILE *file = fopen (paper, "w");
  assert_non_null (file);
  fputs ("\\documentclass[twocolumn]{article}\n\\usepackage{tikz}\\usetikzlibrary{arrows.meta}\n"
         "\\newcommand\\hbrestyle{\\tikzset{hb/rf/.append style={draw=red}}}\n"
         "\\newcommand\\hbco[2][]{\\draw[hb/arrow, hb/co, densely dotted, #1] #2;}\n"
         "\\begin{document}\n",
         file);
  options.format = HB_DRAW_TIKZ;
  options.clause = 2;
  options.row = "~x1";
  for (int what = HB_DRAW_TRACE; what <= HB_DRAW_ROW; what++)
    if (what != HB_DRAW_CYCLE)
      {
        char name[] = { 'f', (char)('a' + what), '\0' };
        char *path = hb_format ("%s/%s.tex", folder, name);
        options.what = (enum hb_draw_what)what;
        options.preset = what == HB_DRAW_TRACE ? HB_DRAW_MONO : HB_DRAW_PAPER;
        options.width = 8.4;
        hb_free (drawn (trace, &options, path));
        compile (folder, name);
        fprintf (file, "\\begin{figure}\\centering\\input{%s}\\end{figure}\n", name);
        hb_free (path);
      }
  hb_trace *odd
      = trace_of_text ("handler h\ninitial\n  write x <&\"'|>\n  write y \\$%#_{}~^\n"
                       "  write z \xc3\xa9\xc3\x9f\xc3\x97\xe2\x82\xac\xe6\xbc\xa2\xc2\xac\n"
                       "  write v 0123456789012345678901234567890123456789\n");
  char *odd_path = hb_format ("%s/odd.tex", folder);
  options.what = HB_DRAW_TRACE;
  options.expand = true;
  hb_free (drawn (odd, &options, odd_path));
  compile (folder, "odd");
  hb_free (odd_path);
  hb_trace_free (odd);
  fputs ("Text.\\end{document}\n", file);
  fclose (file);
  compile (folder, "paper");
  assert_int_equal (system (tidy), 0);
  hb_free (tidy);
  hb_free (paper);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
}

TEST (test_wrong_wishes)
{
  hb_trace *trace
      = trace_of_text ("handler h\ninitial\n  post m1.2.1\nhandler hW\nmessage m1.2.1\n");
  hb_diag *diag = hb_diag_new ();
  hb_figure figure;
  struct hb_draw_options options = hb_draw_defaults ();
  options.what = HB_DRAW_CYCLE;
  assert_false (hb_draw_figure (&figure, trace, &options, diag));
  hb_figure_free (&figure);
  options.what = HB_DRAW_GADGET;
  options.clause = 3;
  assert_false (hb_draw_figure (&figure, trace, &options, diag));
  hb_figure_free (&figure);
  options.gadget_handler = "nobody";
  assert_false (hb_draw_figure (&figure, trace, &options, diag));
  hb_figure_free (&figure);
  assert_int_equal (hb_diag_errors (diag), 3);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* A trace of some 2,000 events, drawn whole. */
TEST (test_large)
{
  struct hb_rng rng = hb_rng_seeded (73);
  hb_cnf *cnf = random_bisat (&rng, 16, 20);
  hb_trace *trace = reduced (cnf);
  assert_in_range (trace->events.size, 1200, 4000);
  const char *path = unit_scratch ();
  struct hb_draw_options options = hb_draw_defaults ();
  clock_t start = clock ();
  hb_free (drawn (trace, &options, path));
  double seconds = (double)(clock () - start) / CLOCKS_PER_SEC;
  print_message ("# %zu events: %.2f s\n", trace->events.size, seconds);
  assert_true (seconds < 20); /* under sanitizers and valgrind too; a second is what is wanted */
  hb_trace_free (trace);
  hb_cnf_free (cnf);
}

/* --- Texts ------------------------------------------------------------------------------------ */

TEST (test_texts)
{
  static const struct
  {
    const char *name, *math;
    bool is_handler;
  } cases[] = {
    { "m3.7.1", HB_ITALIC "m" HB_ITALIC_END HB_SUB "3,7,1" HB_SUB_END, false },
    { "l.~x3.7.2", HB_ITALIC "l" HB_ITALIC_END HB_SUB HB_OVER "x3" HB_OVER_END ",7,2" HB_SUB_END,
      false },
    { "z12", HB_ITALIC "z" HB_ITALIC_END HB_SUB "12" HB_SUB_END, false },
    { "x", HB_ITALIC "x" HB_ITALIC_END, false },
    { "hCa", HB_ITALIC "h" HB_ITALIC_END HB_SUB "Ca" HB_SUB_END, true },
    { "hCa", "hCa", false },
    { "main.thread", "main.thread", true },
    { "to.w1", "to.w1", false },
    { "3", "3", false },
    { "x3.", "x3.", false },
    { "~", "~", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *math = hb_text_name (cases[i].name, true, cases[i].is_handler);
      char *plain = hb_text_name (cases[i].name, false, cases[i].is_handler);
      assert_string_equal (math, cases[i].math);
      assert_string_equal (plain, cases[i].name);
      hb_free (math);
      hb_free (plain);
    }
  assert_true (near (hb_text_width ("rf", 1000), 333 + 278));
  assert_true (near (hb_text_width (HB_BOLD "r" HB_BOLD_END "f", 1000), 389 + 278));
  assert_true (near (hb_text_width ("x" HB_SUB "1" HB_SUB_END, 1000), 500 + 0.8 * 556));
  char *wrapped = hb_text_wrap ("aaa bbb ccc dddddddddddd e", 10, 40);
  assert_string_equal (wrapped, "aaa bbb\nccc\ndddddddddddd\ne");
  hb_free (wrapped);
}

/* The grey that a printer makes of "#rrggbb" (ITU-R BT.601). */
static double
grey (const char *colour)
{
  unsigned long rgb = strtoul (colour + 1, NULL, 16);
  return 0.299 * (double)(rgb >> 16) + 0.587 * (double)(rgb >> 8 & 255)
         + 0.114 * (double)(rgb & 255);
}

/* In colour, two relations of the same grey have other dashes or widths. */
TEST (test_greys)
{
  struct hb_style_sheet sheet = hb_style_sheet (&(struct hb_draw_options){ 0 });
  for (int a = 0; a < HB_ARROWS; a++)
    for (int b = 0; b < a; b++)
      {
        struct hb_pen p = hb_pen (&sheet, a, HB_PLAIN), q = hb_pen (&sheet, b, HB_PLAIN);
        double apart = grey (p.colour) - grey (q.colour);
        bool same = apart < 20 && apart > -20 && near (p.width, q.width);
        for (int i = 0; i < 4; i++)
          same = same && near (p.dash[i], q.dash[i]);
        if (same)
          fail_msg ("%s and %s look the same in grey", hb_arrow_name (a), hb_arrow_name (b));
      }
}

/* In mono no two relations have the same pen. */
TEST (test_pens)
{
  struct hb_style_sheet sheet
      = hb_style_sheet (&(struct hb_draw_options){ .preset = HB_DRAW_MONO });
  for (int a = 0; a < HB_ARROWS; a++)
    for (int b = 0; b < a; b++)
      {
        struct hb_pen p = hb_pen (&sheet, a, HB_PLAIN), q = hb_pen (&sheet, b, HB_PLAIN);
        bool same = near (p.width, q.width) && !strcmp (p.colour, q.colour);
        for (int i = 0; i < 4; i++)
          same = same && near (p.dash[i], q.dash[i]);
        if (same)
          fail_msg ("%s and %s look the same", hb_arrow_name (a), hb_arrow_name (b));
      }
  assert_int_equal (hb_arrow_find ("rf,co", 2), HB_RF);
  assert_int_equal (hb_arrow_find ("hb", 2), HB_ARROW_HB);
  assert_int_equal (hb_arrow_find ("xx", 2), -1);
}

int
main (void)
{
  has_xmllint = system ("xmllint --version >/dev/null 2>&1") == 0;
  return unit_run ();
}
