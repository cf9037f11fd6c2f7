/* `.poset` files; see file.h.  The same text, without comments, is what a poset's hash is of. */
#include "poset/file.h"

#include "base/buffer.h"

#include <string.h>

/* --- Writing ---------------------------------------------------------------------------------- */

/* Text goes to a file or into a hash, in blocks. */
struct writer
{
  const hb_poset *poset;
  hb_output *output;      /* or NULL */
  struct hb_sha256 *hash; /* or NULL */
  size_t lines;
  size_t used;
  char block[1 << 14];
};

static void
flush (struct writer *w)
{
  if (w->output)
    hb_put_bytes (w->output, w->block, w->used);
  if (w->hash)
    hb_sha256_add (w->hash, w->block, w->used);
  w->used = 0;
}

static void
put (struct writer *w, const char *text)
{
  size_t length = strlen (text);
  while (length)
    {
      size_t part = sizeof w->block - w->used < length ? sizeof w->block - w->used : length;
      memcpy (w->block + w->used, text, part);
      w->used += part, text += part, length -= part;
      if (w->used == sizeof w->block)
        flush (w);
    }
}

static void
put_element (struct writer *w, hb_id x)
{
  char room[HB_ELEMENT_ROOM];
  put (w, " ");
  put (w, hb_element_name (w->poset, x, room));
}

/* The line of X's upper covers, or X alone if nobody else names it; *NEXT is the first element not yet
 * named.  Elements are named in the order of their numbers, by lines of their own where need be. */
static void
put_line (struct writer *w, hb_id x, hb_id *next)
{
  const hb_poset *p = w->poset;
  hb_id from = p->upper_first[x], to = p->upper_first[x + 1], expected = *next, most = x;
  bool in_turn = x <= expected;
  expected += x == expected;
  for (hb_id i = from; i < to; i++)
    {
      hb_id y = p->upper[i];
      in_turn = in_turn && y <= expected;
      expected += y == expected;
      most = y > most ? y : most;
    }
  if (from == to && x < *next)
    return;
  if (from == to)
    most = x;
  for (; (!in_turn || from == to) && *next <= most; w->lines++)
    {
      put (w, "element");
      put_element (w, (*next)++);
      put (w, "\n");
    }
  if (from == to)
    return;
  if (in_turn)
    *next = expected;
  put (w, to - from == 1 && !p->is_forest ? "order" : "tree");
  put_element (w, x);
  for (hb_id i = from; i < to; i++)
    put_element (w, p->upper[i]);
  put (w, "\n");
  w->lines++;
}

/* The bug stands behind the elements, whose numbers must be those of their first lines. */
static void
put_poset (struct writer *w, const struct hb_poset_question *question)
{
  hb_id next = 0;
  char end[64];
  for (hb_id x = 0; x < w->poset->count; x++)
    put_line (w, x, &next);
  if (question && question->members)
    {
      put (w, "bug");
      for (int i = 0; i < question->members; i++)
        put_element (w, question->bug[i]);
      put (w, "\n");
      w->lines++;
    }
  snprintf (end, sizeof end, "end %u %zu\n", w->poset->count, w->lines);
  put (w, end);
  flush (w);
}

void
hb_poset_write (hb_output *output, const hb_poset *poset, const char *comment)
{
  hb_poset_write_question (output, poset, NULL, comment);
}

void
hb_poset_write_question (hb_output *output, const hb_poset *poset,
                         const struct hb_poset_question *question, const char *comment)
{
  struct writer w = { .poset = poset, .output = output };
  put (&w, "poset 1\n");
  while (comment && *comment)
    {
      size_t length = strcspn (comment, "\n");
      char *line = hb_copy_bytes (comment, length);
      put (&w, "# ");
      put (&w, line);
      put (&w, "\n");
      hb_free (line);
      comment += length + (comment[length] == '\n');
    }
  if (question && question->d)
    {
      char line[64];
      snprintf (line, sizeof line, "hit %d %zu\n", question->d, question->schedules);
      put (&w, line);
      w.lines++;
    }
  put_poset (&w, question);
}

void
hb_poset_hash (const hb_poset *poset, char hex[HB_SHA256_HEX])
{
  struct hb_sha256 sha = hb_sha256_new ();
  struct writer w = { .poset = poset, .hash = &sha };
  put (&w, "poset 1\n");
  put_poset (&w, NULL);
  hb_sha256_end (&sha, hex);
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct reader
{
  hb_input *input;
  hb_diag *diag;
  hb_names *names;
  VEC (hb_id) edges;
  const char *line;
  size_t length, at; /* behind the last word */
  const char *word;
  size_t size;
  size_t lines;
  bool ended;
  struct hb_poset_question question;
};

static bool
next_word (struct reader *r)
{
  while (r->at < r->length && (r->line[r->at] == ' ' || r->line[r->at] == '\t'))
    r->at++;
  r->word = r->line + r->at;
  r->size = 0;
  if (r->at == r->length || r->line[r->at] == '#')
    return false;
  while (r->at < r->length && r->line[r->at] != ' ' && r->line[r->at] != '\t'
         && r->line[r->at] != '#')
    r->at++, r->size++;
  return true;
}

static bool
is (const struct reader *r, const char *text)
{
  return r->size == strlen (text) && !memcmp (r->word, text, r->size);
}

static void
complain (struct reader *r, const char *problem)
{
  struct hb_place place = hb_input_place (r->input, (size_t)(r->word - r->line) + 1);
  int shown = r->size > 40 ? 40 : (int)r->size;
  if (r->size)
    hb_error (r->diag, &place, "'%.*s' %s", shown, r->word, problem);
  else
    hb_error (r->diag, &place, "the line ends too early; expected %s", problem);
}

/* The next word as an element; HB_NONE at the end of the line or after an error. */
static hb_id
next_element (struct reader *r)
{
  if (!next_word (r))
    return HB_NONE;
  if (!hb_name_is_legal (r->word, r->size))
    {
      complain (r, "is no name; expected [A-Za-z0-9_.:~-]+ without a ':' at its end");
      return HB_NONE;
    }
  return hb_names_intern (r->names, r->word, r->size);
}

static void
add_edge (struct reader *r, hb_id before, hb_id after)
{
  if (before == after)
    complain (r, "stands before itself; expected different elements");
  vec_push (r->edges, before);
  vec_push (r->edges, after);
}

static void
read_relation (struct reader *r, bool is_chain)
{
  hb_id first = next_element (r), other, found = 0;
  if (first == HB_NONE)
    {
      if (!r->size)
        complain (r, "an element");
      return;
    }
  while ((other = next_element (r)) != HB_NONE)
    {
      add_edge (r, first, other);
      found++;
      if (is_chain)
        first = other;
    }
  if (!found && !r->size && !is_chain)
    complain (r, "the elements that follow");
}

static bool
next_number (struct reader *r, size_t *number)
{
  *number = 0;
  if (!next_word (r))
    return false;
  for (size_t i = 0; i < r->size; i++)
    {
      if (r->word[i] < '0' || r->word[i] > '9' || *number > 1000000000)
        return false;
      *number = *number * 10 + (size_t)(r->word[i] - '0');
    }
  return true;
}

static void
read_end (struct reader *r)
{
  size_t elements, lines;
  if (!next_number (r, &elements) || !next_number (r, &lines))
    {
      complain (r, "is no number; expected 'end ELEMENTS LINES'");
      return;
    }
  r->ended = true;
  struct hb_place place = hb_input_place (r->input, 1);
  if (elements != hb_names_count (r->names) || lines != r->lines)
    hb_error (r->diag, &place,
              "the file says %zu elements and %zu lines, but %u and %zu were read; is it whole?",
              elements, lines, hb_names_count (r->names), r->lines);
}

static void
read_question (struct reader *r)
{
  size_t d, most = 0;
  if (r->question.d)
    complain (r, "stands in the file twice; expected one question");
  else if (!next_number (r, &d) || d < 2 || d > HB_MOST_DEPTH)
    complain (r, "is no number of members of a tuple; expected 'hit D SCHEDULES', D from 2 to 12");
  else if (!next_number (r, &most) || !most)
    complain (r, "is no number of schedules; expected 'hit D SCHEDULES'");
  else
    {
      r->question.d = (int)d;
      r->question.schedules = most;
    }
}

static void
read_bug (struct reader *r)
{
  hb_id x;
  if (r->question.members)
    complain (r, "stands in the file twice; expected one bug");
  while ((x = next_element (r)) != HB_NONE && r->question.members < HB_MOST_DEPTH)
    r->question.bug[r->question.members++] = x;
  if (x != HB_NONE)
    complain (r, "is one member too many");
  else if (!r->question.members && !r->size)
    complain (r, "the members of a tuple");
}

static void
read_line (struct reader *r)
{
  r->lines++;
  if (is (r, "order") || is (r, "tree"))
    read_relation (r, is (r, "order"));
  else if (is (r, "element"))
    {
      if (next_element (r) == HB_NONE && !r->size)
        complain (r, "an element");
    }
  else if (is (r, "hit"))
    read_question (r);
  else if (is (r, "bug"))
    read_bug (r);
  else if (is (r, "end"))
    {
      r->lines--;
      read_end (r);
    }
  else
    complain (r, "is no item of a poset; expected order, tree, element, hit, bug or end");
  if (!hb_diag_errors (r->diag) && next_word (r))
    complain (r, "stands behind the end of the item; expected nothing");
}

/* The first line that has a word. */
static bool
read_head (struct reader *r)
{
  while (hb_input_line (r->input, &r->line, &r->length))
    {
      r->at = 0;
      if (!next_word (r))
        continue;
      if (is (r, "poset") && next_word (r) && is (r, "1") && !next_word (r))
        return true;
      complain (r, "does not open a poset; expected 'poset 1'");
      return false;
    }
  if (!hb_input_failed (r->input))
    hb_error (r->diag, NULL, "%s is empty; expected 'poset 1'", hb_input_name (r->input));
  return false;
}

hb_poset *
hb_poset_read (hb_input *input, hb_diag *diag)
{
  struct hb_poset_question question;
  return hb_poset_read_question (input, &question, diag);
}

hb_poset *
hb_poset_read_question (hb_input *input, struct hb_poset_question *question, hb_diag *diag)
{
  struct reader r
      = { .input = input, .diag = diag, .names = hb_names_new (), .line = "", .word = "" };
  size_t before = hb_diag_errors (diag);
  hb_poset *poset = NULL;
  if (read_head (&r))
    {
      while (!hb_diag_full (diag) && !r.ended && hb_input_line (input, &r.line, &r.length))
        {
          r.at = 0;
          if (next_word (&r))
            read_line (&r);
        }
      while (r.ended && hb_diag_errors (diag) == before
             && hb_input_line (input, &r.line, &r.length))
        {
          r.at = 0;
          if (next_word (&r))
            complain (&r, "stands behind the line 'end'; expected nothing");
        }
      if (!r.ended && hb_diag_errors (diag) == before && !hb_input_failed (input))
        hb_error (diag, NULL, "%s has no line 'end ELEMENTS LINES'; is it whole?",
                  hb_input_name (input));
      if (hb_diag_errors (diag) == before && !hb_input_failed (input))
        {
          poset = hb_poset_of_edges (r.names, hb_names_count (r.names), r.edges.data,
                                     r.edges.size / 2, diag);
          r.names = NULL; /* stolen */
          if (poset && r.question.members
              && !hb_is_admissible (poset, r.question.bug, r.question.members))
            {
              hb_error (diag, NULL, "%s: the poset does not allow the order of the bug's members",
                        hb_input_name (input));
              hb_poset_free (poset);
              poset = NULL;
            }
        }
    }
  hb_names_free (r.names);
  vec_free (r.edges);
  *question = r.question;
  return poset;
}
