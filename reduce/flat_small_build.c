/* Building the traces of 3sat-edflat-4 and 3sat-edflat-3 (flat_small.c says what they are), handler
 * by handler: A, B, W, and the further mailboxes of wide clauses. */
#include "reduce/flat_small.h"

#include <string.h>

/* What is posted, besides the next round, while ELEMENT runs in ROUND. */
static void
post_copies (const struct hb_flat *flat, char side, hb_id round, struct hb_element element)
{
  hb_flat_name name;
  size_t size;
  const int *clause = hb_flat_clause (flat, round, &size);
  bool carried = hb_small_carries (flat, round);
  for (hb_id t = 1; t <= size && element.kind == 'x'; t++)
    {
      int v = (int)element.number;
      if (clause[t - 1] != v && clause[t - 1] != -v)
        continue;
      if (t == 3 && carried)
        hb_build_post (flat->builder, NULL, hb_small_equal (&name, side, 'e', round));
      else
        hb_build_post (flat->builder, NULL, hb_small_literal (&name, side, round, t));
    }
  if (element.kind == 'c' && element.number == round)
    hb_build_post (flat->builder, NULL, hb_small_equal (&name, side, 'd', round));
  if (element.kind == 'c' && round == flat->columns)
    hb_build_post (flat->builder, NULL, hb_small_literal (&name, side, element.number, 3));
}

/* The initial message of A or B. */
static void
build_poster (const struct hb_flat *flat, char side)
{
  hb_flat_name name, next;
  hb_build_initial (flat->builder);
  for (hb_id round = 0; round <= flat->columns; round++)
    for (hb_id i = 0; i < hb_small_elements (flat); i++)
      {
        struct hb_element element = hb_small_element (flat, i);
        if (!hb_small_has (flat, element))
          continue;
        hb_small_name (&name, side, round, element);
        if (round)
          hb_flat_outer_start (flat, "tie", name.text);
        if (round < flat->columns)
          hb_build_post (flat->builder, NULL, hb_small_name (&next, side, round + 1, element));
        if (round)
          {
            post_copies (flat, side, round, element);
            hb_flat_outer_end (flat, "tie", name.text);
          }
      }
}

/* An empty clause: a read before the write it reads from. */
static void
build_contradictions (const struct hb_flat *flat)
{
  hb_flat_name name, label;
  for (hb_id j = 1; j <= flat->columns; j++)
    {
      size_t size;
      hb_flat_clause (flat, j, &size);
      if (size || flat->tautology.data[j - 1])
        continue;
      hb_flat_say (&name, "s%u", j);
      hb_flat_say (&label, "w.s%u", j);
      hb_build_read (flat->builder, NULL, name.text, label.text);
      hb_build_write (flat->builder, label.text, name.text, "1");
    }
}

/* The messages of the T-th literal of clause J.  F_t, whose coming first makes it false, reads what
 * S_(t-1) writes; S_t writes what F_(t+1) reads, cyclically: if all are false,
 * F_1 S_1 F_2 S_2 ... F_1 is a cycle. */
static void
build_literal (const struct hb_flat *flat, hb_id j, hb_id t)
{
  hb_flat_name name, variable, label;
  size_t size;
  int literal = hb_flat_clause (flat, j, &size)[t - 1];
  bool closes = !(flat->damage & HB_FLAT_NO_Z);
  for (char side = 'a'; side <= 'b'; side++)
    {
      bool first = side == hb_flat_falsifier (literal);
      hb_id link = !first ? t : t > 1 ? t - 1 : (hb_id)size;
      hb_build_message (flat->builder, hb_small_literal (&name, side, j, t));
      hb_flat_say (&variable, "s%u.%u", j, link);
      hb_flat_say (&label, "w.s%u.%u", j, link);
      if (link == size && !closes)
        continue;
      if (first)
        hb_build_read (flat->builder, NULL, variable.text, label.text);
      else
        hb_build_write (flat->builder, label.text, variable.text, "1");
    }
}

/* The copies e_J (KIND 'e', on A) and d_J (on B): each runs tied to the other. */
static void
build_equal (const struct hb_flat *flat, char kind, hb_id j)
{
  hb_flat_name name, tied;
  for (char side = 'a'; side <= 'b'; side++)
    {
      hb_build_message (flat->builder, hb_small_equal (&name, side, kind, j));
      if (flat->damage & HB_FLAT_NO_EQUALITY)
        continue;
      hb_small_equal (&tied, side, 'e', j);
      if (kind == 'e')
        {
          hb_flat_inner_start (flat, "equal", tied.text);
          hb_flat_inner_end (flat, "equal", tied.text);
        }
      else
        {
          hb_flat_outer_start (flat, "equal", tied.text);
          hb_flat_outer_end (flat, "equal", tied.text);
        }
    }
}

/* All messages of the literals' mailboxes on HANDLER. */
static void
build_mailbox (const struct hb_flat *flat, const char *handler)
{
  hb_flat_name name;
  for (hb_id j = 1; j <= flat->columns; j++)
    {
      size_t size;
      hb_flat_clause (flat, j, &size);
      for (hb_id t = 1; t <= size; t++)
        if (!strcmp (hb_small_mailbox (flat, t, &name), handler))
          build_literal (flat, j, t);
      if (hb_small_carries (flat, j) && *handler == 'A')
        build_equal (flat, 'e', j);
      if (hb_small_carries (flat, j) && *handler == 'B')
        build_equal (flat, 'd', j);
    }
}

static void
build_rounds (const struct hb_flat *flat)
{
  hb_flat_name name;
  for (hb_id round = 1; round <= flat->columns; round++)
    for (hb_id i = 0; i < hb_small_elements (flat); i++)
      for (char side = 'a'; side <= 'b'; side++)
        {
          if (!hb_small_has (flat, hb_small_element (flat, i)))
            continue;
          hb_build_message (flat->builder,
                            hb_small_name (&name, side, round, hb_small_element (flat, i)));
          hb_flat_inner_start (flat, "tie", name.text);
          hb_flat_inner_end (flat, "tie", name.text);
        }
}

void
hb_small_build (const struct hb_flat *flat)
{
  hb_flat_name name;
  hb_build_handler (flat->builder, "A", -1);
  build_poster (flat, 'a');
  build_contradictions (flat);
  build_mailbox (flat, "A");
  hb_build_handler (flat->builder, "B", -1);
  build_poster (flat, 'b');
  build_mailbox (flat, "B");
  hb_build_handler (flat->builder, "W", -1);
  build_rounds (flat);
  build_mailbox (flat, "W");
  for (hb_id q = 1; q <= hb_small_extra (flat); q++)
    {
      hb_build_handler (flat->builder, hb_flat_say (&name, "D%u", q), -1);
      build_mailbox (flat, name.text);
    }
}
