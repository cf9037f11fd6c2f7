/* The map of `3bisat-ed`: one JSON object a line (doc/reductions.md).  A header with the rule that
 * turns a witness into an assignment, a line a variable with the pairs of messages that tell its
 * value, a line a clause with its gadget.  O(formula): the rows on hV, O(n m) messages, are told by
 * their names. */
#include "reduce/bisat_ed.h"
#include "reduce/map.h"

#include <stdio.h>

static void
put_rule (hb_json *line)
{
  hb_json_member_object (line, "rule");
  hb_json_member_string (line, "text",
                         "a variable is true if and only if, in the execution order of hW, the "
                         "first message of a pair runs before the second; all pairs of a variable "
                         "agree; a variable without a line is false");
  hb_json_member_string (line, "handler", "hW");
  hb_json_member_string (line, "relation", "eo");
  hb_json_member_string (line, "true", "first before second");
  hb_json_member_bool (line, "default", false);
  hb_json_close (line);
}

static void
put_names (hb_json *line)
{
  hb_json_member_object (line, "names");
  hb_json_member_string (line, "row",
                         "x<i>.<j> and ~x<i>.<j> on hV: the rows of variable i in column j");
  hb_json_member_string (line, "detour", "<row>.d: first hop of a first occurrence");
  hb_json_member_string (line, "turn", "<row>.t: last hop, posts to hW");
  hb_json_member_string (line, "value", "m<i>.<j>.<b> on hW: b is 1 for row x<i>, 0 for ~x<i>");
  hb_json_close (line);
}

static void
put_header (const struct hb_bisat *b, const char *ablation, const uint64_t *sizes, hb_output *map)
{
  const struct hb_grid *grid = b->grid;
  hb_json *line = hb_map_header (map, "3bisat-ed");
  hb_json_member_string (line, "ablation", ablation);
  hb_json_member_object (line, "source");
  hb_json_member_signed (line, "variables", grid->cnf->variables);
  hb_json_member_unsigned (line, "occurring", grid->variables);
  hb_json_member_unsigned (line, "clauses", grid->columns);
  hb_json_member_unsigned (line, "literals", grid->cells);
  hb_json_close (line);
  hb_map_trace_sizes (line, sizes);
  put_rule (line);
  put_names (line);
  hb_map_end (line);
}

static void
put_variable (const struct hb_bisat *b, int variable, hb_output *map)
{
  const hb_id *clauses = hb_grid_clauses (b->grid, variable);
  hb_name first, second;
  hb_json *line = hb_map_line (map, "variable");
  hb_json_member_signed (line, "variable", variable);
  /* The rows are called as their messages are, without the column. */
  char positive[16], negative[16];
  snprintf (positive, sizeof positive, "x%d", variable);
  snprintf (negative, sizeof negative, "~x%d", variable);
  hb_map_pair (line, "rows", positive, negative);
  hb_json_member_array (line, "clauses");
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    hb_json_unsigned (line, clauses[u]);
  hb_json_close (line);
  hb_json_member_array (line, "pairs");
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    {
      if (!hb_bisat_has_value (b, variable, clauses[u]))
        break;
      hb_id j = b->damage & HB_ONE_COPY ? HB_NONE : clauses[u];
      hb_map_pair (line, NULL, hb_name_value (&first, -variable, j),
                   hb_name_value (&second, variable, j));
    }
  hb_json_close (line);
  hb_map_end (line);
}

/* Which occurrence of its variable ROW's cell in column J is, from 1, and of how many. */
static size_t
occurrence (const struct hb_bisat *b, int row, hb_id j, size_t *count)
{
  const hb_id *clauses = hb_grid_clauses (b->grid, row);
  size_t which = 0;
  for (*count = 0; *count < HB_BISAT_MOST && clauses[*count] != HB_NONE; ++*count)
    if (clauses[*count] == j)
      which = *count + 1;
  return which;
}

/* The member KEY: the address of event AT of what is called NAME. */
static void
put_address (hb_json *line, const char *key, const char *name, uint64_t at)
{
  char address[80];
  snprintf (address, sizeof address, "%s@%llu", name, (unsigned long long)at);
  hb_json_member_string (line, key, address);
}

/* The message of the box, its write and its read. */
static void
put_sandwich (const struct hb_bisat *b, int row, hb_id j, hb_json *line)
{
  hb_name message, label;
  size_t count, u = occurrence (b, row, j, &count);
  bool shared = (b->damage & HB_ONE_COPY) != 0;
  hb_name_value (&message, row, shared ? HB_NONE : j);
  hb_json_member_string (line, "message", message.text);
  hb_json_member_string (line, "message_write", hb_name_value_write (&label, row, j));
  put_address (line, "message_read", message.text, shared ? count + u : 2);
}

static void
put_route (const struct hb_bisat *b, int row, int literal, unsigned v, hb_id j, hb_json *line)
{
  hb_name name;
  bool has_value = hb_bisat_has_value (b, literal, j);
  bool detours = has_value && hb_bisat_detours (b, literal, j);
  hb_json_member_array (line, "route");
  hb_json_string (line, hb_name_row (&name, row, j));
  if (detours)
    hb_json_string (line, hb_name_detour (&name, row, j));
  if (has_value)
    hb_json_string (line, hb_name_turn (&name, row, j));
  hb_json_close (line);
  hb_json_member_array (line, "through");
  hb_json_string (line, hb_bisat_handlers[HB_BISAT_V]);
  if (detours)
    hb_json_string (line,
                    hb_bisat_handlers[HB_BISAT_T + hb_bisat_first_hop (b, row, literal, v) - 1]);
  if (has_value)
    hb_json_string (line, hb_bisat_handlers[HB_BISAT_T + v - 1]);
  hb_json_close (line);
}

/* The box of ROW on handler Q of hCa.., from 0, at POSITION[Q] of its initial message; the V-th
 * LITERAL of the clause is ROW or its negation. */
static void
put_box (const struct hb_bisat *b, int row, int literal, unsigned v, size_t q, hb_id j,
         uint64_t *position, hb_json *line)
{
  hb_name label;
  size_t count;
  const char *handler = hb_bisat_handlers[HB_BISAT_C + q];
  hb_json_open_object (line);
  hb_json_member_signed (line, "row", row);
  hb_json_member_string (line, "kind", row == literal ? "literal" : "negation");
  hb_json_member_unsigned (line, "place", v);
  hb_json_member_unsigned (line, "occurrence", occurrence (b, row, j, &count));
  hb_json_member_string (line, "handler", handler);
  put_address (line, "read", handler, position[q]);
  hb_json_member_string (line, "write", hb_name_box_write (&label, row, j));
  position[q] += 2;
  put_sandwich (b, row, j, line);
  put_route (b, row, literal, v, j, line);
  hb_json_close (line);
}

static void
put_z (hb_id j, uint64_t *position, hb_json *line)
{
  hb_name name, label;
  hb_json_member_object (line, "z");
  hb_json_member_string (line, "variable", hb_name_z (&name, j));
  put_address (line, "read", hb_bisat_handlers[HB_BISAT_C], position[0]);
  hb_json_member_string (line, "write", hb_name_z_write (&label, j));
  hb_json_close (line);
  position[0]++;
}

static void
put_clause (const struct hb_bisat *b, hb_id j, uint64_t *position, hb_output *map)
{
  size_t size;
  const int *literals = hb_grid_column (b->grid, j, &size);
  bool with_z = !(b->damage & HB_NO_Z);
  hb_json *line = hb_map_line (map, "clause");
  hb_json_member_unsigned (line, "clause", j);
  hb_json_member_array (line, "literals");
  for (size_t t = 0; t < size; t++)
    hb_json_signed (line, literals[t]);
  hb_json_close (line);
  hb_json_member_array (line, "handlers");
  for (size_t q = 0; q <= size; q++)
    hb_json_string (line, hb_bisat_handlers[HB_BISAT_C + q]);
  hb_json_close (line);
  if (with_z)
    put_z (j, position, line);
  hb_json_member_array (line, "boxes");
  for (size_t t = 0; t < size; t++)
    {
      put_box (b, literals[t], literals[t], (unsigned)t + 1, t, j, position, line);
      put_box (b, -literals[t], literals[t], (unsigned)t + 1, t + 1, j, position, line);
    }
  hb_json_close (line);
  hb_map_end (line);
  if (with_z)
    position[size]++;
}

void
hb_bisat_map (const struct hb_bisat *b, const char *ablation, const uint64_t *sizes, hb_output *map)
{
  uint64_t position[HB_BISAT_HANDLERS - HB_BISAT_C] = { 0, 0, 0, 0 };
  put_header (b, ablation, sizes, map);
  for (hb_id i = 0; i < b->grid->variables; i++)
    put_variable (b, b->grid->numbers[i], map);
  for (hb_id j = 1; j <= b->grid->columns; j++)
    put_clause (b, j, position, map);
}
