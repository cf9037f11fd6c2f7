/* See edt_words.h. */
#include "format/edt_words.h"

const char *
hb_shown (struct hb_span word, char buffer[48])
{
  size_t length = word.length < 40 ? word.length : 40, size = 0;
  for (size_t i = 0; i < length; i++)
    buffer[size++] = word.text[i] > ' ' && word.text[i] < 0x7f ? word.text[i] : '?';
  for (int dots = 0; dots < 3 && word.length > length; dots++)
    buffer[size++] = '.';
  buffer[size] = '\0';
  return buffer;
}

bool
hb_check_id (struct hb_edt_reader *reader, struct hb_span word, const char *what)
{
  char buffer[48];
  if (!word.text)
    {
      hb_complain (reader, word, "the line ends too early; expected %s", what);
      return false;
    }
  size_t good = hb_name_span (word.text, word.length);
  if (good < word.length)
    {
      struct hb_span bad = { word.text + good, 1 };
      hb_complain (reader, bad, "'%s' cannot be %s; expected only letters, digits and . _ : ~ -",
                   hb_shown (word, buffer), what);
      return false;
    }
  if (word.text[word.length - 1] == ':')
    {
      hb_complain (reader, word, "'%s' cannot be %s; expected one that does not end in ':'",
                   hb_shown (word, buffer), what);
      return false;
    }
  return true;
}

bool
hb_next_id (struct hb_edt_reader *reader, struct hb_span *word, const char *what)
{
  hb_skip_blanks (reader);
  const char *start = reader->cursor, *stop = reader->stop;
  const char *at = hb_bytes_next (start, hb_bytes_not_of_names);
  HB_ASSERT (at <= stop);
  if (at > start && at[-1] != ':' && (at == stop || hb_ends_word (*at)))
    {
      *word = (struct hb_span){ start, (size_t)(at - start) };
      reader->cursor = at;
      return true;
    }
  *word = hb_next_word (reader);
  return hb_check_id (reader, *word, what);
}

void
hb_expect_end (struct hb_edt_reader *reader, const char *after)
{
  char buffer[48];
  struct hb_span word = hb_next_word (reader);
  if (word.text)
    hb_complain (reader, word, "unexpected '%s'; expected the end of the line after %s",
                 hb_shown (word, buffer), after);
}

bool
hb_parse_number (struct hb_span word, int64_t least, int64_t most, int64_t *number)
{
  size_t i = 0;
  bool negative = word.length && word.text[0] == '-';
  i += negative;
  int64_t value = 0;
  if (i == word.length)
    return false;
  for (; i < word.length; i++)
    {
      if (word.text[i] < '0' || word.text[i] > '9')
        return false;
      int digit = word.text[i] - '0';
      if (value > (INT64_MAX - digit) / 10)
        return false;
      value = value * 10 + digit;
    }
  *number = negative ? -value : value;
  return *number >= least && *number <= most;
}
