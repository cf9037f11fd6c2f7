/* SHA-256 (FIPS 180-4): fingerprints of files, and numbers drawn from texts.
 *
 *     struct hb_sha256 sha = hb_sha256_new ();
 *     hb_sha256_add (&sha, "abc", 3);
 *     char hex[HB_SHA256_HEX];
 *     hb_sha256_end (&sha, hex);
 *
 * Not for secrets: nothing here runs in constant time. */
#ifndef HBKIT_SHA256_H
#define HBKIT_SHA256_H

#include "base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 64 hexadecimal digits and a zero byte. */
#define HB_SHA256_HEX 65

struct hb_sha256
{
  uint32_t state[8];
  uint64_t size;           /* bytes so far */
  unsigned char block[64]; /* the last size % 64 of them */
};

struct hb_sha256 hb_sha256_new (void);

/* Appends SIZE bytes.  Linear. */
void hb_sha256_add (struct hb_sha256 *sha, const void *data, size_t size);

/* The digest of all that was added, in small hexadecimal digits.  SHA is of no use afterwards. */
void hb_sha256_end (struct hb_sha256 *sha, char hex[HB_SHA256_HEX]);

/* The digest of the zero-terminated TEXT. */
void hb_sha256_text (const char *text, char hex[HB_SHA256_HEX]);

/* The digest of the bytes of the file at PATH as they are (nothing is unpacked), and their number
 * into *SIZE (may be NULL).  False after an error in DIAG. */
bool hb_sha256_file (const char *path, char hex[HB_SHA256_HEX], uint64_t *size, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
