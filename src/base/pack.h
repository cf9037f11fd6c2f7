/* Compression of what is written: gzip, xz, zstd, each with a check sum at its end, and without time
 * stamps and names, so that the same text gives the same bytes. */
#ifndef HBKIT_PACK_H
#define HBKIT_PACK_H

#include "base/types.h"

#include <stddef.h>

typedef struct hb_pack hb_pack;

/* Takes SIZE compressed bytes; false if they cannot be written. */
typedef bool hb_pack_sink (void *context, const char *data, size_t size);

/* The compressor that the suffix of NAME asks for, NULL if it asks for none.  New. */
hb_pack *hb_pack_new (const char *name, hb_pack_sink *sink, void *context);

/* Compresses SIZE bytes; the last ones if LAST.  False after a failure, of the sink or the compressor. */
bool hb_pack_put (hb_pack *pack, const char *data, size_t size, bool last);

/* NULL is legal. */
void hb_pack_free (hb_pack *pack);

#endif
