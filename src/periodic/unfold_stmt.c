/* Statements, symbolically: branches, loops, jumps; see unfold.h. */
#include "periodic/unfold_private.h"

#define BITS u->out->bits

/* What must be known at the end of a construct to see whether all that went in has come out. */
struct entry
{
  hb_lit path;
  bool live;
  size_t parks, lowest, cases;
};

static struct entry
enter (struct hb_unfolder *u)
{
  struct entry entry = { u->now.path, u->now.live, u->parks.size, u->lowest, u->cases };
  u->lowest = u->parks.size;
  return entry;
}

/* So far nothing left by a jump, and nothing came in by one or at a case. */
static bool
is_whole (const struct hb_unfolder *u, const struct entry *entry)
{
  return entry->live && u->parks.size == entry->parks && u->lowest >= entry->parks
         && u->cases == entry->cases;
}

/* If the construct is whole, the path is what it was. */
static void
leave (struct hb_unfolder *u, const struct entry *entry)
{
  if (u->now.live && is_whole (u, entry))
    u->now.path = entry->path;
  if (entry->lowest < u->lowest)
    u->lowest = entry->lowest;
}

/* Does control come into STMT other than from above: to a label at which a goto waits, or to a case of the switch at
 * hand (CASES; a switch within has its own)? */
static bool
is_entered (const struct hb_unfolder *u, const struct hb_c_stmt *stmt, bool cases)
{
  if (!stmt)
    return false;
  bool found = cases && (stmt->act == C_CASE || stmt->act == C_DEFAULT);
  for (size_t i = 0; stmt->act == C_LABEL && i < u->parks.size && !found; i++)
    found = u->parks.data[i].target == u->frame.call && u->parks.data[i].label == stmt->label;
  cases = cases && stmt->act != C_SWITCH;
  found = found || is_entered (u, stmt->first, cases) || is_entered (u, stmt->second, cases);
  for (size_t i = 0; i < stmt->count && !found; i++)
    found = is_entered (u, stmt->items[i], cases);
  return found;
}

static void
restrict_to (struct hb_unfolder *u, hb_lit condition)
{
  u->now.path = hb_and (BITS, u->now.path, condition);
  u->now.live = u->now.live && u->now.path != HB_FALSE;
}

static void
branch (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  hb_lit condition = hb_unfold_condition (u, stmt->exp);
  struct entry entry = enter (u);
  struct hb_state other = hb_state_copy (u, &u->now);
  restrict_to (u, condition);
  hb_unfold_stmt (u, stmt->first);
  /* Now the other side.  A jump from one side into the other leaves the whole as it was, but neither side. */
  bool sides_are_whole = is_whole (u, &entry);
  struct hb_state first = u->now;
  u->now = other;
  restrict_to (u, hb_not (condition));
  if (stmt->second)
    hb_unfold_stmt (u, stmt->second);
  sides_are_whole = sides_are_whole && is_whole (u, &entry);
  hb_state_join (u, &first, sides_are_whole ? condition : HB_NONE);
  leave (u, &entry);
}

static void
loop (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  struct entry entry = enter (u);
  size_t break_to = u->break_to, continue_to = u->continue_to, end = u->break_to = ++u->targets;
  if (stmt->act == C_FOR)
    hb_unfold_stmt (u, stmt->items[0]);
  unsigned most = u->options.unroll ? u->options.unroll : 64;
  for (unsigned round = 0; u->now.live && !hb_unfold_failed (u); round++)
    {
      if (stmt->act != C_DO_WHILE || round)
        {
          hb_lit goes_on = stmt->exp ? hb_unfold_condition (u, stmt->exp) : HB_TRUE;
          struct hb_state other = hb_state_copy (u, &u->now);
          restrict_to (u, hb_not (goes_on));
          hb_state_park (u, end, NULL);
          hb_state_free (&u->now);
          u->now = other;
          restrict_to (u, goes_on);
        }
      if (!u->now.live)
        break;
      if (round >= most)
        {
          hb_unfold_error (
              u, stmt->spot,
              "this loop may run more often than --unroll allows (64 times by default)");
          break;
        }
      u->continue_to = ++u->targets;
      u->break_to = end;
      hb_unfold_stmt (u, stmt->first);
      hb_state_take (u, u->continue_to, NULL);
      if (stmt->step && u->now.live)
        hb_unfold_exp (u, stmt->step);
    }
  u->now.live = false;
  hb_state_take (u, end, NULL);
  u->break_to = break_to;
  u->continue_to = continue_to;
  leave (u, &entry);
}

/* --- switch --- */

struct hb_switch
{
  struct hb_state start;
  hb_word value;
  bool is_signed;
  hb_lit none; /* no case before is meant */
  const struct hb_c_stmt *stmt;
  struct hb_switch *outer;
};

static hb_lit
case_holds (struct hb_unfolder *u, const struct hb_switch *s, const struct hb_c_stmt *stmt)
{
  hb_word low = hb_word_number (BITS, s->value.width, (uint64_t)stmt->value);
  if (stmt->value == stmt->last)
    return hb_word_equal (BITS, s->value, low);
  hb_word high = hb_word_number (BITS, s->value.width, (uint64_t)stmt->last);
  return hb_and (BITS, hb_not (hb_word_less (BITS, s->value, low, s->is_signed)),
                 hb_not (hb_word_less (BITS, high, s->value, s->is_signed)));
}

/* No case of the switch holds; nested switches have cases of their own. */
static hb_lit
no_case (struct hb_unfolder *u, const struct hb_switch *s, const struct hb_c_stmt *stmt,
         bool *has_default)
{
  if (!stmt || stmt->act == C_SWITCH)
    return HB_TRUE;
  hb_lit none = stmt->act == C_CASE ? hb_not (case_holds (u, s, stmt)) : HB_TRUE;
  *has_default |= stmt->act == C_DEFAULT;
  none = hb_and (BITS, none, no_case (u, s, stmt->first, has_default));
  none = hb_and (BITS, none, no_case (u, s, stmt->second, has_default));
  for (size_t i = 0; i < stmt->count; i++)
    none = hb_and (BITS, none, no_case (u, s, stmt->items[i], has_default));
  return none;
}

static void
select_case (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  struct entry entry = enter (u);
  struct hb_value value = hb_unfold_exp (u, stmt->exp);
  entry.path = u->now.path;
  if (value.kind != HB_WORD)
    value = hb_unfold_convert (u, value, stmt->exp->type, stmt->exp->type, stmt->spot);
  struct hb_switch s = {
    .start = hb_state_copy (u, &u->now), .value = value.word, .stmt = stmt, .outer = u->innermost
  };
  s.is_signed = stmt->exp->type->is_signed;
  bool has_default = false;
  s.none = no_case (u, &s, stmt->first, &has_default);
  size_t break_to = u->break_to, end = u->break_to = ++u->targets;
  u->innermost = &s;
  u->now.live = false;
  u->now.path = HB_FALSE;
  hb_unfold_stmt (u, stmt->first);
  u->innermost = s.outer;
  hb_state_take (u, end, NULL);
  if (!has_default)
    {
      s.start.path = hb_and (BITS, s.start.path, s.none);
      s.start.live = s.start.live && s.start.path != HB_FALSE;
      hb_state_join (u, &s.start, HB_NONE);
    }
  else
    hb_state_free (&s.start);
  u->break_to = break_to;
  u->cases = entry.cases; /* all that came in at its own cases has come from its start */
  leave (u, &entry);
}

/* The state at a case: what comes from above, and what the switch sends. */
static void
at_case (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  hb_lit holds = stmt->act == C_DEFAULT ? u->innermost->none : case_holds (u, u->innermost, stmt);
  struct hb_state state = hb_state_copy (u, &u->innermost->start);
  state.path = hb_and (BITS, state.path, holds);
  state.live = state.live && state.path != HB_FALSE;
  u->cases += state.live;
  hb_state_join (u, &state, HB_NONE);
  hb_unfold_stmt (u, stmt->first);
}

static bool
is_before (struct hb_c_spot a, struct hb_c_spot b)
{
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

static const struct hb_c_stmt *
find_label (const struct hb_c_stmt *stmt, const char *label)
{
  if (!stmt || (stmt->act == C_LABEL && stmt->label == label))
    return stmt;
  const struct hb_c_stmt *found = find_label (stmt->first, label);
  if (!found)
    found = find_label (stmt->second, label);
  for (size_t i = 0; i < stmt->count && !found; i++)
    found = find_label (stmt->items[i], label);
  return found;
}

static void
jump (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  if (stmt->act == C_RETURN)
    {
      if (stmt->exp && u->now.live)
        {
          struct hb_value value = hb_unfold_exp (u, stmt->exp);
          u->now.cells.data[u->frame.base] = value;
        }
      hb_state_park (u, u->frame.call, NULL);
      return;
    }
  if (stmt->act == C_GOTO && u->now.live)
    {
      const struct hb_c_stmt *label = find_label (u->frame.function->body, stmt->label);
      if (!label || is_before (label->spot, stmt->spot))
        hb_unfold_error (u, stmt->spot, "a goto backwards is outside of the subset; write a loop");
    }
  if (stmt->act == C_GOTO)
    hb_state_park (u, u->frame.call, stmt->label);
  else
    hb_state_park (u, stmt->act == C_BREAK ? u->break_to : u->continue_to, NULL);
}

void
hb_unfold_stmt (struct hb_unfolder *u, const struct hb_c_stmt *stmt)
{
  if (hb_unfold_failed (u) || (!u->now.live && !is_entered (u, stmt, u->innermost)))
    return;
  switch (stmt->act)
    {
    case C_DO_NOTHING:
      return;
    case C_EVALUATE:
      hb_unfold_exp (u, stmt->exp);
      return;
    case C_DECLARE:
      if (u->now.live)
        hb_unfold_initial (u, stmt->symbol->type, stmt->symbol->initial,
                           u->frame.base + u->frame.layout->first.data[stmt->symbol->number],
                           stmt->spot);
      return;
    case C_BLOCK:
      for (size_t i = 0; i < stmt->count; i++)
        hb_unfold_stmt (u, stmt->items[i]);
      return;
    case C_IF:
      branch (u, stmt);
      return;
    case C_WHILE:
    case C_DO_WHILE:
    case C_FOR:
      if (is_entered (u, stmt, u->innermost))
        hb_unfold_error (u, stmt->spot, "a jump into a loop is outside of the subset");
      else
        loop (u, stmt);
      return;
    case C_SWITCH:
      select_case (u, stmt);
      return;
    case C_CASE:
    case C_DEFAULT:
      at_case (u, stmt);
      return;
    case C_LABEL:
      hb_state_take (u, u->frame.call, stmt->label);
      hb_unfold_stmt (u, stmt->first);
      return;
    default:
      jump (u, stmt);
    }
}

void
hb_unfold_body (struct hb_unfolder *u, const struct hb_c_symbol *function)
{
  struct entry entry = enter (u);
  if (++u->depth > 200)
    hb_unfold_error (u, function->spot, "calls are nested too deeply");
  hb_unfold_stmt (u, function->body);
  hb_state_take (u, u->frame.call, NULL);
  u->depth--;
  leave (u, &entry);
}
