/* The names of `3bisat-ed` (bisat_grid.h).  A big grid has more than a million, so they are put
 * together by hand rather than by printf. */
#include "reduce/bisat_grid.h"

const char *const hb_bisat_handlers[HB_BISAT_HANDLERS]
    = { "hV", "ht1", "ht2", "ht3", "ht4", "ht5", "ht6", "hW", "hCa", "hCb", "hCc", "hCd" };

static char *
put_text (char *to, const char *text)
{
  while (*text)
    *to++ = *text++;
  return to;
}

static char *
put_number (char *to, uint32_t number)
{
  char digits[10];
  size_t count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *to++ = digits[--count];
  return to;
}

static uint32_t
variable_of (int row)
{
  return (uint32_t)(row < 0 ? -row : row);
}

/* PREFIX x3.2 SUFFIX, with ~ for a negative row. */
static const char *
compose (hb_name *name, const char *prefix, int row, hb_id j, const char *suffix)
{
  char *to = put_text (name->text, prefix);
  to = put_text (to, row < 0 ? "~x" : "x");
  to = put_number (to, variable_of (row));
  *to++ = '.';
  to = put_number (to, j);
  *put_text (to, suffix) = 0;
  return name->text;
}

const char *
hb_name_row (hb_name *name, int row, hb_id j)
{
  return compose (name, "", row, j, "");
}

const char *
hb_name_detour (hb_name *name, int row, hb_id j)
{
  return compose (name, "", row, j, ".d");
}

const char *
hb_name_turn (hb_name *name, int row, hb_id j)
{
  return compose (name, "", row, j, ".t");
}

const char *
hb_name_box (hb_name *name, int row, hb_id j, int part)
{
  return compose (name, "l.", row, j, part == 1 ? ".1" : ".2");
}

const char *
hb_name_value_write (hb_name *name, int row, hb_id j)
{
  return compose (name, "w.", row, j, "");
}

const char *
hb_name_box_write (hb_name *name, int row, hb_id j)
{
  return compose (name, "b.", row, j, "");
}

const char *
hb_name_value (hb_name *name, int row, hb_id j)
{
  char *to = put_text (name->text, "m");
  to = put_number (to, variable_of (row));
  if (j != HB_NONE)
    to = put_number (put_text (to, "."), j);
  *put_text (to, row < 0 ? ".0" : ".1") = 0;
  return name->text;
}

const char *
hb_name_z_write (hb_name *name, hb_id j)
{
  *put_number (put_text (name->text, "w.z"), j) = 0;
  return name->text;
}

const char *
hb_name_z (hb_name *name, hb_id j)
{
  *put_number (put_text (name->text, "z"), j) = 0;
  return name->text;
}
