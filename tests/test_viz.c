/* Figures: the layout's own geometry, checked over the gadgets of random formulas, the cycles of random
 * traces and whole random traces; what is written is well-formed, the same twice, and read by libcgraph. */
#include "unit.h"

#include <time.h>
#include <unistd.h>

#include <graphviz/cgraph.h>

#include "sat/cnf.h"
#include "viz/draw.h"
#include "format/edt.h"
#include "engine/engine.h"
#include "figure_checks.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "viz/text.h"

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
        return FIGURE_WRONG ("a control byte");
      if (*p == '&' && (strspn (p + 1, "abcdefghijklmnopqrstuvwxyz") == 0 || !strchr (p, ';')))
        return FIGURE_WRONG ("a bare &");
      if (*p != '<')
        continue;
      const char *end = strchr (p, '>');
      size_t quotes = 0;
      if (!end)
        return FIGURE_WRONG ("an open tag");
      for (const char *q = p; q < end; q++)
        quotes += *q == '"';
      if (quotes % 2)
        return FIGURE_WRONG ("an open quote");
      if (p[1] == '/')
        depth--;
      else if (p[1] != '?' && end[-1] != '/')
        depth++;
      if (depth < 0)
        return FIGURE_WRONG ("an end too many");
      p = end;
    }
  return depth == 0 ? true : FIGURE_WRONG ("%d tags left open", depth);
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
        fail_msg ("%s", figure_wrong);
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
check_drawing (const hb_trace *trace, const struct hb_draw_options *options,
               struct figure_census *census, hb_figure *figure)
{
  hb_diag *diag = hb_diag_new ();
  hb_figure own, *f = figure ? figure : &own;
  if (!hb_draw_figure (f, trace, options, diag))
    fail_msg ("not drawn: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  if (!figure_is_right (f, census) || !figure_runs_down (f))
    {
      char *text = text_of_trace (trace, options->witness);
      fprintf (stderr, "%s", text);
      fail_msg ("figure %zu: %s", census->figures, figure_wrong);
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
check_gadgets (const hb_cnf *cnf, struct figure_census *census)
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
  struct figure_census census = { 0, 0, 0 };
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
  struct figure_census whole = { 0, 0, 0 }, cycles = { 0, 0, 0 };
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
  struct figure_census census = { 0, 0, 0 };
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

int
main (void)
{
  has_xmllint = system ("xmllint --version >/dev/null 2>&1") == 0;
  return unit_run ();
}
