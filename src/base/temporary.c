/* See temporary.h. */
#include "base/temporary.h"

#include "base/memory.h"

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

/* Frees NAME; NULL. */
static char *
complain (char *name, const char *what, hb_diag *diag)
{
  hb_error (diag, NULL, "%s: cannot make a temporary %s: %s", name, what, strerror (errno));
  hb_free (name);
  return NULL;
}

char *
hb_temporary_file (const char *purpose, hb_diag *diag)
{
  char *name = template_for (purpose);
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
  return mkdtemp (name) ? name : complain (name, "folder", diag);
}
