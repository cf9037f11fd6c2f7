/* Styled texts as the HTML-like labels of Graphviz. */
#include "viz/html.h"

#include "viz/text.h"

#include <string.h>

void
hb_chars_append (hb_chars *to, const char *text, size_t count)
{
  for (size_t i = 0; i < count; i++)
    vec_push (*to, text[i]);
}

void
hb_chars_text (hb_chars *to, const char *text)
{
  hb_chars_append (to, text, strlen (text));
}

static void
append_escaped (hb_chars *to, const char *text, size_t count)
{
  for (size_t i = 0; i < count; i++)
    switch (text[i])
      {
      case '&':
        hb_chars_text (to, "&amp;");
        break;
      case '<':
        hb_chars_text (to, "&lt;");
        break;
      case '>':
        hb_chars_text (to, "&gt;");
        break;
      case '"':
        hb_chars_text (to, "&quot;");
        break;
      default:
        vec_push (*to, text[i]);
      }
}

static const struct
{
  unsigned style;
  const char *open, *close;
} tags[] = { { HB_STYLE_SUB, "<SUB>", "</SUB>" },
             { HB_STYLE_OVER, "<O>", "</O>" },
             { HB_STYLE_ITALIC, "<I>", "</I>" },
             { HB_STYLE_BOLD, "<B>", "</B>" } };
#define TAGS (sizeof tags / sizeof *tags)

hb_chars
hb_html (const char *text)
{
  hb_chars html = VEC_EMPTY;
  struct hb_run run = { 0 };
  while (hb_run_next (&text, &run))
    {
      for (size_t i = 0; i < TAGS; i++)
        if (run.style & tags[i].style)
          hb_chars_text (&html, tags[i].open);
      append_escaped (&html, run.text, run.length);
      for (size_t i = TAGS; i-- > 0;)
        if (run.style & tags[i].style)
          hb_chars_text (&html, tags[i].close);
    }
  return html;
}
