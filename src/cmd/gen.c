/* hbkit gen: which kind of thing is to be made, and the options of all of them; each kind has its file gen_*.c. */
#include "cmd/frame/brought.h"
#include "cmd/gen_brought.h"
#include "cmd/gen_cnf.h"
#include "cmd/gen_hitting.h"
#include "cmd/gen_periodic.h"
#include "cmd/gen_program.h"
#include "cmd/gen_trace.h"
#include "cmd/frame/posets.h"
#include "cmd/frame/programs.h"

#include "gen/hitting/family.h"

#include <string.h>

static const struct cli_option options[] = {
  OPTION_OUTPUT,
  OPTION_SEED,
  { "family", "NAME", "formulas: bisat (3-BI-3SAT, default) or another; --list tells them", 'f',
    "bisat balanced community ksat pigeonhole parity ordering tseitin colouring clique-colouring "
    "pebbling" },
  { "transform", "HOW",
    "formulas: then shuffle, flip, compact, xor:N, or:N, lift:N; several with + between", 0, NULL },
  { "graph", "F.col", "tseitin, colouring: of this graph (DIMACS, p edge)", 0, "FILE" },
  { "degree", "D", "tseitin: of the random graph (default 3)", 0, NULL },
  { "colours", "K", "colouring, clique-colouring: colours (default 3)", 0, NULL },
  { "clique", "K", "clique-colouring: vertices of the clique (default 4)", 0, NULL },
  { "height", "H", "pebbling: of the pyramid (default 5)", 0, NULL },
  { "list", NULL, "describe the families, each in three lines", 'l', NULL },
  { "variables", "N", "number of variables (default 20, of a trace 5, of a program 2)", 'n', NULL },
  { "clauses", "M", "number of clauses", 'm', NULL },
  { "ratio", "R", "clauses a variable, in place of --clauses", 'r', NULL },
  { "twos", "SHARE", "bisat: share of clauses with 2 literals, 0 to 1", 0, NULL },
  { "width", "K", "ksat: literals of a clause (default 3)", 'k', NULL },
  { "pigeons", "P", "pigeonhole: pigeons", 0, NULL },
  { "holes", "H", "pigeonhole: holes", 0, NULL },
  { "vertices", "N", "parity, tseitin, colourings: vertices of the graph (default 12)", 0, NULL },
  { "elements", "N", "ordering: elements (default 6)", 0, NULL },
  { "satisfiable", NULL, "parity, ordering: the satisfiable neighbour; random: drawn until it is",
    0, NULL },
  { "communities", "C", "community: groups of variables (default 4)", 0, NULL },
  { "inside", "SHARE", "community: share of clauses that stay in one (default 0.8)", 0, NULL },
  { "planted", NULL, "draw a model first and only clauses that it makes true; a comment says it", 0,
    NULL },
  { "hidden", NULL, "planted, with signs that do not give the model away", 0, NULL },
  { "every", NULL, "bisat: every variable occurs", 0, NULL },
  { "mixed", NULL, "bisat: every variable that occurs twice or more does so in both signs", 0,
    NULL },
  { "handlers", "N", "trace: handlers (default 4, of a program 3)", 0, NULL },
  { "messages", "N", "trace: posted messages (default 20); program: declared ones (3)", 0, NULL },
  { "externals", "N", "trace: external messages (default 0)", 0, NULL },
  { "events", "N", "trace: events of a message on average (default 4)", 0, NULL },
  { "posts", "SHARE", "trace: share of posts among the events (default 0.2, program 0.3)", 0,
    NULL },
  { "reads", "SHARE", "trace: share of reads (default 0.4, program 0.3)", 0, NULL },
  { "writes", "SHARE", "trace: share of writes (default 0.4, program 0.3)", 0, NULL },
  { "blocks", "SHARE", "program: share of if and repeat (default 0.1)", 0, NULL },
  { "awaits", "SHARE", "program: share of reads that wait (default 0)", 0, NULL },
  { "asserts", "SHARE", "program: share of assertions (default 0)", 0, NULL },
  { "kind", "WHAT", "program: messages (.ed, default), or events (.aed, doc/robustness.md)", 0,
    "messages events" },
  { "statements", "N", "program: statements of a message at most (default 4)", 0, NULL },
  { "posted", "N", "program: messages that a run posts at most (default 4)", 0, NULL },
  { "flat", NULL, "trace: only initial messages post", 0, NULL },
  { "depth", "D", "trace: posts are nested so deep at most (default: any)", 0, NULL },
  { "pattern", "NAME", "trace: who posts to whom (default any)", 0, "any ring star self layers" },
  { "stale", "SHARE", "trace: share of reads that get the value before the present one", 0, NULL },
  { "mailbox", "NAME",
    "the mailboxes (default queue, with --program its own); mixed: a random one each", 0,
    MAILBOX_CHOICES },
  { "program", "P.ed", "trace, schedule: of a random run of this program", 0, "FILE" },
  { "of", "W.edt", "program, schedule: that run as this trace does (Appendix B)", 0, "FILE" },
  { "rf", "HOW", "program --of: plain reads, checked (assert) or awaited ones", 0,
    "plain checked awaited" },
  OPTION_PARAM,
  { "as", "NAME", "with --program: say in the trace that the mailboxes are these", 0,
    "queue sender-queue multiset stack priority" },
  { "runs", "N", "with --program: so many, a % in the file's name being their number", 0, NULL },
  { "steps", "N", "with --program: steps of a run at most (default 1000000)", 0, NULL },
  { "orders", NULL, "trace: write eo and mo of the run, too", 0, NULL },
  { "wrong-reads", "N", "trace: give N reads another write", 0, NULL },
  { "wrong-writes", "N", "trace: swap N neighbours in co", 0, NULL },
  { "wrong-posts", "N", "trace: N times, swap what two posts to one handler post", 0, NULL },
  { "size", "N", "FILE.reduction: what its 'generate' gets as {size} (default 10)", 0, NULL },
  { "tasks", "N", "periodic: tasks (default 3)", 0, NULL },
  { "utilisation", "U", "periodic: of all tasks, those of the race not counted (default 0.7)", 0,
    NULL },
  { "harmonic", NULL, "periodic: each period divides the next one", 0, NULL },
  { "offsets", NULL, "periodic: tasks arrive late", 0, NULL },
  { "locks", "N", "periodic: locks (default 0)", 0, NULL },
  { "race", "K", "periodic: an assertion that fails only after K preemptions of its job", 0, NULL },
  { "hit", "D", "schedule: a family that runs every D elements of a poset in every order", 0,
    NULL },
  { "by", "WAY", "schedule --hit: how it is made (default auto: the smallest of the quick ones)", 0,
    HB_HITTING_WAYS },
  { "delta", "P", "schedule --by random: probability of a miss (default 0.01)", 0, NULL },
  { "expand", NULL, "schedule --hit: write schedules in full, however large", 0, NULL },
  { "rules", NULL, "schedule --hit: write rules where there are, however small", 0, NULL },
  { "reduce", NULL, "schedule --hit: drop what is superfluous", 0, NULL },
  { "binary", NULL, "schedule --hit: write 32-bit numbers for other programs", 0, NULL },
  { "order", "P", "bug: of which poset: a file or a shape", 0, NULL },
  { "tuple", "HOW", "bug: its messages in order: any (uniform, default), or seldom hit (hard)", 0,
    "uniform hard" },
  OPTIONS_POSET,
  OPTION_END
};

/* What can be made, and which options make sense for it; those not named here do for all. */
enum made
{
  CNF = 1,
  TRACE = 2,
  PROGRAM = 4,
  TRACE_OF_PROGRAM = 8,
  SCHEDULE = 16,
  PROGRAM_OF = 32,
  SCHEDULE_OF = 64,
  HITTING = 128,
  POSET = 256,
  BUG = 512,
  PERIODIC = 1024,
  BROUGHT = 2048
};

static const struct
{
  const char *option;
  int made;
} belongs[] = { { "family", CNF },
                { "clauses", CNF },
                { "ratio", CNF },
                { "twos", CNF },
                { "width", CNF },
                { "pigeons", CNF },
                { "holes", CNF },
                { "vertices", CNF },
                { "elements", CNF },
                { "satisfiable", CNF },
                { "communities", CNF },
                { "inside", CNF },
                { "planted", CNF },
                { "hidden", CNF },
                { "every", CNF },
                { "mixed", CNF },
                { "size", BROUGHT },
                { "transform", CNF },
                { "graph", CNF },
                { "degree", CNF },
                { "colours", CNF },
                { "clique", CNF },
                { "height", CNF },
                { "variables", CNF | TRACE | PROGRAM },
                { "handlers", TRACE | PROGRAM },
                { "messages", TRACE | PROGRAM },
                { "externals", TRACE },
                { "events", TRACE },
                { "posts", TRACE | PROGRAM },
                { "reads", TRACE | PROGRAM },
                { "writes", TRACE | PROGRAM },
                { "kind", PROGRAM },
                { "blocks", PROGRAM },
                { "awaits", PROGRAM },
                { "asserts", PROGRAM },
                { "statements", PROGRAM | PERIODIC },
                { "tasks", PERIODIC },
                { "utilisation", PERIODIC },
                { "harmonic", PERIODIC },
                { "offsets", PERIODIC },
                { "locks", PERIODIC },
                { "race", PERIODIC },
                { "posted", PROGRAM },
                { "flat", TRACE },
                { "depth", TRACE },
                { "pattern", TRACE },
                { "stale", TRACE },
                { "mailbox", TRACE | PROGRAM | TRACE_OF_PROGRAM | SCHEDULE },
                { "orders", TRACE | TRACE_OF_PROGRAM },
                { "wrong-reads", TRACE },
                { "wrong-writes", TRACE },
                { "wrong-posts", TRACE },
                { "program", TRACE_OF_PROGRAM | SCHEDULE },
                { "of", PROGRAM_OF | SCHEDULE_OF },
                { "rf", PROGRAM_OF | SCHEDULE_OF },
                { "param", TRACE_OF_PROGRAM | SCHEDULE },
                { "as", TRACE_OF_PROGRAM },
                { "runs", TRACE_OF_PROGRAM | SCHEDULE },
                { "steps", TRACE_OF_PROGRAM | SCHEDULE },
                { "hit", HITTING | BUG },
                { "order", BUG },
                { "tuple", BUG },
                { "by", HITTING },
                { "delta", HITTING },
                { "expand", HITTING },
                { "rules", HITTING },
                { "reduce", HITTING },
                { "binary", HITTING },
                { "poset", HITTING | POSET | BUG },
                { "part", HITTING | POSET | BUG },
                { "regex", HITTING | POSET | BUG },
                { "strict", HITTING | POSET | BUG } };

static void
refuse_others (const struct cli *cli, enum made made)
{
  for (size_t i = 0; i < sizeof belongs / sizeof *belongs; i++)
    if (!(belongs[i].made & (int)made) && cli_text (cli, belongs[i].option, NULL))
      cli_usage_error (cli, "gen %s%s takes no --%s", cli->operands[0],
                       made == TRACE_OF_PROGRAM ? " --program" : "", belongs[i].option);
}

static int
run (struct cli *cli)
{
  static const struct
  {
    const char *name;
    enum made made;
    int (*run) (struct cli *);
  } kinds[] = { { "cnf", CNF, cmd_gen_cnf },
                { "trace", TRACE, cmd_gen_trace },
                { "program", PROGRAM, cmd_gen_program },
                { "trace", TRACE_OF_PROGRAM, cmd_gen_trace_of_program },
                { "schedule", SCHEDULE, cmd_gen_schedule },
                { "program", PROGRAM_OF, cmd_gen_program_of_trace },
                { "schedule", SCHEDULE_OF, cmd_gen_schedule_of_trace },
                { "schedule", HITTING, cmd_gen_hitting },
                { "poset", POSET, cmd_gen_poset },
                { "bug", BUG, cmd_gen_bug },
                { "periodic", PERIODIC, cmd_gen_periodic } };
  if (cli_flag (cli, "list"))
    {
      cli_takes_only (cli, "list", "gen --list");
      cmd_gen_families ();
      fputs (cmd_gen_trace_about, stdout);
      return 0;
    }
  if (cli->operand_count == 1 && brought_is_one (cli->operands[0], strlen (cli->operands[0])))
    {
      refuse_others (cli, BROUGHT);
      return cmd_gen_brought (cli);
    }
  if (!cli->operand_count)
    cli_usage_error (cli, "expected cnf, trace, program, schedule, poset, bug or periodic");
  const char *what = cli->operands[0];
  int others = 0; /* another kind of that name is meant */
  if (!strcmp (what, "trace") && cli_text (cli, "program", NULL))
    others = TRACE;
  else if (cli_text (cli, "hit", NULL))
    others = SCHEDULE | SCHEDULE_OF;
  else if (cli_text (cli, "of", NULL))
    others = PROGRAM | SCHEDULE;
  if (cli->operand_count > 1 && strcmp (what, "poset") && !cli_text (cli, "hit", NULL))
    cli_usage_error (cli, "gen %s takes no '%s'", what, cli->operands[1]);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp (what, kinds[i].name) && !((int)kinds[i].made & others))
      {
        refuse_others (cli, kinds[i].made);
        return kinds[i].run (cli);
      }
  cli_usage_error (
      cli, "cannot generate '%s'; expected cnf, trace, program, schedule, poset, bug or periodic",
      what);
}

const struct cli_command cmd_gen = {
  .name = "gen",
  .summary = "generate formulas, traces, programs, schedules, posets and bugs",
  .usage = "cnf [--family NAME] [options] [-o F.cnf]\ntrace [options] [-o T.edt]\n"
           "program [options] [-o P.ed]\ntrace --program P.ed [options] [-o T.edt]\n"
           "schedule --program P.ed [options] [-o FILE]\n"
           "program|schedule --of W.edt [options] [-o FILE]\n"
           "schedule --hit D P [--by WAY] [options] [-o FILE]\nposet P [-o P.poset]\n"
           "bug --order P [--hit D] [--tuple uniform|hard] [-o P.poset]\n"
           "periodic [options] [-o P.c]\nFILE.reduction [--size N] [-o FILE]\n--list",
  .examples
  = "hbkit gen cnf --variables 20 --ratio 1.1 --twos 0.5 --seed 1 -o f.cnf\n"
    "hbkit gen cnf -n 100 --planted --seed 7          # satisfiable, with its model\n"
    "hbkit gen cnf --family ksat -n 50 --ratio 4.26\n"
    "hbkit gen cnf --family pigeonhole --pigeons 5 --holes 4 --transform xor:2+shuffle\n"
    "hbkit gen cnf --family tseitin --vertices 30 --degree 4 -o f.cnf\n"
    "hbkit gen cnf --family parity --vertices 20 | hbkit reduce 3sat-3bisat - -o f.cnf\n"
    "hbkit gen trace --handlers 6 --messages 100 --seed 3 -o t.edt    # consistent\n"
    "hbkit gen trace --messages 1000 --wrong-reads 1 | hbkit check -  # perhaps not\n"
    "hbkit gen trace --handlers 8 --messages 30 --externals 10 --events 2000\n"
    "hbkit gen program --awaits 0.1 --mailbox mixed --seed 2 -o p.ed\n"
    "hbkit gen trace --program p.ed --mailbox multiset --as queue --runs 10 -o "
    "'t%.edt'\n"
    "hbkit gen program --of t.edt -o p.ed             # a program that has this trace\n"
    "hbkit gen schedule --hit 3 complete:2,5 -o f.sched   # every three nodes in every order\n"
    "hbkit gen poset t.edt --poset posts -o p.poset   # its messages, by who posts whom\n"
    "hbkit gen periodic --tasks 4 --utilisation 0.6 --race 2 --seed 1 -o race.c\n"
    "hbkit gen bug --order complete:2,5 --hit 3 --tuple hard -o bug.poset   # for 'hunt'",
  .description
  = "Every file opens with the command that makes it again, the seed included.\n"
    "\n"
    "bisat: 3-BI-3SAT formulas (clauses of 2 or 3 literals over different variables, each\n"
    "variable in at most 3 clauses), uniform among those with the numbers asked for. --list\n"
    "tells of all families what they sample and which options they take.\n"
    "\n"
    "A trace comes from a run of a program that is made up on the way, so it is\n"
    "consistent unless damage is asked for (--wrong-...). Every handler has an initial\n"
    "message; the last posts come late if need be, so that all messages are posted.\n"
    "'hbkit shuffle' hides the order of the run. With --program it is a random run of that\n"
    "program; --as names other mailboxes than it ran with, for 'check' to decide.\n"
    "\n"
    "A random program has few handlers and messages and always comes to its end. With --of\n"
    "it is the program of Appendix B: each message of the trace is one of its own; along\n"
    "the schedule of the same witness it has that trace again.\n"
    "\n"
    "periodic: schedulable sets (UUniFast) and bodies on shared variables, for 'hbkit periodic'.\n"
    "\n"
    "schedule --hit: a d-hitting family of the poset P (doc/hitting.md): for every D elements and\n"
    "every order of them that P allows, a schedule that runs them so. P is a file or a shape, as\n"
    "for 'hbkit minimal'.",
  .options = options,
  .least = 0,
  .most = 2,
  .run = run
};
