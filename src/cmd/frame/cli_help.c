/* --help, manual pages: texts made from the tables of the commands. */
#include "cmd/frame/cli.h"

#include "base/version.h"

#include <string.h>

const struct cli_option cli_common[] = {
  { "help", NULL, "show this help and stop", 'h', NULL },
  { "version", NULL, "show the version and stop", 0, NULL },
  { "quiet", NULL, "say nothing but results and errors", 'q', NULL },
  { "verbose", NULL, "say more on standard error, and every few seconds how far long work is", 'v',
    NULL },
  { "timeout", "SECONDS", "end after this time, 0: never (exit status 3: not finished)", 't',
    NULL },
  { "memory", "SIZE", "end beyond this memory, e.g. 2G (exit status 3)", 0, NULL },
  { "max-size", "SIZE",
    "refuse inputs of more bytes, counted uncompressed (default: compressed ones of 64 MB and "
    "more that are 1000 times as large as their file)",
    0, NULL },
  { "color", "WHEN", "colours: auto, always or never (NO_COLOR is obeyed)", 0,
    "auto always never" },
  { NULL, NULL, NULL, 0, NULL }
};

bool
cli_has_own (const struct cli_command *command, const struct cli_option *common)
{
  for (const struct cli_option *own = command->options; own->name; own++)
    if (!strcmp (own->name, common->name))
      return true;
  return false;
}

static void
help_option (const struct cli_option *option, FILE *to)
{
  char left[64];
  int length = 0;
  if (option->letter)
    length = snprintf (left, sizeof left, "  -%c, --%s", option->letter, option->name);
  else
    length = snprintf (left, sizeof left, "      --%s", option->name);
  if (option->argument)
    snprintf (left + length, sizeof left - (size_t)length, " %s", option->argument);
  fprintf (to, "%-26s", left);
  if (strlen (left) > 26)
    fprintf (to, "\n%-26s", "");
  /* Wrapped by hand: a help line is at most 80 columns. */
  const char *word = option->help;
  int column = 27;
  while (*word)
    {
      int size = (int)strcspn (word, " ");
      if (column + size > 79)
        column = 27, fprintf (to, "\n%-26s", "");
      fprintf (to, " %.*s", size, word);
      column += size + 1;
      word += size + (word[size] == ' ');
    }
  fputc ('\n', to);
}

/* Every line of TEXT behind PREFIX. */
static void
help_lines (const char *text, const char *prefix, FILE *to)
{
  while (*text)
    {
      int size = (int)strcspn (text, "\n");
      fprintf (to, "%s%.*s\n", size ? prefix : "", size, text);
      text += size + (text[size] == '\n');
    }
}

void
cli_help (const struct cli_command *command, FILE *to)
{
  char prefix[64];
  fprintf (to, "hbkit %s - %s\n\nExamples:\n", command->name, command->summary);
  help_lines (command->examples, "  ", to);
  fputs ("\nUsage:\n", to);
  snprintf (prefix, sizeof prefix, "  hbkit %s ", command->name);
  help_lines (command->usage, prefix, to);
  if (command->description)
    {
      fputc ('\n', to);
      help_lines (command->description, "", to);
    }
  fputs ("\nOptions:\n", to);
  for (int i = 0; command->options[i].name; i++)
    help_option (&command->options[i], to);
  for (int i = 0; cli_common[i].name; i++)
    if (!cli_has_own (command, &cli_common[i]))
      help_option (&cli_common[i], to);
}

/* --- manual pages ------------------------------------------------------------------------------ */

/* TEXT with what troff would take for a command made harmless. */
static void
manual_text (const char *text, size_t size, FILE *to)
{
  bool line_start = true;
  for (size_t i = 0; i < size; i++)
    {
      char c = text[i];
      if (line_start && (c == '.' || c == '\''))
        fputs ("\\&", to);
      if (c == '\\')
        fputs ("\\e", to);
      else if (c == '-')
        fputs ("\\-", to);
      else
        fputc (c, to);
      line_start = c == '\n';
    }
}

static void
manual_section (const char *title, FILE *to)
{
  fprintf (to, ".SH %s\n", title);
}

static void
manual_option (const struct cli_option *option, FILE *to)
{
  fputs (".TP\n", to);
  if (option->letter)
    fprintf (to, "\\fB\\-%c\\fR, ", option->letter);
  fputs ("\\fB\\-\\-", to);
  manual_text (option->name, strlen (option->name), to);
  fputs ("\\fR", to);
  if (option->argument)
    fprintf (to, " \\fI%s\\fR", option->argument);
  fputc ('\n', to);
  manual_text (option->help, strlen (option->help), to);
  fputc ('\n', to);
}

static void
manual_block (const char *text, FILE *to)
{
  fputs (".nf\n", to);
  manual_text (text, strlen (text), to);
  fputs ("\n.fi\n", to);
}

/* Where the pages about formats, constructions and claims are installed. */
static void
manual_pages_of_doc (FILE *to)
{
  fputs ("The pages in \\fI" HBKIT_DOC
         "/doc\\fR: formats.md, language.md, semantics.md, reductions.md, figures.md, "
         "sweep.md, import.md,\nclaims.md, papers.md and others; README.md above them leads to "
         "each.\n",
         to);
}

static void
manual_usage (const struct cli_command *command, FILE *to)
{
  const char *text = command->usage;
  while (*text)
    {
      size_t size = strcspn (text, "\n");
      fprintf (to, "\\fBhbkit %s\\fR ", command->name);
      manual_text (text, size, to);
      fputs ("\n.br\n", to);
      text += size + (text[size] == '\n');
    }
}

void
cli_manual (const struct cli_command *command, FILE *to)
{
  fprintf (to, ".TH HBKIT\\-%s 1 \"\" \"hbkit %s\" \"hbkit manual\"\n", command->name,
           HBKIT_VERSION);
  manual_section ("NAME", to);
  fprintf (to, "hbkit\\-%s \\- %s\n", command->name, command->summary);
  manual_section ("SYNOPSIS", to);
  manual_usage (command, to);
  manual_section ("EXAMPLES", to);
  manual_block (command->examples, to);
  if (command->description)
    {
      manual_section ("DESCRIPTION", to);
      manual_block (command->description, to);
    }
  manual_section ("OPTIONS", to);
  for (int i = 0; command->options[i].name; i++)
    manual_option (&command->options[i], to);
  for (int i = 0; cli_common[i].name; i++)
    if (!cli_has_own (command, &cli_common[i]))
      manual_option (&cli_common[i], to);
  manual_section ("SEE ALSO", to);
  fputs ("\\fBhbkit\\fR(1)\n.PP\n", to);
  manual_pages_of_doc (to);
}

void
cli_main_manual (const struct cli_command *const *commands, FILE *to)
{
  fprintf (to, ".TH HBKIT 1 \"\" \"hbkit %s\" \"hbkit manual\"\n", HBKIT_VERSION);
  manual_section ("NAME", to);
  fputs ("hbkit \\- consistency of event\\-driven traces, and its hardness\n", to);
  manual_section ("SYNOPSIS", to);
  fputs ("\\fBhbkit\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n", to);
  manual_section ("DESCRIPTION", to);
  fputs ("hbkit generates hard instances, carries reductions of NP\\-hardness out, decides the "
         "instances and draws "
         "the figures.\n"
         "At its heart is the consistency of traces of event\\-driven programs: handlers that run "
         "messages one at a "
         "time from\n"
         "first\\-in\\-first\\-out mailboxes. Given program order, reads\\-from, coherence and "
         "posted\\-by, is there an "
         "order of messages\n"
         "that explains the trace? Every answer can be had with a certificate that\n"
         ".B hbkit certify\n"
         "accepts or refuses. Every command starts its help, \\fBhbkit\\fR \\fICOMMAND\\fR "
         "\\fB\\-\\-help\\fR, with "
         "examples.\n",
         to);
  manual_section ("COMMANDS", to);
  for (int i = 0; commands[i]; i++)
    fprintf (to, ".TP\n\\fBhbkit\\-%s\\fR(1)\n%s\n", commands[i]->name, commands[i]->summary);
  manual_section ("EXIT STATUS", to);
  fputs (
      ".TP\n\\fB0\\fR\ndone; of commands that decide: the answer is not known (a limit was "
      "reached)\n"
      ".TP\n\\fB1\\fR\na counterexample, a disagreement, an invalid run or certificate was found\n"
      ".TP\n\\fB2\\fR\nan error: of usage, input, output, an outside program\n"
      ".TP\n\\fB3\\fR\nnot finished: a limit of time or memory was reached before the end\n"
      ".TP\n\\fB10\\fR\nof commands that decide: there is a solution (CONSISTENT, SATISFIABLE)\n"
      ".TP\n\\fB20\\fR\nof commands that decide: it is proved that there is none (INCONSISTENT, "
      "UNSATISFIABLE)\n"
      ".TP\n\\fB130\\fR\ninterrupted; what was finished is kept\n",
      to);
  manual_section ("SIGNALS", to);
  fputs ("SIGUSR1, and SIGINFO where there is such a thing, asks how far long work is: a line on "
         "standard error "
         "tells.\nSIGINT and SIGTERM end a command; what was not finished goes away.\n",
         to);
  manual_section ("SEE ALSO", to);
  manual_pages_of_doc (to);
}
