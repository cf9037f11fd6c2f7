/* See folder.h. */
#include "cmd/sweep/folder.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int
sweep_lock (const char *path, hb_diag *diag)
{
  char *name = hb_format ("%s/lock", path);
  struct hb_place place = { .file = name };
  int lock = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0)
    hb_error (diag, &place, "cannot open: %s", strerror (errno));
  else if (flock (lock, LOCK_EX | LOCK_NB))
    {
      if (errno == EWOULDBLOCK)
        hb_error (diag, &(struct hb_place){ .file = path },
                  "another hbkit is at work in this folder; it has one writer at a time");
      else
        hb_error (diag, &place, "cannot lock: %s", strerror (errno));
      close (lock);
      lock = -1;
    }
  hb_free (name);
  return lock;
}

bool
sweep_folder_is_used (const char *path)
{
  char *name = hb_format ("%s/sweep.spec", path);
  bool used = !access (name, F_OK);
  hb_free (name);
  return used;
}

void
sweep_forget_folder (const char *path)
{
  static const char *const ours[]
      = { "sweep.spec", "sweep.db", "sweep.db-wal", "sweep.db-shm", "lock" };
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    {
      char *name = hb_format ("%s/%s", path, ours[i]);
      unlink (name);
      hb_free (name);
    }
  rmdir (path);
}

/* Calls VISIT for everything in the folder. */
static void
for_all (const char *path, void (*visit) (const char *path))
{
  DIR *folder = opendir (path);
  struct dirent *entry;
  while (folder && (entry = readdir (folder)))
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      {
        char *inside = hb_format ("%s/%s", path, entry->d_name);
        visit (inside);
        hb_free (inside);
      }
  if (folder)
    closedir (folder);
}

static void
remove_file (const char *path)
{
  unlink (path);
}

void
sweep_empty_folder (const char *path)
{
  for_all (path, remove_file);
}

static void
remove_folder (const char *path)
{
  sweep_empty_folder (path);
  rmdir (path);
}

void
sweep_remove_folders (const char *path)
{
  for_all (path, remove_folder);
  rmdir (path);
}
