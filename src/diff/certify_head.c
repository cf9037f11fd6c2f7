/* The head of a certificate: how the programs are read, and what is compared; see certify.h. */
#include "diff/certify_private.h"

#include "base/buffer.h"

#include <string.h>

bool
certify_next_line (struct checker *c)
{
  while (certify_good (c) && hb_line_take (&c->line))
    if (hb_line_next (&c->line) && c->line.text[c->line.start] != '#')
      return true;
  if (certify_good (c))
    hb_line_error (&c->line, "expected 'end': the certificate is cut off");
  return false;
}

/* The next line is KEY and one of the WORDS; its number. */
static hb_id
take_choice (struct checker *c, const char *key, const char *const words[2])
{
  if (certify_next_line (c) && hb_line_is (&c->line, key) && hb_line_next (&c->line))
    for (hb_id i = 0; i < 2; i++)
      if (hb_line_is (&c->line, words[i]))
        return hb_line_end (&c->line) ? i : 0;
  if (certify_good (c))
    hb_line_error (&c->line, "expected '%s %s' or '%s %s'", key, words[0], key, words[1]);
  return 0;
}

static hb_id
take_number (struct checker *c, const char *key, uint64_t most)
{
  uint64_t number = 0;
  if (certify_next_line (c) && hb_line_is (&c->line, key) && hb_line_next (&c->line)
      && hb_line_number (&c->line, &number) && number && number <= most)
    return hb_line_end (&c->line) ? (hb_id)number : 1;
  if (certify_good (c))
    hb_line_error (&c->line, "expected '%s' and a number from 1 to %llu", key,
                   (unsigned long long)most);
  return 1;
}

/* --- the head: how the programs are read, what is compared */

/* "rank K", "rank all", "rank every". */
static void
take_rank (struct checker *c)
{
  uint64_t number = 0;
  bool is = certify_next_line (c) && hb_line_is (&c->line, "rank") && hb_line_next (&c->line);
  c->every = is && hb_line_is (&c->line, "every");
  if (c->every || (is && hb_line_is (&c->line, "all")))
    hb_line_end (&c->line);
  else if (is && hb_line_number (&c->line, &number) && number && number <= 64)
    c->rank = hb_line_end (&c->line) ? (hb_id)number : 1;
  else if (certify_good (c))
    hb_line_error (&c->line, "expected 'rank' and a number from 1 to 64, 'all' or 'every'");
}

static void
read_settings (struct checker *c)
{
  static const char *const atomic[]
      = { "statement", "access" },
      *const runs[] = { "blocked", "complete" }, *const yes[] = { "no", "yes" };
  if (!certify_next_line (c) || !hb_line_is (&c->line, "hbdiff") || !hb_line_next (&c->line)
      || !hb_line_is (&c->line, "1"))
    {
      if (certify_good (c))
        hb_line_error (&c->line, "expected 'hbdiff 1'");
      return;
    }
  hb_line_end (&c->line);
  take_rank (c);
  c->reading.unroll = take_number (c, "unroll", 10000);
  c->reading.by_access = take_choice (c, "atomic", atomic);
  c->complete = take_choice (c, "runs", runs);
  c->reading.contexts = take_choice (c, "contexts", yes);
  c->reading.no_assert = !take_choice (c, "assert", yes);
  for (int side = 0; side < 2 && certify_good (c); side++)
    {
      c->programs[side] = diff_read (c->paths[side], &c->reading, c->line.diag);
      c->out.unread = !c->programs[side];
    }
}

static void
read_scope (struct checker *c)
{
  hb_buffer names = VEC_EMPTY;
  const diff_program *const both[2] = { c->programs[0], c->programs[1] };
  bool is_line = certify_next_line (c);
  for (; is_line && hb_line_is (&c->line, "match"); is_line = certify_next_line (c))
    if (hb_line_next (&c->line))
      diff_match_take (both, &c->line, &c->matches);
  if (!is_line || !certify_good (c) || !hb_line_is (&c->line, "variables"))
    {
      if (certify_good (c))
        hb_line_error (&c->line, "expected 'variables' and their names");
      return;
    }
  while (hb_line_next (&c->line))
    hb_buffer_add (&names, "%s%.*s", names.size ? "," : "", (int)c->line.size,
                   c->line.text + c->line.start);
  struct diff_scope_options what = { .variables = names.data ? names.data : "",
                                     .matches = c->matches.data,
                                     .match_count = c->matches.size };
  c->scope = diff_scope_new (both, &what, c->line.diag);
  vec_free (names);
}

/* "fact N TEXT": all in their order, as this reader numbers them. */
static void
read_facts (struct checker *c)
{
  for (hb_id f = 0; f < c->scope->facts.size && certify_good (c); f++)
    {
      char *text = diff_fact_text (c->scope, f), *wanted = hb_format ("fact %u %s", f, text);
      if (certify_next_line (c)
          && (c->line.length != strlen (wanted) || memcmp (c->line.text, wanted, c->line.length)))
        hb_line_error (&c->line, "expected '%s'", wanted);
      hb_free (text);
      hb_free (wanted);
    }
}

void
certify_read_head (struct checker *c)
{
  read_settings (c);
  if (certify_good (c))
    read_scope (c);
  if (certify_good (c))
    read_facts (c);
}
