/* hbkit: the program.  Finds the command, reads its options, runs it. */
#include "base/failure.h"
#include "cmd/frame/commands.h"

#include "base/cleanup.h"
#include "base/input.h"
#include "base/pages.h"
#include "base/version.h"

#include <getopt.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
overview (FILE *to)
{
  fputs ("hbkit - consistency of event-driven traces, and its hardness\n\n"
         "Examples:\n"
         "  hbkit gen cnf --variables 20 --ratio 1.4 --seed 1 -o f.cnf\n"
         "  hbkit reduce 3bisat-ed f.cnf -o t.edt --map t.map\n"
         "  hbkit check t.edt --witness w.edt --cycle c.json\n"
         "  hbkit replay t.edt w.edt\n"
         "  hbkit extract 3bisat-ed f.cnf w.edt\n"
         "  hbkit draw t.edt --gadget clause:1 -o gadget.svg\n\n"
         "Commands:\n",
         to);
  for (int i = 0; cli_commands[i]; i++)
    fprintf (to, "  %-12s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
  fputs ("\n'hbkit COMMAND --help' shows examples and options of a command.\n", to);
}

static const struct cli_command *
find_command (const char *name)
{
  for (int i = 0; cli_commands[i]; i++)
    if (!strcmp (cli_commands[i]->name, name))
      return cli_commands[i];
  return NULL;
}

/* Letters in common at the front and the back, for "did you mean". */
static const char *
similar_command (const char *name)
{
  const char *best = NULL;
  size_t best_score = 2;
  for (int i = 0; cli_commands[i]; i++)
    {
      const char *other = cli_commands[i]->name;
      size_t front = 0, back = 0, a = strlen (name), b = strlen (other);
      while (name[front] && name[front] == other[front])
        front++;
      while (back + front < a && back + front < b && name[a - 1 - back] == other[b - 1 - back])
        back++;
      if (front + back >= best_score && front + back + 2 >= b)
        {
          best = other;
          best_score = front + back + 1;
        }
    }
  return best;
}

/* getopt's tables for the command: its own options, then the common ones.  A long option's `val` is
 * 256 plus its position. */
static void
fill_tables (const struct cli_command *command, struct option *table, char *letters)
{
  const struct cli_option *lists[] = { command->options, cli_common };
  int size = 0;
  *letters++ = ':';
  for (int list = 0; list < 2; list++)
    for (const struct cli_option *option = lists[list]; option->name; option++, size++)
      {
        int takes = option->argument ? required_argument : no_argument;
        table[size] = (struct option){ option->name, takes, NULL, 256 + size };
        if (option->letter)
          {
            *letters++ = option->letter;
            if (option->argument)
              *letters++ = ':';
          }
      }
  *letters = '\0';
  table[size] = (struct option){ NULL, 0, NULL, 0 };
}

static int
own_options (const struct cli_command *command)
{
  int own = 0;
  while (command->options[own].name)
    own++;
  return own;
}

static const struct cli_option *
option_at (const struct cli_command *command, int position)
{
  int own = own_options (command);
  return position < own ? &command->options[position] : &cli_common[position - own];
}

/* The position of the option with this letter, or -1. */
static int
position_of_letter (const struct cli_command *command, const struct option *table, int letter)
{
  for (int i = 0; table[i].name; i++)
    if (option_at (command, i)->letter == letter)
      return i;
  return -1;
}

static void
set_colour (struct cli *cli, const char *when)
{
  const char *no = getenv ("NO_COLOR");
  if (!when || !strcmp (when, "auto"))
    cli->colour = isatty (STDERR_FILENO) && !(no && *no);
  else if (!strcmp (when, "always") || !strcmp (when, "never"))
    cli->colour = *when == 'a';
  else
    cli_usage_error (cli, "--color takes auto, always or never, not '%s'", when);
}

/* The exit code: CODE, if all that stands in stdio's buffer could be written. */
static int
written (int code)
{
  if (!fflush (stdout) && !ferror (stdout))
    return code;
  fputs ("hbkit: error: <stdout>: cannot write\n", stderr);
  return 2;
}

static void
obey_common (struct cli *cli, const char *name, const char *value)
{
  if (!strcmp (name, "help"))
    {
      cli_help (cli->command, stdout);
      exit (written (0));
    }
  if (!strcmp (name, "version"))
    {
      printf ("hbkit %s\n", HBKIT_VERSION);
      exit (written (0));
    }
  if (!strcmp (name, "quiet"))
    cli->verbosity = -1;
  else if (!strcmp (name, "verbose"))
    cli->verbosity = 1;
  else if (!strcmp (name, "timeout"))
    cli->timeout = cli_double_of (cli, name, value);
  else if (!strcmp (name, "memory"))
    cli->memory = cli_bytes_of (cli, name, value);
  else if (!strcmp (name, "max-size"))
    hb_input_limit_size (cli_bytes_of (cli, name, value));
  else
    set_colour (cli, value);
}

static void
parse_options (struct cli *cli, int count, char **arguments)
{
  struct option table[CLI_MOST_OPTIONS + 16];
  char letters[2 * CLI_MOST_OPTIONS + 32];
  const struct cli_command *command = cli->command;
  fill_tables (command, table, letters);
  set_colour (cli, NULL);
  int got;
  opterr = 0;
  while ((got = getopt_long (count, arguments, letters, table, NULL)) != -1)
    {
      if (got == '?' || got == ':')
        {
          const char *word = arguments[optind - 1];
          if (optopt && optopt < 256)
            cli_usage_error (
                cli, got == '?' ? "unknown option '-%c'" : "option '-%c' needs a value", optopt);
          cli_usage_error (cli,
                           got == '?' && optopt < 256 ? "unknown option '%s'"
                           : got == '?'               ? "option '%s' takes no value"
                                                      : "option '%s' needs a value",
                           word);
        }
      int position = got >= 256 ? got - 256 : position_of_letter (command, table, got);
      const struct cli_option *option = option_at (command, position);
      if (position < own_options (command))
        cli->values[position] = option->argument ? optarg : "";
      else
        obey_common (cli, option->name, optarg);
    }
  cli->operands = arguments + optind;
  cli->operand_count = count - optind;
  if (cli->operand_count < command->least)
    cli_usage_error (cli, "expected %s%d operand%s, got %d: hbkit %s %.*s",
                     command->most == command->least ? "" : "at least ", command->least,
                     command->least == 1 ? "" : "s", cli->operand_count, command->name,
                     (int)strcspn (command->usage, "\n"), command->usage);
  if (command->most >= 0 && cli->operand_count > command->most)
    cli_usage_error (cli, "unexpected operand '%s': hbkit %s %.*s", cli->operands[command->most],
                     command->name, (int)strcspn (command->usage, "\n"), command->usage);
  bool piped = false;
  for (int i = 0; i < cli->operand_count; i++)
    {
      bool is = !strcmp (cli->operands[i], "-");
      if (is && piped)
        cli_usage_error (cli, "standard input ('-') can be read once, and stands here twice");
      piped = piped || is;
    }
}

/* `hbkit`, `hbkit --help`, `hbkit help COMMAND`, `hbkit --version`. */
static int
without_command (int count, char **arguments)
{
  const char *word = count > 1 ? arguments[1] : NULL;
  if (!word)
    {
      overview (stderr);
      return 2;
    }
  if (!strcmp (word, "--version"))
    printf ("hbkit %s\n", HBKIT_VERSION);
  else if (!strcmp (word, "-h") || !strcmp (word, "--help")
           || (!strcmp (word, "help") && count == 2))
    overview (stdout);
  else if (!strcmp (word, "help") && find_command (arguments[2]))
    cli_help (find_command (arguments[2]), stdout);
  else
    {
      if (!strcmp (word, "help"))
        word = arguments[2];
      const char *similar = similar_command (word);
      fprintf (stderr, "hbkit: error: no command '%s'", cli_shown (word));
      if (similar)
        fprintf (stderr, "; did you mean '%s'?", similar);
      fputs ("\nTry 'hbkit --help'.\n", stderr);
      return 2;
    }
  return written (0);
}

/* Commands that stop by themselves at a limit of their own, with an answer, are watched as well, with room for that:
 * not everything that they do looks at the clock, reading for instance.  What else they write behind their answer has
 * more room where it may be a proof. */
static void
watch (const struct cli *cli)
{
  bool is_quick = cli_is_word_of ("check solve run info", cli->command->name);
  double own = cli_has_option (cli, "timeout") ? cli_double (cli, "timeout", 0) : 0;
  uint64_t bytes = cli_has_option (cli, "memory") ? cli_bytes (cli, "memory", 0) : 0;
  double seconds = own <= 0 ? cli->timeout : is_quick ? 1.1 * own + 2 : 1.5 * own + 5;
  uint64_t room = bytes / (is_quick ? 8 : 2) + (UINT64_C (64) << 20);
  cli_let_end_answer (cli->command->gives_up && !cli_flag (cli, "json"));
  cli_watch (seconds, bytes ? bytes + room : cli->memory);
}

/* The JSON library's memory is ours: where there is none, that is said, and not taken for bad JSON. */
static void *
json_memory (size_t size)
{
  return hb_realloc (NULL, size, 1);
}

int
main (int count, char **arguments)
{
  cli_catch_interrupts ();
  hb_failures_end_all ();
  hb_pages_prepare ();
  json_set_alloc_funcs (json_memory, hb_free);
  const struct cli_command *command = count > 1 ? find_command (arguments[1]) : NULL;
  if (!command)
    return without_command (count, arguments);
  struct cli cli = { .command = command, .commands = cli_commands, .diag = hb_diag_new () };
  parse_options (&cli, count - 1, arguments + 1);
  cli_progress_start (&cli, cli_watch_tick);
  watch (&cli);
  /* What was not finished goes away, wherever the program ends. */
  atexit (hb_cleanup_all);
  int code = command->run (&cli);
  hb_diag_free (cli.diag);
  return written (0) ? 2 : cli_watch_end (code, command->gives_up);
}
