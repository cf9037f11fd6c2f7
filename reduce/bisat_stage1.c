/* Stage 1 of `3bisat-ed`: hV and ht1 .. ht6 choose an assignment and pass it on from clause to
 * clause (ED-consistency paper, section 3.2 and Appendix C, "Stage 1"; design section 4 where that
 * is open).
 *
 * A row is a chain of messages, one column after another.  What the chain does in column j:
 *
 *     not marked            hV: x.j -----------------------------------> hV: x.(j+1)
 *
 *     a later occurrence,   hV: x.j --> ht_v: x.j.t --+--> hW: m_(i,j,b)
 *     v-th in the clause                              +--> hV: x.(j+1)
 *
 *     the first occurrence  hV: x.j --> ht_v or ht_(v+3): x.j.d --> ht_v: x.j.t, and on as above
 *
 * On the later way a row cannot overtake the other row of its variable: every handler is FIFO.  On
 * the first way the two rows are on two handlers for one hop, and which comes first to ht_v is
 * free: there the value of the variable is chosen.  The m are posted, and the rows come back to hV,
 * in that order. In the last column nothing comes back. */
#include "reduce/bisat_ed.h"

bool
hb_bisat_detours (const struct hb_bisat *b, int literal, hb_id j)
{
  return hb_grid_first (b->grid, literal, j) && !(b->damage & HB_FIRST_AS_LATER);
}

bool
hb_bisat_has_value (const struct hb_bisat *b, int literal, hb_id j)
{
  return hb_grid_first (b->grid, literal, j) || !(b->damage & HB_ONE_COPY);
}

unsigned
hb_bisat_first_hop (const struct hb_bisat *b, int row, int literal, unsigned v)
{
  return row == literal || (b->damage & HB_SAME_HOP) ? v : v + 3;
}

static void
post_next_column (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name name;
  if (j < b->grid->columns)
    hb_build_post (b->builder, NULL, hb_name_row (&name, row, j + 1));
}

/* ROW's message on hV; LITERAL is the column's literal of its variable, or 0. */
static void
build_row (const struct hb_bisat *b, int row, hb_id j, int literal)
{
  hb_name name;
  hb_build_message (b->builder, hb_name_row (&name, row, j));
  if (!literal || !hb_bisat_has_value (b, literal, j))
    post_next_column (b, row, j);
  else if (hb_bisat_detours (b, literal, j))
    hb_build_post (b->builder, NULL, hb_name_detour (&name, row, j));
  else
    hb_build_post (b->builder, NULL, hb_name_turn (&name, row, j));
}

static void
build_hv (const struct hb_bisat *b)
{
  const struct hb_grid *grid = b->grid;
  int *marks = hb_calloc (grid->variables, sizeof *marks);
  hb_name name;
  hb_build_handler (b->builder, hb_bisat_handlers[HB_BISAT_V], -1);
  hb_build_initial (b->builder);
  for (hb_id i = 0; i < grid->variables; i++)
    {
      hb_build_post (b->builder, NULL, hb_name_row (&name, grid->numbers[i], 1));
      hb_build_post (b->builder, NULL, hb_name_row (&name, -grid->numbers[i], 1));
    }
  for (hb_id j = 1; j <= grid->columns; j++)
    {
      size_t size;
      const int *literals = hb_grid_column (grid, j, &size);
      for (size_t t = 0; t < size; t++)
        marks[grid->indices[literals[t] < 0 ? -literals[t] : literals[t]]] = literals[t];
      for (hb_id i = 0; i < grid->variables; i++)
        {
          build_row (b, grid->numbers[i], j, marks[i]);
          build_row (b, -grid->numbers[i], j, marks[i]);
          marks[i] = 0;
        }
    }
  hb_free (marks);
}

static void
build_detour (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name name;
  hb_build_message (b->builder, hb_name_detour (&name, row, j));
  if (b->damage & HB_EARLY_RETURN)
    post_next_column (b, row, j);
  hb_build_post (b->builder, NULL, hb_name_turn (&name, row, j));
}

static void
build_turn (const struct hb_bisat *b, int row, hb_id j, bool detoured)
{
  bool returns = !(detoured && (b->damage & HB_EARLY_RETURN));
  hb_name name;
  hb_build_message (b->builder, hb_name_turn (&name, row, j));
  if (returns && (b->damage & HB_RETURN_FIRST))
    post_next_column (b, row, j);
  hb_build_post (b->builder, NULL,
                 hb_name_value (&name, row, b->damage & HB_ONE_COPY ? HB_NONE : j));
  if (returns && !(b->damage & HB_RETURN_FIRST))
    post_next_column (b, row, j);
}

/* What the cell of LITERAL, V-th in column J, has on handler HOP. */
static void
build_cell_on (const struct hb_bisat *b, unsigned hop, int literal, unsigned v, hb_id j)
{
  bool detours = hb_bisat_detours (b, literal, j);
  if (!hb_bisat_has_value (b, literal, j))
    return;
  if (detours && hb_bisat_first_hop (b, literal, literal, v) == hop)
    build_detour (b, literal, j);
  if (detours && hb_bisat_first_hop (b, -literal, literal, v) == hop)
    build_detour (b, -literal, j);
  if (hop != v)
    return;
  build_turn (b, literal, j, detours);
  build_turn (b, -literal, j, detours);
}

void
hb_bisat_stage1 (const struct hb_bisat *b)
{
  build_hv (b);
  for (unsigned hop = 1; hop <= 6; hop++)
    {
      hb_build_handler (b->builder, hb_bisat_handlers[HB_BISAT_T + hop - 1], -1);
      for (hb_id j = 1; j <= b->grid->columns; j++)
        {
          size_t size;
          const int *literals = hb_grid_column (b->grid, j, &size);
          unsigned v = hop <= 3 ? hop : hop - 3;
          if (v <= size)
            build_cell_on (b, hop, literals[v - 1], v, j);
        }
    }
}
