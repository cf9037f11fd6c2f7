/* Families: files of them; see family.h. */
#include "gen/hitting/family.h"

#include <string.h>

void
hb_family_file_free (struct hb_family_file *family)
{
  vec_free (family->rules);
  hb_schedules_free (family->orders);
  family->orders = NULL;
}

/* New: the tree on which rules are expanded; NULL if FAMILY has none (without schedules it may be of any poset). */
static hb_tree *
tree_of (const hb_poset *poset, const struct hb_family_file *family)
{
  return !family->orders && family->rules.size ? hb_tree_new (poset) : NULL;
}

size_t
hb_family_size (const struct hb_family_file *family)
{
  return family->orders ? family->orders->count : family->rules.size;
}

hb_schedules *
hb_family_expand (const hb_poset *poset, const struct hb_family_file *family)
{
  hb_schedules *all = hb_schedules_new (poset->count);
  hb_tree *tree = tree_of (poset, family);
  vec_reserve (all->order, hb_family_size (family) * poset->count + 1);
  for (size_t s = 0; s < hb_family_size (family); s++)
    {
      hb_id *order = hb_schedules_add (all);
      if (tree)
        hb_rule_expand (tree, &family->rules.data[s], order);
      else if (poset->count)
        memcpy (order, hb_schedules_at (family->orders, s), poset->count * sizeof *order);
    }
  hb_tree_free (tree);
  return all;
}

/* --- Writing --- */

/* The names of all elements, each behind a blank: a schedule's line is pieces of it. */
struct labels
{
  VEC (char) text;
  size_t *first; /* element -> where its piece starts; entry count: the end */
};

static struct labels
labels_of (const hb_poset *poset)
{
  struct labels labels = { .first = hb_calloc ((size_t)poset->count + 1, sizeof *labels.first) };
  char room[HB_ELEMENT_ROOM];
  for (hb_id x = 0; x < poset->count; x++)
    {
      labels.first[x] = labels.text.size;
      vec_push (labels.text, ' ');
      for (const char *c = hb_element_name (poset, x, room); *c; c++)
        vec_push (labels.text, *c);
    }
  labels.first[poset->count] = labels.text.size;
  /* Room behind, for whole words to be copied. */
  vec_reserve (labels.text, labels.text.size + 16);
  return labels;
}

static void
put_order (hb_output *output, const struct labels *labels, const hb_id *order, hb_id count,
           char *line)
{
  char *at = line;
  for (hb_id i = 0; i < count; i++)
    {
      size_t from = labels->first[order[i]], size = labels->first[order[i] + 1] - from;
      if (size <= 16)
        memcpy (at, labels->text.data + from, 16);
      else
        memcpy (at, labels->text.data + from, size);
      at += size;
    }
  *at++ = '\n';
  hb_put (output, "order");
  hb_put_bytes (output, line, (size_t)(at - line));
}

static void
put_orders (hb_output *output, const hb_poset *poset, const struct hb_family_file *family)
{
  struct labels labels = labels_of (poset);
  char *line = hb_calloc (labels.text.size + 32, 1);
  hb_tree *tree = tree_of (poset, family);
  hb_id *order = hb_calloc (poset->count, sizeof *order);
  for (size_t s = 0; s < hb_family_size (family); s++)
    {
      if (tree)
        hb_rule_expand (tree, &family->rules.data[s], order);
      put_order (output, &labels, tree ? order : hb_schedules_at (family->orders, s), poset->count,
                 line);
    }
  hb_tree_free (tree);
  hb_free (order);
  hb_free (line);
  hb_free (labels.first);
  vec_free (labels.text);
}

void
hb_family_write (hb_output *output, const hb_poset *poset, const struct hb_family_file *family,
                 bool expand, const char *comment)
{
  char hex[HB_SHA256_HEX], text[HB_RULE_ROOM];
  hb_poset_hash (poset, hex);
  hb_putf (output, "schedules 1\n%s%s%sposet %s\n", comment ? "# " : "", comment ? comment : "",
           comment ? "\n" : "", hex);
  if (expand || family->orders)
    put_orders (output, poset, family);
  else
    for (size_t i = 0; i < family->rules.size; i++)
      {
        hb_rule_text (&family->rules.data[i], text);
        hb_put (output, text);
        hb_put_char (output, '\n');
      }
  hb_putf (output, "end %zu\n", hb_family_size (family));
}

static void
put_word (hb_output *output, uint32_t word)
{
  const char bytes[4] = { (char)word, (char)(word >> 8), (char)(word >> 16), (char)(word >> 24) };
  hb_put_bytes (output, bytes, sizeof bytes);
}

void
hb_family_write_binary (hb_output *output, const hb_poset *poset,
                        const struct hb_family_file *family)
{
  hb_tree *tree = tree_of (poset, family);
  hb_id *room = hb_calloc (poset->count, sizeof *room);
  hb_put (output, "hbsched1");
  put_word (output, poset->count);
  put_word (output, (uint32_t)hb_family_size (family));
  for (size_t s = 0; s < hb_family_size (family); s++)
    {
      const hb_id *order = tree ? room : hb_schedules_at (family->orders, s);
      if (tree)
        hb_rule_expand (tree, &family->rules.data[s], room);
      for (hb_id i = 0; i < poset->count; i++)
        put_word (output, order[i]);
    }
  hb_tree_free (tree);
  hb_free (room);
}

/* --- Reading --- */

struct reader
{
  hb_input *input;
  hb_diag *diag;
  const hb_poset *poset;
  struct hb_family_file *family;
  hb_tree *tree; /* made with the first rule */
  const char *line;
  size_t length, lines;
  bool headed, named, ended;
};

static bool
fail (struct reader *r, size_t column, const char *problem)
{
  struct hb_place place = hb_input_place (r->input, column);
  hb_error (r->diag, &place, "%s", problem);
  return false;
}

/* Splits off the first word of *TEXT. */
static size_t
word (const char **text, const char *stop)
{
  while (*text < stop && (**text == ' ' || **text == '\t'))
    (*text)++;
  size_t size = 0;
  while (*text + size < stop && (*text)[size] != ' ' && (*text)[size] != '\t')
    size++;
  return size;
}

static bool
is (const char *text, size_t size, const char *other)
{
  return size == strlen (other) && !memcmp (text, other, size);
}

/* Is LAST, of LENGTH bytes, the last word of the line?  An error if not. */
static bool
is_last (struct reader *r, const char *last, size_t length)
{
  const char *rest = last + length;
  return !word (&rest, r->line + r->length)
         || fail (r, (size_t)(rest - r->line) + 1, "expected the end of the line");
}

static bool
read_order (struct reader *r, const char *at)
{
  const char *stop = r->line + r->length;
  hb_id bad[2], count = 0;
  char rooms[2][HB_ELEMENT_ROOM];
  if (!r->family->orders)
    r->family->orders = hb_schedules_new (r->poset->count);
  hb_id *order = hb_schedules_add (r->family->orders);
  for (size_t size; (size = word (&at, stop)); at += size)
    {
      hb_id x = hb_poset_find (r->poset, at, size);
      if (x == HB_NONE || count == r->poset->count)
        return fail (r, (size_t)(at - r->line) + 1,
                     x == HB_NONE ? "the poset has no such element"
                                  : "more elements than the poset has");
      order[count++] = x;
    }
  if (count < r->poset->count)
    return fail (r, 0, "the schedule does not have all elements of the poset");
  if (hb_is_schedule (r->poset, order, bad))
    return true;
  struct hb_place place = hb_input_place (r->input, 0);
  if (bad[0] == bad[1])
    hb_error (r->diag, &place, "%s stands twice in the schedule",
              hb_element_name (r->poset, bad[0], rooms[0]));
  else
    hb_error (r->diag, &place, "%s runs before %s, which the poset has before it",
              hb_element_name (r->poset, bad[1], rooms[1]),
              hb_element_name (r->poset, bad[0], rooms[0]));
  return false;
}

static bool
read_rule (struct reader *r, const char *at)
{
  struct hb_rule rule;
  if (!hb_rule_read (at, (size_t)(r->line + r->length - at), &rule))
    return fail (r, 1, "expected order, dfs, code, bit, boxes or end");
  if (!r->poset->is_forest)
    return fail (r, 1, "rules are for forests, and the poset is none");
  if (!r->tree)
    r->tree = hb_tree_new (r->poset);
  if (!hb_rule_fits (r->tree, &rule))
    return fail (r, 1, "the rule names a level, a bit or a schedule that there is not");
  vec_push (r->family->rules, rule);
  return true;
}

static bool
read_line (struct reader *r)
{
  const char *at = r->line, *stop = r->line + r->length;
  size_t size = word (&at, stop);
  char hex[HB_SHA256_HEX], end[32];
  if (!size || *at == '#')
    return true;
  if (r->ended)
    return fail (r, 1, "text behind the line 'end'");
  if (!r->headed)
    {
      const char *version = at + size;
      size_t length = word (&version, stop);
      r->headed = is (at, size, "schedules") && is (version, length, "1");
      return r->headed ? is_last (r, version, length) : fail (r, 1, "expected 'schedules 1'");
    }
  const char *rest = at + size;
  size_t length = word (&rest, stop);
  if (!r->named)
    {
      hb_poset_hash (r->poset, hex);
      r->named = is (at, size, "poset") && is (rest, length, hex);
      return r->named ? is_last (r, rest, length)
                      : fail (r, 1, "the schedules are of another poset");
    }
  if (is (at, size, "end"))
    {
      snprintf (end, sizeof end, "%zu", r->lines);
      r->ended = is (rest, length, end);
      return r->ended ? is_last (r, rest, length)
                      : fail (r, 1,
                              "the file says another number of schedules than were read; is it "
                              "whole?");
    }
  r->lines++;
  return is (at, size, "order") ? read_order (r, rest) : read_rule (r, at);
}

bool
hb_family_read (hb_input *input, const hb_poset *poset, struct hb_family_file *family,
                hb_diag *diag)
{
  struct reader r = { .input = input, .diag = diag, .poset = poset, .family = family };
  bool good = true;
  *family = (struct hb_family_file){ .orders = NULL };
  while (good && hb_input_line (input, &r.line, &r.length))
    good = read_line (&r);
  if (good && !r.ended && !hb_input_failed (input))
    hb_error (diag, NULL, "%s has no line 'end SCHEDULES'; is it whole?", hb_input_name (input));
  good = good && r.ended && !hb_input_failed (input);
  if (good && family->orders && family->rules.size) /* both kinds: all in full, rules behind */
    for (size_t i = 0; i < family->rules.size; i++)
      hb_rule_expand (r.tree, &family->rules.data[i], hb_schedules_add (family->orders));
  hb_tree_free (r.tree);
  return good;
}
