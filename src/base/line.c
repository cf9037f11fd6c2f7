/* See line.h. */
#include "base/line.h"

#include "base/memory.h"

#include <string.h>

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool
hb_line_take (struct hb_line *line)
{
  line->at = line->start = line->size = 0;
  return !hb_diag_full (line->diag) && hb_input_line (line->input, &line->text, &line->length);
}

bool
hb_line_next (struct hb_line *line)
{
  while (line->at < line->length && is_blank (line->text[line->at]))
    line->at++;
  line->start = line->at;
  while (line->at < line->length && !is_blank (line->text[line->at]))
    line->at++;
  line->size = line->at - line->start;
  return line->size > 0;
}

bool
hb_line_is (const struct hb_line *line, const char *text)
{
  return line->size == strlen (text) && !memcmp (line->text + line->start, text, line->size);
}

bool
hb_line_number (const struct hb_line *line, uint64_t *number)
{
  uint64_t n = 0;
  for (size_t i = 0; i < line->size; i++)
    {
      unsigned digit = (unsigned)(unsigned char)line->text[line->start + i] - '0';
      if (digit > 9)
        return false;
      n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * n + digit;
    }
  *number = n;
  return line->size > 0;
}

bool
hb_line_signed (const struct hb_line *line, int64_t *number)
{
  struct hb_line digits = *line;
  uint64_t size;
  bool minus = line->size && line->text[line->start] == '-';
  digits.start += minus;
  digits.size -= minus;
  if (!hb_line_number (&digits, &size) || size > (uint64_t)INT64_MAX + minus)
    return false;
  *number = (int64_t)(minus ? 0 - size : size);
  return true;
}

struct hb_shown
hb_line_shown (const struct hb_line *line)
{
  struct hb_shown shown;
  size_t most = sizeof shown.text - 4, n = line->size < most ? line->size : most;
  for (size_t i = 0; i < n; i++)
    {
      char c = line->text[line->start + i];
      shown.text[i] = c > ' ' && c < 0x7f ? c : '?';
    }
  strcpy (shown.text + n, line->size > most ? "..." : "");
  return shown;
}

void
hb_line_error (const struct hb_line *line, const char *format, ...)
{
  struct hb_place place = hb_input_place (line->input, line->start + 1);
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  hb_error (line->diag, &place, "%s", text);
  hb_free (text);
}

bool
hb_line_header (struct hb_line *line, const char *word)
{
  if (hb_line_take (line) && hb_line_next (line) && hb_line_is (line, word) && hb_line_next (line)
      && hb_line_is (line, "1"))
    return hb_line_end (line);
  if (!hb_input_failed (line->input))
    hb_line_error (line, "expected '%s 1'", word);
  return false;
}

bool
hb_line_end (struct hb_line *line)
{
  if (!hb_line_next (line))
    return true;
  hb_line_error (line, "'%s' where the end of the line was expected", hb_line_shown (line).text);
  return false;
}
