/* See refuse.h.  One line an option: what it is for, as a set and in words. */
#include "cmd/draw/refuse.h"

#include "base/path.h"

#define EVERY (~0u)
#define PICTURES (EVERY & ~(unsigned)DRAW_PAGE)
#define TRACES (DRAW_TRACE | DRAW_STRIP | DRAW_TIMELINE | DRAW_PAGE)

static const struct
{
  const char *name;
  unsigned of; /* DRAW_TRACE and so on */
  const char *words;
} takers[] = {
  { "html", DRAW_PAGE, "traces" },
  { "strip", DRAW_STRIP, "traces" },
  { "timeline", DRAW_TIMELINE, "traces" },
  { "clique", DRAW_CLIQUE, "posets" },
  { "reduction", DRAW_REDUCTION, "what a reduction takes" },
  { "output", PICTURES, "pictures; the page goes to the file of --html" },
  { "format", PICTURES, "pictures" },
  { "dpi", PICTURES, "pictures" },
  { "text", PICTURES, "pictures" },
  { "preset", PICTURES, "pictures" },
  { "width", PICTURES, "pictures" },
  { "height", PICTURES, "pictures" },
  { "page", PICTURES, "pictures" },
  { "no-caption", PICTURES, "pictures" },
  { "no-legend", DRAW_TRACE | DRAW_STRIP, "pictures with a legend, of traces" },
  { "cycle", DRAW_TRACE | DRAW_PAGE | DRAW_VIOLATION, "traces" },
  { "core", DRAW_TRACE | DRAW_PAGE, "traces" },
  { "around", DRAW_TRACE, "figures of a trace" },
  { "handlers", DRAW_TRACE | DRAW_STRIP | DRAW_TIMELINE,
    "figures of a trace, strips and timelines" },
  { "messages", DRAW_TRACE, "figures of a trace" },
  { "gadget", DRAW_TRACE | DRAW_REDUCTION, "figures of a trace, and --reduction" },
  { "whole", DRAW_TRACE | DRAW_THREADS, "figures of a trace, and two versions of a program" },
  { "witness", TRACES, "traces" },
  { "expand", DRAW_TRACE, "figures of a trace" },
  { "show", DRAW_TRACE, "figures of a trace" },
  { "hide", DRAW_TRACE, "figures of a trace" },
  { "relabel", DRAW_TRACE, "figures of a trace" },
  { "style", DRAW_TRACE, "figures of a trace" },
  { "map", DRAW_PAGE, "--html" },
  { "from", DRAW_STRIP | DRAW_TIMELINE | DRAW_RUN,
    "strips, timelines, and runs of periodic programs" },
  { "to", DRAW_STRIP | DRAW_TIMELINE | DRAW_RUN,
    "strips, timelines, and runs of periodic programs" },
  { "by-message", DRAW_STRIP, "--strip" },
  { "part", PICTURES, "pictures" },
  { "late", DRAW_STRIP | DRAW_TIMELINE, "--strip and --timeline" },
  { "nested", DRAW_STRIP, "--strip" },
  { "clocks", DRAW_RUN, "runs of periodic programs" },
  { "illegal", DRAW_RUN, "runs of periodic programs" },
  { "observes", DRAW_JOBS, "periodic programs without a run" },
  { "body", DRAW_JOBS, "periodic programs without a run" },
  { "snapshots", DRAW_JOBS, "periodic programs without a run" },
  { "time", DRAW_JOBS, "periodic programs without a run" },
  { "departure", DRAW_JOBS, "periodic programs without a run" },
  { "tuple", DRAW_FAMILY, "families of schedules" },
  { "row", DRAW_FAMILY, "families of schedules" },
  { "hit", DRAW_CLIQUE, "--clique" },
  { "mailbox", TRACES, "traces" },
  { "initial", TRACES, "traces" },
  { "threads", TRACES, "traces" },
  { "missing", TRACES, "traces" },
  { "unwritten", TRACES, "traces" },
  { "co", TRACES, "traces" },
  { "language", DRAW_RUN | DRAW_JOBS | DRAW_THREADS, "programs in C" },
  { "vars", DRAW_THREADS, "programs of threads" },
  { "unroll", DRAW_THREADS, "programs of threads" },
  { "atomic", DRAW_THREADS, "programs of threads" },
  { "contexts", DRAW_THREADS, "programs of threads" },
  { "no-assert", DRAW_THREADS, "programs of threads" },
  { "limit", DRAW_THREADS, "programs of threads" },
  { "difference", DRAW_THREADS, "two versions of a program of threads" },
};

static const char *
words_of (enum draw_subject subject)
{
  switch (subject)
    {
    case DRAW_TRACE:
      return "a figure of a trace";
    case DRAW_STRIP:
      return "a strip of mailboxes";
    case DRAW_PAGE:
      return "the page of --html";
    case DRAW_GRID:
      return "the grid of a formula";
    case DRAW_RUN:
      return "a run of a periodic program";
    case DRAW_JOBS:
      return "a periodic program without a run";
    case DRAW_EVENTS:
      return "the violation of a program of events";
    case DRAW_FAMILY:
      return "schedules of a poset";
    case DRAW_POSET:
      return "a poset without schedules";
    case DRAW_CLIQUE:
      return "a clique of tuples";
    case DRAW_REDUCTION:
      return "what a reduction makes";
    case DRAW_GRAPH:
      return "a graph";
    case DRAW_VIOLATION:
      return "a violation of robustness";
    case DRAW_THREADS:
      return "a program of threads";
    case DRAW_TIMELINE:
      return "a timeline of a run";
    }
  return "";
}

/* Of these the command line may name one: they say what is drawn. */
static void
refuse_two_subjects (const struct cli *cli)
{
  static const char *const subjects[]
      = { "strip", "timeline", "html", "grid", "clique", "reduction" };
  const char *first = NULL;
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
    {
      if (!cli_flag (cli, subjects[i]))
        continue;
      if (first)
        cli_usage_error (cli, "--%s and --%s are two pictures: expected one of them", first,
                         subjects[i]);
      first = subjects[i];
    }
}

static void
refuse_pairs (const struct cli *cli, enum draw_subject subject)
{
  if (cli_flag (cli, "show") && cli_flag (cli, "hide"))
    cli_usage_error (cli, "--show names all that is drawn, and --hide what is not: expected one "
                          "of them");
  if (cli_flag (cli, "part") && !cli_flag (cli, "height") && !cli_flag (cli, "page"))
    cli_usage_error (cli, "--part is for what has --height or --page: without, there is one");
  if (cli_flag (cli, "difference")
      && (cli->operand_count < 2 || !hb_is_called (cli->operands[1], ".c")))
    cli_usage_error (cli, "--difference is for two versions of a program: expected a second one");
  if (cli_flag (cli, "snapshots") && !cli_flag (cli, "observes"))
    cli_usage_error (cli, "--snapshots is for --observes");
  if (cli_flag (cli, "body") && cli_flag (cli, "observes"))
    cli_usage_error (cli, "--body and --observes are two figures: expected one of them");
  if (cli_flag (cli, "gadget")
      && (cli_flag (cli, "core") || cli_flag (cli, "cycle") || cli_flag (cli, "expand")))
    cli_usage_error (cli, "--gadget excludes --core, --cycle and --expand");
  if (cli_flag (cli, "core") && cli_flag (cli, "witness"))
    cli_usage_error (cli, "--witness is a run, and of what has one there is no core");
  bool two = subject
             & (DRAW_STRIP | DRAW_TIMELINE | DRAW_GRID | DRAW_EVENTS | DRAW_POSET | DRAW_CLIQUE
                | DRAW_REDUCTION | DRAW_GRAPH);
  if (two && cli->operand_count == 2)
    cli_usage_error (cli, "%s takes one file: expected no second one, '%s'", words_of (subject),
                     cli->operands[1]);
}

void
draw_refuse (const struct cli *cli, enum draw_subject subject)
{
  refuse_two_subjects (cli);
  for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
    if (cli_flag (cli, takers[i].name) && !(takers[i].of & (unsigned)subject))
      cli_usage_error (cli, "--%s is for %s; this is %s", takers[i].name, takers[i].words,
                       words_of (subject));
  refuse_pairs (cli, subject);
}
