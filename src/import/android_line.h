/* One line of an Android log, in words.  Private to android_*.c. */
#ifndef HBKIT_ANDROID_LINE_H
#define HBKIT_ANDROID_LINE_H

#include "trace/builder_private.h"

/* What operations a log has.  Those behind HB_OP_LAST_EVENT never are events of a trace. */
enum hb_android_kind
{
  HB_OP_NONE, /* the line is no operation */
  HB_OP_READ,
  HB_OP_READ_STATIC,
  HB_OP_WRITE,
  HB_OP_WRITE_STATIC,
  HB_OP_POST,
  HB_OP_NATIVE_POST,
  HB_OP_UI_POST,
  HB_OP_DELAY_POST,
  HB_OP_IDLE_POST,
  HB_OP_CALL,
  HB_OP_RET,
  HB_OP_FORK,
  HB_OP_THREADINIT,
  HB_OP_THREADEXIT,
  HB_OP_JOIN,
  HB_OP_NOTIFY,
  HB_OP_WAIT,
  HB_OP_LOCK,
  HB_OP_UNLOCK,
  HB_OP_ENABLE_LIFECYCLE,
  HB_OP_ENABLE_EVENT,
  HB_OP_ENABLE_FOCUS,
  HB_OP_TRIGGER_LIFECYCLE,
  HB_OP_TRIGGER_EVENT,
  HB_OP_TRIGGER_FOCUS,
  HB_OP_LAST_EVENT = HB_OP_TRIGGER_FOCUS,
  HB_OP_START,
  HB_OP_ATTACH_Q,
  HB_OP_LOOP,
  HB_OP_LOOP_EXIT,
  HB_OP_ACCESS,
  HB_OP_NATIVE_ENTRY,
  HB_OP_NATIVE_EXIT,
  HB_OP_QUEUE_IDLE,
  HB_OP_ADD_IDLE,
  HB_OP_REMOVE_IDLE,
  HB_OP_BROADCAST,
  HB_OP_SERVICE,
  HB_OP_INSTANCE,
  HB_OP_NOP,
  HB_OP_UNKNOWN, /* a number and a word in capitals that is none of the above */
  HB_OP_KINDS
};

/* Fields that are numbers, and those that are texts. */
enum hb_android_number
{
  HB_FIELD_TID,
  HB_FIELD_SRC,
  HB_FIELD_DEST,
  HB_FIELD_MSG,
  HB_FIELD_DELAY,
  HB_FIELD_PARENT,
  HB_FIELD_CHILD,
  HB_FIELD_NOTIFIED,
  HB_FIELD_FRONT,
  HB_FIELD_NEGATIVE,
  HB_FIELD_AT_TIME,
  HB_FIELD_NUMBERS
};

enum hb_android_text
{
  HB_FIELD_OBJ,
  HB_FIELD_CLASS,
  HB_FIELD_FIELD,
  HB_FIELD_DATABASE,
  HB_FIELD_LOCK,
  HB_FIELD_COMPONENT,
  HB_FIELD_ID,
  HB_FIELD_STATE,
  HB_FIELD_VIEW,
  HB_FIELD_EVENT,
  HB_FIELD_WINDOW,
  HB_FIELD_TEXTS
};

struct hb_android_line
{
  enum hb_android_kind kind;
  bool is_access; /* numbered by rwId */
  uint64_t number;
  struct hb_span word; /* the operation's name */
  uint32_t seen;       /* bits: numbers, then texts */
  int64_t numbers[HB_FIELD_NUMBERS];
  struct hb_span texts[HB_FIELD_TEXTS];
  const char *wanted; /* what was expected at COLUMN (from 1), if something is wrong */
  size_t column;
};

#define HB_SEEN_NUMBER(FIELD) (1u << (FIELD))
#define HB_SEEN_TEXT(FIELD) (1u << (HB_FIELD_NUMBERS + (FIELD)))

/* Splits the LENGTH bytes at TEXT, which the spans in LINE borrow.  False if it is a known operation
 * without a field that it must have, or with a number that is none: `wanted` and `column` tell.
 * Linear. */
bool hb_android_split (const char *text, size_t length, struct hb_android_line *line);

/* The name of an operation, as logs have it. */
const char *hb_android_kind_name (enum hb_android_kind kind);

#endif
