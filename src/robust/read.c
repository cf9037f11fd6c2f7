/* Reading event programs: variables, events, procedures, the driver.  See parser.h. */
#include "robust/parser.h"

static const char *const keywords[]
    = { "shared", "ghost",  "event", "proc", "driver", "local", "call", "async", "assume", "assert",
        "choose", "return", "if",    "else", "while",  "goto",  "when", "min",   "max",    NULL };

/* --- Declarations.  Each gives false after an error. --- */

/* shared NAME = INITIAL : LOW..HIGH, with what is not said being 0 and 0..1. */
static bool
parse_variable (struct hb_aed_parser *parser, bool ghost)
{
  struct hb_words *words = &parser->words;
  struct hb_aed_variable variable
      = { .before = hb_remarks_above (words), .ghost = ghost, .high = 1 };
  hb_words_step (words);
  if ((variable.name = hb_expect_name (words, "the name of a variable", &variable.spot)) == HB_NONE)
    return false;
  if (hb_take_sign (words, "=")
      && !hb_aed_parse_number (parser, "the initial value", &variable.initial))
    return false;
  if (hb_take_sign (words, ":") && !hb_aed_parse_range (parser, &variable.low, &variable.high))
    return false;
  if (variable.initial < variable.low || variable.initial > variable.high)
    {
      hb_words_error (words, variable.spot, "the initial value %lld is not in the range %lld..%lld",
                      (long long)variable.initial, (long long)variable.low,
                      (long long)variable.high);
      return false;
    }
  hb_take_sign (words, ";");
  variable.behind = hb_remarks_behind (words);
  vec_push (parser->program->variables, variable);
  return true;
}

/* (NAME, NAME) of a procedure, (NAME in LOW..HIGH, ...) of an event */
static bool
parse_params (struct hb_aed_parser *parser, struct hb_aed_proc *proc)
{
  struct hb_words *words = &parser->words;
  while (!hb_at_sign (words, ")"))
    {
      struct hb_aed_local local = { 0 };
      if (proc->params && !hb_expect_sign (words, ",", "',' or ')' behind a parameter"))
        return false;
      local.name = hb_expect_name (words, "the name of a parameter", &local.spot);
      if (local.name == HB_NONE)
        return false;
      if (proc->is_event)
        {
          if (!hb_at_word (words, "in"))
            {
              hb_words_expected (words, "'in' and the range of an event's parameter");
              return false;
            }
          hb_words_step (words);
          if (!hb_aed_parse_range (parser, &local.low, &local.high))
            return false;
        }
      vec_push (parser->program->locals, local);
      proc->params++;
    }
  hb_words_step (words);
  return true;
}

static bool
parse_proc (struct hb_aed_parser *parser, bool is_event)
{
  struct hb_words *words = &parser->words;
  struct hb_aed_proc proc = { .before = hb_remarks_above (words),
                              .is_event = is_event,
                              .guard = HB_NONE,
                              .guard_variable = HB_NONE,
                              .body = HB_NONE };
  proc.first_local = (hb_id)parser->program->locals.size;
  hb_words_step (words);
  proc.name = hb_expect_name (words, is_event ? "the name of an event" : "the name of a procedure",
                              &proc.spot);
  if (proc.name == HB_NONE)
    return false;
  /* An event without parameters may leave the parentheses out. */
  if (hb_take_sign (words, "(") ? !parse_params (parser, &proc)
                                : !is_event && !hb_expect_sign (words, "(", "'(' and parameters"))
    return false;
  if (is_event && hb_at_word (words, "when"))
    {
      hb_words_step (words);
      if ((proc.guard = hb_parse_exp (words)) == HB_NONE)
        return false;
    }
  bool good = hb_aed_parse_block (parser, &proc.body, &proc.opened, &proc.last);
  proc.locals = (hb_id)parser->program->locals.size - proc.first_local;
  proc.behind = hb_remarks_behind (words);
  vec_push (parser->program->procs, proc);
  return good;
}

/* --- The driver --- */

static bool
parse_before (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  struct hb_aed_before before = { .before = hb_remarks_above (words) };
  hb_words_step (words);
  before.first_name = hb_expect_name (words, "the event that starts first", &before.spot);
  if (before.first_name == HB_NONE)
    return false;
  before.then_name = hb_expect_name (words, "the event that starts later", &before.then_spot);
  if (before.then_name == HB_NONE)
    return false;
  hb_take_sign (words, ";");
  before.behind = hb_remarks_behind (words);
  vec_push (parser->program->befores, before);
  return true;
}

static bool
parse_driven (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  struct hb_aed_driven driven = { .before = hb_remarks_above (words), .times = 1 };
  int64_t times = 1;
  driven.name = hb_expect_name (words, "an event, or 'before'", &driven.spot);
  if (driven.name == HB_NONE
      || (hb_take_sign (words, "*")
          && !hb_aed_parse_number (parser, "how often the event may start", &times)))
    return false;
  if (times < 1 || times > HB_AED_MOST_STARTS)
    {
      hb_words_error (words, words->before.spot, "expected a number of starts from 1 to %d",
                      HB_AED_MOST_STARTS);
      return false;
    }
  driven.times = (uint32_t)times;
  hb_take_sign (words, ";");
  driven.behind = hb_remarks_behind (words);
  vec_push (parser->program->driven, driven);
  return true;
}

static bool
parse_driver (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  hb_aed *program = parser->program;
  if (program->has_driver)
    {
      hb_words_error (words, words->token.spot, "a second driver; the first is in line %u",
                      (unsigned)program->driver_spot.line);
      return false;
    }
  program->has_driver = true;
  program->driver_before = hb_remarks_above (words);
  program->driver_spot = words->token.spot;
  hb_words_step (words);
  if (!hb_expect_sign (words, "{", "'{' and the events that start"))
    return false;
  program->driver_opened = hb_remarks_behind (words);
  while (!hb_at_sign (words, "}"))
    if (!(hb_at_word (words, "before") ? parse_before : parse_driven) (parser))
      return false;
  program->driver_last = hb_remarks_above (words);
  hb_words_step (words);
  program->driver_behind = hb_remarks_behind (words);
  return true;
}

/* --- The whole --- */

static bool
at_declaration (const struct hb_words *words)
{
  static const char *const starts[] = { "shared", "ghost", "event", "proc", "driver" };
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (hb_at_word (words, starts[i]))
      return true;
  return words->token.kind == HB_TOKEN_END;
}

static bool
parse_declaration (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  if (hb_at_word (words, "shared") || hb_at_word (words, "ghost"))
    return parse_variable (parser, hb_at_word (words, "ghost"));
  if (hb_at_word (words, "event") || hb_at_word (words, "proc"))
    return parse_proc (parser, hb_at_word (words, "event"));
  if (hb_at_word (words, "driver"))
    return parse_driver (parser);
  hb_words_expected (words, "shared, event, proc or driver");
  return false;
}

static void
parse (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  while (words->token.kind != HB_TOKEN_END && !hb_diag_full (words->diag))
    {
      words->nesting = 0;
      if (parse_declaration (parser))
        continue;
      do
        hb_words_step (words);
      while (!at_declaration (words));
    }
  parser->program->last = hb_remarks_above (words);
}

/* Steals INPUT. */
hb_aed *
hb_aed_read_input (hb_input *input, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_aed *program = hb_calloc (1, sizeof *program);
  hb_source_init (&program->source, hb_input_name (input), keywords);
  bool good = hb_source_load (&program->source, input, diag);
  hb_input_close (input);
  if (good)
    {
      struct hb_aed_parser parser = { .program = program };
      hb_words_start (&parser.words, &program->source, diag);
      parse (&parser);
    }
  if (good && hb_diag_errors (diag) == errors)
    hb_aed_check (program, diag);
  if (good && hb_diag_errors (diag) == errors)
    return program;
  hb_aed_free (program);
  return NULL;
}

hb_aed *
hb_aed_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? hb_aed_read_input (input, diag) : NULL;
}

hb_aed *
hb_aed_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag)
{
  return hb_aed_read_input (hb_input_of_bytes (name, text, size, diag), diag);
}
