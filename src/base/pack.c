/* See pack.h.  The levels are those of the three programs by default. */
#include "base/pack.h"

#include "base/failure.h"

#include "base/memory.h"
#include "base/path.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#define BLOCK (64 * 1024)

struct hb_pack
{
  hb_pack_sink *sink;
  void *context;
  bool (*put) (hb_pack *pack, const char *data, size_t size, bool last);
  z_stream gzip;
  lzma_stream xz;
  ZSTD_CStream *zstd;
  char block[BLOCK];
};

static bool
put_gzip (hb_pack *p, const char *data, size_t size, bool last)
{
  int code = Z_OK;
  p->gzip.next_in = (unsigned char *)(uintptr_t)data;
  p->gzip.avail_in = (unsigned)size;
  do
    {
      p->gzip.next_out = (unsigned char *)p->block;
      p->gzip.avail_out = BLOCK;
      code = deflate (&p->gzip, last ? Z_FINISH : Z_NO_FLUSH);
      if (code == Z_STREAM_ERROR || !p->sink (p->context, p->block, BLOCK - p->gzip.avail_out))
        return false;
    }
  while (p->gzip.avail_in || !p->gzip.avail_out || (last && code != Z_STREAM_END));
  return true;
}

static bool
put_xz (hb_pack *p, const char *data, size_t size, bool last)
{
  lzma_ret code = LZMA_OK;
  p->xz.next_in = (const unsigned char *)data;
  p->xz.avail_in = size;
  do
    {
      p->xz.next_out = (unsigned char *)p->block;
      p->xz.avail_out = BLOCK;
      code = lzma_code (&p->xz, last ? LZMA_FINISH : LZMA_RUN);
      if ((code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR)
          || !p->sink (p->context, p->block, BLOCK - p->xz.avail_out))
        return false;
    }
  while (p->xz.avail_in || !p->xz.avail_out || (last && code != LZMA_STREAM_END));
  return true;
}

static bool
put_zstd (hb_pack *p, const char *data, size_t size, bool last)
{
  ZSTD_inBuffer in = { data, size, 0 };
  size_t left;
  do
    {
      ZSTD_outBuffer out = { p->block, BLOCK, 0 };
      left = ZSTD_compressStream2 (p->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError (left) || !p->sink (p->context, p->block, out.pos))
        return false;
    }
  while (in.pos < in.size || (last && left));
  return true;
}

hb_pack *
hb_pack_new (const char *name, hb_pack_sink *sink, void *context)
{
  bool gzip = hb_ends_in (name, ".gz"), xz = hb_ends_in (name, ".xz"), good;
  if (!gzip && !xz && !hb_ends_in (name, ".zst"))
    return NULL;
  hb_pack *p = hb_calloc (1, sizeof *p);
  p->sink = sink;
  p->context = context;
  if (gzip)
    {
      p->put = put_gzip;
      good = deflateInit2 (&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                           Z_DEFAULT_STRATEGY)
             == Z_OK;
    }
  else if (xz)
    {
      p->put = put_xz;
      p->xz = (lzma_stream)LZMA_STREAM_INIT;
      good = lzma_easy_encoder (&p->xz, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK;
    }
  else
    {
      p->put = put_zstd;
      p->zstd = ZSTD_createCStream ();
      good = p->zstd && !ZSTD_isError (ZSTD_CCtx_setParameter (p->zstd, ZSTD_c_checksumFlag, 1));
    }
  if (!good)
    hb_exhausted (1, BLOCK);
  return p;
}

bool
hb_pack_put (hb_pack *pack, const char *data, size_t size, bool last)
{
  return pack->put (pack, data, size, last);
}

void
hb_pack_free (hb_pack *p)
{
  if (!p)
    return;
  if (p->put == put_gzip)
    deflateEnd (&p->gzip);
  else if (p->put == put_xz)
    lzma_end (&p->xz);
  else
    ZSTD_freeCStream (p->zstd);
  hb_free (p);
}
