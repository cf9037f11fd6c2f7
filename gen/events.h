/* Event programs (robust/program.h): all small ones of a family, and random ones, as texts. */
#ifndef HBKIT_GEN_EVENTS_H
#define HBKIT_GEN_EVENTS_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>

/* A family: each body is any word, up to a length, over letters that stand for statements:
 *
 *     r R s   r := x, r := y, r := z         w W v   x := 1, y := 1, z := 1      0   x := 0
 *     a       assume r                       i       if !r { return; }
 *     p q     async[any] p(), q()            P Q     async[main] p(), q()        c   call q()
 */
struct hb_event_family
{
  const char *name, *about;
  const char *letters
      [4]; /* of e, f, p, and q or, if THIRD, of the event g; NULL: there is no such procedure */
  unsigned longest[4];
  const char *driver; /* what stands in it beside e*1, f*1, g*1 */
  bool third;
};

extern const struct hb_event_family hb_event_families[]; /* ended by a NULL name */

/* How many there are, and the text of the one with that number; NULL: it is another one with a procedure that nobody
 * posts.  New. */
uint64_t hb_event_family_size (const struct hb_event_family *family);
char *hb_event_family_text (const struct hb_event_family *family, uint64_t number);

/* What random programs have. */
struct hb_event_shape
{
  unsigned events, procs, variables, statements; /* at most; of a body */
  bool parameters, guards, calls, branches, loops, choices;
  bool driver;     /* each event once or twice; otherwise any number */
  unsigned orders; /* `before` lines at most */
};

/* The text of a random program.  New. */
char *hb_random_events (const struct hb_event_shape *shape, struct hb_rng *rng);

#endif
