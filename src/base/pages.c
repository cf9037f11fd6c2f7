/* Huge pages for the heap.
 *
 * A pass over a trace goes to memory at random: with pages of 4 KiB a good part of the time goes into finding out
 * where these are (misses of the TLB), and at the beginning into the kernel's handing out each of them.  Huge pages,
 * of 2 MiB, make both rare.  By themselves they come only where the administrator turned them on for all; a program
 * may ask for some range.
 *
 *     heap  |---------------- HEAP, advised, and kept ----------------|---- further, as usual ----
 *
 * The C library takes memory of some size from elsewhere, block by block, each of which comes and goes.  So what is
 * smaller than LARGE is taken from the heap, and the heap begins with a range that is never given back.  Large blocks
 * stay as they are: asking for huge pages for these was tried, and gained nothing (doc/experiments.md). */
#include "base/pages.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined MADV_HUGEPAGE && defined M_MMAP_MAX

#define HEAP (56 << 20)
#define LARGE (4 << 20)

/* More than is there when a program starts: the heap grows for it, and by HEAP at once. */
#define FIRST (1 << 20)

/* The C library's own. */
#define USUAL_PAD (128 << 10)
#define MOST_MAPPED 65536

void
hb_pages_prepare (void)
{
  /* Where memory is that short all stays as it is. */
  if (sbrk (HEAP + 2 * FIRST) == (void *)-1)
    return;
  sbrk (-(HEAP + 2 * FIRST));
  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, 2 * HEAP);
  mallopt (M_TOP_PAD, HEAP);
  void *first = hb_realloc (NULL, FIRST, 1);
  uintptr_t at = (uintptr_t)first, page = (uintptr_t)sysconf (_SC_PAGESIZE);
  madvise ((void *)(at / page * page), HEAP, MADV_HUGEPAGE);
  hb_free (first);
  mallopt (M_TOP_PAD, USUAL_PAD);
  mallopt (M_MMAP_THRESHOLD, LARGE);
  mallopt (M_MMAP_MAX, MOST_MAPPED);
}

#else

void
hb_pages_prepare (void)
{
}

#endif
