/* Tokens of a `.trace` file: words and the marks between them.  Lines do not matter to the format;
 * they end words and are where errors are. */
#include "import/prototype_private.h"

#include "format/edt_words.h"

/* What a byte is to the format: 0 a part of a word, otherwise blank, mark, or possibly an arrow. */
enum
{
  BLANK = 1,
  MARK,
  MINUS
};

static const uint8_t bytes[256]
    = { [' '] = BLANK, ['\t'] = BLANK, ['\r'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK,
        ['@'] = MARK,  ['{'] = MARK,   ['}'] = MARK,   ['('] = MARK,   [')'] = MARK,
        [','] = MARK,  [';'] = MARK,   ['$'] = MARK,   ['-'] = MINUS };

static bool
is_arrow (const char *at, const char *stop)
{
  return *at == '-' && at + 1 < stop && at[1] == '>';
}

void
prototype_next (struct prototype_reader *reader)
{
  const char *at = reader->cursor;
  for (;;)
    {
      while (at < reader->stop && bytes[(unsigned char)*at] == BLANK)
        at++;
      if (at < reader->stop)
        break;
      size_t length;
      if (!hb_input_line (reader->input, &reader->line, &length))
        {
          /* Errors at the end point behind the last line, which is gone. */
          reader->line = reader->cursor = reader->stop = "";
          reader->token = TOKEN_END;
          reader->word = (struct hb_span){ NULL, 0 };
          reader->spot = (struct spot){ (uint32_t)hb_input_line_number (reader->input) + 1, 1 };
          return;
        }
      at = reader->line;
      reader->stop = at + length;
    }
  const char *start = at;
  uint8_t first = bytes[(unsigned char)*at];
  if (first == MARK)
    {
      reader->token = TOKEN_MARK;
      reader->mark = *at++;
    }
  else if (is_arrow (at, reader->stop))
    {
      reader->token = TOKEN_ARROW;
      at += 2;
    }
  else
    {
      reader->token = TOKEN_WORD;
      while (at < reader->stop
             && (!bytes[(unsigned char)*at]
                 || (bytes[(unsigned char)*at] == MINUS && !is_arrow (at, reader->stop))))
        at++;
    }
  reader->cursor = at;
  reader->word = (struct hb_span){ start, (size_t)(at - start) };
  reader->spot = (struct spot){ (uint32_t)hb_input_line_number (reader->input),
                                (uint32_t)(start - reader->line) + 1 };
}

struct hb_place
prototype_place (const struct prototype_reader *reader, struct spot spot)
{
  struct hb_place place
      = { .file = hb_input_name (reader->input), .line = spot.line, .column = spot.column };
  if (spot.line == hb_input_line_number (reader->input))
    {
      place.text = reader->line;
      place.length = (size_t)(reader->stop - reader->line);
    }
  return place;
}

void
prototype_unexpected (struct prototype_reader *reader, const char *what)
{
  char buffer[48];
  struct hb_place place = prototype_place (reader, reader->spot);
  if (hb_input_failed (reader->input))
    return;
  if (reader->token == TOKEN_END)
    hb_error (reader->diag, &place, "the file is truncated; expected %s", what);
  else
    hb_error (reader->diag, &place, "unexpected '%s'; expected %s", hb_shown (reader->word, buffer),
              what);
}

struct hb_place
prototype_spot_place (const struct prototype_teller *teller, struct spot spot, char **text)
{
  struct hb_place place
      = { .file = hb_input_name (teller->input), .line = spot.line, .column = spot.column };
  *text = hb_input_reread (place.file, spot.line);
  place.text = *text;
  place.length = *text ? strlen (*text) : 0;
  return place;
}
