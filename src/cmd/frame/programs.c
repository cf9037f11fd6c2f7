/* See programs.h. */
#include "cmd/frame/programs.h"
#include "base/path.h"

#include "base/buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef VEC (struct hb_setting) settings_vec;

/* NAME=VALUE up to the next comma. */
static void
parse_setting (const struct cli *cli, const char *text, size_t length, settings_vec *settings)
{
  char *word = hb_copy_bytes (text, length), *equals = strchr (word, '='), *end = NULL;
  errno = 0;
  long long value = equals ? strtoll (equals + 1, &end, 10) : 0;
  if (!equals || equals == word || end == equals + 1 || *end || errno)
    cli_usage_error (cli, "--param takes NAME=NUMBER, several separated by commas, not '%s'", word);
  *equals = '\0';
  struct hb_setting setting = { .name = word, .value = value };
  vec_push (*settings, setting);
}

static void
parse_settings (const struct cli *cli, settings_vec *settings)
{
  const char *text = cli_text (cli, "param", NULL);
  while (text && *text)
    {
      size_t length = strcspn (text, ",");
      parse_setting (cli, text, length, settings);
      text += length + (text[length] == ',');
    }
}

int
program_mailbox (const struct cli *cli, const char *name)
{
  const char *text = cli_text (cli, name, NULL);
  int mailbox = text ? hb_mailbox_find (text, strlen (text)) : -1;
  if (text && mailbox < 0)
    cli_usage_error (cli,
                     "no mailbox discipline '%s'; expected queue, sender-queue, multiset, stack "
                     "or priority",
                     text);
  return mailbox;
}

bool
program_is (const char *path)
{
  return hb_is_called (path, ".ed");
}

bool
program_open (struct cli *cli, const char *path, int mailbox, struct program *program)
{
  settings_vec settings = VEC_EMPTY;
  hb_buffer text = VEC_EMPTY;
  *program = (struct program){ 0 };
  parse_settings (cli, &settings);
  if (settings.size)
    hb_buffer_add (&text, " --param %s", cli_text (cli, "param", ""));
  if (mailbox >= 0)
    hb_buffer_add (&text, " --mailbox %s", hb_mailbox_name ((enum hb_mailbox)mailbox));
  program->settings = hb_buffer_take (&text);
  program->text = hb_program_read (path, cli->diag);
  if (program->text)
    program->code
        = hb_program_bind (program->text, settings.data, settings.size, mailbox, cli->diag);
  for (size_t i = 0; i < settings.size; i++)
    hb_free ((char *)settings.data[i].name);
  vec_free (settings);
  if (program->code && !program->code->handlers.size)
    {
      hb_error (cli->diag, &(struct hb_place){ .file = path },
                "no handlers, so nothing runs; expected a section 'handlers' (doc/language.md)");
      return false;
    }
  return program->code;
}

void
program_close (struct program *program)
{
  hb_code_free (program->code);
  hb_program_free (program->text);
  hb_free (program->settings);
}

char *
program_numbered (const char *path, uint64_t number, uint64_t most)
{
  const char *place = strchr (path, '%');
  int width = 1;
  for (; most >= 10; most /= 10)
    width++;
  if (!place)
    return hb_copy_text (path);
  return hb_format ("%.*s%0*llu%s", (int)(place - path), path, width, (unsigned long long)number,
                    place + 1);
}
