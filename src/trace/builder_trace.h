/* What builder_trace.c gathers and builder_resolve.c, with builder_reference.c and builder_co.c, turns into a
 * trace.  Private to them. */
#ifndef HBKIT_BUILDER_TRACE_H
#define HBKIT_BUILDER_TRACE_H

#include "trace/builder_private.h"

/* Where something was said that can only be checked at the end. */
struct spot
{
  uint32_t line, column;
};

/* The address of a write, not yet looked up. */
struct reference
{
  hb_id reader;   /* the read event, or HB_NONE for a member of a co chain */
  hb_id name;     /* a label, or in `message_names` what stands before @; HB_NONE: an event */
  hb_id position; /* what stands after @; HB_NONE for a label; the event's number */
  struct spot spot;
};

/* What stands before the @ of addresses: the events of its message. */
struct holder
{
  hb_id first, count;
};

/* A co chain: references first .. first + count - 1 of `co_members`. */
struct co_chain
{
  hb_id variable;
  size_t first, count;
};

struct post
{
  hb_id event;
  struct spot spot;
};

/* All that is known before the end. */
struct trace_builder
{
  hb_builder base;
  hb_diag *diag;
  hb_trace *trace;
  VEC (struct holder) held; /* what stands before @ -> what it means, at the end */
  VEC (hb_id)
  written; /* event -> the variable that it writes, HB_NONE: none; a sixth of the
                                      memory of the events, and references look at nothing else */
  VEC (struct reference) reads;
  VEC (struct reference) co_members;
  VEC (struct co_chain) co_chains;
  VEC (struct post) posts;         /* in the order of events */
  VEC (struct spot) chained_spots; /* of the members of eo and mo chains */
  VEC (struct spot) message_spots;
  bool has_addresses; /* some references are MESSAGE@K or HANDLER@K */
  char chain;         /* kind of the open chain, 0: none */
  bool chain_is_bad;  /* its members are skipped: its head was wrong */
};

/* The place of SPOT in the file that is being read, with the line's text when it can be read again.
 * `*text` is new and to be freed after the error was added. */
struct hb_place hb_spot_place (const struct trace_builder *builder, struct spot spot, char **text);

/* For readers that know the number WRITE that an event has or will have: they need no address for
 * it.  A read from that write (HB_NONE: of the initial value), a member of a co chain. */
void hb_builder_read_event (hb_builder *builder, struct hb_span variable, hb_id write);
void hb_builder_chain_event (hb_builder *builder, hb_id write);

/* Adds an error at SPOT. */
#define hb_complain_at(OWN, SPOT, ...)                                                             \
  do                                                                                               \
    {                                                                                              \
      char *complain_text;                                                                         \
      struct hb_place complain_place = hb_spot_place (OWN, SPOT, &complain_text);                  \
      hb_error ((OWN)->diag, &complain_place, __VA_ARGS__);                                        \
      hb_free (complain_text);                                                                     \
    }                                                                                              \
  while (0)

/* Finds the message of every name: before all else. */
void hb_builder_resolve_messages (struct trace_builder *own);

/* Finds what each name means before the @ of an address: before references are resolved. */
void hb_builder_resolve_holders (struct trace_builder *own);

/* The write of VARIABLE that the reference stands for, or HB_NONE after an error. */
hb_id hb_builder_resolve_write (struct trace_builder *own, const struct reference *reference,
                                hb_id variable);

/* The event that the reference stands for, HB_NONE if there is none. */
hb_id hb_builder_find_event (const struct trace_builder *own, const struct reference *reference);

/* What is read in an order that no cache foresees is asked for so many steps before: the references of a large file
 * lead anywhere, and nothing else is as slow as to wait for each of them. */
#define STEP 24

/* Asks for what hb_builder_find_event will look at for the second STEP behind the first of the LEFT REFERENCES; gives the event
 * of the first STEP behind, which the caller may then ask for, or HB_NONE. */
hb_id hb_builder_fetch_ahead (const struct trace_builder *own, const struct reference *references,
                              size_t left);

/* Puts the writes of each variable into the order that the co chains ask for; errors are in the diag.
 * (builder_co.c) */
void hb_builder_resolve_co (struct trace_builder *own);

/* Turns all names into numbers and checks what could not be checked before; false after errors. */
bool hb_builder_resolve (struct trace_builder *builder);

#endif
