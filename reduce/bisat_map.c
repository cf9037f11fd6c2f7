/* The map of `3bisat-ed`: one JSON object a line (doc/reductions.md).  A header with the rule that
 * turns a witness into an assignment, a line a variable with the pairs of messages that tell its
 * value, a line a clause with its gadget.  O(formula): the rows on hV, O(n m) messages, are told by
 * their names. All texts are our own and need no escapes. */
#include "reduce/bisat_ed.h"

static const char rule[]
    = "\"rule\":{\"text\":\"a variable is true if and only if, in the execution order of hW, the "
      "first "
      "message of a pair runs before the second; all pairs of a variable agree; a variable without "
      "a "
      "line is false\",\"handler\":\"hW\",\"relation\":\"eo\",\"true\":\"first before "
      "second\",\"default\":"
      "false}";

static const char names[]
    = "\"names\":{\"row\":\"x<i>.<j> and ~x<i>.<j> on hV: the rows of variable i in column j\","
      "\"detour\":\"<row>.d: first hop of a first occurrence\",\"turn\":\"<row>.t: last hop, posts "
      "to "
      "hW\",\"value\":\"m<i>.<j>.<b> on hW: b is 1 for row x<i>, 0 for ~x<i>\"}";

static void
put_header (const struct hb_bisat *b, const char *ablation, const struct hb_sizes *sizes,
            hb_output *map)
{
  const struct hb_grid *grid = b->grid;
  hb_put (map, "{\"format\":\"hbkit-map 1\",\"reduction\":\"3bisat-ed\",\"ablation\":");
  if (ablation)
    hb_putf (map, "\"%s\"", ablation);
  else
    hb_put (map, "null");
  hb_putf (map,
           ",\"source\":{\"variables\":%d,\"occurring\":%llu,\"clauses\":%llu,\"literals\":%zu},"
           "\"target\":{\"events\":%llu,\"messages\":%llu,\"handlers\":%llu},",
           grid->cnf->variables, (unsigned long long)grid->variables,
           (unsigned long long)grid->columns, grid->cells, (unsigned long long)sizes->events,
           (unsigned long long)sizes->messages, (unsigned long long)sizes->handlers);
  hb_putf (map, "%s,%s}\n", rule, names);
}

static void
put_variable (const struct hb_bisat *b, int variable, hb_output *map)
{
  const hb_id *clauses = hb_grid_clauses (b->grid, variable);
  hb_name first, second;
  hb_putf (map, "{\"role\":\"variable\",\"variable\":%d,\"rows\":[\"x%d\",\"~x%d\"],\"clauses\":[",
           variable, variable, variable);
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    hb_putf (map, "%s%llu", u ? "," : "", (unsigned long long)clauses[u]);
  hb_put (map, "],\"pairs\":[");
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    {
      if (!hb_bisat_has_value (b, variable, clauses[u]))
        break;
      hb_id j = b->damage & HB_ONE_COPY ? HB_NONE : clauses[u];
      hb_putf (map, "%s[\"%s\",\"%s\"]", u ? "," : "", hb_name_value (&first, -variable, j),
               hb_name_value (&second, variable, j));
    }
  hb_put (map, "]}\n");
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

/* ", message of the box, its write and its read". */
static void
put_sandwich (const struct hb_bisat *b, int row, hb_id j, hb_output *map)
{
  hb_name message, label;
  size_t count, u = occurrence (b, row, j, &count);
  bool shared = (b->damage & HB_ONE_COPY) != 0;
  hb_name_value (&message, row, shared ? HB_NONE : j);
  hb_putf (map, ",\"message\":\"%s\",\"message_write\":\"%s\",\"message_read\":\"%s@%zu\"",
           message.text, hb_name_value_write (&label, row, j), message.text,
           shared ? count + u : 2);
}

static void
put_route (const struct hb_bisat *b, int row, int literal, unsigned v, hb_id j, hb_output *map)
{
  hb_name name;
  hb_putf (map, ",\"route\":[\"%s\"", hb_name_row (&name, row, j));
  if (hb_bisat_has_value (b, literal, j))
    {
      if (hb_bisat_detours (b, literal, j))
        hb_putf (map, ",\"%s\"", hb_name_detour (&name, row, j));
      hb_putf (map, ",\"%s\"", hb_name_turn (&name, row, j));
    }
  hb_put (map, "],\"through\":[\"hV\"");
  if (hb_bisat_has_value (b, literal, j))
    {
      if (hb_bisat_detours (b, literal, j))
        hb_putf (map, ",\"ht%u\"", hb_bisat_first_hop (b, row, literal, v));
      hb_putf (map, ",\"ht%u\"", v);
    }
  hb_put (map, "]");
}

/* The box of ROW on handler Q of hCa.., from 0, at POSITION[Q] of its initial message; the V-th
 * LITERAL of the clause is ROW or its negation. */
static void
put_box (const struct hb_bisat *b, int row, int literal, unsigned v, size_t q, hb_id j,
         uint64_t *position, hb_output *map)
{
  hb_name label;
  size_t count;
  const char *handler = hb_bisat_handlers[HB_BISAT_C + q];
  hb_putf (map,
           "{\"row\":%d,\"kind\":\"%s\",\"place\":%u,\"occurrence\":%zu,\"handler\":\"%s\","
           "\"read\":\"%s@%llu\",\"write\":\"%s\"",
           row, row == literal ? "literal" : "negation", v, occurrence (b, row, j, &count), handler,
           handler, (unsigned long long)position[q], hb_name_box_write (&label, row, j));
  position[q] += 2;
  put_sandwich (b, row, j, map);
  put_route (b, row, literal, v, j, map);
  hb_put_char (map, '}');
}

static void
put_z (hb_id j, uint64_t *position, hb_output *map)
{
  hb_name name, label;
  hb_putf (map, ",\"z\":{\"variable\":\"%s\",\"read\":\"%s@%llu\",\"write\":\"%s\"}",
           hb_name_z (&name, j), hb_bisat_handlers[HB_BISAT_C], (unsigned long long)position[0],
           hb_name_z_write (&label, j));
  position[0]++;
}

static void
put_clause (const struct hb_bisat *b, hb_id j, uint64_t *position, hb_output *map)
{
  size_t size;
  const int *literals = hb_grid_column (b->grid, j, &size);
  bool with_z = !(b->damage & HB_NO_Z);
  hb_putf (map, "{\"role\":\"clause\",\"clause\":%llu,\"literals\":[", (unsigned long long)j);
  for (size_t t = 0; t < size; t++)
    hb_putf (map, "%s%d", t ? "," : "", literals[t]);
  hb_put (map, "],\"handlers\":[");
  for (size_t q = 0; q <= size; q++)
    hb_putf (map, "%s\"%s\"", q ? "," : "", hb_bisat_handlers[HB_BISAT_C + q]);
  hb_put (map, "]");
  if (with_z)
    put_z (j, position, map);
  hb_put (map, ",\"boxes\":[");
  for (size_t t = 0; t < size; t++)
    {
      if (t)
        hb_put_char (map, ',');
      put_box (b, literals[t], literals[t], (unsigned)t + 1, t, j, position, map);
      hb_put_char (map, ',');
      put_box (b, -literals[t], literals[t], (unsigned)t + 1, t + 1, j, position, map);
    }
  hb_put (map, "]}\n");
  if (with_z)
    position[size]++;
}

void
hb_bisat_map (const struct hb_bisat *b, const char *ablation, const struct hb_sizes *sizes,
              hb_output *map)
{
  uint64_t position[HB_BISAT_HANDLERS - HB_BISAT_C] = { 0, 0, 0, 0 };
  put_header (b, ablation, sizes, map);
  for (hb_id i = 0; i < b->grid->variables; i++)
    put_variable (b, b->grid->numbers[i], map);
  for (hb_id j = 1; j <= b->grid->columns; j++)
    put_clause (b, j, position, map);
}
