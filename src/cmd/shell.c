/* hbkit completions, hbkit manual: what a shell and man want to know, from the tables of the
 * commands. */
#include "cmd/frame/cli.h"

#include "base/buffer.h"
#include "cmd/verify/subject.h"

#include "reduce/reductions.h"

#include <string.h>

/* --- names as operands ------------------------------------------------------------------------- */

static void
add_reductions (hb_buffer *words)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    hb_buffer_add (words, "%s ", hb_reductions[i]->name);
}

/* The names that the first operand of COMMAND may have, with blanks between; "" where it is a file or a number.  New. */
static char *
operand_words (const struct cli_command *command, const struct cli_command *const *commands)
{
  static const struct
  {
    const char *command, *words;
  } fixed[] = { { "gen", "cnf trace program schedule" },
                { "table", "1 2" },
                { "completions", "bash zsh fish" } };
  static const char *const reducing[] = { "reduce", "lift", "extract", "verify" };
  hb_buffer words = VEC_EMPTY;
  hb_buffer_add (&words, "%s", "");
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    if (!strcmp (command->name, fixed[i].command))
      hb_buffer_add (&words, "%s", fixed[i].words);
  for (size_t i = 0; i < sizeof reducing / sizeof *reducing; i++)
    if (!strcmp (command->name, reducing[i]))
      add_reductions (&words);
  for (size_t i = 0; !strcmp (command->name, "verify") && verify_subjects[i]; i++)
    hb_buffer_add (&words, "%s ", verify_subjects[i]->name);
  for (size_t i = 0; !strcmp (command->name, "manual") && commands[i]; i++)
    hb_buffer_add (&words, "%s ", commands[i]->name);
  return hb_buffer_take (&words);
}

static const struct cli_option no_options[] = { { NULL, NULL, NULL, 0, NULL } };

/* --- bash -------------------------------------------------------------------------------------- */

static bool
is_common (const struct cli_option *option)
{
  for (const struct cli_option *common = cli_common; common->name; common++)
    if (common == option)
      return true;
  return false;
}

/* Not a common option that the command has itself. */
static bool
is_shown (const struct cli_command *command, const struct cli_option *option)
{
  return !is_common (option) || !cli_has_own (command, option);
}

static void
bash_options (const struct cli_command *command, const struct cli_option *options)
{
  for (int i = 0; options[i].name; i++)
    if (is_shown (command, &options[i]))
      printf ("--%s ", options[i].name);
}

static void
bash_choices (const char *command, const struct cli_option *options)
{
  for (int i = 0; options[i].name; i++)
    if (options[i].choices && strcmp (options[i].choices, "FILE"))
      printf ("    %s:--%s) words='%s' ;;\n", command, options[i].name, options[i].choices);
}

static void
print_bash (const struct cli_command *const *commands)
{
  puts ("# bash completion for hbkit; made by 'hbkit completions bash'.\n"
        "_hbkit ()\n"
        "{\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
        "  local command=${COMP_WORDS[1]}\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then");
  fputs ("    words='", stdout);
  for (int i = 0; commands[i]; i++)
    printf ("%s ", commands[i]->name);
  puts ("help'\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "    return\n"
        "  fi\n"
        "  case $command:$before in");
  for (int i = 0; commands[i]; i++)
    {
      bash_choices (commands[i]->name, commands[i]->options);
      bash_choices (commands[i]->name, cli_common);
    }
  puts ("  esac\n"
        "  if [ -z \"$words\" ]; then\n"
        "    case $word in\n"
        "      -*)\n"
        "        case $command in");
  for (int i = 0; commands[i]; i++)
    {
      printf ("          %s) words='", commands[i]->name);
      bash_options (commands[i], commands[i]->options);
      bash_options (commands[i], cli_common);
      puts ("' ;;");
    }
  puts ("        esac ;;\n"
        "      *)\n"
        "        if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
        "          case $command in");
  for (int i = 0; commands[i]; i++)
    {
      char *names = operand_words (commands[i], commands);
      if (*names)
        printf ("            %s) words='%s' ;;\n", commands[i]->name, names);
      hb_free (names);
    }
  puts ("          esac\n"
        "        fi\n"
        "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"; compgen -f -- \"$word\")); "
        "return ;;\n"
        "    esac\n"
        "  fi\n"
        "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "}\n"
        "complete -o filenames -F _hbkit hbkit");
}

/* --- zsh --------------------------------------------------------------------------------------- */

/* HELP inside zsh's brackets and single quotes. */
static void
zsh_help (const char *help)
{
  for (; *help; help++)
    if (*help == '\'')
      fputs ("'\\''", stdout);
    else if (*help == '[' || *help == ']' || *help == ':')
      printf ("\\%c", *help);
    else
      putchar (*help);
}

static void
zsh_options (const struct cli_command *command, const struct cli_option *options)
{
  for (int i = 0; options[i].name; i++)
    {
      if (!is_shown (command, &options[i]))
        continue;
      printf ("        '--%s[", options[i].name);
      zsh_help (options[i].help);
      putchar (']');
      if (options[i].argument)
        {
          printf (":%s:", options[i].argument);
          if (!options[i].choices)
            putchar (' ');
          else if (!strcmp (options[i].choices, "FILE"))
            fputs ("_files", stdout);
          else
            printf ("(%s)", options[i].choices);
        }
      puts ("' \\");
    }
}

static void
print_zsh (const struct cli_command *const *commands)
{
  puts ("#compdef hbkit\n"
        "# zsh completion for hbkit; made by 'hbkit completions zsh'.\n"
        "_hbkit ()\n"
        "{\n"
        "  local -a commands\n"
        "  commands=(");
  for (int i = 0; commands[i]; i++)
    {
      printf ("    '%s:", commands[i]->name);
      zsh_help (commands[i]->summary);
      puts ("'");
    }
  puts ("  )\n"
        "  if (( CURRENT == 2 )); then\n"
        "    _describe command commands\n"
        "    return\n"
        "  fi\n"
        "  local command=$words[2]\n"
        "  shift words\n"
        "  (( CURRENT-- ))\n"
        "  case $command in");
  for (int i = 0; commands[i]; i++)
    {
      printf ("    %s)\n      _arguments \\\n", commands[i]->name);
      zsh_options (commands[i], commands[i]->options);
      zsh_options (commands[i], cli_common);
      char *names = operand_words (commands[i], commands);
      if (*names)
        printf ("        '1:name:(%s)' \\\n", names);
      hb_free (names);
      puts ("        '*:file:_files' ;;");
    }
  puts ("  esac\n"
        "}\n"
        "_hbkit \"$@\"");
}

/* --- fish -------------------------------------------------------------------------------------- */

static void
fish_text (const char *text)
{
  putchar ('\'');
  for (; *text; text++)
    {
      if (*text == '\'' || *text == '\\')
        putchar ('\\');
      putchar (*text);
    }
  putchar ('\'');
}

static void
fish_options (const struct cli_command *command, const struct cli_option *options)
{
  for (int i = 0; options[i].name; i++)
    {
      if (!is_shown (command, &options[i]))
        continue;
      printf ("complete -c hbkit -n '__fish_seen_subcommand_from %s' -l %s", command->name,
              options[i].name);
      if (options[i].letter)
        printf (" -s %c", options[i].letter);
      if (options[i].argument)
        fputs (options[i].choices && !strcmp (options[i].choices, "FILE") ? " -r -F" : " -x",
               stdout);
      if (options[i].choices && strcmp (options[i].choices, "FILE"))
        printf (" -a '%s'", options[i].choices);
      fputs (" -d ", stdout);
      fish_text (options[i].help);
      putchar ('\n');
    }
}

static void
print_fish (const struct cli_command *const *commands)
{
  puts ("# fish completion for hbkit; made by 'hbkit completions fish'.");
  for (int i = 0; commands[i]; i++)
    {
      printf ("complete -c hbkit -n __fish_use_subcommand -x -a %s -d ", commands[i]->name);
      fish_text (commands[i]->summary);
      putchar ('\n');
      char *names = operand_words (commands[i], commands);
      if (*names)
        printf ("complete -c hbkit -n '__fish_seen_subcommand_from %s' -a '%s'\n",
                commands[i]->name, names);
      hb_free (names);
      fish_options (commands[i], commands[i]->options);
      fish_options (commands[i], cli_common);
    }
}

static int
run_completions (struct cli *cli)
{
  static const struct
  {
    const char *shell;
    void (*print) (const struct cli_command *const *commands);
  } shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };
  for (int i = 0; i < 3; i++)
    if (!strcmp (cli->operands[0], shells[i].shell))
      {
        shells[i].print (cli->commands);
        return 0;
      }
  cli_usage_error (cli, "no completions for '%s'; expected bash, zsh or fish", cli->operands[0]);
}

const struct cli_command cmd_completions
    = { .name = "completions",
        .summary = "print completions for a shell",
        .usage = "bash|zsh|fish",
        .examples = "mkdir -p ~/.local/share/bash-completion/completions\n"
                    "hbkit completions bash > ~/.local/share/bash-completion/completions/hbkit\n"
                    "mkdir -p ~/.config/fish/completions\n"
                    "hbkit completions fish > ~/.config/fish/completions/hbkit.fish",
        .options = no_options,
        .least = 1,
        .most = 1,
        .run = run_completions };

/* --- manual ------------------------------------------------------------------------------------ */

static int
run_manual (struct cli *cli)
{
  if (!cli->operand_count)
    {
      cli_main_manual (cli->commands, stdout);
      return 0;
    }
  for (int i = 0; cli->commands[i]; i++)
    if (!strcmp (cli->commands[i]->name, cli->operands[0]))
      {
        cli_manual (cli->commands[i], stdout);
        return 0;
      }
  cli_usage_error (cli, "no command '%s'; 'hbkit --help' lists them", cli->operands[0]);
}

const struct cli_command cmd_manual = { .name = "manual",
                                        .summary = "print the manual page of hbkit or of a command",
                                        .usage = "[COMMAND]",
                                        .examples = "hbkit manual check | man -l -",
                                        .options = no_options,
                                        .least = 0,
                                        .most = 1,
                                        .run = run_manual };
