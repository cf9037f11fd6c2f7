/* Lines and words of a certificate.  See certify_words.h. */
#include "proof/certify_words.h"

#include <stdarg.h>
#include <string.h>

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

bool
hb_certificate_is (hb_input *input, const char *kind)
{
  static const char magic[] = "hbcert 1 ";
  size_t length, head = sizeof magic - 1, size = strlen (kind);
  const char *text = hb_input_peek (input, &length);
  return length >= head + size && !memcmp (text, magic, head) && !memcmp (text + head, kind, size);
}

bool
hb_words_head (struct hb_words *words, const char *kind)
{
  return (hb_words_line (words) && hb_words_is (words, "hbcert") && hb_words_next (words)
          && hb_words_is (words, "1") && hb_words_next (words) && hb_words_is (words, kind))
             ? hb_words_end (words)
             : hb_words_fail (words, "expected 'hbcert 1 %s'", kind);
}

bool
hb_words_next (struct hb_words *words)
{
  size_t at = words->next;
  while (at < words->length && is_blank (words->line[at]))
    at++;
  words->word = words->line + at;
  words->column = at + 1;
  words->size = 0;
  words->next = at;
  if (at == words->length || words->line[at] == '#')
    return false;
  while (at < words->length && !is_blank (words->line[at]))
    at++;
  words->size = at - words->next;
  words->next = at;
  return true;
}

bool
hb_words_line (struct hb_words *words)
{
  while (hb_input_line (words->input, &words->line, &words->length))
    {
      words->next = 0;
      if (hb_words_next (words))
        return true;
    }
  words->line = "";
  words->length = words->size = words->next = words->column = 0;
  return false;
}

bool
hb_words_is (const struct hb_words *words, const char *text)
{
  return words->size == strlen (text) && !memcmp (words->word, text, words->size);
}

size_t
hb_words_digits (const char *text, size_t size, size_t bound, size_t *number)
{
  size_t at = 0, value = 0;
  while (at < size && text[at] >= '0' && text[at] <= '9')
    {
      value = 10 * value + (size_t)(text[at++] - '0');
      if (value >= bound)
        return 0;
    }
  *number = value;
  return at;
}

bool
hb_words_number (struct hb_words *words, size_t bound, const char *what, size_t *number)
{
  if (!hb_words_next (words))
    return hb_words_fail (words, "the line ends too early; expected the number of %s", what);
  if (hb_words_digits (words->word, words->size, bound, number) == words->size)
    return true;
  return hb_words_fail (words, "'%.*s' is no number of %s",
                        (int)(words->size < 60 ? words->size : 60), words->word, what);
}

bool
hb_words_named (struct hb_words *words, const char *name, size_t bound, size_t *number)
{
  if (!hb_words_line (words) || !hb_words_is (words, name))
    return hb_words_fail (words, "expected '%s NUMBER'", name);
  return hb_words_number (words, bound, name, number) && hb_words_end (words);
}

bool
hb_words_end (struct hb_words *words)
{
  if (!hb_words_next (words))
    return true;
  return hb_words_fail (words, "unexpected '%.*s'; expected the end of the line",
                        (int)(words->size < 60 ? words->size : 60), words->word);
}

static bool
fail (struct hb_words *words, size_t column, const char *format, va_list arguments)
{
  char text[512];
  vsnprintf (text, sizeof text, format, arguments);
  struct hb_place place = hb_input_place (words->input, column);
  hb_error (words->diag, &place, "%s", text);
  return false;
}

bool
hb_words_fail (struct hb_words *words, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fail (words, words->column, format, arguments);
  va_end (arguments);
  return false;
}

bool
hb_words_fail_line (struct hb_words *words, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fail (words, 0, format, arguments);
  va_end (arguments);
  return false;
}

bool
hb_words_range (struct hb_words *words, size_t bound, size_t *first, size_t *last)
{
  size_t digits = hb_words_digits (words->word, words->size, bound, first);
  bool good = digits > 0;
  *last = *first;
  if (good && digits < words->size)
    {
      size_t rest = words->size - digits - 1;
      good = words->word[digits] == '-' && rest
             && hb_words_digits (words->word + digits + 1, rest, bound, last) == rest
             && *first <= *last;
    }
  return good || hb_words_fail (words, "expected the number of an event, or FIRST-LAST");
}
