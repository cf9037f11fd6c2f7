/* See path.h. */
#include "base/path.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
ends_at (const char *name, size_t length, const char *suffix)
{
  size_t tail = strlen (suffix);
  return length > tail && !memcmp (name + length - tail, suffix, tail);
}

bool
hb_ends_in (const char *name, const char *suffix)
{
  return ends_at (name, strlen (name), suffix);
}

bool
hb_is_called (const char *name, const char *suffix)
{
  static const char *const packed[] = { "", ".gz", ".xz", ".zst" };
  for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
    if (hb_ends_in (name, packed[i]) && ends_at (name, strlen (name) - strlen (packed[i]), suffix))
      return true;
  return false;
}

static bool
may_run (const char *path)
{
  struct stat status;
  return !stat (path, &status) && S_ISREG (status.st_mode) && !access (path, X_OK);
}

char *
hb_find_program (const char *name)
{
  if (strchr (name, '/'))
    return may_run (name) ? hb_copy_text (name) : NULL;
  const char *folders = getenv ("PATH");
  for (folders = folders ? folders : "/usr/bin:/bin"; *folders; folders += *folders == ':')
    {
      size_t length = strcspn (folders, ":");
      char *path = hb_format ("%.*s/%s", (int)length, folders, name);
      if (length && may_run (path))
        return path;
      hb_free (path);
      folders += length;
    }
  return NULL;
}

bool
hb_make_folder (const char *path, hb_diag *diag)
{
  char *part = hb_copy_text (path);
  int code = 0;
  for (char *at = part; !code && *at;)
    {
      at += strspn (at, "/");
      at += strcspn (at, "/");
      char end = *at;
      *at = '\0';
      if (*part && mkdir (part, 0777) && errno != EEXIST)
        code = errno;
      *at = end;
    }
  struct stat status;
  if (!code && stat (path, &status))
    code = errno;
  else if (!code && !S_ISDIR (status.st_mode))
    code = ENOTDIR;
  if (code)
    hb_error (diag, &(struct hb_place){ .file = path }, "cannot make the folder: %s",
              strerror (code));
  hb_free (part);
  return !code;
}
