/* Decompression of a stream that nobody vouches for: gzip, xz, zstd.
 *
 * What comes out is verified by the check sums that the format has, to the last trailer, and what
 * stands behind it is an error.  A small file that wants much memory to be unpacked, or becomes huge,
 * is refused.  A zstd frame or an xz stream may be without check sum; then only its form is verified. */
#ifndef HBKIT_UNPACK_H
#define HBKIT_UNPACK_H

#include "base/types.h"

#include <stddef.h>

/* What a decompressor may take at most. */
#define HB_UNPACK_MEMORY (UINT64_C (256) << 20)

/* An output of this many bytes is never suspicious; a larger one is when it is so many times the input. */
#define HB_UNPACK_INNOCENT (UINT64_C (64) << 20)
#define HB_UNPACK_RATIO 1000

typedef struct hb_unpack hb_unpack;

/* Up to SIZE further bytes of the compressed stream into DATA; 0 at its end.  *FAILED is set after an
 * error, which it has reported. */
typedef size_t hb_unpack_feed (void *context, char *data, size_t size, bool *failed);

/* Do the first SIZE bytes of a stream look as if it were compressed? */
bool hb_unpack_knows (const char *data, size_t size);

/* For a stream that starts with the SIZE bytes at DATA (allocated, stolen; room for CAPACITY), and goes on
 * with what FEED gives.  RATIO: refuse what grows too large for its input.  New. */
hb_unpack *hb_unpack_new (char *data, size_t size, size_t capacity, hb_unpack_feed *feed,
                          void *context, bool ratio);

/* Up to SIZE bytes of the content into DATA; 0 at its end, when all of it was verified, and after an
 * error. */
size_t hb_unpack_read (hb_unpack *unpack, char *data, size_t size);

/* What is wrong, borrowed; NULL: nothing so far, "": FEED has said it. */
const char *hb_unpack_error (const hb_unpack *unpack);

/* NULL is legal. */
void hb_unpack_free (hb_unpack *unpack);

#endif
