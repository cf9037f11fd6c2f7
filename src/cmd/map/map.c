/* hbkit map: the map of ED-consistency (doc/map.md), as a table and as a figure. */
#include "cmd/frame/files.h"
#include "cmd/map/cells.h"
#include "base/path.h"

#include "viz/sketch.h"
#include "viz/text.h"

#include <string.h>

static const struct cli_option options[] = { OPTION_OUTPUT, OPTION_JSON_OUTPUT, OPTION_END };

/* --- the table -------------------------------------------------------------------------------- */

static void
put_row_name (hb_output *output, const struct map *map, size_t row)
{
  const struct map_cell *first = &map->cells.data[map->rows.data[row]];
  hb_putf (output, "%s, %s", first->fields[MAP_MAILBOX], first->fields[MAP_POSTS]);
}

/* A word on the class, and a link to the proof. */
static void
put_cell (hb_output *output, const struct map_cell *cell)
{
  if (!cell)
    return;
  const char *class = cell->fields[MAP_CLASS], *by = cell->fields[MAP_BY];
  bool hard = !strcmp (class, "NPC");
  hb_putf (output, "%s%s%s", hard ? "**" : "", class, hard ? "**" : "");
  if (*by)
    hb_putf (output, " [%s](%s)", by, cell->fields[MAP_PROOF]);
  else if (*cell->fields[MAP_PROOF])
    hb_putf (output, " [tried](%s)", cell->fields[MAP_PROOF]);
}

/* Has the command been told by a cell before this one? */
static bool
is_told (const struct map *map, size_t cell)
{
  for (size_t c = 0; c < cell; c++)
    if (!strcmp (map->cells.data[c].fields[MAP_COMMAND], map->cells.data[cell].fields[MAP_COMMAND]))
      return true;
  return false;
}

static void
put_table (hb_output *output, const struct map *map)
{
  hb_put (output, "|");
  for (size_t h = 0; h <= map->columns; h++)
    if (h)
      hb_putf (output, " %zu%s |", h, h == map->columns ? " and more" : "");
    else
      hb_put (output, " handlers |");
  hb_put (output, "\n|");
  for (size_t h = 0; h <= map->columns; h++)
    hb_put (output, " --- |");
  for (size_t r = 0; r < map->rows.size; r++)
    {
      hb_put (output, "\n| ");
      put_row_name (output, map, r);
      hb_put (output, " |");
      for (size_t h = 0; h < map->columns; h++)
        {
          hb_put (output, " ");
          put_cell (output, map_at (map, r, h));
          hb_put (output, " |");
        }
    }
  hb_put (output, "\n\n| cell | command | what came out |\n| --- | --- | --- |\n");
  for (size_t c = 0; c < map->cells.size; c++)
    {
      const struct map_cell *cell = &map->cells.data[c];
      if (!*cell->fields[MAP_COMMAND] || is_told (map, c))
        continue;
      hb_putf (output, "| %s, %s, %s | `hbkit %s` | %s |\n", cell->fields[MAP_MAILBOX],
               cell->fields[MAP_POSTS], cell->fields[MAP_HANDLERS], cell->fields[MAP_COMMAND],
               cell->fields[MAP_TESTED]);
    }
}

static void
put_json (hb_output *output, const struct map *map)
{
  static const char *const names[MAP_FIELDS]
      = { "mailbox", "posts", "handlers", "class", "by", "proof", "command", "tested" };
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_array (json, "cells");
  for (size_t c = 0; c < map->cells.size; c++)
    {
      hb_json_open_object (json);
      for (int f = 0; f < MAP_FIELDS; f++)
        hb_json_member_string (json, names[f], map->cells.data[c].fields[f]);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

/* --- the figure ------------------------------------------------------------------------------- */

static enum hb_ink
ink_of (const struct map_cell *cell)
{
  const char *class = cell->fields[MAP_CLASS];
  return !strcmp (class, "P")     ? HB_INK_NEW
         : !strcmp (class, "NPC") ? HB_INK_WAITING
                                  : HB_INK_RUNNING;
}

static void
sketch_cell (hb_sketch *sketch, const struct map_cell *cell, struct hb_rect place, double size)
{
  hb_id box = hb_sketch_rect (sketch, place, ink_of (cell));
  double middle = (place.x0 + place.x1) / 2, height = place.y1 - place.y0;
  bool by = *cell->fields[MAP_BY];
  hb_sketch_middle (sketch, middle, place.y0 + height * (by ? 0.34 : 0.5), size,
                    hb_format (HB_BOLD "%s" HB_BOLD_END, cell->fields[MAP_CLASS]), ink_of (cell),
                    box);
  if (by)
    hb_sketch_middle (sketch, middle, place.y0 + height * 0.72, 0.78 * size,
                      hb_copy_text (cell->fields[MAP_BY]), ink_of (cell), box);
}

static bool
draw (const struct map *map, hb_output *output, enum hb_draw_format format, hb_diag *diag)
{
  struct hb_draw_options draw = hb_draw_defaults ();
  hb_sketch sketch;
  draw.format = format;
  hb_sketch_init (&sketch, &draw, "Complexity of ED-consistency");
  double size = sketch.sheet.font, wide = 8.2 * size, high = 2.9 * size, left = 11.5 * size,
         top = 1.8 * size, gap = 0.35 * size;
  for (size_t h = 0; h < map->columns; h++)
    hb_sketch_middle (&sketch, left + ((double)h + 0.5) * (wide + gap), size, size,
                      hb_format (h + 1 == map->columns ? "%zu and more" : "%zu", h + 1),
                      HB_INK_ARROW, HB_NONE);
  hb_sketch_text (&sketch, 0, size, size, hb_copy_text ("handlers"), HB_INK_FAINT, HB_NONE);
  for (size_t r = 0; r < map->rows.size; r++)
    {
      const struct map_cell *first = &map->cells.data[map->rows.data[r]];
      double y = top + (double)r * (high + gap);
      hb_sketch_text (&sketch, 0, y + high / 2, size,
                      hb_format ("%s, %s", first->fields[MAP_MAILBOX], first->fields[MAP_POSTS]),
                      HB_INK_ARROW, HB_NONE);
      for (size_t h = 0; h < map->columns; h++)
        {
          double x = left + (double)h * (wide + gap);
          struct hb_rect place = { x, y, x + wide, y + high };
          if (map_at (map, r, h))
            sketch_cell (&sketch, map_at (map, r, h), place, size);
        }
    }
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  return good;
}

/* --- the command ------------------------------------------------------------------------------ */

/* A name that promises a table or a figure would get JSON, or a figure instead of it, without a word. */
static void
refuse_other_names (const struct cli *cli, const char *path)
{
  static const char *const others[] = { ".md", ".svg", ".tex" };
  for (size_t i = 0; i < sizeof others / sizeof *others && cli_flag (cli, "json"); i++)
    if (hb_ends_in (path, others[i]))
      cli_usage_error (cli, "%s: expected --json or a %s, not both", cli_shown (path),
                       i ? "figure" : "table");
}

static int
run (struct cli *cli)
{
  struct map map;
  const char *path = cli_text (cli, "output", "-");
  refuse_other_names (cli, path);
  hb_input *input = hb_input_open (cli->operands[0], cli->diag);
  if (!input || !map_read (&map, input, cli->diag))
    return cli_fail (cli);
  bool good = true, picture = hb_ends_in (path, ".svg") || hb_ends_in (path, ".tex");
  hb_output *output = hb_output_open (path, cli->diag);
  if (output && picture)
    good = draw (&map, output, hb_ends_in (path, ".tex") ? HB_DRAW_TIKZ : HB_DRAW_SVG, cli->diag);
  else if (output && cli_flag (cli, "json"))
    put_json (output, &map);
  else if (output)
    put_table (output, &map);
  map_free (&map);
  if (output && !good)
    hb_output_discard (output);
  return output && good && hb_output_commit (output) ? 0 : cli_fail (cli);
}

const struct cli_command cmd_map
    = { .name = "map",
        .summary = "where ED-consistency is easy and where it is hard: table and figure",
        .usage = "CELLS.tsv [-o OUT.md|OUT.svg|OUT.tex]\nCELLS.tsv --json [-o OUT.json]",
        .examples = "hbkit map map.tsv                      # the table of doc/map.md\n"
                    "hbkit map map.tsv -o map.svg",
        .description = "CELLS.tsv has a line for each mailbox discipline, kind of posting and "
                       "number of handlers: the\n"
                       "complexity of the problem there, what shows it, its proof, the command "
                       "that checks it and what\n"
                       "came out (data/map.tsv is the map as it is known). '#' begins a comment.\n"
                       "\n"
                       "Exit status: 0, 2 an error.",
        .options = options,
        .least = 1,
        .most = 1,
        .run = run };
