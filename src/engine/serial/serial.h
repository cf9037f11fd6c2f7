/* Looks for a run in which messages run one after another: a part of the engine `auto`.  Private to the library.
 *
 *     struct hb_serial *serial = hb_serial_new (trace, &options, limits);
 *     while (serial && hb_serial_go (serial, work) == HB_SERIAL_GOING) work *= 2;
 *     witness = hb_serial_end (serial);
 *
 * In a run the messages of different handlers run at the same time.  But where handlers have little to say to
 * one another it often makes no difference.  An event of message A that must come before one of B asks no more
 * than that A comes before B; if these edges between whole messages have no cycle the messages may as well run
 * one after another, as transactions do in a serial schedule of a database (Papadimitriou, "The serializability
 * of concurrent database updates", Journal of the ACM 26, 1979):
 *
 *     h1   A: w x        C: w z r y                  A --> B --> C
 *     h2         B: r x w y
 *
 * Messages that must overlap are cut into segments, as few as will do, and these run one after another:
 *
 *     h1   A: w u             r v                    A1 --> D --> A2
 *     h2         D: r u w v
 *
 * What is left to find is an order of the segments to which all mailboxes agree: a closure on segments, of which
 * there are many times fewer than events, and each of which is a word of work for 64 others.  Saturation of that
 * closure says much of the order; the rest is found by running one segment after another, each choice tried on
 * the closure first.  Where saturation ends in a cycle that is there only because a message was taken as a
 * whole, that message is cut, and it begins anew: abstraction and refinement (Clarke, Grumberg, Jha, Lu and
 * Veith, "Counterexample-guided abstraction refinement", CAV 2000).
 *
 * It never refutes: who does not find a run says nothing. */
#ifndef HBKIT_SERIAL_H
#define HBKIT_SERIAL_H

#include "base/limits.h"
#include "trace/witness.h"

enum hb_serial_answer
{
  HB_SERIAL_GOING,   /* the work is done; ask again with more of it */
  HB_SERIAL_FOUND,   /* a run */
  HB_SERIAL_HOPELESS /* it is no use to go on: no such run was found, or a limit was hit */
};

struct hb_serial_options
{
  uint64_t memory;   /* at most so many bytes for the closure */
  uint64_t segments; /* at most so many, in percent of the messages */
  uint64_t seed;     /* of what is left to chance after a dead end */
};

struct hb_serial;

/* New: a search on TRACE (borrowed, as are LIMITS, which may be NULL); NULL if it takes more than OPTIONS allow,
 * or what is known has a cycle.  Linear in the trace. */
struct hb_serial *hb_serial_new (const hb_trace *trace, const struct hb_serial_options *options,
                                 struct hb_limits *limits);

/* Goes on until WORK words of the closure have been looked at since it was set up, and other things counted like them: the
 * same on every machine, and some 250 million a second. */
enum hb_serial_answer hb_serial_go (struct hb_serial *serial, uint64_t work);

/* Is it likely to find a run soon: few messages are cut, not again and again, and it has not come to a dead end? */
bool hb_serial_is_promising (const struct hb_serial *serial);

/* The run that was found as a witness, new, or NULL; frees SERIAL (NULL is legal). */
hb_witness *hb_serial_end (struct hb_serial *serial);

#endif
