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

static size_t
lines_in (const char *text, size_t size)
{
  size_t lines = 0;
  for (const char *at = text; (at = memchr (at, '\n', (size_t)(text + size - at))); at++)
    lines++;
  return lines;
}

struct own_request
own_request_new (const struct own_call *call)
{
  struct own_request request = { .command = call->command };
  hb_output *output = hb_output_to_memory ();
  hb_put (output, call->verb);
  if (call->ablation)
    hb_putf (output, " ablation=%s", call->ablation);
  if (call->is_drawn)
    hb_putf (output, " seed=%llu size=%llu", (unsigned long long)call->seed,
             (unsigned long long)call->size);
  hb_put_char (output, '\n');
  for (size_t i = 0; i < call->file_count; i++)
    {
      const struct own_file *file = &call->files[i];
      hb_putf (output, "%s %zu\n", file->role, lines_in (file->text, file->size));
      hb_put_bytes (output, file->text, file->size);
    }
  hb_put (output, "end\n");
  request.text = hb_output_text (output, &request.length);
  return request;
}

void
own_request_free (struct own_request *request)
{
  hb_free (request->text);
  *request = (struct own_request){ .text = NULL };
}

void
own_reply_free (struct own_reply *reply)
{
  hb_free (reply->text);
  hb_free (reply->errors);
  *reply = (struct own_reply){ .text = NULL };
}
