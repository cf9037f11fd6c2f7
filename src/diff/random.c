/* See random.h.  One statement a line, so that a version is made of lines. */
#include "diff/random.h"

#include "base/buffer.h"

#include <string.h>

struct maker
{
  struct hb_rng *rng;
  hb_buffer text;
  hb_id variables;
  bool locks;
};

static char
variable (struct maker *m)
{
  return (char)('x' + hb_rng_below (m->rng, m->variables));
}

/* An expression over at most two variables. */
static void
expression (struct maker *m)
{
  char a = variable (m), b = variable (m);
  unsigned number = (unsigned)hb_rng_below (m->rng, 3);
  switch (hb_rng_below (m->rng, 9))
    {
    case 0:
    case 1:
    case 2:
      hb_buffer_add (&m->text, "%u", number);
      break;
    case 3:
    case 4:
      hb_buffer_add (&m->text, "%c", a);
      break;
    case 5:
      hb_buffer_add (&m->text, "%c + %u", a, number);
      break;
    case 6:
      hb_buffer_add (&m->text, "%c == %c", a, b);
      break;
    case 7:
      hb_buffer_add (&m->text, "t");
      break;
    default:
      hb_buffer_add (&m->text, "%c && !%c", a, b);
    }
}

static void
line (struct maker *m, const char *before, const char *after)
{
  hb_buffer_add (&m->text, "  %s (", before);
  expression (m);
  hb_buffer_add (&m->text, ")%s", after);
}

static void
assignment (struct maker *m)
{
  hb_buffer_add (&m->text, "  %c = ", hb_rng_below (m->rng, 6) ? variable (m) : 't');
  expression (m);
  hb_buffer_add (&m->text, ";\n");
}

/* One or more lines that belong together. */
static void
statement (struct maker *m)
{
  switch (hb_rng_below (m->rng, m->locks ? 15 : 13))
    {
    case 0:
      line (m, "assume", ";\n");
      break;
    case 1:
      line (m, "if", "");
      assignment (m);
      break;
    case 2:
      line (m, "if", "");
      assignment (m);
      m->text.size--;
      hb_buffer_add (&m->text, " else ");
      assignment (m);
      break;
    case 3:
      hb_buffer_add (&m->text, "  if (nondet ()%s)", hb_rng_coin (m->rng) ? "" : " < 1");
      assignment (m);
      m->text.size--;
      hb_buffer_add (&m->text, " else ");
      assignment (m);
      break;
    case 4:
      hb_buffer_add (&m->text, "  %c++;\n", variable (m));
      break;
    case 5:
      hb_buffer_add (&m->text, "  atomicBegin ();");
      assignment (m);
      m->text.size--;
      line (m, hb_rng_coin (m->rng) ? "assume" : "assert", "; atomicEnd ();\n");
      break;
    case 6:
      if (hb_rng_below (m->rng, 4))
        {
          line (m, "while", "");
          assignment (m);
          break;
        }
      hb_buffer_add (&m->text, "  while (1) {");
      assignment (m);
      m->text.size--;
      line (m, "if", " break; }\n");
      break;
    case 7:
      hb_buffer_add (&m->text, "  t = %c;\n", variable (m));
      break;
    case 8:
      hb_buffer_add (&m->text, "  wait_reset (%c);\n", variable (m));
      break;
    case 13:
    case 14:
      hb_buffer_add (&m->text, "  lock (l);");
      assignment (m);
      m->text.size--;
      hb_buffer_add (&m->text, " unlock (l);\n");
      break;
    default:
      assignment (m);
    }
}

char *
diff_random_program (struct hb_rng *rng, hb_id steps)
{
  struct maker m = { .rng = rng, .variables = 2 + (hb_id)hb_rng_below (rng, 2) };
  hb_id threads = 1 + (hb_id)hb_rng_below (rng, 4);
  m.locks = hb_rng_coin (rng);
  hb_buffer_add (&m.text, "int x, y, z%s;\n", m.locks ? ", l" : "");
  if (m.locks)
    hb_buffer_add (&m.text, "void helper (void) { lock (l); unlock (l); }\n");
  for (hb_id t = 1; t <= threads; t++)
    {
      hb_buffer_add (&m.text, "void thread%u (void) {\n  int t = 0;\n", t);
      hb_id own = steps / threads ? steps / threads : 1;
      for (hb_id s = 0; s < own; s++)
        statement (&m);
      hb_buffer_add (&m.text, "}\n");
    }
  return hb_buffer_take (&m.text);
}

char *
diff_random_version (struct hb_rng *rng, const char *text)
{
  hb_buffer out = VEC_EMPTY;
  const char *held = NULL; /* a line that comes after the next one */
  size_t held_length = 0;
  for (const char *at = text; *at;)
    {
      size_t length = strcspn (at, "\n") + 1;
      bool statement = !strncmp (at, "  ", 2) && strncmp (at, "  int", 5);
      uint64_t dice = hb_rng_below (rng, 6);
      if (held && !statement)
        hb_buffer_add (&out, "%.*s", (int)held_length, held);
      if (!statement)
        held = NULL;
      if (statement && !held && dice < 2)
        {
          held = at;
          held_length = length;
        }
      else if (!statement || dice)
        hb_buffer_add (&out, "%.*s", (int)length, at);
      if (held && held != at)
        {
          hb_buffer_add (&out, "%.*s", (int)held_length, held);
          held = NULL;
        }
      at += length;
    }
  return hb_buffer_take (&out);
}
