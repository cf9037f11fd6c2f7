/* Names looked up before they are needed.
 *
 * The names of a large trace lie in tables that no cache holds, and a reader that waits for each of
 * them spends most of its time so.  A post names a message nobody heard of, a read a label from
 * anywhere: their places in the tables are computed some lines ahead, and memory brings them while
 * other lines are read. This is a hint; a line that is understood wrongly here costs nothing but
 * the hint. */
#include "trace/builder_trace.h"
#include "format/edt_words.h"

static const char *
skip_blanks (const char *at)
{
  while (hb_is_blank (*at))
    at++;
  return at;
}

/* Which bytes are an @ or may end a word? */
static uint64_t
marks (uint64_t bytes)
{
  return hb_edt_ends (bytes) | hb_bytes_between (bytes, '@', '@');
}

/* The address of a write at AT: MESSAGE@K, HANDLER@K or a label. */
static void
fetch_address (const hb_trace *trace, const char *at)
{
  const char *mark = hb_bytes_next (at, marks);
  hb_names_fetch (*mark == '@' ? trace->message_names : trace->labels, at, (size_t)(mark - at));
}

static void
fetch_message (const hb_trace *trace, const char *at)
{
  hb_names_fetch (trace->message_names, at, (size_t)(hb_next_small (at) - at));
}

void
hb_edt_fetch_member (const hb_builder *builder, char kind, const char *at)
{
  const hb_trace *trace = ((const struct trace_builder *)builder)->trace;
  if (kind == 'c')
    fetch_address (trace, at);
  else
    fetch_message (trace, at);
}

/* AT is the first word of a line. */
static void
look_at (const char *at, const hb_trace *trace)
{
  if (!memcmp (at, "read ", 5))
    fetch_address (trace, skip_blanks (hb_next_small (skip_blanks (at + 5))));
  else if (!memcmp (at, "post ", 5))
    fetch_message (trace, skip_blanks (at + 5));
  else if (!memcmp (at, "message ", 8))
    fetch_message (trace, skip_blanks (at + 8));
  else if (memcmp (at, "write ", 6))
    {
      const char *end = hb_next_small (at);
      if (end > at && end[-1] == ':')
        hb_names_fetch (trace->labels, at, (size_t)(end - 1 - at));
    }
}

void
hb_edt_look_ahead (const hb_input *input, const hb_builder *builder)
{
  size_t left;
  const char *at = hb_input_ahead (input, &left), *stop = at + left;
  for (int i = 0; i < HB_LINES_AHEAD && at && at < stop; i++)
    {
      at = skip_blanks (at);
      if (at < stop && *at != '\n')
        look_at (at, ((const struct trace_builder *)builder)->trace);
      at = memchr (at, '\n', (size_t)(stop - at));
      if (at)
        at++;
    }
}
