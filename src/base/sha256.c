/* See sha256.h.  The names are those of FIPS 180-4, section 6.2. */
#include "base/sha256.h"

#include <errno.h>
#include <string.h>

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

struct hb_sha256
hb_sha256_new (void)
{
  /* Those of the square roots of the first 8 primes. */
  return (struct hb_sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                        0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
}

static uint32_t
rotated (uint32_t x, int by)
{
  return x >> by | x << (32 - by);
}

static void
add_block (uint32_t state[8], const unsigned char *block)
{
  uint32_t w[64], s[8];
  for (int t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16
           | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (int t = 16; t < 64; t++)
    {
      uint32_t sigma0 = rotated (w[t - 15], 7) ^ rotated (w[t - 15], 18) ^ w[t - 15] >> 3;
      uint32_t sigma1 = rotated (w[t - 2], 17) ^ rotated (w[t - 2], 19) ^ w[t - 2] >> 10;
      w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
    }
  memcpy (s, state, sizeof s);
  for (int t = 0; t < 64; t++)
    {
      uint32_t a = s[0], e = s[4];
      uint32_t sum1 = rotated (e, 6) ^ rotated (e, 11) ^ rotated (e, 25);
      uint32_t t1 = s[7] + sum1 + ((e & s[5]) ^ (~e & s[6])) + K[t] + w[t];
      uint32_t sum0 = rotated (a, 2) ^ rotated (a, 13) ^ rotated (a, 22);
      uint32_t t2 = sum0 + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
      memmove (s + 1, s, 7 * sizeof *s);
      s[4] += t1;
      s[0] = t1 + t2;
    }
  for (int i = 0; i < 8; i++)
    state[i] += s[i];
}

void
hb_sha256_add (struct hb_sha256 *sha, const void *data, size_t size)
{
  const unsigned char *bytes = data;
  while (size)
    {
      size_t used = sha->size % 64, room = 64 - used, part = size < room ? size : room;
      memcpy (sha->block + used, bytes, part);
      sha->size += part;
      bytes += part;
      size -= part;
      if (part == room)
        add_block (sha->state, sha->block);
    }
}

void
hb_sha256_end (struct hb_sha256 *sha, char hex[HB_SHA256_HEX])
{
  static const unsigned char padding[64] = { 0x80 };
  unsigned char length[8];
  uint64_t bits = 8 * sha->size;
  for (int i = 0; i < 8; i++)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  hb_sha256_add (sha, padding, 1 + (119 - sha->size % 64) % 64);
  hb_sha256_add (sha, length, 8);
  for (int i = 0; i < 64; i++)
    hex[i] = "0123456789abcdef"[sha->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
  hex[64] = '\0';
}

void
hb_sha256_text (const char *text, char hex[HB_SHA256_HEX])
{
  struct hb_sha256 sha = hb_sha256_new ();
  hb_sha256_add (&sha, text, strlen (text));
  hb_sha256_end (&sha, hex);
}

bool
hb_sha256_file (const char *path, char hex[HB_SHA256_HEX], uint64_t *size, hb_diag *diag)
{
  struct hb_sha256 sha = hb_sha256_new ();
  struct hb_place place = { .file = path };
  FILE *file = fopen (path, "rb");
  char bytes[65536];
  size_t got;
  if (!file)
    {
      hb_error (diag, &place, "cannot open: %s", strerror (errno));
      return false;
    }
  while ((got = fread (bytes, 1, sizeof bytes, file)) > 0)
    hb_sha256_add (&sha, bytes, got);
  bool good = !ferror (file);
  if (!good)
    hb_error (diag, &place, "cannot read: %s", strerror (errno));
  fclose (file);
  if (size)
    *size = sha.size;
  hb_sha256_end (&sha, hex);
  return good;
}
