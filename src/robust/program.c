/* See program.h: a program as a whole. */
#include "robust/program.h"

#include "base/path.h"

void
hb_aed_free (hb_aed *program)
{
  if (!program)
    return;
  vec_free (program->variables);
  vec_free (program->procs);
  vec_free (program->locals);
  vec_free (program->stmts);
  vec_free (program->driven);
  vec_free (program->befores);
  hb_source_free (&program->source);
  hb_free (program);
}

const char *
hb_aed_name (const hb_aed *program, hb_id proc)
{
  return hb_names_text (program->source.names, program->procs.data[proc].name);
}

uint32_t
hb_aed_times (const hb_aed *program, hb_id proc)
{
  for (size_t i = 0; i < program->driven.size; i++)
    if (program->driven.data[i].proc == proc)
      return program->driven.data[i].times;
  return 0;
}

hb_id
hb_aed_first_choose (const hb_aed *program)
{
  hb_id found = HB_NONE;
  for (hb_id s = 0; s < program->stmts.size; s++)
    {
      const struct hb_aed_stmt *stmt = &program->stmts.data[s];
      if (stmt->kind == HB_AED_CHOOSE
          && (found == HB_NONE || stmt->spot.line < program->stmts.data[found].spot.line))
        found = s;
    }
  return found;
}

bool
hb_aed_precedes (const hb_aed *program, hb_id from, hb_id to)
{
  bool *seen = hb_calloc (program->procs.size, sizeof *seen);
  VEC (hb_id) open = VEC_EMPTY;
  vec_push (open, from);
  while (open.size && !seen[to])
    {
      hb_id now = vec_pop (open);
      for (size_t i = 0; i < program->befores.size; i++)
        {
          const struct hb_aed_before *before = &program->befores.data[i];
          if (before->first != now || seen[before->then])
            continue;
          seen[before->then] = true;
          vec_push (open, before->then);
        }
    }
  bool found = seen[to];
  vec_free (open);
  hb_free (seen);
  return found;
}

bool
hb_aed_is (const char *path)
{
  return hb_is_called (path, ".aed");
}
