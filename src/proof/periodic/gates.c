/* See gates.h. */
#include "proof/periodic/gates.h"

#include <string.h>

void
hb_gates_start (struct hb_gates *gates)
{
  memset (gates, 0, sizeof *gates);
  vec_push (gates->list, ((struct hb_gate_of){ HB_GATE_FREE, 0, 0, 0 }));
  vec_push (gates->variable, 0);
}

void
hb_gates_end (struct hb_gates *gates)
{
  for (size_t i = 0; i < gates->blocks.size; i++)
    hb_free (gates->blocks.data[i]);
  vec_free (gates->blocks);
  vec_free (gates->list);
  vec_free (gates->table);
  vec_free (gates->variable);
  vec_free (gates->clauses);
}

static hb_id
push (struct hb_gates *gates, struct hb_gate_of gate)
{
  vec_push (gates->list, gate);
  vec_push (gates->variable, 0);
  return (hb_id)gates->list.size - 1;
}

hb_wire
hb_wire_free (struct hb_gates *gates)
{
  return 2 * push (gates, (struct hb_gate_of){ HB_GATE_FREE, 0, 0, 0 });
}

static size_t
hash (const struct hb_gate_of *gate)
{
  uint64_t x = (uint64_t)gate->kind;
  x = (x * UINT64_C (0x9e3779b97f4a7c15)) ^ gate->a;
  x = (x * UINT64_C (0x9e3779b97f4a7c15)) ^ gate->b;
  x = (x * UINT64_C (0x9e3779b97f4a7c15)) ^ gate->c;
  x *= UINT64_C (0xd6e8feb86659fd93);
  return (size_t)(x ^ x >> 31);
}

static void
grow (struct hb_gates *gates)
{
  size_t size = gates->table.size ? 2 * gates->table.size : 1024;
  vec_clear (gates->table);
  vec_resize (gates->table, size, 0);
  for (hb_id i = 1; i < gates->list.size; i++)
    if (gates->list.data[i].kind != HB_GATE_FREE)
      {
        size_t at = hash (&gates->list.data[i]) & (size - 1);
        while (gates->table.data[at])
          at = (at + 1) & (size - 1);
        gates->table.data[at] = i;
      }
}

static hb_wire
find (struct hb_gates *gates, struct hb_gate_of gate)
{
  if (2 * gates->list.size >= gates->table.size)
    grow (gates);
  size_t mask = gates->table.size - 1, at = hash (&gate) & mask;
  for (; gates->table.data[at]; at = (at + 1) & mask)
    {
      const struct hb_gate_of *other = &gates->list.data[gates->table.data[at]];
      if (other->kind == gate.kind && other->a == gate.a && other->b == gate.b
          && other->c == gate.c)
        return 2 * gates->table.data[at];
    }
  gates->table.data[at] = push (gates, gate);
  return 2 * gates->table.data[at];
}

hb_wire
hb_wire_and (struct hb_gates *gates, hb_wire a, hb_wire b)
{
  if (a > b)
    return hb_wire_and (gates, b, a);
  if (a == HB_WIRE_NO || a == (b ^ 1))
    return HB_WIRE_NO;
  return a == HB_WIRE_YES || a == b ? b : find (gates, (struct hb_gate_of){ HB_GATE_AND, a, b, 0 });
}

hb_wire
hb_wire_or (struct hb_gates *gates, hb_wire a, hb_wire b)
{
  return hb_wire_and (gates, a ^ 1, b ^ 1) ^ 1;
}

hb_wire
hb_wire_xor (struct hb_gates *gates, hb_wire a, hb_wire b)
{
  hb_wire sign = (a ^ b) & 1;
  a &= ~(hb_wire)1;
  b &= ~(hb_wire)1;
  if (a > b)
    {
      hb_wire c = a;
      a = b;
      b = c;
    }
  if (a == b)
    return sign;
  return (a ? find (gates, (struct hb_gate_of){ HB_GATE_XOR, a, b, 0 }) : b) ^ sign;
}

hb_wire
hb_wire_choice (struct hb_gates *gates, hb_wire a, hb_wire b, hb_wire c)
{
  if (a & 1)
    return hb_wire_choice (gates, a ^ 1, c, b);
  if (a == HB_WIRE_NO || b == c)
    return c;
  if (b <= HB_WIRE_YES || b >> 1 == a >> 1)
    {
      bool yes = b == HB_WIRE_YES || b == a;
      return yes ? hb_wire_or (gates, a, c) : hb_wire_and (gates, a ^ 1, c);
    }
  if (c <= HB_WIRE_YES || c >> 1 == a >> 1)
    {
      bool yes = c == HB_WIRE_YES || c == (a ^ 1);
      return yes ? hb_wire_or (gates, a ^ 1, b) : hb_wire_and (gates, a, b);
    }
  if (b == (c ^ 1))
    return hb_wire_xor (gates, a, c);
  hb_wire sign = b & 1;
  return find (gates, (struct hb_gate_of){ HB_GATE_CHOICE, a, b ^ sign, c ^ sign }) ^ sign;
}

/* --- clauses --- */

static int
literal (const struct hb_gates *gates, hb_wire a)
{
  int variable = gates->variable.data[a >> 1];
  return a & 1 ? -variable : variable;
}

static void
put (struct hb_gates *gates, int a, int b, int c)
{
  vec_push (gates->clauses, a);
  vec_push (gates->clauses, b);
  if (c)
    vec_push (gates->clauses, c);
  vec_push (gates->clauses, 0);
  gates->clause_count++;
}

/* The clauses of gate G, whose wires have variables. */
static void
define (struct hb_gates *gates, hb_id g)
{
  const struct hb_gate_of *gate = &gates->list.data[g];
  int own = literal (gates, 2 * g), a = literal (gates, gate->a), b = literal (gates, gate->b),
      c = literal (gates, gate->c);
  switch (gate->kind)
    {
    case HB_GATE_AND:
      put (gates, -own, a, 0);
      put (gates, -own, b, 0);
      put (gates, own, -a, -b);
      return;
    case HB_GATE_XOR:
      put (gates, -own, a, b);
      put (gates, -own, -a, -b);
      put (gates, own, -a, b);
      put (gates, own, a, -b);
      return;
    case HB_GATE_CHOICE:
      put (gates, -own, -a, b);
      put (gates, -own, a, c);
      put (gates, own, -a, -b);
      put (gates, own, a, -c);
      /* Not needed, but units follow sooner. */
      put (gates, -own, b, c);
      put (gates, own, -b, -c);
      return;
    default:
      return;
    }
}

/* Variables for the gate of A and all below it, the lower ones first. */
static void
number (struct hb_gates *gates, hb_wire a)
{
  VEC (hb_id) open = VEC_EMPTY;
  vec_push (open, a >> 1);
  while (open.size)
    {
      hb_id g = open.data[open.size - 1];
      const struct hb_gate_of *gate = &gates->list.data[g];
      const hb_wire below[3] = { gate->a, gate->b, gate->c };
      size_t count = gate->kind == HB_GATE_FREE ? 0 : gate->kind == HB_GATE_CHOICE ? 3 : 2;
      bool ready = true;
      for (size_t i = 0; i < count && !gates->variable.data[g]; i++)
        if (!gates->variable.data[below[i] >> 1])
          {
            vec_push (open, below[i] >> 1);
            ready = false;
          }
      if (!ready)
        continue;
      open.size--;
      if (gates->variable.data[g])
        continue;
      gates->variable.data[g] = ++gates->variables;
      define (gates, g);
    }
  vec_free (open);
}

void
hb_wire_clause (struct hb_gates *gates, const hb_wire *wires, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      if (wires[i] == HB_WIRE_YES)
        return;
      for (size_t k = 0; k < i; k++)
        if (wires[k] == (wires[i] ^ 1))
          return;
    }
  for (size_t i = 0; i < count; i++)
    if (wires[i] != HB_WIRE_NO)
      number (gates, wires[i]);
  for (size_t i = 0; i < count; i++)
    if (wires[i] != HB_WIRE_NO)
      vec_push (gates->clauses, literal (gates, wires[i]));
  vec_push (gates->clauses, 0);
  gates->clause_count++;
}
