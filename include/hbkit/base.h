/* What all of hbkit's library shares: numbers for things, verdicts, errors with their places, limits, random
 * numbers, and memory.
 *
 * **Ownership** is said in three words: *new* (the caller frees it), *borrowed* (its owner keeps it, and
 * it lives as long as that), *stolen* (the function called frees it).  What a comment calls neither is
 * borrowed for the time of the call.
 *
 * **Errors.**  A function that can fail takes an `hb_diag`, adds to it what is wrong and returns false
 * or NULL.  No function of the library prints unless asked to, and none ends the process but by running
 * out of memory (`hb_on_failure`).
 *
 * **Threads.**  Any function may be called from any thread at any time.  An object may be used by one
 * thread at a time; several threads may read one object that none of them changes: what a function takes as a
 * pointer to const it only reads.  The exceptions are said where they stand: the interrupt
 * (`hb_interrupt`) and what to do when memory runs out belong to the process.
 *
 * **Determinism.**  The same input and the same seed give the same bytes, on every machine. */
#ifndef HBKIT_PUBLIC_BASE_H
#define HBKIT_PUBLIC_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What the library exports; its other symbols cannot be seen from outside. */
#if defined(__GNUC__)
#define HB_API __attribute__ ((visibility ("default")))
#define HB_PRINTF(TEXT, FIRST) __attribute__ ((__format__ (__printf__, TEXT, FIRST)))
#define HB_NORETURN __attribute__ ((noreturn))
#else
#define HB_API
#define HB_PRINTF(TEXT, FIRST)
#define HB_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs, "0.1.0"; borrowed for good. */
HB_API const char *hb_version (void);

/* Things are numbered densely from 0 and a number is an `hb_id`; HB_NONE stands for "no such
 * thing".  Which things a number counts is said wherever one appears. */
typedef uint32_t hb_id;
#define HB_NONE UINT32_MAX

/* The answer to "is this trace consistent?".  The numbers are the exit codes of `hbkit check`,
 * which are those of the SAT competition. */
enum hb_verdict
{
  HB_UNKNOWN = 0,
  HB_CONSISTENT = 10,
  HB_INCONSISTENT = 20
};

/* --- memory ------------------------------------------------------------------------------------- */

/* Gives back a text or array that a function made for the caller; NULL is legal. */
HB_API void hb_free (void *memory);

/* When memory runs out, or a number outgrows its 32 bits, or the library notices a mistake of its own that no
 * result can tell, it calls HANDLER with a text (borrowed) that says what; NULL, the default: it says so on
 * standard error and exits with code 2.  The handler may save what the program has, may leave by
 * longjmp or an exception (what the library holds at that moment is lost), or return: then the process ends
 * as by default.  For the whole process; to be set before other threads use the library. */
HB_API void hb_on_failure (void (*handler) (const char *what));

/* --- errors --------------------------------------------------------------------------------------
 *
 *     t.edt:7:12: error: no event 'b' in this trace; a read names a labelled write, MESSAGE@K or init
 *        7 |   read x b
 *          |          ^
 *
 * The first 20 errors are kept.  Nothing is printed before `hb_diag_print`. */

typedef struct hb_diag hb_diag;

/* A place in an input.  FILE is borrowed for the time of the call that takes the place. */
struct hb_place
{
  const char *file; /* as the user named it, "-" is shown as <stdin>; NULL: no place */
  size_t line;      /* from 1; 0: the file as a whole */
  size_t column;    /* from 1, in bytes; 0: the line as a whole */
  const char *text; /* the line, for the caret, or NULL; need not be zero-terminated */
  size_t length;    /* bytes in TEXT */
};

/* New, without errors; freed with `hb_diag_free` (NULL is legal). */
HB_API hb_diag *hb_diag_new (void);
HB_API void hb_diag_free (hb_diag *diag);

/* Adds an error or a warning; the text is a sentence without a full stop.  PLACE may be NULL. */
HB_API void hb_error (hb_diag *diag, const struct hb_place *place, const char *format, ...)
    HB_PRINTF (3, 4);
HB_API void hb_warning (hb_diag *diag, const struct hb_place *place, const char *format, ...)
    HB_PRINTF (3, 4);

/* How many errors were added (those beyond the 20th are counted, not kept). */
HB_API size_t hb_diag_errors (const hb_diag *diag);

/* As many errors as are worth showing have been added: a reader may stop. */
HB_API bool hb_diag_full (const hb_diag *diag);

/* The text of the first error, without its place; NULL when there is none.  Borrowed until the next call
 * that changes DIAG. */
HB_API const char *hb_diag_first (const hb_diag *diag);

/* What was kept, in the order in which it came: how many entries, and entry I: its text (borrowed),
 * whether it is an error, and its place without the line's text (its file borrowed).  The pointers
 * may be NULL. */
HB_API size_t hb_diag_kept (const hb_diag *diag);
HB_API const char *hb_diag_entry (const hb_diag *diag, size_t i, bool *is_error,
                                  struct hb_place *place);

/* Forgets everything. */
HB_API void hb_diag_clear (hb_diag *diag);

/* Prints all in the order in which they came, with colours if COLOUR. */
HB_API void hb_diag_print (const hb_diag *diag, FILE *to, bool colour);

/* --- limits --------------------------------------------------------------------------------------
 *
 * Limits on a search: time, memory, and an interrupt.  Times are seconds of the wall clock, memory is
 * the resident bytes of the process.  A search looks at its limits all the time, at the clock every few
 * hundred times. */

enum hb_stop
{
  HB_RUNNING,
  HB_OUT_OF_TIME,
  HB_OUT_OF_MEMORY,
  HB_INTERRUPTED
};

/* Filled by `hb_limits_new`; belongs to one search at a time. */
struct hb_limits
{
  double deadline;    /* on the clock of `hb_now`; 0: none */
  uint64_t memory;    /* bytes; 0: no limit */
  enum hb_stop stop;  /* why it was hit */
  unsigned countdown; /* calls until the clock is read again */
};

/* SECONDS from now (0: no limit) and BYTES (0: no limit). */
HB_API struct hb_limits hb_limits_new (double seconds, uint64_t bytes);

/* True once a limit is passed; stays true.  LIMITS may be NULL: never. */
HB_API bool hb_limits_hit (struct hb_limits *limits);

/* "time", "memory", "interrupt". */
HB_API const char *hb_stop_name (enum hb_stop stop);

/* Stops every search in the process that has limits, as soon as it looks: all that is asked from then on, too.
 * Safe in a signal handler and from any thread. */
HB_API void hb_interrupt (void);

/* A monotonic clock, in seconds. */
HB_API double hb_now (void);

/* --- random numbers ------------------------------------------------------------------------------
 *
 * The same on every machine: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), seeded through SplitMix64.  All are O(1). */

struct hb_rng
{
  uint64_t state[4];
};

/* A generator for SEED; all 2^64 seeds are good and unrelated. */
HB_API struct hb_rng hb_rng_seeded (uint64_t seed);

/* A generator for the INDEX-th item of a stream with this SEED: items can be made alone, in any
 * order. */
HB_API struct hb_rng hb_rng_stream (uint64_t seed, uint64_t index);

/* 64 random bits. */
HB_API uint64_t hb_rng_next (struct hb_rng *rng);

/* Uniform in 0 .. BOUND - 1, without bias; BOUND > 0. */
HB_API uint64_t hb_rng_below (struct hb_rng *rng, uint64_t bound);

/* Uniform in [0, 1), a multiple of 2^-53. */
HB_API double hb_rng_unit (struct hb_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
