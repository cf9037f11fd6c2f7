/* See facts.h; what is in the scope is found in facts_scope.c. */
#include "diff/facts.h"

#include <string.h>

static size_t
set_words (const diff_scope *scope)
{
  return scope->statements[0].size / 64 + 1;
}

hb_id
diff_fact_find (const diff_scope *scope, bool store, hb_id variable, hb_id from, hb_id to)
{
  size_t statements = scope->statements[0].size;
  return scope->number.data[((variable * 2 + store) * statements + from) * statements + to];
}

const char *
diff_scope_statement (const diff_scope *scope, hb_id statement)
{
  return scope->programs[0]->statements.data[scope->statements[0].data[statement]].key;
}

char *
diff_fact_text (const diff_scope *scope, hb_id number)
{
  const struct diff_fact *fact = &scope->facts.data[number];
  return hb_format ("%s %s: %s -> %s", fact->store ? "so" : "rf",
                    scope->variables.data[fact->variable], diff_scope_statement (scope, fact->from),
                    diff_scope_statement (scope, fact->to));
}

hb_id
diff_fact_named (const diff_scope *scope, const char *text, size_t length)
{
  for (hb_id f = 0; f < scope->facts.size; f++)
    {
      char *name = diff_fact_text (scope, f);
      bool same = strlen (name) == length && !memcmp (name, text, length);
      hb_free (name);
      if (same)
        return f;
    }
  return HB_NONE;
}

uint64_t
diff_possible (const diff_scope *scope)
{
  uint64_t count = 0;
  for (size_t f = 0; f < scope->facts.size; f++)
    {
      const struct diff_fact *fact = &scope->facts.data[f];
      bool mirrored = fact->store && fact->from && fact->from >= fact->to;
      count += !mirrored;
    }
  return count;
}

size_t
diff_fact_words (const diff_scope *scope)
{
  return scope->facts.size / 64 + 1;
}

size_t
diff_shown_words (const diff_scope *scope)
{
  return scope->variables.size * (1 + set_words (scope)) + diff_fact_words (scope);
}

uint64_t *
diff_shown_facts (const diff_scope *scope, uint64_t *shown)
{
  return shown + scope->variables.size * (1 + set_words (scope));
}

void
diff_shown_start (const diff_scope *scope, uint64_t *shown)
{
  memset (shown, 0, diff_shown_words (scope) * sizeof *shown);
  for (size_t v = 0; v < scope->variables.size; v++)
    shown[v * (1 + set_words (scope)) + 1] = 1;
}

bool
diff_shows_all (const uint64_t *shown, const hb_id *set, hb_id count)
{
  for (hb_id i = 0; i < count; i++)
    if (!(shown[set[i] / 64] >> (set[i] % 64) & 1))
      return false;
  return true;
}

static void
show (const diff_scope *scope, uint64_t *facts, bool store, hb_id variable, hb_id from, hb_id to)
{
  hb_id fact = diff_fact_find (scope, store, variable, from, to);
  if (fact != HB_NONE)
    facts[fact / 64] |= (uint64_t)1 << fact % 64;
}

void
diff_shown_add (const diff_scope *scope, int side, uint64_t *shown, const struct diff_event *events,
                size_t count)
{
  uint64_t *facts = diff_shown_facts (scope, shown);
  size_t stride = 1 + set_words (scope);
  for (size_t i = 0; i < count; i++)
    {
      hb_id variable = scope->variable_of[side].data[events[i].variable];
      if (variable == HB_NONE)
        continue;
      hb_id statement = scope->statement_of[side].data[events[i].statement];
      uint64_t *last = shown + variable * stride, *writers = last + 1;
      if (!events[i].write)
        {
          if (statement != HB_NONE && *last != HB_NONE)
            show (scope, facts, false, variable, (hb_id)*last, statement);
          continue;
        }
      *last = statement;
      if (statement == HB_NONE)
        continue;
      for (hb_id w = 0; w < scope->statements[0].size; w++)
        if (writers[w / 64] >> (w % 64) & 1)
          show (scope, facts, true, variable, w, statement);
      writers[statement / 64] |= (uint64_t)1 << statement % 64;
    }
}
