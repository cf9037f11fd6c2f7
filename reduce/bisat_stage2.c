/* Stage 2 of `3bisat-ed`: hW and hCa .. hCd check the clauses (ED-consistency paper, section 3.1,
 * figures 3 and 8, and Appendix C, "Stage 2").
 *
 * The gadget of a clause with literals L1, L2, L3, whose negations' rows are N1, N2, N3:
 *
 *      hCa          hCb          hCc          hCd              hW: m of row L1
 *     R z  <------------------------------- (W z below)       +--------------+
 *     [L1]         [N1]         [N2]         [N3]             | W l.L1.1     |-rf-> R l.L1.1  } the
 * box [L2]         [L3]         W z              | R l.L1.2     |<-rf- W l.L1.2  } [L1]
 *                                                             +--------------+
 *
 * A box runs inside its message, and hW runs one message at a time.  If L_t is false its message
 * comes before that of N_t, so [L_t] before [N_t], one handler to the right; [N_t] is before
 * [L_(t+1)] by po; all literals false would close the cycle R z, [L1], [N1], [L2], ..., [N3], W z,
 * R z. */
#include "reduce/bisat_ed.h"

static void
build_value_writes (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name label, variable;
  hb_build_write (b->builder, hb_name_value_write (&label, row, j),
                  hb_name_box (&variable, row, j, 1), "1");
}

static void
build_value_reads (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name from, variable;
  hb_build_read (b->builder, NULL, hb_name_box (&variable, row, j, 2),
                 hb_name_box_write (&from, row, j));
}

static void
build_value (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name name;
  hb_build_message (b->builder, hb_name_value (&name, row, j));
  build_value_writes (b, row, j);
  build_value_reads (b, row, j);
}

/* The ablation with one message for all clauses of the variable: the boxes of all of them run
 * inside it, in whatever order. */
static void
build_shared_value (const struct hb_bisat *b, int row)
{
  const hb_id *clauses = hb_grid_clauses (b->grid, row);
  hb_name name;
  hb_build_message (b->builder, hb_name_value (&name, row, HB_NONE));
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    build_value_writes (b, row, clauses[u]);
  for (size_t u = 0; u < HB_BISAT_MOST && clauses[u] != HB_NONE; u++)
    build_value_reads (b, row, clauses[u]);
}

static void
build_hw (const struct hb_bisat *b)
{
  hb_build_handler (b->builder, hb_bisat_handlers[HB_BISAT_W], -1);
  for (hb_id j = 1; j <= b->grid->columns; j++)
    {
      size_t size;
      const int *literals = hb_grid_column (b->grid, j, &size);
      for (size_t t = 0; t < size; t++)
        if (!(b->damage & HB_ONE_COPY))
          {
            build_value (b, literals[t], j);
            build_value (b, -literals[t], j);
          }
        else if (hb_bisat_has_value (b, literals[t], j))
          {
            build_shared_value (b, literals[t]);
            build_shared_value (b, -literals[t]);
          }
    }
}

static void
build_box (const struct hb_bisat *b, int row, hb_id j)
{
  hb_name name, other;
  hb_build_read (b->builder, NULL, hb_name_box (&name, row, j, 1),
                 hb_name_value_write (&other, row, j));
  hb_build_write (b->builder, hb_name_box_write (&name, row, j), hb_name_box (&other, row, j, 2),
                  "1");
}

/* Column J's share of the handler with Q handlers of its kind to its left. */
static void
build_gadget_part (const struct hb_bisat *b, size_t q, hb_id j)
{
  hb_name name, other;
  size_t size;
  const int *literals = hb_grid_column (b->grid, j, &size);
  bool with_z = !(b->damage & HB_NO_Z);
  if (q > size)
    return;
  if (q == 0 && with_z)
    hb_build_read (b->builder, NULL, hb_name_z (&name, j), hb_name_z_write (&other, j));
  if (q > 0)
    build_box (b, -literals[q - 1], j);
  if (q < size)
    build_box (b, literals[q], j);
  else if (with_z)
    hb_build_write (b->builder, hb_name_z_write (&name, j), hb_name_z (&other, j), "1");
}

void
hb_bisat_stage2 (const struct hb_bisat *b)
{
  build_hw (b);
  for (size_t q = 0; HB_BISAT_C + q < HB_BISAT_HANDLERS; q++)
    {
      hb_build_handler (b->builder, hb_bisat_handlers[HB_BISAT_C + q], -1);
      hb_build_initial (b->builder);
      for (hb_id j = 1; j <= b->grid->columns; j++)
        build_gadget_part (b, q, j);
    }
}
