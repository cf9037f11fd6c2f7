/* What must agree on a trace, whoever read it: engines, certificates and their checkers, formats. */
#ifndef HBKIT_DIFFERENTIAL_H
#define HBKIT_DIFFERENTIAL_H

#include "fuzz.h"

#include "trace/trace.h"

/* Dies if anything disagrees.  CHOICE chooses among what is too slow to be done each time; traces too
 * large for an oracle are only asked what is cheap. */
void fuzz_differential (const hb_trace *trace, uint64_t choice);

/* Changes a trace in the `.edt` format as traces go: another write read, co turned, two posts
 * exchanged, another discipline or priority.  False if TEXT is none, or has nothing of that. */
bool fuzz_mutate_trace (struct hb_rng *rng, struct text *text);

/* If the last line of TEXT is `end` with wrong numbers: those that the reader wants. */
void fuzz_correct_end (struct text *text);

/* Splits TEXT, changes its first part (a trace) or leaves it and changes its second with MUTATE. */
bool fuzz_mutate_part (struct hb_rng *rng, struct text *text, unsigned part,
                       bool (*mutate) (struct hb_rng *rng, struct text *text));

hb_trace *fuzz_trace_of_bytes (const char *data, size_t size, hb_diag *diag);

/* A small random trace of all disciplines, in the format.  New. */
char *fuzz_make_trace (uint64_t seed);

extern const char *const fuzz_edt_words[];
#define FUZZ_EDT_WORDS 50

#endif
