/* Traces and cycles as files (doc/formats.md, doc/import.md).
 *
 *     hb_trace *trace = hb_trace_read ("t.edt.xz", HB_FORMAT_ANY, diag);
 *
 * Threads: as base.h says. */
#ifndef HBKIT_PUBLIC_FORMAT_H
#define HBKIT_PUBLIC_FORMAT_H

#include <hbkit/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hb_format
{
  HB_FORMAT_EDT,
  HB_FORMAT_JSON,
  HB_FORMAT_PROTOTYPE, /* the published prototype's .trace */
  HB_FORMAT_ANDROID,   /* DroidRacer's abc_log and EM-Explorer's trace.txt */
  HB_FORMAT_ANY        /* whatever the file turns out to be */
};
#define HB_FORMATS 4

/* The format that the suffix of PATH tells, or HB_FORMAT_ANY. */
HB_API enum hb_format hb_format_of_name (const char *path);

/* The trace at PATH ("-": standard input; compressed or not).  HB_FORMAT_ANY: as the suffix .edt, .json or
 * .trace (before .gz, .xz, .zst) tells, otherwise by how the file begins.  What formats of others leave open
 * is decided as `hbkit check` does without options.  NULL after errors in DIAG, each with line and column where
 * there is one.  New.  Linear in the input but for sorting. */
HB_API hb_trace *hb_trace_read (const char *path, enum hb_format format, hb_diag *diag);

/* Write TRACE as `.edt` or JSON; with WITNESS (may be NULL) its eo and mo instead of the trace's own.  In
 * `.edt`, labels stand where the trace has them and where an event must be named and has none.  Linear. */
HB_API void hb_edt_write (hb_output *output, const hb_trace *trace, const hb_witness *witness);
HB_API void hb_json_write_trace (hb_output *output, const hb_trace *trace,
                                 const hb_witness *witness);

/* Writes CYCLE of TRACE as JSON: assumptions, steps with events and relations.  Linear in its steps. */
HB_API void hb_cycle_write (hb_output *output, const hb_trace *trace, const hb_cycle *cycle);

/* What becomes of a trace's consistency for other solvers (doc/formats.md; ED-consistency paper, Algorithm 2).  The
 * number of pairs of messages grows with the square of their number; everything is streamed. */
enum hb_encode_form
{
  HB_ENCODE_IDL,     /* SMT-LIB 2, integer differences (QF_IDL) */
  HB_ENCODE_SPECIAL, /* SMT-LIB 2, Z3's special relations: a partial order on an enumeration */
  HB_ENCODE_CLASP, /* DIMACS with acyclicity, for clasp 3.3 --parse-ext; nothing for other solvers */
  HB_ENCODE_DIMACS, /* plain DIMACS: every node has a binary number that grows along the edges */
  HB_ENCODE_LIA, /* SMT-LIB 2, linear integer arithmetic (QF_LIA): the same text as HB_ENCODE_IDL */
  HB_ENCODE_UF /* SMT-LIB 2, an uninterpreted order (QF_UF), with its axioms spelt out for all nodes: cubic */
};

/* What SMT-LIB asks of a benchmark, for its set-info lines.  Texts may be NULL. */
struct hb_encode_info
{
  const char *source, *license, *category; /* category: crafted, random or industrial */
  const char *status;                      /* sat, unsat, or unknown */
};

struct hb_encode_options
{
  enum hb_encode_form form;
  bool as_printed;     /* orders of messages and of posts independent, as Algorithm 2 is printed */
  bool all_events;     /* also those that matter to no other message */
  uint64_t most_pairs; /* refuse beyond; 0: the form's own limit */
  const struct hb_encode_info
      *info; /* SMT-LIB but for special relations: set-info lines and (exit); NULL: none */
};

/* Writes the problem to OUTPUT (borrowed, to be committed by the caller): satisfiable iff TRACE is
 * consistent, or, as printed, if it is.  False after an error in DIAG: too many pairs, or more
 * variables than a literal can name; then OUTPUT is to be discarded.  Time in O(events + pairs)
 * (DIMACS: times the logarithm of the events), memory in O(events). */
HB_API bool hb_encode (const hb_trace *trace, const struct hb_encode_options *options,
                       hb_output *output, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
