/* What `hbkit draw` draws: read, decided and cut down as its options say. */
#ifndef HBKIT_CMD_DRAW_CHOOSE_H
#define HBKIT_CMD_DRAW_CHOOSE_H

#include "cmd/frame/files.h"

#include "proof/core.h"

#include "viz/draw.h"

#define DRAW_MOST_SHOWN 3000 /* events of a figure that nobody has asked for in so many words */

struct draw_choice
{
  hb_trace *trace;       /* owned */
  hb_witness *witness;   /* read, or NULL; owned, as all below */
  struct hb_cycle cycle; /* read */
  hb_check_result result;
  struct hb_explanation explanation;
  char *note;
  bool freely; /* nobody asked for all of it: where that is too large, its run on a page will do */
  VEC (hb_id) handlers, messages;
};

/* Checks the options that need no trace: a wrong one is told before a large trace is read. */
void draw_check_options (const struct cli *cli);

/* Takes the clause of --gadget clause:J, the literal of --gadget row:L, into DRAW; false if VALUE is neither. */
bool draw_parse_gadget (const char *value, struct hb_draw_options *draw);

/* Reads the operands and fills CHOICE and what DRAW borrows from it.  False after errors in cli->diag;
 * free CHOICE in either case. */
bool draw_choose (struct cli *cli, struct draw_choice *choice, struct hb_draw_options *draw);
void draw_choice_free (struct draw_choice *choice);

#endif
