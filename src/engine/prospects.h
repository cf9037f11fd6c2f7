/* What the messages of a trace say of the engines that are likely to decide it: the shares of `auto` (auto.c).  Private to the
 * library. */
#ifndef HBKIT_PROSPECTS_H
#define HBKIT_PROSPECTS_H

#include "trace/trace.h"

/* Shares are in percent of the time of `cds`: at first, after some passes, and when cds has had its chance or comes no further. */
struct hb_prospects
{
  const uint64_t *serial;  /* shares of the search for a serial run */
  uint64_t serial_looks;   /* at all pairs, after which it has its first share again; 0: never */
  uint64_t promising;      /* its share while it is promising; 0: it never is */
  uint64_t promising_from; /* after so many passes */
  const uint64_t *closure; /* shares of closure */

  /* Once cds has cost as much as looking at so many words of closure's rows, and its runs still do not come far, closure may look
   * at CLOSURE_WORDS whatever its share; 0 and 0: never. */
  uint64_t words_of_cds, closure_words;

  /* So many nodes and edges sat may look at first, before saturation or behind it; and so many if a sort has passed so many
   * thousandths of its nodes before it got stuck. */
  uint64_t sat_work, sat_more;
  size_t sat_depth;
  bool sat_waits; /* for saturation */
};

/* Those of TRACE.  Linear. */
struct hb_prospects hb_prospects_of (const hb_trace *trace);

#endif
