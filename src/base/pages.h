/* Huge pages for the heap.  See pages.c.  Where they cannot be had, nothing changes. */
#ifndef HBKIT_BASE_PAGES_H
#define HBKIT_BASE_PAGES_H

/* Asks for huge pages for the memory of small and medium size, once, before much is allocated; it changes malloc for
 * the whole process, so it is for programs, not for a library.  Not thread-safe. */
void hb_pages_prepare (void);

#endif
