/* See instrument_c.h. */
#include "diff/instrument_c.h"

#include "cfront/sign.h"

#include <ctype.h>

struct writer
{
  const diff_scope *scope;
  const diff_program *program;
  int side;
  const hb_id *set;
  hb_id count;
  hb_output *output;
  const struct diff_thread *thread;
  bool *meets; /* by node of the thread: all ways lead through it */
};

/* --- names and types */

static const struct
{
  struct diff_type type;
  const char *name, *word;
} types[] = { { { 1, false }, "_Bool", "bool" },
              { { 8, true }, "signed char", "schar" },
              { { 8, false }, "unsigned char", "uchar" },
              { { 16, true }, "short", "short" },
              { { 16, false }, "unsigned short", "ushort" },
              { { 32, true }, "int", "int" },
              { { 32, false }, "unsigned", "unsigned" },
              { { 64, true }, "long", "long" },
              { { 64, false }, "unsigned long", "ulong" } };

#define TYPES (sizeof types / sizeof *types)

static bool
same (struct diff_type a, struct diff_type b)
{
  return a.width == b.width && (a.is_signed == b.is_signed || a.width == 1);
}

static size_t
type_number (struct diff_type type)
{
  size_t i = 0;
  while (i + 1 < TYPES && !same (types[i].type, type))
    i++;
  return i;
}

static const char *
type_name (struct diff_type type)
{
  return types[type_number (type)].name;
}

/* NAME as the end of an identifier: what cannot stand in one becomes _. */
static void
put_word (hb_output *output, const char *name)
{
  for (; *name; name++)
    hb_put_char (output, isalnum ((unsigned char)*name) ? *name : '_');
}

/* TEXT within a comment: it must not end it, nor the line. */
static void
put_comment (hb_output *output, const char *text)
{
  for (; *text; text++)
    hb_put_char (output,
                 (unsigned char)*text < ' ' || *text == 127 || (*text == '*' && text[1] == '/')
                     ? '?'
                     : *text);
}

static void
put_variable (const struct writer *w, hb_id variable)
{
  hb_putf (w->output, "v%u_", variable);
  put_word (w->output, w->program->variables.data[variable].name);
}

static void
put_thread (const struct writer *w, hb_id thread)
{
  hb_putf (w->output, "t%u_", thread);
  put_word (w->output, w->program->threads.data[thread].name);
}

/* --- expressions */

/* VALUE of TYPE; with CAST as an expression of that type. */
static void
put_number (hb_output *output, struct diff_type type, uint64_t value, bool cast)
{
  int64_t number = (int64_t)value;
  if (cast)
    hb_putf (output, "((%s)", type_name (type));
  if (number > INT32_MIN && number <= INT32_MAX)
    hb_putf (output, number < 0 && !cast ? "(%lld)" : "%lld", (long long)number);
  else
    hb_putf (output, "%lluul", (unsigned long long)value);
  if (cast)
    hb_put_char (output, ')');
}

static void put_exp (const struct writer *w, const struct diff_exp *exp);

/* EXP with the value that it has as one of TYPE. */
static void
put_as (const struct writer *w, struct diff_type type, const struct diff_exp *exp)
{
  if (!same (type, exp->type))
    hb_putf (w->output, "(%s)", type_name (type));
  put_exp (w, exp);
}

/* In parentheses; each result is cast to its type, for C would compute narrow ones as int. */
static void
put_exp (const struct writer *w, const struct diff_exp *exp)
{
  bool is_int = exp->type.width == 32 && exp->type.is_signed;
  switch (exp->op)
    {
    case C_NUMBER:
      put_number (w->output, exp->type, exp->value, !is_int);
      return;
    case C_NAME:
      hb_putf (w->output, "l%u", exp->local);
      return;
    case C_CHOICE:
      hb_put_char (w->output, '(');
      put_exp (w, exp->a);
      hb_put (w->output, " ? ");
      put_exp (w, exp->b);
      hb_put (w->output, " : ");
      put_as (w, exp->b->type, exp->c);
      hb_put_char (w->output, ')');
      return;
    default:
      break;
    }
  if (!is_int)
    hb_putf (w->output, "((%s)", type_name (exp->type));
  hb_put_char (w->output, '(');
  if (exp->op == C_CAST)
    put_exp (w, exp->a);
  else if (!exp->b)
    {
      hb_put (w->output, hb_c_sign (exp->op));
      put_exp (w, exp->a);
    }
  else
    {
      bool alike
          = exp->op != C_LEFT && exp->op != C_RIGHT && exp->op != C_BOTH && exp->op != C_EITHER;
      put_exp (w, exp->a);
      hb_putf (w->output, " %s ", hb_c_sign (exp->op));
      put_as (w, alike ? exp->a->type : exp->b->type, exp->b);
    }
  hb_put (w->output, is_int ? ")" : "))");
}

/* --- nodes */

/* The flags of the facts that an access of VARIABLE by STATEMENT (of the program) means something to. */
static void
put_flags (const struct writer *w, bool write, hb_id variable, hb_id statement)
{
  hb_id own = w->scope->variable_of[w->side].data[variable];
  hb_id by = w->scope->statement_of[w->side].data[statement];
  for (hb_id i = 0; i < w->count && own != HB_NONE; i++)
    {
      const struct diff_fact *fact = &w->scope->facts.data[w->set[i]];
      if (fact->variable != own)
        continue;
      if (write == fact->store && by == fact->to)
        hb_putf (w->output,
                 fact->store ? " if (first%u) second%u = 1;"
                             : " if (first%u && !hidden%u) second%u = 1;",
                 i, i, i);
      if (write && by == fact->from)
        hb_putf (w->output, fact->store ? " first%u = 1;" : " first%u = 1; hidden%u = 0;", i, i);
      else if (write && !fact->store)
        hb_putf (w->output, " hidden%u = 1;", i);
    }
}

static void
put_act (const struct writer *w, const struct diff_node *node, const struct diff_act *act)
{
  const struct diff_local *locals = w->thread->locals.data;
  if (act->action == DIFF_ASSERT)
    return;
  hb_put (w->output, "   ");
  if (act->guard)
    {
      hb_put (w->output, " if (");
      put_exp (w, act->guard);
      hb_put (w->output, ") {");
    }
  switch (act->action)
    {
    case DIFF_LET:
      hb_putf (w->output, " l%u = ", act->local);
      put_exp (w, act->exp);
      break;
    case DIFF_CHOOSE:
      hb_putf (w->output, " l%u = any_%s ()", act->local,
               types[type_number (locals[act->local].type)].word);
      break;
    case DIFF_READ:
      hb_putf (w->output, " l%u = ", act->local);
      put_variable (w, act->variable);
      break;
    case DIFF_WRITE:
      hb_put_char (w->output, ' ');
      put_variable (w, act->variable);
      hb_put (w->output, " = ");
      put_exp (w, act->exp);
      break;
    case DIFF_ASSUME:
      hb_put (w->output, " assume (");
      put_exp (w, act->exp);
      hb_put_char (w->output, ')');
      break;
    case DIFF_ASSERT:
      break;
    }
  hb_put_char (w->output, ';');
  if (act->action == DIFF_READ || act->action == DIFF_WRITE)
    put_flags (w, act->action == DIFF_WRITE, act->variable, node->statement);
  hb_put (w->output, act->guard ? " }\n" : "\n");
}

/* The number of a node or of the end. */
static hb_id
place_of (const struct writer *w, hb_id node)
{
  return node == DIFF_END ? (hb_id)w->thread->nodes.size : node;
}

/* Node N goes to its successor: `at` is kept exact but where the next node follows that all ways lead through. */
static void
put_next (const struct writer *w, hb_id n)
{
  const struct diff_node *node = &w->thread->nodes.data[n];
  hb_id yes = place_of (w, node->next[0]), no = place_of (w, node->next[1]);
  if (node->branch && yes != no)
    {
      hb_put (w->output, "    at = ");
      put_exp (w, node->branch);
      hb_putf (w->output, " ? %u : %u;\n", yes, no);
    }
  else if (yes != n + 1 || !w->meets[yes])
    hb_putf (w->output, "    at = %u;\n", yes);
}

static void
put_node (const struct writer *w, hb_id n)
{
  const struct diff_node *node = &w->thread->nodes.data[n];
  if (node->visible)
    {
      char *spot = diff_spot_text (w->program, node->spot);
      hb_put (w->output, "    /* ");
      put_comment (w->output, spot);
      hb_put (w->output, "  ");
      put_comment (w->output, w->program->statements.data[node->statement].text);
      hb_put (w->output, " */\n");
      hb_free (spot);
    }
  if (!w->meets[n])
    hb_putf (w->output, "    if (at == %u) {\n", n);
  for (hb_id i = 0; i < node->count; i++)
    put_act (w, node, &w->thread->acts.data[node->first + i]);
  put_next (w, n);
  if (!w->meets[n])
    hb_put (w->output, "    }\n");
}

/* Which nodes no edge leads past; true if there are others. */
static bool
find_meets (const struct writer *w)
{
  bool others = false;
  hb_id far = 0, size = (hb_id)w->thread->nodes.size;
  for (hb_id n = 0; n <= size; n++)
    {
      w->meets[n] = far <= n;
      others = others || !w->meets[n];
      for (int side = 0; n < size && side < 2; side++)
        {
          const struct diff_node *node = &w->thread->nodes.data[n];
          hb_id next = place_of (w, node->next[side]);
          if ((!side || node->branch) && next > far)
            far = next;
        }
    }
  return others;
}

/* The nodes from N on that one atomic section holds: all of its unit, a visible one alone; *END is behind the last. */
static bool
is_section (const struct writer *w, hb_id n, hb_id *end)
{
  const struct diff_node *nodes = w->thread->nodes.data;
  *end = n + 1;
  if (nodes[n].unit == HB_NONE)
    return nodes[n].visible;
  while (*end < w->thread->nodes.size && nodes[*end].unit == nodes[n].unit)
    (*end)++;
  return true;
}

static void
put_function (struct writer *w, hb_id thread, bool complete)
{
  w->thread = &w->program->threads.data[thread];
  hb_id size = (hb_id)w->thread->nodes.size, end;
  w->meets = hb_calloc (size + 1, sizeof *w->meets);
  hb_put (w->output, "\nvoid ");
  put_thread (w, thread);
  hb_put (w->output, " (void)\n{\n");
  if (find_meets (w))
    hb_put (w->output, "  int at = 0;\n");
  for (hb_id l = 0; l < w->thread->locals.size; l++)
    hb_putf (w->output, "  %s l%u = 0;\n", type_name (w->thread->locals.data[l].type), l);
  for (hb_id n = 0; n < size; n = end)
    {
      bool section = is_section (w, n, &end), guarded = section && !w->meets[n];
      if (guarded)
        hb_putf (w->output, "  if (at < %u) {\n", end);
      if (section)
        hb_put (w->output, "  atomicStart ();\n");
      for (hb_id m = n; m < end; m++)
        put_node (w, m);
      if (section)
        hb_put (w->output, guarded ? "  atomicEnd (); }\n" : "  atomicEnd ();\n");
    }
  if (complete)
    hb_putf (w->output, "  ended%u = 1;\n", thread);
  hb_put (w->output, "}\n");
  hb_free (w->meets);
}

/* --- the whole */

static void
put_head (const struct writer *w, bool complete)
{
  hb_put (w->output, "/* ");
  put_comment (w->output, w->program->name);
  hb_putf (w->output,
           " with flags: 'hbkit run --explore' finds that the assertion fails\n"
           " * iff some %srun of the program shows together\n",
           complete ? "complete " : "");
  for (hb_id i = 0; i < w->count; i++)
    {
      char *text = diff_fact_text (w->scope, w->set[i]);
      hb_putf (w->output, " * %u: ", i);
      put_comment (w->output, text);
      hb_put_char (w->output, '\n');
      hb_free (text);
    }
  hb_put (w->output, " */\n");
}

static void
put_globals (const struct writer *w, bool complete)
{
  bool chosen[TYPES] = { false };
  for (size_t t = 0; t < w->program->threads.size; t++)
    for (size_t a = 0; a < w->program->threads.data[t].acts.size; a++)
      {
        const struct diff_thread *thread = &w->program->threads.data[t];
        const struct diff_act *act = &thread->acts.data[a];
        if (act->action == DIFF_CHOOSE)
          chosen[type_number (thread->locals.data[act->local].type)] = true;
      }
  for (size_t i = 0; i < TYPES; i++)
    if (chosen[i])
      hb_putf (w->output, "%s any_%s (void);\n", types[i].name, types[i].word);
  for (hb_id v = 0; v < w->program->variables.size; v++)
    {
      const struct diff_variable *variable = &w->program->variables.data[v];
      hb_putf (w->output, "%s ", type_name (variable->type));
      put_variable (w, v);
      hb_put (w->output, " = ");
      put_number (w->output, variable->type, variable->initial, false);
      hb_put (w->output, ";\n");
    }
  for (hb_id i = 0; i < w->count; i++)
    hb_putf (w->output, "_Bool first%u = %d, hidden%u = 0, second%u = 0;\n", i,
             !w->scope->facts.data[w->set[i]].from, i, i);
  for (hb_id t = 0; complete && t < w->program->threads.size; t++)
    hb_putf (w->output, "_Bool ended%u = 0;\n", t);
}

void
diff_instrument_write (const diff_scope *scope, int side, const hb_id *set, hb_id count,
                       bool complete, hb_output *output)
{
  struct writer w = { .scope = scope,
                      .program = scope->programs[side],
                      .side = side,
                      .set = set,
                      .count = count,
                      .output = output };
  hb_id threads = (hb_id)w.program->threads.size;
  put_head (&w, complete);
  put_globals (&w, complete);
  for (hb_id t = 0; t < threads; t++)
    put_function (&w, t, complete);
  hb_put (output, "\nvoid seen (void)\n{\n");
  for (hb_id t = 0; complete && t < threads; t++)
    hb_putf (output, "  assume (ended%u);\n", t);
  hb_put (output, "  assert (!(1");
  for (hb_id i = 0; i < count; i++)
    hb_putf (output, " && second%u", i);
  hb_put (output, "));\n}\n\nint main (void)\n{\n");
  for (hb_id t = 0; t < threads; t++)
    {
      hb_put (output, "  ");
      put_thread (&w, t);
      hb_put (output, " ();\n");
    }
  hb_put (output, "  seen ();\n  return 0;\n}\n");
}
