/* See own.h. */
#include "own/own.h"

#include "own/parts.h"
#include "own/serve.h"

#include <string.h>

void
hb_own_free (hb_own *own)
{
  if (!own)
    return;
  own_server_stop (&own->server);
  own_command_free (&own->server.command);
  for (size_t i = 0; i < own->problems.size; i++)
    own_problem_free (own->problems.data[i]);
  for (size_t i = 0; i < OWN_VERBS; i++)
    own_command_free (&own->verbs[i]);
  for (size_t i = 0; i < own->sizes.size; i++)
    {
      hb_free (own->sizes.data[i].measure);
      hb_free (own->sizes.data[i].formula);
    }
  for (size_t i = 0; i < own->damages.size; i++)
    {
      hb_free (own->damages.data[i].name);
      own_command_free (&own->damages.data[i].command);
    }
  vec_free (own->problems);
  vec_free (own->sizes);
  vec_free (own->damages);
  vec_free (own->ablations);
  hb_own_forget_fault (own);
  own_memo_free (own->memo);
  hb_free (own->keep);
  hb_free (own->from);
  hb_free (own->to);
  hb_free (own->name);
  hb_free (own->folder);
  hb_free (own->path);
  hb_free (own);
}

const struct hb_reduction *
hb_own_reduction (const hb_own *own)
{
  return &own->record;
}

const struct hb_problem *
hb_own_problem (const hb_own *own, const char *name)
{
  const struct hb_problem *ends[] = { own->record.from, own->record.to };
  for (size_t i = 0; i < 2; i++)
    if (!name || !strcmp (ends[i]->name, name))
      return ends[i];
  for (size_t i = 0; i < own->problems.size; i++)
    if (!strcmp (own->problems.data[i]->name, name))
      return &own->problems.data[i]->record;
  return NULL;
}

hb_instance *
hb_own_generate (hb_own *own, uint64_t seed, uint64_t size, hb_diag *diag)
{
  const struct hb_problem *from = own->record.from;
  for (size_t i = 0; i < own->problems.size; i++)
    if (&own->problems.data[i]->record == from && own->problems.data[i]->generate.line)
      return own_problem_generate (own->problems.data[i], seed, size, diag);
  struct hb_place place = { .file = own->path };
  hb_error (diag, &place, "no 'generate' for problem %s; expected one in its description",
            from->name);
  return NULL;
}

const char *
hb_own_fault (const hb_own *own)
{
  return own->fault;
}

void
hb_own_forget_fault (hb_own *own)
{
  hb_free (own->fault);
  own->fault = NULL;
  own_call_free (&own->faulty);
  own_reply_free (&own->faulty_reply);
}

bool
hb_own_was_unsure (hb_own *own)
{
  bool unsure = own->is_unsure;
  own->is_unsure = false;
  return unsure;
}

void
hb_own_limit (hb_own *own, struct hb_limits *limits)
{
  own->limits = limits;
}

void
hb_own_keep (hb_own *own, const char *folder)
{
  hb_free (own->keep);
  own->keep = hb_copy_text (folder);
  own->kept = 0;
}

bool
hb_own_keep_fault (hb_own *own, const char *folder, hb_diag *diag)
{
  return !own->faulty.command
         || own_keep_call (own, &own->faulty, &own->faulty_reply, folder, diag);
}
