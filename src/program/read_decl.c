/* Reading programs: the sections and their declarations.  See parser.h. */
#include "program/parser.h"

/* --- Declarations.  Each gives false after an error. --- */

static bool
parse_param (struct hb_parser *parser)
{
  struct hb_param param = { .before = hb_remarks_above (&parser->words) };
  if ((param.name = hb_expect_name (&parser->words, "the parameter's name", &param.spot)) == HB_NONE
      || !hb_expect_sign (&parser->words, "=", "'=' and the parameter's value")
      || (param.exp = hb_parse_exp (&parser->words)) == HB_NONE)
    return false;
  hb_take_sign (&parser->words, ";");
  param.behind = hb_remarks_behind (&parser->words);
  vec_push (parser->program->params, param);
  return true;
}

static bool
parse_mailbox (struct hb_parser *parser, int *mailbox)
{
  char text[64];
  struct hb_spot spot = parser->words.token.spot;
  struct hb_token token = parser->words.token;
  if (token.kind != HB_TOKEN_NAME)
    {
      hb_words_expected (&parser->words, "queue, sender-queue, multiset, stack or priority");
      return false;
    }
  snprintf (text, sizeof text, "%.30s", hb_program_name (parser->program, token.name));
  hb_words_step (&parser->words);
  if (hb_at_sign (&parser->words, "-") && parser->words.ahead.kind == HB_TOKEN_NAME)
    {
      hb_words_step (&parser->words);
      size_t length = strlen (text);
      snprintf (text + length, sizeof text - length, "-%.30s",
                hb_program_name (parser->program, parser->words.token.name));
      hb_words_step (&parser->words);
    }
  *mailbox = hb_mailbox_find (text, strlen (text));
  if (*mailbox >= 0)
    return true;
  hb_words_error (&parser->words, spot,
                  "'%s' is no mailbox discipline; expected queue, sender-queue, multiset, stack or "
                  "priority",
                  text);
  return false;
}

/* [ EXP ], if it is there */
static bool
parse_size (struct hb_parser *parser, hb_id *size)
{
  *size = HB_NONE;
  return !hb_take_sign (&parser->words, "[")
         || ((*size = hb_parse_exp (&parser->words)) != HB_NONE
             && hb_expect_sign (&parser->words, "]", "']' behind the size"));
}

static bool
parse_initial_value (struct hb_parser *parser, hb_id *initial)
{
  *initial = HB_NONE;
  return !hb_take_sign (&parser->words, "=")
         || (*initial = hb_parse_exp (&parser->words)) != HB_NONE;
}

static bool
parse_variable (struct hb_parser *parser)
{
  struct hb_var_decl decl = { .before = hb_remarks_above (&parser->words) };
  if ((decl.name = hb_expect_name (&parser->words, "a variable", &decl.spot)) == HB_NONE
      || !parse_size (parser, &decl.size) || !parse_initial_value (parser, &decl.initial))
    return false;
  (void)(hb_take_sign (&parser->words, ",") || hb_take_sign (&parser->words, ";"));
  decl.behind = hb_remarks_behind (&parser->words);
  vec_push (parser->program->variables, decl);
  return true;
}

/* A name that is followed by one of these is the next handler, no register. */
static bool
at_handler (const struct hb_parser *parser)
{
  return hb_token_is_word (&parser->words, &parser->words.ahead, "regs")
         || (parser->words.ahead.kind == HB_TOKEN_SIGN && !strcmp (parser->words.ahead.sign, "["));
}

static bool
parse_registers (struct hb_parser *parser, struct hb_handler_decl *decl)
{
  hb_program *program = parser->program;
  decl->first_register = (hb_id)program->registers.size;
  while (hb_token_is_name (&parser->words, &parser->words.token) && !at_handler (parser))
    {
      struct hb_register_decl reg
          = { .name = parser->words.token.name, .spot = parser->words.token.spot };
      hb_words_step (&parser->words);
      if (!parse_initial_value (parser, &reg.initial))
        return false;
      hb_take_sign (&parser->words, ",");
      vec_push (program->registers, reg);
    }
  decl->registers = (hb_id)program->registers.size - decl->first_register;
  return true;
}

/* NAME [SIZE] regs REG ... [mailbox DISCIPLINE] [initial MESSAGE [( ARGS )]] */
static bool
parse_handler (struct hb_parser *parser)
{
  struct hb_handler_decl decl = { .mailbox = -1, .initial = HB_NONE, .message = HB_NONE };
  decl.before = hb_remarks_above (&parser->words);
  if ((decl.name = hb_expect_name (&parser->words, "a handler", &decl.spot)) == HB_NONE
      || !parse_size (parser, &decl.size))
    return false;
  if (!hb_at_word (&parser->words, "regs"))
    {
      hb_words_expected (&parser->words, "'regs' behind the handler's name");
      return false;
    }
  hb_words_step (&parser->words);
  if (!parse_registers (parser, &decl))
    return false;
  if (hb_at_word (&parser->words, "mailbox"))
    {
      hb_words_step (&parser->words);
      if (!parse_mailbox (parser, &decl.mailbox))
        return false;
    }
  if (hb_at_word (&parser->words, "initial"))
    {
      hb_words_step (&parser->words);
      decl.initial = hb_expect_name (&parser->words, "the initial message", &decl.initial_spot);
      if (decl.initial == HB_NONE
          || (hb_take_sign (&parser->words, "(")
              && !hb_parse_args (&parser->words, &decl.first_arg, &decl.args)))
        return false;
    }
  hb_take_sign (&parser->words, ";");
  decl.behind = hb_remarks_behind (&parser->words);
  vec_push (parser->program->handlers, decl);
  return true;
}

/* NAME, NAME ... ) */
static bool
parse_message_params (struct hb_parser *parser, struct hb_message_decl *decl)
{
  while (!hb_at_sign (&parser->words, ")"))
    {
      struct hb_message_param param;
      if (decl->params && !hb_expect_sign (&parser->words, ",", "',' or ')' behind a parameter"))
        return false;
      if ((param.name = hb_expect_name (&parser->words, "a parameter or ')'", &param.spot))
          == HB_NONE)
        return false;
      vec_push (parser->program->message_params, param);
      decl->params++;
    }
  hb_words_step (&parser->words);
  return true;
}

/* NAME [( PARAMS )] and either { STATEMENTS } or the figure's STATEMENTS LABEL: last */
static bool
parse_message (struct hb_parser *parser)
{
  hb_program *program = parser->program;
  struct hb_message_decl decl = { .first_param = (hb_id)program->message_params.size };
  decl.before = hb_remarks_above (&parser->words);
  if ((decl.name = hb_expect_name (&parser->words, "a message", &decl.spot)) == HB_NONE
      || (hb_take_sign (&parser->words, "(") && !parse_message_params (parser, &decl)))
    return false;
  decl.braced = hb_take_sign (&parser->words, "{");
  if (decl.braced)
    decl.opened = hb_remarks_behind (&parser->words);
  bool good = hb_parse_statements (parser, decl.braced, &decl.body);
  if (decl.braced)
    decl.last = hb_remarks_above (&parser->words);
  if (decl.braced && good && !hb_take_sign (&parser->words, "}"))
    {
      hb_words_error (&parser->words, parser->words.token.spot, "message '%s', line %u, has no '}'",
                      hb_program_name (program, decl.name), (unsigned)decl.spot.line);
      good = false;
    }
  if (!decl.braced && !good && !hb_diag_full (parser->words.diag))
    hb_words_error (&parser->words, decl.spot,
                    "message '%s' has no end; expected 'LABEL: last', or braces around it",
                    hb_program_name (program, decl.name));
  if (decl.braced)
    decl.behind = hb_remarks_behind (&parser->words);
  vec_push (program->messages, decl);
  return good;
}

/* --- Sections --- */

/* After an error: on to the next line that starts with something to declare, or to a section. */
static void
recover (struct hb_parser *parser)
{
  uint32_t line = parser->words.token.spot.line;
  while (!hb_at_section (parser) && parser->words.token.spot.line == line)
    hb_words_step (&parser->words);
}

static void
parse_declarations (struct hb_parser *parser, bool (*parse) (struct hb_parser *))
{
  while (!hb_at_section (parser) && !hb_diag_full (parser->words.diag))
    if (!parse (parser))
      recover (parser);
}

static void
parse_program_mailbox (struct hb_parser *parser)
{
  hb_program *program = parser->program;
  if (program->mailbox >= 0)
    hb_words_error (&parser->words, parser->words.before.spot,
                    "a second mailbox line; the first is in line %u",
                    (unsigned)program->mailbox_spot.line);
  program->mailbox_spot = parser->words.before.spot;
  if (!parse_mailbox (parser, &program->mailbox))
    recover (parser);
  hb_take_sign (&parser->words, ";");
}

static void
parse_section (struct hb_parser *parser)
{
  hb_program *program = parser->program;
  struct hb_section section = { .before = hb_remarks_above (&parser->words) };
  bool vars = hb_at_word (&parser->words, "vars"),
       handlers = hb_at_word (&parser->words, "handlers");
  bool msgs = hb_at_word (&parser->words, "msgs"), param = hb_at_word (&parser->words, "param");
  hb_words_step (&parser->words);
  if (vars || handlers || msgs)
    section.behind = hb_remarks_behind (&parser->words);
  size_t start = vars       ? program->variables.size
                 : handlers ? program->handlers.size
                 : msgs     ? program->messages.size
                            : program->params.size;
  section.first = (hb_id)start;
  section.kind = vars       ? HB_SECTION_VARS
                 : handlers ? HB_SECTION_HANDLERS
                 : msgs     ? HB_SECTION_MSGS
                 : param    ? HB_SECTION_PARAM
                            : HB_SECTION_MAILBOX;
  if (vars)
    parse_declarations (parser, parse_variable);
  else if (handlers)
    parse_declarations (parser, parse_handler);
  else if (msgs)
    parse_declarations (parser, parse_message);
  else if (!param)
    parse_program_mailbox (parser);
  else if (!parse_param (parser))
    recover (parser);
  if (!vars && !handlers && !msgs)
    section.behind = hb_remarks_behind (&parser->words);
  size_t stop = vars       ? program->variables.size
                : handlers ? program->handlers.size
                : msgs     ? program->messages.size
                           : program->params.size;
  section.count = (hb_id)(stop - start);
  vec_push (program->sections, section);
}

void
hb_parse_sections (struct hb_parser *parser)
{
  while (parser->words.token.kind != HB_TOKEN_END && !hb_diag_full (parser->words.diag))
    {
      if (hb_at_section (parser))
        {
          parse_section (parser);
          continue;
        }
      hb_words_expected (&parser->words, "a section: param, mailbox, vars, handlers or msgs");
      while (!hb_at_section (parser))
        hb_words_step (&parser->words);
    }
  parser->program->last = hb_remarks_above (&parser->words);
}
