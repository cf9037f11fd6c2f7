/* From circuits to clauses; see bits.h. */
#include "sat/bits.h"
#include "sat/bits_private.h"

struct hb_tseitin
{
  const hb_bits *bits;
  hb_clause_sink *sink;
  void *context;
  VEC (int) variables; /* by node, 0: none yet */
  VEC (hb_id) stack;
  int last;
};

hb_tseitin *
hb_tseitin_new (const hb_bits *bits, hb_clause_sink *sink, void *context)
{
  hb_tseitin *tseitin = hb_calloc (1, sizeof *tseitin);
  tseitin->bits = bits;
  tseitin->sink = sink;
  tseitin->context = context;
  return tseitin;
}

void
hb_tseitin_free (hb_tseitin *tseitin)
{
  if (!tseitin)
    return;
  vec_free (tseitin->variables);
  vec_free (tseitin->stack);
  hb_free (tseitin);
}

int
hb_tseitin_variables (const hb_tseitin *tseitin)
{
  return tseitin->last;
}

int
hb_tseitin_variable (const hb_tseitin *tseitin, hb_id node)
{
  return node < tseitin->variables.size ? tseitin->variables.data[node] : 0;
}

static int
known (const hb_tseitin *tseitin, hb_lit a)
{
  int variable = tseitin->variables.data[a >> 1];
  return a & 1 ? -variable : variable;
}

static void
clause (hb_tseitin *tseitin, int a, int b, int c)
{
  tseitin->sink (tseitin->context, a);
  if (b)
    tseitin->sink (tseitin->context, b);
  if (c)
    tseitin->sink (tseitin->context, c);
  tseitin->sink (tseitin->context, 0);
}

int
hb_tseitin_literal (hb_tseitin *tseitin, hb_lit a)
{
  if (tseitin->variables.size < tseitin->bits->nodes.size)
    vec_resize (tseitin->variables, tseitin->bits->nodes.size, 0);
  vec_push (tseitin->stack, a >> 1);
  while (tseitin->stack.size)
    {
      hb_id node = vec_top (tseitin->stack);
      struct hb_gate gate = tseitin->bits->nodes.data[node];
      if (tseitin->variables.data[node])
        {
          (void)vec_pop (tseitin->stack);
          continue;
        }
      bool ready = true;
      for (int side = 0; side < 2 && gate.a != HB_NONE; side++)
        {
          hb_id under = (side ? gate.b : gate.a) >> 1;
          if (!tseitin->variables.data[under])
            {
              vec_push (tseitin->stack, under);
              ready = false;
            }
        }
      if (!ready)
        continue;
      (void)vec_pop (tseitin->stack);
      int out = tseitin->variables.data[node] = ++tseitin->last;
      if (!node)
        clause (tseitin, -out, 0, 0);
      if (gate.a == HB_NONE)
        continue;
      int x = known (tseitin, gate.a), y = known (tseitin, gate.b);
      clause (tseitin, -out, x, 0);
      clause (tseitin, -out, y, 0);
      clause (tseitin, out, -x, -y);
    }
  return known (tseitin, a);
}

void
hb_tseitin_clause (hb_tseitin *tseitin, const hb_lit *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (literals[i] == HB_TRUE)
      return;
  for (size_t i = 0; i < count; i++)
    hb_tseitin_literal (tseitin, literals[i]);
  for (size_t i = 0; i < count; i++)
    if (literals[i] != HB_FALSE)
      tseitin->sink (tseitin->context, known (tseitin, literals[i]));
  tseitin->sink (tseitin->context, 0);
}

signed char *
hb_tseitin_values (const hb_tseitin *tseitin, int (*value) (void *, int), void *context)
{
  signed char *values = hb_calloc (hb_bits_nodes (tseitin->bits), sizeof *values);
  hb_lit a, b;
  for (hb_id n = 1; n < hb_bits_nodes (tseitin->bits); n++)
    {
      int variable = hb_tseitin_variable (tseitin, n);
      if (variable && !hb_bits_gate (tseitin->bits, n, &a, &b))
        values[n] = value (context, variable) > 0;
    }
  hb_bits_evaluate (tseitin->bits, values);
  return values;
}
