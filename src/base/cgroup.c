/* See cgroup.h, and cgroups (7). */
#include "base/cgroup.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct hb_cgroups
{
  char *base;
  char *own;          /* where we moved to, or NULL */
  bool memory;        /* the controller is there */
  unsigned long made; /* groups so far */
};

/* --- files ------------------------------------------------------------------------------------- */

static bool
write_file (const char *folder, const char *name, const char *text)
{
  char path[4096];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  int file = open (path, O_WRONLY | O_CLOEXEC);
  ssize_t size = (ssize_t)strlen (text);
  bool good = file >= 0 && write (file, text, (size_t)size) == size;
  if (file >= 0)
    close (file);
  return good;
}

/* The beginning of the file, "" if it cannot be read. */
static const char *
read_file (const char *folder, const char *name, char text[1024])
{
  char path[4096];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? 0 : read (file, text, 1023);
  if (file >= 0)
    close (file);
  text[got > 0 ? got : 0] = '\0';
  return text;
}

static bool
has_word (const char *text, const char *word)
{
  size_t length = strlen (word);
  while (*(text += strspn (text, " \n")))
    {
      size_t size = strcspn (text, " \n");
      if (size == length && !memcmp (text, word, size))
        return true;
      text += size;
    }
  return false;
}

/* The number on the line "KEY NUMBER". */
static unsigned long long
value_of (const char *text, const char *key)
{
  size_t length = strlen (key);
  for (; text && *text; text = strchr (text, '\n'), text = text ? text + 1 : NULL)
    if (!strncmp (text, key, length) && text[length] == ' ')
      return strtoull (text + length, NULL, 10);
  return 0;
}

/* --- where we are ------------------------------------------------------------------------------ */

/* The folder of our own group: the mount point, and the path on the line "0::/PATH".  New, or NULL. */
static char *
own_group (void)
{
  /* The second where both versions are there. */
  static const char *const mounts[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
  const char *mount = NULL;
  char line[2048], *folder = NULL;
  for (int i = 0; i < 2 && !mount; i++)
    {
      snprintf (line, sizeof line, "%s/cgroup.controllers", mounts[i]);
      mount = access (line, F_OK) ? NULL : mounts[i];
    }
  FILE *file = mount ? fopen ("/proc/self/cgroup", "r") : NULL;
  while (file && !folder && fgets (line, sizeof line, file))
    if (!strncmp (line, "0::/", 4))
      {
        line[strcspn (line, "\n")] = '\0';
        folder = hb_format ("%s%s", mount, line[4] ? line + 3 : "");
      }
  if (file)
    fclose (file);
  return folder;
}

/* Into the group, or back. */
static bool
move_to (const char *group)
{
  return write_file (group, "cgroup.procs", "0");
}

/* The memory controller for the groups below; if need be we leave the group, which must be empty then. */
static void
divide (hb_cgroups *groups, bool is_own)
{
  char text[1024];
  if (has_word (read_file (groups->base, "cgroup.subtree_control", text), "memory"))
    groups->memory = true;
  else if (has_word (read_file (groups->base, "cgroup.controllers", text), "memory"))
    {
      groups->memory = write_file (groups->base, "cgroup.subtree_control", "+memory");
      if (groups->memory || !is_own)
        return;
      groups->own = hb_format ("%s/hbkit-%ld", groups->base, (long)getpid ());
      if (!mkdir (groups->own, 0777) && move_to (groups->own))
        groups->memory = write_file (groups->base, "cgroup.subtree_control", "+memory");
      if (groups->memory)
        return;
      move_to (groups->base);
      rmdir (groups->own);
      hb_free (groups->own);
      groups->own = NULL;
    }
}

/* Groups of processes that are no more (killed, before they could clean up), with what still lives in
 * them. */
static void
remove_left (const char *base)
{
  DIR *folder = opendir (base);
  struct dirent *entry;
  while (folder && (entry = readdir (folder)))
    {
      long maker;
      if (sscanf (entry->d_name, "hbkit-%ld", &maker) == 1 && maker > 0 && kill ((pid_t)maker, 0)
          && errno == ESRCH)
        hb_cgroup_free (hb_format ("%s/%s", base, entry->d_name));
    }
  if (folder)
    closedir (folder);
}

hb_cgroups *
hb_cgroups_open (void)
{
  const char *told = getenv ("HBKIT_CGROUP");
  hb_cgroups *groups = hb_calloc (1, sizeof *groups);
  groups->base = told ? hb_copy_text (told) : own_group ();
  if (groups->base && !access (groups->base, W_OK))
    {
      remove_left (groups->base);
      divide (groups, !told);
      /* A first one shows whether it can be done. */
      char *trial = hb_cgroup_new (groups, 0);
      bool good = trial && write_file (trial, "cgroup.kill", "1");
      hb_cgroup_free (trial);
      if (good)
        return groups;
    }
  hb_cgroups_close (groups);
  return NULL;
}

void
hb_cgroups_close (hb_cgroups *groups)
{
  if (!groups)
    return;
  if (groups->own)
    {
      write_file (groups->base, "cgroup.subtree_control", "-memory");
      move_to (groups->base);
      rmdir (groups->own);
    }
  hb_free (groups->own);
  hb_free (groups->base);
  hb_free (groups);
}

/* --- a group ----------------------------------------------------------------------------------- */

char *
hb_cgroup_new (hb_cgroups *groups, uint64_t memory)
{
  char *group = hb_format ("%s/hbkit-%ld-%lu", groups->base, (long)getpid (), ++groups->made);
  char limit[32];
  snprintf (limit, sizeof limit, "%llu", (unsigned long long)memory);
  bool good = !mkdir (group, 0777);
  if (good && groups->memory && memory)
    {
      good = write_file (group, "memory.max", limit);
      /* Not everywhere there: no swap, and one for all. */
      write_file (group, "memory.swap.max", "0");
      write_file (group, "memory.oom.group", "1");
    }
  if (good)
    return group;
  rmdir (group);
  hb_free (group);
  return NULL;
}

bool
hb_cgroup_join (const char *group)
{
  return move_to (group);
}

struct hb_cgroup_usage
hb_cgroup_usage (const char *group)
{
  char text[1024];
  struct hb_cgroup_usage usage;
  usage.cpu = 1e-6 * (double)value_of (read_file (group, "cpu.stat", text), "usage_usec");
  usage.out_of_memory = value_of (read_file (group, "memory.events", text), "oom_kill");
  return usage;
}

void
hb_cgroup_kill (const char *group)
{
  write_file (group, "cgroup.kill", "1");
}

void
hb_cgroup_free (char *group)
{
  if (!group)
    return;
  hb_cgroup_kill (group);
  /* It can be removed once the last one is gone. */
  for (int i = 0; rmdir (group) && i < 1000; i++)
    usleep (1000);
  hb_free (group);
}
