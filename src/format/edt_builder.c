/* A builder that writes the `.edt` text as the calls come (design section 3).
 *
 * Two blanks of indentation for events, none for the rest; a chain is one line. */
#include "format/edt.h"

#include "trace/builder_private.h"

struct file_builder
{
  hb_builder base;
  hb_output *output;
  bool line_open; /* a message or chain line that may still grow */
};

static struct file_builder *
self (hb_builder *builder)
{
  return (struct file_builder *)builder;
}

static void
put_span (hb_output *output, struct hb_span span)
{
  hb_put_bytes (output, span.text, span.length);
}

/* Ends the line that may have grown, and starts one with WORD. */
static hb_output *
start_line (hb_builder *builder, const char *word)
{
  struct file_builder *file = self (builder);
  if (file->line_open)
    hb_put_char (file->output, '\n');
  file->line_open = true;
  hb_put (file->output, word);
  return file->output;
}

static void
file_meta (hb_builder *builder, struct hb_span key, struct hb_span value)
{
  hb_output *output = start_line (builder, "meta ");
  put_span (output, key);
  hb_put (output, " \"");
  for (size_t i = 0; i < value.length; i++)
    {
      unsigned char c = (unsigned char)value.text[i];
      if (c == '"' || c == '\\')
        hb_put_char (output, '\\');
      hb_put_char (output, c < ' ' ? ' ' : (char)c);
    }
  hb_put_char (output, '"');
}

static void
file_mailbox (hb_builder *builder, enum hb_mailbox mailbox)
{
  hb_put (start_line (builder, "mailbox "), hb_mailbox_name (mailbox));
}

static void
file_handler (hb_builder *builder, struct hb_span name, int mailbox)
{
  hb_output *output = start_line (builder, "handler ");
  put_span (output, name);
  if (mailbox >= 0)
    hb_putf (output, " %s", hb_mailbox_name ((enum hb_mailbox)mailbox));
}

static void
file_message (hb_builder *builder, enum hb_message_kind kind, struct hb_span name)
{
  hb_output *output = start_line (builder, kind == HB_INITIAL ? "initial" : "message ");
  put_span (output, name);
  if (kind == HB_EXTERNAL)
    hb_put (output, " external");
}

static void
file_priority (hb_builder *builder, int32_t priority)
{
  hb_put (self (builder)->output, " priority=");
  hb_put_signed (self (builder)->output, priority);
}

static hb_output *
start_event (hb_builder *builder, struct hb_span label, const char *word, struct hb_span object)
{
  hb_output *output = start_line (builder, "  ");
  if (label.text)
    {
      put_span (output, label);
      hb_put (output, ": ");
    }
  hb_put (output, word);
  put_span (output, object);
  return output;
}

static void
file_write (hb_builder *builder, struct hb_span label, struct hb_span variable,
            struct hb_span value)
{
  hb_output *output = start_event (builder, label, "write ", variable);
  if (value.text)
    {
      hb_put_char (output, ' ');
      put_span (output, value);
    }
}

static void
file_read (hb_builder *builder, struct hb_span label, struct hb_span variable, struct hb_span from)
{
  hb_output *output = start_event (builder, label, "read ", variable);
  hb_put_char (output, ' ');
  put_span (output, from.text ? from : hb_span ("init"));
}

static void
file_post (hb_builder *builder, struct hb_span label, struct hb_span message)
{
  start_event (builder, label, "post ", message);
}

static void
file_chain_start (hb_builder *builder, char kind, struct hb_span name)
{
  put_span (start_line (builder, kind == 'c' ? "co " : kind == 'e' ? "eo " : "mo "), name);
}

static void
file_chain_add (hb_builder *builder, struct hb_span member)
{
  hb_put_char (self (builder)->output, ' ');
  put_span (self (builder)->output, member);
}

static void
file_end (hb_builder *builder)
{
  hb_putf (start_line (builder, "end "), "%llu %llu %llu\n",
           (unsigned long long)builder->sizes.events, (unsigned long long)builder->sizes.messages,
           (unsigned long long)builder->sizes.handlers);
  self (builder)->line_open = false;
}

static hb_trace *
file_finish (hb_builder *builder)
{
  hb_free (builder);
  return NULL;
}

static const struct hb_builder_class file_class = { .meta = file_meta,
                                                    .mailbox = file_mailbox,
                                                    .handler = file_handler,
                                                    .message = file_message,
                                                    .priority = file_priority,
                                                    .write = file_write,
                                                    .read = file_read,
                                                    .post = file_post,
                                                    .chain_start = file_chain_start,
                                                    .chain_add = file_chain_add,
                                                    .end = file_end,
                                                    .finish = file_finish };

hb_builder *
hb_builder_to_file (hb_output *output)
{
  struct file_builder *file = hb_calloc (1, sizeof *file);
  file->base.class = &file_class;
  file->output = output;
  hb_put (output, "edt 1\n");
  return &file->base;
}
