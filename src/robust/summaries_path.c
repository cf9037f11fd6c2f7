/* From summaries to a run: inside each procedure a way is searched again, over exits of callees that were found
 * before it; then each of these in turn.  See summaries.h.
 *
 * Stamps make it end: what an exit was derived from is older. */
#include "robust/summaries_private.h"

#include <string.h>

/* A place on a way through a procedure: locals and variables stand in `numbers`. */
struct node
{
  size_t parent; /* SIZE_MAX: the start */
  size_t start;
  hb_id at;
  hb_id callee; /* reached by its exit number `chosen`; HB_NONE: by choosing that, or at once */
  int32_t chosen;
  bool choice;
};

/* What a way does, in order. */
struct deed
{
  hb_id callee; /* HB_NONE: chooses */
  int32_t chosen;
};

struct finder
{
  struct summarizer *s;
  hb_id entry, count; /* whose way; its locals */
  uint32_t stamp;     /* exits from this one on may not be used */
  VEC (struct node) nodes;
  VEC (size_t) open;
  VEC (int32_t) numbers, now;
  hb_rows met;
};

static void
add (struct finder *f, size_t parent, hb_id at, hb_id callee, int32_t chosen, bool choice,
     const int32_t *locals, const int32_t *values)
{
  struct node node = { parent, f->numbers.size, at, callee, chosen, choice };
  vec_reserve (f->numbers, f->numbers.size + f->count + f->s->variables);
  memcpy (vec_from (f->numbers, f->numbers.size), locals, f->count * sizeof *locals);
  memcpy (vec_from (f->numbers, f->numbers.size + f->count), values,
          f->s->variables * sizeof *values);
  f->numbers.size += f->count + f->s->variables;
  vec_push (f->nodes, node);
  vec_push (f->open, f->nodes.size - 1);
}

/* Was the way here before, with these values? */
static bool
comes_round (struct finder *f, hb_id at, const int32_t *row)
{
  bool fresh;
  VEC (int32_t) key = VEC_EMPTY;
  vec_push (key, (int32_t)at);
  for (hb_id i = 0; i < f->count + f->s->variables; i++)
    vec_push (key, row[i]);
  hb_rows_intern (&f->met, key.data, key.size, &fresh);
  vec_free (key);
  return !fresh;
}

static void
add_exits (struct finder *f, size_t parent, hb_id at, const int32_t *locals, const int32_t *values)
{
  struct summarizer *s = f->s;
  const struct hb_ains *ins = &s->code->ins.data[at];
  const hb_id *args = vec_from (s->code->program->source.args, ins->first_arg);
  s->row.size = 0;
  vec_push (s->row, (int32_t)ins->slot);
  vec_push (s->row, (int32_t)hb_rows_intern (&s->variable_rows, values, s->variables, NULL));
  for (hb_id i = 0; i < ins->args; i++)
    vec_push (s->row, hb_acode_value (s->code, args[i], locals, values));
  bool fresh;
  hb_id callee = hb_rows_intern (&s->entry_rows, s->row.data, s->row.size, &fresh);
  if (fresh || callee >= s->entries.size)
    return; /* nobody went this way before */
  const struct entry *e = &s->entries.data[callee];
  for (size_t i = 0; i < e->exits.size; i++)
    if (e->exits.data[i].stamp < f->stamp)
      add (f, parent, at + 1, callee, (int32_t)i, false, locals,
           hb_rows_row (&s->variable_rows, e->exits.data[i].variables));
}

/* At AT the way takes NUMBER from a `choose`; a node in place of others, which come later. */
static void
add_choice (struct finder *f, size_t parent, hb_id at, int32_t number, int32_t *locals,
            int32_t *values)
{
  const struct hb_ains *ins = &f->s->code->ins.data[at];
  *(ins->variable != HB_NONE ? &values[ins->variable] : &locals[ins->slot]) = number;
  add (f, parent, at + 1, HB_NONE, number, true, locals, values);
}

/* Goes on from node NUMBER; true: the way arrives, with VARIABLES (HB_NONE: at the failure). */
static bool
go_on (struct finder *f, size_t number, hb_id variables)
{
  struct summarizer *s = f->s;
  const struct node node = f->nodes.data[number];
  hb_id at = node.at;
  vec_reserve (f->now, f->count + s->variables);
  int32_t *locals = f->now.data, *values = locals + f->count;
  size_t size = (f->count + s->variables) * sizeof *locals;
  memcpy (locals, vec_from (f->numbers, node.start), size);
  if (node.callee != HB_NONE && comes_round (f, at, locals))
    return false;
  if (node.choice && node.chosen < s->code->ins.data[at - 1].high)
    {
      add_choice (f, node.parent, at - 1, node.chosen + 1, locals, values);
      memcpy (locals, vec_from (f->numbers, node.start), size);
    }
  for (;;)
    switch (summaries_instruction (s->code, &at, locals, values))
      {
      case HB_AFTER_STEP:
        break;
      case HB_AFTER_LOOP:
        if (comes_round (f, at, locals))
          return false;
        break;
      case HB_AFTER_CHOICE:
        add_choice (f, number, at, s->code->ins.data[at].low, locals, values);
        return false;
      case HB_AFTER_CALL:
        add_exits (f, number, at, locals, values);
        return false;
      case HB_AFTER_RETURN:
        return variables != HB_NONE
               && !memcmp (values, hb_rows_row (&s->variable_rows, variables),
                           s->variables * sizeof *values);
      case HB_AFTER_NOTHING:
        return false;
      case HB_AFTER_FAILURE:
        return variables == HB_NONE;
      }
}

typedef VEC (struct deed) deeds;

/* The way from ENTRY to the exit with VARIABLES and STAMP (HB_NONE: to the failure), its last deed first.
 * False: a limit was reached. */
static bool
find_way (struct summarizer *s, hb_id entry, hb_id variables, uint32_t stamp, deeds *way)
{
  struct finder f = { .s = s, .entry = entry, .stamp = stamp };
  hb_id proc = s->entries.data[entry].proc;
  const int32_t *row = hb_rows_row (&s->entry_rows, entry);
  f.count = s->code->procs.data[proc].locals;
  int32_t *locals = hb_calloc (f.count, sizeof *locals);
  for (hb_id i = 0; i < s->code->procs.data[proc].params; i++)
    locals[i] = row[2 + i];
  add (&f, SIZE_MAX, s->code->procs.data[proc].first, HB_NONE, 0, false, locals,
       hb_rows_row (&s->variable_rows, s->entries.data[entry].variables));
  hb_free (locals);
  size_t last = SIZE_MAX;
  while (f.open.size && !hb_limits_hit (s->options->limits))
    {
      size_t number = vec_pop (f.open);
      if (!go_on (&f, number, variables))
        continue;
      last = number;
      break;
    }
  for (size_t n = last; n != SIZE_MAX; n = f.nodes.data[n].parent)
    if (f.nodes.data[n].choice || f.nodes.data[n].callee != HB_NONE)
      vec_push (*way, ((struct deed){ f.nodes.data[n].callee, f.nodes.data[n].chosen }));
  vec_free (f.nodes);
  vec_free (f.open);
  vec_free (f.numbers);
  vec_free (f.now);
  hb_rows_free (&f.met);
  return last != SIZE_MAX;
}

bool
summaries_choices (struct summarizer *s, struct hb_summaries_result *result)
{
  deeds stack = VEC_EMPTY;
  bool found = find_way (s, 0, HB_NONE, UINT32_MAX, &stack);
  while (stack.size && found)
    {
      struct deed deed = vec_pop (stack);
      if (deed.callee == HB_NONE)
        {
          vec_push (result->choices, deed.chosen);
          continue;
        }
      struct exit exit = s->entries.data[deed.callee].exits.data[deed.chosen];
      found = find_way (s, deed.callee, exit.variables, exit.stamp, &stack);
    }
  vec_free (stack);
  return found;
}

/* --- The certificate --- */

void
summaries_certify (const struct summarizer *s, hb_output *output)
{
  for (size_t i = 0; i < s->entries.size; i++)
    {
      const struct entry *e = &s->entries.data[i];
      const int32_t *row = hb_rows_row (&s->entry_rows, i),
                    *values = hb_rows_row (&s->variable_rows, e->variables);
      hb_putf (output, "e %u", (unsigned)e->proc);
      for (hb_id k = 0; k < s->code->procs.data[e->proc].params; k++)
        hb_putf (output, " %d", (int)row[2 + k]);
      for (hb_id v = 0; v < s->variables; v++)
        hb_putf (output, " %d", (int)values[v]);
      hb_put_char (output, '\n');
      for (size_t k = 0; k < e->exits.size; k++)
        {
          values = hb_rows_row (&s->variable_rows, e->exits.data[k].variables);
          hb_put (output, "x");
          for (hb_id v = 0; v < s->variables; v++)
            hb_putf (output, " %d", (int)values[v]);
          hb_put_char (output, '\n');
        }
    }
  hb_putf (output, "end %zu %u\n", s->entries.size, (unsigned)s->stamp);
}
