/* See unpack.h. */
#include "base/unpack.h"

#include "base/failure.h"

#include "base/memory.h"

#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct hb_unpack
{
  hb_unpack_feed *feed;
  void *context;
  bool ratio;
  char *raw; /* compressed bytes */
  size_t raw_size, raw_capacity, raw_next;
  bool fed, done; /* no more comes in; goes out */
  uint64_t in, out;
  const char *error;

  size_t (*read) (hb_unpack *unpack, char *data, size_t size);
  z_stream gzip;
  lzma_stream xz;
  ZSTD_DStream *zstd;
  size_t open; /* zstd: not 0 inside a frame */
};

static size_t
fail (hb_unpack *u, const char *what)
{
  if (!u->error)
    u->error = what;
  u->done = true;
  return 0;
}

/* Compressed bytes that are not used yet: at least one, but at the end or after an error. */
static size_t
want (hb_unpack *u)
{
  if (u->raw_next == u->raw_size && !u->fed)
    {
      bool failed = false;
      u->raw_next = 0;
      u->raw_size = u->feed (u->context, u->raw, u->raw_capacity, &failed);
      u->in += u->raw_size;
      u->fed = !u->raw_size;
      if (failed)
        fail (u, "");
    }
  return u->raw_size - u->raw_next;
}

/* --- gzip ---------------------------------------------------------------------------------------- */

/* Behind a member: another one, or the end, before which zeros may stand as tapes have them. */
static bool
next_member (hb_unpack *u)
{
  size_t zeros = 0;
  while (want (u) && !u->raw[u->raw_next])
    u->raw_next++, zeros++;
  if (u->error)
    return false;
  if (!want (u))
    {
      u->done = true;
      return false;
    }
  if (zeros || u->raw[u->raw_next] != '\x1f')
    {
      fail (u, "something stands behind the compressed data");
      return false;
    }
  return inflateReset (&u->gzip) == Z_OK;
}

static size_t
read_gzip (hb_unpack *u, char *data, size_t size)
{
  u->gzip.next_out = (unsigned char *)data;
  u->gzip.avail_out = (unsigned)size;
  while (!u->done && u->gzip.avail_out == size)
    {
      size_t there = want (u);
      if (!there)
        return fail (u, "the compressed data are cut off");
      u->gzip.next_in = (unsigned char *)u->raw + u->raw_next;
      u->gzip.avail_in = (unsigned)there;
      int code = inflate (&u->gzip, Z_NO_FLUSH);
      u->raw_next = u->raw_size - u->gzip.avail_in;
      if (code == Z_STREAM_END)
        next_member (u);
      else if (code == Z_MEM_ERROR)
        return fail (u, "no memory to decompress it");
      else if (code != Z_OK && code != Z_BUF_ERROR)
        return fail (u, u->gzip.msg ? u->gzip.msg : "the compressed data are damaged");
    }
  return size - u->gzip.avail_out;
}

/* --- xz ------------------------------------------------------------------------------------------ */

static const char *
xz_error (lzma_ret code)
{
  switch (code)
    {
    case LZMA_MEMLIMIT_ERROR:
    case LZMA_MEM_ERROR:
      return "decompressing it would take more than 256 MB of memory";
    case LZMA_BUF_ERROR:
      return "the compressed data are cut off";
    case LZMA_UNSUPPORTED_CHECK:
      return "its check sum is of an unknown kind, so its content cannot be verified";
    default:
      return "the compressed data are damaged";
    }
}

static size_t
read_xz (hb_unpack *u, char *data, size_t size)
{
  u->xz.next_out = (unsigned char *)data;
  u->xz.avail_out = size;
  while (!u->done && u->xz.avail_out == size)
    {
      u->xz.avail_in = want (u);
      if (u->error)
        return 0;
      u->xz.next_in = (unsigned char *)u->raw + u->raw_next;
      lzma_ret code = lzma_code (&u->xz, u->fed ? LZMA_FINISH : LZMA_RUN);
      u->raw_next = u->raw_size - u->xz.avail_in;
      if (code == LZMA_STREAM_END)
        u->done = true;
      else if (code != LZMA_OK && !(code == LZMA_BUF_ERROR && !u->fed))
        return fail (u, xz_error (code));
    }
  return size - u->xz.avail_out;
}

/* --- zstd ---------------------------------------------------------------------------------------- */

/* The window is at most zstd's default of 128 MB. */
static size_t
read_zstd (hb_unpack *u, char *data, size_t size)
{
  ZSTD_outBuffer out = { data, size, 0 };
  while (!u->done && !out.pos)
    {
      size_t there = want (u);
      if (u->error)
        return 0;
      if (!there && !u->open)
        u->done = true;
      if (u->done)
        break;
      ZSTD_inBuffer in = { u->raw + u->raw_next, there, 0 };
      u->open = ZSTD_decompressStream (u->zstd, &out, &in);
      u->raw_next += in.pos;
      if (ZSTD_isError (u->open))
        return fail (u, ZSTD_getErrorName (u->open));
      if (!there && u->open && !out.pos)
        return fail (u, "the compressed data are cut off");
    }
  return out.pos;
}

/* --- any ----------------------------------------------------------------------------------------- */

static bool
starts (const char *data, size_t size, const char *magic, size_t length)
{
  return size >= length && !memcmp (data, magic, length);
}

static bool
is_gzip (const char *data, size_t size)
{
  return starts (data, size, "\x1f\x8b", 2);
}

static bool
is_xz (const char *data, size_t size)
{
  return starts (data, size, "\xfd\x37zXZ", 5);
}

bool
hb_unpack_knows (const char *data, size_t size)
{
  return is_gzip (data, size) || is_xz (data, size) || starts (data, size, "\x28\xb5\x2f\xfd", 4);
}

hb_unpack *
hb_unpack_new (char *data, size_t size, size_t capacity, hb_unpack_feed *feed, void *context,
               bool ratio)
{
  hb_unpack *u = hb_calloc (1, sizeof *u);
  *u = (hb_unpack){ .feed = feed,
                    .context = context,
                    .ratio = ratio,
                    .raw = data,
                    .raw_size = size,
                    .raw_capacity = capacity,
                    .in = size,
                    .read = read_zstd };
  bool good = true;
  if (is_gzip (data, size))
    {
      u->read = read_gzip;
      /* The largest window, and the header of gzip. */
      good = inflateInit2 (&u->gzip, 15 + 16) == Z_OK;
    }
  else if (is_xz (data, size))
    {
      u->read = read_xz;
      u->xz = (lzma_stream)LZMA_STREAM_INIT;
      good = lzma_stream_decoder (&u->xz, HB_UNPACK_MEMORY,
                                  LZMA_CONCATENATED | LZMA_TELL_UNSUPPORTED_CHECK)
             == LZMA_OK;
    }
  else
    good = (u->zstd = ZSTD_createDStream ());
  if (!good)
    hb_exhausted (1, capacity);
  return u;
}

size_t
hb_unpack_read (hb_unpack *u, char *data, size_t size)
{
  size_t got = u->done ? 0 : u->read (u, data, size);
  u->out += got;
  if (u->ratio && u->out > HB_UNPACK_INNOCENT && u->out / HB_UNPACK_RATIO > u->in)
    return fail (u, "its content is more than 1000 times as large as the compressed file; "
                    "--max-size SIZE says how large an input may be");
  return u->error ? 0 : got;
}

const char *
hb_unpack_error (const hb_unpack *u)
{
  return u->error;
}

void
hb_unpack_free (hb_unpack *u)
{
  if (!u)
    return;
  if (u->read == read_gzip)
    inflateEnd (&u->gzip);
  else if (u->read == read_xz)
    lzma_end (&u->xz);
  else
    ZSTD_freeDStream (u->zstd);
  hb_free (u->raw);
  hb_free (u);
}
