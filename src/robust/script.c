/* See script.h. */
#include "robust/script.h"

int32_t
hb_script_take (struct hb_script *script, int32_t low, int32_t high)
{
  if (script->used == script->numbers.size)
    {
      vec_push (script->numbers, low);
      vec_push (script->highest, high);
    }
  return script->numbers.data[script->used++];
}

bool
hb_script_next (struct hb_script *script)
{
  script->numbers.size = script->highest.size = script->used;
  script->used = 0;
  while (script->numbers.size && vec_top (script->numbers) == vec_top (script->highest))
    {
      script->numbers.size--;
      script->highest.size--;
    }
  if (!script->numbers.size)
    return false;
  vec_top (script->numbers)++;
  return true;
}

void
hb_script_clear (struct hb_script *script)
{
  vec_clear (script->numbers);
  vec_clear (script->highest);
  script->used = 0;
}

void
hb_script_free (struct hb_script *script)
{
  vec_free (script->numbers);
  vec_free (script->highest);
}
