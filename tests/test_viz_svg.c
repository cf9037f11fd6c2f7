/* Figures as they are written: SVG read back by svg_picture.h, over the traces of data/, the figures kept in
 * data/figures, and hundreds of random traces, whole, in parts, as cycles with their reasons and as cores. */
#include "unit.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "proof/core.h"
#include "viz/draw.h"
#include "viz/text.h"
#include "format/edt.h"
#include "engine/engine.h"
#include "base/input.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "svg_picture.h"

static size_t figures, labels, edges;

/* New: TRACE as SVG; NULL if it is an error. */
static char *
drawn (const hb_trace *trace, const struct hb_draw_options *options)
{
  int file;
  char *path = scratch_file (&file), *text = NULL;
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  if (hb_draw (trace, options, output, diag))
    {
      assert_true (hb_output_commit (output));
      text = unit_read (path);
    }
  else
    hb_output_discard (output);
  hb_diag_free (diag);
  close (file);
  unlink (path);
  hb_free (path);
  return text;
}

/* Relative luminance (WCAG 2) of the colour "#rrggbb" at TEXT. */
static double
luminance (const char *text)
{
  static const double weight[3] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;
  for (int i = 0; i < 3; i++)
    {
      char digits[3] = { text[1 + 2 * i], text[2 + 2 * i], '\0' };
      double c = (double)strtoul (digits, NULL, 16) / 255;
      sum += weight[i] * (c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

/* The length that a text is told to take is that for which it was measured, if it needs no escapes. */
static void
check_length (const char *at)
{
  const char *from = strchr (at, '>') + 1, *end = strstr (from, "</text>");
  double size = strtod (strstr (at, "font-size=\"") + 11, NULL),
         told = strtod (strstr (at, "textLength=\"") + 12, NULL);
  char *words = hb_copy_bytes (from, (size_t)(end - from));
  double is = hb_text_width (words, size);
  bool bold = strstr (at, "font-weight") && strstr (at, "font-weight") < from;
  if (!bold && !strchr (words, '&') && fabs (is - told) > 0.02 + 0.002 * is)
    fail_msg ("'%s' is %.2f wide and told to take %.2f", words, is, told);
  hb_free (words);
}

/* Every text can be read, labels of grey arrows too: a contrast of 4.5 : 1 with white.  The picture has a title. */
static void
check_contrast (const char *svg)
{
  assert_non_null (strstr (svg, "<title>"));
  for (const char *at = svg; (at = strstr (at, "<text")); at++)
    {
      const char *fill = strstr (at, " fill=\"") + strlen (" fill=\"");
      if (1.05 / (luminance (fill) + 0.05) < 4.5)
        fail_msg ("%.7s is too pale for a text", fill);
      check_length (at);
    }
}

static void
check_text (const char *text, const char *name)
{
  struct svg_picture picture = svg_picture_read (text);
  const char *fault = svg_picture_fault (&picture);
  check_contrast (text);
  figures++;
  labels += picture.labels.size;
  edges += picture.edges.size;
  if (fault)
    {
      FILE *kept = fopen ("fault.svg", "w");
      if (kept)
        {
          fputs (text, kept);
          fclose (kept);
        }
      fail_msg ("%s: %s (see fault.svg)", name, fault);
    }
  svg_picture_free (&picture);
}

static void
check (const hb_trace *trace, struct hb_draw_options options, const char *name)
{
  char *text = drawn (trace, &options);
  if (text)
    check_text (text, name);
  hb_free (text);
}

/* --- What is drawn ---------------------------------------------------------------------------- */

/* The preset, width and relations of figure number I. */
static struct hb_draw_options
vary (uint64_t i)
{
  static const unsigned shows[]
      = { 0, HB_SHOW_ALL, HB_SHOW (HB_ARROW_HB), HB_SHOW (HB_PB) | HB_SHOW (HB_ARROW_QO),
          HB_SHOW (HB_RF) | HB_SHOW (HB_FR) | HB_SHOW (HB_CO) };
  struct hb_draw_options options = hb_draw_defaults ();
  options.preset = (enum hb_draw_preset) (i % 3);
  options.width = i % 4 == 0 ? 8.4 : 0;
  options.show = shows[i % 5];
  options.expand = i % 7 == 0;
  return options;
}

static void
check_parts (const hb_trace *trace, struct hb_draw_options options, struct hb_rng *rng)
{
  hb_id some[3];
  for (int i = 0; i < 3; i++)
    some[i] = (hb_id)hb_rng_below (rng, trace->messages.size);
  options.part.messages = some;
  options.part.message_count = 3;
  check (trace, options, "some messages");
  options.part.message_count = 0;
  some[0] = (hb_id)hb_rng_below (rng, trace->handlers.size);
  some[1] = (hb_id)hb_rng_below (rng, trace->handlers.size);
  options.part.handlers = some;
  options.part.handler_count = 2;
  check (trace, options, "some handlers");
  options.part.handler_count = 0;
  options.part.near = true;
  options.part.around = (hb_id)hb_rng_below (rng, trace->events.size);
  options.part.steps = (unsigned)hb_rng_below (rng, 4);
  check (trace, options, "around an event");
}

static void
check_core (const hb_trace *trace, const hb_check_result *result, struct hb_draw_options options)
{
  struct hb_core_options how = { .engine = hb_engine_for (trace) };
  struct hb_core core = hb_core_new (trace, result, &how);
  hb_check_result again;
  struct hb_check_options plain = { .seed = 1 };
  hb_check (hb_engine_for (core.trace), core.trace, &plain, &again);
  assert_int_equal (again.verdict, HB_INCONSISTENT);
  if (again.cycles.size)
    {
      struct hb_explanation x = hb_explain (core.trace, again.cycles.data, again.cycles.size);
      options.what = HB_DRAW_CYCLE;
      options.all_events = true;
      options.explanation = &x;
      options.cycle = &x.cycles[x.cycle];
      check (core.trace, options, "a core");
      hb_explanation_clear (&x);
    }
  hb_check_result_free (&again);
  hb_core_free (&core);
}

/* Everything that can be drawn of TRACE. */
static void
check_trace (const hb_trace *trace, uint64_t i, struct hb_rng *rng)
{
  hb_check_result result;
  struct hb_check_options plain = { .seed = 1 };
  struct hb_draw_options options = vary (i);
  if (!trace->events.size)
    return;
  hb_check (hb_engine_for (trace), trace, &plain, &result);
  options.witness = result.witness;
  check (trace, options, "a whole trace");
  check_parts (trace, options, rng);
  if (result.verdict == HB_INCONSISTENT && result.cycles.size)
    {
      struct hb_explanation x = hb_explain (trace, result.cycles.data, result.cycles.size);
      options.what = HB_DRAW_CYCLE;
      options.explanation = &x;
      options.cycle = &x.cycles[x.cycle];
      check (trace, options, "a cycle");
      hb_explanation_clear (&x);
      check_core (trace, &result, options);
    }
  hb_check_result_free (&result);
}

TEST (test_random_traces)
{
  for (uint64_t i = 0; i < 250; i++)
    {
      struct hb_rng rng = hb_rng_stream (81, i);
      struct trace_shape shape = { .handlers = 1 + (int)(i % 6),
                                   .messages = 2 + (int)(i % 10),
                                   .externals = i % 5 == 0,
                                   .accesses = 4 + (int)(i % 23),
                                   .variables = 1 + (int)(i % 3),
                                   .mailbox = i % 4 ? HB_QUEUE : -1,
                                   .chains = i % 3 == 0,
                                   .empty = i % 4 == 0 };
      hb_trace *trace = random_trace (&rng, shape);
      check_trace (trace, i, &rng);
      hb_trace_free (trace);
    }
  print_message ("# %zu figures, %zu labels, %zu arrows\n", figures, labels, edges);
  assert_true (figures > 900);
}

TEST (test_reduced_formulas)
{
  for (uint64_t i = 0; i < 12; i++)
    {
      struct hb_rng rng = hb_rng_stream (82, i);
      hb_cnf *cnf = i % 2 ? random_refuted_bisat (&rng, 4, 6, 200) : random_bisat (&rng, 3, 3);
      if (!cnf)
        continue;
      hb_trace *trace = trace_of_formula (&hb_reduction_bisat_ed, cnf, NULL);
      struct hb_draw_options options = vary (i);
      options.what = HB_DRAW_ROW;
      options.row = "~x1";
      check (trace, options, "a row");
      options.what = HB_DRAW_GADGET;
      options.clause = 1;
      check (trace, options, "a gadget");
      check_trace (trace, i, &rng);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Calls VISIT with the path of every file in FOLDER (below the data) that ends in SUFFIX; how many. */
static size_t
for_all_files (const char *folder, const char *suffix, void (*visit) (const char *path))
{
  const char *data = getenv ("HBKIT_DATA");
  char *path = hb_format ("%s/%s", data ? data : "data", folder);
  DIR *list = opendir (path);
  size_t count = 0;
  for (struct dirent *entry = list ? readdir (list) : NULL; entry; entry = readdir (list))
    {
      size_t length = strlen (entry->d_name), tail = strlen (suffix);
      if (length < tail || strcmp (entry->d_name + length - tail, suffix))
        continue;
      char *file = hb_format ("%s/%s", path, entry->d_name);
      visit (file);
      hb_free (file);
      count++;
    }
  if (list)
    closedir (list);
  hb_free (path);
  return count;
}

static void
check_trace_file (const char *path)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = hb_edt_read (path, diag);
  assert_non_null (trace);
  for (uint64_t i = 0; i < 15; i++)
    {
      struct hb_rng rng = hb_rng_stream (83, i);
      check_trace (trace, i, &rng);
    }
  hb_trace_free (trace);
  hb_diag_free (diag);
}

TEST (test_data)
{
  if (!for_all_files (".", ".edt", check_trace_file))
    skip ();
}

/* But of those in panels, windows that cut arrows. */
static void
check_figure_file (const char *path)
{
  char *text = unit_read (path);
  if (strstr (text, "class=\"legend\"") && !strstr (text, "<use "))
    check_text (text, path);
  hb_free (text);
}

TEST (test_kept_figures)
{
  if (!for_all_files ("figures", ".svg", check_figure_file))
    skip ();
}

/* --- Greyscale -------------------------------------------------------------------------------- */

/* In mono there is no colour, and no two relations of a figure are drawn alike. */
TEST (test_mono)
{
  hb_trace *trace = trace_of_text (
      "handler h\ninitial\n  post m\n  post n\nhandler w\nmessage m\n  a: write x 1\n  post k\n"
      "message n\n  c: write x 2\n  b: write y\nhandler r\ninitial\n  read x a\n  read y init\n"
      "message k\n  read y b\nco x a c\n");
  hb_check_result result;
  struct hb_check_options plain = { .seed = 1 };
  struct hb_draw_options options = hb_draw_defaults ();
  hb_check (hb_engine_for (trace), trace, &plain, &result);
  options.witness = result.witness;
  options.preset = HB_DRAW_MONO;
  options.show = HB_SHOW_ALL;
  char *text = drawn (trace, &options);
  assert_non_null (text);
  for (const char *at = text; (at = strchr (at, '#')) != NULL; at++)
    if (strspn (at + 1, "0123456789abcdef") == 6)
      assert_true (!strncmp (at + 1, at + 3, 2) && !strncmp (at + 1, at + 5, 2));
  struct svg_picture picture = svg_picture_read (text);
  size_t pairs = 0;
  for (size_t i = 0; i < picture.edges.size; i++)
    for (size_t k = 0; k < i; k++)
      {
        const struct svg_edge *a = &picture.edges.data[i], *b = &picture.edges.data[k];
        if (!strcmp (a->relation, b->relation))
          continue;
        pairs++;
        if (!strcmp (a->dashes, b->dashes) && !strcmp (a->colour, b->colour))
          fail_msg ("%s and %s look the same", a->relation, b->relation);
        /* Solid lines of two greys must differ in width, too. */
        if (!strcmp (a->dashes, b->dashes) && a->width / b->width < 1.3
            && b->width / a->width < 1.3)
          fail_msg ("%s and %s have the same width and dashes", a->relation, b->relation);
      }
  assert_true (pairs > 10);
  svg_picture_free (&picture);
  hb_free (text);
  hb_check_result_free (&result);
  hb_trace_free (trace);
}

/* --- The checks can fail ---------------------------------------------------------------------- */

#define MESSAGE(X, Y)                                                                              \
  "<g class=\"message\">\n<rect x=\"" #X "\" y=\"" #Y "\" width=\"60\" height=\"40\"/>\n</g>\n"
#define EVENT(X, Y)                                                                                \
  "<g class=\"event\"><rect x=\"" #X "\" y=\"" #Y "\" width=\"40\" height=\"10\"/></g>\n"
#define EDGE(LINE, HEAD)                                                                           \
  "<g class=\"edge rf\"><path d=\"" LINE "\" stroke=\"#000000\" stroke-width=\"1\"/>\n"            \
  "<path d=\"" HEAD "Z\" fill=\"#000000\"/>\n</g>\n"
#define LABEL(X, Y)                                                                                \
  "<g class=\"label rf\"><text x=\"" #X "\" y=\"" #Y                                               \
  "\" font-size=\"7\" textLength=\"4.28\">rf</text>\n</g>\n"
#define END "<g class=\"legend\">\n</g>\n"
#define TWO MESSAGE (0, 0) MESSAGE (100, 0) EVENT (10, 20) EVENT (110, 20)
#define ARROW EDGE ("M50 25L106 25", "M110 25L105 27L105 23")

TEST (test_faults_are_found)
{
  static const struct
  {
    const char *text, *fault; /* part of it; NULL: none */
  } cases[] = {
    { TWO ARROW LABEL (75, 22) END, NULL },
    { TWO ARROW LABEL (75, 28) END, "a label on rf" },
    { TWO ARROW LABEL (45, 12) END, "a label on a message" },
    { TWO ARROW LABEL (75, 22) LABEL (78, 20) END, "two labels" },
    { EVENT (10, 20) EVENT (110, 20) ARROW LABEL (40, 24) END, "a label on an event" },
    { EVENT (10, 20) EVENT (110, 20) EDGE ("M50 25L106 25", "M110 25L99 35L99 15") LABEL (100, 18)
          END,
      "a label on an arrowhead" },
    { TWO EDGE ("M50 25L102 25", "M106 25L101 27L101 23") END, "touches nothing" },
    { TWO EDGE ("M52 25L106 25", "M110 25L105 27L105 23") END, "where nothing is" },
    { MESSAGE (0, 0) MESSAGE (140, 0) MESSAGE (70, 0) EVENT (10, 20) EVENT (150, 20)
          EDGE ("M50 25L146 25", "M150 25L145 27L145 23") END,
      "runs through a message" },
    { EVENT (10, 20) EVENT (150, 20) EVENT (70, 22) EDGE ("M50 25L146 25", "M150 25L145 27L145 23")
          END,
      "runs through an event" },
    { TWO MESSAGE (50, 30) END, "two messages" },
    { TWO EVENT (15, 25) END, "two events" },
    { TWO EVENT (50, 36) END, "on the border of a message" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct svg_picture picture = svg_picture_read (cases[i].text);
      const char *fault = svg_picture_fault (&picture);
      if (!cases[i].fault != !fault || (fault && !strstr (fault, cases[i].fault)))
        fail_msg ("case %zu: %s", i, fault ? fault : "no fault");
      svg_picture_free (&picture);
    }
}
