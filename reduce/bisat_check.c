/* Is a trace what `3bisat-ed` makes of a formula?  Asked before a model is lifted: sizes, handlers
 * and gadgets here; that each message of a row is posted by the one before it, while lifting
 * (bisat_lift.c).  Labels and variables may have other names, messages and handlers not. */
#include "reduce/bisat_ed.h"

#include <inttypes.h>

struct check
{
  const struct hb_grid *grid;
  const hb_trace *trace;
  hb_diag *diag;
  const hb_id *handlers;
  hb_id position[HB_BISAT_HANDLERS - HB_BISAT_C]; /* next event of hCa.. to be looked at */
};

bool
hb_bisat_refuse (hb_diag *diag, const char *what, const char *name)
{
  hb_error (diag, NULL, "the trace is not the reduction 3bisat-ed of this formula: %s '%s'", what,
            name);
  return false;
}

static bool
check_sizes (const struct check *check)
{
  const hb_trace *trace = check->trace;
  uint64_t sizes[3];
  hb_grid_sizes (check->grid, sizes);
  if (trace->events.size == sizes[0] && trace->messages.size == sizes[1]
      && trace->handlers.size == sizes[2])
    return true;
  hb_error (check->diag, NULL,
            "the trace is not the reduction 3bisat-ed of this formula: it has %zu events, %zu "
            "messages and %zu handlers, not %" PRIu64 ", %" PRIu64 " and %" PRIu64,
            trace->events.size, trace->messages.size, trace->handlers.size, sizes[0], sizes[1],
            sizes[2]);
  return false;
}

static bool
find_handlers (const struct check *check, hb_id *handlers)
{
  for (unsigned h = 0; h < HB_BISAT_HANDLERS; h++)
    {
      handlers[h] = hb_trace_find_handler (check->trace, hb_bisat_handlers[h]);
      if (handlers[h] == HB_NONE)
        return hb_bisat_refuse (check->diag, "there is no handler", hb_bisat_handlers[h]);
    }
  return true;
}

/* The next event of the Q-th of hCa.., or NULL if it has no more. */
static const struct hb_event *
next_event (struct check *check, size_t q, hb_id *event)
{
  const hb_trace *trace = check->trace;
  hb_id initial = trace->handlers.data[check->handlers[HB_BISAT_C + q]].initial;
  if (initial == HB_NONE || check->position[q] >= trace->messages.data[initial].count)
    return NULL;
  *event = trace->messages.data[initial].first + check->position[q]++;
  return &trace->events.data[*event];
}

/* The box of ROW comes next on the Q-th of hCa.. and stands inside its message. */
static bool
check_box (struct check *check, int row, size_t q, hb_id j)
{
  const hb_trace *trace = check->trace;
  hb_name name;
  hb_id read, write, id = hb_trace_find_message (trace, hb_name_value (&name, row, j));
  if (id == HB_NONE)
    return hb_bisat_refuse (check->diag, "there is no message", name.text);
  const struct hb_message *message = &trace->messages.data[id];
  const struct hb_event *in = next_event (check, q, &read), *out = next_event (check, q, &write);
  if (message->count == 3 && in && out && in->kind == HB_READ && out->kind == HB_WRITE
      && in->partner == message->first + 1 && trace->events.data[message->first + 2].kind == HB_READ
      && trace->events.data[message->first + 2].partner == write)
    return true;
  return hb_bisat_refuse (check->diag, "a box does not stand where it should, that of message",
                          name.text);
}

static bool
check_gadget (struct check *check, hb_id j)
{
  size_t size;
  const int *literals = hb_grid_column (check->grid, j, &size);
  hb_id read, write;
  hb_name name;
  const struct hb_event *in = next_event (check, 0, &read);
  for (size_t t = 0; t < size; t++)
    if (!check_box (check, literals[t], t, j) || !check_box (check, -literals[t], t + 1, j))
      return false;
  const struct hb_event *out = next_event (check, size, &write);
  if (in && out && in->kind == HB_READ && out->kind == HB_WRITE && in->partner == write)
    return true;
  return hb_bisat_refuse (check->diag, "no write and read where they should be, those of",
                          hb_name_z (&name, j));
}

bool
hb_bisat_check (const struct hb_grid *grid, const hb_trace *trace, hb_id *handlers, hb_diag *diag)
{
  struct check check = { .grid = grid, .trace = trace, .diag = diag, .handlers = handlers };
  if (!check_sizes (&check) || !find_handlers (&check, handlers))
    return false;
  for (hb_id j = 1; j <= grid->columns; j++)
    if (!check_gadget (&check, j))
      return false;
  return true;
}
