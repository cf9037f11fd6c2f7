/* The calls of builder.h, passed on to the end that the builder has. */
#include "trace/builder_private.h"

void
hb_build_meta (hb_builder *builder, const char *key, const char *value)
{
  builder->class->meta (builder, hb_span (key), hb_span (value));
}

void
hb_build_mailbox (hb_builder *builder, enum hb_mailbox mailbox)
{
  builder->class->mailbox (builder, mailbox);
}

void
hb_build_handler (hb_builder *builder, const char *name, int mailbox)
{
  hb_builder_handler (builder, hb_span (name), mailbox);
}

void
hb_build_initial (hb_builder *builder)
{
  hb_builder_message (builder, HB_INITIAL, hb_span (NULL));
}

void
hb_build_message (hb_builder *builder, const char *name)
{
  hb_builder_message (builder, HB_POSTED, hb_span (name));
}

void
hb_build_external (hb_builder *builder, const char *name)
{
  hb_builder_message (builder, HB_EXTERNAL, hb_span (name));
}

void
hb_build_message_of (hb_builder *builder, enum hb_message_kind kind, const char *name)
{
  hb_builder_message (builder, kind, hb_span (kind == HB_INITIAL ? NULL : name));
}

void
hb_build_priority (hb_builder *builder, int32_t priority)
{
  builder->class->priority (builder, priority);
}

void
hb_build_write (hb_builder *builder, const char *label, const char *variable, const char *value)
{
  hb_builder_write (builder, hb_span (label), hb_span (variable), hb_span (value));
}

void
hb_build_read (hb_builder *builder, const char *label, const char *variable, const char *from)
{
  hb_builder_read (builder, hb_span (label), hb_span (variable), hb_span (from));
}

void
hb_build_post (hb_builder *builder, const char *label, const char *message)
{
  hb_builder_post (builder, hb_span (label), hb_span (message));
}

void
hb_build_chain_start (hb_builder *builder, char kind, const char *name)
{
  builder->class->chain_start (builder, kind, hb_span (name));
}

void
hb_build_chain_add (hb_builder *builder, const char *member)
{
  builder->class->chain_add (builder, hb_span (member));
}

void
hb_build_without_co (hb_builder *builder)
{
  builder->without_co = true;
}

void
hb_build_end (hb_builder *builder)
{
  builder->class->end (builder);
}

struct hb_sizes
hb_builder_sizes (const hb_builder *builder)
{
  return builder->sizes;
}

hb_trace *
hb_builder_finish (hb_builder *builder)
{
  return builder->class->finish (builder);
}
