/* What two versions have in common: variables by name, statements by key; see facts.h. */
#include "diff/facts.h"

#include <string.h>

/* The last version, which errors are of: the second one, if there are two. */
static int
last_side (const diff_scope *scope)
{
  return scope->programs[1] != NULL;
}

/* An error of the last version, at SPOT unless it is NULL. */
static void
fail (const diff_scope *scope, hb_diag *diag, const struct hb_c_spot *spot, const char *text,
      const char *more)
{
  const diff_program *program = scope->programs[last_side (scope)];
  struct hb_place place = { .file = program->name };
  if (spot && spot->line && program->unit)
    hb_c_error (program->unit, diag, *spot, "%s%s", text, more);
  else
    hb_error (diag, &place, "%s%s", text, more);
}

static const struct diff_match *
match_of (const struct diff_scope_options *options, const char *name)
{
  for (size_t i = 0; i < options->match_count; i++)
    if (!strcmp (options->matches[i].old, name))
      return &options->matches[i];
  return NULL;
}

/* What the old version's NAME is called in the new one; NULL if another one has that name there. */
static const char *
renamed (const struct diff_scope_options *options, const char *name)
{
  const struct diff_match *match = match_of (options, name);
  if (match)
    return match->new;
  for (size_t i = 0; i < options->match_count; i++)
    if (!strcmp (options->matches[i].new, name))
      return NULL;
  return name;
}

static hb_id
find_variable (const diff_program *program, const char *name)
{
  for (size_t v = 0; name && v < program->variables.size; v++)
    if (!strcmp (program->variables.data[v].name, name))
      return (hb_id)v;
  return HB_NONE;
}

/* Does the list with commas have NAME? */
static bool
listed (const char *list, const char *name)
{
  size_t length = strlen (name);
  for (const char *at = list; at; at = strchr (at, ','))
    {
      at += *at == ',';
      if (!strncmp (at, name, length) && (!at[length] || at[length] == ','))
        return true;
    }
  return false;
}

static bool
wanted (const struct diff_scope_options *options, const struct diff_variable *variable)
{
  if (options->variables)
    return listed (options->variables, variable->name);
  if (options->all || options->data)
    return variable->threads && !(options->data && variable->locking);
  return variable->threads >= 2 && !variable->locking_only;
}

static bool
find_variables (diff_scope *scope, const struct diff_scope_options *options, hb_diag *diag)
{
  const diff_program *old = scope->programs[0], *new = scope->programs[1];
  vec_resize (scope->variable_of[0], old->variables.size, HB_NONE);
  if (new)
    vec_resize (scope->variable_of[1], new->variables.size, HB_NONE);
  for (size_t v = 0; v < old->variables.size; v++)
    {
      const char *name = old->variables.data[v].name;
      hb_id other = new ? find_variable (new, renamed (options, name)) : HB_NONE;
      bool is = wanted (options, &old->variables.data[v])
                || (other != HB_NONE && wanted (options, &new->variables.data[other]));
      if (!is || (new &&other == HB_NONE))
        continue;
      scope->variable_of[0].data[v] = (hb_id)scope->variables.size;
      if (new)
        scope->variable_of[1].data[other] = (hb_id)scope->variables.size;
      vec_push (scope->variables, name);
    }
  /* Each name of the list is a variable of all versions. */
  for (const char *at = options->variables; at && *at;)
    {
      size_t length = strcspn (at, ",");
      char *name = hb_copy_bytes (at, length);
      bool known = false;
      for (size_t v = 0; v < scope->variables.size; v++)
        {
          const char *other = renamed (options, scope->variables.data[v]);
          known = known || !strcmp (scope->variables.data[v], name)
                  || (other && !strcmp (other, name));
        }
      if (!known)
        hb_error (diag, NULL, "--vars: '%s' is no variable of %s", name,
                  new ? "both versions" : "this program");
      hb_free (name);
      if (!known)
        return false;
      at += length + (at[length] == ',');
    }
  const diff_program *last = scope->programs[last_side (scope)];
  if (!scope->variables.size)
    fail (scope, diag, last->variables.size ? &last->variables.data[0].spot : NULL,
          "there is no variable to compare",
          new ? ": the versions have none in common that threads share; --vars names others"
              : ": none is shared by two threads; --vars names others");
  return scope->variables.size;
}

/* The number of scope of PROGRAM's variable is in V, for one of the COUNT variables at LIST. */
static bool
touches (const diff_scope *scope, int side, const hb_id *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (scope->variable_of[side].data[list[i]] != HB_NONE)
      return true;
  return false;
}

static bool
over (const diff_scope *scope, int side, hb_id statement)
{
  const struct diff_statement *s = &scope->programs[side]->statements.data[statement];
  return touches (scope, side, s->reads.data, s->reads.size)
         || touches (scope, side, s->writes.data, s->writes.size);
}

static bool
has (const diff_scope *scope, int side, const hb_id *list, size_t count, hb_id variable)
{
  for (size_t i = 0; i < count; i++)
    if (scope->variable_of[side].data[list[i]] == variable)
      return true;
  return false;
}

/* Do the two statements read and write the same variables of V? */
static bool
alike (const diff_scope *scope, hb_id old, hb_id new)
{
  const struct diff_statement *a = &scope->programs[0]->statements.data[old];
  const struct diff_statement *b = &scope->programs[1]->statements.data[new];
  for (hb_id v = 0; v < scope->variables.size; v++)
    if (has (scope, 0, a->reads.data, a->reads.size, v)
            != has (scope, 1, b->reads.data, b->reads.size, v)
        || has (scope, 0, a->writes.data, a->writes.size, v)
               != has (scope, 1, b->writes.data, b->writes.size, v))
      return false;
  return true;
}

static hb_id
find_statement (const diff_program *program, const char *key)
{
  for (size_t s = 1; key && s < program->statements.size; s++)
    if (!strcmp (program->statements.data[s].key, key))
      return (hb_id)s;
  return HB_NONE;
}

static void
add_statement (diff_scope *scope, hb_id old, hb_id new)
{
  hb_id number = (hb_id)scope->statements[0].size;
  vec_push (scope->statements[0], old);
  scope->statement_of[0].data[old] = number;
  if (!scope->programs[1])
    return;
  vec_push (scope->statements[1], new);
  scope->statement_of[1].data[new] = number;
}

static bool
find_statements (diff_scope *scope, const struct diff_scope_options *options, hb_diag *diag)
{
  const diff_program *old = scope->programs[0], *new = scope->programs[1];
  for (int side = 0; side < 2 && scope->programs[side]; side++)
    vec_resize (scope->statement_of[side], scope->programs[side]->statements.size, HB_NONE);
  add_statement (scope, 0, 0);
  for (hb_id s = 1; s < old->statements.size; s++)
    {
      const char *key = old->statements.data[s].key;
      const struct diff_match *match = match_of (options, key);
      hb_id other = new ? find_statement (new, renamed (options, key)) : HB_NONE;
      bool relevant = over (scope, 0, s) || (other != HB_NONE && over (scope, 1, other));
      if (!relevant)
        continue;
      if (other != HB_NONE && !alike (scope, s, other) && match)
        {
          hb_error (diag, &match->place,
                    "statements that are matched must read and write the same variables: %s", key);
          return false;
        }
      if (!new
          || (other != HB_NONE && alike (scope, s, other)
              && scope->statement_of[1].data[other] == HB_NONE))
        add_statement (scope, s, other);
      else
        vec_push (scope->unmatched[0], s);
    }
  for (hb_id s = 1; new &&s < new->statements.size; s++)
    if (scope->statement_of[1].data[s] == HB_NONE && over (scope, 1, s))
      vec_push (scope->unmatched[1], s);
  int last = last_side (scope);
  const hb_id *first = scope->unmatched[last].size ? scope->unmatched[last].data : NULL;
  if (scope->statements[0].size == 1)
    fail (scope, diag, first ? &scope->programs[last]->statements.data[*first].spot : NULL,
          new ? "the versions have no statement in common" : "there is no statement",
          " over the variables that are compared");
  return scope->statements[0].size > 1;
}

/* How often the text of program SIDE writes: of STATEMENT and variable V, WRITES[STATEMENT * variables + V] is the most of
 * both sides.  A variable that is written in more than one place may be written twice. */
static void
count_writes (const diff_scope *scope, int side, hb_id *writes)
{
  const diff_program *program = scope->programs[side];
  size_t variables = scope->variables.size, all = scope->statements[0].size * variables;
  hb_id *own = hb_calloc (all + 1, sizeof *own);
  for (size_t t = 0; t < program->threads.size; t++)
    for (size_t n = 0; n < program->threads.data[t].nodes.size; n++)
      {
        const struct diff_node *node = &program->threads.data[t].nodes.data[n];
        hb_id statement = node->visible ? scope->statement_of[side].data[node->statement] : HB_NONE;
        for (hb_id i = 0; i < node->count && statement != HB_NONE; i++)
          {
            const struct diff_act *act = &program->threads.data[t].acts.data[node->first + i];
            if (act->action == DIFF_WRITE
                && scope->variable_of[side].data[act->variable] != HB_NONE)
              own[statement * variables + scope->variable_of[side].data[act->variable]]++;
          }
      }
  for (size_t i = 0; i < all; i++)
    writes[i] = own[i] > writes[i] ? own[i] : writes[i];
  hb_free (own);
}

static void
number_facts (diff_scope *scope)
{
  hb_id statements = (hb_id)scope->statements[0].size;
  size_t variables = scope->variables.size;
  hb_id *writes_of = hb_calloc (statements * variables + 1, sizeof *writes_of);
  for (int side = 0; side < 2 && scope->programs[side]; side++)
    count_writes (scope, side, writes_of);
  for (hb_id v = 0; v < scope->variables.size; v++)
    for (int store = 0; store < 2; store++)
      for (hb_id a = 0; a < statements; a++)
        {
          const struct diff_statement *from
              = &scope->programs[0]->statements.data[scope->statements[0].data[a]];
          bool writes = !a || has (scope, 0, from->writes.data, from->writes.size, v);
          for (hb_id b = 0; b < statements; b++)
            {
              const struct diff_statement *to
                  = &scope->programs[0]->statements.data[scope->statements[0].data[b]];
              bool second = store ? has (scope, 0, to->writes.data, to->writes.size, v)
                                  : has (scope, 0, to->reads.data, to->reads.size, v);
              bool is
                  = writes && b && second && !(store && a == b && writes_of[a * variables + v] < 2);
              struct diff_fact fact = { store, v, a, b };
              vec_push (scope->number, is ? (hb_id)scope->facts.size : HB_NONE);
              if (is)
                vec_push (scope->facts, fact);
            }
        }
  hb_free (writes_of);
}

/* Does some statement of the scope have a variable outside of V? */
static bool
is_closed (const diff_scope *scope)
{
  for (int side = 0; side < 2 && scope->programs[side]; side++)
    for (size_t i = 1; i < scope->statements[0].size; i++)
      {
        const struct diff_statement *s
            = &scope->programs[side]->statements.data[scope->statements[side].data[i]];
        for (size_t r = 0; r < s->reads.size; r++)
          if (scope->variable_of[side].data[s->reads.data[r]] == HB_NONE)
            return false;
        for (size_t w = 0; w < s->writes.size; w++)
          if (scope->variable_of[side].data[s->writes.data[w]] == HB_NONE)
            return false;
      }
  return true;
}

diff_scope *
diff_scope_new (const diff_program *const programs[2], const struct diff_scope_options *options,
                hb_diag *diag)
{
  struct diff_scope_options none = { 0 };
  diff_scope *scope = hb_calloc (1, sizeof *scope);
  scope->programs[0] = programs[0];
  scope->programs[1] = programs[1];
  options = options ? options : &none;
  if (find_variables (scope, options, diag) && find_statements (scope, options, diag))
    {
      number_facts (scope);
      scope->closed = is_closed (scope);
      return scope;
    }
  diff_scope_free (scope);
  return NULL;
}

void
diff_scope_free (diff_scope *scope)
{
  if (!scope)
    return;
  vec_free (scope->variables);
  for (int side = 0; side < 2; side++)
    {
      vec_free (scope->statements[side]);
      vec_free (scope->variable_of[side]);
      vec_free (scope->statement_of[side]);
      vec_free (scope->unmatched[side]);
    }
  vec_free (scope->facts);
  vec_free (scope->number);
  hb_free (scope);
}
