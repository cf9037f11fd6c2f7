/* What a `.trace` file says, before anything is decided about it.  Private to prototype_*.c.
 *
 * prototype_words.c finds the tokens, prototype_parse.c makes these tables of them, prototype_decide.c decides
 * what they leave open, and prototype_tell.c and prototype_co.c tell it to a builder. */
#ifndef HBKIT_PROTOTYPE_PRIVATE_H
#define HBKIT_PROTOTYPE_PRIVATE_H

#include "base/buffer.h"
#include "trace/builder_trace.h"
#include "import/prototype.h"

/* Names of each kind have a table of their own; numbers below are numbers in these. */
struct prototype_event
{
  hb_id one; /* the variable; the handler posted to, HB_NONE if the file does not say */
  hb_id
      two; /* the value; the id of the message posted; of a read, once values are resolved, the write
                that it reads from, or HB_NONE */
  struct spot spot;
  uint8_t kind; /* enum hb_event_kind, no HB_GET */
};

struct prototype_message
{
  hb_id id, handler;
  hb_id first, count; /* its events, without the get */
  hb_id post;         /* the event that posts it, or HB_NONE */
  int32_t priority;   /* if it has one: its get says it, then its post, too */
  hb_id name;         /* number in the names it gets in the trace */
  struct spot spot;
  uint8_t kind; /* enum hb_message_kind, once it is decided */
  bool has_priority;
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
  hb_id write; /* the event, once values are resolved; HB_NONE: none */
  struct spot spot;
  bool starts; /* the first of its chain */
};

/* What a post says. */
struct prototype_priority
{
  hb_id post;
  int32_t value;
};

struct prototype
{
  hb_names *handler_names, *ids, *variables, *values;
  VEC (struct prototype_handler) handlers; /* by number in `handler_names` */
  VEC (struct prototype_message) messages; /* in the order of the file */
  VEC (struct prototype_event) events;
  VEC (struct prototype_write) chains;
  VEC (struct prototype_priority) priorities; /* of posts, in their order */
  VEC (hb_id) order;                          /* handlers in the order of their `@` */
  int mailbox;                                /* that the head of the file names, or -1 */
  bool prioritised;                           /* a post or a get says a priority */
  size_t unknown, empty_steps, done_early;    /* what was passed over */
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

/* --- deciding ----------------------------------------------------------------------------------- */

/* The first two messages of an id, or HB_NONE. */
struct prototype_places
{
  hb_id first, second;
};

struct prototype_teller
{
  struct prototype *file;
  const hb_input *input;
  const struct hb_prototype_options *options;
  hb_notes *notes;
  hb_diag *diag;
  hb_names *places;                    /* (handler, id) -> message, both as bytes */
  VEC (struct prototype_places) by_id; /* id -> the messages of that id */
  hb_id *numbers;                      /* event of the file -> event of the trace, or HB_NONE */
  hb_names *handlers, *messages, *variables; /* the names in the trace */
  VEC (hb_id) handler_name, variable_name;   /* numbers of the file -> of the trace */
  size_t renamed, clashes;
};

/* The place of SPOT, with its line's text if it can be read again: *TEXT is new. */
struct hb_place prototype_spot_place (const struct prototype_teller *teller, struct spot spot,
                                      char **text);

/* Adds an error at SPOT. */
#define prototype_complain(TELLER, SPOT, ...)                                                      \
  do                                                                                               \
    {                                                                                              \
      char *complain_text;                                                                         \
      struct hb_place complain_place = prototype_spot_place (TELLER, SPOT, &complain_text);        \
      hb_error ((TELLER)->diag, &complain_place, __VA_ARGS__);                                     \
      hb_free (complain_text);                                                                     \
    }                                                                                              \
  while (0)

/* Finds out who posts what and what the messages are; names everything (prototype_decide.c).  False
 * after errors. */
bool prototype_decide (struct prototype_teller *teller);

/* Finds the writes that the values of reads and of members of chains name: these are in `two` and `write`
 * from here on (prototype_values.c).  Two writes of a variable with one value are an error. */
void prototype_resolve_values (struct prototype_teller *teller);

/* The name in the alphabet of `.edt`, appended to TO: as it is if it can be. */
void prototype_clean (hb_buffer *to, const char *text, size_t length);

static inline struct hb_span
prototype_name (const hb_names *names, hb_id number)
{
  return (struct hb_span){ hb_names_text (names, number), hb_names_length (names, number) };
}

/* Tells BUILDER, which has been told all events, the coherence order (prototype_co.c). */
void prototype_tell_co (struct prototype_teller *teller, hb_builder *builder);

/* The trace that FILE is, under OPTIONS; NULL after errors in DIAG.  INPUT says where it came from.  */
hb_trace *prototype_tell (struct prototype *file, const hb_input *input,
                          const struct hb_prototype_options *options, hb_notes *notes,
                          hb_diag *diag);

#endif
