/* Partial traces of event-driven programs (ED-consistency paper, section 2.3), how they are made, and what
 * explains them or rules all explanations out: witnesses and cycles.
 *
 *     handler h1            handler h2 (mailbox: queue)
 *     initial               message m2           message m1
 *     +-----------+         +-----------+        +-----------+
 *     | post m1   |--pb-->  | get       |        | get       |
 *     | post m2   |         | W x 1     |--rf--> | R x       |
 *     +-----------+         +-----------+        +-----------+
 *
 * Given are program order (po: the events of a message lie one after another), reads-from (rf),
 * coherence order (co: total on the writes of a variable) and posted-by (pb).  Execution order (eo:
 * which message of a handler runs first) and message order (mo: which post to a handler comes
 * first) are missing, or known in part.
 *
 * Handlers, messages, events and variables are numbered from 0.  The messages of a handler are
 * consecutive, the events of a message are consecutive.  A trace is made by a builder or a reader
 * (format.h) and does not change afterwards, so any number of threads may read it; else base.h's rules hold.
 * Numbers given to the functions below must be those of the trace; all of them are O(1) unless they say more. */
#ifndef HBKIT_PUBLIC_TRACE_H
#define HBKIT_PUBLIC_TRACE_H

#include <hbkit/file.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_trace hb_trace;

/* How a handler picks its next message (doc/semantics.md). */
enum hb_mailbox
{
  HB_QUEUE,        /* FIFO, the default */
  HB_SENDER_QUEUE, /* FIFO per pair of sender and receiver */
  HB_MULTISET,     /* any posted message */
  HB_STACK,        /* LIFO */
  HB_PRIORITY      /* highest priority first, first posted first among equals */
};
#define HB_MAILBOXES 5

enum hb_event_kind
{
  HB_GET, /* the start of a posted message */
  HB_POST,
  HB_WRITE,
  HB_READ
};

enum hb_message_kind
{
  HB_INITIAL, /* no get; before all others of its handler */
  HB_POSTED,  /* starts with a get */
  HB_EXTERNAL /* nobody in the trace posts it: no get, no part in mo */
};

/* Frees a trace; NULL is legal. */
HB_API void hb_trace_free (hb_trace *trace);

/* --- looking into a trace ----------------------------------------------------------------------- */

/* How many there are: events with the gets, messages with the initial ones. */
HB_API hb_id hb_trace_events (const hb_trace *trace);
HB_API hb_id hb_trace_messages (const hb_trace *trace);
HB_API hb_id hb_trace_handlers (const hb_trace *trace);
HB_API hb_id hb_trace_variables (const hb_trace *trace);

/* What an event is, and the message and handler that it stands in. */
HB_API enum hb_event_kind hb_trace_kind (const hb_trace *trace, hb_id event);
HB_API hb_id hb_trace_message_of (const hb_trace *trace, hb_id event);
HB_API hb_id hb_trace_handler_of (const hb_trace *trace, hb_id event);

/* What it acts on: a read or write the variable, a post the message posted, a get its own message. */
HB_API hb_id hb_trace_object (const hb_trace *trace, hb_id event);

/* The other end of rf or pb: of a read the write that it reads from (HB_NONE: the initial value), of a post its
 * get and of a get its post; of a write HB_NONE. */
HB_API hb_id hb_trace_partner (const hb_trace *trace, hb_id event);

/* Of a message: its kind, its handler, the post of it (HB_NONE: there is none), its priority (0 if none was
 * given), and its events, *COUNT of them from the result on (0 for a message without events). */
HB_API enum hb_message_kind hb_trace_message_kind (const hb_trace *trace, hb_id message);
HB_API hb_id hb_trace_message_handler (const hb_trace *trace, hb_id message);
HB_API hb_id hb_trace_message_post (const hb_trace *trace, hb_id message);
HB_API int32_t hb_trace_message_priority (const hb_trace *trace, hb_id message);
HB_API hb_id hb_trace_message_events (const hb_trace *trace, hb_id message, hb_id *count);

/* Of a handler: its mailbox, and its messages, *COUNT of them from the result on. */
HB_API enum hb_mailbox hb_trace_mailbox (const hb_trace *trace, hb_id handler);
HB_API hb_id hb_trace_handler_messages (const hb_trace *trace, hb_id handler, hb_id *count);

/* The writes of a variable in coherence order, *COUNT of them; borrowed from the trace. */
HB_API const hb_id *hb_trace_writes (const hb_trace *trace, hb_id variable, hb_id *count);

/* Names, borrowed from the trace; that of an initial message is its handler's. */
HB_API const char *hb_handler_name (const hb_trace *trace, hb_id handler);
HB_API const char *hb_message_name (const hb_trace *trace, hb_id message);
HB_API const char *hb_variable_name (const hb_trace *trace, hb_id variable);
HB_API const char *hb_mailbox_name (enum hb_mailbox mailbox);
HB_API const char *hb_event_kind_name (enum hb_event_kind kind);

/* The discipline called NAME (LENGTH bytes), or -1. */
HB_API int hb_mailbox_find (const char *name, size_t length);

/* How the event is addressed in a file: its label, MESSAGE@K or HANDLER@K.  New. */
HB_API char *hb_event_address (const hb_trace *trace, hb_id event);

/* What the event does, in the format's words: "write x 1", "read y b", "post m2", "get".  New. */
HB_API char *hb_event_text (const hb_trace *trace, hb_id event);

/* The message or handler of that name, or HB_NONE.  Expected O(length). */
HB_API hb_id hb_trace_find_handler (const hb_trace *trace, const char *name);
HB_API hb_id hb_trace_find_message (const hb_trace *trace, const char *name);

/* The event at ADDRESS (a label, MESSAGE@K or HANDLER@K), or HB_NONE.  Expected O(length). */
HB_API hb_id hb_trace_find_event (const hb_trace *trace, const char *address);

/* --- making a trace ------------------------------------------------------------------------------
 *
 * One stream of calls, two ends: a builder makes an `hb_trace`, or writes the file at once and so needs memory for
 * nothing but a buffer.  The calls come in the order of the `.edt` format:
 *
 *     hb_builder *b = hb_builder_to_trace (diag);     or  hb_builder_to_file (output)
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

typedef struct hb_builder hb_builder;

/* A builder whose `hb_builder_finish` gives the trace.  DIAG is borrowed until then.  New. */
HB_API hb_builder *hb_builder_to_trace (hb_diag *diag);

/* A builder that writes the `.edt` text to OUTPUT (borrowed) as the calls come.  It checks nothing:
 * the caller vouches for the order of the calls and for the names.  New. */
HB_API hb_builder *hb_builder_to_file (hb_output *output);

/* `meta KEY VALUE` and `mailbox`: before the first handler. */
HB_API void hb_build_meta (hb_builder *builder, const char *key, const char *value);
HB_API void hb_build_mailbox (hb_builder *builder, enum hb_mailbox mailbox);

/* Opens a handler; MAILBOX -1: the trace's. */
HB_API void hb_build_handler (hb_builder *builder, const char *name, int mailbox);

/* Open a message of the handler: its initial one, one that somebody posts (its get is implied), one
 * from outside. */
HB_API void hb_build_initial (hb_builder *builder);
HB_API void hb_build_message (hb_builder *builder, const char *name);
HB_API void hb_build_external (hb_builder *builder, const char *name);

/* The priority of the message just opened, which must not be an initial one. */
HB_API void hb_build_priority (hb_builder *builder, int32_t priority);

/* Events of the message. VALUE may be NULL.  FROM is the address of the write read from (a label,
 * MESSAGE@K, HANDLER@K; forward references are legal); NULL: the initial value. */
HB_API void hb_build_write (hb_builder *builder, const char *label, const char *variable,
                            const char *value);
HB_API void hb_build_read (hb_builder *builder, const char *label, const char *variable,
                           const char *from);
HB_API void hb_build_post (hb_builder *builder, const char *label, const char *message);

/* Chains: co of write addresses, eo and mo of message names.  `hb_build_chain_start` opens one of
 * kind 'c', 'e' or 'm' for the variable or handler NAME. */
HB_API void hb_build_chain_start (hb_builder *builder, char kind, const char *name);
HB_API void hb_build_chain_add (hb_builder *builder, const char *member);

/* Closes the trace; the file's `end` line. */
HB_API void hb_build_end (hb_builder *builder);

/* Frees the builder.  Gives the trace (new) of a trace builder, NULL after errors (in its diag) and
 * for a file builder.  Linear in the trace. */
HB_API hb_trace *hb_builder_finish (hb_builder *builder);

/* --- witnesses -----------------------------------------------------------------------------------
 *
 * A witness: total execution order (eo) and message order (mo) for every handler of a trace. */

typedef struct hb_witness hb_witness;

/* Frees a witness; NULL is legal. */
HB_API void hb_witness_free (hb_witness *witness);

/* New: the orders of a trace whose own eo and mo lines are total on every handler.  NULL after
 * errors in DIAG that name a handler and two messages left without order, or in a cycle.  Linear. */
HB_API hb_witness *hb_witness_of_trace (const hb_trace *trace, hb_diag *diag);

/* New: the orders that the trace FULL (a witness file) gives, in the numbers of TRACE, after a
 * check that FULL extends TRACE: same handlers, mailboxes, messages, events, rf, co and pb, by the
 * names of handlers, messages and variables and the places of events in their messages; and every
 * eo and mo line of TRACE respected.  Labels may differ, and a written value may be missing in one
 * of the two.  NULL after errors in DIAG that name what differs.  Linear in both traces. */
HB_API hb_witness *hb_witness_extending (const hb_trace *trace, const hb_trace *full,
                                         hb_diag *diag);

/* New: eo and mo as a run (all events, in the order of execution) has them.  External messages
 * without events stand where the eo lines of TRACE allow, if these can be respected at all.  Linear. */
HB_API hb_witness *hb_witness_of_run (const hb_trace *trace, const hb_id *run);

/* All messages of HANDLER but the initial one in the order in which they run; its posted messages in the order
 * of their posts: *COUNT of them, borrowed from WITNESS. */
HB_API const hb_id *hb_witness_eo (const hb_witness *witness, hb_id handler, hb_id *count);
HB_API const hb_id *hb_witness_mo (const hb_witness *witness, hb_id handler, hb_id *count);

/* Runs TRACE as WITNESS orders it, by the operational semantics (section 2.2 of the paper).  True exactly if
 * there is a run of TRACE with these eo and mo, for every discipline of the mailboxes, and they respect the eo
 * and mo lines of TRACE.  If RUN is not NULL it receives the events in the order of execution (room for all events
 * of the trace).  False after errors in DIAG that tell where each handler stands and what it waits for, first
 * the handlers that wait for one another in a circle.  Linear in the trace, a priority mailbox costing the
 * logarithm of its size for each message. */
HB_API bool hb_replay (const hb_trace *trace, const hb_witness *witness, hb_id *run, hb_diag *diag);

/* Runs the schedule RUN (all events in order) of TRACE and checks every step: program order, what
 * the mailbox hands out, every read's write, every coherence step; and at the end that the eo and
 * mo lines of TRACE were respected.  Needs no witness.  False after an error in DIAG on the first
 * step that cannot happen.  Cost as above. */
HB_API bool hb_replay_run (const hb_trace *trace, const hb_id *run, hb_diag *diag);

/* --- cycles of happens-before (Definition 1 of the paper) ---------------------------------------- */

enum hb_relation
{
  HB_PO,
  HB_RF,
  HB_CO,
  HB_FR,
  HB_PB,
  HB_EO, /* last event of a message to the first of another of the same handler */
  HB_MO, /* post to post of the same mailbox */
  HB_GP /* get to post of the same mailbox: what would be handed out sooner is posted after the get */
};
#define HB_RELATIONS 8

/* "po", "rf", ...; borrowed for good. */
HB_API const char *hb_relation_name (enum hb_relation relation);

/* One step of a cycle: FROM happens before TO because of RELATION.  An eo, mo or gp step that does
 * not follow from the input is an assumption on the messages BEFORE and AFTER; otherwise both are
 * HB_NONE.  FROM and TO are events; or, from the number of events on, the messages without events in the order
 * of their numbers. */
struct hb_step
{
  hb_id from, to;
  enum hb_relation relation;
  hb_id before, after;
};

/* A cycle of happens-before: step i ends where step i + 1 starts, the last where the first starts. */
typedef struct hb_cycle hb_cycle;

/* How many steps it has, and step I. */
HB_API size_t hb_cycle_steps (const hb_cycle *cycle);
HB_API struct hb_step hb_cycle_step (const hb_cycle *cycle, size_t i);

/* On how many different pairs of messages it makes assumptions; 0: the cycle stands in the input
 * itself.  Quadratic in its steps. */
HB_API size_t hb_cycle_assumptions (const hb_cycle *cycle);

/* Does every step hold, given its assumption, and does the chain of steps close?  If not, *WHY (may be NULL) is a
 * text (borrowed for good) that says why not.  Linear in the steps and the orders given. */
HB_API bool hb_cycle_holds (const hb_trace *trace, const hb_cycle *cycle, const char **why);

#ifdef __cplusplus
}
#endif
#endif
