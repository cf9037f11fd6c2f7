/* The layout of the `config` engine's states and the rules that say when a step can be made.
 * Private to the library; the idea is in config.c. */
#ifndef HBKIT_ENGINE_CONFIG_H
#define HBKIT_ENGINE_CONFIG_H

#include "engine/engine.h"
#include "trace/history.h"

#define CONFIG_IDLE HB_NONE /* the handler is between two messages, or has run all */

/* M_(i,j) of the paper: the messages that handler i posts to handler j, in program order. */
struct config_line
{
  hb_id sender, receiver;
  hb_id first, count; /* in `messages` */
};

/* A configuration is an array of `words` words: for each handler the event that it runs next (the
 * paper's r_j), then for each line how many of its messages have been taken (s_(i,j)). */
struct config_rules
{
  const hb_trace *trace;
  size_t words;
  VEC (struct config_line) lines; /* sorted by receiver */
  hb_id *line_start;              /* receiver -> its first line; handlers + 1 entries */
  VEC (hb_id) messages;           /* line after line */
  hb_id *line_of, *place_of;      /* message -> its line and its place there, or HB_NONE */
  struct hb_readers readers;
  VEC (hb_id) eo_before, mo_before; /* pairs of the input's chains: message, the one before it */
};

void config_rules_make (struct config_rules *rules, const hb_trace *trace);
void config_rules_free (struct config_rules *rules);

/* The first configuration, into S; is S the last one? */
void config_start (const struct config_rules *rules, hb_id *s);
bool config_is_end (const struct config_rules *rules, const hb_id *s);

/* Can handler H, in the middle of a message, run the event that it stands at? */
bool config_can_run (const struct config_rules *rules, const hb_id *s, hb_id h);

/* Can the receiver of LINE, idle, take the next message of it? */
bool config_can_take (const struct config_rules *rules, const hb_id *s, hb_id line);

/* Makes the step; gives the event that happens. */
hb_id config_run (const struct config_rules *rules, hb_id *s, hb_id h);
hb_id config_take (const struct config_rules *rules, hb_id *s, hb_id line);

#endif
