/* The map of ED-consistency as a file: a line a cell, fields separated by tabs (data/map.tsv, doc/map.md).
 *
 *     mailbox  posts  handlers  class  by  proof  command  tested
 *
 * CLASS is P, NPC or open; BY what decides it or reduces to it; PROOF a section of doc/map.md or another page; COMMAND the
 * arguments of hbkit that check it, and TESTED what came out.  '-' is an empty field, '#' begins a comment. */
#ifndef HBKIT_CMD_MAP_CELLS_H
#define HBKIT_CMD_MAP_CELLS_H

#include "base/diag.h"
#include "base/input.h"
#include "base/vec.h"

enum map_field
{
  MAP_MAILBOX,
  MAP_POSTS,
  MAP_HANDLERS,
  MAP_CLASS,
  MAP_BY,
  MAP_PROOF,
  MAP_COMMAND,
  MAP_TESTED,
  MAP_FIELDS
};

struct map_cell
{
  char *fields[MAP_FIELDS]; /* owned; "" where the file has '-' */
  size_t row, column;       /* its place in the table */
};

struct map
{
  VEC (struct map_cell) cells;
  VEC (size_t) rows; /* the first cell of each pair of mailbox and posts, in the file's order */
  size_t columns;    /* numbers of handlers: 1 .. columns */
};

/* Reads the map that INPUT (stolen, at its start) holds into MAP, which `map_free` empties.  False after errors in DIAG. */
bool map_read (struct map *map, hb_input *input, hb_diag *diag);
void map_free (struct map *map);

/* The cell in ROW and COLUMN (from 0), borrowed, or NULL. */
const struct map_cell *map_at (const struct map *map, size_t row, size_t column);

#endif
