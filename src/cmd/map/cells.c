/* See cells.h. */
#include "cmd/map/cells.h"

#include "base/plain.h"

#include <string.h>

#define MOST_HANDLERS 9

static const char *const field_names[MAP_FIELDS]
    = { "mailbox", "posts", "handlers", "class", "by", "proof", "command", "tested" };

static bool
complain (hb_input *input, hb_diag *diag, size_t column, const char *what)
{
  struct hb_place place = hb_input_place (input, column + 1);
  hb_error (diag, &place, "%s", what);
  return false;
}

/* The row of the cell; a new one if need be. */
static size_t
row_of (struct map *map, const struct map_cell *cell)
{
  for (size_t r = 0; r < map->rows.size; r++)
    {
      const struct map_cell *first = &map->cells.data[map->rows.data[r]];
      if (!strcmp (first->fields[MAP_MAILBOX], cell->fields[MAP_MAILBOX])
          && !strcmp (first->fields[MAP_POSTS], cell->fields[MAP_POSTS]))
        return r;
    }
  vec_push (map->rows, map->cells.size);
  return map->rows.size - 1;
}

static bool
check (struct map *map, const struct map_cell *cell, hb_input *input, hb_diag *diag,
       const size_t starts[])
{
  const char *class = cell->fields[MAP_CLASS], *handlers = cell->fields[MAP_HANDLERS];
  if (strcmp (class, "P") && strcmp (class, "NPC") && strcmp (class, "open"))
    return complain (input, diag, starts[MAP_CLASS], "expected the class P, NPC or open");
  if (*handlers < '1' || *handlers > '0' + MOST_HANDLERS || handlers[1])
    return complain (input, diag, starts[MAP_HANDLERS],
                     "expected a number of handlers from 1 to 9");
  if (map_at (map, cell->row, cell->column))
    return complain (input, diag, 0, "this cell was told before; expected each once");
  return true;
}

/* Splits a line; false after an error. */
static bool
read_cell (struct map *map, hb_input *input, const char *line, size_t length, hb_diag *diag)
{
  struct map_cell cell = { .row = 0 };
  size_t starts[MAP_FIELDS] = { 0 }, at = 0, count = 0;
  for (; count < MAP_FIELDS && at <= length; count++)
    {
      const char *tab = memchr (line + at, '\t', length - at);
      size_t end = tab ? (size_t)(tab - line) : length;
      bool empty = end - at == 1 && line[at] == '-';
      starts[count] = at;
      cell.fields[count] = hb_make_plain (hb_copy_bytes (line + at, empty ? 0 : end - at));
      at = end + 1;
    }
  bool good = count == MAP_FIELDS && at > length;
  if (!good)
    {
      char *what = hb_format ("expected %d fields with a tab between: %s ... %s", MAP_FIELDS,
                              field_names[0], field_names[MAP_FIELDS - 1]);
      complain (input, diag, good ? 0 : length, what);
      hb_free (what);
    }
  else
    {
      cell.column = (size_t)(*cell.fields[MAP_HANDLERS] - '1');
      cell.row = row_of (map, &cell);
      good = check (map, &cell, input, diag, starts);
    }
  if (good && cell.column >= map->columns)
    map->columns = cell.column + 1;
  vec_push (map->cells, cell);
  return good;
}

bool
map_read (struct map *map, hb_input *input, hb_diag *diag)
{
  const char *line;
  size_t length;
  *map = (struct map){ .columns = 0 };
  while (!hb_diag_full (diag) && hb_input_line (input, &line, &length))
    if (length && *line != '#')
      read_cell (map, input, line, length, diag);
  if (!hb_input_failed (input) && !map->cells.size && !hb_diag_errors (diag))
    hb_error (diag, NULL, "%s has no cells; expected a line a cell", hb_input_name (input));
  hb_input_close (input);
  if (!hb_diag_errors (diag))
    return true;
  map_free (map);
  return false;
}

void
map_free (struct map *map)
{
  for (size_t c = 0; c < map->cells.size; c++)
    for (size_t f = 0; f < MAP_FIELDS; f++)
      hb_free (map->cells.data[c].fields[f]);
  vec_free (map->cells);
  vec_free (map->rows);
}

const struct map_cell *
map_at (const struct map *map, size_t row, size_t column)
{
  for (size_t c = 0; c < map->cells.size; c++)
    if (map->cells.data[c].row == row && map->cells.data[c].column == column)
      return &map->cells.data[c];
  return NULL;
}
