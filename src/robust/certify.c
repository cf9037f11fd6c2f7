/* See certify.h. */
#include "robust/certify.h"

#include "base/names.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "hbcert 1 robust";

struct entry
{
  hb_id proc;
  size_t start;        /* its row: procedure, arguments, values, in `numbers` */
  size_t first, exits; /* in `exit_rows` */
};

/* A place on a path: locals and values stand in `path` from `start`. */
struct place
{
  hb_id at;
  size_t start;
};

struct certifier
{
  const hb_acode *code;
  hb_id variables;
  hb_diag *diag;
  const char *file;
  size_t line;
  VEC (int32_t) numbers;
  VEC (struct entry) entries;
  VEC (size_t) exit_rows;               /* in `numbers` */
  hb_names *entry_set, *exit_set, *met; /* rows as bytes */
  VEC (struct place) places;
  VEC (int32_t) path, key;
};

static bool
wrong (struct certifier *c, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  struct hb_place place = { .file = c->file, .line = c->line };
  hb_error (c->diag, &place, "%s", text);
  return false;
}

/* --- Reading --- */

/* Numbers of the line behind its first letter, into `numbers`; how many, SIZE_MAX if anything else is there. */
static size_t
read_numbers (struct certifier *c, const char *text, size_t length)
{
  char *copy = hb_copy_bytes (text, length), *at = copy + 1, *end;
  size_t count = 0;
  for (;;)
    {
      long number = strtol (at, &end, 10);
      if (end == at)
        break;
      if (number < INT32_MIN || number > INT32_MAX)
        break;
      vec_push (c->numbers, (int32_t)number);
      count++;
      at = end;
    }
  at += strspn (at, " \t\r");
  bool whole = at == copy + length;
  hb_free (copy);
  return whole ? count : SIZE_MAX;
}

static bool
read_entry (struct certifier *c, const char *text, size_t length)
{
  size_t start = c->numbers.size, count = read_numbers (c, text, length);
  if (!count || count == SIZE_MAX || c->numbers.data[start] < 0
      || (size_t)c->numbers.data[start] >= c->code->procs.size)
    return wrong (c, "expected the number of a procedure of the sequential program");
  hb_id proc = (hb_id)c->numbers.data[start];
  if (count != 1 + (size_t)c->code->procs.data[proc].params + c->variables)
    return wrong (c, "expected %u arguments and %u values behind the procedure",
                  (unsigned)c->code->procs.data[proc].params, (unsigned)c->variables);
  struct entry entry = { proc, start, c->exit_rows.size, 0 };
  hb_id number = hb_names_intern (c->entry_set, (const char *)(c->numbers.data + start),
                                  count * sizeof (int32_t));
  if (number != c->entries.size)
    return wrong (c, "the entry stands here a second time");
  vec_push (c->entries, entry);
  return true;
}

static bool
read_exit (struct certifier *c, const char *text, size_t length)
{
  size_t start = c->numbers.size, count = read_numbers (c, text, length);
  if (count != c->variables || !c->entries.size)
    return wrong (c, "expected an entry, and then %u values of an exit", (unsigned)c->variables);
  vec_push (c->exit_rows, start);
  vec_top (c->entries).exits++;
  c->key.size = 0;
  vec_push (c->key, (int32_t)c->entries.size - 1);
  for (size_t i = 0; i < count; i++)
    vec_push (c->key, c->numbers.data[start + i]);
  hb_names_intern (c->exit_set, (const char *)c->key.data, c->key.size * sizeof (int32_t));
  return true;
}

/* "end ENTRIES EXITS". */
static bool
read_end (struct certifier *c, const char *text, size_t length)
{
  size_t start = c->numbers.size;
  if (read_numbers (c, text + 2, length - 2) != 2
      || (size_t)c->numbers.data[start] != c->entries.size
      || (size_t)c->numbers.data[start + 1] != c->exit_rows.size)
    return wrong (c, "the certificate has other numbers of entries and exits: it is not whole");
  return true;
}

static bool
read_rows (struct certifier *c, hb_input *input)
{
  const char *text;
  size_t length;
  while (hb_input_line (input, &text, &length))
    {
      c->line++;
      if (length > 4 && !memcmp (text, "end ", 4))
        return read_end (c, text, length);
      bool entry = length > 1 && !memcmp (text, "e ", 2), exit = length && *text == 'x';
      if (!(entry  ? read_entry (c, text, length)
            : exit ? read_exit (c, text, length)
                   : wrong (c, "expected an entry 'e', an exit 'x', or 'end'")))
        return false;
    }
  return wrong (c, "the certificate ends without its end line");
}

/* --- Paths --- */

static void
push_place (struct certifier *c, hb_id at, const int32_t *locals, hb_id count,
            const int32_t *values)
{
  struct place place = { at, c->path.size };
  for (hb_id i = 0; i < count; i++)
    vec_push (c->path, locals[i]);
  for (hb_id v = 0; v < c->variables; v++)
    vec_push (c->path, values[v]);
  vec_push (c->places, place);
}

/* Was the path here before, with the same numbers? */
static bool
comes_round (struct certifier *c, hb_id at, const int32_t *row, size_t count)
{
  hb_id before = hb_names_count (c->met);
  c->key.size = 0;
  vec_push (c->key, (int32_t)at);
  for (size_t i = 0; i < count; i++)
    vec_push (c->key, row[i]);
  return hb_names_intern (c->met, (const char *)c->key.data, c->key.size * sizeof (int32_t))
         < before;
}

/* The call INS: its entry has to be there; all of its exits lead on. */
static bool
follow_call (struct certifier *c, hb_id at, const struct hb_ains *ins, const int32_t *locals,
             hb_id count, const int32_t *values)
{
  const hb_id *args = vec_from (c->code->program->source.args, ins->first_arg);
  c->key.size = 0;
  vec_push (c->key, (int32_t)ins->slot);
  for (hb_id i = 0; i < ins->args; i++)
    vec_push (c->key, hb_acode_value (c->code, args[i], locals, values));
  for (hb_id v = 0; v < c->variables; v++)
    vec_push (c->key, values[v]);
  hb_id callee
      = hb_names_find (c->entry_set, (const char *)c->key.data, c->key.size * sizeof (int32_t));
  if (callee == HB_NONE)
    return wrong (c, "a call of %s enters it in a way that is not listed",
                  hb_aed_name (c->code->program, ins->slot));
  const struct entry *entry = &c->entries.data[callee];
  for (size_t i = 0; i < entry->exits; i++)
    push_place (c, at + 1, locals, count, c->numbers.data + c->exit_rows.data[entry->first + i]);
  return true;
}

static bool
is_exit (struct certifier *c, size_t entry, const int32_t *values)
{
  c->key.size = 0;
  vec_push (c->key, (int32_t)entry);
  for (hb_id v = 0; v < c->variables; v++)
    vec_push (c->key, values[v]);
  return hb_names_find (c->exit_set, (const char *)c->key.data, c->key.size * sizeof (int32_t))
         != HB_NONE;
}

/* Carries one instruction out.  1: the path goes on; 0: it ends, all right; -1: it does not. */
static int
instruction (struct certifier *c, size_t entry, hb_id *at, int32_t *locals, hb_id count,
             int32_t *values)
{
  const struct hb_ains *ins = &c->code->ins.data[*at];
  hb_id here = (*at)++;
  int32_t value = ins->exp == HB_NONE ? 0 : hb_acode_value (c->code, ins->exp, locals, values);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_READ:
    case HB_AOP_SET:
      locals[ins->slot] = value;
      return 1;
    case HB_AOP_GHOST:
      values[ins->variable] = value;
      return 1;
    case HB_AOP_WRITE:
      values[ins->variable] = value;
      return hb_acode_fits (c->code, ins->variable, value);
    case HB_AOP_ASSUME:
      return value != 0;
    case HB_AOP_ASSERT:
      return value ? 1 : (wrong (c, "an assertion fails"), -1);
    case HB_AOP_JUMP:
      *at = ins->target;
      break;
    case HB_AOP_BRANCH:
      if (value)
        return 1;
      *at = ins->target;
      break;
    case HB_AOP_CHOOSE:
      for (int64_t number = ins->low; number <= ins->high; number++)
        {
          *(ins->variable != HB_NONE ? &values[ins->variable] : &locals[ins->slot])
              = (int32_t)number;
          push_place (c, *at, locals, count, values);
        }
      return 0;
    case HB_AOP_CALL:
      return follow_call (c, here, ins, locals, count, values) ? 0 : -1;
    case HB_AOP_POST:
      return wrong (c, "the program is not sequential"), -1;
    case HB_AOP_RETURN:
      return is_exit (c, entry, values)
                 ? 0
                 : (wrong (c, "an exit of entry %zu is not listed", entry + 1), -1);
    }
  /* A jump: where it goes back, the path may come round. */
  return *at > here || !comes_round (c, *at, locals, count + c->variables);
}

static bool
check_entry (struct certifier *c, size_t number)
{
  const struct entry *entry = &c->entries.data[number];
  const struct hb_aproc *proc = &c->code->procs.data[entry->proc];
  size_t width = proc->locals + c->variables;
  int32_t *now = hb_calloc (width, sizeof *now);
  const int32_t *row = c->numbers.data + entry->start + 1;
  bool good = true;
  memcpy (now, row, proc->params * sizeof *now);
  c->met = hb_names_new ();
  push_place (c, proc->first, now, proc->locals, row + proc->params);
  while (good && c->places.size)
    {
      struct place place = vec_pop (c->places);
      memcpy (now, vec_from (c->path, place.start), width * sizeof *now);
      c->path.size = place.start;
      if (comes_round (c, place.at, now, width))
        continue;
      int going = 1;
      while (going == 1)
        going = instruction (c, number, &place.at, now, proc->locals, now + proc->locals);
      good = going == 0;
    }
  c->places.size = c->path.size = 0;
  hb_names_free (c->met);
  hb_free (now);
  return good;
}

static bool
has_start (struct certifier *c)
{
  const hb_aed *program = c->code->program;
  c->key.size = 0;
  vec_push (c->key, (int32_t)program->procs.size - 1);
  for (hb_id v = 0; v < c->variables; v++)
    vec_push (c->key, (int32_t)program->variables.data[v].initial);
  return hb_names_find (c->entry_set, (const char *)c->key.data, c->key.size * sizeof (int32_t))
             != HB_NONE
         || wrong (c, "the start of the program is no entry");
}

/* --- The whole --- */

/* Loops are written out so often at most. */
#define MOST_LOOPS 1000000

/* `stage WHICH`, behind which may stand ` loops K`. */
static bool
read_stage (struct certifier *c, hb_input *input, struct hb_instrument_options *how)
{
  static const char *const stages[] = { "stage rob", "stage det", "stage det any" };
  const char *text;
  size_t length;
  int stage = -1;
  c->line = 2;
  if (!hb_input_line (input, &text, &length))
    return wrong (c, "expected the stage");
  char *line = hb_copy_bytes (text, length), *loops = strstr (line, " loops "), *end = NULL;
  if (loops)
    {
      *loops = '\0';
      how->bound = loops[7] >= '1' ? strtoul (loops + 7, &end, 10) : 0;
    }
  bool good = !loops || (how->bound && how->bound <= MOST_LOOPS && !*end);
  for (int i = 0; i < 3; i++)
    if (!strcmp (line, stages[i]))
      stage = i;
  hb_free (line);
  how->stage = stage ? HB_STAGE_DET : HB_STAGE_ROB;
  how->from_any = stage == 2;
  return (good && stage >= 0)
         || wrong (c,
                   "expected 'stage rob', 'stage det' or 'stage det any', and perhaps 'loops K'");
}

static bool
read_head (struct certifier *c, hb_input *input, struct hb_instrument_options *how)
{
  const char *text;
  size_t length;
  if (!hb_input_line (input, &text, &length) || length != sizeof magic - 1
      || memcmp (text, magic, length))
    return wrong (c, "no certificate of robustness; expected '%s'", magic);
  return read_stage (c, input, how);
}

/* The rows that come next: are they closed in the sequential program that HOW makes, and nothing fails in it? */
static bool
check_rows (struct certifier *c, const hb_aed *program, const struct hb_instrument_options *how,
            hb_input *input, struct hb_certified_robust *found)
{
  hb_instrumented *made = hb_instrument (program, how, c->diag);
  bool good = made != NULL;
  if (good && how->bound && !made->is_bounded)
    good = wrong (c, "no loop of the program posts; expected no 'loops'");
  if (good)
    {
      c->code = made->code;
      c->variables = (hb_id)made->program->variables.size;
      c->entry_set = hb_names_new ();
      c->exit_set = hb_names_new ();
      good = read_rows (c, input) && has_start (c);
      for (size_t i = 0; i < c->entries.size && good; i++)
        good = check_entry (c, i);
      hb_names_free (c->entry_set);
      hb_names_free (c->exit_set);
    }
  found->entries += c->entries.size;
  found->exits += c->exit_rows.size;
  vec_clear (c->numbers);
  vec_clear (c->entries);
  vec_clear (c->exit_rows);
  hb_instrumented_free (made);
  return good;
}

/* Behind the rows nothing comes, or 'beyond none' and the rows of the second program. */
static bool
check_beyond (struct certifier *c, const hb_aed *program, struct hb_instrument_options *how,
              hb_input *input, struct hb_certified_robust *found)
{
  const char *text;
  size_t length;
  found->is_whole = !how->bound;
  if (!hb_input_line (input, &text, &length))
    return true;
  c->line++;
  if (!how->bound || length != 11 || memcmp (text, "beyond none", length))
    return wrong (c, "something behind the end line");
  how->beyond = true;
  found->is_whole = check_rows (c, program, how, input, found);
  if (!found->is_whole || !hb_input_line (input, &text, &length))
    return found->is_whole;
  c->line++;
  return wrong (c, "something behind the end line");
}

struct hb_certified_robust
hb_certify_robust (const hb_aed *program, hb_input *input, hb_diag *diag)
{
  struct hb_certified_robust found = { .good = false };
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
  struct certifier c = { .diag = diag, .file = hb_input_name (input), .line = 1 };
  found.is_certificate = read_head (&c, input, &how);
  found.good
      = found.is_certificate && check_rows (&c, program, &how, input, &found)
        && check_beyond (&c, program, &how, input, &found)
        && hb_input_finish (input); /* no line may have been a fault of reading, not the end */
  found.stage = how.stage;
  found.loops = how.bound;
  vec_free (c.numbers);
  vec_free (c.entries);
  vec_free (c.exit_rows);
  vec_free (c.places);
  vec_free (c.path);
  vec_free (c.key);
  return found;
}
