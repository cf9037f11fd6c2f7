/* SAT to SAT: every literal changes its sign, and so do models, there and back.
 *
 * A complete example of a reduction for hbkit in C.  `flip <file` does it once; `flip serve` is asked again and again.
 *
 *     cc -o flip flip.c && hbkit verify flip.reduction */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines of numbers, "v" before them perhaps, change their signs; all others stay. */
static void
flip_line (const char *line)
{
  const char *at = line;
  if (*at == 'p' || *at == 's' || *at == 'c')
    {
      fputs (line, stdout);
      return;
    }
  if (*at == 'v')
    fputs ("v ", stdout), at++;
  for (char *end;; at = end)
    {
      long literal = strtol (at, &end, 10);
      if (end == at)
        break;
      printf ("%ld ", -literal);
    }
  putchar ('\n');
}

/* What a verb makes is called by its role. */
static const char *
role_of (const char *verb)
{
  return !strcmp (verb, "reduce") ? "target" : !strcmp (verb, "lift") ? "lifted" : "extracted";
}

/* A request is a line with the verb; files, each after a line `ROLE LINES`; and a line `end`.  The first file is
 * the one to be flipped: the source, or the solution. */
static void
serve (void)
{
  static char line[1 << 20];
  char verb[32], role[32];
  while (fgets (line, sizeof line, stdin) && sscanf (line, "%31s", verb) == 1)
    {
      for (int file = 0; fgets (line, sizeof line, stdin) && strcmp (line, "end\n"); file++)
        {
          unsigned long lines = 0;
          if (sscanf (line, "%31s %lu", role, &lines) == 2 && !file)
            printf ("%s %lu\n", role_of (verb), lines);
          for (; lines && fgets (line, sizeof line, stdin); lines--)
            if (!file)
              flip_line (line);
        }
      puts ("end");
      fflush (stdout);
    }
}

int
main (int argc, char **argv)
{
  static char line[1 << 20];
  if (argc > 1 && !strcmp (argv[1], "serve"))
    serve ();
  else
    while (fgets (line, sizeof line, stdin))
      flip_line (line);
  return 0;
}
