/* Statements, on all paths at once: branches, loops, jumps; see walk.h. */
#include "proof/periodic/walk.h"

#define G w->gates

/* Can control come into STMT by a label at which someone waits, or (CASES) by a case that is not of a switch within? */
static bool
has_entry (const struct hb_walk *w, const struct hb_c_stmt *stmt, bool cases)
{
  if (!stmt)
    return false;
  bool entry = cases && (stmt->act == C_CASE || stmt->act == C_DEFAULT);
  for (size_t i = 0; i < w->exits.size && stmt->act == C_LABEL && !entry; i++)
    entry = w->exits.data[i].target == w->frame.target && w->exits.data[i].label == stmt->label;
  cases = cases && stmt->act != C_SWITCH;
  entry = entry || has_entry (w, stmt->first, cases) || has_entry (w, stmt->second, cases);
  for (size_t i = 0; i < stmt->count && !entry; i++)
    entry = has_entry (w, stmt->items[i], cases);
  return entry;
}

static void
branch (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  hb_wire condition = hb_walk_true (w, stmt->exp);
  struct hb_walk_entry entry = hb_walk_enter (w);
  struct hb_walk_state other = hb_walk_copy (w, &w->now);
  hb_walk_only (w, condition);
  hb_walk_statement (w, stmt->first);
  /* What leaves one branch for the other leaves the statement closed, and its branches open. */
  bool first_closed = hb_walk_closed (w, &entry);
  struct hb_walk_state first = w->now;
  w->now = other;
  hb_walk_only (w, condition ^ 1);
  if (stmt->second)
    hb_walk_statement (w, stmt->second);
  bool closed = first_closed && hb_walk_closed (w, &entry);
  hb_walk_join (w, &first, closed ? condition : HB_NONE);
  hb_walk_end_of (w, &entry);
}

/* The part of the state where GOES_ON does not hold goes to TARGET. */
static void
part (struct hb_walk *w, hb_wire goes_on, size_t target)
{
  struct hb_walk_state stays = hb_walk_copy (w, &w->now);
  hb_walk_only (w, goes_on ^ 1);
  hb_walk_leave (w, target, NULL);
  hb_walk_drop (&w->now);
  w->now = stays;
  hb_walk_only (w, goes_on);
}

static void
loop (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  size_t break_to = w->break_to, continue_to = w->continue_to, after = ++w->targets;
  struct hb_walk_entry entry = hb_walk_enter (w);
  if (stmt->act == C_FOR)
    hb_walk_statement (w, stmt->items[0]);
  for (unsigned round = 0; w->now.live && !w->failed; round++)
    {
      if (stmt->exp && (round || stmt->act != C_DO_WHILE))
        part (w, hb_walk_true (w, stmt->exp), after);
      if (!w->now.live)
        break;
      if (round == w->claim->unroll)
        hb_walk_refuse (w, stmt->spot, "a loop that may run more often than the claim says");
      w->break_to = after;
      w->continue_to = ++w->targets;
      hb_walk_statement (w, stmt->first);
      hb_walk_meet (w, w->continue_to, NULL);
      if (stmt->step)
        hb_walk_exp (w, stmt->step);
    }
  w->now.live = false;
  hb_walk_meet (w, after, NULL);
  w->break_to = break_to;
  w->continue_to = continue_to;
  hb_walk_end_of (w, &entry);
}

/* --- switch --- */

static hb_wire
case_holds (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  bool is_signed = w->choosing->exp->type->is_signed;
  unsigned width = w->chosen.width;
  struct hb_wires low = hb_wires_number (G, width, (uint64_t)stmt->value),
                  high = hb_wires_number (G, width, (uint64_t)stmt->last);
  if (stmt->value == stmt->last)
    return hb_wires_equal (G, w->chosen, low);
  return hb_wire_and (G, hb_wires_less (G, w->chosen, low, is_signed) ^ 1,
                      hb_wires_less (G, high, w->chosen, is_signed) ^ 1);
}

/* No case of the switch holds (those of a switch within are its own). */
static hb_wire
no_case (struct hb_walk *w, const struct hb_c_stmt *stmt, bool *has_default)
{
  if (!stmt || stmt->act == C_SWITCH)
    return HB_WIRE_YES;
  *has_default |= stmt->act == C_DEFAULT;
  hb_wire none = stmt->act == C_CASE ? case_holds (w, stmt) ^ 1 : HB_WIRE_YES;
  none = hb_wire_and (G, none, no_case (w, stmt->first, has_default));
  none = hb_wire_and (G, none, no_case (w, stmt->second, has_default));
  for (size_t i = 0; i < stmt->count; i++)
    none = hb_wire_and (G, none, no_case (w, stmt->items[i], has_default));
  return none;
}

static void
choose (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  struct hb_met value = hb_walk_exp (w, stmt->exp);
  const struct hb_c_stmt *outer = w->choosing;
  struct hb_wires outer_value = w->chosen;
  const struct hb_walk_state *outer_start = w->start;
  hb_wire outer_otherwise = w->otherwise;
  size_t break_to = w->break_to, after = w->break_to = ++w->targets;
  bool has_default = false;
  struct hb_walk_entry entry = hb_walk_enter (w);
  struct hb_walk_state start = hb_walk_copy (w, &w->now);
  w->choosing = stmt;
  w->chosen = hb_walk_word (w, value, stmt->exp->type);
  w->start = &start;
  w->otherwise = no_case (w, stmt->first, &has_default);
  hb_wire otherwise = w->otherwise;
  w->now.live = false;
  hb_walk_statement (w, stmt->first);
  w->choosing = outer;
  w->chosen = outer_value;
  w->start = outer_start;
  w->otherwise = outer_otherwise;
  hb_walk_meet (w, after, NULL);
  start.path = has_default ? HB_WIRE_NO : hb_wire_and (G, start.path, otherwise);
  start.live = start.live && start.path != HB_WIRE_NO;
  hb_walk_join (w, &start, HB_NONE);
  w->break_to = break_to;
  w->selected = entry.selected; /* these came from its start, not from outside */
  hb_walk_end_of (w, &entry);
}

static void
at_case (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  if (!w->choosing)
    return;
  struct hb_walk_state state = hb_walk_copy (w, w->start);
  state.path
      = hb_wire_and (G, state.path, stmt->act == C_CASE ? case_holds (w, stmt) : w->otherwise);
  state.live = state.live && state.path != HB_WIRE_NO;
  w->selected += state.live;
  hb_walk_join (w, &state, HB_NONE);
  hb_walk_statement (w, stmt->first);
}

static void
jump (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  if (stmt->act == C_RETURN && stmt->exp && w->now.live)
    {
      struct hb_met value = hb_walk_exp (w, stmt->exp);
      w->now.cells.data[w->frame.base] = value;
    }
  size_t target = stmt->act == C_BREAK      ? w->break_to
                  : stmt->act == C_CONTINUE ? w->continue_to
                                            : w->frame.target;
  hb_walk_leave (w, target, stmt->act == C_GOTO ? stmt->label : NULL);
}

void
hb_walk_statement (struct hb_walk *w, const struct hb_c_stmt *stmt)
{
  if (!stmt || w->failed || (!w->now.live && !has_entry (w, stmt, w->choosing)))
    return;
  switch (stmt->act)
    {
    case C_DO_NOTHING:
      return;
    case C_EVALUATE:
      hb_walk_exp (w, stmt->exp);
      return;
    case C_DECLARE:
      hb_walk_initial (w, stmt->symbol->type, stmt->symbol->initial,
                       w->frame.base + w->frame.places[stmt->symbol->number]);
      return;
    case C_BLOCK:
      for (size_t i = 0; i < stmt->count; i++)
        hb_walk_statement (w, stmt->items[i]);
      return;
    case C_IF:
      branch (w, stmt);
      return;
    case C_WHILE:
    case C_DO_WHILE:
    case C_FOR:
      if (has_entry (w, stmt, w->choosing))
        hb_walk_refuse (w, stmt->spot, "a jump into a loop");
      else
        loop (w, stmt);
      return;
    case C_SWITCH:
      choose (w, stmt);
      return;
    case C_CASE:
    case C_DEFAULT:
      at_case (w, stmt);
      return;
    case C_LABEL:
      hb_walk_meet (w, w->frame.target, stmt->label);
      hb_walk_statement (w, stmt->first);
      return;
    default:
      jump (w, stmt);
    }
}
