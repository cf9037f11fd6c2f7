/* See temporary.h. */
#include "base/temporary.h"

#include "base/cleanup.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *
template_for (const char *purpose)
{
  const char *folder = getenv ("TMPDIR");
  return hb_format ("%s/hbkit-%s-XXXXXX", folder && *folder ? folder : "/tmp", purpose);
}

/* Forgets and frees NAME; NULL. */
static char *
complain (char *name, const char *what, hb_diag *diag)
{
  hb_error (diag, NULL, "%s: cannot make a temporary %s: %s", name, what, strerror (errno));
  hb_cleanup_forget (name);
  hb_free (name);
  return NULL;
}

char *
hb_temporary_file (const char *purpose, hb_diag *diag)
{
  char *name = template_for (purpose);
  hb_cleanup_remember (name, false); /* before it is there: no signal may come between */
  int file = mkstemp (name);
  if (file < 0)
    return complain (name, "file", diag);
  close (file);
  return name;
}

char *
hb_temporary_folder (const char *purpose, hb_diag *diag)
{
  char *name = template_for (purpose);
  hb_cleanup_remember (name, true);
  if (!mkdtemp (name))
    return complain (name, "folder", diag);
  return name;
}

static void
empty (const char *path)
{
  DIR *folder = opendir (path);
  for (struct dirent *entry; folder && (entry = readdir (folder));)
    {
      char *inside = hb_format ("%s/%s", path, entry->d_name);
      unlink (inside); /* "." and ".." stay */
      hb_free (inside);
    }
  if (folder)
    closedir (folder);
}

void
hb_temporary_remove (char *name)
{
  if (!name)
    return;
  if (unlink (name) && errno != ENOENT)
    {
      empty (name);
      rmdir (name);
    }
  hb_cleanup_forget (name);
  hb_free (name);
}
