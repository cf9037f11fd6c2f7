/* How far long work is, for whoever waits.
 *
 * Work that can be long looks at `hb_progress_wanted` wherever it passes often, and tells what it knows:
 *
 *     if (hb_progress_wanted ())
 *       hb_progress_tell (&(struct hb_progress){ .doing = "deciding",
 *                                                .share = (double)done / (double)all,
 *                                                .counts = { { "events", done } } });
 *
 * Nobody wants to know until a program says so (`hb_progress_to`): then what looks is one load of a flag.  The
 * flag and who is told belong to the process; a program that decides in several threads at once should not ask. */
#ifndef HBKIT_PROGRESS_H
#define HBKIT_PROGRESS_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HB_PROGRESS_COUNTS 4

struct hb_progress
{
  const char *doing; /* "reading" */
  const char *what;  /* of what, e.g. the name of a file; NULL: nothing to say */
  double share;      /* the best estimate of what is done, 0 .. 1; 0: not known */
  struct
  {
    const char *of; /* "events"; NULL: no more counts */
    uint64_t number;
  } counts[HB_PROGRESS_COUNTS];
};

/* PROGRESS is borrowed for the call; NULL: the work is over, and what was shown of it can go. */
typedef void hb_progress_teller (void *context, const struct hb_progress *progress);

/* From now on TELL is called with CONTEXT (borrowed); NULL: nobody. */
void hb_progress_to (hb_progress_teller *tell, void *context);

/* Somebody wants to know now.  Safe in a signal handler. */
void hb_progress_want (void);

bool hb_progress_wanted (void);

/* Tells, and is not wanted any more. */
void hb_progress_tell (const struct hb_progress *progress);

/* To be called at the end of work that told how far it was. */
void hb_progress_over (void);

#ifdef __cplusplus
}
#endif
#endif
