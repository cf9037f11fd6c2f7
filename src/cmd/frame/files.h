/* What commands do with files: read and write traces, formulas, witnesses, by name. */
#ifndef HBKIT_CMD_FILES_H
#define HBKIT_CMD_FILES_H

#include "cmd/frame/cli.h"

#include "sat/cnf.h"
#include "format/edt.h"
#include "import/import.h"
#include "trace/trace.h"
#include "trace/witness.h"

/* Formats of trace files, as --from and --to name them (enum hb_format). */
#define FILE_FORMATS "edt json trace android droidracer em-explorer"
#define FILE_WRITTEN_FORMATS "edt json trace"

/* The format that the suffix of PATH (before .gz, .xz, .zst) tells, or HB_FORMAT_ANY. */
enum hb_format file_form (const char *path);

/* Can PATH be read twice?  Pipes and standard input cannot: who looks what kind of file it is must not open them. */
bool file_is_kept (const char *path);

/* The trace at PATH in FORMAT; HB_FORMAT_ANY: what the file looks like.  If PATH is the first operand,
 * --from (OPTIONS_IMPORT) is obeyed instead.  NULL after errors in cli->diag.  What its reader decided or left out is printed to standard error, as lines
 * "c ...".  New. */
hb_trace *file_read_trace (struct cli *cli, const char *path, enum hb_format format);

/* As above; of Android logs memory, posts and forks alone (`hb_android_for_robustness`). */
hb_trace *file_read_for_robustness (struct cli *cli, const char *path);

/* The same of INPUT (stolen), which was opened from PATH. */
hb_trace *file_read_opened (struct cli *cli, const char *path, hb_input *input);

/* As above, with the order in which the trace was recorded in *HINT, if its format has one: new, or
 * NULL. */
hb_trace *file_read_recorded (struct cli *cli, const char *path, enum hb_format format,
                              hb_witness **hint);

/* Is --from (OPTIONS_IMPORT) given?  It says that the first operand is a trace. */
bool file_is_said_to_be_trace (const struct cli *cli);

/* Ends the program if an option that says how a trace is read was given to a command that reads none. */
void file_refuse_import (const struct cli *cli);

/* How the command's options (OPTIONS_IMPORT, if it has them) want traces of others to be read. */
struct hb_import_options file_import_options (const struct cli *cli);

/* Writes TRACE with WITNESS (or NULL) to PATH, HB_FORMAT_ANY being .edt; false after errors in
 * cli->diag: also where the format cannot say what the trace says. */
bool file_write_trace (struct cli *cli, const char *path, enum hb_format format,
                       const hb_trace *trace, const hb_witness *witness);

/* Reads the trace at IN, in the format that --from or the file tells, and writes it to OUT in FORMAT;
 * false after errors in cli->diag.  A log becomes .edt as it is read, without a trace in memory. */
bool file_convert (struct cli *cli, const char *in, const char *out, enum hb_format format);

/* Limits from --timeout and --memory. */
struct hb_limits file_limits (const struct cli *cli);

/* Of commands that decide: what `file_limits` reads. */
#define OPTIONS_GIVE_UP                                                                            \
  { "timeout", "SECONDS", "give up after this time (0: never): s UNKNOWN", 't', NULL },            \
  {                                                                                                \
    "memory", "SIZE", "give up beyond this memory, e.g. 2G: s UNKNOWN", 'm', NULL                  \
  }

#define OPTION_OUTPUT                                                                              \
  {                                                                                                \
    "output", "FILE", "where the result goes; - is standard output", 'o', "FILE"                   \
  }
#define OPTION_JSON                                                                                \
  {                                                                                                \
    "json", NULL, "print one JSON object on standard output", 0, NULL                              \
  }
/* Of commands whose answer goes where --output says. */
#define OPTION_JSON_OUTPUT                                                                         \
  {                                                                                                \
    "json", NULL, "print one JSON object on standard output, or write it where --output says", 0,  \
        NULL                                                                                       \
  }
#define OPTION_SEED                                                                                \
  {                                                                                                \
    "seed", "N", "seed of all random choices (default 0)", 's', NULL                               \
  }
/* For commands that read traces of any format; OPTIONS_IMPORT_AS for those whose --from is another one. */
#define OPTIONS_IMPORT                                                                             \
  { "from", "FORMAT",                                                                              \
    "format of the input, if it does not tell: edt, json, trace or android "                       \
    "(DroidRacer's and EM-Explorer's logs)",                                                       \
    0, FILE_FORMATS },                                                                             \
      OPTIONS_IMPORT_AS
#define OPTIONS_IMPORT_AS                                                                          \
  { "mailbox", "NAME", "all handlers have this discipline, whatever the input says", 0,            \
    "queue sender-queue multiset stack priority" },                                                \
      { "initial", "IDS", "trace: ids of initial messages, with commas between (default init,0)",  \
        0, NULL },                                                                                 \
      { "threads", "HOW",                                                                          \
        "trace: messages of h-1 that nobody posts share it (fold, default), or have "              \
        "handlers of their own (split)",                                                           \
        0, "fold split" },                                                                         \
      { "missing", "HOW",                                                                          \
        "trace: a message that is posted and has no block is empty (default), or its "             \
        "post is dropped (drop)",                                                                  \
        0, "empty drop" },                                                                         \
      { "unwritten", "HOW",                                                                        \
        "trace: reads of values that nobody writes read the initial value (init, "                 \
        "default), or are dropped (drop)",                                                         \
        0, "init drop" },                                                                          \
  {                                                                                                \
    "co", "HOW", "trace: coherence must be total (total, default), or is completed (complete)", 0, \
        "total complete"                                                                           \
  }

#define IMPORT_OPTIONS "mailbox initial threads missing unwritten co"

/* For commands that let a user decide what becomes of an Android log (import/android.h); elsewhere the
 * defaults hold. */
#define OPTIONS_ANDROID                                                                            \
  { "filter", "NAME",                                                                              \
    "android: decide as everywhere below by default (none), as the published "                     \
    "converter (paper), or for hbkit robust (robust)",                                             \
    0, "none paper robust" },                                                                      \
      { "posts", "HOW", "android: keep (default) or drop all posts", 0, "keep drop" },             \
      { "delayed", "HOW",                                                                          \
        "android: delayed posts are made later by a timer (default), or dropped "                  \
        "(external), or like others (fifo), or dropped with their messages (drop)",                \
        0, "timer external fifo drop" },                                                           \
      { "front", "HOW",                                                                            \
        "android: posts to the front of a queue are dropped (external, default), or "              \
        "like others (fifo)",                                                                      \
        0, "external fifo" },                                                                      \
      { "input", "HOW",                                                                            \
        "android: posts of user input and idle handlers are dropped (external, "                   \
        "default), or like others (fifo)",                                                         \
        0, "external fifo" },                                                                      \
      { "native", "HOW",                                                                           \
        "android: entries of a native thread are messages in any order (entries, "                 \
        "default), or one thread",                                                                 \
        0, "entries thread" },                                                                     \
      { "nested", "HOW",                                                                           \
        "android: a message called within another is part of it (inline, default), "               \
        "or ends it",                                                                              \
        0, "inline end" },                                                                         \
      { "forks", "HOW",                                                                            \
        "android: FORK is before THREADINIT, THREADEXIT before JOIN (order, default), or "         \
        "neither (drop), or FORK posts what the thread starts with (post)",                        \
        0, "order drop post" },                                                                    \
      { "notify", "HOW", "android: NOTIFY is before the WAIT that it ends (order, default)", 0,    \
        "order drop" },                                                                            \
      { "enable", "HOW",                                                                           \
        "android: an ENABLE is before the TRIGGER that it alone can have allowed "                 \
        "(sole, default), the last one is, or none",                                               \
        0, "sole last drop" },                                                                     \
      { "locks", "HOW", "android: drop (default) or keep the order in which locks were taken", 0,  \
        "drop order" },                                                                            \
      { "orders", "HOW", "android: keep (default) or drop all variables that carry an order", 0,   \
        "keep drop" },                                                                             \
      { "variables", "WHAT",                                                                       \
        "android: a variable is a field of an object (default), or an object", 0,                  \
        "field object" },                                                                          \
      { "statics", "HOW", "android: keep (default) or drop accesses to static fields", 0,          \
        "keep drop" },                                                                             \
      { "databases", "HOW", "android: keep (default) or drop accesses to databases", 0,            \
        "keep drop" },                                                                             \
      { "initial-reads", "HOW", "android: keep (default) or drop reads before any write", 0,       \
        "keep drop" },                                                                             \
      { "private", "HOW", "android: keep (default) or drop variables of one message only", 0,      \
        "keep drop" },                                                                             \
      { "idle-messages", "HOW", "android: keep (default) or drop messages that lead to no access", \
        0, "keep drop" },                                                                          \
      { "labels", "WHAT", "android: name events after their lines, L15 (lines, default), or not",  \
        0, "lines none" },                                                                         \
      { "recorded", NULL, "android: add the recorded order as eo and mo", 0, NULL },               \
  {                                                                                                \
    "recorded-posts", NULL, "android: add the recorded order of posts as mo", 0, NULL              \
  }

#define OPTION_END                                                                                 \
  {                                                                                                \
    NULL, NULL, NULL, 0, NULL                                                                      \
  }

#endif
