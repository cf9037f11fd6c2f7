/* See summaries.h: the fixpoint.
 *
 * An entry is a row (procedure, number of its variables' row, arguments).  Paths are followed from an entry, or from
 * behind a call, to the next call or the end; at a call the path waits for the callee's exits, those known and those
 * to come.  What comes back to the same place twice, or round a loop, is followed once; locals that are not read
 * before they are written again do not tell places apart (live.h). */
#include "robust/summaries_private.h"

#include <string.h>

/* --- Entries, exits --- */

static hb_id
enter (struct summarizer *s, hb_id proc, const int32_t *arguments, hb_id variables)
{
  hb_id params = s->code->procs.data[proc].params;
  bool fresh;
  s->row.size = 0;
  vec_push (s->row, (int32_t)proc);
  vec_push (s->row, (int32_t)variables);
  for (hb_id i = 0; i < params; i++)
    vec_push (s->row, arguments[i]);
  hb_id entry = hb_rows_intern (&s->entry_rows, s->row.data, s->row.size, &fresh);
  if (fresh)
    {
      struct entry made = { .proc = proc, .variables = variables };
      vec_push (s->entries, made);
      vec_push (s->fresh_entries, entry);
    }
  return entry;
}

/* PATH, with LOCALS and the variables' VALUES. */
static void
push_path (struct summarizer *s, struct path path, const int32_t *locals, const int32_t *values)
{
  hb_id count = s->code->procs.data[s->entries.data[path.entry].proc].locals;
  path.start = s->numbers.size;
  vec_reserve (s->numbers, s->numbers.size + count + s->variables);
  memcpy (vec_from (s->numbers, s->numbers.size), locals, count * sizeof *locals);
  memcpy (vec_from (s->numbers, s->numbers.size + count), values, s->variables * sizeof *values);
  s->numbers.size += count + s->variables;
  vec_push (s->paths, path);
}

/* A run of ENTRY at AT with LOCALS, of which those that do not matter there become 0. */
static hb_id
place_of (struct summarizer *s, hb_id entry, hb_id at, int32_t *locals)
{
  hb_id count = s->code->procs.data[s->entries.data[entry].proc].locals;
  hb_live_clear (&s->live, at, locals, count);
  s->row.size = 0;
  vec_reserve (s->row, 2 + (size_t)count);
  vec_push (s->row, (int32_t)entry);
  vec_push (s->row, (int32_t)at);
  memcpy (s->row.data + 2, locals, count * sizeof *locals);
  bool fresh;
  hb_id place = hb_rows_intern (&s->places, s->row.data, 2 + (size_t)count, &fresh);
  if (fresh)
    vec_push (s->met, (summary_ids)VEC_EMPTY);
  return place;
}

/* Most entries have few exits and callers, and most places few ways to go on: the first FEW are looked through, where
 * memory was touched just now; only the others are sought in tables. */
#define FEW 8

static bool
is_among (const summary_ids *ids, hb_id id)
{
  for (size_t i = 0; i < ids->size && i < FEW; i++)
    if (ids->data[i] == id)
      return true;
  return false;
}

/* Is the pair of A and B new to ROWS? */
static bool
is_new (hb_rows *rows, hb_id a, hb_id b)
{
  bool fresh;
  const int32_t pair[] = { (int32_t)a, (int32_t)b };
  hb_rows_intern (rows, pair, 2, &fresh);
  return fresh;
}

/* Was no path at PLACE with VARIABLES before? */
static bool
is_unmet (struct summarizer *s, hb_id place, hb_id variables)
{
  summary_ids *met = &s->met.data[place];
  if (is_among (met, variables))
    return false;
  if (met->size == FEW)
    return is_new (&s->met_rows, place, variables);
  vec_push (*met, variables);
  return true;
}

/* At PLACE, behind a call, with the callee's exit: if nobody was there before. */
static void
resume (struct summarizer *s, hb_id place, hb_id variables)
{
  const int32_t *row = hb_rows_row (&s->places, place);
  if (is_unmet (s, place, variables))
    push_path (s, (struct path){ .entry = (hb_id)row[0], .at = (hb_id)row[1] }, row + 2,
               hb_rows_row (&s->variable_rows, variables));
}

static void
leave (struct summarizer *s, hb_id entry, const int32_t *values)
{
  hb_id variables = hb_rows_intern (&s->variable_rows, values, s->variables, NULL);
  const struct entry *e = &s->entries.data[entry];
  for (size_t i = 0; i < e->exits.size && i < FEW; i++)
    if (e->exits.data[i].variables == variables)
      return;
  if (e->exits.size >= FEW && !is_new (&s->exit_rows, entry, variables))
    return;
  struct exit exit = { variables, ++s->stamp };
  vec_push (s->entries.data[entry].exits, exit);
  for (size_t i = 0; i < s->entries.data[entry].waits.size; i++)
    resume (s, s->entries.data[entry].waits.data[i], variables);
}

/* --- Paths --- */

/* The call INS, from a run of ENTRY: the path waits. */
static void
call (struct summarizer *s, hb_id entry, hb_id at, int32_t *locals, const int32_t *values)
{
  const struct hb_ains *ins = &s->code->ins.data[at];
  const hb_id *args = vec_from (s->code->program->source.args, ins->first_arg);
  int32_t arguments[64], *many = ins->args > 64 ? hb_calloc (ins->args, sizeof *many) : arguments;
  for (hb_id i = 0; i < ins->args; i++)
    many[i] = hb_acode_value (s->code, args[i], locals, values);
  hb_id callee
      = enter (s, ins->slot, many, hb_rows_intern (&s->variable_rows, values, s->variables, NULL));
  if (many != arguments)
    hb_free (many);
  hb_id place = place_of (s, entry, at + 1, locals);
  const summary_ids *waits = &s->entries.data[callee].waits;
  if (is_among (waits, place) || (waits->size >= FEW && !is_new (&s->wait_rows, callee, place)))
    return;
  vec_push (s->entries.data[callee].waits, place);
  for (size_t i = 0; i < s->entries.data[callee].exits.size; i++)
    resume (s, place, s->entries.data[callee].exits.data[i].variables);
}

/* A jump back: has the path been here with the same values? */
static bool
comes_round (struct summarizer *s, hb_id entry, hb_id at, int32_t *locals, const int32_t *values)
{
  hb_id variables = hb_rows_intern (&s->variable_rows, values, s->variables, NULL);
  return !is_unmet (s, place_of (s, entry, at, locals), variables);
}

/* The path takes NUMBER from the `choose` AT; those above it are a path of their own, that comes later. */
static void
choose (struct summarizer *s, hb_id entry, hb_id at, int32_t number, int32_t *locals,
        int32_t *values)
{
  const struct hb_ains *ins = &s->code->ins.data[at];
  if (number < ins->high)
    push_path (s, (struct path){ .entry = entry, .at = at, .chooses = true, .number = number + 1 },
               locals, values);
  *(ins->variable != HB_NONE ? &values[ins->variable] : &locals[ins->slot]) = number;
}

/* Do loops go on beyond the limits? */
static bool
goes_on (struct summarizer *s)
{
  size_t most = s->options->most;
  return (most && hb_rows_count (&s->places) / 100 > most) || hb_limits_hit (s->options->limits);
}

/* Follows the last path to its end.  True: an assertion failed. */
static bool
follow (struct summarizer *s)
{
  struct path path = vec_pop (s->paths);
  hb_id count = s->code->procs.data[s->entries.data[path.entry].proc].locals;
  vec_reserve (s->now, count + s->variables);
  int32_t *locals = s->now.data, *values = locals + count;
  memcpy (locals, vec_from (s->numbers, path.start), (count + s->variables) * sizeof *locals);
  s->numbers.size = path.start;
  s->steps++;
  if (path.chooses)
    choose (s, path.entry, path.at++, path.number, locals, values);
  for (;;)
    switch (summaries_instruction (s->code, &path.at, locals, values))
      {
      case HB_AFTER_STEP:
        break;
      case HB_AFTER_LOOP:
        s->is_long = s->is_long || goes_on (s);
        if (s->is_long || comes_round (s, path.entry, path.at, locals, values))
          return false;
        break;
      case HB_AFTER_CHOICE:
        choose (s, path.entry, path.at, s->code->ins.data[path.at].low, locals, values);
        path.at++;
        break;
      case HB_AFTER_CALL:
        call (s, path.entry, path.at, locals, values);
        return false;
      case HB_AFTER_RETURN:
        leave (s, path.entry, values);
        return false;
      case HB_AFTER_NOTHING:
        return false;
      case HB_AFTER_FAILURE:
        s->failed_entry = path.entry;
        s->failed_at = path.at;
        return true;
      }
}

/* --- The fixpoint --- */

/* Paths first: what they lead to is known sooner. */
static bool
next_entry (struct summarizer *s)
{
  if (!s->fresh_entries.size)
    return false;
  hb_id entry = vec_pop (s->fresh_entries);
  const struct entry *e = &s->entries.data[entry];
  const struct hb_aproc *proc = &s->code->procs.data[e->proc];
  const int32_t *row = hb_rows_row (&s->entry_rows, entry);
  int32_t *locals = hb_calloc (proc->locals, sizeof *locals);
  for (hb_id i = 0; i < proc->params; i++)
    locals[i] = row[2 + i];
  push_path (s, (struct path){ .entry = entry, .at = proc->first }, locals,
             hb_rows_row (&s->variable_rows, e->variables));
  hb_free (locals);
  return true;
}

hb_id
hb_sequential_event (const hb_acode *code)
{
  hb_id found = HB_NONE;
  for (hb_id p = 0; p < code->program->procs.size; p++)
    if (code->program->procs.data[p].is_event)
      {
        if (found != HB_NONE)
          return HB_NONE;
        found = p;
      }
  for (size_t i = 0; i < code->ins.size; i++)
    if (code->ins.data[i].op == HB_AOP_POST)
      return HB_NONE;
  return found;
}

static void
start (struct summarizer *s)
{
  const hb_aed *program = s->code->program;
  hb_id event = hb_sequential_event (s->code);
  const struct hb_aed_proc *proc = &program->procs.data[event];
  int32_t *values = hb_calloc (s->variables, sizeof *values),
          *arguments = hb_calloc (proc->params, sizeof *arguments);
  for (hb_id v = 0; v < s->variables; v++)
    values[v] = (int32_t)program->variables.data[v].initial;
  for (hb_id i = 0; i < proc->params; i++)
    arguments[i] = (int32_t)program->locals.data[proc->first_local + i].low;
  enter (s, event, arguments, hb_rows_intern (&s->variable_rows, values, s->variables, NULL));
  hb_free (values);
  hb_free (arguments);
}

static void
summarizer_free (struct summarizer *s)
{
  for (size_t i = 0; i < s->entries.size; i++)
    {
      vec_free (s->entries.data[i].exits);
      vec_free (s->entries.data[i].waits);
    }
  for (size_t i = 0; i < s->met.size; i++)
    vec_free (s->met.data[i]);
  vec_free (s->met);
  vec_free (s->entries);
  vec_free (s->fresh_entries);
  vec_free (s->paths);
  vec_free (s->numbers);
  vec_free (s->row);
  vec_free (s->now);
  hb_rows_free (&s->entry_rows);
  hb_rows_free (&s->variable_rows);
  hb_rows_free (&s->exit_rows);
  hb_rows_free (&s->places);
  hb_rows_free (&s->wait_rows);
  hb_rows_free (&s->met_rows);
  hb_live_free (&s->live);
}

void
hb_summaries (const hb_acode *code, const struct hb_summaries_options *options,
              struct hb_summaries_result *result)
{
  struct summarizer s = { .code = code, .options = options, .failed_entry = HB_NONE };
  s.variables = (hb_id)code->program->variables.size;
  hb_live_find (&s.live, code);
  start (&s);
  bool failed = false, stopped = false;
  while (!failed && !stopped && (s.paths.size || next_entry (&s)))
    {
      failed = follow (&s);
      stopped = s.is_long || hb_limits_hit (options->limits)
                || (options->most && s.stamp + s.entries.size > options->most);
    }
  result->entries = s.entries.size;
  result->exits = s.stamp;
  result->steps = s.steps;
  result->is_long = s.is_long;
  result->answer = failed ? HB_ROBUST_VIOLATED : stopped ? HB_ROBUST_UNKNOWN : HB_ROBUST_ROBUST;
  if (failed && !summaries_choices (&s, result))
    result->answer = HB_ROBUST_UNKNOWN;
  if (!failed && !stopped && result->certificate)
    {
      hb_put (result->certificate, result->head ? result->head : "");
      summaries_certify (&s, result->certificate);
    }
  summarizer_free (&s);
}

void
hb_summaries_result_free (struct hb_summaries_result *result)
{
  vec_free (result->choices);
}
