/* Names of traces as figures show them.
 *
 *     m3.7.1            m with the subscript 3,7,1
 *     db:.data.a~20b    db:.data.a b: what importers had to write as ~ and two digits
 *     from~main~3       from with the subscript main,3: the third that main posted
 *
 * Names from elsewhere may be long and may hold anything: they are cut in the middle, and what no text may hold
 * becomes a question mark. */
#include "viz/text.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>

typedef VEC (char) chars;

static void
add (chars *to, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    vec_push (*to, text[i]);
}

static void
add_text (chars *to, const char *text)
{
  add (to, text, strlen (text));
}

static char *
finish (chars *from)
{
  vec_push (*from, '\0');
  return from->data;
}

static bool
all_digits (const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (!isdigit ((unsigned char)text[i]))
      return false;
  return length > 0;
}

/* Is TEXT one that subscripts suit: digits, x, x3 or ~x3 between dots, four parts at most? */
static bool
is_index (const char *text)
{
  for (int parts = 1; parts <= 4; parts++)
    {
      size_t length = strcspn (text, ".");
      size_t skip = text[0] == '~';
      if (length > skip && islower ((unsigned char)text[skip]))
        skip++;
      else if (skip)
        return false;
      bool is_letter = skip && text[0] != '~' && length == 1;
      if (length > 8 || !(is_letter || all_digits (text + skip, length - skip)))
        return false;
      if (!text[length])
        return true;
      text += length + 1;
    }
  return false;
}

/* The parts between the dots, divided by commas; ~ becomes a bar. */
static void
add_index (chars *to, const char *text)
{
  for (;;)
    {
      size_t length = strcspn (text, ".");
      bool negated = text[0] == '~';
      if (negated)
        add_text (to, HB_OVER);
      add (to, text + negated, length - negated);
      if (negated)
        add_text (to, HB_OVER_END);
      if (!text[length])
        return;
      add_text (to, ",");
      text += length + 1;
    }
}

char *
hb_text_name (const char *name, bool math, bool is_handler)
{
  bool negated = name[0] == '~';
  const char *base = name + negated, *rest = base[0] ? base + 1 : base;
  bool is_letter = isalpha ((unsigned char)base[0]);
  bool is_short_handler = is_handler && name[0] == 'h' && strlen (rest) <= 2;
  bool is_indexed
      = *rest == '.' ? is_index (rest + 1) : *rest >= '0' && *rest <= '9' && is_index (rest);
  if (!math || !is_letter || (*rest && !is_short_handler && !is_indexed))
    return hb_copy_text (name);
  chars text = VEC_EMPTY;
  add_text (&text, negated ? HB_ITALIC HB_OVER : HB_ITALIC);
  add (&text, base, 1);
  add_text (&text, negated ? HB_OVER_END HB_ITALIC_END : HB_ITALIC_END);
  if (*rest)
    {
      add_text (&text, HB_SUB);
      if (is_short_handler)
        add_text (&text, rest);
      else
        add_index (&text, rest + (*rest == '.'));
      add_text (&text, HB_SUB_END);
    }
  return finish (&text);
}

char *
hb_text_clean (const char *text, size_t most)
{
  static const char dots[] = HB_DOTS;
  chars clean = VEC_EMPTY;
  size_t length = strlen (text), step;
  bool cut = length > most, is_dotted = false;
  const char *end = text + length;
  for (const char *p = text; p < end; p += step)
    {
      uint32_t code;
      step = hb_text_decode (p, &code);
      size_t at = (size_t)(p - text);
      bool forbidden = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code & 0xfffe) == 0xfffe;
      if (!cut || at < most / 2 || at >= length - most / 2)
        add (&clean, forbidden ? "?" : p, forbidden ? 1 : step);
      else if (!is_dotted)
        {
          add_text (&clean, dots);
          is_dotted = true;
        }
    }
  return finish (&clean);
}

/* --- What importers have made of names --- */

static int
hex_digit (char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Is the ~ at AT in NAME the start of a byte's escape?  Behind a dot or at the start it negates; digits alone at
 * the end are a number (`serial`). */
static bool
is_escape (const char *name, const char *at)
{
  int high = hex_digit (at[1]), low = high < 0 ? -1 : hex_digit (at[2]);
  if (at == name || at[-1] == '.' || low < 0 || high < 2)
    return false;
  return high > 9 || low > 9 || (at[3] && at[3] != '~');
}

/* How many bytes the escapes at AT stand for that are one letter beyond ASCII, now in BYTES; 0: none.  Its bytes leave
 * nothing open: no number follows a name so. */
static size_t
escaped_letter (const char *at, char bytes[5])
{
  size_t count = 0;
  uint32_t code;
  memset (bytes, 0, 5);
  for (; count < 4 && at[0] == '~' && hex_digit (at[1]) >= 8 && hex_digit (at[2]) >= 0; at += 3)
    bytes[count++] = (char)(hex_digit (at[1]) << 4 | hex_digit (at[2]));
  size_t length = count ? hb_text_decode (bytes, &code) : 0;
  return length > 1 ? length : 0;
}

/* Does the ~ at AT in NAME belong to such a letter? */
static bool
is_in_letter (const char *name, const char *at)
{
  char bytes[5];
  for (const char *p = name; p <= at; p++)
    {
      size_t count = escaped_letter (p, bytes);
      if (count && at < p + 3 * count)
        return true;
      p += count ? 3 * count - 1 : 0;
    }
  return false;
}

/* Where the number of a message that has been posted several times starts in NAME, "~3" or "~main~3"; NULL: nowhere. */
static const char *
serial (const char *name)
{
  const char *last = strrchr (name, '~'), *first = last;
  if (!last || last == name || last[-1] == '.' || !all_digits (last + 1, strlen (last + 1))
      || is_in_letter (name, last))
    return NULL;
  while (first > name + 1 && first[-1] != '~')
    first--;
  return first > name + 1 && first[-1] == '~' && !is_escape (name, first - 1)
                 && !is_in_letter (name, first - 1)
             ? first - 1
             : last;
}

/* New: NAME with the bytes that its escapes stand for. */
static char *
written (const char *name, size_t length)
{
  chars text = VEC_EMPTY;
  char bytes[5];
  for (const char *at = name; at < name + length; at++)
    if (escaped_letter (at, bytes))
      {
        size_t count = escaped_letter (at, bytes);
        add (&text, bytes, count);
        at += 3 * count - 1;
      }
    else if (*at == '~' && at + 2 < name + length && is_escape (name, at))
      {
        vec_push (text, (char)(hex_digit (at[1]) << 4 | hex_digit (at[2])));
        at += 2;
      }
    else
      vec_push (text, *at);
  return finish (&text);
}

char *
hb_text_shown (const char *name, bool math, bool is_handler, size_t most)
{
  const char *number = math ? serial (name) : NULL;
  char *as_written = math ? written (name, number ? (size_t)(number - name) : strlen (name))
                          : hb_copy_text (name);
  char *clean = hb_text_clean (as_written, most);
  char *shown = number ? hb_copy_text (clean) : hb_text_name (clean, math, is_handler);
  if (number)
    {
      char *parts = hb_text_clean (number + 1, most), *comma = strchr (parts, '~');
      if (comma)
        *comma = ',';
      char *both = hb_format ("%s" HB_SUB "%s" HB_SUB_END, shown, parts);
      hb_free (parts);
      hb_free (shown);
      shown = both;
    }
  hb_free (clean);
  hb_free (as_written);
  return shown;
}
