/* What a `.trace` file says, before anything is decided about it.  Private to prototype_*.c.
 *
 * prototype_words.c finds the tokens, prototype_parse.c makes these tables of them, prototype_tell.c
 * decides what they leave open and tells a builder. */
#ifndef HBKIT_PROTOTYPE_PRIVATE_H
#define HBKIT_PROTOTYPE_PRIVATE_H

#include "builder_trace.h"
#include "prototype.h"

/* Names of each kind have a table of their own; numbers below are numbers in these. */
struct prototype_event
{
  hb_id one; /* the variable; the handler posted to, HB_NONE if the file does not say */
  hb_id two; /* the value; the id of the message posted */
  struct spot spot;
  uint8_t kind; /* enum hb_event_kind, no HB_GET */
};

struct prototype_message
{
  hb_id id, handler;
  hb_id first, count; /* its events, without the get */
  hb_id post;         /* the event that posts it, or HB_NONE */
  hb_id name;         /* number in the names it gets in the trace */
  struct spot spot;
  uint8_t kind; /* enum hb_message_kind, once it is decided */
};

struct prototype_handler
{
  hb_id initial;     /* its initial message, or HB_NONE */
  hb_id last, count; /* of its messages, linked backwards, for the telling */
  bool opened;       /* there is an `@` of this name */
};

/* A member of a chain of co. */
struct prototype_write
{
  hb_id variable, value;
  struct spot spot;
  bool starts; /* the first of its chain */
};

struct prototype
{
  hb_names *handler_names, *ids, *variables, *values;
  VEC (struct prototype_handler) handlers; /* by number in `handler_names` */
  VEC (struct prototype_message) messages; /* in the order of the file */
  VEC (struct prototype_event) events;
  VEC (struct prototype_write) chains;
  VEC (hb_id) order;                       /* handlers in the order of the file */
  int mailbox;                             /* that the head of the file names, or -1 */
  size_t unknown, empty_steps, done_early; /* what was passed over */
};

enum prototype_token
{
  TOKEN_END,
  TOKEN_WORD,
  TOKEN_ARROW,
  TOKEN_MARK /* one of @ { } ( ) , ; $ */
};

struct prototype_reader
{
  hb_input *input;
  hb_diag *diag;
  hb_notes *notes;
  struct prototype *file;

  const char *line, *cursor, *stop; /* of the current line */
  enum prototype_token token;
  char mark;           /* of a TOKEN_MARK */
  struct hb_span word; /* the token's text, borrowed until the next token */
  struct spot spot;    /* where it stands */

  VEC (char) text; /* arguments of an operation, without their blanks */
  size_t ends[3];  /* where they end in it; of more only their number is known */
  unsigned arguments;
};

/* Goes to the next token. */
void prototype_next (struct prototype_reader *reader);

/* Is the token this mark? */
static inline bool
prototype_at (const struct prototype_reader *reader, char mark)
{
  return reader->token == TOKEN_MARK && reader->mark == mark;
}

/* Adds an error at the token: WHAT was expected there. */
void prototype_unexpected (struct prototype_reader *reader, const char *what);

/* The token at the place SPOT of the current line, for errors. */
struct hb_place prototype_place (const struct prototype_reader *reader, struct spot spot);

/* Fills `reader->file`; what is wrong is in the diag. */
void prototype_parse (struct prototype_reader *reader);

/* The trace that FILE is, under OPTIONS; NULL after errors in DIAG.  INPUT says where it came from.  */
hb_trace *prototype_tell (struct prototype *file, const hb_input *input,
                          const struct hb_prototype_options *options, hb_notes *notes,
                          hb_diag *diag);

#endif
