/* One event, two events: printf ("%zu event%s", count, HB_S (count)). */
#ifndef HBKIT_PLURAL_H
#define HBKIT_PLURAL_H

/* The end of a regular noun behind the number N, which is evaluated once. */
#define HB_S(N) ((N) == 1 ? "" : "s")

#endif
