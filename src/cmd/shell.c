/* hbkit completions, hbkit manual: what a shell and man want to know, from the tables of the
 * commands. */
#include "cmd/frame/cli.h"
#include "cmd/table/table.h"
#include "cmd/verify/subject.h"

#include "base/buffer.h"
#include "problem/problem.h"
#include "reduce/reductions.h"

#include <string.h>

/* --- names as operands and values --------------------------------------------------------------- */

static const struct cli_option no_options[] = { { NULL, NULL, NULL, 0, NULL } };

/* Not among the commands, and offered with them. */
static const struct cli_command help_command
    = { .name = "help", .summary = "show what a command does", .options = no_options };

static void
add_reductions (hb_buffer *words, const struct cli_command *const *commands)
{
  (void)commands;
  for (size_t i = 0; hb_reductions[i]; i++)
    hb_buffer_add (words, "%s ", hb_reductions[i]->name);
}

static void
add_problems (hb_buffer *words, const struct cli_command *const *commands)
{
  (void)commands;
  for (size_t i = 0; hb_problems[i]; i++)
    hb_buffer_add (words, "%s ", hb_problems[i]->name);
}

static void
add_claims (hb_buffer *words, const struct cli_command *const *commands)
{
  add_reductions (words, commands);
  for (size_t i = 0; verify_subjects[i]; i++)
    hb_buffer_add (words, "%s ", verify_subjects[i]->name);
}

static void
add_tables (hb_buffer *words, const struct cli_command *const *commands)
{
  (void)commands;
  for (size_t i = 0; table_subjects[i]; i++)
    hb_buffer_add (words, "%s ", table_subjects[i]->name);
}

static void
add_commands (hb_buffer *words, const struct cli_command *const *commands)
{
  for (size_t i = 0; strcmp (commands[i]->name, "help") != 0; i++)
    hb_buffer_add (words, "%s ", commands[i]->name);
}

/* The names that the value of the option NAME of COMMAND, or (NULL) its first operand, may have, with blanks between; ""
 * where it is a file, a number or any text.  COMMANDS, which ends with "help", are for operands alone.  New. */
static char *
words_of (const struct cli_command *command, const char *name,
          const struct cli_command *const *commands)
{
  static const struct
  {
    const char *command, *option, *words;
    void (*add) (hb_buffer *words, const struct cli_command *const *commands);
  } lists[] = { { "reduce", NULL, "", add_reductions },
                { "lift", NULL, "", add_reductions },
                { "extract", NULL, "", add_reductions },
                { "verify", NULL, "", add_claims },
                { "table", NULL, "", add_tables },
                { "manual", NULL, "", add_commands },
                { "help", NULL, "", add_commands },
                { "gen", NULL, "cnf trace program schedule poset periodic bug", NULL },
                { "export", NULL, "benchmarks benchexec", NULL },
                { "gadget", NULL, "or2 or3 nae2 nae3 xor2 equal2", NULL },
                { "completions", NULL, "bash zsh fish", NULL },
                { "reduce", "to", "", add_problems },
                { "solve", "problem", "", add_problems },
                { "solve", "by", "", add_reductions },
                { "draw", "reduction", "", add_reductions },
                { "encode", "problem", "clique vertex-cover max-cut", NULL } };
  hb_buffer words = VEC_EMPTY;
  hb_buffer_add (&words, "%s", "");
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (!strcmp (command->name, lists[i].command)
        && (name && lists[i].option ? !strcmp (name, lists[i].option) : name == lists[i].option))
      {
        hb_buffer_add (&words, "%s", lists[i].words);
        if (lists[i].add)
          lists[i].add (&words, commands);
      }
  return hb_buffer_take (&words);
}

/* The same, or the choices that OPTION has, without a "FILE" that ends them: then IS_FILE. */
static char *
values_of (const struct cli_command *command, const struct cli_option *option, bool *is_file)
{
  static const char file[] = "FILE";
  char *words
      = option->choices ? hb_copy_text (option->choices) : words_of (command, option->name, NULL);
  size_t length = strlen (words), words_length = length - (sizeof file - 1);
  *is_file = length >= sizeof file - 1 && !strcmp (words + words_length, file);
  if (*is_file)
    words[words_length] = '\0';
  return words;
}

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
bash_values (const struct cli_command *command, const struct cli_option *options)
{
  for (int i = 0; options[i].name; i++)
    {
      bool is_file;
      char *values = values_of (command, &options[i], &is_file);
      if (*values)
        {
          printf ("    %s:--%s", command->name, options[i].name);
          if (options[i].letter)
            printf (" | %s:-%c", command->name, options[i].letter);
          printf (") words='%s'%s ;;\n", values, is_file ? " files=1" : "");
        }
      hb_free (values);
    }
}

static void
print_bash (const struct cli_command *const *commands)
{
  puts ("# bash completion for hbkit; made by 'hbkit completions bash'.\n"
        "_hbkit ()\n"
        "{\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files=\n"
        "  local command=${COMP_WORDS[1]}\n"
        "  COMPREPLY=()\n"
        "  if [ \"$word\" = = ]; then word=; fi\n"
        "  if [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then");
  fputs ("    words='", stdout);
  for (int i = 0; commands[i]; i++)
    printf ("%s ", commands[i]->name);
  puts ("'\n"
        "    case $word in -*) words='--help --version' ;; esac\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "    return\n"
        "  fi\n"
        "  case $command:$before in");
  for (int i = 0; commands[i]; i++)
    {
      bash_values (commands[i], commands[i]->options);
      bash_values (commands[i], cli_common);
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
      char *names = words_of (commands[i], NULL, commands);
      if (*names)
        printf ("            %s) words='%s' ;;\n", commands[i]->name, names);
      hb_free (names);
    }
  puts ("          esac\n"
        "        fi\n"
        "        files=1 ;;\n"
        "    esac\n"
        "  fi\n"
        "  if [ -n \"$files\" ]; then\n"
        "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"; compgen -f -- "
        "\"$word\")\n"
        "    return\n"
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
      const char *name = options[i].name;
      if (options[i].letter)
        printf ("        '(-%c --%s)'{-%c,--%s}'[", options[i].letter, name, options[i].letter,
                name);
      else
        printf ("        '--%s[", name);
      zsh_help (options[i].help);
      putchar (']');
      if (options[i].argument)
        {
          bool is_file;
          char *values = values_of (command, &options[i], &is_file);
          printf (is_file && *values ? ":%s:{compadd %s; _files}"
                  : is_file          ? ":%s:_files"
                  : *values          ? ":%s:(%s)"
                                     : ":%s: ",
                  options[i].argument, values);
          hb_free (values);
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
      char *names = words_of (commands[i], NULL, commands);
      if (*names)
        printf ("        '1:name:{compadd %s; _files}' \\\n", names);
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
      bool is_file;
      char *values = values_of (command, &options[i], &is_file);
      if (options[i].argument)
        fputs (is_file ? " -r -F" : " -x", stdout);
      if (*values)
        printf (" -a '%s'", values);
      hb_free (values);
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
      char *names = words_of (commands[i], NULL, commands);
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
        VEC (const struct cli_command *) commands = VEC_EMPTY;
        for (size_t c = 0; cli->commands[c]; c++)
          vec_push (commands, cli->commands[c]);
        vec_push (commands, &help_command);
        vec_push (commands, NULL);
        shells[i].print (commands.data);
        vec_free (commands);
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
