/* See values.h. */
#include "cmd/sweep/values.h"

#include "base/names.h"

#include <inttypes.h>
#include <string.h>

#define MOST_DECIMALS 9
#define MOST_UNITS INT64_C (1000000000000000)

/* UNITS times 10^-DECIMALS. */
struct decimal
{
  int64_t units;
  int decimals;
};

static bool
read_decimal (const char *text, size_t length, struct decimal *number)
{
  bool negative = length && *text == '-', point = false, digits = false;
  *number = (struct decimal){ 0, 0 };
  for (size_t i = negative; i < length; i++)
    {
      char c = text[i];
      if (c == '.' && !point)
        {
          point = true;
          continue;
        }
      if (c < '0' || c > '9' || number->units >= MOST_UNITS || number->decimals >= MOST_DECIMALS)
        return false;
      digits = true;
      number->units = 10 * number->units + (c - '0');
      number->decimals += point;
    }
  if (negative)
    number->units = -number->units;
  return digits;
}

/* New. */
static char *
write_decimal (struct decimal number)
{
  while (number.decimals && number.units % 10 == 0)
    {
      number.units /= 10;
      number.decimals--;
    }
  int64_t scale = 1;
  for (int i = 0; i < number.decimals; i++)
    scale *= 10;
  const char *sign = number.units < 0 ? "-" : "";
  int64_t size = number.units < 0 ? -number.units : number.units;
  if (!number.decimals)
    return hb_format ("%s%" PRId64, sign, size);
  return hb_format ("%s%" PRId64 ".%0*" PRId64, sign, size / scale, number.decimals, size % scale);
}

/* The one way of writing the number TEXT; any other text as it is.  New. */
static char *
normal (const char *text, size_t length)
{
  struct decimal number;
  return read_decimal (text, length, &number) ? write_decimal (number)
                                              : hb_copy_bytes (text, length);
}

bool
sweep_value_is_number (const char *text)
{
  struct decimal number;
  return read_decimal (text, strlen (text), &number);
}

/* Appends VALUE (stolen) unless it is there; SEEN has all that are. */
static void
add (sweep_words *values, hb_names *seen, char *value)
{
  size_t before = hb_names_count (seen);
  hb_names_intern (seen, value, strlen (value));
  if (hb_names_count (seen) > before)
    vec_push (*values, value);
  else
    hb_free (value);
}

static void
bring_to (struct decimal *number, int decimals)
{
  for (; number->decimals < decimals; number->decimals++)
    number->units *= 10;
}

/* "FIRST:LAST:STEP"; "FIRST:LAST" steps by one.  False if it is no range, or too long. */
static bool
add_range (sweep_words *values, hb_names *seen, const char *text, size_t length)
{
  struct decimal part[3] = { [2] = { 1, 0 } };
  int decimals = 0;
  for (int i = 0; i < 3; i++)
    {
      size_t size = strcspn (text, ":,");
      size = size < length ? size : length;
      if (!read_decimal (text, size, &part[i]))
        return false;
      decimals = part[i].decimals > decimals ? part[i].decimals : decimals;
      if (size == length)
        {
          if (i == 0)
            return false;
          break;
        }
      if (i == 2)
        return false;
      text += size + 1;
      length -= size + 1;
    }
  for (int i = 0; i < 3; i++)
    {
      if (part[i].units > MOST_UNITS / 1000000000 && part[i].decimals < decimals)
        return false;
      bring_to (&part[i], decimals);
    }
  if (part[2].units <= 0 || part[1].units < part[0].units
      || (part[1].units - part[0].units) / part[2].units >= SWEEP_MOST_VALUES)
    return false;
  for (struct decimal at = part[0]; at.units <= part[1].units; at.units += part[2].units)
    add (values, seen, write_decimal (at));
  return true;
}

static bool
parse (const char *text, sweep_words *values, hb_names *seen, const struct hb_place *place,
       hb_diag *diag)
{
  for (const char *at = text;; at++)
    {
      size_t length = strcspn (at, ",");
      bool range = memchr (at, ':', length);
      if (!length || (range && !add_range (values, seen, at, length)))
        {
          hb_error (
              diag, place,
              "'%s' lists no values; expected words or numbers separated by commas, or ranges "
              "FIRST:LAST:STEP of at most %d numbers",
              text, SWEEP_MOST_VALUES);
          return false;
        }
      if (!range)
        add (values, seen, normal (at, length));
      at += length;
      if (!*at)
        return true;
    }
}

bool
sweep_values_parse (const char *text, sweep_words *values, const struct hb_place *place,
                    hb_diag *diag)
{
  hb_names *seen = hb_names_new ();
  bool good = parse (text, values, seen, place, diag);
  hb_names_free (seen);
  return good;
}

void
sweep_words_free (sweep_words *words)
{
  for (size_t i = 0; i < words->size; i++)
    hb_free (words->data[i]);
  vec_free (*words);
}
