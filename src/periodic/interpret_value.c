/* Values of the interpreter: their types, the memory that keeps them, what operators make of them.  See interpret.h. */
#include "periodic/interpret_private.h"

void
hb_machine_stop (struct hb_c_machine *m, struct hb_c_spot spot, const char *why)
{
  if (!m->stopped && why)
    hb_periodic_error (m->program, m->diag, spot, "%s", why);
  m->stopped = true;
}

struct hb_datum
hb_machine_number (const struct hb_c_type *type, uint64_t value)
{
  return (struct hb_datum){ .kind = HB_DATUM_NUMBER,
                            .number = type->kind == C_INTEGER ? hb_c_wrap (type, value) : value };
}

/* Any value of TYPE. */
struct hb_datum
hb_machine_chosen (struct hb_c_machine *m, const struct hb_c_type *type)
{
  uint64_t value = 0;
  if (type->kind == C_FLOATING)
    return (struct hb_datum){ .kind = HB_DATUM_REAL };
  if (!m->stopped
      && !m->outside->choice (m->outside->context, type->kind == C_INTEGER ? type->width : 64,
                              &value))
    m->stopped = true;
  /* One bit is a bit: the choice is of the representation. */
  return hb_machine_number (type, type->kind == C_INTEGER && type->width == 1 ? value & 1 : value);
}

uint64_t
hb_machine_as_number (struct hb_c_machine *m, struct hb_datum datum, const struct hb_c_type *type)
{
  if (datum.kind == HB_DATUM_NUMBER)
    return datum.number;
  static const struct hb_c_type wide = { .kind = C_INTEGER, .width = 64 };
  return hb_machine_chosen (m, type->kind == C_INTEGER ? type : &wide).number;
}

struct hb_datum
hb_machine_converted (struct hb_c_machine *m, struct hb_datum datum, const struct hb_c_type *to)
{
  if (to->kind == C_FLOATING)
    return (struct hb_datum){ .kind = HB_DATUM_REAL };
  if (to->kind != C_INTEGER)
    return datum;
  if (to->width == 1 && datum.kind == HB_DATUM_POINTER)
    return hb_machine_number (to, datum.from != datum.to);
  return hb_machine_number (to, hb_machine_as_number (m, datum, to));
}

/* --- memory --- */

static bool
is_event (const struct hb_c_machine *m, size_t cell)
{
  if (cell >= m->program->cells.size)
    return false;
  enum hb_cell_kind kind = m->program->cells.data[cell].kind;
  return kind == HB_CELL_SHARED || (kind == HB_CELL_PRIVATE && m->options.private_shared);
}

struct hb_datum
hb_machine_get (struct hb_c_machine *m, struct hb_machine_place at, struct hb_c_spot spot)
{
  size_t cell = (size_t)at.at;
  if (m->stopped || cell >= m->memory.size)
    return (struct hb_datum){ .kind = HB_DATUM_NUMBER };
  if (!is_event (m, cell))
    return m->memory.data[cell];
  uint64_t value = 0;
  if (!m->outside->read (m->outside->context, (hb_id)cell, spot, &value))
    m->stopped = true;
  return hb_machine_number (m->program->cells.data[cell].type, value);
}

void
hb_machine_put (struct hb_c_machine *m, struct hb_machine_place at, struct hb_datum value,
                struct hb_c_spot spot)
{
  size_t cell = (size_t)at.at;
  if (m->stopped || cell >= m->memory.size)
    return;
  if (!is_event (m, cell))
    m->memory.data[cell] = value;
  else if (!m->outside->write (m->outside->context, (hb_id)cell, spot, value.number))
    m->stopped = true;
}

/* --- operators --- */

uint64_t
hb_machine_compute (struct hb_c_machine *m, enum hb_c_operation op, uint64_t a, uint64_t b,
                    const struct hb_c_type *type, struct hb_c_spot spot)
{
  int64_t x = (int64_t)a, y = (int64_t)b;
  bool s = type->is_signed;
  switch (op)
    {
    case C_ADD:
      return a + b;
    case C_SUBTRACT:
      return a - b;
    case C_MULTIPLY:
      return a * b;
    case C_DIVIDE:
    case C_REST:
      if (!b)
        {
          if (m->options.div0 && !m->stopped
              && !m->outside->check (m->outside->context, "division by zero", false, spot))
            m->stopped = true;
          return hb_machine_chosen (m, type).number;
        }
      if (s && y == -1)
        return op == C_DIVIDE ? 0 - a : 0;
      return op == C_DIVIDE ? (s ? (uint64_t)(x / y) : a / b) : s ? (uint64_t)(x % y) : a % b;
    case C_LEFT:
      return b < type->width ? a << b : 0;
    case C_RIGHT:
      return b < type->width ? (s ? (uint64_t)(x >> b) : a >> b) : s && x < 0 ? UINT64_MAX : 0;
    case C_AND:
      return a & b;
    case C_OR:
      return a | b;
    case C_XOR:
      return a ^ b;
    case C_LESS:
      return s ? x < y : a < b;
    case C_GREATER:
      return s ? x > y : a > b;
    case C_LESS_EQUAL:
      return s ? x <= y : a <= b;
    case C_GREATER_EQUAL:
      return s ? x >= y : a >= b;
    case C_UNEQUAL:
      return a != b;
    default:
      return a == b;
    }
}

struct hb_datum
hb_machine_moved (struct hb_c_machine *m, struct hb_datum pointer, struct hb_datum by,
                  const struct hb_c_type *type, const struct hb_c_type *by_type, bool back)
{
  uint64_t distance = hb_machine_as_number (m, by, by_type) * hb_cells_of (type->to),
           at = (uint64_t)pointer.at;
  if (pointer.kind == HB_DATUM_POINTER && !pointer.to_type)
    return pointer;
  if (pointer.kind != HB_DATUM_POINTER || !hb_c_may_be (pointer.to_type, type->to))
    return (struct hb_datum){ .kind = HB_DATUM_NONE };
  pointer.at = (int64_t)(back ? at - distance : at + distance);
  return pointer;
}

void
hb_machine_stay (struct hb_c_machine *m, struct hb_datum pointer, size_t cells,
                 struct hb_c_spot spot)
{
  bool leaves = pointer.kind == HB_DATUM_POINTER && pointer.to_type
                && (pointer.at < (int64_t)pointer.from - (int64_t)cells
                    || pointer.at > (int64_t)pointer.to);
  if (leaves && !m->stopped
      && !m->outside->check (m->outside->context, "pointer out of bounds", false, spot))
    m->stopped = true;
}
