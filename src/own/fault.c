/* Faults: a command that is broken, which says nothing about the reduction (own.h). */
#include "own/parts.h"

#include "base/plain.h"

#include <string.h>
#include <sys/stat.h>

/* The first line of what the command said on standard error, or NULL; new. */
static char *
first_complaint (const struct own_reply *reply)
{
  const char *at = reply && reply->errors ? reply->errors : "";
  at += strspn (at, " \t\r\n");
  /* Of Python's tracebacks the last line says what was wrong. */
  if (!strncmp (at, "Traceback", 9))
    for (const char *next; (next = strchr (at, '\n')) && next[1];)
      at = next + 1;
  return *at ? hb_make_plain (hb_copy_bytes (at, strcspn (at, "\r\n"))) : NULL;
}

/* Of a complaint that names a file beside the `.reduction` file: where that is.  New; "" of others. */
static char *
advice (const hb_own *own, const char *complaint)
{
  static const char between[] = " \t'\"`:;,()[]";
  for (const char *at = complaint; at && *(at += strspn (at, between));)
    {
      size_t length = strcspn (at, between);
      char *path = hb_format ("%s/%.*s", own->folder, (int)length, at);
      struct stat status;
      bool is_beside = !stat (path, &status) && S_ISREG (status.st_mode);
      hb_free (path);
      if (is_beside && *at != '/')
        return hb_format (" (commands run in a folder of their own; the file is {here}/%.*s)",
                          (int)length, at);
      at += length;
    }
  return hb_copy_text ("");
}

static struct own_call
copy_call (const struct own_call *call)
{
  struct own_call copy = *call;
  for (size_t i = 0; i < call->file_count; i++)
    copy.files[i].text = hb_copy_bytes (call->files[i].text, call->files[i].size);
  return copy;
}

bool
own_fault (hb_own *own, const struct own_call *call, const struct own_reply *reply, hb_diag *diag,
           const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *what = hb_format_list (format, arguments);
  va_end (arguments);
  char *complaint = first_complaint (reply);
  char *where = advice (own, complaint);
  const struct own_command *command = own_call_command (call);
  struct hb_place place = { .file = own->path, .line = call->command->line };
  char *text = hb_format ("%s: '%s' %s%s%s%s", call->verb, command ? command->name : "", what,
                          complaint ? "; it said: " : "", complaint ? complaint : "", where);
  hb_error (diag, &place, "%s", text);
  if (!own->fault)
    {
      own->fault = hb_format ("%s:%zu: %s", own->path, call->command->line, text);
      own->faulty = copy_call (call);
      own->faulty_reply = (struct own_reply){ .code = reply ? reply->code : 0 };
      if (reply && reply->text)
        own->faulty_reply.text = hb_copy_bytes (reply->text, reply->length);
      own->faulty_reply.length = reply && reply->text ? reply->length : 0;
      if (reply)
        own->faulty_reply.errors = hb_copy_text (reply->errors);
    }
  hb_free (text);
  hb_free (complaint);
  hb_free (where);
  hb_free (what);
  return false;
}
