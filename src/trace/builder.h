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
 * All texts are copied.  LABEL may be NULL.  Names match [A-Za-z0-9_.:~-]+ and do not end in ':'.
 * */
#ifndef HBKIT_BUILDER_H
#define HBKIT_BUILDER_H

#include "base/diag.h"
#include "base/output.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_builder hb_builder;

/* A builder whose `hb_builder_finish` gives the trace.  DIAG is borrowed until then.  New. */
hb_builder *hb_builder_to_trace (hb_diag *diag);

/* `meta KEY VALUE` and `mailbox`: before the first handler. */
void hb_build_meta (hb_builder *builder, const char *key, const char *value);
void hb_build_mailbox (hb_builder *builder, enum hb_mailbox mailbox);

/* Opens a handler; MAILBOX -1: the trace's. */
void hb_build_handler (hb_builder *builder, const char *name, int mailbox);

/* Open a message of the handler: its initial one, one that somebody posts (its get is implied), one
 * from outside. */
void hb_build_initial (hb_builder *builder);
void hb_build_message (hb_builder *builder, const char *name);
void hb_build_external (hb_builder *builder, const char *name);

/* The priority of the message just opened. */
void hb_build_priority (hb_builder *builder, int32_t priority);

/* Events of the message. VALUE may be NULL.  FROM is the address of the write read from (a label,
 * MESSAGE@K, HANDLER@K; forward references are legal); NULL: the initial value. */
void hb_build_write (hb_builder *builder, const char *label, const char *variable,
                     const char *value);
void hb_build_read (hb_builder *builder, const char *label, const char *variable, const char *from);
void hb_build_post (hb_builder *builder, const char *label, const char *message);

/* Chains: co of write addresses, eo and mo of message names.  `hb_build_chain_start` opens one of
 * kind 'c', 'e' or 'm' for the variable or handler NAME. */
void hb_build_chain_start (hb_builder *builder, char kind, const char *name);
void hb_build_chain_add (hb_builder *builder, const char *member);

/* For histories (history.h), before the first handler: co will not be told, and no chain of it may be.
 * The writes of a variable in the trace then have the order in which they were told, which means
 * nothing. */
void hb_build_without_co (hb_builder *builder);

/* Closes the trace; the file's `end` line. */
void hb_build_end (hb_builder *builder);

/* Counts so far: events with the gets, messages with the initial ones, handlers. */
struct hb_sizes
{
  uint64_t events, messages, handlers;
};
struct hb_sizes hb_builder_sizes (const hb_builder *builder);

/* Frees the builder.  Gives the trace (new) of a trace builder, NULL after errors (in its diag) and
 * for a file builder.  Linear in the trace. */
hb_trace *hb_builder_finish (hb_builder *builder);

#ifdef __cplusplus
}
#endif
#endif
