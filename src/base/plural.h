/* One event, two events: printf ("%zu event%s", count, HB_S (count)); of several, printf ("%s, %s", hb_many (n, "event"),
 * hb_many (m, "query")). */
#ifndef HBKIT_PLURAL_H
#define HBKIT_PLURAL_H

#include <stdint.h>

/* The end of a regular noun behind the number N, which is evaluated once. */
#define HB_S(N) ((N) == 1 ? "" : "s")

/* The number and the regular NOUN, of up to 40 bytes, in the singular or the plural.  Borrowed until the calling
 * thread's 16th call from now. */
const char *hb_many (uint64_t count, const char *noun);

/* The number and the PLURAL, of up to 80 bytes, in the singular if it is one: the first word that ends in s and is followed by
 * what it counts ("minimal differences", "pairs of versions"); a phrase that begins with "of", "on" or "with" stays as it
 * is.  Borrowed as the above. */
const char *hb_of_many (uint64_t count, const char *plural);

#endif
