/* What the messages of a trace say of the engines that are likely to decide it: the shares of `auto` (auto.c).  Private to the
 * library. */
#ifndef HBKIT_PROSPECTS_H
#define HBKIT_PROSPECTS_H

#include "trace/trace.h"

/* Shares are in percent of the time of `cds`, by how long that has gone on. */
struct hb_prospects
{
  /* Of the search for a serial run: at first, after some passes, and then while it is promising. */
  const uint64_t *serial;
  bool may_be_serial; /* it may ever be */

  const uint64_t
      *closure; /* of closure: at first, after some passes, when cds has had its chance */

  /* Once cds has cost as much as looking at so many words of closure's rows, and its runs still do not come far, closure may look
   * at CLOSURE_WORDS whatever its share; 0 and 0: never. */
  uint64_t words_of_cds, closure_words;

  /* So many nodes and edges sat may look at first; and so many if a sort has passed so many thousandths of its nodes before it
   * got stuck. */
  uint64_t sat_work, sat_more;
  size_t sat_depth;
};

/* Those of TRACE.  Linear. */
struct hb_prospects hb_prospects_of (const hb_trace *trace);

#endif
