/* The format of the published prototype for ED-consistency, `.trace`: read and write.
 *
 *     @ h1
 *     { get(init) -> post(h2, m2) -> write(x, 1) }
 *     @ h2
 *     { get(m2) -> read(x, 1) -> done(m2) }
 *     $(CO)
 *     write(x,2) -> write(x,1); write(x,2) -> write(x,4)
 *
 * Newer versions have priorities, of mailboxes that hand out the highest first: `post(h2, m2, 3)` and
 * `get(m2, 3)`; either may say it, and both must say the same.  Where one is said, mailboxes are `priority`
 * unless the file names another discipline.
 *
 * `@` opens a handler, braces hold a message in program order, a value names the write of its variable.
 * Chains of co order all their members, and their union is co.  What the format leaves open is
 * described with its options in doc/import.md. */
#ifndef HBKIT_PROTOTYPE_H
#define HBKIT_PROTOTYPE_H

#include "base/input.h"
#include "base/notes.h"
#include "base/output.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A message that is posted and has no block: */
enum hb_prototype_missing
{
  HB_MISSING_EMPTY, /* ran, and did nothing that the file shows */
  HB_MISSING_DROP   /* never ran: its post is dropped */
};

struct hb_prototype_options
{
  const char *initial; /* ids, separated by commas, that are a handler's initial message when nobody
                          posts them; borrowed.  Others that nobody posts are external */
  bool split;       /* every message of handler h-1 that nobody posts gets a handler of its own */
  bool drop_reads;  /* drop reads of values that nobody writes; otherwise they read the initial
                          value */
  bool complete_co; /* order writes that no chain orders as they stand in the file */
  enum hb_prototype_missing missing;
};

struct hb_prototype_options hb_prototype_defaults (void);

/* The trace that INPUT (stolen) holds.  Its mailboxes are queues unless the words "mailbox NAME" stand
 * before the first handler.  OPTIONS and NOTES may be NULL.  NULL after errors in DIAG.  New.  Time and
 * memory linear in the input. */
hb_trace *hb_prototype_read (hb_input *input, const struct hb_prototype_options *options,
                             hb_notes *notes, hb_diag *diag);

struct hb_prototype_write_options
{
  bool drop_orders; /* leave eo and mo lines out; otherwise they are an error */
  bool rename;      /* change names that the prototype cannot read; otherwise they are an error */
};

/* Writes TRACE to OUTPUT (borrowed, to be committed or discarded by the caller).  False after errors
 * in DIAG: what the format cannot say, different mailboxes, eo and mo lines.  What is
 * read back is the same trace but for labels, meta lines and, where values name no write, values.
 * OPTIONS and NOTES may be NULL.  Linear. */
bool hb_prototype_write (hb_output *output, const hb_trace *trace,
                         const struct hb_prototype_write_options *options, hb_notes *notes,
                         hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
