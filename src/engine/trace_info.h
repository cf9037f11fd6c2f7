/* Facts about a trace: how much of what it has, and how hard it looks. */
#ifndef HBKIT_TRACE_INFO_H
#define HBKIT_TRACE_INFO_H

#include "base/limits.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What became of counting the undecided pairs. */
enum hb_pairs
{
  HB_PAIRS_COUNTED,
  HB_PAIRS_TOO_LARGE,    /* it would have taken more than the memory allowed */
  HB_PAIRS_STOPPED,      /* a limit was hit */
  HB_PAIRS_CONTRADICTORY /* what is known has a cycle or forces one: the trace is inconsistent */
};

struct hb_handler_info
{
  uint64_t events, messages;
  uint64_t pairs;     /* of messages that are not initial */
  uint64_t undecided; /* of them; meant only if these were counted */
};

struct hb_trace_info
{
  uint64_t events, messages, handlers, variables;
  uint64_t events_of[4];   /* by enum hb_event_kind */
  uint64_t initial_reads;  /* reads of the initial value */
  uint64_t messages_of[3]; /* by enum hb_message_kind */
  uint64_t empty_messages; /* without any event */
  uint64_t handlers_of[HB_MAILBOXES];
  uint64_t handlers_with_initial;
  uint64_t pairs;     /* of messages of one handler, none of them initial */
  uint64_t undecided; /* pairs that rules 1 and 3 of the paper's section 5.1 leave without order */
  enum hb_pairs undecided_state; /* UNDECIDED is meant only if they were counted */
  uint64_t bytes;                /* that counting them takes */
  int64_t nesting; /* post-nesting depth: initial and external messages have 0, others one more than
                              the message that posts them; -1 when posts go round in a circle */
  int64_t
      longest_chain; /* events on a longest path of the known happens-before; -1 when it is cyclic */
  struct hb_handler_info *by_handler; /* owned */
};

typedef struct hb_trace_info hb_trace_info;

/* Memory that counting the undecided pairs may take by default. */
#define HB_INFO_MEMORY (UINT64_C (128) << 20)

/* New: all of the above.  Linear in the trace, but for the undecided pairs, which take time and
 * memory in the order of events * messages (bits) and are counted only if MEMORY bytes allow and
 * before LIMITS (may be NULL) are hit. */
hb_trace_info *hb_trace_info_new (const hb_trace *trace, uint64_t memory, struct hb_limits *limits);
void hb_trace_info_free (hb_trace_info *info);

/* The kinds in words: "initial", "posted", "external". */
const char *hb_message_kind_name (enum hb_message_kind kind);

#ifdef __cplusplus
}
#endif
#endif
