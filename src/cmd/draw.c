/* hbkit draw: a trace, a part of it, a gadget or a cycle as a figure. */
#include "cmd/diff/draw_threads.h"
#include "cmd/diff/threads.h"
#include "cmd/draw/choose.h"
#include "cmd/draw/gadgets.h"
#include "cmd/draw/hitting.h"
#include "cmd/draw/kinds.h"
#include "cmd/draw/looks.h"
#include "cmd/draw/refuse.h"
#include "cmd/draw/render.h"
#include "cmd/frame/language.h"
#include "cmd/periodic/draw.h"
#include "cmd/periodic/programs.h"
#include "cmd/robust/draw.h"
#include "base/path.h"

#include <string.h>

static const char *const forms[] = { "svg", "dot", "tikz", "pdf", "png" };
#define FORMS "svg dot tikz pdf png"
#define FIRST_RENDERED 3 /* of these: by another program */

static const struct cli_option options[] = {
  OPTION_OUTPUT,
  { "format", "FORM", "svg, dot, tikz, pdf or png, if the name of the output does not tell", 'f',
    FORMS },
  { "cycle", NULL, "a shortest cycle, the rest grey (default if inconsistent); C.json: that one",
    'c', NULL },
  { "core", NULL, "a smallest part that is still inconsistent, with its cycle", 0, NULL },
  { "around", "EVENT:K", "the events at most K steps from this one (label or MESSAGE@N)", 'a',
    NULL },
  { "handlers", "NAMES", "these handlers only, in this order, e.g. h1,h2", 0, NULL },
  { "messages", "NAMES", "these messages only (an initial one by its handler)", 0, NULL },
  { "gadget", "WHICH", "of a trace of 3bisat-ed: clause:J, or the row of a literal, row:x3", 'g',
    NULL },
  { "whole", NULL, "all of the trace, or of a long run of threads", 0, NULL },
  { "witness", "FILE", "order the messages as this witness does", 'w', "FILE" },
  { "expand", NULL, "do not collapse long runs of events without arrows to a node", 0, NULL },
  { "dpi", "N", "dots an inch of a PNG (default 300)", 0, NULL },
  { "text", "HOW", "SVG: as text, to be searched, or as outlines, which look the same everywhere",
    0, "text outlines" },
  OPTION_LANGUAGE,
  OPTION_VARS,
  OPTIONS_THREADS,
  { "difference", "N",
    "OLD.c NEW.c: the Nth of what 'diff' lists, or else 'diff --all' (default 1)", 0, NULL },
  DRAW_LOOKS_OPTIONS,
  DRAW_PERIODIC_OPTIONS,
  DRAW_KINDS_OPTIONS,
  DRAW_HITTING_OPTIONS,
  DRAW_GADGETS_OPTIONS,
  OPTIONS_IMPORT_AS,
  OPTION_END
};

static struct draw_form
form_of (const struct cli *cli, const char *path)
{
  static const struct
  {
    const char *suffix;
    int form;
  } known[] = { { ".svg", 0 },  { ".dot", 1 }, { ".gv", 1 }, { ".tex", 2 },
                { ".tikz", 2 }, { ".pdf", 3 }, { ".png", 4 } };
  const char *name = strrchr (path, '/') ? strrchr (path, '/') + 1 : path;
  int form = strrchr (name, '.') && strrchr (name, '.') != name ? -1 : 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (hb_ends_in (path, known[i].suffix))
      form = known[i].form;
  form = cli_choice (cli, "format", form);
  if (form < 0)
    cli_usage_error (cli,
                     "the name '%s' tells no format; expected one in .svg, .tex, .pdf, .png or "
                     ".dot, or --format",
                     path);
  uint64_t dpi = cli_unsigned (cli, "dpi", 300);
  if (dpi < 10 || dpi > 2400)
    cli_usage_error (cli, "--dpi takes a number from 10 to 2400");
  if (cli_text (cli, "dpi", NULL) && strcmp (forms[form], "png"))
    cli_usage_error (cli, "--dpi is for PNG: %s has no dots", forms[form]);
  if (cli_choice (cli, "text", 0) == 1 && form != 0 && form < FIRST_RENDERED)
    cli_usage_error (cli, "--text outlines is for SVG; PDF and PNG have outlines anyway");
  if (cli_choice (cli, "text", 0) == 1 && form == 0)
    return (struct draw_form){ HB_DRAW_SVG, "svg", 72 };
  return form < FIRST_RENDERED ? (struct draw_form){ (enum hb_draw_format)form, NULL, 0 }
                               : (struct draw_form){ HB_DRAW_SVG, forms[form], (unsigned)dpi };
}

static bool
write_trace (struct cli *cli, const void *what, const struct hb_draw_options *draw,
             hb_output *output)
{
  return draw_kind (cli, what, draw, output);
}

static bool
draw_trace (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  struct draw_choice choice;
  bool good = draw_choose (cli, &choice, draw);
  struct draw_picture picture = { write_trace, &choice };
  if (good && cli_text (cli, "html", NULL))
    good = draw_explorer (cli, &choice, draw);
  else
    good = good && draw_put (cli, &picture, draw, form);
  draw_choice_free (&choice);
  return good;
}

/* What the options and the operands ask for; a file that is nothing else is a trace. */
static enum draw_subject
subject_of (struct cli *cli)
{
  const char *file = cli->operands[0];
  if (cli_flag (cli, "grid"))
    return DRAW_GRID;
  if (hb_aed_is (file))
    return DRAW_EVENTS;
  if (robust_draws_trace (cli))
    return DRAW_VIOLATION;
  if (c_language (cli, file) == C_LANGUAGE_THREADS)
    return DRAW_THREADS;
  if (periodic_is (cli, file))
    return cli->operand_count == 1 ? DRAW_JOBS : DRAW_RUN;
  if (draw_is_gadgets (cli))
    return cli_text (cli, "reduction", NULL) ? DRAW_REDUCTION : DRAW_GRAPH;
  if (draw_is_hitting (cli))
    return cli_flag (cli, "clique")  ? DRAW_CLIQUE
           : cli->operand_count == 1 ? DRAW_POSET
                                     : DRAW_FAMILY;
  return cli_text (cli, "html", NULL) ? DRAW_PAGE
         : cli_flag (cli, "strip")    ? DRAW_STRIP
         : cli_flag (cli, "timeline") ? DRAW_TIMELINE
                                      : DRAW_TRACE;
}

static bool
draw_subject (struct cli *cli, enum draw_subject subject, struct hb_draw_options *draw,
              const struct draw_form *form)
{
  switch (subject)
    {
    case DRAW_GRID:
      return draw_grid (cli, draw, form);
    case DRAW_EVENTS:
      return robust_draw (cli, draw, form);
    case DRAW_VIOLATION:
      return robust_draw_trace (cli, draw, form);
    case DRAW_RUN:
    case DRAW_JOBS:
      return periodic_draw (cli, draw, form);
    case DRAW_THREADS:
      return threads_draw (cli, draw, form);
    case DRAW_REDUCTION:
    case DRAW_GRAPH:
      return draw_gadgets (cli, draw, form);
    case DRAW_FAMILY:
    case DRAW_POSET:
    case DRAW_CLIQUE:
      return draw_hitting (cli, draw, form);
    case DRAW_TRACE:
    case DRAW_STRIP:
    case DRAW_TIMELINE:
    case DRAW_PAGE:
      break;
    }
  draw_check_options (cli);
  return draw_trace (cli, draw, form);
}

static int
run (struct cli *cli)
{
  struct hb_draw_options draw = hb_draw_defaults ();
  struct draw_form form = form_of (cli, cli_text (cli, "output", "-"));
  enum draw_subject subject = subject_of (cli);
  struct draw_looks looks;
  draw_refuse (cli, subject);
  draw_looks_read (cli, &looks, &draw);
  draw.expand = cli_flag (cli, "expand");
  bool good = draw_subject (cli, subject, &draw, &form);
  if (good && cli->verbosity >= 0)
    hb_diag_print (cli->diag, stderr, cli->colour);
  draw_looks_free (&looks);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_draw = {
  .name = "draw",
  .summary
  = "draw a trace, a part of it, a gadget, a cycle or a schedule: SVG, TikZ, PDF, PNG or dot",
  .usage = "T.edt -o F.svg [--core | --whole | --handlers NAMES | --around E:K | --gadget WHICH]\n"
           "T.edt --cycle [C.json] -o F.svg    (a cycle of 'check', or of 'robust --cycle')\n"
           "--strip T.edt [--witness W.edt] [--from A] [--to B] [--handlers H,..] -o F.svg\n"
           "--timeline T.edt [--witness W.edt] [--from A] [--to B] [--handlers H,..] -o F.svg\n"
           "--html F.html T.edt [--witness W.edt] [--map T.map]\n"
           "--grid F.cnf -o F.svg\n"
           "P.c F.run [--from T] [--to T] [--clocks] -o F.svg\n"
           "P.aed -o F.svg\n"
           "P.c [F.sched] -o F.svg    (a program of threads, or its run)\n"
           "OLD.c NEW.c [--difference N] -o F.svg    (two versions of one)\n"
           "P F.sched [--tuple A,B,C | --row N] -o F.svg\n"
           "--clique P [--hit D] -o F.svg\n"
           "F --reduction NAME [--gadget clause:J] -o F.svg\n"
           "G.col -o F.svg",
  .examples
  = "hbkit draw t.edt -o t.svg                             # its cycle if it is inconsistent\n"
    "hbkit draw t.edt --core -o why.pdf --width 8.4        # what is left of it, for a column\n"
    "hbkit draw t.edt --cycle c.json -o cycle.tex --preset mono   # the cycle that 'check' wrote\n"
    "hbkit draw t.edt --around m7@2:3 --show rf,co,fr -o near.svg # three steps around an event\n"
    "hbkit draw t.edt --handlers main,worker --messages main,m1,m2 -o some.svg\n"
    "hbkit draw t.edt --gadget clause:2 -o gadget.svg      # figure 3 of the paper\n"
    "hbkit draw t.edt --gadget row:x1 -o row.svg           # the posts that carry x1's value\n"
    "hbkit draw --strip t.edt --witness w.edt --from 1 --to 40 -o run.svg\n"
    "hbkit draw --timeline t.edt -o messages.svg           # a large run on a page\n"
    "hbkit draw --html t.html t.edt                        # to pan, zoom and step through\n"
    "hbkit draw --grid f.cnf -o grid.tex\n"
    "hbkit draw p.c f.run -o gantt.svg                     # a run of a periodic program\n"
    "hbkit draw p.c f.run --clocks -o steps.svg            # step by step, with clocks\n"
    "hbkit draw p.c -o jobs.svg                            # its jobs, and who preempts whom\n"
    "hbkit draw p.aed -o violation.svg                     # a run that is not robust, and why\n"
    "hbkit draw old.c -o dependencies.svg                  # what runs of its threads show\n"
    "hbkit draw old.c new.c -o difference.svg              # a run that one version alone can "
    "make\n"
    "hbkit gen schedule --hit 3 complete:2,2 -o f.sched    # for the next two\n"
    "hbkit draw complete:2,2 f.sched --tuple 4,6,3 -o table.svg   # who runs 4, then 6, then 3\n"
    "hbkit draw complete:2,2 f.sched --row 2 -o tree.svg   # one schedule, what waits shaded\n"
    "hbkit draw complete:2,2 --clique --hit 3 -o clique.svg\n"
    "hbkit draw f.cnf --reduction 3sat-3color -o graph.svg # the graph and its gadgets\n"
    "hbkit draw f.cnf --reduction 3sat-hamiltonian --gadget clause:1 -o clause.pdf\n"
    "hbkit draw t.edt -o t.dot && neato -n2 -Tpdf t.dot -o t.pdf",
  .description
  = "One column a handler, one box a message, time running down. Positions are computed here;\n"
    "the same input gives the same bytes.\n"
    "\n"
    "An inconsistent trace is drawn as a shortest cycle of happens-before, with the reasons for\n"
    "the orders in it below; a consistent one as a whole, in an order that explains it, or where\n"
    "that would take more than 6 pages as a timeline of its run. Relations are reduced to what "
    "does\n"
    "not follow from the others. hb shows what follows from events or relations that the figure\n"
    "leaves out; qo is the order of gets that mo forces.\n"
    "\n"
    "--html writes one page that needs no network, of all of a trace of any size: zoom from the\n"
    "whole to an event, search, see what happens before and after an event and by which steps,\n"
    "step through the run and watch the mailboxes, see why a cycle holds. Its address follows "
    "what\n"
    "is shown: #event=m1@2&from=m3@0, #step=12, #cycle=1&edge=3, #find=W%20x.\n"
    "\n"
    "A run of a periodic program becomes a Gantt chart: a row a task, the highest priority on "
    "top;\n"
    "--from and --to are times.\n"
    "\n"
    "Of an event program (doc/robustness.md) a run is drawn that is not robust: on the left as it\n"
    "runs, a column a thread, on the right one event after another, what is left out in grey.\n"
    "\n"
    "A program of threads (doc/semantic-diffing.md) is drawn by the dependencies that some run "
    "shows,\n"
    "a run by its steps, a column a thread; two versions beside one another, with a run that "
    "shows\n"
    "what the other cannot. Of long runs and programs what is far from the difference is\n"
    "counted; --whole draws all.\n"
    "\n"
    "A poset (as for 'minimal') and a family of schedules become the banquet table, a schedule a\n"
    "row, or with --row one schedule on its tree, of kernels with their boxes; a poset alone is\n"
    "drawn by its covers (doc/hitting.md).\n"
    "\n"
    "--reduction draws what a classical reduction (doc/reductions.md) makes of an instance, its "
    "parts\n"
    "named and placed as in the construction; a graph in DIMACS is drawn on a circle.\n"
    "\n"
    "TikZ compiles alone and, by \\input, inside a paper that loads tikz and its library\n"
    "arrows.meta; it has one macro a relation. PDF and PNG are made by rsvg-convert (Debian:\n"
    "librsvg2-bin).",
  .options = options,
  .least = 1,
  .most = 2,
  .run = run
};
