/* The pictures of 'hbkit draw' that are no execution graphs. */
#ifndef HBKIT_CMD_DRAW_KINDS_H
#define HBKIT_CMD_DRAW_KINDS_H

#include "cmd/frame/files.h"

#include "engine/engine.h"

#include "cmd/draw/choose.h"
#include "cmd/draw/render.h"

/* Options of 'draw' for them. */
/* clang-format off */
#define DRAW_KINDS_OPTIONS                                                                          \
  { "html", "FILE", "the explorer: one page to pan, zoom and step through", 0, "FILE" },            \
  { "map", "FILE", "--html: the map that 'reduce' wrote, for the formula beside the trace", 0, "FILE" }, \
  { "strip", NULL, "what lies in the mailboxes along a run, as a strip of panels", 0, NULL },       \
  { "timeline", NULL, "a run, a row a handler, a box a message: what fits a page of a large trace", 0, NULL }, \
  { "from", "EVENT", "--strip, --timeline: start with this event, or step number, of the run", 0, NULL },       \
  { "to", "EVENT", "the same: end with this one", 0, NULL },                                         \
  { "by-message", NULL, "--strip: one panel for all that a message does in a row", 0, NULL },       \
  { "late", NULL, "the same: messages are taken as late as can be, not as early", 0, NULL },         \
  { "nested", NULL, "--strip: write a message that only posts as its posts, p(p(m))", 0, NULL },    \
  { "grid", NULL, "the grid of literals and clauses; the operand is a formula", 0, NULL }
/* clang-format on */

/* Draws the grid of the formula that is the operand; false after errors in cli->diag. */
bool draw_grid (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

/* Draws CHOICE to OUTPUT as the options say, an execution graph or anything else.  False after an
 * error. */
bool draw_kind (struct cli *cli, const struct draw_choice *choice,
                const struct hb_draw_options *draw, hb_output *output);

/* Writes the explorer of what was chosen to the file of --html; false after errors in cli->diag. */
bool draw_explorer (struct cli *cli, const struct draw_choice *choice,
                    const struct hb_draw_options *draw);

#endif
