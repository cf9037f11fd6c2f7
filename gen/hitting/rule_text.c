/* Rules as lines of text; see tree.h. */
#include "gen/hitting/tree.h"

#include <stdio.h>
#include <string.h>

void
hb_rule_text (const struct hb_rule *rule, char text[HB_RULE_ROOM])
{
  const char *side = rule->right ? "right" : "left";
  int length = 0;
  switch (rule->kind)
    {
    case HB_RULE_DFS:
      snprintf (text, HB_RULE_ROOM, "dfs %s", side);
      return;
    case HB_RULE_CODE:
      snprintf (text, HB_RULE_ROOM, "code %u %u %s", rule->level[0], rule->bit + 1, side);
      return;
    case HB_RULE_BIT:
      snprintf (text, HB_RULE_ROOM, "bit %u %u %u %s", rule->level[0], rule->bit, rule->value,
                side);
      return;
    default:
      length = snprintf (text, HB_RULE_ROOM, "boxes %u ", rule->depth);
      for (unsigned i = 0; i < rule->chosen; i++)
        length += snprintf (text + length, HB_RULE_ROOM - (size_t)length, i ? ",%u" : "%u",
                            rule->level[i]);
      snprintf (text + length, HB_RULE_ROOM - (size_t)length, " %u", rule->bit + 1);
    }
}

/* The next word of LINE into WORD; false at the end, or if it does not fit. */
static bool
next_word (const char **line, const char *stop, char word[HB_RULE_ROOM])
{
  size_t size = 0;
  while (*line < stop && **line == ' ')
    (*line)++;
  while (*line < stop && **line != ' ' && size + 1 < HB_RULE_ROOM)
    word[size++] = *(*line)++;
  word[size] = '\0';
  return size && (*line == stop || **line == ' ');
}

static bool
number (const char *word, hb_id *value)
{
  *value = 0;
  for (const char *c = word; *c || c == word; c++)
    {
      if (*c < '0' || *c > '9' || *value > 100000000)
        return false;
      *value = *value * 10 + (hb_id)(*c - '0');
    }
  return true;
}

static bool
next_number (const char **line, const char *stop, hb_id *value)
{
  char word[HB_RULE_ROOM];
  return next_word (line, stop, word) && number (word, value);
}

static bool
read_levels (const char *word, struct hb_rule *rule)
{
  char part[HB_RULE_ROOM];
  for (rule->chosen = 0; *word; rule->chosen++)
    {
      size_t length = strcspn (word, ",");
      if (rule->chosen == HB_MOST_BOXED || (!word[length] ? 0 : !word[length + 1]))
        return false;
      memcpy (part, word, length);
      part[length] = '\0';
      if (!number (part, &rule->level[rule->chosen]))
        return false;
      word += length + (word[length] == ',');
    }
  return rule->chosen > 0;
}

bool
hb_rule_read (const char *line, size_t length, struct hb_rule *rule)
{
  const char *stop = line + length;
  char word[HB_RULE_ROOM];
  hb_id value = 0, depth = 0;
  *rule = (struct hb_rule){ 0 };
  if (!next_word (&line, stop, word))
    return false;
  bool good = true, sided = true;
  if (!strcmp (word, "dfs"))
    rule->kind = HB_RULE_DFS;
  else if (!strcmp (word, "code"))
    {
      rule->kind = HB_RULE_CODE;
      good = next_number (&line, stop, &rule->level[0]) && next_number (&line, stop, &rule->bit)
             && rule->bit-- > 0;
    }
  else if (!strcmp (word, "bit"))
    {
      rule->kind = HB_RULE_BIT;
      good = next_number (&line, stop, &rule->level[0]) && next_number (&line, stop, &rule->bit)
             && next_number (&line, stop, &value) && value < 2;
      rule->value = (uint8_t)value;
    }
  else if (!strcmp (word, "boxes"))
    {
      rule->kind = HB_RULE_BOXES;
      sided = false;
      good = next_number (&line, stop, &depth) && depth < 100 && next_word (&line, stop, word)
             && read_levels (word, rule) && next_number (&line, stop, &rule->bit)
             && rule->bit-- > 0;
      rule->depth = (uint8_t)depth;
    }
  else
    return false;
  if (good && sided)
    {
      good = next_word (&line, stop, word);
      rule->right = good && !strcmp (word, "right");
      good = good && (rule->right || !strcmp (word, "left"));
    }
  return good && !next_word (&line, stop, word);
}
