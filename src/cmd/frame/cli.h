/* The frame of all commands: options from one table, which also makes --help, the completions and
 * the manual pages.
 *
 *     static int run (struct cli *cli)
 *     {
 *       const char *output = cli_text (cli, "output", "-");
 *       ... cli->operands[0] ...
 *       return 0;
 *     }
 *
 * A command returns its exit code; `cli_fail` prints what is in `cli->diag` and gives 2. */
#ifndef HBKIT_CLI_H
#define HBKIT_CLI_H

#include "base/diag.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/memory.h"

struct cli;

struct cli_option
{
  const char *name;     /* long name, without -- */
  const char *argument; /* what it takes, for the help, e.g. "FILE"; NULL: a flag */
  const char *help;
  char letter;         /* short name, or 0 */
  const char *choices; /* words between blanks, for completion; NULL: none; last FILE: files */
};

struct cli_command
{
  const char *name;
  const char *summary;     /* one line */
  const char *usage;       /* operands, e.g. "T.edt [-o F.svg]"; several lines are several usages */
  const char *examples;    /* lines "command   # what it does" */
  const char *description; /* paragraphs for --help and the manual */
  const struct cli_option *options; /* ended by a NULL name; the common ones are added */
  int least, most;                  /* operands; most -1: any number */
  bool gives_up; /* at a limit: s UNKNOWN, exit code 0; while it reads, too, but with --json */
  int (*run) (struct cli *cli);
};

#define CLI_MOST_OPTIONS 96

struct cli
{
  const struct cli_command *command;
  const struct cli_command *const *commands; /* all there are, ended by NULL */
  const char *values[CLI_MOST_OPTIONS]; /* by position in the command's options; NULL: not given */
  char **operands;
  int operand_count;
  hb_diag *diag;
  int verbosity;  /* -1 quiet, 0, 1 verbose */
  bool colour;    /* on standard error */
  double timeout; /* of the common options; 0: none */
  uint64_t memory;
};

/* Does the command have the option at all? */
bool cli_has_option (const struct cli *cli, const char *name);

/* The value of an option of this command, or DEFAULT when it was not given.  Numbers that do not
 * parse end the program with a usage error. */
const char *cli_text (const struct cli *cli, const char *name, const char *otherwise);
bool cli_flag (const struct cli *cli, const char *name);
uint64_t cli_unsigned (const struct cli *cli, const char *name, uint64_t otherwise);
double cli_double (const struct cli *cli, const char *name, double otherwise);

/* A size in bytes with an optional K, M, G or T. */
uint64_t cli_bytes (const struct cli *cli, const char *name, uint64_t otherwise);
double cli_double_of (const struct cli *cli, const char *name, const char *value);
uint64_t cli_bytes_of (const struct cli *cli, const char *name, const char *value);

/* The value as the index of one of the words in the option's `choices`; OTHERWISE when not given. */
int cli_choice (const struct cli *cli, const char *name, int otherwise);

/* Ends the program with a usage error, exit code 2. */
void cli_usage_error (const struct cli *cli, const char *format, ...) HB_PRINTF (2, 3) HB_NORETURN;

/* Is NAME one of the words of NAMES, with blanks between? */
bool cli_is_word_of (const char *names, const char *name);

/* What would be passed over without a word ends the program with a usage error: one of the options NAMES (with blanks
 * between, those that the command has) was given, and they are for WHOM: "--NAME is for WHOM". */
void cli_refuse (const struct cli *cli, const char *names, const char *whom);

/* The same of all options of the command's own but NAMES: "WHAT takes no --NAME". */
void cli_takes_only (const struct cli *cli, const char *names, const char *what);

/* Of an answer that rests on what a SAT solver cannot do: if --solver names a command, that is said on standard error. */
void cli_tell_word_of_solver (const struct cli *cli);

/* Prints errors and warnings so far; returns 2. */
int cli_fail (struct cli *cli);

/* Interrupts are caught, at first to end the program; from now on they end searches in good order (base/limits.h)
 * rather than the program at once. */
void cli_catch_interrupts (void);
void cli_interrupts_are_graceful (bool graceful);
bool cli_is_graceful (void);

/* While a command reads its input the end by a limit may be an answer, s UNKNOWN and exit code 0.  To be off before it says
 * anything itself; it is once interrupts are graceful. */
void cli_let_end_answer (bool yes);
bool cli_end_is_answer (void);

/* From now on the program ends, with code 3, after so many seconds or beyond so much resident memory (0: no limit). */
void cli_watch (double seconds, uint64_t memory);

/* Tells standard error that the time of --timeout (LATE) or the memory of --memory ended the command; 3.  Safe in a
 * signal handler. */
int cli_not_finished (bool late);

/* The exit code of a command that has ended with CODE: 130 after an interrupt; where these limits stopped it that, if it
 * ANSWERS then, too, else 3, and it is said. */
int cli_watch_end (int code, bool answers);

/* Stops the clock of these limits, or lets it run from its start: for commands whose inputs have the time each. */
void cli_watch_clock (bool runs);

/* Has COMMAND an option of its own with the name of this common one? */
bool cli_has_own (const struct cli_command *command, const struct cli_option *common);

/* From now on what long work tells of itself (base/progress.h) is shown.  RUN_TIMER (`cli_watch_tick`) is
 * called when a timer is needed, perhaps in a signal handler. */
void cli_progress_start (const struct cli *cli, void (*run_timer) (void));

/* Tells how far the command is, as work of the library does; called as often as one likes.  The share done is in
 * 0 .. 1, or negative when it is not known. */
void cli_progress (const struct cli *cli, double share, const char *format, ...) HB_PRINTF (3, 4);
void cli_progress_end (void);

/* Will what is told be shown without anybody's asking (on a terminal, or with -v)? */
bool cli_progress_is_shown (void);

/* In a forked process that goes on telling: timers do not come along. */
void cli_progress_after_fork (void);

/* For the timer, twenty times a second: is anything to be shown at all?  Safe in a signal handler. */
bool cli_progress_tick (double now);

/* Clears what is shown.  Safe in a signal handler that ends the program. */
void cli_progress_wipe (void);

/* Lets the timer run.  Safe in a signal handler. */
void cli_watch_tick (void);

/* An output that is standard output, for --json. Ends the program on failure. */
hb_output *cli_stdout (struct cli *cli);

/* The object that --json prints there, open; ended by `hb_json_commit`. */
hb_json *cli_json (struct cli *cli);

/* What a terminal may be shown of TEXT, a name of a file for instance (base/plain.h).  Borrowed until the fourth call
 * from now. */
const char *cli_shown (const char *text);

/* Texts made from the tables. */
void cli_help (const struct cli_command *command, FILE *to);
void cli_manual (const struct cli_command *command, FILE *to);
void cli_main_manual (const struct cli_command *const *commands, FILE *to);

/* Options that every command has. */
extern const struct cli_option cli_common[];

#endif
