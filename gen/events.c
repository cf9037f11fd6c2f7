/* See events.h. */
#include "gen/events.h"

#include "base/buffer.h"

#include <string.h>

const struct hb_event_family hb_event_families[]
    = { { "det-1",
          "one event, two procedures, one variable",
          { "rwpPqQ", NULL, "rwqQ", "rw" },
          { 3, 0, 2, 2 },
          "",
          false },
        { "det-2",
          "one event, two procedures, two variables",
          { "rwRWpPqQ", NULL, "rwRWqQ", "rwRW" },
          { 2, 0, 2, 2 },
          "",
          false },
        { "det-a",
          "one event, two procedures, reads that block",
          { "rawpPqQ", NULL, "raw0Q", "rw0" },
          { 3, 0, 2, 2 },
          "",
          false },
        { "det-c",
          "one event, calls that post",
          { "rwpPc", NULL, "rwq", "rwpP" },
          { 3, 0, 2, 2 },
          "",
          false },
        { "rob-1",
          "two events, a procedure, one variable",
          { "rwpP", "rwpP", "rwa", NULL },
          { 3, 2, 2, 0 },
          "",
          false },
        { "rob-2",
          "two events, a procedure, two variables",
          { "rwRWpP", "rwRWP", "rwRW", NULL },
          { 2, 2, 2, 0 },
          "",
          false },
        { "rob-i",
          "two events, a procedure, conditions",
          { "rwpPi", "w0RpP", "riw", NULL },
          { 2, 2, 3, 0 },
          "",
          false },
        { "rob-o",
          "two events in a start order, a procedure, two variables",
          { "rwRWpP", "rwRWpP", "rwRWa", NULL },
          { 2, 2, 2, 0 },
          " before e f;",
          false },
        { "rob-t",
          "three events in a start order, a procedure, two variables",
          { "rwRWpP", "rwRW", "rwRW", "rwRWP" },
          { 2, 1, 1, 2 },
          " before e f; before f g;",
          true },
        { .name = NULL } };

static const char *const procs[] = { "e", "f", "p", "q", "g" };

static const char *
statement_of (char letter)
{
  static const struct
  {
    char letter;
    const char *text;
  } statements[]
      = { { 'r', "r := x;" },          { 'R', "r := y;" },          { 's', "r := z;" },
          { 'w', "x := 1;" },          { 'W', "y := 1;" },          { 'v', "z := 1;" },
          { '0', "x := 0;" },          { 'a', "assume r;" },        { 'i', "if !r { return; }" },
          { 'p', "async[any] p();" },  { 'P', "async[main] p();" }, { 'q', "async[any] q();" },
          { 'Q', "async[main] q();" }, { 'c', "call q();" } };
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    if (statements[i].letter == letter)
      return statements[i].text;
  return "";
}

/* The number of words over LETTERS of up to LONGEST letters. */
static uint64_t
words (const char *letters, unsigned longest)
{
  uint64_t count = 1, power = 1;
  for (unsigned i = 0; letters && i < longest; i++)
    {
      power *= strlen (letters);
      count += power;
    }
  return count;
}

/* Word NUMBER, the shorter ones first. */
static void
word (const char *letters, uint64_t number, char *text)
{
  uint64_t size = letters ? strlen (letters) : 0, power = 1;
  unsigned length = 0;
  while (number >= power)
    {
      number -= power;
      power *= size;
      length++;
    }
  for (unsigned i = 0; i < length; i++, number /= size)
    text[i] = letters[number % size];
  text[length] = 0;
}

uint64_t
hb_event_family_size (const struct hb_event_family *family)
{
  uint64_t size = 1;
  for (int i = 0; i < 4; i++)
    size *= words (family->letters[i], family->longest[i]);
  return size;
}

/* Is every procedure that has a body posted or called by one that is? */
static bool
is_canonical (char bodies[4][16], bool third)
{
  if (third)
    return *bodies[0]
           && (!*bodies[2] || strpbrk (bodies[0], "pP") || strpbrk (bodies[1], "pP")
               || strpbrk (bodies[3], "pP"));
  bool uses_q = strpbrk (bodies[0], "qQc") || strpbrk (bodies[1], "qQc"),
       uses_p = strpbrk (bodies[0], "pP") || strpbrk (bodies[1], "pP");
  uses_q = uses_q || (uses_p && strpbrk (bodies[2], "qQc"));
  uses_p = uses_p || (uses_q && strpbrk (bodies[3], "pP"));
  /* Tasks that post one another without end, and calls of itself. */
  if (strpbrk (bodies[2], "qQc") && strpbrk (bodies[3], "pP"))
    return false;
  return *bodies[0] && (uses_p || !*bodies[2]) && (uses_q || !*bodies[3]);
}

char *
hb_event_family_text (const struct hb_event_family *family, uint64_t number)
{
  char bodies[4][16];
  hb_buffer text = VEC_EMPTY;
  for (int i = 0; i < 4; i++)
    {
      uint64_t count = words (family->letters[i], family->longest[i]);
      word (family->letters[i], number % count, bodies[i]);
      number /= count;
    }
  if (!is_canonical (bodies, family->third))
    return NULL;
  hb_buffer_add (&text, "shared x\nshared y\n");
  for (int i = 0; i < 4; i++)
    {
      if (!family->letters[i])
        continue;
      bool is_event = i < 2 || (i == 3 && family->third);
      hb_buffer_add (&text, "%s %s%s {\n  local r;\n", is_event ? "event" : "proc",
                     procs[i + (i == 3 && family->third)], is_event ? "" : "()");
      for (const char *letter = bodies[i]; *letter; letter++)
        hb_buffer_add (&text, "  %s\n", statement_of (*letter));
      hb_buffer_add (&text, "}\n");
    }
  hb_buffer_add (&text, "driver { e*1;%s%s%s }\n", family->letters[1] ? " f*1;" : "",
                 family->third ? " g*1;" : "", family->driver);
  return hb_buffer_take (&text);
}
