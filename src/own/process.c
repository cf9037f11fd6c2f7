/* See process.h. */
#include "own/process.h"

#include "own/parts.h"
#include "own/words.h"

#include "base/child.h"
#include "base/temporary.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes that a command may write into a file. */
#define MOST_WRITTEN ((uint64_t)256 << 20)

#define OUTPUT "stdout"
#define ERRORS "stderr"

/* --- files ---------------------------------------------------------------------------------------- */

/* FOLDER/NAME.SUFFIX gets TEXT. */
static bool
write_file (const char *folder, const struct own_file *file, hb_diag *diag)
{
  char *path = hb_format ("%s/%s.%s", folder, file->role, file->suffix);
  FILE *to = fopen (path, "wb");
  bool good = to && fwrite (file->text, 1, file->size, to) == file->size;
  good = to && !fclose (to) && good;
  if (!good)
    hb_error (diag, &(struct hb_place){ .file = path }, "cannot write: %s", strerror (errno));
  hb_free (path);
  return good;
}

/* The file's bytes, zero-terminated; NULL if it cannot be read.  New. */
static char *
read_file (const char *folder, const char *name, size_t *length)
{
  char *path = hb_format ("%s/%s", folder, name);
  struct stat status;
  FILE *from = stat (path, &status) || !S_ISREG (status.st_mode) ? NULL : fopen (path, "rb");
  hb_free (path);
  if (!from)
    return NULL;
  char *text = hb_calloc ((size_t)status.st_size + 1, 1);
  *length = fread (text, 1, (size_t)status.st_size, from);
  fclose (from);
  return text;
}

/* --- running -------------------------------------------------------------------------------------- */

/* Waits until CHILD is over, or a limit is hit. */
static void
watch (const hb_own *own, struct hb_child *child)
{
  while (!hb_child_over (child))
    if (hb_interrupted () || hb_limits_check (own->limits))
      hb_child_kill (child);
    else
      hb_child_wait (0.05);
}

static bool
judge_end (hb_own *own, const struct own_call *call, const struct hb_child *child, bool may_fail,
           const struct own_reply *reply, hb_diag *diag)
{
  switch (child->end)
    {
    case HB_CHILD_EXITED:
      if (!child->code || may_fail)
        return true;
      return own_fault (own, call, reply, diag, "ended with exit code %d", child->code);
    case HB_CHILD_CPU:
    case HB_CHILD_WALL:
      return own_fault (own, call, reply, diag, "was not done after %g seconds", own->seconds);
    case HB_CHILD_MEMORY:
      return own_fault (own, call, reply, diag, "wanted more than %llu MB of memory",
                        (unsigned long long)(own->memory >> 20));
    case HB_CHILD_CRASHED:
      if (child->code == SIGXFSZ)
        return own_fault (own, call, reply, diag, "wrote more than %llu MB",
                          (unsigned long long)(MOST_WRITTEN >> 20));
      return own_fault (own, call, reply, diag, "crashed: %s", strsignal (child->code));
    case HB_CHILD_RUNS:
    case HB_CHILD_KILLED:
      break;
    }
  hb_error (diag, NULL, "stopped");
  return false;
}

/* What lies in FOLDER when the command is over. */
static bool
collect (hb_own *own, const struct own_call *call, const char *folder, const struct hb_child *child,
         bool may_fail, struct own_reply *reply, hb_diag *diag)
{
  size_t ignored;
  bool named = call->product && own_command_names (call->command, call->product);
  char *name = named ? hb_format ("%s.%s", call->product, call->product_suffix) : NULL;
  reply->code = child->code;
  reply->errors = read_file (folder, ERRORS, &ignored);
  reply->text = read_file (folder, name ? name : OUTPUT, &reply->length);
  bool good = judge_end (own, call, child, may_fail, reply, diag);
  if (good && !reply->text)
    good = own_fault (own, call, reply, diag, "made no file '%s'", name ? name : OUTPUT);
  hb_free (name);
  return good;
}

static bool
run (hb_own *own, const struct own_call *call, const char *folder, bool may_fail,
     struct own_reply *reply, hb_diag *diag)
{
  bool good = true;
  for (size_t i = 0; i < call->file_count && good; i++)
    good = write_file (folder, &call->files[i], diag);
  if (!good)
    return false;
  const struct own_file *first = call->file_count ? &call->files[0] : NULL;
  char *input = first && !own_command_names (call->command, first->role)
                    ? hb_format ("%s.%s", first->role, first->suffix)
                    : NULL;
  char **words = own_call_words (own, call);
  struct hb_child child;
  struct hb_child_start start = { .program = words[0],
                                  .arguments = words,
                                  .folder = folder,
                                  .input = input,
                                  .output = OUTPUT,
                                  .errors = ERRORS };
  struct hb_child_limits limits
      = { .wall = own->seconds, .memory = own->memory, .file = MOST_WRITTEN };
  hb_diag *trouble = hb_diag_new ();
  good = hb_child_start (&child, &start, &limits, trouble);
  if (!good)
    own_fault (own, call, reply, diag, "cannot be run: %s", hb_diag_first (trouble));
  else
    {
      watch (own, &child);
      good = collect (own, call, folder, &child, may_fail, reply, diag);
    }
  hb_diag_free (trouble);
  own_words_free (words);
  hb_free (input);
  return good;
}

bool
own_process (hb_own *own, const struct own_call *call, bool may_fail, struct own_reply *reply,
             hb_diag *diag)
{
  char *folder = hb_temporary_folder ("own", diag);
  bool good = folder && run (own, call, folder, may_fail, reply, diag);
  hb_temporary_remove (folder);
  return good;
}
