/* See brought.h. */
#include "cmd/frame/brought.h"

#include "base/vec.h"

#include <string.h>

static VEC (hb_own *) open_files;

bool
brought_is_one (const char *name, size_t length)
{
  static const char suffix[] = ".reduction";
  size_t size = sizeof suffix - 1;
  return length > size && !memcmp (name + length - size, suffix, size);
}

const struct hb_reduction *
brought_open (const char *path, hb_diag *diag)
{
  hb_own *own = hb_own_read (path, diag);
  if (!own)
    return NULL;
  vec_push (open_files, own);
  return hb_own_reduction (own);
}

const char *
brought_end (const char *text)
{
  const char *colon = strrchr (text, ':');
  size_t length = strlen (text), before = colon ? (size_t)(colon - text) : 0;
  return brought_is_one (text, length)   ? text + length
         : brought_is_one (text, before) ? colon
                                         : NULL;
}

const struct hb_problem *
brought_problem (const char *text, hb_diag *diag)
{
  const char *end = brought_end (text);
  char *path = hb_copy_bytes (text, (size_t)(end - text));
  bool good = brought_open (path, diag);
  const char *name = *end ? end + 1 : NULL;
  const struct hb_problem *problem = good ? hb_own_problem (vec_top (open_files), name) : NULL;
  struct hb_place place = { .file = path };
  if (good && !problem)
    hb_error (diag, &place, "no problem '%s' in this file", name);
  hb_free (path);
  return problem;
}

void
brought_close (void)
{
  for (size_t i = 0; i < open_files.size; i++)
    hb_own_free (open_files.data[i]);
  vec_free (open_files);
}

bool
brought_any (void)
{
  return open_files.size;
}

const char *
brought_fault (void)
{
  for (size_t i = 0; i < open_files.size; i++)
    if (hb_own_fault (open_files.data[i]))
      return hb_own_fault (open_files.data[i]);
  return NULL;
}

bool
brought_broke (void)
{
  bool broke = brought_fault ();
  for (size_t i = 0; i < open_files.size; i++)
    hb_own_forget_fault (open_files.data[i]);
  return broke;
}

bool
brought_was_unsure (void)
{
  bool unsure = false;
  for (size_t i = 0; i < open_files.size; i++)
    unsure = hb_own_was_unsure (open_files.data[i]) || unsure;
  return unsure;
}

void
brought_limit (struct hb_limits *limits)
{
  for (size_t i = 0; i < open_files.size; i++)
    hb_own_limit (open_files.data[i], limits);
}

void
brought_keep (const char *folder)
{
  for (size_t i = 0; i < open_files.size; i++)
    hb_own_keep (open_files.data[i], folder);
}

bool
brought_keep_fault (const char *folder, hb_diag *diag)
{
  for (size_t i = 0; i < open_files.size; i++)
    if (hb_own_fault (open_files.data[i]))
      return hb_own_keep_fault (open_files.data[i], folder, diag);
  return true;
}
