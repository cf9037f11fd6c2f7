/* Between interpret.c (statements), interpret_exp.c and interpret_value.c. */
#ifndef HBKIT_PERIODIC_INTERPRET_PRIVATE_H
#define HBKIT_PERIODIC_INTERPRET_PRIVATE_H

#include "periodic/interpret.h"

enum hb_datum_kind
{
  HB_DATUM_NONE,
  HB_DATUM_NUMBER,
  HB_DATUM_REAL,
  HB_DATUM_POINTER
};

struct hb_datum
{
  enum hb_datum_kind kind;
  uint64_t number;                 /* wrapped to its type */
  size_t from, to;                 /* of a pointer: the cells of its array */
  int64_t at;                      /* the cell itself; below FROM or from TO on: outside */
  const struct hb_c_type *to_type; /* what lies there; NULL of NULL, and of a text */
};

struct hb_activation
{
  size_t *places; /* by local: its first cell; 0 none yet */
  struct hb_activation *caller;
};

struct hb_c_machine
{
  const hb_periodic_program *program;
  const struct hb_interpreter *outside;
  struct hb_interpret_options options;
  hb_diag *diag;
  VEC (struct hb_datum) memory; /* the globals, then locals of open calls */
  struct hb_activation *call;
  bool final, stopped;
  uint64_t steps;
  unsigned depth;
  /* Runs a function; its value. */
  struct hb_datum (*run) (struct hb_c_machine *m, const struct hb_c_symbol *function,
                          struct hb_datum *arguments, size_t count);
};

/* --- values (interpret_value.c) --- */

/* Ends the body, with an error if there is a WHY. */
void hb_machine_stop (struct hb_c_machine *m, struct hb_c_spot spot, const char *why);

/* VALUE as one of TYPE, wrapped to it. */
struct hb_datum hb_machine_number (const struct hb_c_type *type, uint64_t value);

/* Any value of TYPE, asked from outside. */
struct hb_datum hb_machine_chosen (struct hb_c_machine *m, const struct hb_c_type *type);

/* The number that DATUM of TYPE is; any one if it is none. */
uint64_t hb_machine_as_number (struct hb_c_machine *m, struct hb_datum datum,
                               const struct hb_c_type *type);

/* DATUM cast TO a type. */
struct hb_datum hb_machine_converted (struct hb_c_machine *m, struct hb_datum datum,
                                      const struct hb_c_type *to);

/* A cell, and those of the field or the variable that it is of. */
struct hb_machine_place
{
  size_t from, to;
  int64_t at;
};

/* Reads and writes a cell; of a shared one that is an event, told outside. */
struct hb_datum hb_machine_get (struct hb_c_machine *m, struct hb_machine_place at,
                                struct hb_c_spot spot);
void hb_machine_put (struct hb_c_machine *m, struct hb_machine_place at, struct hb_datum value,
                     struct hb_c_spot spot);

/* A OP B, both of TYPE; not wrapped. */
uint64_t hb_machine_compute (struct hb_c_machine *m, enum hb_c_operation op, uint64_t a, uint64_t b,
                             const struct hb_c_type *type, struct hb_c_spot spot);

/* POINTER of TYPE moved BY so many of what it points to; BACK: the other way.  Nothing if it points to none of these; NULL
 * and texts stay what they are. */
struct hb_datum hb_machine_moved (struct hb_c_machine *m, struct hb_datum pointer,
                                  struct hb_datum by, const struct hb_c_type *type,
                                  const struct hb_c_type *by_type, bool back);

/* POINTER, just moved at SPOT by so many cells or a multiple, must be in its array, one before it, or behind: else it is a
 * failure. */
void hb_machine_stay (struct hb_c_machine *m, struct hb_datum pointer, size_t cells,
                      struct hb_c_spot spot);

/* --- expressions (interpret_exp.c) --- */

struct hb_datum hb_machine_value (struct hb_c_machine *m, const struct hb_c_exp *exp);
bool hb_machine_true (struct hb_c_machine *m, const struct hb_c_exp *exp);

/* Puts initial values into the cells from AT on. */
void hb_machine_set (struct hb_c_machine *m, const struct hb_c_type *type,
                     const struct hb_c_exp *initial, size_t at);

#endif
