/* The names of runs in the trace that a log becomes (android.h): a message's own, with ~2 and so on when it
 * runs again, the thread's for its initial message, THREAD.entry1 and THREAD.gap1 for what lies outside of
 * messages, THREAD.start for its first where a FORK posts it. */
#include "import/android_log.h"

void
hb_android_put_number (hb_buffer *buffer, uint64_t number)
{
  char digits[24];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  vec_reserve (*buffer, buffer->size + sizeof digits);
  memcpy (buffer->data + buffer->size, digits + at, sizeof digits - at);
  buffer->size += sizeof digits - at;
}

void
hb_android_put_text (hb_buffer *buffer, const char *text)
{
  size_t length = strlen (text);
  vec_reserve (*buffer, buffer->size + length);
  memcpy (buffer->data + buffer->size, text, length);
  buffer->size += length;
}

void
hb_android_put_run (const struct hb_android *log, hb_id number, hb_buffer *buffer)
{
  const struct hb_android_run *run = &log->runs.data[number];
  if (run->kind == HB_RUN_MESSAGE)
    {
      hb_android_put_text (buffer, hb_names_text (log->message_names, run->message));
      if (run->again)
        {
          hb_android_put_text (buffer, "~");
          hb_android_put_number (buffer, (uint64_t)run->again + 1);
        }
      return;
    }
  hb_android_put_text (buffer, hb_names_text (log->thread_names, run->thread));
  if (run->kind == HB_RUN_INITIAL)
    return;
  if (run->kind == HB_RUN_START)
    {
      hb_android_put_text (buffer, ".start");
      return;
    }
  hb_android_put_text (buffer, run->kind == HB_RUN_ENTRY ? ".entry" : ".gap");
  hb_android_put_number (buffer, (uint64_t)run->message + 1);
}

const char *
hb_android_run_name (const struct hb_android *log, hb_id run, hb_buffer *buffer)
{
  vec_clear (*buffer);
  hb_android_put_run (log, run, buffer);
  vec_push (*buffer, 0);
  buffer->size--;
  return buffer->data;
}
