/* See cli.h: options and errors. */
#include "cmd/frame/cli.h"

#include "base/plain.h"
#include "sat/solver.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool
cli_has_option (const struct cli *cli, const char *name)
{
  for (int i = 0; cli->command->options[i].name; i++)
    if (!strcmp (cli->command->options[i].name, name))
      return true;
  return false;
}

static int
find_option (const struct cli *cli, const char *name)
{
  for (int i = 0; cli->command->options[i].name; i++)
    if (!strcmp (cli->command->options[i].name, name))
      return i;
  hb_die ("the command '%s' has no option '%s'", cli->command->name, name);
}

void
cli_usage_error (const struct cli *cli, const char *format, ...)
{
  char text[4000];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  fprintf (stderr, "hbkit %s: error: %s", cli->command->name, cli_shown (text));
  fprintf (stderr, "\nTry 'hbkit %s --help'.\n", cli->command->name);
  exit (2);
}

const char *
cli_shown (const char *text)
{
  static char *kept[4];
  static unsigned next;
  char **place = &kept[next++ % 4];
  hb_free (*place);
  return *place = hb_make_plain (hb_copy_text (text));
}

bool
cli_is_word_of (const char *names, const char *name)
{
  size_t length = strlen (name);
  for (const char *at = names; (at = strstr (at, name)); at += length)
    if ((at == names || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

void
cli_refuse (const struct cli *cli, const char *names, const char *whom)
{
  const struct cli_option *options = cli->command->options;
  for (int i = 0; options[i].name; i++)
    if (cli->values[i] && cli_is_word_of (names, options[i].name))
      cli_usage_error (cli, "--%s is for %s", options[i].name, whom);
}

void
cli_takes_only (const struct cli *cli, const char *names, const char *what)
{
  const struct cli_option *options = cli->command->options;
  for (int i = 0; options[i].name; i++)
    if (cli->values[i] && !cli_is_word_of (names, options[i].name))
      cli_usage_error (cli, "%s takes no --%s", what, options[i].name);
}

const char *
cli_text (const struct cli *cli, const char *name, const char *otherwise)
{
  const char *value = cli->values[find_option (cli, name)];
  return value ? value : otherwise;
}

bool
cli_flag (const struct cli *cli, const char *name)
{
  return cli->values[find_option (cli, name)];
}

uint64_t
cli_unsigned (const struct cli *cli, const char *name, uint64_t otherwise)
{
  const char *value = cli_text (cli, name, NULL);
  uint64_t number = 0;
  if (!value)
    return otherwise;
  for (const char *digit = value; *digit || digit == value; digit++)
    {
      if (*digit < '0' || *digit > '9')
        cli_usage_error (cli, "--%s takes a whole number from 0, not '%s'", name, value);
      if (number > (UINT64_MAX - 9) / 10)
        cli_usage_error (cli, "--%s takes a whole number of at most 19 digits, not '%s'", name,
                         value);
      number = number * 10 + (uint64_t)(*digit - '0');
    }
  return number;
}

double
cli_double_of (const struct cli *cli, const char *name, const char *value)
{
  char *end;
  double number = strtod (value, &end);
  if (end == value || *end || !(number >= 0) || number > 1e15)
    cli_usage_error (cli, "--%s takes a number from 0 to 1e15, not '%s'", name, value);
  return number;
}

double
cli_double (const struct cli *cli, const char *name, double otherwise)
{
  const char *value = cli_text (cli, name, NULL);
  return value ? cli_double_of (cli, name, value) : otherwise;
}

uint64_t
cli_bytes_of (const struct cli *cli, const char *name, const char *value)
{
  char *end;
  double number = strtod (value, &end);
  static const char letters[] = "KMGT";
  const char *letter = *end ? strchr (letters, *end & ~0x20) : NULL;
  for (int i = 0; letter && i <= letter - letters; i++)
    number *= 1024;
  end += letter != NULL;
  if (end == value || *end || !(number > 0) || number > 1e18)
    cli_usage_error (cli, "--%s takes a size such as 512M or 4G, not '%s'", name, value);
  return (uint64_t)number;
}

uint64_t
cli_bytes (const struct cli *cli, const char *name, uint64_t otherwise)
{
  const char *value = cli_text (cli, name, NULL);
  return value ? cli_bytes_of (cli, name, value) : otherwise;
}

int
cli_choice (const struct cli *cli, const char *name, int otherwise)
{
  int option = find_option (cli, name), index = 0;
  const char *value = cli->values[option], *word = cli->command->options[option].choices;
  if (!value)
    return otherwise;
  for (; word && *word; index++)
    {
      size_t length = strcspn (word, " ");
      if (strlen (value) == length && !memcmp (word, value, length))
        return index;
      word += length + (word[length] == ' ');
    }
  char list[256]; /* with commas between */
  size_t length = 0;
  for (word = cli->command->options[option].choices; *word && length + 2 < sizeof list; word++)
    {
      if (*word == ' ')
        list[length++] = ',';
      list[length++] = *word;
    }
  list[length] = '\0';
  cli_usage_error (cli, "--%s takes one of %s, not '%s'", name, list, value);
}

void
cli_tell_word_of_solver (const struct cli *cli)
{
  const char *solver = cli_text (cli, "solver", NULL);
  if (hb_solver_is_outside (solver) && cli->verbosity >= 0)
    fprintf (stderr, "c on the word of the solver '%s': nothing here has proved it\n",
             cli_shown (solver));
}

int
cli_fail (struct cli *cli)
{
  cli_progress_end ();
  hb_diag_print (cli->diag, stderr, cli->colour);
  return 2;
}

hb_output *
cli_stdout (struct cli *cli)
{
  hb_output *output = hb_output_open ("-", cli->diag);
  if (!output)
    exit (cli_fail (cli));
  return output;
}

hb_json *
cli_json (struct cli *cli)
{
  hb_json *json = hb_json_new (cli_stdout (cli));
  hb_json_open_object (json);
  return json;
}
