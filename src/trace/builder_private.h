/* What the two ends of a builder share.  Private to builder*.c and the readers: texts are spans
 * here, so that a reader need not copy every word. */
#ifndef HBKIT_BUILDER_PRIVATE_H
#define HBKIT_BUILDER_PRIVATE_H

#include "trace/builder.h"

#include <string.h>

/* A piece of text that is not zero-terminated; TEXT NULL: none. */
struct hb_span
{
  const char *text;
  size_t length;
};

static inline struct hb_span
hb_span (const char *text)
{
  return (struct hb_span){ text, text ? strlen (text) : 0 };
}

/* What a builder does at each call. */
struct hb_builder_class
{
  void (*meta) (hb_builder *, struct hb_span key, struct hb_span value);
  void (*mailbox) (hb_builder *, enum hb_mailbox);
  void (*handler) (hb_builder *, struct hb_span name, int mailbox);
  void (*message) (hb_builder *, enum hb_message_kind, struct hb_span name);
  void (*priority) (hb_builder *, int32_t priority);
  void (*write) (hb_builder *, struct hb_span label, struct hb_span variable, struct hb_span value);
  void (*read) (hb_builder *, struct hb_span label, struct hb_span variable, struct hb_span from);
  void (*post) (hb_builder *, struct hb_span label, struct hb_span message);
  void (*chain_start) (hb_builder *, char kind, struct hb_span name);
  void (*chain_add) (hb_builder *, struct hb_span member);
  void (*end) (hb_builder *);
  hb_trace *(*finish) (hb_builder *); /* frees the builder */
};

struct hb_builder
{
  const struct hb_builder_class *class;
  struct hb_sizes sizes;
  struct hb_place place;
  bool without_co; /* a history: co is not told */
};

/* Counting belongs to the calls, whatever becomes of them. */
static inline void
hb_builder_message (hb_builder *builder, enum hb_message_kind kind, struct hb_span name)
{
  builder->sizes.messages++;
  builder->sizes.events += kind == HB_POSTED;
  builder->class->message (builder, kind, name);
}

static inline void
hb_builder_handler (hb_builder *builder, struct hb_span name, int mailbox)
{
  builder->sizes.handlers++;
  builder->class->handler (builder, name, mailbox);
}

static inline void
hb_builder_write (hb_builder *builder, struct hb_span label, struct hb_span variable,
                  struct hb_span value)
{
  builder->sizes.events++;
  builder->class->write (builder, label, variable, value);
}

static inline void
hb_builder_read (hb_builder *builder, struct hb_span label, struct hb_span variable,
                 struct hb_span from)
{
  builder->sizes.events++;
  builder->class->read (builder, label, variable, from);
}

static inline void
hb_builder_post (hb_builder *builder, struct hb_span label, struct hb_span message)
{
  builder->sizes.events++;
  builder->class->post (builder, label, message);
}

#endif
