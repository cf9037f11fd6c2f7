/* See certificate_damage.h. */
#include "certificate_damage.h"

#include <string.h>

struct lines
lines_of (const char *text, size_t size)
{
  struct lines all = { VEC_EMPTY };
  for (size_t at = 0; at < size; at++)
    {
      struct line line = { VEC_EMPTY };
      while (at < size && text[at] != '\n')
        {
          size_t end = at;
          while (end < size && text[end] != ' ' && text[end] != '\n')
            end++;
          vec_push (line.words, hb_copy_bytes (text + at, end - at));
          at = end + (text[end] == ' ');
        }
      vec_push (all.lines, line);
    }
  return all;
}

static void
free_line (struct line *line)
{
  for (size_t i = 0; i < line->words.size; i++)
    hb_free (line->words.data[i]);
  vec_free (line->words);
}

void
free_lines (struct lines *all)
{
  for (size_t i = 0; i < all->lines.size; i++)
    free_line (&all->lines.data[i]);
  vec_free (all->lines);
}

char *
text_of_lines (const struct lines *all, size_t *size)
{
  VEC (char) text = VEC_EMPTY;
  vec_reserve (text, 1);
  for (size_t i = 0; i < all->lines.size; i++)
    for (size_t k = 0; k < all->lines.data[i].words.size; k++)
      {
        for (const char *c = all->lines.data[i].words.data[k]; *c; c++)
          vec_push (text, *c);
        vec_push (text, k + 1 < all->lines.data[i].words.size ? ' ' : '\n');
      }
  *size = text.size;
  return text.data;
}

void
drop_line (struct lines *all, size_t at)
{
  free_line (&all->lines.data[at]);
  all->lines.size--;
  memmove (&all->lines.data[at], &all->lines.data[at + 1],
           (all->lines.size - at) * sizeof *all->lines.data);
}

bool
line_starts (const struct lines *all, size_t line, const char *word)
{
  return !strcmp (all->lines.data[line].words.data[0], word);
}

static size_t
below (struct hb_rng *rng, size_t bound)
{
  return (size_t)hb_rng_below (rng, bound);
}

static void
replace (char **word, char *by)
{
  hb_free (*word);
  *word = by;
}

/* A word of a random line that WANTED says is fit, or NULL.  Lines before the fourth are not looked at. */
static char **
random_word (struct hb_rng *rng, struct lines *all, bool (*wanted) (const char *word),
             size_t *line_of)
{
  for (int patience = 40; patience && all->lines.size > 3; patience--)
    {
      struct line *line = &all->lines.data[3 + below (rng, all->lines.size - 3)];
      size_t at = below (rng, line->words.size);
      *line_of = (size_t)(line - all->lines.data);
      if (wanted (line->words.data[at]))
        return &line->words.data[at];
    }
  return NULL;
}

static bool
is_number (const char *word)
{
  return *word >= '0' && *word <= '9' && strspn (word, "0123456789") == strlen (word);
}

static bool
is_relation (const char *word)
{
  return strlen (word) >= 2 && strstr ("po rf co fr pb eo mo", word) && !strchr (word, ' ');
}

static bool
is_assumption (const char *word)
{
  return (word[0] == 'e' || word[0] == 'm') && word[1] == 'o' && word[2] == ':';
}

static bool
has_pair (const char *word)
{
  return strchr (word, '<') != NULL;
}

/* A word "A<B" with A and B exchanged; what stands before stays. */
static char *
swapped_pair (const char *word)
{
  size_t front = is_assumption (word) ? 3 : 0;
  const char *middle = strchr (word, '<');
  return hb_format ("%.*s%s<%.*s", (int)front, word, middle + 1, (int)(middle - word - (int)front),
                    word + front);
}

static bool
damage_word (struct hb_rng *rng, const hb_trace *trace, struct lines *all, enum damage damage)
{
  static const char *const relations[] = { "po", "rf", "co", "fr", "pb", "eo", "mo" };
  size_t line;
  char **word = random_word (rng, all,
                             damage == OTHER_NUMBER      ? is_number
                             : damage == OTHER_RELATION  ? is_relation
                             : damage == DROP_ASSUMPTION ? is_assumption
                                                         : has_pair,
                             &line);
  if (!word)
    return false;
  if (damage == OTHER_NUMBER)
    {
      size_t bound
          = trace->events.size > 3 && line_starts (all, line, "cycle") ? trace->events.size : 4;
      replace (word, hb_format ("%zu", below (rng, bound + 1)));
    }
  else if (damage == OTHER_RELATION)
    replace (word, hb_copy_text (relations[below (rng, 7)]));
  else if (damage == SWAP_PAIR)
    replace (word, swapped_pair (*word));
  else if (damage == DROP_ASSUMPTION)
    replace (word, hb_copy_bytes (*word, 2));
  else
    replace (word,
             hb_format ("%.*s%zu<%zu", is_assumption (*word) ? 3 : 0, *word,
                        below (rng, trace->messages.size), below (rng, trace->messages.size)));
  return true;
}

/* Damages between two words of a line. */
static bool
damage_words (struct hb_rng *rng, const hb_trace *trace, struct lines *all, enum damage damage)
{
  if (all->lines.size < 4)
    return false;
  struct line *line = &all->lines.data[3 + below (rng, all->lines.size - 3)];
  if (line->words.size < 3)
    return false;
  size_t at = 1 + below (rng, line->words.size - 2);
  char **words = line->words.data;
  if (damage == SWAP_WORDS)
    {
      char *word = words[at];
      words[at] = words[at + 1];
      words[at + 1] = word;
      return true;
    }
  if (damage == DROP_WORD)
    {
      hb_free (words[at]);
      line->words.size--;
      memmove (words + at, words + at + 1, (line->words.size - at) * sizeof *words);
      return true;
    }
  VEC (char *) more = VEC_EMPTY;
  for (size_t i = 0; i < line->words.size; i++)
    {
      vec_push (more, words[i]);
      if (i == at && damage == REPEAT_WORD)
        vec_push (more, hb_copy_text (words[i]));
      if (i == at && damage == INVENT_STEP)
        {
          vec_push (more, hb_copy_text (hb_rng_coin (rng) ? "po" : "rf"));
          vec_push (more, hb_format ("%zu", below (rng, trace->events.size + 1)));
        }
    }
  hb_free (line->words.data);
  line->words.data = more.data;
  line->words.size = more.size;
  line->words.capacity = more.capacity;
  return true;
}

static bool
damage_lines (struct hb_rng *rng, struct lines *all, enum damage damage)
{
  size_t at = below (rng, all->lines.size), other = below (rng, all->lines.size);
  if (damage == DROP_LINE)
    drop_line (all, at);
  else if (damage == CUT_SHORT)
    while (all->lines.size > at)
      drop_line (all, at);
  else if (damage == SWAP_LINES)
    {
      struct line line = all->lines.data[at];
      all->lines.data[at] = all->lines.data[other];
      all->lines.data[other] = line;
    }
  else
    {
      struct line line = { VEC_EMPTY };
      for (size_t i = 0; i < all->lines.data[at].words.size; i++)
        vec_push (line.words, hb_copy_text (all->lines.data[at].words.data[i]));
      vec_push (all->lines, line);
      for (size_t i = all->lines.size - 1; i > other; i--)
        {
          all->lines.data[i] = all->lines.data[i - 1];
          all->lines.data[i - 1] = line;
        }
    }
  return true;
}

bool
do_damage (struct hb_rng *rng, const hb_trace *trace, struct lines *all, enum damage damage)
{
  if (damage <= CUT_SHORT)
    return damage_lines (rng, all, damage);
  if (damage >= OTHER_NUMBER && damage <= SWAP_PAIR)
    return damage_word (rng, trace, all, damage);
  return damage_words (rng, trace, all, damage);
}
