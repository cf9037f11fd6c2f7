/* Logs of Android apps: DroidRacer's `abc_log` and EM-Explorer's `trace.txt` become traces.
 *
 *     15 CALL tid:1    msg:1              handler t1
 *     rwId:1 WRITE tid:1 obj:0x2 ...      message m1
 *     16 RET tid:1     msg:1                get
 *                                           write 0x2.8
 *
 * Both write one operation a line in the language of Maiya, Kanade and Majumdar (Race Detection for
 * Android Applications, PLDI 2014), and one reader reads both.  A log says less and more than a
 * trace: what is not known for certain must not become an order, or "inconsistent" would mean
 * nothing.  So each decision is an option, and the defaults keep only what every run of the app has
 * to respect; doc/import.md gives the reasons.
 *
 * The way through the files: android_line.c (a line into words), android_read.c (lines into
 * operations), android_runs.c (which message each operation stands in), android_posts.c (which post
 * each message answers), android_order.c (forks, notifications, locks and enabling as order),
 * android_select.c (what is left out), android_flow.c (reads-from),
 * android_build.c and android_recorded.c (the trace), android_report.c (what was left out). */
#ifndef HBKIT_ANDROID_H
#define HBKIT_ANDROID_H

#include "trace/builder.h"
#include "base/input.h"
#include "base/notes.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The decisions.  In each enumeration the first is the default. */
enum hb_android_delayed
{
  HB_DELAYED_TIMER,    /* a timer, a handler of its own, posts the message some time later */
  HB_DELAYED_EXTERNAL, /* nobody in the trace posts the message */
  HB_DELAYED_FIFO,     /* a post like any other, where the line stands */
  HB_DELAYED_DROP      /* the message is left out with all its events */
};

enum hb_android_jumping /* posts that do not go through the queue's end */
{
  HB_JUMPING_EXTERNAL, /* nobody in the trace posts the message */
  HB_JUMPING_FIFO      /* a post like any other */
};

enum hb_android_native
{
  HB_NATIVE_ENTRIES, /* each NATIVE-ENTRY to NATIVE-EXIT is a message of its own, in any order */
  HB_NATIVE_THREAD   /* a native thread is one sequence, in the order of the log */
};

enum hb_android_nested
{
  HB_NESTED_INLINE, /* a message called within another is part of it, and after its post */
  HB_NESTED_END     /* a CALL ends the message that runs */
};

enum hb_android_enable
{
  HB_ENABLE_SOLE, /* an ENABLE comes before its TRIGGER if no other ENABLE can have allowed it */
  HB_ENABLE_LAST, /* the last ENABLE comes before the TRIGGER */
  HB_ENABLE_DROP
};

enum hb_android_forks
{
  HB_FORKS_ORDER, /* FORK before THREADINIT, THREADEXIT before JOIN */
  HB_FORKS_DROP,
  HB_FORKS_POST /* FORK in a message posts what the thread starts with; other starts are external messages */
};

struct hb_android_options
{
  bool drop_posts;                 /* no posts at all: every message is external */
  enum hb_android_delayed delayed; /* posts with a delay, or at a time */
  enum hb_android_jumping front;   /* posts to the front of the queue, or with a negative time */
  enum hb_android_jumping input;   /* user input, idle handlers, posts between messages */
  enum hb_android_native native;
  enum hb_android_nested nested;
  enum hb_android_forks forks;
  bool drop_notifies; /* NOTIFY before the WAIT that it wakes */
  enum hb_android_enable enable;
  bool any_order;    /* mailboxes are multisets */
  bool order_locks;  /* UNLOCK before the next LOCK of the object */
  bool drop_orders;  /* no variables that carry an order: all accesses are of memory */
  bool objects_only; /* variables are objects, not fields of objects */
  bool drop_statics, drop_databases; /* READ-STATIC, WRITE-STATIC; database: */
  bool drop_initial_reads;           /* reads before any write of their variable */
  bool drop_private;                 /* variables of which only one message has an access */
  bool drop_idle_messages;           /* messages that have and lead to no access */
  bool ignore_returns;               /* a RET ends nothing: the next CALL does */
  bool no_labels;                    /* events are not named after their lines */
  bool recorded;                     /* add the recorded order as eo and mo */
  bool recorded_posts;               /* add the recorded order of posts as mo */
  hb_witness **hint;                 /* if not NULL, `hb_android_read` puts the recorded order here:
                                      new, or NULL after errors and with `recorded_posts` */
};

/* What the converter behind Table 1 of the ED-consistency paper did, found out by counting: its
 * counts come out exactly (with `drop_posts` as the table has them). */
struct hb_android_options hb_android_as_published (void);

/* What the robustness of a run is about: accesses of memory, and who posted or forked what.  No order is an
 * access, and no delay or place in a queue takes a message from the one that posted it. */
struct hb_android_options hb_android_for_robustness (void);

/* All of the decisions that come first: what every run of the app must respect, and no more. */
struct hb_android_options hb_android_defaults (void);

/* Reads the log in INPUT (stolen) and describes its trace on BUILDER, up to and with `hb_build_end`.
 * NOTES (may be NULL) receives what was left out, noticed or repaired: "dropped 3 posts whose message
 * never ran".  False after errors in DIAG with line and column; BUILDER may then have seen a part.
 * One pass over the input; linear, with some 40 bytes of memory for each operation, and the names. */
bool hb_android_build (hb_input *input, const struct hb_android_options *options,
                       hb_builder *builder, hb_notes *notes, hb_diag *diag);

/* As above, into a trace; NULL after errors.  New. */
hb_trace *hb_android_read (hb_input *input, const struct hb_android_options *options,
                           hb_notes *notes, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
