/* See flow_graph.h.  Statements are walked in the order of the text; what leaves one waits, as open ends, for the next.
 * Branches stand beside each other, each as wide as what is in it; else the next box stands in the next row. */
#include "viz/flow_graph.h"

#include "base/buffer.h"
#include "cfront/write.h"

#include <string.h>

struct end
{
  hb_id from;
  const char *label;
};

typedef VEC (struct end) end_list;

/* A jump that waits for its target. */
struct jump
{
  struct end end;
  const char *label;
};

struct flow
{
  hb_flow_graph *graph;
  end_list open; /* what goes on to the next statement */
  end_list *breaks, *continues, returns;
  VEC (struct jump) jumps; /* forward */
  hb_id decision;          /* of the innermost switch */
  bool has_default;
  hb_id row;  /* of the next box */
  hb_id done; /* how many boxes have numbers */
};

static void walk (struct flow *f, const struct hb_c_stmt *stmt, double left);

/* --- widths --- */

static double
larger (double a, double b)
{
  return a > b ? a : b;
}

/* How many columns a statement takes. */
static double
width (const struct hb_c_stmt *stmt)
{
  double wide = 1;
  if (!stmt)
    return 1;
  if (stmt->act == C_IF)
    return width (stmt->first) + width (stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    wide = larger (wide, stmt->items[i] ? width (stmt->items[i]) : 1);
  return stmt->first ? larger (wide, width (stmt->first)) : wide;
}

/* Where PART of STMT starts, in the middle of what this takes from LEFT on. */
static double
beneath (const struct hb_c_stmt *stmt, const struct hb_c_stmt *part, double left)
{
  return left + (width (stmt) - width (part)) / 2;
}

/* --- nodes --- */

/* A node with TEXT (stolen) to which all open ends lead. */
static hb_id
add (struct flow *f, char *text, double column)
{
  hb_id number = (hb_id)f->graph->nodes.size;
  vec_push (f->graph->nodes,
            ((struct hb_flow_node){ .text = text, .column = column, .row = f->row }));
  f->graph->rows = f->row >= f->graph->rows ? f->row + 1 : f->graph->rows;
  f->row++;
  for (size_t i = 0; i < f->open.size; i++)
    vec_push (f->graph->edges,
              ((struct hb_flow_edge){ f->open.data[i].from, number, f->open.data[i].label }));
  vec_clear (f->open);
  return number;
}

static void
leave (end_list *list, hb_id from, const char *label)
{
  vec_push (*list, ((struct end){ from, label }));
}

static void
move (end_list *to, end_list *from)
{
  for (size_t i = 0; i < from->size; i++)
    vec_push (*to, from->data[i]);
  vec_clear (*from);
}

static void
act (struct flow *f, char *text, double column)
{
  hb_id node = add (f, text, column);
  f->graph->nodes.data[node].number = ++f->done;
  leave (&f->open, node, "");
}

static hb_id
decide (struct flow *f, const struct hb_c_exp *exp, double column)
{
  hb_buffer text = VEC_EMPTY;
  if (exp)
    hb_c_write (&text, exp);
  hb_id node = add (f, hb_copy_text (exp ? text.data : "1"), column);
  f->graph->nodes.data[node].decides = true;
  vec_free (text);
  return node;
}

static void
evaluate (struct flow *f, const struct hb_c_exp *exp, double column)
{
  hb_buffer text = VEC_EMPTY;
  hb_c_write (&text, exp);
  act (f, hb_copy_text (text.data), column);
  vec_free (text);
}

static void
declare (struct flow *f, const struct hb_c_symbol *symbol, double column)
{
  if (!symbol->initial)
    return;
  hb_buffer text = VEC_EMPTY;
  char *type = hb_c_type_name (symbol->type);
  hb_buffer_add (&text, "%s %s = ", type, symbol->name);
  hb_c_write (&text, symbol->initial);
  act (f, hb_copy_text (text.data), column);
  vec_free (text);
  hb_free (type);
}

/* --- statements --- */

static void
branch (struct flow *f, const struct hb_c_stmt *stmt, double left)
{
  double first = width (stmt->first), second = width (stmt->second);
  hb_id node = decide (f, stmt->exp, left + (first + second) / 2);
  end_list over = VEC_EMPTY;
  hb_id row = f->row, last;
  leave (&f->open, node, "yes");
  walk (f, stmt->first, left);
  move (&over, &f->open);
  leave (&f->open, node, "no");
  last = f->row;
  f->row = row;
  if (stmt->second)
    walk (f, stmt->second, left + first);
  f->row = f->row > last ? f->row : last;
  move (&over, &f->open);
  move (&f->open, &over);
  vec_free (over);
}

/* while, for, do: the body leads back to the condition (do: the condition to the body). */
static void
loop (struct flow *f, const struct hb_c_stmt *stmt, double left)
{
  end_list breaks = VEC_EMPTY, continues = VEC_EMPTY, *outer = f->breaks, *beyond = f->continues;
  double column = left + width (stmt) / 2;
  hb_id node = HB_NONE;
  if (stmt->act == C_FOR && stmt->count && stmt->items[0])
    walk (f, stmt->items[0], beneath (stmt, stmt->items[0], left));
  hb_id first = (hb_id)f->graph->nodes.size;
  if (stmt->act != C_DO_WHILE)
    {
      node = decide (f, stmt->exp, column);
      leave (&f->open, node, "yes");
    }
  f->breaks = &breaks;
  f->continues = &continues;
  walk (f, stmt->first, beneath (stmt, stmt->first, left));
  f->breaks = outer;
  f->continues = beyond;
  move (&f->open, &continues);
  if (stmt->step)
    evaluate (f, stmt->step, column);
  if (stmt->act == C_DO_WHILE)
    {
      node = decide (f, stmt->exp, column);
      leave (&f->open, node, "yes");
    }
  for (size_t i = 0; i < f->open.size; i++)
    vec_push (f->graph->edges,
              ((struct hb_flow_edge){ f->open.data[i].from, first, f->open.data[i].label }));
  vec_clear (f->open);
  leave (&f->open, node, "no");
  move (&f->open, &breaks);
  vec_free (breaks);
  vec_free (continues);
}

static void
cases (struct flow *f, const struct hb_c_stmt *stmt, double left)
{
  end_list breaks = VEC_EMPTY, *outer = f->breaks;
  hb_id decision = f->decision;
  bool has_default = f->has_default;
  f->decision = decide (f, stmt->exp, left + width (stmt) / 2);
  f->has_default = false;
  f->breaks = &breaks;
  walk (f, stmt->first, left);
  f->breaks = outer;
  if (!f->has_default)
    leave (&f->open, f->decision, "else");
  f->decision = decision;
  f->has_default = has_default;
  move (&f->open, &breaks);
  vec_free (breaks);
}

static void
one_case (struct flow *f, const struct hb_c_stmt *stmt, double left)
{
  char *label = stmt->act == C_DEFAULT ? hb_copy_text ("else")
                : stmt->value == stmt->last
                    ? hb_format ("%lld", (long long)stmt->value)
                    : hb_format ("%lld to %lld", (long long)stmt->value, (long long)stmt->last);
  vec_push (f->graph->labels, label);
  f->has_default = f->has_default || stmt->act == C_DEFAULT;
  leave (&f->open, f->decision, label);
  walk (f, stmt->first, left);
}

/* Ends of the list go elsewhere than to the next statement. */
static void
go (struct flow *f, end_list *to)
{
  if (to)
    move (to, &f->open);
  vec_clear (f->open);
}

static void
jump (struct flow *f, const char *label)
{
  for (size_t i = 0; i < f->open.size; i++)
    vec_push (f->jumps, ((struct jump){ f->open.data[i], label }));
  vec_clear (f->open);
}

static void
arrive (struct flow *f, const char *label)
{
  for (size_t i = 0; i < f->jumps.size; i++)
    if (f->jumps.data[i].label && !strcmp (f->jumps.data[i].label, label))
      {
        vec_push (f->open, f->jumps.data[i].end);
        f->jumps.data[i].label = NULL;
      }
}

static void
give_back (struct flow *f, const struct hb_c_stmt *stmt, double column)
{
  if (stmt->exp)
    {
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "return ");
      hb_c_write (&text, stmt->exp);
      act (f, hb_copy_text (text.data), column);
      vec_free (text);
    }
  go (f, &f->returns);
}

static void
walk (struct flow *f, const struct hb_c_stmt *stmt, double left)
{
  double column = left + width (stmt) / 2;
  if (!stmt)
    return;
  switch (stmt->act)
    {
    case C_EVALUATE:
      evaluate (f, stmt->exp, column);
      return;
    case C_DECLARE:
      declare (f, stmt->symbol, column);
      return;
    case C_BLOCK:
      for (size_t i = 0; i < stmt->count; i++)
        walk (f, stmt->items[i], beneath (stmt, stmt->items[i], left));
      return;
    case C_IF:
      branch (f, stmt, left);
      return;
    case C_WHILE:
    case C_DO_WHILE:
    case C_FOR:
      loop (f, stmt, left);
      return;
    case C_SWITCH:
      cases (f, stmt, left);
      return;
    case C_CASE:
    case C_DEFAULT:
      one_case (f, stmt, left);
      return;
    case C_LABEL:
      arrive (f, stmt->label);
      walk (f, stmt->first, left);
      return;
    case C_GOTO:
      jump (f, stmt->label);
      return;
    case C_BREAK:
    case C_CONTINUE:
      go (f, stmt->act == C_BREAK ? f->breaks : f->continues);
      return;
    case C_RETURN:
      give_back (f, stmt, column);
      return;
    default:
      return;
    }
}

void
hb_flow_graph_init (hb_flow_graph *graph, const struct hb_c_symbol *function)
{
  *graph = (hb_flow_graph){ .columns = width (function->body) };
  struct flow f = { .graph = graph, .decision = HB_NONE };
  hb_id start = add (&f, hb_copy_text ("start"), graph->columns / 2);
  leave (&f.open, start, "");
  walk (&f, function->body, 0);
  move (&f.open, &f.returns);
  hb_id end = add (&f, hb_copy_text ("end"), graph->columns / 2);
  graph->nodes.data[start].is_end = graph->nodes.data[end].is_end = true;
  vec_free (f.open);
  vec_free (f.returns);
  vec_free (f.jumps);
}

void
hb_flow_graph_free (hb_flow_graph *graph)
{
  for (size_t i = 0; i < graph->nodes.size; i++)
    hb_free (graph->nodes.data[i].text);
  for (size_t i = 0; i < graph->labels.size; i++)
    hb_free (graph->labels.data[i]);
  vec_free (graph->nodes);
  vec_free (graph->edges);
  vec_free (graph->labels);
}
