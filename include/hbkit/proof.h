/* Proofs of verdicts on traces: certificates (`.hbcert`, doc/formats.md), their checker, and cores.
 *
 *     struct hb_certificate proof = hb_certificate_new (trace, result, NULL, diag);
 *     hb_input *input = hb_input_of_bytes ("proof", proof.text, proof.size, diag);
 *     struct hb_certified certified = hb_certify (trace, input, diag);
 *     if (certified.verdict == HB_INCONSISTENT) ...      proved, whatever found it
 *
 * Threads: as base.h says. */
#ifndef HBKIT_PUBLIC_PROOF_H
#define HBKIT_PUBLIC_PROOF_H

#include <hbkit/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- writing ------------------------------------------------------------------------------------ */

struct hb_certificate_options
{
  bool minimal; /* inconsistent: no cycle can be left out (PicoSAT's MUS; takes longer) */
  struct hb_limits *limits; /* borrowed; NULL: none */
};

struct hb_certificate
{
  char *text; /* owned; NULL: none could be made */
  size_t size;
  size_t cycles, clauses; /* inconsistent: cycles, clauses derived */
  bool open;              /* the cycles of the result leave some order: they refute nothing */
};

/* Makes the certificate of RESULT's verdict on TRACE; OPTIONS may be NULL.  Inconsistent: from its cycles, of which
 * only those that the refutation needs are kept; the refutation is CaDiCaL's, of the clauses of the cycles
 * alone.  `text` is NULL for the verdict unknown, if the cycles are none or refute nothing (`open`), or if
 * a limit was hit or no proof could be had (an error in DIAG).  The caller frees it with
 * `hb_certificate_free`.  Consistent: linear; inconsistent: as long as the solver takes. */
HB_API struct hb_certificate hb_certificate_new (const hb_trace *trace, const hb_result *result,
                                                 const struct hb_certificate_options *options,
                                                 hb_diag *diag);
HB_API void hb_certificate_free (struct hb_certificate *certificate);

/* --- checking ----------------------------------------------------------------------------------- */

/* What a certificate had. */
struct hb_certified
{
  enum hb_verdict verdict; /* what is proved; HB_UNKNOWN: nothing */
  bool is_certificate;     /* the file starts as one and could be read to where checking stopped */
  size_t steps;            /* consistent: events executed; inconsistent: steps of cycles */
  size_t cycles, clauses;  /* inconsistent: cycles, and clauses derived from them */
};

/* Checks the certificate that INPUT (borrowed, at its start) reads against TRACE, with no code of the engines.
 * Unless it proves its verdict, the first thing wrong is an error in DIAG, with line and column.  Linear in
 * trace and certificate, but for unit propagation. */
HB_API struct hb_certified hb_certify (const hb_trace *trace, hb_input *input, hb_diag *diag);

/* --- cores ---------------------------------------------------------------------------------------
 *
 * A smallest part of an inconsistent trace that is still inconsistent.  Reads, writes, posts (the message then
 * comes from outside), members of eo and mo lines, and what is left without events can be dropped; whoever
 * drops more constrains less, so a part from which nothing can be dropped singly is minimal. */

struct hb_core_options
{
  const hb_engine *engine; /* decides the parts; it accepts the trace */
  struct hb_limits
      *limits; /* borrowed; NULL: none.  When hit, the smallest part so far is the result */
  uint64_t
      work; /* events of all parts decided, after which it stops as for a limit; 0: none.  Unlike
                    time it is the same on every machine. */
};

struct hb_core
{
  hb_trace
      *trace; /* owned; its events have labels that tell where they stood.  NULL: the library made a
                      mistake that it noticed */
  bool minimal;  /* nothing can be dropped from it */
  size_t checks; /* parts that were decided */
};

/* The core of TRACE, which RESULT (borrowed) has found inconsistent.  Starts from what its cycles mention, if
 * they refute the trace.  As many decisions as twice what is left, at most.  Freed with `hb_core_free`. */
HB_API struct hb_core hb_core_new (const hb_trace *trace, const hb_result *result,
                                   const struct hb_core_options *options);
HB_API void hb_core_free (struct hb_core *core);

#ifdef __cplusplus
}
#endif
#endif
