/* Making traces: one stream of calls, two ends.
 *
 * A generator, reduction or reader describes a trace by calls in the order of the `.edt` format
 * (design section 3).  What becomes of the calls depends on the builder: one makes an `hb_trace`,
 * the other writes the file at once and so needs memory for nothing but a buffer.
 *
 *     hb_builder *b = hb_builder_to_trace (diag);     or  hb_builder_to_file (output), format/edt.h
 *     hb_build_handler (b, "h1", -1);
 *     hb_build_initial (b);
 *     hb_build_post (b, NULL, "m1");
 *     hb_build_handler (b, "h2", -1);
 *     hb_build_message (b, "m1");
 *     hb_build_write (b, "a", "x", "1");
 *     hb_build_end (b);
 *     hb_trace *trace = hb_builder_finish (b);
 *
 * All texts are copied.  LABEL may be NULL.  Names match [A-Za-z0-9_.:~-]+ and do not end in ':'. */
#ifndef HBKIT_BUILDER_H
#define HBKIT_BUILDER_H

#include <hbkit/trace.h>

#include "base/diag.h"
#include "base/output.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For histories (history.h), before the first handler: co will not be told, and no chain of it may be.
 * The writes of a variable in the trace then have the order in which they were told, which means
 * nothing. */
void hb_build_without_co (hb_builder *builder);

/* hb_build_initial, hb_build_message or hb_build_external, as KIND says; NAME is not looked at for the first. */
void hb_build_message_of (hb_builder *builder, enum hb_message_kind kind, const char *name);

/* Counts so far: events with the gets, messages with the initial ones, handlers. */
struct hb_sizes
{
  uint64_t events, messages, handlers;
};
struct hb_sizes hb_builder_sizes (const hb_builder *builder);

#ifdef __cplusplus
}
#endif
#endif
