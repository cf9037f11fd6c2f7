/* See words.h. */
#include "own/words.h"

#include "own/parts.h"

#include "base/buffer.h"
#include "base/escape.h"

char **
own_call_words (const hb_own *own, const struct own_call *call)
{
  struct own_place places[OWN_MOST_FILES + 6];
  size_t count = 0;
  char *names[OWN_MOST_FILES], *product = NULL;
  char *seed = hb_format ("%llu", (unsigned long long)call->seed);
  char *size = hb_format ("%llu", (unsigned long long)call->size);
  for (size_t i = 0; i < call->file_count; i++)
    {
      names[i] = hb_format ("%s.%s", call->files[i].role, call->files[i].suffix);
      places[count++] = (struct own_place){ call->files[i].role, names[i] };
    }
  if (call->product)
    {
      product = hb_format ("%s.%s", call->product, call->product_suffix);
      places[count++] = (struct own_place){ call->product, product };
    }
  places[count++] = (struct own_place){ "here", own->folder };
  places[count++] = (struct own_place){ "ablation", call->ablation ? call->ablation : "" };
  places[count++] = (struct own_place){ "seed", seed };
  places[count++] = (struct own_place){ "size", size };
  places[count] = (struct own_place){ NULL, NULL };
  char **words = own_command_words (own_call_command (call), places);
  for (size_t i = 0; i < call->file_count; i++)
    hb_free (names[i]);
  hb_free (product);
  hb_free (seed);
  hb_free (size);
  return words;
}

void
own_words_free (char **words)
{
  for (size_t i = 0; words && words[i]; i++)
    hb_free (words[i]);
  hb_free (words);
}

char *
own_call_line (const hb_own *own, const struct own_call *call)
{
  hb_buffer line = VEC_EMPTY;
  const struct own_command *command = own_call_command (call);
  char **words = own_call_words (own, call);
  for (size_t i = 0; words[i]; i++)
    {
      char *word = hb_shell_word (words[i]);
      hb_buffer_add (&line, "%s%s", i ? " " : "", word);
      hb_free (word);
    }
  own_words_free (words);
  const struct own_file *first = call->file_count ? &call->files[0] : NULL;
  if (call->command->served)
    hb_buffer_add (&line, " <request");
  else if (first && !own_command_names (command, first->role))
    hb_buffer_add (&line, " <%s.%s", first->role, first->suffix);
  hb_buffer_add (&line, "\n");
  return hb_buffer_take (&line);
}
