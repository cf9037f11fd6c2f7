/* What goes into a call and what comes out of it: texts and their owners. */
#include "own/call.h"

#include <string.h>

void
own_call_add (struct own_call *call, const char *role, const char *suffix, hb_output *text)
{
  struct own_file *file = &call->files[call->file_count++];
  *file = (struct own_file){ .role = role, .suffix = suffix };
  file->text = hb_output_text (text, &file->size);
  if (!file->size || file->text[file->size - 1] == '\n')
    return;
  file->text = hb_realloc (file->text, file->size + 2, 1);
  memcpy (file->text + file->size++, "\n", 2);
}

void
own_call_free (struct own_call *call)
{
  for (size_t i = 0; i < call->file_count; i++)
    hb_free (call->files[i].text);
  call->file_count = 0;
}

void
own_reply_free (struct own_reply *reply)
{
  hb_free (reply->text);
  hb_free (reply->errors);
  *reply = (struct own_reply){ .text = NULL };
}
