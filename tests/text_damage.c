/* See text_damage.h. */
#include "text_damage.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void
text_splice (struct text *text, size_t from, size_t to, const char *insert, size_t length)
{
  char *data = hb_calloc (text->size - (to - from) + length + 1, 1);
  memcpy (data, text->data, from);
  memcpy (data + from, insert, length);
  memcpy (data + from + length, text->data + to, text->size - to);
  hb_free (text->data);
  text->data = data;
  text->size = text->size - (to - from) + length;
}

/* The line that a random byte lies in, with its end. */
static void
random_line (struct hb_rng *rng, const struct text *text, size_t *from, size_t *to)
{
  *from = (size_t)hb_rng_below (rng, text->size + 1);
  while (*from && text->data[*from - 1] != '\n')
    --*from;
  *to = *from;
  while (*to < text->size && text->data[(*to)++] != '\n')
    ;
}

static void
random_word (struct hb_rng *rng, const struct text *text, size_t *from, size_t *to)
{
  *from = (size_t)hb_rng_below (rng, text->size + 1);
  while (*from && text->data[*from - 1] > ' ')
    --*from;
  *to = *from;
  while (*to < text->size && text->data[*to] > ' ')
    ++*to;
}

void
text_damage (struct hb_rng *rng, struct text *text, const char *other, const char *const *words,
             size_t count)
{
  size_t from, until, to, from_too, to_too;
  char byte = (char)hb_rng_below (rng, 256);
  const char *word = words[hb_rng_below (rng, count)];
  switch (hb_rng_below (rng, 10))
    {
    case 0: /* cut */
      text->size = (size_t)hb_rng_below (rng, text->size + 1);
      break;
    case 1: /* change, insert or remove a byte */
      from = (size_t)hb_rng_below (rng, text->size + 1);
      until = from + (from < text->size && hb_rng_coin (rng));
      text_splice (text, from, until, &byte, hb_rng_coin (rng));
      break;
    case 2: /* another word */
    case 3:
      random_word (rng, text, &from, &to);
      text_splice (text, from, to, word, strlen (word));
      break;
    case 4: /* a word of the same text */
      random_word (rng, text, &from, &to);
      random_word (rng, text, &from_too, &to_too);
      {
        char *copy = hb_copy_bytes (text->data + from_too, to_too - from_too);
        text_splice (text, from, to, copy, to_too - from_too);
        hb_free (copy);
      }
      break;
    case 5: /* a line again, somewhere */
      random_line (rng, text, &from, &to);
      random_line (rng, text, &from_too, &to_too);
      {
        char *copy = hb_copy_bytes (text->data + from, to - from);
        text_splice (text, from_too, from_too, copy, to - from);
        hb_free (copy);
      }
      break;
    case 6: /* a line removed */
      random_line (rng, text, &from, &to);
      text_splice (text, from, to, "", 0);
      break;
    case 7: /* a line of the other text */
      {
        struct text second = { hb_copy_text (other), strlen (other) };
        random_line (rng, &second, &from_too, &to_too);
        random_line (rng, text, &from, &to);
        text_splice (text, from, from, second.data + from_too, to_too - from_too);
        hb_free (second.data);
      }
      break;
    case 8: /* a word inserted */
      from = (size_t)hb_rng_below (rng, text->size + 1);
      text_splice (text, from, from, word, strlen (word));
      break;
    default: /* no damage to speak of: a blank line */
      random_line (rng, text, &from, &to);
      text_splice (text, from, from, "\n", 1);
    }
}

unsigned long
fuzz_rounds (unsigned long rounds)
{
  const char *text = getenv ("HBKIT_FUZZ");
  unsigned long times = text ? strtoul (text, NULL, 10) : 1;
  return rounds * (times ? times : 1);
}
