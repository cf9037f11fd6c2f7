/* Statements and loops; see lower.h.
 *
 * A loop is N copies of its body, each under its condition, and then assumes that the condition is false: one more
 * read.  `while (1)` ends after N. */
#include "diff/lower.h"

/* The value of a condition, after the statement "KIND (condition)". */
static const struct diff_exp *
condition (struct diff_lowering *l, const char *kind, const struct hb_c_exp *exp,
           struct hb_c_spot spot)
{
  char *text = diff_normal_value (exp);
  diff_begin (l, hb_format ("%s (%s)", kind, text), spot);
  hb_free (text);
  return diff_whole_value (l, exp);
}

static void
lower_if (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  struct diff_ends yes = { .depth = 0 }, no = { .depth = 0 }, after = { .depth = 0 };
  const struct diff_exp *value = condition (l, "if", stmt->exp, stmt->spot);
  if (l->failed)
    return;
  diff_branch (l, value, &yes, &no);
  diff_go_on_from (l, &yes);
  diff_lower_stmt (l, stmt->first);
  diff_leave_to (l, &after, stmt->spot);
  diff_go_on_from (l, &no);
  if (stmt->second)
    diff_lower_stmt (l, stmt->second);
  diff_leave_to (l, &after, stmt->spot);
  diff_go_on_from (l, &after);
}

/* The condition of a loop; NULL is always.  What is false goes to OUT.  Is it a constant? */
static bool
test (struct diff_lowering *l, const char *kind, const struct hb_c_stmt *loop,
      struct diff_ends *out)
{
  if (!loop->exp)
    return true;
  struct diff_ends yes = { .depth = 0 }, no = { .depth = 0 };
  const struct diff_exp *value = condition (l, kind, loop->exp, loop->spot);
  if (l->failed)
    return true;
  diff_branch (l, value, &yes, &no);
  diff_go_on_from (l, &yes);
  diff_join (l, out, &no, loop->spot);
  return value->op == C_NUMBER;
}

/* After the last copy: the condition is false, unless it is a constant.  Where it is not, nothing of it happens. */
static void
cut (struct diff_lowering *l, const char *kind, const struct hb_c_stmt *loop)
{
  struct diff_type truth = { 32, true };
  if (!diff_reached (l))
    return;
  l->program->cut++;
  if (!loop->exp)
    return;
  diff_close (l);
  bool section = diff_begin_step (l, loop->exp, true);
  const struct diff_exp *value = condition (l, kind, loop->exp, loop->spot);
  if (!l->failed && value->op != C_NUMBER)
    diff_do (l, (struct diff_act){ .action = DIFF_ASSUME,
                                   .local = HB_NONE,
                                   .exp = diff_unary (l->program, C_NOT, truth, value),
                                   .spot = loop->spot });
  if (section)
    diff_end_section (l);
}

/* The step of a `for`, after its body and all that continues. */
static void
go_on (struct diff_lowering *l, const struct hb_c_stmt *stmt, struct diff_loop *loop)
{
  diff_leave_to (l, &loop->continues, stmt->spot);
  diff_go_on_from (l, &loop->continues);
  if (!stmt->step)
    return;
  diff_begin (l, diff_normal (stmt->step), stmt->step->spot);
  diff_whole_value (l, stmt->step);
}

/* A loop that is not cut leads back to its head.  One without end may be over after any iteration, as a cut one is. */
static void
close_loop (struct diff_lowering *l, const char *kind, const struct hb_c_stmt *stmt,
            struct diff_loop *loop, struct diff_ends *after)
{
  bool tests_last = stmt->act == C_DO_WHILE, endless = false;
  struct diff_ends again = { .depth = 0 }, over = { .depth = 0 };
  if (!diff_reached (l))
    return;
  hb_id head = diff_head (l);
  if (!tests_last)
    endless = test (l, kind, stmt, after);
  diff_lower_stmt (l, stmt->first);
  go_on (l, stmt, loop);
  if (tests_last && diff_reached (l))
    endless = test (l, kind, stmt, after);
  if (!diff_reached (l))
    return;
  if (endless)
    {
      hb_id more = diff_new_local (l, NULL, (struct diff_type){ 1, false });
      diff_close (l);
      diff_do (l, (struct diff_act){ .action = DIFF_CHOOSE, .local = more, .spot = stmt->spot });
      diff_branch (l, diff_local_exp (l->program, l->thread, more), &again, &over);
      diff_go_on_from (l, &again);
      diff_join (l, after, &over, stmt->spot);
    }
  diff_lead_back (l, head);
}

/* So many copies of the body as loops are unrolled, each under its condition, which then is assumed to be false. */
static void
unroll_loop (struct diff_lowering *l, const char *kind, const struct hb_c_stmt *stmt,
             struct diff_loop *loop, struct diff_ends *after)
{
  hb_id unroll = l->options->unroll ? l->options->unroll : 1;
  size_t path = l->path.size;
  for (hb_id n = 0; n < unroll && !l->failed && diff_reached (l); n++)
    {
      if (l->options->contexts)
        hb_buffer_add (&l->path, " #%u", (unsigned)n + 1);
      if (stmt->act != C_DO_WHILE || n)
        test (l, kind, stmt, after);
      diff_lower_stmt (l, stmt->first);
      go_on (l, stmt, loop);
      l->path.size = path;
      if (l->path.data)
        l->path.data[path] = '\0';
    }
  cut (l, kind, stmt);
}

static void
lower_loop (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  const char *kind = stmt->act == C_FOR ? "for" : "while";
  struct diff_loop loop = { .up = l->loop };
  struct diff_ends after = { .depth = 0 };
  for (size_t i = 0; i < stmt->count; i++)
    diff_lower_stmt (l, stmt->items[i]);
  l->loop = &loop;
  if (l->options->closed)
    close_loop (l, kind, stmt, &loop, &after);
  else
    unroll_loop (l, kind, stmt, &loop, &after);
  diff_leave_to (l, &after, stmt->spot);
  diff_join (l, &after, &loop.breaks, stmt->spot);
  diff_go_on_from (l, &after);
  l->loop = loop.up;
}

/* --- switch */

static const struct hb_c_stmt *
under_labels (const struct hb_c_stmt *stmt)
{
  while (stmt->act == C_CASE || stmt->act == C_DEFAULT)
    stmt = stmt->first;
  return stmt;
}

static bool
has_label (const struct hb_c_stmt *stmt)
{
  if (!stmt)
    return false;
  if (stmt->act == C_CASE || stmt->act == C_DEFAULT)
    return true;
  if (stmt->act == C_SWITCH)
    return false;
  for (size_t i = 0; i < stmt->count; i++)
    if (has_label (stmt->items[i]))
      return true;
  return has_label (stmt->first) || has_label (stmt->second);
}

/* VALUE lies between the label's numbers. */
static const struct diff_exp *
matches (struct diff_lowering *l, const struct diff_exp *value, const struct hb_c_stmt *label)
{
  struct diff_type truth = { 32, true };
  const struct diff_exp *low = diff_number (l->program, value->type, (uint64_t)label->value);
  const struct diff_exp *high = diff_number (l->program, value->type, (uint64_t)label->last);
  if (label->value == label->last)
    return diff_binary (l->program, C_EQUAL, truth, value, low);
  return diff_binary (l->program, C_BOTH, truth,
                      diff_binary (l->program, C_LESS_EQUAL, truth, low, value),
                      diff_binary (l->program, C_LESS_EQUAL, truth, value, high));
}

/* Where each item of the switch's BODY is entered from: the labels before it, tried in their order. */
static void
enter_items (struct diff_lowering *l, const struct diff_exp *value, const struct hb_c_stmt *body,
             struct diff_ends *entries, struct diff_ends *after)
{
  size_t fallback = SIZE_MAX;
  for (size_t i = 0; i < body->count && !l->failed; i++)
    for (const struct hb_c_stmt *s = body->items[i]; s->act == C_CASE || s->act == C_DEFAULT;
         s = s->first)
      {
        struct diff_ends yes = { .depth = 0 }, no = { .depth = 0 };
        if (s->act == C_DEFAULT)
          {
            fallback = i;
            continue;
          }
        diff_branch (l, matches (l, value, s), &yes, &no);
        diff_join (l, &entries[i], &yes, s->spot);
        diff_go_on_from (l, &no);
      }
  diff_leave_to (l, fallback == SIZE_MAX ? after : &entries[fallback], body->spot);
}

static void
lower_switch (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  const struct hb_c_stmt *body = stmt->first;
  if (body->act != C_BLOCK)
    diff_fail (l, body->spot, "expected a block after 'switch'");
  for (size_t i = 0; !l->failed && i < body->count; i++)
    if (has_label (under_labels (body->items[i])))
      diff_fail (l, body->items[i]->spot,
                 "case labels within the statements of a switch are outside of the subset");
  if (l->failed)
    return;
  const struct diff_exp *value = condition (l, "switch", stmt->exp, stmt->spot);
  if (l->failed)
    return;
  value = diff_keep (l, value);
  struct diff_loop loop = { .up = l->loop, .is_switch = true };
  struct diff_ends after = { .depth = 0 };
  struct diff_ends *entries = hb_calloc (body->count + 1, sizeof *entries);
  enter_items (l, value, body, entries, &after);
  l->loop = &loop;
  for (size_t i = 0; i < body->count; i++)
    {
      /* From the item before, and from its own labels. */
      diff_leave_to (l, &entries[i], body->items[i]->spot);
      diff_go_on_from (l, &entries[i]);
      diff_lower_stmt (l, under_labels (body->items[i]));
    }
  diff_leave_to (l, &after, stmt->spot);
  diff_join (l, &after, &loop.breaks, stmt->spot);
  diff_go_on_from (l, &after);
  l->loop = loop.up;
  hb_free (entries);
}

/* --- the rest */

static void
lower_return (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  if (stmt->exp)
    {
      char *text = diff_normal_value (stmt->exp);
      diff_begin (l, hb_format ("return %s", text), stmt->spot);
      hb_free (text);
      const struct diff_exp *value = diff_whole_value (l, stmt->exp);
      if (!l->failed && l->frame->result != HB_NONE)
        diff_let (l, l->frame->result,
                  diff_cast (l, l->thread->locals.data[l->frame->result].type, value));
    }
  diff_leave_to (l, &l->frame->returns, stmt->spot);
}

static void
jump (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  struct diff_loop *loop = l->loop;
  while (loop && stmt->act == C_CONTINUE && loop->is_switch)
    loop = loop->up;
  if (loop)
    diff_leave_to (l, stmt->act == C_BREAK ? &loop->breaks : &loop->continues, stmt->spot);
}

/* The cells of a local, one after another, from what INITIAL gives them. */
static void
fill (struct diff_lowering *l, hb_id *cell, const struct hb_c_type *type,
      const struct hb_c_exp *initial, struct hb_c_spot spot)
{
  size_t parts = type->kind == C_ARRAY ? type->count : type->field_count;
  if (type->kind != C_ARRAY && type->kind != C_STRUCT)
    {
      const struct diff_exp *value
          = initial ? diff_whole_value (l, initial)
                    : diff_number (l->program, (struct diff_type){ 32, true }, 0);
      if (!l->failed)
        diff_let (l, *cell, diff_cast (l, l->thread->locals.data[*cell].type, value));
      ++*cell;
      return;
    }
  if (initial && initial->op != C_LIST)
    diff_fail (l, spot, "expected values between { and }");
  for (size_t i = 0; i < parts && !l->failed; i++)
    fill (l, cell, type->kind == C_ARRAY ? type->to : type->fields[i].type,
          initial && i < initial->count ? initial->items[i] : NULL, spot);
}

/* New cells for a local of TYPE. */
static void
make_cells (struct diff_lowering *l, const char *name, const struct hb_c_type *type,
            struct hb_c_spot spot)
{
  if (type->kind == C_ARRAY)
    for (size_t i = 0; i < type->count && !l->failed; i++)
      make_cells (l, name, type->to, spot);
  else if (type->kind == C_STRUCT)
    for (size_t i = 0; i < type->field_count && !l->failed; i++)
      make_cells (l, name, type->fields[i].type, spot);
  else
    diff_new_local (l, name, diff_type_of (l, type, spot));
}

static void
declare (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  const struct hb_c_symbol *symbol = stmt->symbol;
  diff_cells (l, symbol->type, stmt->spot);
  if (l->failed)
    return;
  if (l->frame->base[symbol->number] == HB_NONE)
    {
      l->frame->base[symbol->number] = (hb_id)l->thread->locals.size;
      make_cells (l, symbol->name, symbol->type, stmt->spot);
    }
  char *text = symbol->initial ? diff_normal_value (symbol->initial) : hb_copy_text ("0");
  diff_begin (l, hb_format ("%s = %s", symbol->name, text), stmt->spot);
  hb_free (text);
  hb_id cell = l->frame->base[symbol->number];
  fill (l, &cell, symbol->type, symbol->initial, stmt->spot);
}

void
diff_lower_stmt (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  if (l->failed)
    return;
  switch (stmt->act)
    {
    case C_DO_NOTHING:
      break;
    case C_EVALUATE:
      diff_begin (l, diff_normal (stmt->exp), stmt->spot);
      diff_whole_value (l, stmt->exp);
      break;
    case C_DECLARE:
      declare (l, stmt);
      break;
    case C_BLOCK:
      for (size_t i = 0; i < stmt->count && !l->failed; i++)
        diff_lower_stmt (l, stmt->items[i]);
      break;
    case C_IF:
      lower_if (l, stmt);
      break;
    case C_WHILE:
    case C_DO_WHILE:
    case C_FOR:
      lower_loop (l, stmt);
      break;
    case C_SWITCH:
      lower_switch (l, stmt);
      break;
    case C_BREAK:
    case C_CONTINUE:
      jump (l, stmt);
      break;
    case C_RETURN:
      lower_return (l, stmt);
      break;
    default:
      diff_fail (l, stmt->spot, "goto and labels are outside of the subset");
    }
  diff_close (l);
}
