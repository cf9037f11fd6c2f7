/* See edt_example.h. */
#include "edt_example.h"

#include "unit.h"

#include "base/memory.h"

const char edt_example[] = "edt 1\n"
                           "meta gen \"hbkit reduce ...\"\n"
                           "mailbox queue\n"
                           "handler h1\n"
                           "initial\n"
                           "  post mid1\n"
                           "  p2: post mid2\n"
                           "handler h2 stack\n"
                           "message mid2\n"
                           "  b: write x 1\n"
                           "message mid1\n"
                           "  a: write x\n"
                           "message seen external\n"
                           "  read x b\n"
                           "  read y init\n"
                           "co x a b\n"
                           "eo h2 mid1 mid2\n"
                           "mo h2 mid1 mid2\n"
                           "end 8 4 2\n";

char *
replaced (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  if (!at)
    fail_msg ("no '%s' in the text", from);
  return hb_format ("%.*s%s%s", (int)(at - text), text, to, at + strlen (from));
}
