/* Names looked up before they are needed.
 *
 * The names of a large trace lie in tables that no cache holds, and a reader that waits for each of
 * them spends most of its time so.  A post names a message nobody heard of, a read a label from
 * anywhere: their places in the tables are computed some lines ahead, and memory brings them while
 * other lines are read. This is a hint; a line that is understood wrongly here costs nothing but
 * the hint. */
#include "trace/builder_trace.h"
#include "format/edt_words.h"

static bool
starts (struct hb_span line, const char *word)
{
  return line.length > strlen (word) && !memcmp (line.text, word, strlen (word));
}

static struct hb_span
last_word (struct hb_span line)
{
  size_t start = line.length;
  while (start && !hb_is_blank (line.text[start - 1]))
    start--;
  return (struct hb_span){ line.text + start, line.length - start };
}

static void
fetch (const hb_names *names, struct hb_span name)
{
  hb_names_fetch (names, name.text, name.length);
}

/* A write's address: MESSAGE@K, HANDLER@K or a label. */
static void
fetch_address (const struct trace_builder *builder, struct hb_span address)
{
  const char *at = address.length ? memchr (address.text, '@', address.length) : NULL;
  if (at)
    fetch (builder->trace->message_names,
           (struct hb_span){ address.text, (size_t)(at - address.text) });
  else
    fetch (builder->trace->labels, address);
}

/* LINE starts with a word. */
static void
look_at (struct hb_span line, const struct trace_builder *builder)
{
  const hb_trace *trace = builder->trace;
  if (starts (line, "post ") || starts (line, "message "))
    fetch (trace->message_names, last_word (line));
  else if (starts (line, "read "))
    fetch_address (builder, last_word (line));
  else if (!starts (line, "write "))
    {
      const char *colon = memchr (line.text, ':', line.length);
      if (colon)
        fetch (trace->labels, (struct hb_span){ line.text, (size_t)(colon - line.text) });
    }
}

void
hb_edt_look_ahead (const hb_input *input, const hb_builder *builder)
{
  size_t left;
  const char *at = hb_input_ahead (input, &left);
  for (int i = 0; i < HB_LINES_AHEAD; i++)
    {
      const char *end = left ? memchr (at, '\n', left) : NULL;
      if (!end)
        return;
      left -= (size_t)(end + 1 - at);
      while (at < end && hb_is_blank (*at))
        at++;
      look_at ((struct hb_span){ at, (size_t)(end - at) }, (const struct trace_builder *)builder);
      at = end + 1;
    }
}
