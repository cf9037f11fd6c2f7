/* 3sat-edflat: a formula to a trace in which every post stands in an initial message, consistent if
 * and only if the formula is satisfiable (ours; design section 4, proof in doc/flat.md).  It
 * contradicts Theorem 4.1 of the ED-consistency paper for FIFO mailboxes.
 *
 *      U --u_i--> +---+          +-----+  a(t,1,i)   +-----+ <--a(t,j+1,i)-- A_t
 *      V --v_i--> | L | <======> | A B | ----------> | W_t | <=============> A_t B_t
 *                 +---+ sections +-----+  b(t,1,i)   +-----+ <--b(t,j+1,i)-- B_t
 *                                                       ^
 *                                                       | boxes
 *                                                    C_1 .. C_(k+1)
 *
 * For each literal position t = 1..k a register W_t.  Its mailbox is a shift register: in round j
 * it runs the pairs a(t,j,i), b(t,j,i) of all variables i, and the posts of round j + 1 stand in
 * sections of those messages, so the order of a pair is handed on.  Clause j looks at its t-th
 * literal in round j of register t.  4k + 6 handlers: 18 for 3SAT. */
#include "reduce/flat.h"
#include "reduce/map.h"

static const struct hb_ablation ablations[] = {
  { "no-z",
    "no z_j: a falsified clause closes no cycle, so unsatisfiable formulas become consistent",
    HB_YES, HB_FLAT_NO_Z },
  { "no-lock",
    "the posts of round 1 are not tied to u_i and v_i: the registers may hold different values, so "
    "unsatisfiable formulas become consistent",
    HB_YES, HB_FLAT_NO_LOCK },
  { "no-wait",
    "the registers do not wait for the loaders: provably breaks nothing, as every pair keeps its "
    "order by itself",
    HB_OPEN, HB_FLAT_NO_WAIT },
  { "no-tie",
    "the posts of the rotation are not tied to the message: a value may change from round to "
    "round, so unsatisfiable formulas become consistent",
    HB_YES, HB_FLAT_NO_TIE },
  HB_FLAT_OPEN_ABLATIONS,
  { "one-register",
    "all literals of a clause look at register 1: gadgets block themselves, so satisfiable "
    "formulas become inconsistent",
    HB_NO, HB_FLAT_ONE_QUEUE },
  HB_FLAT_LAST_ABLATIONS,
};

static hb_id
registers (const struct hb_flat *flat)
{
  return flat->width && (flat->damage & HB_FLAT_ONE_QUEUE) ? 1 : flat->width;
}

/* The register that the T-th literal of a clause looks at. */
static hb_id
register_of (const struct hb_flat *flat, hb_id t)
{
  return flat->damage & HB_FLAT_ONE_QUEUE ? 1 : t;
}

/* Message SIDE ('a' or 'b') of register T in round J for variable V; on the loader for T = 0. */
static const char *
name_message (hb_flat_name *name, char side, hb_id t, hb_id j, int v)
{
  if (!t)
    return hb_flat_say (name, "%c%d", side == 'a' ? 'u' : 'v', v);
  return hb_flat_say (name, "%c%u.%u.%d", side, t, j, v);
}

static void
start_handler (const struct hb_flat *flat, bool initial, const char *name)
{
  hb_build_handler (flat->builder, name, -1);
  if (initial)
    hb_build_initial (flat->builder);
}

/* --- Round 1: U, V, L, A and B --- */

static void
build_choosers (const struct hb_flat *flat)
{
  for (int side = 0; side < 2; side++)
    {
      start_handler (flat, true, side ? "V" : "U");
      for (hb_id i = 0; i < flat->variables; i++)
        {
          hb_flat_name name;
          hb_build_post (flat->builder, NULL,
                         name_message (&name, side ? 'b' : 'a', 0, 0, flat->numbers[i]));
        }
    }
  start_handler (flat, false, "L");
  for (hb_id i = 0; i < 2 * flat->variables; i++)
    {
      hb_flat_name name;
      name_message (&name, i % 2 ? 'b' : 'a', 0, 0, flat->numbers[i / 2]);
      hb_build_message (flat->builder, name.text);
      if (flat->damage & HB_FLAT_NO_LOCK)
        continue;
      hb_flat_inner_start (flat, "load", name.text);
      hb_flat_inner_end (flat, "load", name.text);
    }
}

static void
build_loader (const struct hb_flat *flat, char side, const char *handler)
{
  hb_flat_name lock, name, label;
  start_handler (flat, true, handler);
  for (hb_id i = 0; i < flat->variables; i++)
    {
      bool locked = !(flat->damage & HB_FLAT_NO_LOCK);
      name_message (&lock, side, 0, 0, flat->numbers[i]);
      if (locked)
        hb_flat_outer_start (flat, "load", lock.text);
      for (hb_id t = 1; t <= registers (flat); t++)
        hb_build_post (flat->builder, NULL, name_message (&name, side, t, 1, flat->numbers[i]));
      if (locked)
        hb_flat_outer_end (flat, "load", lock.text);
    }
  hb_build_write (flat->builder, hb_flat_say (&label, "w.loaded.%s", handler),
                  hb_flat_say (&name, "loaded.%s", handler), "1");
}

/* --- The registers --- */

/* The T-th literal of a clause has its box in message SIDE of variable V.  All start before any
 * ends: with one register there may be several. */
static void
build_inner_boxes (const struct hb_flat *flat, hb_id r, hb_id j, int v, const char *message)
{
  size_t size;
  const int *clause = hb_flat_clause (flat, j, &size);
  hb_flat_name kind;
  for (int end = 0; end < 2; end++)
    for (size_t k = 0; k < size; k++)
      if (register_of (flat, (hb_id)k + 1) == r && (clause[k] == v || clause[k] == -v))
        {
          hb_flat_say (&kind, "box%zu", k + 1);
          if (end)
            hb_flat_inner_end (flat, kind.text, message);
          else
            hb_flat_inner_start (flat, kind.text, message);
        }
}

static void
build_register (const struct hb_flat *flat, hb_id t)
{
  hb_flat_name name;
  bool waits = !(flat->damage & HB_FLAT_NO_WAIT);
  start_handler (flat, waits, hb_flat_say (&name, "W%u", t));
  if (waits)
    {
      hb_build_read (flat->builder, NULL, "loaded.A", "w.loaded.A");
      hb_build_read (flat->builder, NULL, "loaded.B", "w.loaded.B");
    }
  for (hb_id j = 1; j <= flat->columns; j++)
    for (hb_id i = 0; i < 2 * flat->variables; i++)
      {
        int v = flat->numbers[i / 2];
        hb_build_message (flat->builder, name_message (&name, i % 2 ? 'b' : 'a', t, j, v));
        if (j < flat->columns)
          hb_flat_inner_start (flat, "tie", name.text);
        build_inner_boxes (flat, t, j, v, name.text);
        if (j < flat->columns)
          hb_flat_inner_end (flat, "tie", name.text);
      }
}

/* A_T or B_T: what runs in round j is posted again for round j + 1. */
static void
build_poster (const struct hb_flat *flat, char side, hb_id t)
{
  hb_flat_name name, next;
  start_handler (flat, true, hb_flat_say (&name, "%c%u", side == 'a' ? 'A' : 'B', t));
  for (hb_id j = 1; j < flat->columns; j++)
    for (hb_id i = 0; i < flat->variables; i++)
      {
        name_message (&name, side, t, j, flat->numbers[i]);
        hb_flat_outer_start (flat, "tie", name.text);
        hb_build_post (flat->builder, NULL, name_message (&next, side, t, j + 1, flat->numbers[i]));
        hb_flat_outer_end (flat, "tie", name.text);
      }
}

/* --- The gadgets ---
 *
 *      C1         C2         C3         C4       of clause j = (L1 L2 L3); F_t: the message of L_t's
 *      R z_j                                      pair that comes first if L_t is false; S_t: the
 *      [F_1]      [S_1]      [S_2]      [S_3]     other one
 *                 [F_2]      [F_3]      W z_j
 *
 * All literals false: [F_1] [S_1] [F_2] [S_2] [F_3] [S_3] W z_j R z_j [F_1], a cycle. */

static void
build_box (const struct hb_flat *flat, hb_id j, hb_id t, int literal, bool first)
{
  hb_flat_name kind, name;
  char side = hb_flat_falsifier (literal);
  name_message (&name, first ? side : hb_flat_other (side), register_of (flat, t), j,
                literal < 0 ? -literal : literal);
  hb_flat_say (&kind, "box%u", t);
  hb_flat_outer_start (flat, kind.text, name.text);
  hb_flat_outer_end (flat, kind.text, name.text);
}

/* Clause J's share of the handler with Q of its kind to the left. */
static void
build_gadget_part (const struct hb_flat *flat, hb_id q, hb_id j)
{
  size_t size;
  const int *clause = hb_flat_clause (flat, j, &size);
  bool with_z = !(flat->damage & HB_FLAT_NO_Z);
  hb_flat_name name, label;
  hb_flat_say (&name, "z%u", j);
  hb_flat_say (&label, "w.z%u", j);
  if (q > size)
    return;
  if (q == 0 && with_z)
    hb_build_read (flat->builder, NULL, name.text, label.text);
  if (q > 0)
    build_box (flat, j, q, clause[q - 1], false);
  if (q < size)
    build_box (flat, j, q + 1, clause[q], true);
  else if (with_z)
    hb_build_write (flat->builder, label.text, name.text, "1");
}

static void
build (const struct hb_flat *flat)
{
  hb_flat_name name;
  build_choosers (flat);
  build_loader (flat, 'a', "A");
  build_loader (flat, 'b', "B");
  for (hb_id t = 1; t <= registers (flat); t++)
    build_register (flat, t);
  for (hb_id t = 1; t <= registers (flat); t++)
    build_poster (flat, 'a', t);
  for (hb_id t = 1; t <= registers (flat); t++)
    build_poster (flat, 'b', t);
  for (hb_id q = 0; q <= flat->width; q++)
    {
      start_handler (flat, true, hb_flat_say (&name, "C%u", q + 1));
      for (hb_id j = 1; j <= flat->columns; j++)
        build_gadget_part (flat, q, j);
    }
}

static void
sizes (const struct hb_flat *flat, uint64_t *counts)
{
  uint64_t n = flat->variables, m = flat->columns, k = flat->width, cells = flat->literals.size;
  counts[0] = 12 * k * n * m + 12 * n + 8 * cells + 2 * m + 2 * k + 2 - 8 * k * n;
  counts[1] = 2 * k * n * m + 2 * n + 4 * k + 5;
  counts[2] = 4 * k + 6;
}

static bool
pairs (const struct hb_flat *flat, hb_flat_visit *visit, void *context)
{
  struct hb_flat_pair pair;
  for (hb_id t = 0; t <= registers (flat); t++)
    for (hb_id j = 1; j <= (t ? flat->columns : 1); j++)
      for (hb_id i = 0; i < flat->variables; i++)
        {
          pair.variable = flat->numbers[i];
          if (t)
            hb_flat_say (&pair.handler, "W%u", t);
          else
            hb_flat_say (&pair.handler, "L");
          name_message (&pair.a, 'a', t, j, pair.variable);
          name_message (&pair.b, 'b', t, j, pair.variable);
          if (!visit (context, &pair))
            return false;
        }
  return true;
}

/* --- The map --- */

static void
map_box (const struct hb_flat *flat, hb_id j, hb_id t, int literal, hb_json *line)
{
  char side = hb_flat_falsifier (literal);
  hb_id r = register_of (flat, t);
  int v = literal < 0 ? -literal : literal;
  hb_flat_name handler, name;
  hb_json_open_object (line);
  hb_json_member_signed (line, "literal", literal);
  hb_json_member_unsigned (line, "place", t);
  hb_json_member_string (line, "register", hb_flat_say (&handler, "W%u", r));
  hb_json_member_string (line, "first", name_message (&name, side, r, j, v));
  hb_json_member_string (line, "first_on", hb_flat_say (&handler, "C%u", t));
  hb_json_member_string (line, "second", name_message (&name, hb_flat_other (side), r, j, v));
  hb_json_member_string (line, "second_on", hb_flat_say (&handler, "C%u", t + 1));
  hb_json_close (line);
}

static void
map (const struct hb_flat *flat, hb_output *output)
{
  hb_flat_name first, second;
  for (hb_id i = 0; i < flat->variables; i++)
    {
      int v = flat->numbers[i];
      hb_flat_map_variable (output, v, name_message (&first, 'b', 0, 0, v),
                            name_message (&second, 'a', 0, 0, v));
    }
  for (hb_id j = 1; j <= flat->columns; j++)
    {
      size_t size;
      const int *clause = hb_flat_clause (flat, j, &size);
      hb_json *line = hb_map_line (output, "clause");
      hb_json_member_unsigned (line, "clause", j);
      hb_json_member_unsigned (line, "round", j);
      if (!(flat->damage & HB_FLAT_NO_Z))
        hb_json_member_string (line, "z", hb_flat_say (&first, "z%u", j));
      hb_json_member_array (line, "boxes");
      for (size_t k = 0; k < size; k++)
        map_box (flat, j, (hb_id)k + 1, clause[k], line);
      hb_json_close (line);
      hb_map_end (line);
    }
}

/* --- The record --- */

static const struct hb_flat_text names[]
    = { { "choice", "u<i> and v<i> on L" },
        { "pair", "a<t>.<j>.<i> and b<t>.<j>.<i> on W<t>: variable i in round j of register t" },
        { "box",
          "variables box<t>.<message>.1 and .2: the box of the t-th literal in that message" },
        { NULL, NULL } };

static const struct hb_flat_design design = {
  .build = build,
  .sizes = sizes,
  .pairs = pairs,
  .map = map,
  .handler = "L",
  .rule
  = "a variable is true if and only if, in the execution order of L, the first message of its "
    "pair runs before the second; all pairs a, b of the registers agree with that; a variable "
    "without a line is false",
  .names = names,
};

const struct hb_reduction hb_reduction_flat_ed = {
  HB_FLAT_MEMBERS,
  .name = "3sat-edflat",
  .handlers = "U V L A B W1..Wk A1..Ak B1..Bk C1..C(k+1), k literals in the widest clause",
  .size_text
  = "n variables that occur, m clauses, K literals, at most k in a clause: events = 12knm - "
    "8kn + 12n + 8K + 2m + 2k + 2, messages = 2knm + 2n + 4k + 5, handlers = 4k + 6 (18 for "
    "3SAT)",
  .ablations = ablations,
  .own = &design,
};
