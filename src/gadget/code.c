/* The formula whose models are the traces of a shape.  See code.h. */
#include "gadget/code.h"

void
hb_clause (struct hb_clauses *clauses, const int *literals)
{
  for (; *literals; literals++)
    hb_literal (clauses, *literals);
  hb_literal (clauses, 0);
}

static int
block (struct hb_code *code, hb_id count)
{
  int first = code->variables + 1;
  code->variables += (int)count;
  return first;
}

void
hb_code_init (struct hb_code *code, const struct hb_shape *shape)
{
  hb_id body = shape->body, posted = shape->posted, handlers = shape->handlers;
  *code = (struct hb_code){ .shape = *shape };
  code->messages = handlers + posted;
  code->nodes = body + posted;
  code->is_in = block (code, body * code->messages);
  code->from = block (code, body * code->messages);
  code->writes = block (code, body);
  code->reads = block (code, body);
  code->posts = block (code, body * posted);
  code->runs_on = block (code, posted * handlers);
  code->together = block (code, posted * posted);
  code->on = block (code, body * handlers);
  code->mates = block (code, body * body);
  code->alike = block (code, body * body);
  code->same = block (code, body * body);
  code->rf = block (code, body * body);
  code->starts = block (code, body);
  code->co = block (code, body * body);
  code->fr = block (code, body * body);
  code->joined = block (code, body * body);
  code->beside = block (code, body * posted * posted);
  code->leads = block (code, body * posted);
  code->sends = block (code, body * body * posted * posted);
}

/* --- clauses of a common kind ------------------------------------------------------------------ */

/* At least one, and at most one, of COUNT variables that are STEP apart. */
static void
exactly_one (struct hb_clauses *clauses, int first, hb_id count, hb_id step)
{
  for (hb_id i = 0; i < count; i++)
    hb_literal (clauses, first + (int)(i * step));
  hb_literal (clauses, 0);
  for (hb_id i = 0; i < count; i++)
    for (hb_id j = i + 1; j < count; j++)
      HB_CLAUSE (clauses, -(first + (int)(i * step)), -(first + (int)(j * step)));
}

/* C iff A and B. */
static void
both (struct hb_clauses *clauses, int c, int a, int b)
{
  HB_CLAUSE (clauses, -c, a);
  HB_CLAUSE (clauses, -c, b);
  HB_CLAUSE (clauses, c, -a, -b);
}

/* If A then B iff C. */
static void
if_equal (struct hb_clauses *clauses, int a, int b, int c)
{
  HB_CLAUSE (clauses, -a, -b, c);
  HB_CLAUSE (clauses, -a, b, -c);
}

static int
pair_of (int first, hb_id width, hb_id x, hb_id y)
{
  return first + (int)(x * width + y);
}

/* --- messages ---------------------------------------------------------------------------------- */

/* Events stand in the order of their messages; who is with whom. */
static void
tell_places (const struct hb_code *code, struct hb_clauses *clauses)
{
  hb_id body = code->shape.body, messages = code->messages;
  for (hb_id e = 0; e < body; e++)
    {
      HB_CLAUSE (clauses, pair_of (code->from, messages, e, 0));
      for (hb_id m = 0; m < messages; m++)
        {
          int here = pair_of (code->is_in, messages, e, m);
          int from = pair_of (code->from, messages, e, m);
          int behind = m + 1 < messages ? from + 1 : 0;
          if (e + 1 < body)
            HB_CLAUSE (clauses, -from, pair_of (code->from, messages, e + 1, m));
          if (behind)
            {
              HB_CLAUSE (clauses, -behind, from);
              both (clauses, here, from, -behind);
            }
          else
            if_equal (clauses, pair_of (code->from, messages, e, 0), here, from);
          for (hb_id f = e + 1; f < body; f++)
            if_equal (clauses, here, pair_of (code->alike, body, e, f),
                      pair_of (code->is_in, messages, f, m));
        }
    }
}

/* Which handler runs what, and the first of each in turn. */
static void
tell_handlers (const struct hb_code *code, struct hb_clauses *clauses)
{
  const struct hb_shape *shape = &code->shape;
  for (hb_id i = 0; i < shape->posted; i++)
    {
      exactly_one (clauses, pair_of (code->runs_on, shape->handlers, i, 0), shape->handlers, 1);
      for (hb_id k = 0; k < shape->handlers; k++)
        for (hb_id j = 0; j < shape->posted; j++)
          if_equal (clauses, pair_of (code->runs_on, shape->handlers, i, k),
                    pair_of (code->together, shape->posted, i, j),
                    pair_of (code->runs_on, shape->handlers, j, k));
      /* A handler is used only behind the one before it. */
      for (hb_id k = 1; k < shape->handlers; k++)
        {
          hb_literal (clauses, -pair_of (code->runs_on, shape->handlers, i, k));
          for (hb_id j = 0; j < i; j++)
            hb_literal (clauses, pair_of (code->runs_on, shape->handlers, j, k - 1));
          hb_literal (clauses, 0);
        }
    }
  for (hb_id t = 0; t < shape->pairs; t++)
    HB_CLAUSE (clauses, pair_of (code->together, shape->posted, 2 * t, 2 * t + 1));
  for (hb_id t = 0; shape->symmetric && t + 1 < shape->pairs; t++)
    for (hb_id k = 1; k < shape->handlers; k++)
      for (hb_id l = 0; l < k; l++)
        HB_CLAUSE (clauses, -pair_of (code->runs_on, shape->handlers, 2 * t, k),
                   -pair_of (code->runs_on, shape->handlers, 2 * t + 2, l));
}

/* The handler of each event, and what stands in a message that shares its handler with another. */
static void
tell_neighbours (const struct hb_code *code, struct hb_clauses *clauses)
{
  const struct hb_shape *shape = &code->shape;
  hb_id body = shape->body, posted = shape->posted, handlers = shape->handlers;
  for (hb_id e = 0; e < body; e++)
    {
      exactly_one (clauses, pair_of (code->on, handlers, e, 0), handlers, 1);
      for (hb_id k = 0; k < handlers; k++)
        {
          HB_CLAUSE (clauses, -pair_of (code->is_in, code->messages, e, k),
                     pair_of (code->on, handlers, e, k));
          for (hb_id i = 0; i < posted; i++)
            if_equal (clauses, pair_of (code->is_in, code->messages, e, handlers + i),
                      pair_of (code->on, handlers, e, k), pair_of (code->runs_on, handlers, i, k));
          for (hb_id f = 0; f < body; f++)
            if_equal (clauses, pair_of (code->on, handlers, e, k),
                      pair_of (code->mates, body, e, f), pair_of (code->on, handlers, f, k));
        }
      for (hb_id j = 0; j < posted; j++)
        {
          int leads = pair_of (code->leads, posted, e, j);
          for (hb_id k = 0; k < handlers; k++)
            if_equal (clauses, pair_of (code->is_in, code->messages, e, k), leads,
                      pair_of (code->runs_on, handlers, j, k));
          HB_CLAUSE (clauses, -leads, -pair_of (code->from, code->messages, e, handlers));
          for (hb_id i = 0; i < posted; i++)
            if (i != j)
              both (clauses, pair_of (code->beside, posted, e * posted + i, j),
                    pair_of (code->is_in, code->messages, e, handlers + i),
                    pair_of (code->together, posted, i, j));
        }
    }
}

/* --- posts ------------------------------------------------------------------------------------- */

static void
tell_posts (const struct hb_code *code, struct hb_clauses *clauses)
{
  const struct hb_shape *shape = &code->shape;
  hb_id body = shape->body, posted = shape->posted;
  hb_id outside = shape->free ? 2 * shape->pairs : 0;
  for (hb_id i = outside; i < posted; i++)
    exactly_one (clauses, code->posts + (int)i, body, posted);
  for (hb_id i = 0; i < outside; i++)
    for (hb_id e = 0; e < body; e++)
      HB_CLAUSE (clauses, -pair_of (code->posts, posted, e, i));
  for (hb_id e = 0; e < body; e++)
    for (hb_id i = 0; i < posted; i++)
      {
        int post = pair_of (code->posts, posted, e, i);
        for (hb_id j = i + 1; j < posted; j++)
          HB_CLAUSE (clauses, -post, -pair_of (code->posts, posted, e, j));
        if (shape->flat)
          HB_CLAUSE (clauses, -post, -pair_of (code->from, code->messages, e, shape->handlers));
      }
  /* Messages that are in no pair have the order of their posts. */
  for (hb_id i = 2 * shape->pairs; i + 1 < posted; i++)
    for (hb_id e = 0; e < body; e++)
      for (hb_id f = e + 1; f < body; f++)
        HB_CLAUSE (clauses, -pair_of (code->posts, posted, e, i + 1),
                   -pair_of (code->posts, posted, f, i));
}

/* Pairs of posts whose order matters to a mailbox. */
static void
tell_sends (const struct hb_code *code, struct hb_clauses *clauses)
{
  const struct hb_shape *shape = &code->shape;
  hb_id body = shape->body, posted = shape->posted;
  for (hb_id e = 0; e < body; e++)
    for (hb_id f = 0; f < body; f++)
      for (hb_id i = 0; i < posted; i++)
        for (hb_id j = i + 1; j < posted && e != f && shape->mailbox != HB_MULTISET; j++)
          {
            int sends = pair_of (code->sends, posted, (e * body + f) * posted + i, j);
            int one = pair_of (code->posts, posted, e, i),
                two = pair_of (code->posts, posted, f, j);
            int together = pair_of (code->together, posted, i, j);
            int mates = pair_of (code->mates, body, e, f);
            bool by_sender = shape->mailbox == HB_SENDER_QUEUE;
            HB_CLAUSE (clauses, -sends, one);
            HB_CLAUSE (clauses, -sends, two);
            HB_CLAUSE (clauses, -sends, together);
            if (by_sender)
              HB_CLAUSE (clauses, -sends, mates);
            HB_CLAUSE (clauses, sends, -one, -two, -together, by_sender ? -mates : -one);
          }
}

/* --- accesses ---------------------------------------------------------------------------------- */

/* An event is a write, a read or a post. */
static void
tell_kinds (const struct hb_code *code, struct hb_clauses *clauses)
{
  hb_id body = code->shape.body, posted = code->shape.posted;
  for (hb_id e = 0; e < body; e++)
    {
      int w = code->writes + (int)e, r = code->reads + (int)e;
      HB_CLAUSE (clauses, -w, -r);
      hb_literal (clauses, w);
      hb_literal (clauses, r);
      for (hb_id i = 0; i < posted; i++)
        hb_literal (clauses, pair_of (code->posts, posted, e, i));
      hb_literal (clauses, 0);
      for (hb_id i = 0; i < posted; i++)
        {
          HB_CLAUSE (clauses, -w, -pair_of (code->posts, posted, e, i));
          HB_CLAUSE (clauses, -r, -pair_of (code->posts, posted, e, i));
        }
    }
}

static int
same_variable (const struct hb_code *code, hb_id x, hb_id y)
{
  return x < y ? pair_of (code->same, code->shape.body, x, y)
               : pair_of (code->same, code->shape.body, y, x);
}

/* Variables are classes of accesses. */
static void
tell_variables (const struct hb_code *code, struct hb_clauses *clauses)
{
  hb_id body = code->shape.body;
  for (hb_id x = 0; x < body; x++)
    for (hb_id y = 0; y < body; y++)
      {
        if (x == y)
          continue;
        int same = same_variable (code, x, y);
        HB_CLAUSE (clauses, -same, code->writes + (int)x, code->reads + (int)x);
        HB_CLAUSE (clauses, -same, code->writes + (int)y, code->reads + (int)y);
        for (hb_id z = 0; z < body; z++)
          if (z != x && z != y)
            HB_CLAUSE (clauses, -same, -same_variable (code, y, z), same_variable (code, x, z));
      }
}

/* Each read reads one write or the initial value. */
static void
tell_reads (const struct hb_code *code, struct hb_clauses *clauses, hb_id r)
{
  hb_id body = code->shape.body;
  int read = code->reads + (int)r, starts = code->starts + (int)r;
  HB_CLAUSE (clauses, -starts, read);
  hb_literal (clauses, -read);
  hb_literal (clauses, starts);
  for (hb_id w = 0; w < body; w++)
    hb_literal (clauses, pair_of (code->rf, body, w, r));
  hb_literal (clauses, 0);
  for (hb_id w = 0; w < body; w++)
    {
      int rf = pair_of (code->rf, body, w, r);
      if (w == r)
        {
          HB_CLAUSE (clauses, -rf);
          continue;
        }
      HB_CLAUSE (clauses, -rf, code->writes + (int)w);
      HB_CLAUSE (clauses, -rf, read);
      HB_CLAUSE (clauses, -rf, same_variable (code, w, r));
      HB_CLAUSE (clauses, -rf, -starts);
      for (hb_id other = w + 1; other < body; other++)
        HB_CLAUSE (clauses, -rf, -pair_of (code->rf, body, other, r));
    }
}

/* co is total on the writes X and Y of one variable. */
static void
tell_co (const struct hb_code *code, struct hb_clauses *clauses, hb_id x, hb_id y)
{
  hb_id body = code->shape.body;
  int co = pair_of (code->co, body, x, y), back = pair_of (code->co, body, y, x);
  int same = same_variable (code, x, y), wx = code->writes + (int)x, wy = code->writes + (int)y;
  HB_CLAUSE (clauses, -co, wx);
  HB_CLAUSE (clauses, -co, wy);
  HB_CLAUSE (clauses, -co, same);
  HB_CLAUSE (clauses, -co, -back);
  HB_CLAUSE (clauses, -wx, -wy, -same, co, back);
}

/* fr, from the read R to the write W: of what R reads the next ones, of the initial value all. */
static void
tell_fr (const struct hb_code *code, struct hb_clauses *clauses, hb_id r, hb_id w)
{
  hb_id body = code->shape.body;
  int fr = pair_of (code->fr, body, r, w), same = same_variable (code, r, w);
  int write = code->writes + (int)w;
  HB_CLAUSE (clauses, -fr, write);
  HB_CLAUSE (clauses, -fr, code->reads + (int)r);
  HB_CLAUSE (clauses, -fr, same);
  HB_CLAUSE (clauses, -fr, -pair_of (code->rf, body, w, r));
  HB_CLAUSE (clauses, -(code->starts + (int)r), -same, -write, fr);
  for (hb_id from = 0; from < body; from++)
    if (from != w && from != r)
      if_equal (clauses, pair_of (code->rf, body, from, r), fr, pair_of (code->co, body, from, w));
}

static void
tell_values (const struct hb_code *code, struct hb_clauses *clauses)
{
  hb_id body = code->shape.body;
  for (hb_id x = 0; x < body; x++)
    {
      tell_reads (code, clauses, x);
      HB_CLAUSE (clauses, -pair_of (code->co, body, x, x));
      HB_CLAUSE (clauses, -pair_of (code->fr, body, x, x));
      for (hb_id y = 0; y < body; y++)
        if (x != y)
          {
            tell_co (code, clauses, x, y);
            tell_fr (code, clauses, x, y);
          }
    }
}

/* What touches nothing of another message could be left out: each access is joined to one. */
static void
tell_use (const struct hb_code *code, struct hb_clauses *clauses)
{
  hb_id body = code->shape.body, posted = code->shape.posted;
  for (hb_id x = 0; x < body; x++)
    {
      for (hb_id i = 0; i < posted; i++)
        hb_literal (clauses, pair_of (code->posts, posted, x, i));
      for (hb_id y = 0; y < body; y++)
        if (x != y)
          hb_literal (clauses, pair_of (code->joined, body, x, y));
      hb_literal (clauses, 0);
      for (hb_id y = 0; y < body; y++)
        {
          int joined = pair_of (code->joined, body, x, y);
          if (x == y)
            continue;
          HB_CLAUSE (clauses, -joined, -pair_of (code->alike, body, x < y ? x : y, x < y ? y : x));
          hb_literal (clauses, -joined);
          for (int way = 0; way < 2; way++)
            {
              hb_id from = way ? y : x, to = way ? x : y;
              hb_literal (clauses, pair_of (code->rf, body, from, to));
              hb_literal (clauses, pair_of (code->co, body, from, to));
              hb_literal (clauses, pair_of (code->fr, body, from, to));
            }
          hb_literal (clauses, 0);
        }
    }
}

void
hb_code_trace (const struct hb_code *code, struct hb_clauses *clauses)
{
  tell_places (code, clauses);
  tell_handlers (code, clauses);
  tell_neighbours (code, clauses);
  tell_posts (code, clauses);
  tell_sends (code, clauses);
  tell_kinds (code, clauses);
  tell_variables (code, clauses);
  tell_values (code, clauses);
  tell_use (code, clauses);
}
