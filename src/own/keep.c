/* What went into a call and came out of it, as files that a person can look at: a folder for each call, `command`
 * being the line that makes it again. */
#include "own/parts.h"
#include "own/words.h"

#include "base/path.h"

#include <string.h>

/* FOLDER/NAME gets TEXT. */
static bool
keep_file (const char *folder, const char *name, const char *text, size_t size, hb_diag *diag)
{
  char *path = hb_format ("%s/%s", folder, name);
  hb_output *output = hb_output_open (path, diag);
  if (output)
    hb_put_bytes (output, text, size);
  hb_free (path);
  return output && hb_output_commit (output);
}

bool
own_keep_call (const hb_own *own, const struct own_call *call, const struct own_reply *reply,
               const char *folder, hb_diag *diag)
{
  bool good = hb_make_folder (folder, diag);
  for (size_t i = 0; i < call->file_count && good; i++)
    {
      char *name = hb_format ("%s.%s", call->files[i].role, call->files[i].suffix);
      good = keep_file (folder, name, call->files[i].text, call->files[i].size, diag);
      hb_free (name);
    }
  if (good && call->command->served)
    {
      struct own_request request = own_request_new (call);
      good = keep_file (folder, "request", request.text, request.length, diag);
      own_request_free (&request);
    }
  if (good && reply && reply->text)
    {
      char *name = call->product ? hb_format ("%s.%s", call->product, call->product_suffix)
                                 : hb_copy_text ("answer");
      good = keep_file (folder, name, reply->text, reply->length, diag);
      hb_free (name);
    }
  if (good && reply && reply->errors && *reply->errors)
    good = keep_file (folder, "stderr", reply->errors, strlen (reply->errors), diag);
  char *line = own_call_line (own, call);
  good = good && keep_file (folder, "command", line, strlen (line), diag);
  hb_free (line);
  return good;
}

void
own_keep (hb_own *own, const struct own_call *call, const struct own_reply *reply, hb_diag *diag)
{
  char *folder = hb_format ("%s/%03zu-%s", own->keep, ++own->kept, call->verb);
  own_keep_call (own, call, reply, folder, diag);
  hb_free (folder);
}
