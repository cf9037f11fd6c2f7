/* See relation.h. */
#include "gadget/relation.h"

#include <string.h>

static unsigned
ones (unsigned row)
{
  unsigned count = 0;
  for (; row; row >>= 1)
    count += row & 1;
  return count;
}

static bool
is_or (unsigned count, unsigned arity)
{
  (void)arity;
  return count > 0;
}

static bool
is_nae (unsigned count, unsigned arity)
{
  return count > 0 && count < arity;
}

static bool
is_xor (unsigned count, unsigned arity)
{
  (void)arity;
  return count % 2;
}

static bool
is_equal (unsigned count, unsigned arity)
{
  return count == 0 || count == arity;
}

static bool
is_one (unsigned count, unsigned arity)
{
  (void)arity;
  return count == 1;
}

static const struct
{
  const char *name;
  bool (*has) (unsigned count, unsigned arity);
} named[] = {
  { "or", is_or }, { "nae", is_nae }, { "xor", is_xor }, { "equal", is_equal }, { "one", is_one },
};

/* Does exchanging two neighbours ever lead out of the relation? */
static bool
is_symmetric (const struct hb_rows *relation)
{
  for (unsigned row = 0; row < 1u << relation->arity; row++)
    for (unsigned t = 0; t + 1 < relation->arity; t++)
      {
        unsigned low = row >> t & 1, high = row >> (t + 1) & 1;
        unsigned other = (row & ~(3u << t)) | low << (t + 1) | high << t;
        if (hb_rows_has (relation, row) != hb_rows_has (relation, other))
          return false;
      }
  return true;
}

static bool
read_rows (const char *text, struct hb_rows *relation, hb_diag *diag)
{
  struct hb_place place = { .file = "RELATION", .line = 1 };
  for (const char *at = text;; at++)
    {
      unsigned row = 0, width = 0;
      for (; *at == '0' || *at == '1'; at++, width++)
        if (width < HB_WIDEST_RELATION)
          row |= (unsigned)(*at - '0') << width;
      place.column = (hb_id)(at - text) + 1;
      if (!width || width > HB_WIDEST_RELATION || (*at && *at != ',')
          || (relation->arity && relation->arity != width))
        {
          hb_error (diag, NULL,
                    "RELATION '%s', column %u: expected or, nae, xor, equal or one and a number "
                    "up to %d, or rows of equally many 0 and 1, as in 01,10,11",
                    text, (unsigned)place.column, HB_WIDEST_RELATION);
          return false;
        }
      relation->arity = width;
      relation->rows |= 1u << row;
      if (!*at)
        return true;
    }
}

bool
hb_rows_read (const char *text, struct hb_rows *relation, hb_diag *diag)
{
  *relation = (struct hb_rows){ .arity = 0 };
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    {
      size_t length = strlen (named[i].name);
      if (strncmp (text, named[i].name, length) || text[length] < '1'
          || text[length] > '0' + HB_WIDEST_RELATION || text[length + 1])
        continue;
      relation->arity = (unsigned)(text[length] - '0');
      for (unsigned row = 0; row < 1u << relation->arity; row++)
        if (named[i].has (ones (row), relation->arity))
          relation->rows |= 1u << row;
    }
  if (!relation->arity && !read_rows (text, relation, diag))
    return false;
  relation->symmetric = is_symmetric (relation);
  if (relation->rows)
    return true;
  hb_error (diag, NULL, "RELATION '%s' has no row: any inconsistent trace expresses it", text);
  return false;
}
