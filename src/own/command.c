/* See command.h. */
#include "own/command.h"

#include "base/buffer.h"
#include "base/path.h"

#include <string.h>
#include <sys/stat.h>

/* --- words ---------------------------------------------------------------------------------------- */

/* Takes the word at *AT into WORD; false after an error. */
static bool
take_word (const char **at, const char *end, hb_buffer *word, const char *start,
           const struct hb_place *place, hb_diag *diag)
{
  char quote = 0;
  const char *opened = NULL;
  hb_buffer_add (word, "%s", "");
  for (; *at < end && (quote || (**at != ' ' && **at != '\t')); (*at)++)
    {
      char c = **at;
      if (quote ? c == quote : c == '"' || c == '\'')
        {
          quote = quote ? 0 : c;
          opened = *at;
          continue;
        }
      /* As in a shell: in double quotes it is itself but before what would not be. */
      if (c == '\\' && *at + 1 < end && (!quote || (quote == '"' && strchr ("\"\\$`", (*at)[1]))))
        c = *++*at;
      hb_buffer_add (word, "%c", c);
    }
  if (!quote)
    return true;
  struct hb_place here = *place;
  here.column += (size_t)(opened - start);
  hb_error (diag, &here, "this quote is not closed");
  return false;
}

static bool
is_file (const char *path)
{
  struct stat status;
  return !stat (path, &status) && S_ISREG (status.st_mode);
}

/* WORD (stolen) as the file beside the `.reduction` file, if it names one, *IS_PATH. */
static char *
file_beside (char *word, const char *folder, bool *is_path)
{
  *is_path = false;
  if (!*word || *word == '/' || strchr (word, '{'))
    return word;
  char *path = hb_format ("%s/%s", folder, word);
  if (is_file (path))
    {
      hb_free (word);
      *is_path = true;
      return path;
    }
  hb_free (path);
  return word;
}

bool
own_command_read (struct own_command *command, const char *text, size_t length, const char *folder,
                  const struct hb_place *place, hb_diag *diag)
{
  const char *end = text + length;
  *command = (struct own_command){ .line = place->line };
  for (const char *at = text; at < end;)
    {
      if (*at == ' ' || *at == '\t')
        {
          at++;
          continue;
        }
      hb_buffer word = VEC_EMPTY;
      bool good = take_word (&at, end, &word, text, place, diag);
      bool is_path;
      vec_push (command->words, file_beside (hb_buffer_take (&word), folder, &is_path));
      vec_push (command->are_paths, is_path);
      if (!good)
        return false;
    }
  if (!command->words.size)
    {
      hb_error (diag, place, "expected a command");
      return false;
    }
  command->name = hb_copy_bytes (text, length);
  command->served = command->words.size == 1 && !strcmp (command->words.data[0], "serve");
  if (command->served)
    return true;
  char *program = hb_find_program (command->words.data[0]);
  if (!program)
    {
      hb_error (diag, place,
                "no program '%s'; expected one in PATH, or an executable file beside this one",
                command->words.data[0]);
      return false;
    }
  hb_free (command->words.data[0]);
  command->words.data[0] = program;
  command->are_paths.data[0] = true;
  return true;
}

void
own_command_free (struct own_command *command)
{
  for (size_t i = 0; i < command->words.size; i++)
    hb_free (command->words.data[i]);
  vec_free (command->words);
  vec_free (command->are_paths);
  hb_free (command->name);
}

/* --- places --------------------------------------------------------------------------------------- */

/* Is `{NAME}` at TEXT? */
static bool
is_place (const char *text, const char *name)
{
  size_t length = strlen (name);
  return *text == '{' && !strncmp (text + 1, name, length) && text[length + 1] == '}';
}

bool
own_command_names (const struct own_command *command, const char *name)
{
  for (size_t i = 0; i < command->words.size; i++)
    for (const char *at = command->are_paths.data[i] ? "" : command->words.data[i];
         (at = strchr (at, '{')); at++)
      if (is_place (at, name))
        return true;
  return false;
}

static char *
fill_in (const char *word, const struct own_place *places)
{
  hb_buffer filled = VEC_EMPTY;
  while (*word)
    {
      const struct own_place *p = places;
      while (p->name && !is_place (word, p->name))
        p++;
      if (p->name)
        hb_buffer_add (&filled, "%s", p->value);
      else
        hb_buffer_add (&filled, "%c", *word);
      word += p->name ? strlen (p->name) + 2 : 1;
    }
  return hb_buffer_take (&filled);
}

char **
own_command_words (const struct own_command *command, const struct own_place *places)
{
  char **words = hb_calloc (command->words.size + 1, sizeof *words);
  for (size_t i = 0; i < command->words.size; i++)
    words[i] = command->are_paths.data[i] ? hb_copy_text (command->words.data[i])
                                          : fill_in (command->words.data[i], places);
  return words;
}
