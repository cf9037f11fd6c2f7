/* See db_place.h. */
#include "cmd/sweep/db_place.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/temporary.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A URI of SQLite: what would be a part of it in the path is coded. */
static char *
uri_of (const char *path, const char *query)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, *path == '/' ? "file://" : "file:");
  for (; *path; path++)
    if (strchr ("%?#", *path))
      hb_buffer_add (&text, "%%%02x", (unsigned)(unsigned char)*path);
    else
      hb_buffer_add (&text, "%c", *path);
  hb_buffer_add (&text, "?mode=ro%s", query);
  return hb_buffer_take (&text);
}

static bool
exists (const char *path, const char *suffix, bool not_empty)
{
  struct stat status;
  char *name = hb_format ("%s%s", path, suffix);
  bool there = !stat (name, &status) && (!not_empty || status.st_size);
  hb_free (name);
  return there;
}

static bool
can_write_beside (const char *path)
{
  char *copy = hb_copy_text (path);
  bool can = !access (dirname (copy), W_OK);
  hb_free (copy);
  return can;
}

/* Copies PATH and SUFFIX into the folder. */
static bool
copy (const char *path, const char *suffix, const char *folder, hb_diag *diag)
{
  char *from = hb_format ("%s%s", path, suffix), *to = hb_format ("%s/sweep.db%s", folder, suffix);
  FILE *in = fopen (from, "rb"), *out = in ? fopen (to, "wb") : NULL;
  char block[65536];
  size_t got;
  bool good = out;
  while (good && (got = fread (block, 1, sizeof block, in)))
    good = fwrite (block, 1, got, out) == got;
  good = good && !ferror (in);
  if (out)
    good = !fclose (out) && good;
  if (in)
    fclose (in);
  if (!good)
    hb_error (diag, &(struct hb_place){ .file = from }, "cannot be copied to be read: %s",
              strerror (errno));
  hb_free (from);
  hb_free (to);
  return good;
}

char *
sweep_db_place (const char *path, char **folder, hb_diag *diag)
{
  *folder = NULL;
  if (!exists (path, "-wal", true))
    return uri_of (path, "&immutable=1");
  if (exists (path, "-shm", false) && can_write_beside (path))
    return uri_of (path, "");
  *folder = hb_temporary_folder ("db", diag);
  if (!*folder || !copy (path, "", *folder, diag) || !copy (path, "-wal", *folder, diag))
    return NULL;
  char *inside = hb_format ("%s/sweep.db", *folder), *uri = uri_of (inside, "");
  hb_free (inside);
  return uri;
}
